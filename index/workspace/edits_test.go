package workspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"codeintel/index/store"

	"golang.org/x/tools/txtar"
)

// edit changes a text as people and their tools do, and as they don't.
func edit(r *rand.Rand, text string, others []string) string {
	lines := strings.SplitAfter(text, "\n")
	at := func() int { return r.IntN(len(lines)) }
	switch r.IntN(8) {
	case 0: // a line goes
		i := at()
		lines = append(lines[:i:i], lines[i+1:]...)
	case 1: // a line comes twice
		i := at()
		lines = append(lines[:i+1:i+1], lines[i:]...)
	case 2: // two lines change places
		i, j := at(), at()
		lines[i], lines[j] = lines[j], lines[i]
	case 3: // a line of another file comes in
		other := strings.SplitAfter(others[r.IntN(len(others))], "\n")
		i := at()
		lines = append(lines[:i:i], append([]string{other[r.IntN(len(other))]}, lines[i:]...)...)
	case 4: // a name is another one, once or everywhere
		words := strings.FieldsFunc(text, func(c rune) bool {
			return !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
		})
		if len(words) == 0 {
			return text + "x"
		}
		from, to := words[r.IntN(len(words))], words[r.IntN(len(words))]+[]string{"", "2"}[r.IntN(2)]
		return strings.Replace(text, from, to, []int{1, -1}[r.IntN(2)])
	case 5: // blank lines move all that follows
		i := at()
		lines = append(lines[:i:i], append([]string{"\n\n"}, lines[i:]...)...)
	case 6: // the text ends early
		lines = lines[:at()]
	case 7: // a place is typed in
		i := r.IntN(len(text) + 1)
		return text[:i] + []string{"(", "{", ".x", "\"", " = 1", "\n"}[r.IntN(6)] + text[i:]
	}
	return strings.Join(lines, "")
}

// edits makes a number of edits to the files of an archive; after each the state
// must be that of a build from scratch.
func edits(t *testing.T, known declarations, archive *txtar.Archive, seed uint64, count int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	p := &place{t, t.TempDir()}
	var names, texts []string
	for _, f := range archive.Files {
		p.write(f.Name, string(f.Data))
		names, texts = append(names, f.Name), append(texts, string(f.Data))
	}
	if len(names) == 0 {
		return
	}
	m := newMemShelf()
	w, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return over{m, known}, nil })
	if err != nil {
		t.Fatal(err)
	}
	for n := range count + 1 {
		what := "before any edit"
		if n > 0 {
			i := r.IntN(len(names))
			before := texts[i]
			texts[i] = edit(r, texts[i], texts)
			p.write(names[i], texts[i])
			what = fmt.Sprintf("seed %d, edit %d, in %s:\n%s\n=>\n%s", seed, n, names[i], before, texts[i])
		}
		s, err := w.Sync(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		agree(t, what, s, known.scratch(t, p.dir))
		if t.Failed() {
			return
		}
	}
}

// over is a shelf on top of what is known of built-in modules.
type over struct {
	*memShelf
	known declarations
}

func (o over) get(key store.Key, use func([]byte) error) bool {
	return o.memShelf.get(key, use) || o.known.get(key, use)
}

func archives(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("../../testdata/nav/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	out := map[string]*txtar.Archive{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".txtar")] = txtar.Parse(data)
	}
	return out
}

// TestEdits edits the fixtures of all languages at random, with fixed seeds:
// one for each fixture, or as many as CI_EDITS says.
func TestEdits(t *testing.T) {
	known := builtIn(t)
	seeds := 1
	if n, err := strconv.Atoi(os.Getenv("CI_EDITS")); err == nil {
		seeds = n
	}
	for name, archive := range archives(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				edits(t, known, archive, uint64(seed), 4)
			}
		})
	}
}

func FuzzEdits(f *testing.F) {
	var known *declarations
	all := archives(f)
	var names []string
	for name := range all {
		names = append(names, name)
		f.Add(name, uint64(2))
	}
	f.Fuzz(func(t *testing.T, name string, seed uint64) {
		archive := all[name]
		if archive == nil {
			archive = all[names[seed%uint64(len(names))]]
		}
		if known == nil {
			d := builtIn(t)
			known = &d
		}
		edits(t, *known, archive, seed, 3)
	})
}
