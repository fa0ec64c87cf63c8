package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Imported is a document of an index that another program made.
type Imported struct {
	Path string
	Text string // "" when the index does not have it
	// Encoding is what columns count; it is known only where Encoded.
	Encoding    pos.Encoding
	Encoded     bool
	Occurrences []ImportedOccurrence
	// Outside counts occurrences that were left out, for no text has their ranges.
	Outside int
}

// ImportedOccurrence is a place where a symbol is named. Columns are in the
// document's encoding, and may lie outside of its text.
type ImportedOccurrence struct {
	Start, End pos.Position
	Symbol     string
	Definition bool
}

// Precise is what an imported index says of one file's text: what the names in it
// mean.
type Precise struct {
	// Uses, sorted by place.
	Uses []PreciseUse
	// Symbols that Uses mean.
	Symbols []PreciseSymbol
	// Defs are the ranges of definitions, sorted.
	Defs [][2]uint32
}

// Says says whether the imported index has a name at a range. Of what it does not
// name ours counts.
func (p *Precise) Says(start, end uint32) bool {
	at := [2]uint32{start, end}
	compare := func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
	_, used := slices.BinarySearchFunc(p.Uses, at, func(u PreciseUse, at [2]uint32) int { return compare([2]uint32{u.Start, u.End}, at) })
	_, defined := slices.BinarySearchFunc(p.Defs, at, compare)
	return used || defined
}

// PreciseUse is a reference: a range in bytes, and a place in Symbols.
type PreciseUse struct {
	Start, End uint32
	Symbol     int32
}

// PreciseSymbol is a symbol as the imported index calls it. Path is the file that
// it is defined in, at Start to End, "" where the index does not define it.
type PreciseSymbol struct {
	Symbol     string
	Path       string
	Start, End uint32
}

// Encode appends the binary form of p.
func (p *Precise) Encode(b []byte) []byte {
	w := writer{b}
	w.number(len(p.Symbols))
	for _, s := range p.Symbols {
		w.text(s.Symbol)
		w.text(s.Path)
		w.number(int(s.Start))
		w.number(int(s.End))
	}
	w.number(len(p.Uses))
	last := uint32(0)
	for _, u := range p.Uses {
		w.number(int(u.Start - last))
		w.number(int(u.End - u.Start))
		w.number(int(u.Symbol))
		last = u.Start
	}
	w.number(len(p.Defs))
	last = 0
	for _, d := range p.Defs {
		w.number(int(d[0] - last))
		w.number(int(d[1] - d[0]))
		last = d[0]
	}
	return w.b
}

// DecodePrecise reads what Encode wrote; false when it is something else.
func DecodePrecise(b []byte) (*Precise, bool) {
	const limit = 1 << 32
	r := &reader{b: b}
	p := &Precise{Symbols: make([]PreciseSymbol, 0, r.count())}
	for range cap(p.Symbols) {
		p.Symbols = append(p.Symbols, PreciseSymbol{r.text(), r.text(), uint32(r.number(limit)), uint32(r.number(limit))})
	}
	last := uint64(0)
	span := func() (uint32, uint32) {
		last += uint64(r.number(limit))
		end := last + uint64(r.number(limit))
		r.bad = r.bad || end >= limit
		return uint32(last), uint32(end)
	}
	p.Uses = make([]PreciseUse, 0, r.count())
	for range cap(p.Uses) {
		start, end := span()
		u := PreciseUse{start, end, int32(r.number(uint64(len(p.Symbols))))}
		if r.bad {
			return nil, false
		}
		p.Uses = append(p.Uses, u)
	}
	p.Defs, last = make([][2]uint32, 0, r.count()), 0
	for range cap(p.Defs) {
		start, end := span()
		if r.bad {
			return nil, false
		}
		p.Defs = append(p.Defs, [2]uint32{start, end})
	}
	return p, !r.bad && len(r.b) == 0
}

