package text

import (
	"bufio"
	"io"
)

// Part is a segment that Merge takes documents from.
type Part struct {
	Segment *Segment
	// Keep says which documents are taken.
	Keep []bool
}

// Merge writes a segment with the documents of several, in their order: those
// that are not kept are left out, and the numbers have no gaps.
func Merge(w io.Writer, parts []Part) error {
	buffered := bufio.NewWriterSize(w, 1<<16)
	out := &segmentWriter{w: buffered}
	readers := make([]*partReader, len(parts))
	docs := uint32(0)
	for i, p := range parts {
		r := &partReader{s: p.Segment, number: make([]uint32, p.Segment.Docs()), last: -1}
		for doc := range r.number {
			r.number[doc] = gone
			if doc < len(p.Keep) && p.Keep[doc] {
				r.number[doc] = docs
				docs++
			}
		}
		readers[i] = r
		if err := r.next(); err != nil {
			return err
		}
	}
	out.f.docs = docs
	var list, old []uint32
	for {
		least := Trigram(trigrams)
		for _, r := range readers {
			if !r.done {
				least = min(least, r.t)
			}
		}
		if least == trigrams {
			break
		}
		list = list[:0]
		for _, r := range readers {
			if r.done || r.t != least {
				continue
			}
			var err error
			if old, err = r.l.append(old[:0]); err != nil {
				return err
			}
			for _, doc := range old {
				if n := r.number[doc]; n != gone {
					list = append(list, n)
				}
			}
			if err := r.next(); err != nil {
				return err
			}
		}
		if len(list) == 0 {
			continue
		}
		if err := out.add(least, list); err != nil {
			return err
		}
	}
	if err := out.close(); err != nil {
		return err
	}
	return buffered.Flush()
}

// gone is in place of the number of a document that is not kept.
const gone = 1<<32 - 1

// partReader reads the entries of a segment in their order.
type partReader struct {
	s      *Segment
	number []uint32 // the new ones

	at    int // the next block
	block block
	last  int64 // the trigram before t; -1 at the start
	t     Trigram
	l     list
	done  bool
}

func (r *partReader) next() (err error) {
	if len(r.block.entries) == 0 {
		if r.at == r.s.blocks() {
			r.done = true
			return nil
		}
		r.t, _ = r.s.row(r.at)
		if r.block, err = r.s.block(r.at); err != nil {
			return err
		}
		r.at++
	}
	r.t, r.l, err = r.block.next(r.t)
	if err == nil && (r.t >= trigrams || int64(r.t) <= r.last) {
		err = corrupt("its entries are not in order")
	}
	r.last = int64(r.t)
	return err
}
