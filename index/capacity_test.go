package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// TestCapacityOverfull: files are left out where their definitions or references have no
// numbers any more, and smaller ones behind them are not.
func TestCapacityOverfull(t *testing.T) {
	t.Parallel()
	file := func(defs, refs int) *Doc {
		return &Doc{Source: InMemory(&lang.Facts{Defs: make([]lang.Def, defs), Refs: make([]lang.Ref, refs)}, pos.Lines{})}
	}
	for _, c := range []struct {
		docs []*Doc
		most Capacity
		want string
	}{
		{[]*Doc{file(3, 0), {}, file(3, 0)}, Capacity{Numbers: 9, Links: 100}, "[]"},
		{[]*Doc{file(3, 0), {}, file(4, 0)}, Capacity{Numbers: 9, Links: 100}, "[2]"},
		{[]*Doc{file(8, 0), file(9, 0), file(1, 0)}, Capacity{Numbers: 12, Links: 100}, "[1]"},
		{[]*Doc{file(0, 3), file(0, 3), file(0, 2)}, Capacity{Numbers: 100, Links: 10}, "[1]"},
	} {
		if got := fmt.Sprint(c.most.Overfull(c.docs)); got != c.want {
			t.Errorf("with %+v the files %s are left out, not %s", c.most, got, c.want)
		}
	}
	if m := Most(); m.Numbers >= 1<<31 || m.Links >= 1<<31 || m.Bytes >= 1<<32 {
		t.Errorf("%+v wraps", m)
	}
}

// TestCapacityLinkTable: a table of links that is full has no further lists, and those
// that it has are right.
func TestCapacityLinkTable(t *testing.T) {
	t.Parallel()
	for most := int64(0); most < 300; most += 7 {
		b := linkTableBuilder{docs: []uint32{0, 1000, 2000}, most: most}
		for n := range uint32(40) {
			b.add(n, 0, []uint32{n, 500 + n, 1000 + 3*n})
		}
		x := b.finish(40)
		if int64(len(x.lists)) > most {
			t.Fatalf("of %d bytes there are %d", most, len(x.lists))
		}
		kept := 0
		for n := range uint32(40) {
			l := x.of(n)
			if l.count == 0 {
				continue
			}
			kept++
			var links []uint32
			x.links(l, func(at uint32) { links = append(links, at) })
			if want := fmt.Sprint([]uint32{n, 500 + n, 1000 + 3*n}); fmt.Sprint(links) != want {
				t.Fatalf("with %d bytes the links to %d are %v, not %s", most, n, links, want)
			}
		}
		if kept+x.left != 40 {
			t.Errorf("with %d bytes %d symbols have links, and %d are said to have none", most, kept, x.left)
		}
	}
}

// TestCapacityDictionary: names that there is no room for are counted, whether it is
// their text that has none or the blocks, and the others are found.
func TestCapacityDictionary(t *testing.T) {
	t.Parallel()
	for most := int64(0); most < 1200; most += 31 {
		b := dictionaryBuilder{most: most}
		for n := range uint32(60) {
			b.add(fmt.Sprintf("name%d", n%50), n, 1, isPlain)
		}
		names, left := b.finish()
		r := names.reader()
		found := 0
		r.each(0, func(_ int, name []byte, list definitions) bool {
			list.each(func(number uint32, _ byte, _ standing) {
				found++
				if want := fmt.Sprintf("name%d", number%50); string(name) != want {
					t.Errorf("with %d bytes definition %d is %s, not %s", most, number, name, want)
				}
			})
			return true
		})
		if found+left != 60 || int64(len(r.blocks)) > most {
			t.Errorf("with %d bytes %d definitions are found and %d are not, in %d bytes", most, found, left, len(r.blocks))
		}
	}
}

// TestCapacityWords: files whose words there is no room for are counted.
func TestCapacityWords(t *testing.T) {
	t.Parallel()
	w := wordTable{most: 25}
	for i := range 4 {
		w.add(bytes.Repeat([]byte{byte(i + 1)}, 10))
	}
	w.add([]byte{9, 9})
	if w.left != 2 || w.of(2) != nil || w.of(3) != nil || !bytes.Equal(w.of(4), []byte{9, 9}) || w.of(1)[0] != 2 {
		t.Errorf("%d files are left out: %v", w.left, w)
	}
	if end := binary.LittleEndian.Uint32(w.ends[16:]); end != 22 {
		t.Errorf("the parts end at %d", end)
	}
}

// TestCapacityLinks: where the numbers of links end, a snapshot says so, the links that
// have numbers are found from what they lead to, none leads elsewhere, and the snapshot is
// not stored.
func TestCapacityLinks(t *testing.T) {
	t.Parallel()
	l := &lang.Language{Name: "toy", Family: "toy"}
	make3 := func(most Capacity) *Snapshot {
		var docs []*Doc
		result := &resolve.Result{Relations: make([][]resolve.Relation, 3)}
		for i := range int32(3) {
			b := lang.NewBuilder(100)
			b.Def(b.Name(fmt.Sprintf("d%d", i)), lang.KindFunction, symbol.Term, 0, 2)
			var links []resolve.Link
			for n := range 4 {
				ref := b.Ref(lang.Ref{Name: b.Name("d0"), Start: uint32(10 + 4*n), End: uint32(12 + 4*n)})
				links = append(links, resolve.Link{Ref: ref, Doc: 0, Def: 0})
			}
			docs = append(docs, &Doc{Path: fmt.Sprintf("f%d", i), Lang: l, Source: InMemory(b.Finish(), pos.Lines{})})
			result.Links = append(result.Links, links)
		}
		return New(Input{Docs: docs, Result: result, Most: most})
	}
	for _, c := range []struct{ links, want int64 }{{math.MaxInt32, 12}, {12, 12}, {9, 9}, {4, 4}} {
		most := Most()
		most.Links = c.links
		s := make3(most)
		x := s.references.get(s.buildReferences)
		if got := int64(x.of(s.number(ID{0, 0})).count); got != c.want {
			t.Errorf("with numbers for %d links %d are found, not %d", c.links, got, c.want)
		}
		err := s.Encode(&bytes.Buffer{})
		said := strings.Join(s.LeftOut(), "\n")
		if full := c.want < 12; errors.Is(err, errFull) != full || strings.Contains(said, fmt.Sprintf("%d links from files", 12-c.want)) != full {
			t.Errorf("with numbers for %d links the error is %v, and what is left out is %q", c.links, err, said)
		}
	}
	most := Most()
	most.Bytes = 8
	if said := strings.Join(make3(most).LeftOut(), "\n"); !strings.Contains(said, "words of 3 files") {
		t.Errorf("with 8 bytes for a table what is left out is %q", said)
	}
	most = Most()
	most.Entries = 2
	for n, want := range map[int]string{1: "", 2: "1 files have more definitions"} {
		b := lang.NewBuilder(100)
		for i := range n {
			b.Def(b.Name(fmt.Sprintf("found%d", i)), lang.KindFunction, symbol.Term, 0, 2)
		}
		s := New(Input{Docs: []*Doc{{Path: "f", Lang: l, Source: InMemory(b.Finish(), pos.Lines{})}, {Path: "none"}}, Result: &resolve.Result{Relations: make([][]resolve.Relation, 2), Links: make([][]resolve.Link, 2)}, Most: most})
		if said := strings.Join(s.LeftOut(), "\n"); want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("with %d definitions and room for one what is left out is %q", n, said)
		}
	}
}
