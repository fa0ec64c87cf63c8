package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"
)

// The repository that cases begin with is small, in several languages, and knows what
// its answers are: the names in it occur nowhere else.
const (
	goName, pyName, tsName = "Kestrel", "Plover", "Dunlin"
)

// small returns a repository of n files a language. Go's are one module, Python's import
// one another, TypeScript's too.
func small(n int) tree {
	t := tree{
		"go.mod":       "module example.org/birds\n\ngo 1.22\n",
		"package.json": `{"name": "birds", "version": "1.0.0"}` + "\n",
		"README.md":    "# Birds\n\nA " + goName + " hovers, a " + pyName + " runs.\n",
		"web/site.css": ".nest { color: #123 }\n",
		"db/nest.sql":  "CREATE TABLE nest (id integer PRIMARY KEY, eggs integer);\n",
		"conf/a.yaml":  "birds:\n  - kestrel\n  - plover\n",
	}
	for i := range n {
		t[fmt.Sprintf("good/go/bird%d/bird.go", i)] = fmt.Sprintf(`// Package bird%[1]d is about birds.
package bird%[1]d

// %[2]s%[1]d hovers.
type %[2]s%[1]d struct{ Wings int }

// Hover%[1]d beats the wings n times.
func (k *%[2]s%[1]d) Hover%[1]d(n int) int { return k.Wings * n }

func use%[1]d() int { k := &%[2]s%[1]d{Wings: 2}; return k.Hover%[1]d(3) }
`, i, goName)
		before := ""
		if i > 0 {
			before = fmt.Sprintf("from good.py.bird%d import %s%d\n\n\n", i-1, pyName, i-1)
		}
		t[fmt.Sprintf("good/py/bird%d.py", i)] = before + fmt.Sprintf(`class %[2]s%[1]d:
    """Runs along the shore."""

    def run%[1]d(self, n):
        return n


def serve%[1]d():
    return %[2]s%[1]d().run%[1]d(2)
`, i, pyName)
		t[fmt.Sprintf("good/ts/bird%d.ts", i)] = fmt.Sprintf(`import { fly%[3]d } from './bird%[3]d'
export interface %[2]s%[1]d { size: number }
export function fly%[1]d(c: %[2]s%[1]d): number { return c.size }
export const flock%[1]d = [1].map(() => fly%[1]d({ size: 1 }) + fly%[3]d({ size: 2 }))
`, i, tsName, max(0, i-1))
	}
	return t
}

// asked returns questions about a repository of small, whose answers depend on all
// parts of an index.
func asked(n int) []question {
	i := n / 2
	return []question{
		{args: []string{"def", fmt.Sprintf("Hover%d", i), "--json"}},
		{args: []string{"refs", fmt.Sprintf("%s%d", goName, i), "--json"}},
		{args: []string{"refs", fmt.Sprintf("%s%d", pyName, i), "--json"}},
		{args: []string{"callers", fmt.Sprintf("fly%d", i), "--json"}},
		{args: []string{"search", "--symbol", tsName, "--json", "--limit", "0"}},
		{args: []string{"search", "--text", "Runs along|hovers", "--json", "--limit", "0"}},
		{args: []string{"search", "a bird that runs along the shore", "--json"}},
		{args: []string{"outline", fmt.Sprintf("good/py/bird%d.py", i), "--json"}},
		{args: []string{"index", "--quiet", "--output", "-"}, binary: true},
	}
}

// fixtures returns the files of the module's fixtures in testdata/nav, each archive in a
// folder of its own: real code in all languages.
func (s *suite) fixtures() (tree, error) {
	archives, err := filepath.Glob(filepath.Join(s.source, "testdata", "nav", "*.txtar"))
	if err != nil {
		return nil, err
	}
	if len(archives) == 0 {
		return nil, fmt.Errorf("%s has no testdata/nav: -source names the root folder of this module", s.source)
	}
	t := tree{}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			return nil, err
		}
		dir := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range a.Files {
			t[path.Join(dir, f.Name)] = string(f.Data)
		}
	}
	return t, nil
}

// readTree returns the files below dir, without those of git and ci.
func readTree(dir string) (tree, error) {
	files, err := filesBelow(dir)
	if err != nil {
		return nil, err
	}
	t := tree{}
	for _, f := range files {
		f = filepath.ToSlash(f)
		if strings.HasPrefix(f, ".git/") || strings.HasPrefix(f, ".code-intel/") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			return nil, err
		}
		t[f] = string(data)
	}
	return t, nil
}

// gitFolder makes dir a repository of git, as far as anybody asks.
func gitFolder(dir string) error {
	return tree{
		".git/HEAD":   "ref: refs/heads/main\n",
		".git/config": "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n",
	}.write(dir)
}

// pick returns one of list.
func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// filesBelow returns the regular files below dir, relative and in order.
func filesBelow(dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Type().IsRegular() {
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			out = append(out, rel)
		}
		return nil
	})
	return out, err
}
