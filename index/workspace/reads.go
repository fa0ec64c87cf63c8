package workspace

import (
	"cmp"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"
)

// reads remembers what was looked at beside the files of the scan: the
// configuration of installed packages, and where there was none. An index is up
// to date only as long as all of it is the same. Safe for concurrent use.
type reads struct {
	mu sync.Mutex
	// files of the scan that were read although their language does not say so.
	files map[string]bool
	// deps by tree and path.
	deps map[dependency]stamp
}

// dependency is a path in one of the trees of lang.Deps.
type dependency struct{ tree, path string }

// The trees of lang.Deps that are watched over. GOROOT is not: its version
// stands for it.
const (
	treeRepo  = "repo"
	treeCache = "modcache"
)

func newReads() *reads { return &reads{files: map[string]bool{}, deps: map[dependency]stamp{}} }

func (r *reads) file(path string) {
	r.mu.Lock()
	r.files[path] = true
	r.mu.Unlock()
}

// look notes a path of a tree as it is now, before it is read. Of a directory
// of which only the existence counts the times don't; of a released tree only
// what is missing.
func (r *reads) look(t tree, at dependency, released, existence bool) {
	r.mu.Lock()
	_, known := r.deps[at]
	r.mu.Unlock()
	if known && existence {
		return
	}
	s := t.stamp(at.path)
	if released && s != missing {
		return
	}
	if existence && s.isDir() {
		s = folderStamp
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, known := r.deps[at]; !known || old == folderStamp {
		r.deps[at] = s
	}
}

// The stamps of what is not there, and of a directory whose entries don't count.
var (
	missing     = stamp{size: -1}
	folderStamp = stamp{size: -2}
)

// folderBit marks the stamp of a directory, whose size means nothing.
const folderBit = -1 << 62

func (s stamp) isDir() bool { return s == folderStamp || s.size == folderBit }

// stamp of a path as it is now.
func (t tree) stamp(path string) stamp {
	info, err := t.stat(filepath.FromSlash(path))
	if err != nil {
		return missing
	}
	s := newStamp(info)
	if info.IsDir() {
		s.size = folderBit
	}
	return s
}

// same says whether a path is as it was.
func (t tree) same(path string, was stamp) bool {
	now := t.stamp(path)
	return now == was || was == folderStamp && now.isDir()
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
		r.reads.look(r.tree, dependency{r.name, path}, r.released, existence)
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
	Files []string  `json:"files,omitempty"`
	Deps  []seenDep `json:"deps,omitempty"`
}

type seenDep struct {
	Tree  string `json:"t"`
	Path  string `json:"p"`
	Size  int64  `json:"s"` // -1: not there; see missing, folderStamp, folderBit
	MTime int64  `json:"m,omitempty"`
	CTime int64  `json:"c,omitempty"`
	Inode uint64 `json:"i,omitempty"`
}

func (d *seenDep) stamp() stamp { return stamp{d.Size, d.MTime, d.CTime, d.Inode} }

func (r *reads) seen() seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := seen{Files: slices.Sorted(maps.Keys(r.files))}
	for at, s := range r.deps {
		out.Deps = append(out.Deps, seenDep{at.tree, at.path, s.size, s.mtime, s.ctime, s.inode})
	}
	slices.SortFunc(out.Deps, func(a, b seenDep) int {
		return cmp.Or(cmp.Compare(a.Tree, b.Tree), cmp.Compare(a.Path, b.Path))
	})
	return out
}
