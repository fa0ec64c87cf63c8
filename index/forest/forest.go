// Package forest finds the chunks of a repository that a question in words is about:
// by its words, where it names them, and by its meaning, where there are vectors. A
// chunk's words are kept in a part for each file (Make), which knows no other file; a
// Forest is made of parts, and one with some files changed shares all others with it.
package forest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"codeintel/index/internal/vector"
)

// File is what a Forest is made of.
type File struct {
	// Path is that in the repository, with /. No two files have the same.
	Path string
	// Language is the name of the file's language, "" for none.
	Language string
	// Generated: a program wrote it.
	Generated bool
	// Part is what Make says of its chunks; Vectors has a row for each (see Quantise),
	// nil where there are none yet. Both are used where they lie, and must not change.
	Part, Vectors []byte
}

// Forest has the chunks of a repository. It does not change: With makes another. It is
// safe for concurrent use.
type Forest struct {
	dim     int
	files   []*file // by path
	vectors *vector.Index
	numbers []*file // by the number that vectors have of them; nil for one that is free
	rows    int
	size    sums
	buffers *sync.Pool // of *buffers, of all forests that are made of one another

	asked   sync.Mutex
	once    bool       // a question was
	known   *directory // nil before two are
	unknown int        // files that have come since that was made
	spreads map[spreadKey]spread
	used    map[uint32]use // see usage.count
	names   []spoken       // words of names; nil before one is looked for by its sound
}

// file is a file of the Forest.
type file struct {
	path, language string
	number         uint32 // in vectors
	part           part
	kind           kind
	stem, folders  []uint32  // hashes of the words of the path
	inPath         uint64    // see pathBit, of these words
	likely         []float64 // how likely rows of each type of the part are meant, see types
	size           sums
	embedded       bool
}

// sums are added up over rows, to know the mean: the words of texts, names and what is
// around them.
type sums struct{ text, name, parent, path float64 }

func (s *sums) add(o sums, times float64) {
	s.text += times * o.text
	s.name += times * o.name
	s.parent += times * o.parent
	s.path += times * o.path
}

// Quantise makes File.Vectors of vectors of length dim, one after the other.
func Quantise(dim int, vectors []float32) []byte { return vector.Quantise(dim, vectors) }

// New makes a Forest of files whose vectors have the length dim; 0 where there are none.
// A file whose part can't be read is left out, and the error says which; the Forest is
// good all the same.
func New(dim int, files []File) (*Forest, error) {
	return (&Forest{dim: dim}).With(files, nil)
}

// With is the Forest with some files in place of those with the same paths, or beside
// them, and without those with the paths gone. Errors are those of New: a file that
// can't be read is not there.
func (f *Forest) With(changed []File, gone []string) (*Forest, error) {
	next := &Forest{dim: f.dim, buffers: f.buffers, numbers: slices.Clone(f.numbers), rows: f.rows, size: f.size}
	if next.buffers == nil {
		next.buffers = &sync.Pool{New: func() any { return &buffers{} }}
	}
	next.inherit(f, len(changed))
	if f.dim > 0 {
		if f.vectors == nil {
			v, err := vector.New(f.dim)
			if err != nil {
				return nil, err
			}
			next.vectors = v
		} else {
			next.vectors = f.vectors.Clone()
		}
	}
	drop := make(map[string]bool, len(changed)+len(gone))
	for _, path := range gone {
		drop[path] = true
	}
	for i := range changed {
		drop[changed[i].Path] = true
	}
	var left, come []*file
	next.files = make([]*file, 0, len(f.files)+len(changed))
	for _, x := range f.files {
		if !drop[x.path] {
			next.files = append(next.files, x)
			continue
		}
		left = append(left, x)
		next.rows -= x.part.n
		next.size.add(x.size, -1)
		next.numbers[x.number] = nil
		if x.embedded {
			next.vectors.Remove(x.number)
		}
	}
	var free []uint32
	for n, x := range next.numbers {
		if x == nil {
			free = append(free, uint32(n))
		}
	}
	var failed error
	for i := range changed {
		number := uint32(len(next.numbers))
		if n := len(free); n > 0 {
			number = free[n-1]
		}
		x, err := next.file(&changed[i], number)
		if err != nil {
			failed = cmp.Or(failed, fmt.Errorf("%s: %w", changed[i].Path, err))
			continue
		}
		if n := len(free); n > 0 {
			next.numbers[number], free = x, free[:n-1]
		} else {
			next.numbers = append(next.numbers, x)
		}
		next.files, come = append(next.files, x), append(come, x)
		next.rows += x.part.n
		next.size.add(x.size, 1)
	}
	slices.SortFunc(next.files, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	next.inheritSpreads(f, left, come)
	return next, failed
}

// file takes a file in.
func (f *Forest) file(in *File, number uint32) (*file, error) {
	p, err := open(in.Part)
	if err != nil {
		return nil, err
	}
	x := &file{path: in.Path, language: in.Language, number: number, part: p, kind: kindOf(in.Path, in.Language, in.Generated)}
	x.stem, x.folders = pathWords(in.Path)
	for _, list := range [][]uint32{x.stem, x.folders} {
		for _, h := range list {
			x.inPath |= pathBit(h)
		}
	}
	x.likely = likelihoodOf(p.types)
	path := float64(len(x.stem) + len(x.folders))
	for row := range p.n {
		text, name, parent := p.size(row)
		x.size.add(sums{float64(text), float64(name), float64(parent), path}, 1)
	}
	if f.vectors != nil && len(in.Vectors) > 0 {
		if err := f.vectors.Set(number, in.Vectors); err != nil {
			return nil, err
		}
		x.embedded = true
	}
	return x, nil
}

// Len is how many files and chunks there are.
func (f *Forest) Len() (files, chunks int) { return len(f.files), f.rows }
