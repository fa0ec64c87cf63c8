package secrets

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Redact returns what may be shown of the text of a file that holds secrets: names of
// keys and of sections where it has data, and all but comments and literals where it
// has code. It does not change text.
func Redact(name string, text []byte) []byte {
	out := slices.Clone(text)
	ends := endings(strings.ToLower(path.Base(name)))
	last := ""
	if len(ends) > 0 {
		last = ends[len(ends)-1]
	}
	if (codeEndings.compiled[last] || codeEndings.script[last]) && !shellEndings[last] {
		(&codeRedactor{out: out, dialect: newDialect(last)}).run()
	} else {
		(&dataRedactor{out: out, nested: !flatEndings[last], sections: !nestedEndings[last], blocks: last == ".yaml" || last == ".yml"}).run()
	}
	return Cover(out, Find(out))
}

var (
	shellEndings  = set(".sh .bash .zsh .fish .bat .cmd .tf .hcl .nix .mk .cmake")
	flatEndings   = set(".env .ini .cfg .conf .properties .envrc .txt .csv")
	nestedEndings = set(".json .yaml .yml .xml .tfstate .plist")
)

// maxKey is the length of the longest name of a value that is shown.
const maxKey = 64

// dataRedactor redacts lines of names and values.
type dataRedactor struct {
	out      []byte
	nested   bool      // values may be objects and lists
	sections bool      // a name in brackets is that of a section
	blocks   bool      // a value may be the lines below that are indented more
	open     [256]bool // quotes that have no end in the rest of the text
}

func (r *dataRedactor) run() {
	block := -1 // how far the key of a block is indented
	for at := len(mark) * bytes.Count(r.out[:min(len(mark), len(r.out))], []byte(mark)); at < len(r.out); {
		end := at + bytes.IndexByte(r.out[at:], '\n')
		if end < at {
			end = len(r.out)
		}
		indent := skipBlanks(r.out[:end], at) - at
		switch {
		case block >= 0 && (indent > block || len(bytes.TrimSpace(r.out[at:end])) == 0):
			cover(r.out[at+indent : end])
		default:
			block = -1
			if r.blocks && opensBlock(r.out[at:end]) {
				block = indent
			}
			end = r.line(at, end)
		}
		at = end + 1
	}
}

// mark is the byte order mark.
const mark = "\ufeff"

// opensBlock reports whether a line of YAML ends with the mark of a block of text.
func opensBlock(line []byte) bool {
	line = bytes.TrimRight(line, " \t\r+-0123456789")
	return len(line) > 1 && (line[len(line)-1] == '|' || line[len(line)-1] == '>') && bytes.IndexByte(line, ':') >= 0
}

// line redacts the line of out from at to end, and what its value goes on to; it
// returns where that ends.
func (r *dataRedactor) line(at, end int) int {
	text := r.out[:end]
	at = skipBlanks(text, at)
	for _, mark := range [...]string{"- ", "export ", "set ", "setx "} {
		if bytes.HasPrefix(text[at:], []byte(mark)) {
			at = skipBlanks(text, at+len(mark))
		}
	}
	if at >= end {
		return end
	}
	if r.sections && text[at] == '[' && isSection(bytes.TrimRight(text[at:], " \t\r")) {
		return end
	}
	if r.nested && (text[at] == '{' || text[at] == '[' || text[at] == '}' || text[at] == ']') {
		r.structure(at, end)
		return end
	}
	stop, ok := key(text, at, r.nested)
	if !ok {
		cover(r.out[at:end])
		return end
	}
	at = skipBlanks(text, stop)
	if at >= end {
		return end
	}
	if c := text[at]; c == '"' || c == '\'' || c == '`' {
		limit := r.out
		if r.open[c] {
			limit = text
		}
		close := closing(limit, at+1, c)
		if close < 0 {
			r.open[c] = true // it has no end: nothing behind it can be told from it
			r.coverValue(at+1, end)
			return end
		}
		r.coverValue(at+1, close)
		if close > end { // over several lines
			end = close + bytes.IndexByte(r.out[close:], '\n')
			if end < close {
				end = len(r.out)
			}
		}
		if r.nested {
			r.structure(close+1, end)
		} else {
			cover(r.out[close+1 : end])
		}
		return end
	}
	if r.nested && (text[at] == '{' || text[at] == '[') {
		r.structure(at, end)
		return end
	}
	to := end
	for to > at && (r.out[to-1] == '\r' || r.nested && r.out[to-1] == ',') {
		to--
	}
	r.coverValue(at, to)
	return end
}

