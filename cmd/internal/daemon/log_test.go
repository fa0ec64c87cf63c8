package daemon

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLog(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a", "b", "serve.log")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := 0
	l, err := OpenLog(name, func(*os.File) error { files++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.most = 1000
	for i := range 1000 {
		if _, err := fmt.Fprintf(l, "line %d\n", i); err != nil {
			t.Fatal(err)
		}
		for _, f := range []string{name, name + ".1"} {
			if info, err := os.Stat(f); err == nil && info.Size() > 1000 || err != nil && f == name {
				t.Fatalf("after %d lines %s has %v (%v)", i, f, info, err)
			}
		}
	}
	if files < 8 {
		t.Errorf("%d files", files)
	}
	last, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(name + ".1")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	lines := strings.Count(string(before)+string(last), "\n")
	for i := 1000 - lines; i < 1000; i++ {
		fmt.Fprintf(&want, "line %d\n", i)
	}
	if string(before)+string(last) != want.String() {
		t.Error("lines are lost")
	}
	if err := os.RemoveAll(filepath.Dir(name)); err != nil { // somebody tidies up
		t.Fatal(err)
	}
	if _, err := l.Write([]byte("again\n")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "again\n" {
		t.Errorf("%q %v", got, err)
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "log")
	if got := tail(name, 0); got != "it said nothing" {
		t.Errorf("of no file: %q", got)
	}
	text := strings.Repeat("old\n", 10)
	if err := os.WriteFile(name, []byte(text+"a\n\nb\r\nc\xff\nd\ne\nf\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[int]string{len(text): "b; c; d; e; f", len(text) + 15: "it said nothing", 1000: "it said nothing", len(text) + 13: "f"} {
		if got := tail(name, int64(from)); got != want {
			t.Errorf("from %d: %q, want %q", from, got, want)
		}
	}
	if err := os.WriteFile(name, []byte(strings.Repeat("x", 100_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := tail(name, 0); len(got) != 1<<10 {
		t.Errorf("%d bytes", len(got))
	}
}
