package vector

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"sync"
)

const (
	pageBlocks = 32
	pageRows   = pageBlocks * blockRows
	filesPage  = 256
)

// Index has the rows of files. Of a row it holds the signs, dim/8 bytes, and
// twelve more; the artefacts stay where they are, and are read by searches. They
// may be mapped: what faults when it is read does so in the goroutine that called.
//
// Any number of goroutines may use an Index. A search sees what was there when it
// began, so the artefact of a file must stay readable, and as it is, until the
// searches that began before the file was set anew or removed have ended.
type Index struct {
	dim     int
	stride  int // elements of a row in a buffer: a multiple of 32
	size    int // bytes of a row's signs
	turn    rotation
	kernels kernels
	// workers is how many goroutines a search may have; 0: as many as there are
	// processors.
	workers int
	buffers *sync.Pool // of *buffer

	mu sync.Mutex
	// st is changed in place by whoever holds mu, and only what is marked with edit.
	// What a search or a clone may see is given up: shared says so of all there is.
	st     *state
	edit   *mark
	shared bool
}

// A mark says what only one Index can see. It is not empty, so that each has an
// address of its own.
type mark struct{ _ byte }

// state is the content of an Index. File f's entry is files[f/filesPage].
type state struct {
	pages []*page
	live  []uint16 // rows in use, for each page
	full  uint32   // so many pages have no room
	files []*entries
	rows  int // in use
}

// page is some rows of some files, in places that are in use or not.
type page struct {
	edit  *mark
	used  [pageRows / 64]uint64
	signs []byte // blocks, see blockRows
	// ratios is the length of each row by the sum of its elements without their
	// signs; 0 where there is none.
	ratios [pageRows]float32
	file   [pageRows]uint32
	row    [pageRows]uint32
}

type entries struct {
	edit *mark
	file [filesPage]entry
}

// entry is what is known of a file.
type entry struct {
	rows  []byte   // of its artefact; nil when there is no such file
	pages []uint32 // where the rows that can be found are
}

// ErrDimension is the error of a dimension that no Index has.
var ErrDimension = errors.New("the dimension of vectors is from 1 to 4096")

// New is an Index of vectors of a dimension, from 1 to MaxDim.
func New(dim int) (*Index, error) {
	if dim < 1 || dim > MaxDim {
		return nil, ErrDimension
	}
	return &Index{
		dim: dim, stride: (dim + 31) &^ 31, size: signSize(dim), turn: newRotation(dim), kernels: fastest(),
		buffers: &sync.Pool{New: func() any { return &buffer{} }},
		st:      &state{}, edit: &mark{},
	}, nil
}

// Clone is an Index with the same files. What is set and removed in one does not
// show in the other. It costs next to nothing: they share what neither changes.
func (x *Index) Clone() *Index {
	return &Index{
		dim: x.dim, stride: x.stride, size: x.size, turn: x.turn, kernels: x.kernels, workers: x.workers, buffers: x.buffers,
		st: x.view(), edit: &mark{}, shared: true,
	}
}

// view is the content, which does not change any more.
func (x *Index) view() *state {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.shared = true
	return x.st
}

// change is the content, for a change of its own. mu is held.
func (x *Index) change() *state {
	if x.shared {
		x.st = &state{pages: slices.Clone(x.st.pages), live: slices.Clone(x.st.live), full: x.st.full, files: slices.Clone(x.st.files), rows: x.st.rows}
		x.edit, x.shared = &mark{}, false
	}
	return x.st
}

// Dim is the dimension of the vectors.
func (x *Index) Dim() int { return x.dim }

// Len is how many rows a search can find.
func (x *Index) Len() int { return x.view().rows }

// Set makes rows, which Quantise has made, the rows of a file, in place of what it
// had. When they are damaged that is an error, and nothing has changed. Files have
// small numbers: a table as long as the greatest is kept.
func (x *Index) Set(file uint32, rows []byte) error {
	body, n, err := readRows(x.dim, rows)
	if err != nil {
		return err
	}
	// Mapped memory is read before anything is changed, and in Go: see Index.
	s := x.summary(body, n)
	x.mu.Lock()
	defer x.mu.Unlock()
	st := x.change()
	x.remove(st, file)
	x.place(st, file, body, s)
	return nil
}

// Remove takes a file out.
func (x *Index) Remove(file uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(x.change(), file)
}

// summary is what an Index holds of the rows of a file.
type summary struct {
	signs  []byte    // size bytes for each
	ratios []float32 // 0 for a row of zeros
	found  int       // rows that are not
}

