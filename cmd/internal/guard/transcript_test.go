package guard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTranscriptHalf holds that a line that is longer than the reader's buffer and not yet
// written to its end is read whole the next time, and that what was read is not forgotten
// when the file is cut, removed or grown too large.
func TestTranscriptHalf(t *testing.T) {
	t.Parallel()
	const id = "s_abcdefghijklmnopqrstuvwxyz"
	name := filepath.Join(t.TempDir(), "talk.jsonl")
	call := `{"message":{"content":[{"type":"tool_use","id":"t1","name":"mcp__code-intel__start_session","input":{}}]}}` + "\n"
	answer := `{"cwd":"/repo","pad":"` + strings.Repeat("x", 200<<10) + `","message":{"content":[{"tool_use_id":"t1","content":"{\"session_id\":\"` + id + `\"}"}]}}` + "\n"
	all := call + answer
	var talks transcripts
	for _, n := range []int{len(call) + 10, len(call) + 150<<10, len(all) - 1, len(all)} {
		if err := os.WriteFile(name, []byte(all[:n]), 0o600); err != nil {
			t.Fatal(err)
		}
		want := ""
		if n == len(all) {
			want = id
		}
		if got := talks.begun(name, "/repo"); got != want {
			t.Errorf("%d bytes: %q, want %q", n, got, want)
		}
	}
	for _, change := range []struct {
		what string
		make func() error
	}{
		{"cut", func() error { return os.Truncate(name, 0) }},
		{"too large", func() error { return os.Truncate(name, maxTranscript+1) }}, // a hole
		{"removed", func() error { return os.Remove(name) }},
	} {
		if err := change.make(); err != nil {
			t.Fatal(err)
		}
		if got := talks.begun(name, "/repo"); got != id {
			t.Errorf("%s: %q, want %q", change.what, got, id)
		}
	}
}
