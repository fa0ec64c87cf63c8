package html

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// Templates is the family whose Project knows the names of templates, and
// TemplateSpec what the specifiers of these begin with: TemplateSpec + "a/b.html",
// or several names, Alternatives between them, of which the first there is
// counts.
const (
	Templates    = "template"
	TemplateSpec = "template:"
	Alternatives = "|"
)

// Signs before the names of Directives: of a tag, of a filter, and of a variable that
// no tag binds, whose value a framework may put in the place of its one argument.
const (
	TagSign    = '%'
	FilterSign = '|'
	FreeSign   = '$'
)

// words are those of expressions that are no variables.
var words = map[string]bool{
	"and": true, "or": true, "not": true, "in": true, "is": true, "if": true, "else": true, "as": true, "with": true, "only": true, "by": true, "from": true,
	"True": true, "False": true, "None": true, "true": true, "false": true, "none": true, "reversed": true, "ignore": true, "missing": true, "without": true, "context": true, "count": true, "asvar": true,
}

// template adds what the tags of a page say to its facts: blocks are
// definitions, and so are macros and the variables that tags bind. A block refers
// to those of its name in the templates that its own extends. The names of
// templates refer to the files.
type template struct {
	b   *lang.Builder
	src []byte
	*tags
	scopes  []tagScope
	first   map[string]lang.DefID // blocks
	extends bool
}

// tagScope is a part of a page with names of its own.
type tagScope struct {
	id    lang.ScopeID
	end   int // index of the tag that ends it, -1 for none
	names map[string]variable
}

// variable is a name that tags bind.
type variable struct {
	def   lang.DefID // NoDef where nothing in the text stands for it
	value lang.ExprID
}

// read reads all tags.
func (x *template) read() {
	x.first = map[string]lang.DefID{}
	x.enter(0, -1)
	for i := range x.list {
		for n := len(x.scopes) - 1; n > 0; n-- {
			if x.scopes[n].end == i {
				x.b.F.Scopes[x.scopes[n].id].End = x.list[i].all.Start
				x.scopes = x.scopes[:n]
			}
		}
		x.tag(i)
	}
}

// maxScopes bounds how deep scopes are nested; names of deeper ones belong to the
// last.
const maxScopes = 64

// enter opens the scope of the tag with index i, which begins at from.
func (x *template) enter(from uint32, end int) {
	if len(x.scopes) >= maxScopes {
		return
	}
	parent := lang.ScopeID(0)
	if n := len(x.scopes); n > 0 {
		parent = x.scopes[n-1].id
	}
	id := x.b.Scope(lang.ScopeBlock, parent, lang.NoDef, from, uint32(len(x.src)))
	x.scopes = append(x.scopes, tagScope{id: id, end: end, names: map[string]variable{}})
}

func (x *template) scope() lang.ScopeID { return x.scopes[len(x.scopes)-1].id }

func (x *template) string(r ts.Range) string { return string(x.src[r.Start:r.End]) }

// tag reads the tag with index i.
func (x *template) tag(i int) {
	t := &x.list[i]
	args := terms(x.src, t.text)
	if t.name.Start < t.name.End {
		defer func() { x.tell(string(TagSign), t.name, args, t.all.End) }()
	} else {
		for _, a := range args {
			x.value(a)
		}
		return
	}
	name := x.string(t.name)
	switch name {
	case "extends", "embed":
		// What is embedded has its blocks replaced, as what is extended.
		x.extends = true
		if len(args) > 0 {
			x.templates(args[0], lang.ImportEffect)
		}
	case "include", "ssi", "use":
		if len(args) > 0 {
			x.templates(args[0], lang.ImportModule)
		}
	case "form_theme":
		for _, a := range args {
			x.templates(a, lang.ImportModule)
		}
	case "block":
		if len(args) > 0 && args[0].kind == termName {
			x.block(t, args[0].at)
		}
		return
	case "for":
		x.loop(t, args)
		return
	case "macro", "call":
		x.macro(t, name == "macro", args)
		return
	case "import", "from":
		x.imports(args)
		return
	case "set":
		if len(args) > 0 && args[0].kind == termKeyword {
			v := x.value(args[0].of)
			x.bind(args[0].at, v, t.all.End)
			for _, a := range args[1:] {
				x.value(a)
			}
			return
		}
	case "with", "blocktrans", "blocktranslate":
		x.with(t, args)
		return
	}
	if strings.HasPrefix(name, "end") {
		if name == "endblock" && len(args) == 1 && args[0].kind == termName {
			x.endBlock(args[0].at)
		}
		return
	}
	x.call(t, args)
}

