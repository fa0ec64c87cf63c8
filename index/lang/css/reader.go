package css

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

const (
	// maxBlocks bounds the blocks that are open at once; deeper ones are read as
	// if they stood in the last.
	maxBlocks = 1000
	// maxParents bounds the classes that & can mean.
	maxParents = 16
)

// Reader adds what style sheets say to the facts of a file, which may hold
// several: sheets, style attributes, class attributes. Offsets are those of the
// file.
type Reader struct {
	// Script, when set, is told the ranges of v-bind(…): expressions of a script.
	Script func(start, end uint32)
	// Group says that the sheet stands in a chunk of its own, where its rules stay
	// unless they are many.
	Group bool

	b       *lang.Builder
	src     []byte
	dialect Dialect
	from    int // of the sheet that is being read
	family  string
	exports bool // what the file scope declares is exported (SCSS)
	modules bool // classes are exported (CSS modules)

	first  map[symbolKey]lang.DefID
	vars   map[varKey]lang.DefID
	blocks []block
	failed int // up to here the text has been counted as unread
}

// symbolKey tells symbols of one file apart.
type symbolKey struct {
	parent lang.DefID
	name   lang.NameID
	suffix symbol.Suffix
}

type varKey struct {
	scope lang.ScopeID
	name  lang.NameID
}

// blockKind says how the statements of a block read.
type blockKind uint8

const (
	plainBlock blockKind = iota // rules and declarations
	keyframes                   // percentages instead of selectors
	flowBlock                   // @if, @each …: assigns to the variables outside
	codeBlock                   // a mixin or a function
)

// block is an open { … }.
type block struct {
	kind    blockKind
	scope   lang.ScopeID
	own     bool // scope is the block's own
	start   int
	defs    [2]lang.DefID // the definitions whose declaration it ends, half-open
	parents []string      // what & ends in: names with their sigils
}

// NewReader makes a reader that adds to b, whose file is src. Imports are
// resolved by the rules of style sheets, whatever the file.
func NewReader(b *lang.Builder, src []byte) *Reader {
	return &Reader{b: b, src: src, family: Family, first: map[symbolKey]lang.DefID{}, vars: map[varKey]lang.DefID{}}
}

// fail counts a range that could not be read.
func (r *Reader) fail(start, end int) {
	if start < r.failed {
		return // a statement is looked at more than once
	}
	r.b.F.ErrorNodes++
	r.b.F.ErrorBytes += end - start
	r.failed = max(end, start+1)
}

// Sheet reads the style sheet that a range of the file holds. Its variables are
// bound in scope.
func (r *Reader) Sheet(start, end uint32, d Dialect, scope lang.ScopeID) {
	r.dialect, r.from, r.failed = d, int(start), int(start)
	r.statements(int(start), int(end), scope)
}

// Declarations reads the declarations of a style attribute.
func (r *Reader) Declarations(start, end uint32, scope lang.ScopeID) {
	rich := r.b.F.Rich
	r.b.F.Rich = nil // an attribute is not divided
	r.Sheet(start, end, CSS, scope)
	r.b.F.Rich = rich
}

// Classes makes references of the names in a class attribute.
func (r *Reader) Classes(start, end uint32, scope lang.ScopeID) {
	r.words(int(start), int(end), func(from, to int) { r.use("."+string(r.src[from:to]), from, to, scope, lang.Read) })
}

// ID makes a reference of an id in markup to the rules for it.
func (r *Reader) ID(start, end uint32, scope lang.ScopeID) {
	r.words(int(start), int(end), func(from, to int) { r.use("#"+string(r.src[from:to]), from, to, scope, lang.Read) })
}

// words calls f for what white space parts, but for the expressions of template
// languages and what they are a part of.
func (r *Reader) words(i, end int, f func(from, to int)) {
	for i < end {
		if space(r.src[i]) {
			i++
			continue
		}
		from := i
		for i < end && !space(r.src[i]) {
			n := r.template(i, end)
			i = max(n, i+1)
		}
		if !strings.ContainsAny(string(r.src[from:i]), "{}<>$?\"'`") {
			f(from, i)
		}
	}
}

// template returns the end of the expression of a template language at i, i
// when there is none.
func (r *Reader) template(i, end int) int {
	for _, marks := range [...][2]string{{"{{", "}}"}, {"{%", "%}"}, {"{!!", "!!}"}, {"<?", "?>"}, {"<%", "%>"}, {"${", "}"}} {
		if bytes.HasPrefix(r.src[i:end], []byte(marks[0])) {
			if n := bytes.Index(r.src[i:end], []byte(marks[1])); n > 0 {
				return i + n + len(marks[1])
			}
		}
	}
	return i
}

