package scip

import (
	"bytes"
	"cmp"
	"slices"

	bindings "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// encoder makes documents, one at a time. Its buffers are used again for each.
type encoder struct {
	x       *export
	s       *index.Snapshot
	message []byte // the document

	names     []byte              // the symbols that it names, one behind the other
	own       []span              // by definition; empty for those that are not written
	linked    map[lang.DefID]bool // the first definitions without an identifier that are
	foreign   cache
	occs      []occurrence
	sorted    []occurrence
	infos     []info
	relations []relation
	rels      []relationship
	scratch   []byte
}

func newEncoder(x *export) *encoder { return &encoder{x: x, s: x.s, linked: map[lang.DefID]bool{}} }

// span is a symbol in encoder.names; n is 0 for none.
type span struct{ at, n uint32 }

// occurrence is one use or definition; def is the definition whose enclosing
// range it carries, noEnclosing or wholeFile.
type occurrence struct {
	start, end uint32
	sym        span
	roles      int32
	def        lang.DefID
}

const (
	noEnclosing lang.DefID = -1
	wholeFile   lang.DefID = -2
)

// info is a symbol that the document describes: one that it defines or, with
// less detail, one of another file that its relationships name.
type info struct {
	sym     span
	id      index.ID
	foreign bool
}

// relation is an index.Relation between two symbols that the document writes.
type relation struct {
	def  lang.DefID // the first definition
	to   span
	kind lang.RelationKind
}

// document encodes a file into e.message.
func (e *encoder) document(file entry) {
	doc, d := file.doc, e.s.Docs()[file.doc]
	syms := e.s.Symbols(doc)
	e.names, e.occs, e.infos = e.names[:0], e.occs[:0], e.infos[:0]
	e.foreign.reset()
	e.definitions(doc, syms)
	n := len(e.occs)
	e.references(doc, syms)
	e.collectRelations(doc, syms)
	e.sort(n)

	b := protowire.AppendTag(e.message[:0], docRelativePath, protowire.BytesType)
	b = protowire.AppendString(b, file.path)
	b = e.appendOccurrences(b, d)
	b = e.appendInfos(b, doc, syms)
	if d.Lang.SCIPName != "" {
		b = appendString(b, docLanguage, d.Lang.SCIPName)
	}
	b = appendInt(b, docPositionEncoding, uint64(bindings.PositionEncoding_UTF8CodeUnitOffsetFromLineStart))
	e.message = b
}

// intern keeps the symbol that add appends; the span is empty when it appends
// none.
func (e *encoder) intern(add func([]byte) []byte) span {
	at := len(e.names)
	e.names = add(e.names)
	return span{uint32(at), uint32(len(e.names) - at)}
}

func (e *encoder) name(s span) []byte { return e.names[s.at : s.at+s.n] }

// definitions collects the symbols and occurrences of what the file defines.
func (e *encoder) definitions(doc int32, syms *index.Symbols) {
	f := e.s.Docs()[doc].Facts()
	always := generated(f) | int32(bindings.SymbolRole_Definition)
	module := index.ID{Doc: doc, Def: resolve.ModuleDef}
	if sym := e.intern(func(b []byte) []byte { return syms.Append(b, module) }); sym.n > 0 {
		start, end := e.s.ModuleRange(doc)
		o := occurrence{start: start, end: end, sym: sym, roles: always, def: noEnclosing}
		if start == end {
			o.def = wholeFile
		}
		e.occs = append(e.occs, o)
		e.infos = append(e.infos, info{sym: sym, id: module})
	}
	// a symbol without an identifier is written when something refers to it
	clear(e.linked)
	for i := range f.Defs {
		id := lang.DefID(i)
		if first := f.Canonical(id); !named(&f.Defs[first]) && (named(&f.Defs[i]) || e.x.linked.has(doc, id)) {
			e.linked[first] = true
		}
	}
	e.own = slices.Grow(e.own[:0], len(f.Defs))[:len(f.Defs)]
	for i := range f.Defs {
		id := lang.DefID(i)
		def := &f.Defs[i]
		switch {
		case def.Same >= 0:
			e.own[i] = e.own[def.Same]
		case named(def) || e.linked[id]:
			at := len(e.names)
			e.names = syms.Append(e.names, index.ID{Doc: doc, Def: id})
			e.own[i] = span{uint32(at), uint32(len(e.names) - at)}
		default:
			e.own[i] = span{}
		}
		if e.own[i].n == 0 || def.Same >= 0 && !named(def) {
			continue
		}
		roles := always
		if def.Flags&lang.Test != 0 {
			roles |= int32(bindings.SymbolRole_Test)
		}
		e.occs = append(e.occs, occurrence{start: def.Start, end: def.End, sym: e.own[i], roles: roles, def: id})
		if def.Same < 0 {
			e.infos = append(e.infos, info{sym: e.own[i], id: index.ID{Doc: doc, Def: id}})
		}
	}
}

// named says whether a definition has an identifier in the text.
func named(d *lang.Def) bool { return d.Start < d.End }

// references collects the occurrences of the file's certain links.
func (e *encoder) references(doc int32, syms *index.Symbols) {
	f := e.s.Docs()[doc].Facts()
	always := generated(f)
	for _, l := range e.s.Links(doc) {
		if l.Certainty != resolve.Resolved {
			continue
		}
		sym := e.target(index.ID{Doc: l.Doc, Def: l.Def}, doc, syms)
		if sym.n == 0 {
			continue
		}
		r := &f.Refs[l.Ref]
		e.occs = append(e.occs, occurrence{start: r.Start, end: r.End, sym: sym, roles: always | roles(r.Role), def: noEnclosing})
	}
}

// target is the symbol of what a link or relation points to, as the document
// writes it; empty when it can't.
func (e *encoder) target(id index.ID, doc int32, syms *index.Symbols) span {
	if id.Doc == doc && id.Def >= 0 {
		return e.own[id.Def]
	}
	if sym, ok := e.foreign.get(id); ok {
		return sym
	}
	var sym span
	switch to := e.s.Canonical(id); {
	case to.Doc == doc && to.Def >= 0:
		sym = e.own[to.Def]
	case !to.IsExternal() || e.x.use(to.Def):
		sym = e.intern(func(b []byte) []byte { return syms.Append(b, to) })
	}
	e.foreign.put(id, sym)
	return sym
}

// generated is the role that all occurrences of a generated file have.
func generated(f *lang.Facts) int32 {
	if f.Generated {
		return int32(bindings.SymbolRole_Generated)
	}
	return 0
}

// roles are SCIP's for ours. Calling, naming a type and the like read.
func roles(r lang.Role) int32 {
	var out bindings.SymbolRole
	if r&lang.ImportRole != 0 {
		out |= bindings.SymbolRole_Import
	}
	if r&lang.Write != 0 {
		out |= bindings.SymbolRole_WriteAccess
	}
	if r&lang.Read != 0 || out == 0 {
		out |= bindings.SymbolRole_ReadAccess
	}
	return int32(out)
}

// sort puts occurrences and symbols into canonical order and merges the
// occurrences of one symbol at one place. The first n occurrences are those of
// definitions; both parts are as good as sorted, all of them are not.
func (e *encoder) sort(n int) {
	defs, refs := e.occs[:n], e.occs[n:]
	slices.SortFunc(defs, e.compareOccurrences)
	slices.SortFunc(refs, e.compareOccurrences)
	out := e.sorted[:0]
	for len(defs)+len(refs) > 0 {
		var o occurrence
		if len(refs) == 0 || len(defs) > 0 && e.compareOccurrences(defs[0], refs[0]) <= 0 {
			o, defs = defs[0], defs[1:] // first, so that merging keeps its enclosing range
		} else {
			o, refs = refs[0], refs[1:]
		}
		if i := len(out) - 1; i >= 0 && e.compareOccurrences(out[i], o) == 0 {
			out[i].roles |= o.roles
			continue
		}
		out = append(out, o)
	}
	e.sorted = out
	slices.SortFunc(e.infos, func(a, b info) int {
		if c := e.compare(a.sym, b.sym); c != 0 {
			return c
		}
		if a.foreign != b.foreign { // the document's own first
			if a.foreign {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(a.id.Doc, b.id.Doc), cmp.Compare(a.id.Def, b.id.Def))
	})
}

// compareOccurrences is SCIP's canonical order.
func (e *encoder) compareOccurrences(a, b occurrence) int {
	if a.start != b.start {
		return cmp.Compare(a.start, b.start)
	}
	if a.end != b.end {
		return cmp.Compare(a.end, b.end)
	}
	return e.compare(a.sym, b.sym)
}

func (e *encoder) compare(a, b span) int {
	if a == b {
		return 0
	}
	return bytes.Compare(e.name(a), e.name(b))
}

// appendOccurrences writes e.sorted.
func (e *encoder) appendOccurrences(b []byte, d *index.Doc) []byte {
	starts, ends, enclosing := d.Lines().Cursor(), d.Lines().Cursor(), d.Lines().Cursor()
	for i := range e.sorted {
		o := &e.sorted[i]
		b = protowire.AppendTag(b, docOccurrences, protowire.BytesType)
		body := appendRange(e.scratch[:0], e.x.o.TypedRanges, starts.Position(o.start), ends.Position(o.end), occRange, occSingleLine)
		body = protowire.AppendTag(body, occSymbol, protowire.BytesType)
		body = protowire.AppendBytes(body, e.name(o.sym))
		body = appendInt(body, occRoles, uint64(o.roles))
		if from, to, ok := extent(o, d); ok {
			body = appendRange(body, e.x.o.TypedRanges, enclosing.Position(from), d.Lines().Position(to), occEnclosing, occSingleLineEnclosing)
		}
		b = protowire.AppendBytes(b, body)
		e.scratch = body
	}
	return b
}

// extent is the enclosing range of an occurrence, where it has one that says
// more than its own range.
func extent(o *occurrence, d *index.Doc) (from, to uint32, ok bool) {
	switch o.def {
	case noEnclosing:
		return 0, 0, false
	case wholeFile:
		return 0, d.Lines().Size(), d.Lines().Size() > 0
	}
	def := &d.Facts().Defs[o.def]
	return def.EncStart, def.EncEnd, def.EncStart < def.Start || def.EncEnd > def.End
}

// appendInfos writes what the document says of symbols: each once, by name.
func (e *encoder) appendInfos(b []byte, doc int32, syms *index.Symbols) []byte {
	d := e.s.Docs()[doc]
	for i := 0; i < len(e.infos); {
		same := i + 1 // definitions of one symbol that don't say so
		for same < len(e.infos) && e.compare(e.infos[same].sym, e.infos[i].sym) == 0 {
			same++
		}
		first := e.infos[i]
		x := information{symbol: e.name(first.sym), kind: e.s.Kind(first.id), name: e.s.Name(first.id)}
		switch {
		case first.foreign:
		case first.id.Def == resolve.ModuleDef:
			x.doc = d.Facts().Doc
		default:
			def := &d.Facts().Defs[first.id.Def]
			x.doc, x.signature, x.language = def.Doc, def.Sig, d.Lang.Name
			if e.local(first.sym) {
				x.enclosing = e.name(e.enclosing(doc, def, syms))
			} else {
				x.relations = e.relationships(e.infos[i:same], d.Facts())
			}
		}
		b = protowire.AppendTag(b, docSymbols, protowire.BytesType)
		e.scratch = x.append(e.scratch[:0])
		b = protowire.AppendBytes(b, e.scratch)
		i = same
	}
	return b
}

func (e *encoder) local(sym span) bool { return bytes.HasPrefix(e.name(sym), localPrefix) }

var localPrefix = []byte(symbol.LocalScheme + " ")

// enclosing is the symbol of what a local definition lies in.
func (e *encoder) enclosing(doc int32, def *lang.Def, syms *index.Symbols) span {
	if def.Scope >= 0 {
		return e.target(e.s.Enclosing(doc, def.Scope, named), doc, syms)
	}
	f := e.s.Docs()[doc].Facts()
	for p := def.Parent; p >= 0; p = f.Defs[p].Parent {
		if e.own[p].n > 0 {
			return e.own[p]
		}
	}
	return span{}
}

// collectRelations collects the relations between global symbols that no
// document before writes, in the order of the first definitions of their
// symbols.
//
// The document describes the targets in other documents too: `scip lint` looks
// for a target in the document itself, the external symbols and those documents
// that it happens to have seen (scip-code/scip#397).
func (e *encoder) collectRelations(doc int32, syms *index.Symbols) {
	f := e.s.Docs()[doc].Facts()
	e.relations = e.relations[:0]
	for i, r := range e.s.Relations(doc) {
		from, target := e.own[r.Def], e.s.Canonical(index.ID{Doc: r.Doc, Def: r.Target})
		if from.n == 0 || e.local(from) || e.x.repeated[relationAt{doc, i}] {
			continue
		}
		to := e.target(target, doc, syms)
		if to.n == 0 || e.local(to) || e.compare(from, to) == 0 {
			continue
		}
		e.relations = append(e.relations, relation{f.Canonical(r.Def), to, r.Kind})
		if target.Doc != doc && !target.IsExternal() {
			e.infos = append(e.infos, info{to, target, true})
		}
	}
	slices.SortStableFunc(e.relations, func(a, b relation) int { return cmp.Compare(a.def, b.def) })
}

// relationships of a global symbol that the document defines by defs, one for
// each other symbol, in the order of these.
func (e *encoder) relationships(defs []info, f *lang.Facts) []relationship {
	rels := e.rels[:0]
	for _, in := range defs {
		if in.foreign || in.id.Def < 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(e.relations, in.id.Def, func(r relation, def lang.DefID) int { return cmp.Compare(r.def, def) })
		for ; i < len(e.relations) && e.relations[i].def == in.id.Def; i++ {
			x := relationship{symbol: e.name(e.relations[i].to)}
			switch e.relations[i].kind {
			case lang.Implements:
				x.implementation = true
				// who asks for the uses of a method wants those of the one that
				// it overrides too
				x.reference = f.Defs[in.id.Def].Suffix == symbol.Method || f.Defs[in.id.Def].Suffix == symbol.Term
			case lang.TypeDefinition:
				x.typeDefinition = true
			}
			rels = append(rels, x)
		}
	}
	e.rels = rels
	slices.SortFunc(rels, func(a, b relationship) int { return bytes.Compare(a.symbol, b.symbol) })
	kept := rels[:0]
	for _, r := range rels {
		if n := len(kept); n > 0 && bytes.Equal(kept[n-1].symbol, r.symbol) {
			kept[n-1].implementation = kept[n-1].implementation || r.implementation
			kept[n-1].reference = kept[n-1].reference || r.reference
			kept[n-1].typeDefinition = kept[n-1].typeDefinition || r.typeDefinition
			continue
		}
		kept = append(kept, r)
	}
	return kept
}
