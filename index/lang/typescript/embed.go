package typescript

import (
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Embedding is a language of this family without a name, extensions and
// Extract: for languages whose files hold scripts.
func Embedding() *lang.Language { return language("", "", typescriptDialect, nil, nil) }

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
func (s *Script) Finish() { s.e.assignments() }

// read makes the nodes of t, whose text stands at offset at of the file, the
// extractor's.
func (s *Script) read(d Dialect, at uint32, t ts.Tree) {
	for i := range t.Nodes {
		t.Nodes[i].Start += at
		t.Nodes[i].End += at
	}
	t.Src = s.src
	s.e.d, s.e.t, s.e.nodes, s.e.depth = d.dialect, t, t.Nodes, 0
	s.e.env = env{parent: lang.NoDef, fn: lang.NoDef, class: lang.NoDef, infers: lang.NoScope}
}

// Module reads a script whose declarations are bound in scope.
func (s *Script) Module(d Dialect, r ts.Range, scope lang.ScopeID) error {
	text := s.src[r.Start:r.End]
	t, err := s.p.ParseTolerant(s.ctx, d.Grammar, text, recovery)
	if err != nil {
		return err
	}
	s.fail(t)
	s.read(d, r.Start, t)
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

// Statements reads the statements of an attribute; what they declare is local.
func (s *Script) Statements(d Dialect, r ts.Range, scope lang.ScopeID) error {
	text := s.src[r.Start:r.End]
	t, err := s.p.Parse(s.ctx, d.Grammar, text)
	if err != nil {
		return err
	}
	s.fail(t)
	s.read(d, r.Start, t)
	s.e.scope, s.e.vars, s.e.local = scope, scope, true
	s.e.statements(0)
	return nil
}
