package golang

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// maxDepth bounds the recursion over a file's syntax tree; deeper parts are
// left out.
const maxDepth = 5000

// maxSig is how many bytes of source a signature may have.
const maxSig = 240

// extract makes the facts of one file.
//
// Names of local variables are resolved here, by Go's block scoping: their
// uses are RefDef, and no scope binds them. All other names mean the file's
// imports, the package's names or predeclared ones: RefName, to be found in the
// file scope.
func extract(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	p := parse(fset, in.Path, in.Src, parser.ParseComments)
	x := &extractor{
		b: lang.NewBuilder(len(in.Src)), parsed: p, src: in.Src,
		fn: lang.NoDef, types: map[string]lang.DefID{}, test: strings.HasSuffix(in.Path, "_test.go"),
	}
	x.b.Enrich(in)
	x.walkFile()
	x.enrich()
	f := x.b.Finish()
	// Facts stay in memory for long; tables that have grown have room left.
	f.Defs, f.Refs, f.Exprs, f.Names = exact(f.Defs), exact(f.Refs), exact(f.Exprs), exact(f.Names)
	f.ErrorNodes = p.errors
	f.ErrorBytes = x.bad
	if p.deep || x.tooDeep {
		f.Truncated = "too deep"
	}
	f.Surface = surface(f, &p, in, p.errors > 0 && torn(&p, in.Src) || p.deep || x.tooDeep || tooDeep(p.file, p.size))
	return f, nil
}

// exact is s without spare capacity.
func exact[T any](s []T) []T {
	if len(s) == cap(s) {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}

type extractor struct {
	b *lang.Builder
	parsed
	src   []byte
	test  bool
	bad   int // bytes of declarations, statements and expressions that are broken
	depth int

	tooDeep bool

	scope lang.ScopeID // of the innermost function, or 0
	fn    lang.DefID   // the declared function that is walked, NoDef outside

	// locals are the bindings in sight, innermost last; last[name] is one more
	// than the index of the innermost one of that name.
	locals []local
	last   []int32
	block  int // locals[block:] are those of the current block

	labels  []labelDef
	pending []labelRef

	types map[string]lang.DefID // package-level types of this file, by name
	inits int
	anon  map[anonKey]int // fields of anonymous types in signatures, by name
}

type local struct {
	name lang.NameID
	def  lang.DefID
	prev int32
}

type labelDef struct {
	name lang.NameID
	def  lang.DefID
}

type labelRef struct {
	name lang.NameID
	ref  lang.RefID
}

type anonKey struct {
	parent lang.DefID
	name   lang.NameID
}

// where says what hangs under what.
type where struct {
	parent lang.DefID // container of fields and methods
	local  bool       // nobody outside the file can name them
	sig    bool       // in a function's signature: several may share a name
}

func (x *extractor) walkFile() {
	f := x.b.F
	file := x.file
	if file.Name != nil && x.valid(file.Name) {
		f.Package = file.Name.Name
		f.PackageAt = [2]uint32{x.at(file.Name.Pos()), x.at(file.Name.End())}
	}
	f.Doc = strings.TrimSpace(file.Doc.Text())
	f.Generated = ast.IsGenerated(file)
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			for _, s := range g.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					x.declareType(t, g)
				}
			}
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			x.genDecl(d)
		case *ast.FuncDecl:
			x.funcDecl(d)
		case *ast.BadDecl:
			x.broken(d)
		}
	}
}

func (x *extractor) broken(n ast.Node) { x.bad += int(x.at(n.End()) - x.at(n.Pos())) }

// valid says whether id stands in the source as it says: the parser invents
// identifiers where they are missing.
func (x *extractor) valid(id *ast.Ident) bool {
	if id == nil || id.Name == "" || !id.Pos().IsValid() {
		return false
	}
	at := int(id.Pos()) - x.base
	return at >= 0 && at+len(id.Name) <= len(x.src) && string(x.src[at:at+len(id.Name)]) == id.Name
}

