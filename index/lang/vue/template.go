package vue

import (
	"regexp"
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
)

// template reads the elements below the template blocks and the expressions
// between them.
func (x *extractor) template(echoes []ts.Range) error {
	n := len(x.doc.Elements)
	x.inside = make([]lang.ScopeID, n)
	x.instances = make([]lang.ExprID, n)
	x.plain = make([]bool, n)
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		x.instances[i] = lang.NoExpr
		if e.Parent < 0 {
			x.inside[i] = x.root
			if x.tag(e) == "template" {
				x.b.Template(e.Open.Start, e.End)
				if a, ok := e.Attr(x.src, "src"); ok {
					x.markup.Import(a.Value, lang.ImportModule)
				}
			}
			continue
		}
		if err := x.element(i); err != nil {
			return err
		}
	}
	var open []int // the elements around
	next := 0
	for _, echo := range echoes {
		for ; next < n && x.doc.Elements[next].Open.End <= echo.Start; next++ {
			open = append(open, next)
		}
		for len(open) > 0 && x.doc.Elements[open[len(open)-1]].End <= echo.Start {
			open = open[:len(open)-1]
		}
		scope := x.root
		if len(open) > 0 {
			in := open[len(open)-1]
			if x.plain[in] {
				continue
			}
			scope = x.inside[in]
		}
		if err := x.expression(echo, scope); err != nil {
			return err
		}
	}
	return nil
}

func (x *extractor) expression(r ts.Range, scope lang.ScopeID) error {
	if strings.TrimSpace(x.text(r)) == "" {
		return nil
	}
	_, err := x.script.Expression(x.dialect, r, scope, false)
	return err
}

// element reads element i, whose parent has been read.
func (x *extractor) element(i int) error {
	e := &x.doc.Elements[i]
	scope := x.inside[e.Parent]
	_, pre := e.Attr(x.src, "v-pre")
	x.plain[i] = pre || x.plain[e.Parent]
	x.inside[i] = scope
	if x.plain[i] {
		x.markup.Element(e)
		return nil
	}
	if a, ok := e.Attr(x.src, "v-for"); ok && a.Value.Start < a.Value.End {
		inner, err := x.loop(e, a.Value, scope)
		if err != nil {
			return err
		}
		scope = inner
		x.inside[i] = scope
	}
	x.instances[i] = x.componentOf(e)
	own := x.instances[i]
	static := *e
	static.Attrs = nil
	for _, a := range e.Attrs {
		if n := x.text(a.Name); own < 0 || n == "class" || n == "style" || n == "id" {
			static.Attrs = append(static.Attrs, a)
		}
	}
	x.markup.Attributes(&static)
	slot := lang.NoDef
	if x.tag(e) == "slot" {
		slot = x.slot(e)
	}
	for _, a := range e.Attrs {
		if err := x.attribute(i, a, scope, slot); err != nil {
			return err
		}
	}
	return nil
}

