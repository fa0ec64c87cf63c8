package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Environment of the processes of TestQuarantine.
const (
	fragileEnv = "CI_WORKSPACE_FRAGILE" // the process indexes the folder, and may end on the way
	workerEnv  = "CI_WORKSPACE_WORKER"  // the process is a worker
)

// renewedCode is how a process ends that would renew itself.
const renewedCode = 77

// fragile is a toy that some words end the process of: in a file when it is extracted,
// and with "check:" before them when its folder is checked.
func fragile() *lang.Language {
	l := toy()
	extract := l.Extract
	l.Extract = func(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
		for _, w := range strings.Fields(string(in.Src)) {
			misbehave(w)
		}
		return extract(ctx, p, in)
	}
	l.Open = func(context.Context, lang.Files, lang.Deps) (lang.Project, error) { return bareProject{}, nil }
	l.Check = func(_ context.Context, in lang.CheckInput) error {
		folders := map[string][]string{}
		for _, p := range in.Files.Paths() {
			if in.Known(p) && (in.Only == nil || in.Only(p, path.Dir(p))) {
				folders[path.Dir(p)] = append(folders[path.Dir(p)], p)
			}
		}
		for dir, files := range folders {
			end := in.Guard.Begin(dir)
			for _, p := range files {
				if in.Guard.Barred(p) {
					continue
				}
				src, err := in.Files.Read(p)
				if err != nil {
					return err
				}
				for _, w := range strings.Fields(string(src)) {
					if w, ok := strings.CutPrefix(w, "check:"); ok {
						misbehave(w)
					}
				}
			}
			end()
		}
		return nil
	}
	return l
}

func misbehave(word string) {
	switch word {
	case "overflow":
		sink = recurse(0)
	case "slow": // but not for a worker
		if os.Getenv(workerEnv) == "" {
			misbehave("loop")
		}
	case "loop":
		for n := 0; ; n++ {
			sink = n
		}
	case "hoard":
		var all [][]byte
		for {
			all = append(all, bytes.Repeat([]byte("x"), 1<<20))
			sink = len(all)
		}
	case "abort":
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	}
}

var sink int

func recurse(n int) int {
	if n < 0 {
		return 0
	}
	return recurse(n+1) + 1
}

// fragileOptions are those of a process that has workers.
func fragileOptions() Options {
	o := Options{Known: []*lang.Language{fragile()}, Jobs: 2, Env: Env{Program: "test"}, unitTime: 200 * time.Millisecond}
	o.Renew = func(string) { os.Exit(renewedCode) }
	o.Worker = func(ctx context.Context, request []byte) ([]byte, string, error) {
		c := exec.CommandContext(ctx, os.Args[0])
		c.Env = append(os.Environ(), workerEnv+"=1")
		c.Stdin = bytes.NewReader(request)
		out, err := c.Output()
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			return out, ended.String(), nil
		}
		return out, "", err
	}
	return o
}

// fragileChild does what the environment says, if it says so.
func fragileChild() (done bool, err error) {
	switch dir := os.Getenv(fragileEnv); {
	case os.Getenv(workerEnv) != "":
		return true, Work(context.Background(), os.Stdin, os.Stdout, fragileOptions(), func() { os.Exit(1) })
	case dir != "":
		w, err := Open(dir, fragileOptions())
		if err != nil {
			return true, err
		}
		s, err := w.Sync(context.Background())
		if err != nil {
			return true, errors.Join(err, w.Close())
		}
		for _, skip := range s.Report.Skipped {
			fmt.Printf("skipped %s: %s\n", skip.Path, skip.Reason)
		}
		for _, f := range s.Report.Failed {
			fmt.Printf("failed %s: %s\n", f.Path, f.Stage)
		}
		fmt.Printf("indexed %d\n", s.Report.Indexed)
		return true, w.Close()
	}
	return false, nil
}

// settled indexes a folder in one process after the other until one survives, and
// returns what that says.
func settled(t *testing.T, dir string) string {
	t.Helper()
	for range 12 {
		c := exec.CommandContext(t.Context(), os.Args[0])
		c.Env = append(os.Environ(), fragileEnv+"="+dir)
		out, err := c.Output()
		if err == nil {
			return string(out)
		}
	}
	t.Fatal("no process survives")
	return ""
}

// Files that end the process, whatever way they do it, cost themselves alone, until they
// change.
func TestQuarantine(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 10 {
		write(fmt.Sprintf("good/%d.toy", i), fmt.Sprintf("def g%d", i))
		write(fmt.Sprintf("mixed/%d.toy", i), fmt.Sprintf("def m%d", i))
	}
	write("bad/overflow.toy", "def a overflow")
	write("bad/loop.toy", "def b loop")
	write("bad/slow.toy", "def g slow")
	write("bad/hoard.toy", "def c hoard")
	write("bad/abort.toy", "def d abort")
	write("mixed/deep.toy", "def e check:overflow")
	write("other/abort.toy", "def f check:abort")
	out := settled(t, dir)
	for _, want := range []string{
		"skipped bad/overflow.toy: " + SkipQuarantine, "skipped bad/loop.toy: " + SkipQuarantine, "skipped bad/slow.toy: " + SkipQuarantine,
		"skipped bad/hoard.toy: " + SkipQuarantine, "skipped bad/abort.toy: " + SkipQuarantine,
		"failed mixed/deep.toy: check", "failed other/abort.toy: check", "indexed 22",
	} {
		if !strings.Contains(out, want+"\n") {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if n := strings.Count(out, "\n"); n != 8 {
		t.Errorf("other files suffer:\n%s", out)
	}
	again := settled(t, dir)
	if again != out {
		t.Errorf("another time:\n%s", again)
	}
	s, err := Inspect(t.Context(), dir, Options{Known: []*lang.Language{fragile()}, Env: Env{Program: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if len(s.Quarantine) != 7 || slices.ContainsFunc(s.Quarantine, func(q Quarantine) bool { return q.Why == "" }) {
		t.Errorf("status has %v", s.Quarantine)
	}
	write("bad/loop.toy", "def b")
	if out := settled(t, dir); strings.Contains(out, "loop") || !strings.Contains(out, "indexed 23\n") {
		t.Errorf("after a change:\n%s", out)
	}
	if left, err := filepath.Glob(filepath.Join(dir, IndexDir, journalPrefix+"*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

// A journal says what was in flight, whatever state its process left it in.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("extract\nabc\na.toy\n"))
	f.Add([]byte("extract\nabc\na.toy\nexcess\n\x00rest\n"))
	f.Add(bytes.Repeat([]byte("check\n\nx\n"), 200))
	f.Fuzz(func(t *testing.T, data []byte) {
		list := suspectsIn(data)
		if len(list) > maxSuspects {
			t.Errorf("%d suspects", len(list))
		}
		for _, u := range list {
			if u.Stage != stageExtract && u.Stage != stageCheck {
				t.Errorf("stage %q", u.Stage)
			}
		}
	})
}