// coverValue covers a value but for the names of others in it: ${NAME}.
func (r *dataRedactor) coverValue(from, to int) {
	for from < to {
		n := bytes.Index(r.out[from:to], []byte("${"))
		if n < 0 {
			break
		}
		stop := run(r.out[:to], from+n+2, word)
		if stop == from+n+2 || stop >= to || r.out[stop] != '}' || !variableName(r.out[from+n+2:stop]) {
			cover(r.out[from : from+n+2])
			from += n + 2
			continue
		}
		cover(r.out[from : from+n])
		from = stop + 1
	}
	cover(r.out[from:to])
}

// variableName reports whether a name is written like those of the environment.
func variableName(b []byte) bool {
	if len(b) > maxKey || !('A' <= b[0] && b[0] <= 'Z') {
		return false
	}
	for _, c := range b {
		if 'a' <= c && c <= 'z' {
			return false
		}
	}
	return newShape(b).turns < 4
}

func isSection(line []byte) bool {
	if len(line) < 3 || len(line) > maxKey {
		return false
	}
	inner := bytes.Trim(line, "[]")
	return line[len(line)-1] == ']' && len(inner) > 0 && count(inner, sectionChars) == len(inner) && !random(inner)
}

var sectionChars = newClass("a-zA-Z0-9_. :-")

// random reports whether what stands in the place of a name is no name.
func random(b []byte) bool {
	s := newShape(b)
	return s.turns > 3 || len(b) > 20 && entropy(b) > 4.2 && s.flips > 5 || len(Find(b)) > 0
}

// key returns where the value of a name at a place begins; ok is false where there is none.
func key(text []byte, at int, nested bool) (value int, ok bool) {
	start, stop := at, at
	if c := text[at]; c == '"' || c == '\'' {
		n := closing(text, at+1, c)
		if n < 0 {
			return 0, false
		}
		start, stop, at = at+1, n, n+1
	} else {
		stop = run(text, at, dotted)
		at = stop
	}
	name := text[start:stop]
	if len(name) == 0 || len(name) > maxKey || count(name, keyChars) != len(name) || digits[name[0]] || random(name) {
		return 0, false
	}
	at = skipBlanks(text, at)
	if at >= len(text) {
		return 0, false
	}
	switch c := text[at]; {
	case c == '{' && nested:
		return at, true
	case c == '=', c == ':' && at+1 < len(text) && text[at+1] == '=':
		for at < len(text) && (text[at] == '=' || text[at] == ':' || text[at] == '>') {
			at++
		}
		if at-stop > 3 && text[stop] == '=' || bytes.HasPrefix(text[stop:], []byte("==")) {
			return 0, false
		}
		// What ends with "=" is the end of a text in base64, but for a variable of the environment.
		if len(bytes.TrimSpace(text[at:])) == 0 && !(variableName(name) && bytes.IndexByte(name, '_') > 0) {
			return 0, false
		}
		return at, true
	case c == ':':
		if at+1 < len(text) && bytes.IndexByte([]byte(" \t\r\"'{["), text[at+1]) < 0 {
			return 0, false
		}
		return at + 1, true
	}
	return 0, false
}

var keyChars = newClass("a-zA-Z0-9_. /@-")

// closing returns where the quote of a text from at on is, -1 where there is none.
func closing(text []byte, at int, quote byte) int {
	for ; at < len(text); at++ {
		switch text[at] {
		case quote:
			return at
		case '\\':
			at++
		}
	}
	return -1
}

