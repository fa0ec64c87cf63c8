package laravel

import (
	"slices"
	"strings"

	"codeintel/index/lang"
)

// resourceAction is a method of a controller of resources.
type resourceAction struct{ name, method, path string }

// Actions of controllers. {} is the parameter for one of the resources.
var (
	actionIndex   = resourceAction{"index", "GET", ""}
	actionCreate  = resourceAction{"create", "GET", "/create"}
	actionStore   = resourceAction{"store", "POST", ""}
	actionShow    = resourceAction{"show", "GET", "/{}"}
	actionEdit    = resourceAction{"edit", "GET", "/{}/edit"}
	actionUpdate  = resourceAction{"update", "PUT|PATCH", "/{}"}
	actionDestroy = resourceAction{"destroy", "DELETE", "/{}"}
)

// resourceKind is what a call makes.
type resourceKind struct {
	actions []resourceAction
	single  bool // there is one of them only
	several bool // the argument is an array of them
	api     bool // it has no pages with forms
}

var (
	allActions    = []resourceAction{actionIndex, actionCreate, actionStore, actionShow, actionEdit, actionUpdate, actionDestroy}
	apiActions    = []resourceAction{actionIndex, actionStore, actionShow, actionUpdate, actionDestroy}
	singleActions = []resourceAction{actionShow, actionEdit, actionUpdate}
	singleAPI     = []resourceAction{actionShow, actionUpdate}
)

// resources are the methods of the router that make the routes of a resource.
var resources = map[string]resourceKind{
	"resource": {actions: allActions}, "apiresource": {actions: apiActions},
	"resources": {actions: allActions, several: true}, "apiresources": {actions: apiActions, several: true},
	"softdeletableresources": {actions: allActions, several: true},
	"singleton":              {actions: singleActions, single: true}, "apisingleton": {actions: singleAPI, single: true, api: true},
	"singletons": {actions: singleActions, single: true, several: true}, "apisingletons": {actions: singleAPI, single: true, several: true, api: true},
}

// resourceOptions are what calls and arrays say of a resource.
type resourceOptions struct {
	only, except         []string
	hasOnly              bool
	names                map[string]lang.Text
	base                 lang.Text // instead of the resource's name
	as                   string
	shallow              bool
	parameters           map[string]string
	creatable, destroyed bool
	middleware           []string
	unknown              bool // what the names are
}

// resource reads a call that makes the routes of resources.
func (x *router) resource(c lang.CallSite, kind resourceKind, behind []lang.CallSite, said routing) {
	o := resourceOptions{names: map[string]lang.Text{}, parameters: map[string]string{}, middleware: said.middleware}
	if kind.several {
		x.options(&o, x.Arg(c, 1, "options"))
		for _, i := range x.Items(x.Arg(c, 0, "resources")) {
			if t, ok := text(x.Reading, i.Key); ok {
				x.expand(t, i.Value, c, c, kind, o, said)
			}
		}
		return
	}
	x.options(&o, x.Arg(c, 2, "options"))
	for _, b := range behind {
		arg := x.Arg(b, 0, "")
		all := func() (out []string) {
			for _, a := range x.Args(b) {
				for _, t := range texts(x.Reading, a) {
					out = append(out, t.Value)
				}
			}
			return out
		}
		switch strings.ToLower(b.Name) {
		case "only":
			o.only, o.hasOnly = all(), true
		case "except":
			o.except = all()
		case "names":
			x.named(&o, arg)
		case "name":
			if method, ok := text(x.Reading, arg); ok {
				if t, ok := text(x.Reading, x.Arg(b, 1, "name")); ok {
					o.names[method.Value] = t
				}
			}
		case "shallow":
			o.shallow = true
		case "parameters":
			x.parameters(&o, arg)
		case "parameter":
			from, ok := text(x.Reading, arg)
			if to, isText := text(x.Reading, x.Arg(b, 1, "")); ok && isText {
				o.parameters[from.Value] = to.Value
			}
		case "creatable":
			o.creatable = true
		case "destroyable":
			o.destroyed = true
		case "middleware":
			o.middleware = slices.Concat(o.middleware, all())
		}
	}
	last := c
	if len(behind) > 0 {
		last = behind[len(behind)-1]
	}
	if t, ok := text(x.Reading, x.Arg(c, 0, "name")); ok {
		x.expand(t, x.Arg(c, 1, "controller"), c, last, kind, o, said)
	}
}

