package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTexts(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "secret.go")
	for path, text := range map[string]string{"a.go": "package a\n", "b.go": "package b\n", "c.go": "package c\n", "empty.go": ""} {
		write(path, text)
	}
	if err := os.WriteFile(outside, []byte("package c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	s, err := w.Sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write("b.go", "package b // changed\n")
	// The same content, but not the repository's.
	if err := os.Remove(filepath.Join(dir, "c.go")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "c.go")); err != nil {
		t.Fatal(err)
	}
	texts := w.Texts(s)
	defer texts.Close()
	for _, c := range []struct {
		path, want string
		ok         bool
	}{{"a.go", "package a\n", true}, {"b.go", "", false}, {"c.go", "", false}, {"empty.go", "", true}, {"a.go", "package a\n", true}} {
		doc, ok := s.Snapshot.Doc(c.path)
		if !ok {
			t.Fatalf("%s is not indexed", c.path)
		}
		if got, ok := texts.Text(doc); string(got) != c.want || ok != c.ok {
			t.Errorf("%s: %q, %t; want %q, %t", c.path, got, ok, c.want, c.ok)
		}
	}
}
