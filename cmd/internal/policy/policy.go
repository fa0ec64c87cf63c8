// Package policy checks the rules that the source tree keeps: who may import
// whom, where each third-party module lives, which packages of the standard
// library and which calls are kept out. The rules are the rows of rules.txt.
//
// It reads the imports itself, with go/parser: what `go list` prints is no
// input of the test cache, so a test that ran it would be reported as passed
// while a violation stands.
package policy

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Rule is one row of the table.
type Rule struct {
	Line   int    // in the table, from 1
	Verb   string // layer, tests, home, ban, call
	What   string // a package pattern (layer, tests), an import path (home, ban), a call (call)
	Where  []string
	Reason string
}

// Parse reads a table. Each row is "verb what : where … # reason"; blank rows
// and rows that start with # are left out. A row without a reason is an error.
func Parse(table string) ([]Rule, error) {
	var rules []Rule
	sc := bufio.NewScanner(strings.NewReader(table))
	for n := 1; sc.Scan(); n++ {
		row, reason, _ := strings.Cut(sc.Text(), "#")
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		head, where, ok := strings.Cut(row, " :")
		f := strings.Fields(head)
		reason = strings.TrimSpace(reason)
		if !ok || len(f) != 2 || reason == "" {
			return nil, fmt.Errorf("line %d: want \"verb what : where … # reason\", have %q", n, sc.Text())
		}
		switch f[0] {
		case "layer", "tests", "home", "ban", "call":
		default:
			return nil, fmt.Errorf("line %d: unknown verb %q", n, f[0])
		}
		rules = append(rules, Rule{Line: n, Verb: f[0], What: f[1], Where: strings.Fields(where), Reason: reason})
	}
	return rules, sc.Err()
}

// match says whether a slash-separated path agrees with a pattern: "a/b" is
// itself, "a/*" one element below a, "a/..." a and all below it.
func match(pattern, p string) bool {
	if pattern == "..." {
		return true
	}
	if dir, ok := strings.CutSuffix(pattern, "/..."); ok {
		return p == dir || strings.HasPrefix(p, dir+"/")
	}
	ok, err := path.Match(pattern, p)
	return ok && err == nil
}

// matchList applies patterns in order: the last one that agrees decides, one
// with a leading "!" takes out, and "_test" stands for all test files.
func matchList(patterns []string, p string, test bool) bool {
	in := false
	for _, q := range patterns {
		rest, not := strings.CutPrefix(q, "!")
		if rest == "_test" && test || rest != "_test" && match(rest, p) {
			in = !not
		}
	}
	return in
}

// Check reads all Go files below root and returns one line for each violation,
// in the order of the files. module is the path of go.mod. Folders that the go
// command leaves out (testdata, those that start with "." or "_") and nested
// modules are left out too.
func Check(root fs.FS, module string, rules []Rule) ([]string, error) {
	var out []string
	err := walk(root, func(p string) error {
		src, err := fs.ReadFile(root, p)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, p, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		out = append(out, checkFile(set, file, p, module, rules)...)
		return nil
	})
	return out, err
}

// walk calls f for each Go file of the module.
func walk(root fs.FS, f func(p string) error) error {
	return fs.WalkDir(root, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p == "." {
				return nil
			}
			if name == "testdata" || name == "bin" || name == "out" || name[0] == '.' || name[0] == '_' {
				return fs.SkipDir
			}
			if _, err := fs.Stat(root, p+"/go.mod"); err == nil {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".go") {
			return f(p)
		}
		return nil
	})
}

func checkFile(set *token.FileSet, file *ast.File, p, module string, rules []Rule) []string {
	var out []string
	pkg, test := path.Dir(p), strings.HasSuffix(p, "_test.go")
	report := func(at token.Pos, format string, args ...any) {
		out = append(out, fmt.Sprintf("%s: %s", set.Position(at), fmt.Sprintf(format, args...)))
	}
	for _, im := range file.Imports {
		target, err := strconv.Unquote(im.Path.Value)
		if err != nil {
			continue
		}
		if bad := checkImport(pkg, test, target, module, rules); bad != "" {
			report(im.Pos(), "%s", bad)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var name string
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				name = "func.init"
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				name = x.Name + "." + n.Sel.Name
			}
		}
		if name == "" {
			return true
		}
		for _, r := range rules {
			if r.Verb == "call" && match(r.What, name) && matchList(r.Where, pkg, test) {
				report(n.Pos(), "%s: %s (rules.txt:%d)", name, r.Reason, r.Line)
			}
		}
		return true
	})
	return out
}

// checkImport returns what is wrong with package pkg importing target, or "".
func checkImport(pkg string, test bool, target, module string, rules []Rule) string {
	if target == "C" {
		target = "cgo"
	}
	own, isOwn := strings.CutPrefix(target, module+"/")
	first, _, _ := strings.Cut(target, "/")
	switch {
	case isOwn:
		if own == pkg {
			return ""
		}
		layer := Rule{Line: -1}
		for _, r := range rules {
			switch {
			case r.Verb == "tests" && test && match(r.What, pkg) && matchList(r.Where, own, test):
				return ""
			case r.Verb == "layer" && layer.Line < 0 && match(r.What, pkg):
				layer = r
			}
		}
		if layer.Line < 0 {
			return fmt.Sprintf("rules.txt has no layer for %s: add one that says what it may import and why", pkg)
		}
		if below := strings.HasPrefix(own, pkg+"/") && slices.Contains(layer.Where, "./..."); !below && !matchList(layer.Where, own, test) {
			return fmt.Sprintf("%s may not import %s: %s (rules.txt:%d)", pkg, own, layer.Reason, layer.Line)
		}
	case strings.Contains(first, "."):
		for _, r := range rules {
			if r.Verb != "home" || !match(r.What, target) {
				continue
			}
			if matchList(r.Where, pkg, test) {
				return ""
			}
			return fmt.Sprintf("%s may not import %s: %s (rules.txt:%d)", pkg, target, r.Reason, r.Line)
		}
		return fmt.Sprintf("rules.txt has no home for %s: each third-party package has one", target)
	default:
		for _, r := range rules {
			if r.Verb == "ban" && !test && match(r.What, target) && matchList(r.Where, pkg, test) {
				return fmt.Sprintf("%s may not import %s: %s (rules.txt:%d)", pkg, target, r.Reason, r.Line)
			}
		}
	}
	return ""
}
