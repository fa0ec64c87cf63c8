package index

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// symbolTable has the canonical global definitions by their numbers
// (Snapshot.number) and by the hashes of their symbols, so that what a definition
// is called, and what else is called so, is known without its file's facts:
//
//	numbers  those of the definitions: a numberSet; the following is by rank
//	sums     hash64 of the symbol (uint64)
//	order    the ranks in the order of sums, then of ranks (uint32)
//	traits   see trait (uint16)
//
// Definitions with the same sum have the same symbol: of as many as a large
// repository has, two that have not are as likely as bits that flip in memory.
type symbolTable []byte

// trait is what is known of a definition: its kind and more.
type trait uint16

const (
	// isFurther: its file has further definitions of it; see appendLocations.
	isFurther trait = 1 << 6
	// isMade: a constructor is declared in it.
	isMade trait = 1 << 7

	traitKind = isFurther - 1
)

// shownFlags are the flags that traits have, the first one in the bit behind isMade: those
// that editors show beside a name wherever it is used.
var shownFlags = [...]lang.DefFlags{lang.Const, lang.Static, lang.Deprecated, lang.Abstract, lang.Async}

// flags are those of shownFlags that a definition has.
func (t trait) flags() (out lang.DefFlags) {
	for i, f := range shownFlags {
		if t&(isMade<<(1+i)) != 0 {
			out |= f
		}
	}
	return out
}

// traitOf is the trait of a definition without isFurther and isMade.
func traitOf(d *lang.Def) trait {
	t := trait(d.Kind) & traitKind
	for i, f := range shownFlags {
		if d.Flags&f != 0 {
			t |= isMade << (1 + i)
		}
	}
	return t
}

// symbolTableRow is the size of what a definition takes beside its number.
const symbolTableRow = 8 + 4 + 2

// hash64 is FNV-1a: what is stored must be the same in every process.
func hash64[T string | []byte](s T) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// symbolReader is a symbolTable taken apart; nothing where the bytes are none.
type symbolReader struct {
	numbers             numberReader
	sums, order, traits []byte
}

// reader takes the table apart. read records which parts of it are read.
func (t symbolTable) reader(read noted) symbolReader {
	read.note(t[:min(numberSetHead, len(t))])
	numbers, rest := cutNumberSet(t)
	n := numbers.len()
	if n > len(rest) || symbolTableRow*n != len(rest) {
		return symbolReader{}
	}
	return symbolReader{numberReader{numbers, read}, rest[:8*n], rest[8*n : 12*n], rest[12*n:]}
}

func (r *symbolReader) sum(rank int) uint64 {
	b := r.sums[8*rank:][:8]
	r.numbers.read.note(b)
	return binary.LittleEndian.Uint64(b)
}

func (r *symbolReader) trait(rank int) trait {
	b := r.traits[2*rank:][:2]
	r.numbers.read.note(b)
	return trait(binary.LittleEndian.Uint16(b))
}

// at is the i-th rank in the order of sums.
func (r *symbolReader) at(i int) int {
	b := r.order[4*i:][:4]
	r.numbers.read.note(b)
	return min(int(binary.LittleEndian.Uint32(b)), r.numbers.len()-1)
}

// with calls yield with the numbers of the definitions with a sum, in their order.
func (r *symbolReader) with(sum uint64, yield func(number uint32)) {
	n := r.numbers.len()
	i := sort.Search(n, func(i int) bool { return r.sum(r.at(i)) >= sum })
	for ; i < n && r.sum(r.at(i)) == sum; i++ {
		yield(r.numbers.number(r.at(i)))
	}
}

// each calls yield with all definitions, in the order of their numbers.
func (r *symbolReader) each(yield func(number uint32, row symbolRow)) {
	r.numbers.each(func(rank int, number uint32) { yield(number, symbolRow{r.sum(rank), r.trait(rank)}) })
}

// row is what is said of the definition with a number; false when there is none.
func (t symbolTable) row(number uint32, read noted) (symbolRow, bool) {
	r := t.reader(read)
	rank, ok := r.numbers.rank(number)
	if !ok {
		return symbolRow{}, false
	}
	return symbolRow{r.sum(rank), r.trait(rank)}, true
}

