package forest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"codeintel/index/chunk"
	"codeintel/index/lang"
	"codeintel/index/words"
)

// invented chunks of a file, with words that are there more often and less.
func invented(seed uint64, n int) []chunk.Chunk {
	r := rand.New(rand.NewPCG(seed, 1))
	word := func() string { return fmt.Sprintf("word%c%c", 'a'+r.IntN(26), 'a'+r.IntN(1+r.IntN(26))) }
	sentence := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(word() + " ")
		}
		return b.String()
	}
	var out []chunk.Chunk
	line := 1
	for i := range n {
		c := chunk.Chunk{
			StartLine: line, EndLine: line + r.IntN(80), SymbolName: word() + "_" + word(), SymbolType: []string{"method", "class", chunk.Code}[r.IntN(3)],
			Content: sentence(r.IntN(200)), Def: lang.DefID(r.IntN(3*i+1) - 1),
		}
		line += r.IntN(90)
		if r.IntN(2) == 0 {
			c.Metadata = append(c.Metadata, lang.Meta{Key: "signature", Value: sentence(3)}, lang.Meta{Key: "parent", Value: "Outer." + word()})
		}
		if r.IntN(3) == 0 {
			c.Metadata = append(c.Metadata, lang.Meta{Key: "columns", Value: []string{word(), "日本語の列"}}, lang.Meta{Key: "part", Value: 1 + r.IntN(3)})
		}
		out = append(out, c)
	}
	return out
}

func TestAPartHasTheRowsOfItsChunks(t *testing.T) {
	for _, n := range []int{0, 1, 7, 400} {
		chunks := invented(uint64(n), n)
		p, err := open(Make(chunks))
		if err != nil {
			t.Fatal(err)
		}
		var rows []Row
		p.each(func(i int, row *Row) bool {
			if i != len(rows) {
				t.Errorf("row %d comes as number %d", i, len(rows))
			}
			rows = append(rows, *row)
			return true
		})
		var want []Row
		for _, c := range chunks {
			parent, _ := c.Metadata.Get("parent").(string)
			part, _ := c.Metadata.Get("part").(int)
			want = append(want, Row{c.StartLine, c.EndLine, c.SymbolType, c.SymbolName, parent, part, c.Def})
		}
		if !reflect.DeepEqual(rows, want) {
			t.Errorf("%d chunks: rows\n%+v\nnot\n%+v", n, rows, want)
		}
	}
}

func TestAPartHasTheWordsOfItsChunks(t *testing.T) {
	for _, n := range []int{1, 3, 60, 700} {
		chunks := invented(uint64(n), n)
		p, err := open(Make(chunks))
		if err != nil {
			t.Fatal(err)
		}
		type where struct {
			text  uint32
			where uint8
		}
		want := map[uint32]map[int]where{}
		for i, c := range chunks {
			add := func(at uint8, s string) {
				words.Terms(s, func(term []byte) {
					if words.Empty(term) {
						return
					}
					h := hash(term)
					if want[h] == nil {
						want[h] = map[int]where{}
					}
					x := want[h][i]
					switch {
					case at == inText, at == inMetadata && x.text == 0:
						x.text++
					case at != inMetadata:
						x.where |= at
					}
					want[h][i] = x
				})
			}
			add(inText, c.Content)
			add(inName, c.SymbolName)
			for _, m := range c.Metadata {
				at := uint8(inMetadata)
				switch m.Key {
				case "signature":
					at = inSignature
				case "parent":
					at = inParent
				}
				switch v := m.Value.(type) {
				case string:
					add(at, v)
				case []string:
					for _, s := range v {
						add(at, s)
					}
				}
			}
		}
		for h, rows := range want {
			l, ok := p.find(h)
			if !ok || l.rows != len(rows) {
				t.Fatalf("%d chunks: word %x is in %d rows, not %d", n, h, l.rows, len(rows))
			}
			for l.left > 0 {
				row, text, at := l.take()
				x := rows[int(row)]
				delete(rows, int(row))
				if at != x.where || text != times[level(x.text)] {
					t.Fatalf("%d chunks: word %x is in row %d %v times and in %b, not %d and %b", n, h, row, text, at, x.text, x.where)
				}
			}
			if len(rows) > 0 {
				t.Fatalf("%d chunks: word %x is not in rows %v", n, h, rows)
			}
		}
		for h := range uint32(2000) {
			if h = h * 8111 & (1<<hashBits - 1); want[h] == nil {
				if _, ok := p.find(h); ok {
					t.Fatalf("%d chunks: there is a word %x", n, h)
				}
			}
		}
	}
}

func TestHashes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, x := range []struct {
		width uint
		n     int
	}{{hashBits, 1}, {hashBits, 2}, {hashBits, 3}, {hashBits, 64}, {hashBits, 1000}, {hashBits, 70_000}, {pairBits, 1}, {pairBits, 300}, {pairBits, 70_000}} {
		n, limit := x.n, uint32(1)<<x.width
		all := map[uint32]bool{0: n > 2, limit - 1: n > 2}
		for len(all) < min(n+2, int(limit)) {
			all[r.Uint32N(limit)] = true
		}
		var list []uint32
		for h, in := range all {
			if in {
				list = append(list, h)
			}
		}
		slices.Sort(list)
		b := appendHashes(nil, list, x.width)
		low, high := hashSizes(len(list), x.width)
		if low+high != len(b) {
			t.Fatalf("%d hashes have %d bytes, not %d and %d", n, len(b), low, high)
		}
		s := hashSet{bits: x.width, n: len(list), low: b[:low], high: b[low:]}
		for i, h := range list {
			if got := s.find(h); got != i {
				t.Fatalf("%d hashes: %x is number %d, not %d", n, h, got, i)
			}
		}
		var asked []uint32 // some of them, and others
		for i := 0; i < len(list); i += 1 + r.IntN(1+len(list)/20) {
			asked = append(asked, list[i], list[i], r.Uint32N(limit))
		}
		slices.Sort(asked)
		found := make([]int, len(asked))
		for i := range found {
			found[i] = -1
		}
		s.findAll(asked, func(given, number int) { found[given] = number })
		for i, h := range asked {
			if found[i] != s.find(h) {
				t.Fatalf("%d hashes: of several, %x is number %d, not %d", n, h, found[i], s.find(h))
			}
		}
		for range 1000 {
			if h := r.Uint32N(limit); !all[h] && s.find(h) >= 0 {
				t.Fatalf("%d hashes: %x is one of them", n, h)
			}
		}
	}
}

func FuzzPart(f *testing.F) {
	for _, n := range []int{0, 1, 20} {
		f.Add(Make(invented(uint64(n), n)), uint32(n))
	}
	f.Fuzz(func(t *testing.T, b []byte, word uint32) {
		p, err := open(b)
		if err != nil {
			return
		}
		n := 0
		p.each(func(i int, row *Row) bool {
			n++
			p.size(i)
			return true
		})
		if n > p.n {
			t.Errorf("%d rows of %d", n, p.n)
		}
		for i := range uint32(64) {
			l, ok := p.find((word + i) & (1<<hashBits - 1))
			for n := 0; ok && l.left > 0; n++ {
				if l.take(); n > p.n {
					t.Fatalf("more rows than %d", p.n)
				}
			}
		}
		x, err := New(0, []File{{Path: "a", Part: b}})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := x.Search(t.Context(), Query{Text: "wordaa of a_name in a"}); err != nil {
			t.Error(err)
		}
	})
}
