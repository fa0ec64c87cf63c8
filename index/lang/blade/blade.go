// Package blade reads Blade, the templates of Laravel: PHP in echoes, directives,
// attributes of components and blocks, with the markup around it as HTML. It is
// of the family of PHP: classes and functions are the repository's, variables
// the file's, those of loops the block's.
//
// A section, and a part of a stack, is a definition of the file, and so is the
// place that prints it (@yield, @stack), to which it refers: certainly where the
// file extends or includes the one that has it, possibly elsewhere. The names of
// views and components refer to the templates that they mean.
package blade

import (
	"context"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/php"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
	"codeintel/index/symbol"
)

// version of Extract; it changes with its results.
const version = 7

// Language is Blade.
func Language() *lang.Language {
	l := php.Embedding()
	l.Name, l.SCIPName = "blade", "Blade"
	l.Extensions = []string{php.Template}
	l.Version = version
	l.Extract = extract
	l.Template = true
	l.FileNames = php.ViewNames
	return l
}

type extractor struct {
	b      *lang.Builder
	src    []byte
	php    *php.Embedded
	markup *html.Markup
	pieces []piece

	blocks   []block
	sections []lang.DefID // whose end has not come
	section  ts.Range     // the name of the last section that began
	first    map[lang.NameID]lang.DefID
}

// block is a part of the file that has variables of its own.
type block struct {
	end      string // the directive that ends it
	scope    lang.ScopeID
	at       ts.Range // of the directive that begins it
	implicit string   // the variable that it has by itself, "" for none
	refs     int      // how many references there were before it
}

// blocks are the directives that begin blocks, with the variable that each has
// by itself.
var blocks = map[string]string{"foreach": "$loop", "forelse": "$loop", "for": "", "while": "", "error": "$message", "session": "$value"}

func extract(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
	s := scan(in.Src)
	d, err := html.Parse(ctx, p, s.mask)
	if err != nil {
		return nil, err
	}
	b := lang.NewBuilder(len(in.Src))
	b.Read(in)
	b.Enrich(in)
	b.F.ErrorNodes, b.F.ErrorBytes = d.ErrorNodes, d.ErrorBytes
	x := &extractor{
		b: b, src: in.Src, pieces: s.pieces, first: map[lang.NameID]lang.DefID{},
		php: php.NewEmbedded(ctx, p, b, in.Src), markup: html.NewMarkup(b, s.mask),
	}
	if err := x.elements(ctx, p, d, s.mask); err != nil {
		return nil, err
	}
	slices.SortStableFunc(x.pieces, func(a, b piece) int { return int(a.start()) - int(b.start()) })
	for i := range x.pieces {
		if err := x.piece(&x.pieces[i]); err != nil {
			return nil, err
		}
	}
	for len(x.blocks) > 0 {
		x.leave(uint32(len(in.Src)))
	}
	x.chunks(d, s, in.Path)
	return b.Finish(), nil
}

// start is where a piece begins, more or less: their order is what counts.
func (p *piece) start() uint32 {
	if p.at.End > 0 {
		return p.at.Start
	}
	return p.text.Start
}

// elements reads the markup. What in it is PHP becomes pieces.
func (x *extractor) elements(ctx context.Context, p *ts.Parser, d *html.Document, mask []byte) error {
	b := x.b
	x.markup.Scripts = b.Scope(lang.ScopeBlock, 0, lang.NoDef, 0, uint32(len(x.src)))
	script := typescript.NewScript(ctx, p, b, mask)
	for i := range d.Elements {
		e := &d.Elements[i]
		plain := *e
		if isComponent(e.Name) {
			x.component(e)
			plain.Name = "" // no custom element of a script's
		}
		defs := len(b.F.Defs)
		x.markup.Element(&plain)
		for d := defs; d < len(b.F.Defs); d++ {
			if def := &b.F.Defs[d]; def.EncStart == e.Open.Start && def.Sig != "" {
				def.Sig = line(x.src[e.Open.Start:e.Open.End])
			}
		}
		if err := x.markup.Embedded(e, script); err != nil {
			return err
		}
		class := ":class" // on a component that is PHP
		if plain.Name == "" {
			class = "::class"
		}
		if err := x.markup.Attached(e, script, class); err != nil {
			return err
		}
	}
	script.Finish()
	// What markup and scripts import is not for PHP to find.
	family := typescript.Embedding().Family
	for i := range b.F.Imports {
		if im := &b.F.Imports[i]; im.Family == "" && !strings.HasPrefix(b.F.Name(im.Module), php.View) {
			im.Family = family
		}
	}
	return nil
}

