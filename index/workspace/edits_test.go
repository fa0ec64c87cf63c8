package workspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"codeintel/index/store"

	"golang.org/x/tools/txtar"
)

// value is what a function returns, or what is assigned, to the end of the line.
var value = regexp.MustCompile(`(?m)(?:\breturn |[^=!<>]= |=> )([^\n;{}]+)`)

// edit changes a text as people and their tools do, and as they don't.
func edit(r *rand.Rand, text string, others []string) string {
	lines := strings.SplitAfter(text, "\n")
	at := func() int { return r.IntN(len(lines)) }
	switch r.IntN(9) {
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
	case 8: // a value is another one
		vs := value.FindAllStringSubmatchIndex(text, -1)
		if len(vs) == 0 {
			return text + "\n"
		}
		to, from := vs[r.IntN(len(vs))], vs[r.IntN(len(vs))]
		return text[:to[2]] + []string{"1", `""`, text[from[2]:from[3]]}[r.IntN(3)] + text[to[3]:]
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
		if n%4 == 3 {
			w.Forget()
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

// moves makes files of an archive come, go, become what nobody can read or what
// another one is, and have others of similar names beside them; after each step the
// state must be that of a build from scratch. At times the next process goes on.
func moves(t *testing.T, known declarations, archive *txtar.Archive, seed uint64, count int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	p := &place{t, t.TempDir()}
	if len(archive.Files) == 0 {
		return
	}
	text := func(name string) string {
		for _, f := range archive.Files {
			if f.Name == name {
				return string(f.Data)
			}
		}
		return ""
	}
	for _, f := range archive.Files {
		if r.IntN(4) > 0 {
			p.write(f.Name, string(f.Data))
		}
	}
	kept := over{newMemShelf(), known}
	facts := factsOnly{known.shelf()}
	var w *Workspace
	var log []string
	for n := range count + 1 {
		some := func() string { return archive.Files[r.IntN(len(archive.Files))].Name }
		name := some()
		folder, base := path.Split(name)
		stem, _, _ := strings.Cut(base, ".")
		what := "nothing"
		if n > 0 {
			switch k := r.IntN(9); k {
			case 0, 1, 2:
				what = "there or not: " + name
				if info, err := os.Stat(p.path(name)); err == nil && info.Size() == int64(len(text(name))) {
					p.remove(name)
				} else {
					p.place(name, text(name))
				}
			case 3:
				what = "unreadable: " + name
				p.place(name, "\x00\x01")
			case 4:
				other := some()
				what = name + " is what is in " + other
				p.place(name, text(other))
			case 5:
				to := path.Join(folder, []string{"", "..", "sub", "src"}[r.IntN(4)], []string{"", "__init__.py", "index.ts", "x" + base}[r.IntN(4)])
				if !filepath.IsLocal(to) || path.Base(to) == "." || strings.HasSuffix(folder, path.Base(to)+"/") {
					to = "x" + base
				}
				what = name + " is copied to " + to
				p.place(to, text(name))
			case 6:
				to := folder + stem + []string{"", ".json", ".md", ".rb", ".go", ".py", ".ts", ".css"}[r.IntN(8)]
				what = "beside: " + to
				p.place(to, []string{"", "x = 1\n", "\x00\x01"}[r.IntN(3)])
			case 7:
				what = "folder goes: " + folder
				if folder != "" {
					p.remove(folder)
				} else {
					p.remove(name)
				}
			case 8:
				what = "all is back"
				for _, f := range archive.Files {
					p.place(f.Name, string(f.Data))
				}
			}
		}
		log = append(log, what)
		if w == nil || r.IntN(4) == 0 {
			var err error
			if w != nil {
				p.must(w.Close())
				log = append(log, "next process")
			}
			w, err = openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return kept, nil })
			p.must(err)
		}
		s, err := w.Sync(context.Background())
		p.must(err)
		fresh, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return facts, nil })
		p.must(err)
		want, err := fresh.Sync(context.Background())
		p.must(err)
		agree(t, fmt.Sprintf("seed %d:\n%s", seed, strings.Join(log, "\n")), s, want)
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
func TestEdits(t *testing.T) { seeded(t, 4, edits) }

// TestMoves is TestEdits for files that come and go.
func TestMoves(t *testing.T) { seeded(t, 12, moves) }

// seeded does steps of something to each fixture, for each seed.
func seeded(t *testing.T, steps int, do func(*testing.T, declarations, *txtar.Archive, uint64, int)) {
	known := builtIn(t)
	seeds := 1
	if n, err := strconv.Atoi(os.Getenv("CI_EDITS")); err == nil {
		seeds = n
	}
	for name, archive := range archives(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				do(t, known, archive, uint64(seed), steps)
			}
		})
	}
}

func FuzzEdits(f *testing.F) {
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
		edits(t, builtIn(t), archive, seed, 3)
	})
}
