package workspace

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeintel/index/lang/all"
	"codeintel/index/store"
)

// Status is the index of a folder as it lies on disk. Its State can be used
// until Close.
type Status struct {
	Root string // absolute
	// Above is the root of the repository that the folder lies in; then no index
	// is kept for the folder itself.
	Above string
	// State is what was published last, at Published; nil when there is nothing
	// that can be used, and Lost says why if there was something.
	State     *State
	Published time.Time
	Lost      string
	// Usage is what the graph takes on disk, Text what the index of the text does,
	// and MaxBytes what both may take.
	Usage    store.Usage
	Text     Text
	MaxBytes int64
	// SourceBytes is the size of the files that the index has facts of.
	SourceBytes int64
	// Writing: a process writes the index; PID is 0 when it is not known.
	Writing bool
	PID     int
	// Findings are what is wrong with files of the index, all of which were read, and
	// Aside the files that were found damaged by earlier commands, one line each.
	Findings, Aside []string
	// Verified is what was read of the graph.
	Verified store.Verified
	// Imports are the imported indexes, the latest first, and Precise how many files
	// of State one of them speaks of.
	Imports []ImportedIndex
	Precise int
	// Quarantine is what is passed over since it ended a process.
	Quarantine []Quarantine
	// Behind is how the folder differs from State; nil without one.
	Behind *Behind

	workspace *Workspace
}

// Text says how the index of the text is.
type Text struct {
	Bytes int64 // on disk
	// Files that it has; Unread files more a search reads, because they have
	// changed or can't be indexed. Unread is known after Inspect only.
	Files, Unread int
}

// Bytes is what all of the index takes on disk.
func (s *Status) Bytes() int64 { return s.Usage.Total() + s.Text.Bytes }

// Behind is how a folder differs from a state of it.
type Behind struct {
	// Changed are files that are new or have other content, Gone those that are
	// not there any more; sorted. Failed are those that are tried again each
	// time.
	Changed, Gone, Failed []string
	// Settings: the program, its settings or what is installed is not what it
	// was. All is looked at anew then.
	Settings bool
	// Dependencies: something outside the scanned files has changed that they
	// depend on.
	Dependencies bool
}

// UpToDate says whether there is nothing to do.
func (b *Behind) UpToDate() bool {
	return len(b.Changed)+len(b.Gone) == 0 && !b.Settings && !b.Dependencies
}

