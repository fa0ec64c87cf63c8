package html

import (
	"bytes"
	"slices"
)

// Mask is a text of which what is no markup is overwritten, so that Parse reads
// the rest where it lies: it is as long as the text, and has the same lines.
type Mask []byte

// NewMask is the text as it is.
func NewMask(src []byte) Mask { return slices.Clone(src) }

// masked is what stands for text that is no markup.
const masked = 'x'

// Hide overwrites the bytes from one offset to another.
func (m Mask) Hide(from, to int) {
	for i := from; i < to; i++ {
		if m[i] != '\n' && m[i] != '\r' {
			m[i] = masked
		}
	}
}

// Rename makes a tag's name one that HTML can have, and none of HTML's own where
// it is in upper case.
func (m Mask) Rename(from, to int) {
	for i := from; i < to; i++ {
		if c := m[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != ':' {
			m[i] = masked
		}
	}
}

// IsLetter says whether a tag's name can begin with c.
func IsLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// IsSpace says whether c is white space of HTML.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'
}

// After is the offset behind the first mark at or behind i, or the end.
func After(src []byte, i int, mark string) int {
	n := bytes.Index(src[i:], []byte(mark))
	if n < 0 {
		return len(src)
	}
	return i + n + len(mark)
}
