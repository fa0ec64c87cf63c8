package golang

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang"
)

// place is a definition or an external symbol, as a link or a relation leads to
// it.
type place struct {
	path string
	def  lang.DefID // moduleDef for the package
	ext  string
}

const moduleDef lang.DefID = -2

type foundLink struct {
	ref int // number of the reference
	to  place
}

type foundRel struct {
	def  lang.DefID
	kind lang.RelationKind
	to   place
}

// world is a repository with what checks have found in it, kept as a snapshot
// keeps it.
type world struct {
	files   *memory
	deps    lang.Deps
	project lang.Project
	facts   map[string]*lang.Facts
	links   map[string][]foundLink
	rels    map[string][]foundRel
	memo    *lang.Memo
	chunk   int // see checkBy
	// of the last check
	emitted map[string]bool
}

func (w *world) read(t testing.TB, path string) {
	f, err := extract(context.Background(), nil, lang.Input{Path: path, Src: w.files.files[path]})
	if err != nil {
		t.Fatal(err)
	}
	w.facts[path] = f
}

func newWorld(t testing.TB, files *memory, deps lang.Deps, chunk int) *world {
	w := &world{files: files, deps: deps, chunk: chunk, facts: map[string]*lang.Facts{}, memo: &lang.Memo{}}
	for _, p := range files.paths {
		if strings.HasSuffix(p, ".go") {
			w.read(t, p)
		}
	}
	w.open(t)
	w.check(t, nil, nil)
	return w
}

func (w *world) open(t testing.TB) {
	p, err := open(context.Background(), w.files, w.deps)
	if err != nil {
		t.Fatal(err)
	}
	w.project = p
}

// at is the definition at an offset of a file, as the consumer of links finds it.
func (w *world) at(path string, at uint32) (lang.DefID, bool) {
	f := w.facts[path]
	if f == nil {
		return 0, false
	}
	if at == lang.ModuleAt {
		return moduleDef, true
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Start == at && d.End > d.Start && d.Flags&lang.Binding == 0 {
			return f.Canonical(lang.DefID(i)), true
		}
	}
	return 0, false
}

func (w *world) target(path string, at uint32, x *lang.External) (place, bool) {
	if path == "" {
		return place{ext: fmt.Sprint(x.Symbol, x.Kind, x.Sig, x.Doc)}, x != nil
	}
	d, ok := w.at(path, at)
	return place{path: path, def: d}, ok
}

