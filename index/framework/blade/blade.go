// Package blade reads what components of Blade are given: attributes and slots are
// the properties that a component declares (@props) and the parameters of its class;
// the variables of a component's view are the properties and methods of its class.
package blade

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/symbol"
)

// version changes whenever what is read of some file does.
const version = 6

// Kinds of open names.
const (
	kindComponent = "component" // forms.text-input: what the tag x-forms.text-input calls
	kindView      = "view"      // components.forms.text-input: the component that a view is of
	kindProp      = "prop"      // forms.text-input.label
	kindGiven     = "given"     // forms.text-input:label: what it is given where it is used
)

// named is what the open names of components begin with that are called otherwise
// than their classes. Most components are not: that there is none says nothing.
const named = "@component "

// base is the class that components are derived from.
const base = `Illuminate\View\Component`

// Framework is Blade.
func Framework() *lang.Framework {
	return &lang.Framework{Name: "blade", Version: version, Families: []string{php.Family}, Read: read}
}

// reader reads one file.
type reader struct {
	*lang.Reading
	f *lang.Facts
	// behind are, for a call, those of what gives views variables that are called on
	// what it gives.
	behind map[lang.ExprID][]lang.CallSite
}

func read(r *lang.Reading) {
	x := &reader{Reading: r, f: r.B.F}
	if name := ViewName(r.Path); name != "" {
		php.Within(r, r.Value(kindView, name))
		php.WithinAny(r, r.Value(kindData, name))
		own := php.WithinAny(r, r.Value(kindData, everyView))
		x.props(name)
		x.tags()
		x.included(own)
		x.merged()
	}
	for d, bases := range r.Classes() {
		x.class(d, bases)
		x.mail(d, bases)
		x.composerOf(d)
	}
	x.chained()
	x.renderings()
	for _, c := range r.Calls() {
		if c.Method && c.Name == "component" && isBlade(r.Class(c.Recv)) {
			x.register(c)
		}
	}
}

func isBlade(class string) bool {
	return class == "Blade" || class == `Illuminate\Support\Facades\Blade`
}

// ViewName is the name of the view at path, "" for other files.
func ViewName(path string) string {
	name, ok := strings.CutSuffix(path, php.Template)
	if !ok {
		return ""
	}
	if _, below, ok := strings.Cut("/"+name, "/views/"); ok {
		name = below
	}
	return strings.ReplaceAll(name, "/", ".")
}

// CalledBy are the names by which tags call a component that is called name below the
// folder of components: one called index or as its folder is that of the folder.
func CalledBy(name string) []string {
	out := []string{name}
	folder, last, ok := cutLast(name)
	if _, above, _ := cutLast(folder); ok && (last == "index" || last == above) {
		out = append(out, folder)
	}
	return out
}

// cutLast parts a name before its last dot. Without one all of it is the last part.
func cutLast(name string) (before, last string, ok bool) {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i], name[i+1:], true
	}
	return "", name, false
}

// props reads what a view declares that is a component without a class.
func (x *reader) props(view string) {
	name, ok := strings.CutPrefix(view, "components.")
	if !ok {
		return
	}
	object := lang.NoDef
	for _, c := range x.Calls() {
		if c.Directive == nil || c.Name != "@props" {
			continue
		}
		for _, i := range x.Items(x.Arg(c, 0, "")) {
			t, ok := x.Text(i.Key)
			if i.Key < 0 {
				t, ok = x.Text(i.Value)
			}
			if !ok {
				continue
			}
			if object < 0 {
				object = x.Object()
			}
			if d := x.Define(kindProp, name+"."+t.Value, t); d >= 0 {
				x.Bind(object, "$"+Camel(t.Value), d)
			}
			x.given(name, t, i)
		}
	}
	if object < 0 {
		return
	}
	for _, n := range CalledBy(name) {
		x.Alias(kindComponent, n, x.B.Expr(lang.ExprObject, int32(object)))
	}
}

// given lets the variable of a property have the type of what its component is given
// wherever that is used, and of what it is otherwise, where all of them agree.
func (x *reader) given(component string, t lang.Text, i lang.Item) {
	for d := range x.f.Defs {
		if def := &x.f.Defs[d]; def.Start != t.Start || def.Kind != lang.KindVariable {
			continue
		}
		if len(x.Values(lang.DefID(d))) > 0 {
			return // the view gives it what it likes
		}
		x.f.Defs[d].Flags |= lang.Agreed
		for _, n := range CalledBy(component) {
			x.B.Assign(lang.DefID(d), x.Value(kindGiven, n+":"+Camel(t.Value)))
		}
		if i.Key >= 0 && x.says(i.Value) {
			x.B.Assign(lang.DefID(d), i.Value)
		}
		return
	}
}

