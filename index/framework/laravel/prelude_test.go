package laravel

import (
	"context"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/lang/ts"
)

// The declarations read without errors, and every class that they name is one of
// them or of PHP.
func TestPreludeIsComplete(t *testing.T) {
	l := php.Language()
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	known := map[string]bool{}
	var all []*lang.Facts
	var names []string
	for _, p := range append(prelude(), l.Prelude()...) {
		facts, err := l.Extract(context.Background(), parser, p.Input)
		if err != nil {
			t.Fatalf("%s: %v", p.Input.Path, err)
		}
		if facts.ErrorNodes > 0 || facts.Truncated != "" {
			t.Errorf("%s: %d syntax errors, truncated: %q", p.Input.Path, facts.ErrorNodes, facts.Truncated)
		}
		for i := range facts.Defs {
			if d := &facts.Defs[i]; d.Scope == 0 {
				key := facts.Name(d.LookupName())
				if known[key] && d.Same < 0 {
					t.Errorf("%s: %s is declared twice", p.Input.Path, key)
				}
				known[key] = true
			}
		}
		all, names = append(all, facts), append(names, p.Input.Path)
	}
	for i, facts := range all {
		for r := range facts.Refs {
			ref := &facts.Refs[r]
			if ref.Kind != lang.RefName || ref.Space&lang.Type == 0 {
				continue
			}
			name, _, _ := strings.Cut(facts.Name(ref.Name), "|")
			if strings.HasSuffix(name, "#") && strings.Contains(name, `\`) && !known[l.Rules.Fold(name)] {
				t.Errorf("%s: nothing declares %s", names[i], name)
			}
		}
	}
}
