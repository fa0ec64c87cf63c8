package workspace

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// updated is what old becomes by an update to now: files whose links are not those
// of old by other numbers are resolved anew.
func updated(old, now *index.Snapshot, projects map[string]lang.Project) (*index.Snapshot, bool) {
	docs := slices.Clone(now.Docs())
	for i, d := range docs {
		if w, ok := old.Doc(d.Path); ok {
			if was := old.Docs()[w]; was.Hash == d.Hash && was.Lang == d.Lang && (was.Source == nil) == (d.Source == nil) {
				docs[i] = &index.Doc{Path: d.Path, Hash: d.Hash, Size: d.Size, Lang: d.Lang, Source: was.Source, Skipped: d.Skipped, Failed: d.Failed, Precise: d.Precise}
			}
		}
	}
	external := map[string]lang.External{}
	for _, x := range now.Externals() {
		external[x.Symbol] = x
	}
	fresh := now.Successor(now.Docs()) // to read now by its own numbers
	next := old.Successor(docs)
	r := &resolve.Result{
		Links: make([][]resolve.Link, len(docs)), Relations: make([][]resolve.Relation, len(docs)), Yielded: make([][]lang.DefID, len(docs)),
		Deps: make([]resolve.Deps, len(docs)), Checked: make([]bool, len(docs)), Externals: now.Externals(),
	}
	// same says whether an ID of old, whose external symbols are its own, is one of
	// now.
	same := func(aDoc int32, aDef lang.DefID, bDoc int32, bDef lang.DefID) bool {
		if aDoc == resolve.External && bDoc == resolve.External {
			x := next.External(aDef)
			return x == now.Externals()[bDef] && x == external[x.Symbol]
		}
		return aDoc == bDoc && aDef == bDef
	}
	for i, d := range docs {
		doc := int32(i)
		if d.Source == nil {
			continue
		}
		is := fresh.Found(doc)
		if next.Has(doc) {
			was := next.Found(doc)
			if slices.EqualFunc(was.Links, is.Links, func(a, b resolve.Link) bool {
				return a.Ref == b.Ref && a.Certainty == b.Certainty && same(a.Doc, a.Def, b.Doc, b.Def)
			}) && slices.EqualFunc(was.Relations, is.Relations, func(a, b resolve.Relation) bool {
				return a.Def == b.Def && a.Kind == b.Kind && same(a.Doc, a.Target, b.Doc, b.Target)
			}) && slices.Equal(was.Yielded, is.Yielded) && slices.Equal(was.Deps.Files, is.Deps.Files) &&
				slices.Equal(was.Deps.Asked, is.Deps.Asked) && was.Deps.Contexts == is.Deps.Contexts && next.Checked(doc) == fresh.Checked(doc) {
				continue
			}
		}
		r.Redone = append(r.Redone, doc)
		r.Links[i], r.Relations[i], r.Yielded[i], r.Deps[i] = slices.Clone(is.Links), slices.Clone(is.Relations), is.Yielded, is.Deps
		r.Checked[i] = fresh.Checked(doc)
	}
	return next.Update(index.Resolution{Projects: projects, Result: r})
}

// sameSymbols says whether files with the same content have the same symbols.
func sameSymbols(old, now *index.Snapshot) bool {
	for i, d := range now.Docs() {
		w, ok := old.Doc(d.Path)
		if !ok || d.Source == nil || old.Docs()[w].Hash != d.Hash || old.Docs()[w].Source == nil {
			continue
		}
		for def := range lang.DefID(len(d.Facts().Defs) + 1) {
			if old.Symbol(index.ID{Doc: w, Def: def - 1}) != now.Symbol(index.ID{Doc: int32(i), Def: def - 1}) {
				return false
			}
		}
	}
	return true
}

