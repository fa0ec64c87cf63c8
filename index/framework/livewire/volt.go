package livewire

import (
	"strings"

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
		for _, b := range bases {
			if b == baseVolt || b == baseComponent {
				component = d
			}
		}
	}
	functional := false
	for _, c := range x.Calls() {
		functional = functional || strings.HasPrefix(x.called(c), voltSpace)
	}
	if component < 0 && !functional {
		return
	}
	for _, n := range voltNames(name) {
		x.Alias(kindComponent, n, x.view(name))
	}
	if component >= 0 {
		php.Within(x.Reading, x.B.Expr(lang.ExprDef, int32(component)))
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

// voltNames are the names by which the component of a view is called: those below the
// folders that hold such components.
func voltNames(view string) []string {
	for _, folder := range [...]string{"livewire.", "pages."} {
		if n, ok := strings.CutPrefix(view, folder); ok {
			names := []string{n}
			if short, ok := strings.CutSuffix(n, ".index"); ok {
				names = append(names, short)
			}
			return names
		}
	}
	return []string{view}
}

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
