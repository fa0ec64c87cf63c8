// Package builtin is the embedder that is always there: a table of words and parts of
// words, learned from open source code and its documentation (cmd/internal/staticembed,
// which also says from which packages). The vector of a text is the weighted sum of the
// rows of its words. It needs no file, no library and no network, and some microseconds
// for a chunk.
package builtin

import (
	"context"
	_ "embed" // the table
	"math"
	"sync"

	"codeintel/index/embed"
	"codeintel/index/internal/weigh"
)

//go:embed table.bin
var table []byte

var opened = sync.OnceValue(func() *Embedder {
	e, list, err := read(table)
	if err != nil {
		panic(err) // a test reads the same bytes
	}
	e.vocabulary = sync.OnceValue(func() *Vocabulary {
		v, err := parseVocabulary(list, e.words())
		if err != nil {
			panic(err) // as above
		}
		return v
	})
	return e
})

// Open is the embedder of the table in the binary. The first text that is embedded takes
// some milliseconds more, in which its words are read.
func Open() *Embedder { return opened() }

// Embedder is an embed.Calibrated from a table.
type Embedder struct {
	id          string
	vocabulary  func() *Vocabulary // the same each time
	scales      []byte             // 2 of each row
	rows        []byte             // Dim of each row, 128 for 0
	moved       []int32            // of each row, its number in own, or less than 0; nil for none
	own         []byte             // rows in the form of rows
	fields      [Fields]uint64
	calibration embed.Calibration
	counters    sync.Pool // *scratch
}

// scratch is what making a vector needs.
type scratch struct {
	counter *Counter
	tokens  []Token
	bag     []weighed
	parts   [2]part // of a bag: rows of the table, and of one's own
	sums    [Dim]uint32
}

// part is what of a bag is from one list of rows.
type part struct{ rows, weights []uint32 }

// weighed is a row in a sum.
type weighed struct {
	row    int32
	weight uint64
}

// words is how many there are.
func (e *Embedder) words() int { return len(e.scales) / 2 }

// ID implements embed.Embedder.
func (e *Embedder) ID() string { return e.id }

// Dim implements embed.Embedder.
func (e *Embedder) Dim() int { return Dim }

// Calibration implements embed.Calibrated.
func (e *Embedder) Calibration() embed.Calibration { return e.calibration }

// between is after how many texts the context is asked.
const between = 64

// Passages implements embed.Embedder.
func (e *Embedder) Passages(ctx context.Context, p []embed.Passage) ([]float32, error) {
	return e.each(ctx, len(p), func(s *scratch, i int) {
		e.add(s, p[i].Name, e.fields[Name])
		e.add(s, p[i].Scope, e.fields[Scope])
		from := len(s.bag)
		e.add(s, p[i].Text, e.fields[Text])
		level(s.bag[from:], s.tokens)
	})
}

// Queries implements embed.Embedder.
func (e *Embedder) Queries(ctx context.Context, q []string) ([]float32, error) {
	return e.each(ctx, len(q), func(s *scratch, i int) { e.add(s, q[i], fieldUnit) })
}

func (e *Embedder) each(ctx context.Context, n int, fill func(s *scratch, i int)) ([]float32, error) {
	out := make([]float32, n*Dim)
	s := e.counters.Get().(*scratch)
	defer e.counters.Put(s)
	for i := range n {
		if i%between == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.bag = s.bag[:0]
		fill(s, i)
		e.sum(s, out[i*Dim:(i+1)*Dim])
	}
	return out, ctx.Err()
}

// add puts the words of a text into the bag.
func (e *Embedder) add(s *scratch, text string, field uint64) {
	s.tokens = s.counter.Count(s.tokens[:0], text, MaxTokens)
	for _, t := range s.tokens {
		weight := counts[min(int(t.Count), len(counts)-1)]
		s.bag = append(s.bag, weighed{t.ID, weight * field * uint64(order.Uint16(e.scales[2*t.ID:]))})
	}
}

// level takes from the weights of words how many words there are: a long text weighs as
// much as a short one, beside a name.
func level(bag []weighed, tokens []Token) {
	var squares uint64
	for _, t := range tokens {
		w := counts[min(int(t.Count), len(counts)-1)]
		squares += w * w
	}
	root := math.Sqrt(float64(squares))
	for i := range bag {
		bag[i].weight = uint64(float64(bag[i].weight) * weightUnit / root)
	}
}

// counts has the weights of what is there so often; what is there more often counts as
// the last one.
var counts = func() (t [256]uint64) {
	for i := range t {
		t[i] = weightOf(uint32(i))
	}
	return t
}()

// total is what the weights of a bag sum up to: with it, sums of bytes stay below 2^32.
const total = 1 << 23

// sum makes the vector of the bag, in whole numbers but for its length, so that it is
// the same on all machines.
func (e *Embedder) sum(s *scratch, out []float32) {
	var all uint64
	for _, w := range s.bag {
		all += w.weight
	}
	if all == 0 {
		return
	}
	var weights uint64
	for i := range s.parts {
		s.parts[i] = part{s.parts[i].rows[:0], s.parts[i].weights[:0]}
	}
	for _, w := range s.bag {
		weight := w.weight * total / all // less than 2^64: see maxField
		weights += weight
		p, row := &s.parts[0], w.row
		if e.moved != nil && e.moved[row] >= 0 {
			p, row = &s.parts[1], e.moved[row]
		}
		p.rows, p.weights = append(p.rows, uint32(row)), append(p.weights, uint32(weight))
	}
	clear(s.sums[:])
	for i, rows := range [][]byte{e.rows, e.own} {
		weigh.Add(s.sums[:], rows, s.parts[i].rows, s.parts[i].weights)
	}
	zero := int64(128 * weights)
	var length float64
	for i := 0; i < Dim; i += 8 {
		for j := range 4 { // the order in which squares are summed up is part of the ID
			low, high := int64(s.sums[i+j])-zero, int64(s.sums[i+j+4])-zero
			length += float64(float64(low) * float64(low))
			length += float64(float64(high) * float64(high))
			out[i+j], out[i+j+4] = float32(low), float32(high)
		}
	}
	if length == 0 {
		return
	}
	length = math.Sqrt(length)
	for i := range out {
		out[i] = float32(float64(out[i]) / length)
	}
}
