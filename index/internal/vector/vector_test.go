package vector

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// both are the ways to calculate.
var both = map[string]kernels{"fastest": fastest(), "portable": portable}

// mixture makes vectors as texts have them: a few thousand subjects, of which some
// are frequent and most rare, two to a vector, and what is its own.
type mixture struct {
	r        *rand.Rand
	dim      int
	subjects [][]float32
	sums     []float64 // of the subjects' frequencies
}

func newMixture(seed uint64, dim, subjects int) *mixture {
	m := &mixture{r: rand.New(rand.NewPCG(seed, 1)), dim: dim}
	var sum float64
	for i := range subjects {
		v := make([]float32, dim)
		for j := range v {
			v[j] = float32(m.r.NormFloat64() / math.Sqrt(float64(dim)))
		}
		sum += math.Pow(float64(i+1), -0.9)
		m.subjects, m.sums = append(m.subjects, v), append(m.sums, sum)
	}
	return m
}

func (m *mixture) subject() []float32 {
	i, _ := slices.BinarySearch(m.sums, m.r.Float64()*m.sums[len(m.sums)-1])
	return m.subjects[i]
}

// next writes a vector of length 1.
func (m *mixture) next(v []float32) {
	a, b := m.subject(), m.subject()
	most, some, own := 0.3+0.7*m.r.Float64(), 0.5*m.r.Float64(), 0.6/math.Sqrt(float64(m.dim))
	var squares float64
	for i := range v {
		e := most*float64(a[i]) + some*float64(b[i]) + own*m.r.NormFloat64()
		v[i] = float32(e)
		squares += e * e
	}
	length := float32(math.Sqrt(squares))
	for i := range v {
		v[i] /= length
	}
}

func (m *mixture) vectors(n int) []float32 {
	out := make([]float32, n*m.dim)
	for i := range n {
		m.next(out[i*m.dim:][:m.dim])
	}
	return out
}

// cosine is of vectors of length 1.
func cosine(a, b []float32) float32 {
	var sum [4]float32
	for i := 0; i+4 <= len(a); i += 4 {
		for j := range sum {
			sum[j] += a[i+j] * b[i+j]
		}
	}
	return sum[0] + sum[1] + sum[2] + sum[3]
}

// model is what an Index should have: the artefacts of its files.
type model map[uint32][]byte

