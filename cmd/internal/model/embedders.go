package model

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/embed/onnx"
)

// Embedders are the models that a process uses, each loaded once, when it is first
// asked. Safe for concurrent use.
type Embedders struct {
	getenv  func(string) string
	now     func() time.Time
	threads int
	runtime *onnx.Runtime

	mu   sync.Mutex
	used map[string]use // by name
	all  []*onnx.Loader // those too that were pulled again since
}

// use is a model as it was recorded when it was opened.
type use struct {
	loader   *onnx.Loader
	id       string
	recorded time.Time
}

// NewEmbedders returns those of the user whose environment it is. program is as for
// Libraries, threads as in onnx.Options.
func NewEmbedders(getenv func(string) string, now func() time.Time, program string, threads int) *Embedders {
	return &Embedders{getenv: getenv, now: now, threads: threads, runtime: onnx.NewRuntime(Libraries(getenv, program)), used: map[string]use{}}
}

// Open is the embedder of a name: the same one until its model is pulled again. The
// error says why it can't be used, as far as that is known before it is loaded, or was
// seen when it was loaded; and what to do next.
func (e *Embedders) Open(name string) (embed.Embedder, error) {
	if name == Builtin {
		return builtin.Open(), nil
	}
	store, err := NewStore(e.getenv, e.now)
	if err != nil {
		return nil, err
	}
	lock, err := store.Lock(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(filepath.Join(store.folder(name), lockName))
	if err != nil {
		return nil, &NotHereError{name}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if u, ok := e.used[name]; ok && u.id == lock.ID() && u.recorded.Equal(info.ModTime()) {
		if err := u.loader.Failed(); err != nil {
			return nil, err
		}
		return u.loader, nil
	}
	if _, err := e.runtime.Load(); err != nil {
		return nil, errors.New("the library of ONNX Runtime can't be loaded; 'ci model runtime' says where it was looked for, and 'ci model runtime FILE' names it")
	}
	loader, err := store.Load(name, e.runtime, e.threads)
	if err != nil {
		return nil, err
	}
	e.used[name] = use{loader, lock.ID(), info.ModTime()}
	e.all = append(e.all, loader)
	return loader, nil
}

// Close gives the memory of all models back. None may be opened any more.
func (e *Embedders) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var errs []error
	for _, l := range e.all {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}
