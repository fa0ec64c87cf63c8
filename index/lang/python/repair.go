package python

import (
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// blocks is how bodies of functions and classes are read apart.
var blocks = ts.Blocks{
	Lexis: ts.Lexis{
		Line: []string{"#"},
		Quotes: []ts.Quote{
			{Mark: `"""`, Lines: true}, {Mark: "'''", Lines: true}, {Mark: `"`}, {Mark: "'"},
		},
	},
	Wraps: []ts.Wrap{{Kind: "block", Before: "if 1:\n", After: "\n"}},
	Indented: &ts.Indented{
		Heads:  []string{"def", "async def", "class"},
		Within: []string{"class"},
		Ends: []string{
			"def", "async def", "class", "@", "import", "return", "raise", "while", "try:", "with", "async with", "async for", "pass",
			"break", "continue", "del", "global", "nonlocal", "assert", "elif", "else:", "except", "finally:",
		},
		Hold: "__", Held: "expression_statement",
	},
}

// maxRepairs is how many statements are cut out of a file that the grammar
// can't read as a whole; what is broken behind them is taken as it is.
const maxRepairs = 12

// maxRunning is how many statements without a readable one between them are cut
// out: more are no Python.
const maxRunning = 3

// repaired parses src, block by block where there are errors. Where that can't be and an
// error swallows several lines, which an open
// bracket does to all that follows, the statement that it begins in is cut out
// and the rest parsed without it, so that the error costs that statement only.
// It returns the tree and what was cut out, in order.
func repaired(ctx context.Context, p *ts.Parser, src []byte) (ts.Tree, []ts.Range, error) {
	tree, err := p.ParseTolerant(ctx, python, src, ts.Recovery{Blocks: &blocks})
	if err != nil || tree.Apart {
		return tree, nil, err
	}
	var cut []ts.Range
	at := uint32(0) // errors before have been cut out
	running := 0
	for range maxRepairs {
		r, ok := broken(&tree, src, at)
		if !ok {
			break
		}
		if r.Start == at && at > 0 {
			if running++; running > maxRunning {
				break
			}
		}
		at = r.End
		if n := len(cut); n > 0 && cut[n-1].End == r.Start {
			cut[n-1].End = r.End
		} else {
			cut = append(cut, r)
		}
		if tree, err = p.Parse(ctx, python, src, without(cut, uint32(len(src)))...); err != nil {
			return tree, nil, err
		}
	}
	return tree, cut, nil
}

// without are the ranges between those cut out of a file of size bytes.
func without(cut []ts.Range, size uint32) []ts.Range {
	var out []ts.Range
	at := uint32(0)
	for _, c := range cut {
		if c.Start > at {
			out = append(out, ts.Range{Start: at, End: c.Start})
		}
		at = c.End
	}
	if at < size || len(out) == 0 {
		out = append(out, ts.Range{Start: at, End: size})
	}
	return out
}

// broken finds the first statement at or behind from that an error of several
// lines begins in: from the start of its line to the next line that is not
// indented deeper.
func broken(t *ts.Tree, src []byte, from uint32) (ts.Range, bool) {
	x := extractor{t: t, n: t.Nodes, src: src}
	for i := 0; i < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		if n.Flags&ts.Error == 0 || n.End <= from || !lines(src[n.Start:n.End]) {
			continue
		}
		start := n.Start
		if i == 0 { // all of the file: what it holds is fine up to the error
			start = n.End
			for c := t.First(0); c != ts.NoNode; c = t.Sibling(c) {
				if k := x.kind(c); t.Nodes[c].Start >= from && k != kComment && !statementKind(k) {
					start = t.Nodes[c].Start
					break
				}
			}
		}
		r := statementAround(src, max(start, from), from)
		if r.End <= r.Start || r.End-r.Start >= uint32(len(src)) {
			continue
		}
		return r, true
	}
	return ts.Range{}, false
}

