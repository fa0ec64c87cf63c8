package embed

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// Calibration says what a cosine is worth: models differ, and one of them has nearly
// all pairs of texts between 0.7 and 1. A cosine is compared with those of pairs of a
// phrase and a symbol that have nothing to do with each other. The score is
//
//	0.3 · -log10(the share of such pairs that are at or above the cosine)
//
// and at most 1: 0.3 is above nine in ten of them, 0.6 above 99 in 100, 0.9 above
// 999 in 1,000. The zero Calibration knows nothing, and says 0 of every cosine.
type Calibration struct {
	// quantiles are the cosines of the scores 0, 1/steps, 2/steps … 1, ascending; nil
	// in the zero Calibration.
	quantiles []float32
}

// steps is how finely a Calibration knows the scores; between them it is a line.
const steps = 20

// perDecade is the score of a pair that one in ten random pairs reaches.
const perDecade = 0.3

// MinPairs is how many random pairs a Calibration needs: one in 2,154 has the score 1.
const MinPairs = 5000

// NewCalibration is what the cosines of random pairs say; it sorts them. There must be
// MinPairs of them or more, and no NaN.
func NewCalibration(cosines []float32) (Calibration, error) {
	n := len(cosines)
	if n < MinPairs {
		return Calibration{}, fmt.Errorf("calibration from %d random pairs: %d or more are needed", n, MinPairs)
	}
	if slices.ContainsFunc(cosines, func(c float32) bool { return c != c }) {
		return Calibration{}, errors.New("calibration: a cosine is not a number")
	}
	slices.Sort(cosines)
	quantiles := make([]float32, steps+1)
	for i := range quantiles {
		share := math.Pow(10, -float64(i)/steps/perDecade)
		quantiles[i] = cosines[n-max(1, int(math.Round(share*float64(n))))]
	}
	return Calibration{quantiles}, nil
}

// Zero says whether nothing is known.
func (c Calibration) Zero() bool { return c.quantiles == nil }

// Score is what a cosine is worth, from 0 to 1; it never falls where the cosine rises.
func (c Calibration) Score(cosine float32) float32 {
	q := c.quantiles
	if q == nil || cosine != cosine {
		return 0
	}
	// Where many random pairs have the same cosine, their share counts whole.
	i := sort.Search(len(q), func(i int) bool { return q[i] >= cosine })
	switch {
	case i == len(q):
		return 1
	case i == 0 || q[i] == cosine:
		return float32(i) / steps
	}
	return (float32(i-1) + (cosine-q[i-1])/(q[i]-q[i-1])) / steps
}

// Cosine is the smallest cosine that has at least a score, from 0 to 1.
func (c Calibration) Cosine(score float32) float32 {
	if c.quantiles == nil || score != score {
		return 1
	}
	at := min(max(score, 0), 1) * steps
	i := min(int(at), steps-1)
	return c.quantiles[i] + (at-float32(i))*(c.quantiles[i+1]-c.quantiles[i])
}

// calibrationVersion is the first byte of an encoded Calibration.
const calibrationVersion = 1

// MarshalBinary encodes a Calibration; the zero one is one byte.
func (c Calibration) MarshalBinary() ([]byte, error) {
	b := []byte{calibrationVersion}
	for _, q := range c.quantiles {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(q))
	}
	return b, nil
}

// UnmarshalBinary is the inverse of MarshalBinary. It refuses what that can't have
// written.
func (c *Calibration) UnmarshalBinary(b []byte) error {
	if len(b) == 0 || b[0] != calibrationVersion {
		return errors.New("calibration: not of this version")
	}
	b = b[1:]
	if len(b) == 0 {
		*c = Calibration{}
		return nil
	}
	if len(b) != 4*(steps+1) {
		return fmt.Errorf("calibration: %d bytes, not %d", len(b), 4*(steps+1))
	}
	quantiles := make([]float32, steps+1)
	for i := range quantiles {
		quantiles[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		if q := float64(quantiles[i]); math.IsNaN(q) || math.IsInf(q, 0) || i > 0 && quantiles[i] < quantiles[i-1] {
			return fmt.Errorf("calibration: number %d is out of order", i)
		}
	}
	*c = Calibration{quantiles}
	return nil
}

// Limits of Background.
const (
	maxSymbols    = 2000
	backgroundRun = 64 // symbols that are embedded at once, so that a context is heard
)

// Background is the Calibration of a repository for an embedder: all pairs of a
// generic phrase (Phrases) and one of its symbols. Up to 2,000 symbols are taken, with
// even steps, so that they should come in a fixed order. Where there are too few of
// which something is known, the result is the zero Calibration.
func Background(ctx context.Context, e Embedder, symbols []Passage) (Calibration, error) {
	if len(symbols) > maxSymbols {
		some := make([]Passage, maxSymbols)
		for i := range some {
			some[i] = symbols[i*len(symbols)/maxSymbols]
		}
		symbols = some
	}
	dim := e.Dim()
	phrases, err := e.Queries(ctx, Phrases())
	if err != nil {
		return Calibration{}, err
	}
	cosines := make([]float32, 0, len(phrases)/dim*len(symbols))
	for run := range slices.Chunk(symbols, backgroundRun) {
		rows, err := e.Passages(ctx, run)
		if err != nil {
			return Calibration{}, err
		}
		for row := range slices.Chunk(rows, dim) {
			if !Known(row) {
				continue
			}
			for phrase := range slices.Chunk(phrases, dim) {
				if Known(phrase) {
					cosines = append(cosines, Dot(phrase, row))
				}
			}
		}
	}
	if len(cosines) < MinPairs {
		return Calibration{}, nil
	}
	return NewCalibration(cosines)
}
