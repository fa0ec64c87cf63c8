package secrets

import (
	"slices"
	"unicode/utf8"
)

// Version changes with what is masked, and how: what was made of masked texts by
// another version is rebuilt.
const Version = "secrets 2"

// A Span is a part of a text, in bytes: [Start, End).
type Span struct{ Start, End int }

// Mask returns a text with the values in it that look like keys replaced, by
// asterisks where they are ASCII, and the text itself where there are none. It does
// not change text.
func Mask(text []byte) []byte { return Cover(text, Find(text)) }

// MaskFile returns what may be shown, extracted and kept of the text of a file: of a
// Hidden one its names and structure, of all others Mask.
func MaskFile(path string, text []byte) []byte {
	if Hidden(path) {
		return Redact(path, text)
	}
	return Mask(text)
}

// Cover returns a text with spans of it, which are sorted and do not overlap,
// replaced, and the text itself where there are none. Ends of lines stay.
func Cover(text []byte, spans []Span) []byte {
	if len(spans) == 0 {
		return text
	}
	out := slices.Clone(text)
	for _, s := range spans {
		cover(out[s.Start:s.End])
	}
	return out
}

// Blank returns a text with spans of it replaced as Cover does, but by bytes that are no
// UTF-8, which no pattern matches, and the text itself where there are none.
func Blank(text []byte, spans []Span) []byte {
	if len(spans) == 0 {
		return text
	}
	out := slices.Clone(text)
	for _, s := range spans {
		for i, c := range out[s.Start:s.End] {
			if c != '\n' && c != '\r' {
				out[s.Start+i] = 0xff
			}
		}
	}
	return out
}

// The characters that stand for others, by how many bytes these have: they have as many
// bytes, and as many units of UTF-16.
const (
	cover1 = '*'
	cover2 = '·'
	cover3 = '•'
	cover4 = '𝅘'
)

// cover replaces all characters of a text but the ends of lines.
func cover(b []byte) {
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf {
			if c != '\n' && c != '\r' {
				b[i] = cover1
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case n == 2:
			utf8.EncodeRune(b[i:], cover2)
		case n == 3:
			if r != '\u2028' && r != '\u2029' { // some languages end lines with these
				utf8.EncodeRune(b[i:], cover3)
			}
		case n == 4:
			utf8.EncodeRune(b[i:], cover4)
		default: // no UTF-8: a reader counts one unit for the byte
			b[i] = cover1
		}
		i += n
	}
}

// Find returns the spans of a text that look like keys, sorted, without overlaps.
func Find(text []byte) []Span {
	var found []Span
	from := 0
	for i := 0; i+1 < len(text); i++ {
		pair := uint16(text[i])<<8 | uint16(text[i+1])
		if anchors.bits[pair>>6]&(1<<(pair&63)) == 0 {
			continue
		}
		for _, n := range anchors.lists[anchors.at[pair]] {
			r := &rules[n]
			at := i - r.offset
			if at < from || !r.agrees(text, at) {
				continue
			}
			if s, ok := r.match(text, at, at+len(r.literal)); ok && s.End > s.Start {
				found = append(found, s)
				from = s.End
			}
		}
	}
	return merge(found)
}

// merge sorts spans and joins those that touch.
func merge(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// rule is one kind of key. match is called with the place of its literal, and returns
// the span of the value.
type rule struct {
	literal string // in lower case where fold
	fold    bool
	offset  int // of the two bytes that are looked for
	match   func(text []byte, start, end int) (Span, bool)
}

func (r *rule) agrees(text []byte, at int) bool {
	if at < 0 || at+len(r.literal) > len(text) {
		return false
	}
	for i := range len(r.literal) {
		c := text[at+i]
		if r.fold && 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != r.literal[i] {
			return false
		}
	}
	return true
}

// anchorTable says for two bytes which rules may agree there.
type anchorTable struct {
	bits  [1 << 10]uint64
	at    [1 << 16]uint16 // a place in lists
	lists [][]int
}

var (
	rules   = slices.Concat(formats(), assigned())
	anchors = newAnchors(rules)
)

func newAnchors(rules []rule) *anchorTable {
	t := &anchorTable{lists: [][]int{nil}}
	for n, r := range rules {
		cases := func(c byte) []byte {
			if r.fold && 'a' <= c && c <= 'z' {
				return []byte{c, c - 'a' + 'A'}
			}
			return []byte{c}
		}
		for _, a := range cases(r.literal[r.offset]) {
			for _, b := range cases(r.literal[r.offset+1]) {
				pair := uint16(a)<<8 | uint16(b)
				t.bits[pair>>6] |= 1 << (pair & 63)
				if t.at[pair] == 0 {
					t.at[pair] = uint16(len(t.lists))
					t.lists = append(t.lists, nil)
				}
				list := &t.lists[t.at[pair]]
				*list = append(*list, n)
			}
		}
	}
	return t
}
