package shell

import (
	"path"
	"strings"
)

// form is how much is known of a value.
type form uint8

const (
	exact   form = iota // text is the value
	pattern             // the value agrees with text, as path.Match has it
	below               // the value is the path in text or one below it
	repo                // the value is a path of the git repository around text
	open                // the value begins with text; the rest may be anything
	digits              // the value is a number; text is a pattern that agrees with it
)

// value is what a word of a command is, as far as its text says.
type value struct {
	text string
	form form
}

func lit(s string) value { return value{text: s} }

// anything is the value of which nothing is known.
func anything() value { return value{form: open} }

// numeral returns the value of which no more is known than that it is a number.
func numeral() value { return value{"*", digits} }

// numeric reports whether v is known to be a number.
func (v value) numeric() bool {
	return v.form == digits || v.form == exact && arithmeticNumber(v.text)
}

// is says whether the value is exactly s.
func (v value) is(s string) bool { return v.form == exact && v.text == s }

// maxValue bounds the length of a value, so that variables that double each
// other stay small.
const maxValue = 1 << 16

// escape writes s as a pattern that agrees with s alone.
func escape(s string) string {
	if !strings.ContainsAny(s, `*?[\`) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`*?[\`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// plus is the value of one word part after another.
func (v value) plus(w value) value {
	if len(v.text)+len(w.text) > maxValue {
		return anything()
	}
	switch {
	case v.form == open:
		return v
	case w.is(""):
		return v
	case v.is(""):
		return w
	case v.form == below || v.form == repo:
		return v
	case w.form == open:
		if v.form == pattern {
			return anything()
		}
		return value{v.text + w.text, open}
	case w.form == below && v.form == exact:
		return value{v.text + w.text, below}
	case w.form == below || w.form == repo:
		return anything()
	case v.form == exact && w.form == exact:
		return lit(v.text + w.text)
	}
	a, b := v.text, w.text
	if v.form == exact {
		a = escape(a)
	}
	if w.form == exact {
		b = escape(b)
	}
	return value{a + b, pattern}
}

// place is where a value leads as a path, in a working directory. ok is false
// when it leads nowhere.
func (v value) place(dir value) (p string, span Span, ok bool) {
	if strings.IndexByte(v.text, 0) >= 0 {
		return "", Unresolved, true
	}
	if dir.form == open {
		dir = value{}
	}
	if v.form != open && v.text != "" && !absolute(v.text) {
		switch dir.form {
		case pattern:
			if v.form == exact {
				v = value{escape(v.text), pattern}
			}
		case below, repo:
			if escapes(v.text) {
				return "", Unresolved, true
			}
			return dir.text, Tree, true
		}
	}
	join := func(s, base string) (string, bool) {
		switch {
		case absolute(s):
			return tidy(s), true
		case !absolute(base):
			return "", false
		}
		return tidy(base + "/" + s), true
	}
	switch v.form {
	case exact:
		if v.text == "" {
			return "", File, false
		}
		if p, ok := join(v.text, dir.text); ok {
			return p, File, true
		}
	case pattern, digits:
		if head, _, deep := strings.Cut(v.text, "**"); deep {
			i := strings.LastIndexByte(head, '/')
			if p, ok := join(unescape(head[:i+1]), dir.text); ok {
				return p, Tree, true
			}
			break
		}
		base := dir.text
		if dir.form == exact {
			base = escape(base)
		}
		if p, ok := join(v.text, base); ok {
			return p, Glob, true
		}
	case below:
		if p, ok := join(v.text, dir.text); ok {
			return p, Tree, true
		}
	case repo:
		if p, ok := join(v.text, dir.text); ok {
			return p, Repository, true
		}
	case open:
		if i := strings.LastIndexByte(v.text, '/'); i >= 0 {
			if p, ok := join(v.text[:i+1], dir.text); ok {
				return clean(p), Unresolved, true
			}
		}
	}
	return "", Unresolved, true
}

// escapes says whether a relative path leads out of where it begins.
func escapes(p string) bool {
	p = path.Clean(p)
	return p == ".." || strings.HasPrefix(p, "../")
}

// unescape takes the backslashes of a pattern out.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// base is the last element of a path value, "" where it is not known.
func (v value) base() string {
	if v.form != exact || v.text == "" {
		return ""
	}
	switch b := path.Base(v.text); b {
	case ".", "..", "/":
		return ""
	default:
		return b
	}
}

// stream is what a command reads from standard input or writes to standard
// output, as far as that is known.
type stream struct {
	known bool
	text  string        // all of it, when known
	items []value       // else its lines, each of which is one of these; nil when not known
	load  func() stream // what it is, when it is asked for: a file is read only then
}

// get is the stream after it was loaded.
func (s stream) get() stream {
	if s.load != nil {
		return s.load()
	}
	return s
}

// whole is all of a stream; ok is false where that is not known.
func (s stream) whole() (text string, ok bool) {
	s = s.get()
	return s.text, s.known
}

func text(s string) stream { return stream{known: true, text: s} }

func items(vs ...value) stream { return stream{items: vs} }

// lines are the values that the lines of a stream have; ok is false when they
// are not known.
func (s stream) lines() (vs []value, ok bool) {
	s = s.get()
	if !s.known {
		return s.items, s.items != nil
	}
	vs = []value{}
	for l := range strings.Lines(s.text) {
		if l = strings.TrimRight(l, "\r\n"); l != "" {
			vs = append(vs, lit(l))
		}
	}
	return vs, true
}

// words are lines, split at white space.
func (s stream) words() (vs []value, ok bool) {
	s = s.get()
	if !s.known {
		return s.items, s.items != nil
	}
	vs = []value{}
	for _, w := range strings.Fields(s.text) {
		vs = append(vs, lit(w))
	}
	return vs, true
}

// filtered is a stream after some of its lines were taken out, or were put in
// another order.
func (s stream) filtered() stream {
	if s.load != nil {
		return stream{load: func() stream { return s.load().filtered() }}
	}
	vs, ok := s.lines()
	if !ok {
		return stream{}
	}
	return stream{items: vs}
}

// like says whether s agrees with a shell pattern, in which * takes slashes too.
// ok is false for patterns with brackets or backslashes.
func like(pat, s string) (match, ok bool) {
	if strings.ContainsAny(pat, `[\`) {
		return false, false
	}
	// The usual way without recursion: go back to the last * only.
	p, i, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case p < len(pat) && pat[p] == '*':
			star, mark = p, i
			p++
		case p < len(pat) && (pat[p] == '?' || pat[p] == s[i]):
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false, true
		}
	}
	for p < len(pat) && pat[p] == '*' {
		p++
	}
	return p == len(pat), true
}
