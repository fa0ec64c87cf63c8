package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// marks are files that are made to be told of them: whoever has been told of one
// has been told of all that changed before it was made. They lie in the folder of
// the index, and are removed at once; what a crash leaves the next writer of the
// index removes. marks are safe for concurrent use.
type marks struct {
	dir   string // absolute, as the watch calls it
	id    string
	after func(time.Duration) <-chan time.Time

	mu      sync.Mutex
	watched bool                 // somebody tells what happens in dir
	waiting map[string]chan bool // marks that were not told of, by path
	n       int                  // of the last mark
}

// markPatience is how long a mark is waited for; then nobody seems to listen.
const markPatience = 2 * time.Second

func newMarks(root string, after func(time.Duration) <-chan time.Time) *marks {
	return &marks{
		dir: filepath.Join(root, filepath.FromSlash(IndexDir)), id: fmt.Sprintf(".%d-%08x", os.Getpid(), rand.Uint32()),
		after: after, waiting: map[string]chan bool{},
	}
}

// watch says whether somebody tells from now on what happens in the folder.
func (m *marks) watch(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.watched = on; on {
		return
	}
	for _, seen := range m.waiting {
		seen <- false
	}
	clear(m.waiting)
}

// tell takes what was told. mine says that it is about a mark, and of no interest
// to others; again that the folder is another one, and has to be watched again.
func (m *marks) tell(e fsnotify.Event) (mine, again bool) {
	if e.Name == m.dir && e.Op&(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) != 0 {
		m.watch(false)
		return false, true
	}
	if filepath.Dir(e.Name) != m.dir {
		return false, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if seen := m.waiting[e.Name]; seen != nil && e.Has(fsnotify.Create) {
		seen <- true
		delete(m.waiting, e.Name)
	}
	return true, false
}

// hear makes a mark and waits to be told of it. It says whether it was: then all
// that changed before the call has been told.
func (m *marks) hear(ctx context.Context) bool {
	seen := make(chan bool, 1)
	m.mu.Lock()
	if !m.watched {
		m.mu.Unlock()
		return false
	}
	m.n++
	name := filepath.Join(m.dir, fmt.Sprintf("%s-%d.tmp", m.id, m.n))
	m.waiting[name] = seen
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.waiting, name)
	}()
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return false
	}
	if err := errors.Join(f.Close(), os.Remove(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	select {
	case heard := <-seen:
		return heard
	case <-ctx.Done():
		return false
	case <-m.after(markPatience):
		return false
	}
}
