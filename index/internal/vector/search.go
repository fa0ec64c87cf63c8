package vector

import (
	"cmp"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// Hit is a row that a search has found.
type Hit struct {
	File, Row uint32  // row from 0, in the order of the vectors of the artefact
	Score     float32 // cosine, from -1 to 1
}

// compare orders hits: the greater score first, then the lower file and row.
func compare(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row))
}

// query is a vector that is searched for.
type query struct {
	elements []int16 // turned; stride of them
	length   float64 // of elements
}

// queryLength is the length of a query, but for rounding. Products with rows stay
// below 2^31: the length of a row is at most 256 times the root of MaxDim.
const queryLength = math.MaxInt16

// query is false for a vector of another dimension, or without direction.
func (x *Index) query(v []float32) (query, bool) {
	u := make([]float32, x.dim)
	if len(v) != x.dim || !level(u, v) {
		return query{}, false
	}
	x.turn.apply(u)
	var sum float64
	for _, e := range u {
		sum += float64(float64(e) * float64(e))
	}
	scale := queryLength / math.Sqrt(sum)
	q := query{elements: make([]int16, x.stride)}
	var squares int64
	for i, e := range u {
		n := int64(max(-queryLength, min(math.RoundToEven(float64(e)*scale), queryLength)))
		q.elements[i] = int16(n)
		squares += n * n
	}
	q.length = math.Sqrt(float64(squares))
	return q, true
}

// score is a cosine, from what dots says of a row.
func (q query) score(product, square int32) float32 {
	if square == 0 {
		return 0
	}
	return float32(max(-1, min(float64(product)/(math.Sqrt(float64(square))*q.length), 1)))
}

// buffer is what a search writes to.
type buffer struct {
	keys, tops []uint16
	at         []uint32 // candidates: places, in order
	scores     []float32
}

// resize is a slice of n elements; what is in it is not said.
func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// A search looks at all rows by their signs, and at those in full that may be among
// the nearest. The cosine by signs differs from the true one by chance: for a row at
// cosine c, with the standard deviation
//
//	deviation(dim) * sqrt(1 - c*c)
//
// (Gao and Long, RaBitQ, SIGMOD 2024, for vectors that are turned at random). The
// rows that look nearest say what the k-th nearest row has at least; all that may
// reach it by margin deviations is looked at then. The rows of one subject are off
// together, so that margin is more than what chance alone would ask for.
const margin = 4

func deviation(dim int) float64 {
	return math.Sqrt((math.Pi/2 - 1) / float64(max(dim-1, 1)))
}

// first is how many rows are looked at in any case, for each one that is wanted
// and at least.
const (
	firstEach  = 8
	firstLeast = 256
)

// Search finds the k rows that are nearest to v, the nearest first, of those that
// keep lets through; of equally near ones the first by file and row. Behind them come
// others that look near, most in all, where there are so many: these cost little, and
// some that are nearer may be missing. keep may be nil, which keeps all. It is called by the goroutine that calls Search, for few rows,
// unless it lets few through. Search finds nothing when v has another dimension than the index, or no direction.
//
// What is nearest is decided by the rows as they are kept. One that is among the
// nearest is missed when its signs make it look more than margin deviations farther
// away, see there: less than one in a thousand. The same files have the same answer,
// on any machine, whatever the order in which they were set.
func (x *Index) Search(v []float32, k, most int, keep func(file, row uint32) bool) []Hit {
	q, ok := x.query(v)
	st := x.view()
	k, most = min(k, st.rows), min(max(k, most), st.rows)
	if !ok || k <= 0 {
		return nil
	}
	b := x.buffers.Get().(*buffer)
	defer x.buffers.Put(b)
	x.scan(st, q, b)

	nearest := best{k: most}
	want, below := max(firstLeast, firstEach*k, most), math.MaxUint16+1
	for below > 1 {
		last := nearest.full
		var from int
		if last {
			from = lowest(float64(nearest.hits[k-1].Score), x.dim)
		} else {
			from = b.level(want)
			want *= 4
		}
		if from < below {
			x.look(st, q, b, &nearest, from, below, keep)
			below = from
		}
		if last {
			break
		}
	}
	return nearest.hits
}

