// Package ignore decides which paths git would ignore, by the rules of
// gitignore(5), without git. What the manual leaves open is as in git's own
// dir.c and wildmatch.c; the tests compare it with `git check-ignore`.
//
// Paths are relative to the root of the repository, with "/", without a
// leading or trailing slash. Names are bytes: no encoding is assumed.
package ignore

import "strings"

// Verdict is what the rules say of a path.
type Verdict uint8

// Verdicts.
const (
	None     Verdict = iota // no pattern matches
	Ignored                 // the deciding pattern excludes the path
	Included                // the deciding pattern begins with "!"
)

// Match says what decided.
type Match struct {
	Verdict Verdict
	Source  string // name of the file that has the pattern, as given to Parse
	Line    int    // its line, from 1
	Pattern string // the pattern as written, trailing spaces removed
}

// List is the patterns of one file. It is immutable.
type List struct {
	source   string
	base     string // directory of the file, "" for the root; folded when fold
	fold     bool
	patterns []pattern
	quick    *quick // nil where the patterns are few
}

type pattern struct {
	text    string // as written
	line    int
	negated bool
	dirOnly bool
	// base says that the pattern has no slash and is matched against the last
	// component, in any directory below the list's.
	base bool
	// literal is the part before the first special character, folded when the
	// list folds case. The rest is tokens; none when literal is all of it.
	literal string
	whole   bool // literal is the whole pattern
	suffix  bool // "*" and then only literal characters: tail
	tail    string
	rest    glob
}

// Parse reads the patterns of an ignore file. source names it in Match; base
// is the directory, relative to the repository, that the patterns are relative
// to; fold compares ASCII letters without case (core.ignoreCase). Any input is
// accepted: what git takes no pattern from gives none.
func Parse(source string, data []byte, base string, fold bool) *List {
	l := &List{source: source, base: lower(base, fold), fold: fold}
	text := strings.TrimPrefix(string(data), "\xef\xbb\xbf")
	for line := 1; text != ""; line++ {
		entry, rest, _ := strings.Cut(text, "\n")
		text = rest
		if entry == "" || entry[0] == '#' {
			continue
		}
		entry = strings.TrimSuffix(entry, "\r")
		// git keeps lines as C strings.
		entry, _, _ = strings.Cut(entry, "\x00")
		entry = trimSpaces(entry)
		if p, ok := compile(entry, fold); ok {
			p.line = line
			l.patterns = append(l.patterns, p)
		}
	}
	l.sort()
	return l
}

// Patterns makes a list of patterns given one by one: nothing is a comment,
// and neither line ends nor trailing spaces are removed.
func Patterns(source string, patterns []string, base string, fold bool) *List {
	l := &List{source: source, base: lower(base, fold), fold: fold}
	for i, s := range patterns {
		if p, ok := compile(s, fold); ok {
			p.line = i + 1
			l.patterns = append(l.patterns, p)
		}
	}
	l.sort()
	return l
}

// Len is the number of patterns that can match something.
func (l *List) Len() int { return len(l.patterns) }

// trimSpaces removes trailing spaces that no backslash escapes. A line that
// ends in a single backslash is left as it is.
func trimSpaces(s string) string {
	last := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if last < 0 {
				last = i
			}
			continue
		case '\\':
			i++
			if i == len(s) {
				return s
			}
		}
		last = -1
	}
	if last >= 0 {
		return s[:last]
	}
	return s
}

func special(c byte) bool { return c == '*' || c == '?' || c == '[' || c == '\\' }

func simpleLen(s string) int {
	for i := 0; i < len(s); i++ {
		if special(s[i]) {
			return i
		}
	}
	return len(s)
}

// compile reports false for a pattern that can match nothing.
func compile(s string, fold bool) (pattern, bool) {
	p := pattern{text: s}
	if strings.HasPrefix(s, "!") {
		p.negated = true
		s = s[1:]
	}
	if strings.HasSuffix(s, "/") {
		p.dirOnly = true
		s = s[:len(s)-1]
	}
	if s == "" {
		return p, false
	}
	p.base = !strings.Contains(s, "/")
	simple := simpleLen(s)
	if p.base {
		switch {
		case simple == len(s):
			p.literal, p.whole = lower(s, fold), true
			return p, true
		case s[0] == '*' && simpleLen(s[1:]) == len(s)-1:
			p.tail, p.suffix = lower(s[1:], fold), true
			return p, true
		}
		var ok bool
		p.rest, ok = compileGlob(s, fold)
		return p, ok
	}
	if s[0] == '/' {
		s, simple = s[1:], simple-1
		if s == "" {
			return p, false
		}
	}
	// The literal part is split off before the rest is read as a glob, as in
	// git, where this makes "a**/b" mean "a" and then any directories.
	p.literal = lower(s[:simple], fold)
	if simple == len(s) {
		p.whole = true
		return p, true
	}
	var ok bool
	p.rest, ok = compileGlob(s[simple:], fold)
	return p, ok
}

func lower(s string, fold bool) string {
	if !fold {
		return s
	}
	for i := 0; i < len(s); i++ {
		if isUpper(s[i]) {
			b := []byte(s)
			for ; i < len(b); i++ {
				b[i] = lowerByte(b[i])
			}
			return string(b)
		}
	}
	return s
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func lowerByte(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// match says which pattern of the list decides on path, whose last component
// is name; the last matching one does. Both are folded when the list folds.
func (l *List) match(path, name string, dir bool) *pattern {
	below := path
	if l.base != "" {
		if len(path) <= len(l.base) || path[len(l.base)] != '/' || path[:len(l.base)] != l.base {
			return nil
		}
		below = path[len(l.base)+1:]
	}
	if l.quick != nil {
		return l.find(below, name, dir)
	}
	for i := len(l.patterns) - 1; i >= 0; i-- {
		if p := &l.patterns[i]; p.match(below, name, dir) {
			return p
		}
	}
	return nil
}

// match reports whether a pattern matches a path below its list's directory, whose
// last component is name.
func (p *pattern) match(below, name string, dir bool) bool {
	switch {
	case p.dirOnly && !dir:
		return false
	case p.base && p.whole:
		return p.literal == name
	case p.base && p.suffix:
		return strings.HasSuffix(name, p.tail)
	case p.base:
		return p.rest.match(name)
	case p.whole:
		return p.literal == below
	}
	return strings.HasPrefix(below, p.literal) && p.rest.match(below[len(p.literal):])
}

// Rules is a stack of lists; those on top decide first. The zero value has
// none. It is immutable, so directories may share what is above them.
type Rules struct {
	above *Rules
	list  *List
}

// With returns the rules with l on top.
func (r *Rules) With(l *List) *Rules {
	if l == nil || len(l.patterns) == 0 {
		return r
	}
	return &Rules{above: r, list: l}
}

// Match decides on one path by itself. That a parent directory is excluded is
// the caller's to know: git does not look below one, and nothing below it can
// be included again.
func (r *Rules) Match(path string, dir bool) Match {
	name := path[strings.LastIndexByte(path, '/')+1:]
	for ; r != nil; r = r.above {
		if r.list == nil {
			continue
		}
		at, last := path, name
		if r.list.fold {
			at, last = lower(path, true), lower(name, true)
		}
		if p := r.list.match(at, last, dir); p != nil {
			m := Match{Verdict: Ignored, Source: r.list.source, Line: p.line, Pattern: p.text}
			if p.negated {
				m.Verdict = Included
			}
			return m
		}
	}
	return Match{}
}