// symbolRow is what the table says of a definition.
type symbolRow struct {
	sum   uint64
	trait trait
}

// symbolsBuilder collects the definitions of a symbolTable.
type symbolsBuilder struct {
	numbers []uint32
	rows    []symbolRow
	traits  []trait // of the file at hand, by definition
}

func (b *symbolsBuilder) add(number uint32, row symbolRow) {
	b.numbers, b.rows = append(b.numbers, number), append(b.rows, row)
}

// file works out the traits of the definitions of a file.
func (b *symbolsBuilder) file(f *lang.Facts) {
	b.traits = slices.Grow(b.traits[:0], len(f.Defs))[:len(f.Defs)]
	for i := range f.Defs {
		b.traits[i] = traitOf(&f.Defs[i])
	}
	for i := range f.Defs {
		d := &f.Defs[i]
		switch {
		case d.Same >= 0 && further(d):
			b.traits[d.Same] |= isFurther
		case d.Same < 0 && d.Kind == lang.KindConstructor && d.Parent >= 0:
			b.traits[f.Canonical(d.Parent)] |= isMade
		}
	}
}

// finish makes the table of so many numbers. The definitions may come in any
// order.
func (b *symbolsBuilder) finish(numbers int) symbolTable {
	if !slices.IsSorted(b.numbers) {
		by := make([]int, len(b.numbers))
		for i := range by {
			by[i] = i
		}
		slices.SortFunc(by, func(x, y int) int { return cmp.Compare(b.numbers[x], b.numbers[y]) })
		sorted := symbolsBuilder{}
		for _, i := range by {
			sorted.add(b.numbers[i], b.rows[i])
		}
		*b = sorted
	}
	set := newNumberSet(b.numbers, numbers)
	t := append(make(symbolTable, 0, len(set)+symbolTableRow*len(b.rows)), set...)
	for _, r := range b.rows {
		t = binary.LittleEndian.AppendUint64(t, r.sum)
	}
	for _, rank := range b.order() {
		t = binary.LittleEndian.AppendUint32(t, rank)
	}
	for _, r := range b.rows {
		t = binary.LittleEndian.AppendUint16(t, uint16(r.trait))
	}
	return t
}

// order are the ranks in the order of sums, then of ranks.
func (b *symbolsBuilder) order() []uint32 {
	type entry struct {
		sum  uint64
		rank uint32
	}
	by := make([]entry, len(b.rows))
	for i, r := range b.rows {
		by[i] = entry{r.sum, uint32(i)}
	}
	slices.SortFunc(by, func(x, y entry) int {
		if x.sum != y.sum {
			return cmp.Compare(x.sum, y.sum)
		}
		return cmp.Compare(x.rank, y.rank)
	})
	out := make([]uint32, len(by))
	for i := range by {
		out[i] = by[i].rank
	}
	return out
}

// row is what is known of a definition by its number in the tables; false when it
// is not canonical and global. The file's facts are not read.
func (s *Snapshot) row(id ID) (row symbolRow, ok bool) {
	if id.Doc < 0 || id.Def < 0 || !s.valid(id) {
		return symbolRow{}, false
	}
	if l := s.layer; l != nil {
		if names := l.names[id.Doc]; names != nil {
			return names.symbols.row(uint32(id.Def-resolve.ModuleDef), noted{})
		}
		l.toBase(id, func(id ID) { row, ok = l.base.row(id) })
		return row, ok
	}
	return s.names.get(s.buildNames).symbols.row(s.number(id), s.read)
}

// eachGlobal calls yield with the canonical global definitions of a file, in their order.
// The file's facts are not read.
func (s *Snapshot) eachGlobal(doc int32, yield func(def lang.DefID)) {
	l := s.layer
	if l == nil {
		r, first := s.names.get(s.buildNames).symbols.reader(s.read), s.base[doc]
		r.numbers.within(first, s.base[doc+1], func(number uint32) { yield(lang.DefID(number-first) + resolve.ModuleDef) })
		return
	}
	if names := l.names[doc]; names != nil {
		r := names.symbols.reader(noted{})
		r.numbers.each(func(_ int, number uint32) { yield(lang.DefID(number) + resolve.ModuleDef) })
	} else if there := l.thereOf(doc); there != none {
		l.base.eachGlobal(there, yield)
	}
}
