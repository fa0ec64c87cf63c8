package scip

import (
	"fmt"

	bindings "github.com/scip-code/scip/bindings/go/scip"
)

// lint finds what `scip lint` finds when it meets the documents in the worst
// order: then it takes a relationship to a symbol that neither the document nor
// the external symbols describe for one to nowhere (scip-code/scip#397).
func lint(x *bindings.Index) (problems []string) {
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	external, local := map[string]bool{}, map[string]map[string]bool{}
	for _, s := range x.ExternalSymbols {
		if external[s.Symbol] {
			report("external symbol %s twice", s.Symbol)
		}
		external[s.Symbol] = true
	}
	paths := map[string]bool{}
	for _, d := range x.Documents {
		if d.RelativePath == "" || paths[d.RelativePath] {
			report("document %q twice or without name", d.RelativePath)
		}
		paths[d.RelativePath] = true
		for _, s := range d.Symbols {
			switch {
			case s.Symbol == "":
				report("%s: empty symbol", d.RelativePath)
			case external[s.Symbol]:
				report("%s: %s is external too", d.RelativePath, s.Symbol)
			case local[s.Symbol][d.RelativePath]:
				report("%s: information on %s twice", d.RelativePath, s.Symbol)
			}
			if local[s.Symbol] == nil {
				local[s.Symbol] = map[string]bool{}
			}
			local[s.Symbol][d.RelativePath] = true
		}
	}
	related := map[[2]string]bool{}
	relations := func(s *bindings.SymbolInformation, path string) {
		for _, r := range s.Relationships {
			if !r.IsDefinition && !r.IsImplementation && !r.IsReference && !r.IsTypeDefinition {
				report("a relationship of %s says nothing", s.Symbol)
			}
			if !external[r.Symbol] && !local[r.Symbol][path] {
				report("%s is related to %s, which is nowhere", s.Symbol, r.Symbol)
			}
			if related[[2]string{s.Symbol, r.Symbol}] {
				report("two relationships from %s to %s", s.Symbol, r.Symbol)
			}
			related[[2]string{s.Symbol, r.Symbol}] = true
		}
	}
	for _, s := range x.ExternalSymbols {
		relations(s, "")
	}
	for _, d := range x.Documents {
		for _, s := range d.Symbols {
			relations(s, d.RelativePath)
		}
		seen := map[string]bool{}
		for _, o := range d.Occurrences {
			r, ok := o.SourceRange()
			if !ok {
				report("%s: an occurrence of %s has no range", d.RelativePath, o.Symbol)
			}
			at := fmt.Sprintf("%s:%v %s", d.RelativePath, r, o.Symbol)
			if sym, err := bindings.ParseSymbol(o.Symbol); err != nil {
				report("%s: %v", at, err)
			} else if c := bindings.VerboseSymbolFormatter.FormatSymbol(sym); c != o.Symbol {
				report("%s is not canonical: %s", at, c)
			}
			if !external[o.Symbol] && local[o.Symbol] == nil {
				report("%s has no information", at)
			}
			if seen[at] {
				report("%s twice", at)
			}
			seen[at] = true
		}
	}
	return problems
}
