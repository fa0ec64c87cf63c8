package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMemoryLimits indexes repositories in processes that have little memory. Each ends as
// it does without a limit, or with one line that says what it needs. The system kills none,
// and none uses more than its limit.
//
// Without variables it is a small repository that is generated. CI_MEMORY names folders,
// as PATH does, which are copied, and CI_MEMORY_LIMITS their limits in MB ("200,400"; by
// default 150, 200, 300, 400 and 600). The limit is that of a cgroup of the first version
// where one can be made, else the setting memory_limit_mb.
func TestMemoryLimits(t *testing.T) {
	s := newScript(t)
	for i := range 40 {
		s.write(fmt.Sprintf("small/p%d/a.go", i), []byte(fmt.Sprintf("package p%d\n\ntype T struct{ n int }\n\nfunc (t T) F() int { return t.n }\n\nvar V = T{}.F()\n", i)))
	}
	s.write("small/go.mod", []byte("module example.org/m\n"))
	small := memoryRun(t, filepath.Join(s.dir, "small"), 0)
	for _, mb := range []int64{40, 150} {
		if ended := memoryLimited(t, filepath.Join(s.dir, "small"), mb, small); ended != (mb == 150) {
			t.Errorf("with %d MB: it has ended well: %v", mb, ended)
		}
	}
	for i, dir := range filepath.SplitList(os.Getenv("CI_MEMORY")) {
		copied := filepath.Join(s.dir, "copy"+strconv.Itoa(i))
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		whole := memoryRun(t, copied, 0)
		for limit := range strings.SplitSeq(cmp.Or(os.Getenv("CI_MEMORY_LIMITS"), "150,200,300,400,600"), ",") {
			mb, err := strconv.ParseInt(limit, 10, 64)
			if err != nil {
				t.Fatalf("CI_MEMORY_LIMITS: %v", err)
			}
			t.Logf("%s with %d MB: it has ended well: %v", dir, mb, memoryLimited(t, copied, mb, whole))
		}
	}
}

// memoryEnd describes how a process ended.
type memoryEnd struct {
	code int // the exit status, -1 after a signal
	said string
	most int64 // the most memory seen, in bytes
}

// memoryLimited indexes a folder from scratch with mb MB of memory, and reports whether
// that ended as it does without a limit: with the same failing files, if any.
func memoryLimited(t *testing.T, dir string, mb int64, whole memoryEnd) bool {
	t.Helper()
	end := memoryRun(t, dir, mb)
	if end.most > mb<<20 {
		t.Errorf("%s with %d MB: it had %d MB", dir, mb, end.most>>20)
	}
	well, refused := end.compare(whole)
	if !well && !refused {
		t.Errorf("%s with %d MB: status %d: %s\nwithout a limit: status %d: %s", dir, mb, end.code, end.said, whole.code, whole.said)
	}
	return well
}

// compare compares an end with that of a process without a limit. well reports that they
// are the same, refused that one line says what is needed.
func (end memoryEnd) compare(whole memoryEnd) (well, refused bool) {
	well = end.code >= 0 && end.code == whole.code && end.said == whole.said
	refused = !well && end.code > 0 && strings.Count(end.said, "\n") == 1 && strings.Contains(end.said, "needs") && strings.Contains(end.said, " MB")
	return well, refused
}

// TestMemoryEnd holds that files that fail without a limit may fail with one, and that
// whatever else a limit leads to has to be said.
func TestMemoryEnd(t *testing.T) {
	failing := memoryEnd{code: exitSome, said: "ci: a.go: it is deep\nci: b.go: it is deep\nci: 2 files failed\n"}
	needs := memoryEnd{code: exitSome, said: "ci: indexing /x needs about 390 MB, and the limit is 200 MB\n"}
	for _, x := range []struct {
		name          string
		end, whole    memoryEnd
		well, refused bool
	}{
		{"whole", memoryEnd{}, memoryEnd{}, true, false},
		{"the same files fail", failing, failing, true, false},
		{"it says what it needs", needs, failing, false, true},
		{"another file fails", memoryEnd{code: exitSome, said: "ci: c.go: it is deep\n"}, failing, false, false},
		{"nothing is said", memoryEnd{code: exitSome}, memoryEnd{}, false, false},
		{"files fail with a limit only", failing, memoryEnd{}, false, false},
		{"a signal", memoryEnd{code: -1}, memoryEnd{code: -1}, false, false},
	} {
		if well, refused := x.end.compare(x.whole); well != x.well || refused != x.refused {
			t.Errorf("%s: well %v, refused %v", x.name, well, refused)
		}
	}
}

