package workspace

import (
	"context"
	"sync/atomic"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// TestReread holds that Reread parses every file again, and that Sync parses none that has
// not changed.
func TestReread(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def a b")
	p.write("b.toy", "def b a")
	var parsed atomic.Int32
	counting := toy()
	extract := counting.Extract
	counting.Extract = func(ctx context.Context, parser *ts.Parser, in lang.Input) (*lang.Facts, error) {
		parsed.Add(1)
		return extract(ctx, parser, in)
	}
	w, err := Open(p.dir, Options{Known: []*lang.Language{counting}})
	p.must(err)
	defer func() { p.must(w.Close()) }()
	first, err := w.Sync(t.Context())
	p.must(err)
	for _, c := range []struct {
		what string
		look func(context.Context) (*State, error)
		want int32
	}{{"Sync", w.Sync, 0}, {"Reread", w.Reread, 2}, {"Sync after it", w.Sync, 0}, {"Reread once more", w.Reread, 2}} {
		parsed.Store(0)
		s, err := c.look(t.Context())
		p.must(err)
		if n := parsed.Load(); n != c.want {
			t.Errorf("%s: %d files were parsed, want %d", c.what, n, c.want)
		}
		if s.Report.Indexed != 2 || s.Report.Totals != first.Report.Totals {
			t.Errorf("%s: %+v, want %+v", c.what, s.Report.Totals, first.Report.Totals)
		}
	}
}
