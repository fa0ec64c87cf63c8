package embed

import (
	"context"
	"sync"
)

// Alike says how alike the meanings of two texts of people are, such as a question and
// a term. Its scale is that of Calibration, with the cosines of pairs of Phrases for
// those of texts that have nothing to do with each other. It is safe for concurrent
// use.
type Alike struct {
	embedder Embedder
	mu       sync.Mutex
	scale    *Calibration // nil until it is needed
}

// NewAlike is what an embedder makes of texts.
func NewAlike(e Embedder) *Alike { return &Alike{embedder: e} }

// ID names the model.
func (a *Alike) ID() string { return a.embedder.ID() }

// Scores of terms for a question, from 0 to 1; 0 where nothing is known of one of the
// two. Errors are those of the context and of the model.
func (a *Alike) Scores(ctx context.Context, question string, terms []string) ([]float64, error) {
	scale, err := a.calibration(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := a.embedder.Queries(ctx, append([]string{question}, terms...))
	if err != nil {
		return nil, err
	}
	dim := a.embedder.Dim()
	out := make([]float64, len(terms))
	if !Known(rows[:dim]) {
		return out, nil
	}
	for i := range terms {
		if row := rows[(i+1)*dim:][:dim]; Known(row) {
			out[i] = float64(scale.Score(Dot(rows[:dim], row)))
		}
	}
	return out, nil
}

func (a *Alike) calibration(ctx context.Context) (Calibration, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.scale != nil {
		return *a.scale, nil
	}
	dim := a.embedder.Dim()
	rows, err := a.embedder.Queries(ctx, Phrases())
	if err != nil {
		return Calibration{}, err
	}
	var cosines []float32
	for i := 0; i < len(rows); i += dim {
		for j := 0; j < i; j += dim {
			if Known(rows[i:][:dim]) && Known(rows[j:][:dim]) {
				cosines = append(cosines, Dot(rows[i:][:dim], rows[j:][:dim]))
			}
		}
	}
	c := Calibration{}
	if len(cosines) >= MinPairs {
		if c, err = NewCalibration(cosines); err != nil {
			return Calibration{}, err
		}
	}
	a.scale = &c
	return c, nil
}
