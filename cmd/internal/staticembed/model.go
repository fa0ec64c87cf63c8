package main

import (
	"math"
	"math/rand/v2"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
)

const dim = builtin.Dim

// bag is a text, or a field of a code, as the model sees it.
type bag struct {
	ids     []int32
	weights []float32
}

func (b *bag) add(id int32, weight float32) {
	b.ids, b.weights = append(b.ids, id), append(b.weights, weight)
}

// level divides the weights by the root of the sum of their squares.
func (b *bag) level() {
	root := float32(math.Sqrt(float64(embed.Dot(b.weights, b.weights))))
	for i := range b.weights {
		b.weights[i] /= root
	}
}

// input is a text or a code: the bag of each field, of which a text has one only.
type input [builtin.Fields]bag

// model is what is learned.
type model struct {
	rows   []float32 // dim for each word
	fields [builtin.Fields]float32
	scale  float32 // of cosines, its logarithm

	steps                   int
	first, second           []float32 // moments of rows
	fieldFirst, fieldSecond [builtin.Fields]float32
	scaleFirst, scaleSecond float32

	grad      []float32 // of rows, zero but for those that were touched
	touched   []int32
	isTouched []bool
	fieldGrad [builtin.Fields]float32
	scaleGrad float32
}

// first is how large the numbers of a row are before it has learned anything: small, so
// that a word that is seldom met points where it was met.
const first = 0.1 / 16

func newModel(n int, r *rand.Rand) *model {
	m := &model{
		rows: make([]float32, n*dim), first: make([]float32, n*dim), second: make([]float32, n*dim), grad: make([]float32, n*dim),
		isTouched: make([]bool, n), scale: float32(math.Log(14)),
	}
	for i := range m.rows {
		m.rows[i] = float32(r.NormFloat64()) * first
	}
	for i := range m.fields {
		m.fields[i] = 1
	}
	return m
}

// side is the inputs of one side of a batch, as vectors.
type side struct {
	inputs []input
	sums   []float32 // the vectors, unit length
	norms  []float32
	parts  [builtin.Fields][]float32 // the sum of each field, before its weight
	grad   []float32
}

func (m *model) forward(s *side) {
	n := len(s.inputs)
	s.sums = grow(s.sums, n*dim)
	s.norms = grow(s.norms, n)
	for f := range s.parts {
		s.parts[f] = grow(s.parts[f], n*dim)
	}
	parallel(n, func(from, to int) {
		for i := from; i < to; i++ {
			sum := s.sums[i*dim : (i+1)*dim]
			clear(sum)
			for f := range s.inputs[i] {
				part := s.parts[f][i*dim : (i+1)*dim]
				clear(part)
				if b := &s.inputs[i][f]; len(b.ids) > 0 {
					gather(part, m.rows, b)
					for k := range sum {
						sum[k] += m.fields[f] * part[k]
					}
				}
			}
			s.norms[i] = float32(math.Sqrt(float64(embed.Dot(sum, sum))))
			if s.norms[i] > 0 {
				for k := range sum {
					sum[k] /= s.norms[i]
				}
			}
		}
	})
}

// backward adds to the gradients, from that of the unit vectors.
func (m *model) backward(s *side) {
	n := len(s.inputs)
	for i := range n {
		g, u := s.grad[i*dim:(i+1)*dim], s.sums[i*dim:(i+1)*dim]
		if s.norms[i] == 0 {
			clear(g)
			continue
		}
		d := embed.Dot(g, u)
		for k := range g {
			g[k] = (g[k] - d*u[k]) / s.norms[i]
		}
		for f := range s.inputs[i] {
			b := &s.inputs[i][f]
			if len(b.ids) > 0 {
				m.fieldGrad[f] += embed.Dot(g, s.parts[f][i*dim:(i+1)*dim])
			}
			for _, id := range b.ids {
				if !m.isTouched[id] {
					m.isTouched[id] = true
					m.touched = append(m.touched, id)
				}
			}
		}
	}
	// Each half of the dimensions, so that every sum has its order.
	parallel(dim, func(from, to int) {
		var weights []float32
		for i := range n {
			g := s.grad[i*dim : (i+1)*dim]
			for f := range s.inputs[i] {
				b := &s.inputs[i][f]
				weights = append(weights[:0], b.weights...)
				for k := range weights {
					weights[k] *= m.fields[f]
				}
				scatter(m.grad, g, b, weights, from, to)
			}
		}
	})
}