// maxSig is the longest signature in bytes.
const maxSig = 200

// line is text in one line.
func line(text []byte) string {
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(text[:min(len(text), 4*maxSig)]), "\uFFFD")), " ")
	if len(s) > maxSig {
		s = strings.ToValidUTF8(s[:maxSig], "") + "…"
	}
	return s
}

func (x *extractor) text(r ts.Range) string { return string(x.src[r.Start:r.End]) }

// echo reads what is printed. Nobody asks for its values, and PHP parses a statement of
// its own a third faster than a list, which might begin an assignment.
func (x *extractor) echo(r ts.Range) error {
	if r.Start >= r.End {
		return nil
	}
	_, err := x.php.Code("echo ", r, "\n;", false)
	return err
}

// value reads the expressions in r, that commas part.
func (x *extractor) value(r ts.Range, sure bool) error {
	if r = x.trim(r); r.Start == r.End {
		return nil
	}
	_, err := x.php.Values(r, sure)
	return err
}

// call reads the arguments of a directive.
func (x *extractor) call(p *piece) error {
	r := x.trim(p.text)
	d := lang.Directive{Name: lang.Text{Value: "@" + p.name, Start: p.at.Start, End: p.at.End}, End: min(p.text.End+1, uint32(len(x.src)))}
	if r.Start < r.End {
		items, err := x.php.Values(r, !p.known)
		if err != nil {
			return err
		}
		for _, i := range items {
			d.Args = append(d.Args, i.Value)
		}
	}
	x.b.Directive(d)
	return nil
}

func (x *extractor) piece(p *piece) error {
	switch p.kind {
	case echo:
		return x.echo(x.trim(p.text))
	case code:
		if p.short {
			return x.echo(p.text)
		}
		_, err := x.php.Code("", p.text, "\n;", false)
		return err
	case attribute, variable:
		return x.given(p)
	case component:
		x.componentName(p.name, p.at)
		return nil
	}
	return x.directive(p)
}

// directive reads one directive with its arguments.
func (x *extractor) directive(p *piece) error {
	x.php.Forget()
	if p.name != "" && strings.HasPrefix(p.name, "end") && x.close(p) {
		return nil
	}
	if implicit, ok := blocks[p.name]; ok && p.args {
		return x.open(p, implicit)
	}
	if !p.args {
		switch p.name {
		case "show":
			if x.section.Start < x.section.End {
				x.define("@yield ", x.section, p.at.End)
			}
			x.endSection(p)
		case "endsection", "stop", "append", "overwrite", "endpush", "endprepend", "endslot", "endpushonce", "endprependonce", "endpushif":
			x.endSection(p)
		}
		return nil
	}
	args := x.split(p.text, false)
	if p.known {
		if done, err := x.known(p, args); done || err != nil {
			return err
		}
	}
	return x.call(p)
}

// viewArgs are the directives that name views, with the index of the argument
// that does.
var viewArgs = map[string]int{
	"include": 0, "includeif": 0, "includeisolated": 0, "includewhen": 1, "includeunless": 1, "includefirst": 0,
	"extends": 0, "extendsfirst": 0, "component": 0, "componentfirst": 0, "each": 0,
}

