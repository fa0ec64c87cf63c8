package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func write(t *testing.T, path, text string, commit bool) error {
	t.Helper()
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if commit {
		return f.Commit()
	}
	return f.Abort()
}

func want(t *testing.T, path, text string, files int) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("%s holds %q (%v), want %q", path, got, err, text)
	}
	if list, err := os.ReadDir(filepath.Dir(path)); err != nil || len(list) != files {
		t.Errorf("%v (%v) in the folder, want %d files", list, err, files)
	}
}

func TestCommitAndAbort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := write(t, path, "one", true); err != nil {
		t.Fatal(err)
	}
	want(t, path, "one", 1)
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := write(t, path, "two", false); err != nil {
		t.Fatal(err)
	}
	want(t, path, "one", 1)
	if err := write(t, path, "three", true); err != nil {
		t.Fatal(err)
	}
	want(t, path, "three", 1)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v (%v), want the old 0640", info.Mode(), err)
	}
}

func TestSymbolicLinkIsFollowed(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := write(t, link, "new", true); err != nil {
		t.Fatal(err)
	}
	want(t, target, "new", 2)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v (%v)", info.Mode(), err)
	}
}

func TestDeviceIsWrittenInPlace(t *testing.T) {
	if err := write(t, os.DevNull, "gone", true); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s was replaced: %v (%v)", os.DevNull, info.Mode(), err)
	}
}

func TestCreateFails(t *testing.T) {
	dir := t.TempDir()
	if err := write(t, dir, "x", true); err == nil {
		t.Error("a folder was written")
	}
	if err := write(t, filepath.Join(dir, "no", "a"), "x", true); err == nil {
		t.Error("a file in a folder that does not exist was written")
	}
}
