package vue

import (
	"bytes"
	"slices"
	"strings"

	"codeintel/index/lang/ts"
)

// layout is a file as markup: of the same length, with all that is none
// blanked. What is in {{ }} is apart.
type layout struct {
	text   []byte
	echoes []ts.Range
}

// blank is what stands for text that is no markup.
const blank = 'x'

func (l *layout) blank(from, to int) {
	for i := from; i < to; i++ {
		if l.text[i] != '\n' && l.text[i] != '\r' {
			l.text[i] = blank
		}
	}
}

// scan finds the blocks of a file and what of them is markup. Tags in upper
// case are made different from HTML's own, some of which have no content.
func scan(src []byte) layout {
	l := layout{text: slices.Clone(src)}
	depth := 0 // of templates
	for i := 0; i < len(src); {
		switch {
		case bytes.HasPrefix(src[i:], []byte("<!--")):
			i = after(src, i, "-->")
		case bytes.HasPrefix(src[i:], []byte("</")):
			name, end := tagName(src, i+2)
			if name == "template" && depth > 0 {
				depth--
			}
			l.rename(i+2, end)
			i = after(src, i, ">")
		case src[i] == '<' && i+1 < len(src) && letter(src[i+1]):
			name, end := tagName(src, i+1)
			l.rename(i+1, end)
			tag := attributes(src, end)
			i = tag.end
			markup := name == "template" && (depth > 0 || tag.lang == "" || tag.lang == "html")
			switch {
			case tag.closed:
			case markup:
				depth++
			case depth == 0 || name == "script" || name == "style":
				to := closing(src, i, name)
				l.blank(i, to)
				i = to
			}
		case depth > 0 && bytes.HasPrefix(src[i:], []byte("{{")):
			n := bytes.Index(src[i:], []byte("}}"))
			if n < 0 {
				i += 2
				break
			}
			l.echoes = append(l.echoes, ts.Range{Start: uint32(i + 2), End: uint32(i + n)})
			l.blank(i, i+n+2)
			i += n + 2
		case src[i] == '<' || src[i] == '&':
			l.blank(i, i+1)
			i++
		default:
			i++
		}
	}
	return l
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' }

// after is behind the next mark, or the end.
func after(src []byte, i int, mark string) int {
	n := bytes.Index(src[i:], []byte(mark))
	if n < 0 {
		return len(src)
	}
	return i + n + len(mark)
}

// rename makes a tag's name one that HTML can have, and none of HTML's own where
// it is in upper case.
func (l *layout) rename(from, to int) {
	for i := from; i < to; i++ {
		if c := l.text[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != ':' {
			l.text[i] = blank
		}
	}
}

// tagName reads the name at i.
func tagName(src []byte, i int) (string, int) {
	from := i
	for i < len(src) && !isSpace(src[i]) && src[i] != '/' && src[i] != '>' {
		i++
	}
	return string(src[from:i]), i
}

// startTag is what the scanner knows of a start tag.
type startTag struct {
	end    int // behind it
	closed bool
	lang   string
}

// attributes reads a start tag behind its name.
func attributes(src []byte, i int) startTag {
	var t startTag
	for i < len(src) {
		switch c := src[i]; {
		case c == '>':
			t.end = i + 1
			return t
		case c == '/':
			t.closed = i+1 < len(src) && src[i+1] == '>'
			i++
		case isSpace(c):
			i++
		default:
			from := i
			for i < len(src) && !isSpace(src[i]) && src[i] != '=' && src[i] != '>' && !(src[i] == '/' && i+1 < len(src) && src[i+1] == '>') {
				i++
			}
			name := string(src[from:i])
			if i >= len(src) || src[i] != '=' {
				break
			}
			for i++; i < len(src) && isSpace(src[i]); i++ {
			}
			if i >= len(src) {
				break
			}
			from = i
			to := i
			if q := src[i]; q == '"' || q == '\'' {
				from++
				i = after(src, from, string(q))
				to = max(from, i-1)
			} else {
				for i < len(src) && !isSpace(src[i]) && src[i] != '>' {
					i++
				}
				to = i
			}
			if name == "lang" {
				t.lang = strings.ToLower(string(src[from:to]))
			}
		}
	}
	t.end = len(src)
	return t
}

// closing is where the end tag of a block of raw text stands.
func closing(src []byte, i int, name string) int {
	for i < len(src) {
		n := bytes.Index(src[i:], []byte("</"))
		if n < 0 {
			break
		}
		i += n
		if got, _ := tagName(src, i+2); strings.EqualFold(got, name) {
			return i
		}
		i += 2
	}
	return len(src)
}
