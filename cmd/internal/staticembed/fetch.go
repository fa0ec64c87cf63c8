package main

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"codeintel/cmd/internal/corpus"
)

//go:embed packages.txt
var packagesText string

// pkg is a row of packages.txt.
type pkg struct {
	registry string // "go", "npm", "debian", "source": Debian's source packages
	names    []string
	version  string // "" for what the machine's release has
	licence  string
	keep     []string
}

// readPackages reads the rows of packages.txt.
func readPackages(text string) ([]pkg, error) {
	var all []pkg
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		f := strings.Fields(s.Text())
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		if len(f) < 4 || f[0] != "go" && len(f) == 4 {
			return nil, fmt.Errorf("packages.txt: bad row %q", s.Text())
		}
		all = append(all, pkg{registry: f[0], names: strings.Split(f[1], ","), version: strings.Trim(f[2], "-"), licence: f[3], keep: f[4:]})
	}
	return all, nil
}

// name is short and unique.
func (p *pkg) name() string { return p.registry + " " + p.names[0] }

// fetch brings a package and returns its folder, which the caller removes with clean,
// and its version.
func (p *pkg) fetch(ctx context.Context, c *corpus.Cache) (dir, version string, clean func() error, err error) {
	if p.registry == "go" && p.names[0] == "std" {
		root, err := corpus.Run(ctx, "", nil, "go", "env", "GOROOT")
		return filepath.Join(strings.TrimSpace(string(root)), "src"), runtime.Version(), func() error { return nil }, err
	}
	t := corpus.Tree{Name: strings.NewReplacer("/", "-", "@", "").Replace(p.names[0]), Package: strings.Join(p.names, " "), Version: p.version, Bare: true}
	switch p.registry {
	case "go":
		t.Source = corpus.GoModule
	case "npm":
		t.Source = corpus.NPM
	case "debian":
		t.Source = corpus.Debian
	case "source":
		t.Source = corpus.DebianSource
	default:
		return "", "", nil, fmt.Errorf("packages.txt: no registry %q", p.registry)
	}
	dir, version, err = c.Fetch(ctx, t)
	return dir, version, func() error { return os.RemoveAll(dir) }, err
}

// keeps says whether a file of the package is kept by its path.
func (p *pkg) keeps(file string) bool {
	if p.registry == "source" {
		_, file, _ = strings.Cut(file, "/") // the package's name
	}
	for _, k := range p.keep {
		if k == "." || strings.HasPrefix(file, k+"/") {
			return true
		}
	}
	return len(p.keep) == 0
}

// isTest says whether a file is one of tests, data or other people's code, by its
// path: those teach nothing of what functions are for.
func isTest(file string) bool {
	base := path.Base(file)
	for part := range strings.SplitSeq(path.Dir(file), "/") {
		switch strings.ToLower(part) {
		case "test", "tests", "testing", "testdata", "__tests__", "vendor", "node_modules", "benchmarks", "fixtures", "umd", "cjs-test", "examples-test":
			return true
		}
	}
	for _, end := range []string{"_test.go", ".pb.go", ".min.js", ".min.mjs", ".test.ts", ".spec.ts", "Test.php", "Test.java", "Tests.java", "TestCase.php"} {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	return strings.HasPrefix(base, "test_") || base == "tests.py" || base == "conftest.py"
}
