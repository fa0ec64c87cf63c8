package resolve_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/php"
	"codeintel/index/lang/python"
	"codeintel/index/lang/typescript"
	"codeintel/index/resolve"
)

// typing is moved where one file is typed in.
type typing struct{ *moved }

func (m typing) Linked(int32) bool { return true }

func (m typing) Found(i int32) resolve.EarlierFile {
	out := m.moved.Found(i)
	if slices.Contains(m.fresh, i) {
		became := m.Became(i)
		for j := range out.Links {
			if l := &out.Links[j]; l.Doc == i && l.Def >= 0 {
				if l.Def = became[l.Def]; l.Def < 0 {
					l.Def, l.Certainty = resolve.ModuleDef, resolve.Possible
				}
			}
		}
	}
	return out
}

// What stands outside of a function in which somebody types is not resolved again where
// nothing depends on what is typed; else it is. What is found is what a Run from nothing
// finds.
func TestTyped(t *testing.T) {
	const (
		py   = "import os\n\nclass A:\n    def one(self):\n        x = self.two()\n        x.strip()\n        return 1\n\n    def two(self):\n        y = 'a'\n        print(y)\n        return y\n\ndef late(a: A):\n    a.two().strip()\n    a.one()\n"
		ts   = "export class A {\n  one() {\n    const x = this.two()\n    x.trim()\n    return 1\n  }\n  two() {\n    const y = 'a'\n    each(() => { late(this) })\n    return y\n  }\n}\nfunction late(a: A) {\n  a.two().trim()\n}\nfunction each(f: () => void) { f() }\n"
		code = "<?php\nclass A {\n    function one() {\n        $x = $this->two();\n        $x->one();\n    }\n    function two() {\n        $y = new A;\n        late($y);\n        return $y;\n    }\n}\nfunction late(A $a) {\n    $a->two()->one();\n}\n"
	)
	for _, c := range []struct {
		l              *lang.Language
		path, text     string
		what, from, to string
		kept           bool
	}{
		{python.Language(), "a.py", py, "a statement", "        print(y)\n", "        print(y)\n        z = self.one()\n        print(z, os)\n", true},
		{python.Language(), "a.py", py, "a statement goes", "        x.strip()\n", "", true},
		{python.Language(), "a.py", py, "a comment", "import os\n", "# os\nimport os\n", true},
		{python.Language(), "a.py", py, "what is returned", "y = 'a'", "y = self", false},
		{python.Language(), "a.py", py, "an attribute", "        print(y)\n", "        self.one = y\n", false},
		{python.Language(), "a.py", py, "a parameter", "late(a: A)", "late(a: B)", false},
		{python.Language(), "a.py", py, "an import", "import os\n", "import sys\n", false},
		{python.Language(), "a.py", py, "a function", "def late", "def later", false},
		{typescript.Languages()[0], "a.ts", ts, "a statement", "x.trim()\n", "x.trim()\n    const z = late\n    z(this)\n", true},
		{typescript.Languages()[0], "a.ts", ts, "in a callback", "late(this)", "late(this); const q = each; q(late)", true},
		{typescript.Languages()[0], "a.ts", ts, "what is returned", "const y = 'a'", "const y = this", false},
		{typescript.Languages()[0], "a.ts", ts, "a field", "  two() {\n", "  three = 1\n  two() {\n", false},
		{php.Language(), "a.php", code, "a statement", "late($y);\n", "late($y);\n        $z = $this->one();\n", true},
		{php.Language(), "a.php", code, "what is returned", "$y = new A", "$y = 1", false},
	} {
		files := langtest.Repo{c.path: c.text, "other." + c.path[2:]: ""}
		in := input(t, c.l, files, 1)
		was, err := resolve.Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.Replace(c.text, c.from, c.to, 1)
		now := input(t, c.l, langtest.Repo{c.path: edited, "other." + c.path[2:]: ""}, 1)
		want, err := resolve.Run(context.Background(), now)
		if err != nil {
			t.Fatal(err)
		}
		now.Earlier, now.Typing = typing{&moved{files: now.Files, old: in.Files, found: was, fresh: []int32{0}}}, true
		next := resolve.New(now)
		got, err := next.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if kept := next.Kept(); kept > 0 != c.kept {
			t.Errorf("%s: %s: %d references are not resolved again", c.path, c.what, kept)
		}
		name := func(r *resolve.Result, l resolve.Link) resolve.Link {
			if l.Doc == resolve.External { // by the numbers of the Run from nothing
				l.Def = lang.DefID(slices.IndexFunc(want.Externals, func(x lang.External) bool { return x.Symbol == r.Externals[l.Def].Symbol }))
			}
			return l
		}
		if !slices.EqualFunc(got.LinksOf(0), want.LinksOf(0), func(a, b resolve.Link) bool { return name(got, a) == name(want, b) }) {
			t.Errorf("%s: %s: %v, not %v", c.path, c.what, got.LinksOf(0), want.LinksOf(0))
		}
	}
}
