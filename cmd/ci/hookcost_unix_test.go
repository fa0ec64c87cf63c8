//go:build unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkHookProcess runs hooks as the client does, as processes, and reports the
// CPU-milliseconds of each: the median, and what one of a hundred exceeds. The shared
// process's own work is not in them.
//
// CI_HOOK_PROGRAMS names programs to compare, one of which runs after the other in each
// round (by default the program of the test, which is larger than ci), and
// CI_HOOK_FILES how many files the repositories have, such as "10 10000".
func BenchmarkHookProcess(b *testing.B) {
	programs := strings.Fields(cmp.Or(os.Getenv("CI_HOOK_PROGRAMS"), os.Args[0]))
	for _, count := range strings.Fields(cmp.Or(os.Getenv("CI_HOOK_FILES"), "10")) {
		files, err := strconv.Atoi(count)
		if err != nil {
			b.Fatal(err)
		}
		g := newGated(b)
		g.write(".code-intel/config.json", `{"write_gate": "always"}`)
		for i := range files {
			g.write(fmt.Sprintf("lib/d%d/f%d.py", i/100, i), fmt.Sprintf("def f%d(): pass\n", i))
		}
		g.sh("git config gc.auto 0 && git add -A && git commit -qm files")
		g.session(true)
		for _, shared := range []bool{false, true} {
			for _, c := range hookCosts {
				name := fmt.Sprintf("files=%d/alone/%s", files, c.name)
				if shared {
					name = fmt.Sprintf("files=%d/shared/%s", files, c.name)
				}
				b.Run(name, func(b *testing.B) { g.cost(b, programs, shared, c) })
			}
		}
	}
}

// hookCost is a call, of which the hook before it or after it is measured.
type hookCost struct {
	name  string
	event string // which of its hooks is measured
	tool  string
	input map[string]any
	write string // a file that the call writes, "" for none
}

var hookCosts = []hookCost{
	{name: "pre-edit", event: "PreToolUse", tool: "Edit", input: map[string]any{"file_path": "auth/login.go"}},
	{name: "pre-test", event: "PreToolUse", tool: "Bash", input: map[string]any{"command": "go test ./..."}},
	{name: "pre-8KB", event: "PreToolUse", tool: "Bash", input: map[string]any{"command": strings.Repeat("grep -n 'Login' auth/login.go | head -5 && ", 190) + "true"}},
	{name: "post-test", event: "PostToolUse", tool: "Bash", input: map[string]any{"command": "go test ./..."}},
	{name: "post-edit", event: "PostToolUse", tool: "Edit", input: map[string]any{"file_path": "auth/login.go"}, write: "auth/login.go"},
}

// cost measures a hook of each of the programs.
func (g *gated) cost(b *testing.B, programs []string, shared bool, c hookCost) {
	home := filepath.Join(g.dir, "home")
	command := func(program, run string, args ...string) *exec.Cmd {
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = g.root, []string{mainEnv + "=1", "HOME=" + home, "XDG_RUNTIME_DIR=" + run, "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
		return cmd
	}
	runs := make([]string, len(programs))
	for i, program := range programs {
		runs[i] = b.TempDir()
		if err := os.Chmod(runs[i], 0o700); err != nil {
			b.Fatal(err)
		}
		if shared {
			if out, err := command(program, runs[i], "serve", "--detach").CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			defer func() { _ = command(program, runs[i], "stop").Run() }()
		}
	}
	spent := make([][]time.Duration, len(programs))
	for n := 0; b.Loop(); n++ {
		for i, program := range programs {
			for _, event := range []string{"PreToolUse", "PostToolUse"} {
				if event == "PostToolUse" && c.write != "" {
					g.write(c.write, fmt.Sprintf("%s\n// %d\n", shopFiles()[c.write], n))
				}
				said, err := json.Marshal(map[string]any{
					"hook_event_name": event, "session_id": g.who.Client, "cwd": g.root, "tool_use_id": fmt.Sprint("call-", i, n),
					"tool_name": c.tool, "tool_input": c.input, "tool_response": map[string]any{},
				})
				if err != nil {
					b.Fatal(err)
				}
				cmd := command(program, runs[i], "hook", map[string]string{"PreToolUse": "pre", "PostToolUse": "post"}[event])
				var out, errs bytes.Buffer
				cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(said), &out, &errs
				if err := cmd.Run(); err != nil || out.Len() > 0 {
					b.Fatalf("%s: %v: %s%s", event, err, out.String(), errs.String())
				}
				if event == c.event {
					spent[i] = append(spent[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
				}
			}
		}
	}
	for i := range spent {
		slices.Sort(spent[i])
		at := func(percent int) float64 {
			return float64(spent[i][min(len(spent[i])-1, len(spent[i])*percent/100)].Microseconds()) / 1000
		}
		b.ReportMetric(at(50), fmt.Sprintf("p50-ms/%d", i))
		b.ReportMetric(at(99), fmt.Sprintf("p99-ms/%d", i))
	}
	b.ReportMetric(0, "ns/op")
}
