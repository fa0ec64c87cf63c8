package index_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"codeintel/index"
	"codeintel/index/workspace"
)

// What means the same is found without a word of the question, and comes before what
// has as many words of it.
func TestRankMeaning(t *testing.T) {
	dir := t.TempDir()
	const src = "def fetch_page(url):\n    return url\n\n\ndef fetch_file(name):\n    return name\n\n\ndef again(task):\n    return task\n"
	if err := os.WriteFile(filepath.Join(dir, "net.py"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	s, _, err := workspace.Index(t.Context(), dir, workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id := func(name string) index.ID {
		ids := s.Named(name)
		if len(ids) != 1 {
			t.Fatalf("%s is %v", name, ids)
		}
		return ids[0]
	}
	rank := func(text string, meaning map[index.ID]float64) (out []index.Ranked) {
		out, total := s.Rank(index.RankQuery{Text: text, Meaning: meaning})
		if total != len(out) {
			t.Errorf("%q: %d of %d", text, len(out), total)
		}
		return out
	}
	if got := rank("retry", nil); len(got) != 0 {
		t.Errorf("without meaning: %v", got)
	}
	got := rank("retry", map[index.ID]float64{id("again"): 0.75})
	if len(got) != 1 || got[0].ID != id("again") || got[0].Vector != 0.75 || math.Abs(got[0].Score-0.3) > 1e-9 {
		t.Errorf("by meaning alone: %+v", got)
	}
	for _, name := range []string{"fetch_page", "fetch_file"} {
		got := rank("fetch", map[index.ID]float64{id(name): 0.5})
		if len(got) != 2 || got[0].ID != id(name) || got[0].Vector != 0.5 || got[0].Definition == 0 || got[1].Vector != 0 {
			t.Errorf("%s by words and meaning: %+v", name, got)
		}
	}
	other := func(d *index.Doc) bool { return d.Path != "net.py" }
	if found, _ := s.Rank(index.RankQuery{Text: "retry", Files: other, Meaning: map[index.ID]float64{id("again"): 1}}); len(found) != 0 {
		t.Errorf("in other files: %v", found)
	}
}
