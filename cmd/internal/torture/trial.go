package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"time"

	"codeintel/cmd/internal/agents"
)

// trial is one case while it runs.
type trial struct {
	s       *suite
	part    string
	number  int
	rng     *rand.Rand
	box     *box
	secrets []string // values that may be in no output

	log     []string // what was done, and what was found
	verdict Verdict
	why     []string // of the verdict
	skipped string   // why the case can't be run on this machine
	broken  error    // the tool itself has failed
	cpu     time.Duration
	peak    int64
	// shared is set when the case may have started the shared process.
	shared bool
	// lasting is set when the box outlives the case, with the processes in it.
	lasting bool
	// before is what was outside when the case began; "" until guard.
	before string
}

// errGiveUp ends a case in the middle.
var errGiveUp = errors.New("the case has ended")

func (t *trial) name() string { return fmt.Sprintf("%s/%d", t.part, t.number) }

// did notes what the case does.
func (t *trial) did(format string, args ...any) {
	t.log = append(t.log, fmt.Sprintf(format, args...))
}

// found gives the case a verdict with its reason; the worst counts.
func (t *trial) found(v Verdict, format string, args ...any) {
	why := fmt.Sprintf(format, args...)
	t.log = append(t.log, v.String()+": "+why)
	if v > t.verdict {
		t.verdict, t.why = v, nil
	}
	if v == t.verdict && v != OK && len(t.why) < 4 {
		t.why = append(t.why, why)
	}
}

// must ends the case when the tool itself has failed.
func (t *trial) must(err error) {
	if err != nil {
		t.broken = err
		panic(errGiveUp)
	}
}

// skip ends the case as one that can't be run on this machine.
func (t *trial) skip(format string, args ...any) {
	t.skipped = fmt.Sprintf(format, args...)
	panic(errGiveUp)
}

// ci runs the program with these arguments in the repository.
func (t *trial) ci(args ...string) *outcome { return t.call(call{args: args}) }

// call runs the program and judges what holds of any call: it ends, by itself, within
// its bounds, without a trace of Go, and says no secret.
func (t *trial) call(c call) *outcome {
	o, err := t.box.run(t.s.ctx, c)
	if err != nil {
		t.must(fmt.Errorf("%s: %w", c, err))
	}
	t.did("%s  -> %s", c, o)
	t.measure(c.String(), o.cpu, o.peak, c.bounds.or(t.box.bounds))
	switch {
	case o.late != "":
		t.found(Hang, "%s: %s%s", c, o.late, whereItHangs(o.err))
	case o.signal != 0 && (o.signal != syscall.SIGPIPE || c.stdout == nil):
		t.found(Crash, "%s: ended by %v: %s", c, o.signal, excerpt(o.err))
	default:
		t.traces(c.String(), o.err)
	}
	if o.flood {
		t.found(Hang, "%s: it wrote more than %d MB", c, maxOutput>>20)
	}
	t.leaks(c.String(), o.out)
	t.leaks(c.String(), o.err)
	return o
}

// measure counts what a process has used, and compares it with its bounds.
func (t *trial) measure(what string, cpu time.Duration, peak int64, limit bounds) {
	t.cpu, t.peak = max(t.cpu, cpu), max(t.peak, peak)
	if cpu > limit.cpu {
		t.found(Hang, "%s: %.1f s of processor time, more than %.1f s", what, cpu.Seconds(), limit.cpu.Seconds())
	}
	if peak > limit.peak {
		t.found(Hang, "%s: %d MB of memory, more than %d MB", what, peak>>20, limit.peak>>20)
	}
}

