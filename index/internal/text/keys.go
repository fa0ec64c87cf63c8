package text

import (
	"bufio"
	"io"
	"math"

	"codeintel/index/internal/radix"
)

// A segment may hold other keys than trigrams: any numbers below 1 << KeyBits, such as a
// part of the hashes of words.

// KeyBits is the number of bits of a segment's keys.
const KeyBits = 24

// Keys provides the keys of documents to WriteKeys.
type Keys interface {
	// Docs returns the number of documents.
	Docs() uint32
	// Len returns the number of keys of all documents.
	Len() int
	// Below calls yield with those keys of a document that are below limit and that yield
	// was not called with before. The keys ascend, also from one call to the next; the same
	// key may come twice.
	Below(doc, limit uint32, yield func(key uint32))
}

// passKeys is how many keys WriteKeys holds at a time, if they are evenly distributed.
const passKeys = 1 << 20

// WriteKeys writes a segment of keys. It goes through the documents several times, each time
// for another range of keys, so that it takes 16 MB for any number of evenly distributed
// keys.
func WriteKeys(w io.Writer, keys Keys) error { return writeKeys(w, keys, passKeys) }

func writeKeys(w io.Writer, keys Keys, most int) error {
	buffered := bufio.NewWriterSize(w, 1<<16)
	out := &segmentWriter{w: buffered, f: footer{docs: keys.Docs()}}
	passes := uint64(keys.Len()/most + 1)
	var rows, room []uint64
	var docs []uint32
	for pass := range passes {
		rows = rows[:0]
		for doc := range keys.Docs() {
			keys.Below(doc, uint32(trigrams*(pass+1)/passes), func(key uint32) { rows = append(rows, uint64(key)<<32|uint64(doc)) })
		}
		room = radix.Sort(rows, room)
		for i := 0; i < len(rows); {
			key := rows[i] >> 32
			docs = docs[:0]
			for last := uint64(math.MaxUint64); i < len(rows) && rows[i]>>32 == key; i++ {
				if rows[i] != last {
					docs = append(docs, uint32(rows[i]))
				}
				last = rows[i]
			}
			if err := out.add(Trigram(key), docs); err != nil {
				return err
			}
		}
	}
	if err := out.close(); err != nil {
		return err
	}
	return buffered.Flush()
}

// Any returns the documents that have at least one of some keys, or all documents where the
// keys hardly tell them apart. Errors wrap ErrCorrupt.
func (s *Segment) Any(keys []uint32) (Docs, error) {
	p := &Plan{op: planOr}
	for _, k := range keys {
		p.trigrams = append(p.trigrams, Trigram(k))
	}
	return s.Candidates(p)
}
