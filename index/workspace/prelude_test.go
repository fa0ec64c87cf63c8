package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// importing is toy in which "use M" imports module M, of which M.S is a part.
type importing struct{ bareProject }

func (importing) Resolve(from, spec string, level int) *lang.Module {
	return &lang.Module{Name: spec, External: true, Path: []symbol.Descriptor{{Name: spec, Suffix: symbol.Namespace}}}
}

func (p importing) Sub(m *lang.Module, name string) *lang.Module {
	return p.Resolve("", m.Name+"."+name, 0)
}

// Of the declarations of built-in modules only those are read that are global
// or that an import leads to.
func TestPreludes(t *testing.T) {
	var mu sync.Mutex
	var read []string
	l := toy()
	l.Extract = func(_ context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
		mu.Lock()
		read = append(read, in.Path)
		mu.Unlock()
		b := lang.NewBuilder(len(in.Src))
		for w := range strings.FieldsSeq(string(in.Src)) {
			if w == "panic" {
				panic("declared so")
			}
			module, name, _ := strings.Cut(w, "/")
			kind := lang.ImportRoot
			if name != "" {
				kind = lang.ImportNamed
			}
			b.Import(lang.Import{Module: b.Name(module), Name: b.Name(name), Kind: kind, Local: lang.NoDef})
		}
		return b.Finish(), nil
	}
	l.Open = func(context.Context, lang.Files, lang.Deps) (lang.Project, error) { return importing{}, nil }
	l.Prelude = func() []lang.Prelude {
		var out []lang.Prelude
		for _, p := range [][2]string{
			{"base", "core"}, {"core", ""}, {"a", "b/c d/e"}, {"b", ""}, {"b.c", ""}, {"d.e", "a"}, {"x", ""}, {"x.y", ""},
			{"bad", "panic"}, {"after", ""}, {"unused", "a"},
		} {
			out = append(out, lang.Prelude{
				Module: lang.Module{Name: p[0], External: true, Package: symbol.Package{Name: "toylib", Version: "1"}}, Global: p[0] == "base",
				Input: lang.Input{Path: "/" + p[0], Src: []byte(p[1])},
			})
		}
		return out
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.toy"), []byte("a x.y bad after nowhere"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, r := indexed(t, dir, Options{Known: []*lang.Language{l}, Jobs: 1})
	slices.Sort(read)
	want := []string{"/a", "/after", "/b", "/b.c", "/bad", "/base", "/core", "/d.e", "/x", "/x.y", "main.toy"}
	if !slices.Equal(read, want) {
		t.Errorf("read %v, want %v", read, want)
	}
	if len(r.Failed) != 1 || !strings.Contains(r.Failed[0].Err, "declarations of bad") {
		t.Errorf("failures %v, want that of the declarations of bad", r.Failed)
	}
}
