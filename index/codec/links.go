package codec

import (
	"cmp"
	"fmt"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// LinksVersion and ExternalsVersion change whenever these binary forms do.
const (
	LinksVersion     = 1
	ExternalsVersion = 1
)

// Links is what resolution found for one file, as in resolve.Result.
type Links struct {
	Links     []resolve.Link     // sorted by Ref
	Relations []resolve.Relation // sorted by Def
	Yielded   []lang.DefID       // sorted
}

// Targets says what the number of a file, or resolve.External, means to the
// reader of links: the number it has now and how many definitions or externals
// there are. The links are refused when ok is false.
type Targets func(doc int32) (number int32, defs int, ok bool)

// targets foretells what a reference means: what its name meant the last time.
type targets struct {
	f    *lang.Facts
	last []target // by name
	def  []uint32 // by place of the file in the table, the last definition
}

type target struct {
	doc uint32 // 1 + the place of the file in the table; 0 when it is not known
	def uint32
}

// newTargets makes the first guess from the definitions of f, whose file is the
// first of the table.
func newTargets(f *lang.Facts, docs int) *targets {
	t := &targets{f: f, last: make([]target, len(f.Names)+1), def: make([]uint32, docs)}
	if docs == 0 {
		return t
	}
	for i := range f.Defs {
		if n := f.Defs[i].Name; int(n) < len(f.Names) && t.last[n].doc == 0 {
			t.last[n] = target{1, uint32(i)}
		}
	}
	return t
}

// of is where the guess for a reference is kept.
func (t *targets) of(ref uint32) *target {
	if ref < uint32(len(t.f.Refs)) {
		if n := t.f.Refs[ref].Name; uint64(n) < uint64(len(t.last)) {
			return &t.last[n]
		}
	}
	return &t.last[len(t.last)-1]
}

// AppendLinks appends what was found for the file with the facts f.
func (e *Encoder) AppendLinks(dst []byte, f *lang.Facts, l Links) []byte {
	e.start()
	docs, place := tableOf(f, l)
	table, last := &e.cols[colA], int32(0)
	count(e, docs)
	for _, d := range docs {
		table.delta(uint32(d), uint32(last))
		last = d
	}
	e.end(table)

	count(e, l.Links)
	refs, sure, codes, defs := &e.cols[colA], &e.cols[colB], &e.cols[colC], &e.cols[colD]
	t := newTargets(f, len(docs))
	ref := uint32(0)
	for _, k := range l.Links {
		refs.put(uint32(k.Ref) - ref)
		ref = uint32(k.Ref)
		sure.put(uint32(k.Certainty))
		is := target{place[k.Doc] + 1, uint32(k.Def)}
		if guess := t.of(ref); *guess == is {
			codes.put(0)
		} else {
			codes.put(is.doc)
			defs.delta(is.def, t.def[is.doc-1])
			t.def[is.doc-1] = is.def
			*guess = is
		}
	}
	for _, c := range []*column{refs, sure, codes, defs} {
		e.end(c)
	}

	count(e, l.Relations)
	from, kinds, to, defOf := &e.cols[colA], &e.cols[colB], &e.cols[colC], &e.cols[colD]
	def := uint32(0)
	for _, r := range l.Relations {
		from.put(uint32(r.Def) - def)
		def = uint32(r.Def)
		kinds.put(uint32(r.Kind))
		p := place[r.Doc]
		to.put(p)
		defOf.delta(uint32(r.Target), t.def[p])
		t.def[p] = uint32(r.Target)
	}
	for _, c := range []*column{from, kinds, to, defOf} {
		e.end(c)
	}

	count(e, l.Yielded)
	c, y := &e.cols[colA], uint32(0)
	for _, d := range l.Yielded {
		c.put(uint32(d) - y)
		y = uint32(d)
	}
	e.end(c)
	return e.finish(dst, LinksVersion)
}

// tableOf lists the files that links point to, and the place of each. The
// first is the one whose definitions bear the names of f's most often, which is
// most often the file itself; the others follow by number.
func tableOf(f *lang.Facts, l Links) (docs []int32, place map[int32]uint32) {
	own := map[int32]int{}
	for _, k := range l.Links {
		n := own[k.Doc]
		if k.Ref >= 0 && int(k.Ref) < len(f.Refs) && k.Def >= 0 && int(k.Def) < len(f.Defs) && f.Refs[k.Ref].Name == f.Defs[k.Def].Name {
			n++
		}
		own[k.Doc] = n
	}
	for _, r := range l.Relations {
		own[r.Doc] += 0 // it is there
	}
	for d := range own {
		docs = append(docs, d)
	}
	slices.Sort(docs)
	if len(docs) > 0 {
		first := slices.MaxFunc(docs, func(a, b int32) int { return cmp.Compare(own[a], own[b]) })
		i := slices.Index(docs, first)
		copy(docs[1:i+1], docs[:i])
		docs[0] = first
	}
	place = make(map[int32]uint32, len(docs))
	for i, d := range docs {
		place[d] = uint32(i)
	}
	return docs, place
}

// DecodeLinks reads what AppendLinks wrote for the same facts. The links are
// sorted; what they lead from is in f's tables, and what they lead to exists as
// targets says.
func (d *Decoder) DecodeLinks(data []byte, f *lang.Facts, targets Targets) (Links, error) {
	l, err := d.links(data, f, targets)
	if err == nil {
		err = validLinks(f, l)
	}
	if err != nil {
		return Links{}, fmt.Errorf("links: %w", err)
	}
	return l, nil
}

func validLinks(f *lang.Facts, l Links) error {
	for i, k := range l.Links {
		if k.Ref < 0 || int(k.Ref) >= len(f.Refs) || i > 0 && l.Links[i-1].Ref > k.Ref || k.Certainty > resolve.Possible {
			return damaged("link %d: %+v", i, k)
		}
	}
	for i, r := range l.Relations {
		if r.Def < 0 || int(r.Def) >= len(f.Defs) || i > 0 && l.Relations[i-1].Def > r.Def || r.Kind > lang.TypeDefinition {
			return damaged("relation %d: %+v", i, r)
		}
	}
	for i, y := range l.Yielded {
		if y < 0 || int(y) >= len(f.Defs) || i > 0 && l.Yielded[i-1] > y {
			return damaged("yielded definition %d", y)
		}
	}
	return nil
}

// links reads links that need not be valid but for their targets.
func (d *Decoder) links(data []byte, f *lang.Facts, known Targets) (Links, error) {
	r, err := d.open(data, LinksVersion)
	if err != nil {
		return Links{}, err
	}
	var l Links
	docs := table[int32](r)
	sizes := make([]int, len(docs))
	last := uint32(0)
	for i, c := range r.column(len(docs)) {
		last += unzigzag(c)
		var ok bool
		if docs[i], sizes[i], ok = known(int32(last)); !ok {
			return Links{}, damaged("there is no file %d", int32(last))
		}
	}
	// point finds the target at a place of the table.
	point := func(place, def uint32) (int32, lang.DefID) {
		if place >= uint32(len(docs)) || int32(def) < int32(resolve.ModuleDef) || int64(int32(def)) >= int64(sizes[place]) {
			r.fail()
			return 0, 0
		}
		return docs[place], lang.DefID(def)
	}

	l.Links = table[resolve.Link](r)
	n := len(l.Links)
	refs, sure, codes := r.column(n), r.column(n), r.column(n)
	explicit := 0
	for _, c := range codes {
		if c > uint32(len(docs)) {
			return Links{}, damaged("a link to file %d of %d", c, len(docs))
		}
		if c > 0 {
			explicit++
		}
	}
	defs := r.column(explicit)
	t := newTargets(f, len(docs))
	ref := uint32(0)
	for i := range l.Links {
		ref += refs[i]
		k := &l.Links[i]
		k.Ref, k.Certainty = lang.RefID(ref), resolve.Certainty(r.byte(sure[i]))
		guess := t.of(ref)
		if c := codes[i]; c > 0 {
			t.def[c-1] += unzigzag(defs[0])
			defs = defs[1:]
			*guess = target{c, t.def[c-1]}
		}
		k.Doc, k.Def = point(guess.doc-1, guess.def)
	}

	l.Relations = table[resolve.Relation](r)
	n = len(l.Relations)
	from, kinds, to, defOf := r.column(n), r.column(n), r.column(n), r.column(n)
	def := uint32(0)
	for i := range l.Relations {
		def += from[i]
		x := &l.Relations[i]
		x.Def, x.Kind = lang.DefID(def), lang.RelationKind(r.byte(kinds[i]))
		if to[i] >= uint32(len(docs)) {
			return Links{}, damaged("a relation to file %d of %d", to[i], len(docs))
		}
		t.def[to[i]] += unzigzag(defOf[i])
		x.Doc, x.Target = point(to[i], t.def[to[i]])
	}

	l.Yielded = table[lang.DefID](r)
	y := uint32(0)
	for i, c := range r.column(len(l.Yielded)) {
		y += c
		l.Yielded[i] = lang.DefID(y)
	}
	return l, r.close()
}

// AppendExternals appends a table of external symbols.
func (e *Encoder) AppendExternals(dst []byte, xs []lang.External) []byte {
	e.start()
	count(e, xs)
	var known rowSet[symbol.Package]
	packages, kinds, symbols, names, sigs, docs := &e.cols[colA], &e.cols[colB], &e.cols[colC], &e.cols[colD], &e.cols[colE], &e.cols[colF]
	for i := range xs {
		x := &xs[i]
		id, _ := known.add(x.Package, uint32(len(x.Package.Name)))
		packages.put(id)
		kinds.put(uint32(x.Kind))
		symbols.put(e.text(x.Symbol))
		names.put(e.text(x.Name))
		sigs.put(e.text(x.Sig))
		docs.put(e.text(x.Doc))
	}
	for _, c := range []*column{packages, kinds, symbols, names, sigs, docs} {
		e.end(c)
	}
	count(e, known.list)
	for _, p := range known.list {
		e.one(uint64(e.text(p.Manager)))
		e.one(uint64(e.text(p.Name)))
		e.one(uint64(e.text(p.Version)))
	}
	return e.finish(dst, ExternalsVersion)
}

// DecodeExternals reads what AppendExternals wrote; all texts share one piece
// of memory.
func (d *Decoder) DecodeExternals(data []byte) ([]lang.External, error) {
	xs, err := d.externals(data)
	if err != nil {
		return nil, fmt.Errorf("externals: %w", err)
	}
	return xs, nil
}

func (d *Decoder) externals(data []byte) ([]lang.External, error) {
	r, err := d.open(data, ExternalsVersion)
	if err != nil {
		return nil, err
	}
	xs := table[lang.External](r)
	n := len(xs)
	packages, kinds, symbols, names, sigs, docs := r.column(n), r.column(n), r.column(n), r.column(n), r.column(n), r.column(n)
	for i := range xs {
		xs[i] = lang.External{
			Kind:   lang.Kind(r.byte(kinds[i])),
			Symbol: r.text(symbols[i]), Name: r.text(names[i]), Sig: r.text(sigs[i]), Doc: r.text(docs[i]),
		}
	}
	known := table[symbol.Package](r)
	for i := range known {
		known[i] = symbol.Package{Manager: r.text(r.one32()), Name: r.text(r.one32()), Version: r.text(r.one32())}
	}
	for i := range xs {
		if packages[i] >= uint32(len(known)) {
			r.fail()
			break
		}
		xs[i].Package = known[packages[i]]
	}
	return xs, r.close()
}
