package mcp

import (
	"context"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/speech"
)

type structureIn struct {
	Path string `json:"path" def:"." help:"file or folder" example:"src/net"`
	code
	paged
}

func (in *structureIn) subject(c *call) workspace.About { return c.subjectOf(nil, in.Path) }

// nested is a definition with what lies in it.
type nested struct {
	shows
	Name      string   `json:"name"`
	Kind      string   `json:"kind"`
	Line      int      `json:"line"`
	EndLine   int      `json:"end_line"`
	Signature string   `json:"signature,omitempty"`
	Children  []nested `json:"children,omitempty"`
	Hidden    int      `json:"children_hidden,omitempty"` // left out for the budget
}

type structureOut struct {
	Path string `json:"path"`
	// Symbols of a file.
	Symbols *list[nested] `json:"symbols,omitempty"`
	// Folder is set for a folder.
	Folder *folderInfo `json:"folder,omitempty"`
	page
	meta
}

type folderInfo struct {
	Files      int            `json:"files"`
	Symbols    int            `json:"symbols"`
	Lines      int            `json:"lines"`
	Languages  []sizeInfo     `json:"languages"`
	Kinds      map[string]int `json:"kinds"`
	Entries    []usedInfo     `json:"entry_points"`
	API        []usedInfo     `json:"used_from_outside"`
	Referenced []usedInfo     `json:"most_referenced"`
	Out        []linkInfo     `json:"imports_out"`
	In         []linkInfo     `json:"imports_in"`
	Folders    []sizeInfo     `json:"folders"`
	// Totals are the lengths of the lists without the budget.
	Totals map[string]int `json:"totals"`
}

type sizeInfo struct {
	Name    string `json:"name"`
	Files   int    `json:"files"`
	Symbols int    `json:"symbols"`
	Lines   int    `json:"lines"`
}

type usedInfo struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	References int    `json:"references"`
}

type linkInfo struct {
	Name  string `json:"name"`
	Links int    `json:"links"`
	Files int    `json:"files"`
}

func analyzeStructure() tool {
	return row("analyze_structure", "Structure",
		"A folder: languages, entry points, what is used most, imports. A file: its symbols, nested. To get to know a repository, from \".\" on.",
		func(ctx context.Context, c *call, in *structureIn, out *structureOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				p, err := c.path("path", in.Path)
				if err != nil {
					return err
				}
				*out = structureOut{Path: p}
				if v.isFolder(p) {
					return v.folder(c, p, out)
				}
				doc, err := v.file("path", p)
				if err != nil {
					return err
				}
				items, _ := v.snap.Outline(p)
				var tops []int // where each top begins in items
				for i := range items {
					if items[i].Depth == 0 {
						tops = append(tops, i)
					}
				}
				d := v.doc(doc)
				out.Symbols = &list[nested]{}
				fill(c, &out.meta, out.Symbols, &out.page, len(tops), 0, func(i int) nested {
					end := len(items)
					if i+1 < len(tops) {
						end = tops[i+1]
					}
					// What is too large for a page of its own is shown with less in it.
					for depth := 20; ; depth = min(depth, 4) - 1 {
						n, _ := v.nest(d, items[tops[i]:end], depth)
						if depth == 0 || len(mustJSON(n)) < c.args.Budget*charsPerToken-envelope {
							return n
						}
					}
				})
				if len(tops) == 0 {
					out.WhyEmpty = c.language().Say(speech.NothingDefined)
				}
				return nil
			})
		})
}

// nest makes a tree of a definition and those in it, and says how many items that
// are. What is deeper than depth is counted.
func (v *view) nest(d *index.Doc, items []index.OutlineItem, depth int) (n nested, used int) {
	x := items[0]
	n = nested{Name: x.Name, Kind: x.Kind.String(), Signature: clip(x.Sig, maxSignature)}
	n.Line, n.EndLine = lines(d, x.Location)
	v.sawOutline(&n.shows, &x)
	used = 1
	for used < len(items) && items[used].Depth > x.Depth {
		child, m := v.nest(d, items[used:], depth-1)
		if used += m; depth > 0 {
			n.Children = append(n.Children, child)
			child.show(&n.shown)
		} else {
			n.Hidden += m
		}
	}
	return n, used
}

// folder describes a folder, with lists as long as there is room for.
func (v *view) folder(c *call, p string, out *structureOut) error {
	f, ok := v.snap.Folder(index.FolderQuery{Path: p, Limit: maxListed})
	if !ok {
		return v.noFile("path", p)
	}
	for limit := maxListed; ; limit = limit * 2 / 3 {
		c.shown = session.Shown{Hits: f.Files}
		out.Folder = v.folderInfo(f, limit)
		if len(mustJSON(out.Folder)) <= c.room || limit == 0 {
			break
		}
		out.Truncated = true
	}
	if out.Truncated {
		out.Dropped = "the lists are cut; totals has their lengths"
	}
	return nil
}

// maxListed is how long a list of a folder's description is at the most.
const maxListed = 40

func (v *view) folderInfo(f *index.Folder, limit int) *folderInfo {
	out := &folderInfo{
		Files: f.Files, Symbols: f.Symbols, Lines: f.Lines, Languages: []sizeInfo{}, Kinds: map[string]int{}, Folders: []sizeInfo{},
		Entries: []usedInfo{}, API: v.usedInfos(f.API, limit), Referenced: v.usedInfos(f.Referenced, limit),
		Out: linkInfos(f.Uses, limit), In: linkInfos(f.UsedBy, limit),
		Totals: map[string]int{
			"languages": len(f.Languages), "entry_points": f.Total.Entries, "used_from_outside": f.Total.API, "most_referenced": f.Total.Referenced,
			"imports_out": f.Total.Uses, "imports_in": f.Total.UsedBy, "folders": f.Total.Folders,
		},
	}
	for _, l := range f.Languages[:min(limit, len(f.Languages))] {
		out.Languages = append(out.Languages, sizeInfo{l.Language, l.Files, l.Symbols, l.Lines})
	}
	for _, k := range f.Kinds[:min(limit, len(f.Kinds))] {
		out.Kinds[k.Kind.String()] = k.Count
	}
	for _, x := range f.Folders[:min(limit, len(f.Folders))] {
		out.Folders = append(out.Folders, sizeInfo{x.Name, x.Files, x.Symbols, x.Lines})
	}
	var entries []index.Used
	for _, id := range f.Entries {
		entries = append(entries, index.Used{ID: id, References: -1})
	}
	out.Entries = v.usedInfos(entries, limit)
	return out
}

func (v *view) usedInfos(used []index.Used, limit int) []usedInfo {
	out := []usedInfo{}
	for _, u := range used[:min(limit, len(used))] {
		v.names(u.ID)
		x := usedInfo{Name: v.snap.FullName(u.ID), Kind: v.snap.Kind(u.ID).String(), References: u.References}
		if u.References < 0 {
			x.References = len(v.snap.References(u.ID))
		}
		if l, ok := v.snap.Place(u.ID); ok {
			d := v.doc(l.Doc)
			x.File = d.Path
			x.Line, _ = lines(d, l)
		}
		out = append(out, x)
	}
	return out
}

func linkInfos(all []index.Neighbour, limit int) []linkInfo {
	out := []linkInfo{}
	for _, n := range all[:min(limit, len(all))] {
		name := n.Folder
		if n.Package != "" {
			name = n.Package
		}
		out = append(out, linkInfo{name, n.Links, n.Files})
	}
	return out
}
