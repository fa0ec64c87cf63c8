package html

import (
	"bytes"
	"strings"

	"codeintel/index/lang/ts"
)

// tag is a part of a page that a template language reads: {% name … %} or
// {{ … }}.
type tag struct {
	name ts.Range // empty for {{ … }}
	text ts.Range // what stands between the name and the end
	all  ts.Range
	end  int // index of the tag that ends it, -1 for none
}

// tags are a page's, as Django, Jinja, Twig and their like write them.
type tags struct {
	list []tag
	// mask is the page with the tags blanked, and values in their places.
	mask []byte
}

// isTemplate says whether a page is written in a language of tags: it has one,
// or what may be a value where only templates lie.
func isTemplate(path string, src []byte) bool {
	if strings.HasSuffix(path, twig) {
		return true
	}
	for rest := src; ; {
		i := bytes.Index(rest, []byte("{%"))
		if i < 0 {
			break
		}
		rest = bytes.TrimLeft(rest[i+2:], "-+~ \t\r\n")
		if len(rest) > 0 && IsLetter(rest[0]) && bytes.Contains(rest, []byte("%}")) {
			return true
		}
	}
	return bytes.Contains(src, []byte("{{")) && (strings.HasPrefix(path, "templates/") || strings.Contains(path, "/templates/") || strings.Contains(path, "jinja"))
}

// place is what of a page a tag stands in.
type place uint8

const (
	inText place = iota
	inTag
	inQuotes
	inScript
	inStyle
)

// tagScanner parts a page into its tags and the markup around them, in time
// linear in the page.
type tagScanner struct {
	tags
	src  []byte
	at   place
	next place // what the text behind the start tag at hand is
	// quote is the mark around the attribute's value at hand, from where it
	// begins; classes says that it lists classes.
	quote   byte
	from    int
	classes bool
	first   int // the first tag in the value
	found   map[string]int
	open    map[string][]int // tags by name whose end has not come
}

// scanTags reads the tags of a page.
func scanTags(src []byte) *tags {
	s := &tagScanner{tags: tags{mask: bytes.Clone(src)}, src: src, found: map[string]int{}, open: map[string][]int{}}
	for i := 0; i < len(src); {
		if c := src[i]; c == '{' && i+1 < len(src) {
			if end := s.tag(i); end > i {
				i = end
				continue
			}
		}
		s.markup(i)
		i++
	}
	return &s.tags
}

// find is the first place of mark at or behind i, -1 for none.
func (s *tagScanner) find(mark string, i int) int {
	if n, ok := s.found[mark]; ok && (n < 0 || n >= i) {
		return n
	}
	n := bytes.Index(s.src[i:], []byte(mark))
	if n >= 0 {
		n += i
	}
	s.found[mark] = n
	return n
}

// maxTag is how long a tag may be in bytes.
const maxTag = 1 << 13

// tag reads the tag or comment at i and returns its end, or i.
func (s *tagScanner) tag(i int) int {
	mark := ""
	switch s.src[i+1] {
	case '%':
		mark = "%}"
	case '{':
		mark = "}}"
	case '#':
		mark = "#}"
	default:
		return i
	}
	to := s.find(mark, i+2)
	if to < 0 || to-i > maxTag {
		return i
	}
	end := to + 2
	raw := s.at == inScript || s.at == inStyle
	switch {
	case mark == "#}":
		if raw && bytes.IndexByte(s.src[i:to], '\n') >= 0 {
			return i // brackets of the script's
		}
		s.blank(i, end)
		return end
	case mark == "}}":
		if raw && bytes.IndexByte(s.src[i:to], '\n') >= 0 {
			return i
		}
		for end < len(s.src) && s.src[end] == '}' { // {{ {…} }} without a space
			to, end = to+1, end+1
		}
		s.list = append(s.list, tag{text: trimmed(s.src, i+2, to), all: between(i, end), end: -1})
		s.value(i, end)
		return end
	}
	from, till := i+2, to
	if from < till && (s.src[from] == '-' || s.src[from] == '+' || s.src[from] == '~') {
		from++
	}
	if from < till && (s.src[till-1] == '-' || s.src[till-1] == '+' || s.src[till-1] == '~') {
		till--
	}
	text := trimmed(s.src, from, till)
	n := text.Start
	for n < text.End && (isWord(s.src[n]) || s.src[n] == '.' || s.src[n] == '-') {
		n++
	}
	t := tag{name: ts.Range{Start: text.Start, End: n}, text: trimmed(s.src, int(n), int(text.End)), all: between(i, end), end: -1}
	if n == text.Start {
		return i
	}
	name := string(s.src[text.Start:n])
	switch name {
	case "verbatim", "raw", "comment":
		// What stands in these is no template; Django may give an end a name.
		stop := s.find("{% end"+name, end)
		for _, other := range [...]string{"{%- end" + name, "{%end" + name} {
			if k := s.find(other, end); k >= 0 && (stop < 0 || k < stop) {
				stop = k
			}
		}
		s.space(i, end)
		if stop < 0 {
			return end
		}
		k := s.find("%}", stop)
		if k < 0 {
			return end
		}
		if name == "comment" {
			s.blank(end, stop)
		} else {
			for j := end; j < stop; j++ {
				s.markup(j)
			}
		}
		s.space(stop, k+2)
		return k + 2
	}
	s.list = append(s.list, t)
	s.pair(name, len(s.list)-1)
	s.space(i, end)
	return end
}

