package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// textTree is a folder that is changed at random.
type textTree struct {
	t   *testing.T
	dir string
	r   *rand.Rand
	n   int
}

func (x *textTree) abs(p string) string { return filepath.Join(x.dir, filepath.FromSlash(p)) }

// some returns one of the files or folders, "" when there is none.
func (x *textTree) some(folders bool) string {
	var all []string
	err := filepath.WalkDir(x.dir, func(p string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.Name() == StateDir || e.Name() == ".git" {
			return filepath.SkipDir
		}
		if rel, err := filepath.Rel(x.dir, p); err == nil && rel != "." && e.IsDir() == folders {
			all = append(all, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		x.t.Fatal(err)
	}
	if len(all) == 0 {
		return ""
	}
	return all[x.r.IntN(len(all))]
}

func (x *textTree) fresh(dir string) string {
	x.n++
	return path.Join(dir, fmt.Sprintf("new%d%s", x.n, pick(x.r, ".go", ".txt", "", ".md")))
}

func (x *textTree) text() string {
	return strings.Repeat(pick(x.r, "needle\n", "needle haystack\n", "nothing\n", "neeDLE\n", "a needlE in it\n"), 1+x.r.IntN(3))
}

func (x *textTree) write(p, text string) {
	if err := errors.Join(os.MkdirAll(filepath.Dir(x.abs(p)), 0o777), os.WriteFile(x.abs(p), []byte(text), 0o666)); err != nil {
		x.t.Fatal(err)
	}
}

// change does one thing and says what.
func (x *textTree) change() string {
	for x.some(true) == "" || x.some(false) == "" {
		x.write(x.fresh("folder")+"/x.go", x.text())
	}
	file, folder := x.some(false), x.some(true)
	must := func(err error) {
		if err != nil {
			x.t.Fatal(err)
		}
	}
	switch n := x.r.IntN(16); n {
	case 0, 1:
		src, err := os.ReadFile(x.abs(file))
		must(err)
		x.write(file, string(src)+x.text())
		return "append to " + file
	case 2:
		src, err := os.ReadFile(x.abs(file))
		must(err)
		i := x.r.IntN(max(1, len(src)-6))
		x.write(file, string(src[:min(i, len(src))])+"needle"+string(src[min(i+6, len(src)):])) // as long as it was
		return "overwrite in " + file
	case 3:
		p := x.fresh(folder)
		x.write(p, x.text())
		return "new file " + p
	case 4:
		must(os.Remove(x.abs(file)))
		return "remove " + file
	case 5:
		p := x.fresh(x.some(true))
		must(os.Rename(x.abs(file), x.abs(p)))
		return "rename " + file + " to " + p
	case 6:
		p := x.fresh(folder)
		x.write(p+"/deep/er/x.go", x.text())
		x.write(p+"/y.txt", x.text())
		return "new folders " + p
	case 7:
		must(os.RemoveAll(x.abs(folder)))
		return "remove folder " + folder
	case 8:
		p := x.fresh("")
		must(os.Rename(x.abs(folder), x.abs(p)))
		x.write(p+"/after.txt", x.text())
		return "rename folder " + folder + " to " + p
	case 9:
		must(os.RemoveAll(x.abs(folder)))
		x.write(folder+"/again.go", x.text())
		return "remove folder and make it again " + folder
	case 10, 11, 12:
		p := path.Join(pick(x.r, folder, ""), pick(x.r, ".gitignore", ".ignore", ".rgignore"))
		x.write(p, pick(x.r, "*.txt\n", "!*.txt\n", "new*\n", "/"+path.Base(folder)+"\n", "*_test.go\n", ""))
		return "rules in " + p
	case 13:
		p := path.Join(pick(x.r, folder, ""), ".git")
		if _, err := os.Lstat(x.abs(p)); err == nil {
			must(os.RemoveAll(x.abs(p)))
			return "no more " + p
		}
		x.write(p+"/info/exclude", pick(x.r, "*.md\n", "*.go\n"))
		return "new " + p
	case 14:
		p := path.Join(".git", "info", "exclude")
		x.write(p, pick(x.r, "*.md\n", "new*\n", ""))
		return "excluded by git"
	default:
		p := x.fresh(folder)
		must(os.Link(x.abs(file), x.abs(p)))
		must(os.Remove(x.abs(file)))
		must(os.Rename(x.abs(p), x.abs(file)))
		return "replace " + file + " by itself"
	}
}

// searchTexts searches a workspace as search does.
func (w *watched) searchTexts(s search) ([]string, error) {
	return s.by(w.t, w.root, func(opts TextOptions, emit func(*TextFile) bool) (*TextReport, error) {
		opts.Secrets = true // ripgrep hides none
		report, fresh, err := w.SearchText(context.Background(), s.q, opts, emit)
		if err == nil && !fresh.Complete {
			w.t.Errorf("%q: %+v", s.args(), fresh)
		}
		return report, err
	})
}

// vouched searches until nothing has to be looked at.
func (w *watched) vouched() {
	w.t.Helper()
	late := time.After(patience)
	for {
		if _, _, err := w.SearchText(context.Background(), TextQuery{Patterns: []string{"needle"}}, TextOptions{}, func(*TextFile) bool { return true }); err != nil {
			w.t.Fatal(err)
		}
		w.text.turn <- struct{}{}
		v := w.text.last
		w.text.turn.give()
		if v != nil && v.sure && len(v.loose) == 0 {
			return
		}
		select {
		case <-late:
			w.t.Fatalf("the folders are not watched: %+v", w.Watching())
		default:
		}
	}
}

// A workspace that is watched finds the lines that a search without an index
// finds, and ripgrep, right after anything has changed.
func TestSearchText(t *testing.T) {
	rg := ripgrep(t)
	known := builtIn(t)
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(goTrees(t)[seed])); err != nil {
				t.Fatal(err)
			}
			keepText(t, dir, SystemEnv())
			x := &textTree{t: t, dir: dir, r: rand.New(rand.NewPCG(seed, 5))}
			gen := newGenerator(t, x.r, dir)
			w := watch(t, known.open(t, dir, Options{Env: SystemEnv(), Languages: []string{"toml"}}), byEvents(WatchOptions{}))
			w.until("at first", func(s *State) bool { return s.Looked() })
			sure, spared := 0, 0
			searches := func(what string) {
				t.Helper()
				all := []search{{q: TextQuery{Patterns: []string{"needle"}}}, {q: TextQuery{Patterns: []string{"needle"}, IgnoreCase: true}, opts: TextOptions{Globs: []string{"*.txt"}}}, gen.search()}
				for _, s := range all {
					got, err := w.searchTexts(s)
					want, err2 := s.ours(t, dir)
					if (err == nil) != (err2 == nil) || !slices.Equal(got, want) {
						t.Errorf("%s: %q: %d lines (%v), without an index %d (%v)", what, s.args(), len(got), err, len(want), err2)
					}
					if len(s.opts.Globs) > 0 {
						continue // with -g ripgrep looks into .git, too
					}
					if want, ok := s.theirs(t, rg, dir); ok != (err == nil) || !slices.Equal(got, want) {
						t.Errorf("%s: rg %q: %d lines (%v), ripgrep has %d", what, s.args(), len(got), err, len(want))
					}
				}
				w.text.turn <- struct{}{}
				if v := w.text.last; v != nil && v.sure {
					sure++
				}
				w.text.turn.give()
			}
			searches("at first")
			w.vouched()
			for step := range 60 {
				what := x.change()
				searches(what)
				if t.Failed() {
					t.Fatalf("step %d", step)
				}
				if step%10 == 9 {
					w.vouched()
					report, _, err := w.SearchText(t.Context(), TextQuery{Patterns: []string{"haystack"}}, TextOptions{}, func(*TextFile) bool { return true })
					if err != nil {
						t.Fatal(err)
					}
					spared += report.Spared
				}
				if step%20 == 19 {
					keepText(t, dir, SystemEnv())
				}
			}
			if sure < 20 || spared == 0 {
				t.Errorf("the watch vouched for %d searches, and spared %d files", sure, spared)
			}
			if err := w.stop(); err != nil {
				t.Error(err)
			}
			searches("not watched any more")
		})
	}
}

