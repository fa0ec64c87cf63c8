package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/scip"
)

// Environment of TestDamage.
const (
	damagesEnv    = "CI_DAMAGE"      // how many damages, instead of 60
	damageSeedEnv = "CI_DAMAGE_SEED" // which
)

// allAnswers are what a repository is asked, and what it says.
func allAnswers(p *place, s *State) (string, error) {
	var out strings.Builder
	snapshot := s.Snapshot
	names := map[string]bool{}
	for doc, d := range snapshot.Docs() {
		fmt.Fprintf(&out, "%s %x %q %q\n", d.Path, d.Hash[:4], d.Skipped, d.Failed)
		f := d.Facts()
		if f == nil {
			continue
		}
		for def := range f.Defs {
			id := index.ID{Doc: int32(doc), Def: f.Canonical(lang.DefID(def))}
			fmt.Fprintf(&out, " %s %v %d %q %q", snapshot.Symbol(id), snapshot.Kind(id), f.Defs[def].Start, f.Defs[def].Sig, f.Defs[def].Doc)
			for _, r := range snapshot.References(id) {
				fmt.Fprintf(&out, " %s:%d-%d", snapshot.Docs()[r.Doc].Path, r.Start, r.End)
			}
			out.WriteByte('\n')
			names[snapshot.Name(id)] = true
		}
	}
	for name := range names {
		if len(snapshot.Named(name)) == 0 && name == "greet" {
			fmt.Fprintf(&out, "%s is not found\n", name)
		}
	}
	for _, q := range []string{"o", "gre", "Box", "till"} {
		found, more := snapshot.SearchSymbols(index.SymbolQuery{Name: q, Limit: 50})
		fmt.Fprintf(&out, "%s: %v %v\n", q, found, more)
	}
	var export bytes.Buffer
	if err := scip.Write(&export, snapshot, scip.Options{Jobs: 2}); err != nil {
		return "", err
	}
	fmt.Fprintf(&out, "%x\n", export.Bytes())
	text, err := OpenText(p.dir)
	if err == nil {
		defer text.Close()
	}
	for _, pattern := range []string{"greet", "Op.n", "return"} {
		var found []string
		if _, err := Search(context.Background(), p.dir, TextQuery{Patterns: []string{pattern}}, TextOptions{Index: text}, func(f *TextFile) bool {
			for _, l := range f.Lines {
				found = append(found, fmt.Sprintf("%s:%d:%s", f.Path, l.Number, l.Text))
			}
			return true
		}); err != nil {
			return "", err
		}
		slices.Sort(found)
		fmt.Fprintf(&out, "%q\n", found)
	}
	return out.String(), nil
}

// answered asks a workspace. said is whether the answer says that it is not complete,
// or there is none.
func answered(p *place, w *Workspace) (answer string, said bool, why string) {
	p.t.Helper()
	var failed error
	_, fresh, err := w.Answer(context.Background(), func(s *State) (files []string) {
		answer, failed = allAnswers(p, s)
		return nil
	})
	if err != nil || failed != nil {
		return "", true, fmt.Sprint(err, failed)
	}
	return answer, !fresh.Complete, fresh.Why
}

// damager damages files of an index.
type damager struct {
	*place
	r     *rand.Rand
	good  string   // the index as it was
	other []string // indexes of other repositories and times
	kinds []string // of files
	log   string
}

// kinds are the files of an index, by what they are.
var kinds = []string{
	"CURRENT", "*.generation", "packs/*.pack", "text/CURRENT", "text/*.generation", "text/base/CURRENT", "text/base/*.generation", "lock*", "packs/compact.lock",
}

func (d *damager) list(kind string) []string {
	names, err := filepath.Glob(d.path(IndexDir + "/" + kind))
	d.must(err)
	return names
}

// restore makes the index what it was.
func (d *damager) restore() {
	d.t.Helper()
	d.remove(IndexDir)
	d.must(os.CopyFS(d.path(IndexDir), os.DirFS(d.good)))
}

