package workspace

import (
	"bytes"
	"context"
	"io"
	"os"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
)

// What is read as a published state costs an error at most, whatever it is, and
// the next look goes on.
func FuzzState(f *testing.F) {
	dir, opts := f.TempDir(), Options{Known: []*lang.Language{toy()}}
	if err := become(dir, stepTree(0), func() {}); err != nil {
		f.Fatal(err)
	}
	kept := newMemShelf()
	open := func(t testing.TB, m *memShelf) *Workspace {
		w, err := openWith(dir, opts, func(string, func(string)) (shelf, error) { return m, nil })
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if _, err := open(f, kept).Sync(context.Background()); err != nil {
		f.Fatal(err)
	}
	f.Add(kept.state)
	f.Add(kept.state[:len(kept.state)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		w := open(t, &memShelf{artefacts: kept.artefacts, state: data})
		if s := w.Current(); s != nil {
			if err := s.encode(io.Discard); err != nil {
				t.Error(err)
			}
			if _, err := w.Changed(context.Background(), s, []string{"dir0/f0.toy", "none"}); err != nil {
				t.Error(err)
			}
		}
		if _, err := w.Sync(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// FuzzConfigurations writes configurations of all languages, of git and of ci:
// whatever is in them, no family fails, and a workspace that looks after the
// change has what a build from scratch has.
func FuzzConfigurations(f *testing.F) {
	for n, s := range variables {
		for _, text := range s.texts {
			f.Add(uint8(n), []byte(text))
		}
	}
	dir := f.TempDir()
	known := newMemShelf() // what is known of contents
	var before []byte      // the state before the change
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		p := &place{t, dir}
		open := func(m shelf) *Workspace {
			w, err := openWith(p.dir, Options{}, func(string, func(string)) (shelf, error) { return m, nil })
			p.must(err)
			return w
		}
		look := func(m shelf) *State {
			t.Helper()
			s, err := open(m).Sync(context.Background())
			p.must(err)
			return s
		}
		if before == nil {
			p.manifold()
			look(known)
			before = known.state
		}
		name := variables[int(which)%len(variables)].name
		if name == ConfigFile { // one that is not valid is an error
			if c, err := ParseConfig(name, text, all.NewTable(all.Languages())); err != nil || c.ParserTimeout != DefaultParserTimeout {
				return
			}
		}
		old, err := os.ReadFile(p.path(name))
		gone := os.IsNotExist(err)
		if !gone {
			p.must(err)
		}
		p.write(name, string(text))
		defer func() {
			if gone {
				p.remove(name)
			} else {
				p.write(name, string(old))
			}
		}()
		want := look(factsOnly{known})
		for _, failed := range want.Report.Failed {
			if failed.Path == "" {
				t.Errorf("%s: %+v", name, failed)
			}
		}
		agree(t, name, look(&memShelf{artefacts: known.artefacts, state: bytes.Clone(before)}), want)
	})
}
