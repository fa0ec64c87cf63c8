package text

import "fmt"

// Trigram is three bytes of a text in which the letters of ASCII are in lower
// case; the first byte is the highest.
type Trigram uint32

const trigrams = 1 << 24

func (t Trigram) String() string {
	return fmt.Sprintf("%q", []byte{byte(t >> 16), byte(t >> 8), byte(t)})
}

// lower has the bytes with the letters of ASCII in lower case.
var lower = func() (t [256]byte) {
	for c := range t {
		t[c] = byte(c)
		if 'A' <= c && c <= 'Z' {
			t[c] += 'a' - 'A'
		}
	}
	return t
}()

// Extractor finds the trigrams of texts. It has 2 MB and belongs to one
// goroutine.
type Extractor struct {
	seen [trigrams / 64]uint64
	out  []Trigram
}

// Trigrams returns the trigrams of text, which Decode has returned, each once
// and in no particular order. The result is valid until the next call. Trigrams
// with "\n" are left out: nothing that is searched for has one.
func (x *Extractor) Trigrams(text []byte) []Trigram {
	x.out = x.out[:0]
	var t Trigram
	n := 0 // bytes since the start of the line, at most 3
	for _, c := range text {
		if c == '\n' {
			n = 0
			continue
		}
		t = (t<<8 | Trigram(lower[c])) & (trigrams - 1)
		if n < 2 {
			n++
			continue
		}
		if bit := uint64(1) << (t & 63); x.seen[t>>6]&bit == 0 {
			x.seen[t>>6] |= bit
			x.out = append(x.out, t)
		}
	}
	for _, t := range x.out {
		x.seen[t>>6] = 0
	}
	return x.out
}
