package text

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestSearcherStops looks for needles, frequent ones and such that nearly agree
// everywhere, in one long line, and says stop after some questions.
func TestSearcherStops(t *testing.T) {
	text := bytes.Repeat([]byte("x"), 4<<20)
	for _, pattern := range []string{"q", "xq", strings.Repeat("x", 5000) + "e", "foo|bar|baz", "(?i)K", "x.*q", strings.Repeat("x*", 5000)} {
		for _, q := range []Query{{}, {Word: true}, {Invert: true}} {
			q.Patterns = []string{pattern}
			p, err := Compile(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			s := p.NewSearcher(func() bool { asked++; return asked >= 2 })
			lines := 0
			s.Lines(text, Around{Spans: true}, func(Line) bool { lines++; return true })
			if asked > 2 {
				t.Errorf("%.20q: it goes on after the stop", pattern)
			}
			if asked < 2 && lines == 0 && !q.Invert {
				t.Errorf("%.20q: asked %d times in %d bytes", pattern, asked, len(text))
			}
		}
	}
}

// TestPlanBounds makes plans of patterns of which each part tells much.
func TestPlanBounds(t *testing.T) {
	var many strings.Builder
	for i := range 3000 {
		many.WriteString("(abc" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + "|efg" + string(rune('a'+i/676)) + "h)z*")
	}
	for _, pattern := range []string{many.String(), strings.Repeat("lit", 50_000), strings.Repeat("(", 10) + "abc" + strings.Repeat("){3}", 10), strings.Repeat("x*", 50_000)} {
		p, err := Compile(context.Background(), Query{Patterns: []string{pattern}})
		if err != nil {
			continue // too large
		}
		if n := p.Plan().terms(); n > maxAll {
			t.Errorf("%.20q: a plan of %d terms", pattern, n)
		}
	}
}
