package workspace

import (
	"context"
	"slices"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/secrets"
)

// Renaming is index.Snapshot.Renaming for a symbol of state s. texts are those of the
// state. The error is the context's, or one of the texts.
func (w *Workspace) Renaming(ctx context.Context, s *State, id index.ID, texts *Texts, doubts int) (*index.Renaming, error) {
	r, err := s.Snapshot.Within(ctx).Renaming(id, w.renamingTexts(ctx, s, texts), doubts)
	if ctx.Err() != nil {
		return nil, ctx.Err() // there may be more to rename
	}
	return r, err
}

// Renamable is index.Snapshot.Renamable for a symbol of state s. texts are those of the
// state. The error is the context's, or one of the texts.
func (w *Workspace) Renamable(ctx context.Context, s *State, id index.ID, texts *Texts, doubts int) (name string, objections []index.Objection, err error) {
	name, objections, err = s.Snapshot.Within(ctx).Renamable(id, w.renamingTexts(ctx, s, texts), doubts)
	if ctx.Err() != nil {
		return "", nil, ctx.Err()
	}
	return name, objections, err
}

func (w *Workspace) renamingTexts(ctx context.Context, s *State, texts *Texts) index.Texts {
	return index.Texts{
		Text: func(doc int32) ([]byte, bool) {
			if ctx.Err() != nil { // nobody wants it: with objections the search ends
				return nil, false
			}
			// Facts are compared with those that are kept, which are of the masked text.
			text, ok := texts.Text(doc)
			return secrets.MaskFile(s.Snapshot.Docs()[doc].Path, text), ok
		},
		Mentions: func(word string, most int) ([]int32, error) { return w.mentions(ctx, s, word, most) },
		Facts: func(doc int32, text []byte) (*lang.Facts, error) {
			p := ts.NewParser(ts.Limits{Time: w.Config(s).ParserTimeout})
			defer p.Close()
			d := s.Snapshot.Docs()[doc]
			return d.Lang.Extract(ctx, p, lang.Input{Path: d.Path, Src: text, Language: d.Lang})
		},
		Syntax: func(doc int32, text []byte) (*lang.Syntax, error) { return w.words(ctx, s, doc, text) },
	}
}

// mentions are the files of a state in which a word may stand: those on disk that have
// it, and all that have an unsaved text. Where more than most have it, and most is not 0,
// one more is enough.
func (w *Workspace) mentions(ctx context.Context, s *State, word string, most int) ([]int32, error) {
	var docs []int32
	_, _, err := w.SearchText(ctx, TextQuery{Patterns: []string{word}, Fixed: true}, TextOptions{Secrets: true}, func(f *TextFile) bool {
		if doc, ok := s.Snapshot.Doc(f.Path); ok {
			docs = append(docs, doc)
		}
		return most == 0 || len(docs) <= most
	})
	if err != nil {
		return nil, err
	}
	if s.drafts != nil {
		for path := range s.drafts.texts {
			if doc, ok := s.Snapshot.Doc(path); ok {
				docs = append(docs, doc)
			}
		}
	}
	slices.Sort(docs)
	return slices.Compact(docs), nil
}
