package workspace

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index"
)

// Environment of TestHistory.
const (
	historyEnv      = "CI_WORKSPACE_HISTORY"       // a repository to go about, instead of a small one
	historyStepsEnv = "CI_WORKSPACE_HISTORY_STEPS" // how many steps are taken, instead of 60
	historySeedEnv  = "CI_WORKSPACE_HISTORY_SEED"  // of the steps
)

// rambler does things to a repository as people do, at random.
type rambler struct {
	*place
	r       *rand.Rand
	commits []string
	log     []string
}

func (b *rambler) try(args ...string) bool {
	out, err := b.runGit(args...)
	b.log = append(b.log, "git "+strings.Join(args, " "))
	if err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		b.log = append(b.log, "    "+first)
	}
	return err == nil
}

// lines are the lines that a git command prints.
func (b *rambler) lines(args ...string) []string {
	b.t.Helper()
	out, err := b.runGit(args...)
	b.must(err)
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == 0 })
}

func (b *rambler) commit() string { return b.commits[b.r.IntN(len(b.commits))] }

// file is one of the tracked files that are there, "" when there is none.
func (b *rambler) file() string {
	files := b.lines("ls-files", "-z")
	for range 20 {
		if len(files) == 0 {
			break
		}
		name := files[b.r.IntN(len(files))]
		if info, err := os.Lstat(b.path(name)); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// edit changes some lines of some files.
func (b *rambler) edit() {
	for range 1 + b.r.IntN(4) {
		name := b.file()
		if name == "" {
			return
		}
		data, err := os.ReadFile(b.path(name))
		b.must(err)
		rows := bytes.SplitAfter(data, []byte("\n"))
		at, to := b.r.IntN(len(rows)), b.r.IntN(len(rows))
		switch b.r.IntN(5) {
		case 0:
			rows[at], rows[to] = rows[to], rows[at]
		case 1:
			rows = slices.Insert(rows, at, rows[to])
		case 2:
			rows = slices.Delete(rows, at, min(len(rows), at+1+b.r.IntN(5)))
		case 3:
			words := bytes.Fields(data)
			if len(words) > 0 {
				from, into := words[b.r.IntN(len(words))], words[b.r.IntN(len(words))]
				rows = [][]byte{bytes.ReplaceAll(data, from, into)}
			}
		case 4:
			rows = rows[:at]
		}
		b.write(name, string(bytes.Join(rows, nil)))
		b.log = append(b.log, "edit "+name)
	}
}

// calm ends what git has begun and not finished.
func (b *rambler) calm() {
	for _, what := range []string{"merge", "rebase", "cherry-pick", "revert"} {
		_, _ = b.runGit(what, "--abort") // there may be none
	}
	b.git("reset", "-q", "--hard")
}

// steps are what a rambler does.
func (b *rambler) steps() []func() {
	return []func(){
		b.edit, b.edit, b.edit,
		b.configure, b.configure, b.configure, b.configure,
		func() { b.calm(); b.try("checkout", "-q", "--detach", b.commit()) },
		func() { b.calm(); b.try("checkout", "-q", "--detach", b.commit()); b.try("checkout", "-q", "-") },
		func() { b.try("reset", "-q", "--hard", b.commit()) },
		func() { b.try("checkout", b.commit(), "--", ".") },
		func() {
			if name := b.file(); name != "" {
				b.try("checkout", b.commit(), "--", path.Dir(name))
			}
		},
		func() { b.try("checkout", "-q", "--", ".") },
		func() { b.edit(); b.try("stash", "-q") },
		func() { b.try("stash", "pop", "-q") },
		func() { b.edit(); b.try("commit", "-q", "-a", "-m", "edit") },
		func() { b.calm(); b.try("merge", "-q", "--no-edit", b.commit()) },
		func() { b.calm(); b.try("rebase", "-q", b.commit()) },
		func() { b.calm(); b.try("cherry-pick", b.commit()) },
		func() { b.calm(); b.try("revert", "--no-edit", "HEAD") },
		func() { b.calm() },
		func() { b.try("clean", "-fdq") },
		func() {
			if name := b.file(); name != "" {
				b.try("mv", name, path.Join(path.Dir(name), "moved-"+path.Base(name)))
			}
		},
		func() {
			if name := b.file(); name != "" && path.Dir(name) != "." {
				b.try("mv", path.Dir(name), path.Dir(name)+"-moved")
			}
		},
		func() {
			if name := b.file(); name != "" {
				b.try("mv", name, path.Join(path.Dir(name), strings.ToUpper(path.Base(name))))
			}
		},
		func() {
			if name := b.file(); name != "" {
				b.try("rm", "-r", "-q", "-f", path.Dir(name))
			}
		},
	}
}

// history makes a repository with some commits and a merge or two.
func (b *rambler) history() {
	b.manifold()
	for i := range 20 {
		b.edit()
		b.git("commit", "-q", "-a", "--allow-empty", "-m", "edit")
		if i%6 == 5 {
			b.try("checkout", "-q", "-b", "side"+strings.Repeat("x", i), "HEAD~3")
		}
	}
}

// follower is a workspace of a copy that becomes what another folder is, one file
// after the other, of some a part first, and that looks meanwhile: between two
// changes, and while they happen.
type follower struct {
	*place
	*Workspace
	r    *rand.Rand
	todo []func() // the changes that are left
}

func newFollower(t *testing.T, known declarations, seed uint64) *follower {
	f := &follower{place: &place{t, t.TempDir()}, r: rand.New(rand.NewPCG(seed, 8))}
	f.Workspace = known.open(t, f.dir, Options{Progress: func(p Progress) {
		if p.Done == p.Total && f.r.IntN(3) == 0 {
			f.change()
		}
	}})
	return f
}

// change makes the next change.
func (f *follower) change() {
	if len(f.todo) > 0 {
		do := f.todo[0]
		f.todo = f.todo[1:]
		do()
	}
}

// look is the state of a look at what is there.
func (f *follower) look() *State {
	f.t.Helper()
	for {
		s, err := f.Sync(context.Background())
		f.must(err)
		if !s.unsettled {
			return s
		}
	}
}

// follow makes the files those of a folder, and looks about eight times meanwhile.
func (f *follower) follow(dir string) {
	p, r := f.place, f.r
	p.t.Helper()
	files := func(dir string) map[string]string {
		m := map[string]string{}
		p.must(filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == ".git" || d.Name() == "index" && filepath.Base(filepath.Dir(name)) == StateDir):
				return filepath.SkipDir
			case !d.Type().IsRegular():
				return nil
			}
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(dir, name)
			m[filepath.ToSlash(rel)] = string(data)
			return err
		}))
		return m
	}
	is, want := files(p.dir), files(dir)
	var changes []string
	for name, text := range want {
		if old, ok := is[name]; !ok || old != text {
			changes = append(changes, name)
		}
	}
	for name := range is {
		if _, ok := want[name]; !ok {
			changes = append(changes, name)
		}
	}
	slices.Sort(changes)
	r.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
	for _, name := range changes {
		text, ok := want[name]
		if !ok {
			f.todo = append(f.todo, func() { p.remove(name) })
			continue
		}
		if r.IntN(3) == 0 && path.Base(name) != path.Base(ConfigFile) { // a part of that is an error
			f.todo = append(f.todo, func() { p.place(name, text[:r.IntN(len(text)+1)]) })
		}
		f.todo = append(f.todo, func() { p.place(name, text) })
	}
	for len(f.todo) > 0 {
		f.change()
		if r.IntN(len(changes)) < 4 {
			_, err := f.Sync(context.Background())
			p.must(err)
		}
	}
}

