package resolve

import (
	"testing"

	"codeintel/index/lang"
)

// The work to look a name up that a scope binds very often is bounded for all references
// together; what is bound less often has all its bindings.
func TestFewBindings(t *testing.T) {
	table := func(defs, refs int) int {
		f := &lang.Facts{Refs: make([]lang.Ref, refs)}
		for i := range f.Refs {
			f.Refs[i].Name = 1
		}
		rows := make([]binding, 0, defs+1)
		for i := range defs {
			rows = append(rows, binding{0, 1, lang.DefID(i)})
		}
		rows = append(rows, binding{0, 2, lang.DefID(defs)})
		tab := newTable(f, rows, 1)
		if n := len(tab.get(0, 2)); n != 1 {
			t.Errorf("%d definitions: another name has %d bindings, want 1", defs, n)
		}
		for i, b := range tab.get(0, 1) {
			if b.def != lang.DefID(i) {
				t.Fatalf("binding %d is of definition %d", i, b.def)
			}
		}
		return len(tab.get(0, 1))
	}
	for _, x := range [][2]int{{1, 60000}, {64, 60000}, {300, 2000}, {1000, 100}} {
		if got := table(x[0], x[1]); got != x[0] {
			t.Errorf("%d definitions, %d references: %d bindings", x[0], x[1], got)
		}
	}
	for _, n := range []int{5000, 60000, 200000} {
		if got := table(n, n); got > manyBindings && got*got*n > maxCompared {
			t.Errorf("%d definitions and references: %d bindings", n, got)
		}
	}
}