// check runs a check; changed and was are of Earlier, nil for none.
func (w *world) check(t testing.TB, changed []string, was map[string]*lang.Facts) {
	in := lang.CheckInput{
		Files: w.files, Deps: w.deps, Project: w.project, Jobs: 2, Memo: w.memo,
		Facts: func(p string) *lang.Facts { return w.facts[p] },
	}
	var mu sync.Mutex
	newLinks, newRels := map[string][]foundLink{}, map[string][]foundRel{}
	w.emitted = map[string]bool{}
	once := func(path string) {
		if w.emitted[path] {
			t.Errorf("%s: emitted twice", path)
		}
		w.emitted[path] = true
	}
	links := func(path string, links []lang.PosLink) {
		f, out := w.facts[path], []foundLink{}
		for _, l := range links {
			r := sort.Search(len(f.Refs), func(i int) bool { return f.Refs[i].Start >= l.Start })
			if r == len(f.Refs) || f.Refs[r].Start != l.Start {
				continue
			}
			if to, ok := w.target(l.Path, l.At, l.External); ok {
				out = append(out, foundLink{r, to})
			}
		}
		newLinks[path] = slices.Compact(out)
	}
	rels := func(path string, rels []lang.PosRelation) {
		out := []foundRel{}
		for _, r := range rels {
			d, ok := w.at(path, r.Start)
			if !ok {
				continue
			}
			if to, ok := w.target(r.Path, r.At, r.External); ok {
				out = append(out, foundRel{d, r.Kind, to})
			}
		}
		newRels[path] = out
	}
	in.Emit = func(path string, l []lang.PosLink, r []lang.PosRelation) {
		mu.Lock()
		defer mu.Unlock()
		once(path)
		links(path, l)
		rels(path, r)
	}
	if was != nil {
		in.Earlier = &lang.EarlierCheck{Changed: changed, Facts: func(p string) *lang.Facts { return was[p] }}
		in.EmitLinks = func(path string, l []lang.PosLink) {
			mu.Lock()
			defer mu.Unlock()
			once(path)
			links(path, l)
		}
		in.EmitRelations = func(path string, r []lang.PosRelation) {
			mu.Lock()
			defer mu.Unlock()
			once(path)
			rels(path, r)
		}
	}
	if err := checkBy(context.Background(), in, w.chunk); err != nil {
		t.Fatal(err)
	}
	if was == nil {
		w.links, w.rels = newLinks, newRels
		return
	}
	moved := map[string][]lang.DefID{}
	for _, p := range changed {
		if was[p] != nil && w.facts[p] != nil {
			moved[p] = lang.MatchDefs(was[p], w.facts[p])
		} else {
			moved[p] = nil
		}
	}
	move := func(p *place) bool {
		if m, ok := moved[p.path]; ok && p.path != "" {
			switch {
			case m == nil:
				return false
			case p.def != moduleDef:
				p.def = m[p.def]
			}
		}
		return p.def != lang.NoDef
	}
	keptLinks, keptRels := map[string][]foundLink{}, map[string][]foundRel{}
	for path := range w.facts {
		if l, ok := newLinks[path]; ok {
			keptLinks[path] = l
		} else if m, ok := moved[path]; ok && m == nil {
			continue
		} else if old, there := w.links[path]; there && !ok {
			out := []foundLink{}
			for _, l := range old {
				if move(&l.to) {
					out = append(out, l)
				}
			}
			keptLinks[path] = out
		}
		if r, ok := newRels[path]; ok {
			keptRels[path] = r
		} else if _, changed := moved[path]; changed && newLinks[path] == nil {
			continue
		} else if old, there := w.rels[path]; there {
			out := []foundRel{}
			for _, r := range old {
				from := place{path: path, def: r.def}
				if move(&from) && move(&r.to) {
					r.def = from.def
					out = append(out, r)
				}
			}
			keptRels[path] = out
		}
	}
	w.links, w.rels = keptLinks, keptRels
}

// differ are the differences between what two worlds found.
func (w *world) differ(o *world) (out []string) {
	name := func(p place) string {
		switch {
		case p.path == "":
			return p.ext
		case p.def == moduleDef:
			return "package of " + p.path
		}
		f := w.facts[p.path]
		return fmt.Sprintf("%s %s:%d", p.path, shownName(f, p.def), f.Defs[p.def].Start)
	}
	for path, f := range w.facts {
		texts := func(w *world) []string {
			var out []string
			l, ok := w.links[path]
			if !ok {
				out = append(out, "not checked")
			}
			for _, l := range l {
				out = append(out, fmt.Sprintf("%d %s -> %s", f.Refs[l.ref].Start, f.Name(f.Refs[l.ref].Name), name(l.to)))
			}
			for _, r := range w.rels[path] {
				out = append(out, fmt.Sprintf("%s: %d %s", shownName(f, r.def), r.kind, name(r.to)))
			}
			slices.Sort(out)
			return out
		}
		a, b := texts(w), texts(o)
		for _, s := range a {
			if !slices.Contains(b, s) {
				out = append(out, path+": only kept: "+s)
			}
		}
		for _, s := range b {
			if !slices.Contains(a, s) {
				out = append(out, path+": only from scratch: "+s)
			}
		}
	}
	slices.Sort(out)
	return out
}

// become makes the repository have other files, as a workspace does it, and
// compares with a check from scratch.
func (w *world) become(t testing.TB, files *memory) *world {
	t.Helper()
	was := map[string]*lang.Facts{}
	var changed []string
	config := false
	for _, p := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(w.files.paths, files.paths)))) {
		if bytes.Equal(w.files.files[p], files.files[p]) && w.files.Has(p) == files.Has(p) {
			continue
		}
		if !strings.HasSuffix(p, ".go") {
			config = true
			continue
		}
		changed = append(changed, p)
		was[p] = w.facts[p]
	}
	w.files = files
	w.facts = maps.Clone(w.facts)
	for _, p := range changed {
		if files.Has(p) {
			w.read(t, p)
		} else {
			delete(w.facts, p)
		}
	}
	next, ok := w.project.(lang.Updater).Updated(changed, files, w.deps)
	if ok && !config {
		w.project = next
	} else {
		w.open(t)
	}
	if config {
		w.memo = &lang.Memo{}
		w.check(t, nil, nil)
	} else {
		w.check(t, changed, was)
	}
	scratch := newWorld(t, files, w.deps, w.chunk)
	for _, d := range w.differ(scratch) {
		t.Error(d)
	}
	for _, p := range files.paths {
		if a, b := w.project.Package(p), scratch.project.Package(p); a != b {
			t.Errorf("%s: package %v, want %v", p, a, b)
		}
		if a, b := w.project.Prefix(p), scratch.project.Prefix(p); !slices.Equal(a, b) {
			t.Errorf("%s: prefix %v, want %v", p, a, b)
		}
	}
	return scratch
}