func (m model) index(t *testing.T, dim int, k kernels) *Index {
	t.Helper()
	x, err := New(dim)
	if err != nil {
		t.Fatal(err)
	}
	x.kernels = k
	for f, rows := range m { // in any order
		if err := x.Set(f, rows); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// search looks at all rows in full.
func (m model) search(x *Index, v []float32, k int, keep func(file, row uint32) bool) []Hit {
	var all []Hit
	for f, rows := range m {
		for r := range (len(rows) - headerSize) / rowSize(x.dim) {
			if !slices.ContainsFunc(rows[headerSize+r*rowSize(x.dim):][:rowSize(x.dim)], func(b byte) bool { return b != 0 }) {
				continue
			}
			if keep == nil || keep(f, uint32(r)) {
				all = append(all, Hit{File: f, Row: uint32(r)})
			}
		}
	}
	x.Scores(v, all)
	slices.SortFunc(all, compare)
	return all[:min(k, len(all))]
}

// fill makes files of a few rows each, some of them twice.
func fill(m *mixture, rows int) model {
	out := model{}
	for rows > 0 {
		n := min(rows, 1+m.r.IntN(12))
		v := m.vectors(n)
		copy(v[(n-1)*m.dim:], v[:m.dim])
		f := uint32(len(out))
		out[f] = Quantise(m.dim, v)
		rows -= n
		if m.r.IntN(20) == 0 {
			out[f+1] = out[f]
			rows -= n
		}
	}
	return out
}

// What is found is what is nearest of all, in the order of all.
func TestSearch(t *testing.T) {
	for name, k := range both {
		for _, c := range []struct{ dim, subjects, rows int }{
			{8, 20, 500}, {40, 50, 3000}, {64, 300, 12000}, {100, 300, 2000}, {256, 500, 10000}, {384, 500, 2000}, {768, 500, 1500}, {1024, 100, 1000},
		} {
			t.Run(fmt.Sprintf("%s/dim=%d", name, c.dim), func(t *testing.T) {
				m := newMixture(7, c.dim, c.subjects)
				files := fill(m, c.rows)
				x := files.index(t, c.dim, k)
				x.workers = 3
				var missed, all int
				for i := range 15 {
					v := m.vectors(1)
					keep := []func(file, row uint32) bool{
						nil,
						func(file, row uint32) bool { return row%3 == 1 },
						func(file, row uint32) bool { return file == uint32(i) },
					}[i%3]
					have, want := x.Search(v, 10, 10, keep), files.search(x, v, 10, keep)
					all += len(want)
					for _, h := range want {
						if !slices.Contains(have, h) {
							missed++
						}
					}
					if !slices.IsSortedFunc(have, compare) || len(have) != len(want) {
						t.Fatalf("%d hits, want %d: %v", len(have), len(want), have)
					}
					if len(have) > 0 && have[0] != want[0] {
						t.Errorf("the nearest is %v, not %v", want[0], have[0])
					}
				}
				if missed*100 > all {
					t.Errorf("%d of %d are missed", missed, all)
				}
			})
		}
	}
}

// The first pass leaves the nearest rows, and few others.
// TestMore: behind the nearest come others that are near, of those that are let through.
func TestMore(t *testing.T) {
	const rows, k, most = 5000, 10, 300
	m := newMixture(5, 64, 100)
	x := model{4: Quantise(64, m.vectors(rows))}.index(t, 64, fastest())
	q := m.vectors(1)
	for _, keep := range []func(file, row uint32) bool{nil, func(_, row uint32) bool { return row%7 == 3 }} {
		hits, all := x.Search(q, k, most, keep), x.Search(q, rows, rows, keep)
		if len(hits) != most || !slices.Equal(hits[:k], all[:k]) || !slices.IsSortedFunc(hits, compare) {
			t.Errorf("%d hits: %v, want first %v", len(hits), hits, all[:k])
		}
		found := 0
		for _, h := range hits {
			at := slices.Index(all, h)
			if at < 0 {
				t.Errorf("%v is none of those that are let through", h)
			}
			if at < most {
				found++
			}
		}
		if found < most/2 {
			t.Errorf("of the %d nearest, %d are found", most, found)
		}
	}
}

func TestRecall(t *testing.T) {
	const rows, queries = 20000, 30
	m := newMixture(3, 256, 1000)
	v := m.vectors(rows)
	x := model{4: Quantise(256, v)}.index(t, 256, fastest())
	found, looks := 0, 0
	for range queries {
		q := m.vectors(1)
		exact := best{k: 10}
		for i := range rows {
			exact.add(Hit{File: 4, Row: uint32(i), Score: cosine(q, v[i*256:][:256])})
		}
		exact.cut()
		b := &buffer{}
		x.buffers.New = func() any { return b }
		for _, h := range x.Search(q, 10, 10, nil) {
			if slices.ContainsFunc(exact.hits, func(e Hit) bool { return e.Row == h.Row }) {
				found++
			}
		}
		looks += len(b.at)
	}
	if recall := float64(found) / (10 * queries); recall < 0.99 {
		t.Errorf("of the 10 nearest, %.4f are found", recall)
	}
	if looks /= queries; looks > rows/20 {
		t.Errorf("%d of %d rows are looked at", looks, rows)
	}
}

// Rows that are as near as one another come by file and row, and k cuts there too.
func TestTies(t *testing.T) {
	m := newMixture(1, 64, 10)
	v := m.vectors(1)
	same := Quantise(64, slices.Repeat(v, 3))
	x := model{9: same, 2: same, 300: same, 5: Quantise(64, m.vectors(2000))}.index(t, 64, fastest())
	var have []string
	for _, h := range x.Search(v, 8, 8, nil) {
		have = append(have, fmt.Sprint(h.File, ":", h.Row))
		if h.Score < 0.9999 || h.Score > 1 {
			t.Errorf("%v", h)
		}
	}
	if got, want := strings.Join(have, " "), "2:0 2:1 2:2 9:0 9:1 9:2 300:0 300:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// More rows than there are can be asked for, and all of them.
func TestAll(t *testing.T) {
	m := newMixture(1, 64, 10)
	files := fill(m, 3000)
	x := files.index(t, 64, fastest())
	v := m.vectors(1)
	for _, k := range []int{x.Len() - 1, x.Len(), x.Len() + 1, math.MaxInt} {
		if !slices.Equal(x.Search(v, k, k, nil), files.search(x, v, min(k, x.Len()), nil)) {
			t.Errorf("%d rows are not all there are, in order", k)
		}
	}
	for _, k := range []int{0, -1} {
		if h := x.Search(v, k, k, nil); h != nil {
			t.Errorf("%d: %v", k, h)
		}
	}
	for _, q := range [][]float32{nil, make([]float32, 64), slices.Repeat([]float32{float32(math.NaN())}, 64), v[:63]} {
		if h := x.Search(q, 5, 5, nil); h != nil {
			t.Errorf("%v: %v", q, h)
		}
	}
	if h := x.Search(v, 5, 5, func(file, row uint32) bool { return false }); len(h) != 0 {
		t.Errorf("nothing is kept: %v", h)
	}
}

// Both ways to calculate give the same bits.
func TestKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	fast := fastest()
	random := func(b []byte) []byte {
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	for _, size := range []int{1, 2, 3, 8, 31, 32, 48, 96, 128, 512} {
		const blocks = 5
		signs, tables, ratios := random(make([]byte, blocks*blockRows*size)), random(make([]byte, 32*size)), make([]float32, blocks*blockRows)
		for i := range tables {
			tables[i] %= byte(min(255, math.MaxUint16/(2*size)))
		}
		for i := range ratios[:(blocks-1)*blockRows] {
			ratios[i] = max(0, r.Float32()-0.2)
		}
		// What is cut at both ends of the range is there too.
		for _, scale := range []float32{0.3, 300} {
			var keys, tops [2][]uint16
			for i, k := range []kernels{fast, portable} {
				keys[i], tops[i] = make([]uint16, blocks*blockRows), make([]uint16, blocks)
				k.scan(signs, size, tables, ratios, scale, -scale*150*float32(size), keys[i], tops[i])
			}
			if !slices.Equal(keys[0], keys[1]) || !slices.Equal(tops[0], tops[1]) {
				t.Errorf("scan, %d bytes a row: %v\n%v", size, keys[0], keys[1])
			}
			for i, key := range keys[1] {
				if (key == 0) != (ratios[i] == 0) {
					t.Errorf("scan: a row with ratio %v has key %d", ratios[i], key)
				}
			}
			if slices.Max(keys[1]) == 0 || tops[1][blocks-1] != 0 {
				t.Errorf("scan: tops %v", tops[1])
			}
		}
	}
	for _, stride := range []int{32, 64, 96, 256, 384, 4096} {
		const n = 7
		rows, query := random(make([]byte, n*(stride+stride/8))), make([]int16, stride)
		for i := range stride {
			rows[i] = 0x80 // the greatest squares
			rows[stride+i/8] = 0
			query[i] = int16(queryLength / math.Sqrt(float64(stride)))
		}
		for i := range query[:stride/2] {
			query[i] = int16(float64(r.IntN(2*queryLength)-queryLength) / math.Sqrt(float64(stride)))
		}
		var products, squares, sums, squares2 [2][n]int32
		var signs [2][]byte
		for i, k := range []kernels{fast, portable} {
			k.dots(rows, query, products[i][:], squares[i][:])
			signs[i] = make([]byte, n*stride/8)
			k.summarise(rows, stride, signs[i], sums[i][:], squares2[i][:])
		}
		if products[0] != products[1] || squares[0] != squares[1] {
			t.Errorf("dots, stride %d: %v %v\n%v %v", stride, products[0], squares[0], products[1], squares[1])
		}
		if sums[0] != sums[1] || squares2[0] != squares2[1] || squares2[0] != squares[0] || !bytes.Equal(signs[0], signs[1]) {
			t.Errorf("summarise, stride %d: %v %v\n%v %v", stride, sums[0], squares2[0], sums[1], squares2[1])
		}
	}
}

func TestTurningKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for n := 1; n <= MaxDim; n *= 2 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64())
			if r.IntN(8) == 0 {
				v[i] = float32(math.Copysign(0, float64(v[i])))
			}
		}
		fast := slices.Clone(v)
		fastest().hadamard(fast, 0.3)
		portable.hadamard(v, 0.3)
		for i := range v {
			if math.Float32bits(v[i]) != math.Float32bits(fast[i]) {
				t.Fatalf("hadamard: element %d of %d is %v, not %v", i, n, fast[i], v[i])
			}
		}
	}
}

