package index

import (
	"reflect"
	"testing"
)

func TestPreciseForm(t *testing.T) {
	p := &Precise{
		Symbols: []PreciseSymbol{{"a b c d e/", "x/y.go", 3, 7}, {Symbol: "local 1"}},
		Uses:    []PreciseUse{{1, 2, 0}, {1, 9, 1}, {1 << 31, 1<<31 + 5, 1}},
		Defs:    [][2]uint32{{0, 0}, {3, 9}},
	}
	for _, r := range [][3]uint32{{1, 2, 1}, {1, 9, 1}, {3, 9, 1}, {0, 0, 1}, {1, 3, 0}, {2, 2, 0}, {3, 8, 0}} {
		if p.Says(r[0], r[1]) != (r[2] == 1) {
			t.Errorf("what is said of %v is wrong", r)
		}
	}
	got, ok := DecodePrecise(p.Encode(nil))
	if !ok || !reflect.DeepEqual(got, p) {
		t.Errorf("%+v", got)
	}
	b := p.Encode(nil)
	for i := range b {
		if _, ok := DecodePrecise(b[:i]); ok {
			t.Errorf("the first %d bytes of %d are taken", i, len(b))
		}
	}
}

func FuzzDecodePrecise(f *testing.F) {
	f.Add((&Precise{Symbols: []PreciseSymbol{{"s", "p", 1, 2}}, Uses: []PreciseUse{{1, 2, 0}}, Defs: [][2]uint32{{5, 6}}}).Encode(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, ok := DecodePrecise(data)
		if !ok {
			return
		}
		again, ok := DecodePrecise(p.Encode(nil))
		if !ok || !reflect.DeepEqual(again, p) {
			t.Errorf("%+v became %+v", p, again)
		}
	})
}