// structure redacts objects and lists: names that values follow stay, and punctuation.
func (r *dataRedactor) structure(at, end int) {
	text := r.out[:end]
	for at < end {
		switch c := text[at]; {
		case c == '"' || c == '\'':
			if stop, ok := key(text, at, false); ok {
				at = stop
				continue
			}
			n := closing(text, at+1, c)
			if n < 0 {
				cover(r.out[at+1 : end])
				return
			}
			cover(r.out[at+1 : n])
			at = n + 1
		case bytes.IndexByte([]byte(" \t\r\n{}[],:="), c) >= 0:
			at++
		case c == '#' || c == '/' && at+1 < end && text[at+1] == '/':
			cover(r.out[at+1 : end])
			return
		default:
			if stop, ok := key(text, at, false); ok {
				at = stop
				continue
			}
			n := at
			for n < end && bytes.IndexByte([]byte(" \t\r\n{}[],"), text[n]) < 0 {
				n++
			}
			coverWord(r.out[at:n])
			at = n
		}
	}
}

// coverWord covers a word of data, so that a number stays one.
func coverWord(b []byte) {
	switch string(b) {
	case "true", "false", "null":
		return
	}
	if count(b, digits) == len(b) {
		coverDigits(b)
		return
	}
	cover(b)
}

func coverDigits(b []byte) {
	for i := range b {
		b[i] = '0'
	}
}

// dialect is what comments and strings look like in a family of languages.
type dialect struct {
	hash, slashes, dashes bool // how a comment begins: #, // and /*, --
	lines                 bool // a string in quotes may have several lines
	triple, here, percent bool
	brackets              bool // [[…]]
}

func newDialect(ending string) dialect {
	switch ending {
	case ".py", ".pyw", ".pyi", ".bzl", ".star":
		return dialect{hash: true, triple: true}
	case ".php", ".phtml":
		return dialect{hash: true, slashes: true, lines: true, here: true}
	case ".rb", ".rake", ".pl", ".pm", ".ex", ".exs", ".cr":
		return dialect{hash: true, lines: true, triple: true, here: true, percent: true}
	case ".ps1", ".psm1", ".psd1", ".tcl", ".awk", ".r", ".jl", ".nim":
		return dialect{hash: true, lines: true, triple: true}
	case ".sql", ".lua", ".hs", ".adb", ".ads", ".elm":
		return dialect{dashes: true, slashes: ending == ".sql", lines: ending == ".sql", brackets: ending == ".lua"}
	}
	return dialect{slashes: true, triple: true}
}

// codeRedactor covers comments and literals.
type codeRedactor struct {
	out []byte
	dialect
	line int       // where the first quote of the line is, -1 for none
	eol  int       // the end of the line that was read last
	open [256]bool // quotes that have no end in the rest of the text
}

func (r *codeRedactor) run() {
	r.line = -1
	for at := 0; at < len(r.out); {
		at = r.next(at)
	}
}

// next redacts what begins at a place and returns where it ends.
func (r *codeRedactor) next(at int) int {
	rest := r.out[at:]
	starts := func(mark string) bool { return bytes.HasPrefix(rest, []byte(mark)) }
	if at > r.eol || at == 0 {
		if r.eol = at + bytes.IndexByte(rest, '\n'); r.eol < at {
			r.eol = len(r.out)
		}
	}
	eol := r.eol
	switch c := rest[0]; {
	case c == '\n':
		r.line = -1
		return at + 1
	case r.hash && c == '#':
		cover(r.out[at+1 : eol])
		return eol
	case r.dashes && starts("--"), r.slashes && starts("//"):
		cover(r.out[at+2 : eol])
		return eol
	case r.slashes && starts("/*"):
		return r.until(at+2, "*/")
	case r.triple && (starts(`"""`) || starts(`'''`)):
		return r.until(at+3, string(rest[:3]))
	case r.brackets && starts("[["):
		return r.until(at+2, "]]")
	case c == '`':
		return r.until(at+1, "`")
	case c == '"' || c == '\'':
		return r.quoted(at, eol)
	case r.here && starts("<<"):
		return r.heredoc(at, eol)
	case r.percent && (c == '%' || c == '~' || c == 'q') && len(rest) > 2:
		return r.sigil(at)
	case digits[c]:
		return r.number(at)
	case word[c]:
		stop := run(r.out, at, word)
		if random(r.out[at:stop]) {
			coverLetters(r.out[at:stop])
		}
		return stop
	case c >= utf8.RuneSelf:
		_, n := utf8.DecodeRune(rest)
		return at + n
	}
	return at + 1
}

