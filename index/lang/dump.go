package lang

import (
	"fmt"
	"strings"

	"codeintel/index/symbol"
)

const (
	exprKindCount   = ExprIs + 1
	importKindCount = ImportEquals + 1
	exportKindCount = ExportEquals + 1
	baseKindCount   = BaseKeyed + 1
)

var (
	scopeKindNames = [...]string{"file", "namespace", "class", "function", "block", "typeparams", "comprehension", "members"}
	refKindNames   = [...]string{"name", "member", "keyword", "import", "module", "def", "key", "export", "context", "opaque", "open"}
	roleNames      = []string{"read", "write", "call", "import", "type", "inherit", "decorate", "template"}
	spaceNames     = []string{"value", "type", "namespace", "method"}
	flagNames      = []string{
		"local", "binding", "member", "static", "param", "getter", "optional", "rest", "kwrest", "kwonly", "async",
		"generator", "abstract", "exported", "default", "synthetic", "selfparam", "classmethod", "const",
		"structural", "test", "contextual", "deprecated", "elsewhere", "open", "declared", "forward",
	}
	exprKindNames = [exprKindCount]string{
		"?", "name", "member", "index", "call", "new", "this", "super", "string", "number", "bool", "null", "bytes",
		"regexp", "array", "tuple", "dict", "set", "object", "func", "class", "await", "yield", "cond", "both",
		"binary", "compare", "cast", "nonnull", "spread", "elem", "keyof", "nth", "prop", "restof", "entered",
		"require", "typeargs", "const", "keyword", "classof", "def", "expect", "union", "intersect", "arrayof", "optional",
		"functype", "typeof", "keysof", "indexed", "prim", "condtype", "mapped", "promise", "readonly", "guard",
		"stringty", "classty", "held", "map", "open", "magic", "asked",
		"where", "is",
	}
	importKindNames = [importKindCount]string{"named", "module", "root", "star", "default", "effect", "equals"}
	exportKindNames = [exportKindCount]string{"local", "from", "star", "staras", "value", "equals"}
	baseKindNames   = [baseKindCount]string{
		"extends", "implements", "mixin", "decorator", "return", "yield", "bound", "typedefault", "metaclass",
		"delegate", "anyof", "keyed",
	}
	suffixMarks = [...]string{
		symbol.None: "", symbol.Namespace: "/", symbol.Type: "#", symbol.Term: ".", symbol.Method: "().",
		symbol.TypeParameter: "[]", symbol.Parameter: "()", symbol.Meta: ":", symbol.Macro: "!",
	}
)

// Dump is a stable text form of facts for golden tests and debugging: one
// line per entry, definitions and references named by text and offset instead
// of by id, expressions written out where they are used. It may be called on
// facts that Validate refuses.
func Dump(f *Facts) string {
	d := dumper{f: f}
	d.head()
	d.scopes()
	d.defs()
	d.refs()
	d.tables()
	return d.b.String()
}

type dumper struct {
	f      *Facts
	b      strings.Builder
	budget int // nodes left to write of one expression, which may share parts
}

func (d *dumper) printf(format string, a ...any) { fmt.Fprintf(&d.b, format, a...) }

func (d *dumper) head() {
	f := d.f
	if f.Package != "" {
		d.printf("package %s %d-%d\n", f.Package, f.PackageAt[0], f.PackageAt[1])
	}
	if f.Doc != "" {
		d.printf("doc %q\n", f.Doc)
	}
	if f.Generated {
		d.printf("generated\n")
	}
	if f.ErrorNodes > 0 {
		d.printf("errors %d, %d bytes\n", f.ErrorNodes, f.ErrorBytes)
	}
	if f.Truncated != "" {
		d.printf("truncated: %s\n", f.Truncated)
	}
}

func (d *dumper) scopes() {
	for i, s := range d.f.Scopes {
		d.printf("scope %d %s %d-%d", i, pick(scopeKindNames[:], int(s.Kind)), s.Start, s.End)
		if s.Parent >= 0 {
			d.printf(" in %d", s.Parent)
		}
		if s.Owner >= 0 {
			d.printf(" of %s", d.def(s.Owner))
		}
		d.b.WriteByte('\n')
	}
}

