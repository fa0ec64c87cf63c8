package lang

import "codeintel/index/symbol"

// MatchDefs finds the definitions of an earlier version of a file in a later
// one: out[d] is what definition d of was is in is, NoDef where it is gone.
//
// Two definitions match when their symbols would be the same: the same names,
// suffixes and disambiguators from the file down to them. Where several have
// one symbol, and for those without one (local variables), the first matches
// the first, the second the second. No two definitions match the same one. The
// places in the text do not matter.
func MatchDefs(was, is *Facts) []DefID {
	chains := chainTable{}
	type numbered struct {
		chain int32
		flags DefFlags
		n     int
	}
	count := func(f *Facts, each func(d DefID, k numbered)) {
		steps := chains.of(f)
		seen := map[numbered]int{}
		for d := range f.Defs {
			k := numbered{chain: steps[d], flags: f.Defs[d].Flags & (Local | Binding | Synthetic | Elsewhere)}
			n := seen[k]
			seen[k]++
			k.n = n
			each(DefID(d), k)
		}
	}
	there := make(map[numbered]DefID, len(is.Defs))
	count(is, func(d DefID, k numbered) { there[k] = d })
	out := make([]DefID, len(was.Defs))
	count(was, func(d DefID, k numbered) {
		out[d] = NoDef
		if to, ok := there[k]; ok {
			out[d] = to
		}
	})
	return out
}

// link is the last step of the chain of definitions that a symbol is made of.
type link struct {
	outer  int32 // number of the chain before it, -1 for none
	name   string
	desc   string
	suffix symbol.Suffix
	disamb uint16
}

// chainTable numbers chains: those of two files that are the same have one
// number.
type chainTable map[link]int32

// of numbers the chains of all definitions of a file.
func (t chainTable) of(f *Facts) []int32 {
	const unknown, open = -2, -3
	out := make([]int32, len(f.Defs))
	for i := range out {
		out[i] = unknown
	}
	var stack []DefID
	for i := range f.Defs {
		// Outwards to what is known, and back.
		for d := DefID(i); d >= 0 && out[d] == unknown; d = f.outer(d) {
			out[d] = open
			stack = append(stack, d)
		}
		for len(stack) > 0 {
			d := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			def := &f.Defs[d]
			l := link{-1, f.Names[def.Name], f.Names[def.Desc], def.Suffix, def.Disamb}
			if o := f.outer(d); o >= 0 && out[o] >= 0 { // less when definitions hold one another
				l.outer = out[o]
			}
			n, ok := t[l]
			if !ok {
				n = int32(len(t))
				t[l] = n
			}
			out[d] = n
		}
	}
	return out
}

// outer is the container that the symbol of d hangs under, NoDef for the file.
func (f *Facts) outer(d DefID) DefID {
	if p := f.Defs[d].Parent; p >= 0 {
		return f.Canonical(p)
	}
	return NoDef
}