// place writes a file, whatever has its name or that of a folder above it.
func (p *place) place(name, text string) {
	p.t.Helper()
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		if info, err := os.Lstat(p.path(at)); err == nil && !info.IsDir() {
			p.remove(at)
		}
	}
	if info, err := os.Lstat(p.path(name)); err == nil && info.IsDir() {
		p.remove(name)
	}
	p.write(name, text)
}

// factsOnly is a shelf that keeps what is known of contents, and no state: each
// look links all anew.
type factsOnly struct{ *memShelf }

func (factsOnly) published() ([]byte, index.Reads, func(), error) {
	return nil, nil, nil, errNothing
}

// TestHistory goes about in a repository's history at random. After each step a
// workspace that stays open, one that is opened on disk by the next process, and
// one that is watched have what a build from scratch has. So has one of a copy
// that follows file by file, and looks meanwhile.
func TestHistory(t *testing.T) {
	steps, seed := envNumber(t, historyStepsEnv, 60), envNumber(t, historySeedEnv, 1)
	b := &rambler{place: &place{t, t.TempDir()}, r: rand.New(rand.NewPCG(uint64(seed), 7))}
	if from := os.Getenv(historyEnv); from != "" {
		b.git("clone", "-q", from, ".")
	} else {
		b.history()
	}
	b.commits = b.lines("rev-list", "--all")
	known := builtIn(t)
	ctx := context.Background()
	facts := factsOnly{known.shelf()}
	stays := known.open(t, b.dir, Options{})
	follows := newFollower(t, known, uint64(seed))
	watched := watch(t, known.open(t, b.dir, Options{}), byEvents(WatchOptions{}))
	if len(b.commits) > 100 {
		watched.patience *= 4
	}
	todo := b.steps()
	reused := 0
	defer func() {
		if t.Failed() {
			t.Logf("seed %d:\n%s", seed, strings.Join(b.log[max(0, len(b.log)-20):], "\n"))
		}
	}()
	for n := range steps {
		todo[b.r.IntN(len(todo))]()
		if n%3 == 2 {
			stays.Forget()
			watched.Forget()
		}
		fresh, err := openWith(b.dir, Options{}, func(string, func(string)) (shelf, error) { return facts, nil })
		b.must(err)
		want, err := fresh.Sync(ctx)
		b.must(err)
		s, err := stays.Sync(ctx)
		b.must(err)
		agree(t, "a workspace that stays", s, want)
		follows.follow(b.dir)
		fresh, err = openWith(follows.place.dir, Options{}, func(string, func(string)) (shelf, error) { return facts, nil })
		b.must(err)
		copied, err := fresh.Sync(ctx)
		b.must(err)
		agree(t, "a workspace that looks meanwhile", follows.look(), copied)
		next, err := Open(b.dir, Options{})
		b.must(err)
		if s, err = next.Sync(ctx); err != nil || len(next.warnings) > 0 {
			t.Errorf("the next process: %v, %q", err, next.warnings)
		}
		agree(t, "the next process", s, want)
		if s.Reused {
			reused++
		}
		b.must(next.Close())
		watched.becomes("a watched workspace", want)
		if t.Failed() {
			t.Fatalf("step %d", n)
		}
	}
	if reused > steps*3/4 {
		t.Errorf("nothing changed in %d of %d steps", reused, steps)
	}
	t.Logf("%d steps in a history of %d commits", steps, len(b.commits))
}