// overwrite changes a file in place, as a bad disk does.
func (d *damager) overwrite(name string, change func(b []byte) []byte) {
	d.t.Helper()
	b, err := os.ReadFile(name)
	d.must(err)
	b = change(b)
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	d.must(err)
	_, err = f.WriteAt(b, 0)
	d.must(errors.Join(err, f.Truncate(int64(len(b))), f.Close()))
}

// foreign returns the content of a file of a kind of another index.
func (d *damager) foreign(kind string) []byte {
	names, err := filepath.Glob(filepath.Join(d.other[d.r.IntN(len(d.other))], kind))
	d.must(err)
	if len(names) == 0 {
		return nil
	}
	b, err := os.ReadFile(names[d.r.IntN(len(names))])
	d.must(err)
	return b
}

// do damages something. The result is whether the index is another one now.
func (d *damager) do() (differs bool) {
	d.t.Helper()
	kind := d.kinds[d.r.IntN(len(d.kinds))]
	if d.r.IntN(3) == 0 && len(d.kinds) > 1 { // these matter most
		kind = d.kinds[1+d.r.IntN(2)]
	}
	names := d.list(kind)
	if len(names) == 0 {
		return false
	}
	name := names[d.r.IntN(len(names))]
	damage := d.r.IntN(13)
	d.log = fmt.Sprintf("%s, damage %d", strings.TrimPrefix(name, d.dir), damage)
	before, err := os.ReadFile(name)
	d.must(err)
	at := func(b []byte) int { return d.r.IntN(max(1, len(b))) }
	switch damage {
	case 0:
		d.overwrite(name, func(b []byte) []byte { return b[:at(b)] })
	case 1:
		d.overwrite(name, func([]byte) []byte { return nil })
	case 2:
		d.must(os.Remove(name))
	case 3: // a block of zeros
		d.overwrite(name, func(b []byte) []byte {
			from := at(b) &^ 511
			clear(b[from:min(len(b), from+512)])
			return b
		})
	case 4, 5: // bits
		d.overwrite(name, func(b []byte) []byte {
			for range 1 + d.r.IntN(8) {
				if len(b) > 0 {
					b[at(b)] ^= 1 << d.r.IntN(8)
				}
			}
			return b
		})
	case 6:
		d.overwrite(name, func(b []byte) []byte { return append(b, make([]byte, 1+d.r.IntN(100))...) })
	case 7: // that of another repository, or of another time, under this name
		d.overwrite(name, func([]byte) []byte { return d.foreign(kind) })
	case 8: // another file in its place
		d.must(os.Remove(name))
		d.must(os.WriteFile(name, d.foreign(kind), 0o666))
	case 9: // those of another index beside it
		other := d.other[d.r.IntN(len(d.other))]
		d.copyOver(other, func(rel string) bool { ok, _ := filepath.Match(kind, rel); return ok })
	case 10: // all of a kind
		for _, name := range names {
			d.must(os.Remove(name))
		}
	case 11: // another index, but for a kind
		d.copyOver(d.other[d.r.IntN(len(d.other))], func(rel string) bool { ok, _ := filepath.Match(kind, rel); return !ok })
	case 12:
		for _, name := range names {
			d.overwrite(name, func([]byte) []byte { return nil })
		}
	}
	after, err := os.ReadFile(name)
	return err != nil || !bytes.Equal(before, after)
}

// copyOver copies the files of another index that take says yes to.
func (d *damager) copyOver(other string, take func(rel string) bool) {
	d.must(filepath.WalkDir(other, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(other, name)
		if err != nil || !take(filepath.ToSlash(rel)) {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		to := filepath.Join(d.path(IndexDir), rel)
		return errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, b, 0o666))
	}))
}

