package livewire

import (
	"slices"
	"strings"

	"codeintel/index/framework/blade"
	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/symbol"
)

// voltSpace is the namespace of Volt's functions.
const voltSpace = `Livewire\Volt\`

// volt reads a view that is a component itself, whose name as a view is given.
func (x *reader) volt(name string) {
	component := lang.NoDef
	for d, bases := range x.Classes() {
		if x.f.Defs[d].Flags&lang.Synthetic == 0 {
			continue
		}
		if slices.ContainsFunc(bases, isBase) {
			component = d
		}
	}
	functional := false
	for _, c := range x.Calls() {
		functional = functional || strings.HasPrefix(x.called(c), voltSpace)
	}
	if component < 0 && !functional {
		return
	}
	values := []lang.ExprID{x.view(name)}
	names := viewNames(name)
	if component >= 0 {
		x.open(component, names[0])
		values = append(values, x.like(component))
		php.Within(x.Reading, x.B.Expr(lang.ExprDef, int32(component)))
	}
	for _, n := range names {
		x.Alias(kindComponent, n, values...)
	}
	if !functional {
		return
	}
	_, d := x.B.Def(0, lang.KindObject, symbol.None, 0, 0)
	d.Flags = lang.Synthetic | lang.Local
	x.members = lang.DefID(len(x.f.Defs) - 1)
	php.Within(x.Reading, x.B.Expr(lang.ExprObject, int32(x.members)))
	x.actions()
}

// bolt marks the files and folders of components whose class stands with their view.
// It is no part of their names, nor is what may follow it, which says how it is drawn.
const bolt = "⚡"

// unmarked is a name in dots without the marks of its parts.
func unmarked(name string) string {
	parts := strings.Split(name, ".")
	for i, p := range parts {
		if rest, ok := strings.CutPrefix(p, bolt); ok {
			parts[i] = strings.TrimLeft(rest, "\uFE0E\uFE0F")
		}
	}
	return strings.Join(parts, ".")
}

// viewNames are the names by which the component of a view is called: those below the
// folders that hold such components, and behind the name of a folder that has a
// namespace (pages::boats).
func viewNames(view string) []string {
	view = unmarked(view)
	folder, below, ok := strings.Cut(view, ".")
	if !ok {
		return []string{view}
	}
	names := blade.CalledBy(below)
	if folder == "components" || folder == "livewire" {
		return names
	}
	var out []string
	for _, n := range names {
		out = append(out, folder+"::"+n)
	}
	if folder == "pages" { // Volt looks there too
		return append(out, names...)
	}
	return append(out, view)
}

// open lets other files see the members of a class without a name, which has a place in
// their symbols by the name of its component.
func (x *reader) open(d lang.DefID, name string) {
	at := lang.NoDef
	if blade.ViewName(x.Path) == "" { // the symbols of views begin with their paths
		id, place := x.B.Def(x.B.Name(x.Path), lang.KindNamespace, symbol.Namespace, 0, 0)
		place.Flags, place.Space = lang.Synthetic|lang.Elsewhere, lang.Namespace
		at = id
	}
	def := &x.f.Defs[d]
	def.Flags &^= lang.Local
	def.Desc, def.Suffix, def.Parent = x.B.Name(name), symbol.Type, at
	for m := range x.Members(d) {
		def := &x.f.Defs[m]
		if def.Flags&lang.Synthetic != 0 {
			continue
		}
		def.Flags &^= lang.Local
		if def.Suffix = symbol.Term; def.Callable() {
			def.Suffix = symbol.Method
		}
	}
}

// like is an object with the members of a class that is no place to go to itself.
func (x *reader) like(d lang.DefID) lang.ExprID {
	id, own := x.B.Def(0, lang.KindClass, symbol.None, 0, 0)
	own.Flags, own.Space = lang.Synthetic|lang.Local, lang.Value|lang.Type
	x.B.Base(id, lang.BaseExtends, x.B.Expr(lang.ExprClass, int32(d)))
	return x.object(id)
}

// beside reads a class without a name whose view is the file beside it: both are called
// as the folder is.
func (x *reader) beside(d lang.DefID, bases []string) {
	file, ok := strings.CutSuffix(x.Path, ".php")
	if !ok || !strings.Contains("/"+file, "/views/") || x.f.Defs[d].Flags&lang.Synthetic == 0 || !slices.ContainsFunc(bases, isBase) {
		return
	}
	view := blade.ViewName(file + php.Template)
	names := viewNames(view)
	own := x.B.Import(lang.Import{Module: x.B.Name(php.File + x.Path), Kind: lang.ImportModule, Local: lang.NoDef})
	x.open(d, names[0])
	for _, n := range names {
		x.Alias(kindComponent, n, x.like(d), x.B.Expr(lang.ExprRequire, int32(own)), x.view(view))
	}
	x.Alias(kindView, view, x.object(d))
}

// isBase says whether a class is one that components without a name extend.
func isBase(class string) bool { return class == baseVolt || class == baseComponent }

// actions makes methods of the functions that variables of the file hold, and
// properties of those that are computed.
func (x *reader) actions() {
	for _, a := range x.f.Assigns[:len(x.f.Assigns):len(x.f.Assigns)] {
		d := &x.f.Defs[a.Def]
		name, ok := strings.CutPrefix(x.f.Name(d.Name), "$")
		if !ok || d.Kind != lang.KindVariable || d.Scope < 0 || x.f.Scopes[d.Scope].Parent != 0 || x.f.Scopes[d.Scope].Owner >= 0 {
			continue
		}
		if x.Func(a.Value) >= 0 {
			x.bind(a.Def, php.Method(strings.ToLower(name)))
			continue
		}
		c, ok := x.CallOf(a.Value)
		if !ok {
			continue
		}
		fn := x.Arg(c, 0, "")
		switch x.called(c) {
		case voltSpace + php.Method("action"), voltSpace + php.Method("protect"):
			x.B.Assign(a.Def, fn)
			x.bind(a.Def, php.Method(strings.ToLower(name)))
		case voltSpace + php.Method("computed"):
			x.B.Assign(a.Def, x.B.Expr1(lang.ExprCall, 0, fn))
			x.bind(a.Def, "$"+name)
		}
	}
}

// bind makes a definition a member of the component.
func (x *reader) bind(d lang.DefID, name string) {
	id, def := x.B.Def(x.B.Name(name), lang.KindMethod, symbol.None, 0, 0)
	def.Flags = lang.Binding | lang.Member | lang.Synthetic
	def.Parent = x.members
	x.B.Assign(id, x.B.Expr(lang.ExprDef, int32(d)))
}

// state makes a property of the component.
func (x *reader) state(t lang.Text, value lang.ExprID) {
	if t.Start >= t.End {
		return
	}
	id, d := x.B.Def(x.B.Name("$"+t.Value), lang.KindProperty, symbol.None, t.Start, t.End)
	d.Flags, d.Parent = lang.Local|lang.Member, x.members
	if fn := x.Func(value); fn >= 0 {
		value = x.B.Expr1(lang.ExprCall, 0, value)
	}
	x.B.Assign(id, value)
}

// function reads a call of one of Volt's functions.
func (x *reader) function(c lang.CallSite) {
	name, ok := strings.CutPrefix(x.called(c), voltSpace)
	if !ok || x.members < 0 {
		return
	}
	arg := x.Arg(c, 0, "")
	switch name {
	case "state()", "with()":
		if t, ok := x.Text(arg); ok {
			x.state(t, x.Arg(c, 1, ""))
		}
		for _, e := range x.given(arg) {
			for _, i := range x.Items(e) {
				if t, ok := x.Text(i.Key); ok {
					x.state(t, i.Value)
				} else if t, ok := x.Text(i.Value); ok && i.Key < 0 {
					x.state(t, lang.NoExpr)
				}
			}
		}
	case "on()":
		for _, i := range x.Items(arg) {
			t, ok := x.Text(i.Key)
			if !ok {
				continue
			}
			d := x.Define(kindEvent, t.Value, t)
			if to, ok := x.Text(i.Value); ok {
				x.Forward(d, x.method(x.self, to))
			}
		}
	case "layout()":
		if t, ok := x.Text(arg); ok {
			x.useView(t)
		}
	}
}

// given is e, or what it gives where it is a function.
func (x *reader) given(e lang.ExprID) []lang.ExprID {
	if fn := x.Func(e); fn >= 0 {
		return x.Returns(fn)
	}
	return []lang.ExprID{e}
}
