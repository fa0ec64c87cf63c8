package php

import (
	"context"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// maxNesting bounds the recursion over a tree; what lies deeper is not read.
const maxNesting = 1500

// extract makes the facts of one file.
//
// Scope 0 has the file's classes, functions and constants, which all files
// share; a block in it has the variables of the code outside functions, so that
// functions do not see them.
func extract(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
	tree, err := p.ParseTolerant(ctx, php, in.Src, recovery)
	if err != nil {
		return nil, err
	}
	b := lang.NewBuilder(len(in.Src))
	b.Read(in)
	x := newExtractor(b, in.Src)
	x.t, x.n = &tree, tree.Nodes
	x.b.Enrich(in)
	f := x.b.F
	enrich(f.Rich, &tree)
	f.ErrorNodes, f.ErrorBytes = tree.Errors()
	f.Generated = generated(in.Src)
	x.docTypes()
	x.block(0)
	x.useGlobals()
	return x.b.Finish(), nil
}

// newExtractor makes an extractor without a tree that adds to b, whose file is
// src.
func newExtractor(b *lang.Builder, src []byte) *extractor {
	x := &extractor{
		b: b, src: src,
		bound: map[key]lang.DefID{}, outer: map[lang.DefID]lang.DefID{}, tops: map[string]lang.DefID{},
		typed: map[key]typedName{}, guards: map[uint32]guard{}, arrows: map[lang.ScopeID]lang.ScopeID{}, spaces: map[string]lang.DefID{},
	}
	x.globals = x.b.Scope(lang.ScopeBlock, 0, lang.NoDef, 0, uint32(len(src)))
	x.frame = frame{scope: x.globals, fn: lang.NoDef, doc: ts.NoNode}
	x.names = newNames("")
	x.space = lang.NoDef
	return x
}

// generated says whether the first comment says that a program wrote the file.
func generated(src []byte) bool {
	head := src[:min(len(src), 1024)]
	s := lower(string(head))
	return strings.Contains(s, "@generated") || strings.Contains(s, "do not edit") && strings.Contains(s, "generated")
}

type key struct {
	scope lang.ScopeID
	name  lang.NameID
}

type extractor struct {
	b   *lang.Builder
	t   *ts.Tree
	n   []ts.Node
	src []byte
	frame

	names   *names // of the namespace at hand
	space   lang.DefID
	globals lang.ScopeID

	bound     map[key]lang.DefID            // variables
	typed     map[key]typedName             // types that comments give to variables not met yet
	outer     map[lang.DefID]lang.DefID     // what a closure's or function's alias of a variable stands for
	arrows    map[lang.ScopeID]lang.ScopeID // scopes of arrow functions, and where they stand
	blocks    map[lang.ScopeID]lang.ScopeID // blocks of a template, and where they stand
	head      lang.ScopeID                  // the block whose head is read
	tops      map[string]lang.DefID         // classes, functions and constants by key
	spaces    map[string]lang.DefID         // stand-ins for namespaces by folded name
	pseudo    map[string]bool               // names that comments make up for types
	shared    []globalUse
	lastArray lang.ExprID      // the array literal that was read last, for frameworks
	guards    map[uint32]guard // instanceof by node
	taken     int              // the deepest held value used since it was last cleared
	depth     int
}

// typedName is a variable that a comment names, with the type it says.
type typedName struct {
	typ        lang.ExprID
	start, end uint32 // the variable's name; both 0 where it can't be a definition
}

// frame is where the walk is.
type frame struct {
	scope     lang.ScopeID // where variables are bound and names looked up
	fn        lang.DefID   // the innermost function, NoDef outside
	cls       *class       // the innermost class, nil outside
	static    bool         // in a static method
	templates []string     // type parameters of the comments around
	held      map[lang.NameID]held
	doc       uint32 // the documentation comment before the node at hand, else NoNode
}

// class is a class, interface, trait or enum that is being read.
type class struct {
	def     lang.DefID
	scope   lang.ScopeID
	key     string // its full name with mark, "" for anonymous classes
	parent  string // that of its base class, "" when none
	iface   bool
	members map[lang.NameID]lang.DefID // by key
	flows   []flow
}

// flow is a value that is assigned to a property of $this.
type flow struct {
	name  lang.NameID
	value lang.ExprID
}

// globalUse is a variable in a global statement; alias is its stand-in in the
// function.
type globalUse struct {
	node  uint32
	alias lang.DefID
	scope lang.ScopeID
	typ   lang.ExprID
}

func (x *extractor) kind(i uint32) kind {
	if s := int(x.n[i].Sym); s < len(kinds) && x.n[i].Flags&ts.Error == 0 {
		return kinds[s]
	}
	return kOther
}

func (x *extractor) text(i uint32) []byte { return x.src[x.n[i].Start:x.n[i].End] }

// empty says that node i has no text: the parser put it in to go on.
func (x *extractor) empty(i uint32) bool { return i == ts.NoNode || x.n[i].Start >= x.n[i].End }

// each calls f for the named children of i that are not comments.
func (x *extractor) each(i uint32, f func(c uint32)) {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named != 0 && x.kind(c) != kComment {
			f(c)
		}
	}
}

