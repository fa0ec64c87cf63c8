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
	was   byte  // the byte before
	state uint8 // its kind and how many bytes this token has so far, see stateOf
}

// kind is that of a byte. The first one is that of the byte 0.
type kind uint8

const (
	mark kind = iota
	space
	small // letters, and _
	capital
	digit
	rune1 // the first byte of a character beyond ASCII
	more  // the others of one
	kinds
	again = kinds // a mark that is the one before
)

// kindOf has the kind of each byte.
var kindOf = func() (t [256]kind) {
	for i := range t {
		switch c := byte(i); {
		case c == ' ' || c >= '\t' && c <= '\r':
			t[i] = space
		case c >= 'a' && c <= 'z' || c == '_':
			t[i] = small
		case c >= 'A' && c <= 'Z':
			t[i] = capital
		case c >= '0' && c <= '9':
			t[i] = digit
		case c >= utf8.RuneSelf && utf8.RuneStart(c):
			t[i] = rune1
		case c >= utf8.RuneSelf:
			t[i] = more
		}
	}
	return t
}()

// limits says how many bytes a token may have before a byte of the second kind begins
// another one, behind one of the first kind: 0 where it always does. A mark goes on
// where it is the same.
var limits = func() (t [kinds][kinds]uint8) {
	t[small][small], t[capital][small], t[capital][capital], t[digit][digit], t[mark][mark] = 8, 8, 8, 3, 4
	for was := range t {
		t[was][more] = utf8.UTFMax
	}
	return t
}()

// mostRun is the greatest of limits, and more than it are not counted.
const mostRun = 8

// stateOf is the state of a scanner behind a byte of a kind, in a token of so many bytes.
func stateOf(was kind, run uint8) uint8 { return uint8(was)*(mostRun+1) + run }

// begun is set in the steps that begin a token.
const begun = 1 << 7

// steps has what state follows a state with a byte of a kind.
var steps = func() (t [int(kinds) * (mostRun + 1)][kinds + 1]uint8) {
	for was := range kinds {
		for run := range uint8(mostRun + 1) {
			for now := range kinds + 1 {
				kind, limit := now, uint8(0)
				switch now {
				case mark: // another one
				case again:
					kind, limit = mark, limits[was][mark]
				default:
					limit = limits[was][now]
				}
				next := stateOf(kind, 1) | begun
				switch {
				case kind == space:
					next = stateOf(space, run)
				case run < limit:
					next = stateOf(kind, run+1)
				}
				t[stateOf(was, run)][now] = next
			}
		}
	}
	return t
}()

// step takes a byte in; begun is set in what it returns where that begins a token.
func (s *scanner) step(c byte) uint8 {
	now := kindOf[c]
	if now == mark && c == s.was {
		now = again
	}
	next := steps[s.state][now]
	s.was, s.state = c, next&^begun
	return next
}

func (s *scanner) begins(c byte) bool { return s.step(c)&begun != 0 }

// tally says how many tokens begin before each byte of a text, and before its end.
type tally struct {
	begins []uint64 // a bit for each byte
	before []uint32 // how many begin before each 64 of them
}

func newTally(text []byte) tally {
	words := len(text)/64 + 1
	t := tally{make([]uint64, words), make([]uint32, words)}
	var s scanner
	n := 0
	for i := range t.begins {
		var here uint64
		for j, c := range text[64*i : min(64*i+64, len(text))] {
			here |= uint64(s.step(c)/begun) << j
		}
		t.begins[i], t.before[i] = here, uint32(n)
		n += bits.OnesCount64(here)
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