// use refers to all rules for a name with its sigil.
func (r *Reader) use(name string, from, to int, scope lang.ScopeID, role lang.Role) {
	if from < to {
		r.b.Ref(lang.Ref{Name: r.b.Name(name), Start: uint32(from), End: uint32(to), Scope: scope, X: -1, Kind: lang.RefOpen, Role: role, N: 1})
	}
}

func (r *Reader) top() *block { return &r.blocks[len(r.blocks)-1] }

// push opens a block behind the { at i - 1.
func (r *Reader) push(b block, i int) {
	outer := r.top()
	if b.scope < 0 {
		b.scope = outer.scope
	}
	if b.parents == nil {
		b.parents = outer.parents
	}
	if len(r.blocks) >= maxBlocks {
		r.b.F.Truncated = "too deep"
		b = block{kind: outer.kind, scope: outer.scope, parents: outer.parents, defs: b.defs}
	}
	b.start = i
	r.blocks = append(r.blocks, b)
}

// pop closes the innermost block, whose } ends at i.
func (r *Reader) pop(i int) {
	b := r.top()
	for d := b.defs[0]; d < b.defs[1]; d++ {
		r.b.F.Defs[d].EncEnd = uint32(i)
	}
	if b.own {
		r.b.F.Scopes[b.scope].End = uint32(i)
	}
	r.blocks = r.blocks[:len(r.blocks)-1]
}

func (r *Reader) statements(i, end int, scope lang.ScopeID) {
	if end-i >= 3 && string(r.src[i:i+3]) == "\xef\xbb\xbf" {
		i += 3
	}
	r.blocks = append(r.blocks[:0], block{scope: scope, start: i})
	sketch, start := r.sketch(), i
	for {
		from := i
		i = r.skip(i, end)
		sketch.comments(from, i)
		// The marks of HTML comments mean nothing in a sheet.
		if i+4 <= end && string(r.src[i:i+4]) == "<!--" {
			i += 4
			continue
		}
		if i+3 <= end && string(r.src[i:i+3]) == "-->" {
			i += 3
			continue
		}
		if i >= end {
			break
		}
		switch r.src[i] {
		case ';':
			i++
		case '}':
			if len(r.blocks) == 1 {
				r.fail(i, i+1)
			} else {
				r.pop(i + 1)
				sketch.close(i + 1)
			}
			i++
		default:
			from, before, open := i, lang.DefID(len(r.b.F.Defs)), len(r.blocks)
			if r.src[i] == '@' {
				i = r.atRule(i, end)
			} else {
				i = r.statement(i, end)
			}
			sketch.statement(from, i, before, len(r.blocks) > open)
		}
	}
	for len(r.blocks) > 1 {
		r.fail(r.top().start-1, r.top().start)
		r.pop(end)
		sketch.close(end)
	}
	sketch.finish(end - start)
}

// statement reads a declaration, or the selectors of a rule, and returns the
// offset behind it: behind its { or ;, at its }.
func (r *Reader) statement(i, end int) int {
	stop := r.until(i, end)
	next := stop
	opens := stop < end && r.src[stop] == '{'
	if stop < end && r.src[stop] != '}' {
		next++
	}
	if r.dialect == SCSS && r.src[i] == '$' {
		r.variable(i, stop)
		if opens {
			r.push(block{scope: lang.NoScope}, next)
		}
		return next
	}
	colon, name := r.property(i, stop)
	switch {
	case !opens:
		if colon < 0 {
			r.junk(i, stop)
		} else {
			r.declaration(i, name, colon, stop, next)
		}
	case colon >= 0 && (colon+1 == stop || space(r.src[colon+1])) && r.dialect == SCSS:
		r.declaration(i, name, colon, stop, next) // nested properties
		r.push(block{scope: lang.NoScope}, next)
	default:
		before := lang.DefID(len(r.b.F.Defs))
		b := block{scope: lang.NoScope}
		if r.top().kind != keyframes {
			b.parents = r.selectors(i, stop, r.top().parents)
			r.describe(before, i, stop)
		}
		b.defs = [2]lang.DefID{before, lang.DefID(len(r.b.F.Defs))}
		r.push(b, next)
	}
	return next
}

// junk counts a statement that is none. SCSS has placeholders' calls and the
// like in interpolations; those are fine.
func (r *Reader) junk(i, stop int) {
	for j := i; j < stop; j++ {
		if r.interpolates(j, stop) {
			n := r.interpolation(j, stop)
			r.value(j+2, n-1, nil)
			return
		}
	}
	r.fail(i, stop)
}

