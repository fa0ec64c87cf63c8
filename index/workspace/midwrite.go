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
	// midwriteTime is for how long a file that has lost its text may be in the middle of
	// a write: programs truncate a file and then write it, or move it away and make
	// another.
	midwriteTime = 250 * time.Millisecond
	// maxMidwriting is for how long it is taken to be so while it changes all the time.
	maxMidwriting = 2 * time.Second
	// maxMidwrites is how many files are taken to be in the middle of a write. Of more,
	// as after a checkout, each is taken for what it is.
	maxMidwrites = 64
)

// midwrites knows the files that had text in an earlier state and lost it a moment ago:
// they are empty, gone or can't be read whole. Most are being written, and have text again
// before a question is asked twice. It is safe for concurrent use.
type midwrites struct {
	// changed tells when the disk saw a file change last, false where it is not known.
	changed func(path string) (time.Time, bool)

	mu    sync.Mutex
	files map[string]midwrite // by path
}

// midwrite is a file that has lost its text.
type midwrite struct {
	noted  time.Time
	since  time.Time // when it changed last, as the disk says
	before *State    // the last state in which it had text
}

// note compares a state with the one before it, which may be nil.
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

// hasText reports whether the state has a file, with text.
func (s *State) hasText(path string) bool {
	n, ok := s.Snapshot.Doc(path)
	return ok && s.Snapshot.Docs()[n].Size > 0
}

// changeTime is when a file was written last, or, where there is none, its folder.
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

// expire forgets the files that were not written for some time, and with them the states.
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

// recent reports whether a file that changed at some time may still be written. The clock
// of the disk may be a little ahead.
func recent(changed, now time.Time) bool { return now.Sub(changed).Abs() < midwriteTime }

// forget is expire for others.
func (m *midwrites) forget(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(now)
}

// drop forgets all.
func (m *midwrites) drop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files = nil
}

// list returns the files that may be in the middle of a write, sorted, the newest state in
// which one of them had text, and for how long it is worth to wait; nothing where there is
// none.
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

// awaitText waits while files may be in the middle of a write, and returns the state that
// follows. Where the question has no time for that, where they are written again and again
// or this is its last try, it returns the state in which they had text, and why. Else it
// returns s and why as they are.
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

// awaitWrites waits until the files that may be in the middle of a write have text again,
// at most for some time. Its error is the context's.
func (w *Workspace) awaitWrites(ctx context.Context, most time.Duration) error {
	states, cancel := w.Subscribe()
	defer cancel()
	late := time.After(most)
	if w.opts.clock != nil {
		late = w.opts.afterTime(most) // the clock that says what is recent
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

// midwriteWhy is why an answer is of a state in which files had text that have none now.
func midwriteWhy(paths []string, s *State) string {
	more := ""
	if n := len(paths) - 1; n > 0 {
		more = " and " + counted(n, "more file")
	}
	return fmt.Sprintf("%s%s may be in the middle of a write; the answer is of %s", paths[0], more, s.time())
}
