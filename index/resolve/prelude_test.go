package resolve_test

import (
	"context"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/python"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
	"codeintel/index/resolve"
)

// The declarations of built-in modules read without errors, and every name and
// import in them means something that they declare.
func TestPreludesAreComplete(t *testing.T) {
	ctx := context.Background()
	for _, l := range []*lang.Language{python.Language(), typescript.Languages()[0]} {
		t.Run(l.Name, func(t *testing.T) {
			project, err := l.Open(ctx, langtest.Repo{}, lang.Deps{})
			if err != nil {
				t.Fatal(err)
			}
			parser := ts.NewParser(ts.Limits{})
			defer parser.Close()
			in := resolve.Input{Projects: map[string]lang.Project{l.Family: project}, Jobs: 1}
			size, top := 0, map[string]map[string]bool{} // the names of each module
			for _, p := range l.Prelude() {
				facts, err := l.Extract(ctx, parser, p.Input)
				if err != nil {
					t.Fatalf("%s: %v", p.Input.Path, err)
				}
				if facts.ErrorNodes > 0 || facts.Truncated != "" {
					t.Errorf("%s: %d syntax errors, truncated: %q", p.Input.Path, facts.ErrorNodes, facts.Truncated)
				}
				m := p.Module
				in.Files = append(in.Files, resolve.File{Path: p.Input.Path, Lang: l, Facts: resolve.Known(facts)})
				in.Preludes = append(in.Preludes, resolve.File{Path: p.Input.Path, Lang: l, Facts: resolve.Known(facts), Prelude: &m})
				size += len(p.Input.Src)
				top[m.Name] = map[string]bool{}
				for _, d := range facts.Defs {
					if d.Scope == 0 {
						top[m.Name][facts.Name(d.Name)] = true
					}
				}
				if r := project.Resolve(p.Input.Path, m.Name, 0); !r.Found() || r.Name != m.Name || !r.External {
					t.Errorf("%s: the project does not find module %s", p.Input.Path, m.Name)
				}
			}
			if len(in.Files) == 0 {
				t.Fatal("no declarations")
			}
			res, err := resolve.Run(ctx, in)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range in.Files {
				linked := map[lang.RefID]bool{}
				for _, k := range res.Links[i] {
					linked[k.Ref] = true
				}
				for r := range f.Facts().Refs {
					ref := &f.Facts().Refs[r]
					switch ref.Kind {
					case lang.RefImport:
						im := &f.Facts().Imports[ref.X]
						from, name := f.Facts().Name(im.Module), f.Facts().Name(im.Name)
						if _, ok := top[from+"."+name]; !ok && im.Kind == lang.ImportNamed && !top[from][name] {
							t.Errorf("%s:%d: %s has no %s", f.Path, ref.Start, from, name)
						}
					case lang.RefName, lang.RefModule:
						if !linked[lang.RefID(r)] && f.Facts().Name(ref.Name) != f.Lang.Rules.GlobalObject {
							t.Errorf("%s:%d: %s means nothing", f.Path, ref.Start, f.Facts().Name(ref.Name))
						}
					}
				}
			}
			t.Logf("%d modules, %d bytes", len(in.Files), size)
		})
	}
}
