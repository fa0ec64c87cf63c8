package tokenize

import (
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf8"
)

// charsmap is a precompiled table of SentencePiece: what texts become, found by
// a double array.
type charsmap struct {
	units []uint32
	texts string // separated by NUL
}

func newCharsmap(data []byte) (*charsmap, error) {
	if len(data) < 4 {
		return nil, errors.New("the table of characters is too short")
	}
	size := int(binary.LittleEndian.Uint32(data))
	data = data[4:]
	if size > len(data) || size%4 != 0 || size == 0 {
		return nil, errors.New("the table of characters is cut")
	}
	c := &charsmap{units: make([]uint32, size/4), texts: string(data[size:])}
	for i := range c.units {
		c.units[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	if !utf8.ValidString(c.texts) {
		return nil, errors.New("the table of characters is no UTF-8")
	}
	for text := range strings.SplitSeq(c.texts, "\x00") {
		if len(text) > maxContent {
			return nil, errContent
		}
	}
	return c, nil
}

// Units of a double array, as darts-clone has them.
func hasLeaf(unit uint32) bool   { return unit>>8&1 == 1 }
func labelOf(unit uint32) uint32 { return unit & (1<<31 | 0xFF) }
func offsetOf(unit uint32) uint32 {
	return unit >> 10 << (unit & (1 << 9) >> 6)
}

// lookup is what the shortest key becomes that text begins with.
func (c *charsmap) lookup(text string) (string, bool) {
	pos := offsetOf(c.units[0])
	for i := 0; i < len(text); i++ {
		b := text[i]
		if b == 0 {
			break
		}
		pos ^= uint32(b)
		if int(pos) >= len(c.units) {
			break
		}
		unit := c.units[pos]
		if labelOf(unit) != uint32(b) {
			break
		}
		pos ^= offsetOf(unit)
		if int(pos) >= len(c.units) {
			break
		}
		if hasLeaf(unit) {
			at := int(c.units[pos] & (1<<31 - 1))
			if at > len(c.texts) || at < len(c.texts) && !utf8.RuneStart(c.texts[at]) {
				break
			}
			out, _, _ := strings.Cut(c.texts[at:], "\x00")
			return out, true
		}
	}
	return "", false
}

// apply replaces what the table has, as the library does: of a grapheme cluster
// shorter than six bytes whatever begins it stands for the whole; else each
// character is looked up.
func (c *charsmap) apply(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	for len(text) > 0 {
		n := cluster(text)
		whole := text[:n]
		text = text[n:]
		if n < 6 {
			if s, ok := c.lookup(whole); ok {
				out.WriteString(s)
				continue
			}
		}
		for len(whole) > 0 {
			_, n := utf8.DecodeRuneInString(whole)
			if s, ok := c.lookup(whole[:n]); ok {
				out.WriteString(s)
			} else {
				out.WriteString(whole[:n])
			}
			whole = whole[n:]
		}
	}
	return out.String()
}
