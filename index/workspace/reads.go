package workspace

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// reads remembers what was looked at beside the facts: files that projects read
// (go.mod, package.json), the configuration of installed packages, and where there
// was none. An index is up to date only as long as all of it is the same.
// Safe for concurrent use.
type reads struct {
	mu    sync.Mutex
	files map[string][sha256.Size]byte // the hash of a file of the scan; zero when it can't be read
	deps  map[dependency]look
}

// dependency is a path in one of the trees of lang.Deps.
type dependency struct{ tree, path string }

// The trees of lang.Deps that are watched over. GOROOT is not: its version
// stands for it.
const (
	treeRepo  = "repo"
	treeCache = "modcache"
)

// look is what a path was when it was looked at.
type look struct {
	// existence: of a directory only that it is there counts.
	existence bool
	stamp     stamp
	// sum is of the content of a file or the names in a directory, for stamps
	// that can't be trusted.
	sum [sha256.Size]byte
}

func newReads() *reads {
	return &reads{files: map[string][sha256.Size]byte{}, deps: map[dependency]look{}}
}

func (r *reads) file(path string, sum [sha256.Size]byte) {
	r.mu.Lock()
	r.files[path] = sum
	r.mu.Unlock()
}

// note looks at a path of a tree, before it is read; of a released tree only
// what is missing counts.
func (r *reads) note(t tree, at dependency, released, existence bool) {
	r.mu.Lock()
	old, known := r.deps[at]
	r.mu.Unlock()
	if known && (existence || !old.existence) {
		return
	}
	l := t.look(at.path, existence)
	if released && l.stamp != missing {
		return
	}
	r.mu.Lock()
	r.deps[at] = l
	r.mu.Unlock()
}

// missing is the stamp of what is not there, present that of a directory that
// counts by its existence.
var (
	missing = stamp{size: -1}
	present = stamp{size: -2}
)

// look looks at a path.
func (t tree) look(path string, existence bool) look {
	info, err := t.stat(filepath.FromSlash(path))
	switch {
	case err != nil:
		return look{existence: existence, stamp: missing}
	case existence && info.IsDir():
		return look{existence: existence, stamp: present}
	}
	l := look{existence: existence, stamp: newStamp(info)}
	if !l.stamp.settled(time.Now()) {
		l.stamp, l.sum = stamp{}, t.sum(path, info.IsDir())
	}
	return l
}

// sum is the hash of a file, or of the names in a directory.
func (t tree) sum(path string, dir bool) [sha256.Size]byte {
	if !dir {
		data, err := t.ReadFile(path)
		if err != nil {
			return [sha256.Size]byte{}
		}
		return sha256.Sum256(data)
	}
	entries, err := t.ReadDir(path)
	if err != nil {
		return [sha256.Size]byte{}
	}
	h := sha256.New()
	for _, e := range entries {
		fmt.Fprintf(h, "%q %v\n", e.Name(), e.Type())
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// same says whether a path is as it was.
func (t tree) same(path string, was look) bool {
	now := t.look(path, was.existence)
	if was.stamp != (stamp{}) {
		return now.stamp == was.stamp
	}
	info, err := t.stat(filepath.FromSlash(path))
	return err == nil && t.sum(path, info.IsDir()) == was.sum
}

// record is the tree with every look at it remembered. Of a tree of released
// versions, which don't change, only what is missing is.
func (r *reads) record(t tree, name string, released bool) fs.FS {
	return &recorder{tree: t, reads: r, name: name, released: released}
}

// recorder is a tree whose reads are remembered.
type recorder struct {
	tree
	reads    *reads
	name     string
	released bool
}

func (r *recorder) note(path string, existence bool) {
	if valid(path) {
		r.reads.note(r.tree, dependency{r.name, path}, r.released, existence)
	}
}

// Open implements fs.FS.
func (r *recorder) Open(name string) (fs.File, error) {
	r.note(name, false)
	return r.tree.Open(name)
}

// ReadFile implements fs.ReadFileFS.
func (r *recorder) ReadFile(name string) ([]byte, error) {
	r.note(name, false)
	return r.tree.ReadFile(name)
}

// ReadDir implements fs.ReadDirFS.
func (r *recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	r.note(name, false)
	return r.tree.ReadDir(name)
}

// Stat implements fs.StatFS.
func (r *recorder) Stat(name string) (fs.FileInfo, error) {
	r.note(name, true)
	return r.tree.Stat(name)
}

// seen is what was looked at, in the form that is kept.
type seen struct {
	Files []seenFile `json:"files,omitempty"`
	Deps  []seenDep  `json:"deps,omitempty"`
}

type seenFile struct {
	Path string `json:"p"`
	Sum  []byte `json:"h"`
}

type seenDep struct {
	Tree      string `json:"t"`
	Path      string `json:"p"`
	Existence bool   `json:"e,omitempty"`
	Stamp     []byte `json:"s"`
	Sum       []byte `json:"h,omitempty"`
}

// with is s with what only o has.
func (s seen) with(o seen) seen {
	have := map[dependency]bool{}
	for _, f := range s.Files {
		have[dependency{path: f.Path}] = true
	}
	for _, d := range s.Deps {
		have[dependency{d.Tree, d.Path}] = true
	}
	for _, f := range o.Files {
		if !have[dependency{path: f.Path}] {
			s.Files = append(s.Files, f)
		}
	}
	for _, d := range o.Deps {
		if !have[dependency{d.Tree, d.Path}] {
			s.Deps = append(s.Deps, d)
		}
	}
	s.sort()
	return s
}

func (s *seen) sort() {
	slices.SortFunc(s.Files, func(a, b seenFile) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(s.Deps, func(a, b seenDep) int {
		return cmp.Or(cmp.Compare(a.Tree, b.Tree), cmp.Compare(a.Path, b.Path))
	})
}

// look is what was seen; false when it is not what seen writes.
func (d *seenDep) look() (l look, ok bool) {
	if len(d.Stamp) != stampSize || len(d.Sum) != 0 && len(d.Sum) != sha256.Size {
		return look{}, false
	}
	l = look{existence: d.Existence, stamp: stampAt(d.Stamp, 0)}
	copy(l.sum[:], d.Sum)
	return l, true
}

func (r *reads) seen() seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out seen
	for p, sum := range r.files {
		out.Files = append(out.Files, seenFile{p, sum[:]})
	}
	for at, l := range r.deps {
		d := seenDep{Tree: at.tree, Path: at.path, Existence: l.existence, Stamp: l.stamp.append(nil)}
		if l.stamp == (stamp{}) {
			d.Sum = l.sum[:]
		}
		out.Deps = append(out.Deps, d)
	}
	out.sort()
	return out
}
