package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/lang"
)

// other is another index of a file.
func other() *index.Imported {
	return &index.Imported{Path: "c.toy", Occurrences: []index.ImportedOccurrence{at("x", "t m other 1 there/x().", 0, 0, false)}}
}

// TestImportsDamaged damages what is kept of an imported index, in a process that ends and
// one that stays. Where it can't be had from elsewhere each answer says so, of this process
// and the next, before and after an edit, and so does the status, until the index is
// imported again.
func TestImportsDamaged(t *testing.T) {
	ctx := context.Background()
	opts := Options{Known: []*lang.Language{toy()}}
	read := func(p *place) string {
		b, err := os.ReadFile(p.path(importsFile))
		p.must(err)
		return string(b)
	}
	packs := func(p *place, change func(b []byte) []byte) {
		names, err := filepath.Glob(p.path(IndexDir + "/packs/*.pack"))
		p.must(err)
		for _, name := range names {
			b, err := os.ReadFile(name)
			p.must(err)
			if b = change(b); b == nil {
				p.must(os.Remove(name))
				continue
			}
			p.must(os.WriteFile(name, b, 0o600))
		}
	}
	before := ""
	for _, x := range []struct {
		name   string
		lost   bool // else the list heals by the published state
		damage func(p *place)
	}{
		{"the list is gone", false, func(p *place) { p.must(os.Remove(p.path(importsFile))) }},
		{"the list is empty", false, func(p *place) { p.write(importsFile, "") }},
		{"the list is cut", false, func(p *place) { s := read(p); p.write(importsFile, s[:len(s)/2]) }},
		{"a digit of the list is another", false, func(p *place) { p.write(importsFile, strings.Replace(read(p), `"id": "01`, `"id": "02`, 1)) }},
		{"the list is that of before", false, func(p *place) { p.write(importsFile, before) }},
		{"the list has no entries", false, func(p *place) { p.write(importsFile, "[]") }},
		{"the list and the state are gone", true, func(p *place) {
			p.write(importsFile, "{")
			states, err := filepath.Glob(p.path(IndexDir + "/*.generation"))
			p.must(err)
			for _, name := range states {
				p.must(os.Remove(name))
			}
		}},
		{"the packs are gone", true, func(p *place) { packs(p, func([]byte) []byte { return nil }) }},
		{"the packs are empty", true, func(p *place) { packs(p, func([]byte) []byte { return []byte{} }) }},
		{"the packs have other bytes", true, func(p *place) {
			packs(p, func(b []byte) []byte {
				for i := len(b) / 2; i < len(b); i++ {
					b[i] ^= 0x40
				}
				return b
			})
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := &place{t, t.TempDir()}
			p.write("a.toy", preciseA)
			p.write("b.toy", preciseB)
			p.write("c.toy", "x")
			importDocs(p, 7, other())
			before = read(p)
			importDocs(p, 1, preciseDocs()...)
			theirs := linksOf(p, "b.toy")
			if !strings.Contains(theirs, "precise") {
				t.Fatal(theirs)
			}
			x.damage(p)
			status := func() string {
				t.Helper()
				s, err := Inspect(ctx, p.dir, opts)
				p.must(err)
				defer s.Close()
				return strings.Join(s.Findings, "\n")
			}
			if found := status(); found == "" {
				t.Error("the status finds nothing")
			}
			ask := func(when string) {
				t.Helper()
				w, err := Open(p.dir, opts)
				p.must(err)
				defer w.Close()
				s, fresh, err := w.Answer(ctx, func(*State) []string { return nil })
				p.must(err)
				got := linksIn(t, s, "b.toy")
				if got != theirs && (fresh.Complete || !strings.Contains(fresh.Why, "import")) || !x.lost && (got != theirs || !fresh.Complete) {
					t.Errorf("%s: %s, want %s; %+v", when, got, theirs, fresh)
				}
			}
			ask("the first process")
			p.write("c.toy", "x x")
			ask("after an edit")
			ask("the next process")
			p.write("c.toy", "x x x")
			ask("after another edit")
			if found := status(); (found != "") != x.lost || x.lost && !strings.Contains(found, "import") {
				t.Errorf("the status finds %q", found)
			}
			if x.lost { // forgotten as a whole, the list can be written again
				if _, err := RemoveImports(p.dir, Env{}, ""); err != nil {
					t.Fatal(err)
				}
				if s := status(); strings.Contains(s, "import") {
					t.Errorf("forgotten, the status finds %q", s)
				}
			}
			importDocs(p, 7, other())
			importDocs(p, 1, preciseDocs()...)
			w, err := Open(p.dir, opts)
			p.must(err)
			defer w.Close()
			s, fresh, err := w.Answer(ctx, func(*State) []string { return nil })
			p.must(err)
			if got := linksIn(t, s, "b.toy"); got != theirs || !fresh.Complete {
				t.Errorf("imported again: %s, want %s; %+v", got, theirs, fresh)
			}
		})
	}
}

// TestImportedAgain imports the same index again, without forgetting it, after what it says
// was lost.
func TestImportedAgain(t *testing.T) {
	ctx := context.Background()
	opts := Options{Known: []*lang.Language{toy()}}
	p := &place{t, t.TempDir()}
	p.write("a.toy", preciseA)
	p.write("b.toy", preciseB)
	importDocs(p, 1, preciseDocs()...)
	theirs := linksOf(p, "b.toy")
	p.remove(IndexDir + "/packs")
	p.write("c.toy", "x")
	if got := linksOf(p, "b.toy"); got == theirs {
		t.Fatalf("nothing is lost: %s", got)
	}
	importDocs(p, 1, preciseDocs()...)
	w, err := Open(p.dir, opts)
	p.must(err)
	defer w.Close()
	s, fresh, err := w.Answer(ctx, func(*State) []string { return nil })
	p.must(err)
	if got := linksIn(t, s, "b.toy"); got != theirs || !fresh.Complete {
		t.Errorf("%s, want %s; %+v", got, theirs, fresh)
	}
}

// TestImportMasksKeys imports a symbol with what looks like a key in its name: it is not
// kept.
func TestImportMasksKeys(t *testing.T) {
	key := "gh" + "p_" + strings.Repeat("q7Rk", 9)
	p := &place{t, t.TempDir()}
	p.write("c.toy", "x")
	importDocs(p, 1, &index.Imported{Path: "c.toy", Occurrences: []index.ImportedOccurrence{at("x", "t m other 1 `"+key+"`/x().", 0, 0, false)}})
	got := linksOf(p, "c.toy")
	if strings.Contains(got, key) || !strings.Contains(got, "****") || !strings.Contains(got, "precise") {
		t.Errorf("%s", got)
	}
	p.must(filepath.WalkDir(p.path(StateDir), func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), key) {
			t.Errorf("%s has the key", path)
		}
		return err
	}))
}
