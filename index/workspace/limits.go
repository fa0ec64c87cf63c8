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
	c, err := w.shelf.tidy(ctx, func() func(store.Key) bool { return needs(last, next) }, config.MaxIndexSize, store.Limits{MaxAge: config.PurgeAfter})
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

// needs says which artefacts states need. Of kinds that it does not know it needs
// those of its files' contents.
func needs(states ...*State) func(store.Key) bool {
	facts, contents := map[store.Key]bool{}, map[[32]byte]bool{}
	for _, s := range states {
		if s == nil {
			continue
		}
		for _, d := range s.Snapshot.Docs() {
			if d.Source != nil {
				facts[artefactKey(d)] = true
				contents[d.Hash] = true
			}
		}
	}
	return func(k store.Key) bool {
		if k.Kind == store.Facts {
			return facts[k]
		}
		return contents[k.Content]
	}
}
