package statefs

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestStampsOfFolder: the stamps of a folder are those of its files, but for what takes reading
// a file; links lead nowhere.
func TestStampsOfFolder(t *testing.T) {
	f, root := folder(t)
	if got, err := f.Stamps("sessions", func(string) bool { return false }); err != nil || len(got) != 0 {
		t.Errorf("no folder: %v %v", got, err)
	}
	for _, name := range []string{"a.json", "b.json", "c.json"} {
		if _, err := f.Write("sessions/"+name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a.json", filepath.Join(root, ".code-intel", "sessions", "link.json")); err != nil {
		t.Fatal(err)
	}
	later := New(root, func() time.Time { return time.Now().Add(time.Hour) })
	got, err := later.Stamps("sessions", func(name string) bool { return name == "c.json" })
	if err != nil || len(got) != 3 || got["c.json"] != "" {
		t.Fatalf("%v %v", got, err)
	}
	for _, name := range []string{"a.json", "b.json"} {
		want, err := later.Stamp("sessions/" + name)
		if _, settles := settledNow(t, root, name); err != nil || settles && got[name] != want {
			t.Errorf("%s: %q, want %q (%v)", name, got[name], want, err)
		}
	}
	before := New(root, func() time.Time { return time.Now().Add(-time.Hour) })
	if got, err := before.Stamps("sessions", func(string) bool { return false }); err != nil || len(got) != 3 || got["a.json"] != "" {
		t.Errorf("files that may still change unseen: %v %v", got, err)
	}
	if _, err := f.Stamps("../x", func(string) bool { return false }); err == nil {
		t.Error("it leads out")
	}
}

// settledNow reports whether the system tells enough of a file for a stamp.
func settledNow(t *testing.T, root, name string) (string, bool) {
	t.Helper()
	info, err := os.Lstat(filepath.Join(root, ".code-intel", "sessions", name))
	if err != nil {
		t.Fatal(err)
	}
	return settled(info, time.Now().Add(time.Hour))
}
