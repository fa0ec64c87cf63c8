package scip

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandLine gives an index to the scip command that SCIP_CLI names
// (`make check` builds it from cmd/internal/scipcli): lint has to find nothing,
// and snapshot has to show what our golden files are made of. Without the
// command, our own lint runs alone.
func TestCommandLine(t *testing.T) {
	r := shapes()
	data := write(t, r.Snapshot(), Options{})
	x := read(t, data)
	cli := os.Getenv("SCIP_CLI")
	if cli == "" {
		return
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "index.scip")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cli, "lint", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("lint: %v\n%s", err, out)
	}
	root, snaps := filepath.Join(dir, "src"), filepath.Join(dir, "snap")
	sources := r.Sources()
	for p, s := range sources {
		writeFile(t, filepath.Join(root, written(p)), s)
	}
	// strict refuses even correct indexes in this version
	if out, err := exec.Command(cli, "snapshot", "--strict=false", "--from", file, "--to", snaps, "--project-root", root).CombinedOutput(); err != nil {
		t.Fatalf("snapshot: %v\n%s", err, out)
	}
	for _, d := range x.Documents {
		got, err := os.ReadFile(filepath.Join(snaps, d.RelativePath))
		if err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(filepath.Join(root, d.RelativePath))
		if err != nil {
			t.Fatal(err)
		}
		if want := formatDocument(t, d, string(src)); string(got) != want {
			t.Errorf("%s: scip snapshot writes\n%s\nwe write\n%s", d.RelativePath, got, want)
		}
	}
}

// written is the relative path that stands for p in an index.
func written(p string) string { return strings.ReplaceAll(p, "\xff%", "%FF%25") }

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