// child is the first named child of i that is no comment.
func (x *extractor) child(i uint32) uint32 {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named != 0 && x.kind(c) != kComment {
			return c
		}
	}
	return ts.NoNode
}

// childOf is the first child of i of kind k.
func (x *extractor) childOf(i uint32, k kind) uint32 {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.kind(c) == k {
			return c
		}
	}
	return ts.NoNode
}

// block reads the statements or members below i, and the comments among them.
func (x *extractor) block(i uint32) {
	if i == ts.NoNode || x.depth >= maxNesting {
		return
	}
	x.depth++
	old := x.doc
	x.doc = ts.NoNode
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named == 0 {
			continue
		}
		if x.kind(c) == kComment {
			if x.isDoc(c) {
				x.doc = c
				x.localTypes(c)
			}
			continue
		}
		x.expr(c)
		x.doc = ts.NoNode
	}
	x.doc = old
	x.depth--
}

// names are what a namespace's use statements say.
type names struct {
	space                      string // without backslashes around it
	classes, functions, consts map[string]string
	uses                       []string // the statements, where the facts are rich
}

func newNames(space string) *names {
	return &names{space: space, classes: map[string]string{}, functions: map[string]string{}, consts: map[string]string{}}
}

// below is name in the namespace.
func (n *names) below(name string) string {
	if n.space == "" {
		return name
	}
	return n.space + "\\" + name
}

