package workspace

import (
	"context"
	"crypto/sha256"
	"fmt"
	"testing"
)

// A file that changes while others are checked against it costs no build from nothing:
// the next state follows from the last that was settled. Once a file has changed, it may
// change at any moment of a refresh, and the state is of one text of it all the same.
func TestChangedMeanwhile(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("go.mod", "module m\n\ngo 1.24\n")
	p.write("a.go", "package m\n\nfunc A() int { return B() }\n")
	p.write("b.go", "package m\n\nfunc B() int { return 1 }\n")
	p.write("c.go", "package m\n\nfunc C() int { return B() + A() }\n")
	var during func()
	known, m := builtIn(t), newMemShelf()
	w, err := openWith(p.dir, Options{Jobs: 1, Progress: func(p Progress) {
		if do := during; do != nil && p.Phase == PhaseProject {
			during = nil
			do()
		}
	}}, func(string, func(string)) (shelf, error) { return over{m, known}, nil })
	p.must(err)
	defer func() { p.must(w.Close()) }()
	sync := func() *State {
		t.Helper()
		s, err := w.Sync(context.Background())
		p.must(err)
		return s
	}
	w.watched.Store(true) // else each state is written at once
	sync()
	unsettled := 0
	for n := range 6 {
		p.write("a.go", fmt.Sprintf("package m\n\n// %d\nfunc A() int { return B() + %d }\n", n, n))
		during = func() {
			p.write("b.go", fmt.Sprintf("package m\n\n%sfunc B() int { return %d }\n", "// longer each time\n"[:1+n]+"\n", n))
		}
		if n == 0 {
			during = func() { p.write("b.go", "package m\n\n// other\n\nfunc B() int { return 2 }\n") }
		}
		s := sync()
		if during != nil {
			t.Fatal("the file did not change meanwhile")
		}
		if s.unsettled {
			unsettled++
		}
		s = sync()
		if s.memos["go"].Value() == nil {
			t.Errorf("change %d: a check has left nothing for the next", n)
		}
		if n == 3 {
			if w.Forget(); s.memos["go"].Value() != nil {
				t.Error("what a check has left is not let go of")
			}
		}
		if s.unsettled || s.Snapshot.Layers() == 0 {
			t.Errorf("change %d: unsettled %t, and it follows from %d files", n, s.unsettled, s.Snapshot.Layers())
		}
		agree(t, fmt.Sprintf("after change %d", n), s, known.scratch(t, p.dir))
	}
	if unsettled == 0 || unsettled > 1 {
		t.Errorf("%d of 6 states mix two texts of a file, where only that of its first change can", unsettled)
	}
}

// What is kept of texts is bounded, and what was used last stays.
func TestRecentTexts(t *testing.T) {
	var r recentTexts
	text := func(n int) ([sha256.Size]byte, []byte) {
		b := make([]byte, maxRecentText)
		b[0] = byte(n)
		return sha256.Sum256(b), b
	}
	first, b := text(0)
	r.put(first, b)
	for n := range 3 * maxRecentTexts / maxRecentText {
		sum, b := text(n + 1)
		r.put(sum, b)
		if r.get(first) == nil {
			t.Fatalf("a text that is in use is forgotten after %d others", n+1)
		}
		if r.size > maxRecentTexts || r.size != len(r.texts)*maxRecentText {
			t.Fatalf("%d bytes of %d texts", r.size, len(r.texts))
		}
	}
	large := make([]byte, maxRecentText+1)
	if r.put(sha256.Sum256(large), large); r.get(sha256.Sum256(large)) != nil {
		t.Error("a text that is too large is kept")
	}
	var none *recentTexts
	if none.put(first, b); none.get(first) != nil {
		t.Error("nothing keeps something")
	}
}
