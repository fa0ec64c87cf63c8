package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/sessiontest"
)

// fakeClock is a time that only tests move on.
type fakeClock struct {
	mu    sync.Mutex
	at    time.Time
	waits []fakeWait
}

type fakeWait struct {
	due  time.Time
	done chan time.Time
}

func newFakeClock() *fakeClock { return &fakeClock{at: time.Unix(1_700_000_000, 0)} }

func (c *fakeClock) clock() Clock { return Clock{Now: c.now, After: c.after} }

func (c *fakeClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *fakeClock) after(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := fakeWait{c.at.Add(d), make(chan time.Time, 1)}
	c.waits = append(c.waits, w)
	return w.done
}

// pass moves the time on, and wakes who waits for it.
func (c *fakeClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	c.waits = slices.DeleteFunc(c.waits, func(w fakeWait) bool {
		due := !w.due.After(c.at)
		if due {
			w.done <- c.at
		}
		return due
	})
}

// repo makes a folder with a file, and returns its path as it is.
func repo(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, name)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("def f(): pass\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func newTestPool(t *testing.T) (*Pool, *fakeClock) {
	c := newFakeClock()
	p := NewPool(PoolOptions{Clock: c.clock()})
	t.Cleanup(p.Close)
	return p, c
}

// TestPoolOnce: whoever asks for a folder, and by whatever name, gets the same
// repository, and it is watched.
func TestPoolOnce(t *testing.T) {
	t.Parallel()
	p, _ := newTestPool(t)
	dir := repo(t, "repo")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	names := []string{dir, link, dir + "/", filepath.Join(dir, "..", "repo"), link + "/."}
	handles := make([]*Handle, 40)
	var group sync.WaitGroup
	for i := range handles {
		group.Go(func() {
			h, err := p.Open(t.Context(), names[i%len(names)])
			if err != nil {
				t.Error(err)
			}
			handles[i] = h
		})
	}
	group.Wait()
	if t.Failed() {
		return
	}
	for _, h := range handles {
		if h.Workspace() != handles[0].Workspace() {
			t.Fatal("two workspaces of one folder")
		}
	}
	if got := p.Known(""); !slices.Equal(got, []string{dir}) {
		t.Errorf("known are %q", got)
	}
	w := handles[0].Workspace()
	eventually(t, "the first look", func() bool { return w.Watching().On && w.Current() != nil })
	eventually(t, "that it is ready", func() bool {
		st := p.Status()
		return len(st) == 1 && st[0].State == "ready" && st[0].Users == len(handles) && st[0].Indexed == 1 && st[0].Files == 1 && st[0].Root == dir && st[0].Watching != ""
	})
	if err := os.WriteFile(filepath.Join(dir, "b.py"), []byte("def g(): pass\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the new file", func() bool { return w.Current().Report.Indexed == 2 })
	if _, locked := w.Locked(); locked {
		t.Error("another process writes the index")
	}
	for _, h := range handles {
		h.Close()
		h.Close()
	}
	if st := p.Status(); len(st) != 1 || st[0].Users != 0 {
		t.Errorf("%+v", st)
	}
}

// TestPoolIdle: what nobody uses is held for some time, and let go then.
func TestPoolIdle(t *testing.T) {
	t.Parallel()
	p, clock := newTestPool(t)
	dir, other := repo(t, "one"), repo(t, "two")
	h, err := p.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := p.Open(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	clock.pass(10 * DefaultIdle)
	if p.Tidy(); len(p.Status()) != 2 {
		t.Error("a repository in use was let go")
	}
	h.Close()
	clock.pass(DefaultIdle - time.Second)
	if p.Tidy(); len(p.Status()) != 2 {
		t.Error("it was let go too early")
	}
	if h, err = p.Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	h.Close() // begins anew
	clock.pass(DefaultIdle - time.Second)
	if p.Tidy(); len(p.Status()) != 2 {
		t.Error("it was let go too early after it was used again")
	}
	clock.pass(time.Second)
	p.Tidy()
	again, err := p.Open(t.Context(), dir) // waits until it is closed, which would lock the index else
	if err != nil {
		t.Fatal(err)
	}
	if again.Workspace() == h.Workspace() {
		t.Error("it was not let go")
	}
	eventually(t, "the new one's look", func() bool { return again.Workspace().Current() != nil && again.Workspace().Watching().On })
	if _, locked := again.Workspace().Locked(); locked {
		t.Error("the one before still writes the index")
	}
	again.Close()
	kept.Close()
	clock.pass(DefaultIdle)
	p.Tidy()
	eventually(t, "an empty pool", p.Empty)
	if got := p.Known(""); len(got) != 0 {
		t.Errorf("known are %q", got)
	}
}

// TestPoolMemory: of a repository that was let go nothing stays in memory, even
// where somebody keeps the handle.
func TestPoolMemory(t *testing.T) {
	t.Parallel()
	p, clock := newTestPool(t)
	runtime.KeepAlive(letGo(t, p, clock))
}

// letGo opens a repository and lets it go, until nothing of it is in memory; the handle
// is kept.
func letGo(t *testing.T, p *Pool, clock *fakeClock) *Handle {
	t.Helper()
	h, err := p.Open(t.Context(), repo(t, "repo"))
	if err != nil {
		t.Fatal(err)
	}
	w := weak.Make(h.Workspace())
	eventually(t, "the first look", func() bool { return w.Value().Current() != nil })
	h.Close()
	clock.pass(DefaultIdle)
	p.Tidy()
	eventually(t, "an empty pool", p.Empty)
	eventually(t, "the memory", func() bool {
		runtime.GC()
		return w.Value() == nil
	})
	return h
}

// TestPoolLimitsMemory: the process keeps to what its repositories allow together, as
// they say it at the time. It is not parallel: the limit is that of the process.
func TestPoolLimitsMemory(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "")
	p, clock := newTestPool(t)
	allow := func(root string, mb int) {
		t.Helper()
		writeFile(t, filepath.Join(root, ".code-intel", "config.json"), fmt.Sprintf(`{"memory_limit_mb": %d}`, mb))
	}
	limit := func(want int64) {
		t.Helper()
		eventually(t, fmt.Sprintf("a limit of %d", want), func() bool { return debug.SetMemoryLimit(-1) == want })
	}
	one, two := repo(t, "one"), repo(t, "two")
	allow(one, 3000)
	allow(two, 5000)
	h, err := p.Open(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	limit(3000 << 20)
	other, err := p.Open(t.Context(), two)
	if err != nil {
		t.Fatal(err)
	}
	limit(8000 << 20)
	eventually(t, "that it is watched", func() bool { w := h.Workspace(); return w.Watching().On && w.Current() != nil })
	allow(one, 7000)
	limit(12000 << 20)
	h.Close()
	clock.pass(DefaultIdle)
	p.Tidy()
	limit(5000 << 20)
	other.Close()
	clock.pass(DefaultIdle)
	p.Tidy()
	limit(math.MaxInt64)
}

// TestPoolGone: a repository whose folder is not there any more is let go, at once
// or when the last who uses it has left; one that comes to be there instead is
// another.
func TestPoolGone(t *testing.T) {
	t.Parallel()
	p, _ := newTestPool(t)
	dir := repo(t, "repo")
	h, err := p.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, dir+"2"); err != nil {
		t.Fatal(err)
	}
	p.Tidy()
	if got := p.Known(""); len(got) != 0 {
		t.Errorf("known are %q", got)
	}
	if st := p.Status(); len(st) != 1 || st[0].State != "gone" {
		t.Errorf("%+v", st)
	}
	if _, err := p.Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "no such folder") {
		t.Errorf("%v", err)
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	other, err := p.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if other.Workspace() == h.Workspace() {
		t.Error("another folder of the same name is the same repository")
	}
	other.Close()
	h.Close()
	eventually(t, "the end of the one that is gone", func() bool { return len(p.Status()) == 1 })
	eventually(t, "the removed folder", func() bool { return os.RemoveAll(dir) == nil }) // its index is being written
	eventually(t, "an empty pool", func() bool {
		p.Tidy()
		return p.Empty()
	})
}

// TestPoolExpires: sessions in which nothing happens end while the repository is open.
func TestPoolExpires(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	p := NewPool(PoolOptions{Clock: clock.clock(), Idle: 100 * 24 * time.Hour})
	defer p.Close()
	root := repo(t, "a")
	h, err := p.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	code := sessiontest.New(map[string]string{"a.toy": "func a\n"})
	started, err := h.Sessions().Start(t.Context(), session.StartArgs{Intent: session.Question, Query: "a?"}, session.Agent{}, code)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(root, ".code-intel", "sessions", started.SessionID+".json")
	ended := func() bool {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(data, []byte(`"phase":"CLOSED"`))
	}
	clock.pass(6 * 24 * time.Hour)
	p.Tidy()
	if ended() {
		t.Error("it ended after six days")
	}
	clock.pass(2 * 24 * time.Hour)
	p.Tidy()
	for late := time.After(20 * time.Second); !ended(); {
		select {
		case <-late:
			t.Fatal("it has not ended after eight days")
		case <-time.After(time.Millisecond):
		}
	}
}

func TestPoolErrors(t *testing.T) {
	t.Parallel()
	p, _ := newTestPool(t)
	dir := repo(t, "repo")
	file := filepath.Join(dir, "a.py")
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ root, want string }{
		{"repo", `"repo" is not an absolute path`},
		{"", `"" is not an absolute path`},
		{filepath.Join(dir, "none"), "no such folder; give the path of a repository"},
		{filepath.Join(file, "x"), "not a directory; give a folder that can be read"},
		{file, "not a folder; give the folder that it lies in"},
		{loop, "too many links; give a folder that can be read"},
		{dir + "\x00", "invalid argument"},
	} {
		if _, err := p.Open(t.Context(), tc.root); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %q", tc.root, err, tc.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Open(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if !p.Empty() {
		t.Errorf("%+v", p.Status())
	}
	p.Close()
	if _, err := p.Open(t.Context(), dir); !errors.Is(err, errPoolClosed) {
		t.Errorf("%v", err)
	}
}

