package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// endsAfter is a context that is cancelled when it is asked for the n-th time.
type endsAfter struct {
	context.Context
	n int
}

func (e *endsAfter) Err() error {
	if e.n--; e.n < 0 {
		return context.Canceled
	}
	return nil
}

// TestWalkEnds ends the walk of a search at each moment, as the last line that is wanted
// does. No folder may be reported as failed, nor kept with a part of its entries.
func TestWalkEnds(t *testing.T) {
	root := t.TempDir()
	const folders, files = 3, 4
	for i := range folders {
		dir := filepath.Join(root, fmt.Sprint("d", i))
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for j := range files {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("f", j)), []byte("x\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := 0; ; n++ {
		ctx := &endsAfter{context.Background(), n}
		s, err := newTextSearch(context.Background(), root, TextQuery{Patterns: []string{"x"}}, TextOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		s.walker.keep = func(f *textFolder) {
			if want := files; f.path != "" && len(f.entries) != want || f.path == "" && len(f.entries) != folders {
				t.Errorf("ended after %d: %q is kept with %d entries", n, f.path, len(f.entries))
			}
		}
		s.walker.walk(ctx, ".", func(string, *textEntry) bool { found++; return true })
		if len(s.report.Failed) > 0 {
			t.Errorf("ended after %d: %v", n, s.report.Failed)
		}
		if ctx.n >= 0 {
			if found != folders*files {
				t.Errorf("%d files found", found)
			}
			return
		}
	}
}
