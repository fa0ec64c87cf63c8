package typescript

import (
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// The values that a chain of alternatives makes are in proportion to its length.
func TestAlternativesBounded(t *testing.T) {
	count := func(n int) int {
		p := ts.NewParser(ts.Limits{})
		defer p.Close()
		src := "function f(a: any) { return " + strings.Repeat("a.k === 'x' || ", n) + "a.v }\n"
		l := Languages()[0]
		f, err := l.Extract(t.Context(), p, lang.Input{Path: "a.ts", Src: []byte(src), Language: l})
		if err != nil {
			t.Fatal(err)
		}
		return len(f.Exprs)
	}
	if small, large := count(400), count(800); large > 5*small/2 {
		t.Errorf("%d values for 400 alternatives, %d for 800", small, large)
	}
}
