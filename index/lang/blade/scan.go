package blade

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// pieceKind says what a piece of a template is.
type pieceKind uint8

const (
	echo      pieceKind = iota // {{ … }} and {!! … !!}: an expression
	code                       // <?php … ?> and @php … @endphp: statements
	directive                  // @name and its arguments
	attribute                  // an element's attribute: an expression
	variable                   // an attribute that is called as the variable that it has: :$name
	component                  // the name of a component's element
)

// piece is a part of a template that Blade reads.
type piece struct {
	kind  pieceKind
	name  string   // of a directive or a component, in lower case
	at    ts.Range // of that name, without @
	text  ts.Range // the code: a directive's arguments without parentheses
	args  bool     // a directive has parentheses
	known bool     // Blade itself has the directive
	short bool     // <?= … ?>
}

// scanner parts a template into the pieces that Blade reads and the markup
// around them. All of it takes time linear in the text.
type scanner struct {
	src []byte
	// mask is src with the pieces blanked: echoes stay expressions of a template
	// language in markup, and become values in scripts.
	mask   []byte
	pieces []piece
	// comments are those of Blade itself.
	comments []lang.Span
	raw      string // the element whose text is at hand, script or style; else ""
	begun    string // the same for one whose start tag is at hand
	quote    byte   // around the attribute's value in that tag, 0 outside
	next     map[string]int
	failed   int // bytes of arguments looked through in vain
}

// scan parts a template.
func scan(src []byte) *scanner {
	s := &scanner{src: src, mask: bytes.Clone(src), next: map[string]int{}}
	for i := 0; i < len(src); {
		switch src[i] {
		case '{':
			i = s.brace(i)
		case '@':
			i = s.at(i)
		case '<':
			i = s.tag(i)
		default:
			s.inTag(src[i])
			i++
		}
	}
	return s
}

// find is the first place of mark at or behind i, -1 for none.
func (s *scanner) find(mark string, i int) int {
	if n, ok := s.next[mark]; ok && (n < 0 || n >= i) {
		return n
	}
	n := bytes.Index(s.src[i:], []byte(mark))
	if n >= 0 {
		n += i
	}
	s.next[mark] = n
	return n
}

func (s *scanner) has(i int, mark string) bool {
	return i <= len(s.src) && len(s.src)-i >= len(mark) && string(s.src[i:i+len(mark)]) == mark
}

// hasFold is has for a mark in lower case, in any case.
func (s *scanner) hasFold(i int, mark string) bool {
	return i <= len(s.src) && len(s.src)-i >= len(mark) && strings.EqualFold(string(s.src[i:i+len(mark)]), mark)
}

// blank overwrites text with spaces; its lines stay.
func (s *scanner) blank(from, to int) {
	for i := from; i < to; i++ {
		if c := s.mask[i]; c != '\n' && c != '\r' {
			s.mask[i] = ' '
		}
	}
}

// value overwrites text with what stands for a value in the markup or script
// around it.
func (s *scanner) value(from, to int) {
	switch {
	case s.raw == "script":
		s.blank(from, to)
		copy(s.mask[from:to], "null")
		return
	case s.raw == "style" && s.inValue(from):
		for i := from; i < to; i++ {
			s.mask[i] = '0'
		}
		return
	}
	for i := from; i < to; i++ {
		s.mask[i] = '_'
	}
	if to-from >= 4 {
		copy(s.mask[from:], "{{")
		copy(s.mask[to-2:], "}}")
	}
}

// maxValue bounds how far an echo in a style sheet is from the colon before it,
// in bytes.
const maxValue = 200

// inValue says whether i is in the value of a declaration of a style sheet.
func (s *scanner) inValue(i int) bool {
	n := bytes.LastIndexAny(s.mask[max(0, i-maxValue):i], ":;{}")
	return n >= 0 && s.mask[max(0, i-maxValue)+n] == ':'
}

// brace reads a comment or an echo at i and returns where the text goes on.
func (s *scanner) brace(i int) int {
	for _, m := range [...]struct{ open, close string }{{"{{--", "--}}"}, {"{!!", "!!}"}, {"{{{", "}}}"}, {"{{", "}}"}} {
		if !s.has(i, m.open) {
			continue
		}
		from := i + len(m.open)
		to := s.find(m.close, from)
		if to < 0 {
			continue
		}
		end := to + len(m.close)
		if m.close == "--}}" {
			s.blank(i, end)
			s.comments = append(s.comments, lang.Span{Start: uint32(i), End: uint32(end)})
		} else {
			s.pieces = append(s.pieces, piece{kind: echo, text: span(from, to)})
			s.value(i, end)
		}
		return end
	}
	return i + 1
}

func span(from, to int) ts.Range { return ts.Range{Start: uint32(from), End: uint32(to)} }

