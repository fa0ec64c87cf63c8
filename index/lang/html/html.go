// Package html reads HTML: elements with ids are definitions (`#id`. below the
// file), classes, ids and custom properties in attributes refer to the rules of
// the repository's style sheets (certain for those that the document takes by
// link, @import or style), custom elements to where scripts define them, href
// and src to files. Scripts are read as JavaScript or TypeScript and styles as
// CSS or SCSS where they lie.
//
// Pages may have the tags of Django, Jinja, Twig and their like: {% name … %} and
// {{ … }}. Blocks, macros and variables that tags bind are definitions, and the
// names of templates refer to files; frameworks know what other
// tags mean.
//
// HTML is of the family of TypeScript, whose project resolves its scripts'
// imports and names its packages.
package html

import (
	"context"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/css"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
)

// version of Extract; it changes with its results.
const version = 8

// Family that HTML is of.
const Family = typescript.Family

// twig is the extension of what is always a template.
const twig = ".twig"

// Language is HTML.
func Language() *lang.Language {
	l := typescript.Embedding()
	l.Name, l.SCIPName = "html", "HTML"
	l.Extensions = []string{".html", ".htm", ".xhtml", ".html.j2", ".html.jinja", ".html.jinja2", ".djhtml", twig}
	l.Version = version
	l.Extract = extract
	return l
}

func extract(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
	src := in.Src
	var tags *tags
	if isTemplate(in.Path, src) {
		tags = scanTags(src)
		src = tags.mask
	}
	d, err := Parse(ctx, p, src)
	if err != nil {
		return nil, err
	}
	b := lang.NewBuilder(len(src))
	b.Read(in)
	b.Enrich(in)
	b.F.ErrorNodes, b.F.ErrorBytes = d.ErrorNodes, d.ErrorBytes
	m := NewMarkup(b, src)
	s := typescript.NewScript(ctx, p, b, src)
	for i := range d.Elements {
		e := &d.Elements[i]
		m.Element(e)
		if err := m.Embedded(e, s); err != nil {
			return nil, err
		}
		if err := m.Attached(e, s, ":class"); err != nil {
			return nil, err
		}
	}
	s.Finish()
	if tags != nil {
		t := template{b: b, src: in.Src, tags: tags}
		t.read()
		b.Template(0, uint32(len(in.Src)))
	}
	m.page(d, in)
	o := Outline{Src: in.Src}
	tags.chunks(b.F, &o)
	m.Chunks(d, o)
	return b.Finish(), nil
}

// Attached reads the attributes of an element that are scripts: those for events,
// and the expressions from which libraries make classes, in the attribute of the
// given name among others. What names in these mean only the library knows.
func (m *Markup) Attached(e *Element, s *typescript.Script, class string) error {
	for _, a := range e.Attrs {
		// A script's own ${…} may stand in it.
		if a.Value.Start == a.Value.End || !plain(strings.ReplaceAll(m.text(a.Value), "${", "")) {
			continue
		}
		var err error
		switch name := strings.ToLower(m.text(a.Name)); {
		case strings.HasPrefix(name, "on") && len(name) > 3:
			scope := m.b.Scope(lang.ScopeBlock, m.Scripts, lang.NoDef, a.Value.Start, a.Value.End)
			err = s.Statements(typescript.JavaScript, a.Value, scope)
		case name == class || name == "x-bind:class" || name == "v-bind:class":
			err = s.ClassNames(typescript.JavaScript, a.Value, func(start, end uint32) { m.Sheet.Classes(start, end, 0) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Embedded reads the text of a script or a style.
func (m *Markup) Embedded(e *Element, s *typescript.Script) error {
	if e.Raw.Start == e.Raw.End {
		return nil
	}
	value := func(name string) string { return strings.ToLower(e.Value(m.src, name)) }
	switch e.Name {
	case "style":
		m.Style(e.Raw, value("lang")+value("type"))
	case "script":
		t := value("type")
		d, ok := typescript.DialectOf(value("lang"))
		if ok && (t == "" || t == "module" || strings.Contains(t, "javascript") || strings.Contains(t, "ecmascript") || t == "text/babel" || t == "text/typescript") {
			return s.Module(d, e.Raw, m.Scripts)
		}
	}
	return nil
}

// Style reads a style sheet in the language of that name or media type; those
// that are neither CSS nor SCSS stay text.
func (m *Markup) Style(r ts.Range, language string) {
	scope := m.b.Scope(lang.ScopeBlock, 0, lang.NoDef, r.Start, r.End)
	m.Sheet.Group = true
	switch {
	case strings.Contains(language, "scss"):
		m.Sheet.Sheet(r.Start, r.End, css.SCSS, scope)
	case language == "" || strings.Contains(language, "css"):
		m.Sheet.Sheet(r.Start, r.End, css.CSS, scope)
	}
}
