package workspace

import (
	"context"
	"testing"

	"codeintel/index/lang"
)

// A file that could be read in part only for want of time is reported, and is read again
// by the next look, in another process too.
func TestLateIsReadAgain(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	l := toy()
	extract, late, extracted := l.Extract, true, 0
	l.Extract = func(ctx context.Context, ps *parser, in lang.Input) (*lang.Facts, error) {
		extracted++
		ps.Late = late
		return extract(ctx, ps, in)
	}
	look := func() *State {
		t.Helper()
		w, err := Open(p.dir, Options{Known: []*lang.Language{l}, Jobs: 1})
		p.must(err)
		s, err := w.Sync(t.Context())
		p.must(err)
		p.must(w.Close())
		return s
	}
	for range 2 {
		extracted = 0
		if s := look(); len(s.Report.Failed) != 1 || s.Report.Failed[0].Stage != stageParse || s.Complete() || extracted == 0 {
			t.Errorf("late: extracted %d times, failed %v, complete %v", extracted, s.Report.Failed, s.Complete())
		}
	}
	late, extracted = false, 0
	if s := look(); len(s.Report.Failed) != 0 || !s.Complete() || extracted == 0 {
		t.Errorf("in time: extracted %d times, failed %v, complete %v", extracted, s.Report.Failed, s.Complete())
	}
	extracted = 0
	if look(); extracted != 0 {
		t.Errorf("kept: extracted %d times", extracted)
	}
}
