//go:build unix

package vector

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
)

// processCPU is what the process has used, of all processors, user and system.
func processCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// mapped copies artefacts to memory that is not on the heap, as that of a file that
// is mapped.
func mapped(b *testing.B, artefacts [][]byte) [][]byte {
	size := 0
	for _, a := range artefacts {
		size += len(a)
	}
	all, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			b.Error(err)
		}
	})
	out, at := make([][]byte, len(artefacts)), 0
	for i, a := range artefacts {
		out[i] = all[at:][:copy(all[at:], a)]
		at += len(a)
	}
	return out
}

// exactly is the nearest of all vectors, for each query, found by looking at each
// as it is.
type exactly struct {
	queries [][]float32
	nearest []best
	cpu     time.Duration
	rows    int
}

// add looks at vectors, which come after those before.
func (e *exactly) add(vectors []float32) {
	if e.nearest == nil {
		e.nearest = slices.Repeat([]best{{k: nearest}}, len(e.queries))
	}
	start := processCPU()
	n := len(vectors) / dimension
	var wg sync.WaitGroup
	for half := range 2 {
		wg.Go(func() {
			for i := half; i < len(e.queries); i += 2 {
				for j := range n {
					h := place(e.rows + j)
					h.Score = cosine(e.queries[i], vectors[j*dimension:][:dimension])
					e.nearest[i].add(h)
				}
			}
		})
	}
	wg.Wait()
	e.cpu += processCPU() - start
	e.rows += n
}

const (
	dimension = 256
	fileRows  = 10
	nearest   = 10
)

// place is where a vector is.
func place(i int) Hit { return Hit{File: uint32(i / fileRows), Row: uint32(i % fileRows)} }

// functions is the vectors of the functions of Go's standard library and of the go
// command, without their documentation, by the built-in embedder, and those of the
// first sentences of some of the documentation.
func functions(b *testing.B, queries int) (vectors []float32, sentences [][]float32) {
	var passages []embed.Passage
	var texts []string
	err := filepath.WalkDir(filepath.Join(build.Default.GOROOT, "src"), func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, p, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if f.Doc != nil {
				sentence, _, _ := strings.Cut(f.Doc.Text(), ". ")
				texts = append(texts, sentence)
			}
			passages = append(passages, embed.Passage{
				Name: f.Name.Name, Scope: strings.TrimSuffix(filepath.Base(p), ".go"),
				Text: string(src[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset]),
			})
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	e := builtin.Open()
	if vectors, err = e.Passages(b.Context(), passages); err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for len(sentences) < queries {
		v, err := e.Queries(b.Context(), texts[r.IntN(len(texts)):][:1])
		if err != nil {
			b.Fatal(err)
		}
		if embed.Known(v) {
			sentences = append(sentences, v)
		}
	}
	return vectors, sentences
}

// BenchmarkNearest searches for the nearest of some vectors, ten to a file. An
// operation is a search.
func BenchmarkNearest(b *testing.B) {
	const queries, batch = 200, 10_000
	b.Run("vectors=functions/rows=all", func(b *testing.B) {
		vectors, sentences := functions(b, queries)
		measure(b, sentences, func(yield func([]float32) bool) { yield(vectors) })
	})
	for _, rows := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("vectors=mixture/rows=%d", rows), func(b *testing.B) {
			m := newMixture(1, dimension, 3000)
			var q [][]float32
			for range queries {
				q = append(q, m.vectors(1))
			}
			measure(b, q, func(yield func([]float32) bool) {
				for range rows / batch {
					yield(m.vectors(batch))
				}
			})
		})
	}
}

// measure searches for queries among vectors, which come in several parts, each a
// number of whole files but for the last one.
func measure(b *testing.B, queries [][]float32, vectors iter.Seq[[]float32]) {
	truth := exactly{queries: queries}
	var artefacts [][]byte
	var quantising time.Duration
	for v := range vectors {
		truth.add(v)
		start := processCPU()
		for file := range slices.Chunk(v, fileRows*dimension) {
			artefacts = append(artefacts, Quantise(dimension, file))
		}
		quantising += processCPU() - start
	}
	artefacts = mapped(b, artefacts)
	before := heap()
	x, err := New(dimension)
	if err != nil {
		b.Fatal(err)
	}
	start := processCPU()
	for f, a := range artefacts {
		if err := x.Set(uint32(f), a); err != nil {
			b.Fatal(err)
		}
	}
	setting := processCPU() - start
	found := 0
	for i, q := range queries {
		truth.nearest[i].cut()
		for _, h := range x.Search(q, nearest, nearest, nil) {
			if slices.ContainsFunc(truth.nearest[i].hits, func(t Hit) bool { return t.File == h.File && t.Row == h.Row }) {
				found++
			}
		}
	}
	memory := heap() - before
	var walls, cpus []time.Duration
	for b.Loop() {
		at, start := time.Now(), processCPU()
		x.Search(queries[len(walls)%len(queries)], nearest, nearest, nil)
		walls, cpus = append(walls, time.Since(at)), append(cpus, processCPU()-start)
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	for unit, value := range map[string]float64{
		"rows":         float64(truth.rows),
		"recall":       float64(found) / float64(nearest*len(queries)),
		"cpu-p50-ms":   ms(cpus[len(cpus)/2]),
		"cpu-p99-ms":   ms(cpus[len(cpus)*99/100]),
		"p50-ms":       ms(walls[len(walls)/2]),
		"p99-ms":       ms(walls[len(walls)*99/100]),
		"exact-cpu-ms": ms(truth.cpu) / float64(len(queries)),
		"MiB":          float64(memory) / (1 << 20),
		"quantise-us":  1000 * ms(quantising) / float64(truth.rows),
		"set-us":       1000 * ms(setting) / float64(truth.rows),
	} {
		b.ReportMetric(value, unit)
	}
}
