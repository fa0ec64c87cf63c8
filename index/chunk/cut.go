package chunk

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"codeintel/index/lang"
)

// whole says how many times the limit of tokens a line may have that no cut divides;
// what has more is divided anywhere.
const whole = 2

// labelTokens is how many tokens ", part 123 of 456" has at most.
const labelTokens = 8

// minInner is how many tokens a definition inside a long function has at least to
// be a chunk of its own.
const minInner = 32

// A file has at most maxChunks chunks. Its regions beside others, which may be nested in
// one another, have at most mostBeside times its bytes, and fewBeside more. A file that
// needs more is divided into lines.
const (
	maxChunks             = 1 << 15
	fewBeside, mostBeside = 1 << 20, 8
)

const (
	maxSignature = 240  // bytes of a first line that stands for a signature
	maxDoc       = 4096 // bytes of documentation in metadata
	maxNames     = 50   // bytes of the names that Code is called
)

// elided stands behind a signature whose text is another chunk's.
const elided = " …"

// cutter divides one file.
type cutter struct {
	l      *lang.Language
	in     lang.Input
	o      Options
	src    []byte
	starts []uint32 // of the lines
	counts tally    // of tokens
	f      *lang.Facts
	rich   *lang.Rich
	least  uint8 // depth of the statements of the file
	places []place
	nodes  []node
	out    []Chunk
	over   bool         // there is no room for more of them
	order  []lang.DefID // definitions in the order of the text, once somebody asks
}

// node is a part of the text that may be a chunk. Nodes are nested: none overlaps
// another but those around it and in it.
type node struct {
	start, end uint32
	typ, name  string
	parent     string // names of what it belongs to, with dots
	path       string // qualified, where there are kids
	sig        string
	def        lang.DefID
	meta       lang.Fields
	data       any // lang.Region.Data
	doc        string
	region     bool // of its own, no definition's
	tells      bool // has metadata besides its text, so that its signature can't stand for it
	container  bool // what is in it always is its own chunk
	kids       []int32
	saved      []uint32 // tokens that the signatures of the kids before save, one more than kids
}

// place is one of rich.Cuts at which a piece may begin: here, where its line does if only
// white space is between.
type place struct {
	at, here uint32
	depth    uint8
}

var newline = []byte{'\n'}

func newCutter(l *lang.Language, in lang.Input, o Options) *cutter {
	c := &cutter{l: l, in: in, o: o, src: in.Src, counts: newTally(in.Src)}
	c.starts = make([]uint32, 1, bytes.Count(c.src, newline)+1)
	for at := 0; ; {
		n := bytes.IndexByte(c.src[at:], '\n') + 1
		if at += n; n == 0 || at == len(c.src) {
			return c
		}
		c.starts = append(c.starts, uint32(at))
	}
}

// line is the number of the line that has the byte at, from 1.
func (c *cutter) line(at uint32) int {
	return sort.Search(len(c.starts), func(i int) bool { return c.starts[i] > at })
}

func (c *cutter) lineStart(at uint32) uint32 { return c.starts[c.line(at)-1] }

// indent is at, or the start of its line where only white space is before it.
func (c *cutter) indent(at uint32) uint32 {
	start := c.lineStart(at)
	if len(bytes.TrimSpace(c.src[start:at])) == 0 {
		return start
	}
	return at
}

// add appends the chunk of a range.
func (c *cutter) add(x Chunk, start, end uint32) {
	if c.over = c.over || len(c.out) == maxChunks; c.over {
		return
	}
	x.File, x.Start, x.End = c.in.Path, start, end
	x.Metadata = bounded(x.Metadata)
	x.StartLine, x.EndLine = c.line(start), c.line(max(end, start+1)-1)
	if c.l != nil {
		x.Language = c.l.Name
	}
	if c.o.Related != nil {
		x.Related = c.o.Related(start, end)
	}
	c.out = append(c.out, x)
}

// maxMetadata is the maximum size of a chunk's metadata, as sizeOf counts it. Every part
// of a long chunk repeats the metadata.
const maxMetadata = 64 << 10

// bounded returns metadata cut to maxMetadata. It keeps numbers and booleans, such as the
// number of a part.
func bounded(meta lang.Fields) lang.Fields {
	if sizeOf(meta) <= maxMetadata {
		return meta
	}
	room := maxMetadata
	for _, m := range meta {
		if isScalar(m.Value) {
			room -= len(m.Key)
		}
	}
	few := make(lang.Fields, 0, len(meta))
	for _, m := range meta {
		if isScalar(m.Value) {
			few = append(few, m)
		} else if room -= len(m.Key); room > 0 {
			few = append(few, lang.Meta{Key: m.Key, Value: fit(m.Value, &room)})
		}
	}
	return few
}

