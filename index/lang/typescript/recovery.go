package typescript

import (
	"bytes"
	"regexp"

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
	typeStar    = regexp.MustCompile(`(?m)^[ \t]*export\s+(type)\s*\*`)
	usingMark   = regexp.MustCompile(`(?m)^[ \t]*(?:await )?(using)[ \t]+[A-Za-z_$][\w$]*[ \t]*=`)
	importType  = regexp.MustCompile(`\b(import\([ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*\))(?:\.[\w$]+)+<`)
	declaration = regexp.MustCompile(`^(?:export|import|interface|type|class|abstract|function|async|const|let|var|enum|declare|namespace|module|@\w)\b`)
)

func exportTypeStar(src []byte) []byte { return rewrite(src, typeStar, blank) }

func using(src []byte) []byte {
	return rewrite(src, usingMark, func(b []byte) { copy(b, "const") })
}

// importedGeneric makes a name of the import in import("m").A<B>.
func importedGeneric(src []byte) []byte {
	return rewrite(src, importType, func(b []byte) {
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

// rewrite changes every match of re's group in a copy of src; nil when there
// is none.
func rewrite(src []byte, re *regexp.Regexp, change func([]byte)) []byte {
	ms := re.FindAllSubmatchIndex(src, -1)
	if len(ms) == 0 {
		return nil
	}
	out := bytes.Clone(src)
	for _, m := range ms {
		change(out[m[2]:m[3]])
	}
	return out
}

func startsDeclaration(line []byte) bool { return declaration.Match(line) }