// word says whether c can be part of a name.
func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// at reads a directive at i, if there is one.
func (s *scanner) at(i int) int {
	if i > 0 && word(s.src[i-1]) {
		return i + 1 // an e-mail address
	}
	n := i + 1
	if s.has(n, "@") { // escaped
		for n++; n < len(s.src) && word(s.src[n]); n++ {
		}
		return n
	}
	if s.has(n, "{{") || s.has(n, "{!!") { // left for another template language
		mark := "}}"
		if s.src[n+1] == '!' {
			mark = "!!}"
		}
		if to := s.find(mark, n); to >= 0 {
			return to + len(mark)
		}
		return n + 2
	}
	for n < len(s.src) && word(s.src[n]) {
		n++
	}
	if n == i+1 {
		return n
	}
	name := strings.ToLower(string(s.src[i+1 : n]))
	known := directives[name]
	if s.raw != "" && !known || s.raw == "style" && cssRules[name] {
		return n
	}
	p := piece{kind: directive, name: name, at: span(i+1, n), known: known}
	switch name {
	case "verbatim":
		s.blank(i, n)
		if to := s.find("@endverbatim", n); to >= 0 {
			s.blank(to, to+len("@endverbatim"))
			return to + len("@endverbatim")
		}
		return n
	case "php":
		if open := s.spaces(n); !s.has(open, "(") {
			to := s.find("@endphp", n)
			end := to + len("@endphp")
			if to < 0 {
				to, end = n, n
			}
			s.pieces = append(s.pieces, piece{kind: code, text: span(n, to)})
			s.blank(i, end)
			return end
		}
	}
	end := n
	open := n
	if known {
		open = s.spaces(n)
	}
	if s.has(open, "(") {
		if to := s.args(open); to > 0 {
			p.text, p.args, end = span(open+1, to-1), true, to
		}
	}
	if !known && !p.args {
		return end
	}
	s.pieces = append(s.pieces, p)
	if values[name] && p.args {
		s.value(i, end)
	} else {
		s.blank(i, end)
	}
	return end
}

// spaces is the end of the blanks at i.
func (s *scanner) spaces(i int) int {
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	return i
}

// args is the end of the parentheses that open at i, -1 where they do not close.
func (s *scanner) args(i int) int {
	// Each start that does not close may look through all the rest; together
	// they may do so a few times only.
	if s.failed > 4*len(s.src) {
		return -1
	}
	depth := 0
	for n := i; n < len(s.src); {
		switch s.src[n] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return n + 1
			}
		}
		n = skip(s.src, n)
	}
	s.failed += len(s.src) - i
	return -1
}

// skip is the end of the string, comment or character of PHP at i.
func skip(b []byte, i int) int {
	switch c := b[i]; {
	case c == '\'' || c == '"' || c == '`':
		for i++; i < len(b); i++ {
			if b[i] == '\\' {
				i++
			} else if b[i] == c {
				return i + 1
			}
		}
		return len(b)
	case c == '/' && i+1 < len(b) && b[i+1] == '*':
		if n := bytes.Index(b[i+2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return len(b)
	case c == '/' && i+1 < len(b) && b[i+1] == '/', c == '#' && i+1 < len(b) && b[i+1] != '[':
		for i < len(b) && b[i] != '\n' {
			i++
		}
		return i
	}
	return i + 1
}

// tag reads what "<" at i begins, as far as Blade or the reader of markup must
// know of it.
func (s *scanner) tag(i int) int {
	switch {
	case s.has(i, "<?php"), s.has(i, "<?="):
		p := piece{kind: code, short: s.src[i+2] == '='}
		from := i + 5
		if p.short {
			from = i + 3
		}
		to, end := len(s.src), len(s.src)
		if n := s.find("?>", from); n >= 0 {
			to, end = n, n+2
		}
		p.text = span(from, to)
		s.pieces = append(s.pieces, p)
		if p.short {
			s.value(i, end)
		} else {
			s.blank(i, end)
		}
		return end
	case s.raw != "":
		if s.hasFold(i, "</"+s.raw) {
			s.raw = ""
		}
		return i + 1
	case s.has(i, "<!--"):
		return i + 4 // Blade reads comments of the markup as all else
	}
	for _, name := range [...]string{"script", "style"} {
		if n := i + 1 + len(name); s.hasFold(i+1, name) && n < len(s.src) && !word(s.src[n]) && s.src[n] != '-' {
			s.begun, s.quote = name, 0
			return n
		}
	}
	n := i + 1
	if s.has(n, "/") {
		n++
	}
	if n0 := n; s.has(n, "x-") || s.has(n, "livewire:") {
		for ; n < len(s.src) && (word(s.src[n]) || s.src[n] == '-' || s.src[n] == ':' || s.src[n] == '.'); n++ {
			if s.src[n] == '.' || s.src[n] == '_' {
				s.mask[n] = '-' // names of elements have none
			}
		}
		// The end tag of a slot may have its name or not.
		if from := n0 + len(slotTag); from < n && s.has(n0, slotTag) {
			s.blank(from-1, n)
		}
	}
	return n
}

// inTag reads a character of the start tag of a script or a style, whose text
// begins behind it.
func (s *scanner) inTag(c byte) {
	switch {
	case s.begun == "":
	case s.quote != 0:
		if c == s.quote {
			s.quote = 0
		}
	case c == '"' || c == '\'':
		s.quote = c
	case c == '>':
		s.raw, s.begun = s.begun, ""
	}
}

// directives are those of Blade itself and of the packages that go with it.
var directives = set(`
auth aware bool break can canany cannot case checked class component componentfirst continue csrf dd default disabled
dump each else elseauth elsecan elsecanany elsecannot elseguest elseif elseenv elseproduction empty
endauth endcan endcanany endcannot endcomponent endcomponentfirst endempty endenv enderror endfeature endfor endforeach endforelse
endfragment endguest endif endisset endlang endonce endpersist endphp endprepend endprependonce endproduction endpush
endpushif endpushonce endsection endsession endslot endswitch endteleport endtranslation endunless endverbatim endvolt endwhile
endassets endscript endcontext env error extends extendsfirst feature for foreach forelse fragment guest hassection hasstack if include
includefirst includeif includeisolated includeunless includewhen inertia inertiahead inject isset js json lang livewire livewirescripts
livewirestyles method once overwrite parent persist php prepend prependonce production props push pushif pushonce readonly
required sectionmissing section selected session show slot stack stop style switch teleport unless unset use verbatim vite
vitereactrefresh viterefresh volt while yield append assets script context filamentscripts filamentstyles
`)

// values are the directives that print a value.
var values = set(`js json lang yield include`)

// cssRules are the directives that style sheets have rules of the name of.
var cssRules = set(`use include if else each for while error extends`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
