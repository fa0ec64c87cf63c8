package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInitProgram: what clients would start is looked for on PATH, and nothing is
// written in the home folder.
func TestInitProgram(t *testing.T) {
	s := newScript(t)
	s.write("repo/a.go", []byte("package a\n"))
	s.write("bin/ci", []byte("#!/bin/sh\n"))
	s.write("plain/ci", nil)
	if err := os.Chmod(filepath.Join(s.dir, "bin", "ci"), 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(env map[string]string, args ...string) (string, int) {
		var stdout, stderr bytes.Buffer
		a := s.app(&stdout, &stderr)
		a.getenv = func(name string) string { return env[name] }
		a.program = filepath.Join(s.dir, "built", "ci")
		code := a.run(context.Background(), append([]string{"init"}, args...))
		return strings.ReplaceAll(stdout.String()+stderr.String(), s.dir, "$WORK"), code
	}
	path := func(dirs ...string) map[string]string {
		for i, d := range dirs {
			if d != "bin" {
				dirs[i] = filepath.Join(s.dir, d)
			}
		}
		return map[string]string{"PATH": strings.Join(dirs, string(filepath.ListSeparator))}
	}
	for _, x := range []struct {
		name string
		env  map[string]string
		args []string
		says string
		code int
	}{
		{"on PATH", path("none", "plain", "./bin"), nil, "clients start $WORK/bin/ci\n", 0},
		{"not on PATH", path("none", "plain", "bin"), nil, "no ci is on PATH; install it there, or name it: ci init --command $WORK/built/ci; the gate is left out until then\n", 0},
		{"another name", path("./bin"), []string{"--command", "code-intel"}, "no code-intel is on PATH", 0},
		{"a path", nil, []string{"--command", filepath.Join(s.dir, "bin", "ci")}, "clients start $WORK/bin/ci\n", 0},
		{"a path to nothing", nil, []string{"--command", "./ci"}, "there is no program ./ci; the gate is left out until then\n", 0},
		{"the home folder", map[string]string{"HOME": filepath.Join(s.dir, "repo")}, nil, "ci: $WORK/repo is the home folder", exitUsage},
	} {
		got, code := run(x.env, append(x.args, "--dry-run", filepath.Join(s.dir, "repo"))...)
		if code != x.code || !strings.Contains(got, x.says) {
			t.Errorf("%s: %d\n%s\nwant %d and %q", x.name, code, got, x.code, x.says)
		}
	}
	list, err := os.ReadDir(filepath.Join(s.dir, "repo"))
	if err != nil || len(list) != 1 {
		t.Errorf("written: %v, %v", list, err)
	}
}