func (d *dumper) defs() {
	for i := range d.f.Defs {
		x := &d.f.Defs[i]
		d.printf("def %s%s %d-%d %s", d.name(x.Name), pick(suffixMarks[:], int(x.Suffix)), x.Start, x.End, x.Kind)
		d.set(flagNames, uint32(x.Flags))
		if x.Space != Value {
			d.set(spaceNames, uint32(x.Space))
		}
		if x.Key != 0 {
			d.printf(" key=%s", d.name(x.Key))
		}
		if x.Desc != 0 {
			d.printf(" desc=%s", d.name(x.Desc))
		}
		if x.Disamb > 0 {
			d.printf(" disamb=+%d", x.Disamb)
		}
		if x.Scope >= 0 {
			d.printf(" scope=%d", x.Scope)
		}
		if x.Body >= 0 {
			d.printf(" body=%d", x.Body)
		}
		if x.Parent >= 0 {
			d.printf(" parent=%s", d.def(x.Parent))
		}
		if x.Same >= 0 {
			d.printf(" same=%s", d.def(x.Same))
		}
		if x.EncStart != x.Start || x.EncEnd != x.End {
			d.printf(" enc=%d-%d", x.EncStart, x.EncEnd)
		}
		if x.Type >= 0 {
			d.printf(" type=%s", d.expr(x.Type))
		}
		if x.Sig != "" {
			d.printf(" sig=%q", x.Sig)
		}
		if x.Doc != "" {
			d.printf(" doc=%q", x.Doc)
		}
		d.b.WriteByte('\n')
	}
}

func (d *dumper) refs() {
	for i := range d.f.Refs {
		r := &d.f.Refs[i]
		d.printf("ref %s %d-%d %s", d.name(r.Name), r.Start, r.End, pick(refKindNames[:], int(r.Kind)))
		d.set(roleNames, uint32(r.Role))
		if r.Space != AnySpace && r.Space != Value {
			d.set(spaceNames, uint32(r.Space))
		}
		d.printf(" scope=%d", r.Scope)
		switch r.Kind {
		case RefMember, RefKeyword, RefKey:
			d.printf(" of %s", d.expr(ExprID(r.X)))
		case RefImport, RefModule, RefExport:
			d.printf(" import %d", r.X)
			if r.N > 0 {
				d.printf(" parts=%d", r.N)
			}
		case RefDef:
			d.printf(" = %s", d.def(DefID(r.X)))
		case RefOpen:
			switch r.N {
			case 0:
			case OpenSure:
				d.printf(" sure")
			default:
				d.printf(" all")
			}
		}
		d.b.WriteByte('\n')
	}
}

func (d *dumper) tables() {
	f := d.f
	for i, m := range f.Imports {
		d.printf("import %d %s %s%s", i, pick(importKindNames[:], int(m.Kind)), strings.Repeat(".", int(m.Level)), d.name(m.Module))
		if m.Name != 0 {
			d.printf(" name=%s", d.name(m.Name))
		}
		if m.Local >= 0 {
			d.printf(" as %s", d.def(m.Local))
		}
		if m.TypeOnly {
			d.printf(" typeonly")
		}
		if m.Family != "" {
			d.printf(" family=%s", m.Family)
		}
		d.printf(" scope=%d\n", m.Scope)
	}
	for _, e := range f.Exports {
		d.printf("export %s %s", pick(exportKindNames[:], int(e.Kind)), d.name(e.Name))
		if e.Def >= 0 {
			d.printf(" def %s", d.def(e.Def))
		}
		if e.Ref >= 0 {
			d.printf(" ref %s", d.ref(e.Ref))
		}
		if e.From >= 0 {
			d.printf(" import %d", e.From)
		}
		if e.Expr >= 0 {
			d.printf(" value %s", d.expr(e.Expr))
		}
		d.b.WriteByte('\n')
	}
	for _, a := range f.Assigns {
		d.printf("assign %s = %s\n", d.def(a.Def), d.expr(a.Value))
	}
	for _, b := range f.Bases {
		d.printf("base %s %s %s\n", d.def(b.Def), pick(baseKindNames[:], int(b.Kind)), d.expr(b.Expr))
	}
}

