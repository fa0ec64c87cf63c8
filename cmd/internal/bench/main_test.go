package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/cmd/internal/corpus"
)

func TestTimed(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	c := timed(context.Background(), dir, corpus.Command{Name: "sh", Path: "/bin/sh", Args: []string{"-c", "printf $WORD > out"}, Env: []string{"WORD=12345"}}, out)
	if c.err != nil || c.output != 5 || c.wall <= 0 || c.peak <= 0 {
		t.Errorf("cost is %+v", c)
	}
	// A program that fails without output has failed; with output it may mean
	// that some files did.
	c = timed(context.Background(), dir, corpus.Command{Name: "sh", Path: "/bin/sh", Args: []string{"-c", "echo broken >&2; exit 1"}}, filepath.Join(dir, "none"))
	if c.err == nil || !strings.Contains(c.err.Error(), "broken") || c.cells()[1] != "failed" {
		t.Errorf("a program that failed: %+v", c)
	}
	c = timed(context.Background(), dir, corpus.Command{Name: "sh", Path: "/bin/sh", Args: []string{"-c", "exit 1"}}, out)
	if c.err != nil {
		t.Errorf("a program that failed on some files: %v", c.err)
	}
}

func TestCount(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.ts", "b.tsx", "c.py", "node_modules/d.ts"} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("1234"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	x := target{dir: dir, extensions: []string{".ts", ".tsx"}}
	if err := x.count(); err != nil || x.files != 2 || x.bytes != 8 {
		t.Errorf("%d files, %d bytes (%v)", x.files, x.bytes, err)
	}
}
