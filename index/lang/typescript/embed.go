package typescript

import (
	"bytes"
	"context"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Embedding is a language of this family without a name, extensions and
// Extract: for languages whose files hold scripts.
func Embedding() *lang.Language {
	l := language("", "", typescriptDialect, nil, nil)
	l.Served = false // what is made for scripts knows nothing of what they lie in
	return l
}

// Dialect of an embedded script.
type Dialect struct{ *dialect }

// JavaScript is the dialect of scripts that do not say theirs.
var JavaScript = Dialect{javascriptDialect}

// DialectOf finds a dialect by the name that markup gives it; ok is false for
// none of this family.
func DialectOf(name string) (d Dialect, ok bool) {
	switch name {
	case "", "js", "jsx", "javascript", "mjs":
		return JavaScript, true
	case "ts", "typescript":
		return Dialect{typescriptDialect}, true
	case "tsx":
		return Dialect{tsxDialect}, true
	}
	return Dialect{}, false
}

// Script adds the scripts in a file of another language to the file's facts.
// They share one module: what one declares in the file scope the others see.
// Offsets are those of the file.
type Script struct {
	ctx context.Context
	p   *ts.Parser
	e   *extractor
	src []byte
}

// NewScript makes a Script that adds to b, whose file is src. The parser's trees
// do not outlive a call of its methods.
func NewScript(ctx context.Context, p *ts.Parser, b *lang.Builder, src []byte) *Script {
	e := &extractor{b: b, merges: map[mergeKey]lang.DefID{}, keys: map[lang.NameID]int{}}
	return &Script{ctx: ctx, p: p, e: e, src: src}
}

// Finish ends the reading, before the Builder's.
func (s *Script) Finish() {
	if s.e.comp != nil {
		s.e.finishComponent(s.src)
	}
	s.e.assignments()
	bound(s.e.b.F)
}

// read makes the nodes of t, whose text stands at offset at of the file and may
// have bytes around that do not, the extractor's.
func (s *Script) read(d Dialect, at int, t ts.Tree) {
	size := len(s.src)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		n.Start, n.End = uint32(min(max(int(n.Start)+at, 0), size)), uint32(min(max(int(n.End)+at, 0), size))
	}
	t.Src = s.src
	s.e.d, s.e.t, s.e.nodes, s.e.depth, s.e.env = d.dialect, t, t.Nodes, 0, newEnv()
}

// Module reads a script whose declarations are bound in scope.
func (s *Script) Module(d Dialect, r ts.Range, scope lang.ScopeID) error {
	text := s.src[r.Start:r.End]
	t, err := s.p.ParseTolerant(s.ctx, d.Grammar, text, recovery)
	if err != nil {
		return err
	}
	s.fail(t)
	s.read(d, int(r.Start), t)
	s.e.b.F.Rich.Parsed(&s.e.t, s.e.d.parts)
	s.e.scope, s.e.vars = scope, scope
	s.e.statements(0)
	return nil
}

// fail counts what could not be read.
func (s *Script) fail(t ts.Tree) {
	nodes, bytes := t.Errors()
	s.e.b.F.ErrorNodes += nodes
	s.e.b.F.ErrorBytes += bytes
}

// local makes scope the one in which what is read next is bound.
func (s *Script) local(scope lang.ScopeID) {
	s.e.scope, s.e.vars, s.e.local = scope, scope, true
	s.e.held = s.e.comp != nil
}

// Statements reads the statements of an attribute; what they declare is local.
func (s *Script) Statements(d Dialect, r ts.Range, scope lang.ScopeID) error {
	t, err := s.p.Parse(s.ctx, d.Grammar, decoded(s.src[r.Start:r.End]))
	if err != nil {
		return err
	}
	s.fail(t)
	s.read(d, int(r.Start), t)
	s.local(scope)
	s.e.statements(0)
	return nil
}

// between parses the text of a range between two others, and makes its nodes
// the extractor's. quiet says not to count errors.
func (s *Script) between(d Dialect, before string, r ts.Range, after string, quiet bool) (errors int, err error) {
	text := slices.Concat([]byte(before), decoded(s.src[r.Start:r.End]), []byte(after))
	t, err := s.p.Parse(s.ctx, d.Grammar, text)
	if err != nil {
		return 0, err
	}
	if errors, _ = t.Errors(); !quiet {
		s.fail(t)
	}
	s.read(d, int(r.Start)-len(before), t)
	return errors, nil
}

// first is the first node of kind k, ts.NoNode when there is none.
func (e *extractor) first(k kind) uint32 {
	for i := range e.nodes {
		if e.kind(uint32(i)) == k {
			return uint32(i)
		}
	}
	return ts.NoNode
}

// Expression reads the expression in an attribute or in the text of a template;
// with handler, the statements that it may be instead. It is lang.NoExpr for
// these and for what is none.
func (s *Script) Expression(d Dialect, r ts.Range, scope lang.ScopeID, handler bool) (lang.ExprID, error) {
	n, err := s.between(d, "(", r, "\n)", handler)
	if err != nil {
		return lang.NoExpr, err
	}
	if n > 0 && handler {
		return lang.NoExpr, s.Statements(d, r, scope)
	}
	s.local(scope)
	if i := s.e.first(kParenthesizedExpression); i != ts.NoNode {
		return s.e.expr(i), nil
	}
	s.e.statements(0)
	return lang.NoExpr, nil
}