// lines says whether text goes over more than one line.
func lines(text []byte) bool {
	for i, c := range text {
		if c == '\n' && i+1 < len(text) {
			return true
		}
	}
	return false
}

// statementAround is the range of lines of the statement at offset at, as far
// as indentation tells, not before from.
func statementAround(src []byte, at, from uint32) ts.Range {
	start := at
	for start > from && src[start-1] != '\n' {
		start--
	}
	indent, _ := indentation(src[start:])
	end := start
	for {
		for int(end) < len(src) && src[end] != '\n' {
			end++
		}
		if int(end) == len(src) {
			return ts.Range{Start: start, End: end}
		}
		end++
		if n, begins := indentation(src[end:]); end > at && begins && n <= indent {
			return ts.Range{Start: start, End: end}
		}
	}
}

// indentation is the width of the white space that a line begins with, and
// whether a statement may begin behind it.
func indentation(line []byte) (width int, begins bool) {
	for _, c := range line {
		switch {
		case c == ' ':
			width++
		case c == '\t':
			width += 8 - width%8
		default:
			return width, c == '_' || c == '@' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
		}
	}
	return width, false
}

// statementKind says whether nodes of kind k are statements.
func statementKind(k kind) bool {
	switch k {
	case kExpressionStatement, kFunctionDefinition, kClassDefinition, kDecoratedDefinition, kIfStatement, kForStatement,
		kWhileStatement, kTryStatement, kWithStatement, kMatchStatement, kReturnStatement, kRaiseStatement,
		kBreakStatement, kContinueStatement, kImportStatement, kImportFromStatement, kFutureImportStatement,
		kGlobalStatement, kNonlocalStatement, kDeleteStatement, kTypeAliasStatement, kBlock, kAssertStatement,
		kPassStatement, kPrintStatement, kExecStatement:
		return true
	}
	return false
}

// scraps reads what was cut out: the names in it are references, it defines
// nothing.
func (x *extractor) scraps(ctx context.Context, p *ts.Parser, cut []ts.Range) error {
	for _, r := range cut {
		tree, err := p.Parse(ctx, python, x.src, r)
		if err != nil {
			return err
		}
		nodes, _ := tree.Errors()
		x.b.F.ErrorNodes += max(nodes, 1)
		x.b.F.ErrorBytes += int(r.End - r.Start)
		x.t, x.n = &tree, tree.Nodes
		x.top()
		x.scope = innermost(x.b.F, r.Start, r.End)
		x.plain(0)
	}
	return nil
}

// unread makes references of the names in lines with errors that nothing has read.
func (x *extractor) unread() {
	f := x.b.F
	if f.ErrorNodes == 0 {
		return
	}
	read := map[uint32]bool{}
	for i := range f.Refs {
		read[f.Refs[i].Start] = true
	}
	for i := range f.Defs {
		read[f.Defs[i].Start] = true
	}
	x.top()
	done := uint32(0)
	for e := range uint32(len(x.n)) {
		if x.n[e].Flags&ts.Error == 0 || e < done || e == 0 {
			continue
		}
		i := e
		for p := x.n[i].Parent; p > 0 && p != ts.NoNode && !lines(x.text(p)); p = x.n[i].Parent {
			i = p
		}
		n := &x.n[i]
		done = n.Next
		x.scope = innermost(f, n.Start, n.End)
		for ; i < done; i++ {
			if x.kind(i) == kIdentifier && x.n[i].Field != fAttribute && !x.empty(i) && !read[x.n[i].Start] && !keywords[string(x.text(i))] {
				x.reference(i, lang.Read)
			}
		}
	}
}

// innermost is the last of the scopes around a range.
func innermost(f *lang.Facts, from, to uint32) (in lang.ScopeID) {
	for s := range f.Scopes { // those inside come later
		if sc := &f.Scopes[s]; sc.Start <= from && to <= sc.End {
			in = lang.ScopeID(s)
		}
	}
	return in
}
