package langtest

import (
	"context"
	"io/fs"
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"codeintel/index/lang"
)

// Repo is a repository in memory: the contents of its files by their paths. It is
// a lang.Files.
type Repo map[string]string

// Paths of the files, sorted.
func (r Repo) Paths() []string { return slices.Sorted(maps.Keys(r)) }

// Has says whether there is a file of that path.
func (r Repo) Has(path string) bool { _, ok := r[path]; return ok }

// Read is the content of a file, or fs.ErrNotExist.
func (r Repo) Read(path string) ([]byte, error) {
	if s, ok := r[path]; ok {
		return []byte(s), nil
	}
	return nil, fs.ErrNotExist
}

// FS is the same files as a tree.
func (r Repo) FS() fs.FS {
	m := fstest.MapFS{}
	for path, s := range r {
		m[path] = &fstest.MapFile{Data: []byte(s)}
	}
	return m
}

// Open is the project of the languages' family over those files; the test fails
// and ends where it can't be opened.
func (ls Languages) Open(t testing.TB, files lang.Files, deps lang.Deps) lang.Project {
	t.Helper()
	p, err := ls[0].Open(context.Background(), files, deps)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
