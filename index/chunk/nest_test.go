package chunk

import (
	"runtime"
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

// A file whose chunks would be too many, or repeat one another too often, is divided into
// lines.
func TestCrowded(t *testing.T) {
	toy := &lang.Language{Name: "toy", Chunks: lang.Chunking{Types: map[lang.Kind]string{lang.KindFunction: "function"}}}
	for _, x := range []struct {
		name         string
		defs, beside int
		size         int
		lines        bool
	}{{"few", 100, 5, 1 << 20, false}, {"many", maxChunks + 1, 0, 1 << 20, true}, {"repeated", 1, mostBeside + 2, 1 << 20, true}} {
		src := []byte(strings.Repeat("text of a line\n", x.size/15))
		f := &lang.Facts{Names: []string{"", "f"}, Rich: &lang.Rich{}}
		for i := range x.defs {
			at := uint32(i * 30)
			f.Defs = append(f.Defs, lang.Def{Name: 1, Kind: lang.KindFunction, Start: at, End: at + 4, EncStart: at, EncEnd: at + 15, Parent: lang.NoDef, Same: lang.NoDef})
		}
		for range x.beside {
			f.Rich.Regions = append(f.Rich.Regions, lang.Region{Kind: "block", Def: lang.NoDef, Beside: true, End: uint32(len(src)), Text: "text"})
		}
		chunks := FromFacts(toy, lang.Input{Path: "a.toy", Src: src}, f, Options{})
		if got := chunks[len(chunks)-1].SymbolType == Lines; got != x.lines || len(chunks) > maxChunks {
			t.Errorf("%s: lines %v, %d chunks", x.name, got, len(chunks))
		}
	}
}

// TestMetadata holds that the metadata of a chunk is cut where it is too long for each part
// to repeat it, and that the number of a part is kept.
func TestMetadata(t *testing.T) {
	long := strings.Repeat("a", maxMetadata)
	for _, x := range []struct {
		name string
		meta lang.Fields
		cut  bool
	}{
		{"none", nil, false},
		{"just fits", lang.Fields{{Key: "", Value: long}}, false},
		{"long text", lang.Fields{{Key: "a", Value: long}, {Key: "b", Value: "c"}}, true},
		{"long list", lang.Fields{{Key: "a", Value: []string{"b", long, "c"}}, {Key: "d", Value: 1}}, true},
		{"long texts in rows", lang.Fields{{Key: "a", Value: []lang.Fields{{{Key: "b", Value: long}}, {{Key: "c", Value: long}}}}}, true},
		{"many empty texts", lang.Fields{{Key: "a", Value: make([]string, 2*maxMetadata)}}, true},
		{"no room for a mark", lang.Fields{{Key: "a", Value: long[:maxMetadata-3]}, {Key: "b", Value: "cde"}}, true},
		{"long fields", lang.Fields{{Key: "a", Value: lang.Fields{{Key: "b", Value: []string{long}}, {Key: long, Value: "c"}}}}, true},
	} {
		c := cutter{src: []byte("a\n"), starts: []uint32{0}}
		c.add(Chunk{Metadata: x.meta}, 0, 1)
		got := c.out[0].Metadata
		if size := sizeOf(got); size > maxMetadata || (size < sizeOf(x.meta)) != x.cut {
			t.Errorf("%s: %d bytes of %d", x.name, size, sizeOf(x.meta))
		}
	}
	c := cutter{src: []byte("a\n"), starts: []uint32{0}}
	c.add(Chunk{Metadata: lang.Fields{{Key: "doc", Value: long + long}, {Key: "part", Value: 2}}}, 0, 1)
	if got := c.out[0].Metadata; got.Get("part") != 2 || sizeOf(got) > maxMetadata {
		t.Errorf("a part of %d bytes has the number %v", sizeOf(got), got.Get("part"))
	}
}

// Dividing a text that nests does not keep the places of each level of it.
func TestCutNested(t *testing.T) {
	toy := &lang.Language{Name: "toy"}
	const pieces = 40_000
	src := []byte(strings.Repeat("word <<\n", pieces))
	f := &lang.Facts{Names: []string{""}, Rich: &lang.Rich{}}
	for i := 1; i < pieces; i++ {
		f.Rich.Cuts = append(f.Rich.Cuts, lang.Cut{At: uint32(8 * i), Depth: uint8(min(pieces-i, 255))})
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	chunks := FromFacts(toy, lang.Input{Path: "a.toy", Src: src}, f, Options{})
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 32<<20 {
		t.Errorf("%d MB for a text of %d KB", n>>20, len(src)>>10)
	}
	if len(chunks) < 100 {
		t.Errorf("%d chunks", len(chunks))
	}
}
