package pos

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRuler: columns of long lines are those that counting gives, at and around each mark,
// inside of characters and behind the end.
func TestRuler(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "漢", "👍", "\xff", "\xe6\xbc", "plain text "}
	for number := range uint32(40) {
		var b strings.Builder
		for size := r.IntN(4 * longLine); b.Len() < size; {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		line := []byte(b.String())
		var ruler Ruler
		for _, e := range []Encoding{UTF16, UTF32, UTF8} {
			ruler = Ruler{}
			for range 200 {
				at := uint32(r.IntN(len(line) + 20))
				if r.IntN(2) == 0 {
					at = at/markEvery*markEvery + uint32(r.IntN(5))
				}
				if got, want := ruler.Column(e, number, line, at), e.Column(line, at); got != want {
					t.Fatalf("byte %d of %d is column %d in %d, want %d", at, len(line), got, e, want)
				}
				if got, want := ruler.Bytes(e, number, line, at), e.Bytes(line, at); got != want {
					t.Fatalf("column %d in %d of %d bytes is byte %d, want %d", at, e, len(line), got, want)
				}
			}
		}
	}
}

// TestRulerLines: the line that is asked about may change.
func TestRulerLines(t *testing.T) {
	var ruler Ruler
	lines := [][]byte{bytes.Repeat([]byte("漢"), longLine), bytes.Repeat([]byte("é"), longLine), []byte("short")}
	for i := range 10 {
		n := uint32(i % len(lines))
		if got, want := ruler.Column(UTF16, n, lines[n], 4000), UTF16.Column(lines[n], 4000); got != want {
			t.Errorf("line %d: %d, want %d", n, got, want)
		}
	}
}

func BenchmarkRuler(b *testing.B) {
	for name, text := range map[string]string{"long": "漢字 ", "short": "x"} {
		line := []byte(strings.Repeat(text, 100_000/len(text)))
		if name == "short" {
			line = []byte("	résultat := somme(a, b)")
		}
		b.Run(name+"/counted", func(b *testing.B) {
			for b.Loop() {
				UTF16.Column(line, uint32(len(line)))
			}
		})
		b.Run(name+"/ruler", func(b *testing.B) {
			var r Ruler
			for b.Loop() {
				r.Column(UTF16, 0, line, uint32(len(line)))
			}
		})
	}
}