// memoryRun indexes a folder from scratch with mb MB of memory, 0 for no limit.
func memoryRun(t *testing.T, dir string, mb int64) memoryEnd {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, ".code-intel")); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := program + ` index . --quiet`
	if group := memoryGroup(t, mb); group != "" {
		command = `echo $$ > ` + group + `/cgroup.procs && exec ` + command
	} else if mb > 0 {
		err := os.Mkdir(filepath.Join(dir, ".code-intel"), 0o700)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, ".code-intel", "config.json"), fmt.Appendf(nil, `{"memory_limit_mb": %d}`, mb), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	c := exec.CommandContext(t.Context(), "/bin/sh", "-c", command)
	c.Dir, c.Env, c.Stderr = dir, append(os.Environ(), mainEnv+"=1"), &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	end := memoryEnd{}
	for {
		select {
		case <-ticks.C:
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid)) // it may have ended
			end.most = max(end.most, anonymous(status))
			continue
		case err = <-ended:
		}
		break
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	end.code, end.said = c.ProcessState.ExitCode(), said.String()
	return end
}

// anonymous is the memory of a process that no file is behind, in bytes.
func anonymous(status []byte) int64 {
	_, after, _ := bytes.Cut(status, []byte("RssAnon:"))
	fields := bytes.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kb, _ := strconv.ParseInt(string(fields[0]), 10, 64) // 0 where it is none
	return kb << 10
}

// memoryGroup makes a cgroup that limits memory, for the test; "" where that can't be.
func memoryGroup(t *testing.T, mb int64) string {
	t.Helper()
	if mb == 0 {
		return ""
	}
	group := fmt.Sprintf("/sys/fs/cgroup/memory/ci-test-%d-%d", os.Getpid(), mb)
	if os.Mkdir(group, 0o700) != nil {
		return ""
	}
	t.Cleanup(func() { _ = os.Remove(group) })
	if os.WriteFile(filepath.Join(group, "memory.limit_in_bytes"), fmt.Appendf(nil, "%dM", mb), 0o600) != nil {
		return ""
	}
	return group
}

// TestAddressSpace indexes a repository in processes whose address space or memory is
// limited. Each ends well or with one line that names the limit, and some do either.
func TestAddressSpace(t *testing.T) {
	s := newScript(t)
	s.pythons()
	well, refused := 0, 0
	for _, limits := range []string{"-v 400000", "-v 1207296", "-v 1540000", "-v 1600000", "-v 2500000", "-d 60000", "-d 140000", "-d 300000", "-n 6", "-n 32", "-s 128"} {
		if err := os.RemoveAll(filepath.Join(s.dir, "repo", ".code-intel")); err != nil {
			t.Fatal(err)
		}
		c := exec.Command("/bin/sh", "-c", "ulimit "+limits+` && exec "$0" index repo --quiet`, os.Args[0])
		c.Dir, c.Env = s.dir, append(os.Environ(), mainEnv+"=1")
		said, err := c.CombinedOutput()
		switch {
		case err == nil && len(said) == 0:
			well++
		case c.ProcessState.ExitCode() == exitSome && bytes.Count(said, []byte("\n")) == 1 && bytes.Contains(said, []byte("(ulimit "+limits[:2]+")")):
			refused++
		default:
			t.Errorf("ulimit %s: %v\n%s", limits, err, said)
		}
	}
	if well < 3 || refused < 4 {
		t.Errorf("%d end well, %d are refused", well, refused)
	}
}