// enter counts one level of recursion; it is false when that is too deep.
func (x *extractor) enter() bool {
	if x.depth >= maxDepth {
		x.tooDeep = true
		return false
	}
	x.depth++
	return true
}

func (x *extractor) leave() { x.depth-- }

// def adds the definition of id; id must be valid and not blank.
func (x *extractor) def(id *ast.Ident, k lang.Kind, s symbol.Suffix, enc ast.Node) (lang.DefID, *lang.Def) {
	start, end := x.at(id.Pos()), x.at(id.End())
	n, d := x.b.Def(x.b.Name(id.Name), k, s, start, end)
	if enc != nil {
		d.EncStart, d.EncEnd = min(x.at(enc.Pos()), start), max(x.at(enc.End()), end)
	}
	return n, d
}

func (x *extractor) named(id *ast.Ident) bool { return x.valid(id) && id.Name != "_" }

// global sets what all package-level definitions have.
func (x *extractor) global(d *lang.Def, name string) {
	if r, _ := utf8.DecodeRuneInString(name); unicode.IsUpper(r) {
		d.Flags |= lang.Exported
	}
	if x.test {
		d.Flags |= lang.Test
	}
}

func (d docs) set(def *lang.Def) {
	def.Doc = d.text
	if d.deprecated {
		def.Flags |= lang.Deprecated
	}
}

type docs struct {
	text       string
	deprecated bool
}

// docText is the text of the comments.
func docText(groups ...*ast.CommentGroup) docs {
	var text string
	for _, g := range groups {
		if t := strings.TrimSpace(g.Text()); t != "" {
			if text != "" {
				text += "\n"
			}
			text += t
		}
	}
	return docs{text, strings.HasPrefix(text, "Deprecated:") || strings.Contains(text, "\nDeprecated:")}
}

// sig is the source from one position to another as one line.
func (x *extractor) sig(prefix string, from, to token.Pos) string {
	a, b := x.at(from), x.at(to)
	if a >= b {
		return strings.TrimSpace(prefix)
	}
	return prefix + oneLine(x.src[a:b])
}

// oneLine is src with white space collapsed, cut after maxSig bytes.
func oneLine(src []byte) string {
	var out []byte
	space := false
	for i := 0; i < len(src); i++ {
		c := src[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			space = len(out) > 0
			continue
		}
		if space {
			out = append(out, ' ')
			space = false
		}
		if len(out) >= maxSig {
			for len(out) > 0 && !utf8.Valid(out[max(0, len(out)-utf8.UTFMax):]) && !utf8.RuneStart(out[len(out)-1]) {
				out = out[:len(out)-1]
			}
			return strings.ToValidUTF8(strings.TrimRight(string(out), " "), "") + " …"
		}
		out = append(out, c)
	}
	return strings.ToValidUTF8(string(out), "\uFFFD")
}

// Scopes of local names.

func (x *extractor) push() (mark, block int) {
	mark, block = len(x.locals), x.block
	x.block = mark
	return mark, block
}

func (x *extractor) pop(mark, block int) {
	for i := len(x.locals) - 1; i >= mark; i-- {
		x.last[x.locals[i].name] = x.locals[i].prev
	}
	x.locals = x.locals[:mark]
	x.block = block
}

func (x *extractor) bind(def lang.DefID) {
	name := x.b.F.Defs[def].Name
	for int(name) >= len(x.last) {
		x.last = append(x.last, make([]int32, len(x.last)+64)...)
	}
	x.locals = append(x.locals, local{name, def, x.last[name]})
	x.last[name] = int32(len(x.locals))
}

// lookup finds the innermost local binding of name, and whether it is one of
// the current block.
func (x *extractor) lookup(name lang.NameID) (def lang.DefID, here bool) {
	if int(name) >= len(x.last) || x.last[name] == 0 {
		return lang.NoDef, false
	}
	i := int(x.last[name]) - 1
	return x.locals[i].def, i >= x.block
}

