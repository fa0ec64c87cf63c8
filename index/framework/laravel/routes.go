package laravel

import (
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// verbs are the methods of the router that make one route, with the method of HTTP
// that it answers.
var verbs = map[string]string{
	"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "options": "OPTIONS", "any": "ANY", "match": "",
	"view": "GET", "redirect": "ANY", "permanentredirect": "ANY", "fallback": "GET", "livewire": "GET", "inertia": "GET", "route": "GET",
}

// routing is what a place in a file says of the routes that are made there.
type routing struct {
	prefix     string // of paths
	name       string // of names; not known where it begins with lang.UnknownPrefix
	space      string // of controllers that are named by strings
	controller lang.ExprID
	middleware []string
}

// group is a function that makes routes.
type group struct {
	start, end uint32
	routing
}

// route is one that a call makes.
type route struct {
	method, uri string
	at          lang.Text // of the path
	names       []lang.Text
	name        string // the whole one
	action      lang.ExprID
	says        string // what the action is called
	call        lang.CallSite
	middleware  []string
}

// router reads the routes of a file.
type router struct {
	*lang.Reading
	groups   []group
	handlers []handled
}

// handled is what handles a route that is made at an offset.
type handled struct {
	at uint32
	by lang.ExprID
}

// isRouter says whether a call is one of the router itself.
func isRouter(r *lang.Reading, c lang.CallSite) bool {
	return c.Method && (isClass(r, c.Recv, "Route", `Livewire\Volt\Volt`) || variable(r, c.Recv) == "$router")
}

// chains are the calls of the router with all that is called on what they give.
func chains(r *lang.Reading) [][]lang.CallSite {
	inner := map[lang.ExprID]bool{} // callees of calls that others are called on
	for _, c := range r.Calls() {
		if c.Recv >= 0 {
			if on, ok := r.CallOf(c.Recv); ok {
				inner[r.B.F.Exprs[on.ID].A] = true
			}
		}
	}
	var out [][]lang.CallSite
	for _, c := range r.Calls() {
		if c.ID < 0 || c.New || inner[r.B.F.Exprs[c.ID].A] {
			continue
		}
		if chain := r.Chain(c.ID); len(chain) > 0 && isRouter(r, chain[0]) {
			out = append(out, chain)
		}
	}
	slices.SortStableFunc(out, func(a, b []lang.CallSite) int { return cmp.Compare(a[0].At.Start, b[0].At.Start) })
	return out
}

// readRoutes reads the routes that a file makes, and the files with routes that it
// loads.
func readRoutes(r *lang.Reading) {
	x := &router{Reading: r}
	all := chains(r)
	for _, chain := range all {
		x.findGroups(chain)
	}
	slices.SortStableFunc(x.groups, func(a, b group) int { return cmp.Compare(a.start, b.start) })
	for i := range x.groups {
		x.groups[i].routing = add(x.around(x.groups[i].start, i), x.groups[i].routing)
	}
	for _, chain := range all {
		x.mounts(chain)
		x.chain(chain)
	}
	for _, chain := range all {
		x.allowedGroup(chain)
	}
	x.loads()
}

// around is what is said of routes at an offset by the groups before n.
func (x *router) around(at uint32, n int) routing {
	for i := n - 1; i >= 0; i-- {
		if g := &x.groups[i]; g.start <= at && at < g.end {
			return g.routing
		}
	}
	return routing{controller: lang.NoExpr}
}

// add is what inner says inside of outer.
func add(outer, inner routing) routing {
	out := routing{
		prefix: strings.Trim(strings.Trim(outer.prefix, "/")+"/"+strings.Trim(inner.prefix, "/"), "/"),
		name:   outer.name + inner.name, space: strings.Trim(outer.space+`\`+inner.space, `\`),
		controller: inner.controller, middleware: slices.Concat(outer.middleware, inner.middleware),
	}
	if strings.HasPrefix(inner.name, lang.UnknownPrefix) {
		out.name = lang.UnknownPrefix
	}
	if inner.controller < 0 {
		out.controller = outer.controller
	}
	return out
}

// attribute reads a call that says something of the routes made behind it in the
// chain.
func (x *router) attribute(to *routing, c lang.CallSite) {
	arg := x.Arg(c, 0, "")
	t, ok := text(x.Reading, arg)
	switch strings.ToLower(c.Name) {
	case "prefix":
		to.prefix = strings.Trim(to.prefix, "/") + "/" + strings.Trim(t.Value, "/")
	case "name", "as":
		if to.name += t.Value; !ok {
			to.name = lang.UnknownPrefix
		}
	case "namespace":
		to.space = strings.Trim(to.space+`\`+t.Value, `\`)
	case "controller":
		to.controller = x.class(arg, to.space)
	case "middleware":
		for _, a := range x.Args(c) {
			for _, t := range texts(x.Reading, a) {
				to.middleware = append(to.middleware, t.Value)
			}
		}
	}
}

// attributes reads the array that says something of a group's routes.
func (x *router) attributes(e lang.ExprID) routing {
	out := routing{controller: lang.NoExpr}
	items := x.Items(e)
	if items == nil && e >= 0 && x.B.F.Exprs[e].Kind != lang.ExprArray { // what it says is not known
		out.name = lang.UnknownPrefix
	}
	for _, i := range items {
		key, ok := x.Text(i.Key)
		if !ok {
			continue
		}
		t, isText := text(x.Reading, i.Value)
		switch key.Value {
		case "prefix":
			out.prefix = t.Value
		case "as":
			if out.name = t.Value; !isText {
				out.name = lang.UnknownPrefix
			}
		case "namespace":
			out.space = strings.Trim(t.Value, `\`)
		case "controller":
			out.controller = x.class(i.Value, "")
		case "middleware":
			for _, t := range texts(x.Reading, i.Value) {
				out.middleware = append(out.middleware, t.Value)
			}
		}
	}
	return out
}

// grouping is the call of a chain that makes a group, with what the chain says of its
// routes and what makes them.
func (x *router) grouping(chain []lang.CallSite) (said routing, makes lang.ExprID, ok bool) {
	said.controller = lang.NoExpr
	for _, c := range chain {
		if !strings.EqualFold(c.Name, "group") {
			x.attribute(&said, c)
			continue
		}
		args := x.Args(c)
		makes := x.Arg(c, -1, "routes")
		if makes < 0 && len(args) > 0 {
			makes = args[len(args)-1]
		}
		if e := x.Arg(c, -1, "attributes"); e >= 0 {
			said = add(said, x.attributes(e))
		} else if len(args) > 1 {
			said = add(said, x.attributes(args[0]))
		}
		return said, makes, makes >= 0
	}
	return said, lang.NoExpr, false
}

// findGroups finds the group that a chain makes.
func (x *router) findGroups(chain []lang.CallSite) {
	said, makes, ok := x.grouping(chain)
	if fn := x.Func(makes); ok && fn >= 0 {
		def := &x.B.F.Defs[fn]
		x.groups = append(x.groups, group{def.EncStart, def.EncEnd, said})
	}
}

// allowedGroup reads what a chain asks for before the routes of its group are handled.
func (x *router) allowedGroup(chain []lang.CallSite) {
	_, makes, ok := x.grouping(chain)
	if !ok {
		return
	}
	var handlers []lang.ExprID
	for _, h := range x.handlers {
		if x.Inside(h.at, x.Func(makes)) {
			handlers = append(handlers, h.by)
		}
	}
	for i, c := range chain {
		if strings.EqualFold(c.Name, "group") {
			allowed(x.Reading, chain[:i], handlers...)
			attributes := x.Arg(c, -1, "attributes")
			if args := x.Args(c); attributes < 0 && len(args) > 1 {
				attributes = args[0]
			}
			for _, item := range x.Items(attributes) {
				if key, ok := x.Text(item.Key); ok && key.Value == "middleware" {
					allowedBy(x.Reading, item.Value, handlers)
				}
			}
			return
		}
	}
}

// mounts reads the files that a chain's group loads.
func (x *router) mounts(chain []lang.CallSite) {
	said, makes, ok := x.grouping(chain)
	if !ok || x.Func(makes) >= 0 {
		return
	}
	x.mount(makes, add(x.around(chain[0].At.Start, len(x.groups)), said))
}

// mount reads e, a file with routes or an array of such.
func (x *router) mount(e lang.ExprID, said routing) {
	for _, i := range x.Items(e) {
		x.mount(i.Value, said)
	}
	p, t, ok := file(x.Reading, e)
	if !ok || !strings.HasSuffix(p, ".php") {
		return
	}
	x.Mount(kindRoute, said.name, p, t)
	x.File(php.File+p, t, lang.ImportModule, php.Family)
}

// loads reads the files with routes that other calls load.
func (x *router) loads() {
	for _, c := range x.Calls() {
		said := x.around(c.At.Start, len(x.groups))
		switch {
		case c.Directive != nil && c.Name == php.Include, c.Name == "loadRoutesFrom" && c.Method:
			// What a file requires inside of a group, or from a file with routes.
			if args := x.Args(c); len(args) > 0 {
				x.mount(args[0], said)
			}
		case c.Name == "withRouting" && c.Method:
			for i, name := range [...]string{"", "web", "api", "commands", "channels", "pages"} {
				if i > 0 {
					x.mount(x.Arg(c, i, name), said)
				}
			}
		}
	}
}

// class reads a controller that is named by a class or by a string.
func (x *router) class(e lang.ExprID, space string) lang.ExprID {
	if x.Class(e) != "" {
		return e
	}
	if t, ok := text(x.Reading, e); ok && t.Value != "" {
		return class(x.Reading, t, 0, controllers(t.Value, space)...)
	}
	return lang.NoExpr
}

// controllers are the full names that a controller's name in a string may mean.
func controllers(name, space string) []string {
	if full, ok := strings.CutPrefix(name, `\`); ok {
		return []string{full}
	}
	name = strings.ReplaceAll(name, `\\`, `\`)
	if space != "" {
		return []string{space + `\` + name, `App\Http\Controllers\` + space + `\` + name, name}
	}
	return []string{name, `App\Http\Controllers\` + name}
}

// chain reads the routes that a chain of calls makes.
func (x *router) chain(chain []lang.CallSite) {
	said := routing{controller: lang.NoExpr}
	for i, c := range chain {
		name := strings.ToLower(c.Name)
		if name == "group" {
			return
		}
		if verb, ok := verbs[name]; ok && (name != "route") == !isClass(x.Reading, chain[0].Recv, `Livewire\Volt\Volt`) {
			x.one(c, verb, chain[i+1:], add(x.around(c.At.Start, len(x.groups)), said))
			return
		}
		if kind, ok := resources[name]; ok {
			x.resource(c, kind, chain[i+1:], add(x.around(c.At.Start, len(x.groups)), said))
			return
		}
		x.attribute(&said, c)
	}
}

// one reads a call that makes one route; behind are those that say more of it.
func (x *router) one(c lang.CallSite, verb string, behind []lang.CallSite, said routing) {
	rt := route{method: verb, action: lang.NoExpr, call: c, at: c.At, middleware: said.middleware}
	n := 0
	switch strings.ToLower(c.Name) {
	case "match":
		var methods []string
		for _, t := range texts(x.Reading, x.Arg(c, 0, "methods")) {
			methods = append(methods, strings.ToUpper(t.Value))
		}
		rt.method = cmp.Or(strings.Join(methods, "|"), "ANY")
		n = 1
	case "fallback":
		n = -1
		rt.uri = "{fallbackPlaceholder}"
	}
	if n >= 0 {
		t, ok := text(x.Reading, x.Arg(c, n, "uri"))
		if rt.uri = t.Value; !ok {
			rt.uri = "{?}"
		}
		if t.Start < t.End {
			rt.at = t
		}
	}
	rt.uri = "/" + strings.Trim(said.prefix+"/"+strings.Trim(rt.uri, "/"), "/")
	action := x.Arg(c, n+1, "action")
	own := said.name
	for _, i := range x.Items(action) { // ['uses' => …, 'as' => …]
		key, ok := x.Text(i.Key)
		if !ok {
			continue
		}
		switch t, _ := text(x.Reading, i.Value); key.Value {
		case "uses":
			action = i.Value
		case "as":
			rt.names = append(rt.names, t)
			own += t.Value
		case "middleware":
			for _, t := range texts(x.Reading, i.Value) {
				rt.middleware = append(rt.middleware, t.Value)
			}
		}
	}
	for _, b := range behind {
		switch strings.ToLower(b.Name) {
		case "name":
			t, ok := text(x.Reading, x.Arg(b, 0, "name"))
			if own += t.Value; !ok {
				own = lang.UnknownPrefix
			}
			rt.names = append(rt.names, t)
		case "uses":
			action = x.Arg(b, 0, "action")
		case "middleware":
			for _, t := range texts(x.Reading, x.Arg(b, 0, "middleware")) {
				rt.middleware = append(rt.middleware, t.Value)
			}
		}
	}
	if len(rt.names) > 0 || own != said.name || named(c, x.Reading) {
		rt.name = own
	}
	if rt.name != "" && len(rt.names) == 0 { // the name was said before
		if t, ok := x.said(c); ok {
			rt.names = append(rt.names, t)
		} else {
			rt.name = ""
		}
	}
	switch strings.ToLower(c.Name) {
	case "view":
		if t, ok := text(x.Reading, x.Arg(c, 1, "view")); ok {
			rt.action, rt.says = x.File(php.View+t.Value, t, lang.ImportModule, php.Family), "view "+t.Value
		}
	case "livewire", "route": // a component that is a page, by its class or its name
		component := x.Arg(c, 1, "")
		if class := x.Class(component); class != "" {
			rt.action, rt.says = component, class
		} else if t, ok := text(x.Reading, component); ok && t.Value != "" {
			rt.action, rt.says = x.B.Expr(lang.ExprOpen, int32(x.B.Name(lang.OpenName("livewire", "component", t.Value)))), t.Value
		}
	case "inertia": // the name of a page refers to it already
		if t, ok := text(x.Reading, x.Arg(c, 1, "component")); ok && t.Value != "" {
			page := x.B.Import(lang.Import{Module: x.B.Name(t.Value), Kind: lang.ImportModule, Local: lang.NoDef, Family: "inertia"})
			rt.action, rt.says = x.B.Expr(lang.ExprRequire, int32(page)), "page "+t.Value
		}
	case "redirect", "permanentredirect":
	default:
		rt.action, rt.says = x.action(action, said)
	}
	handler := rt.action
	if x.Func(action) >= 0 {
		handler = action
	} else if handler >= 0 && x.B.F.Exprs[handler].Kind == lang.ExprCond { // a class that may be called
		handler = x.B.F.Exprs[handler].A
	}
	var handlers []lang.ExprID
	if handler >= 0 {
		handlers = append(handlers, handler)
		x.handlers = append(x.handlers, handled{c.At.Start, handler})
	}
	allowed(x.Reading, slices.Concat(x.Chain(c.Recv), behind), handlers...)
	last := c
	if len(behind) > 0 {
		last = behind[len(behind)-1]
	}
	x.define(rt)
	x.routeChunk(rt, last, false)
}

// named says whether a name is said in the chain before c.
func named(c lang.CallSite, r *lang.Reading) bool {
	for _, b := range r.Chain(c.Recv) {
		if n := strings.ToLower(b.Name); n == "name" || n == "as" {
			return true
		}
	}
	return false
}

// said is the last name that is said in the chain before c.
func (x *router) said(c lang.CallSite) (lang.Text, bool) {
	chain := x.Chain(c.Recv)
	for i := len(chain) - 1; i >= 0; i-- {
		if n := strings.ToLower(chain[i].Name); n == "name" || n == "as" {
			return text(x.Reading, x.Arg(chain[i], 0, ""))
		}
	}
	return lang.Text{}, false
}

// action is what handles a route: [Controller::class, 'method'], 'Controller@method',
// the method of the group's controller, or a controller with one method.
func (x *router) action(e lang.ExprID, said routing) (lang.ExprID, string) {
	if x.Func(e) >= 0 {
		return lang.NoExpr, "Closure"
	}
	if items := x.Items(e); len(items) == 2 && items[0].Key < 0 {
		t, ok := x.Text(items[1].Value)
		if c := x.class(items[0].Value, said.space); ok && c >= 0 {
			return x.SureMember(c, method(t.Value), t, lang.Read|lang.Call), x.Class(c) + "@" + t.Value
		}
		if ok && items[0].Value >= 0 && x.B.F.Exprs[items[0].Value].Kind != lang.ExprUnknown { // self::class, or an object
			return x.SureMember(items[0].Value, method(t.Value), t, lang.Read|lang.Call), t.Value
		}
		return lang.NoExpr, ""
	}
	if name := x.Class(e); name != "" {
		ref := &x.B.F.Refs[x.B.F.Exprs[e].N]
		return x.invokable(e, lang.Text{Value: name, Start: ref.Start, End: ref.End}), name
	}
	t, ok := text(x.Reading, e)
	if !ok || t.Value == "" {
		return lang.NoExpr, ""
	}
	if i := strings.LastIndexByte(t.Value, '@'); i > 0 && i+1 < len(t.Value) {
		c := class(x.Reading, part(t, 0, i), 0, controllers(t.Value[:i], said.space)...)
		m := part(t, i+1, len(t.Value))
		return x.SureMember(c, method(m.Value), m, lang.Read|lang.Call), t.Value
	}
	if said.controller >= 0 {
		return x.SureMember(said.controller, method(t.Value), t, lang.Read|lang.Call), x.Class(said.controller) + "@" + t.Value
	}
	return x.invokable(class(x.Reading, t, 0, controllers(t.Value, said.space)...), t), t.Value
}

// invokable is the method of a controller that has one only, else the class itself (a
// component that is a page).
func (x *router) invokable(class lang.ExprID, at lang.Text) lang.ExprID {
	if class < 0 {
		return class
	}
	m := x.SureMember(class, method("__invoke"), at, lang.Read|lang.Call)
	return x.B.Expr2(lang.ExprCond, 0, m, class)
}

// define makes the definitions of a route.
func (x *router) define(rt route) {
	label := rt.method + " " + rt.uri
	if rt.name == "" || strings.HasPrefix(rt.name, lang.UnknownPrefix) {
		return
	}
	at := rt.at
	if n := len(rt.names); n > 0 {
		at = rt.names[n-1]
	}
	d := x.Define(kindRoute, rt.name, at)
	if d < 0 {
		return
	}
	x.B.F.Defs[d].Sig = "route " + rt.name + ": " + label
	x.Forward(d, rt.action)
	for i := range rt.name {
		if rt.name[i] == '.' {
			x.Also(d, kindRoutes, rt.name[:i+1]+"*")
		}
	}
}
