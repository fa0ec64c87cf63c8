// Package scip writes snapshots as SCIP indexes and reads such indexes. It is
// the only user of the protobuf bindings.
package scip

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	bindings "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// DefaultRoot is the project root of an index that does not say where it was
// made, so that it is the same wherever that is.
const DefaultRoot = "file:///project"

// ToolName is the name under which indexes are written.
const ToolName = "ci"

// Options of Write.
type Options struct {
	// ProjectRoot is the URI of the repository; "" means DefaultRoot.
	ProjectRoot string
	// ToolVersion is recorded in the index.
	ToolVersion string
	// TypedRanges writes the range messages of SCIP 0.9 in place of the
	// integer lists, which every reader knows.
	TypedRanges bool
}

// Write writes s as an index: the metadata, one document for each file with
// facts in the order of their paths, and the external symbols in use. At any
// time it holds one document. The bytes depend on s and o alone.
//
// References that are only possible are left out, as is what has no symbol that
// the document could use.
func Write(w io.Writer, s *index.Snapshot, o Options) error {
	out := bufio.NewWriterSize(w, 64<<10)
	e := newEncoder(s, o)
	meta, err := e.metadata()
	if err != nil {
		return err
	}
	if err := writeField(out, fieldMetadata, meta); err != nil {
		return err
	}
	for _, d := range e.documents() {
		if err := writeField(out, fieldDocuments, e.document(d)); err != nil {
			return err
		}
	}
	for _, info := range e.externalSymbols() {
		if err := writeField(out, fieldExternalSymbols, info); err != nil {
			return err
		}
	}
	return out.Flush()
}

func writeField(w *bufio.Writer, field protowire.Number, message []byte) error {
	var head [2 * 10]byte
	b := protowire.AppendTag(head[:0], field, protowire.BytesType)
	b = protowire.AppendVarint(b, uint64(len(message)))
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	if _, err := w.Write(message); err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	return nil
}

// encoder makes the messages of one index. Its buffers are used again for each
// document.
type encoder struct {
	s *index.Snapshot
	o Options

	// nameless are the definitions without an identifier in the text that
	// something refers to; the others are not written.
	nameless map[index.ID]bool
	// external says for each of the snapshot's external symbols what is known.
	external []externalState
	// externalNames are the external symbols' first numbers by symbol.
	externalNames map[string]lang.DefID
	// related holds the pairs of symbols that a relationship was written for.
	// Symbols of several documents repeat theirs.
	related map[[16]byte]bool

	names     []byte // the symbols of the current document, one behind the other
	own       []span // by definition
	foreign   cache
	occs      []occurrence
	sorted    []occurrence
	infos     []info
	relations []resolve.Relation
	rels      []relationship
	message   []byte // the document
	scratch   []byte
}

type externalState uint8

const (
	unchecked externalState = iota
	malformed               // not a canonical symbol: never written
	inUse                   // something written refers to it
	defined                 // a document of this index defines it
)

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

// info is a symbol that the document defines.
type info struct {
	sym span
	def lang.DefID // resolve.ModuleDef for the file itself
}

func newEncoder(s *index.Snapshot, o Options) *encoder {
	e := &encoder{
		s: s, o: o,
		nameless:      map[index.ID]bool{},
		external:      make([]externalState, len(s.Externals())),
		externalNames: make(map[string]lang.DefID, len(s.Externals())),
		related:       map[[16]byte]bool{},
	}
	for i, x := range s.Externals() {
		if _, ok := e.externalNames[x.Symbol]; !ok {
			e.externalNames[x.Symbol] = lang.DefID(i)
		}
	}
	for doc := range s.Docs() {
		for _, l := range s.Links(int32(doc)) {
			if l.Certainty == resolve.Resolved {
				e.noteNameless(index.ID{Doc: l.Doc, Def: l.Def})
			}
		}
		for _, r := range s.Relations(int32(doc)) {
			e.noteNameless(index.ID{Doc: r.Doc, Def: r.Target})
		}
	}
	return e
}

func (e *encoder) noteNameless(id index.ID) {
	if id.Doc < 0 || id.Def < 0 {
		return
	}
	if f := e.s.Docs()[id.Doc].Facts; f != nil && f.Defs[id.Def].Start == f.Defs[id.Def].End {
		e.nameless[index.ID{Doc: id.Doc, Def: f.Canonical(id.Def)}] = true
	}
}

