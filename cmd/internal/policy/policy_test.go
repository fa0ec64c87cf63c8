package policy

import (
	"bytes"
	_ "embed"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

//go:embed rules.txt
var table string

const module = "codeintel"

func rules(t *testing.T) []Rule {
	t.Helper()
	rs, err := Parse(table)
	if err != nil {
		t.Fatalf("rules.txt: %v", err)
	}
	return rs
}

func TestTree(t *testing.T) {
	bad, err := Check(os.DirFS("../../.."), module, rules(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bad {
		t.Error(b)
	}
}

// TestViolations shows that each kind of rule bites, on a tree of its own.
func TestViolations(t *testing.T) {
	const head = "package p\n"
	tests := []struct {
		path, src string
		want      string // part of the only violation; "" for none
	}{
		{"index/a.go", `import "codeintel/index/resolve"`, ""},
		{"index/a.go", `import "codeintel/scip"`, "index may not import scip"},
		{"index/a_test.go", `import "codeintel/index/workspace"`, ""},
		{"index/a.go", `import "codeintel/index/workspace"`, "index may not import index/workspace"},
		{"index/lang/python/a.go", `import "codeintel/index/lang/golang"`, "may not import index/lang/golang"},
		{"index/lang/python/a.go", `import "codeintel/index/lang/python/prelude"`, ""},
		{"index/a.go", `import "codeintel/index/navtest"`, "may not import index/navtest"},
		{"index/lang/python/a_test.go", `import "codeintel/index/lang"`, ""},
		{"index/lang/python/a.go", `import "codeintel/index/lang/langtest"`, "may not import index/lang/langtest"},
		{"index/lang/python/a_test.go", `import "codeintel/index/lang/langtest"`, ""},
		{"index/lang/all/a.go", `import "codeintel/index/lang/langtest"`, "may not import index/lang/langtest"},
		{"index/lang/langtest/a.go", `import "codeintel/index/lang/python"`, "may not import index/lang/python"},
		{"index/resolve/a.go", `import "codeintel/index/lang/golang"`, "may not import index/lang/golang"},
		{"index/newthing/a.go", `import "codeintel/index"`, "no layer for index/newthing"},
		{"scip/a.go", `import "github.com/scip-code/scip/bindings/go/scip"`, ""},
		{"index/a.go", `import "github.com/scip-code/scip/bindings/go/scip"`, "protobuf types stay inside scip"},
		{"index/resolve/a.go", `import _ "github.com/smacker/go-tree-sitter"`, "tree-sitter stays inside"},
		{"index/a.go", `import "example.org/new"`, "no home for example.org/new"},
		{"index/a.go", `import "golang.org/x/tools/txtar"`, "fixtures are text archives"},
		{"index/a_test.go", `import "golang.org/x/tools/txtar"`, ""},
		{"index/a.go", `import "os"`, "the engine does no I/O"},
		{"index/a_test.go", `import "os"`, ""},
		{"index/workspace/a.go", `import "os"`, ""},
		{"scip/a.go", `import "path/filepath"`, "relative, with /"},
		{"cmd/ci/a.go", `import "net/http"`, "network"},
		{"index/workspace/a.go", `import "net"`, "network"},
		{"cmd/internal/daemon/a.go", `import "net"`, ""},
		{"index/a.go", `func init() {}`, "index/lang/all is the list"},
		{"index/a.go", `type t int; func (t) init() {}`, ""},
		{"index/a_test.go", `import "time"; func f() { time.Sleep(1) }`, "not for time"},
		{"index/a_test.go", `import "testing"; func f(t *testing.T) { t.Skip() }`, "proves nothing"},
		{"index/testdata/a.go", `import "os"`, ""},
	}
	for _, tc := range tests {
		got, err := Check(fstest.MapFS{tc.path: {Data: []byte(head + tc.src)}}, module, rules(t))
		if err != nil {
			t.Errorf("%s: %s: %v", tc.path, tc.src, err)
			continue
		}
		if tc.want == "" && len(got) > 0 {
			t.Errorf("%s: %s: want no violation, got %q", tc.path, tc.src, got)
		}
		if tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)) {
			t.Errorf("%s: %s: want one violation with %q, got %q", tc.path, tc.src, tc.want, got)
		}
	}
}

func TestParseRefusesRowsWithoutReason(t *testing.T) {
	for _, row := range []string{"layer a : b", "layer a b # why", "lair a : b # why"} {
		if _, err := Parse(row); err == nil {
			t.Errorf("Parse(%q) succeeded", row)
		}
	}
}

// TestArchitecture keeps ARCHITECTURE.md true: each folder it names exists,
// each package folder is named, and it stays short. `a/<name>/` stands for
// every folder of a.
func TestArchitecture(t *testing.T) {
	root := os.DirFS("../../..")
	doc, err := fs.ReadFile(root, "ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(doc, []byte("\n")); n > 200 {
		t.Errorf("ARCHITECTURE.md has %d lines; at most 200 are read", n)
	}
	var named []string
	for _, m := range regexp.MustCompile("`([a-z.][a-z0-9_./<>-]*)/`").FindAllStringSubmatch(string(doc), -1) {
		pattern := regexp.MustCompile(`<[a-z]+>`).ReplaceAllString(m[1], "*")
		named = append(named, pattern)
		if found, err := fs.Glob(root, pattern); err != nil || len(found) == 0 {
			t.Errorf("ARCHITECTURE.md names `%s/`, which does not exist", m[1])
		}
	}
	seen := map[string]bool{}
	err = walk(root, func(p string) error {
		dir := path.Dir(p)
		if seen[dir] {
			return nil
		}
		seen[dir] = true
		for _, n := range named {
			if match(n, dir) {
				return nil
			}
		}
		t.Errorf("ARCHITECTURE.md does not name the package folder `%s/`", dir)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
