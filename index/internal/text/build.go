package text

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"

	"codeintel/index/internal/radix"
)

// Spill keeps what a Builder has no memory for. What was written is read again
// once. Whoever hands it in removes what it has kept.
type Spill interface {
	// Create starts a run; the runs are numbered from 0.
	Create() (io.WriteCloser, error)
	// Open reads a run that was closed.
	Open(run int) (io.ReadCloser, error)
}

// Builder makes a segment. It belongs to one goroutine.
type Builder struct {
	limit int64
	spill Spill

	docs   uint32
	most   uint32   // documents
	batch  []uint32 // of the last documents, see Add
	first  uint32   // of these documents
	room   []uint32
	number map[Trigram]int32
	lists  []posting
	used   int64 // bytes, about
	runs   int
	done   bool
}

// posting is the documents of a trigram, as distances.
type posting struct {
	data  []byte
	last  uint32
	count uint32
}

// Sizes of a trigram in a Builder besides its list: the posting and its place
// in the map.
const postingSize = 32 + 24

// minimum is the least memory that a Builder works with.
const minimum = 1 << 20

// NewBuilder returns a Builder that keeps about limit bytes in memory, at least
// 1 MB, and the rest in spill. Without a spill it keeps everything.
func NewBuilder(limit int64, spill Spill) *Builder {
	return &Builder{limit: max(limit, minimum), spill: spill, most: math.MaxUint32, number: map[Trigram]int32{}}
}

// ErrFull: a segment has numbers for no more documents.
var ErrFull = errors.New("there are more files than an index of text has numbers for; name folders in exclude_patterns")

// Docs is the number of documents so far.
func (b *Builder) Docs() uint32 { return b.docs }

// The trigrams of some documents are sorted before they are put into the lists: a list is
// looked for once for all of them, and from one to the next there is little way in memory.
const (
	batchBits = 8
	batchDocs = 1 << batchBits
	batchMost = 1 << 20 // trigrams of a batch, but for those of a document that has more
)

// Add adds the next document, which has these trigrams, as Extractor gives
// them. It fails with ErrFull where there is no number for it.
func (b *Builder) Add(trigrams []Trigram) error {
	if b.docs == b.most {
		return ErrFull
	}
	n := b.docs - b.first
	b.docs++
	for _, t := range trigrams {
		b.batch = append(b.batch, uint32(t)<<batchBits|n)
	}
	if n == batchDocs-1 || int64(len(b.batch)) >= min(batchMost, b.limit/64) {
		return b.settle()
	}
	return nil
}

// settle puts the batch into the lists.
func (b *Builder) settle() error {
	b.room = radix.Sort(b.batch, b.room)
	for rest := b.batch; len(rest) > 0; {
		t := Trigram(rest[0] >> batchBits)
		n, ok := b.number[t]
		if !ok {
			n = int32(len(b.lists))
			b.number[t] = n
			b.lists = append(b.lists, posting{})
			b.used += postingSize
		}
		p := &b.lists[n]
		before := cap(p.data)
		for len(rest) > 0 && Trigram(rest[0]>>batchBits) == t {
			doc := b.first + rest[0]%batchDocs
			p.data = binary.AppendUvarint(p.data, uint64(doc-p.last))
			p.last = doc
			p.count++
			rest = rest[1:]
		}
		b.used += int64(cap(p.data) - before)
	}
	b.batch, b.first = b.batch[:0], b.docs
	if b.used > b.limit && b.spill != nil {
		return b.flush()
	}
	return nil
}

// sorted are the trigrams in memory.
func (b *Builder) sorted() []Trigram {
	out := make([]Trigram, 0, len(b.number))
	for t := range b.number {
		out = append(out, t)
	}
	slices.Sort(out)
	return out
}

