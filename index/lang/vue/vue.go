// Package vue reads single-file components: scripts (<script>, <script setup>,
// or both), the template and the styles, where they lie in the file.
//
// A component is the file's default export, "default.". Below it hang, besides
// what its scripts declare, the members that have no declaration in a script:
//
//	prop a in props: ['a'], defineModel('a')     `default`.a.
//	event a in emits: ['a'], (e: 'a') => void    `default`.`@a`.
//	slot a of <slot name="a">, its property b    `default`.`#a`(). `default`.`#a`().b.
//	reference a of ref="a"                       `default`.`ref=a`.
//
// A bare name in a template means, from inside to outside, what v-for and
// v-slot bind, what <script setup> declares, or a member of the component. It
// stands for what it holds where it is a Ref. A tag means the component that is
// imported or registered by that name; its attributes, listeners and slots mean
// that component's.
//
// Vue is of the family of TypeScript: both import one another.
package vue

import (
	"context"
	"path"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
)

// version of Extract; it changes with its results.
const version = 6

// Language is Vue.
func Language() *lang.Language {
	l := typescript.Embedding()
	l.Name, l.SCIPName, l.Signatures = "vue", "Vue", "typescript"
	l.Extensions = []string{".vue"}
	l.Version = version
	l.Extract = extract
	l.Rules.Interfaces = true // a component has the members of its options
	l.Rules.Holders = map[string]string{
		"Ref": "value", "ShallowRef": "value", "ComputedRef": "value", "WritableComputedRef": "value", "ModelRef": "value",
	}
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
		b: b, src: in.Src, doc: d, markup: html.NewMarkup(b, in.Src), script: typescript.NewScript(ctx, p, b, in.Src),
		dialect: typescript.JavaScript, self: pascal(strings.TrimSuffix(path.Base(in.Path), ".vue")),
	}
	x.component = x.script.Component(x.name())
	if err := x.scripts(); err != nil {
		return nil, err
	}
	x.root = b.Scope(lang.ScopeMembers, 0, x.component.Def, 0, uint32(len(in.Src)))
	if err := x.template(l.echoes); err != nil {
		return nil, err
	}
	if err := x.styles(); err != nil {
		return nil, err
	}
	x.script.Finish()
	x.rescope()
	x.chunks()
	return b.Finish(), nil
}

// extractor makes the facts of one file.
type extractor struct {
	b         *lang.Builder
	src       []byte
	doc       *html.Document
	markup    *html.Markup
	script    *typescript.Script
	component *typescript.Component
	dialect   typescript.Dialect // of the expressions in the template
	setup     bool
	self      string          // the component's own name
	bound     map[string]bool // values of the file scope
	imports   map[string]bool // those that imports bind
	root      lang.ScopeID    // of the template
	inside    []lang.ScopeID  // by element: the scope of what it holds
	instances []lang.ExprID   // by element: the component that it is, lang.NoExpr when none
	plain     []bool          // by element: v-pre
}

func (x *extractor) text(r ts.Range) string { return string(x.src[r.Start:r.End]) }

// name is where the component is called by, unless a script exports it: the
// word setup of its script, or the name of the first block.
func (x *extractor) name() ts.Range {
	at := ts.Range{}
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		if e.Parent >= 0 {
			continue
		}
		if at.End == 0 {
			at = e.Tag
		}
		if x.tag(e) == "script" {
			if a, ok := e.Attr(x.src, "setup"); ok {
				return a.Name
			}
		}
	}
	return at
}

// tag is the name of an element as written.
func (x *extractor) tag(e *html.Element) string { return x.text(e.Tag) }

func (x *extractor) scripts() error {
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		if e.Parent >= 0 || x.tag(e) != "script" {
			continue
		}
		d, ok := typescript.DialectOf(e.Value(x.src, "lang"))
		if !ok {
			continue
		}
		if l := e.Value(x.src, "lang"); l == "ts" || l == "tsx" {
			x.dialect, _ = typescript.DialectOf("ts")
		}
		if _, ok := e.Attr(x.src, "setup"); ok {
			x.setup = true
			if g, ok := e.Attr(x.src, "generic"); ok && g.Value.Start < g.Value.End {
				if err := x.script.TypeParameters(g.Value, 0, x.component.Def); err != nil {
					return err
				}
			}
		}
		if a, ok := e.Attr(x.src, "src"); ok && a.Value.Start < a.Value.End {
			x.source(a.Value)
		}
		if e.Raw.Start < e.Raw.End {
			if err := x.script.Module(d, e.Raw, 0); err != nil {
				return err
			}
		}
	}
	x.bound, x.imports = map[string]bool{}, map[string]bool{}
	for i := range x.b.F.Defs {
		if d := &x.b.F.Defs[i]; d.Scope == 0 && d.Space&lang.Value != 0 {
			n := x.b.F.Name(d.Name)
			x.bound[n] = true
			x.imports[n] = x.imports[n] || d.Flags&lang.Binding != 0
		}
	}
	return nil
}

// source reads <script src="…">: the file exports what that one does.
func (x *extractor) source(at ts.Range) {
	module := x.b.Name(x.text(at))
	none := lang.Export{Def: lang.NoDef, Ref: lang.NoRef, Expr: lang.NoExpr}
	all := x.b.Import(lang.Import{Module: module, Kind: lang.ImportModule, Local: lang.NoDef})
	x.b.Ref(lang.Ref{Name: module, Start: at.Start, End: at.End, X: int32(all), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace})
	star, dflt := none, none
	star.Kind, star.From = lang.ExportStar, all
	x.b.Export(star)
	dflt.Kind, dflt.Name = lang.ExportFrom, x.b.Name("default")
	dflt.From = x.b.Import(lang.Import{Module: module, Name: dflt.Name, Kind: lang.ImportDefault, Local: lang.NoDef})
	x.b.Export(dflt)
}

// styles reads the style blocks.
func (x *extractor) styles() error {
	var err error
	x.markup.Sheet.Script = func(start, end uint32) {
		if err == nil {
			_, err = x.script.Expression(x.dialect, ts.Range{Start: start, End: end}, x.root, false)
		}
	}
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		if e.Parent >= 0 || x.tag(e) != "style" {
			continue
		}
		if a, ok := e.Attr(x.src, "src"); ok && a.Value.Start < a.Value.End {
			x.markup.Import(a.Value, lang.ImportEffect)
		}
		if e.Raw.Start < e.Raw.End {
			x.markup.Style(e.Raw, strings.ToLower(e.Value(x.src, "lang")))
		}
	}
	return err
}

// rescope makes names in the template that <script setup> binds mean that: they
// go before the members of the component.
func (x *extractor) rescope() {
	if !x.setup {
		return
	}
	f := x.b.F
	type key struct {
		scope lang.ScopeID
		name  lang.NameID
	}
	local := map[key]bool{}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Scope >= x.root {
			local[key{d.Scope, d.Name}] = true
		}
	}
	for i := range f.Refs {
		r := &f.Refs[i]
		if r.Kind != lang.RefName || r.Scope < x.root || !x.bound[f.Name(r.Name)] {
			continue
		}
		s := r.Scope
		for s > x.root && !local[key{s, r.Name}] {
			s = f.Scopes[s].Parent
		}
		if s == x.root {
			r.Scope = 0
		}
	}
}