// known reads what the arguments of one of Blade's directives mean other than
// their values; done says that these are not to be read.
func (x *extractor) known(p *piece, args []ts.Range) (done bool, err error) {
	arg := func(i int) (ts.Range, bool) {
		if i >= len(args) {
			return ts.Range{}, false
		}
		return x.literal(args[i])
	}
	if i, ok := viewArgs[p.name]; ok {
		if i < len(args) {
			for _, r := range x.literals(args[i]) {
				x.view(r, lang.ImportEffect)
			}
		}
		if r, ok := arg(3); ok && p.name == "each" {
			x.view(r, lang.ImportEffect)
		}
		return false, nil
	}
	switch p.name {
	case "section", "push", "prepend", "pushonce", "prependonce", "pushif", "slot":
		i := 0
		if p.name == "pushif" {
			i = 1
		}
		if r, ok := arg(i); ok {
			x.begin(p, r, len(args) > i+1 && p.name != "slot" && p.name != "pushonce" && p.name != "prependonce")
		}
	case "yield", "stack":
		if r, ok := arg(0); ok {
			x.define("@"+p.name+" ", r, p.text.End+1)
		}
	case "hassection", "sectionmissing":
		if r, ok := arg(0); ok {
			x.use("@section ", r)
		}
	case "hasstack":
		if r, ok := arg(0); ok {
			x.use("@push ", r)
		}
	case "props", "aware":
		if len(args) > 0 {
			for _, r := range x.literals(args[0]) {
				x.php.Variable("$"+x.text(r), r, lang.NoExpr)
			}
		}
	case "inject":
		name, ok := arg(0)
		if !ok || len(args) < 2 {
			return false, nil
		}
		typ := lang.NoExpr
		if r, ok := x.literal(args[1]); ok {
			typ = x.php.Class(r)
		} else if err := x.value(args[1], false); err != nil {
			return true, err
		}
		x.php.Variable("$"+x.text(name), name, typ)
		return true, nil
	case "use":
		return true, x.uses(p, args)
	case "class":
		if len(args) > 0 {
			for _, r := range x.literals(args[0]) {
				x.classes(r)
			}
		}
	case "php":
		_, err := x.php.Code("", p.text, "\n;", false)
		return true, err
	}
	return false, nil
}

// classes refers to the rules for the classes in a string.
func (x *extractor) classes(r ts.Range) {
	for i := r.Start; i < r.End; i++ {
		from := i
		for i < r.End && x.src[i] != ' ' {
			i++
		}
		if from < i {
			x.b.Ref(lang.Ref{Name: x.b.Name("." + string(x.src[from:i])), Start: from, End: i, X: -1, Kind: lang.RefOpen, Role: lang.Read, N: 1})
		}
	}
}

// uses reads @use('Class', 'Alias') and @use(Class).
func (x *extractor) uses(p *piece, args []ts.Range) error {
	if len(args) == 0 {
		return nil
	}
	r, quoted := x.literal(args[0])
	if !quoted {
		if c := x.src[args[0].Start]; c == '"' || c == '\'' {
			return nil
		}
		return x.php.Use(x.trim(p.text), ts.Range{})
	}
	var alias ts.Range
	if len(args) > 1 {
		alias, _ = x.literal(args[1])
	}
	return x.php.Use(r, alias)
}

// open begins a block.
func (x *extractor) open(p *piece, implicit string) error {
	scope := x.php.Enter(p.at.Start)
	x.blocks = append(x.blocks, block{end: "end" + p.name, scope: scope, at: p.at, implicit: implicit, refs: len(x.b.F.Refs)})
	var err error
	switch p.name {
	case "error", "session":
		err = x.value(p.text, false)
	case "forelse":
		_, err = x.php.Code("foreach(", p.text, "\n);", false)
	default:
		_, err = x.php.Code(p.name+"(", p.text, "\n);", false)
	}
	if scope >= 0 {
		x.php.Entered()
	}
	x.php.Forget()
	return err
}

