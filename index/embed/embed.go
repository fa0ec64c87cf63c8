// Package embed says what turns texts into vectors, and what the closeness of two
// vectors is worth. It knows no model: those are in the folders below.
package embed

import (
	"context"
	"math"
)

// Passage is what is embedded of a chunk or of a symbol. Each field is source text
// or names as they are written; an embedder divides them into words itself.
type Passage struct {
	// Name is what it is called, "" for none.
	Name string
	// Scope is where it is: the stem of its file's name, and the class or the
	// namespace around it, with spaces between them.
	Scope string
	// Text is its signature and body, or its content; "" where only the symbol is
	// meant.
	Text string
}

// Embedder turns texts into vectors: those of texts that mean the same point in about
// the same direction. It is safe for concurrent use.
type Embedder interface {
	// ID names the model and its version. Vectors of different IDs can't be compared.
	ID() string
	// Dim is the length of a vector.
	Dim() int
	// Passages returns a row of Dim numbers for each passage, one after the other. Rows
	// have unit length, so that their dot product is their cosine; a row of zeros is
	// that of a text of which nothing is known. The same passage has the same row,
	// whatever stands beside it. Errors are those of the context and of the model.
	Passages(ctx context.Context, p []Passage) ([]float32, error)
	// Queries is Passages for what is looked for: questions and terms.
	Queries(ctx context.Context, q []string) ([]float32, error)
}

// Calibrated is an Embedder whose cosines are worth the same in all repositories, so
// that no Background has to be made.
type Calibrated interface {
	Embedder
	Calibration() Calibration
}

// Loaded is an Embedder that begins to be loaded when it is first asked. Until that is
// done Queries fails with an *Initializing, and Passages waits.
type Loaded interface {
	Embedder
	// Ready waits until it can be asked; the error is the context's, or says why it
	// never can be.
	Ready(ctx context.Context) error
}

// Pair is a text in Japanese, and what a repository has beside it: the same text in
// English, the key of a catalogue, or a name.
type Pair struct{ Japanese, Other string }

// Adaptable is an Embedder that learns words from a repository.
type Adaptable interface {
	Embedder
	// Adapted is an Embedder that knows words in Japanese as the repository uses them,
	// whose vectors can be compared with those of the one that it is made of. What is in
	// English has the same vector.
	Adapted(pairs []Pair) Embedder
}

// Dot is the dot product of two vectors of the same length.
func Dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// Known says whether a row is that of a text of which something is known.
func Known(row []float32) bool {
	for _, x := range row {
		if x != 0 {
			return true
		}
	}
	return false
}

// Unit makes a row's length 1. A row of zeros, and one that is not of finite
// numbers, become zeros.
func Unit(row []float32) {
	var sum float64
	for _, x := range row {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0) {
		clear(row)
		return
	}
	scale := 1 / math.Sqrt(sum)
	for i, x := range row {
		row[i] = float32(float64(x) * scale)
	}
}
