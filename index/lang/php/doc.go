package php

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// Bounds of documentation comments: what is beyond them is not read.
const (
	maxTags      = 512
	maxTypeDepth = 32
	maxDoc       = 8192 // bytes kept of a text
	maxLine      = 300  // bytes of a signature
)

// tag is one "@name rest" of a documentation comment. start and end are the
// range of the rest, up to the next tag.
type tag struct {
	name       string // without the prefix of a tool
	start, end uint32
}

// isDoc says whether node i is a documentation comment.
func (x *extractor) isDoc(i uint32) bool {
	t := x.text(i)
	return len(t) > 4 && t[0] == '/' && t[1] == '*' && t[2] == '*'
}

// tags of the documentation comment at node i, NoNode for none. Where a tool's
// own tag says the same more exactly, it comes behind and so counts.
func (x *extractor) tags(i uint32) []tag {
	if i == ts.NoNode || !bytes.Contains(x.text(i), []byte("@")) {
		return nil
	}
	var plain, tools []tag
	src := x.src
	p, end := x.n[i].Start+3, x.n[i].End
	if bytes.HasSuffix(src[p:end], []byte("*/")) {
		end -= 2
	}
	var last *tag
	for p < end && len(plain)+len(tools) < maxTags {
		line := p
		for p < end && src[p] != '\n' {
			p++
		}
		q := line
		for q < p && (src[q] == ' ' || src[q] == '\t' || src[q] == '*' || src[q] == '\r') {
			q++
		}
		if q < p && src[q] == '@' {
			if last != nil {
				last.end = line
			}
			w := q + 1
			for w < p && (word(src[w]) || src[w] == '-') {
				w++
			}
			name := lower(string(src[q+1 : w]))
			list := &plain
			for _, tool := range [...]string{"phpstan-", "psalm-", "phan-"} {
				if rest, ok := strings.CutPrefix(name, tool); ok {
					name, list = rest, &tools
				}
			}
			*list = append(*list, tag{name, w, end})
			last = &(*list)[len(*list)-1]
		}
		p++
	}
	return append(plain, tools...)
}

// docTypes finds the names that comments make up for types.
func (x *extractor) docTypes() {
	for _, mark := range [...]string{"-type ", "-import-type "} {
		for at := 0; ; {
			k := bytes.Index(x.src[at:], []byte(mark))
			if k < 0 {
				break
			}
			at += k + len(mark)
			line, _, _ := bytes.Cut(x.src[at:], []byte("\n"))
			f := strings.Fields(string(line[:min(len(line), 200)]))
			if len(f) == 0 {
				continue
			}
			if x.pseudo == nil {
				x.pseudo = map[string]bool{}
			}
			x.pseudo[f[0]] = true
			if len(f) > 4 && f[3] == "as" {
				x.pseudo[f[4]] = true
			}
		}
	}
}

// variableIn is the variable that the text from start to end begins with,
// behind "..." and "&"; "" when none.
func (x *extractor) variableIn(start, end uint32) string {
	p := start
	for p < end && (x.src[p] == ' ' || x.src[p] == '\t' || x.src[p] == '.' || x.src[p] == '&') {
		p++
	}
	if p >= end || x.src[p] != '$' {
		return ""
	}
	q := p + 1
	for q < end && word(x.src[q]) {
		q++
	}
	if q == p+1 {
		return ""
	}
	return string(x.src[p:q])
}

// localTypes gives variables the types that a comment among statements says
// they have.
func (x *extractor) localTypes(i uint32) {
	for _, t := range x.tags(i) {
		if t.name != "var" {
			continue
		}
		// "@var Type $name", and the other way round
		q := t.start
		for q < t.end && (x.src[q] == ' ' || x.src[q] == '\t') {
			q++
		}
		name := x.variableIn(q, t.end)
		at := q
		if name != "" {
			at = q + uint32(len(name))
		} else if name = x.variableIn(x.typeEnd(q, t.end), t.end); name == "" {
			continue
		}
		e, _ := x.docType(at, t.end)
		if e < 0 {
			continue
		}
		n := x.b.Name(name)
		d := x.visible(n)
		if d < 0 {
			k := key{x.bindScope(n), n}
			if _, ok := x.typed[k]; !ok {
				start, end := x.nameAt(name, t)
				x.typed[k] = typedName{e, start, end}
			}
			continue
		}
		if to, ok := x.outer[d]; ok {
			d = to
		}
		if def := &x.b.F.Defs[d]; def.Type < 0 {
			def.Type = e
		}
	}
}