// coverLetters covers a word of code, which stays one.
func coverLetters(b []byte) {
	for i := range b {
		b[i] = '_'
	}
}

// until covers what stands from at to an end, which it returns.
func (r *codeRedactor) until(at int, end string) int {
	n := bytes.Index(r.out[at:], []byte(end))
	if n < 0 {
		cover(r.out[at:])
		return len(r.out)
	}
	cover(r.out[at : at+n])
	return at + n + len(end)
}

func (r *codeRedactor) quoted(at, eol int) int {
	if r.line < 0 {
		r.line = at
	}
	limit := r.out[:eol]
	if r.lines && !r.open[r.out[at]] {
		limit = r.out
	}
	end := closing(limit, at+1, r.out[at])
	if end < 0 {
		r.open[r.out[at]] = true
		// It is no string, or one before was none: nothing in the line is told apart.
		cover(r.out[r.line+1 : eol])
		return eol
	}
	cover(r.out[at+1 : end])
	return end + 1
}

// heredoc covers the lines between <<NAME and NAME.
func (r *codeRedactor) heredoc(at, eol int) int {
	from := at
	for from < eol && bytes.IndexByte([]byte("<-~'\""), r.out[from]) >= 0 {
		from++
	}
	to := run(r.out[:eol], from, word)
	if to == from || digits[r.out[from]] {
		return at + 2
	}
	tag := string(r.out[from:to])
	cover(r.out[to:eol])
	for line := eol + 1; line < len(r.out); {
		end := line + bytes.IndexByte(r.out[line:], '\n')
		if end < line {
			end = len(r.out)
		}
		if text := bytes.TrimLeft(r.out[line:end], " \t"); bytes.HasPrefix(text, []byte(tag)) && (len(text) == len(tag) || !word[text[len(tag)]]) {
			return end - len(text) + len(tag)
		}
		cover(r.out[line:end])
		line = end + 1
	}
	return len(r.out)
}

// sigil covers a literal such as %q(…), %w[…], ~s{…} and qw(…).
func (r *codeRedactor) sigil(at int) int {
	n := at + 1
	for n < len(r.out) && n-at < 3 && 'A' <= r.out[n]&^0x20 && r.out[n]&^0x20 <= 'Z' {
		n++
	}
	if n >= len(r.out) || at > 0 && word[r.out[at-1]] || r.out[at] == 'q' && n == at+1 && r.out[n] != '{' && r.out[n] != '(' {
		return at + 1
	}
	switch r.out[n] {
	case '(':
		return r.until(n+1, ")")
	case '[':
		return r.until(n+1, "]")
	case '{':
		if r.out[at] == '%' && n == at+1 { // a map of Elixir's
			return at + 1
		}
		return r.until(n+1, "}")
	case '<':
		return r.until(n+1, ">")
	case '|', '!', '/':
		if n > at+1 {
			return r.until(n+1, string(r.out[n]))
		}
	}
	if r.out[at] == 'q' {
		return run(r.out, at, word)
	}
	return at + 1
}

// number covers a number, so that it stays one.
func (r *codeRedactor) number(at int) int {
	stop := at
	for stop < len(r.out) && (word[r.out[stop]] || r.out[stop] == '.' && stop+1 < len(r.out) && digits[r.out[stop+1]]) {
		stop++
	}
	if stop-at > 1 {
		coverDigits(r.out[at:stop])
	}
	return stop
}
