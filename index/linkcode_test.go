package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

func TestLinkCode(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		links := make([]resolve.Link, n)
		ref := lang.RefID(-r.IntN(2)) // the first one may be 0
		for i := range links {
			ref += lang.RefID(r.IntN(3)) // several links of a reference, and references without
			links[i] = resolve.Link{Ref: max(ref, 0), Doc: int32(r.IntN(5)) - 1, Def: lang.DefID(r.IntN(1<<r.IntN(20))) + resolve.ModuleDef, Certainty: resolve.Certainty(r.IntN(2))}
			if links[i].Doc == 3 {
				links[i].Doc = 1<<31 - 1
			}
		}
		slices.SortStableFunc(links, func(a, b resolve.Link) int { return int(a.Ref - b.Ref) })
		data := encodeLinks(links)
		refs := int(max(ref, 0)) + 1
		any := func(ID) bool { return true }
		got, ok := decodeLinks(data, n, refs, any)
		if !ok || !slices.Equal(got, links) {
			t.Fatalf("%v become %v, %v", links, got, ok)
		}
		if n == 0 {
			continue
		}
		last := links[n-1].Ref
		for what, bad := range map[string]func() bool{
			"a reference that is not there": func() bool { _, ok := decodeLinks(data, n, int(last), any); return ok },
			"a byte more":                   func() bool { _, ok := decodeLinks(append(slices.Clone(data), 0), n, refs, any); return ok },
			"a byte less":                   func() bool { _, ok := decodeLinks(data[:len(data)-1], n, refs, any); return ok },
			"a target that is not there": func() bool {
				_, ok := decodeLinks(data, n, refs, func(id ID) bool { return id != ID{links[0].Doc, links[0].Def} })
				return ok
			},
		} {
			if bad() {
				t.Errorf("%v are read with %s", links, what)
			}
		}
	}
}

// FuzzLinkCode reads any bytes as links: what comes is written and read again.
func FuzzLinkCode(f *testing.F) {
	f.Add(encodeLinks([]resolve.Link{{Ref: 1, Doc: 2, Def: 3}, {Ref: 2, Doc: -1, Def: 0}, {Ref: 9, Doc: 2, Def: 7, Certainty: resolve.Possible}}), 3, 10)
	f.Fuzz(func(t *testing.T, data []byte, count, refs int) {
		if count < 0 {
			return
		}
		valid := func(id ID) bool { return id.Doc >= resolve.External && id.Def >= resolve.ModuleDef }
		links, ok := decodeLinks(data, count, refs, valid)
		if !ok {
			return
		}
		for i, l := range links {
			if int(l.Ref) >= refs || l.Ref < 0 || i > 0 && l.Ref < links[i-1].Ref || !valid(ID{l.Doc, l.Def}) {
				t.Fatalf("%d references: %v", refs, links)
			}
		}
		if again, ok := decodeLinks(encodeLinks(links), count, refs, valid); !ok || !slices.Equal(again, links) {
			t.Fatalf("%v become %v, %v", links, again, ok)
		}
	})
}
