package resolve_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/java"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/php"
	"codeintel/index/lang/python"
	"codeintel/index/lang/typescript"
	"codeintel/index/resolve"
)

// moved is what a Run has found before one file came, went or changed.
type moved struct {
	files, old []resolve.File
	found      *resolve.Result
	fresh      []int32
}

// now is the number of an old file, -1 for one that is gone.
func (m *moved) now(i int32) int32 {
	return int32(slices.IndexFunc(m.files, func(f resolve.File) bool { return f.Path == m.old[i].Path }))
}

func (m *moved) was(i int32) int32 {
	return int32(slices.IndexFunc(m.old, func(f resolve.File) bool { return f.Path == m.files[i].Path }))
}

func (m *moved) Fresh() []int32 { return m.fresh }

func (m *moved) Was(i int32) *lang.Facts {
	if w := m.was(i); w >= 0 {
		return m.old[w].Facts()
	}
	return nil
}

func (m *moved) Became(i int32) []lang.DefID { return lang.MatchDefs(m.Was(i), m.files[i].Facts()) }

func (m *moved) Gone() (out []resolve.File) {
	for i := range m.old {
		if m.now(int32(i)) < 0 {
			out = append(out, m.old[i])
		}
	}
	return out
}

func (m *moved) Lost() []int32 {
	gone := map[int32]bool{}
	for i := range m.old {
		if m.now(int32(i)) < 0 {
			gone[int32(i)] = true
		}
	}
	return m.depending(gone, nil)
}

func (m *moved) Moved() (out []string) {
	for _, f := range m.Gone() {
		out = append(out, f.Path)
	}
	for i := range m.files {
		if m.was(int32(i)) < 0 {
			out = append(out, m.files[i].Path)
		}
	}
	return out
}

func (m *moved) Has(i int32) bool                    { return !slices.Contains(m.fresh, i) }
func (m *moved) Linked(int32) bool                   { return false }
func (m *moved) Checked(int32) bool                  { return false }
func (m *moved) External(n lang.DefID) lang.External { return m.found.Externals[n] }

func (m *moved) Yielded(i int32) []lang.DefID { return m.found.Yielded[m.was(i)] }

func (m *moved) Found(i int32) resolve.EarlierFile {
	w := m.was(i)
	out := resolve.EarlierFile{Links: slices.Clone(m.found.Links[w]), Relations: slices.Clone(m.found.Relations[w]), Yielded: m.found.Yielded[w], Deps: m.found.Deps[w]}
	for j := range out.Links {
		if l := &out.Links[j]; l.Doc >= 0 {
			l.Doc = m.now(l.Doc)
		}
	}
	for j := range out.Relations {
		if r := &out.Relations[j]; r.Doc >= 0 {
			r.Doc = m.now(r.Doc)
		}
	}
	return out
}

func (m *moved) Depending(files map[int32]bool, names map[uint32]bool) []int32 {
	old := map[int32]bool{}
	for i := range files {
		old[m.was(i)] = true
	}
	return m.depending(old, names)
}

func (m *moved) Asking(files map[int32]bool, names map[uint32]bool) (out []int32) {
	for _, i := range m.Depending(files, nil) {
		if slices.ContainsFunc(m.found.Deps[m.was(i)].Asked, func(n uint32) bool { return names[n] }) {
			out = append(out, i)
		}
	}
	return out
}

func (m *moved) depending(old map[int32]bool, names map[uint32]bool) (out []int32) {
	for i, d := range m.found.Deps {
		if slices.ContainsFunc(d.Files, func(f int32) bool { return old[f] }) || slices.ContainsFunc(d.Asked, func(n uint32) bool { return names[n] }) {
			if n := m.now(int32(i)); n >= 0 {
				out = append(out, n)
			}
		}
	}
	return out
}

