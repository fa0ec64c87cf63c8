package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"codeintel/index/workspace"
)

func TestInterruptLeavesTheOldIndex(t *testing.T) {
	s := newScript(t)
	s.write("repo/a.ts", []byte("export const a = 1;\n"))
	s.write("out.scip", []byte("old\n"))
	var stdout, stderr bytes.Buffer
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a := s.app(&stdout, &stderr)
	a.now = func() time.Time { cancel(); return time.Unix(0, 0) } // when the work begins
	if code := a.run(ctx, []string{"index", "repo", "--output", "out.scip"}); code != exitInterrupted {
		t.Errorf("exit code %d, want %d: %s", code, exitInterrupted, stderr.String())
	}
	if got := stderr.String(); got != "ci: interrupted; nothing was written\n" {
		t.Errorf("standard error is %q", got)
	}
	s.wantOld(t)
}

func TestInterruptWhileWriting(t *testing.T) {
	s := newScript(t)
	s.write("repo/a.ts", []byte("export const a = 1;\n"))
	s.write("out.scip", []byte("old\n"))
	var stdout, stderr bytes.Buffer
	a := s.app(&stdout, &stderr)
	snapshot, _, err := workspace.Index(context.Background(), filepath.Join(s.dir, "repo"), workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.writeIndex(ctx, snapshot, "out.scip", 0, func() error { return nil }); err == nil {
		t.Error("an interrupted index was written")
	}
	s.wantOld(t)
}

// wantOld says that out.scip is as it was and nothing lies beside it.
func (s *script) wantOld(t *testing.T) {
	t.Helper()
	if got, err := os.ReadFile(filepath.Join(s.dir, "out.scip")); err != nil || string(got) != "old\n" {
		t.Errorf("out.scip holds %q (%v)", got, err)
	}
	if got := s.run("ls ."); got != "out.scip\nrepo\n" {
		t.Errorf("the folder has %q", got)
	}
}

// TestJobsDoNotMatter indexes a repository of many files with 1 to 8
// goroutines.
func TestJobsDoNotMatter(t *testing.T) {
	s := newScript(t)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		s.write("repo/"+name+".ts", []byte("import { x as y } from \"./a\";\nexport const x = y;\nexport class C { m() { return new C().m(); } }\n"))
	}
	first := s.run("ci index repo --quiet --jobs 1 --output first.scip")
	for _, jobs := range []string{"2", "3", "8"} {
		if got := s.run("ci index repo --quiet --jobs " + jobs + " --output next.scip"); got != first {
			t.Fatalf("--jobs %s: %s", jobs, got)
		}
		if got := s.run("cmp first.scip next.scip"); got != "" {
			t.Errorf("--jobs %s: %s", jobs, got)
		}
	}
}

// TestBesideAWriter asks while another process writes the index: answers are of
// the files as they are, and whoever meant to keep an index is told.
func TestBesideAWriter(t *testing.T) {
	s := newScript(t)
	s.write("repo/a.py", []byte("def f(): pass\n"))
	w, err := workspace.Open(filepath.Join(s.dir, "repo"), workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	const found = "a.py:1:5: function f: def f(): pass\n"
	if got := s.run("ci def f --repo repo"); got != found {
		t.Errorf("before anything is published: %s", got)
	}
	if _, err := w.Sync(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.write("repo/b.py", []byte("def f(): pass\n"))
	if got, want := s.run("ci def f --repo repo"), "# function scip-python python . . a/f().\n"+found+"# function scip-python python . . b/f().\nb.py:1:5: function f: def f(): pass\n"; got != want {
		t.Errorf("beside a writer: %s", got)
	}
	got := s.run("ci index repo --quiet")
	if want := fmt.Sprintf("! ci: warning: process %d writes the index on disk; what this command has found is not kept there\n", os.Getpid()); got != want {
		t.Errorf("ci index beside a writer: %s", got)
	}
}