// isScalar reports whether a value of metadata is a number or a boolean.
func isScalar(value any) bool {
	switch value.(type) {
	case int, bool:
		return true
	}
	return false
}

// sizeOf returns the size of a value of metadata: the bytes of its keys and texts, and
// one for each element of a list.
func sizeOf(value any) (n int) {
	switch v := value.(type) {
	case string:
		n = len(v)
	case []string:
		for _, s := range v {
			n += 1 + len(s)
		}
	case lang.Fields:
		for _, m := range v {
			n += len(m.Key) + sizeOf(m.Value)
		}
	case []lang.Fields:
		for _, f := range v {
			n += 1 + sizeOf(f)
		}
	}
	return n
}

// fit returns value cut to a size of at most *room, and subtracts the size of the result
// from *room, or all of it where value was cut.
func fit(value any, room *int) any {
	if n := sizeOf(value); n <= *room {
		*room -= n
		return value
	}
	switch v := value.(type) {
	case string:
		value = ""
		if *room >= len("…") {
			value = clip(v, *room)
		}
	case []string:
		value = v[:fitting(v, *room)]
	case []lang.Fields:
		value = v[:fitting(v, *room)]
	case lang.Fields:
		few := make(lang.Fields, 0, len(v))
		for _, m := range v {
			if *room -= len(m.Key); *room > 0 {
				few = append(few, lang.Meta{Key: m.Key, Value: fit(m.Value, room)})
			}
		}
		value = few
	}
	*room = 0
	return value
}

// fitting returns how many of the first elements of a list have a size of at most room.
func fitting[T any](list []T, room int) int {
	for i, x := range list {
		if room -= 1 + sizeOf(x); room < 0 {
			return i
		}
	}
	return len(list)
}

func (c *cutter) symbol(d lang.DefID) string {
	if c.o.Symbol == nil {
		return ""
	}
	return c.o.Symbol(d)
}

// lines divides the file into lines.
func (c *cutter) lines() {
	for i := 0; i < len(c.starts) && len(c.src) > 0; i += c.o.MaxLines {
		start, end := c.starts[i], uint32(len(c.src))
		if i+c.o.MaxLines < len(c.starts) {
			end = c.starts[i+c.o.MaxLines]
		}
		pieces := []lang.Span{{Start: start, End: end}}
		if c.counts.in(start, end) > c.o.MaxTokens {
			pieces = c.hard(&node{}, start, end, c.o.MaxTokens, nil)
		}
		for _, p := range pieces {
			if text := c.src[p.Start:p.End]; len(bytes.TrimSpace(text)) > 0 {
				c.add(Chunk{Def: lang.NoDef, SymbolType: Lines, SymbolName: moduleName(c.in.Path), Content: string(text)}, p.Start, p.End)
			}
		}
	}
}

