package setup

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeintel/cmd/internal/early"
)

// TestHooksAlways: hooks that hold up any agent say so themselves, and follow the setting
// when it changes, whether or not the file was edited since.
func TestHooksAlways(t *testing.T) {
	for _, edited := range []bool{false, true} {
		r := newRepo(t, nil)
		at := filepath.Join(r.dir, settingsFile)
		for _, gate := range []string{"session", "always", "", "session"} {
			r.must(Options{Gate: gate})
			checkHooks(t, r, "ci")
			data, err := os.ReadFile(at)
			if err != nil {
				t.Fatal(err)
			}
			want := len(hooks)
			if gate == "session" {
				want = 0
			}
			if n := strings.Count(string(data), quote(early.Always)); n != want || Always(r.dir, "ci") != (want > 0) {
				t.Errorf("edited: %t, gate %q: %d hooks have the flag, and %d should\n%s", edited, gate, n, want, data)
			}
			if edited && !bytes.Contains(data, []byte(`"model"`)) {
				r.write(settingsFile, strings.Replace(string(data), "{\n", "{\n  \"model\": \"x\",\n", 1))
			}
		}
		r.must(Options{Gate: "always"})
		r.must(Options{Remove: true})
		data, err := os.ReadFile(at)
		if edited && (err != nil || string(data) != "{\n  \"model\": \"x\"\n}\n") || !edited && !os.IsNotExist(err) {
			t.Errorf("edited: %t, left: %q, %v", edited, data, err)
		}
	}
}

// TestHooksAlwaysFound: hooks that were there before stay as they are.
func TestHooksAlwaysFound(t *testing.T) {
	r := newRepo(t, nil)
	r.write(settingsFile, oursFile(t))
	r.must(Options{Gate: "always"})
	if data, err := os.ReadFile(filepath.Join(r.dir, settingsFile)); err != nil || string(data) != oursFile(t) {
		t.Errorf("%v\n%s", err, data)
	}
}

// TestExplainAlways: the hooks of either setting are what init writes.
func TestExplainAlways(t *testing.T) {
	for _, gate := range []string{"session", "always"} {
		now, err := tried(nil, Options{Command: DefaultCommand, Gate: gate})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Explain(nil, now, func(string) bool { return true })
		if err != nil || !got[settingsFile] {
			t.Errorf("%s: %v, %v", gate, got, err)
		}
		now[settingsFile] = bytes.ReplaceAll(now[settingsFile], []byte(`"pre"`), []byte(`"post"`))
		if got, err = Explain(nil, now, func(string) bool { return true }); err != nil || got[settingsFile] || !slices.Contains(Written(), settingsFile) {
			t.Errorf("%s, changed: %v, %v", gate, got, err)
		}
	}
}
