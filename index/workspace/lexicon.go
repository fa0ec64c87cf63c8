package workspace

import (
	"runtime"
	"sync"

	"codeintel/index/embed"
	"codeintel/index/glossary"
	"codeintel/index/store"
)

// lexicon is the glossary of a forest, made when the first question needs it. Forests
// of later states share it as long as their files say the same: an edit that changes no
// text of a catalogue and no documentation in Japanese costs nothing.
type lexicon struct {
	id   uint64 // follows from the notes of all files
	made sync.Once
	g    *glossary.Glossary // nil where the notes can't be read
}

// lexicon is that of a forest, which is put together after last; nil for none.
func (f *Forest) lexicon(last *Forest) *lexicon {
	x := &lexicon{}
	for _, e := range f.entries {
		x.id += e.noted
	}
	if last != nil && last.words.id == x.id {
		return last.words
	}
	return x
}

// glossary says what words of a text mean in the repository; nil for a text that is not
// in Japanese.
func (f *Forest) glossary(text string) *glossary.Glossary {
	if !glossary.Japanese(text) {
		return nil
	}
	f.words.made.Do(func() {
		defer runtime.KeepAlive(f)     // and so of what is mapped
		_ = store.Guard(func() error { // a disk that fails is told of by the search
			f.words.g = glossary.New(func(yield func([]byte) bool) {
				for _, e := range f.entries {
					if _, notes, _ := e.read(); !yield(notes) {
						return
					}
				}
			})
			return nil
		})
	})
	return f.words.g
}

// sure is how sure the repository has to be of what a word means.
const sure = 0.34

// Means returns the terms of the code (words.Terms) that words of a text in Japanese mean
// in the repository, by what the last forest says of them.
func (w *Workspace) Means(text string) []string {
	f := w.forests.last.Load()
	if f == nil {
		return nil
	}
	var out []string
	for _, x := range f.glossary(text).Words(text) {
		if x.Share >= sure {
			out = append(out, x.Term)
		}
	}
	return out
}

// Adapted is an embedder as the repository uses the words of a text, by what the last
// forest says of them: e itself for a text that is not in Japanese.
func (w *Workspace) Adapted(e embed.Embedder, text string) embed.Embedder {
	f := w.forests.last.Load()
	if f == nil {
		return e
	}
	return f.glossary(text).Embedder(e, text)
}