// nameAt is where a variable's name stands in a tag.
func (x *extractor) nameAt(name string, t tag) (start, end uint32) {
	i := strings.Index(string(x.src[t.start:t.end]), name)
	if i < 0 {
		return 0, 0
	}
	return t.start + uint32(i), t.start + uint32(i+len(name))
}

// typeParameters makes the definitions of @template tags and enters their scope.
func (x *extractor) typeParameters(tags []tag, owner lang.DefID, start, end uint32) {
	first := true
	for _, t := range tags {
		switch t.name {
		case "template", "template-covariant", "template-contravariant":
		default:
			continue
		}
		p := t.start
		for p < t.end && (x.src[p] == ' ' || x.src[p] == '\t') {
			p++
		}
		q := p
		for q < t.end && word(x.src[q]) {
			q++
		}
		if p == q {
			continue
		}
		if first {
			x.scope = x.b.Scope(lang.ScopeTypeParams, x.scope, owner, start, end)
			first = false
		}
		name := string(x.src[p:q])
		suffix, flags := symbol.TypeParameter, lang.DefFlags(0)
		if o := &x.b.F.Defs[owner]; o.Suffix == symbol.None || o.Flags&lang.Local != 0 {
			suffix, flags = symbol.None, lang.Local
		}
		n := x.b.Name(name)
		if _, again := x.bound[key{x.scope, n}]; again {
			continue
		}
		id, d := x.b.Def(n, lang.KindTypeParameter, suffix, p, q)
		d.Flags, d.Scope, d.Parent, d.Space = flags, x.scope, owner, lang.Type|lang.Value
		x.bound[key{x.scope, n}] = id
		// A new list: the one of the frame around must stay as it is.
		x.templates = append(x.templates[:len(x.templates):len(x.templates)], name)
		rest := strings.TrimLeft(string(x.src[q:t.end]), " \t")
		if strings.HasPrefix(rest, "of ") || strings.HasPrefix(rest, "as ") {
			at := t.end - uint32(len(rest)) + 3
			if e, _ := x.docType(at, t.end); e >= 0 {
				x.b.Base(id, lang.BaseBound, e)
			}
		}
	}
}

// documented makes the members that a class's comment declares, and reads the
// classes that it says it passes calls on to.
func (x *extractor) documented(tags []tag) {
	for _, t := range tags {
		switch t.name {
		case "property", "property-read", "property-write":
			at := t.start
			typ := lang.NoExpr
			if x.variableIn(at, t.end) == "" {
				typ, at = x.docType(at, t.end)
			}
			name := x.variableIn(at, t.end)
			if name == "" {
				continue
			}
			start := at + uint32(bytes.IndexByte(x.src[at:t.end], '$'))
			end := start + uint32(len(name))
			if d, ok := x.cls.members[x.b.Name(name)]; ok {
				x.refTo(d, start, end, lang.Read)
				if def := &x.b.F.Defs[d]; def.Type < 0 {
					def.Type = typ
				}
				continue
			}
			id, d := x.member(name, name, start, end, lang.KindProperty, symbol.Term, ts.NoNode)
			d.Type = typ
			d.Sig = x.line(t.start, t.end)
			_ = id
		case "method":
			x.documentedMethod(t)
		case "mixin":
			if e, _ := x.docType(t.start, t.end); e >= 0 {
				x.b.Base(x.cls.def, lang.BaseDelegate, e)
			}
		}
	}
}

