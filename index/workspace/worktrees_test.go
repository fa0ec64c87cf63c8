package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// counting is the toy language, and counts what it extracts.
func counting() (Options, *atomic.Int64) {
	l, n := toy(), new(atomic.Int64)
	extract := l.Extract
	l.Extract = func(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
		n.Add(1)
		return extract(ctx, p, in)
	}
	return Options{Known: []*lang.Language{l}}, n
}

// twoTrees is a repository with a worktree beside it on another branch, which has
// one file more and one that differs.
func twoTrees(t *testing.T) (main, second *place) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	main, second = &place{t, filepath.Join(dir, "main")}, &place{t, filepath.Join(dir, "second")}
	for name, text := range map[string]string{"a.toy": "def a", "b.toy": "a def b", "c/c.toy": "b a", "c/d.toy": "a b def d"} {
		main.write(name, text)
	}
	main.git("init", "-q")
	main.git("add", ".")
	main.git("commit", "-q", "-m", "one")
	main.git("worktree", "add", "-q", "-b", "other", "../second")
	second.write("b.toy", "a def b def more")
	second.write("e.toy", "more d")
	second.git("add", ".")
	second.git("commit", "-q", "-m", "two")
	return main, second
}

// indexes brings the index of a place up to date as a process does that ends
// afterwards, checks it, and returns how many files were extracted.
func (p *place) indexes() int {
	p.t.Helper()
	opts, n := counting()
	w, err := Open(p.dir, opts)
	p.must(err)
	s, err := w.Sync(context.Background())
	p.must(err)
	extracted := int(n.Load())
	agree(p.t, p.dir, s, p.scratch())
	if len(s.Report.Warnings) > 0 {
		p.t.Errorf("warnings %q", s.Report.Warnings)
	}
	p.must(w.Close())
	return extracted
}

func (p *place) scratch() *State {
	p.t.Helper()
	s, r, err := Index(context.Background(), p.dir, Options{Known: []*lang.Language{toy()}})
	p.must(err)
	return &State{Snapshot: s, Report: r}
}

// whole reads all that is kept of a place, which must be up to date.
func (p *place) whole() {
	p.t.Helper()
	opts, n := counting()
	w, err := Open(p.dir, opts)
	p.must(err)
	s := w.Current()
	if s == nil {
		p.t.Fatalf("%s has no index (%q)", p.dir, w.warnings)
	}
	for _, d := range s.Snapshot.Docs() {
		if d.Source == nil || len(d.Facts().Defs)+len(d.Facts().Refs) == 0 {
			p.t.Errorf("%s: nothing is known of %s", p.dir, d.Path)
		}
	}
	b, err := w.Behind(context.Background())
	p.must(err)
	if !b.UpToDate() || len(w.warnings) > 0 || n.Load() > 0 {
		p.t.Errorf("%s: %+v, warnings %q, %d extracted", p.dir, b, w.warnings, n.Load())
	}
	p.must(w.Close())
}

func (p *place) expect(what string, extracted int) {
	p.t.Helper()
	if got := p.indexes(); got != extracted {
		p.t.Errorf("%s: %d files were extracted, want %d", what, got, extracted)
	}
}

// Worktrees of one repository extract no content twice, and each has its own
// truth and its own files.
func TestWorktrees(t *testing.T) {
	main, second := twoTrees(t)
	main.expect("the main worktree", 4)
	before := filesOf(&place{t, main.path(StateDir)})
	second.expect("the second worktree", 2)
	if after := filesOf(&place{t, main.path(StateDir)}); !slices.Equal(before, after) {
		t.Errorf("the index of the main worktree was changed: %q became %q", before, after)
	}
	main.whole()
	second.whole()

	// A change in one is none in the other, until it comes there.
	second.write("a.toy", "def a def only")
	second.expect("an edit", 1)
	main.whole()
	second.git("commit", "-q", "-a", "-m", "three")
	main.git("merge", "-q", "other")
	main.expect("after a merge", 0)
	main.whole()
	second.whole()

	// A third one like the second needs nothing but a look, and is its own.
	third := &place{t, filepath.Join(filepath.Dir(main.dir), "third")}
	main.git("worktree", "add", "-q", "--detach", "../third", "other")
	third.expect("a third worktree", 0)
	for _, p := range []*place{main, second} {
		p.remove(StateDir)
	}
	third.whole()
	main.expect("the main worktree, whose index was lost", 0)
	second.expect("the second worktree, whose index was lost", 0)

	// What one throws away the others keep.
	main.git("checkout", "-q", "-b", "empty")
	for _, name := range []string{"a.toy", "b.toy", "c", "e.toy"} {
		main.remove(name)
	}
	main.write("f.toy", "def f")
	main.write(ConfigFile, `{"auto_purge_days": 0, "max_index_size_mb": 1}`)
	main.expect("another branch", 1)
	second.whole()
	third.whole()
	main.remove(".")
	third.whole()
	second.remove(".")
	third.whole()
	third.write("a.toy", "none")
	third.expect("without a repository", 1)
}

