package mcp

import (
	"context"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/lang"
)

type referencesIn struct {
	target
	Path       string `json:"path" def:"." doc:"only in this file or folder"`
	Definition bool   `json:"include_definition" def:"false" doc:"list the definitions too"`
	Context    int    `json:"context_lines" def:"0" min:"0" max:"20" doc:"lines before and after each"`
	paged
}

type reference struct {
	File      string     `json:"file"`
	Line      int        `json:"line"`
	Column    int        `json:"column"`
	Content   string     `json:"content"`
	Role      string     `json:"role"`
	Certainty string     `json:"certainty"`
	Enclosing *enclosing `json:"enclosing,omitempty"`
	Before    []string   `json:"context_before,omitempty"`
	After     []string   `json:"context_after,omitempty"`
}

type referencesOut struct {
	// Symbols are those that were meant.
	Symbols    []string        `json:"symbols"`
	References list[reference] `json:"references"`
	page
	meta
}

func findReferences() tool {
	return row("find_references", "Find references",
		"All uses of a symbol in the repository, resolved by the language's rules and not by text: file, line, the line itself, role (read, write, call, import, inherit, template), the function around it. Use it before you change something. Name the symbol, or a place where it is named (file, line, column).",
		func(ctx context.Context, c *call, in *referencesIn, out *referencesOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				files, err := v.below("path", in.Path)
				if err != nil {
					return err
				}
				found, why, near, err := v.find(&in.target)
				if err != nil {
					return err
				}
				out.Symbols = []string{}
				var all []found1
				for _, t := range found {
					out.Symbols = append(out.Symbols, v.snap.Symbol(t.id))
					all = append(all, v.uses(t.id, in.Definition, files)...)
				}
				all = merge(all)
				fill(c, &out.meta, &out.References, &out.page, len(all), 0, func(i int) reference { return v.reference(all[i], in.Context) })
				if len(all) == 0 {
					out.WhyEmpty, out.Near = why, near
					if why == "" {
						out.WhyEmpty = "the symbol is known, and nothing in the repository uses it"
						if files != nil {
							out.WhyEmpty = "the symbol is known, and nothing in this path uses it"
						}
					}
				}
				return nil
			})
		})
}

// found1 is a place that names a symbol.
type found1 struct {
	ref        index.Reference
	definition bool
}

// uses are the places of a symbol.
func (v *view) uses(id index.ID, definitions bool, files func(*index.Doc) bool) []found1 {
	var out []found1
	if definitions {
		for _, l := range v.snap.Definitions(id) {
			out = append(out, found1{index.Reference{Doc: l.Doc, Start: l.Start, End: l.End, Ref: lang.NoRef}, true})
		}
	}
	for _, r := range v.snap.References(id) {
		out = append(out, found1{ref: r})
	}
	if files != nil {
		out = slices.DeleteFunc(out, func(f found1) bool { return !files(v.snap.Docs()[f.ref.Doc]) })
	}
	return out
}

// merge sorts places, each once: of a place that several symbols may mean the most
// certain counts.
func merge(all []found1) []found1 {
	slices.SortStableFunc(all, func(a, b found1) int {
		if c := int(a.ref.Doc) - int(b.ref.Doc); c != 0 {
			return c
		}
		if c := int(a.ref.Start) - int(b.ref.Start); c != 0 {
			return c
		}
		return int(a.ref.Certainty) - int(b.ref.Certainty)
	})
	return slices.CompactFunc(all, func(a, b found1) bool { return a.ref.Doc == b.ref.Doc && a.ref.Start == b.ref.Start })
}

// reference describes a place.
func (v *view) reference(f found1, context int) reference {
	d := v.doc(f.ref.Doc)
	p := d.Lines().Position(f.ref.Start)
	out := reference{File: d.Path, Content: v.line(f.ref.Doc, p.Line), Role: "definition", Certainty: v.certainty(f.ref.Doc, f.ref.Start, f.ref.End, f.ref.Certainty)}
	out.Line, out.Column = p.OneBased()
	if !f.definition {
		out.Role = roleName(f.ref.Role)
		e := v.around(f.ref.Doc, f.ref.Ref)
		out.Enclosing = &e
	}
	for i := max(0, int(p.Line)-context); i < int(p.Line); i++ {
		out.Before = append(out.Before, v.rawLine(f.ref.Doc, uint32(i)))
	}
	for i := int(p.Line) + 1; i <= int(p.Line)+context && i < d.Lines().Count(); i++ {
		out.After = append(out.After, v.rawLine(f.ref.Doc, uint32(i)))
	}
	return out
}

// rawLine is a line, counted from 0, with its indentation; "" when the file has
// changed.
func (v *view) rawLine(doc int32, line uint32) string {
	text, ok := v.text(doc)
	if !ok {
		return ""
	}
	return clip(strings.ToValidUTF8(strings.TrimRight(string(v.snap.Docs()[doc].Lines().Text(text, line)), "\r\n"), "\uFFFD"), maxContent)
}

// roleName is the one role that says most about a use.
func roleName(r lang.Role) string {
	for _, x := range []struct {
		role lang.Role
		name string
	}{
		{lang.ImportRole, "import"}, {lang.Inherit, "inherit"}, {lang.Call, "call"}, {lang.Write, "write"},
	} {
		if r&x.role != 0 {
			return x.name
		}
	}
	return "read"
}

func joined(names []string) string { return strings.Join(names, ", ") }
