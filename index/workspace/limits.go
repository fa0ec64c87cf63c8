package workspace

import (
	"context"
	"fmt"

	"codeintel/index/store"
)

// Dropped is what was removed from the index on disk to keep it within its
// limits. The current state needs none of it.
type Dropped struct {
	// Aged artefacts were not used for auto_purge_days; Crowded ones were beyond
	// max_index_size_mb, those that were not used for longest first.
	Aged, Crowded int
	Bytes         int64 // that the index is smaller now
}

// tidy keeps the index on disk within its limits after next was published; last
// may be nil. What the two states need stays.
func (w *Workspace) tidy(ctx context.Context, config *Config, last, next *State) {
	r := next.Report
	c, err := w.shelf.tidy(ctx, func() func(store.Key) bool { return w.needs(last, next, next.base) }, config.MaxIndexSize, store.Limits{MaxAge: config.PurgeAfter})
	if err != nil {
		if ctx.Err() == nil { // else the next publication does it
			r.Warnings = append(r.Warnings, fmt.Sprintf("what the index does not need is not removed: %s", reason(err)))
		}
		return
	}
	r.Dropped = Dropped{Aged: c.Aged, Crowded: c.Crowded, Bytes: max(0, c.BytesBefore-c.BytesAfter)}
	if c.Over > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("max_index_size_mb = %d: what the index needs takes %s more; raise it, or name folders in exclude_patterns", config.MaxIndexSize>>20, megabytes(c.Over)))
	}
}

// needs says which artefacts states need: of chunks and vectors those that their
// configuration asks for, not those of a model that it named before. Of kinds that it
// does not know it needs those of its files' contents.
func (w *Workspace) needs(states ...*State) func(store.Key) bool {
	keys, contents := map[store.Key]bool{}, map[[32]byte]bool{}
	for _, s := range states {
		if s == nil {
			continue
		}
		g := w.opts.grower(w.Config(s))
		for _, d := range s.Snapshot.Docs() {
			if d.Source != nil {
				keys[artefactKey(d)] = true
				contents[d.Hash] = true
			}
			if g.wants(d) {
				chunks, vectors := g.keys(d)
				keys[chunks], keys[vectors] = true, true
			}
		}
	}
	precise := preciseNeeds(w.shelf, states)
	return func(k store.Key) bool {
		switch k.Kind {
		case store.Precise:
			return precise[mention(k)] || contents[k.Content]
		case store.Facts, store.Chunks, store.Vectors:
			return keys[k]
		}
		return contents[k.Content]
	}
}
