package resolve

import (
	"encoding/binary"
	"slices"

	"codeintel/index/lang"
)

// packedLinks are the links of a file in a form a quarter the size: for each the
// difference of Ref to the one before with a bit for another Doc and one for what
// is not Resolved; the Doc when it is another; the difference of Def.
type packedLinks struct {
	data  []byte
	count int
}

func packLinks(links []Link) packedLinks {
	if len(links) == 0 {
		return packedLinks{}
	}
	data := make([]byte, 0, 5*len(links))
	var last Link
	for _, l := range links {
		head := uint64(l.Ref-last.Ref)<<2 | uint64(l.Certainty)<<1
		if l.Doc != last.Doc {
			data = binary.AppendUvarint(data, head|1)
			data = binary.AppendVarint(data, int64(l.Doc))
		} else {
			data = binary.AppendUvarint(data, head)
		}
		data = binary.AppendVarint(data, int64(l.Def)-int64(last.Def))
		last = l
	}
	return packedLinks{append(make([]byte, 0, len(data)), data...), len(links)}
}

// unpack appends the links to others.
func (p packedLinks) unpack(to []Link) []Link {
	n := len(to)
	to = slices.Grow(to, p.count)[:n+p.count]
	links := to[n:]
	data := p.data
	var last Link
	for i := range links {
		head, n := binary.Uvarint(data)
		data = data[n:]
		last.Ref += lang.RefID(head >> 2)
		last.Certainty = Certainty(head >> 1 & 1)
		if head&1 != 0 {
			doc, n := binary.Varint(data)
			data = data[n:]
			last.Doc = int32(doc)
		}
		def, n := binary.Varint(data)
		data = data[n:]
		last.Def += lang.DefID(def)
		links[i] = last
	}
	return to
}

// LinksOf are the links of file i, whether they are packed or not. They must not
// be changed.
func (r *Result) LinksOf(i int32) []Link {
	if r.packed != nil {
		return r.packed[i].unpack(nil)
	}
	return *r.links(i)
}

// eachLinks calls do with the links of files, those of one after another. It must keep
// none, and may change those that are packed.
func (r *Result) eachLinks(files []int32, do func(i int32, links []Link)) {
	var room []Link
	for _, i := range files {
		if r.packed == nil {
			do(i, *r.links(i))
			continue
		}
		room = r.packed[i].unpack(room[:0])
		do(i, room)
	}
}

// CountLinks is how many links file i has.
func (r *Result) CountLinks(i int32) int {
	if r.packed != nil {
		return r.packed[i].count
	}
	return len(*r.links(i))
}

// SetLinks gives file i other links.
func (r *Result) SetLinks(i int32, links []Link) {
	if r.packed != nil {
		r.packed[i] = packLinks(links)
		return
	}
	*r.links(i) = links
}

// Packed says whether the links are packed.
func (r *Result) Packed() bool { return r.packed != nil }

// fileResult is what a Result has of one file.
type fileResult struct {
	links     []Link
	relations []Relation
	yielded   []lang.DefID
	deps      Deps
}

// RelationsOf are the relations of the definitions of file i, sorted by Def. They must
// not be changed.
func (r *Result) RelationsOf(i int32) []Relation { return *r.relations(i) }

// YieldedOf are the definitions of file i that define nothing: see Yielded.
func (r *Result) YieldedOf(i int32) []lang.DefID { return *r.yielded(i) }

// DepsOf is what the links of file i depend on.
func (r *Result) DepsOf(i int32) Deps { return *r.deps(i) }

func (r *Result) links(i int32) *[]Link {
	if r.few != nil {
		return &r.few.at(i).links
	}
	return &r.Links[i]
}

func (r *Result) relations(i int32) *[]Relation {
	if r.few != nil {
		return &r.few.at(i).relations
	}
	return &r.Relations[i]
}

func (r *Result) yielded(i int32) *[]lang.DefID {
	if r.few != nil {
		return &r.few.at(i).yielded
	}
	return &r.Yielded[i]
}

func (r *Result) deps(i int32) *Deps {
	if r.few != nil {
		return &r.few.at(i).deps
	}
	return &r.Deps[i]
}
