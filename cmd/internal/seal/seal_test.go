package seal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestKey: all processes of a user have one key, which nobody else can read, and
// none that others may have written is used.
func TestKey(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "ci", "gate")
	var group sync.WaitGroup
	seals := make([]string, 8)
	for i := range seals {
		group.Go(func() {
			seal, err := In(dir).Sealer("/r")
			if err != nil {
				t.Error(err)
				return
			}
			seals[i] = seal([]byte("x"))
		})
	}
	group.Wait()
	for _, s := range seals {
		if s != seals[0] || len(s) != 64 {
			t.Errorf("%q", seals)
		}
	}
	other, err := In(dir).Sealer("/other")
	if err != nil || other([]byte("x")) == seals[0] {
		t.Errorf("%v: another repository has the same seals", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
	key := filepath.Join(dir, keyName)
	if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	for name, spoil := range map[string]func() error{
		"short":    func() error { return os.WriteFile(key, []byte("x"), 0o600) },
		"readable": func() error { return os.Chmod(key, 0o644) },
		"a link":   func() error { return os.Rename(key, key+"2") },
	} {
		dir := filepath.Join(t.TempDir(), "gate")
		if _, err := In(dir).Sealer("/r"); err != nil {
			t.Fatal(err)
		}
		key = filepath.Join(dir, keyName)
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if name == "a link" {
			if err := os.Symlink(key+"2", key); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := In(dir).Sealer("/r"); err == nil {
			t.Errorf("%s: the key is used", name)
		}
	}
	if seal, err := In("").Sealer("/r"); seal != nil || err != nil {
		t.Errorf("no folder: %v", err)
	}
}

// TestWitness: who is in a session is known to all processes, and forgotten in time.
func TestWitness(t *testing.T) {
	t.Parallel()
	now := time.Unix(1e9, 0)
	f := In(filepath.Join(t.TempDir(), "gate"))
	w := f.Witness("/r", func() time.Time { return now })
	if knows, err := w.Knows(); knows || err != nil {
		t.Errorf("%t %v", knows, err)
	}
	saw := func(client, session string) {
		t.Helper()
		if err := w.Saw(client, session); err != nil {
			t.Fatal(err)
		}
	}
	has := func(client, want string) {
		t.Helper()
		if got, err := f.Witness("/r", w.now).Session(client); got != want || err != nil {
			t.Errorf("%s: %q %v, want %q", client, got, err, want)
		}
	}
	saw("a", "s_1")
	saw("b", "s_2")
	saw("a", "s_3")
	has("a", "s_3")
	has("b", "s_2")
	has("c", "")
	saw("a", "")
	has("a", "")
	if got, err := f.Witness("/other", w.now).Session("b"); got != "" || err != nil {
		t.Errorf("another repository: %q %v", got, err)
	}
	now = now.Add(life + time.Hour)
	saw("d", "s_4")
	has("b", "")
	has("d", "s_4")
	many(t, w, maxClients+10, func(t *testimony, i int) {
		now = now.Add(time.Second)
		t.Clients[fmt.Sprint("client ", i)] = seen{"s_5", now}
	})
	has("d", "")
	if all, err := w.read(); err != nil || len(all.Clients) != maxClients {
		t.Errorf("%d %v", len(all.Clients), err)
	}
	if err := os.WriteFile(w.name, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Witness("/r", w.now).Session("d"); err == nil {
		t.Error("a damaged witness knows nobody")
	}
	var none *Witness
	if knows, err := none.Knows(); knows || err != nil || none.Saw("a", "s_1") != nil {
		t.Error("no witness")
	}
}

// TestWitnessLost: a process that knows better believes in no file that is older, was
// changed or is gone, and writes again what it knows; another one is told that a file
// was changed, and begins anew without one, or after the key was lost.
func TestWitnessLost(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return time.Unix(1e9, 0) }
	for name, damage := range map[string]struct {
		do    func(t *testing.T, w *Witness, first []byte)
		epoch int64 // that another process knows; -1 where it fails
	}{
		"an older one": {func(t *testing.T, w *Witness, first []byte) { write(t, w.name, first) }, 1},
		"none":         {func(t *testing.T, w *Witness, _ []byte) { remove(t, w.name) }, 0},
		"one of its own": {func(t *testing.T, w *Witness, first []byte) {
			write(t, w.name, bytes.Replace(first, []byte(`"e":1`), []byte(`"e":9`), 1))
		}, -1},
		"no JSON":     {func(t *testing.T, w *Witness, _ []byte) { write(t, w.name, []byte("{\n")) }, -1},
		"without key": {func(t *testing.T, w *Witness, _ []byte) { remove(t, filepath.Join(filepath.Dir(w.name), keyName)) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := In(filepath.Join(t.TempDir(), "gate"))
			w := f.Witness("/r", now)
			if err := w.Note("s_1", 1); err != nil {
				t.Fatal(err)
			}
			first, err := os.ReadFile(w.name)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(w.Note("s_1", 2), w.Saw("a", "s_1")); err != nil {
				t.Fatal(err)
			}
			damage.do(t, w, first)
			if n, known, err := w.Epoch("s_1"); n != 2 || !known || err != nil || !w.isLost() {
				t.Errorf("%d %t %v, lost: %t", n, known, err, w.isLost())
			}
			n, known, err := f.Witness("/r", now).Epoch("s_1")
			if (err != nil) != (damage.epoch < 0) || err == nil && (n != damage.epoch || known != (n > 0)) {
				t.Errorf("another process: %d %t %v", n, known, err)
			}
			for _, want := range []bool{true, false} {
				if lost, err := w.Restore(); lost != want || err != nil {
					t.Fatalf("lost: %t, want %t; %v", lost, want, err)
				}
			}
			again := f.Witness("/r", now)
			if n, _, err := again.Epoch("s_1"); n != 2 || err != nil {
				t.Errorf("written again: %d %v", n, err)
			}
			if s, err := again.Session("a"); s != "s_1" || err != nil {
				t.Errorf("written again: %q %v", s, err)
			}
		})
	}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}

// TestWitnessShared: what processes note at the same time is all noted.
func TestWitnessShared(t *testing.T) {
	t.Parallel()
	f := In(filepath.Join(t.TempDir(), "gate"))
	var group sync.WaitGroup
	const each = 5
	for p := range 4 {
		w := f.Witness("/r", time.Now)
		group.Go(func() {
			for i := range each {
				if err := w.Note(fmt.Sprintf("s_%d_%d", p, i), int64(i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	w := f.Witness("/r", time.Now)
	for p := range 4 {
		for i := range each {
			if n, known, err := w.Epoch(fmt.Sprintf("s_%d_%d", p, i)); n != int64(i) || !known || err != nil {
				t.Errorf("%d %d: %d %t %v", p, i, n, known, err)
			}
		}
	}
}

// many has a witness note n things at once.
func many(t *testing.T, w *Witness, n int, do func(t *testimony, i int)) {
	t.Helper()
	if err := w.change(func(t *testimony) bool {
		for i := range n {
			do(t, i)
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
}

// TestWitnessTools: what the person trusts, and which clients run hooks, is known to
// all processes; a session is forgotten when its record goes, and the oldest ones are
// when there are too many.
func TestWitnessTools(t *testing.T) {
	t.Parallel()
	f := In(filepath.Join(t.TempDir(), "gate"))
	now := time.Unix(1e9, 0)
	w := f.Witness("/r", func() time.Time { return now })
	for _, c := range []struct{ trusted, changed bool }{{false, false}, {true, true}, {true, false}} {
		if changed, err := w.Trust("mcp__x__read", c.trusted); changed != c.changed || err != nil {
			t.Errorf("%+v: %t %v", c, changed, err)
		}
	}
	if got, err := f.Witness("/r", w.now).Trusted(); len(got) != 1 || err != nil {
		t.Errorf("%v %v", got, err)
	}
	if got, err := f.Witness("/copy", w.now).Trusted(); len(got) != 0 || err != nil {
		t.Errorf("another repository: %v %v", got, err)
	}
	if changed, err := w.Trust("mcp__x__read", false); !changed || err != nil {
		t.Errorf("%t %v", changed, err)
	}
	many(t, w, maxTools-1, func(t *testimony, i int) { t.Trusted[fmt.Sprint("mcp__x__", i)] = now })
	for i := range 2 {
		if _, err := w.Trust(fmt.Sprint("mcp__y__", i), true); (err != nil) != (i == 1) {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if err := w.Reported("a"); err != nil {
		t.Fatal(err)
	}
	for client, want := range map[string]bool{"a": true, "b": false, "": true} {
		if got, err := f.Witness("/r", w.now).Hooked(client); got != want || err != nil {
			t.Errorf("%q: %t %v", client, got, err)
		}
	}
	now = now.Add(life + time.Hour)
	for _, client := range []string{"a", ""} {
		if got, err := w.Hooked(client); got || err != nil {
			t.Errorf("%q, later: %t %v", client, got, err)
		}
	}
	many(t, w, maxSessions+1, func(t *testimony, i int) { t.Epochs = append(t.Epochs, epoch{fmt.Sprint("s_", i), 5}) })
	if err := w.Note(fmt.Sprint("s_", maxSessions+1), 5); err != nil {
		t.Fatal(err)
	}
	if err := w.Forget("s_9"); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{"s_0": false, "s_1": false, "s_2": true, "s_9": false, "s_1025": true} {
		if _, known, err := w.Epoch(id); known != want || err != nil {
			t.Errorf("%s: %t %v", id, known, err)
		}
	}
}

func FuzzWitness(f *testing.F) {
	for _, s := range []string{"", "{}", "null", "[]", `{"seq":1,"clients":{"a":{"session":"s_1","at":"2026-01-01T00:00:00Z"}}}`, "{}\n00\n", `{"key":"other"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := In(t.TempDir()).Witness("/r", time.Now)
		if err := os.WriteFile(w.name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if w.Saw("a", "s_1") == nil {
			if got, err := w.Session("a"); got != "s_1" || err != nil {
				t.Errorf("%q %v", got, err)
			}
		}
	})
}
