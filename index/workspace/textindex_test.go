package workspace

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	exact "codeintel/index/internal/text"
)

// keepText indexes a folder and its text, as a process would an hour later: no
// time is too young to be trusted.
func keepText(t testing.TB, dir string) {
	t.Helper()
	w, err := Open(dir, Options{clock: func() time.Time { return time.Now().Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Sync(context.Background())
	if err == nil {
		err = w.KeepText(context.Background(), s)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// A search finds the same with and without the index on disk, before and after
// the files have changed; and it reads fewer.
func TestKeptText(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(goTrees(t)[0])); err != nil {
		t.Fatal(err)
	}
	keepText(t, dir)
	r := rand.New(rand.NewPCG(3, 3))
	gen := newGenerator(t, r, dir)
	spared := 0
	compare := func(when string) {
		kept, err := OpenText(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer kept.Close()
		for range 40 {
			s := gen.search()
			want, err := s.ours(t, dir)
			s.opts.Index = kept
			got, err2 := s.ours(t, dir)
			if (err == nil) != (err2 == nil) || !slices.Equal(got, want) {
				t.Errorf("%s: %q: %d lines (%v), without the index %d (%v)", when, s.args(), len(got), err2, len(want), err)
			}
			if err == nil {
				report, err := Search(context.Background(), dir, s.q, s.opts, func(*TextFile) bool { return true })
				if err != nil {
					t.Fatal(err)
				}
				spared += report.Spared
			}
		}
	}
	compare("fresh")
	if spared == 0 {
		t.Error("the index spared no file")
	}
	var names []string
	if err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && !strings.Contains(p, stateDir) {
			names = append(names, p)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for i, p := range names {
		src, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		other, err := os.ReadFile(names[(i+1)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		switch i % 5 {
		case 0:
			err = os.WriteFile(p, other, 0o666)
		case 1:
			err = os.WriteFile(p+".more", src, 0o666)
		case 2:
			err = os.Remove(p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	compare("after changes")
}

// A damaged index of text is an error, not an answer.
func FuzzKeptText(f *testing.F) {
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("some text\n"), 0o666); err != nil {
		f.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	defer root.Close()
	if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(textDir)), 0o777); err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	w := &Workspace{root: dir, shelf: noShelf{}}
	if err := w.writeText(context.Background(), io.Writer(&b), &Scan{Files: []File{{Path: "a.txt"}}}, time.Now()); err != nil {
		f.Fatal(err)
	}
	pattern, err := exact.Compile(TextQuery{Patterns: []string{"some"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		kept, err := decodeText(dir, data)
		if err != nil {
			return
		}
		if may, err := kept.Candidates(pattern.Plan()); err == nil {
			may("a.txt")
			may("b.txt")
		}
	})
}
