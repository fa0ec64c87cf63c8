package workspace

import (
	"bytes"
	"context"
	"slices"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// hole is put where a name is being written; no file has it.
const hole = "qzhole"

// Complete finds names for a place in a file of the state, whose text is given: at most
// limit of them.
func (w *Workspace) Complete(ctx context.Context, s *State, doc int32, text []byte, at uint32, limit int) (index.Completion, error) {
	p := ts.NewParser(ts.Limits{Time: w.Config(s).ParserTimeout})
	defer p.Close()
	d := s.Snapshot.Docs()[doc]
	if bytes.Contains(text, []byte(hole)) {
		return index.Completion{}, nil
	}
	src := slices.Concat(text[:at], []byte(hole), text[at:])
	f, err := d.Lang.Extract(ctx, p, lang.Input{Path: d.Path, Src: src, Language: d.Lang})
	if err != nil {
		return index.Completion{}, err
	}
	return s.Snapshot.Complete(doc, f, at, hole, limit), nil
}