func (e *encoder) metadata() ([]byte, error) {
	root := e.o.ProjectRoot
	if root == "" {
		root = DefaultRoot
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(&bindings.Metadata{
		ToolInfo:             &bindings.ToolInfo{Name: ToolName, Version: e.o.ToolVersion},
		ProjectRoot:          root,
		TextDocumentEncoding: bindings.TextEncoding_UTF8,
	})
	if err != nil {
		return nil, fmt.Errorf("write index: metadata: %w", err)
	}
	return b, nil
}

// entry is a file to write and the path to write for it.
type entry struct {
	doc  int32
	path string
}

// documents are the files that have facts, by the path to write.
func (e *encoder) documents() []entry {
	var out []entry
	for doc, d := range e.s.Docs() {
		if d.Facts != nil {
			out = append(out, entry{int32(doc), e.path(d.Path)})
		}
	}
	slices.SortFunc(out, func(a, b entry) int { return cmp.Compare(a.path, b.path) })
	return out
}

// document encodes a file. The result is valid until the next call.
func (e *encoder) document(file entry) []byte {
	doc, d := file.doc, e.s.Docs()[file.doc]
	syms := e.s.Symbols(doc)
	e.names, e.occs, e.infos = e.names[:0], e.occs[:0], e.infos[:0]
	e.foreign.reset()
	e.definitions(doc, syms)
	n := len(e.occs)
	e.references(doc, syms)
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
	return b
}

// path is the relative path to write. One that is not UTF-8 can't be written;
// its bytes outside ASCII and its percent signs become %XX.
func (e *encoder) path(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		if c := p[i]; c == '%' || c >= utf8.RuneSelf {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	for { // a file may have the very name; a single % is no escape
		if _, taken := e.s.Doc(b.String()); !taken {
			return b.String()
		}
		b.WriteByte('%')
	}
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
	f := e.s.Docs()[doc].Facts
	var always int32
	if f.Generated {
		always = int32(bindings.SymbolRole_Generated)
	}
	module := index.ID{Doc: doc, Def: resolve.ModuleDef}
	if sym := e.intern(func(b []byte) []byte { return syms.Append(b, module) }); sym.n > 0 {
		start, end := e.s.ModuleRange(doc)
		o := occurrence{start: start, end: end, sym: sym, roles: always | int32(bindings.SymbolRole_Definition), def: noEnclosing}
		if start == end {
			o.def = wholeFile
		}
		e.occs = append(e.occs, o)
		e.addInfo(sym, resolve.ModuleDef)
	}
	e.own = slices.Grow(e.own[:0], len(f.Defs))[:len(f.Defs)]
	for i := range f.Defs {
		id := lang.DefID(i)
		def := &f.Defs[i]
		if def.Same >= 0 {
			e.own[i] = e.own[def.Same]
		} else {
			at := len(e.names)
			e.names = syms.Append(e.names, index.ID{Doc: doc, Def: id})
			e.own[i] = span{uint32(at), uint32(len(e.names) - at)}
		}
		if e.own[i].n == 0 || def.Start == def.End && !e.nameless[index.ID{Doc: doc, Def: f.Canonical(id)}] {
			continue
		}
		roles := always | int32(bindings.SymbolRole_Definition)
		if def.Flags&lang.Test != 0 {
			roles |= int32(bindings.SymbolRole_Test)
		}
		e.occs = append(e.occs, occurrence{start: def.Start, end: def.End, sym: e.own[i], roles: roles, def: id})
		if def.Same < 0 {
			e.addInfo(e.own[i], id)
		}
	}
}

// addInfo notes that the document defines a symbol.
func (e *encoder) addInfo(sym span, def lang.DefID) {
	e.infos = append(e.infos, info{sym, def})
	if x, ok := e.externalNames[string(e.name(sym))]; ok { // does not allocate
		e.external[x] = defined
	}
}

// references collects the occurrences of the file's certain links.
func (e *encoder) references(doc int32, syms *index.Symbols) {
	f := e.s.Docs()[doc].Facts
	var always int32
	if f.Generated {
		always = int32(bindings.SymbolRole_Generated)
	}
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
// writes it.
func (e *encoder) target(id index.ID, doc int32, syms *index.Symbols) span {
	if id.Doc == doc && id.Def >= 0 {
		return e.own[id.Def]
	}
	if sym, ok := e.foreign.get(id); ok {
		return sym
	}
	var sym span
	if !id.IsExternal() || e.use(id.Def) {
		sym = e.intern(func(b []byte) []byte { return syms.Append(b, id) })
	}
	e.foreign.put(id, sym)
	return sym
}

// use marks an external symbol as written; false when it can't be.
func (e *encoder) use(x lang.DefID) bool {
	name := e.s.Externals()[x].Symbol
	x = e.externalNames[name]
	switch e.external[x] {
	case unchecked:
		sym, err := symbol.Parse(name)
		if err != nil || sym.String() != name || symbol.IsLocal(name) {
			e.external[x] = malformed
			return false
		}
		e.external[x] = inUse
	case malformed:
		return false
	}
	return true
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
		return cmp.Or(e.compare(a.sym, b.sym), cmp.Compare(a.def, b.def))
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

func (e *encoder) appendOccurrences(b []byte, d *index.Doc) []byte {
	starts, ends, enclosing := d.Lines.Cursor(), d.Lines.Cursor(), d.Lines.Cursor()
	for i := range e.sorted {
		o := &e.sorted[i]
		b = protowire.AppendTag(b, docOccurrences, protowire.BytesType)
		body := appendRange(e.scratch[:0], e.o.TypedRanges, starts.Position(o.start), ends.Position(o.end), occRange, occSingleLine)
		body = protowire.AppendTag(body, occSymbol, protowire.BytesType)
		body = protowire.AppendBytes(body, e.name(o.sym))
		body = appendInt(body, occRoles, uint64(o.roles))
		if from, to, ok := extent(o, d); ok {
			body = appendRange(body, e.o.TypedRanges, enclosing.Position(from), d.Lines.Position(to), occEnclosing, occSingleLineEnclosing)
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
		return 0, d.Lines.Size(), d.Lines.Size() > 0
	}
	def := &d.Facts.Defs[o.def]
	return def.EncStart, def.EncEnd, def.EncStart < def.Start || def.EncEnd > def.End
}

func (e *encoder) appendInfos(b []byte, doc int32, syms *index.Symbols) []byte {
	d := e.s.Docs()[doc]
	e.collectRelations(doc)
	for i := 0; i < len(e.infos); {
		same := i + 1 // definitions of one symbol that don't say so
		for same < len(e.infos) && e.compare(e.infos[same].sym, e.infos[i].sym) == 0 {
			same++
		}
		first := e.infos[i]
		id := index.ID{Doc: doc, Def: first.def}
		x := information{symbol: e.name(first.sym), kind: e.s.Kind(id), name: e.s.Name(id)}
		if first.def == resolve.ModuleDef {
			x.doc = d.Facts.Doc
		} else {
			def := &d.Facts.Defs[first.def]
			x.doc, x.signature, x.language = def.Doc, def.Sig, d.Lang.Name
			if bytes.HasPrefix(x.symbol, localPrefix) {
				x.enclosing = e.name(e.enclosing(doc, def, syms))
			} else {
				x.relations = e.relationships(e.infos[i:same], doc, syms)
			}
		}
		b = protowire.AppendTag(b, docSymbols, protowire.BytesType)
		e.scratch = x.append(e.scratch[:0])
		b = protowire.AppendBytes(b, e.scratch)
		i = same
	}
	return b
}

var localPrefix = []byte(symbol.LocalScheme + " ")

// enclosing is the symbol of what a local definition lies in.
func (e *encoder) enclosing(doc int32, def *lang.Def, syms *index.Symbols) span {
	switch {
	case def.Scope >= 0:
		return e.target(e.s.Enclosing(doc, def.Scope, nil), doc, syms)
	case def.Parent >= 0:
		return e.own[def.Parent]
	}
	return span{}
}

// collectRelations puts the document's relations in the order of the first
// definitions of their symbols.
func (e *encoder) collectRelations(doc int32) {
	f := e.s.Docs()[doc].Facts
	e.relations = append(e.relations[:0], e.s.Relations(doc)...)
	for i := range e.relations {
		e.relations[i].Def = f.Canonical(e.relations[i].Def)
	}
	slices.SortStableFunc(e.relations, func(a, b resolve.Relation) int { return cmp.Compare(a.Def, b.Def) })
}

// relationships of a global symbol that the document defines by defs, one for
// each other symbol, in the order of these.
func (e *encoder) relationships(defs []info, doc int32, syms *index.Symbols) []relationship {
	f := e.s.Docs()[doc].Facts
	rels := e.rels[:0]
	for _, in := range defs {
		if in.def < 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(e.relations, in.def, func(r resolve.Relation, def lang.DefID) int { return cmp.Compare(r.Def, def) })
		for ; i < len(e.relations) && e.relations[i].Def == in.def; i++ {
			r := &e.relations[i]
			to := e.name(e.target(index.ID{Doc: r.Doc, Def: r.Target}, doc, syms))
			if len(to) == 0 || bytes.HasPrefix(to, localPrefix) || bytes.Equal(to, e.name(in.sym)) {
				continue
			}
			x := relationship{symbol: to}
			switch r.Kind {
			case lang.Implements:
				x.implementation = true
				// who asks for the uses of a method wants those of the one that
				// it overrides too
				x.reference = f.Defs[in.def].Suffix == symbol.Method || f.Defs[in.def].Suffix == symbol.Term
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
	return slices.DeleteFunc(kept, func(r relationship) bool {
		pair := pairKey(e.name(defs[0].sym), r.symbol)
		seen := e.related[pair]
		e.related[pair] = true
		return seen
	})
}

// pairKey stands for two symbols.
func pairKey(a, b []byte) (key [16]byte) {
	h := fnv.New128a()
	h.Write(a)
	h.Write([]byte{0})
	h.Write(b)
	h.Sum(key[:0])
	return key
}

// externalSymbols are the messages of the external symbols in use, by symbol.
func (e *encoder) externalSymbols() [][]byte {
	var used []lang.DefID
	for i, state := range e.external {
		if state == inUse {
			used = append(used, lang.DefID(i))
		}
	}
	externals := e.s.Externals()
	slices.SortFunc(used, func(a, b lang.DefID) int { return cmp.Compare(externals[a].Symbol, externals[b].Symbol) })
	out := make([][]byte, len(used))
	for i, id := range used {
		x := &externals[id]
		info := information{symbol: []byte(x.Symbol), kind: x.Kind, name: x.Name, signature: x.Sig, doc: x.Doc}
		out[i] = info.append(nil)
	}
	return out
}
