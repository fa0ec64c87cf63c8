package seal

import (
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
	for i := range maxClients + 10 {
		now = now.Add(time.Second)
		saw(fmt.Sprint("client ", i), "s_5")
	}
	has("d", "")
	if all, err := w.read(); err != nil || len(all) != maxClients {
		t.Errorf("%d %v", len(all), err)
	}
	if err := os.WriteFile(w.name, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Session("d"); err == nil {
		t.Error("a damaged witness knows nobody")
	}
	var none *Witness
	if knows, err := none.Knows(); knows || err != nil || none.Saw("a", "s_1") != nil {
		t.Error("no witness")
	}
}

func FuzzWitness(f *testing.F) {
	for _, s := range []string{"", "{}", "null", "[]", `{"a":{"session":"s_1","at":"2026-01-01T00:00:00Z"}}`} {
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
