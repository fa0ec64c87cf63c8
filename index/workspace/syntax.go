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

// words is Syntax as far as lang.ReadWords goes: where the file is without errors.
func (w *Workspace) words(ctx context.Context, s *State, doc int32, text []byte) (*lang.Syntax, error) {
	d := s.Snapshot.Docs()[doc]
	if f := d.Facts(); faulty(f) {
		return w.Syntax(ctx, s, doc, text)
	}
	p := ts.NewParser(ts.Limits{Time: w.Config(s).ParserTimeout})
	defer p.Close()
	return lang.ReadWords(ctx, p, lang.Input{Path: d.Path, Src: text, Language: d.Lang})
}