// answers are what a snapshot says to all questions, with external symbols by
// their names.
func answers(s *index.Snapshot) string {
	var b bytes.Buffer
	id := func(id index.ID) string {
		if id.IsExternal() {
			return s.Symbol(id)
		}
		return fmt.Sprint(id)
	}
	ids := func(list []index.ID) (out []string) {
		for _, x := range list {
			out = append(out, id(x))
		}
		return out
	}
	calls := func(list []index.Call) (out []string) {
		for _, c := range list {
			out = append(out, id(c.ID), fmt.Sprint(c.Sites))
		}
		return out
	}
	ask := func(x index.ID) {
		locations := s.Definitions(x)
		for i := range locations {
			locations[i].ID.Doc = 0
		}
		sorted := slices.Sorted(slices.Values(ids(s.Implementations(x))))
		fmt.Fprintln(&b, id(x), s.Symbol(x), s.Name(x), s.Kind(x), id(s.Canonical(x)), locations, s.References(x))
		fmt.Fprintln(&b, calls(s.Callers(x)), calls(s.Callees(x)), sorted, ids(s.Implemented(x)))
		fmt.Fprintln(&b, slices.Sorted(slices.Values(ids(s.Named(s.Name(x))))), ids(s.Named(s.Symbol(x))))
	}
	for _, name := range []string{"", "e", "Se", "gB", "a.", "x.y"} {
		found, more := s.SearchSymbols(index.SymbolQuery{Name: name, Limit: 40})
		fmt.Fprintln(&b, name, found, more)
	}
	for i, d := range s.Docs() {
		doc := int32(i)
		question := strings.NewReplacer("/", " ", ".", " ").Replace(d.Path)
		if d.Source != nil && len(d.Facts().Names) > 0 {
			names := d.Facts().Names
			question += " " + names[len(names)/2] + " " + names[len(names)-1]
		}
		passages, total := s.SearchPassages(index.PassageQuery{Text: question, Limit: 3})
		fmt.Fprintln(&b, question, passages, total)
		fmt.Fprintln(&b, d.Path, d.Size, d.Skipped, d.Failed)
		if d.Source == nil {
			continue
		}
		ask(index.ID{Doc: doc, Def: resolve.ModuleDef})
		fmt.Fprintln(&b, s.Tokens(doc, bytes.Repeat([]byte("x"), int(d.Size)))) // as if no name stood between quotes
		f := d.Facts()
		for i := range f.Defs {
			ask(index.ID{Doc: doc, Def: lang.DefID(i)})
		}
		for i := range f.Refs {
			at, ok := s.SymbolAt(d.Path, f.Refs[i].Start)
			for _, c := range at.Symbols {
				fmt.Fprint(&b, id(c.ID), c.Certainty, c.Definition)
			}
			if ok {
				fmt.Fprintln(&b, s.WrittenAt(at))
			}
		}
		for _, r := range s.Related(doc, 0, d.Lines().Size()) {
			fmt.Fprint(&b, r.Name, id(r.ID), r.Symbol, r.Kind, r.Resolved)
		}
		for _, l := range s.Links(doc) {
			fmt.Fprint(&b, l.Ref, id(index.ID{Doc: l.Doc, Def: l.Def}), l.Certainty)
		}
	}
	var outside []string
	for i := range s.Externals() {
		if x := (index.ID{Doc: resolve.External, Def: lang.DefID(i)}); s.Symbol(x) != "" {
			outside = append(outside, fmt.Sprint(s.Symbol(x), s.References(x)))
		}
	}
	slices.Sort(outside)
	fmt.Fprintln(&b, outside, s.Coverage())
	return b.String()
}

// stored returns s after it was stored and opened again, which gives it an index of words.
func stored(t *testing.T, s *index.Snapshot) *index.Snapshot {
	again, err := indextest.Reopen(s)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// layers makes changes to the files of an archive; after each, what a chain of
// updates says must be what a build from scratch says.
func layers(t *testing.T, known declarations, archive *txtar.Archive, seed uint64, count int) (updates, anew int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	p := &place{t, t.TempDir()}
	var names, texts []string
	for _, f := range archive.Files {
		p.write(f.Name, string(f.Data))
		names, texts = append(names, f.Name), append(texts, string(f.Data))
	}
	if len(names) == 0 {
		return 0, 0
	}
	gone := map[int]bool{}
	var s *index.Snapshot
	for n := range count + 1 {
		what := fmt.Sprintf("seed %d, change %d: ", seed, n)
		if n > 0 {
			i := r.IntN(len(names))
			switch {
			case gone[i]:
				what += names[i] + " comes back"
				delete(gone, i)
				p.write(names[i], texts[i])
			case r.IntN(6) == 0:
				what += names[i] + " goes"
				gone[i] = true
				p.remove(names[i])
			default:
				before := texts[i]
				texts[i] = edit(r, texts[i], texts)
				p.write(names[i], texts[i])
				what += fmt.Sprintf("in %s:\n%s\n=>\n%s", names[i], before, texts[i])
			}
		}
		state := known.scratch(t, p.dir)
		now := state.Snapshot
		if s == nil {
			s = stored(t, now)
			continue
		}
		next, ok := s, sameSymbols(s, now)
		if ok {
			next, ok = updated(s, now, state.projects)
		}
		if !ok {
			anew++
			s = stored(t, now)
			continue
		}
		updates++
		var got, want bytes.Buffer
		if err := now.Encode(&want); err != nil {
			t.Fatal(err)
		}
		if err := next.Encode(&got); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s\nflat, an update is not what a build from scratch is", what)
		}
		if got, want := answers(next), answers(now); got != want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", what, got, want)
		}
		if t.Failed() {
			return updates, anew
		}
		s = next
	}
	return updates, anew
}

