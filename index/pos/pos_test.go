package pos

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestLines(t *testing.T) {
	src := []byte("ab\r\nc\rd\n\nlast")
	l := New(src)
	if l.Count() != 4 || l.Size() != uint32(len(src)) {
		t.Fatalf("%d lines, %d bytes", l.Count(), l.Size())
	}
	for line, want := range []string{"ab", "c\rd", "", "last", ""} {
		if got := string(l.Text(src, uint32(line))); got != want {
			t.Errorf("line %d is %q, want %q", line, got, want)
		}
	}
	for off, want := range []Position{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 0}, {3, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}} {
		if got := l.Position(uint32(off)); got != want {
			t.Errorf("offset %d is %v, want %v", off, got, want)
		}
		if got, ok := l.Offset(want); !ok || got != uint32(off) {
			t.Errorf("%v is offset %d, %v, want %d", want, got, ok, off)
		}
	}
	if got := l.Position(1000); got != (Position{3, 4}) {
		t.Errorf("behind the end: %v", got)
	}
	for _, p := range []Position{{0, 5}, {3, 5}, {4, 0}, {1 << 31, 0}, {0, 1 << 31}} {
		if off, ok := l.Offset(p); ok {
			t.Errorf("%v has the offset %d", p, off)
		}
	}
	var empty Lines
	if p := empty.Position(0); empty.Count() != 1 || p != (Position{}) {
		t.Errorf("empty file: %d lines, %v", empty.Count(), p)
	}
	if off, ok := empty.Offset(Position{}); !ok || off != 0 {
		t.Errorf("empty file: offset %d, %v", off, ok)
	}
}

func TestFromStarts(t *testing.T) {
	for _, src := range []string{"", "a", "\n", "a\n\nb\r\n", "a\nb", "a\nb\nc\né"} {
		l := New([]byte(src))
		if got, ok := FromStarts(l.Starts(), l.Size(), l.Plain(), l.Other()); !ok || !slices.Equal(got.starts, l.starts) || got.size != l.size || got.wide != l.wide || !slices.Equal(got.other, l.other) {
			t.Errorf("%q: %v, %v, want %v", src, got, ok, l)
		}
	}
	for _, bad := range [][]uint32{{0}, {6}, {2, 2}, {3, 1}} {
		if l, ok := FromStarts(bad, 5, true, nil); ok {
			t.Errorf("%v in 5 bytes: %v", bad, l)
		}
	}
	for _, bad := range [][]uint32{{3}, {1, 1}, {2, 0}} {
		if l, ok := FromStarts([]uint32{2, 4}, 5, false, bad); ok {
			t.Errorf("%v of 3 lines: %v", bad, l)
		}
	}
	if l, ok := FromStarts(nil, 5, true, []uint32{0}); ok {
		t.Errorf("plain, but for a line: %v", l)
	}
}

func TestPlainLine(t *testing.T) {
	for _, test := range []struct {
		src  string
		want []bool // by line
	}{
		{"", []bool{true}},
		{"a\nb", []bool{true, true}},
		{"a\nb\né\nc\n", []bool{true, true, false, true, true}},
		{"\xff\nb\nc\nd", []bool{false, true, true, true}},
		{"a\nb\nc\n\u3042", []bool{true, true, true, false}},
		{"é\nb\nc", []bool{false, false, false}},                                // they are many
		{"a\nb\r\nc\nd\ne\n", []bool{false, false, false, false, false, false}}, // a CR may end lines
	} {
		l := New([]byte(test.src))
		for line, want := range test.want {
			if got := l.PlainLine(uint32(line)); got != want || l.Count() != len(test.want) {
				t.Errorf("%q, line %d: %v", test.src, line, got)
			}
		}
		if b := Breaks([]byte(test.src)); b.wide != l.wide || !slices.Equal(b.other, l.other) {
			t.Errorf("%q: %v, %v", test.src, l, b)
		}
	}
}

func TestPlain(t *testing.T) {
	for n := range 20 {
		text := bytes.Repeat([]byte("a\x7f\n"), 7)[:n]
		if !New(text).Plain() || !Breaks(text).Plain() {
			t.Errorf("%q is plain", text)
		}
		for i := range n {
			for _, b := range []byte{'\r', 0x80, 0xff} {
				other := bytes.Clone(text)
				if other[i] = b; New(other).Plain() || Breaks(other).Plain() {
					t.Errorf("%q is not plain", other)
				}
			}
		}
	}
}