// A file that comes or goes, or a name in it that others may have meant, makes those
// files anew that looked for it, and no others; what is found is what a Run from nothing
// finds.
func TestMoved(t *testing.T) {
	for _, c := range []struct {
		l     *lang.Language
		files langtest.Repo
		steps [][3]string // path, text ("" for none), and what is made anew
	}{
		{typescript.Languages()[0], langtest.Repo{
			"m/one.ts": "import { two } from './two'\nexport function one() { return two() + Math.max(1, 2) }\n", "m/two.ts": "export function two() { return 1 }\n",
			"wants.ts": "import { late } from './m/late'\nlate()\n", "script.ts": "interface Here { a: Late }\n",
		}, [][3]string{
			{"a/alone.ts", "export const alone = 1\n", "a/alone.ts"},
			{"m/late.ts", "export function late() {}\n", "m/late.ts wants.ts"},
			{"m/late.ts", "", "wants.ts"},
			{"m/late/index.ts", "export function late() {}\n", "m/late/index.ts wants.ts"},
			{"glob.ts", "interface Late { b: number }\n", "glob.ts script.ts"},
			{"glob.ts", "", "script.ts"},
		}},
		{php.Language(), langtest.Repo{
			"C.php": "<?php\nnamespace App;\nclass C { function go(D $d) { return $d->go() . trim('x'); } }\n", "D.php": "<?php\nnamespace App;\nclass D { function go() {} }\n",
			"Wants.php": "<?php\nnamespace App;\nfunction wants() { return (new Late)->show(); }\n",
		}, [][3]string{
			{"Alone.php", "<?php\nnamespace App;\nclass Alone { function alone() {} }\n", "Alone.php"},
			{"Late.php", "<?php\nnamespace App;\nclass Late { function show() {} }\n", "Late.php Wants.php"},
			{"Alone.php", "<?php\nnamespace App;\nclass Alone { function alone() {} }\nfunction another() {}\n", "Alone.php"},
			{"Alone.php", "<?php\nnamespace App;\nclass Alone { function alone() {} }\nfunction trim() {}\n", "Alone.php C.php"},
			{"Late.php", "", "Wants.php"},
		}},
		{python.Language(), langtest.Repo{
			"a.py": "import os\nfrom b import f\n\ndef g():\n    return os.getcwd() + f()\n", "b.py": "def f():\n    pass\n", "pkg/__init__.py": "",
			"wants.py": "from pkg import late\nlate.go()\n", "space.py": "import far.off\n",
		}, [][3]string{
			{"alone.py", "x = 1\n", "alone.py"},
			{"pkg/late.py", "def go():\n    pass\n", "pkg/late.py wants.py"},
			{"pkg/late.py", "", "wants.py"},
			{"pkg/late/__init__.py", "def go():\n    pass\n", "pkg/late/__init__.py wants.py"},
			{"far/off/x.py", "y = 1\n", "far/off/x.py space.py"},
		}},
		{java.Language(), langtest.Repo{
			"a/J.java": "package a;\n\npublic class J { int go(K x) { return x.go(null) + Math.abs(1); } }\n", "a/K.java": "package a;\n\npublic class K { int go(J x) { return 1; } }\n",
			"a/Wants.java": "package a;\n\nclass Wants { int n() { return new Late().n(); } }\n",
		}, [][3]string{
			{"a/Alone.java", "package a;\n\nclass Alone {}\n", "a/Alone.java"},
			{"a/Late.java", "package a;\n\nclass Late { int n() { return 1; } }\n", "a/Late.java a/Wants.java"},
			{"a/Late.java", "", "a/Wants.java"},
		}},
	} {
		ctx := context.Background()
		in := input(t, c.l, c.files, 2)
		last := resolve.New(in)
		was, err := last.Run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range c.steps {
			files := maps.Clone(c.files)
			if files[step[0]] = step[1]; step[1] == "" {
				delete(files, step[0])
			}
			now := input(t, c.l, files, 2)
			m := &moved{files: now.Files, old: in.Files, found: was}
			for i, f := range now.Files {
				if c.files[f.Path] != files[f.Path] || m.was(int32(i)) < 0 {
					m.fresh = append(m.fresh, int32(i))
				}
			}
			whole, err := resolve.Run(ctx, now)
			if err != nil {
				t.Fatal(err)
			}
			now.Earlier, now.Tables = m, last.Tables().With(&now, m.fresh)
			next := resolve.New(now)
			got, err := next.Run(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var anew []string
			found := make([][]resolve.Link, len(now.Files))
			for i := range now.Files {
				externals := got.Externals
				if _, ok := slices.BinarySearch(got.Redone, int32(i)); ok {
					anew = append(anew, now.Files[i].Path)
					found[i] = got.LinksOf(int32(i))
				} else {
					found[i], externals = m.Found(int32(i)).Links, was.Externals
				}
				for j := range found[i] { // by the numbers of the Run from nothing
					if l := &found[i][j]; l.Doc == resolve.External {
						l.Def = lang.DefID(slices.IndexFunc(whole.Externals, func(x lang.External) bool { return x.Symbol == externals[l.Def].Symbol }))
					}
				}
			}
			if a := strings.Join(anew, " "); a != step[2] {
				t.Errorf("%s %q: %s are made anew, not %s", step[0], step[1], a, step[2])
			}
			for i := range now.Files {
				if !slices.Equal(found[i], whole.Links[i]) {
					t.Errorf("%s %q: %s has %v, not %v", step[0], step[1], now.Files[i].Path, found[i], whole.Links[i])
				}
			}
			c.files, in, was, last = files, input(t, c.l, files, 2), whole, next
		}
	}
}