// facts divides the file by its facts; it is false, and there are no chunks, where these
// would be too many.
func (c *cutter) facts(f *lang.Facts) bool {
	if len(bytes.TrimSpace(c.src)) == 0 {
		return true
	}
	c.f, c.rich = f, f.Rich
	if c.rich == nil {
		c.rich = &lang.Rich{}
	}
	c.least = 255
	for _, x := range c.rich.Cuts {
		c.least = min(c.least, x.Depth)
	}
	c.collect()
	tops := c.nest()
	for _, i := range tops {
		c.prune(i)
	}
	c.module(tops)
	c.emit(tops)
	beside := 0
	for i := range c.rich.Regions {
		if r := &c.rich.Regions[i]; r.Beside && !c.over {
			if beside += int(r.End - r.Start); beside > fewBeside+mostBeside*len(c.src) {
				c.over = true
				break
			}
			c.region(r)
		}
	}
	if c.over {
		c.out, c.over = nil, false
		return false
	}
	slices.SortStableFunc(c.out[1:], func(a, b Chunk) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	return true
}

// collect makes the nodes of the definitions and regions.
func (c *cutter) collect() {
	f := c.f
	regions := map[lang.DefID]bool{}
	for i := range c.rich.Regions {
		r := &c.rich.Regions[i]
		if r.Def >= 0 && !r.Beside {
			regions[r.Def] = true
		}
	}
	for d := range f.Defs {
		def := &f.Defs[d]
		typ := c.l.Chunks.Types[def.Kind]
		if typ == "" || regions[lang.DefID(d)] || def.EncStart == def.Start && def.EncEnd == def.End || f.Name(def.Name) == "" || def.Flags&(lang.Binding|lang.Param|lang.Elsewhere|lang.Declared|lang.Open) != 0 {
			continue
		}
		c.nodes = append(c.nodes, c.definition(lang.DefID(d), typ))
	}
	for i := range c.rich.Regions {
		r := &c.rich.Regions[i]
		if r.Beside {
			continue
		}
		c.nodes = append(c.nodes, c.regionNode(r))
	}
	for i := range c.nodes {
		n := &c.nodes[i]
		c.widen(n)
		if n.sig == "" {
			n.sig = c.firstLine(n.start, n.end)
		}
	}
}

// regionNode is the node of a region: that of its definition, where it has one, with
// what the region says itself.
func (c *cutter) regionNode(r *lang.Region) node {
	n := node{def: lang.NoDef, region: true}
	if r.Def >= 0 {
		n = c.definition(r.Def, r.Kind)
	}
	n.typ, n.start, n.end, n.meta = r.Kind, r.Start, r.End, slices.Concat(n.meta, r.Meta)
	n.tells = len(r.Meta) > 0
	n.data = r.Data
	n.name, n.sig = cmp.Or(r.Name, n.name), cmp.Or(r.Signature, n.sig)
	return n
}

// definition is the node of a definition.
func (c *cutter) definition(d lang.DefID, typ string) node {
	f, def := c.f, &c.f.Defs[d]
	n := node{
		start: def.EncStart, end: def.EncEnd, typ: typ, name: clip(f.Name(def.Name), maxQualified), sig: clip(def.Sig, maxQualified), def: d, doc: def.Doc, meta: c.rich.Meta[d],
		container: !def.Callable() && contains(def.Kind),
	}
	var names []string
	size := 0
	for p := def.Parent; p >= 0 && size <= maxQualified; p = f.Defs[p].Parent {
		switch f.Defs[p].Kind {
		case lang.KindNamespace, lang.KindPackage, lang.KindModule:
		default:
			if name := f.Name(f.Defs[p].Name); name != "" {
				if size += len(name) + 1; size <= maxQualified {
					names = append(names, name)
				}
			}
			continue
		}
		break
	}
	slices.Reverse(names)
	n.parent = strings.Join(names, ".")
	return n
}

// contains says whether definitions of a kind are made of members.
func contains(k lang.Kind) bool {
	switch k {
	case lang.KindClass, lang.KindInterface, lang.KindStruct, lang.KindEnum, lang.KindTrait, lang.KindNamespace, lang.KindModule,
		lang.KindPackage, lang.KindObject, lang.KindUnion, lang.KindType:
		return true
	}
	return false
}

// widen takes in the comments above a node, and what ends its last line.
func (c *cutter) widen(n *node) {
	comments := c.rich.Comments
	for {
		line := c.lineStart(n.start)
		if line == 0 || len(bytes.TrimSpace(c.src[line:n.start])) > 0 {
			break
		}
		i := sort.Search(len(comments), func(i int) bool { return comments[i].Start >= line }) - 1
		if i < 0 || comments[i].End > line || len(bytes.TrimSpace(c.src[comments[i].End:line])) > 0 ||
			bytes.IndexByte(c.src[comments[i].End:max(line, 1)-1], '\n') >= 0 || c.indent(comments[i].Start) != c.lineStart(comments[i].Start) {
			break
		}
		n.start = comments[i].Start
	}
	n.end -= uint32(len(c.src[n.start:n.end]) - len(bytes.TrimRight(c.src[n.start:n.end], " \t\r\n")))
	end := n.end
	for int(end) < len(c.src) && (c.src[end] == ' ' || c.src[end] == '\t' || c.src[end] == '\r' || c.src[end] == ';' || c.src[end] == ',') {
		end++
	}
	if i, ok := slices.BinarySearchFunc(comments, end, func(s lang.Span, at uint32) int { return cmp.Compare(s.Start, at) }); ok && bytes.IndexByte(bytes.TrimRight(c.src[end:comments[i].End], "\r\n"), '\n') < 0 {
		end += uint32(len(bytes.TrimRight(c.src[end:comments[i].End], "\r\n")))
	}
	if int(end) == len(c.src) || c.src[end] == '\n' {
		n.end = uint32(len(bytes.TrimRight(c.src[:end], " \t\r\n")))
	}
}

// firstLine is the line of text at the start of a range, without its white space.
func (c *cutter) firstLine(start, end uint32) string {
	line, _, _ := bytes.Cut(c.src[start:end], []byte("\n"))
	return clip(strings.TrimRight(string(line), " \t\r{"), maxSignature)
}

// clip cuts a text before a character so that it has at most n bytes, and marks it.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// short cuts a text so that it has at most n tokens, and marks it; it is "" where the
// mark alone has more.
func short(s string, n int) string {
	if Tokens(s) <= n {
		return s
	}
	if n < 1 {
		return ""
	}
	var t scanner
	for i := range len(s) {
		if t.begins(s[i]) {
			if n--; n == 0 {
				return strings.TrimRight(s[:i], " \t\r\n") + "…"
			}
		}
	}
	return s
}

// nest puts nodes into those around them, and returns those at the top in the
// order of the text.
func (c *cutter) nest() (tops []int32) {
	slices.SortStableFunc(c.nodes, func(a, b node) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var open []int32
	last := uint32(0) // where what has been put in place ends
	for i := range c.nodes {
		n := &c.nodes[i]
		n.start = max(n.start, last) // a comment is one node's
		for len(open) > 0 && c.nodes[open[len(open)-1]].end <= n.start {
			last = max(last, c.nodes[open[len(open)-1]].end)
			open = open[:len(open)-1]
			n.start = max(n.start, last)
		}
		if n.start >= n.end {
			continue
		}
		if len(open) == 0 && n.def >= 0 && !n.region && c.anonymous(n.def) {
			continue
		}
		if len(open) > maxNesting+1 {
			continue // prune would leave it out
		}
		if len(open) == 0 {
			tops = append(tops, int32(i))
		} else {
			p := &c.nodes[open[len(open)-1]]
			if n.end = min(n.end, p.end); n.start == p.start && n.end == p.end {
				continue // one text, one chunk
			}
			if n.parent == "" {
				if p.path == "" {
					p.path = p.qualified()
				}
				n.parent = p.path
			}
			p.kids = append(p.kids, int32(i))
		}
		open = append(open, int32(i))
	}
	return tops
}

// anonymous says whether a definition is a member of an object that has no name:
// outside of anything that has one it is no chunk.
func (c *cutter) anonymous(d lang.DefID) bool {
	p := c.f.Defs[d].Parent
	return p >= 0 && c.f.Defs[p].Flags&lang.Synthetic != 0 && c.f.Defs[p].Flags&lang.Structural != 0
}

// maxQualified is how many bytes a qualified name has at most if it has more than one
// part.
const maxQualified = 4 << 10

// qualified is the name with those of what it belongs to; without it where that is too
// long.
func (n *node) qualified() string {
	if n.parent == "" || n.name == "" {
		return n.name
	}
	if len(n.parent)+len(n.name) > maxQualified {
		return n.parent
	}
	return n.parent + "." + n.name
}

// prune takes the nodes out of i that are no chunks of their own. The recursion is
// bounded: what lies deeper than maxNesting stays in what is around it.
func (c *cutter) prune(i int32) { c.pruneAt(i, 0) }

const maxNesting = 200

func (c *cutter) pruneAt(i int32, depth int) {
	n := &c.nodes[i]
	fits := c.counts.in(n.start, n.end) <= c.o.MaxTokens
	kids := n.kids[:0]
	for _, k := range n.kids {
		kid := &c.nodes[k]
		keep := depth < maxNesting
		switch {
		case kid.region:
		case n.container || n.region:
			keep = keep && !c.declares(kid)
		default:
			keep = keep && !fits && c.counts.in(kid.start, kid.end) >= minInner
		}
		if keep {
			c.pruneAt(k, depth+1)
			kids = append(kids, k)
		}
	}
	c.adopt(n, kids)
}

// adopt makes nodes the kids of n.
func (c *cutter) adopt(n *node, kids []int32) {
	n.kids = kids
	n.saved = make([]uint32, len(kids)+1)
	for j, k := range kids {
		kid := &c.nodes[k]
		n.saved[j+1] = n.saved[j] + uint32(c.counts.in(kid.start, kid.end)) - uint32(Tokens(c.instead(kid)))
		if c.splits(kid.end) {
			n.saved[j+1]--
		}
	}
}

// declares says whether a node is nothing but its signature, which the chunk
// around it can have as it is.
func (c *cutter) declares(n *node) bool {
	if n.def < 0 || n.tells || len(n.kids) > 0 {
		return false
	}
	d := &c.f.Defs[n.def]
	return d.Kind == lang.KindAbstractMethod && d.Body < 0 || oneLine(c.src[d.EncStart:d.EncEnd]) == oneLine([]byte(n.sig))
}

func oneLine(s []byte) string {
	return strings.TrimRight(string(bytes.Join(bytes.Fields(s), []byte(" "))), " ;,")
}

// tokens of a range of n, with signatures in place of kids: no less than Tokens says
// of what render makes of it. A kid that the range begins or ends in is whole before
// its beginning, and in it where it ends.
func (c *cutter) tokens(n *node, start, end uint32) int {
	t := int(c.upTo(n, end)) - int(c.upTo(n, start))
	if c.splits(start) {
		t++
	}
	return max(t, 0)
}

// instead is what stands in place of a kid.
func (c *cutter) instead(kid *node) string { return short(kid.sig, c.o.MaxTokens/2) + elided }

// upTo is how many tokens the file has before a place, with signatures in place of
// those kids of n that begin before it. It never falls from one place to the next.
func (c *cutter) upTo(n *node, at uint32) uint32 {
	i := sort.Search(len(n.kids), func(i int) bool { return c.nodes[n.kids[i]].start >= at })
	if i == 0 {
		return c.counts.upTo(at)
	}
	// What is saved may be less than nothing: the difference is right all the same.
	return c.counts.upTo(max(at, c.nodes[n.kids[i-1]].end)) - n.saved[i]
}

// splits says whether a place is in a token: it has one more where a text begins there.
func (c *cutter) splits(at uint32) bool {
	return int(at) < len(c.src) && !c.counts.at(at) && kindOf[c.src[at]] != space
}

// render is the text of a range of n, with signatures in place of kids.
func (c *cutter) render(n *node, start, end uint32) string {
	var b strings.Builder
	from := sort.Search(len(n.kids), func(i int) bool { return c.nodes[n.kids[i]].start >= start })
	for _, k := range n.kids[from:] {
		kid := &c.nodes[k]
		if kid.start >= end {
			break
		}
		b.Write(c.src[start:kid.start])
		b.WriteString(c.instead(kid))
		start = kid.end
	}
	b.Write(c.src[start:end])
	return b.String()
}

// divide cuts a range of n into pieces that have no more than limit tokens each
// but for a line that has more and that no cut divides: at the cuts of least depth,
// and deeper only in pieces that are still too long; at the ends of lines where there
// are no cuts. A piece begins in a line only where that line is too long for a chunk.
func (c *cutter) divide(n *node, start, end uint32, limit int) []lang.Span {
	var pieces []lang.Span
	for _, p := range c.cut(n, start, end, limit, nil) {
		if k := len(pieces) - 1; k >= 0 && c.tokens(n, pieces[k].Start, p.End) <= limit {
			pieces[k].End = p.End
			continue
		}
		pieces = append(pieces, p)
	}
	return pieces
}

func (c *cutter) cut(n *node, start, end uint32, limit int, out []lang.Span) []lang.Span {
	if c.tokens(n, start, end) <= limit {
		return append(out, lang.Span{Start: start, End: end})
	}
	places := c.placesIn(start, end)
	for least, deeper := shallowest(places, 0); deeper; least, deeper = shallowest(places, int(least)+1) {
		var at []uint32
		for _, p := range places {
			if p.depth == least && p.here > start && !c.inside(n, p.here) {
				at = append(at, p.here)
			}
		}
		if len(at) == 0 {
			continue
		}
		for _, here := range append(at, end) {
			if here > start {
				out = c.cut(n, start, here, limit, out)
				start = here
			}
		}
		return out
	}
	return c.hard(n, start, end, limit, out)
}

// placesIn returns the places in a range. Texts that nest ask for as many ranges as they
// have levels: what is known of a place is computed once.
func (c *cutter) placesIn(start, end uint32) []place {
	if c.places == nil {
		c.places = []place{}
		for _, x := range c.rich.Cuts {
			if here := c.indent(x.At); c.divides(here) {
				c.places = append(c.places, place{x.At, here, x.Depth})
			}
		}
	}
	from := sort.Search(len(c.places), func(i int) bool { return c.places[i].at > start })
	to := sort.Search(len(c.places), func(i int) bool { return c.places[i].at >= end })
	return c.places[min(from, to):to]
}

// shallowest returns the least depth of places that is not less than least; false where
// none is.
func shallowest(places []place, least int) (depth uint8, ok bool) {
	best := 256
	for _, p := range places {
		if d := int(p.depth); d >= least && d < best {
			if best = d; d == least {
				break
			}
		}
	}
	return uint8(min(best, 255)), best < 256
}

// inside says whether at is in a kid of n, where n has only its signature.
func (c *cutter) inside(n *node, at uint32) bool {
	i := sort.Search(len(n.kids), func(i int) bool { return c.nodes[n.kids[i]].end > at })
	return i < len(n.kids) && c.nodes[n.kids[i]].start < at
}

// divides says whether a piece may begin at a place: that of a line, or in one that is
// too long for a chunk.
func (c *cutter) divides(at uint32) bool {
	line := c.line(at)
	start, end := c.starts[line-1], uint32(len(c.src))
	if line < len(c.starts) {
		end = c.starts[line]
	}
	return at == start || c.counts.in(start, end) > c.o.MaxTokens
}

// hard divides a range of n at the ends of lines, and lines that have more than whole
// times the limit anywhere. What stands for a kid is on one line with what is around it.
func (c *cutter) hard(n *node, start, end uint32, limit int, out []lang.Span) []lang.Span {
	for start < end {
		fits := start + uint32(sort.Search(int(end-start), func(i int) bool { return c.tokens(n, start, start+uint32(i)+1) > limit }))
		at := fits
		if fits < end {
			if at = c.lineBefore(n, start, fits); at == start {
				at = c.lineAfter(n, fits, end)
				if c.tokens(n, start, at) > whole*limit {
					at = max(fits, start+1)
				}
			}
			for at < end && (c.inside(n, at) || !utf8.RuneStart(c.src[at])) {
				at++
			}
		}
		out = append(out, lang.Span{Start: start, End: at})
		start = at
	}
	return out
}

// lineBefore is where the last line begins that does in a range of n, outside of kids;
// start for none.
func (c *cutter) lineBefore(n *node, start, end uint32) uint32 {
	for end > start {
		i := bytes.LastIndexByte(c.src[start:end], '\n')
		if i < 0 {
			break
		}
		if at := start + uint32(i) + 1; !c.inside(n, at) {
			return at
		}
		end = start + uint32(i)
	}
	return start
}

// lineAfter is where the first line begins that does in a range of n, outside of kids;
// end for none.
func (c *cutter) lineAfter(n *node, start, end uint32) uint32 {
	for start < end {
		i := bytes.IndexByte(c.src[start:end], '\n')
		if i < 0 {
			break
		}
		if start += uint32(i) + 1; !c.inside(n, start) {
			return start
		}
	}
	return end
}

// emit adds the chunks of the nodes, and those of the code around them.
func (c *cutter) emit(tops []int32) {
	var stack []int32
	for _, i := range slices.Backward(tops) {
		stack = append(stack, i)
	}
	for len(stack) > 0 {
		n := &c.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for _, k := range slices.Backward(n.kids) {
			stack = append(stack, k)
		}
		c.node(n)
	}
	// The code around: what neither nodes nor heads have. A node inside a statement
	// (a function that is declared under a condition) leaves its signature there.
	taken := slices.Clone(c.rich.Heads)
	var kids []int32
	for _, i := range tops {
		if c.statement(c.nodes[i].start) {
			taken = append(taken, lang.Span{Start: c.nodes[i].start, End: c.nodes[i].end})
		} else {
			kids = append(kids, i)
		}
	}
	taken = slices.DeleteFunc(taken, func(t lang.Span) bool { // an import inside a function
		i := sort.Search(len(kids), func(i int) bool { return c.nodes[kids[i]].end > t.Start })
		return i < len(kids) && c.nodes[kids[i]].start <= t.Start
	})
	slices.SortFunc(taken, func(a, b lang.Span) int { return cmp.Compare(a.Start, b.Start) })
	at := uint32(0)
	for _, t := range append(taken, lang.Span{Start: uint32(len(c.src)), End: uint32(len(c.src))}) {
		if t.Start > at {
			in := sort.Search(len(kids), func(i int) bool { return c.nodes[kids[i]].start >= t.Start })
			c.code(at, t.Start, kids[:in])
			kids = kids[in:]
		}
		at = max(at, t.End)
	}
}

// statement says whether a statement of the file itself begins at a place, comments
// before it left out.
func (c *cutter) statement(at uint32) bool {
	cuts := c.rich.Cuts
	i := sort.Search(len(cuts), func(i int) bool { return cuts[i].At > at }) - 1
	return len(cuts) == 0 || i >= 0 && cuts[i].Depth <= c.least && !c.says(cuts[i].At, at)
}

// node adds the chunk of a node, or its parts.
func (c *cutter) node(n *node) {
	x := Chunk{Def: n.def, SymbolType: n.typ, SymbolName: n.name, data: n.data}
	if n.def >= 0 {
		x.Symbol = c.symbol(n.def)
		x.Metadata = append(x.Metadata, lang.Meta{Key: "signature", Value: n.sig})
	}
	if n.parent != "" {
		x.Metadata = append(x.Metadata, lang.Meta{Key: "parent", Value: n.parent})
	}
	if n.doc != "" {
		x.Doc = clip(n.doc, maxDoc)
		x.Metadata = append(x.Metadata, lang.Meta{Key: cmp.Or(c.l.Chunks.Doc, "doc"), Value: x.Doc})
	}
	x.Metadata = append(x.Metadata, n.meta...)
	c.parts(x, n)
}

// parts adds a chunk whole, or in as many parts as it needs. Each part has a first
// line that says what it is a part of, and all but the first one repeat the
// signature.
func (c *cutter) parts(x Chunk, n *node) {
	start := c.indent(n.start)
	if c.tokens(n, start, n.end) <= c.o.MaxTokens {
		x.Content = c.render(n, start, n.end)
		c.add(x, start, n.end)
		return
	}
	// What a part repeats has no more than half of the room.
	room := max(c.o.MaxTokens/2-labelTokens, 0)
	name := short(cmp.Or(n.qualified(), n.typ), room)
	head := ""
	if n.sig != "" {
		head = short(n.sig+elided, room-Tokens(name))
	}
	limit := max(c.o.MaxTokens-Tokens(head)-Tokens(name)-labelTokens, 1)
	var pieces []lang.Span
	for _, p := range c.divide(n, start, n.end, limit) {
		if text := bytes.TrimRight(c.src[p.Start:p.End], " \t\r\n"); len(text) > 0 {
			pieces = append(pieces, lang.Span{Start: p.Start, End: p.Start + uint32(len(text))})
		}
	}
	if len(pieces) == 1 {
		x.Content = c.render(n, start, n.end)
		c.add(x, start, n.end)
		return
	}
	meta := x.Metadata
	for i, p := range pieces {
		x.Metadata = slices.Concat(meta, lang.Fields{{Key: "part", Value: i + 1}, {Key: "parts", Value: len(pieces)}})
		text := fmt.Sprintf("%s, part %d of %d\n", name, i+1, len(pieces))
		if i > 0 && head != "" {
			text += head + "\n"
		}
		x.Content = text + c.render(n, p.Start, p.End)
		c.add(x, p.Start, p.End)
		x.Doc = ""
	}
}

// region adds the chunk of a region beside others.
func (c *cutter) region(r *lang.Region) {
	n := c.regionNode(r)
	if r.Text == "" {
		if n.sig == "" {
			n.sig = c.firstLine(n.start, n.end)
		}
		c.node(&n)
		return
	}
	x := Chunk{Def: r.Def, SymbolType: r.Kind, SymbolName: n.name, Metadata: n.meta, Content: r.Text, data: r.Data}
	if r.Def >= 0 {
		x.Symbol = c.symbol(r.Def)
	}
	c.add(x, c.indent(r.Start), r.End)
}

// code adds the chunk of text that is in no definition, if it is more than
// comments and marks. Of kids, which lie in it, it has the signatures.
func (c *cutter) code(start, end uint32, kids []int32) {
	text := c.src[start:end]
	end -= uint32(len(text) - len(bytes.TrimRight(text, " \t\r\n")))
	start += uint32(len(text) - len(bytes.TrimLeft(text, " \t\r\n")))
	said, at := false, start
	for _, k := range kids {
		said = said || c.says(at, c.nodes[k].start)
		at = c.nodes[k].end
	}
	if start >= end || !said && !c.says(at, end) {
		return
	}
	n := node{start: start, end: end, typ: Code, def: lang.NoDef}
	c.adopt(&n, kids)
	var names []string
	for _, d := range c.between(start, end) {
		def := &c.f.Defs[d]
		if c.outermost(def) && def.Start >= start && def.End <= end && def.Kind != lang.KindKey && def.Flags&(lang.Local|lang.Binding|lang.Param|lang.Synthetic|lang.Member) == 0 {
			if n.def < 0 {
				n.def = d
			}
			names = append(names, c.f.Name(def.Name))
		}
	}
	x := Chunk{Def: lang.NoDef, SymbolType: Code, SymbolName: moduleName(c.in.Path)}
	if len(names) > 0 {
		x.SymbolName, x.Symbol, x.Def = clip(strings.Join(names, ", "), maxNames), c.symbol(n.def), n.def
	}
	n.name = x.SymbolName
	c.parts(x, &n)
}

// outermost says whether a definition is a member of nothing but a namespace.
func (c *cutter) outermost(d *lang.Def) bool {
	if d.Parent < 0 {
		return true
	}
	k := c.f.Defs[d.Parent].Kind
	return k == lang.KindNamespace || k == lang.KindPackage || k == lang.KindModule
}

// between are the definitions that begin in a range, in the order of the text.
func (c *cutter) between(start, end uint32) []lang.DefID {
	f := c.f
	if c.order == nil {
		c.order = make([]lang.DefID, len(f.Defs))
		for d := range c.order {
			c.order[d] = lang.DefID(d)
		}
		slices.SortStableFunc(c.order, func(a, b lang.DefID) int { return cmp.Compare(f.Defs[a].Start, f.Defs[b].Start) })
	}
	from := sort.Search(len(c.order), func(i int) bool { return f.Defs[c.order[i]].Start >= start })
	to := sort.Search(len(c.order), func(i int) bool { return f.Defs[c.order[i]].Start >= end })
	return c.order[from:max(from, to)]
}

// says whether there is a word in a range outside comments.
func (c *cutter) says(start, end uint32) bool {
	comments := c.rich.Comments
	i := sort.Search(len(comments), func(i int) bool { return comments[i].End > start })
	for at := start; at < end; at++ {
		for i < len(comments) && comments[i].Start <= at {
			at = max(at, comments[i].End)
			i++
		}
		if at >= end {
			return false
		}
		if k := kindOf[c.src[at]]; k != space && k != mark {
			return true
		}
	}
	return false
}

// module adds the chunk of the whole file: its path, its documentation, its
// imports and its symbols, each as far as there is room.
func (c *cutter) module(tops []int32) {
	f := c.f
	room := c.o.MaxTokens
	var b strings.Builder
	// write adds lines until the share of the room is used.
	write := func(lines []string, share int) {
		left := min(share, room)
		for i, l := range lines {
			t := Tokens(l) + 1
			if t > left && i > 0 {
				fmt.Fprintf(&b, "… %d more\n", len(lines)-i)
				return
			}
			b.WriteString(clip(l, maxDoc))
			b.WriteByte('\n')
			left -= t
			room -= t
		}
	}
	write([]string{c.in.Path}, room)
	if f.Doc != "" {
		write(strings.Split(f.Doc, "\n"), room/3)
	}
	var heads []string
	for _, h := range c.rich.Heads {
		if c.within(tops, h.Start) {
			continue
		}
		heads = append(heads, clip(oneSpace(c.src[h.Start:h.End]), maxSignature))
	}
	write(heads, room/2)
	var symbols, names []string
	c.list(tops, "", &symbols)
	seen, givers := map[string]bool{}, map[lang.Span]string{}
	for d := range f.Defs {
		def := &f.Defs[d]
		if c.outermost(def) && def.Suffix != 0 && def.Flags&(lang.Local|lang.Binding|lang.Param|lang.Synthetic|lang.Elsewhere) == 0 && !c.again(def, givers) {
			if name := f.Name(def.Name); !seen[name] {
				names, seen[name] = append(names, name), true
			}
		}
	}
	write(symbols, room)
	x := Chunk{Def: lang.NoDef, SymbolType: Module, SymbolName: moduleName(c.in.Path), Symbol: c.symbol(lang.NoDef), Content: b.String(), Doc: clip(f.Doc, maxDoc), Wordings: c.rich.Wordings}
	if f.Package != "" {
		x.Metadata = append(x.Metadata, lang.Meta{Key: "package", Value: f.Package})
	}
	if f.Doc != "" {
		x.Metadata = append(x.Metadata, lang.Meta{Key: cmp.Or(c.l.Chunks.Doc, "doc"), Value: x.Doc})
	}
	if len(names) > 0 {
		x.Metadata = append(x.Metadata, lang.Meta{Key: "symbols", Value: names[:min(len(names), 200)]})
	}
	x.Metadata = append(x.Metadata, c.rich.File...)
	c.add(x, 0, uint32(len(c.src)))
}

// again says whether a key is another framework's name for what one before it names at
// the same place, and keeps who named it.
func (c *cutter) again(d *lang.Def, givers map[lang.Span]string) bool {
	if d.Kind != lang.KindKey {
		return false
	}
	at := lang.Span{Start: d.Start, End: d.End}
	framework, _, _, ok := lang.SplitOpen(c.f.Name(d.Key))
	if first, named := givers[at]; named {
		return first != framework
	}
	if ok {
		givers[at] = framework
	}
	return false
}

// within says whether at is in a node that is more than a namespace, and less than
// the file.
func (c *cutter) within(nodes []int32, at uint32) bool {
	for {
		i := sort.Search(len(nodes), func(i int) bool { return c.nodes[nodes[i]].end > at })
		if i == len(nodes) || c.nodes[nodes[i]].start > at {
			return false
		}
		n := &c.nodes[nodes[i]]
		all := len(bytes.TrimSpace(c.src[:n.start])) == 0 && len(bytes.TrimSpace(c.src[n.end:])) == 0
		if !all && (n.def < 0 || c.f.Defs[n.def].Kind != lang.KindNamespace && c.f.Defs[n.def].Kind != lang.KindModule) {
			return true
		}
		nodes = n.kids
	}
}

// list adds the signatures of nodes, with those of their kids indented below.
func (c *cutter) list(nodes []int32, indent string, out *[]string) {
	for _, i := range nodes {
		n := &c.nodes[i]
		*out = append(*out, indent+n.sig)
		c.list(n.kids, indent+"  ", out)
	}
}

// oneSpace is a text on one line.
func oneSpace(s []byte) string { return string(bytes.Join(bytes.Fields(s), []byte(" "))) }
