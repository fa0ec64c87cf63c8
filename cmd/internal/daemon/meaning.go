package daemon

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"codeintel/index/embed"
	"codeintel/index/meaning"
	"codeintel/session"
	"codeintel/session/memory"
)

// embedder is what the repository's configuration names now, or what is used instead;
// nil for none.
func (r *pooled) embedder() embed.Embedder {
	if r.w == nil {
		return nil // it is closed, or could not be opened
	}
	e, _ := r.w.Embedder()
	return e
}

// idOf names a model; "" for none.
func idOf(e embed.Embedder) string {
	if e == nil {
		return ""
	}
	return e.ID()
}

// judge compares meanings by a repository's embedder, as soon as it is known what its
// cosines are worth there.
type judge struct{ r *pooled }

var _ session.Judge = judge{}

func (j judge) ID() string {
	if j.r.w == nil {
		return "" // it is closed
	}
	return cmp.Or(idOf(j.r.embedder()), meaning.Judge{}.ID())
}

// of is the judge of texts, as the repository uses their words.
func (j judge) of(texts ...string) meaning.Judge {
	e := j.r.embedder()
	if e == nil {
		return meaning.Judge{}
	}
	return meaning.Judge{Embedder: j.r.w.Adapted(e, strings.Join(texts, " ")), Calibration: j.r.w.Calibration(e), Repository: j.r.w.Means}
}

func (j judge) Similar(term, name string) (cosine, score float64, ok bool) {
	return j.of(term).Similar(term, name)
}

func (j judge) Agrees(value, quote string) (why string) {
	return j.of(value, quote).Agrees(value, quote)
}

func (j judge) Says(term, text string) bool { return j.of(term).Says(term, text) }

func (j judge) Settled(term string, c session.Code) []session.Settled {
	return j.r.memory.Settled(term, c)
}

// alike compares texts of people by a repository's embedder, as the repository uses
// their words where they are in Japanese.
type alike struct {
	r *pooled

	mu   sync.Mutex
	made []*embed.Alike // those that were asked last, the latest first
}

var _ memory.Meaning = &alike{}

// alikes is how many are kept: of the embedder as it is, and as the repository uses words.
const alikes = 2

func (a *alike) ID() string { return idOf(a.r.embedder()) }

func (a *alike) Scores(ctx context.Context, question string, terms []string) ([]float64, error) {
	e := a.r.embedder()
	if e == nil {
		return make([]float64, len(terms)), nil
	}
	return a.of(a.r.w.Adapted(e, question+" "+strings.Join(terms, " "))).Scores(ctx, question, terms)
}

// of is what e makes of texts; what that finds out of e is found out once.
func (a *alike) of(e embed.Embedder) *embed.Alike {
	a.mu.Lock()
	defer a.mu.Unlock()
	x := embed.NewAlike(e)
	if i := slices.IndexFunc(a.made, func(o *embed.Alike) bool { return o.ID() == x.ID() }); i >= 0 {
		x = a.made[i]
		a.made = slices.Delete(a.made, i, i+1)
	}
	a.made = slices.Insert(a.made, 0, x)
	a.made = a.made[:min(len(a.made), alikes)]
	return x
}