// A rotation changes no length and no angle.
func TestRotation(t *testing.T) {
	for _, dim := range []int{1, 2, 8, 24, 64, 100, 256, 384, 768, 1000, 1024, MaxDim} {
		m := newMixture(2, dim, 3)
		a, b := m.vectors(1), m.vectors(1)
		before := dot(a, b)
		r := newRotation(dim)
		r.apply(a)
		r.apply(b)
		if math.Abs(dot(a, a)-1) > 1e-5 || math.Abs(dot(b, b)-1) > 1e-5 || math.Abs(dot(a, b)-before) > 1e-5 {
			t.Errorf("dimension %d: lengths %v and %v, cosine %v, was %v", dim, dot(a, a), dot(b, b), dot(a, b), before)
		}
		if dim < 64 {
			continue
		}
		// What was in one element is in all.
		one := make([]float32, dim)
		one[dim/3] = 1
		r.apply(one)
		if most := float64(greatest(one)); most > 6/math.Sqrt(float64(dim)) {
			t.Errorf("dimension %d: the greatest element is %v", dim, most)
		}
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// The cosine of what is kept is the vectors', nearly.
func TestQuantise(t *testing.T) {
	for _, dim := range []int{8, 64, 256, 384, 768, 1001} {
		m := newMixture(4, dim, 50)
		v, q := m.vectors(200), m.vectors(1)
		x := model{0: Quantise(dim, v)}.index(t, dim, fastest())
		for i := range 200 {
			have, want := float64(x.Dot(0, uint32(i), q)), dot(q, v[i*dim:][:dim])
			if math.Abs(have-want) > 0.025/math.Sqrt(float64(dim)) {
				t.Errorf("dimension %d: %v, not %v", dim, have, want)
			}
		}
	}
	// Length does not count, however great or small.
	m := newMixture(4, 64, 5)
	v := m.vectors(1)
	want := Quantise(64, v)
	for _, by := range []float32{1 << 100, 1.0 / (1 << 100), 1 << 10} {
		w := slices.Clone(v)
		for i := range w {
			w[i] *= by
		}
		if have := Quantise(64, w); !bytes.Equal(have, want) {
			t.Errorf("times %g: %v\nnot %v", by, have, want)
		}
	}
	// What has no direction is a row, and is not found.
	rows := make([]float32, 5*64)
	copy(rows[64:], v)
	rows[2*64+9] = float32(math.NaN())
	rows[3*64] = float32(math.Inf(-1))
	rows[4*64+63] = math.SmallestNonzeroFloat32
	x := model{0: Quantise(64, rows)}.index(t, 64, fastest())
	var found []uint32
	for _, h := range x.Search(v, 10, 10, nil) {
		found = append(found, h.Row)
	}
	if slices.Sort(found); !slices.Equal(found, []uint32{1, 4}) || x.Len() != 2 {
		t.Errorf("of the rows 1 and 4, %v are found; %d", found, x.Len())
	}
	if s := x.Dot(0, 0, v); s != 0 {
		t.Errorf("a row of zeros has cosine %v", s)
	}
	for _, c := range []struct{ dim, n int }{{0, 0}, {-8, 8}, {MaxDim + 1, 0}, {8, 9}} {
		if b := Quantise(c.dim, make([]float32, c.n)); b != nil {
			t.Errorf("dimension %d: %d numbers make %v", c.dim, c.n, b)
		}
	}
}

// What is kept does not change without its version.
func TestForm(t *testing.T) {
	b := []byte{}
	for _, dim := range []int{8, 256, 384} {
		v := make([]float32, 4*dim)
		for i := range v {
			v[i] = float32((i*7919)%1009)/1009 - 0.5
		}
		b = append(b, Quantise(dim, v)...)
	}
	if have := crc32.ChecksumIEEE(b); have != 0xeb8e595f {
		t.Errorf("the artefacts' checksum is %#x: raise rowsVersion", have)
	}
}

// Rows that are damaged are refused, and leave the file as it was.
func TestDamaged(t *testing.T) {
	m := newMixture(1, 64, 10)
	good := Quantise(64, m.vectors(3))
	x := model{1: good}.index(t, 64, fastest())
	for name, damage := range map[string]func(b []byte) []byte{
		"nothing":         func(b []byte) []byte { return nil },
		"half a header":   func(b []byte) []byte { return b[:5] },
		"a byte less":     func(b []byte) []byte { return b[:len(b)-1] },
		"a byte more":     func(b []byte) []byte { return append(b, 0) },
		"a row less":      func(b []byte) []byte { return b[:len(b)-72] },
		"another version": func(b []byte) []byte { b[0]++; return b },
		"a flag":          func(b []byte) []byte { b[1] = 1; return b },
		"a dimension":     func(b []byte) []byte { b[2] = 32; return b },
		"too many rows":   func(b []byte) []byte { binary.LittleEndian.PutUint32(b[4:], math.MaxUint32); return b },
	} {
		if err := x.Set(1, damage(slices.Clone(good))); err == nil || !strings.Contains(err.Error(), "damaged vectors: ") {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(x.Search(m.vectors(1), 10, 10, nil)); n != 3 {
			t.Errorf("%s: then %d rows are found", name, n)
		}
	}
	if _, err := New(0); err == nil {
		t.Error("there is an index without dimension")
	}
	if _, err := New(MaxDim + 1); err == nil {
		t.Error("there is an index of too great a dimension")
	}
}

// An index that was changed many times is the same as one that is made at once,
// and its clones stay as they were.
func TestHistory(t *testing.T) {
	m := newMixture(8, 64, 40)
	files, x := model{}, model{}.index(t, 64, fastest())
	type past struct {
		files model
		index *Index
	}
	var clones []past
	check := func(p past) {
		t.Helper()
		fresh := p.files.index(t, 64, portable)
		if p.index.Len() != fresh.Len() {
			t.Fatalf("%d rows, not %d", p.index.Len(), fresh.Len())
		}
		for range 3 {
			v := m.vectors(1)
			if have, want := p.index.Search(v, 20, 20, nil), fresh.Search(v, 20, 20, nil); !slices.Equal(have, want) {
				t.Fatalf("%v\nnot %v", have, want)
			}
		}
	}
	for step := range 1000 {
		f := uint32(m.r.IntN(300)) * 7
		if m.r.IntN(4) == 0 {
			delete(files, f)
			x.Remove(f)
		} else {
			rows := Quantise(64, m.vectors(m.r.IntN(25)))
			files[f] = rows
			if err := x.Set(f, rows); err != nil {
				t.Fatal(err)
			}
		}
		if step%100 != 99 {
			continue
		}
		check(past{files, x})
		clones = append(clones, past{maps.Clone(files), x.Clone()})
		if step%200 == 199 {
			// The clone goes on, and what it was made of stays.
			x, clones[len(clones)-1].index = clones[len(clones)-1].index, x
		}
	}
	for _, p := range clones {
		check(p)
	}
	if pages := len(x.st.pages); pages > 6 {
		t.Errorf("%d rows are in %d pages", x.Len(), pages)
	}
}

// A search beside changes sees a file as it was before one or after it.
func TestConcurrent(t *testing.T) {
	m := newMixture(9, 64, 40)
	v := m.vectors(1)
	near := slices.Repeat(v, 40)
	old, changed := Quantise(64, near[:30*64]), Quantise(64, near)
	x := model{1: old, 2: Quantise(64, m.vectors(3000))}.index(t, 64, fastest())
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				rows := 0
				for _, h := range x.Search(v, 50, 50, nil) {
					if h.File == 1 && h.Score > 0.999 {
						rows++
					}
				}
				if rows != 0 && rows != 30 && rows != 40 {
					t.Errorf("%d rows of the file are found", rows)
				}
				if s := x.Clone().Dot(2, 7, v); s == 0 {
					t.Error("another file is gone")
				}
			}
		})
	}
	for i := range 150 {
		if err := x.Set(1, [][]byte{changed, old}[i%2]); err != nil {
			t.Error(err)
		}
		if i%3 == 0 {
			x.Remove(1)
		}
	}
	close(done)
	wg.Wait()
}