// watchedTexts is a small folder that is watched, with the index of its text made by
// Watch.
func watchedTexts(t *testing.T, files map[string]string) *watched {
	t.Helper()
	dir := t.TempDir()
	writeTree(t, dir, files)
	w, err := Open(dir, Options{Env: SystemEnv(), clock: func() time.Time { return time.Now().Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return watch(t, w, byEvents(WatchOptions{}))
}

// While a workspace is watched its index of the text is made when somebody
// searches, and brought up to date when much has changed.
func TestSearchTextKeeps(t *testing.T) {
	files := map[string]string{}
	for i := range 3 * minChanged {
		files[fmt.Sprintf("%d.txt", i)] = "word\n"
	}
	w := watchedTexts(t, files)
	until := func(what, pattern string, ok func(*TextReport) bool) {
		t.Helper()
		late := time.After(patience)
		for {
			found := 0
			report, fresh, err := w.SearchText(t.Context(), TextQuery{Patterns: []string{pattern}}, TextOptions{}, func(*TextFile) bool {
				found++
				return true
			})
			if err != nil || !fresh.Complete {
				t.Fatal(fresh, err)
			}
			if found != 0 {
				t.Fatalf("%s: %d files have %s", what, found, pattern)
			}
			if ok(report) {
				return
			}
			select {
			case <-late:
				t.Fatalf("%s: %+v", what, report)
			default:
			}
		}
	}
	until("at first", "needle", func(r *TextReport) bool { return r.Files == 0 && r.Spared == len(files) })
	current := func() string {
		data, err := os.ReadFile(filepath.Join(w.text.dir(), "CURRENT"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	was := current()
	for i := range 2 * minChanged {
		writeTree(t, w.root, map[string]string{fmt.Sprintf("%d.txt", i): "another word\n"})
	}
	// It may be while the files are still being written; a few that come after that are
	// searched themselves.
	until("after changes", "needle", func(r *TextReport) bool { return r.Files <= minChanged && r.Files+r.Spared == len(files) })
	if current() == was {
		t.Error("the index is not brought up to date")
	}
}

// A file that changes between being read and being handed out is searched again.
func TestSearchTextChecks(t *testing.T) {
	w := watchedTexts(t, map[string]string{"a.txt": "needle\n", "b.txt": "needle\n", "c.txt": "needle\n", "d.txt": "needle\n"})
	var found []string
	_, fresh, err := w.SearchText(t.Context(), TextQuery{Patterns: []string{"needle"}}, TextOptions{Jobs: 1}, func(f *TextFile) bool {
		if len(found) == 0 {
			writeTree(t, w.root, map[string]string{"b.txt": "nothing of the kind\n", "c.txt": "one\nneedle too\n"})
			if err := os.Remove(filepath.Join(w.root, "d.txt")); err != nil {
				t.Fatal(err)
			}
		}
		for _, l := range f.Lines {
			found = append(found, fmt.Sprintf("%s:%d:%s", f.Path, l.Number, l.Text))
		}
		return true
	})
	if want := []string{"a.txt:1:needle", "c.txt:2:needle too"}; err != nil || !slices.Equal(found, want) || !fresh.Complete {
		t.Errorf("%q (%+v, %v), want %q", found, fresh, err, want)
	}
	if err := w.stop(); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := w.SearchText(t.Context(), TextQuery{Patterns: []string{"needle"}}, TextOptions{}, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestSearchTextConfined: whatever a search says, it leads to no file outside of the
// repository, nor to one of git's own or of ours that git does not see.
func TestSearchTextConfined(t *testing.T) {
	p := &place{t, t.TempDir()}
	for _, name := range []string{"out.txt", "repo/in.txt", "repo/sub/in.txt", "repo/.git/config", "repo/.git/HEAD", "repo/.hidden", "repo/.code-intel/sessions/s.json", "repo/.code-intel/agreements/a.md"} {
		p.write(name, "needle\n")
	}
	for link, to := range map[string]string{"link": "../out.txt", "up": "..", "self": ".", "chain": "link", "deep": "self/self/up", "round": "round", "abs": p.path("out.txt"), "into": "sub", "dotgit": ".git"} {
		p.symlink(to, "repo/"+link)
	}
	w, err := Open(p.path("repo"), Options{})
	p.must(err)
	defer w.Close()
	for _, tc := range []struct {
		path, glob string
		want       string // the files, or the error
	}{
		{path: "", want: "in.txt sub/in.txt"},
		{path: ".", want: "in.txt sub/in.txt"},
		{path: "sub", want: "sub/in.txt"},
		{path: "sub/in.txt", want: "sub/in.txt"},
		{path: "into", want: "sub/in.txt"},
		{path: "self/into/in.txt", want: "sub/in.txt"},
		{path: ".code-intel/agreements", want: ".code-intel/agreements/a.md"},
		{path: ".hidden", want: ".hidden"},
		{path: "link", want: ErrOutside.Error()},
		{path: "chain", want: ErrOutside.Error()},
		{path: "abs", want: ErrOutside.Error()},
		{path: "up", want: ErrOutside.Error()},
		{path: "up/out.txt", want: ErrOutside.Error()},
		{path: "deep/out.txt", want: ErrOutside.Error()},
		{path: "round", want: ErrOutside.Error()},
		{path: "../out.txt", want: ErrOutside.Error()},
		{path: p.path("out.txt"), want: ErrOutside.Error()},
		{path: ".git", want: ErrOutside.Error()},
		{path: ".git/config", want: ErrOutside.Error()},
		{path: "dotgit/config", want: ErrOutside.Error()},
		{path: "self/.git", want: ErrOutside.Error()},
		{path: ".GIT/config", want: ErrOutside.Error()},
		{path: ".code-intel/sessions/s.json", want: ErrOutside.Error()},
		{path: "nowhere", want: fs.ErrNotExist.Error()},
		{glob: "{.git,.git/**,.code-intel,.code-intel/**,.hidden}", want: ".code-intel/agreements/a.md .hidden"},
	} {
		opts := TextOptions{Path: tc.path}
		if tc.glob != "" {
			opts.Globs = []string{tc.glob}
		}
		var found []string
		_, _, err := w.SearchText(t.Context(), TextQuery{Patterns: []string{"needle"}}, opts, func(f *TextFile) bool { found = append(found, f.Path); return true })
		slices.Sort(found)
		got := strings.Join(found, " ")
		if err != nil {
			got += err.Error()
		}
		if err == nil && got != tc.want || err != nil && !strings.HasSuffix(got, tc.want) {
			t.Errorf("path %q, glob %q: %s, want %s", tc.path, tc.glob, got, tc.want)
		}
	}
}
