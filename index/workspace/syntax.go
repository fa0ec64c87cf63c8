package workspace

import (
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Syntax is how the text of a file is built that a language reads, as far as it can be
// told within the time limit of the configuration.
func (w *Workspace) Syntax(ctx context.Context, s *State, doc int32, text []byte) (*lang.Syntax, error) {
	p := ts.NewParser(ts.Limits{Time: w.Config(s).ParserTimeout})
	defer p.Close()
	d := s.Snapshot.Docs()[doc]
	return lang.ReadSyntax(ctx, p, lang.Input{Path: d.Path, Src: text, Language: d.Lang})
}