// best is the k best hits of those that are added.
type best struct {
	k    int
	hits []Hit
	full bool // the first k hits are the best but for what came since, in order
}

// add adds a hit; cut is to be called after the last one.
func (b *best) add(h Hit) {
	if b.full && compare(h, b.hits[b.k-1]) > 0 {
		return
	}
	b.hits = append(b.hits, h)
	if len(b.hits) >= 2*b.k+64 {
		b.cut()
	}
}

func (b *best) cut() {
	slices.SortFunc(b.hits, compare)
	b.hits = b.hits[:min(b.k, len(b.hits))]
	b.full = len(b.hits) == b.k
}

// lowest is the least key that a row at least as near as score may have.
func lowest(score float64, dim int) int {
	away := 1.0
	if score > 0 {
		away = math.Sqrt(1 - score*score)
	}
	estimate := score - margin*deviation(dim)*away
	return max(1, int(math.Floor(estimate*keyUnit))+keyZero)
}

// scan fills in the keys of all rows.
func (x *Index) scan(st *state, q query, b *buffer) {
	tables, scale, offset := x.tables(q)
	b.keys, b.tops = resize(b.keys, len(st.pages)*pageRows), resize(b.tops, len(st.pages)*pageBlocks)
	// A page takes microseconds.
	x.share(len(st.pages), 64, func(first, last int) {
		for i := first; i < last; i++ {
			p := st.pages[i]
			x.kernels.scan(p.signs, x.size, tables, p.ratios[:], scale, offset, b.keys[i*pageRows:][:pageRows], b.tops[i*pageBlocks:][:pageBlocks])
		}
	})
}

// tables is what kernels.scan wants to know of a query.
func (x *Index) tables(q query) (tables []byte, scale, offset float32) {
	sums := make([]int32, 32*x.size)
	var span, least int32
	for at := 0; at < len(sums); at += 16 {
		e := q.elements[at/4:][:4]
		for v := range int32(16) {
			for i, n := range e {
				sums[at+int(v)] += int32(n) * (1 - 2*(v>>i&1))
			}
		}
		// The signs that agree make the greatest sum, their opposite the least.
		low, high := slices.Min(sums[at:][:16]), slices.Max(sums[at:][:16])
		span, least = max(span, high-low), least+low
		for v := range sums[at:][:16] {
			sums[at+v] -= low
		}
	}
	// The sum of a row must fit 16 bits.
	steps := int64(min(math.MaxUint8, math.MaxUint16/(2*x.size)))
	tables = make([]byte, len(sums))
	for i, s := range sums {
		tables[i] = byte((int64(s)*steps + int64(span)/2) / int64(span))
	}
	return tables, float32(keyUnit * float64(span) / float64(steps) / q.length), float32(keyUnit * float64(least) / q.length)
}

// level is a key that at least n rows reach, and not many more; 1 when there are
// fewer.
func (b *buffer) level(n int) int {
	// Blocks that reach a key have a row at least that does.
	from := reached(n, func(count *[1 << 12]int) {
		for _, top := range b.tops {
			count[top>>4]++
		}
	})
	return reached(n, func(count *[1 << 12]int) {
		for i, top := range b.tops {
			if int(top) < from {
				continue
			}
			for _, key := range b.keys[i*blockRows:][:blockRows] {
				count[key>>4]++
			}
		}
	})
}

// reached is a key that n of the counted ones reach, at least 1.
func reached(n int, fill func(count *[1 << 12]int)) int {
	var count [1 << 12]int
	fill(&count)
	for i := len(count) - 1; i > 0; i-- {
		if n -= count[i]; n <= 0 {
			return i << 4
		}
	}
	return 1
}

