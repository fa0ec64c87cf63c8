package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"

	"codeintel/index/lang"
)

// TestMovedAway holds that nothing that writes an index creates the folder of a repository
// again that was moved away while it was in use.
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
			t.Errorf("%s does not fail", name)
		}
		if _, err := os.Lstat(p.path("repo")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s has created the folder again (%v)", name, err)
		}
	}
	p.must(os.Rename(p.path("away"), p.path("repo")))
	_, err = w.Sync(context.Background())
	p.must(err)
	p.must(w.KeepText(context.Background()))
	p.must(w.Close())
}
