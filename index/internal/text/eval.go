package text

import (
	"cmp"
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// Docs is a set of documents of a segment.
type Docs struct {
	all  bool
	n    uint32 // documents of the segment
	some *roaring.Bitmap
}

// All tells whether every document is in the set.
func (d Docs) All() bool { return d.all }

// Len is the number of documents in the set.
func (d Docs) Len() int {
	if d.all {
		return int(d.n)
	}
	return int(d.some.GetCardinality())
}

// Has tells whether a document is in the set.
func (d Docs) Has(doc uint32) bool {
	if d.all {
		return doc < d.n
	}
	return d.some.Contains(doc)
}

// Each goes through the documents in ascending order.
func (d Docs) Each() iter.Seq[uint32] {
	if d.all {
		return func(yield func(uint32) bool) {
			for i := range d.n {
				if !yield(i) {
					return
				}
			}
		}
	}
	return roaring.Values(d.some)
}

// worth is how many documents a list may have for each candidate that there is
// already: reading a longer list costs more than looking at the candidates.
const worth = 4096

// Candidates returns the documents that agree with a plan. Some that don't may
// be among them; none that does is missing. Errors wrap ErrCorrupt.
func (s *Segment) Candidates(p *Plan) (Docs, error) {
	all := Docs{all: true, n: s.f.docs}
	t, err := s.term(p)
	if err != nil {
		return all, err
	}
	if t.common(s) {
		return all, nil
	}
	some, view, err := t.docs(s, nil)
	if err != nil {
		return all, err
	}
	if view {
		some = some.Clone()
	}
	some.CloneCopyOnWriteContainers() // or parts of it would still lie in the segment
	return Docs{n: s.f.docs, some: some}, nil
}

// term is a plan with what is known of its lists before they are read.
type term struct {
	op    planOp
	list  list // of a single trigram
	leaf  bool
	subs  []term
	atMax uint64 // the result has no more documents
}

// term looks up the trigrams of a plan.
func (s *Segment) term(p *Plan) (term, error) {
	t := term{op: p.op}
	if p.op == planAll {
		t.atMax = uint64(s.f.docs)
	}
	for _, g := range p.trigrams {
		l, err := s.find(g)
		if err != nil {
			return t, err
		}
		t.subs = append(t.subs, term{leaf: true, list: l, atMax: uint64(l.count)})
		if l.count == 0 && p.op == planAnd {
			return term{op: planNone}, nil
		}
	}
	for _, sub := range p.subs {
		u, err := s.term(sub)
		if err != nil {
			return t, err
		}
		t.subs = append(t.subs, u)
	}
	switch p.op {
	case planAnd:
		slices.SortStableFunc(t.subs, func(a, b term) int { return cmp.Compare(a.atMax, b.atMax) })
		t.atMax = t.subs[0].atMax
	case planOr:
		for _, u := range t.subs {
			t.atMax += u.atMax
		}
		t.atMax = min(t.atMax, uint64(s.f.docs))
	}
	return t, nil
}

// common: the result is nearly every document, and finding it is not worth it.
func (t term) common(s *Segment) bool {
	return t.op == planAll && !t.leaf || t.atMax > uint64(mostTelling(s.f.docs))
}

// docs returns the result of a term; within, when it isn't nil, are the only documents that
// matter. view reports that it lies in the segment, so that it must not be changed.
func (t term) docs(s *Segment, within *roaring.Bitmap) (out *roaring.Bitmap, view bool, err error) {
	switch {
	case t.leaf:
		return t.list.bitmap()
	case t.op == planAnd:
		for _, u := range t.subs {
			if out != nil && (u.common(s) || u.atMax > worth*out.GetCardinality()) {
				break // those that follow have as many at least
			}
			b, lies, err := u.docs(s, out)
			switch {
			case err != nil:
				return nil, false, err
			case out == nil:
				out, view = b, lies
			case view:
				out, view = roaring.And(out, b), false
			default:
				out.And(b)
			}
			if out.IsEmpty() {
				break
			}
		}
		return out, view, nil
	case t.op == planOr:
		out := roaring.New()
		for _, u := range t.subs {
			b, lies, err := u.docs(s, within)
			switch {
			case err != nil:
				return nil, false, err
			case within != nil && lies:
				b = roaring.And(b, within)
			case within != nil:
				b.And(within)
			}
			out.Or(b)
		}
		return out, false, nil
	}
	return roaring.New(), false, nil
}