// call reads any other tag: its arguments, and the variable that "as name" binds.
func (x *template) call(t *tag, args []*term) {
	for n, a := range args {
		if a.kind == termName && n+2 == len(args) && x.string(a.at) == "as" && args[n+1].kind == termName {
			x.bind(args[n+1].at, lang.NoExpr, t.all.End)
			return
		}
		x.value(a)
	}
}

// templates refers to the template that a string names, or the first of a list of
// them.
func (x *template) templates(a *term, kind lang.ImportKind) {
	names := []*term{a}
	if a.kind == termList {
		names = a.args
	}
	var all []string
	for _, n := range names {
		if n.kind != termText || n.at.Start == n.at.End || strings.Contains(x.string(n.at), Alternatives) {
			return
		}
		all = append(all, x.string(n.at))
	}
	for n := range names {
		x.template(strings.Join(all[n:], Alternatives), names[n].at, lang.Import{Kind: kind, Local: lang.NoDef})
	}
}

// template refers at a range to the template called name.
func (x *template) template(name string, at ts.Range, im lang.Import) lang.ImportID {
	im.Module, im.Family, im.Scope = x.b.Name(TemplateSpec+name), Templates, x.scope()
	id := x.b.Import(im)
	x.b.Ref(lang.Ref{Name: im.Module, Start: at.Start, End: at.End, Scope: x.scope(), X: int32(id), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace})
	return id
}

// block defines a block, and refers to those that it takes the place of.
func (x *template) block(t *tag, at ts.Range) {
	name := x.string(at)
	id, d := x.b.Def(x.b.Name(name), lang.KindObject, symbol.Term, at.Start, at.End)
	d.Desc, d.Space, d.Flags = x.b.Name("block "+name), lang.Namespace, lang.Open
	d.EncStart, d.EncEnd = t.all.Start, t.all.End
	if t.end >= 0 {
		d.EncEnd = x.list[t.end].all.End
	}
	d.Sig = signature(x.string(t.all))
	if first, ok := x.first[name]; ok {
		d.Same = first
	} else {
		x.first[name] = id
	}
	if x.extends {
		x.b.Ref(lang.Ref{Name: d.Desc, Start: at.Start, End: at.End, Scope: x.scope(), X: -1, Kind: lang.RefOpen, Role: lang.Read, N: lang.OpenTaken})
	}
}

// endBlock refers to the block whose name its end has.
func (x *template) endBlock(at ts.Range) {
	d, ok := x.first[x.string(at)]
	if !ok {
		return
	}
	name := x.b.F.Defs[d].Desc
	x.b.Ref(lang.Ref{Name: name, Start: at.Start, End: at.End, Scope: x.scope(), X: int32(d), Kind: lang.RefDef, Role: lang.Read, Space: lang.Namespace})
	if x.extends {
		x.b.Ref(lang.Ref{Name: name, Start: at.Start, End: at.End, Scope: x.scope(), X: -1, Kind: lang.RefOpen, Role: lang.Read, N: lang.OpenTaken})
	}
}

// bind binds the name at a range in the scope at hand. A value flows into it; end
// is that of the declaration.
func (x *template) bind(at ts.Range, value lang.ExprID, end uint32) lang.DefID {
	s := &x.scopes[len(x.scopes)-1]
	name := x.string(at)
	if v, ok := s.names[name]; ok && v.def >= 0 {
		x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: at.Start, End: at.End, Scope: s.id, X: int32(v.def), Kind: lang.RefDef, Role: lang.Write, Space: lang.Value})
		x.b.Assign(v.def, value)
		return v.def
	}
	id, d := x.b.Def(x.b.Name(name), lang.KindVariable, symbol.None, at.Start, at.End)
	d.Flags, d.Scope = lang.Local, s.id
	d.EncEnd = max(end, at.End)
	x.b.Assign(id, value)
	s.names[name] = variable{def: id, value: value}
	return id
}

// loop reads {% for a, b in value %}.
func (x *template) loop(t *tag, args []*term) {
	in := 0
	for in < len(args) && (args[in].kind != termName || x.string(args[in].at) != "in") {
		in++
	}
	value := lang.NoExpr
	for _, a := range args[min(in+1, len(args)):] {
		if v := x.value(a); value < 0 {
			value = v
		}
	}
	x.enter(t.all.Start, t.end)
	targets := args[:in]
	if len(targets) == 1 && targets[0].kind == termOther {
		targets = targets[0].args
	}
	for n, a := range targets {
		if a.kind != termName {
			continue
		}
		v := value
		if v >= 0 {
			if v = x.b.Expr1(lang.ExprElem, 0, v); len(targets) > 1 {
				v = x.b.Expr1(lang.ExprNth, int32(n), v)
			}
		}
		x.bind(a.at, v, t.all.End)
	}
	for _, implicit := range [...]string{"forloop", "loop"} {
		x.hide(implicit)
	}
}

