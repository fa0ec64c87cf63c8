package workspace

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/lang"

	"golang.org/x/tools/txtar"
)

// renameCounts are how renamings went, by language.
type renameCounts struct{ allowed, refused, wrong int }

// TestRenameKeepsGraph gives symbols of the fixtures of all languages another name,
// where that is allowed, indexes what comes of it, and compares: each use must mean what
// it meant. A few of each fixture are tried; CI_WORKSPACE_RENAMES=all tries all,
// and says what share is allowed.
func TestRenameKeepsGraph(t *testing.T) {
	archives, err := filepath.Glob("../../testdata/nav/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	all := os.Getenv("CI_WORKSPACE_RENAMES") == "all"
	counts := map[string]*renameCounts{}
	reasons := map[string]int{}
	for n, archive := range archives {
		if only := os.Getenv("CI_WORKSPACE_RENAMES_OF"); only != "" && !strings.Contains(archive, only) {
			continue
		}
		renameFixture(t, archive, n, all, counts, reasons)
	}
	if all {
		report(t, counts, reasons)
	}
}

// report says how renamings went, and what stood against most of those that were not
// allowed.
func report(t *testing.T, counts map[string]*renameCounts, reasons map[string]int) {
	for _, l := range slices.Sorted(maps.Keys(counts)) {
		c := counts[l]
		t.Logf("%-16s allowed %4d refused %4d wrong %d", l, c.allowed, c.refused, c.wrong)
	}
	list := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return reasons[b] - reasons[a] })
	for _, r := range list[:min(len(list), 30)] {
		t.Logf("%5d %s", reasons[r], r)
	}
}

func renameFixture(t *testing.T, archive string, n int, all bool, counts map[string]*renameCounts, reasons map[string]int) {
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(data).Files {
		files[f.Name] = string(f.Data)
	}
	ctx := context.Background()
	write := func(files map[string]string) (dir string) {
		dir = t.TempDir()
		for name, text := range files {
			p := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	opts := Options{Env: SystemEnv()}
	w, err := Open(write(files), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	s, err := w.Sync(ctx)
	if err != nil {
		t.Fatal(err)
	}
	texts := w.Texts(s).All()
	defer texts.Close()
	tried := 0
	snap := s.Snapshot
	for doc, d := range snap.Docs() {
		f := d.Facts()
		if f == nil {
			continue
		}
		for i := range f.Defs {
			id := index.ID{Doc: int32(doc), Def: lang.DefID(i)}
			x := &f.Defs[i]
			if x.Same >= 0 || x.Flags&(lang.Binding|lang.Synthetic) != 0 || x.Start == x.End || snap.Symbol(id) == "" {
				continue
			}
			if !all && (i*7+n)%29 != 0 {
				continue
			}
			c := counts[d.Lang.Name]
			if c == nil {
				c = &renameCounts{}
				counts[d.Lang.Name] = c
			}
			r, err := w.Renaming(ctx, s, id, texts, 0)
			if err != nil {
				t.Fatalf("%s: %s: %v", archive, snap.Name(id), err)
			}
			to := r.Name + "Zq"
			edits, objections, err := r.To(to)
			if err != nil {
				t.Fatalf("%s: %s: %v", archive, snap.Name(id), err)
			}
			if len(objections) > 0 {
				c.refused++
				reasons[d.Lang.Name+": "+objections[0].Why]++
				continue
			}
			if len(edits) == 0 {
				t.Errorf("%s: %s:%d %s: no edit, and no objection", archive, d.Path, x.Start, r.Name)
				continue
			}
			c.allowed++
			if tried++; !all && tried > 1 {
				return
			}
			after := maps.Clone(files)
			perFile := map[string][]index.TextEdit{}
			for _, e := range edits {
				p := snap.Docs()[e.Doc].Path
				perFile[p] = append(perFile[p], e)
			}
			for p, list := range perFile {
				text := files[p]
				for _, e := range slices.Backward(list) {
					text = text[:e.Start] + e.Text + text[e.End:]
				}
				after[p] = text
			}
			renamed, _, err := Index(ctx, write(after), opts)
			if err != nil {
				t.Fatal(err)
			}
			was := graphOf(snap, func(_ string, at uint32) uint32 { return at })
			is := graphOf(renamed, func(p string, at uint32) uint32 { return before(perFile[p], at) })
			if diff := differences(was, is); len(diff) > 0 {
				c.wrong++
				t.Errorf("%s: %s:%d %s -> %s changes the graph:\n  %s", filepath.Base(archive), d.Path, d.Lines().Position(x.Start).Line+1, r.Name, to, strings.Join(diff[:min(len(diff), 6)], "\n  "))
			}
		}
	}
}

// before is where a place of a text was before edits.
func before(edits []index.TextEdit, at uint32) uint32 {
	by := 0
	for _, e := range edits {
		start := int(e.Start) + by
		if int(at) < start {
			break
		}
		if int(at) < start+len(e.Text) {
			return e.Start
		}
		by += len(e.Text) - int(e.End-e.Start)
	}
	return uint32(int(at) - by)
}

// graphOf lists definitions and uses, with the places that at gives.
func graphOf(s *index.Snapshot, at func(path string, offset uint32) uint32) map[string]int {
	out := map[string]int{}
	for doc, d := range s.Docs() {
		f := d.Facts()
		if f == nil {
			continue
		}
		for i := range f.Defs {
			if x := &f.Defs[i]; x.Start < x.End {
				out[fmt.Sprintf("def %s:%d %s", d.Path, at(d.Path, x.Start), x.Kind)]++
			}
		}
		for _, l := range s.Links(int32(doc)) {
			id := s.Canonical(index.ID{Doc: l.Doc, Def: l.Def})
			to := s.Symbol(id)
			if !id.IsExternal() {
				p := s.Docs()[id.Doc].Path
				to = fmt.Sprintf("%s:module", p)
				if id.Def >= 0 {
					to = fmt.Sprintf("%s:%d", p, at(p, s.Docs()[id.Doc].Facts().Defs[id.Def].Start))
				}
			}
			out[fmt.Sprintf("ref %s:%d %s %s", d.Path, at(d.Path, f.Refs[l.Ref].Start), to, l.Certainty)]++
		}
	}
	return out
}

func differences(was, is map[string]int) []string {
	var out []string
	for k, n := range was {
		if is[k] != n {
			out = append(out, fmt.Sprintf("- %s (%d, now %d)", k, n, is[k]))
		}
	}
	for k, n := range is {
		if was[k] == 0 {
			out = append(out, fmt.Sprintf("+ %s (%d)", k, n))
		}
	}
	sort.Strings(out)
	return out
}
