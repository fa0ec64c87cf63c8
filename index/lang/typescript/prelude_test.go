package typescript_test

import (
	"context"
	"io/fs"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
	"codeintel/index/lang/typescript/prelude"
)

// none is a repository without files.
type none struct{}

func (none) Paths() []string             { return nil }
func (none) Has(string) bool             { return false }
func (none) Read(string) ([]byte, error) { return nil, fs.ErrNotExist }

// limit is how many bytes of declarations there may be: every run reads those
// of the global names.
const limit = 260_000

// Every file reads without errors, in whichever language of the family. Those
// that say they are global declare into the scope that all files share, the
// others are what the project finds for their specifier.
func TestPrelude(t *testing.T) {
	ctx := context.Background()
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	for _, l := range typescript.Languages() {
		t.Run(l.Name, func(t *testing.T) {
			project, err := l.Open(ctx, none{}, lang.Deps{})
			if err != nil {
				t.Fatal(err)
			}
			size, names, paths := 0, map[string]bool{}, map[string]bool{}
			for _, p := range l.Prelude() {
				if names[p.Module.Name] || paths[p.Input.Path] {
					t.Errorf("%s: declared twice", p.Module.Name)
				}
				names[p.Module.Name], paths[p.Input.Path] = true, true
				size += len(p.Input.Src)
				f, err := l.Extract(ctx, parser, p.Input)
				if err != nil {
					t.Fatalf("%s: %v", p.Input.Path, err)
				}
				if f.ErrorNodes > 0 || f.Truncated != "" || len(f.Defs)+len(f.Exports) == 0 {
					t.Errorf("%s: %d syntax errors, truncated %q, %d definitions", p.Input.Path, f.ErrorNodes, f.Truncated, len(f.Defs))
				}
				if shares := l.Rules.Shares(f); shares != p.Global {
					t.Errorf("%s: global %v, declares into the shared scope %v", p.Input.Path, p.Global, shares)
				}
				// What other packages export is called by their names alone.
				builtIn := p.Module.Package.Name != prelude.VuePackage
				if !p.Module.External || p.Module.Package.Name == "" || builtIn != (len(p.Module.Path) > 0) {
					t.Errorf("%s: no package or path: %+v", p.Input.Path, p.Module)
				}
				if p.Global {
					continue
				}
				specs := []string{p.Module.Name}
				if builtIn {
					specs = append(specs, "node:"+p.Module.Name)
				}
				for _, spec := range specs {
					m := project.Resolve("src/a.ts", spec, 0)
					if !m.Found() || m.Name != p.Module.Name || m.Package.Name != p.Module.Package.Name {
						t.Errorf("%s: the project finds %+v", spec, m)
					}
				}
			}
			if size == 0 || size > limit {
				t.Errorf("%d bytes of declarations, at most %d wanted", size, limit)
			}
		})
	}
}
