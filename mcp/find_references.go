package mcp

import (
	"context"
	"strings"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/workspace"
	"codeintel/session/speech"
)

type referencesIn struct {
	target
	Path       string `json:"path" def:"." help:"file or folder"`
	Definition bool   `json:"include_definition" def:"false" help:"definitions too"`
	Context    int    `json:"context_lines" def:"0" min:"0" max:"20" help:"lines around each"`
	code
	paged
}

func (in *referencesIn) subject(c *call) workspace.About {
	about := in.means(c)
	if p, err := c.path("", in.Path); err == nil {
		about.Paths = append(about.Paths, p)
	}
	return about
}

type reference struct {
	shows
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
	// Symbols are those that were meant, TakenAs what the name was taken as for each.
	Symbols    []string        `json:"symbols"`
	TakenAs    []string        `json:"taken_as,omitempty"`
	References list[reference] `json:"references"`
	page
	meta
}

func findReferences() tool {
	return row("find_references", "Find references",
		"All uses of a symbol, exact: line, role, function around it. Before a change. Give symbol, or file, line and column. For strings and comments search_text.",
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
				out.Symbols, out.TakenAs = v.symbols(&out.meta, found)
				var all []place
				if in.Definition {
					for _, t := range found {
						all = append(all, v.definitionsOf(t.id, files)...)
					}
				}
				all = append(all, v.uses(found, files)...)
				fill(c, &out.meta, &out.References, &out.page, len(all), 0, func(i int) reference { return v.reference(&all[i], in.Context) })
				if len(all) == 0 {
					out.WhyEmpty, out.Near = why, near
					if why == "" {
						out.WhyEmpty = c.language().Say(speech.NoUse)
						if files != nil {
							out.WhyEmpty = c.language().Say(speech.NoUseHere)
						}
					}
				}
				return nil
			})
		})
}

// place is one that names a symbol: a definition, or a use, which is not looked up
// before it is shown.
type place struct {
	definition *index.ID
	use        index.Use
}

// definitionsOf are the places where a symbol is defined.
func (v *view) definitionsOf(id index.ID, files func(*index.Doc) bool) []place {
	var out []place
	for _, id := range v.snap.DefinitionIDs(id) {
		if files == nil || files(v.snap.Docs()[id.Doc]) {
			out = append(out, place{definition: &id})
		}
	}
	return out
}

// uses are the places that refer to symbols, in the order of files and places, each
// once: of one that may mean several of them the most certain counts.
func (v *view) uses(symbols []named, files func(*index.Doc) bool) []place {
	var all []index.Use
	for _, t := range symbols {
		for _, u := range v.snap.Uses(t.id) {
			if files == nil || files(v.snap.Docs()[u.Doc]) {
				all = append(all, u)
			}
		}
	}
	if len(symbols) > 1 {
		all = v.snap.MergeUses(all)
	}
	out := make([]place, len(all))
	for i, u := range all {
		out[i].use = u
	}
	return out
}

// reference describes a place.
func (v *view) reference(at *place, context int) reference {
	var f index.Reference
	if at.definition != nil {
		l := v.snap.Location(*at.definition)
		f = index.Reference{Doc: l.Doc, Start: l.Start, End: l.End}
	} else {
		f = v.snap.Reference(at.use)
	}
	d := v.doc(f.Doc)
	p := d.Lines().Position(f.Start)
	out := reference{File: d.Path, Content: v.line(f.Doc, p.Line), Role: "definition", Certainty: v.certainty(f.Doc, f.Start, f.End, f.Certainty)}
	out.Line, out.Column = p.OneBased()
	if at.definition == nil {
		out.Role = roleName(f.Role)
		e := v.around(&out.shows, f.Doc, f.Ref)
		out.Enclosing = &e
	}
	for i := max(0, int(p.Line)-context); i < int(p.Line); i++ {
		out.Before = append(out.Before, v.rawLine(f.Doc, uint32(i)))
	}
	for i := int(p.Line) + 1; i <= int(p.Line)+context && i < d.Lines().Count(); i++ {
		out.After = append(out.After, v.rawLine(f.Doc, uint32(i)))
	}
	if _, ok := v.text(f.Doc); ok {
		v.sawLines(&out.shows, f.Doc, out.Line-len(out.Before), out.Line+len(out.After), false)
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
		{lang.TemplateRole, "template"}, {lang.ImportRole, "import"}, {lang.Inherit, "inherit"}, {lang.Call, "call"}, {lang.Write, "write"},
	} {
		if r&x.role != 0 {
			return x.name
		}
	}
	return "read"
}

func joined(names []string) string { return strings.Join(names, ", ") }
