package workspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeintel/index/embed/builtin"
	"codeintel/index/lang"
	"codeintel/index/store"
)

// words is a text of about n bytes, of long words, that differs for each seed and
// does not compress well.
func words(seed, n int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	var b strings.Builder
	for b.Len() < n {
		b.WriteString("def w")
		for range 40 {
			fmt.Fprintf(&b, "%x", r.Uint64())
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// A folder that is indexed again and again keeps an index of bounded size, which
// has all that its state needs: nothing is extracted twice.
func TestIndexSizeIsBounded(t *testing.T) {
	const limit, runs = 1 << 20, 50
	p := &place{t, t.TempDir()}
	p.write(ConfigFile, `{"max_index_size_mb": 1}`)
	extracted := 0
	counting := toy()
	extract := counting.Extract
	counting.Extract = func(ctx context.Context, parser *parser, in lang.Input) (*lang.Facts, error) {
		extracted++
		return extract(ctx, parser, in)
	}
	opts := Options{Known: []*lang.Language{counting}, Jobs: 1}
	p.write("same.toy", words(0, 20_000))
	crowded, written := 0, int64(0)
	for i := range runs {
		p.write("changing.toy", words(i+1, 100_000))
		extracted = 0
		w, err := Open(p.dir, opts)
		p.must(err)
		s, err := w.Sync(context.Background())
		p.must(err)
		if want := 1 + max(0, 1-i); extracted != want {
			t.Errorf("run %d extracted %d files instead of %d", i, extracted, want)
		}
		if len(s.Report.Warnings) > 0 {
			t.Errorf("run %d: %q", i, s.Report.Warnings)
		}
		for _, d := range s.Snapshot.Docs() {
			if d.Lang != nil && len(d.Facts().Defs) == 0 {
				t.Errorf("run %d: %s is lost", i, d.Path)
			}
		}
		crowded += s.Report.Dropped.Crowded
		p.must(w.Close())
		u := usage(p)
		written = max(written, u.Packs)
		if u.Total() > limit+limit/slackOfTest {
			t.Errorf("run %d: the index takes %d bytes: %+v", i, u.Total(), u)
		}
		if n := packs(p); n > 12 {
			t.Errorf("run %d: there are %d packs", i, n)
		}
	}
	if crowded < runs/4 || written < limit/4 {
		t.Errorf("%d artefacts were dropped, at most %d bytes kept: the limit did not bite", crowded, written)
	}
	// The last state is whole, and needs nothing again.
	extracted = 0
	w, err := Open(p.dir, opts)
	p.must(err)
	s, err := w.Sync(context.Background())
	p.must(err)
	if !s.Reused || extracted != 0 || len(s.Report.Warnings) > 0 {
		t.Errorf("the last state: reused %v, %d extracted, %q", s.Reused, extracted, s.Report.Warnings)
	}
	p.must(w.Close())
}

// slackOfTest is which part of the limit the index may go beyond it.
const slackOfTest = 8

func usage(p *place) store.Usage {
	p.t.Helper()
	s, err := store.Open(store.Options{Dir: p.path(IndexDir)})
	p.must(err)
	defer s.Close()
	u, err := s.Usage()
	p.must(err)
	return u
}

func packs(p *place) int {
	p.t.Helper()
	list, err := filepath.Glob(p.path(IndexDir + "/packs/*.pack"))
	p.must(err)
	return len(list)
}

// What is needed stays when it alone is more than the limit, and that is told.
func TestIndexSizeTooSmall(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write(ConfigFile, `{"max_index_size_mb": 1}`)
	opts := Options{Known: []*lang.Language{toy()}}
	for i := range 30 {
		p.write(fmt.Sprintf("f%d.toy", i), words(i, 100_000))
	}
	for run := range 3 {
		p.write("f0.toy", words(100+run, 100_000))
		w, err := Open(p.dir, opts)
		p.must(err)
		s, err := w.Sync(context.Background())
		p.must(err)
		if len(s.Report.Warnings) != 1 || !strings.HasPrefix(s.Report.Warnings[0], "max_index_size_mb = 1: what the index needs takes ") {
			t.Errorf("run %d: %q", run, s.Report.Warnings)
		}
		for _, d := range s.Snapshot.Docs() {
			if d.Lang != nil && len(d.Facts().Defs) == 0 {
				t.Errorf("run %d: %s is lost", run, d.Path)
			}
		}
		p.must(w.Close())
	}
}

// What no state needs goes after auto_purge_days; what one needs stays for ever.
func TestPurge(t *testing.T) {
	p := &place{t, t.TempDir()}
	clock := time.Now()
	opts := Options{Known: []*lang.Language{toy()}}
	sync := func(days int) *State {
		t.Helper()
		clock = clock.Add(time.Duration(days) * day)
		w, err := openWith(p.dir, opts, func(root string, _ func(string)) (shelf, error) {
			w, err := store.OpenWriter(store.Options{Dir: filepath.Join(root, IndexDir), Now: func() time.Time { return clock }})
			if err != nil {
				return nil, err
			}
			return &diskShelf{root: root, read: w.Store, write: w}, nil
		})
		p.must(err)
		s, err := w.Sync(context.Background())
		p.must(err)
		p.must(w.Close())
		return s
	}
	p.write(ConfigFile, `{"auto_purge_days": 10}`)
	p.write("same.toy", "def x")
	for i := range 3 {
		p.write("changing.toy", fmt.Sprintf("def y%d", i))
		sync(0)
	}
	aged := 0
	for i := range 12 {
		p.write("changing.toy", fmt.Sprintf("def z%d", i))
		s := sync(2)
		aged += s.Report.Dropped.Aged
		if i < 4 && aged > 0 {
			t.Errorf("after %d days %d are gone", 2*i+2, aged)
		}
	}
	if aged < 6 {
		t.Errorf("%d are gone", aged)
	}
	p.must(os.Remove(p.path(ConfigFile)))
	p.write(ConfigFile, `{"auto_purge_days": 0}`)
	p.write("changing.toy", "def other")
	if s := sync(1000); s.Report.Dropped.Aged != 0 {
		t.Errorf("without a limit %d are gone", s.Report.Dropped.Aged)
	}
}

// Vectors of a model that is not used any more are not needed, nor are chunks as they
// were divided before: they go as what is of no file any more goes.
func TestNeedsVectors(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.forest()
	w, err := Open(p.dir, Options{Embedder: embedders(&slow{e: builtin.Open()})})
	p.must(err)
	defer w.Close()
	var of []func(store.Key) bool
	keys := map[string][]store.Key{}
	for _, config := range []string{`{"embedding_model": "slow"}`, `{}`, `{"chunk_max_tokens": 99}`} {
		p.write(ConfigFile, config)
		s, err := w.Sync(t.Context())
		p.must(err)
		of = append(of, w.needs(s))
		g := w.opts.grower(s.config)
		for _, d := range s.Snapshot.Docs() {
			if g.wants(d) {
				chunks, vectors := g.keys(d)
				keys[config] = append(keys[config], chunks, vectors)
			}
		}
	}
	needed := func(i int, config string, which int) (n int) {
		for at, k := range keys[config] {
			if at%2 == which && of[i](k) {
				n++
			}
		}
		return n
	}
	const chunks, vectors = 0, 1
	for _, test := range []struct {
		needs int
		of    string
		which int
		all   bool
	}{
		{0, `{"embedding_model": "slow"}`, vectors, true},
		{1, `{"embedding_model": "slow"}`, vectors, false},
		{1, `{"embedding_model": "slow"}`, chunks, true},
		{1, `{}`, vectors, true},
		{2, `{}`, chunks, false},
		{2, `{}`, vectors, false},
		{2, `{"chunk_max_tokens": 99}`, chunks, true},
	} {
		want := 0
		if test.all {
			want = len(keys[test.of]) / 2
		}
		if got := needed(test.needs, test.of, test.which); got != want || len(keys[test.of]) == 0 {
			t.Errorf("state %d needs %d artefacts of %s, want %d", test.needs, got, test.of, want)
		}
	}
}