// documentedMethod reads "@method static Type name(Type $parameter)".
func (x *extractor) documentedMethod(t tag) {
	p := x.blanks(t.start, t.end)
	static := false
	called := func(at uint32) (uint32, bool) { // the end of a name before "("
		q := at
		for q < t.end && word(x.src[q]) {
			q++
		}
		return q, q > at && q < t.end && x.src[q] == '('
	}
	end, ok := called(p)
	if !ok && bytes.HasPrefix(x.src[p:t.end], []byte("static ")) {
		static = true
		p = x.blanks(p+7, t.end)
		end, ok = called(p)
	}
	typ := lang.NoExpr
	if !ok {
		typ, p = x.docType(p, t.end)
		p = x.blanks(p, t.end)
		if end, ok = called(p); !ok {
			return
		}
	}
	text := string(x.src[p:end])
	if text[0] >= '0' && text[0] <= '9' {
		return
	}
	if d, ok := x.cls.members[x.b.Name(lower(text)+functionMark)]; ok {
		x.refTo(d, p, end, lang.Read)
		if def := &x.b.F.Defs[d]; def.Type < 0 {
			def.Type = typ
		}
		return
	}
	k := lang.KindMethod
	if static {
		k = lang.KindStaticMethod
	}
	id, d := x.member(text, lower(text)+functionMark, p, end, k, symbol.Method, ts.NoNode)
	if static {
		d.Flags |= lang.Static
	}
	d.Type = typ
	d.Sig = x.line(t.start, t.end)
	// Parameters: their types, and names for keyword arguments.
	old := x.scope
	x.scope = x.b.Scope(lang.ScopeFunction, x.cls.scope, id, d.Start, d.End)
	local := x.b.F.Defs[id].Flags & lang.Local
	for q := end + 1; q < t.end && x.src[q] != ')' && x.src[q] != '\n'; {
		q = x.blanks(q, t.end)
		pt := lang.NoExpr
		before := q
		if q < t.end && x.src[q] != '$' && x.src[q] != '.' && x.src[q] != '&' {
			pt, q = x.docType(q, t.end)
		}
		if n := x.variableIn(q, t.end); n != "" {
			start := q + uint32(bytes.IndexByte(x.src[q:t.end], '$'))
			q = start + uint32(len(n))
			suffix := symbol.Parameter
			if local != 0 {
				suffix = symbol.None
			}
			_, pd := x.b.Def(x.b.Name(n), lang.KindParameter, suffix, start, q)
			pd.Flags, pd.Parent, pd.Type, pd.Scope = lang.Param|local, id, pt, x.scope
		}
		// the default value and the comma
		depth := 0
		for ; q < t.end && x.src[q] != '\n'; q++ {
			switch x.src[q] {
			case '(', '[':
				depth++
			case ']':
				depth--
			case ')':
				depth--
			}
			if depth < 0 || depth == 0 && x.src[q] == ',' {
				break
			}
		}
		if q < t.end && x.src[q] == ',' {
			q++
		}
		if q <= before || depth < 0 {
			break
		}
	}
	x.scope = old
}

// blanks skips white space, and the marks at the beginnings of lines.
func (x *extractor) blanks(p, end uint32) uint32 {
	for p < end {
		switch x.src[p] {
		case ' ', '\t', '\r', '\n':
			p++
			continue
		case '*':
			// only at the beginning of a line
			q := p
			for q > 0 && (x.src[q-1] == ' ' || x.src[q-1] == '\t') {
				q--
			}
			if q > 0 && x.src[q-1] == '\n' {
				p++
				continue
			}
		}
		return p
	}
	return p
}

// docText is a documentation comment without its marks.
func (x *extractor) docText(i uint32) string {
	t := string(x.text(i))
	t = strings.TrimSuffix(strings.TrimPrefix(t, "/**"), "*/")
	if len(t) > maxDoc {
		t = t[:maxDoc]
	}
	lines := strings.Split(t, "\n")
	for n, l := range lines {
		l = strings.TrimLeft(strings.TrimRight(l, " \t\r"), " \t")
		l = strings.TrimPrefix(l, "*")
		lines[n] = strings.TrimPrefix(l, " ")
	}
	return strings.ToValidUTF8(strings.Trim(strings.Join(lines, "\n"), "\n "), "\uFFFD")
}

// tight takes the spaces from inside brackets.
var tight = strings.NewReplacer("( ", "(", ", )", ")", " )", ")")

// line is the source from start to end on one line: white space collapsed, cut
// at maxLine.
func (x *extractor) line(start, end uint32) string {
	if end < start {
		return ""
	}
	if end-start > 4*maxLine {
		end = start + 4*maxLine
	}
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(x.src[start:end]), "\uFFFD")), " ")
	s = strings.TrimRight(s, " {;")
	s = tight.Replace(s)
	if len(s) > maxLine {
		cut := maxLine
		for cut > 0 && s[cut]&0xC0 == 0x80 {
			cut--
		}
		s = s[:cut] + "…"
	}
	return s
}
