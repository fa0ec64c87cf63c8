package html

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/css"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// Markup adds to the facts of a file what the elements of any template language
// say: ids, classes, styles, custom elements and the files that attributes
// name.
type Markup struct {
	Sheet *css.Reader
	// Scripts is the scope in which the names of scripts are bound: the file's
	// unless it is set.
	Scripts lang.ScopeID

	b   *lang.Builder
	src []byte
	ids map[string]lang.DefID
	// defs are the definitions that ids are, by where these stand; kept for chunks.
	defs map[uint32]lang.DefID
}

// NewMarkup makes a Markup that adds to b, whose file is src.
func NewMarkup(b *lang.Builder, src []byte) *Markup {
	return &Markup{Sheet: css.NewReader(b, src), b: b, src: src, ids: map[string]lang.DefID{}, defs: map[uint32]lang.DefID{}}
}

func (m *Markup) text(r ts.Range) string { return string(m.src[r.Start:r.End]) }

// plain says whether a value is what it says: nothing of a template language is
// in it.
func plain(s string) bool {
	return !strings.Contains(s, "{{") && !strings.Contains(s, "<?") && !strings.Contains(s, "{%") && !strings.Contains(s, "${") && !strings.Contains(s, "{!!")
}

// Element reads what is the same in all template languages. Ids are bound in
// the file scope.
func (m *Markup) Element(e *Element) {
	m.Tag(e)
	m.Attributes(e)
}

// Tag reads the name of a custom element.
func (m *Markup) Tag(e *Element) {
	if strings.Contains(e.Name, "-") && plain(e.Name) {
		for _, r := range []ts.Range{e.Tag, e.Close} {
			if r.Start < r.End {
				m.b.Ref(lang.Ref{Name: m.b.Name("<" + e.Name + ">"), Start: r.Start, End: r.End, X: -1, Kind: lang.RefOpen, Role: lang.Read, N: 1})
			}
		}
	}
}

// tell lets frameworks know of an element.
func (m *Markup) tell(e *Element) {
	if !m.b.Reads() {
		return
	}
	text := func(r ts.Range) lang.Text { return lang.Text{Start: r.Start, End: r.End} }
	out := lang.Element{Tag: text(e.Tag), Close: text(e.Close), Start: e.Open.Start, End: e.End}
	for _, a := range e.Attrs {
		out.Attrs = append(out.Attrs, lang.Attr{Name: text(a.Name), Value: text(a.Value)})
	}
	m.b.Element(out)
}

// Attributes reads the attributes of Element.
func (m *Markup) Attributes(e *Element) {
	m.tell(e)
	for _, a := range e.Attrs {
		if a.Value.Start == a.Value.End {
			continue
		}
		name, value := strings.ToLower(m.text(a.Name)), m.text(a.Value)
		switch name {
		case "class":
			m.Sheet.Classes(a.Value.Start, a.Value.End, 0)
		case "id":
			m.id(e, a.Value, value)
		case "style":
			if plain(value) {
				m.Sheet.Declarations(a.Value.Start, a.Value.End, 0)
			}
		case "for", "form", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "headers", "popovertarget":
			m.words(a.Value, func(r ts.Range) { m.useID(r) })
		case "href", "src", "data-src", "action", "data-bs-target", "data-target":
			m.link(e, a.Value, value)
		}
	}
}

// words calls f for what white space parts.
func (m *Markup) words(r ts.Range, f func(ts.Range)) {
	for i := r.Start; i < r.End; {
		j := i
		for j < r.End && !bytes.ContainsRune([]byte(" \t\r\n\f"), rune(m.src[j])) {
			j++
		}
		if j > i && plain(string(m.src[i:j])) {
			f(ts.Range{Start: i, End: j})
		}
		i = j + 1
	}
}

// maxSig is the longest signature in bytes.
const maxSig = 200

// id defines the element's id, which is a use of the rules for it too.
func (m *Markup) id(e *Element, at ts.Range, value string) {
	if !plain(value) || strings.ContainsAny(value, " \t\r\n") {
		return
	}
	m.Sheet.ID(at.Start, at.End, 0)
	id, d := m.b.Def(m.b.Name(value), lang.KindObject, symbol.Term, at.Start, at.End)
	d.Desc, d.Space, d.Scope = m.b.Name("#"+value), lang.Namespace, 0
	d.EncStart, d.EncEnd = e.Open.Start, max(e.End, at.End)
	d.Sig = signature(m.text(e.Open))
	if first, ok := m.ids[value]; ok {
		d.Same = first
	} else {
		m.ids[value] = id
	}
	if m.b.F.Rich != nil {
		m.defs[at.Start] = id
	}
}

// signature is a start tag in one line.
func signature(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s[:min(len(s), 4*maxSig)], "\uFFFD")), " ")
	if len(s) > maxSig {
		s = strings.ToValidUTF8(s[:maxSig], "") + "…"
	}
	return s
}

func (m *Markup) useID(r ts.Range) {
	if r.Start < r.End {
		m.b.Ref(lang.Ref{Name: m.b.Name(m.text(r)), Start: r.Start, End: r.End, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Namespace})
	}
}

// link reads an attribute that names a file or, with #, an id.
func (m *Markup) link(e *Element, at ts.Range, value string) {
	path, hash, _ := strings.Cut(value, "#")
	if path == "" && hash != "" && plain(value) {
		m.useID(ts.Range{Start: at.Start + 1, End: at.End})
		return
	}
	kind := lang.ImportModule
	switch e.Name {
	case "link":
		if rel, ok := e.Attr(m.src, "rel"); ok && strings.Contains(strings.ToLower(m.text(rel.Value)), "stylesheet") {
			kind = lang.ImportEffect
		}
	case "script":
		kind = lang.ImportEffect
	}
	m.Import(ts.Range{Start: at.Start, End: at.Start + uint32(len(path))}, kind)
}

// Import refers to the file that a range names, relative to this one or to the
// site's root.
func (m *Markup) Import(at ts.Range, kind lang.ImportKind) {
	path := m.text(at)
	path, _, _ = strings.Cut(path, "?")
	if path = strings.TrimSpace(path); path == "" || !plain(path) || strings.Contains(path, ":") || strings.HasPrefix(path, "//") {
		return
	}
	if path[0] != '/' && !strings.HasPrefix(path, "./") && !strings.HasPrefix(path, "../") && path[0] != '@' && path[0] != '~' {
		path = "./" + path
	}
	id := m.b.Import(lang.Import{Module: m.b.Name(path), Kind: kind, Local: lang.NoDef})
	m.b.Ref(lang.Ref{Name: m.b.F.Imports[id].Module, Start: at.Start, End: at.End, X: int32(id), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace})
}
