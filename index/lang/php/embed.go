package php

import (
	"context"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// Embedding is a language of this family without a name, extensions and
// Extract: for templates that hold PHP. What their files declare is not shared
// with others.
func Embedding() *lang.Language {
	l := Language()
	l.Name, l.SCIPName, l.Extensions, l.Interpreters, l.Extract, l.Prelude = "", "", nil, nil, nil, nil
	l.Served = false // what is made for PHP knows nothing of templates
	l.Rules.Shares = func(*lang.Facts) bool { return false }
	return l
}

// Embedded adds the PHP code in a template to the template's facts. Its pieces
// are read in the order of the text and share their variables and use
// statements. Offsets are those of the file.
type Embedded struct {
	ctx context.Context
	p   *ts.Parser
	x   *extractor
}

// maxBlocks bounds how deep blocks are nested; variables of deeper ones belong
// to the last.
const maxBlocks = 64

// NewEmbedded makes an Embedded that adds to b, whose file is src.
func NewEmbedded(ctx context.Context, p *ts.Parser, b *lang.Builder, src []byte) *Embedded {
	x := newExtractor(b, src)
	x.blocks = map[lang.ScopeID]lang.ScopeID{}
	x.head = lang.NoScope
	return &Embedded{ctx: ctx, p: p, x: x}
}

// Scope is that of the code at hand.
func (e *Embedded) Scope() lang.ScopeID { return e.x.scope }

// Code reads the text in r as PHP, with before and after around it, which
// complete it to statements. With sure, nothing is read that has an error; ok
// is false then.
func (e *Embedded) Code(before string, r ts.Range, after string, sure bool) (ok bool, err error) {
	const tag = "<?php "
	x := e.x
	text := make([]byte, 0, len(tag)+len(before)+int(r.End-r.Start)+len(after))
	text = append(append(text, tag...), before...)
	text = append(append(text, x.src[r.Start:r.End]...), after...)
	t, err := e.p.ParseTolerant(e.ctx, php, text, recovery)
	if err != nil {
		return false, err
	}
	nodes, bytes := t.Errors()
	if sure && nodes > 0 {
		return false, nil
	}
	x.b.F.ErrorNodes += nodes
	x.b.F.ErrorBytes += min(bytes, int(r.End-r.Start))
	// What stands around the text is at its ends, without length.
	head := uint32(len(tag) + len(before))
	place := func(at uint32) uint32 { return min(max(at, head)-head+r.Start, r.End) }
	for i := range t.Nodes {
		n := &t.Nodes[i]
		n.Start, n.End = place(n.Start), place(n.End)
	}
	t.Src = x.src
	x.b.F.Rich.Parsed(&t, parts)
	x.t, x.n, x.depth, x.taken = &t, t.Nodes, 0, 0
	clear(x.guards)
	f := x.frame
	x.block(0)
	x.frame = frame{scope: f.scope, fn: lang.NoDef, doc: ts.NoNode, held: x.held}
	x.useGlobals()
	x.frame = frame{scope: f.scope, fn: lang.NoDef, doc: ts.NoNode, held: x.held}
	x.shared = nil
	return true, nil
}

// Values reads expressions in r, that commas part. The result has their values, as
// far as frameworks read the file.
func (e *Embedded) Values(r ts.Range, sure bool) ([]lang.Item, error) {
	x := e.x
	x.lastArray = lang.NoExpr
	if ok, err := e.Code("[", r, "\n];", sure); err != nil || !ok {
		return nil, err
	}
	return x.b.ItemsOf(x.lastArray), nil
}

// Forget drops what is known of the variables' values: the code that follows
// may run without the code before it.
func (e *Embedded) Forget() { e.x.held = nil }

// Enter opens a block at offset at. What the code that is read before Entered
// is called assigns is bound in it; later only those variables are.
func (e *Embedded) Enter(at uint32) lang.ScopeID {
	x := e.x
	if len(e.x.blocks) > 0 {
		depth := 0
		for s := x.scope; ; depth++ {
			around, ok := x.blocks[s]
			if !ok {
				break
			}
			s = around
		}
		if depth >= maxBlocks {
			return lang.NoScope
		}
	}
	s := x.b.Scope(lang.ScopeBlock, x.scope, lang.NoDef, at, at)
	x.blocks[s], x.arrows[s] = x.scope, x.scope
	x.scope, x.head = s, s
	return s
}

// Entered ends the head of the block at hand.
func (e *Embedded) Entered() { e.x.head = lang.NoScope }

// Leave closes the block at hand at offset at.
func (e *Embedded) Leave(at uint32) {
	x := e.x
	if around, ok := x.blocks[x.scope]; ok {
		x.b.F.Scopes[x.scope].End = at
		x.scope, x.head = around, lang.NoScope
	}
}

// Variable defines a variable, whose name with its $ need not be the text at r,
// in the block at hand or, where there is none, for the file. The expression typ
// is its type.
func (e *Embedded) Variable(name string, r ts.Range, typ lang.ExprID) {
	x := e.x
	if r.Start >= r.End {
		return
	}
	n := x.b.Name(name)
	at := key{x.bindScope(n), n}
	if _, ok := x.bound[at]; ok {
		return
	}
	id, d := x.b.Def(n, lang.KindVariable, symbol.None, r.Start, r.End)
	d.Flags, d.Scope, d.Type = lang.Local, at.scope, typ
	x.bound[at] = id
}

// Read refers to the variable at r, whose name with its $ is name. The result is its
// value.
func (e *Embedded) Read(name string, r ts.Range) lang.ExprID {
	if r.Start >= r.End {
		return lang.NoExpr
	}
	ref := e.x.b.Ref(lang.Ref{Name: e.x.b.Name(name), Start: r.Start, End: r.End, Scope: e.x.scope, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Value})
	return e.x.b.Expr(lang.ExprName, int32(ref))
}

// Class refers to the class that a string at r names in full. The result is its
// type.
func (e *Embedded) Class(r ts.Range) lang.ExprID {
	name := full(compact(e.x.src[r.Start:r.End]))
	if name == "" {
		return lang.NoExpr
	}
	return e.x.ref(name+classMark, r.Start, r.End, lang.TypeRole, lang.Type)
}

// full is a class's name as a string has it, in the form of names.
func full(name string) string {
	return strings.Trim(strings.ReplaceAll(name, `\\`, `\`), `\`)
}

// Guess refers at r to the first class of these full names that the repository
// defines, if any.
func (e *Embedded) Guess(names []string, r ts.Range) {
	if len(names) == 0 || r.Start >= r.End {
		return
	}
	e.x.b.Ref(lang.Ref{Name: e.x.b.Name(FirstClass(names...)), Start: r.Start, End: r.End, Scope: e.x.scope, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Type})
}

// Use reads a string at r as what a use statement imports, under the alias that
// stands at as unless that is empty.
func (e *Embedded) Use(r, as ts.Range) error {
	x := e.x
	text := string(x.src[r.Start:r.End])
	if strings.ContainsAny(text, "{, ") {
		_, err := e.Code("use ", r, ";", false)
		return err
	}
	name := full(compact([]byte(text)))
	if name == "" {
		return nil
	}
	alias := string(x.src[as.Start:as.End])
	if alias == "" {
		alias = name[strings.LastIndexByte(name, '\\')+1:]
	}
	x.names.classes[lower(alias)] = name
	x.ref(name+classMark, r.Start, r.End, lang.ImportRole, lang.Type)
	x.ref(name+classMark, as.Start, as.End, lang.ImportRole, lang.Type)
	return nil
}
