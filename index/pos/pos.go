// Package pos converts between the ways to name a place in a file: an offset
// in bytes, a line and a column, the columns of UTF-8, UTF-16 and UTF-32, and
// the 1-based lines that people use. Nothing else converts them.
//
// A line ends with LF; a CR in front of it belongs to the line's end, a lone CR
// ends nothing, but in Breaks. Each byte that is not part of valid UTF-8 counts as one
// character and as one UTF-16 unit, as its replacement U+FFFD would.
package pos

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"sort"
	"sync"
	"unicode/utf8"
)

// Position is a 0-based line and a 0-based column in bytes.
type Position struct{ Line, Column uint32 }

// Before orders positions as the text does.
func (p Position) Before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

// OneBased is p with lines and columns (still of bytes) counted from 1.
func (p Position) OneBased() (line, column int) { return int(p.Line) + 1, int(p.Column) + 1 }

// FromOneBased is the Position of a line and a column in bytes, both counted
// from 1; false when one of them is not positive or too large.
func FromOneBased(line, column int) (Position, bool) {
	if line < 1 || column < 1 || line > math.MaxInt32 || column > math.MaxInt32 {
		return Position{}, false
	}
	return Position{uint32(line - 1), uint32(column - 1)}, true
}

// Lines is the line table of one file of at most 4 GiB. The zero Lines is that
// of an empty file. It is immutable.
type Lines struct {
	starts []uint32 // of the second line and those after it
	size   uint32
	wide   bool     // see Plain
	other  []uint32 // see Other
}

// New reads the line table of src.
func New(src []byte) Lines {
	l := Lines{size: uint32(len(src)), wide: !isPlain(src)}
	if n := bytes.Count(src, newline); n > 0 {
		l.starts = make([]uint32, 0, n)
	}
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
		l.starts = append(l.starts, uint32(at))
	}
	if l.wide && bytes.IndexByte(src, '\r') < 0 {
		l.other = l.notPlain(src)
	}
	return l
}

// otherShare is how many lines there are at least for each of Other.
const otherShare = 4

// notPlain is what Other returns.
func (l Lines) notPlain(src []byte) (out []uint32) {
	for line := range uint32(l.Count()) {
		start, end := l.Line(line)
		if isPlain(src[start:end]) {
			continue
		}
		if out = append(out, line); len(out) > l.Count()/otherShare {
			return nil
		}
	}
	return slices.Clip(out)
}

// Breaks is the line table of src as editors see it: a lone CR ends a line, too.
func Breaks(src []byte) Lines {
	if bytes.IndexByte(src, '\r') < 0 {
		return New(src)
	}
	l := Lines{size: uint32(len(src)), wide: true}
	for i, b := range src {
		if b == '\n' || b == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			l.starts = append(l.starts, uint32(i+1))
		}
	}
	return l
}

// isPlain says whether a text has nothing but ASCII, and no CR.
func isPlain(text []byte) bool {
	for ; len(text) >= 8; text = text[8:] {
		const ones, high = 0x0101010101010101, 0x8080808080808080
		eight := binary.LittleEndian.Uint64(text)
		other := eight ^ ones*'\r' // 0 where there is a CR
		if (eight|(other-ones)&^other)&high != 0 {
			return false
		}
	}
	for _, b := range text {
		if b >= utf8.RuneSelf || b == '\r' {
			return false
		}
	}
	return true
}

// FromStarts is the line table of a file of size bytes whose second line and
// those after it start at starts, which it keeps; plain and other are Lines.Plain and
// Lines.Other of it. It is false when no file is such.
func FromStarts(starts []uint32, size uint32, plain bool, other []uint32) (Lines, bool) {
	last := uint32(0)
	for _, s := range starts {
		if s <= last || s > size {
			return Lines{}, false
		}
		last = s
	}
	for i, line := range other {
		if plain || i > 0 && line <= other[i-1] || uint64(line) > uint64(len(starts)) {
			return Lines{}, false
		}
	}
	return Lines{starts, size, !plain, other}, true
}

var newline = []byte{'\n'}

// Starts are the offsets at which the second line and those after it start; they
// must not be changed.
func (l Lines) Starts() []uint32 { return l.starts }

// Plain says whether the file has nothing but ASCII, and no CR: then its lines and columns
// are the same however they are counted.
func (l Lines) Plain() bool { return !l.wide }

// Other are the lines, ascending, of a file that is not Plain that have more than ASCII;
// they must not be changed. It is nil where they are many, and where there is a CR.
func (l Lines) Other() []uint32 { return l.other }

// PlainLine says whether the columns of a line are the same however they are counted, and
// its number, too; false also where that is not known.
func (l Lines) PlainLine(line uint32) bool {
	if !l.wide {
		return true
	}
	_, is := slices.BinarySearch(l.other, line)
	return l.other != nil && !is
}

// Count is the number of lines, at least 1. A text that ends with a line end
// has an empty last line.
func (l Lines) Count() int { return len(l.starts) + 1 }

// Size is the length of the file in bytes.
func (l Lines) Size() uint32 { return l.size }

// Position of an offset; an offset behind the end is taken as the end.
func (l Lines) Position(offset uint32) Position {
	offset = min(offset, l.size)
	line := uint32(sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }))
	return Position{line, offset - l.start(line)}
}

func (l Lines) start(line uint32) uint32 {
	if line == 0 {
		return 0
	}
	return l.starts[line-1]
}

