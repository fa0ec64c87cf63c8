package html

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Kinds of chunks in markup.
const (
	KindComponent = "component" // an element that a script, a class or another template makes
	KindElement   = "element"   // one that says what it is for, or has an id
	KindScript    = "script"
	KindStyle     = "style"
	KindPage      = "page" // the whole file
)

// page adds the chunk of the whole file: what is in it leaves it.
func (m *Markup) page(d *Document, in lang.Input) {
	name := path.Base(in.Path)
	name = strings.TrimSuffix(name, path.Ext(name))
	page := lang.Region{Kind: KindPage, Name: name, End: uint32(len(m.src)), Def: lang.NoDef, Signature: "page " + name}
	for i := range d.Elements {
		e := &d.Elements[i]
		if e.Name != "title" || e.Close.Start <= e.Open.End+2 {
			continue
		}
		if title := signature(string(in.Src[e.Open.End : e.Close.Start-2])); title != "" && plain(title) {
			page.Signature += ": " + title
			page.Meta = lang.Fields{{Key: "title", Value: title}}
		}
		break
	}
	m.Whole(page)
}

// tagChunks are the tags of templates whose text is a chunk.
var tagChunks = map[string]bool{"block": true, "macro": true, "partialdef": true}

// tagHeads say what a template is made with.
var tagHeads = map[string]bool{"extends": true, "load": true, "import": true, "from": true}

// chunks adds what the tags of a page make chunks of to Facts.Rich, where that is
// asked for, and to o how they divide it. A nil t has none.
func (t *tags) chunks(f *lang.Facts, o *Outline) {
	r := f.Rich
	if r == nil || t == nil {
		return
	}
	defs := map[uint32]lang.DefID{}
	for d := range f.Defs {
		if def := &f.Defs[d]; def.Flags&lang.Local == 0 {
			defs[def.Start] = lang.DefID(d)
		}
	}
	ends := map[int]bool{}
	for i := range t.list {
		x := &t.list[i]
		name := string(o.Src[x.name.Start:x.name.End])
		if tagHeads[name] {
			r.Heads = append(r.Heads, lang.Span{Start: x.all.Start, End: x.all.End})
		}
		if name != "" && !ends[i] {
			o.Starts = append(o.Starts, x.all.Start)
		}
		if x.end <= i || x.end >= len(t.list) {
			continue
		}
		ends[x.end] = true
		whole := ts.Range{Start: x.all.Start, End: t.list[x.end].all.End}
		o.Blocks = append(o.Blocks, whole)
		if !tagChunks[name] {
			continue
		}
		at := x.text.Start
		for at < x.text.End && IsSpace(o.Src[at]) {
			at++
		}
		to := at
		for to < x.text.End && !IsSpace(o.Src[to]) && o.Src[to] != '(' {
			to++
		}
		region := lang.Region{Kind: name, Name: string(o.Src[at:to]), Start: whole.Start, End: whole.End, Def: lang.NoDef, Signature: signature(string(o.Src[x.all.Start:x.all.End]))}
		if d, ok := defs[at]; ok && at < to {
			region.Def = d
		}
		region.Beside = bytes.IndexByte(o.Src[whole.Start:whole.End], '\n') < 0
		r.Add(region)
	}
}

// Whole adds the region of a whole file to Facts.Rich, where that is asked for.
func (m *Markup) Whole(region lang.Region) {
	if r := m.b.F.Rich; r != nil {
		r.Add(region)
		r.Cuts = append(r.Cuts, lang.Cut{At: region.Start})
	}
}

// parts are the elements that are chunks without an id.
var parts = map[string]bool{"section": true, "article": true, "nav": true, "header": true, "footer": true, "main": true, "form": true}

// Outline says how the chunks of markup are made where it is that of a template
// language.
type Outline struct {
	// Src is the text as it is written; Parse may have read another of the same
	// length.
	Src []byte
	// Kind is the type of the chunk that an element is, by its name in lower case,
	// "" where Outline is not to say; nil for the kinds of HTML.
	Kind func(name string) string
	// Blocks are the parts that the template language divides a text into: what lies
	// in them is deeper.
	Blocks []ts.Range
	// Starts are more places at which a text can be divided: those that begin a line
	// are used.
	Starts []uint32
	// Whole leaves out the elements: only cuts and comments are added.
	Whole bool
}