// TestPoolWorktrees: the worktrees of a repository are known with it.
func TestPoolWorktrees(t *testing.T) {
	t.Parallel()
	p, _ := newTestPool(t)
	dir := repo(t, "main")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=b", "commit", "-q", "-m", "one"}, {"worktree", "add", "-q", "../second"}} {
		c := exec.Command("git", args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatal(args, err, string(out))
		}
	}
	h, err := p.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	other, err := p.Open(t.Context(), repo(t, "other"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	want := []string{dir, filepath.Join(filepath.Dir(dir), "second"), other.r.root}
	slices.Sort(want)
	if got := p.Known(dir); !slices.Equal(got, want) {
		t.Errorf("known are %q, want %q", got, want)
	}
	if got := p.Known(other.r.root); slices.Contains(got, want[1]) && strings.HasSuffix(want[1], "second") || len(got) != 2 {
		t.Errorf("known to another repository are %q", got)
	}
}

// TestPoolClosesWhileOpening: closing waits for what is being opened and used.
func TestPoolClosesWhileOpening(t *testing.T) {
	t.Parallel()
	p, _ := newTestPool(t)
	var group sync.WaitGroup
	for i := range 8 {
		dir := repo(t, fmt.Sprint(i))
		group.Go(func() {
			if _, err := p.Open(t.Context(), dir); err != nil && !errors.Is(err, errPoolClosed) {
				t.Error(err)
			}
		})
	}
	p.Close()
	group.Wait()
	p.Close()
	if !p.Empty() {
		t.Errorf("%+v", p.Status())
	}
}

// TestPoolClosesAtWork: a repository is let go while it is looked at for somebody
// who has nothing to do with its watch, which waits for that look.
func TestPoolClosesAtWork(t *testing.T) {
	t.Parallel()
	looks := make(chan struct{}, 10)
	var endless atomic.Bool
	var languages []*lang.Language
	for _, l := range all.Languages() {
		if l.Name == "python" {
			l := *l
			l.Open = func(ctx context.Context, _ lang.Files, _ lang.Deps) (lang.Project, error) {
				if !endless.Load() {
					return nil, nil
				}
				looks <- struct{}{}
				<-ctx.Done()
				return nil, ctx.Err()
			}
			languages = append(languages, &l)
		}
	}
	p := NewPool(PoolOptions{
		Workspace: workspace.Options{Known: languages},
		Watch:     workspace.WatchOptions{Quiet: time.Hour, MaxDelay: time.Hour}, // it looks once
	})
	dir := repo(t, "repo")
	h, err := p.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the first look", func() bool { return h.Workspace().Watching().On })
	endless.Store(true)
	if err := os.WriteFile(filepath.Join(dir, "b.py"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	looked := make(chan error, 1)
	go func() {
		_, err := h.Workspace().Sync(context.Background())
		looked <- err
	}()
	<-looks
	closed := make(chan struct{})
	go func() {
		p.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(20 * time.Second):
		t.Fatal("it is not closed")
	}
	if err := <-looked; !errors.Is(err, workspace.ErrClosed) {
		t.Errorf("the look ends with %v", err)
	}
}

// TestPoolRelieve: where there is too little memory the repositories that nobody uses are
// let go at once, and no others.
func TestPoolRelieve(t *testing.T) {
	t.Parallel()
	p, _ := newTestPool(t)
	used, err := p.Open(t.Context(), repo(t, "used"))
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	idle, err := p.Open(t.Context(), repo(t, "idle"))
	if err != nil {
		t.Fatal(err)
	}
	idle.Close()
	p.Relieve()
	eventually(t, "one repository", func() bool { s := p.Status(); return len(s) == 1 && filepath.Base(s[0].Root) == "used" })
	if used.Workspace().Current() == nil {
		if _, err := used.Workspace().Sync(t.Context()); err != nil {
			t.Errorf("the repository that is used can't be: %v", err)
		}
	}
}