// property finds the colon of a declaration, -1 when the statement is none, and
// the end of the property's name.
func (r *Reader) property(i, stop int) (colon, name int) {
	if i < stop && (r.src[i] == '*' || r.src[i] == '_') { // hacks for old browsers
		i++
	}
	for i < stop {
		switch {
		case nameByte(r.src[i]):
			i++
		case r.src[i] == '\\':
			i = r.escape(i, stop)
		case r.interpolates(i, stop):
			i = r.interpolation(i, stop)
		default:
			name = i
			i = r.skip(i, stop)
			if i < stop && r.src[i] == ':' {
				return i, name
			}
			return -1, name
		}
	}
	return -1, i
}

// declaration reads property: value.
func (r *Reader) declaration(i, name, colon, stop, next int) {
	text := string(r.src[i:name])
	if strings.HasPrefix(text, "--") && len(text) > 2 && !strings.Contains(text, "#{") {
		r.define(def{name: unescape(r.src[i:name]), kind: lang.KindProperty, suffix: symbol.Term, flags: lang.Open, from: i, to: name, start: i, enc: next,
			sig: r.line(i, stop)})
	} else {
		for j := i; j < name; j++ {
			if r.interpolates(j, name) {
				n := r.interpolation(j, name)
				r.value(j+2, n-1, nil)
				j = n - 1
			}
		}
	}
	switch strings.ToLower(text) {
	case "animation", "animation-name", "-webkit-animation", "-webkit-animation-name", "-moz-animation", "-o-animation":
		r.value(colon+1, stop, func(from, to int) {
			if w := strings.ToLower(string(r.src[from:to])); !animationWords[w] {
				r.use("@keyframes "+unescape(r.src[from:to]), from, to, r.top().scope, lang.Read)
			}
		})
	case "composes":
		r.composes(colon+1, stop)
	default:
		r.value(colon+1, stop, nil)
	}
}

// animationWords are the words in the value of animation that are no name.
var animationWords = map[string]bool{
	"none": true, "infinite": true, "normal": true, "reverse": true, "alternate": true, "alternate-reverse": true,
	"forwards": true, "backwards": true, "both": true, "running": true, "paused": true, "linear": true, "ease": true,
	"ease-in": true, "ease-out": true, "ease-in-out": true, "step-start": true, "step-end": true, "initial": true,
	"inherit": true, "unset": true, "revert": true, "revert-layer": true, "auto": true, "important": true, "s": true, "ms": true,
}

// composes reads the value of composes in CSS modules: a b from "file".
func (r *Reader) composes(i, stop int) {
	r.value(i, stop, func(from, to int) {
		switch string(r.src[from:to]) {
		case "from", "global":
		default:
			r.use("."+unescape(r.src[from:to]), from, to, r.top().scope, lang.Inherit)
		}
	})
	for i < stop && r.src[i] != '"' && r.src[i] != '\'' {
		i++
	}
	if i < stop {
		r.imports(i, r.str(i, stop), lang.ImportEffect, lang.NoDef)
	}
}

// def describes a definition to make.
type def struct {
	name, desc string // desc: the descriptor where it is not name
	kind       lang.Kind
	suffix     symbol.Suffix
	space      lang.Space // 0: Value
	flags      lang.DefFlags
	from, to   int // the identifier
	start, enc int // the whole declaration
	scope      lang.ScopeID
	bound      bool // scope is where the name is bound
	parent     lang.DefID
	child      bool // parent is set
	sig, doc   string
}

// define makes a definition; a further one of the same symbol is the Same.
func (r *Reader) define(s def) lang.DefID {
	id, d := r.b.Def(r.b.Name(s.name), s.kind, s.suffix, uint32(s.from), uint32(s.to))
	d.Flags, d.Sig, d.Doc = s.flags, s.sig, s.doc
	if s.space != 0 {
		d.Space = s.space
	}
	if s.desc != "" && s.desc != s.name {
		d.Desc = r.b.Name(s.desc)
	}
	d.EncStart = uint32(min(s.start, s.from))
	d.EncEnd = uint32(max(s.enc, s.to))
	if s.bound {
		d.Scope = s.scope
	}
	if s.child {
		d.Parent = s.parent
	}
	if s.suffix == symbol.None || s.suffix == symbol.Parameter {
		return id
	}
	k := symbolKey{d.Parent, d.Name, s.suffix}
	if d.Desc != 0 {
		k.name = d.Desc
	}
	if f, ok := r.first[k]; ok {
		d.Same = f
	} else {
		r.first[k] = id
	}
	return id
}

// describe gives the definitions from before on the rule's selectors as their
// signature, and the comment above it.
func (r *Reader) describe(before lang.DefID, i, stop int) {
	if int(before) == len(r.b.F.Defs) {
		return
	}
	sig, doc := r.line(i, stop), r.doc(i)
	for d := int(before); d < len(r.b.F.Defs); d++ {
		def := &r.b.F.Defs[d]
		def.Sig, def.Doc, def.EncStart, def.EncEnd = sig, doc, uint32(i), uint32(max(stop, int(def.End)))
	}
}
