package workspace

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"sync"
)

// maxTexts is how many bytes of texts a Texts keeps at a time.
const maxTexts = 32 << 20

// Texts reads the texts of a state's files, for one answer. Its methods may be
// called from any number of goroutines.
type Texts struct {
	w *Workspace
	s *State

	mu   sync.Mutex
	root *os.Root // nil until a text is read
	held map[int32][]byte
	size int64 // of those that are held
}

// Texts reads texts of s until Close is called.
func (w *Workspace) Texts(s *State) *Texts {
	return &Texts{w: w, s: s, held: map[int32][]byte{}}
}

// Text is the text of a file of the snapshot as it was indexed. It is false when
// the file has another content now, can't be read, or was not indexed. No
// symbolic link leads out of the repository. The text must not be changed.
func (t *Texts) Text(doc int32) (text []byte, ok bool) {
	d := t.s.Snapshot.Docs()[doc]
	if d.Source == nil {
		return nil, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if text, known := t.held[doc]; known {
		return text, text != nil
	}
	text = t.read(d.Path, d.Size)
	if text != nil && sha256.Sum256(text) != d.Hash {
		text = nil
	}
	if t.size += int64(len(text)); t.size > maxTexts {
		clear(t.held)
		t.size = int64(len(text))
	}
	t.held[doc] = text
	return text, text != nil
}

// read reads a file of the repository; nil when that can't be.
func (t *Texts) read(path string, size int64) []byte {
	if t.root == nil {
		root, err := os.OpenRoot(t.w.root)
		if err != nil {
			return nil
		}
		t.root = root
	}
	f, err := t.root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil
	}
	text, err := readOpen(f, size)
	if err != nil {
		return nil
	}
	if text == nil {
		text = []byte{}
	}
	return text
}

// Close ends the reading of texts; those that were handed out may be used still.
func (t *Texts) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root != nil {
		t.root.Close() // nothing was written
		t.root = nil
	}
}
