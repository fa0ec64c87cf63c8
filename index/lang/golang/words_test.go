package golang

import (
	"context"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"codeintel/index/lang"
)

// What is told without a parse is what the syntax tree has.
func TestWords(t *testing.T) {
	texts := map[string][]byte{
		"crlf.go":   []byte("package p // a\r\n\r\n/* b\r\n c */ var d = `e\r\nf` // g\r\n"),
		"mark.go":   []byte("\ufeffpackage p\n\n// a is b\nvar a = 'b'\n"),
		"labels.go": []byte("package p\n\nimport q \"a/b\"\n\nfunc f() {\nOuter:\n\tfor {\n\t\tcontinue Outer // Outer\n\t\tgoto Outer\n\t}\n}\n\ntype (\n\t// T is it\n\tT struct{ q.R `json:\"r\"` }\n)\n"),
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if texts[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	word := regexp.MustCompile(`[\pL_][\pL\pN_]*`)
	l := Language()
	asked := 0
	for name, text := range texts {
		in := lang.Input{Path: name, Src: text, Language: l}
		want, err := lang.ReadSyntax(context.Background(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.Extract(context.Background(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := lang.ReadWords(context.Background(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range word.FindAllIndex(text, -1) {
			span := lang.Span{Start: uint32(at[0]), End: uint32(at[1])}
			known := slices.ContainsFunc(f.Refs, func(r lang.Ref) bool { return r.Start == span.Start && r.End == span.End }) ||
				slices.ContainsFunc(f.Defs, func(d lang.Def) bool { return d.Start == span.Start && d.End == span.End })
			if known || token.IsKeyword(string(text[at[0]:at[1]])) {
				continue // an import's path, say; and nothing is called like a keyword
			}
			asked++
			if got.InComment(span) != want.InComment(span) || !want.InComment(span) && got.Has(span) != want.Has(span) {
				t.Errorf("%s: %q at %d: a name %v, in a comment %v; by a parse %v, %v", name, text[at[0]:at[1]], at[0], got.Has(span), got.InComment(span), want.Has(span), want.InComment(span))
			}
			if g, ok := got.CommentBefore(span.Start); ok {
				if w, is := want.CommentBefore(span.Start); !is || g != w {
					t.Errorf("%s: before %d is the comment %v, by a parse %v (%v)", name, at[0], g, w, is)
				}
			}
		}
	}
	if asked < 1000 {
		t.Errorf("only %d words that nothing is known of", asked)
	}
}
