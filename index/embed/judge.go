package embed

import "context"

// Judge says how alike the meanings of a term and of a symbol's name are.
type Judge struct {
	Embedder    Embedder
	Calibration Calibration
}

// ID names the model.
func (j Judge) ID() string { return j.Embedder.ID() }

// Similar is the cosine of a term, in words, and of a name, which may be in words or
// as it is written, and what that is worth, from 0 to 1. ok is false where the embedder
// knows nothing of one of them, or fails.
func (j Judge) Similar(term, name string) (cosine, score float64, ok bool) {
	if j.Calibration.Zero() {
		return 0, 0, false
	}
	// Both are a few words: nobody waits for them long enough to give up.
	ctx := context.Background()
	a, err := j.Embedder.Queries(ctx, []string{term})
	if err != nil || !Known(a) {
		return 0, 0, false
	}
	b, err := j.Embedder.Passages(ctx, []Passage{{Name: name}})
	if err != nil || !Known(b) {
		return 0, 0, false
	}
	raw := Dot(a, b)
	return float64(raw), float64(j.Calibration.Score(raw)), true
}
