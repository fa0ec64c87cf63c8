package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"

	"codeintel/index/lang"
)

// TestMovedAway: the folder of a repository that was moved away while it is in use is not
// made again, by any of what writes an index.
func TestMovedAway(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("repo/a.toy", "def x y")
	w, err := Open(p.path("repo"), Options{Known: []*lang.Language{toy()}})
	p.must(err)
	_, err = w.Sync(context.Background())
	p.must(err)
	p.must(os.Rename(p.path("repo"), p.path("away")))
	for name, write := range map[string]func() error{
		"KeepText": func() error { return w.KeepText(context.Background()) },
		"Sync":     func() error { _, err := w.Sync(context.Background()); return err },
	} {
		if err := write(); err == nil {
			t.Errorf("%s says nothing", name)
		}
		if _, err := os.Lstat(p.path("repo")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s has made the folder again (%v)", name, err)
		}
	}
	p.must(os.Rename(p.path("away"), p.path("repo")))
	_, err = w.Sync(context.Background())
	p.must(err)
	p.must(w.KeepText(context.Background()))
	p.must(w.Close())
}