// options reads the array of options.
func (x *router) options(o *resourceOptions, e lang.ExprID) {
	for _, i := range x.Items(e) {
		key, ok := x.Text(i.Key)
		if !ok {
			continue
		}
		values := func() (out []string) {
			for _, t := range texts(x.Reading, i.Value) {
				out = append(out, t.Value)
			}
			return out
		}
		switch key.Value {
		case "only":
			o.only, o.hasOnly = values(), true
		case "except":
			o.except = values()
		case "names":
			x.named(o, i.Value)
		case "as":
			t, ok := text(x.Reading, i.Value)
			o.as, o.unknown = t.Value, o.unknown || !ok
		case "shallow":
			o.shallow = true
		case "parameters":
			x.parameters(o, i.Value)
		case "middleware":
			o.middleware = slices.Concat(o.middleware, values())
		}
	}
}

func (x *router) parameters(o *resourceOptions, e lang.ExprID) {
	for _, i := range x.Items(e) {
		from, ok := text(x.Reading, i.Key)
		if to, isText := text(x.Reading, i.Value); ok && isText {
			o.parameters[from.Value] = to.Value
		}
	}
}

// named reads names that a resource's routes are given: one for all, or some of them.
func (x *router) named(o *resourceOptions, e lang.ExprID) {
	if t, ok := text(x.Reading, e); ok {
		o.base = t
		return
	}
	items := x.Items(e)
	o.unknown = o.unknown || items == nil
	for _, i := range items {
		key, ok := x.Text(i.Key)
		if t, isText := text(x.Reading, i.Value); ok && isText {
			o.names[key.Value] = t
		}
	}
}

// expand makes the routes of one resource.
func (x *router) expand(t lang.Text, controller lang.ExprID, c, last lang.CallSite, kind resourceKind, o resourceOptions, said routing) {
	folder, name := "", t.Value
	if i := strings.LastIndexByte(name, '/'); i >= 0 { // admin/photos: a prefix of the paths
		folder, name = name[:i], name[i+1:]
	}
	if name == "" {
		return
	}
	recv := x.class(controller, said.space)
	actions := slices.Clone(kind.actions)
	if o.creatable {
		if !kind.api {
			actions = append(actions, actionCreate)
		}
		actions = append(actions, actionStore, actionDestroy)
	} else if o.destroyed {
		actions = append(actions, actionDestroy)
	}
	parts := strings.Split(name, ".")
	for _, a := range actions {
		if x.Crowded() {
			return
		}
		if o.hasOnly && !slices.Contains(o.only, a.name) || slices.Contains(o.except, a.name) {
			continue
		}
		own, path := parts, a.path
		if kind.single {
			path = strings.Replace(path, "/{}", "", 1)
		}
		if o.shallow && len(parts) > 1 && strings.Contains(a.path, "{}") {
			own = parts[len(parts)-1:]
		}
		uri := ""
		for i, p := range own {
			if uri += "/" + p; i+1 < len(own) {
				uri += "/{" + o.parameter(p) + "}"
			}
		}
		uri += strings.ReplaceAll(path, "{}", "{"+o.parameter(own[len(own)-1])+"}")
		rt := route{
			method: a.method, uri: "/" + strings.Trim(said.prefix+"/"+strings.Trim(folder, "/")+uri, "/"), at: t, call: c, middleware: o.middleware,
			action: lang.NoExpr, names: []lang.Text{t},
		}
		rt.uri = strings.ReplaceAll(rt.uri, "//", "/")
		rt.name = said.name + strings.TrimPrefix(o.as+"."+strings.Join(own, ".")+"."+a.name, ".")
		if o.base.Value != "" {
			rt.name = said.name + strings.TrimPrefix(o.as+"."+o.base.Value+"."+a.name, ".")
			rt.names[0] = o.base
		}
		if given, ok := o.names[a.name]; ok {
			rt.name, rt.names[0] = said.name+given.Value, given
		}
		if o.unknown {
			rt.name = ""
		}
		if recv >= 0 {
			rt.action = x.SureMember(recv, method(a.name), t, lang.Read|lang.Call)
			rt.says = x.Class(recv) + "@" + a.name
		}
		x.define(rt)
		x.routeChunk(rt, last, true)
	}
}

// parameter is what stands for one of a resource in paths.
func (o *resourceOptions) parameter(resource string) string {
	if p, ok := o.parameters[resource]; ok {
		return p
	}
	return strings.ReplaceAll(singular(resource), "-", "_")
}