func (x *Index) summary(rows []byte, n int) summary {
	s := summary{signs: make([]byte, n*x.size), ratios: make([]float32, n)}
	const batch = 64
	var sums, squares [batch]int32
	at := min(n, batch)
	buf, signs := make([]byte, at*x.copied()), make([]byte, at*x.stride/8)
	for first := 0; first < n; first += batch {
		at := min(n-first, batch)
		for i := range at {
			x.copyRow(buf[i*x.copied():], rows[(first+i)*rowSize(x.dim):][:rowSize(x.dim)])
		}
		x.kernels.summarise(buf, x.stride, signs, sums[:at], squares[:at])
		for i := range at {
			copy(s.signs[(first+i)*x.size:][:x.size], signs[i*x.stride/8:])
			if sums[i] > 0 {
				s.ratios[first+i] = float32(math.Sqrt(float64(squares[i])) / float64(sums[i]))
				s.found++
			}
		}
	}
	return s
}

// copied is the bytes of a row in a buffer, see kernels.dots.
func (x *Index) copied() int { return x.stride + x.stride/8 }

// copyRow copies a row to a buffer; nil is a row of zeros.
func (x *Index) copyRow(to, row []byte) {
	to = to[:x.copied()]
	at := copy(to, row[:min(x.dim, len(row))])
	clear(to[at:x.stride])
	if row != nil {
		row = row[x.dim:]
	}
	clear(to[x.stride+copy(to[x.stride:], row):])
}

// remove takes a file out of st.
func (x *Index) remove(st *state, file uint32) {
	e := st.entry(file)
	if e.rows == nil {
		return
	}
	for _, n := range e.pages {
		p := x.page(st, n)
		for i := range p.file {
			if p.file[i] == file && p.used[i/64]>>(i%64)&1 != 0 {
				p.used[i/64] &^= 1 << (i % 64)
				p.ratios[i] = 0
				st.live[n]--
				st.rows--
			}
		}
		st.full = min(st.full, n)
	}
	x.setEntry(st, file, entry{})
}

// place puts rows into free places of st.
func (x *Index) place(st *state, file uint32, rows []byte, s summary) {
	if rows == nil {
		rows = []byte{}
	}
	e := entry{rows: rows}
	row := 0
	for n := st.full; s.found > 0; n++ {
		if int(n) == len(st.pages) {
			st.pages = append(st.pages, &page{edit: x.edit, signs: make([]byte, pageRows*x.size)})
			st.live = append(st.live, 0)
		}
		if st.live[n] == pageRows {
			if n == st.full {
				st.full++
			}
			continue
		}
		e.pages = append(e.pages, n)
		p := x.page(st, n)
		for w := range p.used {
			for free := ^p.used[w]; free != 0 && s.found > 0; free &= free - 1 {
				for s.ratios[row] == 0 {
					row++
				}
				bit := bits.TrailingZeros64(free)
				i := w*64 + bit
				p.used[w] |= 1 << bit
				p.file[i], p.row[i], p.ratios[i] = file, uint32(row), s.ratios[row]
				to := p.signs[i/blockRows*blockRows*x.size+i%blockRows:]
				for k, b := range s.signs[row*x.size:][:x.size] {
					to[k*blockRows] = b
				}
				row++
				s.found--
				st.live[n]++
				st.rows++
			}
		}
	}
	x.setEntry(st, file, e)
}

// page is page n of st, for a change.
func (x *Index) page(st *state, n uint32) *page {
	p := st.pages[n]
	if p.edit != x.edit {
		c := *p
		c.edit, c.signs = x.edit, slices.Clone(p.signs)
		p, st.pages[n] = &c, &c
	}
	return p
}

func (st *state) entry(file uint32) entry {
	if n := int(file / filesPage); n < len(st.files) && st.files[n] != nil {
		return st.files[n].file[file%filesPage]
	}
	return entry{}
}

func (x *Index) setEntry(st *state, file uint32, e entry) {
	n := int(file / filesPage)
	if n >= len(st.files) {
		st.files = append(st.files, make([]*entries, n+1-len(st.files))...)
	}
	switch t := st.files[n]; {
	case t == nil:
		st.files[n] = &entries{edit: x.edit}
	case t.edit != x.edit:
		c := *t
		c.edit = x.edit
		st.files[n] = &c
	}
	st.files[n].file[file%filesPage] = e
}