// Overlay makes the links of files those of an imported index; precise has what
// it says of each of docs, nil where it says nothing. The imported symbols become
// the definitions of docs: at the same place where the defining file is precise
// too, else by name. Symbols that no file defines become external ones. What can
// be joined with nothing has no link; what the imported index does not name keeps
// ours. It changes result and marks the docs.
func Overlay(docs []*Doc, precise []*Precise, result *resolve.Result) {
	o := overlay{docs: docs, precise: precise, result: result, numbers: map[string]int32{}, externals: map[string]lang.DefID{}}
	for i, d := range docs {
		o.numbers[d.Path] = int32(i)
	}
	for i := len(result.Externals) - 1; i >= 0; i-- {
		o.externals[result.Externals[i].Symbol] = lang.DefID(i)
	}
	for i, p := range precise {
		if p != nil && docs[i].Source != nil {
			result.SetLinks(int32(i), o.links(docs[i].Facts(), p, result.LinksOf(int32(i))))
			docs[i].Precise = true
		}
	}
}

type overlay struct {
	docs      []*Doc
	precise   []*Precise
	result    *resolve.Result
	numbers   map[string]int32
	externals map[string]lang.DefID
}

// links are those of one file, given ours.
func (o *overlay) links(f *lang.Facts, p *Precise, ours []resolve.Link) []resolve.Link {
	targets := make([]ID, len(p.Symbols))
	known := make([]bool, len(p.Symbols))
	for i := range p.Symbols {
		targets[i], known[i] = o.target(&p.Symbols[i])
	}
	var links []resolve.Link
	ref := 0
	for _, u := range p.Uses {
		for ref < len(f.Refs) && f.Refs[ref].Start < u.Start {
			ref++
		}
		if !known[u.Symbol] {
			continue
		}
		for at := ref; at < len(f.Refs) && f.Refs[at].Start == u.Start; at++ {
			if f.Refs[at].End == u.End {
				id := targets[u.Symbol]
				links = append(links, resolve.Link{Ref: lang.RefID(at), Doc: id.Doc, Def: id.Def, Certainty: resolve.Resolved})
				break
			}
		}
	}
	for _, l := range ours {
		if r := &f.Refs[l.Ref]; !p.Says(r.Start, r.End) {
			links = append(links, l)
		}
	}
	slices.SortStableFunc(links, func(a, b resolve.Link) int { return cmp.Compare(a.Ref, b.Ref) })
	return slices.Compact(links)
}

// target is what a symbol is here.
func (o *overlay) target(s *PreciseSymbol) (ID, bool) {
	parsed, err := symbol.Parse(s.Symbol)
	if s.Path == "" {
		if err != nil || len(parsed.Descriptors) == 0 {
			return ID{}, false
		}
		n, ok := o.externals[s.Symbol]
		if !ok {
			n = lang.DefID(len(o.result.Externals))
			o.externals[s.Symbol] = n
			o.result.Externals = append(o.result.Externals, lang.External{Symbol: s.Symbol, Name: parsed.Descriptors[len(parsed.Descriptors)-1].Name, Package: parsed.Package})
		}
		return ID{resolve.External, n}, true
	}
	doc, ok := o.numbers[s.Path]
	if !ok || o.docs[doc].Source == nil {
		return ID{}, false
	}
	f := o.docs[doc].Facts()
	if o.precise[doc] != nil {
		for i := range f.Defs {
			if d := &f.Defs[i]; d.Start == s.Start && d.End == s.End && d.End > d.Start {
				return ID{doc, f.Canonical(lang.DefID(i))}, true
			}
		}
		if s.Start == s.End && s.Start == 0 || f.PackageAt[1] > f.PackageAt[0] && f.PackageAt == [2]uint32{s.Start, s.End} {
			return ID{doc, resolve.ModuleDef}, true
		}
	}
	if err != nil || len(parsed.Descriptors) == 0 {
		return ID{}, false
	}
	return o.named(doc, f, parsed.Descriptors)
}

// named finds the only definition of a file with the name of a symbol, of those
// that lie in what the symbol lies in, if there are such.
func (o *overlay) named(doc int32, f *lang.Facts, chain []symbol.Descriptor) (ID, bool) {
	name, outer := chain[len(chain)-1].Name, ""
	if len(chain) > 1 {
		outer = chain[len(chain)-2].Name
	}
	var best ID
	count, depth := 0, 0
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Same >= 0 || d.Flags&(lang.Local|lang.Binding) != 0 || f.Names[d.Name] != name {
			continue
		}
		same := 1
		if d.Parent >= 0 && f.Names[f.Defs[d.Parent].Name] == outer {
			same = 2
		}
		switch {
		case same > depth:
			best, count, depth = ID{doc, lang.DefID(i)}, 1, same
		case same == depth:
			count++
		}
	}
	return best, count == 1
}