// localDef defines a name inside a function and binds it in x.locals.
func (x *extractor) localDef(id *ast.Ident, k lang.Kind, enc ast.Node) lang.DefID {
	if !x.named(id) {
		return lang.NoDef
	}
	n, d := x.def(id, k, symbol.None, enc)
	d.Flags |= lang.Local
	x.bind(n)
	return n
}

// Declarations.

func (x *extractor) genDecl(d *ast.GenDecl) {
	switch d.Tok {
	case token.IMPORT:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.ImportSpec); ok {
				x.importSpec(s)
			}
		}
	case token.TYPE:
		for _, s := range d.Specs {
			s, ok := s.(*ast.TypeSpec)
			switch {
			case !ok:
			case x.named(s.Name):
				x.typeSpec(s, x.types[s.Name.Name])
			default:
				x.blankType(s)
			}
		}
	case token.VAR, token.CONST:
		x.valueDecl(d)
	}
}

func (x *extractor) importSpec(s *ast.ImportSpec) {
	if s.Path == nil {
		return
	}
	start, end := x.at(s.Path.Pos()), x.at(s.Path.End())
	spec, err := strconv.Unquote(s.Path.Value)
	if err != nil || spec == "" || end < start+2 {
		return
	}
	im := lang.Import{Module: x.b.Name(spec), Kind: lang.ImportModule, Local: lang.NoDef}
	switch {
	case s.Name == nil:
		id, d := x.b.Def(x.b.Name(packageName(spec)), lang.KindPackage, symbol.None, start, start)
		d.Flags |= lang.Binding | lang.Synthetic
		d.Scope = 0
		im.Local = id
	case s.Name.Name == ".":
		im.Kind = lang.ImportStar
	case s.Name.Name == "_":
		im.Kind = lang.ImportEffect
	case x.valid(s.Name):
		id, d := x.def(s.Name, lang.KindPackage, symbol.None, s)
		d.Flags |= lang.Binding
		d.Scope = 0
		im.Local = id
	}
	n := x.b.Import(im)
	if im.Kind == lang.ImportModule && s.Name != nil && x.valid(s.Name) {
		x.b.Ref(lang.Ref{
			Name: x.b.Name(s.Name.Name), Start: x.at(s.Name.Pos()), End: x.at(s.Name.End()),
			X: int32(n), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace,
		})
	}
	x.b.Ref(lang.Ref{
		Name: im.Module, Start: start + 1, End: end - 1,
		X: int32(n), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace,
	})
}

// packageName guesses the name of the package with an import path; only its
// package clause knows.
func packageName(spec string) string {
	base := path.Base(spec)
	if isVersion(base) && path.Dir(spec) != "." {
		base = path.Base(path.Dir(spec))
	}
	if name, v, ok := strings.Cut(base, "."); ok && isVersion(v) { // gopkg.in/yaml.v3
		base = name
	}
	base = strings.TrimPrefix(base, "go-")
	base = strings.TrimSuffix(base, "-go")
	if i := strings.IndexFunc(base, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }); i > 0 {
		base = base[:i]
	}
	return base
}

func isVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	_, err := strconv.Atoi(s[1:])
	return err == nil
}

// owner is the declaration that a spec stands for: all of it when the spec is
// the only one.
func owner(d *ast.GenDecl, s ast.Spec) ast.Node {
	if len(d.Specs) == 1 {
		return d
	}
	return s
}

func typeKind(s *ast.TypeSpec) lang.Kind {
	if s.Assign.IsValid() {
		return lang.KindTypeAlias
	}
	switch s.Type.(type) {
	case *ast.StructType:
		return lang.KindStruct
	case *ast.InterfaceType:
		return lang.KindInterface
	}
	return lang.KindType
}

// typeSig is the declaration of a type without the inside of its braces.
func (x *extractor) typeSig(s *ast.TypeSpec) string {
	end := s.End()
	switch t := s.Type.(type) {
	case *ast.StructType:
		end = t.Struct + token.Pos(len("struct"))
	case *ast.InterfaceType:
		end = t.Interface + token.Pos(len("interface"))
	}
	return x.sig("type ", s.Pos(), end)
}