// with is m with another text of a file; nil removes it.
func (m *memory) with(path string, text []byte) *memory {
	n := &memory{files: maps.Clone(m.files)}
	if n.files == nil {
		n.files = map[string][]byte{}
	}
	if text == nil {
		delete(n.files, path)
	} else {
		n.files[path] = text
	}
	n.paths = slices.Sorted(maps.Keys(n.files))
	return n
}

// randomEdit changes one file, or adds or removes one.
func randomEdit(r *rand.Rand, m *memory) *memory {
	var goFiles []string
	for _, p := range m.paths {
		if strings.HasSuffix(p, ".go") {
			goFiles = append(goFiles, p)
		}
	}
	if len(goFiles) == 0 {
		return m.with("a.go", []byte("package a\n"))
	}
	name := goFiles[r.IntN(len(goFiles))]
	text := string(m.files[name])
	lines := strings.SplitAfter(text, "\n")
	at := func() int { return r.IntN(len(lines)) }
	word := func(s string) string {
		words := strings.FieldsFunc(s, func(c rune) bool {
			return !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
		})
		if len(words) == 0 {
			return "x"
		}
		return words[r.IntN(len(words))]
	}
	insert := func(i int, s string) {
		lines = slices.Insert(slices.Clone(lines), i, s)
	}
	starts := func(prefix string) (found []int) {
		for i, l := range lines {
			if strings.HasPrefix(l, prefix) {
				found = append(found, i)
			}
		}
		return found
	}
	pick := func(of []int) int {
		if len(of) == 0 {
			return len(lines)
		}
		return of[r.IntN(len(of))]
	}
	n := strconv.Itoa(r.IntN(3))
	other := m.files[goFiles[r.IntN(len(goFiles))]]
	switch r.IntN(32) {
	case 0: // a line goes
		i := at()
		lines = append(lines[:i:i], lines[i+1:]...)
	case 1: // a line comes twice
		i := at()
		insert(i, lines[i])
	case 2: // two lines change places
		i, j := at(), at()
		lines[i], lines[j] = lines[j], lines[i]
	case 3: // a line of another file comes in
		l := strings.SplitAfter(string(other), "\n")
		insert(at(), l[r.IntN(len(l))])
	case 4: // a name is another one
		text = strings.Replace(text, word(text), word(text), []int{1, -1}[r.IntN(2)])
		return m.with(name, []byte(text))
	case 5: // a new name
		text = strings.Replace(text, word(text), word(text)+"2", []int{1, -1}[r.IntN(2)])
		return m.with(name, []byte(text))
	case 6, 7: // what follows moves
		insert(at(), "\n// moved\n")
	case 8, 9: // a body
		if i := pick(starts("func")); i < len(lines) && strings.HasSuffix(lines[i], "{\n") {
			insert(i+1, "\tvar local"+n+" int; _ = local"+n+"; "+word(string(other))+"()\n")
		}
	case 10: // a function
		insert(pick(starts("func")), "func "+[]string{"added", "Added"}[r.IntN(2)]+n+"() int { return 0 }\n")
	case 11: // a function of a name that others may mention
		insert(pick(starts("func")), "func "+word(string(other))+"() int { return 0 }\n")
	case 12: // a method
		insert(pick(starts("func")), "func (r "+[]string{"", "*"}[r.IntN(2)]+word(text)+") "+word(string(other))+"() int { return 0 }\n")
	case 13: // a type in a signature
		text = strings.Replace(text, "int", []string{"string", "error", "[]int"}[r.IntN(3)], 1)
		return m.with(name, []byte(text))
	case 14: // an import
		insert(pick(starts("import")), "import "+[]string{"_ ", "", ". "}[r.IntN(3)]+`"example.org/w/`+[]string{"a", "b", "c", "d", "util"}[r.IntN(5)]+"\"\n")
	case 15: // no import
		if i := pick(starts("import")); i < len(lines) {
			lines = append(lines[:i:i], lines[i+1:]...)
		}
	case 16: // the build
		insert(0, "//go:build "+[]string{"windows", "linux", "ignore", "!linux"}[r.IntN(4)]+"\n\n")
	case 17: // the package
		text = strings.Replace(text, "package ", "package "+[]string{"other", "x"}[r.IntN(2)], 1)
		return m.with(name, []byte(text))
	case 18: // a variable or constant by something
		insert(pick(starts("func")), []string{"var V", "const C", "var v"}[r.IntN(3)]+n+" = "+word(string(other))+[]string{"", "()", "." + word(string(other))}[r.IntN(3)]+"\n")
	case 19: // a file
		base := filepath.Dir(name) + "/" + []string{"new.go", "new_windows.go", "new_test.go", "z.go"}[r.IntN(4)]
		return m.with(filepath.Clean(base), other)
	case 20: // no file
		return m.with(name, nil)
	case 21: // a place is typed in
		i := r.IntN(len(text) + 1)
		return m.with(name, []byte(text[:i]+[]string{"(", "{", ".x", "\"", " = 1", "\n", "1"}[r.IntN(7)]+text[i:]))
	case 22: // a type
		insert(pick(starts("func")), "type "+[]string{"Added", "added", word(string(other))}[r.IntN(3)]+" "+[]string{"struct{ " + word(string(other)) + " }", "interface{ " + word(string(other)) + "() int }", "= " + word(string(other))}[r.IntN(3)]+"\n")
	case 23: // a number
		text = strings.Replace(text, "1", "3", 1)
		return m.with(name, []byte(text))
	case 24: // a field, maybe embedded
		if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasSuffix(l, "struct {\n") }); i >= 0 {
			insert(i+1, "\t"+[]string{"field" + n + " int", word(text), "*" + word(text), word(string(other)) + " " + word(text), "field" + n + " []" + word(text)}[r.IntN(5)]+"\n")
		}
	case 25: // a method of an interface, maybe embedded
		if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasSuffix(l, "interface {\n") }); i >= 0 {
			insert(i+1, "\t"+[]string{"added" + n + "()", word(string(other)) + "() int", word(text), "comparable"}[r.IntN(4)]+"\n")
		}
	case 26: // a method of a type of the folder
		insert(len(lines), "\nfunc (r "+[]string{"", "*"}[r.IntN(2)]+word(text)+") "+[]string{"added" + n, "Added" + n, word(string(other))}[r.IntN(3)]+"() "+word(text)+" { panic(0) }\n")
	case 27: // another type of something
		text = strings.Replace(text, " struct {", []string{" interface {", " = struct {", " []struct {"}[r.IntN(3)], 1)
		return m.with(name, []byte(text))
	case 28: // a type by another
		insert(pick(starts("func")), "type "+word(string(other))+[]string{" ", " = ", " []", " *"}[r.IntN(4)]+word(text)+"\n")
	case 29: // a file moves
		to := filepath.Clean(filepath.Dir(goFiles[r.IntN(len(goFiles))]) + "/" + []string{"moved.go", "a_moved.go", "moved_test.go"}[r.IntN(3)])
		return m.with(name, nil).with(to, []byte(text))
	case 30: // two files change at once
		return randomEdit(r, randomEdit(r, m))
	case 31: // a file of its own
		base := filepath.Dir(name) + "/" + []string{"own.go", "a.go", "own_windows.go", "own_test.go"}[r.IntN(4)]
		clause := lines[max(0, slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "package ") }))]
		return m.with(filepath.Clean(base), []byte(clause+"\ntype Own"+n+" struct{ "+word(text)+" }\n\nfunc (Own"+n+") "+word(string(other))+"() int { return 0 }\n\nfunc own"+n+"() "+word(text)+" { panic(0) }\n"))
	}
	return m.with(name, []byte(strings.Join(lines, "")))
}