// What changes while a look runs, after it was compared and before it is read, is
// known to the next look.
func TestChangeDuringLook(t *testing.T) {
	known := builtIn(t)
	for _, c := range []struct{ name, edited, part, whole string }{
		{"packages/ui/package.json", "packages/ui/other.ts", `{"name": "ui3"}`, `{"name": "ui3"}`},
		{"till/till.go", "shop.go", "package till\n\n", "package till\n\nfunc Open(n int) int { return n + 1 }\n"},
	} {
		p := &place{t, t.TempDir()}
		p.manifold()
		var meanwhile func()
		w := known.open(t, p.dir, Options{
			clock: func() time.Time { return time.Now().Add(time.Hour) }, // stamps are trusted at once
			Progress: func(p Progress) {
				if p.Phase == PhaseScan && p.Total > 0 && meanwhile != nil {
					meanwhile()
				}
			},
		})
		w.scratch(t)
		p.add(c.edited, "\n")
		w.scratch(t)
		p.add(c.edited, "\n")
		meanwhile = func() { p.write(c.name, c.part) }
		w.scratch(t)
		meanwhile = nil
		p.write(c.name, c.whole)
		agree(t, c.name, w.scratch(t), known.scratch(t, p.dir))
	}
}

// A file that is read, and is gone when it is read once more in the same look, is
// known to the next look, whatever it says then.
func TestGoneDuringLook(t *testing.T) {
	known := builtIn(t)
	for _, phase := range []string{PhaseScan, PhaseExtract} {
		for _, name := range []string{"till/till.go", "jav/src/main/java/shop/Till.java", "pyproject.toml"} {
			t.Run(phase+" "+name, func(t *testing.T) {
				t.Parallel()
				p := &place{t, t.TempDir()}
				p.manifold()
				text, err := os.ReadFile(p.path(name))
				p.must(err)
				var meanwhile func()
				w := known.open(t, p.dir, Options{
					clock: func() time.Time { return time.Now().Add(time.Hour) }, // stamps are trusted at once
					Progress: func(p Progress) {
						if p.Phase == phase && p.Done == p.Total && meanwhile != nil {
							meanwhile()
						}
					},
				})
				w.scratch(t)
				p.add("packages/ui/other.ts", "\n")
				p.write("new.go", "package shop\n")
				meanwhile = func() { p.remove(name) }
				w.scratch(t)
				meanwhile = nil
				p.write(name, string(text))
				agree(t, "back again", w.scratch(t), known.scratch(t, p.dir))
				p.remove("new.go")
				p.add("shop.go", "\n")
				meanwhile = func() { p.remove(name) }
				w.scratch(t)
				meanwhile = nil
				agree(t, "gone", w.scratch(t), known.scratch(t, p.dir))
				p.write(name, string(text))
				agree(t, "there again", w.scratch(t), known.scratch(t, p.dir))
			})
		}
	}
}