var loopParts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^(.*?)\s(in|of)\s(.*)$`)
})

// loop reads v-for, and returns the scope of what it binds.
func (x *extractor) loop(e *html.Element, at ts.Range, scope lang.ScopeID) (lang.ScopeID, error) {
	m := loopParts().FindSubmatchIndex(x.src[at.Start:at.End])
	if m == nil {
		return scope, x.expression(at, scope)
	}
	over, err := x.script.Expression(x.dialect, ts.Range{Start: at.Start + uint32(m[6]), End: at.Start + uint32(m[7])}, scope, false)
	if err != nil {
		return scope, err
	}
	inner := x.b.Scope(lang.ScopeBlock, scope, lang.NoDef, e.Open.Start, e.End)
	values := []lang.ExprID{lang.NoExpr, x.b.Expr(lang.ExprNumber, -1), x.b.Expr(lang.ExprNumber, -1)}
	if over >= 0 {
		values[0] = x.b.Expr1(lang.ExprElem, -1, over)
	}
	return inner, x.script.Parameters(x.dialect, ts.Range{Start: at.Start, End: at.Start + uint32(m[3])}, inner, values...)
}

// variants are the names by which a tag may be bound.
func variants(tag string) [3]string { return [3]string{tag, camel(tag), pascal(tag)} }

// componentOf finds the component that an element is: an instance of it,
// lang.NoExpr when the element is none.
func (x *extractor) componentOf(e *html.Element) lang.ExprID {
	tag := x.tag(e)
	head, rest, dotted := strings.Cut(tag, ".")
	ranges := []ts.Range{e.Tag}
	if e.Close.Start < e.Close.End && x.text(e.Close) == tag {
		ranges = append(ranges, e.Close)
	}
	if dotted {
		if !x.bound[head] || rest == "" || strings.Contains(rest, ".") {
			return lang.NoExpr
		}
		inst := lang.NoExpr
		for _, r := range ranges {
			n := x.nameAt(head, ts.Range{Start: r.Start, End: r.Start + uint32(len(head))}, lang.Read)
			m := x.b.Ref(lang.Ref{Name: x.b.Name(rest), Start: r.Start + uint32(len(head)) + 1, End: r.End, X: int32(n), Kind: lang.RefMember, Role: lang.Read | lang.Call, Space: lang.Value})
			if inst < 0 {
				inst = x.b.Expr1(lang.ExprMember, int32(m), n)
			}
		}
		return x.b.Expr1(lang.ExprNew, -1, inst)
	}
	if elements[tag] {
		return lang.NoExpr
	}
	name := ""
	for _, v := range variants(tag) {
		if r, ok := x.component.Registered[v]; ok {
			name = r
			break
		}
	}
	if lower := tag == strings.ToLower(tag) && !strings.Contains(tag, "-"); name == "" {
		for _, v := range variants(tag) {
			if x.bound[v] && (!lower || x.imports[v]) {
				name = v
				break
			}
		}
	}
	switch {
	case name != "":
		inst := lang.NoExpr
		for _, r := range ranges {
			if n := x.nameAt(name, r, lang.Read|lang.Call); inst < 0 {
				inst = n
			}
		}
		return x.b.Expr1(lang.ExprNew, -1, inst)
	case pascal(tag) == x.self:
		for _, r := range ranges {
			x.b.Ref(lang.Ref{Name: x.b.Name("default"), Start: r.Start, End: r.End, X: int32(x.component.Def), Kind: lang.RefDef, Role: lang.Read | lang.Call, Space: lang.Value})
		}
		return x.b.Expr2(lang.ExprCast, -1, lang.NoExpr, x.b.Expr(lang.ExprClass, int32(x.component.Def)))
	}
	x.markup.Tag(e)
	if name := lang.OpenName(Framework, Component, ComponentName(tag)); tag != "" && !builtIn[ComponentName(tag)] {
		for _, r := range ranges {
			x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: r.Start, End: r.End, X: -1, Kind: lang.RefOpen, Role: lang.Read | lang.Call, N: lang.OpenSure})
		}
	}
	return lang.NoExpr
}

// builtIn are the components that Vue itself has.
var builtIn = map[string]bool{
	"Component": true, "KeepAlive": true, "Slot": true, "Suspense": true, "Teleport": true, "Template": true, "Transition": true, "TransitionGroup": true,
}

// Framework and Component make the open names (lang.OpenName) of the components that
// applications register for all templates, ComponentName what these are called in
// them.
const (
	Framework = "vue"
	Component = "component"
)

// ComponentName is the name by which a tag finds a component that is registered
// under a name: both may be written as user-card or as UserCard.
func ComponentName(name string) string { return pascal(name) }

// nameAt refers to a name of the file scope.
func (x *extractor) nameAt(name string, at ts.Range, role lang.Role) lang.ExprID {
	r := x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: at.Start, End: at.End, X: -1, Kind: lang.RefName, Role: role, Space: lang.Value})
	return x.b.Expr(lang.ExprName, int32(r))
}

// key refers to the member of x that stands at a range.
func (x *extractor) key(name string, at ts.Range, of lang.ExprID, role lang.Role) {
	if of >= 0 && at.Start < at.End {
		x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: at.Start, End: at.End, X: int32(of), Kind: lang.RefKey, Role: role, Space: lang.Value})
	}
}

// property is the value of a property of x.
func (x *extractor) property(of lang.ExprID, name string) lang.ExprID {
	if of < 0 {
		return of
	}
	return x.b.Expr1(lang.ExprProp, int32(x.b.Name(name)), of)
}

// slot defines the slot that a <slot> makes.
func (x *extractor) slot(e *html.Element) lang.DefID {
	if a, ok := e.Attr(x.src, "name"); ok && a.Value.Start < a.Value.End {
		return x.script.Slot(a.Value, x.text(a.Value))
	}
	for _, a := range e.Attrs {
		if n := x.text(a.Name); n == ":name" || n == "v-bind:name" {
			return lang.NoDef
		}
	}
	return x.script.Slot(e.Tag, "default")
}

// directive is an attribute's name in its parts: v-on:click.once is the
// directive on with the argument click.
type directive struct {
	name    string // without v-, "" for a plain attribute
	arg     ts.Range
	dynamic bool // arg is an expression
}

// shorthands of directives.
var shorthands = map[byte]string{':': "bind", '.': "bind", '@': "on", '#': "slot"}

func (x *extractor) directive(at ts.Range) directive {
	name := x.text(at)
	var d directive
	from := 0
	switch {
	case len(name) > 1 && shorthands[name[0]] != "":
		d.name, from = shorthands[name[0]], 1
	case strings.HasPrefix(name, "v-") && len(name) > 2:
		end := strings.IndexAny(name, ":.")
		if end < 0 {
			end = len(name)
		}
		d.name = name[2:end]
		if end == len(name) || name[end] == '.' {
			return d
		}
		from = end + 1
	default:
		return d
	}
	to := len(name)
	if from < to && name[from] == '[' {
		if n := strings.IndexByte(name, ']'); n > 0 {
			d.dynamic = true
			d.arg = ts.Range{Start: at.Start + uint32(from) + 1, End: at.Start + uint32(n)}
			return d
		}
	}
	// A slot's name may have dots.
	if n := strings.IndexByte(name[from:], '.'); n > 0 && d.name != "slot" {
		to = from + n
	}
	d.arg = ts.Range{Start: at.Start + uint32(from), End: at.Start + uint32(to)}
	return d
}

// attribute reads attribute a of element i. slot is the slot that the element
// makes, lang.NoDef for none.
func (x *extractor) attribute(i int, a html.Attr, scope lang.ScopeID, slot lang.DefID) error {
	inst := x.instances[i]
	d := x.directive(a.Name)
	arg := x.text(d.arg)
	if d.dynamic {
		if err := x.expression(d.arg, scope); err != nil {
			return err
		}
		arg, d.arg = "", ts.Range{}
	}
	has := a.Value.Start < a.Value.End && strings.TrimSpace(x.text(a.Value)) != ""
	switch d.name {
	case "":
		return x.static(i, a, inst)
	case "for", "pre", "once", "cloak", "else":
		return nil
	case "slot":
		return x.useSlot(i, a, d, arg, has)
	case "on":
		if arg != "" {
			x.key(camel(arg), d.arg, x.property(inst, emits), lang.Read)
		}
		if has {
			_, err := x.script.Expression(x.dialect, a.Value, scope, true)
			return err
		}
		return nil
	case "bind":
		return x.bind(i, a, d, arg, has, scope, slot)
	case "model":
		prop := "modelValue"
		if arg != "" {
			prop = camel(arg)
			x.key(prop, d.arg, inst, lang.Write)
		} else {
			x.key(prop, a.Name, inst, lang.Write)
		}
		if !has {
			return nil
		}
		v, err := x.script.Expression(x.dialect, a.Value, scope, false)
		x.script.Write(v)
		return err
	}
	if !builtins[d.name] {
		if n := "v" + pascal(d.name); x.bound[n] {
			x.nameAt(n, ts.Range{Start: a.Name.Start, End: a.Name.Start + uint32(len("v-")+len(d.name))}, lang.Read)
		}
	}
	if has {
		return x.expression(a.Value, scope)
	}
	return nil
}

// emits is the member of a component by which its events are found.
const emits = "$events"

// builtins are Vue's own directives that take an expression.
var builtins = map[string]bool{"if": true, "else-if": true, "show": true, "text": true, "html": true, "memo": true, "is": true}

// notProps are the attributes that are never props.
var notProps = map[string]bool{"class": true, "style": true, "id": true, "key": true, "ref": true, "is": true, "slot": true}

// static reads an attribute without directive.
func (x *extractor) static(i int, a html.Attr, inst lang.ExprID) error {
	name := x.text(a.Name)
	if name == "ref" && a.Value.Start < a.Value.End {
		if n := x.text(a.Value); x.bound[n] && !x.component.Wants(n) {
			x.nameAt(n, a.Value, lang.Write)
		} else {
			x.script.TemplateRef(a.Value, inst)
		}
	}
	if !notProps[name] {
		x.key(camel(name), a.Name, inst, lang.Write)
	}
	return nil
}

// bind reads :arg="value".
func (x *extractor) bind(i int, a html.Attr, d directive, arg string, has bool, scope lang.ScopeID, slot lang.DefID) error {
	value := lang.NoExpr
	var err error
	switch {
	case has && arg == "class":
		return x.script.Classes(x.dialect, a.Value, scope, func(start, end uint32) { x.markup.Sheet.Classes(start, end, 0) })
	case has:
		value, err = x.script.Expression(x.dialect, a.Value, scope, false)
	case arg != "" && a.Value.Start == a.Value.End: // :arg is :arg="arg"
		n := camel(arg)
		r := x.b.Ref(lang.Ref{Name: x.b.Name(n), Start: d.arg.Start, End: d.arg.End, Scope: scope, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Value})
		value = x.b.Expr(lang.ExprName, int32(r))
	}
	switch {
	case arg == "" || notProps[arg]:
	case slot >= 0:
		if arg != "name" {
			x.script.SlotProperty(d.arg, slot, camel(arg), value)
		}
	default:
		x.key(camel(arg), d.arg, x.instances[i], lang.Write)
	}
	return err
}

// useSlot reads v-slot: it fills a slot of the component that the element is,
// or, on a <template>, of the one around it.
func (x *extractor) useSlot(i int, a html.Attr, d directive, arg string, has bool) error {
	e := &x.doc.Elements[i]
	inst := x.instances[i]
	if x.tag(e) == "template" && inst < 0 {
		inst = x.instances[e.Parent]
	}
	slots := x.property(inst, "$slots")
	name := "default"
	if arg != "" {
		name = arg
		x.key(arg, d.arg, slots, lang.Read)
	}
	if !has {
		return nil
	}
	like := x.property(slots, name)
	if d.dynamic || like < 0 {
		like = x.b.Expr(lang.ExprUnknown, -1)
	}
	inner, err := x.script.Function(x.dialect, a.Value, x.inside[i], like)
	if inner != x.inside[i] {
		s := &x.b.F.Scopes[inner]
		s.Start, s.End = e.Open.Start, max(e.End, s.End)
		x.inside[i] = inner
	}
	return err
}

// camel is user-card as userCard, pascal as UserCard.
func camel(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}
	var b strings.Builder
	up := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '-' && i > 0:
			up = true
		case up && c >= 'a' && c <= 'z':
			b.WriteByte(c - 'a' + 'A')
			up = false
		default:
			b.WriteByte(c)
			up = false
		}
	}
	return b.String()
}

func pascal(s string) string {
	s = camel(s)
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// elements are the tags that no component has: those of HTML, SVG and MathML
// that could be taken for one, and Vue's own.
var elements = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`html body base head link meta style title address article aside footer header hgroup h1 h2 h3 h4 h5
		h6 nav section div dd dl dt figcaption figure picture hr img li main ol p pre ul a b abbr bdi bdo br cite code data dfn em i kbd mark
		q rp rt ruby s samp small span strong sub sup time u var wbr area audio map track video embed object param source canvas script
		noscript del ins caption col colgroup table thead tbody td th tr button datalist fieldset form input label legend meter optgroup
		option output progress select textarea details dialog menu summary template blockquote iframe tfoot svg animate circle defs desc
		ellipse filter g image line marker mask metadata path pattern polygon polyline rect set stop switch symbol text tspan use view
		math component slot`) {
		m[n] = true
	}
	return m
}()