// Inspect looks at the index of the folder root and at what has changed since.
// It writes nothing and indexes nothing. The Status must be closed. It fails
// when the folder, its configuration or the folder of the index can't be read.
func Inspect(ctx context.Context, root string, opts Options) (*Status, error) {
	abs, err := folder(root)
	if err != nil {
		return nil, err
	}
	s, err := inspect(ctx, abs, opts)
	if err != nil {
		return nil, err
	}
	if s.State == nil {
		return s, nil
	}
	if s.Behind, err = s.workspace.Behind(ctx); err == nil {
		s.Text.Unread, err = s.workspace.unread(ctx)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close releases the state.
func (s *Status) Close() {
	_ = s.workspace.Close() // it only reads: there is nothing to lose
}

// inspect looks at the index alone.
func inspect(ctx context.Context, abs string, opts Options) (s *Status, err error) {
	s = &Status{Root: abs, Above: repositoryAbove(abs, opts.Env)}
	config := opts.Config
	if config == nil {
		if config, err = FindConfig(abs, all.NewTable(opts.languages())); err != nil {
			return nil, err
		}
	}
	s.MaxBytes = config.MaxIndexSize
	var kept *diskShelf
	s.workspace, err = openWith(abs, opts, func(dir string, _ func(string)) (_ shelf, err error) {
		if s.Above == "" {
			if kept, err = openForReading(dir); err == nil {
				return kept, nil
			}
		}
		return noShelf{}, err
	})
	if err != nil {
		return nil, err
	}
	if s.State = s.workspace.Current(); s.State == nil {
		s.Lost = strings.Join(s.workspace.warnings, "; ")
	}
	if kept == nil {
		return s, nil
	}
	opened := s // a return with an error leaves none in s
	defer func() {
		if err != nil {
			opened.Close()
		}
	}()
	st := kept.read
	if s.State != nil {
		g, err := st.Current()
		if err != nil {
			return nil, err
		}
		s.Published = g.Published()
		g.Close()
		for _, d := range s.State.Snapshot.Docs() {
			if d.Source != nil {
				s.SourceBytes += d.Size
			}
			if d.Precise {
				s.Precise++
			}
		}
	}
	s.Quarantine = quarantine(abs, opts.Env.Program)
	if s.Imports, err = Imports(abs); err != nil {
		err = nil // verify says what is wrong
		if s.State != nil {
			s.Imports = s.State.head.Imports.said()
		}
	}
	if s.Usage, err = st.Usage(); err != nil {
		return nil, err
	}
	if s.Text.Bytes, err = textBytes(abs); err != nil {
		return nil, err
	}
	if t, err := OpenText(abs); err == nil {
		s.Text.Files = t.files[segmentBase] + t.files[segmentRecent]
		t.Close()
	}
	if s.Writing, s.PID, err = st.Writing(); err != nil {
		return nil, err
	}
	if err = s.verify(ctx, kept); err != nil {
		return nil, err
	}
	for _, f := range s.Usage.Aside {
		s.Aside = append(s.Aside, s.relative(f))
	}
	return s, nil
}

// verify reads all that is kept, and notes what is wrong. Its error is the context's, or
// says why a folder can't be read.
func (s *Status) verify(ctx context.Context, kept *diskShelf) (err error) {
	if s.Verified, err = kept.read.Verify(ctx); err != nil {
		return err
	}
	for _, f := range kept.read.Findings() {
		s.Findings = append(s.Findings, fmt.Sprintf("%s: %s", s.relative(f.Path), f.What))
	}
	if s.State != nil {
		kept.loose.Store(true)
		if lacking := kept.lacking(s.State); len(lacking) > 0 {
			var paths []string
			for doc := range lacking {
				paths = append(paths, s.State.Snapshot.Docs()[doc].Path)
			}
			slices.Sort(paths)
			s.Findings = append(s.Findings, fmt.Sprintf("what was kept of %s is missing: %s", counted(len(paths), "file"), namedPaths(paths)))
		}
	}
	s.Findings = append(s.Findings, s.lostImports(kept)...)
	more, err := verifyText(ctx, s.Root)
	for _, f := range more {
		s.Findings = append(s.Findings, fmt.Sprintf("%s: %s", s.relative(f.Path), f.What))
	}
	return err
}

// relative is a path below the folder as users see it.
func (s *Status) relative(file string) string {
	rel, err := filepath.Rel(s.Root, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}

// Behind compares the folder with the current state, without which it fails, and
// indexes nothing. It reads no file that the file system says is unchanged.
func (w *Workspace) Behind(ctx context.Context) (*Behind, error) {
	last := w.current.Load()
	if last == nil {
		return nil, errNothing
	}
	x, err := newIndexer(w.root, w.opts, w.known)
	if err != nil {
		return nil, err
	}
	defer x.root.Close()
	w.readImports(x, last)
	if err := x.phase(ctx, PhaseScan, x.list); err != nil {
		return nil, err
	}
	d, err := x.compare(ctx, last)
	if err != nil {
		return nil, err
	}
	changed := slices.Sorted(slices.Values(slices.Concat(d.added, d.changed, d.support)))
	return &Behind{
		Changed: changed, Gone: d.gone, Failed: d.failed, Dependencies: d.deps,
		Settings: last.head.Fingerprint != x.fingerprint(),
	}, nil
}

// textBytes is what the index of the text of a folder takes on disk.
func textBytes(root string) (total int64, err error) {
	for _, dir := range []string{textDir, baseDir} {
		s, err := openStore(root, dir)
		if err != nil {
			return 0, err
		}
		u, err := s.Usage()
		s.Close()
		if err != nil {
			return 0, err
		}
		total += u.Total()
	}
	return total, nil
}
