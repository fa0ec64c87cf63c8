package typescript

import (
	"bytes"
	"context"
	"slices"
	"sort"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// jsdoc is what the documentation comments of a JavaScript file say about types.
// All types in them are read from one text of the file's size that has nothing but
// them, each as "type T=…;" where it stands: so the offsets are those of the file.
type jsdoc struct {
	tree     ts.Tree
	comments []comment // by their place
	// of are the comments of functions that stand behind a name (a variable, a key):
	// by the function's node, the comment's number.
	of map[uint32]int
}

// comment is a documentation comment with tags that say something of types.
type comment struct {
	start, end uint32
	tags       []tag
}

type tagKind uint8

const (
	tagType tagKind = iota
	tagParam
	tagReturn
	tagTemplate
	tagExtends
	tagThis
	tagTypedef
	tagCallback
	tagProperty
	tagImport
)

var tagKinds = map[string]tagKind{
	"type": tagType, "param": tagParam, "arg": tagParam, "argument": tagParam, "return": tagReturn, "returns": tagReturn,
	"template": tagTemplate, "extends": tagExtends, "augments": tagExtends, "this": tagThis, "typedef": tagTypedef,
	"callback": tagCallback, "property": tagProperty, "prop": tagProperty, "import": tagImport,
}

// tag is one tag of a comment.
type tag struct {
	kind     tagKind
	names    []span // of @template several, else at most one
	optional bool
	rest     bool
	at       uint32 // where its type or import begins in the text of types
	node     uint32 // its type or import in the tree of types, ts.NoNode for none
	read     bool
	expr     lang.ExprID
}

// readJSDoc finds the comments of the file and reads what they say.
func (e *extractor) readJSDoc(ctx context.Context, p *ts.Parser) error {
	src := e.t.Src
	if !bytes.Contains(src, []byte("/**")) {
		return nil
	}
	j := &jsdoc{of: map[uint32]int{}}
	var types []byte
	for i := range e.nodes {
		n := &e.nodes[i]
		if e.kind(uint32(i)) != kComment || n.End-n.Start < 8 || string(src[n.Start:n.Start+3]) != "/**" || src[n.Start+3] == '/' {
			continue
		}
		if bytes.IndexByte(src[n.Start:n.End], '@') < 0 {
			continue
		}
		if types == nil {
			types = bytes.Repeat([]byte{' '}, len(src))
		}
		s := tagScanner{src: src, types: types, at: n.Start + 3, end: n.End - 2}
		if c := (comment{start: n.Start, end: n.End, tags: s.tags()}); len(c.tags) > 0 {
			j.comments = append(j.comments, c)
		}
	}
	if len(j.comments) == 0 {
		return nil
	}
	sort.Slice(j.comments, func(a, b int) bool { return j.comments[a].start < j.comments[b].start })
	// The parser's next tree takes the place of this one.
	e.t.Nodes = slices.Clone(e.nodes)
	e.nodes = e.t.Nodes
	var err error
	if j.tree, err = p.ParseTolerant(ctx, typescriptDialect.Grammar, types, recovery); err != nil {
		return err
	}
	e.docs = j
	e.inTypes(func() {
		found := map[uint32]uint32{}
		for i := range e.nodes {
			switch e.kind(uint32(i)) {
			case kTypeAliasDeclaration:
				if v := e.child(uint32(i), fValue); v != ts.NoNode {
					found[e.nodes[i].Start] = v
				}
			case kImportStatement:
				found[e.nodes[i].Start] = uint32(i)
			}
		}
		for c := range j.comments {
			for t := range j.comments[c].tags {
				t := &j.comments[c].tags[t]
				t.node = ts.NoNode
				if n, ok := found[t.at]; ok && t.at != 0 {
					t.node = n
				}
			}
		}
	})
	return nil
}

// inTypes calls read with the tree of types in place of the file's.
func (e *extractor) inTypes(read func()) {
	d, t, nodes, typing := e.d, e.t, e.nodes, e.typing
	e.d, e.t, e.nodes, e.typing = typescriptDialect, e.docs.tree, e.docs.tree.Nodes, true
	read()
	e.d, e.t, e.nodes, e.typing = d, t, nodes, typing
}

// before is the comment that ends right before offset at, nil for none.
func (e *extractor) before(at uint32) *comment {
	if e.docs == nil || e.typing {
		return nil
	}
	cs := e.docs.comments
	n := sort.Search(len(cs), func(i int) bool { return cs[i].end > at })
	if n == 0 || len(bytes.TrimLeft(e.t.Src[cs[n-1].end:at], " \t\r\n")) > 0 {
		return nil
	}
	return &cs[n-1]
}

// documents says that the comment before offset at is that of the function which node
// i is, where it is one.
func (e *extractor) documents(at, i uint32) {
	if i == ts.NoNode {
		return
	}
	c := e.before(at)
	for c != nil && e.kind(i) == kParenthesizedExpression {
		if i = e.named(i, 0); i == ts.NoNode {
			return
		}
	}
	if c != nil && (e.kind(i) == kArrowFunction || e.kind(i) == kFunctionExpression || e.kind(i) == kGeneratorFunction || e.kind(i) == kClass) {
		e.docs.of[i] = slices.IndexFunc(e.docs.comments, func(o comment) bool { return o.start == c.start })
	}
}

// comment is that of the declaration or function at node i, which begins at start with
// what is around it.
func (e *extractor) comment(i, start uint32) *comment {
	if e.docs == nil || e.typing {
		return nil
	}
	if c := e.before(e.nodes[i].Start); c != nil {
		return c
	}
	if n, ok := e.docs.of[i]; ok {
		return &e.docs.comments[n]
	}
	if start < e.nodes[i].Start {
		return e.before(start)
	}
	return nil
}

// tagged is the type that the first tag of a kind says, NoExpr for none.
func (e *extractor) tagged(c *comment, k tagKind) lang.ExprID {
	if c == nil {
		return lang.NoExpr
	}
	for i := range c.tags {
		if t := &c.tags[i]; t.kind == k {
			return e.tagType(t)
		}
	}
	return lang.NoExpr
}

// tagType is the type of a tag.
func (e *extractor) tagType(t *tag) lang.ExprID {
	if t.node == ts.NoNode || t.kind == tagImport {
		return lang.NoExpr
	}
	if !t.read {
		t.read = true
		e.inTypes(func() { t.expr = e.typ(t.node) })
		if t.rest && t.expr >= 0 {
			t.expr = e.b.Expr1(lang.ExprArrayOf, -1, t.expr)
		}
	}
	return t.expr
}

// typeComment is the type that a comment before offset at gives what stands there.
func (e *extractor) typeComment(at uint32) lang.ExprID { return e.tagged(e.before(at), tagType) }

// paramTag is the number of the tag of the parameter called name, or of the destructured
// one at position pos; -1 for none.
func (e *extractor) paramTag(c *comment, name string, pos int) int {
	if c == nil {
		return -1
	}
	n := 0
	for i := range c.tags {
		t := &c.tags[i]
		if t.kind != tagParam || len(t.names) == 0 {
			continue
		}
		text := e.tagName(t)
		if strings.Contains(text, ".") { // a property of a parameter
			continue
		}
		if name != "" && text == name || name == "" && n == pos {
			return i
		}
		n++
	}
	return -1
}

// tagName is the first name behind a tag as it is written, "" for none.
func (e *extractor) tagName(t *tag) string {
	if len(t.names) == 0 {
		return ""
	}
	return string(e.t.Src[t.names[0].start:t.names[0].end])
}

// documented gives parameter id what tag n of a comment says, where there is one.
func (e *extractor) documented(id lang.DefID, c *comment, n int) {
	if n < 0 {
		return
	}
	x := e.tagMembers(c, n, id)
	e.def(id).Type = x
	if c.tags[n].optional {
		e.def(id).Flags |= lang.Optional
	}
}

// tagMembers is the type that tag n of a comment gives of, which it names: of an object,
// or of an array of such, the tags of its properties behind it say what it has ("@param
// {object} o" before "@param {string} o.name").
func (e *extractor) tagMembers(c *comment, n int, of lang.DefID) lang.ExprID {
	t := &c.tags[n]
	name := e.tagName(t)
	array, object := e.objectTag(t)
	inside := func(i int) (string, bool) {
		if i >= len(c.tags) || c.tags[i].kind != t.kind {
			return "", false
		}
		rest, ok := strings.CutPrefix(e.tagName(&c.tags[i]), name)
		if !ok {
			return "", false
		}
		return strings.CutPrefix(strings.TrimPrefix(rest, "[]"), ".")
	}
	if _, ok := inside(n + 1); !object || !ok {
		return e.tagType(t)
	}
	around := span{c.start, c.end}
	obj := e.define(spec{kind: lang.KindObject, space: lang.Type, flags: lang.Synthetic | lang.Structural,
		at: span{c.start, c.start}, enc: around, scope: lang.NoScope, parent: of})
	for i := n + 1; ; i++ {
		member, ok := inside(i)
		if !ok {
			break
		}
		if member != "" && !strings.ContainsAny(member, ".[") {
			e.docMember(c, i, obj, lang.KindProperty, lang.Member)
		}
	}
	x := e.b.Expr(lang.ExprObject, int32(obj))
	if array || t.rest {
		x = e.b.Expr1(lang.ExprArrayOf, -1, x)
	}
	return x
}

// objectTag says whether a tag's type is an object of which nothing else is said, or an
// array of such.
func (e *extractor) objectTag(t *tag) (array, object bool) {
	if t.node == ts.NoNode {
		return false, true
	}
	e.inTypes(func() {
		text := string(e.text(t.node))
		if of, ok := strings.CutSuffix(text, "[]"); ok {
			text, array = of, true
		}
		object = text == "object" || text == "Object"
	})
	return array, object
}

// templates defines the type parameters that comment c declares for owner, in a scope
// of their own, and leaves the walk in it. They have no symbol.
func (e *extractor) templates(c *comment, owner lang.DefID, around span) {
	if c == nil || !slices.ContainsFunc(c.tags, func(t tag) bool { return t.kind == tagTemplate }) {
		return
	}
	e.scope = e.b.Scope(lang.ScopeTypeParams, e.scope, owner, around.start, around.end)
	for i := range c.tags {
		t := &c.tags[i]
		if t.kind != tagTemplate {
			continue
		}
		for _, n := range t.names {
			id := e.define(spec{name: e.b.NameBytes(e.t.Src[n.start:n.end]), kind: lang.KindTypeParameter, space: lang.Type,
				flags: lang.Synthetic, at: span{n.start, n.start}, enc: n, scope: e.scope, parent: owner})
			e.b.Base(id, lang.BaseBound, e.tagType(t))
		}
	}
}

// typedefs defines the types that comments declare: other files can import them. They
// have no symbol, for scip-typescript knows none.
func (e *extractor) typedefs() {
	if e.docs == nil {
		return
	}
	for i := range e.docs.comments {
		c := &e.docs.comments[i]
		for k := range c.tags {
			switch t := &c.tags[k]; t.kind {
			case tagTypedef, tagCallback:
				if len(t.names) == 1 {
					e.typedef(c, k)
				}
			case tagImport:
				if t.node != ts.NoNode {
					e.inTypes(func() { e.importStatement(t.node) })
				}
			}
		}
	}
}

func (e *extractor) typedef(c *comment, k int) {
	t := &c.tags[k]
	at := t.names[0]
	name := e.b.NameBytes(e.t.Src[at.start:at.end])
	id := e.define(spec{name: name, kind: lang.KindTypeAlias, space: lang.Type, flags: lang.Synthetic,
		at: span{at.start, at.start}, enc: span{c.start, c.end}, scope: e.scope, parent: e.parent})
	saved := e.env
	e.parent = id
	e.templates(c, id, span{c.start, c.end})
	var x lang.ExprID
	switch {
	case t.kind == tagCallback:
		fn := e.define(spec{kind: lang.KindLambda, space: lang.Value, flags: lang.Synthetic, at: span{c.start, c.start},
			enc: span{c.start, c.end}, scope: lang.NoScope, parent: id})
		for i := k + 1; i < len(c.tags); i++ {
			if c.tags[i].kind == tagParam && !strings.Contains(e.tagName(&c.tags[i]), ".") {
				e.docMember(c, i, fn, lang.KindParameter, lang.Param)
			}
		}
		r := e.tagged(c, tagReturn)
		e.def(fn).Type = r
		x = e.b.Expr(lang.ExprFuncType, int32(fn))
	case k+1 < len(c.tags) && c.tags[k+1].kind == tagProperty:
		obj := e.define(spec{kind: lang.KindObject, space: lang.Type, flags: lang.Synthetic | lang.Structural,
			at: span{c.start, c.start}, enc: span{c.start, c.end}, scope: lang.NoScope, parent: id})
		for i := k + 1; i < len(c.tags) && c.tags[i].kind == tagProperty; i++ {
			if !strings.Contains(e.tagName(&c.tags[i]), ".") {
				e.docMember(c, i, obj, lang.KindProperty, lang.Member)
			}
		}
		x = e.b.Expr(lang.ExprObject, int32(obj))
	default:
		x = e.tagType(t)
	}
	e.def(id).Type = x
	e.env = saved
	e.docTypes = append(e.docTypes, lang.Export{Name: name, Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
}

// docMember defines a member or parameter that tag n of a comment declares.
func (e *extractor) docMember(c *comment, n int, of lang.DefID, kind lang.Kind, flags lang.DefFlags) {
	t := &c.tags[n]
	name := e.tagName(t)
	if name == "" {
		return
	}
	at := span{t.names[0].end - uint32(len(name[strings.LastIndexByte(name, '.')+1:])), t.names[0].end}
	if t.optional {
		flags |= lang.Optional
	}
	if t.rest {
		flags |= lang.Rest
	}
	id := e.define(spec{name: e.b.NameBytes(e.t.Src[at.start:at.end]), kind: kind, space: lang.Value, flags: flags | lang.Synthetic,
		at: span{at.start, at.start}, enc: at, scope: lang.NoScope, parent: of})
	x := e.tagMembers(c, n, id)
	e.def(id).Type = x
}

// exportTypedefs exports the types that comments declare, where the file is a module.
func (e *extractor) exportTypedefs() {
	if f := e.b.F; len(f.Imports) > 0 || len(f.Exports) > 0 {
		for _, x := range e.docTypes {
			e.b.Export(x)
		}
	}
}

// tagScanner reads the tags of one comment, and writes their types where they stand.
type tagScanner struct {
	src, types []byte
	at, end    uint32
}

// tags are those that say something of types.
func (s *tagScanner) tags() []tag {
	var out []tag
	lineStart := true
	for s.at < s.end {
		switch c := s.src[s.at]; {
		case c == '\n':
			lineStart = true
			s.at++
		case c == '@' && lineStart:
			if t, ok := s.tag(); ok {
				out = append(out, t)
			}
			lineStart = false
		default:
			if c != ' ' && c != '\t' && c != '\r' && c != '*' {
				lineStart = false
			}
			s.at++
		}
	}
	return out
}

// skip passes blanks and the margin of lines.
func (s *tagScanner) skip() {
	for s.at < s.end {
		switch c := s.src[s.at]; {
		case isSpace(c) || c == '*' && s.margin():
			s.at++
		default:
			return
		}
	}
}

// margin says whether nothing but blanks stands before the offset in its line.
func (s *tagScanner) margin() bool {
	for i := s.at; i > 0; i-- {
		switch s.src[i-1] {
		case '\n':
			return true
		case ' ', '\t':
		default:
			return false
		}
	}
	return false
}

// tag reads the tag at the offset.
func (s *tagScanner) tag() (t tag, ok bool) {
	start := s.at
	s.at++
	for s.at < s.end && 'a' <= s.src[s.at] && s.src[s.at] <= 'z' {
		s.at++
	}
	kind, known := tagKinds[string(s.src[start+1:s.at])]
	if !known {
		return t, false
	}
	t.kind = kind
	if kind == tagImport {
		stop := s.at
		for stop < s.end && !(s.src[stop] == '\n' && bytes.IndexByte(s.src[s.at:stop], '"')+bytes.IndexByte(s.src[s.at:stop], '\'') > -2) {
			stop++
		}
		s.copy(start+1, stop)
		t.at, s.at = start+1, stop
		if stop > start+1 && stop < uint32(len(s.types)) {
			s.types[stop] = ';'
		}
		return t, true
	}
	s.skip()
	if s.at < s.end && s.src[s.at] == '{' {
		if !s.braced(&t) {
			return t, false
		}
	}
	switch kind {
	case tagParam, tagProperty, tagTypedef, tagCallback, tagTemplate:
		s.named(&t)
	}
	return t, true
}

// braced reads the type in braces at the offset.
func (s *tagScanner) braced(t *tag) bool {
	open, depth := s.at, 0
	close := open
scan:
	for ; close < s.end; close++ {
		switch c := s.src[close]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				break scan
			}
		case '"', '\'', '`':
			if n := bytes.IndexByte(s.src[close+1:s.end], c); n >= 0 {
				close += uint32(n) + 1
			}
		}
	}
	if close >= s.end {
		return false
	}
	s.at = close + 1
	from, to := open+1, close
	for from < to && isSpace(s.src[from]) {
		from++
	}
	for to > from && isSpace(s.src[to-1]) {
		to--
	}
	if bytes.HasPrefix(s.src[from:to], []byte("...")) {
		t.rest, from = true, from+3
	}
	if to > from && s.src[to-1] == '=' {
		t.optional = true
		to--
	}
	text := s.src[from:to]
	if len(text) == 0 || bytes.ContainsAny(text, "#~") || bytes.Contains(text, []byte("module:")) || bytes.Contains(text, []byte("function(")) {
		return true // no type of TypeScript
	}
	const head = "type T="
	if from < uint32(len(head)) {
		return true
	}
	s.copy(from, to)
	for i := from; i < to; i++ {
		switch c := s.src[i]; {
		case c == '!' || c == '.' && i+1 < to && s.src[i+1] == '<':
			s.types[i] = ' '
		case c == '?' && i > from:
			// A type that may be null, written behind it.
			n := i + 1
			for n < to && isSpace(s.src[n]) {
				n++
			}
			if n == to || bytes.IndexByte([]byte("|,)>]"), s.src[n]) >= 0 {
				s.types[i] = ' '
			}
		}
	}
	t.at = open + 1 - uint32(len(head))
	copy(s.types[t.at:], head)
	s.types[close] = ';'
	return true
}

// copy writes a part of the comment into the text of types, without the margin of
// lines.
func (s *tagScanner) copy(from, to uint32) {
	copy(s.types[from:to], s.src[from:to])
	at := s.at
	for i := from; i < to; i++ {
		if s.at = i; s.src[i] == '*' && s.margin() && bytes.IndexByte(s.src[from:i], '\n') >= 0 {
			s.types[i] = ' '
		}
	}
	s.at = at
}

// named reads the name or names behind a tag.
func (s *tagScanner) named(t *tag) {
	for {
		s.skip()
		if s.at < s.end && s.src[s.at] == '[' {
			t.optional = true
			s.at++
		}
		start := s.at
		for s.at < s.end && (identifier(s.src[s.at]) || s.at > start && (s.src[s.at] == '.' || s.property())) {
			s.at++
		}
		if s.at == start {
			return
		}
		t.names = append(t.names, span{start, s.at})
		if t.kind != tagTemplate {
			return
		}
		for s.at < s.end && s.src[s.at] != ',' && s.src[s.at] != '\n' {
			if c := s.src[s.at]; c != ' ' && c != '=' && c != ']' && !identifier(c) {
				return
			}
			s.at++
		}
		if s.at >= s.end || s.src[s.at] != ',' {
			return
		}
		s.at++
	}
}

// property says whether the offset is in the [] of "list[].name", the name of a property
// of what an array holds.
func (s *tagScanner) property() bool {
	from := s.at
	if s.src[from] == ']' {
		from--
	}
	return from+2 < s.end && string(s.src[from:from+3]) == "[]."
}

// identifier says whether c may be a part of a name.
func identifier(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// docless drops from a definition that stands in a comment what would make it one in
// any output: scip-typescript knows none there.
func docless(s *spec) {
	s.suffix = symbol.None
	s.flags = s.flags&^lang.Local | lang.Synthetic
	s.at.end = s.at.start
}