// declareType defines a package-level type before the rest of the file is
// walked, so that methods find it.
func (x *extractor) declareType(s *ast.TypeSpec, g *ast.GenDecl) {
	if !x.named(s.Name) {
		return
	}
	id, d := x.def(s.Name, typeKind(s), symbol.Type, owner(g, s))
	d.Space = lang.Value | lang.Type
	d.Scope = 0
	x.global(d, s.Name.Name)
	doc := docText(s.Doc)
	if doc.text == "" {
		doc = docText(g.Doc)
	}
	doc.set(d)
	d.Sig = x.typeSig(s)
	if first, ok := x.types[s.Name.Name]; ok {
		d.Same = first
		return
	}
	x.types[s.Name.Name] = id
}

// typeSpec walks the right side of a type declaration.
func (x *extractor) typeSpec(s *ast.TypeSpec, id lang.DefID) {
	mark, block := x.push()
	defer x.pop(mark, block)
	isLocal := x.b.F.Defs[id].Flags&lang.Local != 0
	x.typeParams(s.TypeParams, id)
	x.body(s.Type, id, where{parent: id, local: isLocal})
}

// blankType walks type _ …
func (x *extractor) blankType(s *ast.TypeSpec) {
	mark, block := x.push()
	defer x.pop(mark, block)
	x.typeParams(s.TypeParams, lang.NoDef)
	x.typeExpr(s.Type, inside)
}

// body walks the type expression that definition id is declared with, and
// records what id is.
func (x *extractor) body(t ast.Expr, id lang.DefID, w where) {
	switch t := t.(type) {
	case *ast.StructType:
		x.fields(t.Fields, w)
	case *ast.InterfaceType:
		x.interfaceType(t, w)
	default:
		e := x.typeExpr(t, w)
		if d := &x.b.F.Defs[id]; d.Kind == lang.KindTypeAlias {
			d.Type = e
		} else {
			x.b.Base(id, lang.BaseExtends, e)
		}
	}
}

func (x *extractor) typeParams(list *ast.FieldList, owner lang.DefID) {
	if list == nil {
		return
	}
	var defs []lang.DefID
	for _, f := range list.List {
		for _, n := range f.Names {
			id := x.localDef(n, lang.KindTypeParameter, f)
			if id >= 0 {
				d := &x.b.F.Defs[id]
				d.Parent = owner
				d.Space = lang.Value | lang.Type
				d.Sig = x.sig(n.Name+" ", f.Type.Pos(), f.Type.End())
			}
			defs = append(defs, id)
		}
	}
	i := 0
	for _, f := range list.List {
		e := x.typeExpr(f.Type, inside)
		for range f.Names {
			x.b.Base(defs[i], lang.BaseBound, e)
			i++
		}
	}
}

// fields walks the fields of a struct type whose members hang under w.parent.
func (x *extractor) fields(list *ast.FieldList, w where) {
	if list == nil || !x.enter() {
		return
	}
	defer x.leave()
	for _, f := range list.List {
		if len(f.Names) == 0 {
			e := x.typeExpr(f.Type, inside)
			if id := embedded(f.Type); x.named(id) {
				_, d := x.field(id, f, w)
				d.Type = e
				d.Sig = x.sig("", f.Type.Pos(), f.Type.End())
			}
			x.b.Base(w.parent, lang.BaseMixin, e)
			continue
		}
		doc := docText(f.Doc, f.Comment)
		var defs []lang.DefID
		for _, id := range f.Names {
			if x.named(id) {
				n, d := x.field(id, f, w)
				doc.set(d)
				defs = append(defs, n)
			}
		}
		if len(defs) == 0 {
			x.typeExpr(f.Type, inside)
			continue
		}
		e := x.typeExpr(f.Type, where{parent: defs[0], local: w.local, sig: w.sig})
		sig := x.sig(" ", f.Type.Pos(), f.Type.End())
		for _, n := range defs {
			d := &x.b.F.Defs[n]
			d.Type = e
			d.Sig = x.b.F.Names[d.Name] + sig
		}
	}
}