// relative cuts "namespace\" from a name.
func relative(name string) (string, bool) {
	const prefix = `namespace\`
	if len(name) > len(prefix) && lower(name[:len(prefix)]) == prefix {
		return name[len(prefix):], true
	}
	return name, false
}

// qualified is the full name of a name with backslashes, false for others.
func (n *names) qualified(name string) (string, bool) {
	if name, ok := strings.CutPrefix(name, "\\"); ok {
		return name, true
	}
	if rest, ok := relative(name); ok {
		return n.below(rest), true
	}
	if first, rest, ok := strings.Cut(name, "\\"); ok {
		if to, ok := n.classes[lower(first)]; ok {
			return to + "\\" + rest, true
		}
		return n.below(name), true
	}
	return name, false
}

// class is the full name, with its mark, of the class that name means.
func (n *names) class(name string) string {
	full, ok := n.qualified(name)
	if !ok {
		if full, ok = n.classes[lower(name)]; !ok {
			full = n.below(name)
		}
	}
	return full + classMark
}

// function is the full name, or both that are possible, of a function.
func (n *names) function(name string) string {
	if full, ok := n.qualified(name); ok {
		return full + functionMark
	}
	if to, ok := n.functions[lower(name)]; ok {
		return to + functionMark
	}
	if n.space == "" {
		return name + functionMark
	}
	return n.below(name) + functionMark + alternatives + name + functionMark
}

// constant is the full name, or both that are possible, of a constant.
func (n *names) constant(name string) string {
	if full, ok := n.qualified(name); ok {
		return full
	}
	if to, ok := n.consts[name]; ok {
		return to
	}
	if n.space == "" {
		return name
	}
	return n.below(name) + alternatives + name
}

// compact is the text of a name without the white space that broken code may
// have in it.
func compact(b []byte) string {
	s := string(b)
	if strings.ContainsAny(s, " \t\r\n|") {
		s = strings.Map(func(r rune) rune {
			if strings.ContainsRune(" \t\r\n|", r) {
				return -1
			}
			return r
		}, s)
	}
	return s
}

// last is the range of the last part of the name from start to end.
func (x *extractor) last(start, end uint32) (uint32, uint32) {
	if i := strings.LastIndexByte(string(x.src[start:end]), '\\'); i >= 0 && start+uint32(i)+1 < end {
		return start + uint32(i) + 1, end
	}
	return start, end
}

// ref adds a use of a class, function or constant: name is its full name.
func (x *extractor) ref(name string, start, end uint32, role lang.Role, space lang.Space) lang.ExprID {
	if start >= end || name == "" {
		return lang.NoExpr
	}
	start, end = x.last(start, end)
	r := x.b.Ref(lang.Ref{Name: x.b.Name(name), Start: start, End: end, Scope: x.scope, X: -1, Kind: lang.RefName, Role: role, Space: space})
	return x.b.Expr(lang.ExprName, int32(r))
}

// refTo adds a use of definition d of this file.
func (x *extractor) refTo(d lang.DefID, start, end uint32, role lang.Role) {
	if start < end {
		x.b.Ref(lang.Ref{Name: x.b.F.Defs[d].Name, Start: start, End: end, Scope: x.scope, X: int32(d), Kind: lang.RefDef, Role: role, Space: lang.AnySpace})
	}
}

// className reads the name of a class at node i, in code that wants a value or
// (typ) a type.
func (x *extractor) className(i uint32, role lang.Role, typ bool) lang.ExprID {
	return x.classAt(compact(x.text(i)), x.n[i].Start, x.n[i].End, role, typ)
}

func (x *extractor) classAt(name string, start, end uint32, role lang.Role, typ bool) lang.ExprID {
	switch lower(name) {
	case "self":
		if x.cls == nil {
			return lang.NoExpr
		}
		x.refTo(x.cls.def, start, end, role)
		return x.b.Expr(lang.ExprDef, int32(x.cls.def))
	case "static", "$this":
		if x.cls == nil {
			return lang.NoExpr
		}
		if name[0] != '$' {
			x.refTo(x.cls.def, start, end, role)
		}
		if typ {
			return x.b.Expr(lang.ExprThis, int32(x.cls.scope))
		}
		this := x.b.Expr(lang.ExprThis, int32(x.scope))
		if x.static {
			return this
		}
		return x.b.Expr1(lang.ExprClassOf, 0, this)
	case "parent":
		if x.cls == nil || x.cls.parent == "" {
			return lang.NoExpr
		}
		return x.ref(x.cls.parent, start, end, role, lang.Type)
	case "":
		return lang.NoExpr
	}
	return x.ref(x.names.class(name), start, end, role, lang.Type)
}

// namespace enters a namespace and makes stand-ins for it and those around, so
// that symbols made in it hang below them.
func (x *extractor) namespace(at uint32) {
	if at == ts.NoNode {
		x.names, x.space = newNames(""), lang.NoDef
		return
	}
	space := x.b.ShortPrefix(strings.Trim(compact(x.text(at)), "\\"))
	x.names, x.space = newNames(space), lang.NoDef
	f := x.b.F
	if f.Package == "" {
		f.Package = space
		f.PackageAt = [2]uint32{x.n[at].Start, x.n[at].End}
	}
	if space == "" {
		return
	}
	folded := ""
	for _, part := range strings.Split(space, "\\") {
		folded += lower(part) + "\\"
		d, ok := x.spaces[folded]
		if !ok {
			var def *lang.Def
			d, def = x.b.Def(x.b.Name(part), lang.KindNamespace, symbol.Namespace, x.n[at].Start, x.n[at].Start)
			def.Flags = lang.Synthetic | lang.Elsewhere
			def.Parent = x.space
			x.spaces[folded] = d
		}
		x.space = d
	}
}

// use reads a use statement outside classes.
func (x *extractor) use(i uint32) {
	prefix, group := "", ts.NoNode
	what := useClass
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch {
		case x.kind(c) == kNamespaceName:
			prefix = x.b.Short(strings.Trim(compact(x.text(c)), "\\")) + "\\"
		case x.kind(c) == kNamespaceUseClause:
			x.useClause(c, prefix, what)
		case x.n[c].Field == fType:
			what = useKind(x.text(c), what)
		case x.n[c].Field == fBody:
			group = c
		}
	}
	if group != ts.NoNode {
		x.each(group, func(c uint32) {
			if x.kind(c) == kNamespaceUseClause {
				x.useClause(c, prefix, what)
			}
		})
	}
}

// What a use statement imports.
const (
	useClass = iota
	useFunction
	useConst
)

func useKind(word []byte, otherwise int) int {
	switch lower(string(word)) {
	case "function":
		return useFunction
	case "const":
		return useConst
	}
	return otherwise
}

func (x *extractor) useClause(i uint32, prefix string, what int) {
	name, alias := ts.NoNode, ts.NoNode
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		switch {
		case x.n[c].Field == fType:
			what = useKind(x.text(c), what)
		case x.n[c].Field == fAlias:
			alias = c
		case x.kind(c) == kName || x.kind(c) == kQualifiedName:
			name = c
		}
	}
	if x.empty(name) {
		return
	}
	full := prefix + strings.Trim(compact(x.text(name)), "\\")
	local := full[strings.LastIndexByte(full, '\\')+1:]
	if !x.empty(alias) {
		local = string(x.text(alias))
	}
	full = x.b.Short(strings.TrimPrefix(full, "\\"))
	x.uses(full, local, what)
	mark := full
	switch what {
	case useClass:
		mark += classMark
		x.names.classes[lower(local)] = full
	case useFunction:
		mark += functionMark
		x.names.functions[lower(local)] = full
	case useConst:
		x.names.consts[local] = full
	}
	space := lang.Value
	if what == useClass {
		space = lang.Type
	}
	x.ref(mark, x.n[name].Start, x.n[name].End, lang.ImportRole, space)
	if !x.empty(alias) {
		x.ref(mark, x.n[alias].Start, x.n[alias].End, lang.ImportRole, space)
	}
}
