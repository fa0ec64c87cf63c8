package typescript

import (
	"bytes"
	"regexp"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// recovery gets round what the grammars (of 2024 and before) do not know.
var recovery = ts.Recovery{
	Rewrites: []func([]byte) []byte{repair, exportTypeStar, using, importedGeneric},
	Start:    startsDeclaration,
	Blocks:   &blocks,
}

// blocks is how bodies of functions are read apart.
var blocks = ts.Blocks{
	Lexis: ts.Lexis{
		Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}},
		Quotes: []ts.Quote{{Mark: `"`}, {Mark: "'"}, {Mark: "`", Lines: true, Holes: true}},
		Regexp: true, Prose: true,
	},
	Wraps: []ts.Wrap{
		{Kind: "statement_block", Before: "function f()", Statements: true},
		{Kind: "class_body", Before: "class C "},
		{Kind: "switch_body", Before: "switch (1)"},
	},
}

var (
	usingMark = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[ \t]*(?:await )?(using)[ \t]+[A-Za-z_$][\w$]*[ \t]*=`)
	})
	importType = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(import\([ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*\))(?:\.[\w$]+)+<`)
	})
	declaration = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:export|import|interface|type|class|abstract|function|async|const|let|var|enum|declare|namespace|module|@\w)\b`)
	})
)

// exportTypeStar makes "export *" of "export type *" at the beginning of a line.
func exportTypeStar(src []byte) (out []byte) {
	const space = " \t\n\f\r"
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("export"))
		if i < 0 {
			return out
		}
		before := src[:at+i]
		at += i + len("export")
		word := bytes.TrimLeft(src[at:], space)
		behind, ok := bytes.CutPrefix(word, []byte("type"))
		before = bytes.TrimRight(before, " \t")
		if !ok || len(word) == len(src)-at || len(before) > 0 && before[len(before)-1] != '\n' || !bytes.HasPrefix(bytes.TrimLeft(behind, space), []byte("*")) {
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		blank(out[len(src)-len(word) : len(src)-len(behind)])
	}
}

func using(src []byte) []byte {
	return rewrite(src, "using", usingMark, func(b []byte) { copy(b, "const") })
}

// importedGeneric makes a name of the import in import("m").A<B>.
func importedGeneric(src []byte) []byte {
	return rewrite(src, "import(", importType, func(b []byte) {
		for i := range b {
			b[i] = '_'
		}
	})
}

// importOfName reads an import that importedGeneric made a name of, at node i; it is
// NoExpr for other names.
func (e *extractor) importOfName(i uint32) lang.ExprID {
	text := e.text(i)
	if !bytes.HasPrefix(text, []byte("import(")) {
		return lang.NoExpr
	}
	from, to := bytes.IndexAny(text, `"'`), bytes.LastIndexAny(text, `"'`)
	if from < 0 || to <= from+1 {
		return lang.NoExpr
	}
	name, at := e.b.NameBytes(text[from+1:to]), e.nodes[i].Start
	id := e.b.Import(lang.Import{Module: name, Kind: lang.ImportModule, Local: lang.NoDef, Scope: e.scope})
	e.b.Ref(lang.Ref{Name: name, Start: at + uint32(from), End: at + uint32(to) + 1, Scope: e.scope, X: int32(id),
		Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace})
	return e.b.Expr(lang.ExprRequire, int32(id))
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
}

// rewrite changes every match of re's group in a copy of src, in lines that have a word;
// nil when there is none.
func rewrite(src []byte, word string, re func() *regexp.Regexp, change func([]byte)) (out []byte) {
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte(word))
		if i < 0 {
			return out
		}
		from, to := bytes.LastIndexByte(src[:at+i], '\n')+1, len(src)
		if n := bytes.IndexByte(src[at+i:], '\n'); n >= 0 {
			to = at + i + n
		}
		for _, m := range re().FindAllSubmatchIndex(src[from:to], -1) {
			if out == nil {
				out = bytes.Clone(src)
			}
			change(out[from+m[2] : from+m[3]])
		}
		at = to
	}
}

func startsDeclaration(line []byte) bool { return declaration().Match(line) }