// TestLayers makes snapshots by updates of updates.
func TestLayers(t *testing.T) {
	known := builtIn(t)
	seeds := 1
	if n, err := strconv.Atoi(os.Getenv("CI_EDITS")); err == nil {
		seeds = n
	}
	var updates, anew atomic.Int64
	t.Cleanup(func() {
		if u, a := updates.Load(), anew.Load(); u < 5*a {
			t.Errorf("%d updates, %d times the snapshot was to be made anew", u, a)
		}
	})
	for name, archive := range archives(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				u, a := layers(t, known, archive, uint64(seed), 5)
				updates.Add(int64(u))
				anew.Add(int64(a))
			}
		})
	}
}

// TestRelationsBelowAnEdit: what implements an interface is still that when
// definitions above it come and go in the same file.
func TestRelationsBelowAnEdit(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	p.write("go.mod", "module example.com/a\n\ngo 1.24\n")
	p.write("i.go", "package a\n\ntype I interface{ M() }\n")
	text := func(body string) string {
		return "package a\n\ntype T struct{}\n\nfunc f() {" + body + "}\n\nfunc (T) M() {}\n"
	}
	p.write("t.go", text(""))
	w := known.open(t, p.dir, Options{})
	for _, body := range []string{"", "\n\tx := 1\n\t_ = x\n", "\n\tx, y := 1, 2\n\t_, _ = x, y\n", "", "\n\tz := 1\n\t_ = z\n"} {
		p.write("t.go", text(body))
		s, err := w.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		agree(t, fmt.Sprintf("with the body %q", body), s, fromScratch(t, known, p.dir))
	}
}

// TestAugmentedInterface: a class implements what another file adds to its
// interface, as long as it does.
func TestAugmentedInterface(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	const square = "import { Shape } from './shape'\nexport class Square implements Shape { name = '' }\n"
	p.write("shape.ts", "export interface Shape {}\n")
	p.write("square.ts", square)
	p.write("names.ts", "export interface Named { name: string }\nexport interface Titled { name: string }\n")
	augment := func(module, base string) func() {
		return func() {
			p.write("more.ts", "import { Named, Titled } from './names'\ndeclare module '"+module+"' { interface Shape extends "+base+" {} }\n")
		}
	}
	w := known.open(t, p.dir, Options{})
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"alone", func() {}, "shape.ts Shape"},
		{"augmented", augment("./shape", "Named"), "more.ts Shape, names.ts Named, shape.ts Shape"},
		{"otherwise", augment("./shape", "Titled"), "more.ts Shape, names.ts Titled, shape.ts Shape"},
		{"elsewhere", augment("./names", "Named"), "shape.ts Shape"},
		{"back", augment("./shape", "Named"), "more.ts Shape, names.ts Named, shape.ts Shape"},
		{"gone", func() { p.remove("more.ts") }, "shape.ts Shape"},
	} {
		step.do()
		s, err := w.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		agree(t, step.name, s, fromScratch(t, known, p.dir))
		at, ok := s.Snapshot.SymbolAt("square.ts", uint32(strings.Index(square, "Square")))
		if !ok || len(at.Symbols) == 0 {
			t.Fatal("no class")
		}
		var got []string
		for _, id := range s.Snapshot.Implemented(at.Symbols[0].ID) {
			got = append(got, s.Snapshot.Docs()[id.Doc].Path+" "+s.Snapshot.Name(id))
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != step.want {
			t.Errorf("%s: the class implements %v, want %s", step.name, got, step.want)
		}
	}
}

// fromScratch is the state of a folder of which nothing is known.
func fromScratch(t *testing.T, known declarations, dir string) *State {
	t.Helper()
	fresh, err := openWith(dir, Options{}, func(string, func(string)) (shelf, error) { return factsOnly{known.shelf()}, nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { fresh.Close() })
	s, err := fresh.Sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGoFileInCapitals: a file that Go does not build for its name in capitals
// counts as gone, and counts again when it is renamed back.
func TestGoFileInCapitals(t *testing.T) {
	known := builtIn(t)
	p := &place{t, t.TempDir()}
	use := "package b\n\nimport \"example.com/a/a\"\n\nfunc Y(c *a.Config) { a.X(c); c.M(); _ = c.F }\n"
	p.write("go.mod", "module example.com/a\n\ngo 1.24\n")
	p.write("a/a.go", "package a\n\nfunc X(c *Config) {}\n")
	p.write("a/config.go", "package a\n\ntype Config struct{ F int }\n\nfunc (c *Config) M() {}\n")
	p.write("b/b.go", use)
	w := known.open(t, p.dir, Options{})
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"first", func() {}},
		{"edit", func() { p.write("b/b.go", use+"\nfunc Z() {}\n") }},
		{"capitals", func() { p.rename("a/config.go", "a/CONFIG.GO") }},
		{"back", func() { p.rename("a/CONFIG.GO", "a/config.go") }},
	} {
		step.do()
		s, err := w.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		agree(t, step.name, s, fromScratch(t, known, p.dir))
	}
}
