package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const (
	// midwriteTime is how long a file that has lost its text is taken to be in the middle
	// of a write: programs truncate a file and then write it, or move it away and create
	// another.
	midwriteTime = 250 * time.Millisecond
	// maxMidwriting is the same for a file that keeps changing.
	maxMidwriting = 2 * time.Second
	// maxMidwrites is the maximum number of files that are taken to be in the middle of a
	// write. Where one refresh finds more, as after a checkout, it takes none for that.
	maxMidwrites = 64
)

// midwrites holds the files that had text in an earlier state and have just lost it: they
// are empty, gone or can't be read whole. Most are being written, and soon have text again.
// It is safe for concurrent use.
type midwrites struct {
	// changed returns when a file last changed by the clock of the disk, false where that
	// is not known.
	changed func(path string) (time.Time, bool)

	mu    sync.Mutex
	files map[string]midwrite // by path
}

// midwrite is a file that has lost its text.
type midwrite struct {
	noted  time.Time
	since  time.Time // when it last changed, by the clock of the disk
	before *State    // the last state in which it had text
}

// note adds the files that have text in state last, which may be nil, and none in s, the
// state after it, and removes those that have text in s.
func (m *midwrites) note(last, s *State, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(now)
	if last == nil || last.Snapshot == s.Snapshot {
		return
	}
	maps.DeleteFunc(m.files, func(path string, _ midwrite) bool { return s.hasText(path) })
	var lost []string
	docs, n := s.Snapshot.Docs(), 0
	for _, was := range last.Snapshot.Docs() {
		if n < len(docs) && docs[n] == was {
			n++
			continue // as nearly all are: nothing of it is read
		}
		for n < len(docs) && docs[n].Path < was.Path {
			n++
		}
		if was.Source == nil || was.Size == 0 || n < len(docs) && docs[n].Path == was.Path && (docs[n].Size > 0 || docs[n].Skipped != "") {
			continue
		}
		if lost = append(lost, was.Path); len(lost) > maxMidwrites {
			return
		}
	}
	for _, path := range lost {
		since, ok := m.changed(path)
		if !ok || !recent(since, now) {
			continue
		}
		if m.files == nil {
			m.files = map[string]midwrite{}
		}
		m.files[path] = midwrite{now, since, last}
	}
}

// hasText reports whether the state has a file with text at path.
func (s *State) hasText(path string) bool {
	n, ok := s.Snapshot.Doc(path)
	return ok && s.Snapshot.Docs()[n].Size > 0
}

// changeTime returns when the file at path was last written, or its folder where there is
// no such file; false where that is not known, as for a symbolic link.
func (w *Workspace) changeTime(path string) (time.Time, bool) {
	name := filepath.Join(w.root, filepath.FromSlash(path))
	info, err := os.Lstat(name)
	if os.IsNotExist(err) {
		info, err = os.Lstat(filepath.Dir(name))
	}
	if err != nil || info.Mode()&fs.ModeSymlink != 0 {
		return time.Time{}, false
	}
	return info.ModTime(), true
}

// expire removes the files that have not been written for midwriteTime or were added
// maxMidwriting ago. m.mu is held.
func (m *midwrites) expire(now time.Time) {
	for path, f := range m.files {
		if !recent(f.since, now) {
			f.since, _ = m.changed(path)
		}
		if !recent(f.since, now) || now.Sub(f.noted).Abs() >= maxMidwriting {
			delete(m.files, path)
		} else {
			m.files[path] = f
		}
	}
}

// recent reports whether a file that changed at changed may still be in the middle of a
// write. The clock of the disk may be a little ahead of now.
func recent(changed, now time.Time) bool { return now.Sub(changed).Abs() < midwriteTime }

// forget is expire for callers that don't hold m.mu.
func (m *midwrites) forget(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(now)
}

// drop removes all files.
func (m *midwrites) drop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files = nil
}

// list returns the paths of the files that may be in the middle of a write, sorted, the
// newest state in which one of them had text, and how long it is worth waiting for them. It
// returns zero values where there are none.
func (m *midwrites) list(now time.Time) (paths []string, before *State, wait time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(now)
	for path, f := range m.files {
		paths = append(paths, path)
		wait = max(wait, midwriteTime-now.Sub(f.noted).Abs())
		if before == nil || f.before.Generation > before.Generation {
			before = f.before
		}
	}
	slices.Sort(paths)
	return paths, before, wait
}

// awaitText waits until files that may be in the middle of a write have text again, and
// returns the state after that. Where the question has no time to wait, where this is its
// last try, or where they don't get text in time, it returns the state in which they had
// text, and the reason. Where there are no such files it returns s and why.
func (w *Workspace) awaitText(ctx context.Context, s *State, why string, last bool, a *allowance) (*State, string, error) {
	paths, before, left := w.midwrites.list(w.opts.now())
	if before == nil || a.own {
		return s, why, nil
	}
	if !last && !w.crowd.crowded() && 0 < left && left < a.most {
		if err := w.awaitWrites(ctx, left); err != nil {
			return nil, "", err
		}
		if now := w.vouched(ctx); now != nil {
			s, why = now, ""
		} else {
			var err error
			if s, why, err = w.lookNow(ctx, a); err != nil {
				return nil, "", err
			}
		}
		if paths, before, _ = w.midwrites.list(w.opts.now()); before == nil {
			return s, why, nil
		}
	}
	return before, midwriteWhy(paths, before), nil
}

// awaitWrites waits until no file may be in the middle of a write, at most for the duration
// most. Its error is the context's.
func (w *Workspace) awaitWrites(ctx context.Context, most time.Duration) error {
	states, cancel := w.Subscribe()
	defer cancel()
	late := time.After(most)
	if w.opts.clock != nil {
		late = w.opts.afterTime(most) // the clock that recent is asked with
	}
	for {
		if _, before, _ := w.midwrites.list(w.opts.now()); before == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late:
			return nil
		case <-states:
		}
	}
}

// midwriteWhy returns why an answer is of state s, in which the files at paths had text.
func midwriteWhy(paths []string, s *State) string {
	more := ""
	if n := len(paths) - 1; n > 0 {
		more = " and " + counted(n, "more file")
	}
	return fmt.Sprintf("%s%s may be in the middle of a write; the answer is of %s", paths[0], more, s.time())
}