func (x *extractor) field(id *ast.Ident, enc ast.Node, w where) (lang.DefID, *lang.Def) {
	n, d := x.def(id, lang.KindField, symbol.Term, enc)
	d.Flags |= lang.Member
	d.Parent = w.parent
	x.member(d, id, w)
	return n, d
}

// member sets what fields and interface methods have in common.
func (x *extractor) member(d *lang.Def, id *ast.Ident, w where) {
	if w.local {
		d.Flags |= lang.Local
		return
	}
	x.global(d, id.Name)
	if !w.sig {
		return
	}
	if x.anon == nil {
		x.anon = map[anonKey]int{}
	}
	k := anonKey{w.parent, d.Name}
	if n := x.anon[k]; n > 0 {
		d.Desc = x.b.Name(id.Name + "$" + strconv.Itoa(n))
	}
	x.anon[k]++
}

// embedded is the identifier that an embedded field is called by.
func embedded(t ast.Expr) *ast.Ident {
	for range maxDepth {
		switch e := t.(type) {
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			return e.Sel
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		default:
			return nil
		}
	}
	return nil
}

func (x *extractor) interfaceType(t *ast.InterfaceType, w where) {
	if t.Methods == nil || !x.enter() {
		return
	}
	defer x.leave()
	for _, f := range t.Methods.List {
		if len(f.Names) == 0 {
			x.b.Base(w.parent, lang.BaseExtends, x.typeExpr(f.Type, inside))
			continue
		}
		doc := docText(f.Doc, f.Comment)
		for _, id := range f.Names {
			ft, ok := f.Type.(*ast.FuncType)
			if !x.named(id) || !ok {
				x.typeExpr(f.Type, inside)
				continue
			}
			n, d := x.def(id, lang.KindAbstractMethod, symbol.Method, f)
			d.Flags |= lang.Member | lang.Abstract
			d.Parent = w.parent
			x.member(d, id, w)
			doc.set(d)
			d.Sig = x.sig("func ", f.Pos(), f.Type.End())
			x.signature(ft, n, nil)
		}
	}
}

// signature walks the parameters and results of function id (NoDef for a
// literal or a function type) in a block of its own, and then what is inside.
func (x *extractor) signature(t *ast.FuncType, id lang.DefID, inside func()) {
	mark, block := x.push()
	defer x.pop(mark, block)
	if t == nil {
		return
	}
	w := where{parent: id, local: true}
	if id >= 0 {
		d := &x.b.F.Defs[id]
		w.local = d.Flags&lang.Local != 0
		w.sig = true
	}
	x.typeParams(t.TypeParams, id)
	// Types are resolved outside of the parameters' scope.
	type typed struct {
		f *ast.Field
		e lang.ExprID
	}
	var params, results []typed
	if t.Params != nil {
		for _, f := range t.Params.List {
			params = append(params, typed{f, x.typeExpr(f.Type, w)})
		}
	}
	if t.Results != nil {
		for _, f := range t.Results.List {
			results = append(results, typed{f, x.typeExpr(f.Type, w)})
		}
	}
	for _, p := range params {
		for _, n := range p.f.Names {
			def := x.localDef(n, lang.KindParameter, p.f)
			if def < 0 {
				continue
			}
			d := &x.b.F.Defs[def]
			d.Type = p.e
			if d.Parent = id; id >= 0 {
				d.Flags |= lang.Param
			}
			if _, ok := p.f.Type.(*ast.Ellipsis); ok {
				d.Flags |= lang.Rest
			}
			d.Sig = x.sig(n.Name+" ", p.f.Type.Pos(), p.f.Type.End())
		}
	}
	var types []lang.ExprID
	for _, r := range results {
		if len(r.f.Names) == 0 {
			types = append(types, r.e)
		}
		for i, n := range r.f.Names {
			if def := x.localDef(n, lang.KindVariable, r.f); def >= 0 {
				x.b.F.Defs[def].Type = r.e
			}
			if i == 0 {
				types = append(types, r.e)
			} else {
				types = append(types, x.b.Copy(r.e))
			}
		}
	}
	if id >= 0 {
		switch len(types) {
		case 0:
		case 1:
			x.b.F.Defs[id].Type = types[0]
		default:
			for i, e := range types {
				if e < 0 {
					types[i] = x.b.Expr(lang.ExprUnknown, 0)
				}
			}
			x.b.F.Defs[id].Type = x.b.Expr1(lang.ExprTuple, 0, x.b.List(types))
		}
	}
	if inside != nil {
		inside()
	}
}

