// Package svelte reads components of Svelte: scripts, styles, the markup and
// the expressions and blocks in braces.
//
// A component is the file's default export. A name in the markup means what a
// block around it binds ({#each}, {:then}, {#snippet}, {@const} …), or what a
// script declares. A tag that begins with a capital letter is such a name.
//
// Svelte is of the family of TypeScript: both import one another.
package svelte

import (
	"context"
	"path"
	"sort"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
	"codeintel/index/symbol"
)

// version of Extract; it changes with its results.
const version = 4

// Language is Svelte.
func Language() *lang.Language {
	l := typescript.Embedding()
	l.Name, l.SCIPName, l.Signatures = "svelte", "Svelte", "typescript"
	l.Extensions = []string{".svelte"}
	l.Version = version
	l.Extract = extract
	return l
}

func extract(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
	l := scan(in.Src)
	d, err := html.Parse(ctx, p, l.text)
	if err != nil {
		return nil, err
	}
	b := lang.NewBuilder(len(in.Src))
	b.Read(in)
	b.Enrich(in)
	b.F.ErrorNodes, b.F.ErrorBytes = d.ErrorNodes, d.ErrorBytes
	x := &extractor{
		b: b, src: in.Src, text: l.text, doc: d, markup: html.NewMarkup(b, in.Src),
		script: typescript.NewScript(ctx, p, b, in.Src), dialect: typescript.JavaScript,
	}
	x.component(in.Path)
	if err := x.scripts(); err != nil {
		return nil, err
	}
	for _, h := range l.holes {
		if err := x.hole(h); err != nil {
			return nil, err
		}
	}
	x.close(0, uint32(len(in.Src)))
	for i := range d.Elements {
		if err := x.element(&d.Elements[i]); err != nil {
			return nil, err
		}
	}
	x.script.Finish()
	x.chunks(l.holes)
	at := uint32(0) // behind the last script or style: what is between them is markup
	for i := range d.Elements {
		if e := &d.Elements[i]; e.Raw.Start < e.Raw.End && e.Raw.Start >= at {
			b.Template(at, e.Raw.Start)
			at = e.Raw.End
		}
	}
	b.Template(at, uint32(len(in.Src)))
	return b.Finish(), nil
}

// extractor makes the facts of one file.
type extractor struct {
	b       *lang.Builder
	src     []byte
	text    []byte // with what is in braces blanked
	doc     *html.Document
	markup  *html.Markup
	script  *typescript.Script
	dialect typescript.Dialect // of the expressions in the markup
	blocks  []block            // around the place that is read
	changes []change           // in the order of the text
	self    lang.DefID         // the component
}

// block is a {#block} that is open.
type block struct {
	kind  string
	scope lang.ScopeID // of what it binds
	value lang.ExprID  // what {#await} waits for
}

// change says that from a place on another scope holds.
type change struct {
	at    uint32
	scope lang.ScopeID
}

// component defines the component that the file is.
func (x *extractor) component(file string) {
	at := ts.Range{}
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		if e.Parent < 0 && e.Name == "script" {
			at = e.Tag
			break
		}
	}
	name := pascal(strings.TrimSuffix(path.Base(file), ".svelte"))
	id, d := x.b.Def(x.b.Name(name), lang.KindClass, symbol.Type, at.Start, at.End)
	d.Desc, d.Space = x.b.Name("default"), lang.Value|lang.Type
	d.Flags = lang.Exported | lang.Default
	if at.Start == at.End {
		d.Flags |= lang.Synthetic
	}
	d.Scope, d.EncStart, d.EncEnd = lang.NoScope, 0, uint32(len(x.src))
	x.self = id
	x.b.Export(lang.Export{Name: x.b.Name("default"), Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
}

// pascal is user-card as UserCard.
func pascal(s string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '+' || r == ' ' }) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	if b.Len() == 0 {
		return "Component"
	}
	return strings.ToValidUTF8(b.String(), "_")
}

func (x *extractor) scripts() error {
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		if e.Parent >= 0 || e.Name != "script" {
			continue
		}
		name := e.Value(x.src, "lang")
		d, ok := typescript.DialectOf(name)
		if !ok {
			continue
		}
		if name == "ts" || name == "typescript" {
			x.dialect = d
		}
		if e.Raw.Start < e.Raw.End {
			if err := x.script.Module(d, e.Raw, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// element reads a tag and its attributes.
func (x *extractor) element(e *html.Element) error {
	if e.Name == "style" && e.Raw.Start < e.Raw.End {
		x.markup.Style(e.Raw, strings.ToLower(e.Value(x.src, "lang")))
	}
	if e.Name == "script" || e.Name == "style" {
		return nil
	}
	n := sort.Search(len(x.changes), func(i int) bool { return x.changes[i].at > e.Open.Start })
	scope := lang.ScopeID(0)
	if n > 0 {
		scope = x.changes[n-1].scope
	}
	own := e.Tag.Start < e.Tag.End && x.src[e.Tag.Start] >= 'A' && x.src[e.Tag.Start] <= 'Z'
	if own {
		for _, r := range []ts.Range{e.Tag, e.Close} {
			x.name(r, scope)
		}
	} else {
		x.markup.Tag(e)
	}
	static := *e
	static.Attrs = nil
	for _, a := range e.Attrs {
		name := string(x.src[a.Name.Start:a.Name.End])
		whole := !strings.Contains(string(x.src[a.Value.Start:a.Value.End]), "{")
		switch kind, _, ok := strings.Cut(name, ":"); {
		case strings.HasPrefix(name, "{"):
		case ok:
			at := ts.Range{Start: a.Name.Start + uint32(len(kind)) + 1, End: a.Name.End}
			switch kind {
			case "use", "transition", "in", "out", "animate":
				x.name(at, scope)
			case "bind", "class", "style":
				if a.Value.Start == a.Value.End {
					x.name(at, scope)
				}
				if kind == "class" {
					x.markup.Sheet.Classes(at.Start, at.End, 0)
				}
			}
		case own:
		case whole:
			static.Attrs = append(static.Attrs, a)
		case name == "class":
			if err := x.classes(a.Value); err != nil {
				return err
			}
		}
	}
	x.markup.Attributes(&static)
	return nil
}

// classes reads the words of an attribute that have no braces, and those that
// are an expression in braces.
func (x *extractor) classes(r ts.Range) error {
	for i := r.Start; i < r.End; {
		j, same := i, true
		for ; j < r.End && !html.IsSpace(x.text[j]); j++ {
			same = same && x.text[j] == x.src[j]
		}
		switch {
		case same && i < j:
			x.markup.Sheet.Classes(i, j, 0)
		case j-i > 2 && x.src[i] == '{' && x.src[j-1] == '}':
			if err := x.script.ClassNames(x.dialect, ts.Range{Start: i + 1, End: j - 1}, func(start, end uint32) { x.markup.Sheet.Classes(start, end, 0) }); err != nil {
				return err
			}
		}
		i = j + 1
	}
	return nil
}

// name refers to the name that begins a range.
func (x *extractor) name(r ts.Range, scope lang.ScopeID) {
	end := r.Start
	for end < r.End && word(x.src[end]) {
		end++
	}
	if end > r.Start {
		x.b.Ref(lang.Ref{Name: x.b.Name(string(x.src[r.Start:end])), Start: r.Start, End: end, Scope: scope, X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Value})
	}
}

func word(c byte) bool { return html.IsLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '$' }
