package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"codeintel/index"
	"codeintel/index/workspace/budget"
)

// goRepository writes a module of so many packages, each with files for other systems and
// tests, so that all parts of the check have something to do.
func goRepository(p *place, packages int) {
	p.write("go.mod", "module example.org/m\n\ngo 1.26\n")
	for i := range packages {
		before := ""
		if i > 0 {
			before = fmt.Sprintf("import \"example.org/m/p%d\"\n\ntype U = p%[1]d.T\n\nfunc G(u U) int { return u.F(%[1]d) + p%[1]d.V }\n", i-1)
		}
		p.write(fmt.Sprintf("p%d/a.go", i), fmt.Sprintf("package p%d\n\n%s\ntype T struct{ n int }\n\nfunc (t T) F(n int) int { return t.n + n }\n\nvar V = T{}.F(%[1]d)\n", i, before))
		p.write(fmt.Sprintf("p%d/a_windows.go", i), fmt.Sprintf("package p%d\n\nfunc W() int { return V }\n", i))
		p.write(fmt.Sprintf("p%d/a_test.go", i), fmt.Sprintf("package p%d\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { _ = T{}.F(V) }\n", i))
	}
	p.write("app.py", "import os\n\nclass A:\n    def f(self):\n        return self.f()\n")
}

// TestMemorySameBytes: what there is memory for changes how an index is made, and nothing
// of it.
func TestMemorySameBytes(t *testing.T) {
	t.Parallel()
	p := &place{t, t.TempDir()}
	goRepository(p, 12)
	var first []byte
	for _, limit := range []int64{0, 400 << 20, 64 << 20, 1} {
		s, _, err := Index(t.Context(), p.dir, Options{Jobs: 4, Memory: budget.New(budget.Limit{Bytes: limit, Given: limit, Soft: true}, budget.Options{})})
		p.must(err)
		var b bytes.Buffer
		p.must(s.Encode(&b))
		if first == nil {
			first = b.Bytes()
		} else if !bytes.Equal(first, b.Bytes()) {
			t.Errorf("with %d bytes of memory the index is another", limit)
		}
	}
}

// TestMemoryAdmit: a repository that needs more memory than there is is not begun with,
// and the error says on one line what it needs. What has an index already is brought up to
// date.
func TestMemoryAdmit(t *testing.T) {
	t.Parallel()
	p := &place{t, t.TempDir()}
	goRepository(p, 3)
	open := func(limit int64) *Workspace {
		t.Helper()
		w, err := Open(p.dir, Options{Memory: budget.New(budget.Limit{Bytes: limit, Given: limit, Of: "the limit"}, budget.Options{Used: func() budget.Usage { return budget.Usage{} }})})
		p.must(err)
		t.Cleanup(func() { _ = w.Close() })
		return w
	}
	const needs = 80 << 20
	w := open(needs / 2)
	_, err := w.Sync(t.Context())
	var short *budget.Error
	if !errors.As(err, &short) {
		t.Fatalf("the error is %v", err)
	}
	if text := err.Error(); !strings.Contains(text, "indexing "+p.dir) || !strings.Contains(text, "needs about 80 MB") || strings.Contains(text, "\n") {
		t.Errorf("the error is %q", text)
	}
	p.must(w.Close())
	w = open(2 * needs)
	_, err = w.Sync(t.Context())
	p.must(errors.Join(err, w.Close()))
	p.write("p0/b.go", "package p0\n\nfunc New() int { return V }\n")
	s, err := open(needs / 2).Sync(t.Context())
	p.must(err)
	if len(s.Snapshot.Named("New")) == 0 {
		t.Error("the change is not in the index")
	}
}

// TestMemoryEnds: where memory runs out while a repository is indexed the work ends with
// an error that says so, at whatever step that is, and what was done is not lost: later
// the same index is made.
func TestMemoryEnds(t *testing.T) {
	t.Parallel()
	p := &place{t, t.TempDir()}
	goRepository(p, 6)
	want, _, err := Index(t.Context(), p.dir, Options{})
	p.must(err)
	var first bytes.Buffer
	p.must(want.Encode(&first))
	for _, phase := range []string{PhaseExtract, PhaseCheck, PhaseResolve} {
		var used atomic.Int64
		g := budget.New(budget.Limit{Bytes: 1 << 30, Given: 1 << 30, Of: "the limit"}, budget.Options{
			Used: func() budget.Usage { return budget.Usage{Anonymous: used.Load()} },
		})
		// The disk has nothing of it: what ends must end anew.
		kept := newMemShelf()
		w, err := openWith(p.dir, Options{Memory: g, Progress: func(at Progress) {
			if at.Phase == phase && used.CompareAndSwap(0, 1<<30) {
				g.Check()
			}
		}}, func(string, func(string)) (shelf, error) { return kept, nil })
		p.must(err)
		var short *budget.Error
		if _, err := w.Sync(t.Context()); !errors.As(err, &short) || w.Current() != nil {
			t.Errorf("%s ends with %v", phase, err)
		}
		if used.Store(1); g.Tight() == nil {
			t.Errorf("%s: nobody has ended it", phase)
		}
		g.Check()
		s, err := w.Sync(t.Context())
		p.must(err)
		var b bytes.Buffer
		p.must(s.Snapshot.Encode(&b))
		if !bytes.Equal(first.Bytes(), b.Bytes()) {
			t.Errorf("after %s has ended the index is another", phase)
		}
		p.must(w.Close())
	}
}

// TestCapacity: files whose definitions an index has no room for are left out and listed,
// those behind them that are smaller are not, and it is still said when another file has
// changed.
func TestCapacity(t *testing.T) {
	t.Parallel()
	p := &place{t, t.TempDir()}
	p.write("a.py", "def a():\n    \"\"\""+strings.Join([]string{"apple", "banana", "cherry", "date", "elder", "fig", "grape", "hazel", "iris", "jasmine", "kiwi", "lemon", "mango", "nut", "olive", "pear"}, " ")+".\"\"\"\n")
	p.write("b.py", strings.Repeat("def b(): pass\n", 100))
	p.write("c.py", "def c(): pass\n")
	most := index.Most()
	most.Numbers, most.Bytes = 50, 90
	w, err := Open(p.dir, Options{capacity: most})
	p.must(err)
	defer func() { p.must(w.Close()) }()
	for _, name := range []string{"c", "d"} {
		s, err := w.Sync(t.Context())
		p.must(err)
		said := strings.Join(s.Report.Warnings, "\n")
		if len(s.Snapshot.Named("b")) > 0 || len(s.Snapshot.Named(name)) == 0 || !strings.Contains(said, "are left out, 1 in all") || !strings.Contains(said, "the words of") {
			t.Errorf("%v is found and %v; what is left out is %q", s.Snapshot.Named(name), s.Snapshot.Named("b"), said)
		}
		if n := len(s.Report.Skipped); n != 1 || s.Report.Skipped[0].Path != "b.py" || s.Report.Skipped[0].Reason != SkipFull {
			t.Errorf("%+v are left out", s.Report.Skipped)
		}
		p.write("c.py", "def d(): pass\n")
	}
}
