package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// resourcesPart takes away what a program counts on: disk, memory, descriptors, watches,
// /proc, a home, programs, its output. A command may fail with a clear line; what it
// answers must be right; and afterwards all is as if nothing had been.
func resourcesPart() part {
	return part{
		name: "resources", does: "a disk that is full, little memory, few descriptors and watches, no /proc, no home, clocks, streams that are closed",
		share: 5, cases: len(hardships) * 12,
		needs: func(*suite) string {
			if runtime.GOOS != "linux" {
				return "limits and namespaces are Linux's"
			}
			return ""
		},
		prepare: func(s *suite) (func(*trial), error) {
			base := small(20)
			questions := asked(20)
			want, err := s.answersOf(base, questions)
			if err != nil {
				return nil, err
			}
			return func(t *trial) { endure(t, hardships[t.number%len(hardships)], base, questions, want) }, nil
		},
	}
}

// hardship is something that is taken away.
type hardship struct {
	name string
	// make returns how commands are to be run, and what ends it.
	make func(t *trial) (call, func())
}

// shell returns a call whose program is started by a shell after some commands.
func shell(commands string) call {
	return call{wrap: []string{"sh", "-c", commands + ` && exec "$0" "$@"`}}
}

// namespaces reports whether this user may have namespaces of his own.
var namespaces = sync.OnceValue(func() error {
	out, err := exec.Command("unshare", "-rm", "true").CombinedOutput()
	if err != nil {
		return fmt.Errorf("unshare -rm: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
})

// inside returns a call that runs in namespaces in which commands were run as root of
// them, and what ends these. The name REPO in them is the repository.
func (t *trial) inside(commands string, more ...string) (call, func()) {
	if err := namespaces(); err != nil {
		t.skip("a namespace of one's own is not to be had (%v): no disk of fixed size, no missing /proc, no limit of watches", err)
	}
	commands = strings.ReplaceAll(commands, "REPO", "'"+t.box.repo+"'")
	t.did("in a namespace: %s", commands)
	c := exec.Command("unshare", append(append([]string{"-rm"}, more...), "sh", "-c", commands+" && echo ready && exec sleep 3600")...)
	out, err := c.StdoutPipe()
	t.must(err)
	said := &bounded{}
	c.Stderr = said
	t.must(c.Start())
	end := func() {
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		end()
		t.skip("%s is not possible here: %.200s", commands, said.text())
	}
	pid := fmt.Sprint(c.Process.Pid)
	return call{wrap: []string{"nsenter", "-t", pid, "-U", "-m", "--preserve-credentials", "sh", "-c", `cd "$1" && shift && exec "$@"`, "sh", t.box.repo}}, end
}

// nothing ends what needs no end.
func nothing() {}

// hardships are all of them.
var hardships = []hardship{
	{"a disk that is full", func(t *trial) (call, func()) {
		return t.inside(fmt.Sprintf("mkdir -p REPO/.code-intel && mount -t tmpfs -o size=%dk none REPO/.code-intel", 4+t.rng.IntN(1200)))
	}},
	{"a disk without inodes", func(t *trial) (call, func()) {
		return t.inside(fmt.Sprintf("mkdir -p REPO/.code-intel && mount -t tmpfs -o nr_inodes=%d none REPO/.code-intel", 2+t.rng.IntN(30)))
	}},
	{"a disk that can't be written", func(t *trial) (call, func()) {
		return t.inside("mount --bind REPO REPO && mount -o remount,bind,ro REPO")
	}},
	{"files of bounded size", func(t *trial) (call, func()) {
		return shell(fmt.Sprintf("ulimit -f %d", pick(t.rng, []int{0, 1, 2, 8, 64, 256, 600}))), nothing
	}},
	{"few descriptors", func(t *trial) (call, func()) {
		return shell(fmt.Sprintf("ulimit -n %d", 8+t.rng.IntN(40))), nothing
	}},
	{"little address space", func(t *trial) (call, func()) {
		return shell(fmt.Sprintf("ulimit -v %d", (400+t.rng.IntN(1600))<<10)), nothing
	}},
	{"a small stack", func(t *trial) (call, func()) {
		return shell(fmt.Sprintf("ulimit -s %d", pick(t.rng, []int{128, 256, 1024, 8192}))), nothing
	}},
	{"few watches", func(t *trial) (call, func()) {
		return t.inside(fmt.Sprintf("echo %d >/proc/sys/user/max_inotify_watches && echo %d >/proc/sys/user/max_inotify_instances", t.rng.IntN(10), t.rng.IntN(3)))
	}},
	{"no /proc", func(t *trial) (call, func()) { return t.inside("mount -t tmpfs none /proc") }},
	{"no /dev/shm, /tmp or /var/tmp that can be written", func(t *trial) (call, func()) {
		c := call{env: []string{"TMPDIR=/nowhere/tmp"}}
		return c, nothing
	}},
	{"no home", func(t *trial) (call, func()) {
		return call{env: pick(t.rng, [][]string{
			{"HOME=", "XDG_CACHE_HOME=", "XDG_RUNTIME_DIR="}, {"HOME=/nowhere", "XDG_CACHE_HOME="}, {"HOME=/dev/null", "XDG_CACHE_HOME=/dev/null"}, {"HOME=relative", "XDG_CACHE_HOME=relative", "XDG_RUNTIME_DIR=relative"},
			{"XDG_RUNTIME_DIR=/" + strings.Repeat("long/", 60)}, {"XDG_CONFIG_HOME=/dev/full"}, {"HOME=" + t.box.repo},
		})}, nothing
	}},
	{"an odd environment", func(t *trial) (call, func()) {
		return call{env: pick(t.rng, [][]string{
			{"PATH="}, {"PATH=/nowhere"}, {"GOFLAGS=-mod=nonsense"}, {"GOROOT=/nowhere"}, {"GOGC=off"}, {"GOGC=1"}, {"GOMAXPROCS=1"}, {"GOMAXPROCS=500"}, {"GODEBUG=gctrace=0,madvdontneed=1"},
			{"LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8"}, {"TZ=Pacific/Apia"}, {"TERM=dumb", "COLUMNS=0"}, {"GIT_DIR=/nowhere", "GIT_WORK_TREE=/nowhere"}, {"GOCACHE=/dev/null", "GOMODCACHE=/dev/null", "GOPATH=/dev/null"}, {"PWD=/nowhere"}, {"USER=", "LOGNAME="},
		})}, nothing
	}},
	{"another clock", func(t *trial) (call, func()) {
		if err := namespaces(); err != nil {
			t.skip("a clock of one's own needs namespaces: %v", err)
		}
		// Only what counts from the start of the machine can be set without root.
		return call{wrap: []string{"unshare", "-r", "--time", "--monotonic", fmt.Sprint(pick(t.rng, []int{1, 86_400, 300_000_000})), "--boottime", "300000000"}}, nothing
	}},
	{"times of the state to and fro", func(t *trial) (call, func()) {
		at := pick(t.rng, []time.Time{time.Unix(0, 0), time.Now().Add(10 * 365 * 24 * time.Hour), time.Now().Add(-10 * 365 * 24 * time.Hour)})
		t.ci("index", "--quiet")
		t.must(filepath.WalkDir(t.box.repo, func(path string, _ os.DirEntry, err error) error {
			return errors.Join(err, os.Chtimes(path, at, at))
		}))
		t.did("all times are %v", at)
		return call{}, nothing
	}},
}

// endure is one case.
func endure(t *trial, h hardship, base tree, questions []question, want oracle) {
	t.must(gitFolder(t.box.repo))
	t.must(base.write(t.box.repo))
	t.did("%s", h.name)
	if t.rng.IntN(2) == 0 {
		// An index from better days, which is out of date.
		t.ci("index", "--quiet")
		t.must(os.WriteFile(filepath.Join(t.box.repo, "good", "py", "bird0.py"), []byte(base["good/py/bird0.py"]+"\n\nafter = 1\n"), 0o666))
		t.must(os.WriteFile(filepath.Join(t.box.repo, "good", "py", "bird0.py"), []byte(base["good/py/bird0.py"]), 0o666))
	}
	how, end := h.make(t)
	defer end()
	run := func(args ...string) *outcome {
		c := how
		c.args = args
		return t.call(c)
	}
	if o := run("index", "--quiet"); o.code != 0 {
		if o.late == "" && o.signal == 0 && !o.clear() {
			t.found(Silent, "%s: status %d without a clear line: %s", o.call, o.code, excerpt(o.err))
		}
		t.found(Said, "%s: status %d: %s", o.call, o.code, excerpt(o.err))
	}
	for _, i := range t.rng.Perm(len(questions))[:4] {
		q := questions[i]
		t.compare(q.String(), t.read(q, run(q.args...)), want[q.String()])
		if t.verdict >= Silent {
			return
		}
	}
	t.streams(how)
	// A server that stays.
	p := t.speak(call{args: []string{"mcp", "--no-daemon"}, wrap: how.wrap, env: how.env})
	if err := p.hello(); err != nil {
		t.refused(p, "hello", err)
	} else {
		t.must(tree{"good/new.py": "def brandnew():\n    pass\n"}.write(t.box.repo))
		text, failed, err := p.tool(toolCall{"find_definitions", map[string]any{"symbol": "brandnew"}})
		switch {
		case err != nil:
			t.refused(p, "find_definitions", err)
		case !failed && !strings.Contains(text, "good/new.py") && !strings.Contains(text, `"complete":false`):
			t.found(Wrong, "a new file is not known, and the answer is called complete: %.200s", text)
		}
		t.must(os.Remove(filepath.Join(t.box.repo, "good", "new.py")))
	}
	p.end(false)
	if t.verdict >= Silent {
		return
	}
	end()
	if o := t.ci("index", "--quiet"); o.code != 0 {
		t.found(Wrong, "afterwards %s: status %d: %s", o.call, o.code, excerpt(o.err))
	}
	for _, q := range questions {
		t.compare("afterwards "+q.String(), t.ask(q), want[q.String()])
	}
}

// streams runs commands whose output can't be written: that is an error, not a success.
func (t *trial) streams(how call) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer full.Close()
	for _, args := range [][]string{{"def", "Hover1"}, {"search", "--text", "hovers", "--json"}, {"index", "--quiet", "--output", "-"}} {
		how.args, how.stdout = args, full
		if o := t.call(how); o.code == 0 && o.late == "" {
			t.found(Silent, "%s >/dev/full: status 0", o.call)
		}
	}
}