func (x *extractor) funcDecl(d *ast.FuncDecl) {
	fn := lang.NoDef
	var recv ast.Expr
	if d.Recv != nil && len(d.Recv.List) > 0 {
		recv = d.Recv.List[0].Type
	}
	if x.named(d.Name) {
		kind := lang.KindFunction
		if d.Recv != nil {
			kind = lang.KindMethod
		}
		id, def := x.def(d.Name, kind, symbol.Method, d)
		fn = id
		x.global(def, d.Name.Name)
		docText(d.Doc).set(def)
		if d.Type != nil {
			def.Sig = x.sig("", d.Pos(), d.Type.End())
		}
		switch {
		case d.Recv != nil:
			def.Flags |= lang.Member
			base := embedded(recv)
			if x.named(base) {
				parent := x.receiver(base)
				x.b.F.Defs[id].Parent = parent
			} else {
				def.Flags |= lang.Local
			}
		case d.Name.Name == "init":
			def.Disamb = uint16(min(x.inits, 1<<16-1))
			x.inits++
		default:
			def.Scope = 0
		}
	}
	mark, block := x.push()
	defer x.pop(mark, block)
	outer, outerFn, labels, pending := x.scope, x.fn, x.labels, x.pending
	x.scope = x.b.Scope(lang.ScopeFunction, x.scope, fn, x.at(d.Pos()), x.at(d.End()))
	x.fn, x.labels, x.pending = fn, nil, nil
	if fn >= 0 {
		x.b.F.Defs[fn].Body = x.scope
	}
	if recv != nil {
		x.recv(d.Recv.List[0], fn)
	}
	x.signature(d.Type, fn, func() {
		x.block = mark // the receiver is in the same block as the parameters
		if d.Body != nil {
			x.stmts(d.Body.List)
		}
		x.endLabels()
	})
	x.scope, x.fn, x.labels, x.pending = outer, outerFn, labels, pending
}

// receiver is the type that a method hangs under: one of this file, or a
// stand-in for one of another file of the package.
func (x *extractor) receiver(base *ast.Ident) lang.DefID {
	if id, ok := x.types[base.Name]; ok {
		return id
	}
	at := x.at(base.Pos())
	id, d := x.b.Def(x.b.Name(base.Name), lang.KindType, symbol.Type, at, at)
	d.Flags |= lang.Synthetic | lang.Elsewhere
	d.Space = lang.Value | lang.Type
	x.types[base.Name] = id
	return id
}

// recv walks the receiver of method fn.
func (x *extractor) recv(f *ast.Field, fn lang.DefID) {
	t := f.Type
	for range maxDepth {
		if p, ok := t.(*ast.ParenExpr); ok {
			t = p.X
		} else if p, ok := t.(*ast.StarExpr); ok {
			t = p.X
		} else {
			break
		}
	}
	var params []ast.Expr
	switch i := t.(type) {
	case *ast.IndexExpr:
		t, params = i.X, []ast.Expr{i.Index}
	case *ast.IndexListExpr:
		t, params = i.X, i.Indices
	}
	e := x.typeExpr(t, inside)
	for _, p := range params {
		// The names are those of the method's own type parameters: each is a
		// definition and, as an argument, a use.
		if id, ok := p.(*ast.Ident); ok {
			if def := x.localDef(id, lang.KindTypeParameter, nil); def >= 0 {
				d := &x.b.F.Defs[def]
				d.Space = lang.Value | lang.Type
				d.Parent = fn
				x.use(id, lang.TypeRole)
			}
		} else {
			x.typeExpr(p, inside)
		}
	}
	for _, n := range f.Names {
		if def := x.localDef(n, lang.KindSelfParameter, f); def >= 0 {
			d := &x.b.F.Defs[def]
			d.Type = e
			d.Flags |= lang.SelfParam
			if d.Parent = fn; fn >= 0 {
				d.Flags |= lang.Param
			}
			d.Sig = x.sig(n.Name+" ", f.Type.Pos(), f.Type.End())
		}
	}
}