// Chunks adds what of a document is chunks to Facts.Rich, where that is asked for.
// Attributes has been called for the elements whose ids are definitions.
func (m *Markup) Chunks(d *Document, o Outline) {
	r := m.b.F.Rich
	if r == nil {
		return
	}
	for _, c := range d.Comments {
		r.Comments = append(r.Comments, lang.Span{Start: c.Start, End: c.End})
	}
	m.cuts(r, d, o)
	for i := range d.Elements {
		e := &d.Elements[i]
		r.Node(e.Open.Start, e.End)
		r.Node(e.Open.Start, e.Open.End)
		if e.Close.Start >= e.Open.End+2 {
			r.FoldBelow(e.Open.Start, e.Close.Start-2, false)
		}
		for _, a := range e.Attrs {
			end := max(a.Name.End, a.Value.End)
			if a.Value.Start > 0 && int(end) < len(o.Src) && o.Src[end] == o.Src[a.Value.Start-1] {
				end++ // the quote
			}
			r.Node(a.Name.Start, end)
			r.Node(a.Value.Start, a.Value.End)
		}
	}
	for _, b := range o.Blocks {
		r.Node(b.Start, b.End)
		r.FoldBelow(b.Start, b.End, true)
	}
	if o.Whole {
		return
	}
	for i := range d.Elements {
		e := &d.Elements[i]
		if m.head(e) {
			r.Heads = append(r.Heads, lang.Span{Start: e.Open.Start, End: e.End})
			continue
		}
		m.chunk(r, e, o)
	}
}

// head says whether an element is for the file what an import is.
func (m *Markup) head(e *Element) bool {
	switch e.Name {
	case "link", "base":
		return true
	case "script":
		return e.Raw.Start == e.Raw.End && e.Value(m.src, "src") != ""
	}
	return false
}

// chunk adds element e where it is a chunk.
func (m *Markup) chunk(r *lang.Rich, e *Element, o Outline) {
	kind, id, def := "", "", lang.NoDef
	if o.Kind != nil {
		kind = o.Kind(e.Name)
	}
	if a, ok := e.Attr(m.src, "id"); ok && a.Value.Start < a.Value.End {
		if id = string(o.Src[a.Value.Start:a.Value.End]); !plain(id) || strings.ContainsAny(id, " \t\r\n") {
			id = ""
		}
		if d, ok := m.defs[a.Value.Start]; ok {
			def = d
		}
	}
	switch {
	case kind != "":
	case (e.Name == KindScript || e.Name == KindStyle) && e.Raw.Start < e.Raw.End:
		kind = e.Name
	case strings.Contains(e.Name, "-"):
		kind = KindComponent
	case parts[e.Name] || id != "":
		kind = KindElement
	default:
		return
	}
	name := string(o.Src[e.Tag.Start:e.Tag.End])
	if id != "" {
		name += "#" + id
	}
	// An element on one line says all in the chunk around it too.
	one := bytes.IndexByte(o.Src[e.Open.Start:e.End], '\n') < 0
	r.Add(lang.Region{Kind: kind, Name: name, Start: e.Open.Start, End: e.End, Def: def, Beside: one, Signature: signature(string(o.Src[e.Open.Start:e.Open.End]))})
}

// cuts adds where elements, and the text behind them, begin on lines of their own.
func (m *Markup) cuts(r *lang.Rich, d *Document, o Outline) {
	var begins, ends []uint32
	for i := range d.Elements {
		if e := &d.Elements[i]; e.End > e.Open.End {
			begins, ends = append(begins, e.Open.End), append(ends, e.End)
		}
	}
	for _, b := range o.Blocks {
		begins, ends = append(begins, b.Start+1), append(ends, b.End)
	}
	slices.Sort(begins)
	slices.Sort(ends)
	upTo := func(list []uint32, at uint32) int {
		n, _ := slices.BinarySearch(list, at+1)
		return n
	}
	slices.SortFunc(r.Comments, func(a, b lang.Span) int { return cmp.Compare(a.Start, b.Start) })
	cut := func(at uint32) {
		at = leading(o.Src, r.Comments, at)
		if ownLine(o.Src, at) {
			r.Cuts = append(r.Cuts, lang.Cut{At: at, Depth: uint8(min(max(upTo(begins, at)-upTo(ends, at), 0), 255))})
		}
	}
	var texts []uint32 // behind elements and comments
	for i := range d.Elements {
		e := &d.Elements[i]
		cut(e.Open.Start)
		if e.Raw.Start == e.Raw.End {
			texts = append(texts, e.Open.End)
		}
		texts = append(texts, e.End)
	}
	for _, c := range d.Comments {
		texts = append(texts, c.End)
	}
	slices.Sort(texts)
	for _, at := range slices.Compact(texts) {
		for int(at) < len(m.src) && IsSpace(m.src[at]) {
			at++
		}
		if int(at) < len(m.src) && m.src[at] != '<' {
			cut(at)
		}
	}
	for _, at := range o.Starts {
		cut(at)
	}
}

// leading is where the comments begin that stand right before an offset, each on
// lines of its own; the offset where there are none.
func leading(src []byte, comments []lang.Span, at uint32) uint32 {
	for {
		i, _ := slices.BinarySearchFunc(comments, at, func(c lang.Span, at uint32) int { return cmp.Compare(c.Start, at) })
		if i == 0 || comments[i-1].End > at || len(bytes.TrimSpace(src[comments[i-1].End:at])) > 0 || !ownLine(src, comments[i-1].Start) {
			return at
		}
		at = comments[i-1].Start
	}
}

// ownLine says whether nothing but white space stands before an offset on its line.
func ownLine(src []byte, at uint32) bool {
	for at > 0 {
		switch at--; src[at] {
		case ' ', '\t', '\r':
		default:
			return src[at] == '\n'
		}
	}
	return true
}
