package guard

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMovedAway locks the state of a repository that is moved away: before, and at the
// worst time, after the state folder was looked at. Its folder is not made again.
func TestMovedAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := filepath.Join(dir, "repo")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	s := newStore(root)
	unlock, err := s.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	if err := os.Rename(root, filepath.Join(dir, "away")); err != nil {
		t.Fatal(err)
	}
	late := s
	late.root = dir // what is looked at is there
	for name, s := range map[string]store{"before": s, "meanwhile": late} {
		if _, err := s.lock(t.Context()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("moved away %s: %v", name, err)
		}
		if _, err := os.Lstat(root); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("moved away %s: its folder was made again (%v)", name, err)
		}
	}
}

// TestLockInTheWay has a folder in the place of the lock: the error says what to do, and
// not that another process has it.
func TestLockInTheWay(t *testing.T) {
	t.Parallel()
	s := newStore(t.TempDir())
	if err := os.MkdirAll(filepath.Join(s.dir, lockName), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.lock(t.Context()); err == nil || !strings.Contains(err.Error(), "remove it") || strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
}

// TestMomentSet holds when the clock counts as set: also by little, and not by a tick, by a
// process that had to wait while it read, nor by a clock that is corrected.
func TestMomentSet(t *testing.T) {
	t.Parallel()
	const ms = int64(time.Millisecond)
	at := func(disk, up, late int64) moment { return moment{disk * ms, up * ms, late * ms} }
	then := at(5_000_000, 1000, 1001)
	for _, c := range []struct {
		what string
		to   moment
		want bool
	}{
		{"as it was", at(5_002_000, 3000, 3001), false},
		{"a tick behind", at(5_001_992, 3000, 3001), false},
		{"waited for two seconds", at(5_004_000, 3000, 5001), false},
		{"corrected within an hour", at(5_000_000+3_600_000+2000, 3_601_000, 3_601_001), false},
		{"set back by 50 ms", at(5_001_950, 3000, 3001), true},
		{"set back by an hour", at(5_002_000-3_600_000, 3000, 3001), true},
		{"set forward", at(5_002_000+3_600_000, 3000, 3001), true},
		{"started anew", at(5_002_000, 10, 11), true},
		{"not known", at(5_002_000-3_600_000, 0, 0), false},
	} {
		if got := then.set(c.to); got != c.want {
			t.Errorf("%s: %t", c.what, got)
		}
	}
}