// hide keeps a name that a tag binds by itself from meaning one around.
func (x *template) hide(name string) {
	s := &x.scopes[len(x.scopes)-1]
	if _, ok := s.names[name]; !ok {
		s.names[name] = variable{def: lang.NoDef, value: lang.NoExpr}
	}
}

// with reads a tag that binds names until its end: a=b, or b as a.
func (x *template) with(t *tag, args []*term) {
	type bound struct {
		at    ts.Range
		value lang.ExprID
	}
	var names []bound
	for n := 0; n < len(args); n++ {
		switch a := args[n]; {
		case a.kind == termKeyword:
			names = append(names, bound{a.at, x.value(a.of)})
		case n+2 < len(args) && args[n+1].kind == termName && x.string(args[n+1].at) == "as" && args[n+2].kind == termName:
			names = append(names, bound{args[n+2].at, x.value(a)})
			n += 2
		default:
			x.value(a)
		}
	}
	x.enter(t.all.Start, t.end)
	for _, b := range names {
		x.bind(b.at, b.value, t.all.End)
	}
}

// macro reads {% macro name(parameters) %}, and {% call(parameters) name(…) %}.
func (x *template) macro(t *tag, defines bool, args []*term) {
	var params []*term
	var id lang.DefID = lang.NoDef
	for n, a := range args {
		switch {
		case n == 0 && defines && a.kind == termCall && a.of.kind == termName:
			params = a.args
			at := a.of.at
			name := x.string(at)
			var d *lang.Def
			id, d = x.b.Def(x.b.Name(name), lang.KindMacro, symbol.Macro, at.Start, at.End)
			d.Flags, d.Scope = lang.Exported, x.scope()
			d.EncStart, d.EncEnd = t.all.Start, t.all.End
			if t.end >= 0 {
				d.EncEnd = x.list[t.end].all.End
			}
			d.Sig = signature(x.string(t.all))
			s := &x.scopes[len(x.scopes)-1]
			if first, ok := s.names[name]; ok && first.def >= 0 && x.b.F.Defs[first.def].Kind == lang.KindMacro {
				d.Same = first.def
			} else {
				s.names[name] = variable{def: id, value: lang.NoExpr}
				x.b.Export(lang.Export{Name: x.b.Name(name), Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
			}
		case n == 0 && !defines && a.kind == termOther && len(args) > 1:
			params = a.args
		default:
			x.value(a)
		}
	}
	for _, p := range params {
		if p.kind == termKeyword {
			x.value(p.of)
		}
	}
	x.enter(t.all.Start, t.end)
	if id >= 0 {
		x.b.F.Defs[id].Body = x.scope()
	}
	for _, p := range params {
		if p.kind == termName || p.kind == termKeyword {
			x.bind(p.at, lang.NoExpr, p.at.End)
		}
	}
	for _, implicit := range [...]string{"caller", "varargs", "kwargs"} {
		x.hide(implicit)
	}
}

// imports reads {% import "file" as name %} and {% from "file" import a, b as c %}.
func (x *template) imports(args []*term) {
	if len(args) < 3 || args[0].kind != termText || args[0].at.Start == args[0].at.End {
		return
	}
	word := func(n int) string {
		if n < len(args) && args[n].kind == termName {
			return x.string(args[n].at)
		}
		return ""
	}
	file := x.string(args[0].at)
	binding := func(at ts.Range) lang.DefID {
		id, d := x.b.Def(x.b.Name(x.string(at)), lang.KindVariable, symbol.None, at.Start, at.End)
		d.Flags, d.Scope = lang.Binding, x.scope()
		x.scopes[len(x.scopes)-1].names[x.string(at)] = variable{def: id, value: lang.NoExpr}
		return id
	}
	switch word(1) {
	case "as":
		if word(2) != "" {
			local := binding(args[2].at)
			x.template(file, args[0].at, lang.Import{Kind: lang.ImportModule, Local: local})
		}
	case "import":
		x.template(file, args[0].at, lang.Import{Kind: lang.ImportModule, Local: lang.NoDef})
		for n := 2; n < len(args); n++ {
			name := word(n)
			if name == "" {
				continue
			}
			if name == "with" || name == "without" {
				return
			}
			at, as := args[n].at, args[n].at
			if word(n+1) == "as" && word(n+2) != "" {
				as = args[n+2].at
				n += 2
			}
			id := x.b.Import(lang.Import{
				Module: x.b.Name(TemplateSpec + file), Name: x.b.Name(name), Kind: lang.ImportNamed, Local: binding(as), Scope: x.scope(), Family: Templates,
			})
			x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: at.Start, End: at.End, Scope: x.scope(), X: int32(id), Kind: lang.RefImport, Role: lang.ImportRole, Space: lang.Value})
			if as != at {
				x.read1(as, lang.ImportRole)
			}
		}
	}
}

