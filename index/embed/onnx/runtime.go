package onnx

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// Library is a place where the shared library of ONNX Runtime may be.
type Library struct {
	// Path is a file, or a bare name that the system looks for.
	Path string
	// From says who names it: a setting, a variable, a folder.
	From string
}

// Runtime is ONNX Runtime, loaded when a model first needs it. A process has one:
// the library can't be loaded twice. Safe for concurrent use.
type Runtime struct {
	libraries []Library

	mu     sync.Mutex
	loaded *Library
}

// NewRuntime returns the runtime whose library is the first of the places that can
// be loaded.
func NewRuntime(libraries []Library) *Runtime { return &Runtime{libraries: libraries} }

// LibraryError says why no library could be loaded.
type LibraryError struct {
	Tried []Library
	Errs  []error // of each
}

func (e *LibraryError) Error() string {
	var b strings.Builder
	b.WriteString("the library of ONNX Runtime can't be loaded")
	for i, l := range e.Tried {
		fmt.Fprintf(&b, "; %s (%s): %v", l.Path, l.From, e.Errs[i])
	}
	b.WriteString("; get ONNX Runtime 1.24 or newer (from its releases, or the npm package onnxruntime-node), and name the file with 'ci model runtime FILE' or in CI_ONNXRUNTIME")
	return b.String()
}

// Load loads the library if that has not been done. When no library can be loaded
// the error is a *LibraryError, and the next call tries again.
func (r *Runtime) Load() (Library, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.loaded != nil {
		return *r.loaded, nil
	}
	runtime.LockOSThread() // what was wrong with a library is asked for afterwards, and kept for each thread
	defer runtime.UnlockOSThread()
	failed := &LibraryError{}
	for _, l := range r.libraries {
		ort.SetSharedLibraryPath(l.Path)
		// What the library has to say below an error is for those who develop models.
		err := ort.InitializeEnvironment(ort.WithLogLevelError())
		if err == nil {
			r.loaded = &l
			return l, nil
		}
		failed.Tried, failed.Errs = append(failed.Tried, l), append(failed.Errs, plain(err, l.Path))
	}
	return Library{}, failed
}

// plain is what was wrong with a library, without what is said around it.
func plain(err error, path string) error {
	text := err.Error()
	if strings.Contains(text, "Error setting ORT API base") {
		return errors.New("it is older than 1.24")
	}
	if i := strings.LastIndex(text, path+": "); i >= 0 && path != "" {
		return errors.New(text[i+len(path)+2:])
	}
	return err
}

// Version is that of the library, "" before it is loaded.
func (r *Runtime) Version() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.loaded == nil {
		return ""
	}
	return ort.GetVersion()
}
