package index

import (
	"math/bits"
	"slices"

	"codeintel/index/internal/bitcode"
	"codeintel/index/internal/radix"
	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// The links of a file as bits, by the codes of bitcode:
//
//	of each link, in their order: one where it is certain and its reference the next one;
//	  else zero, how far the reference is behind the one before, and whether it is only
//	  possible
//	the number of different targets, and of each, in their order: one where it is in the
//	  file of the one before, and how far behind it; else zero, how far its file is
//	  behind that one, and its definition
//	of each link the number of its target, in as many bits as the highest one needs
//
// A file refers to most of what it refers to several times, and to what lies side by side.
const (
	targetFiles = 3 // orders
	targetDefs  = 5
)

// target is what a link leads to.
type target struct {
	doc int32
	def lang.DefID
}

// key is a number by which targets are ordered: by their files, and in these.
func (t target) key() uint64 {
	const sign = 1 << 31 // so that what is less than 0 is less
	return uint64(uint32(t.doc)^sign)<<32 | uint64(uint32(t.def)^sign)
}

// targetOf has a key again.
func targetOf(key uint64) target {
	const sign = 1 << 31
	return target{int32(uint32(key>>32) ^ sign), lang.DefID(uint32(key) ^ sign)}
}

// beforeTargets is in front of all targets.
var beforeTargets = target{resolve.External - 1, resolve.ModuleDef}

// encodeLinks makes the bits of links, whose references ascend.
func encodeLinks(links []resolve.Link) []byte {
	if len(links) == 0 {
		return nil
	}
	var w bitcode.Writer
	targets := make([]uint64, len(links))
	last := lang.RefID(0)
	for i, l := range links {
		targets[i] = target{l.Doc, l.Def}.key()
		step := uint32(l.Ref - last)
		last = l.Ref
		possible := l.Certainty != resolve.Resolved
		if step == 1 && !possible {
			w.Put(1, 1)
			continue
		}
		w.Put(0, 1)
		w.Golomb(step, 0)
		if possible {
			w.Put(1, 1)
		} else {
			w.Put(0, 1)
		}
	}
	radix.Sort(targets, nil)
	targets = slices.Compact(targets)
	w.Golomb(uint32(len(targets)-1), 0)
	before := beforeTargets
	for _, key := range targets {
		t := targetOf(key)
		if t.doc == before.doc {
			w.Put(1, 1)
			w.Golomb(uint32(t.def-before.def), 0)
		} else {
			w.Put(0, 1)
			w.Golomb(uint32(t.doc-before.doc), targetFiles)
			w.Golomb(uint32(t.def-resolve.ModuleDef), targetDefs)
		}
		before = t
	}
	width := targetBits(len(targets))
	for _, l := range links {
		n, _ := slices.BinarySearch(targets, target{l.Doc, l.Def}.key())
		w.Put(uint64(n), width)
	}
	return w.Close()
}

// targetBits is how many bits the number of one of n targets takes.
func targetBits(n int) uint { return uint(bits.Len(uint(n - 1))) }

// linkReader reads the bits of links.
type linkReader struct {
	r    bitcode.Reader
	last lang.RefID
}

// origin reads the next link's reference; false where it is none of refs.
func (x *linkReader) origin(refs int) (o origin, ok bool) {
	o.certainty, ok = resolve.Resolved, true
	if v := x.r.Peek(); v&1 != 0 {
		x.r.At++
		x.last++
	} else {
		x.r.At++
		var step uint32
		step, ok = x.r.Golomb(0)
		if x.last += lang.RefID(step); x.r.Get(1) != 0 {
			o.certainty = resolve.Possible
		}
	}
	o.ref = x.last
	return o, ok && x.last >= 0 && int(x.last) < refs
}

// decodeLinks reads so many links of a file with so many references. It is false where
// the bits are none of such links; valid says of a target whether there is one.
func decodeLinks(data []byte, count, refs int, valid func(ID) bool) ([]resolve.Link, bool) {
	if count == 0 || count > 8*len(data) {
		return nil, count == 0
	}
	links := make([]resolve.Link, count)
	x := linkReader{r: bitcode.Reader{B: data}}
	for i := range links {
		o, ok := x.origin(refs)
		if !ok {
			return nil, false
		}
		links[i].Ref, links[i].Certainty = o.ref, o.certainty
	}
	n, ok := x.r.Golomb(0)
	if !ok || int(n) >= count {
		return nil, false
	}
	targets := make([]target, n+1)
	before := beforeTargets
	for i := range targets {
		t := before
		if x.r.Get(1) != 0 {
			step, ok := x.r.Golomb(0)
			if t.def += lang.DefID(step); !ok {
				return nil, false
			}
		} else {
			step, ok1 := x.r.Golomb(targetFiles)
			def, ok2 := x.r.Golomb(targetDefs)
			if t = (target{t.doc + int32(step), lang.DefID(def) + resolve.ModuleDef}); !ok1 || !ok2 {
				return nil, false
			}
		}
		if !valid(ID{t.doc, t.def}) {
			return nil, false
		}
		targets[i], before = t, t
	}
	width := targetBits(len(targets))
	for i := range links {
		n := x.r.Get(width)
		if int(n) >= len(targets) {
			return nil, false
		}
		links[i].Doc, links[i].Def = targets[n].doc, targets[n].def
	}
	return links, (x.r.At+7)/8 == uint(len(data))
}