// Classes reads an expression that says which classes an element has: strings,
// arrays of them, objects with them as keys. use is told where each stands.
func (s *Script) Classes(d Dialect, r ts.Range, scope lang.ScopeID, use func(start, end uint32)) error {
	if _, err := s.between(d, "(", r, "\n)", false); err != nil {
		return err
	}
	s.local(scope)
	if i := s.e.first(kParenthesizedExpression); i != ts.NoNode {
		s.e.classes(i, true, use)
		return nil
	}
	s.e.statements(0)
	return nil
}

// ClassNames is Classes for an expression of which nothing else is known: what
// its names mean a library says that is not read.
func (s *Script) ClassNames(d Dialect, r ts.Range, use func(start, end uint32)) error {
	if _, err := s.between(d, "(", r, "\n)", true); err != nil {
		return err
	}
	if i := s.e.first(kParenthesizedExpression); i != ts.NoNode {
		s.e.classes(i, false, use)
	}
	return nil
}

// trim is r without white space at its ends and without parentheses around it.
func (s *Script) trim(r ts.Range) ts.Range {
	for r.Start < r.End && isSpace(s.src[r.Start]) {
		r.Start++
	}
	for r.Start < r.End && isSpace(s.src[r.End-1]) {
		r.End--
	}
	if r.End-r.Start >= 2 && s.src[r.Start] == '(' && s.src[r.End-1] == ')' {
		r.Start, r.End = r.Start+1, r.End-1
	}
	return r
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// Parameters binds the names in a list of patterns, with or without parentheses
// around it, in scope; values flow into the first of them.
func (s *Script) Parameters(d Dialect, r ts.Range, scope lang.ScopeID, values ...lang.ExprID) error {
	if _, err := s.between(d, "(", s.trim(r), ")=>0", false); err != nil {
		return err
	}
	s.local(scope)
	e := s.e
	fn := e.first(kArrowFunction)
	if fn == ts.NoNode {
		return nil
	}
	list := e.child(fn, fParameters)
	if list == ts.NoNode {
		return nil
	}
	n := 0
	for c := list + 1; c < e.nodes[list].Next; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named == 0 || e.kind(c) == kComment {
			continue
		}
		value := lang.NoExpr
		if n < len(values) {
			value = values[n]
		}
		e.flowing(c, value)
		n++
	}
	return nil
}

// flowing binds parameter c, into which value flows.
func (e *extractor) flowing(c uint32, value lang.ExprID) {
	v := variable{kind: lang.KindConstant, scope: e.scope, flags: lang.Const, enc: e.span(c)}
	typ := lang.NoExpr
	pattern := c
	switch e.kind(c) {
	case kRequiredParameter, kOptionalParameter:
		if pattern = e.child(c, fPattern); pattern == ts.NoNode {
			return
		}
		if t := e.child(c, fType); t != ts.NoNode {
			typ = e.annotation(t)
		}
	}
	e.bind(pattern, v, value, typ)
}

// Function reads a list of parameters as those of a function that is expected to
// have the type of value like, and returns the scope in which they are bound.
func (s *Script) Function(d Dialect, r ts.Range, scope lang.ScopeID, like lang.ExprID) (lang.ScopeID, error) {
	if _, err := s.between(d, "(", s.trim(r), ")=>0", false); err != nil {
		return scope, err
	}
	s.local(scope)
	e := s.e
	i := e.first(kArrowFunction)
	if i == ts.NoNode {
		return scope, nil
	}
	x := e.expr(i)
	if x < 0 || e.b.F.Exprs[x].Kind != lang.ExprFunc {
		return scope, nil
	}
	e.b.Expr2(lang.ExprExpect, -1, x, e.b.Expr1(lang.ExprTypeOf, -1, like))
	return e.def(lang.DefID(e.b.F.Exprs[x].N)).Body, nil
}

// TypeParameters binds the type parameters in a list (generic="T extends A") in
// scope.
func (s *Script) TypeParameters(r ts.Range, scope lang.ScopeID, owner lang.DefID) error {
	if _, err := s.between(Dialect{typescriptDialect}, "type _<", r, "> = 0", false); err != nil {
		return err
	}
	s.local(scope)
	if i := s.e.first(kTypeAliasDeclaration); i != ts.NoNode {
		if tp := s.e.child(i, fTypeParameters); tp != ts.NoNode {
			s.e.typeParameters(tp, owner)
		}
	}
	return nil
}

// decoded is text with the entities that stand for operators and quotes as
// these, each as long as before.
func decoded(text []byte) []byte {
	if !bytes.ContainsRune(text, '&') {
		return text
	}
	for _, r := range [...][2]string{{"&quot;", `"     `}, {"&#39;", "'    "}, {"&apos;", "'     "}, {"&lt;", "<   "}, {"&gt;", ">   "}, {"&amp;&amp;", "&&        "}} {
		text = bytes.ReplaceAll(text, []byte(r[0]), []byte(r[1]))
	}
	return text
}
