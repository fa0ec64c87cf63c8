package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSkeletonPasses writes a language into a module of its own, where it must
// pass vet and its own tests.
func TestSkeletonPasses(t *testing.T) {
	repo, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	l, err := newLanguage("toml", "", ".tml")
	if err != nil {
		t.Fatal(err)
	}
	files, err := l.files()
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(repo, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	files["go.sum"] = sum
	files["go.mod"] = []byte(strings.Replace(string(mod), "module codeintel\n", "module skeleton\n", 1) +
		"\nrequire codeintel v0.0.0\n\nreplace codeintel => " + repo + "\n")
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, {"test", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if out, err := exec.Command("gofmt", "-l", dir).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %s (%v)", out, err)
	}
}

func TestEnlist(t *testing.T) {
	src, err := os.ReadFile("../../../index/lang/all/all.go")
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLanguage("zig", "", "")
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.enlist(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n\t\"codeintel/index/lang/zig\"\n)", "\n\tall = append(all, zig.Language())\n\treturn all\n"} {
		if strings.Count(string(got), want) != 1 {
			t.Errorf("%q is not in the list once:\n%s", want, got)
		}
	}
	if _, err := l.enlist([]byte("package all\n")); err == nil {
		t.Error("a file without a list was taken")
	}
}

func TestNames(t *testing.T) {
	for _, bad := range []string{"", "C++", "a-b", "../x", "Go"} {
		if _, err := newLanguage(bad, "", ""); err == nil {
			t.Errorf("%q was taken as a name", bad)
		}
	}
	if _, err := newLanguage("lua", "", "lua"); err == nil {
		t.Error("an extension without a dot was taken")
	}
}

func TestWriteRefusesAFolderThatIsThere(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "index", "lang", "lua"), 0o777); err != nil {
		t.Fatal(err)
	}
	l, err := newLanguage("lua", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.write(root); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("write: %v", err)
	}
}
