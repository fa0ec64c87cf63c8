package workspace

import (
	"context"
	"crypto/sha256"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Syntax is how the text of a file is built that a language reads, as far as it can be
// told within the time limit of the configuration. text is that of the file in s.
func (w *Workspace) Syntax(ctx context.Context, s *State, doc int32, text []byte) (*lang.Syntax, error) {
	d := s.Snapshot.Docs()[doc]
	of := built{d.Hash, d.Path, d.Lang}
	if x := w.syntaxes.get(of); x != nil {
		return x, nil
	}
	p := ts.NewParser(ts.Limits{Time: w.Config(s).ParserTimeout})
	defer p.Close()
	x, err := lang.ReadSyntax(ctx, p, lang.Input{Path: d.Path, Src: text, Language: d.Lang})
	if err == nil {
		w.syntaxes.put(of, x, len(text))
	}
	return x, err
}

// What is kept of the texts that were asked about last: editors ask about one file again
// and again, for each place in it. A Syntax takes about as much as its text twice over.
const (
	maxSyntaxes     = 4
	maxSyntaxesText = 1 << 20 // bytes of all their texts
)

// built is what a Syntax depends on.
type built struct {
	sum      [sha256.Size]byte // of the text
	path     string
	language *lang.Language
}

// syntaxes are those that were asked for last, the latest one first. Safe for concurrent
// use.
type syntaxes struct {
	mu   sync.Mutex
	list []keptSyntax
}

type keptSyntax struct {
	of     built
	syntax *lang.Syntax
	size   int // of the text
}

// get is what is kept; nil for nothing.
func (k *syntaxes) get(of built) *lang.Syntax {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, x := range k.list {
		if x.of == of {
			copy(k.list[1:], k.list[:i])
			k.list[0] = x
			return x.syntax
		}
	}
	return nil
}

func (k *syntaxes) put(of built, x *lang.Syntax, size int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := []keptSyntax{{of, x, size}}
	for _, old := range k.list {
		if size += old.size; old.of != of && len(list) < maxSyntaxes && size <= maxSyntaxesText {
			list = append(list, old)
		}
	}
	k.list = list
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
