package daemon

import (
	"errors"
	"os"
	"sync"
)

// MaxLog is how many bytes a log may have; there are two files at most.
const MaxLog = 1 << 20

// Log is a file that is written to until it is large; then it becomes the file
// with ".1" at the end of the name, in place of the one that was there, and a new
// one begins. Safe for concurrent use.
type Log struct {
	name string
	most int64
	// renewed is told of a file that begins.
	renewed func(*os.File) error

	mu sync.Mutex
	f  *os.File
}

// OpenLog opens a log of at most MaxLog bytes to append to. renewed, when set, is
// called with each file that is written to.
func OpenLog(name string, renewed func(*os.File) error) (*Log, error) {
	l := &Log{name: name, most: MaxLog, renewed: renewed}
	if err := l.open(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Log) open() error {
	f, _, err := openLog(l.name)
	if err != nil {
		return err
	}
	if l.renewed != nil {
		if err := l.renewed(f); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	if l.f != nil {
		_ = l.f.Close()
	}
	l.f = f
	return nil
}

// Write appends p as a whole.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bound(int64(len(p)))
	return l.f.Write(p)
}

// Bound begins a new file when this one is too large: others may write to it too.
func (l *Log) Bound() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bound(0)
}

// bound makes room for more bytes. When no file can be made the old one goes on,
// from its start.
func (l *Log) bound(more int64) {
	info, err := l.f.Stat()
	if err != nil {
		return
	}
	if !same(l.name, info) { // somebody tidied up
		_ = l.open()
		return
	}
	if info.Size()+more <= l.most {
		return
	}
	if os.Rename(l.name, l.name+".1") != nil || l.open() != nil {
		_ = l.f.Truncate(0)
	}
}

// Close closes the file.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.f.Close()
}