// pair ends the tag that the tag called name, with index i, is the end of.
func (s *tagScanner) pair(name string, i int) {
	of, ok := strings.CutPrefix(name, "end")
	if !ok {
		s.open[name] = append(s.open[name], i)
		return
	}
	if open := s.open[of]; len(open) > 0 {
		s.list[open[len(open)-1]].end = i
		s.open[of] = open[:len(open)-1]
	}
}

// markup follows the markup over the character at i.
func (s *tagScanner) markup(i int) {
	c := s.src[i]
	switch s.at {
	case inText:
		if c != '<' || i+1 >= len(s.src) || !IsLetter(s.src[i+1]) {
			return
		}
		s.at, s.next = inTag, inText
		if s.begins(i+1, "script") {
			s.next = inScript
		} else if s.begins(i+1, "style") {
			s.next = inStyle
		}
	case inTag:
		switch {
		case c == '>':
			s.at = s.next
		case (c == '"' || c == '\'') && i > 0 && s.src[i-1] == '=':
			s.at, s.quote, s.from, s.first = inQuotes, c, i+1, len(s.list)
			s.classes = i > 6 && bytes.EqualFold(s.src[i-6:i-1], []byte("class")) && IsSpace(s.src[i-7])
		}
	case inQuotes:
		if c == s.quote {
			s.at = inTag
			if s.classes && s.first < len(s.list) {
				s.classNames(i)
			}
		}
	case inScript:
		if c == '<' && s.begins(i+1, "/script") {
			s.at = inText
		}
	case inStyle:
		if c == '<' && s.begins(i+1, "/style") {
			s.at = inText
		}
	}
}

// begins says whether a name in lower case, and no longer one, stands at i.
func (s *tagScanner) begins(i int, name string) bool {
	end := i + len(name)
	return end <= len(s.src) && bytes.EqualFold(s.src[i:end], []byte(name)) && (end == len(s.src) || !isWord(s.src[end]) && s.src[end] != '-')
}

// classNames takes the tags out of the list of classes that ends at end where
// they stand around names, not in them: a{% if b %}c{% endif %} has no c.
func (s *tagScanner) classNames(end int) {
	i, n := s.from, s.first
	for i < end {
		if IsSpace(s.src[i]) {
			i++
			continue
		}
		// A run of names and tags that nothing parts.
		from, mark := i, n
		inside, last := false, false // a part is no tag; the last is one
		whole := true
		for i < end && !IsSpace(s.src[i]) {
			if n < len(s.list) && int(s.list[n].all.Start) == i {
				if s.list[n].name.Start == s.list[n].name.End {
					whole = false // a value
				}
				i, n, last = int(s.list[n].all.End), n+1, true
				continue
			}
			if i == from {
				inside = true
			}
			i, last = i+1, false
		}
		if whole && !inside && last {
			for _, t := range s.list[mark:n] {
				s.blank(int(t.all.Start), int(t.all.End))
			}
		}
	}
}

// blank overwrites text with spaces; its lines stay.
func (s *tagScanner) blank(from, to int) {
	for i := from; i < to; i++ {
		if c := s.mask[i]; c != '\n' && c != '\r' {
			s.mask[i] = ' '
		}
	}
}

// space overwrites a tag that prints nothing by itself.
func (s *tagScanner) space(from, to int) {
	if s.at == inQuotes {
		s.fill(from, to, "{%", "%}")
		return
	}
	s.blank(from, to)
}

// value overwrites what prints a value.
func (s *tagScanner) value(from, to int) {
	switch s.at {
	case inScript:
		s.blank(from, to)
		copy(s.mask[from:to], "null")
	case inStyle:
		for i := from; i < to; i++ {
			if c := s.mask[i]; c != '\n' && c != '\r' {
				s.mask[i] = '0'
			}
		}
	default:
		s.fill(from, to, "{{", "}}")
	}
}

// fill overwrites text with a word between two marks.
func (s *tagScanner) fill(from, to int, open, end string) {
	for i := from; i < to; i++ {
		if c := s.mask[i]; c != '\n' && c != '\r' {
			s.mask[i] = '_'
		}
	}
	copy(s.mask[from:], open)
	copy(s.mask[to-len(end):to], end)
}

func between(from, to int) ts.Range { return ts.Range{Start: uint32(from), End: uint32(to)} }

// trimmed is the text from one offset to another without white space around it.
func trimmed(src []byte, from, to int) ts.Range {
	for from < to && IsSpace(src[from]) {
		from++
	}
	for from < to && IsSpace(src[to-1]) {
		to--
	}
	return between(from, max(from, to))
}

// isWord says whether c can be part of a name.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || IsLetter(c) || c >= 0x80
}