// close ends the block that the directive p ends, with those in it; false when
// it ends none.
func (x *extractor) close(p *piece) bool {
	// Blocks deeper than scopes go are not told apart.
	for i := len(x.blocks) - 1; i >= 0 && i >= len(x.blocks)-maxUnclosed; i-- {
		if x.blocks[i].end == p.name {
			for len(x.blocks) > i {
				x.leave(p.at.Start - 1)
			}
			return true
		}
	}
	return false
}

// maxUnclosed is how many blocks inside it, that nothing ends, the end of a
// block ends too.
const maxUnclosed = 64

// leave ends the innermost block at an offset.
func (x *extractor) leave(at uint32) {
	k := x.blocks[len(x.blocks)-1]
	x.blocks = x.blocks[:len(x.blocks)-1]
	if k.scope < 0 {
		return
	}
	x.php.Leave(at)
	if k.implicit == "" {
		return
	}
	n := x.b.Name(k.implicit)
	if slices.ContainsFunc(x.b.F.Refs[k.refs:], func(r lang.Ref) bool { return r.Name == n }) {
		_, d := x.b.Def(n, lang.KindVariable, symbol.None, k.at.Start, k.at.End)
		d.Flags, d.Scope = lang.Local, k.scope
	}
}

// view refers to the template that the text at r names.
func (x *extractor) view(r ts.Range, kind lang.ImportKind) { x.views(x.text(r), r, kind) }

// views refers at r to the first template that there is of several.
func (x *extractor) views(names string, r ts.Range, kind lang.ImportKind) {
	id := x.b.Import(lang.Import{Module: x.b.Name(php.View + names), Kind: kind, Local: lang.NoDef})
	x.b.Ref(lang.Ref{Name: x.b.F.Imports[id].Module, Start: r.Start, End: r.End, Scope: x.php.Scope(), X: int32(id), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace})
}

// counterparts are where what a directive defines is printed.
var counterparts = map[string]string{"section": "@yield ", "push": "@stack "}

// begin reads the name of a section, a part of a stack or a slot. An inline one
// has no end of its own.
func (x *extractor) begin(p *piece, r ts.Range, inline bool) {
	what := p.name
	switch what {
	case "prepend", "pushonce", "prependonce", "pushif":
		what = "push"
	}
	d := x.define("@"+what+" ", r, p.text.End+1)
	if other, ok := counterparts[what]; ok {
		x.use(other, r)
	}
	if !inline {
		x.sections = append(x.sections, d)
	}
	if x.section = r; what != "section" {
		x.section = ts.Range{}
	}
}

// endSection ends what begin began last.
func (x *extractor) endSection(p *piece) {
	x.section = ts.Range{}
	if n := len(x.sections); n > 0 {
		d := &x.b.F.Defs[x.sections[n-1]]
		d.EncEnd = max(d.EncEnd, p.at.End)
		x.sections = x.sections[:n-1]
	}
}

// define makes the text at r a definition that other templates can refer to. What
// says which name space it is in; end is that of the declaration.
func (x *extractor) define(what string, r ts.Range, end uint32) lang.DefID {
	id, d := x.b.Def(x.b.Name(x.text(r)), lang.KindObject, symbol.Term, r.Start, r.End)
	d.Desc, d.Space, d.Flags = x.b.Name(what+x.text(r)), lang.Namespace, lang.Open
	d.EncEnd = max(d.EncEnd, min(end, uint32(len(x.src))))
	d.Sig = line([]byte(what + "'" + x.text(r) + "'"))
	if first, ok := x.first[d.Desc]; ok {
		d.Same = first
	} else {
		x.first[d.Desc] = id
	}
	return id
}

// use refers to what other templates define under the name at r.
func (x *extractor) use(what string, r ts.Range) {
	x.b.Ref(lang.Ref{Name: x.b.Name(what + x.text(r)), Start: r.Start, End: r.End, X: -1, Kind: lang.RefOpen, Role: lang.Read, N: 1})
}
