// Package ts is the only place that knows tree-sitter. It parses a file and
// copies the tree into a flat array in one call to C, so that no tree outlives
// the call and walking costs no further calls.
package ts

/*
#cgo CFLAGS: -std=c11 -O2
#cgo noescape ci_parse
#cgo nocallback ci_parse
#include <stdlib.h>
#include "flat.h"
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	_ "github.com/smacker/go-tree-sitter" // the core that the prototypes of flat.h link to
)

// Node flags.
const (
	Named   = 1
	Missing = 2 // the parser put it in to go on
	Error   = 4 // the parser could not read this
)

// NoNode is the parent of the root.
const NoNode = ^uint32(0)

// Node is one node of a tree in pre-order: the first child of node i is i+1
// when Next > i+1, the sibling behind it is at Next.
type Node struct {
	Start, End uint32 // bytes, half-open
	Parent     uint32 // index, NoNode for the root
	Next       uint32 // index just behind the subtree
	Sym        Sym
	Field      FieldID
	Flags      uint16
	Depth      uint16 // saturates at 65535
}

// Sym is a grammar's number of a node kind, FieldID that of a field.
type (
	Sym     uint16
	FieldID uint16
)

// Grammar is a compiled tree-sitter grammar, or the names of the nodes that a
// reader of our own makes.
type Grammar struct {
	Name          string
	ptr           *C.TSLanguage // nil with names
	kinds, fields []string
}

// NamedGrammar is the grammar of a reader that makes the nodes itself: kinds and fields are
// the names by their numbers. Nothing is parsed in it.
func NamedGrammar(name string, kinds, fields []string) *Grammar {
	return &Grammar{Name: name, kinds: kinds, fields: fields}
}

// Trait is something to know about a grammar.
type Trait uint8

const (
	// SharedScanner: the grammar's scanner keeps its state in variables of the
	// process; it scans one token at a time for all parsers.
	SharedScanner Trait = iota + 1
	// StaleScanner: the scanner keeps its state when it is told to begin anew.
	StaleScanner
)

// NewGrammar wraps the TSLanguage* that a grammar's own package returns. It is
// to be called once for a grammar, before any text is read in it.
func NewGrammar(name string, language unsafe.Pointer, traits ...Trait) *Grammar {
	shared, stale := slices.Contains(traits, SharedScanner), slices.Contains(traits, StaleScanner)
	return &Grammar{Name: name, ptr: C.ci_language_new((*C.TSLanguage)(language), C.bool(shared), C.bool(stale))}
}

// Symbol is the number of the named node kind; it panics when the grammar has
// none such, which is an error in our own source that any test finds.
func (g *Grammar) Symbol(name string) Sym {
	if s, ok := g.lookup(name, true); ok {
		return s
	}
	panic(fmt.Sprintf("grammar %s has no node kind %q", g.Name, name))
}

// Kinds is a table of what a language's own name for each node kind is, by the
// kind's number in the grammar. Kinds that are not in names have the zero value;
// those behind the last one that is are not in the table.
func Kinds[K any](g *Grammar, names map[string]K) []K {
	var table []K
	for name, k := range names {
		s := int(g.Symbol(name))
		if more := s + 1 - len(table); more > 0 {
			table = append(table, make([]K, more)...)
		}
		table[s] = k
	}
	return table
}

// Token is the number of an anonymous token such as "async".
func (g *Grammar) Token(name string) Sym {
	if s, ok := g.lookup(name, false); ok {
		return s
	}
	panic(fmt.Sprintf("grammar %s has no token %q", g.Name, name))
}

func (g *Grammar) lookup(name string, named bool) (Sym, bool) {
	if g.ptr == nil {
		i := slices.Index(g.kinds, name)
		return Sym(max(i, 0)), i >= 0 && named
	}
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	s := C.ts_language_symbol_for_name(g.ptr, c, C.uint32_t(len(name)), C.bool(named))
	return Sym(s), s != 0
}

// Field is the number of a field; it panics like Symbol.
func (g *Grammar) Field(name string) FieldID {
	if g.ptr == nil {
		if i := slices.Index(g.fields, name); i > 0 {
			return FieldID(i)
		}
		panic(fmt.Sprintf("grammar %s has no field %q", g.Name, name))
	}
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	f := C.ts_language_field_id_for_name(g.ptr, c, C.uint32_t(len(name)))
	if f == 0 {
		panic(fmt.Sprintf("grammar %s has no field %q", g.Name, name))
	}
	return FieldID(f)
}

// Symbols is how many node kinds and tokens the grammar has; their numbers are
// below it.
func (g *Grammar) Symbols() int {
	if g.ptr == nil {
		return len(g.kinds)
	}
	return int(C.ts_language_symbol_count(g.ptr))
}

// SymName is the name of a node kind.
func (g *Grammar) SymName(s Sym) string {
	if g.ptr == nil {
		return g.kinds[s]
	}
	return C.GoString(C.ts_language_symbol_name(g.ptr, C.TSSymbol(s)))
}

// FieldName is the name of a field.
func (g *Grammar) FieldName(f FieldID) string {
	if g.ptr == nil {
		return g.fields[f]
	}
	return C.GoString(C.ts_language_field_name_for_id(g.ptr, C.TSFieldId(f)))
}

// Limits bound one parse.
type Limits struct {
	Time   time.Duration // as WithTime counts it; 0: none
	Nodes  uint32        // 0: as many as a text of its length may need
	Memory int64         // of the parser, in bytes; 0: as much as a text of its length may need
}

// ErrHalted: the time limit or the context ended the parse.
var ErrHalted = errors.New("parse stopped: time limit")

// ErrTooManyNodes: the tree is larger than Limits.Nodes.
var ErrTooManyNodes = errors.New("parse stopped: too many nodes")

// ErrTooLarge: the parser needs more than Limits.Memory.
var ErrTooLarge = errors.New("parse stopped: its text is too ambiguous or too broken, and needs too much memory")

// Usual limits, which follow from the length of the text: what is written for its
// meaning needs a third of them at most.
const (
	fewNodes, nodesPerByte, mostNodes = 1 << 16, 2, 16 << 20
	littleMemory, memoryPerByte       = 64 << 20, 160
)

// Parser parses files one at a time, in any grammar; it is not safe for
// concurrent use. Close frees its memory.
type Parser struct {
	Limits Limits
	Kept   *Kept // nil for none
	// Late is set by ParseTolerant where Limits.Time ended its attempts to get
	// round errors: another run may read more of the text. It is never reset.
	Late    bool
	parsers map[*Grammar]*C.TSParser
	buf     *C.ci_buf
	flag    *C.size_t // not 0: the parse under way must stop
}

// NewParser returns a parser with the given limits.
func NewParser(l Limits) *Parser {
	return &Parser{
		Limits: l, parsers: map[*Grammar]*C.TSParser{},
		buf:  (*C.ci_buf)(C.calloc(1, C.size_t(unsafe.Sizeof(C.ci_buf{})))),
		flag: (*C.size_t)(C.calloc(1, C.size_t(unsafe.Sizeof(C.size_t(0))))),
	}
}

// Close frees what C holds.
func (p *Parser) Close() {
	for _, q := range p.parsers {
		C.ts_parser_delete(q)
	}
	p.parsers = nil
	if p.buf != nil {
		C.free(unsafe.Pointer(p.buf.v))
		C.free(unsafe.Pointer(p.buf))
		C.free(unsafe.Pointer(p.flag))
		p.buf, p.flag = nil, nil
	}
}

// Tree is a parsed file. Nodes is valid until the Parser's next Parse or Close.
type Tree struct {
	Grammar *Grammar
	Src     []byte
	Read    []byte // what was parsed: Src, with what Recovery replaced in it
	Nodes   []Node
	// Mended is how many brackets and quotes were replaced that belong to none.
	Mended int
	// Apart: it was read block by block, so that no error goes over the end of its block.
	Apart bool
}

// Range is a part of a file to parse, in bytes.
type Range struct{ Start, End uint32 }

// Parse parses src, or only the given ranges of it (offsets stay those of
// src). It returns ErrHalted or ErrTooManyNodes when a limit was reached, and
// the context's error when that was done before it began; a syntax error is no
// error.
func (p *Parser) Parse(ctx context.Context, g *Grammar, src []byte, ranges ...Range) (Tree, error) {
	if err := ctx.Err(); err != nil {
		return Tree{}, err
	}
	if g.ptr == nil {
		return Tree{}, fmt.Errorf("grammar %s has a reader of its own", g.Name)
	}
	q := p.parsers[g]
	if q == nil {
		if q = C.ts_parser_new(); q == nil {
			return Tree{}, errors.New("no memory for a parser")
		}
		if !bool(C.ts_parser_set_language(q, g.ptr)) {
			C.ts_parser_delete(q)
			return Tree{}, fmt.Errorf("grammar %s has ABI %d, which the tree-sitter core does not read", g.Name, C.ts_language_version(g.ptr))
		}
		C.ts_parser_set_cancellation_flag(q, p.flag)
		p.parsers[g] = q
	}
	if len(ranges) > 0 {
		rs := make([]C.TSRange, len(ranges))
		row, at := pointer(src), uint32(0)
		for i, r := range ranges {
			if r.Start < at || r.End < r.Start || int(r.End) > len(src) {
				return Tree{}, fmt.Errorf("parse range %d: %d to %d is out of order or outside the file", i, r.Start, r.End)
			}
			at = r.End
			rs[i] = C.TSRange{start_byte: C.uint32_t(r.Start), end_byte: C.uint32_t(r.End), start_point: row(r.Start), end_point: row(r.End)}
		}
		C.ts_parser_set_included_ranges(q, &rs[0], C.uint32_t(len(rs)))
		defer C.ts_parser_set_included_ranges(q, nil, 0)
	}
	within := ctx
	if p.Limits.Time > 0 {
		var cancel context.CancelFunc
		within, cancel = WithTime(ctx, p.Limits.Time)
		defer cancel()
	}
	nodes, memory := p.Limits.Nodes, p.Limits.Memory
	if nodes == 0 {
		nodes = uint32(min(fewNodes+nodesPerByte*int64(len(src)), mostNodes))
	}
	if memory == 0 {
		memory = littleMemory + memoryPerByte*int64(len(src))
	}
	done := p.watch(within)
	rc := C.ci_parse(q, (*C.char)(unsafe.Pointer(unsafe.SliceData(src))), C.uint32_t(len(src)), p.buf, C.uint32_t(nodes), C.int64_t(memory))
	done()
	runtime.KeepAlive(src)
	switch rc {
	case C.CI_OK:
	case C.CI_HALTED:
		if err := ctx.Err(); err != nil {
			return Tree{}, err
		}
		return Tree{}, ErrHalted
	case C.CI_TOO_MANY:
		return Tree{}, ErrTooManyNodes
	case C.CI_TOO_LARGE:
		return Tree{}, ErrTooLarge
	default:
		return Tree{}, errors.New("parse stopped: out of memory")
	}
	return Tree{Grammar: g, Src: src, Read: src, Nodes: unsafe.Slice((*Node)(unsafe.Pointer(p.buf.v)), int(p.buf.n))}, nil
}

// watch lets a done context end the parse that follows. The function it returns
// must be called behind the parse: after it nothing of this context can reach
// the next one.
//
// Time slices would do without a goroutine, but a parse that is resumed orders
// its alternatives differently: its tree would depend on the clock.
func (p *Parser) watch(ctx context.Context) (done func()) {
	flag := (*uintptr)(unsafe.Pointer(p.flag))
	atomic.StoreUintptr(flag, 0)
	if ctx.Done() == nil {
		return func() {}
	}
	set := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		atomic.StoreUintptr(flag, 1)
		close(set)
	})
	return func() {
		if !stop() {
			<-set
		}
	}
}

// pointer returns a function from ascending offsets to rows and columns.
func pointer(src []byte) func(uint32) C.TSPoint {
	var row, lineStart, at uint32
	return func(off uint32) C.TSPoint {
		for ; at < off; at++ {
			if src[at] == '\n' {
				row++
				lineStart = at + 1
			}
		}
		return C.TSPoint{row: C.uint32_t(row), column: C.uint32_t(off - lineStart)}
	}
}

// Text of node i; it aliases the source.
func (t *Tree) Text(i uint32) []byte {
	n := &t.Nodes[i]
	return t.Src[n.Start:n.End]
}

// First child of i, or NoNode.
func (t *Tree) First(i uint32) uint32 {
	if t.Nodes[i].Next > i+1 {
		return i + 1
	}
	return NoNode
}

// Sibling behind i, or NoNode.
func (t *Tree) Sibling(i uint32) uint32 {
	n := t.Nodes[i].Next
	if int(n) < len(t.Nodes) && t.Nodes[n].Parent == t.Nodes[i].Parent {
		return n
	}
	return NoNode
}

// Child of i in field f, or NoNode.
func (t *Tree) Child(i uint32, f FieldID) uint32 {
	for c := t.First(i); c != NoNode; c = t.Sibling(c) {
		if t.Nodes[c].Field == f {
			return c
		}
	}
	return NoNode
}

// ChildOf is the first child of i of kind s, or NoNode.
func (t *Tree) ChildOf(i uint32, s Sym) uint32 {
	for c := t.First(i); c != NoNode; c = t.Sibling(c) {
		if t.Nodes[c].Sym == s {
			return c
		}
	}
	return NoNode
}

// Errors counts the nodes that the grammar could not read and their bytes.
func (t *Tree) Errors() (nodes, bytes int) {
	nodes = t.Mended
	for i := 0; i < len(t.Nodes); {
		n := &t.Nodes[i]
		switch {
		case n.Flags&Error != 0:
			nodes++
			bytes += int(n.End - n.Start)
			i = int(n.Next)
			continue
		case n.Flags&Missing != 0:
			nodes++
		}
		i++
	}
	return
}

// Trim gives memory that bulk parsing has freed back to the system.
func Trim() { C.ci_trim() }
