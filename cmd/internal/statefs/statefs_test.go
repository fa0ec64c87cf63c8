package statefs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/session/files"
)

func folder(t *testing.T) (*Folder, string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return New(root, time.Now), root
}

func put(t *testing.T, f *Folder, name, text string) string {
	t.Helper()
	stamp, err := f.Write(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return stamp
}

func content(t *testing.T, f *Folder, name string) string {
	t.Helper()
	data, _, err := f.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestLikeMemory does the same to a folder and to the one in memory that other
// packages are tested with.
func TestLikeMemory(t *testing.T) {
	disk, _ := folder(t)
	var got [2]string
	for i, f := range []files.Files{disk, &files.Memory{}} {
		var out strings.Builder
		say := func(what string, err error) {
			verdict := "ok"
			switch {
			case errors.Is(err, files.ErrNotExist):
				verdict = "none"
			case err != nil:
				verdict = "error"
			}
			fmt.Fprintf(&out, "%s: %s\n", what, verdict)
		}
		read := func(name string) {
			data, stamp, err := f.Read(name)
			again, stampErr := f.Stamp(name)
			if stamp != again || (err == nil) != (stampErr == nil) {
				t.Errorf("%d: the stamps of %s are %q (%v) and %q (%v)", i, name, stamp, err, again, stampErr)
			}
			say(fmt.Sprintf("read %s %q", name, data), err)
		}
		list := func(dir string) {
			names, err := f.List(dir)
			say(fmt.Sprintf("list %s %q", dir, names), err)
		}
		list("sessions")
		read("sessions/a.json")
		for _, name := range []string{"sessions/b.json", "sessions/a.json", "top.json", "sessions/a.json", "../out", "/etc/out", "a/../b", ""} {
			_, err := f.Write(name, []byte("text of "+name))
			say("write "+name, err)
		}
		read("sessions/a.json")
		for range 2 {
			say("append", f.Append("log", []byte("a line\n")))
		}
		read("log")
		read("../out")
		list("sessions")
		list(".")
		say("remove", f.Remove("sessions/a.json"))
		say("remove again", f.Remove("sessions/a.json"))
		say("remove outside", f.Remove("../out"))
		list("sessions")
		unlock, err := f.Lock(t.Context(), "sessions/a")
		say("lock", err)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = f.Lock(ctx, "sessions/a")
		say("lock again", err)
		unlock()
		unlock, err = f.Lock(t.Context(), "sessions/a")
		say("lock after", err)
		unlock()
		list("sessions")
		got[i] = out.String()
	}
	if got[0] != got[1] {
		t.Errorf("the disk gave\n%s\nand memory\n%s", got[0], got[1])
	}
}

func TestModesAndGit(t *testing.T) {
	f, root := folder(t)
	put(t, f, "sessions/a.json", "{}")
	put(t, f, "agreements/a.md", "text")
	if err := f.Append("decisions.jsonl", []byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{
		"sessions": 0o700, "sessions/a.json": 0o600, "decisions.jsonl": 0o600, "agreements": 0o755, "agreements/a.md": 0o644,
	} {
		info, err := os.Stat(filepath.Join(root, ".code-intel", name))
		if err != nil || info.Mode().Perm()&^want != 0 || want&0o600 != info.Mode().Perm()&0o600 {
			t.Errorf("%s has the mode %v (%v), want %v", name, info.Mode(), err, want)
		}
	}
	git := func(args ...string) string {
		c := exec.Command("git", args...)
		c.Dir = root
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git("init", "-q")
	if got := git("status", "--porcelain", "-uall"); got != "?? .code-intel/agreements/a.md\n" {
		t.Errorf("git sees %q", got)
	}
	// A team that has rules of its own shares no sessions either.
	if err := os.WriteFile(filepath.Join(root, ".code-intel", ".gitignore"), []byte("*.jsonl\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	put(t, f, "sessions/b.json", "{}")
	if got := git("status", "--porcelain", "-uall"); got != "?? .code-intel/.gitignore\n?? .code-intel/agreements/a.md\n" {
		t.Errorf("git sees %q with the rules of a team", got)
	}
}

// TestLinksLeadNowhere: no link gets a file read or written that is not in the
// folder, wherever it is.
func TestLinksLeadNowhere(t *testing.T) {
	for _, link := range []struct{ at, to string }{
		{".code-intel", "../outside"},
		{".code-intel", "src"},
		{".code-intel", "ABSOLUTE"},
		{".code-intel/sessions", "../src"},
		{".code-intel/sessions", "../../outside"},
		{".code-intel/sessions", "ABSOLUTE"},
		{".code-intel/sessions/a.json", "../../src/a.json"},
		{".code-intel/sessions/a.json", "../../../outside/a.json"},
		{".code-intel/sessions/a.json", "b.json"},
		{".code-intel/sessions/.a.json.lock", "../../src/a.json"},
	} {
		t.Run(link.at+" to "+link.to, func(t *testing.T) {
			f, top := folder(t)
			root := filepath.Join(top, "repository")
			f.root = root
			for _, dir := range []string{"outside", "repository/src"} {
				if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(top, dir, "a.json"), []byte("theirs"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			to := link.to
			if to == "ABSOLUTE" {
				to = filepath.Join(top, "outside")
			}
			at := filepath.Join(root, link.at)
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o777), os.Symlink(to, at)); err != nil {
				t.Fatal(err)
			}
			if data, _, err := f.Read("sessions/a.json"); err == nil {
				t.Errorf("read %q", data)
			}
			if names, err := f.List("sessions"); len(names) > 0 {
				t.Errorf("listed %q (%v)", names, err)
			}
			// Whether these fail depends on what the link takes the place of.
			_ = f.Append("sessions/a.json", []byte("ours\n"))
			_, _ = f.Write("sessions/a.json", []byte("ours"))
			_ = f.Remove("sessions/a.json")
			if unlock, err := f.Lock(t.Context(), "sessions/a.json"); err == nil {
				unlock()
			}
			for _, name := range []string{"outside", "repository/src"} {
				list, err := os.ReadDir(filepath.Join(top, name))
				if err != nil || len(list) != 1 {
					t.Errorf("%s holds %v (%v)", name, list, err)
				}
				if data, err := os.ReadFile(filepath.Join(top, name, "a.json")); err != nil || string(data) != "theirs" {
					t.Errorf("the file in %s holds %q (%v)", name, data, err)
				}
			}
		})
	}
}

func TestOddFiles(t *testing.T) {
	f, root := folder(t)
	put(t, f, "sessions/a.json", "{}")
	at := filepath.Join(root, ".code-intel", "sessions", "folder.json")
	if err := os.Mkdir(at, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Read("sessions/folder.json"); err == nil || strings.Contains(err.Error(), root) {
		t.Errorf("a folder was read, or the error has a path of the machine: %v", err)
	}
	if _, err := f.Write("sessions/folder.json", nil); err == nil {
		t.Error("a folder was replaced")
	}
	if err := f.Remove("sessions/folder.json"); err == nil {
		t.Error("a folder was removed")
	}
	if err := os.Truncate(filepath.Join(root, ".code-intel", "sessions", "a.json"), MaxFile+1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Read("sessions/a.json"); err == nil || errors.Is(err, files.ErrNotExist) {
		t.Errorf("a file that is too large was read (%v)", err)
	}
	if names, err := f.List("sessions"); err != nil || !slices.Equal(names, []string{"a.json"}) {
		t.Errorf("listed %q (%v)", names, err)
	}
}

// TestStamps: a stamp tells any two states apart, however fast they follow one
// another, and whatever is done to the times of the file.
func TestStamps(t *testing.T) {
	f, root := folder(t)
	at := filepath.Join(root, ".code-intel", "a.json")
	for _, clock := range []struct {
		name string
		now  func() time.Time
	}{
		{"as it is", time.Now},
		{"later", func() time.Time { return time.Now().Add(time.Hour) }},
		{"earlier", func() time.Time { return time.Now().Add(-time.Hour) }},
	} {
		f.now = clock.now
		seen := map[string]int{}
		for i := range 300 {
			stamp := put(t, f, "a.json", fmt.Sprintf("%05d", i))
			if now, err := f.Stamp("a.json"); clock.name != "later" && (now != stamp || err != nil) {
				t.Fatalf("%s: written as %s, and now %s (%v)", clock.name, stamp, now, err)
			}
			if before, ok := seen[stamp]; ok {
				t.Fatalf("%s: states %d and %d have the stamp %s", clock.name, before, i, stamp)
			}
			seen[stamp] = i
		}
	}
	f.now = func() time.Time { return time.Now().Add(time.Hour) } // times are settled
	before, err := f.Stamp("a.json")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(at)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := f.Stamp("a.json"); again != before || err != nil {
		t.Errorf("the stamp of a file that nobody changed was %s and is %s (%v)", before, again, err)
	}
	file, err := os.OpenFile(at, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteString("x")
	if err = errors.Join(err, file.Close(), os.Chtimes(at, time.Time{}, info.ModTime())); err != nil {
		t.Fatal(err)
	}
	if after, err := f.Stamp("a.json"); after == before || err != nil {
		t.Errorf("a change in place, with the old time set again, has the old stamp (%v)", err)
	}
}

func TestTornLine(t *testing.T) {
	f, _ := folder(t)
	put(t, f, "log", "whole\nto")
	for range 2 {
		if err := f.Append("log", []byte("next\n")); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, f, "log"); got != "whole\nto\nnext\nnext\n" {
		t.Errorf("the log is %q", got)
	}
}

// TestTogether: values of a folder, as of several processes, write, append and
// read at once.
func TestTogether(t *testing.T) {
	f, root := folder(t)
	const writers, times = 4, 25
	count := func(f *Folder) int {
		data, _, err := f.Read("counter.json")
		if err != nil && !errors.Is(err, files.ErrNotExist) {
			t.Error(err)
		}
		return len(data)
	}
	var wg sync.WaitGroup
	for w := range writers {
		f := New(root, time.Now)
		wg.Go(func() {
			for i := range times {
				unlock, err := f.Lock(t.Context(), "counter")
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := f.Write("counter.json", []byte(strings.Repeat("x", count(f)+1))); err != nil {
					t.Error(err)
				}
				unlock()
				if err := f.Append("log", fmt.Appendf(nil, "line %d of %d\n", i, w)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := count(f); got != writers*times {
		t.Errorf("%d of %d writes under the lock count", got, writers*times)
	}
	lines := strings.Split(content(t, f, "log"), "\n")
	slices.Sort(lines)
	if len(slices.Compact(lines)) != writers*times+1 {
		t.Errorf("%d lines, want %d", len(lines), writers*times+1)
	}
	list, err := os.ReadDir(filepath.Join(root, ".code-intel"))
	if err != nil || len(list) != 3 {
		t.Errorf("the folder holds %v (%v), want .gitignore, the counter and the log", list, err)
	}
}

// TestLockIsWaitedFor: who waits gets the lock when it is free, and is told why
// when it is not.
func TestLockIsWaitedFor(t *testing.T) {
	f, _ := folder(t)
	unlock, err := f.Lock(t.Context(), "sessions/a")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, err := f.Lock(ctx, "sessions/a"); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "sessions/a: another process is at it") {
		t.Errorf("waited, and then %v", err)
	}
	done := make(chan error)
	go func() {
		unlock, err := f.Lock(t.Context(), "sessions/a")
		if err == nil {
			unlock()
		}
		done <- err
	}()
	unlock()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestFolderIsMadeAnew: somebody removes it while it is in use.
func TestFolderIsMadeAnew(t *testing.T) {
	f, root := folder(t)
	put(t, f, "sessions/a.json", "one")
	if err := os.RemoveAll(filepath.Join(root, ".code-intel")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Read("sessions/a.json"); !errors.Is(err, files.ErrNotExist) {
		t.Errorf("read what is not there: %v", err)
	}
	put(t, f, "sessions/a.json", "two")
	if got := content(t, f, "sessions/a.json"); got != "two" {
		t.Errorf("it holds %q", got)
	}
}

// TestNothingIsMadeByReading: a repository that nobody writes sessions in stays as
// it is.
func TestNothingIsMadeByReading(t *testing.T) {
	f, root := folder(t)
	_, _, _ = f.Read("a")
	_, _ = f.Stamp("a")
	_, _ = f.List("sessions")
	_ = f.Remove("sessions/a")
	if list, err := os.ReadDir(root); err != nil || len(list) != 0 {
		t.Errorf("the repository holds %v (%v)", list, err)
	}
}

// TestLeftOvers: what killed processes left half written goes, what lives stays.
func TestLeftOvers(t *testing.T) {
	f, root := folder(t)
	dir := filepath.Join(root, ".code-intel", "sessions")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{".a.json.0000000000000001.tmp": 2 * left, ".a.json.0000000000000002.tmp": 0} {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(at, nil, 0o600), os.Chtimes(at, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	put(t, f, "sessions/a.json", "{}")
	list, err := os.ReadDir(dir)
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	if want := []string{".a.json.0000000000000002.tmp", ".gitignore", "a.json"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("the folder holds %q (%v), want %q", names, err, want)
	}
}

// FuzzNames: whatever a file is called, it lies in the folder, or is refused.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"a", "a/b", "../a", "/a", "a/../../b", ".hidden", "a\x00b", "c:a", "a\\..\\b", "", ".", strings.Repeat("a/", 300) + "a", strings.Repeat("a", 300)} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		folder, root := folder(t)
		_, err := folder.Write(name, []byte("x"))
		list, readErr := os.ReadDir(root)
		if readErr != nil || len(list) > 1 || len(list) == 1 && list[0].Name() != ".code-intel" {
			t.Fatalf("%q made %v (%v)", name, list, readErr)
		}
		data, _, readErr := folder.Read(name)
		if (err == nil) != (readErr == nil) || err == nil && string(data) != "x" {
			t.Fatalf("%q: written (%v) and read %q (%v)", name, err, data, readErr)
		}
	})
}

func BenchmarkStamp(b *testing.B) {
	f := New(b.TempDir(), func() time.Time { return time.Now().Add(time.Hour) })
	if _, err := f.Write("agreements/a.md", []byte("text")); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := f.Stamp("agreements/a.md"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	f := New(b.TempDir(), time.Now)
	data := []byte(strings.Repeat("x", 64<<10))
	for b.Loop() {
		if _, err := f.Write("sessions/a.json", data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	f := New(b.TempDir(), time.Now)
	if _, err := f.Write("sessions/a.json", []byte(strings.Repeat("x", 64<<10))); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := f.Read("sessions/a.json"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLock(b *testing.B) {
	f := New(b.TempDir(), time.Now)
	for b.Loop() {
		unlock, err := f.Lock(b.Context(), "sessions/a")
		if err != nil {
			b.Fatal(err)
		}
		unlock()
	}
}