// A search may change the index that it searches, from within keep.
func TestChangeWithin(t *testing.T) {
	m := newMixture(9, 64, 4)
	x := model{1: Quantise(64, m.vectors(30))}.index(t, 64, fastest())
	hits := x.Search(m.vectors(1), 50, 50, func(file, row uint32) bool {
		x.Remove(1)
		return true
	})
	if len(hits) != 30 || x.Len() != 0 {
		t.Errorf("%d hits, then %d rows", len(hits), x.Len())
	}
}

// What goes wrong in a goroutine of a search goes wrong in the one that searches.
func TestShare(t *testing.T) {
	x := model{}.index(t, 8, portable)
	x.workers = 4
	var mu sync.Mutex
	seen := map[int]int{}
	x.share(1000, 30, func(first, last int) {
		mu.Lock()
		defer mu.Unlock()
		for i := first; i < last; i++ {
			seen[i]++
		}
	})
	for i := range 1000 {
		if seen[i] != 1 {
			t.Errorf("%d is done %d times", i, seen[i])
		}
	}
	defer func() {
		if r := recover(); r != "gone" {
			t.Errorf("the panic is %v", r)
		}
	}()
	x.share(1000, 10, func(first, last int) {
		if first <= 500 && 500 < last {
			panic("gone")
		}
	})
	t.Error("there is no panic")
}

