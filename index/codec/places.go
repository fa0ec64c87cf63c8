package codec

import (
	"fmt"
	"slices"
	"unsafe"

	"codeintel/index/lang"
	"codeintel/index/pos"
)

// extent is what a definition or reference shares with many others: how long it is, its
// role, and whether it is open.
type extent struct {
	def, open bool
	length    uint32
	role      lang.Role
}

// What an extent is, beside its length: one of these bits, and the role from roleShift on.
const (
	extentDef = 1 << iota
	extentOpen
	roleShift = iota
)

const extentFields = 2

// places writes the package clause, where definitions and references stand, and where
// lines start, as a part of its own, so that they are read alone. Definitions and
// references come together, in the order of the text. The start of one is written as its
// distance from the end of the one before when it is on the same line, else as its
// column; the lines that start between two are written with the second.
func (e *Encoder) places(f *lang.Facts, l pos.Lines) {
	e.one(uint64(f.PackageAt[0]))
	e.one(uint64(f.PackageAt[1]))
	e.one(uint64(l.Size()))
	e.bool(l.Plain())
	count(e, l.Other())
	last := uint32(0)
	for _, other := range l.Other() {
		e.one(uint64(other - last))
		last = other
	}
	starts := l.Starts()
	count(e, starts)
	for _, n := range []int{len(f.Defs), len(f.Refs)} {
		e.one(uint64(n))
		e.memory += n * int(unsafe.Sizeof(lang.Place{}))
	}
	extents, newlines, before, inner, indents, gaps, fields := &e.cols[colA], &e.cols[colB], &e.cols[colC], &e.cols[colD], &e.cols[colE], &e.cols[colF], &e.cols[colOther]
	var known rowSet[extent]
	var ctx sequence
	line, end, indent := 0, uint32(0), uint32(0)
	for d, r := 0, 0; d < len(f.Defs) || r < len(f.Refs); {
		var x extent
		var start uint32
		if d < len(f.Defs) && (r == len(f.Refs) || f.Defs[d].Start <= f.Refs[r].Start) {
			start, x = f.Defs[d].Start, extent{def: true, length: f.Defs[d].End - f.Defs[d].Start}
			d++
		} else {
			ref := &f.Refs[r]
			start, x = ref.Start, extent{open: ref.IsOpen(), length: ref.End - ref.Start, role: ref.Role}
			r++
		}
		kind := uint32(x.role) << roleShift
		if x.def {
			kind |= extentDef
		}
		if x.open {
			kind |= extentOpen
		}
		id, fresh := known.add(x, x.length|kind<<16)
		if fresh {
			fields.put(x.length)
			fields.put(kind)
		}
		extents.put(ctx.code(id))
		passed := line
		for line < len(starts) && starts[line] <= start {
			if line == passed {
				before.delta(starts[line], end)
			} else {
				inner.put(starts[line] - starts[line-1] - 1)
			}
			line++
		}
		if newlines.put(uint32(line - passed)); line > passed {
			column := start - starts[line-1]
			indents.delta(column, indent)
			indent = column
		} else {
			gaps.delta(start, end)
		}
		end = start + x.length
	}
	for ; line < len(starts); line++ {
		last := uint32(0)
		if line > 0 {
			last = starts[line-1]
		}
		inner.put(starts[line] - last - 1)
	}
	e.one(uint64(len(known.list)))
	e.one(uint64(len(*indents)))
	for _, c := range []*column{newlines, before, inner, indents, gaps, extents, fields} {
		e.end(c)
	}
	e.divide()
}

// places reads what Encoder.places wrote into p; what p has is used again where there is
// room. It returns what follows.
func (r *reader) places(data []byte, p *lang.Places) (rest []byte, err error) {
	if rest, err = r.part(data); err != nil {
		return nil, err
	}
	p.PackageAt = [2]uint32{r.one32(), r.one32()}
	size, plain := r.one32(), r.bool()
	other, last := table[uint32](r), uint32(0)
	for i := range other {
		last += r.one32()
		other[i] = last
	}
	starts := table[uint32](r)
	p.Defs, p.Refs = tableIn(r, p.Defs), tableIn(r, p.Refs)
	n := len(p.Defs) + len(p.Refs)
	distinct, broken := r.distinct(n), r.distinct(min(n, len(starts)))
	newlines, before, inner, indents, gaps := r.column(n), r.column(broken), r.column(len(starts)-broken), r.column(broken), r.column(n-broken)
	extents, fields := r.column(n), r.column(extentFields*distinct)
	if r.bad {
		return nil, errPlaces
	}
	ctx := &r.d.extents
	*ctx = sequence{}
	line, end, indent := 0, uint32(0), uint32(0)
	defs, refs := p.Defs, p.Refs
	for i, k := range newlines {
		start := uint32(0)
		if k > 0 {
			if uint64(k) > uint64(len(starts)-line) || uint64(k) > uint64(len(inner))+1 || len(before) == 0 {
				return nil, errPlaces
			}
			start = end + unzigzag(before[0])
			starts[line] = start
			for j, c := range inner[:k-1] {
				start += c + 1
				starts[line+1+j] = start
			}
			indent += unzigzag(indents[0])
			start += indent
			line, before, inner, indents = line+int(k), before[1:], inner[k-1:], indents[1:]
		} else {
			if len(gaps) == 0 {
				return nil, errPlaces
			}
			start = end + unzigzag(gaps[0])
			gaps = gaps[1:]
		}
		id := ctx.id(extents[i])
		if uint64(id) >= uint64(distinct) {
			return nil, errPlaces
		}
		kind := fields[extentFields*id+1]
		end = start + fields[extentFields*id]
		to := &refs
		if kind&extentDef != 0 {
			to = &defs
		}
		if len(*to) == 0 || kind>>roleShift > 1<<8-1 {
			return nil, errPlaces
		}
		(*to)[0] = lang.Place{Start: start, End: end, Role: lang.Role(kind >> roleShift), Open: kind&extentOpen != 0}
		*to = (*to)[1:]
	}
	for ; line < len(starts) && len(inner) > 0; line++ {
		starts[line] = inner[0] + 1
		if line > 0 {
			starts[line] += starts[line-1]
		}
		inner = inner[1:]
	}
	var ok bool
	if p.Lines, ok = pos.FromStarts(starts, size, plain, other); !ok || line < len(starts) || len(before)+len(inner)+len(gaps) > 0 || r.close() != nil {
		return nil, errPlaces
	}
	return rest, nil
}

var errPlaces = damaged("the places end too soon or hold values out of range")

// DecodePlaces reads only the places of what AppendFacts wrote. It costs a small part of
// what DecodeFacts does.
func (d *Decoder) DecodePlaces(data []byte) (*lang.Places, error) {
	r, data, err := d.begin(data, FactsVersion)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	p := &lang.Places{}
	if _, err := r.places(data, p); err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	size := p.Lines.Size()
	in := func(start, end uint32) bool { return start <= end && end <= size }
	beyond := func(x lang.Place) bool { return !in(x.Start, x.End) }
	if !in(p.PackageAt[0], p.PackageAt[1]) || slices.ContainsFunc(p.Refs, beyond) || slices.ContainsFunc(p.Defs, beyond) {
		return nil, fmt.Errorf("places: %w", damaged("they are not in the file"))
	}
	return p, nil
}
