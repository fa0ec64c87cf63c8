package css

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const (
	// maxSig is the longest signature in bytes.
	maxSig = 300
	// maxInterpolation is the longest #{…} or v-bind(…) in bytes.
	maxInterpolation = 1 << 14
)

// nameByte says whether c can be in a name; escapes are apart.
func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c >= 0x80
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// name returns the end of the name that starts at i, i when there is none: a
// name does not begin with a digit.
func (r *Reader) name(i, end int) int {
	if i < end && r.src[i] >= '0' && r.src[i] <= '9' {
		return i
	}
	return r.nameRest(i, end)
}

func (r *Reader) nameRest(i, end int) int {
	start := i
	for i < end {
		switch c := r.src[i]; {
		case nameByte(c):
			i++
		case c == '\\' && i+1 < end && r.src[i+1] != '\n':
			i = r.escape(i, end)
		default:
			if i == start+1 && r.src[start] == '-' {
				return start // a minus
			}
			return i
		}
	}
	return i
}

// escape returns the end of the escape sequence at i.
func (r *Reader) escape(i, end int) int {
	i++
	n := 0
	for i+n < end && n < 6 && hexByte(r.src[i+n]) {
		n++
	}
	if n == 0 {
		_, size := utf8.DecodeRune(r.src[i:end])
		return i + max(size, 1)
	}
	if i += n; i < end && space(r.src[i]) {
		i++
	}
	return i
}

func hexByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// unescape is the text of a name without its escapes.
func unescape(s []byte) string {
	if bytes.IndexByte(s, '\\') < 0 {
		return string(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		i++
		n, v := 0, rune(0)
		for i+n < len(s) && n < 6 && hexByte(s[i+n]) {
			c := s[i+n]
			switch {
			case c >= 'a':
				c -= 'a' - 10
			case c >= 'A':
				c -= 'A' - 10
			default:
				c -= '0'
			}
			v = v<<4 | rune(c)
			n++
		}
		if n == 0 {
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteRune(v) // U+FFFD for what is no rune
		if i += n; i < len(s) && space(s[i]) {
			i++
		}
	}
	return b.String()
}

// str returns the end of the string that starts at i with its quote. A string
// ends at a line break that is not escaped; that is an error.
func (r *Reader) str(i, end int) int {
	quote, start := r.src[i], i
	for i++; i < end; i++ {
		switch c := r.src[i]; {
		case c == quote:
			return i + 1
		case c == '\\':
			i++
		case c == '\n':
			r.fail(start, i)
			return i
		case c == '#' && r.interpolates(i, end):
			i = r.interpolation(i, end) - 1
		}
	}
	r.fail(start, end)
	return end
}

// comment returns the end of the comment at i, i when there is none.
func (r *Reader) comment(i, end int) int {
	if i+1 >= end || r.src[i] != '/' {
		return i
	}
	switch {
	case r.src[i+1] == '*':
		if n := bytes.Index(r.src[i+2:end], []byte("*/")); n >= 0 {
			return i + n + 4
		}
		r.fail(i, end)
		return end
	case r.src[i+1] == '/' && r.dialect == SCSS:
		if n := bytes.IndexByte(r.src[i:end], '\n'); n >= 0 {
			return i + n
		}
		return end
	}
	return i
}

// skip returns the offset behind white space and comments.
func (r *Reader) skip(i, end int) int {
	for i < end {
		if space(r.src[i]) {
			i++
			continue
		}
		j := r.comment(i, end)
		if j == i {
			break
		}
		i = j
	}
	return i
}

// trim drops white space from the end of a range.
func (r *Reader) trim(start, end int) int {
	for end > start && space(r.src[end-1]) {
		end--
	}
	return end
}

// interpolates says whether #{ stands at i.
func (r *Reader) interpolates(i, end int) bool {
	return r.dialect == SCSS && i+1 < end && r.src[i] == '#' && r.src[i+1] == '{'
}

// interpolation returns the end of the #{…} that starts at i: of its first
// line when it is not closed.
func (r *Reader) interpolation(i, end int) int {
	depth := 0
	for j := i + 1; j < end; j++ {
		switch r.src[j] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return j + 1
			}
		case '"', '\'':
			quote := r.src[j]
			k := j + 1
			for k < end && r.src[k] != quote && r.src[k] != '\n' {
				if r.src[k] == '\\' {
					k++
				}
				k++
			}
			if k < end && r.src[k] == quote {
				j = k
			}
		}
		if depth > maxBlocks || j-i > maxInterpolation {
			break
		}
	}
	r.fail(i, i+2)
	return i + 2
}