func TestScores(t *testing.T) {
	m := newMixture(1, 64, 10)
	v := m.vectors(3)
	x := model{1: Quantise(64, v), 700: Quantise(64, v[:64])}.index(t, 64, fastest())
	rows := []Hit{{File: 1, Row: 2, Score: 5}, {File: 1, Row: 3, Score: 5}, {File: 700, Row: 0}, {File: 701}, {File: math.MaxUint32, Row: math.MaxUint32}}
	x.Scores(v[:64], rows)
	want := []float32{x.Dot(1, 2, v[:64]), 0, 1, 0, 0}
	for i, r := range rows {
		if math.Abs(float64(r.Score-want[i])) > 1e-4 || want[i] == 0 && r.Score != 0 {
			t.Errorf("row %d: %v, not %v", i, r.Score, want[i])
		}
	}
	if want[0] == 0 {
		t.Error("two vectors have nothing in common")
	}
	x.Scores(v[:63], rows)
	if rows[0].Score != 0 {
		t.Errorf("a query of another dimension: %v", rows[0].Score)
	}
}

func FuzzSet(f *testing.F) {
	m := newMixture(1, 16, 10)
	f.Add(Quantise(16, m.vectors(3)))
	f.Add(Quantise(16, nil))
	f.Add(Quantise(8, make([]float32, 8)))
	f.Add([]byte("\x01\x00\x10\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, rows []byte) {
		x := model{3: Quantise(16, m.subjects[0])}.index(t, 16, fastest())
		had := x.Len()
		if err := x.Set(5, rows); err != nil {
			if x.Len() != had {
				t.Errorf("%d rows, not %d, after %v", x.Len(), had, err)
			}
			return
		}
		hits := x.Search(m.subjects[0], math.MaxInt, math.MaxInt, nil)
		if len(hits) != x.Len() || !slices.IsSortedFunc(hits, compare) {
			t.Errorf("%d of %d rows are found: %v", len(hits), x.Len(), hits)
		}
		if want := (model{3: Quantise(16, m.subjects[0]), 5: rows}).index(t, 16, portable).Search(m.subjects[0], math.MaxInt, math.MaxInt, nil); !slices.Equal(hits, want) {
			t.Errorf("%v\nnot %v", hits, want)
		}
		x.Remove(5)
		if x.Len() != had {
			t.Errorf("%d rows, not %d, after it is removed", x.Len(), had)
		}
	})
}
