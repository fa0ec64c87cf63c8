package typescript

import (
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/typescript/prelude"
)

// limit is how many bytes of declarations there may be: every run reads those
// of the global names.
const limit = 270_000

// Every file declares something, in whichever language of the family. Those that
// say they are global declare into the scope that all files share, the others are
// what the project finds for their specifier.
func TestPrelude(t *testing.T) {
	size := map[string]int{}
	project := tested.Open(t, langtest.Repo{}, lang.Deps{})
	tested.Preludes(t, func(l *lang.Language, p lang.Prelude, f *lang.Facts) {
		size[l.Name] += len(p.Input.Src)
		if len(f.Defs)+len(f.Exports) == 0 {
			t.Errorf("%s: nothing is declared", p.Input.Path)
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
			return
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
	})
	for _, l := range tested {
		if n := size[l.Name]; n == 0 || n > limit {
			t.Errorf("%s: %d bytes of declarations, at most %d wanted", l.Name, n, limit)
		}
	}
}