func TestOneBased(t *testing.T) {
	if l, c := (Position{0, 4}).OneBased(); l != 1 || c != 5 {
		t.Errorf("%d:%d", l, c)
	}
	if p, ok := FromOneBased(3, 1); !ok || p != (Position{2, 0}) {
		t.Errorf("%v %v", p, ok)
	}
	for _, bad := range [][2]int{{0, 1}, {1, 0}, {-1, 1}, {1 << 40, 1}} {
		if _, ok := FromOneBased(bad[0], bad[1]); ok {
			t.Errorf("%v is a position", bad)
		}
	}
	if !(Position{1, 5}).Before(Position{2, 0}) || !(Position{1, 5}).Before(Position{1, 6}) || (Position{1, 5}).Before(Position{1, 5}) {
		t.Error("Before")
	}
}

func TestEncodings(t *testing.T) {
	line := []byte("aé🚀\xffz")
	// byte: 0 a, 1 é, 3 🚀, 7 \xff, 8 z
	for _, c := range []struct {
		e           Encoding
		bytes, want uint32
	}{
		{UTF16, 0, 0}, {UTF16, 1, 1}, {UTF16, 3, 2}, {UTF16, 7, 4}, {UTF16, 8, 5}, {UTF16, 9, 6},
		{UTF32, 3, 2}, {UTF32, 7, 3}, {UTF32, 8, 4}, {UTF32, 9, 5}, {UTF8, 7, 7}, {UTF8, 9, 9},
	} {
		if got := c.e.Column(line, c.bytes); got != c.want {
			t.Errorf("encoding %d: byte %d is column %d, want %d", c.e, c.bytes, got, c.want)
		}
		if got := c.e.Bytes(line, c.want); got != c.bytes {
			t.Errorf("encoding %d: column %d is byte %d, want %d", c.e, c.want, got, c.bytes)
		}
	}
	for _, c := range []struct {
		e         Encoding
		got, want uint32
	}{
		{UTF16, UTF16.Column(line, 2), 1}, {UTF16, UTF16.Column(line, 5), 2}, {UTF16, UTF16.Column(line, 99), 6},
		{UTF16, UTF16.Bytes(line, 3), 3}, {UTF16, UTF16.Bytes(line, 99), 9}, {UTF8, UTF8.Bytes(line, 99), 9}, {UTF8, UTF8.Column(line, 99), 9},
	} {
		if c.got != c.want {
			t.Errorf("encoding %d: inside or behind: %d, want %d", c.e, c.got, c.want)
		}
	}
}

func FuzzPos(f *testing.F) {
	f.Add([]byte("a\r\nb\n\n🚀\xff"), uint32(3))
	f.Add([]byte(strings.Repeat("\n", 40)+"x"), uint32(40))
	f.Fuzz(func(t *testing.T, src []byte, at uint32) {
		src = src[:min(len(src), 1<<10)] // all columns of a line are tried
		l := New(src)
		at %= uint32(len(src)) + 1
		p := l.Position(at)
		before := src[:at]
		if want := bytes.Count(before, []byte("\n")); int(p.Line) != want || int(p.Column) != len(before)-bytes.LastIndexByte(before, '\n')-1 {
			t.Fatalf("offset %d of %q is %v", at, src, p)
		}
		if off, ok := l.Offset(p); !ok || off != at {
			t.Fatalf("%v of %q is offset %d, %v", p, src, off, ok)
		}
		c := l.Cursor()
		for _, off := range []uint32{at / 2, at, at / 3, uint32(len(src)), at} {
			if got := c.Position(off); got != l.Position(off) {
				t.Fatalf("the cursor finds %d of %q at %v, not %v", off, src, got, l.Position(off))
			}
		}
		line := l.Text(src, p.Line)
		col := min(p.Column, uint32(len(line)))
		for col > 0 && col < uint32(len(line)) && !utf8.RuneStart(line[col]) && utf8.Valid(line) {
			col--
		}
		if utf8.Valid(line) {
			if got, want := UTF32.Column(line, col), utf8.RuneCount(line[:col]); int(got) != want {
				t.Fatalf("byte %d of %q is character %d, want %d", col, line, got, want)
			}
			if got, want := UTF16.Column(line, col), len(utf16.Encode([]rune(string(line[:col])))); int(got) != want {
				t.Fatalf("byte %d of %q is UTF-16 unit %d, want %d", col, line, got, want)
			}
		}
		for _, e := range []Encoding{UTF8, UTF16, UTF32} {
			n := e.Column(line, uint32(len(line)))
			for unit := range n + 1 {
				b := e.Bytes(line, unit)
				if back := e.Column(line, b); back > unit || unit-back > 1 {
					t.Fatalf("unit %d of %q is byte %d, which is unit %d", unit, line, b, back)
				}
			}
		}
	})
}