// isComponent says whether a class is a component, by its bases or its namespace.
func isComponent(name string, bases []string) bool {
	other := false // a base of which nothing is known
	for _, b := range bases {
		if b == base {
			return true
		}
		other = other || !strings.HasPrefix(b, `Illuminate\`)
	}
	return other && strings.Contains(name, `\View\Components\`)
}

// own are the methods of components that their views don't have.
var own = map[string]bool{"render": true, "data": true, "resolveView": true, "shouldRender": true, "withName": true, "withAttributes": true}

// class reads a class that may be a component.
func (x *reader) class(d lang.DefID, bases []string) {
	def := &x.f.Defs[d]
	name := php.FullName(x.f, d)
	if def.Kind != lang.KindClass || def.Flags&lang.Synthetic != 0 || !isComponent(name, bases) {
		return
	}
	object := x.Object()
	var views []string
	constructor := lang.NoDef
	for m := range x.Members(d) {
		switch n := x.f.Name(x.f.Defs[m].Name); {
		case !x.f.Defs[m].Callable() || own[n] && n != "render":
		case n == "render":
			views = x.rendered(m)
		case strings.EqualFold(n, "__construct"):
			constructor = m
		case !strings.HasPrefix(n, "__"):
			x.Bind(object, "$"+n, m)
		}
	}
	for p := range lang.DefID(len(x.f.Defs)) {
		if pd := &x.f.Defs[p]; constructor >= 0 && pd.Parent == constructor && pd.Flags&lang.Param != 0 && pd.Flags&lang.Synthetic == 0 {
			x.Bind(object, x.f.Name(pd.Name), p)
		}
	}
	values := func() []lang.ExprID {
		return []lang.ExprID{x.B.Expr1(lang.ExprNew, 0, x.B.Expr(lang.ExprClass, int32(d))), x.B.Expr(lang.ExprObject, int32(object))}
	}
	for _, v := range views {
		x.Alias(kindView, strings.ReplaceAll(v, "/", "."), values()...)
	}
	parts := strings.Split(name, `\`)
	for i := range parts {
		parts[i] = Kebab(parts[i])
	}
	for i := len(parts) - 2; i > 0; i-- {
		if parts[i] == "components" {
			for _, n := range CalledBy(strings.Join(parts[i+1:], ".")) {
				x.Alias(kindComponent, n, values()...)
			}
			break
		}
	}
}

// rendered are the views that a method renders.
func (x *reader) rendered(m lang.DefID) []string {
	var views []string
	for _, c := range x.CallsIn(m) {
		if !c.New && (c.Name == "view" || c.Name == "make" && c.Method) {
			if t, ok := x.Text(x.Arg(c, 0, "view")); ok {
				views = append(views, t.Value)
			}
		}
	}
	return views
}

// register reads Blade::component('name', Class::class), whose arguments may stand
// the other way round.
func (x *reader) register(c lang.CallSite) {
	class, alias := x.Arg(c, 0, "class"), x.Arg(c, 1, "alias")
	if x.Class(class) == "" {
		class, alias = alias, class
	}
	t, ok := x.Text(alias)
	if !ok || x.Class(class) == "" {
		return
	}
	d := x.Define(kindComponent, t.Value, t)
	x.Forward(d, x.instance(class))
	if d < 0 {
		return
	}
	id, def := x.B.Def(x.B.Name(t.Value), lang.KindKey, symbol.None, t.Start, t.Start)
	def.Space, def.Flags, def.Key = lang.Namespace, lang.Open|lang.Synthetic|lang.Forward, x.B.Name(named+t.Value)
	x.B.Assign(id, x.B.Expr(lang.ExprDef, int32(d)))
	x.B.Assign(id, x.instance(class))
	// What it is given are parameters of the class, which the class's own name has.
	parts := strings.Split(x.Class(class), `\`)
	for i := range parts {
		parts[i] = Kebab(parts[i])
	}
	for i := len(parts) - 2; i > 0; i-- {
		if parts[i] == "components" {
			x.Forward(d, x.Value(kindComponent, strings.Join(parts[i+1:], ".")))
			break
		}
	}
}

// instance is an object of the class that e names.
func (x *reader) instance(e lang.ExprID) lang.ExprID {
	return x.B.Expr1(lang.ExprNew, 0, x.B.Copy(e))
}

// tags reads the elements of a view that are components.
func (x *reader) tags() {
	type open struct {
		end       uint32
		component lang.ExprID
	}
	var around []open // components around the element at hand
	values := map[uint32]lang.ExprID{}
	for _, c := range x.Calls() {
		if c.Directive != nil && strings.HasPrefix(c.Name, ":") {
			values[c.At.Start] = x.Arg(c, 0, "")
		}
	}
	for _, e := range x.Elements() {
		for n := len(around); n > 0 && around[n-1].end <= e.Start; n-- {
			around = around[:n-1]
		}
		name, ok := strings.CutPrefix(e.Tag.Value, "x-")
		switch {
		case !ok || name == "dynamic-component":
		case name == "slot" || strings.HasPrefix(name, "slot:"):
			if len(around) > 0 {
				x.slot(e, around[len(around)-1].component)
			}
		default:
			for _, at := range [...]lang.Text{e.Tag, e.Close} {
				if at.Value == e.Tag.Value {
					x.B.Ref(lang.Ref{Name: x.B.Name(named + name), Start: at.Start, End: at.End, X: -1, Kind: lang.RefOpen, Role: lang.Read, N: lang.OpenSure})
				}
			}
			component := x.Value(kindComponent, name)
			for _, a := range e.Attrs {
				x.attribute(a, component)
				if v, ok := values[a.Name.Start+1]; ok && x.says(v) {
					x.Alias(kindGiven, name+":"+Camel(strings.TrimLeft(a.Name.Value, ":$")), v)
				}
			}
			around = append(around, open{e.End, component})
		}
	}
}

// slot reads an element that fills a slot of a component. The slot itself is defined
// where its name stands.
func (x *reader) slot(e lang.Element, component lang.ExprID) {
	for i := range x.f.Defs {
		d := &x.f.Defs[i]
		if d.EncStart != e.Start || d.Start <= e.Start || d.Start >= e.End || d.Flags&lang.Synthetic != 0 {
			continue
		}
		if name, ok := strings.CutPrefix(x.f.Name(x.f.OpenName(lang.DefID(i))), "@slot "); ok {
			x.SureMember(component, "$"+Camel(name), lang.Text{Value: name, Start: d.Start, End: d.End}, lang.Write)
			return
		}
	}
}

// attribute reads an attribute that gives a component the value of a property.
func (x *reader) attribute(a lang.Attr, component lang.ExprID) {
	at := a.Name
	if n, ok := strings.CutPrefix(at.Value, ":"); ok {
		at = lang.Text{Value: n, Start: at.Start + 1, End: at.End}
	}
	name := strings.TrimPrefix(at.Value, "$") // :$label is a variable and what it is given to
	if strings.ContainsAny(name, ":@.{$") {
		return
	}
	x.SureMember(component, "$"+Camel(name), at, lang.Write)
}

// merged reads the classes of style sheets that a component adds to its attributes:
// $attributes->class(['card', 'wide' => $wide]), $attributes->merge(['class' => 'card']).
func (x *reader) merged() {
	for _, c := range x.Calls() {
		if !c.Method || c.Name != "class" && c.Name != "merge" || !x.attributes(x.Chain(c.ID)[0].Recv) {
			continue
		}
		arg := x.Arg(c, 0, "")
		if t, ok := x.Text(arg); ok && c.Name == "class" {
			x.classes(t)
		}
		for _, i := range x.Items(arg) {
			key, keyed := x.Text(i.Key)
			value, ok := x.Text(i.Value)
			switch {
			case c.Name == "merge" && keyed && key.Value == "class" && ok, c.Name == "class" && i.Key < 0 && ok:
				x.classes(value)
			case c.Name == "class" && keyed:
				x.classes(key)
			}
		}
	}
}

// attributes says whether e is the variable of a component's attributes.
func (x *reader) attributes(e lang.ExprID) bool {
	if e < 0 {
		return false
	}
	v := &x.f.Exprs[e]
	return (v.Kind == lang.ExprName || v.Kind == lang.ExprMember) && v.N >= 0 && x.f.Name(x.f.Refs[v.N].Name) == "$attributes"
}

// classes refers to the rules for the classes in a text.
func (x *reader) classes(t lang.Text) {
	for at := 0; at < len(t.Value); at++ {
		from := at
		for at < len(t.Value) && t.Value[at] != ' ' {
			at++
		}
		if from < at && int(t.End-t.Start) == len(t.Value) {
			x.B.Ref(lang.Ref{Name: x.B.Name("." + t.Value[from:at]), Start: t.Start + uint32(from), End: t.Start + uint32(at), X: -1, Kind: lang.RefOpen, Role: lang.Read, N: 1})
		}
	}
}

// Kebab is a class's name as names of components have it: TextInput is text-input.
func Kebab(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Camel is an attribute's name as variables and properties have it: text-input and
// text_input are textInput.
func Camel(s string) string {
	var b strings.Builder
	upper := false
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '-' || c == '_' && i > 0:
			upper = true
			continue
		case upper && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		}
		upper = false
		b.WriteByte(c)
	}
	return b.String()
}