// valueDecl walks a var or const declaration at package level.
func (x *extractor) valueDecl(g *ast.GenDecl) {
	kind := lang.KindVariable
	if g.Tok == token.CONST {
		kind = lang.KindConstant
	}
	block := docText(g.Doc)
	for _, s := range g.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		doc := docText(v.Doc, v.Comment)
		if doc.text == "" {
			doc = block
		}
		defs := make([]lang.DefID, len(v.Names))
		first := lang.NoDef
		for i, id := range v.Names {
			defs[i] = lang.NoDef
			if !x.named(id) {
				continue
			}
			n, d := x.def(id, kind, symbol.Term, owner(g, s))
			defs[i] = n
			d.Scope = 0
			x.global(d, id.Name)
			doc.set(d)
			d.Sig = x.valueSig(g.Tok, v, i)
			if kind == lang.KindConstant {
				d.Flags |= lang.Const
			}
			if first < 0 {
				first = n
			}
		}
		x.valueSpec(v, defs, where{parent: first, local: first < 0})
	}
}

// valueSig is the declaration of name i alone.
func (x *extractor) valueSig(tok token.Token, v *ast.ValueSpec, i int) string {
	sig := tok.String() + " " + v.Names[i].Name
	switch {
	case v.Type != nil:
		sig = x.sig(sig+" ", v.Type.Pos(), v.Type.End())
		if tok == token.CONST && i < len(v.Values) {
			sig = x.sig(sig+" = ", v.Values[i].Pos(), v.Values[i].End())
		}
	case len(v.Values) == len(v.Names):
		value := v.Values[i]
		switch e := value.(type) {
		case *ast.FuncLit: // without its body
			return x.sig(sig+" = ", e.Pos(), e.Type.End())
		case *ast.CompositeLit: // without its elements
			if e.Type != nil {
				return x.sig(sig+" = ", e.Pos(), e.Type.End()) + "{…}"
			}
		}
		sig = x.sig(sig+" = ", value.Pos(), value.End())
	}
	return sig
}

// valueSpec walks the type and the values of a declaration of defs, which are
// as many as its names.
func (x *extractor) valueSpec(v *ast.ValueSpec, defs []lang.DefID, w where) {
	if v.Type != nil {
		e := x.typeExpr(v.Type, w)
		for _, d := range defs {
			if d >= 0 {
				x.b.F.Defs[d].Type = e
			}
		}
	}
	x.assign(defs, v.Values, v.Type == nil, w)
}

// assign walks values and records which flow into which definitions. The
// fields of anonymous types in them hang under w.
func (x *extractor) assign(defs []lang.DefID, values []ast.Expr, infer bool, w where) {
	for i, v := range values {
		want := false
		if infer {
			for j, d := range defs {
				if d >= 0 && (j == i || len(values) == 1) {
					want = true
				}
			}
		}
		e := x.value(v, want, w)
		if !want || e < 0 {
			continue
		}
		if len(values) == len(defs) {
			x.b.Assign(defs[i], e)
			continue
		}
		if len(values) != 1 {
			continue
		}
		_, call := ast.Unparen(v).(*ast.CallExpr)
		for j, d := range defs {
			switch {
			case d < 0:
			case call:
				x.b.Assign(d, x.b.Expr1(lang.ExprNth, int32(j), e))
			case j == 0: // v, ok := m[k], x.(T), <-c
				x.b.Assign(d, e)
			}
		}
	}
}
