package blade

import (
	"strings"

	"codeintel/index/framework/laravel"
	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/symbol"
)

// kindData is the kind of the open names of what views are handed: boats.show is what
// has the variables that its renderings give it, and boats.show:boat is one of them.
const kindData = "data"

// kindComposer is the kind of the open names of classes that hand views variables; what
// these hand is named below composerView.
const (
	kindComposer = "composer"
	composerView = "composer:"
)

// everyView is what all views are handed.
const everyView = "*"

// mailable is the class of mails whose views have their public properties.
const mailable = `Illuminate\Mail\Mailable`

// viewKey is the name of a view in dots, without that of its package.
func viewKey(name string) string {
	if i := strings.Index(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	return strings.ReplaceAll(name, "/", ".")
}

// renderings reads what views are handed where they are rendered.
func (x *reader) renderings() {
	for _, c := range x.Calls() {
		if c.Name == "share" && laravel.Shares(x.Reading, c) {
			x.hand([]string{everyView}, x.arguments(c))
			continue
		}
		if (c.Name == "composer" || c.Name == "creator") && laravel.Shares(x.Reading, c) {
			x.composer(c)
			continue
		}
		views, data, ok := laravel.Renders(x.Reading, c)
		if !ok {
			continue
		}
		items := x.items(data)
		if c.Method {
			for _, before := range x.Chain(c.Recv) {
				items = append(items, x.with(before)...)
			}
		}
		for _, behind := range x.behind[c.ID] {
			items = append(items, x.with(behind)...)
		}
		var names []string
		for _, v := range views {
			names = append(names, viewKey(v.Value))
		}
		x.hand(names, items)
	}
}

// composer reads a call that says what hands views their variables whenever they are
// rendered: a function, or a class with a method for it.
func (x *reader) composer(c lang.CallSite) {
	var views []string
	for _, t := range x.Texts(x.Arg(c, 0, "views")) {
		views = append(views, viewKey(t.Value))
	}
	by := x.Arg(c, 1, "callback")
	if fn := x.Func(by); fn >= 0 {
		x.hand(views, x.composed(fn))
	} else if class := x.Class(by); class != "" {
		for _, v := range views {
			x.Alias(kindData, v, x.Value(kindComposer, class))
		}
	}
}

// composes are the methods by which a class hands views variables.
var composes = map[string]bool{"compose": true, "create": true}

// composerOf reads a class that hands views variables.
func (x *reader) composerOf(d lang.DefID) {
	for m := range x.Members(d) {
		if def := &x.f.Defs[m]; !def.Callable() || !composes[x.f.Name(def.Name)] {
			continue
		}
		class := php.FullName(x.f, d)
		if object := x.object(composerView+class, x.composed(m)); object >= 0 {
			x.Alias(kindComposer, class, x.B.Expr(lang.ExprObject, int32(object)))
		}
	}
}

// composed is what a function hands the view that is its first parameter.
func (x *reader) composed(fn lang.DefID) []handed {
	view := ""
	for p := range x.Members(fn) {
		if x.f.Defs[p].Flags&lang.Param != 0 {
			view = x.f.Name(x.f.Defs[p].Name)
			break
		}
	}
	var out []handed
	for _, c := range x.CallsIn(fn) {
		if !c.Method || c.New || view == "" {
			continue
		}
		recv := c.Recv
		if chain := x.Chain(recv); len(chain) > 0 {
			recv = chain[0].Recv
		}
		if recv >= 0 && x.f.Exprs[recv].Kind == lang.ExprName && x.f.Exprs[recv].N >= 0 && x.f.Name(x.f.Refs[x.f.Exprs[recv].N].Name) == view {
			out = append(out, x.with(c)...)
		}
	}
	return out
}

// including are the directives that render views inside others, with the argument that
// names the view; what it is handed is the next one.
var including = map[string]int{
	"@include": 0, "@includeif": 0, "@includefirst": 0, "@includewhen": 1, "@includeunless": 1, "@includeisolated": 0, "@extends": 0, "@extendsfirst": 0,
}

// included reads what a view hands those that it includes: what it has itself, the
// variables of the blocks around, and what the directive says. own is the class of the
// view's own variables.
func (x *reader) included(own lang.DefID) {
	vars := x.variables()
	compared := 0
	for _, c := range x.Calls() {
		if c.Directive == nil {
			continue
		}
		at, ok := including[c.Name]
		if !ok {
			continue
		}
		var names []string
		for _, t := range x.Texts(x.Arg(c, at, "")) {
			names = append(names, viewKey(t.Value))
		}
		items := x.items(x.Arg(c, at+1, ""))
		if c.Name == "@includeisolated" {
			x.hand(names, items)
			continue
		}
		around := lang.NoDef
		if compared += len(vars); compared <= maxCompared {
			around = x.around(vars, c.At.Start)
		}
		for _, n := range names {
			id, d := x.B.Def(0, lang.KindClass, symbol.None, 0, 0)
			d.Flags, d.Space = lang.Synthetic|lang.Local, lang.Value|lang.Type
			for _, object := range [...]lang.DefID{x.object(n, items), around} {
				if object >= 0 {
					x.B.Base(id, lang.BaseExtends, x.B.Expr(lang.ExprObject, int32(object)))
				}
			}
			x.B.Base(id, lang.BaseExtends, x.B.Expr(lang.ExprClass, int32(own)))
			x.Alias(kindData, n, x.B.Expr1(lang.ExprNew, 0, x.B.Expr(lang.ExprClass, int32(id))))
		}
	}
}

// maxCompared is how often a variable of a view is compared with a place in it: a view
// with thousands of both hands the later ones nothing of its own.
const maxCompared = 1 << 22

// variables lists those that the view itself binds in its blocks.
func (x *reader) variables() (vars []lang.DefID) {
	for d := range x.f.Defs {
		def := &x.f.Defs[d]
		if def.Kind != lang.KindVariable || def.Scope < 0 || def.Same >= 0 || def.Flags&lang.Param != 0 || !strings.HasPrefix(x.f.Name(def.Name), "$") {
			continue
		}
		if x.f.Scopes[def.Scope].Kind == lang.ScopeBlock {
			vars = append(vars, lang.DefID(d))
		}
	}
	return vars
}

// around returns an object with those of the variables that a place in the view sees;
// NoDef where there are none.
func (x *reader) around(vars []lang.DefID, at uint32) lang.DefID {
	object := lang.NoDef
	for _, d := range vars {
		if s := &x.f.Scopes[x.f.Defs[d].Scope]; at < s.Start || at >= s.End {
			continue
		}
		if object < 0 {
			object = x.Object()
		}
		x.Bind(object, x.f.Name(x.f.Defs[d].Name), d)
	}
	return object
}

// chained lists for each call those that are called on what it gives.
func (x *reader) chained() {
	x.behind = map[lang.ExprID][]lang.CallSite{}
	for _, c := range x.Calls() {
		if c.Method && (c.Name == "with" || given(c) != "") {
			for _, on := range x.Chain(c.Recv) {
				x.behind[on.ID] = append(x.behind[on.ID], c)
			}
		}
	}
}

// given is the variable that a method gives a view by its own name: withBoat.
func given(c lang.CallSite) string {
	name, ok := strings.CutPrefix(c.Name, "with")
	if !ok || name == "" || name[0] < 'A' || name[0] > 'Z' || name == "Errors" || name == "Input" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// with is what a call with() hands a view: a name and a value, or an array.
func (x *reader) with(c lang.CallSite) []handed {
	if !c.Method {
		return nil
	}
	if n := given(c); n != "" {
		return []handed{{lang.Text{Value: n, Start: c.At.Start, End: c.At.End}, x.Arg(c, 0, "")}}
	}
	if c.Name != "with" {
		return nil
	}
	return x.arguments(c)
}

// arguments are those of a call as a name and a value, or as an array.
func (x *reader) arguments(c lang.CallSite) []handed {
	key := x.Arg(c, 0, "key")
	if t, ok := x.Text(key); ok {
		return []handed{{t, x.Arg(c, 1, "value")}}
	}
	return x.items(key)
}

// handed is a variable that a view is handed.
type handed struct {
	name  lang.Text
	value lang.ExprID
}

// items are the entries of the array that e is, as far as their keys are written.
func (x *reader) items(e lang.ExprID) []handed {
	for n := 0; e >= 0 && x.f.Exprs[e].Kind == lang.ExprNonNull && n < 8; n++ {
		e = x.f.Exprs[e].A // what a variable holds
	}
	var out []handed
	if c, ok := x.CallOf(e); ok && c.Name == "array_merge" && !c.Method {
		for _, a := range x.Args(c) {
			out = append(out, x.items(a)...)
		}
		return out
	}
	for _, i := range x.Items(e) {
		if t, ok := x.Text(i.Key); ok {
			out = append(out, handed{t, i.Value})
		}
	}
	return out
}

// hand gives views variables: the keys are what they lead to.
func (x *reader) hand(views []string, items []handed) {
	for _, v := range views {
		if object := x.object(v, items); object >= 0 {
			x.Alias(kindData, v, x.B.Expr(lang.ExprObject, int32(object)))
		}
	}
}

// object has what a view is handed as properties, NoDef where that is nothing.
func (x *reader) object(view string, items []handed) lang.DefID {
	object := lang.NoDef
	for _, i := range items {
		d := x.Define(kindData, view+":"+i.name.Value, i.name)
		if d < 0 {
			continue
		}
		x.f.Defs[d].Flags |= lang.Agreed
		if x.says(i.value) {
			x.Forward(d, i.value)
		}
		if object < 0 {
			object = x.Object()
		}
		x.Bind(object, "$"+i.name.Value, d)
	}
	return object
}

// says says whether a value has a type of its own: null and an empty array stand for
// any.
func (x *reader) says(e lang.ExprID) bool {
	if e < 0 {
		return false
	}
	switch v := &x.f.Exprs[e]; v.Kind {
	case lang.ExprNull:
		return false
	case lang.ExprArray, lang.ExprTuple:
		return v.A >= 0
	}
	return true
}

// mail gives the views of a mail its public properties.
func (x *reader) mail(d lang.DefID, bases []string) {
	is := false
	for _, b := range bases {
		is = is || b == mailable
	}
	if !is {
		return
	}
	object := x.public(d)
	if object < 0 {
		return
	}
	for _, c := range x.CallsIn(d) {
		views, _, _ := laravel.Renders(x.Reading, c)
		for _, v := range views {
			x.Alias(kindData, viewKey(v.Value), x.B.Expr(lang.ExprObject, int32(object)))
		}
	}
}

// public is an object with the public properties of a class, NoDef where it has none.
func (x *reader) public(d lang.DefID) lang.DefID {
	object := lang.NoDef
	for m := range x.Members(d) {
		def := &x.f.Defs[m]
		if def.Kind != lang.KindProperty || def.Flags&(lang.Static|lang.Synthetic) != 0 || isHidden(def.Sig) {
			continue
		}
		if object < 0 {
			object = x.Object()
		}
		x.Bind(object, x.f.Name(x.f.Defs[m].Name), m)
	}
	return object
}

// isHidden says whether a property that is declared so is not public.
func isHidden(sig string) bool {
	before, _, _ := strings.Cut(sig, "$")
	for _, w := range strings.Fields(before) {
		if w = strings.ToLower(w); w == "private" || w == "protected" {
			return true
		}
	}
	return false
}
