package rex

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A Needle is a text that every match has in it. Letters of ASCII may be
// compared without case.
type Needle struct {
	text []byte
	fold []bool // letters of text that match in both cases; they are in lower case
	// Exact: where the text is, there is a match.
	Exact bool

	rare int // the byte of text that is looked for first
}

// maxNeedles bounds how many needles are looked for, and maxNeedle how many bytes of
// one: each place may be compared with all of them.
const (
	maxNeedles = 8
	maxNeedle  = 64
)

// Needles returns texts of which every match of n has one in it, nil when there
// are none that are worth looking for.
func Needles(n *Node) []*Needle {
	if f := newNeedle(n); f != nil {
		return []*Needle{f}
	}
	if n.Op != OpAlt || len(n.Subs) > maxNeedles {
		return nil
	}
	var out []*Needle
	for _, sub := range n.Subs {
		f := newNeedle(sub)
		if f == nil || len(f.text) < 2 {
			return nil
		}
		out = append(out, f)
	}
	return out
}

// newNeedle returns the best text that every match of n has in it, nil when
// there is none.
func newNeedle(n *Node) *Needle {
	var f fragments
	f.walk(n)
	f.cut()
	if f.best == nil {
		return nil
	}
	f.best.Exact = !f.inexact && f.count == 1
	return f.best
}

// fragments collects the texts that must be, one after another.
type fragments struct {
	current Needle
	best    *Needle
	score   int
	count   int
	inexact bool
}

func (f *fragments) walk(n *Node) {
	switch n.Op {
	case OpLit:
		f.current.text = utf8.AppendRune(f.current.text, n.Lit)
		for len(f.current.fold) < len(f.current.text) {
			f.current.fold = append(f.current.fold, false)
		}
	case OpSet:
		if c, ok := letter(n.Set); ok {
			f.current.text = append(f.current.text, c)
			f.current.fold = append(f.current.fold, true)
			return
		}
		f.cut()
		f.inexact = true
	case OpConcat:
		for _, sub := range n.Subs {
			f.walk(sub)
		}
	case OpRepeat:
		if n.Min == 1 && n.Max == 1 {
			f.walk(n.Subs[0])
			return
		}
		f.inexact = true
		if n.Min == 0 {
			f.cut()
			return
		}
		f.walk(n.Subs[0])
		f.cut()
	case OpAlt:
		f.cut()
		f.inexact = true
	case OpLook:
		f.inexact = true
	}
}

// letter is the lower case of a set that is one letter of ASCII in both cases.
func letter(s Set) (byte, bool) {
	if len(s) != 2 || s[0].Lo != s[0].Hi || s[1].Lo != s[1].Hi {
		return 0, false
	}
	up, low := s[0].Lo, s[1].Lo
	return byte(low), 'A' <= up && up <= 'Z' && low == up+'a'-'A'
}

// cut ends the current text.
func (f *fragments) cut() {
	c := f.current
	f.current = Needle{}
	if len(c.text) == 0 {
		return
	}
	f.count++
	if len(c.text) > maxNeedle {
		c.text, c.fold = c.text[:maxNeedle], c.fold[:maxNeedle]
		f.inexact = true
	}
	least := 0
	for i := range c.text {
		if w := c.weight(i); i == 0 || w < least {
			least, c.rare = w, i
		}
	}
	// A longer text is better, and one with a rare byte is.
	if score := 4*min(len(c.text), 8) - least/8; f.best == nil || score > f.score {
		f.best, f.score = &c, score
	}
}

// frequent are bytes by how frequent they are in sources, the most frequent
// first.
const frequent = " etnrsaoi\tlcdupmfhg.,()_\"=bvyw/x-k:;0*1{}'T2SE>I[]CRAN<3PLDq4Mj85zFO6B7GU9V+&H#W!|$Kx?@XY\\QJ%`Z^~"

// weight is how frequent byte i is, from 0 (rare).
func (f *Needle) weight(i int) int {
	at := strings.IndexByte(frequent, f.text[i])
	if at < 0 {
		return 0
	}
	w := len(frequent) - at
	if f.fold[i] {
		w++
	}
	return w
}

// Find returns the offset of the first place of the needle in text[from:], or
// -1; the offset counts from the start of text.
func (f *Needle) Find(text []byte, from int) int {
	low := f.text[f.rare]
	if !f.fold[f.rare] {
		for at := from + f.rare; at < len(text); at++ {
			i := bytes.IndexByte(text[at:], low)
			if i < 0 {
				return -1
			}
			if at += i; f.at(text, at-f.rare) {
				return at - f.rare
			}
		}
		return -1
	}
	up := low - 'a' + 'A'
	next := func(c byte, at int) int {
		if at >= len(text) {
			return len(text)
		}
		if i := bytes.IndexByte(text[at:], c); i >= 0 {
			return at + i
		}
		return len(text)
	}
	// Where the letter is next, in both cases.
	a, b := next(low, from+f.rare), next(up, from+f.rare)
	for {
		at := min(a, b)
		if at >= len(text) {
			return -1
		}
		if f.at(text, at-f.rare) {
			return at - f.rare
		}
		if a == at {
			a = next(low, at+1)
		} else {
			b = next(up, at+1)
		}
	}
}

// at says whether the needle is in text at i.
func (f *Needle) at(text []byte, i int) bool {
	if i+len(f.text) > len(text) {
		return false
	}
	for k, c := range text[i : i+len(f.text)] {
		if f.fold[k] && 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != f.text[k] {
			return false
		}
	}
	return true
}

// Len is the length of the needle in bytes.
func (f *Needle) Len() int { return len(f.text) }