// find is what a name is bound to by the tags around.
func (x *template) find(name string) (variable, bool) {
	for n := len(x.scopes) - 1; n >= 0; n-- {
		if v, ok := x.scopes[n].names[name]; ok {
			return v, true
		}
	}
	return variable{}, false
}

// read1 refers to what the name at a range is bound to.
func (x *template) read1(at ts.Range, role lang.Role) lang.ExprID {
	r := x.b.Ref(lang.Ref{Name: x.b.Name(x.string(at)), Start: at.Start, End: at.End, Scope: x.scope(), X: -1, Kind: lang.RefName, Role: role, Space: lang.Value})
	return x.b.Expr(lang.ExprName, int32(r))
}

// value reads a term; NoExpr where nothing is known of its value.
func (x *template) value(t *term) lang.ExprID {
	if t == nil {
		return lang.NoExpr
	}
	switch t.kind {
	case termText:
		return x.b.Expr(lang.ExprString, 0)
	case termName:
		v, ok := x.find(x.string(t.at))
		if ok && v.def >= 0 {
			e := x.read1(t.at, lang.Read)
			if v.value >= 0 || x.b.F.Defs[v.def].Flags&lang.Binding != 0 {
				return e
			}
		}
		if !ok && x.b.Reads() && !words[x.string(t.at)] {
			e := x.b.Expr(lang.ExprUnknown, 0)
			x.b.Directive(lang.Directive{Name: lang.Text{Value: string(FreeSign) + x.string(t.at), Start: t.at.Start, End: t.at.End}, Args: []lang.ExprID{e}, End: t.at.End})
			return e
		}
		return lang.NoExpr
	case termMember:
		of := x.value(t.of)
		if of < 0 {
			return lang.NoExpr
		}
		n := x.b.Name(x.string(t.at))
		x.b.Ref(lang.Ref{Name: n, Start: t.at.Start, End: t.at.End, Scope: x.scope(), X: int32(of), Kind: lang.RefKey, Role: lang.Read, Space: lang.Value})
		return x.b.Expr1(lang.ExprAsked, 0, x.b.Expr1(lang.ExprProp, int32(n), of))
	}
	if t.kind == termCall && t.of.kind == termName && len(t.args) > 0 {
		// Functions of Twig that take the name of a template.
		switch x.string(t.of.at) {
		case "include", "source":
			x.templates(t.args[0], lang.ImportModule)
		}
	}
	x.value(t.of)
	for _, a := range t.args {
		x.value(a)
	}
	switch {
	case t.kind == termFilter:
		x.tell(string(FilterSign), t.at, append([]*term{t.of}, t.args...), t.at.End)
	case t.kind == termCall && t.of.kind == termName:
		if _, bound := x.find(x.string(t.of.at)); !bound {
			x.tell("", t.of.at, t.args, t.of.at.End)
		}
	}
	return lang.NoExpr
}

// tell lets frameworks know of a tag, a filter or a function: its name has a sign
// before it that says which. Strings and bare words are texts; words are no
// ExprString.
func (x *template) tell(sign string, name ts.Range, args []*term, end uint32) {
	if !x.b.Reads() {
		return
	}
	d := lang.Directive{Name: lang.Text{Value: sign + x.string(name), Start: name.Start, End: name.End}, End: end}
	for _, a := range args {
		e := lang.NoExpr
		if a != nil && (a.kind == termText || a.kind == termName) && a.at.Start < a.at.End {
			kind := lang.ExprString
			if a.kind == termName {
				kind = lang.ExprUnknown
			}
			e = x.b.Expr(kind, 0)
			x.b.Text(e, a.at.Start, a.at.End, x.string(a.at))
		}
		d.Args = append(d.Args, e)
	}
	x.b.Directive(d)
}