// Only worktrees of the repository share, as both sides say it.
func TestWorktreesFound(t *testing.T) {
	main, second := twoTrees(t)
	dir := filepath.Dir(main.dir)
	check := func(root string, want ...string) {
		t.Helper()
		var got []string
		for _, r := range Worktrees(root) {
			rel, err := filepath.Rel(dir, r)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, rel)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", root, got, want)
		}
	}
	check(main.dir, "second")
	check(second.dir, "main")
	check(main.path("c"))
	if err := os.Symlink(second.dir, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	check(filepath.Join(dir, "link"), "main")

	// A repository in another one, a submodule and their worktrees.
	nested := &place{t, main.path("nested")}
	nested.write("x.toy", "def a")
	nested.git("init", "-q")
	nested.git("add", ".")
	nested.git("commit", "-q", "-m", "nested")
	check(nested.dir)
	main.git("submodule", "--quiet", "add", nested.dir, "sub")
	check(main.path("sub"))
	check(main.dir, "second")
	(&place{t, main.path("sub")}).git("worktree", "add", "-q", "--detach", "../../subtree")
	check(filepath.Join(dir, "subtree"))
	check(main.path("sub"))

	// A copy of a worktree is none of the repository's, nor is one that says that
	// it belongs to a repository which does not know it.
	if err := os.CopyFS(filepath.Join(dir, "copy"), os.DirFS(second.dir)); err != nil {
		t.Fatal(err)
	}
	check(filepath.Join(dir, "copy"))
	stranger := &place{t, filepath.Join(dir, "stranger")}
	stranger.write(".git", "gitdir: "+main.path(".git")+"\n")
	check(stranger.dir)
	stranger.write(".git", "gitdir: "+main.path(".git/worktrees/second")+"\n")
	check(stranger.dir)
	main.write(".git/worktrees/none/gitdir", stranger.path(".git")+"\n")
	main.write(".git/worktrees/bad/gitdir", "\x00\n")
	check(main.dir, "second")
	check(second.dir, "main")

	// One that was moved is found again once git knows.
	second.must(os.Rename(second.dir, filepath.Join(dir, "moved")))
	check(main.dir)
	check(filepath.Join(dir, "moved"))
	main.git("worktree", "repair", filepath.Join(dir, "moved"))
	check(main.dir, "moved")
	check(filepath.Join(dir, "moved"), "main")
}

// What another worktree has is used by who can keep nothing, and damage there
// does no harm.
func TestWorktreesDamaged(t *testing.T) {
	main, second := twoTrees(t)
	main.expect("the main worktree", 4)
	second.write(StateDir, "in the way")
	opts, n := counting()
	w, err := Open(second.dir, opts)
	second.must(err)
	if _, err := w.Sync(context.Background()); err != nil || n.Load() != 5 {
		t.Errorf("without a place of its own: %d extracted (%v)", n.Load(), err)
	}
	second.must(w.Close())
	second.remove(StateDir)

	holder, err := Open(second.dir, opts)
	second.must(err)
	n.Store(0)
	w, err = Open(second.dir, opts)
	second.must(err)
	if _, err := w.Sync(context.Background()); err != nil || n.Load() != 2 {
		t.Errorf("beside another process: %d extracted (%v)", n.Load(), err)
	}
	second.must(w.Close())
	second.must(holder.Close())

	for _, pattern := range []string{"*.generation", "packs/*.pack"} {
		names, err := filepath.Glob(filepath.Join(main.path(IndexDir), pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			main.must(err)
			for at := range data {
				if at%7 == 0 {
					data[at] ^= 0x55
				}
			}
			main.must(os.WriteFile(name, data, 0o666))
		}
		second.remove(StateDir)
		second.indexes()
		second.whole()
	}
	second.remove(StateDir)
	second.expect("beside a damaged index", 5)
}
