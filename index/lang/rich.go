package lang

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"codeintel/index/lang/ts"
)

// Rich is what chunks of a file need beside its tables (package index/chunk).
// Extract fills it only where Input.Rich asks for it, and all else of the Facts
// is the same with it and without. It is never stored.
//
// A language that does nothing for it has chunks all the same: those of the
// definitions that Language.Chunks names. To make them better
//
//   - Builder.Enrich is called as soon as there is a Builder,
//   - Rich.Tree with the tree and a table that says what its node kinds are
//     (Part), while the tree is valid; or Cuts, Comments and Heads are appended
//     where there is no tree,
//   - Regions are appended for parts of the text that are worth a chunk and are
//     no definitions (an element with an id, a group of constants, a rule), and
//     for definitions that are chunks of another type than Language.Chunks says,
//   - Note says more of a definition (its decorators, what a class is given).
//
// A framework does the last two, in its Chunks. Nothing has to be in order:
// Builder.Finish sorts.
type Rich struct {
	// Regions are sorted by Start, and the longer ones first.
	Regions []Region
	// Cuts are where a text that is too long for one chunk is divided, sorted by At.
	Cuts []Cut
	// Comments, sorted. A chunk begins with the comments that stand directly above
	// it; what has nothing but comments is none.
	Comments []Span
	// Heads are the texts that the chunk of the whole file has in any case, so that
	// they need no other: imports, the clause that names the package, the mark that
	// opens a script. Sorted.
	Heads []Span
	// Meta is what is said of definitions.
	Meta map[DefID]Fields
	// File is what is said of the whole file.
	File Fields
	// Wordings are what the file's keys are in the languages of people.
	Wordings []Wording
	said     int // bytes of Wordings

	syntax *Syntax // nil where nobody asks for it
}

// Wording is what something that has a key is called in a language of people. Those
// of one Place and Key, in whatever files, mean the same.
type Wording struct {
	// Place is the path of the catalogue, with * for the language; Key is the way to
	// the text in it, with dots, or the text in the language of the program.
	Place, Key string
	// Language is the code that the catalogue says it is of (ja, pt_BR).
	Language string
	Text     string
}

// Span is a range of the file, in bytes, half-open.
type Span struct{ Start, End uint32 }

// Cut is the beginning of a statement, member or element.
type Cut struct {
	At uint32
	// Depth counts the bodies around it; 255 stands for more as well. What has to be
	// divided is divided where it is least.
	Depth uint8
}

// Region is a part of a file that is a chunk.
type Region struct {
	// Kind is the chunk's symbol_type, Name its symbol_name.
	Kind, Name string
	// Start and End are its range; no chunk has less than whole lines unless
	// something else stands on them.
	Start, End uint32
	// Def is the definition that it is the chunk of, whatever Language.Chunks says
	// of that; NoDef where it is none. A Name that is "" is the definition's.
	Def DefID
	// Beside: the text is part of other chunks too, which stay as they are. Without
	// it the text is taken out of the chunk around it, where the Signature remains.
	Beside bool
	// Signature is one line that stands for it in the chunk around it, in its parts
	// and in the list of the file's symbols; "" for the definition's, or its first
	// line.
	Signature string
	// Text is the chunk's content where that is not what stands in the range.
	Text string
	Meta Fields
	// Data is for the framework's Combine, nil where that needs none. It is the same for
	// the same bytes, and is not changed any more.
	Data any
}

// Meta is one thing to know about a chunk. A Value is a string, a bool, an int, a
// []string, Fields or a []Fields.
type Meta struct {
	Key   string
	Value any
}

// Fields are a JSON object whose keys have an order.
type Fields []Meta

