package workspace

import (
	"context"
	"crypto/sha256"

	"codeintel/index/embed"
	"codeintel/index/lang"
	"codeintel/index/store"
)

// scale is what cosines of an embedder are worth in the repository.
type scale struct {
	id          string // of the embedder
	calibration embed.Calibration
}

// Calibration is what cosines of an embedder are worth; the zero one until Grow has
// found out, and where the repository has too few names for that.
func (w *Workspace) Calibration(e embed.Embedder) embed.Calibration {
	if c, ok := e.(embed.Calibrated); ok {
		return c.Calibration()
	}
	if s := w.forests.scale.Load(); s != nil && s.id == e.ID() {
		return s.calibration
	}
	return embed.Calibration{}
}

// calibrate finds out what cosines of a forest's embedder are worth, by the names of
// the repository, once: as long as it is kept it is not done again.
func (w *Workspace) calibrate(ctx context.Context, f *Forest) error {
	e := f.Embedder
	if _, quick := e.(embed.Calibrated); e == nil || quick || !w.Calibration(e).Zero() {
		return nil
	}
	key := store.Key{Content: sha256.Sum256([]byte("calibration")), Kind: store.Vectors, Version: store.Fingerprint("calibration", e.ID())}
	var c embed.Calibration
	kept := w.shelf.get(key, c.UnmarshalBinary)
	if names := namesOf(f.State); !kept && len(names)*len(embed.Phrases()) >= embed.MinPairs {
		var err error
		if c, err = embed.Background(ctx, e, names); err != nil {
			return err
		}
		data, err := c.MarshalBinary()
		if err != nil {
			return err
		}
		w.shelf.put(key, data)
	}
	w.forests.scale.Store(&scale{e.ID(), c})
	return nil
}

// namesOf are the names of a state's symbols, each once, in the order of files.
func namesOf(s *State) []embed.Passage {
	var out []embed.Passage
	seen := map[string]bool{}
	for _, d := range s.Snapshot.Docs() {
		f := d.Facts()
		if f == nil {
			continue
		}
		for i := range f.Defs {
			def := &f.Defs[i]
			if name := f.Name(def.Name); def.Flags&lang.Local == 0 && name != "" && !seen[name] {
				seen[name] = true
				out = append(out, embed.Passage{Name: name})
			}
		}
	}
	return out
}
