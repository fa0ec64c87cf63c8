package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// Plain reads what no language reads, too, but nothing that is binary, changed, or
// looks like a secret.
func TestPlainTexts(t *testing.T) {
	dir := t.TempDir()
	for path, text := range map[string]string{"a.go": "package a\n", "b.go": "package b\n", "notes.txt": "one\ntwo\n", "data.bin": "a\x00b", "key.pem": "secret\n", "Makefile.am": ""} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
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
	if err := os.WriteFile(filepath.Join(dir, "b.go"), []byte("package c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	texts := w.Texts(s)
	defer texts.Close()
	for path, want := range map[string]string{"a.go": "package a\n", "b.go": "-", "notes.txt": "one\ntwo\n", "data.bin": "-", "key.pem": "-", "Makefile.am": ""} {
		doc, ok := s.Snapshot.Doc(path)
		if !ok {
			t.Fatalf("%s is not listed", path)
		}
		got := "-"
		if text, ok := texts.Plain(doc); ok {
			got = string(text)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// Files that look as if they held secrets are read only where the configuration
// says so.
func TestTextsWithheld(t *testing.T) {
	for _, allow := range []bool{false, true} {
		dir := t.TempDir()
		for path, text := range map[string]string{
			"secrets.yaml": "password: hidden\n", "a.go": "package a\n\nfunc A() {}\n",
			ConfigFile: fmt.Sprintf(`{"allow_secrets": %t}`, allow),
		} {
			p := filepath.Join(dir, path)
			if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o777), os.WriteFile(p, []byte(text), 0o666)); err != nil {
				t.Fatal(err)
			}
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
		texts := w.Texts(s)
		defer texts.Close()
		secret, _ := s.Snapshot.Doc("secrets.yaml")
		if _, ok := texts.Text(secret); ok != allow || texts.Withheld(secret) == allow {
			t.Errorf("allow_secrets %t: the text is given: %t", allow, ok)
		}
		doc, _ := s.Snapshot.Doc("a.go")
		for _, c := range []struct {
			first, last, context uint32
			want                 string
			from                 uint32
		}{{2, 2, 0, "func A() {}", 2}, {1, 1, 1, "package a||func A() {}", 0}, {0, 0, 9, "package a||func A() {}|", 0}, {7, 9, 0, "", 7}} {
			lines, from, ok := texts.Lines(doc, c.first, c.last, c.context)
			if got := strings.Join(lines, "|"); got != c.want || from != c.from || !ok {
				t.Errorf("lines %d to %d, context %d: %q from %d, want %q from %d", c.first, c.last, c.context, got, from, c.want, c.from)
			}
		}
	}
}