// MarshalJSON writes the object.
func (f Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range [2]any{m.Key, m.Value} {
			if j > 0 {
				b.WriteByte(':')
			}
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			if err := e.Encode(v); err != nil {
				return nil, fmt.Errorf("%s: %w", m.Key, err)
			}
			b.Truncate(b.Len() - 1) // the line's end
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Get is the value of a key, nil where there is none.
func (f Fields) Get(key string) any {
	for _, m := range f {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// Chunking says which definitions of a language are chunks.
type Chunking struct {
	// Types maps the kind of a definition to the symbol_type that its chunk has.
	// Kinds that it lacks are none. Definitions inside a function are no chunks of
	// their own as long as the function is not too long for one.
	Types map[Kind]string
	// Doc is the key of the metadata that has a definition's documentation; "" means
	// "doc".
	Doc string
}

// Part says what a kind of nodes is for Rich.Tree.
type Part uint8

// Parts.
const (
	// PartBody: its named children are statements, members or elements, between
	// which a text can be divided.
	PartBody Part = iota + 1
	// PartComment: a comment.
	PartComment
	// PartHead: an import, or another text of Rich.Heads.
	PartHead
	// PartSkip: nothing in it is looked at.
	PartSkip
)

// Enrich makes the facts rich where in asks for it, and has their tables grow in its
// Room. It comes before all that is added to them.
func (b *Builder) Enrich(in Input) {
	if b.room = in.Room; b.room != nil {
		b.F.Defs, b.F.Refs, b.F.Exprs = take(&b.room.defs), take(&b.room.refs), take(&b.room.exprs)
	}
	if in.Rich {
		b.F.Rich = &Rich{syntax: in.syntax}
	}
}

// Note adds what is to be known of a definition. A nil Rich is left alone.
func (r *Rich) Note(d DefID, fields ...Meta) {
	if r == nil || d < 0 {
		return
	}
	if r.Meta == nil {
		r.Meta = map[DefID]Fields{}
	}
	r.Meta[d] = append(r.Meta[d], fields...)
}

// Add adds a region. A nil Rich is left alone.
func (r *Rich) Add(region Region) {
	if r != nil && region.Start < region.End {
		r.Regions = append(r.Regions, region)
	}
}

// Say adds a wording. A nil Rich is left alone, and so is a text without content.
func (r *Rich) Say(w Wording) {
	if r == nil || w.Key == "" || len(w.Key) > MaxName || strings.TrimSpace(w.Text) == "" {
		return
	}
	if size := len(w.Key) + len(w.Text); r.said+size <= mostSaid {
		r.said += size
		r.Wordings = append(r.Wordings, w)
	}
}

// mostSaid is the maximum size of a file's wordings in bytes, keys included: the key of a
// text repeats those of the objects around it.
const mostSaid = 16 << 20

// Tree adds the cuts, comments and heads of a syntax tree, whose offsets are those
// of the file; parts says what its kinds are, by their number (ts.Kinds). A nil
// Rich is left alone.
//
// A comment on lines of its own belongs to what follows: the cut is before it. One
// behind a statement, on the same line, belongs to that.
func (r *Rich) Tree(t *ts.Tree, parts []Part) {
	if r == nil {
		return
	}
	r.Parsed(t, parts)
	type body struct {
		node uint32 // its index
		end  uint32 // where the child before ends
		lead bool   // a comment has made the cut of what follows
	}
	var open []body
	for i := uint32(0); int(i) < len(t.Nodes); {
		n := &t.Nodes[i]
		for len(open) > 0 && i >= t.Nodes[open[len(open)-1].node].Next {
			open = open[:len(open)-1]
		}
		var p Part
		if int(n.Sym) < len(parts) && n.Flags&(ts.Error|ts.Missing) == 0 {
			p = parts[n.Sym]
		}
		if k := len(open) - 1; k >= 0 && n.Flags&ts.Named != 0 && n.Start < n.End && n.Parent == open[k].node {
			b := &open[k]
			own := first(t.Src, n.Start)
			switch {
			case p == PartComment && !own && n.Start >= b.end:
			case b.lead:
				b.lead = p == PartComment
			case own || divided(t.Src, n.Start):
				r.Cuts = append(r.Cuts, Cut{n.Start, uint8(min(len(open), 255))})
				b.lead = p == PartComment
			}
			b.end = n.End
		}
		switch p {
		case PartComment:
			r.Comments = append(r.Comments, Span{n.Start, n.End})
			i = n.Next
			continue
		case PartHead:
			r.Heads = append(r.Heads, Span{n.Start, n.End})
		case PartSkip:
			i = n.Next
			continue
		case PartBody:
			open = append(open, body{node: i, end: n.Start})
		}
		i++
	}
}

// Lines adds cuts for a grammar whose bodies are not known: wherever a line begins
// with a node, as deep as the node is. comment says which kinds are comments; they
// are added too. Offsets and a nil Rich are as for Tree.
func (r *Rich) Lines(t *ts.Tree, comment func(ts.Sym) bool) {
	if r == nil {
		return
	}
	if r.Divided() {
		r.syntax.tree(t, func(s ts.Sym) Part {
			if comment(s) {
				return PartComment
			}
			return 0
		})
	}
	lead := uint32(ts.NoNode) // the node behind a comment that has made its cut
	for i := uint32(1); int(i) < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		if n.Flags&ts.Named == 0 || n.Start >= n.End {
			continue
		}
		own := first(t.Src, n.Start)
		if own && i != lead {
			r.Cuts = append(r.Cuts, Cut{n.Start, uint8(min(n.Depth, 255))})
		}
		if !comment(n.Sym) {
			continue
		}
		r.Comments = append(r.Comments, Span{n.Start, n.End})
		if own {
			lead = n.Next
		}
		i = n.Next - 1
	}
}

// first says whether nothing but white space stands before at on its line.
func first(src []byte, at uint32) bool {
	for at > 0 {
		switch at--; src[at] {
		case ' ', '\t', '\r':
		case '\n':
			return true
		default:
			return false
		}
	}
	return true
}

// divided says whether something ends right before at on its line.
func divided(src []byte, at uint32) bool {
	for at > 0 {
		switch at--; src[at] {
		case ' ', '\t', '\r':
		case ';', ',', '{', '}', '[':
			return true
		default:
			return false
		}
	}
	return true
}

// sort puts the lists in order, each place once.
func (r *Rich) sort() {
	slices.SortStableFunc(r.Regions, func(a, b Region) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	slices.SortFunc(r.Cuts, func(a, b Cut) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Depth, b.Depth)) })
	r.Cuts = slices.CompactFunc(r.Cuts, func(a, b Cut) bool { return a.At == b.At })
	for _, s := range []*[]Span{&r.Comments, &r.Heads} {
		slices.SortFunc(*s, func(a, b Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
		*s = slices.Compact(*s)
	}
}

// rich checks Facts.Rich.
func (v *validator) rich() error {
	r := v.f.Rich
	if r == nil {
		return nil
	}
	for i, g := range r.Regions {
		switch {
		case !v.span(g.Start, g.End) || g.Start == g.End:
			return fmt.Errorf("region %d %q: range %d to %d in a file of %d bytes", i, g.Name, g.Start, g.End, v.size)
		case !v.def(g.Def) || g.Kind == "":
			return fmt.Errorf("region %d %q: kind %q, definition %d", i, g.Name, g.Kind, g.Def)
		case i > 0 && r.Regions[i-1].Start > g.Start:
			return fmt.Errorf("region %d %q: not sorted by start", i, g.Name)
		}
		if err := metadata(g.Meta); err != nil {
			return fmt.Errorf("region %d %q: %w", i, g.Name, err)
		}
	}
	for i, c := range r.Cuts {
		if c.At > v.size || i > 0 && r.Cuts[i-1].At >= c.At {
			return fmt.Errorf("cut %d: at %d in a file of %d bytes, or not sorted", i, c.At, v.size)
		}
	}
	for _, spans := range [][]Span{r.Comments, r.Heads} {
		for i, s := range spans {
			if !v.span(s.Start, s.End) || i > 0 && spans[i-1].Start > s.Start {
				return fmt.Errorf("comment or head %d: range %d to %d in a file of %d bytes, or not sorted", i, s.Start, s.End, v.size)
			}
		}
	}
	for i, w := range r.Wordings {
		if w.Place == "" || w.Key == "" {
			return fmt.Errorf("wording %d: place %q, key %q", i, w.Place, w.Key)
		}
	}
	if err := metadata(r.File); err != nil {
		return fmt.Errorf("metadata of the file: %w", err)
	}
	for d, m := range r.Meta {
		if d < 0 || !v.def(d) {
			return fmt.Errorf("metadata of definition %d", d)
		}
		if err := metadata(m); err != nil {
			return fmt.Errorf("metadata of definition %d: %w", d, err)
		}
	}
	return nil
}

// metadata checks the types of values.
func metadata(f Fields) error {
	for _, m := range f {
		if m.Key == "" {
			return fmt.Errorf("a key is empty")
		}
		switch x := m.Value.(type) {
		case string, bool, int, []string:
		case Fields:
			if err := metadata(x); err != nil {
				return err
			}
		case []Fields:
			for _, y := range x {
				if err := metadata(y); err != nil {
					return err
				}
			}
		default:
			return fmt.Errorf("%s: a value of type %T", m.Key, m.Value)
		}
	}
	return nil
}
