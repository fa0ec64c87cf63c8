package chunk

import (
	"strings"
	"testing"

	"codeintel/index/lang"
)

// Names of nodes that are nested deeply, or are long, do not add up.
func TestNestBounded(t *testing.T) {
	for _, x := range []struct{ deep, name int }{{20000, 20}, {150, 1000}} {
		c := &cutter{}
		for i := range x.deep {
			c.nodes = append(c.nodes, node{start: uint32(i), end: uint32(2*x.deep - i), name: strings.Repeat("n", x.name), def: lang.NoDef})
		}
		c.nest()
		size, kids := 0, 0
		for i := range c.nodes {
			size = max(size, len(c.nodes[i].parent))
			kids += len(c.nodes[i].kids)
		}
		if size > maxQualified {
			t.Errorf("%d nodes deep: a name of %d bytes, more than %d", x.deep, size, maxQualified)
		}
		if most := min(x.deep-1, maxNesting+1); kids != most {
			t.Errorf("%d nodes deep: %d are in another one, want %d", x.deep, kids, most)
		}
	}
}
