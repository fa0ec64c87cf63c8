package chunk

import (
	"math/bits"
	"unicode/utf8"
)

// Tokens estimates how many tokens a model's tokeniser makes of a text. A word is
// one, and one more for each eighth byte and each capital behind a small letter
// (camelCase); digits are one for each third; a mark is one, and up to four of the
// same in a row; a character beyond ASCII is one. White space is none.
func Tokens[T string | []byte](text T) int {
	n := 0
	var s scanner
	for i := range len(text) {
		if s.begins(text[i]) {
			n++
		}
	}
	return n
}

// scanner finds where tokens begin, byte by byte.
type scanner struct {
	was byte // the byte before
	run int  // bytes of this token so far
}

// classes of bytes.
var classes = func() (t [256]byte) {
	for c := range t {
		t[c] = class(byte(c))
	}
	return t
}()

func class(c byte) byte {
	switch {
	case c == ' ' || c >= '\t' && c <= '\r':
		return ' '
	case c >= 'a' && c <= 'z' || c == '_':
		return 'a'
	case c >= 'A' && c <= 'Z':
		return 'A'
	case c >= '0' && c <= '9':
		return '0'
	case c >= utf8.RuneSelf:
		return 'é'
	}
	return '.'
}

func (s *scanner) begins(c byte) bool {
	now, was := classes[c], classes[s.was]
	same := false // it goes on with what was before
	switch now {
	case ' ':
		s.was = c
		return false
	case 'a':
		same = (was == 'a' || was == 'A') && s.run < 8
	case 'A':
		same = was == 'A' && s.run < 8
	case '0':
		same = was == '0' && s.run < 3
	case 'é':
		same = !utf8.RuneStart(c) && s.run < utf8.UTFMax
	default:
		same = c == s.was && s.run < 4
	}
	s.was = c
	if same {
		s.run++
		return false
	}
	s.run = 1
	return true
}

// tally says how many tokens begin before each byte of a text, and before its end.
type tally struct {
	begins []uint64 // a bit for each byte
	before []uint32 // how many begin before each 64 of them
}

func newTally(text []byte) tally {
	words := len(text)/64 + 1
	t := tally{make([]uint64, words), make([]uint32, words)}
	var s scanner
	for i, c := range text {
		if s.begins(c) {
			t.begins[i/64] |= 1 << (i % 64)
		}
	}
	n := 0
	for i, b := range t.begins {
		t.before[i] = uint32(n)
		n += bits.OnesCount64(b)
	}
	return t
}

// upTo is how many begin before byte at.
func (t *tally) upTo(at uint32) uint32 {
	return t.before[at/64] + uint32(bits.OnesCount64(t.begins[at/64]&(1<<(at%64)-1)))
}

// in is how many begin in a range.
func (t *tally) in(start, end uint32) int { return int(t.upTo(end)) - int(t.upTo(start)) }

// at says whether one begins at a byte.
func (t *tally) at(at uint32) bool { return t.begins[at/64]>>(at%64)&1 != 0 }
