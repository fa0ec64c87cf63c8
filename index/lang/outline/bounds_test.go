package outline

import (
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// What takes time, memory or stack that grows with the square of the text, or faster, is
// cut, and the file says so.
func TestNesting(t *testing.T) {
	nest := func(before, open, middle, shut string, n int) string {
		return before + strings.Repeat(open, n) + middle + strings.Repeat(shut, n)
	}
	const n = 20_000
	for _, x := range []struct {
		path, text, cut string
	}{
		{"a.cs", nest("", "class A {", "", "}", 150), ""},
		{"b.cs", nest("", "class A {", "", "}", n), "too deep"},
		{"c.cpp", nest("", "namespace a {", "", "}", n), "too deep"},
		{"d.rb", nest("", "module A\n", "", "end\n", n), "too deep"},
		{"e.rs", nest("fn f() { ", "match x { _ => ", "1", "}", n) + "}", "too deep"},
		{"f.lua", nest("", "function f() ", "", " end ", n), "too deep"},
		{"g.ml", nest("let x = ", "fun a -> ", "1", "", n), "too deep"},
		{"h.md", nest("", "[a](", "", "", n), ""},
		{"i.ml", nest("let x = 1 ", "(*", "", "*)", n), ""},
	} {
		p := ts.NewParser(ts.Limits{Time: 20 * time.Second})
		f, err := tested.Of(t, x.path).Extract(t.Context(), p, lang.Input{Path: x.path, Src: []byte(x.text)})
		p.Close()
		if err != nil || f.Truncated != x.cut {
			t.Errorf("%s: %v, cut %q, want %q", x.path, err, f.Truncated, x.cut)
			continue
		}
		depth := 0
		for d := range f.Defs {
			at := 0
			for p := f.Defs[d].Parent; p >= 0 && at <= n; p = f.Defs[p].Parent {
				at++
			}
			depth = max(depth, at)
		}
		if depth > maxOwners+1 || len(f.Scopes) > 4*maxFrames {
			t.Errorf("%s: %d definitions around one, %d scopes", x.path, depth, len(f.Scopes))
		}
	}
}
