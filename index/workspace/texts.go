package workspace

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"sync"

	"codeintel/index"
	"codeintel/index/secrets"
)

// maxTexts is how many bytes of texts a Texts keeps at a time.
const maxTexts = 32 << 20

// Texts reads the texts of a state's files, for one answer. Its methods may be
// called from any number of goroutines.
type Texts struct {
	w *Workspace
	s *State
	// secrets: files that look as if they held secrets are read as all others, and what
	// looks like a key is shown.
	secrets bool

	mu   sync.Mutex
	root *os.Root // nil until a text is read
	held map[int32]heldText
	size int64 // of those that are held
	// secret says of files that were asked for whether they look as if they held
	// secrets: it is asked for each line that is shown.
	secret map[int32]bool
}

// heldText is a text as it is given, and the hash of that on disk; nil for none.
type heldText struct {
	text []byte
	sum  [sha256.Size]byte
}

// Texts reads texts of s until Close is called.
func (w *Workspace) Texts(s *State) *Texts {
	return &Texts{w: w, s: s, secrets: w.Config(s).AllowSecrets, held: map[int32]heldText{}, secret: map[int32]bool{}}
}

// All has t give all texts as they are on disk, with the secrets in them: for counting
// columns, and for comparing them with what the user has open. None of them may be shown.
func (t *Texts) All() *Texts {
	t.secrets = true
	return t
}

// Marked says whether a file, relative to the root, begins with a byte order mark.
func (w *Workspace) Marked(path string) bool {
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return false
	}
	defer root.Close()
	f, err := root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	var begin [3]byte
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	_, err = io.ReadFull(f, begin[:])
	return err == nil && string(begin[:]) == "\ufeff"
}

// Config is the configuration that a state was made with; of a state that an
// earlier process has left, the one that the folder has now.
func (w *Workspace) Config(s *State) *Config {
	if s != nil && s.config != nil {
		return s.config
	}
	if w.opts.Config != nil {
		return w.opts.Config
	}
	if c, err := FindConfig(w.root, w.known); err == nil {
		return c
	}
	return NewConfig() // one that can't be read allows nothing
}

// Withheld says whether the text of a file is not given because the file looks
// as if it held secrets, and the configuration does not allow them.
func (t *Texts) Withheld(doc int32) bool {
	if t.secrets {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	secret, known := t.secret[doc]
	if !known {
		secret = index.SecretPath(t.s.Snapshot.Docs()[doc].Path)
		t.secret[doc] = secret
	}
	return secret
}

// Lines are the lines first to last of a file, from 0, and up to context lines
// before and behind, without their ends; the first of them is line from. Lines that
// the file does not have are left out. ok is as for Text.
func (t *Texts) Lines(doc int32, first, last, context uint32) (lines []string, from uint32, ok bool) {
	text, ok := t.Text(doc)
	if !ok {
		return nil, 0, false
	}
	table := t.s.Snapshot.Docs()[doc].Lines()
	from = first - min(first, context)
	end := min(uint64(last)+uint64(context)+1, uint64(table.Count()))
	for n := uint64(from); n < end; n++ {
		lines = append(lines, string(table.Text(text, uint32(n))))
	}
	return lines, from, true
}

// Text returns the text of a file of the snapshot as it was indexed, with what looks
// like a key masked (secrets.Mask), unless the configuration allows secrets: in a state of
// Edits the text that is not saved. ok is false when the file has another content now,
// can't be read, was not indexed, or is Withheld. No symbolic link leads out of the
// repository. The text must not be changed.
func (t *Texts) Text(doc int32) (text []byte, ok bool) {
	d := t.s.Snapshot.Docs()[doc]
	if d.Source == nil || t.Withheld(doc) {
		return nil, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if h, known := t.held[doc]; known {
		return h.text, h.text != nil
	}
	text = t.shown(t.indexed(d, d.Size))
	t.hold(doc, heldText{text, d.Hash})
	return text, text != nil
}

// indexed returns the text of a file as it was indexed, if it has at most limit bytes on
// disk; nil when the file has another content now, or can't be read.
func (t *Texts) indexed(d *index.Doc, limit int64) []byte {
	c := t.read(d.Path, limit)
	if c.bytes == nil || c.sum != d.Hash {
		return nil
	}
	text, _ := c.decode()
	return text
}

// shown returns a text as it may be shown.
func (t *Texts) shown(text []byte) []byte {
	if t.secrets {
		return text
	}
	return secrets.Mask(text)
}

// hold keeps a text for the next time.
func (t *Texts) hold(doc int32, h heldText) {
	if t.size += int64(len(h.text)); t.size > maxTexts {
		clear(t.held)
		t.size = int64(len(h.text))
	}
	t.held[doc] = h
}

// maxPlain is how many bytes a text may have that is not indexed.
const maxPlain = 16 << 20

// Plain is Text for the files that no language reads, too: these are what they are
// now. It is false for one that has more than 16 MiB, or a NUL.
func (t *Texts) Plain(doc int32) (text []byte, ok bool) {
	text, _, ok = t.PlainSum(doc)
	return text, ok
}

// PlainSum is Plain with the hash of the file's content, which is not that of a text
// in which something is masked.
func (t *Texts) PlainSum(doc int32) (text []byte, sum [sha256.Size]byte, ok bool) {
	d := t.s.Snapshot.Docs()[doc]
	if d.Source != nil {
		text, ok = t.Text(doc)
		return text, d.Hash, ok
	}
	if d.Skipped != SkipNoLanguage && d.Skipped != SkipLanguage || t.Withheld(doc) {
		return nil, sum, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.read(d.Path, maxPlain)
	text, _ = c.decode()
	if c.bytes == nil || bytes.IndexByte(text, 0) >= 0 {
		return nil, sum, false
	}
	return t.shown(text), c.sum, true
}

// read reads a file of the repository; its bytes are nil when that can't be.
func (t *Texts) read(path string, size int64) (c content) {
	if d := t.s.draft(path); d != nil {
		if int64(len(d.text)) > size {
			return c
		}
		return content{append([]byte{}, d.text...), d.sum, true}
	}
	if t.root == nil {
		root, err := os.OpenRoot(t.w.root)
		if err != nil {
			return c
		}
		t.root = root
	}
	f, err := t.root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return c
	}
	data, err := readOpen(f, size)
	if err != nil {
		return c
	}
	if data == nil {
		data = []byte{}
	}
	return content{bytes: data, sum: sha256.Sum256(data)}
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
