package django

import (
	"path"
	"strings"

	"codeintel/index/lang"
)

// urls reads the addresses that a file lists: each with a name is a definition that
// stands for its view.
func (x *reader) urls() {
	own := ""
	if app := x.fileText("app_name", lang.NoDef); app != "" {
		own = app + ":"
	}
	spaces := map[lang.ExprID]string{} // of addresses in lists that are included
	for _, c := range x.calls {
		if x.callee(c) == "include" {
			x.include(c, own, spaces)
		}
	}
	for _, c := range x.calls {
		switch x.callee(c) {
		case "path", "re_path", "url":
		default:
			continue
		}
		t, ok := x.Text(x.Arg(c, 3, "name"))
		if !ok {
			x.routeChunk(c, "")
			continue
		}
		x.routeChunk(c, own+spaces[c.ID]+t.Value)
		d := x.Define(kindURL, own+spaces[c.ID]+t.Value, t)
		x.Forward(d, x.view(x.Arg(c, 1, "view"), 0))
	}
}

// include reads include(module or list or (it, app_name), namespace).
func (x *reader) include(c lang.CallSite, own string, spaces map[lang.ExprID]string) {
	what := x.Arg(c, 0, "arg")
	space := ""
	if t, ok := x.Text(x.Arg(c, 1, "namespace")); ok {
		space = t.Value + ":"
	}
	app := ""
	if items := x.Items(what); len(items) > 0 && x.B.F.Exprs[what].Kind == lang.ExprTuple {
		what = items[0].Value
		if len(items) > 1 {
			if t, ok := x.Text(items[1].Value); ok {
				app = t.Value + ":"
			}
		}
		if len(items) > 2 {
			if t, ok := x.Text(items[2].Value); ok && space == "" {
				space = t.Value + ":"
			}
		}
	}
	// The addresses have the name of the application, and that of the place.
	prefixes := []string{app}
	if space != "" && space != app && app != "" {
		prefixes = append(prefixes, space)
	}
	module := x.full(what)
	at := c.At
	if t, ok := x.Text(what); ok {
		x.dotted(t)
		module, at = t.Value, t
	}
	if module != "" {
		for _, p := range x.files(module) {
			for _, prefix := range prefixes {
				x.Mount(kindURL, own+prefix, p, at)
			}
		}
		return
	}
	for _, i := range x.items(what) {
		if _, ok := spaces[i.Value]; !ok && app != "" {
			spaces[i.Value] = app
		}
	}
}

// files are the paths that a module may have, as seen from the file.
func (x *reader) files(module string) []string {
	dir := path.Dir(x.Path)
	if rest := strings.TrimLeft(module, "."); rest != module {
		for range len(module) - len(rest) - 1 {
			dir = path.Dir(dir)
		}
		base := path.Join(dir, strings.ReplaceAll(rest, ".", "/"))
		return []string{base + ".py", base + "/__init__.py"}
	}
	var out []string
	for range maxDotted {
		base := path.Join(dir, strings.ReplaceAll(module, ".", "/"))
		out = append(out, base+".py", base+"/__init__.py")
		if dir == "." {
			break
		}
		dir = path.Dir(dir)
	}
	return out
}

// view is what handles an address: a function, the class of Class.as_view(), or what
// a decorator is given.
func (x *reader) view(e lang.ExprID, depth int) lang.ExprID {
	if e < 0 || depth > 4 {
		return lang.NoExpr
	}
	switch n := &x.B.F.Exprs[e]; n.Kind {
	case lang.ExprName, lang.ExprMember:
		return e
	case lang.ExprNonNull:
		return x.view(n.A, depth+1)
	case lang.ExprCall:
		if c, ok := x.CallOf(e); ok {
			if c.Name == "as_view" && c.Method {
				if x.full(c.Recv) != "" && strings.HasPrefix(x.full(c.Recv), "django.") {
					return lang.NoExpr // a view of Django's itself
				}
				return c.Recv
			}
			if c.Name == "include" {
				return lang.NoExpr
			}
		}
		for a := n.B; a >= 0; a = x.B.F.Exprs[a].Next {
			return x.view(a, depth+1)
		}
	}
	return lang.NoExpr
}

// useURL refers at a text to the address of that name.
func (x *reader) useURL(e lang.ExprID) {
	t, ok := x.Text(e)
	if ok && !strings.ContainsAny(t.Value, "/ .?#") {
		x.UseMounted(kindURL, t.Value, t)
	}
}

// reversers are the functions that take the name of an address, with that of the
// argument.
var reversers = map[string]string{"reverse": "viewname", "reverse_lazy": "viewname", "redirect": "to", "resolve_url": "to"}

// urlKeywords are the arguments, and variables, that name an address.
var urlKeywords = map[string]bool{"pattern_name": true, "login_url": true, "LOGIN_URL": true, "LOGIN_REDIRECT_URL": true, "LOGOUT_REDIRECT_URL": true}

// uses reads where addresses and settings are named.
func (x *reader) uses() {
	f := x.B.F
	for _, c := range x.calls {
		if c.ID < 0 {
			continue
		}
		if arg, ok := reversers[x.callee(c)]; ok {
			x.useURL(x.Arg(c, 0, arg))
		}
		for _, k := range [...]string{"pattern_name", "login_url"} {
			x.useURL(x.Arg(c, -1, k))
		}
	}
	for d := range f.Defs {
		switch n := f.Name(f.Defs[d].Name); {
		case urlKeywords[n] && f.Defs[d].Flags&(lang.Param|lang.Local) == 0:
			for _, v := range x.Values(lang.DefID(d)) {
				x.useURL(v)
			}
		case strings.HasPrefix(n, "handler") && f.Defs[d].Scope == 0 && len(n) == len("handler404"):
			for _, v := range x.Values(lang.DefID(d)) {
				if t, ok := x.Text(v); ok {
					x.dotted(t)
				}
			}
		}
	}
	for e := range f.Exprs {
		n := &f.Exprs[e]
		if n.Kind != lang.ExprMember {
			continue
		}
		ref := f.Refs[n.N]
		if s := f.Name(ref.Name); isSetting(s) && x.full(n.A) == "django.conf.settings" {
			x.Use(kindSetting, s, lang.Text{Value: s, Start: ref.Start, End: ref.End})
		}
	}
}