// set writes the names of the bits of v in brackets, nothing for none.
func (d *dumper) set(names []string, v uint32) {
	if v == 0 {
		return
	}
	sep := " ["
	for i, n := range names {
		if v&(1<<i) != 0 {
			d.b.WriteString(sep)
			d.b.WriteString(n)
			sep = " "
		}
	}
	d.b.WriteByte(']')
}

func (d *dumper) name(id NameID) string {
	if int(id) >= len(d.f.Names) {
		return fmt.Sprintf("<bad name %d>", id)
	}
	if id == 0 {
		return "-"
	}
	return d.f.Names[id]
}

func (d *dumper) def(id DefID) string {
	if id < 0 || int(id) >= len(d.f.Defs) {
		return fmt.Sprintf("<bad def %d>", id)
	}
	return fmt.Sprintf("%s@%d", d.name(d.f.Defs[id].Name), d.f.Defs[id].Start)
}

func (d *dumper) ref(id RefID) string {
	if id < 0 || int(id) >= len(d.f.Refs) {
		return fmt.Sprintf("<bad ref %d>", id)
	}
	return fmt.Sprintf("%s@%d", d.name(d.f.Refs[id].Name), d.f.Refs[id].Start)
}

// expr writes an expression as (operator arguments). Long ones end in "…".
func (d *dumper) expr(e ExprID) string {
	if e < 0 {
		return "-"
	}
	d.budget = 100
	var b strings.Builder
	d.write(&b, e, 0)
	return b.String()
}

func (d *dumper) write(b *strings.Builder, id ExprID, depth int) {
	if int(id) >= len(d.f.Exprs) {
		fmt.Fprintf(b, "<bad expr %d>", id)
		return
	}
	if d.budget--; d.budget < 0 || depth > 20 {
		b.WriteString("…")
		return
	}
	e := &d.f.Exprs[id]
	kind := pick(exprKindNames[:], int(e.Kind))
	var arg string
	switch e.Kind {
	case ExprName:
		b.WriteString(d.ref(RefID(e.N)))
		return
	case ExprMember:
		arg = d.ref(RefID(e.N))
	case ExprKeyword:
		arg = "**"
		if e.N >= 0 {
			arg = d.ref(RefID(e.N))
		}
	case ExprThis, ExprSuper, ExprNth, ExprRequire:
		arg = fmt.Sprint(e.N)
	case ExprObject, ExprFunc, ExprClass, ExprFuncType, ExprDef:
		arg = d.def(DefID(e.N))
	case ExprProp, ExprPrim:
		arg = d.name(NameID(e.N))
	}
	if arg == "" && e.A < 0 && e.B < 0 {
		b.WriteString(kind)
		return
	}
	b.WriteByte('(')
	b.WriteString(kind)
	if arg != "" {
		b.WriteByte(' ')
		b.WriteString(arg)
	}
	for n, operand := range [2]ExprID{e.A, e.B} {
		if operand < 0 {
			if n == 0 && e.B >= 0 {
				b.WriteString(" -")
			}
			continue
		}
		list := n == 0 && listA(e.Kind) || n == 1 && (e.Kind == ExprCall || e.Kind == ExprNew || e.Kind == ExprIndex || e.Kind == ExprTypeArgs)
		for {
			b.WriteByte(' ')
			d.write(b, operand, depth+1)
			if !list || d.budget < 0 {
				break
			}
			if operand = d.f.Exprs[operand].Next; operand < 0 {
				break
			}
		}
	}
	b.WriteByte(')')
}

// listA says whether A is the first element of a list.
func listA(k ExprKind) bool {
	switch k {
	case ExprArray, ExprTuple, ExprDict, ExprSet, ExprUnion, ExprIntersect:
		return true
	}
	return false
}

func pick(names []string, i int) string {
	if i >= 0 && i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("<%d>", i)
}
