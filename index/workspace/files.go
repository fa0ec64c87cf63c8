package workspace

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"codeintel/index/charset"
)

// errChanged: the file is not what it was when it was first read.
var errChanged = errors.New("changed while it was being indexed")

// files is the lang.Files of a scan. Contents are read when they are asked
// for; the first read of a file settles what it is, be it that it can't be read,
// and a later one that finds anything else fails. Safe for concurrent use.
type files struct {
	root   *os.Root
	paths  func() []string                     // of the scan
	hashes []atomic.Pointer[[sha256.Size]byte] // nil before the first read, zero where that failed
	scan   *Scan
	reads  *reads   // told of what projects read; nil for nobody
	shown  []string // what Paths says; nil for all
	// unsettled: a file was read twice and found to be two things.
	unsettled atomic.Bool
	// recent has texts of files that changed lately; nil for none. expect is the hash
	// that a file is taken to have without having been read; nil where none is.
	recent *recentTexts
	expect func(i int32) *[sha256.Size]byte
	// texts are those of files that are drafted, whatever the disk has; saved are
	// those of them that Read gives as they are on the disk.
	texts map[int32]*draft
	saved map[int32]bool

	mu     sync.Mutex
	opened map[string][sha256.Size]byte // what a family's Open has read; nil for nobody
}

func newFiles(root *os.Root, s *Scan) *files {
	f := &files{
		root: root, scan: s, hashes: make([]atomic.Pointer[[sha256.Size]byte], len(s.Files)),
	}
	f.paths = sync.OnceValue(func() []string {
		paths := make([]string, len(s.Files))
		for i := range s.Files {
			paths[i] = s.Files[i].Path
		}
		return paths
	})
	return f
}

// number is that of the file at a path.
func (f *files) number(path string) (int32, bool) {
	i, ok := slices.BinarySearchFunc(f.scan.Files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
	return int32(i), ok
}

// note calls read and returns the files that were read meanwhile.
func (f *files) note(read func()) map[string][sha256.Size]byte {
	f.mu.Lock()
	f.opened = map[string][sha256.Size]byte{}
	f.mu.Unlock()
	read()
	f.mu.Lock()
	defer f.mu.Unlock()
	opened := f.opened
	f.opened = nil
	return opened
}

// Paths implements lang.Files.
func (f *files) Paths() []string {
	if f.shown != nil {
		return f.shown
	}
	return f.paths()
}

// Has implements lang.Files.
func (f *files) Has(path string) bool {
	_, ok := f.number(path)
	return ok
}

// Read implements lang.Files.
func (f *files) Read(path string) ([]byte, error) { return f.ReadInto(nil, path) }

// ReadInto implements lang.ReaderInto.
func (f *files) ReadInto(room []byte, path string) ([]byte, error) {
	i, ok := f.number(path)
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrNotExist}
	}
	read := f.readInto
	if f.saved[i] {
		read = f.savedInto
	}
	data, sum, err := read(room, i, maxSupport)
	// The sources that a language checks itself it follows itself.
	if l := f.scan.Files[i].Lang; f.reads != nil && (l == nil || l.Check == nil) {
		f.reads.file(path, sum) // of no content, when it can't be read
	}
	f.mu.Lock()
	if f.opened != nil {
		f.opened[path] = sum
	}
	f.mu.Unlock()
	if err != nil {
		return nil, bad("read", path, err)
	}
	return data, nil
}

// read returns the text of file i and the hash of its content; it fails with errTooLarge
// when the content is more than limit bytes. Its errors do not name the file, and come
// without a hash: no content is what was read.
func (f *files) read(i int32, limit int64) ([]byte, [sha256.Size]byte, error) {
	return f.readInto(nil, i, limit)
}

// readInto is read into the memory of room, where that is large enough and the text is
// not at hand already.
func (f *files) readInto(room []byte, i int32, limit int64) ([]byte, [sha256.Size]byte, error) {
	c, err := f.content(room, i, limit)
	text, _ := c.decode()
	return text, c.sum, err
}

// content is what a file holds.
type content struct {
	bytes []byte
	sum   [sha256.Size]byte
	draft bool // an editor's text
}

// decode returns the text of a content, and how it was read.
func (c content) decode() ([]byte, charset.Encoding) {
	if c.draft {
		return c.bytes, charset.Encoding{} // the editor has decoded it
	}
	return charset.Decode(c.bytes)
}

// content returns the content of file i, as readInto does.
func (f *files) content(room []byte, i int32, limit int64) (content, error) {
	if d := f.texts[i]; d != nil {
		if int64(len(d.text)) > limit {
			return content{}, errTooLarge
		}
		return content{d.text, d.sum, true}, nil
	}
	data, sum, err := f.onDisk(room, i, limit)
	return content{bytes: data, sum: sum}, err
}

// savedInto is readInto of what the disk has.
func (f *files) savedInto(room []byte, i int32, limit int64) ([]byte, [sha256.Size]byte, error) {
	data, sum, err := f.onDisk(room, i, limit)
	text, _ := charset.Decode(data)
	return text, sum, err
}

// onDisk returns what the disk has, or had when it was first read, and its hash.
func (f *files) onDisk(room []byte, i int32, limit int64) ([]byte, [sha256.Size]byte, error) {
	if text, sum := f.again(i); text != nil {
		if int64(len(text)) > limit {
			return nil, [sha256.Size]byte{}, errTooLarge
		}
		if room != nil {
			text = append(room[:0], text...) // the caller may use it as room again
		}
		return text, sum, nil
	}
	var data []byte
	var sum [sha256.Size]byte
	h, err := f.root.OpenFile(filepath.FromSlash(f.scan.Files[i].Path), os.O_RDONLY|openFlags, 0)
	if err == nil {
		data, err = readInto(room, h, limit)
	}
	if errors.Is(err, errTooLarge) { // for this reader
		return nil, sum, err
	}
	if err == nil {
		sum = sha256.Sum256(data)
	}
	if !f.hashes[i].CompareAndSwap(nil, &sum) && *f.hashes[i].Load() != sum {
		f.unsettled.Store(true)
		err = errChanged
	}
	if err != nil {
		return nil, [sha256.Size]byte{}, err
	}
	return data, sum, nil
}

// again returns the text that a file is known to have had when it was first read, or is
// taken to have, where that is kept; nil where it is not.
func (f *files) again(i int32) (text []byte, sum [sha256.Size]byte) {
	if f.recent == nil {
		return nil, sum
	}
	known := f.hashes[i].Load()
	if known == nil && f.expect != nil {
		known = f.expect(i)
	}
	if known == nil {
		return nil, sum
	}
	return f.recent.get(*known), *known
}
