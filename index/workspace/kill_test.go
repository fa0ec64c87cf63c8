package workspace

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"codeintel/index/lang"
)

// Environment of this package's tests.
const (
	killDirEnv  = "CI_WORKSPACE_KILL_DIR"  // the process is one to be killed, and works there
	killFromEnv = "CI_WORKSPACE_KILL_FROM" // the first of its steps
	killsEnv    = "CI_WORKSPACE_KILLS"     // how many processes are killed, instead of 50
	killSeedEnv = "CI_WORKSPACE_KILL_SEED" // of the instants
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(killDirEnv); dir != "" {
		fmt.Println("ended:", workForEver(dir))
		os.Exit(1)
	}
	if done, err := fragileChild(); done {
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if dir := os.Getenv(bombEnv); dir != "" {
		if err := bombed(dir); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// stepTree is the repository after step n of a process that is to be killed: a
// few files change, one comes and one goes with each step.
func stepTree(n int) map[string]string {
	tree := map[string]string{
		fmt.Sprintf("step-%d.toy", n):     fmt.Sprintf("def step%d\ncommon", n),
		fmt.Sprintf("old/%d.toy", n/5):    "def common",
		fmt.Sprintf("moved%d/a.toy", n%2): "def moved common",
		"notes.txt":                       fmt.Sprintf("%d\n", n),
	}
	for i := range 24 {
		version := (n + i) / 8
		tree[fmt.Sprintf("dir%d/f%d.toy", i%3, i)] = fmt.Sprintf("def d%d_%d\nd%d_%d common %s", i, version, i+1, (n+i+1)/8, strings.Repeat("word ", 400))
	}
	return tree
}

// become makes the files of a folder those of a tree, and says at each step so.
func become(dir string, tree map[string]string, step func()) error {
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && (d.Name() == StateDir || d.Name() == ".git"):
			return filepath.SkipDir
		case d.Name() == StateDir || d.Name() == ".git" || d.IsDir() || tree[filepath.ToSlash(rel)] != "":
			return nil
		}
		step()
		return os.Remove(name)
	})
	if err != nil {
		return err
	}
	for _, rel := range slices.Sorted(maps.Keys(tree)) {
		name := filepath.Join(dir, filepath.FromSlash(rel))
		if old, err := os.ReadFile(name); err == nil && string(old) == tree[rel] {
			continue
		}
		step()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(tree[rel]), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// workForEver edits the repository and brings its index up to date, step by
// step, and prints the number of each that is done.
func workForEver(dir string) error {
	n, err := strconv.Atoi(os.Getenv(killFromEnv))
	if err != nil {
		return err
	}
	tell := func() { fmt.Println(".") }
	opts := Options{Known: []*lang.Language{toy()}, Progress: func(Progress) { tell() }}
	for {
		w, err := Open(dir, opts)
		if err != nil {
			return err
		}
		for range 3 {
			if err := become(dir, stepTree(n), tell); err != nil {
				return err
			}
			s, err := w.Sync(context.Background())
			if err != nil {
				return err
			}
			if len(s.Report.Warnings) > 0 {
				return fmt.Errorf("warnings %q", s.Report.Warnings)
			}
			fmt.Println(n)
			n++
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
}

// TestKill kills processes at random instants while they index and publish.
// After each the workspace opens at once, at the state that was published last
// or the one that was about to be, whole, and a look finds what a build from
// scratch finds.
func TestKill(t *testing.T) {
	t.Run("alone", func(t *testing.T) {
		t.Parallel()
		testKill(t, t.TempDir(), func(int) {})
	})
	// Beside another worktree, which knows much of what the process needs.
	t.Run("worktree", func(t *testing.T) {
		t.Parallel()
		main := &place{t, filepath.Join(t.TempDir(), "main")}
		main.write("first.toy", "def first")
		main.git("init", "-q")
		main.git("add", ".")
		main.git("commit", "-q", "-m", "one")
		main.git("worktree", "add", "-q", "../second")
		second := &place{t, main.path("../second")}
		linked := 0
		testKill(t, second.dir, func(from int) {
			for n := from; n < from+4; n++ {
				main.must(become(main.dir, stepTree(n), func() {}))
				syncPlace(main, Options{Known: []*lang.Language{toy()}})
			}
			packs, err := filepath.Glob(second.path(IndexDir + "/packs/*.pack"))
			main.must(err)
			for _, p := range packs {
				if sameFile(p, main.path(IndexDir+"/packs/"+filepath.Base(p))) {
					linked++
				}
			}
			if from%3 == 0 {
				second.remove(StateDir) // the next one begins with what the other has
			}
		})
		if linked == 0 {
			t.Error("nothing was taken over")
		}
	})
}

// testKill kills processes in a folder. before is called before each, with the
// first step that the process will do; it may remove the index.
func testKill(t *testing.T, dir string, before func(from int)) {
	kills, seed := envNumber(t, killsEnv, 50), envNumber(t, killSeedEnv, 1)
	r := rand.New(rand.NewPCG(uint64(seed), 4))
	opts := Options{Known: []*lang.Language{toy()}}
	scratch := func(dir string) *State {
		s, report, err := Index(context.Background(), dir, opts)
		if err != nil {
			t.Fatal(err)
		}
		return &State{Snapshot: s, Report: report}
	}
	beside := t.TempDir()
	from, published, states := 0, -1, 0
	var slowest time.Duration
	for kill := range kills {
		before(from)
		if _, err := os.Stat(filepath.Join(dir, StateDir)); err != nil {
			published = -1
		}
		done := killed(t, r, dir, from)
		if done >= 0 {
			published = done
		}

		began := time.Now()
		w, err := Open(dir, opts)
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		slowest = max(slowest, time.Since(began))
		if len(w.warnings) > 0 {
			t.Fatalf("kill %d: %q", kill, w.warnings)
		}
		if s := w.Current(); s != nil {
			states++
			step := stepOf(s)
			first := max(from, published+1)
			if step != published && (step < first || step > first) {
				t.Fatalf("kill %d: the state is of step %d; %d was published, the process began with %d", kill, step, published, from)
			}
			if step >= 0 {
				if err := become(beside, stepTree(step), func() {}); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(stateOf(t, s), stateOf(t, scratch(beside))) {
					t.Fatalf("kill %d: the state is not that of step %d", kill, step)
				}
			}
		} else if published >= 0 {
			t.Fatalf("kill %d: the state of step %d is lost", kill, published)
		}
		// What the process left may be half an edit; it is made whole for the next.
		s, err := w.Sync(context.Background())
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		agree(t, fmt.Sprintf("kill %d", kill), s, scratch(dir))
		from = max(from, published+1) + 1
		published = from
		if err := become(dir, stepTree(from), func() {}); err != nil {
			t.Fatal(err)
		}
		if s, err = w.Sync(context.Background()); err != nil {
			t.Fatal(err)
		}
		agree(t, fmt.Sprintf("after kill %d", kill), s, scratch(dir))
		from++
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d kills, %d steps, %d states found; opening took %v at most", kills, published, states, slowest)
	if states < kills/2 || published < kills {
		t.Error("the kills say too little")
	}
	if limit := 300 * time.Millisecond; slowest > 10*limit { // a machine that does other things too
		t.Errorf("opening took %v, want %v", slowest, limit)
	}
}

func envNumber(t *testing.T, env string, otherwise int) int {
	t.Helper()
	text := os.Getenv(env)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", env, err)
	}
	return n
}

// stepOf is the step that a state is of, -1 when it is of none.
func stepOf(s *State) int {
	for _, d := range s.Snapshot.Docs() {
		var n int
		if _, err := fmt.Sscanf(d.Path, "step-%d.toy", &n); err == nil {
			return n
		}
	}
	return -1
}

// killed starts a process that works from a step on, kills it, and returns the
// last step that it said was done, or -1.
func killed(t *testing.T, r *rand.Rand, dir string, from int) (done int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killDirEnv+"="+dir, killFromEnv+"="+strconv.Itoa(from))
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	done = -1
	// A process says about twenty things in each step, and is busy for some
	// milliseconds after the last of them.
	at, delay := r.IntN(100), time.Duration(r.IntN(8000))*time.Microsecond
	for ; lines.Scan(); at-- {
		if n, err := strconv.Atoi(lines.Text()); err == nil {
			done = n
		}
		if strings.HasPrefix(lines.Text(), "ended:") {
			t.Fatal(lines.Text())
		}
		if at == 0 {
			timer := time.AfterFunc(delay, func() { _ = child.Process.Kill() }) // Wait tells whether it worked
			defer timer.Stop()
		}
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
	return done
}

// fullShelf is a shelf on a disk with little room.
type fullShelf struct {
	*memShelf
	room int // bytes of a state; without any it takes nothing
	err  error
}

type fullWriter struct {
	w    io.Writer
	room int
	err  error
}

func (f *fullWriter) Write(b []byte) (int, error) {
	if len(b) > f.room {
		return 0, f.err
	}
	f.room -= len(b)
	return f.w.Write(b)
}

func (f *fullShelf) publish(ctx context.Context, write func(io.Writer) error) error {
	if f.err == nil {
		return f.memShelf.publish(ctx, write)
	}
	return f.memShelf.publish(ctx, func(w io.Writer) error { return write(&fullWriter{w, f.room, f.err}) })
}

// Where the index can't be kept answers are right nevertheless, users are told,
// and it is kept when it can be again.
func TestNotKept(t *testing.T) {
	ctx := context.Background()
	p := &place{t, t.TempDir()}
	opts := Options{Known: []*lang.Language{toy()}}
	edit := func(n int) *State {
		p.must(become(p.dir, stepTree(n), func() {}))
		s, r, err := Index(ctx, p.dir, opts)
		p.must(err)
		return &State{Snapshot: s, Report: r}
	}
	told := func(s *State) bool {
		return slices.ContainsFunc(s.Report.Warnings, func(text string) bool { return strings.Contains(text, "the index is not kept") })
	}
	full := &fullShelf{memShelf: newMemShelf()}
	w, err := openWith(p.dir, opts, func(string, func(string)) (shelf, error) { return full, nil })
	p.must(err)
	n := 0
	for _, full.err = range []error{syscall.ENOSPC, nil, syscall.EROFS, syscall.EDQUOT, syscall.EIO, nil} {
		for _, full.room = range []int{0, 100, 2000} {
			before := full.state
			n++
			want := edit(n)
			s, err := w.Sync(ctx)
			p.must(err)
			agree(t, "on a full disk", s, want)
			if told(s) != (full.err != nil) {
				t.Errorf("%v: warnings %q", full.err, s.Report.Warnings)
			}
			if full.err != nil && !bytes.Equal(before, full.state) {
				t.Errorf("%v: part of a state was kept", full.err)
			}
			again, err := openWith(p.dir, opts, func(string, func(string)) (shelf, error) { return full.memShelf, nil })
			p.must(err)
			s, err = again.Sync(ctx)
			p.must(err)
			agree(t, "the next process", s, want)
		}
	}

	// The place of the index is taken by something else.
	for _, taken := range []string{StateDir, IndexDir} {
		p.remove(StateDir)
		p.write(taken, "a file")
		want := edit(n)
		w, err := Open(p.dir, opts)
		p.must(err)
		s, err := w.Sync(ctx)
		p.must(err)
		agree(t, "without a place", s, want)
		if !told(s) {
			t.Errorf("%s is a file: warnings %q", taken, s.Report.Warnings)
		}
		p.must(w.Close())
	}

	// A folder that must not be written, where that holds for this user.
	p.remove(StateDir)
	p.must(os.Chmod(p.dir, 0o555))
	t.Cleanup(func() { p.must(os.Chmod(p.dir, 0o755)) })
	w, err = Open(p.dir, opts)
	p.must(err)
	s, err := w.Sync(ctx)
	p.must(err)
	agree(t, "in a read-only folder", s, edit(n))
	if _, err := os.Stat(p.path(IndexDir)); told(s) == (err == nil) {
		t.Errorf("kept: %v; warnings %q", err == nil, s.Report.Warnings)
	}
	p.must(w.Close())
}