// contrast holds the room of a batch's matrices.
type contrast struct {
	logits, p, t, other []float32
	rows, columns       []float32
}

// step adds the gradients of the symmetric loss of a batch: text i belongs to code i and
// to no other, unless same says that they can't be told apart. It returns the loss.
func (m *model) step(c *contrast, text, code *side, same func(i, j int) bool) float64 {
	n := len(text.inputs)
	m.forward(text)
	m.forward(code)
	c.logits, c.p = grow(c.logits, n*n), grow(c.p, n*n)
	c.t, c.other = grow(c.t, n*n), grow(c.other, n*dim)
	c.rows, c.columns = grow(c.rows, n), grow(c.columns, n)
	product(c.logits, text.sums, code.sums, n, n, dim)
	scale := float32(math.Exp(float64(m.scale)))
	parallel(n, func(from, to int) {
		for i := from; i < to; i++ {
			var sum float32
			for j := range n {
				x := float32(0)
				if i == j || !same(i, j) {
					x = float32(math.Exp(float64(scale * (c.logits[i*n+j] - 1))))
				}
				c.p[i*n+j] = x
				sum += x
			}
			c.rows[i] = sum
		}
	})
	clear(c.columns)
	for i := range n {
		for j, x := range c.p[i*n : (i+1)*n] {
			c.columns[j] += x
		}
	}
	loss, scaleGrad := 0.0, 0.0
	for i := range n {
		x := c.p[i*n+i]
		loss -= math.Log(float64(x/c.rows[i])) + math.Log(float64(x/c.columns[i]))
		r := 1 / c.rows[i]
		for j := range n {
			g := c.p[i*n+j] * (r + 1/c.columns[j])
			if i == j {
				g -= 2
			}
			g /= float32(2 * n)
			c.p[i*n+j] = g
			scaleGrad += float64(g * c.logits[i*n+j])
		}
	}
	m.scaleGrad += float32(scaleGrad) * scale
	text.grad, code.grad = grow(text.grad, n*dim), grow(code.grad, n*dim)
	transpose(c.other, code.sums, n, dim)
	product(text.grad, c.p, c.other, n, dim, n)
	transpose(c.t, c.p, n, n)
	transpose(c.other, text.sums, n, dim)
	product(code.grad, c.t, c.other, n, dim, n)
	for i := range text.grad {
		text.grad[i] *= scale
		code.grad[i] *= scale
	}
	m.backward(text)
	m.backward(code)
	return loss / float64(2*n)
}

// Constants of Adam.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// update moves what the gradients since the last update touched.
func (m *model) update(rate float64) {
	m.steps++
	c1, c2 := 1-math.Pow(beta1, float64(m.steps)), 1-math.Pow(beta2, float64(m.steps))
	r, c2r := float32(rate/c1), float32(1/math.Sqrt(c2))
	move := func(x, g, first, second *float32) {
		*first = beta1**first + (1-beta1)**g
		*second = beta2**second + (1-beta2)**g**g
		*x -= r * *first / (float32(math.Sqrt(float64(*second)))*c2r + epsilon)
		*g = 0
	}
	parallel(len(m.touched), func(from, to int) {
		for _, id := range m.touched[from:to] {
			m.isTouched[id] = false
			for i := int(id) * dim; i < int(id+1)*dim; i++ {
				move(&m.rows[i], &m.grad[i], &m.first[i], &m.second[i])
			}
		}
	})
	m.touched = m.touched[:0]
	for f := range m.fields {
		move(&m.fields[f], &m.fieldGrad[f], &m.fieldFirst[f], &m.fieldSecond[f])
	}
	move(&m.scale, &m.scaleGrad, &m.scaleFirst, &m.scaleSecond)
	m.scale = min(m.scale, float32(math.Log(40)))
}

func grow(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}
