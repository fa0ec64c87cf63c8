package scip

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	bindings "github.com/scip-code/scip/bindings/go/scip"
)

// formatDocument renders a document as `scip snapshot` does: each line of the
// source, the occurrences that start in it below.
func formatDocument(t *testing.T, d *bindings.Document, src string) string {
	t.Helper()
	const comment = "//"
	var b strings.Builder
	infos := d.SymbolTable()
	starts, ends := map[int32][]string{}, map[int32][]string{}
	var enclosing []*bindings.Occurrence
	for _, o := range d.Occurrences {
		if _, ok := o.EnclosingSourceRange(); ok {
			enclosing = append(enclosing, o)
		}
	}
	mark := func(into map[int32][]string, line func(bindings.Range) bindings.Position, back int32, text string) {
		sort.SliceStable(enclosing, func(i, j int) bool {
			a, _ := enclosing[i].EnclosingSourceRange()
			b, _ := enclosing[j].EnclosingSourceRange()
			return line(a).Character < line(b).Character
		})
		for _, o := range enclosing {
			r, _ := o.EnclosingSourceRange()
			p := line(r)
			into[p.Line] = append(into[p.Line], comment+strings.Repeat(" ", max(0, int(p.Character-back)))+text+o.Symbol+"\n")
		}
	}
	mark(starts, func(r bindings.Range) bindings.Position { return r.Start }, 0, "⌄ enclosing_range_start ")
	mark(ends, func(r bindings.Range) bindings.Position { return r.End }, 1, "⌃ enclosing_range_end ")
	occs := d.Occurrences
	for n, line := range strings.Split(src, "\n") {
		for _, s := range starts[int32(n)] {
			b.WriteString(s)
		}
		rendered := strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", " ")
		b.WriteString("  " + rendered + "\n")
		for len(occs) > 0 {
			r, ok := occs[0].SourceRange()
			if !ok {
				t.Fatalf("%s: an occurrence without range", d.RelativePath)
			}
			if r.Start.Line != int32(n) {
				break
			}
			formatOccurrence(&b, comment, occs[0], r, rendered, infos)
			occs = occs[1:]
		}
		for _, s := range ends[int32(n)] {
			b.WriteString(s)
		}
	}
	if len(occs) > 0 {
		t.Errorf("%s: %d occurrences out of order or behind the end", d.RelativePath, len(occs))
	}
	return b.String()
}

func formatOccurrence(b *strings.Builder, comment string, o *bindings.Occurrence, r bindings.Range, line string, infos map[string]*bindings.SymbolInformation) {
	width := r.End.Character - r.Start.Character
	if !r.IsSingleLine() {
		width = int32(len(line)) - r.Start.Character
	}
	width = max(width, 1)
	role := "reference"
	isDef := bindings.SymbolRole_Definition.Matches(o)
	if isDef {
		role = "definition"
	}
	fmt.Fprintf(b, "%s%s%s %s %s", comment, strings.Repeat(" ", int(r.Start.Character)), strings.Repeat("^", int(width)), role, o.Symbol)
	if !r.IsSingleLine() {
		fmt.Fprintf(b, " %d:%d", r.End.Line-r.Start.Line, r.End.Character)
	}
	prefix := "\n" + comment + strings.Repeat(" ", int(r.Start.Character+width)+1)
	if info := infos[o.Symbol]; isDef && info != nil {
		if info.Kind != 0 {
			b.WriteString(prefix + "kind " + info.Kind.String())
		}
		if info.DisplayName != "" {
			b.WriteString(prefix + "display_name " + info.DisplayName)
		}
		quote := func(what, text string) {
			b.WriteString(prefix + what)
			for _, l := range strings.Split(text, "\n") {
				b.WriteString(prefix + "> " + l)
			}
		}
		if s := info.SignatureDocumentation.GetText(); s != "" {
			quote("signature_documentation", s)
		}
		if info.EnclosingSymbol != "" {
			b.WriteString(prefix + "enclosing_symbol " + info.EnclosingSymbol)
		}
		for _, doc := range info.Documentation {
			quote("documentation", strings.TrimSpace(doc))
		}
		b.WriteString(formatRelationships(info, prefix))
	}
	b.WriteString("\n")
}

func formatRelationships(info *bindings.SymbolInformation, prefix string) string {
	var b strings.Builder
	for _, r := range info.Relationships {
		b.WriteString(prefix + "relationship " + r.Symbol)
		for _, f := range []struct {
			on   bool
			name string
		}{{r.IsImplementation, "implementation"}, {r.IsReference, "reference"}, {r.IsTypeDefinition, "type_definition"}, {r.IsDefinition, "definition"}} {
			if f.on {
				b.WriteString(" " + f.name)
			}
		}
	}
	return b.String()
}

func formatExternals(infos []*bindings.SymbolInformation) string {
	var lines []string
	for _, x := range infos {
		lines = append(lines, x.Symbol+formatRelationships(x, "\n  "))
	}
	return strings.Join(lines, "\n")
}
