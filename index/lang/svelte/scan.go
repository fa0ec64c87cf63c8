package svelte

import (
	"bytes"
	"strings"

	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
)

// layout is a file as markup: of the same length, with what is in braces
// blanked. The text between the braces is apart.
type layout struct {
	text  html.Mask
	holes []ts.Range
}

// maxOpen is how many braces without an end are looked at: each costs a look at
// the rest of the file.
const maxOpen = 16

// scan finds what is in braces outside of scripts, styles and comments. Names
// of tags in upper case are made different from HTML's own.
func scan(src []byte) layout {
	l := layout{text: html.NewMask(src)}
	open := 0
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case bytes.HasPrefix(src[i:], []byte("<!--")):
			i = html.After(src, i, "-->")
		case c == '<' && i+1 < len(src) && (html.IsLetter(src[i+1]) || src[i+1] == '/'):
			from := i + 1
			if src[from] == '/' {
				from++
			}
			to := from
			for to < len(src) && !html.IsSpace(src[to]) && src[to] != '/' && src[to] != '>' && src[to] != '{' {
				to++
			}
			name := string(src[from:to])
			l.text.Rename(from, to)
			closed := src[i+1] == '/'
			i = to
			if !closed && (name == "script" || name == "style") {
				i = raw(src, i, name)
			}
		case c == '<' || c == '&':
			l.text.Hide(i, i+1)
			i++
		case c == '{':
			end := -1
			if open < maxOpen {
				if end = closing(src, i); end < 0 {
					open++
				}
			}
			if end < 0 {
				l.text.Hide(i, i+1)
				i++
				break
			}
			l.holes = append(l.holes, ts.Range{Start: uint32(i + 1), End: uint32(end)})
			l.text.Hide(i, end+1)
			i = end + 1
		default:
			i++
		}
	}
	return l
}

// raw is where the end tag of a block of raw text stands, whose attributes begin
// at i; or behind the tag when it closes itself.
func raw(src []byte, i int, name string) int {
	for i < len(src) && src[i] != '>' {
		if q := src[i]; q == '"' || q == '\'' {
			i = html.After(src, i+1, string(q))
			continue
		}
		i++
	}
	if i < len(src) && src[i-1] == '/' {
		return i
	}
	n := bytes.Index(src[i:], []byte("</"+name))
	if n < 0 {
		return len(src)
	}
	return i + n
}

// closing is where the brace ends that begins at i, -1 for nowhere.
func closing(src []byte, i int) int {
	if i+2 < len(src) && src[i+1] == '/' && html.IsLetter(src[i+2]) {
		n := bytes.IndexByte(src[i:], '}')
		if n < 0 {
			return -1
		}
		return i + n
	}
	end := -1
	walk(src, i, len(src), func(at, depth int) bool {
		if depth == 0 && src[at] == '}' {
			end = at
			return false
		}
		return true
	})
	return end
}

// walk calls f for the bytes of a script that are in no string, comment or
// regular expression, with the number of brackets around each, until f is false.
// The text of a template literal is in a string; what is in its ${} is not.
func walk(src []byte, i, end int, f func(at, depth int) bool) {
	depth := 0
	var literals []int // depths of the ${ that are open
	last := byte('(')  // the last byte that is no white space
	text := func() {   // the text of a template literal, to its end or ${
		for ; i < end; i++ {
			switch {
			case src[i] == '\\':
				i++
			case src[i] == '`':
				i++
				return
			case src[i] == '$' && i+1 < end && src[i+1] == '{':
				literals = append(literals, depth)
				depth++
				i += 2
				return
			}
		}
	}
	for i < end {
		c := src[i]
		switch {
		case html.IsSpace(c):
		case c == '"' || c == '\'':
			i = quoted(src, i, end, c)
			last = c
			continue
		case c == '`':
			i++
			text()
			last = c
			continue
		case c == '/' && i+1 < end && src[i+1] == '/':
			for i < end && src[i] != '\n' {
				i++
			}
			continue
		case c == '/' && i+1 < end && src[i+1] == '*':
			i = min(html.After(src, i+2, "*/"), end)
			continue
		case c == '/' && strings.IndexByte("(,=:[!&|?{};+", last) >= 0:
			i = quoted(src, i, end, c)
			last = c
			continue
		case c == '}' && len(literals) > 0 && literals[len(literals)-1] == depth-1:
			literals = literals[:len(literals)-1]
			depth--
			i++
			text()
			last = '`'
			continue
		case c == ')' || c == ']' || c == '}':
			depth--
		}
		if !f(i, depth) {
			return
		}
		if c == '(' || c == '[' || c == '{' {
			depth++
		}
		if !html.IsSpace(c) {
			last = c
		}
		i++
	}
}

// quoted is behind the string that begins at i, or behind its quote where it
// does not end on its line.
func quoted(src []byte, i, end int, q byte) int {
	class := false
	for j := i + 1; j < end && src[j] != '\n'; j++ {
		switch c := src[j]; {
		case c == '\\':
			j++
		case q == '/' && c == '[':
			class = true
		case q == '/' && c == ']':
			class = false
		case c == q && !class:
			return j + 1
		}
	}
	return i + 1
}
