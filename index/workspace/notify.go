package workspace

import (
	"errors"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// notifier tells of changes in folders, not of those below them. Events and
// Errors must be read while Add and Remove run.
type notifier interface {
	Add(folder string) error
	Remove(folder string) error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
	Close() error
}

// systemNotifier is the operating system's.
type systemNotifier struct{ *fsnotify.Watcher }

func newSystemNotifier() (notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return systemNotifier{w}, nil
}

func (n systemNotifier) Events() <-chan fsnotify.Event { return n.Watcher.Events }
func (n systemNotifier) Errors() <-chan error          { return n.Watcher.Errors }

// noRoom says whether an error of a notifier holds for every further folder:
// the system's limit of watches, of open files or of memory.
func noRoom(err error) bool {
	for _, e := range [...]error{syscall.ENOSPC, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
