package lang

import (
	"strings"
	"testing"
)

// TestShortName holds that names that are too long are shortened, that equal ones stay equal
// and different ones different, and that Facts.Truncated says so.
func TestShortName(t *testing.T) {
	b := NewBuilder(1 << 20)
	long := strings.Repeat("é", MaxName)
	for _, x := range []struct {
		name, same string
		cut        bool
	}{
		{"a", "a", false},
		{long[:MaxName], long[:MaxName], false},
		{long, long, true},
		{long, long[:len(long)-1] + "x", true},
		{long, "x" + long[1:], true},
	} {
		got := ShortName(x.name)
		if (got != x.name) != x.cut || len(got) > MaxName || x.cut && len(got) > fewName || ShortName(got) != got {
			t.Errorf("%.20s…, %d bytes: %d bytes", x.name, len(x.name), len(got))
		}
		if (ShortName(x.same) == got) != (x.same == x.name) {
			t.Errorf("%.20s… and %.20s…: %q for the one, %q for the other", x.name, x.same, got, ShortName(x.same))
		}
		if got := b.F.Names[b.Name(x.name)]; got != ShortName(x.name) {
			t.Errorf("Builder.Name: %q", got)
		}
	}
	if f := b.Finish(); f.Truncated != truncatedNames {
		t.Errorf("truncated: %q", f.Truncated)
	}
}

// TestManyNames holds that the names of a file together are bounded where each repeats the
// name of a namespace.
func TestManyNames(t *testing.T) {
	const size = 1 << 20
	b := NewBuilder(size)
	space := strings.Repeat("a", MaxName-100) + "\\"
	for i := range size / 10 {
		b.Name(space + strings.Repeat("b", 1+i%90) + string(rune('a'+i/90%26)) + string(rune('a'+i/90/26)))
	}
	f := b.Finish()
	total := 0
	for _, n := range f.Names {
		total += len(n)
	}
	if most := fewTexts + textsPerByte*size + fewName*size/10; total > most || f.Truncated == "" {
		t.Errorf("%d bytes of names, more than %d; truncated %q", total, most, f.Truncated)
	}
}

// TestMostSaid holds that the wordings of a file together are bounded.
func TestMostSaid(t *testing.T) {
	r := &Rich{}
	r.Say(Wording{Key: strings.Repeat("a", MaxName+1), Text: "b"})
	for range 2 * mostSaid / MaxName {
		r.Say(Wording{Key: strings.Repeat("a", MaxName), Text: "b"})
	}
	if n := len(r.Wordings); n == 0 || n*MaxName > mostSaid {
		t.Errorf("%d wordings", n)
	}
}
