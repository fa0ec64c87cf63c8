package vue

import (
	"bytes"
	"strings"

	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
)

// layout is a file as markup: of the same length, with all that is none
// blanked. What is in {{ }} is apart.
type layout struct {
	text   html.Mask
	echoes []ts.Range
}

// scan finds the blocks of a file and what of them is markup. Tags in upper
// case are made different from HTML's own, some of which have no content.
func scan(src []byte) layout {
	l := layout{text: html.NewMask(src)}
	depth := 0 // of templates
	for i := 0; i < len(src); {
		switch {
		case bytes.HasPrefix(src[i:], []byte("<!--")):
			i = html.After(src, i, "-->")
		case bytes.HasPrefix(src[i:], []byte("</")):
			name, end := tagName(src, i+2)
			if name == "template" && depth > 0 {
				depth--
			}
			l.text.Rename(i+2, end)
			i = html.After(src, i, ">")
		case src[i] == '<' && i+1 < len(src) && html.IsLetter(src[i+1]):
			name, end := tagName(src, i+1)
			l.text.Rename(i+1, end)
			tag := attributes(src, end)
			i = tag.end
			markup := name == "template" && (depth > 0 || tag.lang == "" || tag.lang == "html")
			switch {
			case tag.closed:
			case markup:
				depth++
			case depth == 0 || name == "script" || name == "style":
				to := closing(src, i, name)
				l.text.Hide(i, to)
				i = to
			}
		case depth > 0 && bytes.HasPrefix(src[i:], []byte("{{")):
			n := bytes.Index(src[i:], []byte("}}"))
			if n < 0 {
				i += 2
				break
			}
			l.echoes = append(l.echoes, ts.Range{Start: uint32(i + 2), End: uint32(i + n)})
			l.text.Hide(i, i+n+2)
			i += n + 2
		case src[i] == '<' || src[i] == '&':
			l.text.Hide(i, i+1)
			i++
		default:
			i++
		}
	}
	return l
}

// tagName reads the name at i.
func tagName(src []byte, i int) (string, int) {
	from := i
	for i < len(src) && !html.IsSpace(src[i]) && src[i] != '/' && src[i] != '>' {
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
		case html.IsSpace(c):
			i++
		default:
			from := i
			for i < len(src) && !html.IsSpace(src[i]) && src[i] != '=' && src[i] != '>' && !(src[i] == '/' && i+1 < len(src) && src[i+1] == '>') {
				i++
			}
			name := string(src[from:i])
			if i >= len(src) || src[i] != '=' {
				break
			}
			for i++; i < len(src) && html.IsSpace(src[i]); i++ {
			}
			if i >= len(src) {
				break
			}
			from = i
			to := i
			if q := src[i]; q == '"' || q == '\'' {
				from++
				i = html.After(src, from, string(q))
				to = max(from, i-1)
			} else {
				for i < len(src) && !html.IsSpace(src[i]) && src[i] != '>' {
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
