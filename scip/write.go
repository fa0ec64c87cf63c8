// Package scip writes snapshots as SCIP indexes and reads those of others. It is
// the only user of the protobuf bindings.
package scip

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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
	// Jobs is how many documents are encoded at a time; 0 means one for each
	// processor. The result does not depend on it.
	Jobs int
}

// Write writes s as an index: the metadata, one document for each file with
// facts, and the external symbols in use. Documents come in the order of their
// paths, but for those that describe a symbol of another file in short, because
// a relationship of theirs names it: they come before the document that has its
// relationships, where that is possible, so that a reader that keeps the last
// description of a symbol has the full one. At any time it holds a few documents.
// The bytes depend on s and o alone. It fails with ErrDamaged where what is read of s is
// not what was stored of it.
//
// References that are only possible are left out, as is what has no symbol that
// the document could use.
//
// Of a snapshot that index.Snapshot.Within has bound it stops soon after the context
// is done, with ErrStopped.
func Write(w io.Writer, s *index.Snapshot, o Options) error {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	x := newExport(s, o)
	if s.Stop() {
		return ErrStopped
	}
	out := bufio.NewWriterSize(w, 64<<10)
	meta, err := x.metadata()
	if err != nil {
		return err
	}
	if err := writeField(out, fieldMetadata, meta); err != nil {
		return err
	}
	err = x.documents(func(document []byte) error {
		if s.Stop() {
			return ErrStopped
		}
		return writeField(out, fieldDocuments, document)
	})
	if err != nil {
		return err
	}
	for _, info := range x.externalSymbols() {
		if err := writeField(out, fieldExternalSymbols, info); err != nil {
			return err
		}
	}
	if lost := s.Lost(); len(lost) > 0 {
		return fmt.Errorf("write index: %w: what was kept of %d files can't be read, of %s for one", ErrDamaged, len(lost), lost[0])
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	return nil
}

// ErrDamaged is the root of the errors of snapshots that turn out to be damaged while they
// are written.
var ErrDamaged = errors.New("the index is damaged")

// guarded is document; a fault of the memory that the snapshot is mapped into, or another
// panic, becomes an error.
func (e *encoder) guarded(file entry) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("write index: %s: %w: %v", file.path, ErrDamaged, r)
		}
	}()
	e.document(file)
	return nil
}

// ErrStopped is returned by Write when the context of its snapshot is done: what was
// written is not an index.
var ErrStopped = errors.New("write index: nobody wants it any more")

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

// export is what the documents of one index share.
type export struct {
	s       *index.Snapshot
	o       Options
	entries []entry
	linked  linkedSet
	// repeated are the relations that a document before theirs has: several
	// documents can define one symbol.
	repeated map[relationAt]bool
	// external says what became of each external symbol.
	external []externalState
}

// entry is a file to write and the path to write for it.
type entry struct {
	doc  int32
	path string
}

// relationAt is a relation by its place in its file's list.
type relationAt struct {
	doc int32
	i   int
}

// externalState is unchecked, malformed or inUse.
type externalState struct{ atomic.Uint32 }

const (
	unchecked uint32 = iota
	malformed        // not a canonical symbol: never written
	inUse            // an occurrence or a relationship names it
)

func newExport(s *index.Snapshot, o Options) *export {
	x := &export{
		s: s, o: o,
		linked:   newLinkedSet(s),
		repeated: map[relationAt]bool{},
		external: make([]externalState, len(s.Externals())),
	}
	for doc, d := range s.Docs() {
		if d.Source != nil {
			x.entries = append(x.entries, entry{int32(doc), x.path(d.Path)})
		}
	}
	slices.SortFunc(x.entries, func(a, b entry) int { return cmp.Compare(a.path, b.path) })
	x.order()
	x.findRepeated()
	return x
}

// order puts entries, which are in the order of their paths, into that of Write.
func (x *export) order() {
	at := make([]int, len(x.s.Docs())) // of each file, its place in entries
	related := map[index.ID]bool{}     // symbols that have relationships
	for i, e := range x.entries {
		if x.s.Stop() {
			return
		}
		at[e.doc] = i
		for _, r := range x.s.Relations(e.doc) {
			related[x.s.Canonical(index.ID{Doc: e.doc, Def: r.Def})] = true
		}
	}
	first := make([][]int, len(x.entries)) // what comes before each entry
	for i, e := range x.entries {
		if x.s.Stop() {
			return
		}
		for _, r := range x.s.Relations(e.doc) {
			target := x.s.Canonical(index.ID{Doc: r.Doc, Def: r.Target})
			if target.IsExternal() || target.Doc == e.doc || !related[target] {
				continue
			}
			if list := &first[at[target.Doc]]; len(*list) == 0 || (*list)[len(*list)-1] != i {
				*list = append(*list, i)
			}
		}
	}
	// How deep it goes is up to the repository, so a stack is kept here.
	ordered := make([]entry, 0, len(x.entries))
	begun, done := make([]bool, len(x.entries)), make([]bool, len(x.entries))
	for i := range x.entries {
		for stack := []int{i}; len(stack) > 0; {
			top := stack[len(stack)-1]
			if begun[top] {
				stack = stack[:len(stack)-1]
				if !done[top] {
					done[top] = true
					ordered = append(ordered, x.entries[top])
				}
				continue
			}
			begun[top] = true
			for j := len(first[top]) - 1; j >= 0; j-- {
				if !begun[first[top][j]] {
					stack = append(stack, first[top][j])
				}
			}
		}
	}
	x.entries = ordered
}

// path is the relative path to write. One that is not UTF-8 can't be written;
// its bytes outside ASCII and its percent signs become %XX.
func (x *export) path(p string) string {
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
		if _, taken := x.s.Doc(b.String()); !taken {
			return b.String()
		}
		b.WriteByte('%')
	}
}