// TestIncremental edits repositories at random: after each edit what was kept
// and what was emitted must be what a check from scratch finds. CI_EDITS is the
// number of edits to each, CI_SEED makes them others.
func TestIncremental(t *testing.T) {
	edits, seeds := 25, [2]int{38, 11} // which have found mistakes
	if n, err := strconv.Atoi(os.Getenv("CI_EDITS")); err == nil {
		edits = n
	}
	if n, err := strconv.Atoi(os.Getenv("CI_SEED")); err == nil {
		seeds = [2]int{n, n}
	}
	// Of the bytes that are checked at once, 150 divides most packages.
	for i, chunk := range []int{maxChunk, 150} {
		t.Run(strconv.Itoa(chunk), func(t *testing.T) { incremental(t, edits, seeds[i], chunk) })
	}
}

// TestIncrementalSteps makes changes that have been taken for less than they are.
// Each step is what files become, one after the other.
func TestIncrementalSteps(t *testing.T) {
	type step map[string]string // "" removes a file
	const plain = "package p\n\ntype T struct{}\n\nfunc (T) Do() {}\n\nfunc hidden() T { return T{} }\n"
	for name, test := range map[string]struct {
		first step
		steps []step
	}{
		"a name declared twice, the second time for tests, in a package in parts": {
			step{
				"p/a.go": "package p\n\ntype Own struct{ Hidden }\n\nfunc (Own) Q() int { return 0 }\n\nfunc own() Hidden { panic(0) }\n",
				"p/p.go": plain, "p/new_test.go": plain, "p/export_test.go": "package p\n\nvar Hidden = hidden\n",
			},
			[]step{{"p/export_test.go": "package p\n\n\nvar Hidden = hidden\n"}},
		},
		"a file has another name": {
			step{"p/0.go": "package p\n", "p/p.go": plain, "q/q.go": "package q\n\nimport \"example.com/t/p\"\n\nvar F = p.T.Do\n"},
			[]step{{"p/p.go": "", "p/a.go": plain}},
		},
		"what no importer sees changes, and then something else": {
			step{"p/p.go": plain, "q/q.go": "package q\n\ntype I interface{ More() }\n"},
			[]step{
				{"p/p.go": plain + "\ntype t struct{ x int }\n\nfunc (t) Do() {}\n\ntype i interface{ Do() }\n"},
				{"p/p.go": "// moved\n" + plain + "\ntype t struct{ x int }\n\nfunc (t) Do() {}\n\ntype i interface{ Do() }\n"},
				{"q/q.go": "package q\n\ntype I interface{ Do() }\n"},
				{"p/p.go": plain},
				{"q/q.go": "package q\n\ntype I interface{ Do(); More() }\n"},
			},
		},
	} {
		for _, chunk := range []int{maxChunk, 150} {
			t.Run(fmt.Sprint(name, "/", chunk), func(t *testing.T) {
				files := (&memory{}).with("go.mod", []byte("module example.com/t\n\ngo 1.24\n"))
				apply := func(s step) {
					for path, text := range s {
						if text == "" {
							files = files.with(path, nil)
						} else {
							files = files.with(path, []byte(text))
						}
					}
				}
				apply(test.first)
				w := newWorld(t, files, lang.Deps{}, chunk)
				for _, s := range test.steps {
					apply(s)
					w.become(t, files)
				}
			})
		}
	}
}

func incremental(t *testing.T, edits, seed, chunk int) {
	archives(t, "testdata/*/*.txtar", func(t *testing.T, name string, a *txtar.Archive) {
		t.Parallel()
		files, deps := repository(a)
		r := rand.New(rand.NewPCG(uint64(len(name)), uint64(seed)))
		first := files
		w := newWorld(t, files, deps, chunk)
		kept, of := 0, 0
		for n := range edits {
			if n%8 == 7 { // back to something that makes sense
				files = first
			} else {
				files = randomEdit(r, files)
			}
			before := w.files
			w.become(t, files)
			if len(w.emitted) < len(w.facts) {
				kept++
			}
			of++
			if t.Failed() {
				for _, p := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(before.paths, files.paths)))) {
					if !bytes.Equal(before.files[p], files.files[p]) {
						t.Errorf("edit %d: %s was\n%s\nis\n%s", n, p, before.files[p], files.files[p])
					}
				}
				return
			}
		}
		t.Logf("%d of %d edits did not check everything", kept, of)
	})
}