// TestDamage damages the files of an index in all ways, before it is opened and while it
// is in use, and sees to it that an answer is the one of an index that was never damaged,
// or says that it is not complete; that what is wrong is found without an answer; and that
// nothing of the damage is left after one.
func TestDamage(t *testing.T) {
	ctx := context.Background()
	n, seed := envNumber(t, damagesEnv, 60), envNumber(t, damageSeedEnv, 1)
	build := func(p *place) {
		w, err := Open(p.dir, Options{})
		p.must(err)
		_, err = w.Sync(ctx)
		p.must(err)
		p.must(w.KeepText(ctx))
		p.must(w.Close())
	}
	keep := func(p *place) string {
		dir := filepath.Join(t.TempDir(), "index")
		p.must(os.CopyFS(dir, os.DirFS(p.path(IndexDir))))
		return dir
	}
	p := &place{t, t.TempDir()}
	p.base()
	build(p)
	older := keep(p) // of before an edit
	edit := func(text string) { p.write("app/util.py", text) }
	const util = "def greet(n):\n    \"\"\"Says hello.\"\"\"\n    return n + 1\nclass Box:\n    def open(self):\n        return greet(1)\n"
	edit(util)
	build(p)
	elsewhere := &place{t, t.TempDir()}
	elsewhere.base()
	elsewhere.write("app/util.py", "class Box:\n    def greet(self): pass\n    def close(self): pass\n")
	elsewhere.write("web/b.ts", "export class C { n = 4 }\nexport const c = 2;\n")
	build(elsewhere)
	d := &damager{place: p, r: rand.New(rand.NewPCG(uint64(seed), 9)), good: keep(p), other: []string{older, keep(elsewhere)}, kinds: kinds}

	w, err := Open(p.dir, Options{})
	p.must(err)
	want, said, why := answered(p, w)
	p.must(w.Close())
	if said || !strings.Contains(want, "greet") {
		t.Fatalf("an index that is whole: %s", why)
	}
	check := func(i int, when string, w *Workspace, want string) {
		t.Helper()
		got, said, why := answered(p, w)
		if got != want && !said {
			t.Errorf("damage %d (%s), %s: another answer, which is said to be complete\n%s", i, d.log, when, firstDifference(got, want))
		} else if said {
			t.Logf("damage %d (%s), %s: %s", i, d.log, when, why)
		}
	}
	whole := func(i int, want string) {
		t.Helper()
		w, err := Open(p.dir, Options{})
		p.must(err)
		if got, said, why := answered(p, w); got != want || said {
			t.Errorf("damage %d (%s): the next process: %s\n%s", i, d.log, why, firstDifference(got, want))
		}
		p.must(w.KeepText(ctx))
		v, err := w.Verify(ctx) // what nobody has asked for is damaged still
		p.must(err)
		if len(v.Left) > 0 {
			t.Errorf("damage %d (%s): not mended: %q, of %q", i, d.log, v.Left, v.Findings)
		}
		p.must(w.Close())
		s, err := Inspect(ctx, p.dir, Options{})
		p.must(err)
		if s.State == nil || !s.Behind.UpToDate() || len(s.Findings) > 0 {
			t.Errorf("damage %d (%s): it is not mended: %q", i, d.log, s.Findings)
		}
		s.Close()
	}
	for i := range n {
		d.restore()
		if i%3 == 2 { // while it is in use
			w, err := Open(p.dir, Options{})
			p.must(err)
			if i%2 == 0 {
				check(i, "before it", w, want)
			}
			d.do()
			check(i, "in use", w, want)
			// Where a file changes as well the answer is that of the new text.
			edit(strings.Replace(util, "return n + 1", "return Box", 1))
			scratch, _, err := Index(ctx, p.dir, Options{})
			p.must(err)
			changed, err := allAnswers(p, &State{Snapshot: scratch})
			p.must(err)
			check(i, "after an edit", w, changed)
			p.must(w.Close())
			whole(i, changed)
			edit(util)
		} else {
			if d.do() && !strings.Contains(d.log, "lock") {
				s, err := Inspect(ctx, p.dir, Options{})
				p.must(err)
				if s.State != nil && s.Behind.UpToDate() && len(s.Findings) == 0 {
					t.Errorf("damage %d (%s): nothing was found", i, d.log)
				}
				s.Close()
			}
			w, err := Open(p.dir, Options{})
			p.must(err)
			check(i, "opened", w, want)
			check(i, "asked again", w, want)
			p.must(w.Close())
			whole(i, want)
		}
		if t.Failed() {
			return
		}
	}
}

