package golang

import (
	"go/token"
	"strings"
	"testing"
)

// A tree is too deep where a single declaration is, wherever that stands in its file.
func TestTooDeep(t *testing.T) {
	deepest := "var x = " + strings.Repeat("1+", 2*maxTree) + "1\n"
	flat := strings.Repeat("var _ = 1+1\n", maxTree)
	for _, c := range []struct {
		name, text string
		deep       bool
	}{
		{"alone", deepest, true},
		{"first", deepest + flat, true},
		{"last", flat + deepest, true},
		{"many", flat, false},
		{"wide", "var x = []int{" + strings.Repeat("1,", 2*maxTree) + "}\n", false},
	} {
		src := []byte("package p\n" + c.text)
		p := parse(token.NewFileSet(), "", src, 0)
		if got := tooDeep(p.file, len(src)); got != c.deep {
			t.Errorf("%s: %v, not %v", c.name, got, c.deep)
		}
	}
}
