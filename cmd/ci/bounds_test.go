package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// counting is a context that counts how often it is asked whether it is done, and is
// so from the question with the number at on; 0 is never.
type counting struct {
	mu        sync.Mutex
	at, asked int
	done      chan struct{}
}

func (c *counting) Deadline() (time.Time, bool) { return time.Time{}, false }
func (c *counting) Done() <-chan struct{}       { return c.done }
func (c *counting) Value(any) any               { return nil }

func (c *counting) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked++; c.at == 0 || c.asked < c.at {
		return nil
	}
	if c.asked == c.at {
		close(c.done)
	}
	return context.Canceled
}

// notQuestions lists, separated by commas, the commands that ask no index: they read or
// write a few files, serve clients until these leave, or wait for work that has a limit of
// its own.
const notQuestions = `outline, config show, config check, doctor, debug chunks, debug facts, debug symbols,
	gate verify, gate prove, gate trust, hook pre, hook post, import, init, languages, lsp, man, mcp,
	model list, model pull, model runtime, model use, model verify, serve,
	session list, session show, session watch, session release, status, stop, version, worker`

// leaves calls visit with the path of each command without subcommands.
func leaves(c *cobra.Command, visit func(path string)) {
	if c.Name() == "completion" || c.Name() == "help" { // cobra's own
		return
	}
	if len(c.Commands()) == 0 {
		_, path, _ := strings.Cut(c.CommandPath(), " ")
		visit(path)
	}
	for _, sub := range c.Commands() {
		leaves(sub, visit)
	}
}

// TestInterrupts interrupts commands at a question whether they are to go on: they end
// as interrupted ones, without many more questions, and print nothing as an answer.
func TestInterrupts(t *testing.T) {
	s := newScript(t)
	s.write("repo/common.go", []byte("package many\n\ntype Doer interface{ Do() }\n\n// Common words.\nfunc Common() {}\n"))
	for i := range 60 {
		s.write(fmt.Sprintf("repo/f%d.go", i), fmt.Appendf(nil, "package many\n\ntype T%d struct{}\n\nfunc (T%d) Do() { Common() }\n\nfunc Help%d() { Common() }\n", i, i, i))
	}
	run := func(at int, args ...string) (c *counting, code int, out string) {
		var stdout, stderr bytes.Buffer
		a := s.app(&stdout, &stderr)
		c = &counting{at: at, done: make(chan struct{})}
		return c, a.run(c, args), stdout.String()
	}
	if _, code, _ := run(0, "index", "repo"); code != exitOK {
		t.Fatal("it can't be indexed")
	}
	questions := [][]string{
		{"def", "Common", "--repo", "repo"},
		{"refs", "Common", "--repo", "repo"},
		{"callers", "Common", "--depth", "3", "--repo", "repo"},
		{"search", "--text", "Common", "--repo", "repo"},
		{"search", "--symbol", "Help", "--repo", "repo"},
		{"search", "common words", "--repo", "repo"},
		{"pack", "--repo", "repo"},
		{"index", "repo", "--output", "-"},
	}
	known := map[string]bool{}
	for _, q := range questions {
		known[q[0]] = true
	}
	for path := range strings.SplitSeq(notQuestions, ",") {
		known[strings.TrimSpace(path)] = true
	}
	seen := map[string]bool{}
	leaves(s.app(&bytes.Buffer{}, &bytes.Buffer{}).commands(), func(path string) {
		if seen[path] = true; !known[path] {
			t.Errorf("ci %s: say here how it is interrupted", path)
		}
	})
	for path := range known {
		if !seen[path] {
			t.Errorf("ci %s: there is no such command", path)
		}
	}
	for _, args := range questions {
		whole, code, _ := run(0, args...)
		if code != exitOK || whole.asked < 2 {
			t.Errorf("%v: exit code %d, %d questions", args, code, whole.asked)
			continue
		}
		for _, at := range []int{1, whole.asked / 2, max(1, whole.asked*9/10)} {
			c, code, out := run(at, args...)
			if c.asked < at {
				continue // it depends on what else the machine does
			}
			if more := c.asked - at; more > 200 {
				t.Errorf("%v: interrupted at question %d of %d, it asks %d times more", args, at, whole.asked, more)
			}
			if code != exitInterrupted {
				t.Errorf("%v: interrupted at question %d of %d: exit code %d, %.200q", args, at, whole.asked, code, out)
			}
		}
	}
}

// TestLongLine asks about a file that is one line: an answer has the part of it around the
// place, and all of them together are no multiple of the file for each name in it.
func TestLongLine(t *testing.T) {
	t.Parallel()
	const n = 400
	s := newScript(t)
	s.write("repo/a.ts", []byte("export const x = {"+strings.Repeat("é: 'a long text that is in the line', ", n)+"last: 1}; x.last;\n"))
	out := s.run("ci outline repo/a.ts --repo repo --json")
	if lines := strings.Count(out, "\n"); lines < n || len(out) > lines*(2*maxContent) {
		t.Errorf("%d lines of %d bytes", lines, len(out))
	}
	for _, command := range []string{"ci refs last --repo repo", "ci refs last --repo repo --json"} {
		if out := s.run(command); !strings.Contains(out, "…") || !strings.Contains(out, "x.last;") || len(out) > 4*maxContent {
			t.Errorf("%s: %s", command, out)
		}
	}
	for at := range 3000 {
		line := []byte(strings.Repeat("aé", 1000))
		if got := clipLine(line, at); !utf8.ValidString(got) || len(got) > maxContent+2*len("…")+1 {
			t.Fatalf("around %d: %d bytes, %q", at, len(got), got)
		}
	}
}