// trace is what a Go program prints when it dies.
var trace = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |SIGSEGV|SIGBUS|unexpected fault address|goroutine \d+ (gp=\S+ m=\S+ )?\[)`)

// traces looks for the end of a Go program in what it printed.
func (t *trial) traces(what string, text []byte) {
	if at := trace.FindIndex(text); at != nil {
		t.found(Crash, "%s: %s", what, excerpt(text[at[0]:]))
	}
}

// leaks looks for secrets in an output.
func (t *trial) leaks(what string, text []byte) {
	for _, secret := range t.secrets {
		if i := bytes.Index(text, []byte(secret)); i >= 0 {
			t.found(Leak, "%s: shows %q: %q", what, secret, text[max(0, i-60):min(len(text), i+len(secret)+20)])
		}
	}
}

// frame is a line of a goroutine's stack in a trace.
var frame = regexp.MustCompile(`(?m)^codeintel/[^\n(]*\([^\n]*\n\t[^\n]*/([^/\n]+:\d+)`)

// whereItHangs returns the uppermost function of ours in a trace.
func whereItHangs(stderr []byte) string {
	var at []string
	for _, m := range frame.FindAllSubmatch(stderr, 6) {
		at = append(at, string(m[1]))
	}
	if at == nil {
		return ""
	}
	return "; in " + strings.Join(at, ", ")
}

// excerpt returns the beginning of a text, on one line.
func excerpt(text []byte) string {
	return fmt.Sprintf("%.240q", bytes.TrimSpace(text[:min(len(text), 4000)]))
}

// String describes an outcome on a line.
func (o *outcome) String() string {
	s := fmt.Sprintf("status %d, %.2f s, %d MB, %d bytes", o.code, o.cpu.Seconds(), o.peak>>20, len(o.out))
	if len(o.err) > 0 {
		s += ", " + excerpt(o.err)
	}
	return s
}

// clear reports whether an error was said in a few lines that a person can read.
func (o *outcome) clear() bool {
	text := bytes.TrimSpace(o.err)
	return len(text) > 0 && bytes.Count(text, []byte("\n")) < 60
}

// guard notes what is outside of the repository, for end to compare.
func (t *trial) guard() {
	text, err := t.box.untouched()
	t.must(err)
	t.before = text
}

// untouched returns what is in the box and must stay as it is: all but the state
// folder, the cache, the sockets and what is temporary.
func (b *box) untouched() (string, error) {
	return fingerprint(b.dir, b.state(), filepath.Join(b.dir, "cache"), filepath.Join(b.dir, "run"), filepath.Join(b.dir, "tmp"))
}

// end looks for what must hold after each case: nobody is left, nothing outside was
// touched, no log has a trace.
func (t *trial) end() {
	if t.broken != nil {
		return
	}
	if t.shared {
		t.call(call{args: []string{"stop"}})
		t.logs()
	}
	if runtime.GOOS == "linux" && !t.lasting {
		left, err := agents.Processes(mark + "=" + t.box.dir)
		if err == nil && len(left) > 0 {
			t.found(Hang, "processes are left: %s", described(left))
			for _, pid := range left {
				_ = syscall.Kill(pid, syscall.SIGKILL) // ours by its variable; it may have ended
			}
		}
	}
	if t.before != "" {
		after, err := t.box.untouched()
		if err != nil {
			t.found(Escape, "what was outside can't be read any more: %v", err)
		} else if d := difference(t.before, after); d != "" {
			t.found(Escape, "something outside has changed: %s", d)
		}
	}
}

// described lists processes with their numbers, command lines and states.
func described(list []int) string {
	var all []string
	for _, pid := range list {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // it may have ended
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, state, _ := strings.Cut(string(status), "State:")
		state, _, _ = strings.Cut(state, "\n")
		all = append(all, fmt.Sprintf("%d (%s, %s)", pid, strings.ReplaceAll(strings.Trim(string(line), "\x00"), "\x00", " "), strings.TrimSpace(state)))
	}
	return strings.Join(all, ", ")
}

// logs looks for traces and secrets in the files that the shared process writes.
func (t *trial) logs() {
	for _, dir := range []string{"cache", "run", "home"} {
		_ = filepath.WalkDir(filepath.Join(t.box.dir, dir), func(path string, d os.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !strings.Contains(d.Name(), ".log") {
				return nil
			}
			if text, err := os.ReadFile(path); err == nil {
				t.traces(d.Name(), text)
				t.leaks(d.Name(), text)
			}
			return nil
		})
	}
}

// difference returns the first lines in which two texts differ, "" when they do not.
func difference(a, b string) string {
	if a == b {
		return ""
	}
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	in := func(lines []string) map[string]bool {
		m := map[string]bool{}
		for _, l := range lines {
			m[l] = true
		}
		return m
	}
	inA, inB := in(as), in(bs)
	var out []string
	for _, l := range as {
		if !inB[l] && len(out) < 3 {
			out = append(out, fmt.Sprintf("- %.300s", l))
		}
	}
	for _, l := range bs {
		if !inA[l] && len(out) < 6 {
			out = append(out, fmt.Sprintf("+ %.300s", l))
		}
	}
	if out == nil {
		return "the same lines in another order"
	}
	return strings.Join(out, "  ")
}