// url returns the end of a url( whose parenthesis is at i - 1 and the range of
// what it names, without quotes.
func (r *Reader) url(i, end int) (next, from, to int) {
	i = r.skipSpace(i, end)
	if i < end && (r.src[i] == '"' || r.src[i] == '\'') {
		next = r.str(i, end)
		from, to = i+1, next
		if to > from && r.src[to-1] == r.src[i] {
			to--
		}
		return next, from, to
	}
	from = i
	for i < end && r.src[i] != ')' && r.src[i] != '\n' {
		switch {
		case r.src[i] == '\\':
			i++
		case r.interpolates(i, end):
			i = r.interpolation(i, end) - 1
		}
		i++
	}
	i = min(i, end)
	return i, from, r.trim(from, i)
}

func (r *Reader) skipSpace(i, end int) int {
	for i < end && space(r.src[i]) {
		i++
	}
	return i
}

// isURL says whether url( ends at i, its parenthesis included.
func (r *Reader) isURL(start, i int) bool {
	return i-start >= 4 && strings.EqualFold(string(r.src[i-4:i-1]), "url") && (i-start == 4 || !nameByte(r.src[i-5]))
}

// until finds what ends the statement that starts at i: the ';', '{' or '}', or
// the end.
func (r *Reader) until(i, end int) int {
	start, depth := i, 0
	// A custom property's value may hold braces.
	custom := i+2 < end && r.src[i] == '-' && r.src[i+1] == '-'
	if custom {
		n := r.skip(r.nameRest(i, end), end)
		custom = n < end && r.src[n] == ':'
	}
	for i < end {
		switch c := r.src[i]; c {
		case '\\':
			i++
		case '"', '\'':
			i = r.str(i, end)
			continue
		case '/':
			if j := r.comment(i, end); j > i {
				i = j
				continue
			}
		case '(':
			if r.isURL(start, i+1) {
				i, _, _ = r.url(i+1, end)
				continue
			}
		case '#':
			if r.interpolates(i, end) {
				i = r.interpolation(i, end)
				continue
			}
		case ';':
			if depth == 0 {
				return i
			}
		case '{':
			if !custom {
				return i
			}
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
		i++
	}
	return end
}

// line is a range of the source in one line of limited length.
func (r *Reader) line(start, end int) string {
	s := r.src[start:end]
	cut := len(s) > 4*maxSig
	if cut {
		s = s[:4*maxSig]
	}
	out := strings.Join(strings.Fields(strings.ToValidUTF8(string(s), "\uFFFD")), " ")
	if len(out) > maxSig || cut {
		out = out[:min(len(out), maxSig)]
		for len(out) > 0 {
			if c, size := utf8.DecodeLastRuneInString(out); c != utf8.RuneError || size > 1 {
				break
			}
			out = out[:len(out)-1]
		}
		out += "…"
	}
	return out
}

// doc is the documentation comment that ends right above the line of offset at:
// a /** … */, or lines of ///.
func (r *Reader) doc(at int) string {
	text := r.src[r.from:at]
	text = bytes.TrimRight(text, " \t")
	if len(text) > 0 && text[len(text)-1] != '\n' && !bytes.HasSuffix(text, []byte("*/")) {
		return ""
	}
	text = bytes.TrimRight(text, " \t\r\n")
	if bytes.Count(r.src[r.from+len(text):at], []byte("\n")) > 1 {
		return ""
	}
	if bytes.HasSuffix(text, []byte("*/")) {
		start := bytes.LastIndex(text[:len(text)-2], []byte("/*"))
		if start < 0 || !bytes.HasPrefix(text[start:], []byte("/**")) {
			return ""
		}
		return clean(string(text[start+3:len(text)-2]), "*")
	}
	if r.dialect != SCSS {
		return ""
	}
	start := len(text)
	for start > 0 {
		from := bytes.LastIndexByte(text[:start], '\n') + 1
		if !bytes.HasPrefix(bytes.TrimSpace(text[from:start]), []byte("///")) {
			break
		}
		start = max(from-1, 0)
		if from == 0 {
			break
		}
	}
	return clean(string(text[start:]), "///")
}

// clean drops the marker from the beginning of each line.
func clean(s, marker string) string {
	lines := strings.Split(strings.ToValidUTF8(s, "\uFFFD"), "\n")
	for i, l := range lines {
		l = strings.TrimSpace(l)
		l = strings.TrimPrefix(l, marker)
		lines[i] = strings.TrimRight(strings.TrimPrefix(l, " "), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// isModule says whether the file is a CSS module, whose classes scripts import.
func isModule(path string) bool {
	return strings.Contains(path[strings.LastIndexByte(path, '/')+1:], ".module.")
}
