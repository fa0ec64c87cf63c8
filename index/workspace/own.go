package workspace

import (
	"context"
	"crypto/sha256"
	"math"
	"sync"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"
)

// ownTexts are the texts of an editor as far as each of them says by itself what it
// defines and what its names mean. They need neither the disk nor other files, so that a
// question about them waits for nobody: not for a refresh, not for other editors.
type ownTexts struct {
	mu     sync.Mutex
	byPath map[string]*ownText
}

// ownText is the text of one file, as it was when it was asked about last.
type ownText struct {
	mu    sync.Mutex // held while state is made
	kept  *ts.Kept
	sum   [sha256.Size]byte
	lang  *lang.Language
	state *State // nil before the first question, and where no language reads the text
}

// of returns the entry of a path.
func (o *ownTexts) of(path string) *ownText {
	o.mu.Lock()
	defer o.mu.Unlock()
	t := o.byPath[path]
	if t == nil {
		if o.byPath == nil {
			o.byPath = map[string]*ownText{}
		}
		t = &ownText{}
		o.byPath[path] = t
	}
	return t
}

// drop forgets the text of a path.
func (o *ownTexts) drop(path string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.byPath, path)
}

// clear forgets all texts.
func (o *ownTexts) clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.byPath = nil
}

// Own returns a State of one file alone, with a text: its Snapshot has that one file,
// with all that it defines, and of its uses those that mean something in it have links.
// So what is asked of it about the file itself is as in a State of the repository, and
// of what other files have to do with it nothing is known; Alone reports it. It does not
// wait for the disk or for other questions. It is nil where the file would not be
// indexed, or can't be read, or nothing is known of the repository yet. The error is the
// context's.
func (e *Edits) Own(ctx context.Context, path string, text []byte) (*State, error) {
	disk := e.w.Current()
	if disk == nil || !disk.Looked() || disk.scan == nil {
		return nil, ctx.Err()
	}
	x, err := rootless(e.w.root, e.w.draftOptions(disk), e.w.known)
	if err != nil {
		return nil, ctx.Err() // its configuration is known, so it does not fail
	}
	x.sentry = e.w.sentry
	l := x.languageOf(disk, path, text)
	if l == nil {
		return nil, ctx.Err()
	}
	t := e.own.of(path)
	t.mu.Lock()
	defer t.mu.Unlock()
	sum := sha256.Sum256(text)
	if t.state == nil || t.sum != sum || t.lang != l {
		if t.kept == nil {
			t.kept = ts.NewKept()
		}
		t.sum, t.lang = sum, l
		d := e.now()[path]
		if d == nil || d.sum != sum {
			d = &draft{text: text, sum: sum}
		}
		if t.state, err = x.alone(ctx, disk, path, d, l, t.kept); err != nil {
			t.state = nil
			return nil, err
		}
	}
	if t.state == nil {
		return nil, ctx.Err()
	}
	s, over := *t.state, *t.state.drafts
	over.disk, over.saved = disk.Snapshot, disk
	s.drafts, s.Generation, s.At, s.noticed, s.upTo = &over, disk.Generation, disk.At, disk.noticed, disk.upTo
	return &s, nil
}

// Alone reports whether the state is one of Edits.Own, which knows one file and nothing
// of others.
func (s *State) Alone() bool { return s.alone }

// Crowded reports whether questions about the repository have to wait: files change while
// changes are indexed, or texts of several editors wait to be linked.
func (w *Workspace) Crowded() bool { return w.crowd.behind() || w.drafting.crowded() }

// crowdedEditors is how many editors must have texts that are not saved for questions
// about them to wait for one another.
const crowdedEditors = 4

// crowded reports whether a state with drafts is made while several editors have texts.
func (w *drafting) crowded() bool {
	w.line.mu.Lock()
	busy := w.line.making != nil
	w.line.mu.Unlock()
	return busy && len(w.all()) >= crowdedEditors
}

// draftOptions are those of what is made over disk.
func (w *Workspace) draftOptions(disk *State) Options {
	opts := w.opts
	opts.Config, opts.Progress = disk.config, nil
	return opts
}

// languageOf is the language of a file with a text, nil where it would not be indexed.
func (x *indexer) languageOf(disk *State, path string, text []byte) *lang.Language {
	n, ok := disk.Snapshot.Doc(path)
	switch {
	case !ok:
		return x.admits(disk, path, text)
	case !x.known.NeedsFirstLine(path):
		return disk.Snapshot.Docs()[n].Lang
	}
	l := x.known.ByPath(path, text[:min(len(text), 256)])
	for _, chosen := range x.table.Languages() {
		if l == chosen {
			return l
		}
	}
	return nil
}

// alone makes the state of one file alone; it is nil where its text can't be read. The
// error is the context's.
func (x *indexer) alone(ctx context.Context, disk *State, path string, d *draft, l *lang.Language, kept *ts.Kept) (*State, error) {
	x.scan = &Scan{Files: []File{{Path: path, Lang: l}}}
	x.files = newFiles(nil, x.scan)
	x.files.texts = map[int32]*draft{0: d}
	x.room.Store(math.MaxInt64)
	doc := d.doc.Load()
	if doc == nil || doc.Path != path || doc.Lang != l {
		parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
		defer parser.Close()
		parser.Kept = kept
		kept.Turn()
		codecs := newCodecs()
		defer codecs.close()
		if doc, _ = x.doc(ctx, parser, codecs, 0); doc.Source == nil {
			return nil, ctx.Err()
		}
		d.doc.Store(doc)
	}
	var r *resolve.Result
	err := guard(func() (err error) {
		projects := disk.projects
		if projects[l.Family] == nil {
			projects = map[string]lang.Project{l.Family: bareProject{}}
		}
		r, err = (resolve.New(resolve.Input{
			Files: []resolve.File{{Path: path, Lang: l, Facts: doc.Facts}}, Projects: projects, Jobs: 1,
		})).Run(ctx)
		return err
	})
	if err != nil {
		return nil, ctx.Err() // what it is to defects the report of a state says
	}
	next := *disk
	next.Snapshot = index.New(index.Input{Docs: []*index.Doc{doc}, Projects: disk.projects, Result: r})
	next.scan, next.stamps, next.Reused, next.alone = x.scan, make([]byte, stampSize), false, true
	next.drafts = &drafts{texts: map[string]*draft{path: d}, disk: disk.Snapshot, saved: disk}
	next.base, next.tables, next.memos = nil, nil, nil
	return &next, nil
}