// findRepeated fills x.repeated.
func (x *export) findRepeated() {
	first := map[[16]byte]int32{}
	var from, to []byte
	for _, e := range x.entries {
		if x.s.Stop() {
			return
		}
		for i, r := range x.s.Relations(e.doc) {
			from = x.s.AppendGlobal(from[:0], index.ID{Doc: e.doc, Def: r.Def})
			to = x.s.AppendGlobal(to[:0], index.ID{Doc: r.Doc, Def: r.Target})
			pair := pairKey(from, to)
			if doc, ok := first[pair]; !ok {
				first[pair] = e.doc
			} else if doc != e.doc {
				x.repeated[relationAt{e.doc, i}] = true
			}
		}
	}
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

func (x *export) metadata() ([]byte, error) {
	root := x.o.ProjectRoot
	if root == "" {
		root = DefaultRoot
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(&bindings.Metadata{
		ToolInfo:             &bindings.ToolInfo{Name: ToolName, Version: x.o.ToolVersion},
		ProjectRoot:          root,
		TextDocumentEncoding: bindings.TextEncoding_UTF8,
	})
	if err != nil {
		return nil, fmt.Errorf("write index: metadata: %w", err)
	}
	return b, nil
}

// documents hands the encoded documents to emit, in order. A document is valid
// until emit returns.
func (x *export) documents(emit func([]byte) error) error {
	jobs := min(x.o.Jobs, len(x.entries))
	if jobs <= 1 {
		e := newEncoder(x)
		for _, file := range x.entries {
			if err := e.guarded(file); err != nil {
				return err
			}
			if err := emit(e.message); err != nil {
				return err
			}
		}
		return nil
	}
	// A worker takes a permit and then the next entry, so that no entry is
	// further ahead of emit than there are permits, and its slot is free.
	window := 2 * jobs
	permits, buffers, slots := make(chan struct{}, window), make(chan []byte, window), make([]chan []byte, window)
	for i := range slots {
		permits <- struct{}{}
		slots[i] = make(chan []byte, 1)
	}
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			e := newEncoder(x)
			for range permits {
				i := int(next.Add(1)) - 1
				if i >= len(x.entries) {
					return
				}
				if err := e.guarded(x.entries[i]); err != nil {
					failed.CompareAndSwap(nil, &err)
					e = newEncoder(x)
				}
				slots[i%window] <- e.message
				select {
				case e.message = <-buffers:
				default:
					e.message = nil
				}
			}
		})
	}
	defer workers.Wait()
	defer close(permits)
	for i := range x.entries {
		document := <-slots[i%window]
		if err := failed.Load(); err != nil {
			return *err
		}
		if err := emit(document); err != nil {
			return err
		}
		buffers <- document
		permits <- struct{}{}
	}
	return nil
}

// externalSymbols are the messages of the external symbols in use, by symbol.
func (x *export) externalSymbols() [][]byte {
	externals := x.s.Externals()
	var used []lang.DefID
	for i := range x.external {
		if x.external[i].Load() == inUse {
			used = append(used, lang.DefID(i))
		}
	}
	slices.SortFunc(used, func(a, b lang.DefID) int { return cmp.Compare(externals[a].Symbol, externals[b].Symbol) })
	out := make([][]byte, len(used))
	for i, id := range used {
		ext := &externals[id]
		info := information{symbol: []byte(ext.Symbol), kind: ext.Kind, name: ext.Name, signature: ext.Sig, doc: ext.Doc}
		out[i] = info.append(nil)
	}
	return out
}

// use marks a canonical external symbol as written; false when it can't be.
func (x *export) use(id lang.DefID) bool {
	state := &x.external[id]
	if state.Load() == unchecked {
		form, name := malformed, x.s.Externals()[id].Symbol
		if sym, err := symbol.Parse(name); err == nil && sym.String() == name && !symbol.IsLocal(name) {
			form = inUse
		}
		state.Store(form)
	}
	return state.Load() == inUse
}

// linkedSet knows which definitions something refers to. Those without an
// identifier in the text (objects, modules inside a file) are written for that
// only.
type linkedSet struct {
	base []uint32 // number of each file's first definition
	bits []uint64
}

func newLinkedSet(s *index.Snapshot) linkedSet {
	docs := s.Docs()
	l := linkedSet{base: make([]uint32, len(docs)+1)}
	for i, d := range docs {
		l.base[i+1] = l.base[i]
		if d.Source != nil {
			l.base[i+1] += uint32(d.Source.Shape().Defs)
		}
	}
	l.bits = make([]uint64, l.base[len(docs)]/64+1)
	for doc := range docs {
		if s.Stop() {
			break
		}
		for _, link := range s.Links(int32(doc)) {
			if link.Certainty == resolve.Resolved {
				l.add(s, index.ID{Doc: link.Doc, Def: link.Def})
			}
		}
		for _, r := range s.Relations(int32(doc)) {
			l.add(s, index.ID{Doc: r.Doc, Def: r.Target})
		}
	}
	return l
}

func (l *linkedSet) add(s *index.Snapshot, id index.ID) {
	if id.IsExternal() {
		id = s.Canonical(id)
	}
	if id.Doc >= 0 && id.Def >= 0 {
		n := l.base[id.Doc] + uint32(id.Def)
		l.bits[n/64] |= 1 << (n % 64)
	}
}

// has says whether something refers to that very definition.
func (l *linkedSet) has(doc int32, def lang.DefID) bool {
	n := l.base[doc] + uint32(def)
	return l.bits[n/64]&(1<<(n%64)) != 0
}