// TestDamagedVectors damages the packs that chunks and their vectors are kept in, before a
// search by meaning reads them. It finds what it found before, or says that files lack.
func TestDamagedVectors(t *testing.T) {
	ctx := context.Background()
	n, seed := envNumber(t, damagesEnv, 60), envNumber(t, damageSeedEnv, 1)
	grown := func(p *place) (string, *Forest) {
		w, err := Open(p.dir, Options{Embedder: embedders(nil)})
		p.must(err)
		defer func() { p.must(w.Close()) }()
		var f *Forest
		found := ""
		_, _, err = w.Answer(ctx, func(s *State) []string {
			f, err = w.Grow(ctx, s)
			p.must(err)
			found = whatIsFound(t, f)
			return nil
		})
		p.must(err)
		return found, f
	}
	elsewhere := &place{t, t.TempDir()}
	elsewhere.write("net/retry.py", "def forget(attempt):\n    return attempt\n")
	grown(elsewhere)
	p := &place{t, t.TempDir()}
	p.forest()
	grown(p)
	keep := func(p *place) string {
		dir := filepath.Join(t.TempDir(), "index")
		p.must(os.CopyFS(dir, os.DirFS(p.path(IndexDir))))
		return dir
	}
	d := &damager{place: p, r: rand.New(rand.NewPCG(uint64(seed), 10)), good: keep(p), other: []string{keep(elsewhere)}, kinds: []string{"packs/*.pack"}}
	want, _ := grown(p)
	if !strings.Contains(want, "net/retry.py:6-8 function backoff") {
		t.Fatal(want)
	}
	for i := range n {
		d.restore()
		d.do()
		for _, when := range []string{"at once", "in the next process"} {
			if got, f := grown(p); got != want && f.Complete() {
				t.Errorf("damage %d (%s), %s: it finds\n%s\nand is called complete; want\n%s", i, d.log, when, got, want)
			}
		}
	}
}

// TestDamageOutlives damages an index while another process holds the right to write it.
// Processes that come after that answer as if nothing was damaged, and report the damage,
// until one can write the index again.
func TestDamageOutlives(t *testing.T) {
	ctx := context.Background()
	p := &place{t, t.TempDir()}
	p.base()
	build := func() *Workspace {
		w, err := Open(p.dir, Options{})
		p.must(err)
		_, err = w.Sync(ctx)
		p.must(err)
		p.must(w.KeepText(ctx))
		return w
	}
	writer := build()
	want, said, why := answered(p, writer)
	if said {
		t.Fatal(why)
	}
	packs, err := filepath.Glob(p.path(IndexDir + "/packs/*.pack"))
	p.must(err)
	for _, name := range packs {
		p.must(os.Truncate(name, 100))
	}
	for process := range 3 {
		w, err := Open(p.dir, Options{})
		p.must(err)
		if kept := w.disk.Load(); kept == nil || kept.write != nil {
			t.Fatal("it writes the index, though another workspace does")
		}
		for range 2 {
			if got, said, why := answered(p, w); got != want || said {
				t.Errorf("process %d: %s\n%s", process, why, firstDifference(got, want))
			}
		}
		p.must(w.Close())
		s, err := Inspect(ctx, p.dir, Options{})
		p.must(err)
		if len(s.Findings) == 0 {
			t.Errorf("process %d: the damage is not reported", process)
		}
		s.Close()
	}
	p.must(writer.Close())
	w := build()
	if got, said, why := answered(p, w); got != want || said {
		t.Errorf("when it is written: %s\n%s", why, firstDifference(got, want))
	}
	p.must(w.Close())
	s, err := Inspect(ctx, p.dir, Options{})
	p.must(err)
	if len(s.Findings) > 0 {
		t.Errorf("it is not mended: %q", s.Findings)
	}
	s.Close()
}

// firstDifference shows where two texts differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "", ""
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("line %d:\n%.300s\nwant\n%.300s", i, x, y)
		}
	}
	return "no difference"
}