// Line is the range of a line in bytes, line end included. A line that the file
// doesn't have is empty and lies at the file's end.
func (l Lines) Line(line uint32) (start, end uint32) {
	switch n := uint32(len(l.starts)); {
	case line < n:
		return l.start(line), l.starts[line]
	case line == n:
		return l.start(line), l.size
	}
	return l.size, l.size
}

// Text is a line without its end, given the file that l was made of.
func (l Lines) Text(src []byte, line uint32) []byte {
	start, end := l.Line(line)
	text := src[start:end]
	if t, ok := bytes.CutSuffix(text, newline); ok {
		return bytes.TrimSuffix(t, []byte{'\r'})
	}
	return text
}

// Offset of a position; false when the file has no such line or the line no
// such column. The columns of a line go up to its length, line end included.
func (l Lines) Offset(p Position) (uint32, bool) {
	start, end := l.Line(p.Line)
	if int(p.Line) >= l.Count() || p.Column > end-start {
		return 0, false
	}
	return start + p.Column, true
}

// Cursor reads positions faster than Lines.Position when the offsets mostly
// ascend.
type Cursor struct {
	l    Lines
	line uint32
}

// Cursor starts at the first line.
func (l Lines) Cursor() Cursor { return Cursor{l: l} }

// Position is Lines.Position.
func (c *Cursor) Position(offset uint32) Position {
	offset = min(offset, c.l.size)
	if start := c.l.start(c.line); start <= offset {
		for range 16 { // most steps are short
			if int(c.line) == len(c.l.starts) || offset < c.l.starts[c.line] {
				return Position{c.line, offset - c.l.start(c.line)}
			}
			c.line++
		}
	}
	p := c.l.Position(offset)
	c.line = p.Line
	return p
}

// Encoding is what a column counts.
type Encoding uint8

// Encodings.
const (
	UTF8  Encoding = iota // bytes
	UTF16                 // UTF-16 code units
	UTF32                 // characters
)

// Column is the column in e of a column in bytes of a line's text. A column
// inside a character gives the character's start (in UTF8, itself); one behind
// the text, its end.
func (e Encoding) Column(line []byte, column uint32) uint32 {
	if e == UTF8 {
		return min(column, uint32(len(line)))
	}
	var units uint32
	for at := 0; at < len(line); {
		size, n := e.units(line[at:])
		if at += size; uint32(at) > column {
			break
		}
		units += n
	}
	return units
}

// Bytes is the column in bytes of a column in e of a line's text. A column
// inside a character gives the character's start (in UTF8, itself); one behind
// the text, its end.
func (e Encoding) Bytes(line []byte, units uint32) uint32 {
	if e == UTF8 {
		return min(units, uint32(len(line)))
	}
	var seen uint32
	at := 0
	for at < len(line) {
		size, n := e.units(line[at:])
		if seen += n; seen > units {
			break
		}
		at += size
	}
	return uint32(at)
}

// Lines of more than longLine bytes are counted once, with a mark at least every markEvery
// bytes.
const (
	longLine  = 4 << 10
	markEvery = 1 << 10
)

// Ruler converts columns in the lines of a text, as Encoding does. It remembers the marks
// of the long line that it was asked about last: many columns of a long line cost no more
// than that it is gone through once. The zero Ruler is ready; it is for one text and one
// Encoding, and safe for concurrent use.
type Ruler struct {
	mu    sync.Mutex
	line  uint32
	marks []rulerMark // of the line; nil before there is one
}

// rulerMark is a place between two characters of a line.
type rulerMark struct{ bytes, units uint32 }

// Column is Encoding.Column, of the line with a number.
func (r *Ruler) Column(e Encoding, number uint32, line []byte, column uint32) uint32 {
	if len(line) <= longLine || e == UTF8 {
		return e.Column(line, column)
	}
	m := r.mark(e, number, line, func(m rulerMark) bool { return m.bytes > column })
	return m.units + e.Column(line[m.bytes:], column-m.bytes)
}

// Bytes is Encoding.Bytes, of the line with a number.
func (r *Ruler) Bytes(e Encoding, number uint32, line []byte, units uint32) uint32 {
	if len(line) <= longLine || e == UTF8 {
		return e.Bytes(line, units)
	}
	m := r.mark(e, number, line, func(m rulerMark) bool { return m.units > units })
	return m.bytes + e.Bytes(line[m.bytes:], units-m.units)
}

// mark returns the last mark of a line that is not behind a place.
func (r *Ruler) mark(e Encoding, number uint32, line []byte, behind func(m rulerMark) bool) rulerMark {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.marks == nil || r.line != number {
		r.line, r.marks = number, append(make([]rulerMark, 0, len(line)/markEvery+1), rulerMark{})
		var last rulerMark
		for at := last; int(at.bytes) < len(line); {
			if at.bytes-last.bytes >= markEvery {
				r.marks, last = append(r.marks, at), at
			}
			size, n := e.units(line[at.bytes:])
			at.bytes, at.units = at.bytes+uint32(size), at.units+n
		}
	}
	return r.marks[sort.Search(len(r.marks), func(i int) bool { return behind(r.marks[i]) })-1]
}

// units is the length in bytes of the first character of b and how many units
// of e it takes.
func (e Encoding) units(b []byte) (size int, n uint32) {
	if b[0] < utf8.RuneSelf {
		return 1, 1
	}
	r, size := utf8.DecodeRune(b)
	if e == UTF16 && r >= 0x10000 {
		return size, 2
	}
	return size, 1
}