// look looks at the rows in full whose keys are at least from and less than below,
// and adds them to the nearest.
func (x *Index) look(st *state, q query, b *buffer, nearest *best, from, below int, keep func(file, row uint32) bool) {
	b.at = b.at[:0]
	for i, top := range b.tops {
		if int(top) < from {
			continue
		}
		for j, key := range b.keys[i*blockRows:][:blockRows] {
			if key := int(key); key < from || key >= below {
				continue
			}
			at := i*blockRows + j
			if p, n := st.pages[at/pageRows], at%pageRows; keep == nil || keep(p.file[n], p.row[n]) {
				b.at = append(b.at, uint32(at))
			}
		}
	}
	b.scores = resize(b.scores, len(b.at))
	x.share(len(b.at), 1024, func(first, last int) {
		x.scores(q, b.scores[first:last], func(i int) []byte {
			at := b.at[first+i]
			p, n := st.pages[at/pageRows], at%pageRows
			return st.entry(p.file[n]).row(p.row[n], x.dim)
		})
	})
	for i, at := range b.at {
		p, n := st.pages[at/pageRows], at%pageRows
		nearest.add(Hit{File: p.file[n], Row: p.row[n], Score: b.scores[i]})
	}
	nearest.cut()
}

// Scores fills in the scores of rows, whatever they were; 0 where there is no such
// row, and where v has another dimension than the index, or no direction.
func (x *Index) Scores(v []float32, rows []Hit) {
	for i := range rows {
		rows[i].Score = 0
	}
	q, ok := x.query(v)
	if !ok {
		return
	}
	st := x.view()
	scores := make([]float32, len(rows))
	x.scores(q, scores, func(i int) []byte { return st.entry(rows[i].File).row(rows[i].Row, x.dim) })
	for i, s := range scores {
		rows[i].Score = s
	}
}

// Dot is the cosine of v and a row, as Scores has it.
func (x *Index) Dot(file, row uint32, v []float32) float32 {
	h := [1]Hit{{File: file, Row: row}}
	x.Scores(v, h[:])
	return h[0].Score
}

// row is a row of a file, nil when there is none.
func (e entry) row(n uint32, dim int) []byte {
	if at := int(n) * rowSize(dim); at < len(e.rows) {
		return e.rows[at:][:rowSize(dim)]
	}
	return nil
}

// scores is the scores of rows. They are copied before they are multiplied:
// several at once that are far apart in memory, and in Go, where a fault can be
// recovered from.
func (x *Index) scores(q query, scores []float32, row func(i int) []byte) {
	const batch = 32
	var products, squares [batch]int32
	buf := make([]byte, min(batch, len(scores))*x.copied())
	for first := 0; first < len(scores); first += batch {
		n := min(batch, len(scores)-first)
		for i := range n {
			x.copyRow(buf[i*x.copied():], row(first+i))
		}
		x.kernels.dots(buf, q.elements, products[:n], squares[:n])
		for i := range n {
			scores[first+i] = q.score(products[i], squares[i])
		}
	}
}

// share does n things in several goroutines, least of them at once or more, and
// waits. A panic in one of them, as of memory whose file is gone, is one here.
func (x *Index) share(n, least int, do func(first, last int)) {
	workers := x.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, n/least)
	if workers < 2 {
		do(0, n)
		return
	}
	var next atomic.Int64
	var failed atomic.Pointer[any]
	work := func() {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if r := recover(); r != nil {
				failed.CompareAndSwap(nil, &r)
			}
		}()
		for failed.Load() == nil {
			first := int(next.Add(int64(least))) - least
			if first >= n {
				return
			}
			do(first, min(first+least, n))
		}
	}
	var wg sync.WaitGroup
	for range workers - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if r := failed.Load(); r != nil {
		panic(*r)
	}
}