// flush writes what is in memory as a run: for each trigram itself, the number
// of documents, the last one of them, the length of the list and the list.
func (b *Builder) flush() error {
	f, err := b.spill.Create()
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	var head []byte
	for _, t := range b.sorted() {
		p := &b.lists[b.number[t]]
		head = binary.AppendUvarint(head[:0], uint64(t))
		head = binary.AppendUvarint(head, uint64(p.count))
		head = binary.AppendUvarint(head, uint64(len(p.data)))
		if _, err = w.Write(head); err == nil {
			_, err = w.Write(p.data)
		}
		if err != nil {
			return errors.Join(err, f.Close())
		}
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		return err
	}
	b.runs++
	b.reset()
	return nil
}

func (b *Builder) reset() {
	clear(b.number)
	clear(b.lists)
	b.lists, b.used = b.lists[:0], 0
}

// errFinished: a Builder was used after WriteTo.
var errFinished = errors.New("the text index was already written; start a new one")

// Finish writes the segment of all documents. It does not depend on how often
// memory ran out. The builder is of no use afterwards.
func (b *Builder) Finish(w io.Writer) error {
	if b.done {
		return errFinished
	}
	b.done = true
	if err := b.settle(); err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(w, 1<<16)
	out := &segmentWriter{w: buffered, f: footer{docs: b.docs}}
	var err error
	if b.runs == 0 {
		err = b.writeMemory(out)
	} else {
		err = b.merge(out)
	}
	b.number, b.lists, b.batch, b.room = nil, nil, nil, nil
	if err != nil {
		return err
	}
	if err := out.close(); err != nil {
		return err
	}
	return buffered.Flush()
}

func (b *Builder) writeMemory(out *segmentWriter) error {
	var docs []uint32
	for _, t := range b.sorted() {
		p := &b.lists[b.number[t]]
		docs = p.append(docs[:0])
		if err := out.add(t, docs); err != nil {
			return err
		}
	}
	return nil
}

// append reads the list, up to what is no list. Its first distance is from 0.
func (p *posting) append(docs []uint32) []uint32 {
	last := uint32(0)
	for data := p.data; len(data) > 0; {
		step, n := binary.Uvarint(data)
		if n <= 0 {
			break
		}
		last += uint32(step)
		docs = append(docs, last)
		data = data[n:]
	}
	return docs
}

// runReader reads a run entry by entry.
type runReader struct {
	f    io.Closer
	r    *bufio.Reader
	t    Trigram
	p    posting
	done bool
}

func (r *runReader) next() error {
	t, err := binary.ReadUvarint(r.r)
	if err == io.EOF {
		r.done = true
		return nil
	}
	if err != nil {
		return err
	}
	count, err := binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	size, err := binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	if count > 1<<32 || size > 5*count {
		return corrupt("a temporary file was changed")
	}
	r.t = Trigram(t)
	r.p = posting{data: slices.Grow(r.p.data[:0], int(size))[:size], count: uint32(count)}
	_, err = io.ReadFull(r.r, r.p.data)
	return err
}

// merge writes the runs as one. The documents of a run come after those of the
// runs before it, so lists are put one after another.
func (b *Builder) merge(out *segmentWriter) (err error) {
	if len(b.number) > 0 {
		if err := b.flush(); err != nil {
			return err
		}
	}
	b.number, b.lists = nil, nil
	runs := make([]*runReader, 0, b.runs)
	defer func() {
		for _, r := range runs {
			err = errors.Join(err, r.f.Close())
		}
	}()
	for i := range b.runs {
		f, err := b.spill.Open(i)
		if err != nil {
			return err
		}
		r := &runReader{f: f, r: bufio.NewReaderSize(f, 1<<16)}
		runs = append(runs, r)
		if err := r.next(); err != nil {
			return err
		}
	}
	var docs []uint32
	for {
		least, found := Trigram(trigrams), false
		for _, r := range runs {
			if !r.done && r.t < least {
				least, found = r.t, true
			}
		}
		if !found {
			return nil
		}
		docs = docs[:0]
		for _, r := range runs {
			if r.done || r.t != least {
				continue
			}
			before := len(docs)
			if docs = r.p.append(docs); len(docs)-before != int(r.p.count) {
				return corrupt("a temporary file was changed")
			}
			if err := r.next(); err != nil {
				return err
			}
		}
		if err := out.add(least, docs); err != nil {
			return err
		}
	}
}
