package mcp

import (
	"context"
	"slices"
	"strconv"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/workspace"
	"codeintel/session/speech"
)

type symbolsIn struct {
	Path  string   `json:"path" req:"true" help:"file or folder" example:"src/net/conn.go"`
	Kinds []string `json:"kinds" max:"40" help:"only these kinds" example:"[\"function\",\"method\"]"`
	Depth int      `json:"depth" min:"1" max:"20" help:"levels, 1: the top of each file; 2 without kinds, else all"`
	code
	paged
}

func (in *symbolsIn) subject(c *call) workspace.About { return c.subjectOf(nil, in.Path) }

type outlineItem struct {
	shows
	File      string `json:"file,omitempty"` // that of the items that follow; given once
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Line      int    `json:"line"`
	EndLine   int    `json:"end_line"`
	Depth     int    `json:"depth"`
	Signature string `json:"signature,omitempty"`
}

type symbolsOut struct {
	Symbols list[outlineItem] `json:"symbols"`
	Files   int               `json:"files"`
	page
	meta
}

func getSymbols() tool {
	return row("get_symbols", "Outline",
		"What a file or folder defines: name, kind, lines, signature. Instead of reading a file.",
		func(ctx context.Context, c *call, in *symbolsIn, out *symbolsOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				var kinds []lang.Kind
				for i, name := range in.Kinds {
					named, err := kindsNamed("kinds["+strconv.Itoa(i)+"]", name)
					if err != nil {
						return err
					}
					kinds = append(kinds, named...)
				}
				depth := in.Depth
				switch {
				case depth > 0:
				case len(kinds) > 0:
					depth = maxDepth
				default:
					depth = defaultDepth
				}
				docs, err := v.outlined(in.Path)
				if err != nil {
					return err
				}
				out.Files = len(docs)
				items, deeper := v.outlines(docs, kinds, depth)
				fill(c, &out.meta, &out.Symbols, &out.page, len(items), 0, func(i int) outlineItem {
					x := items[i]
					d := v.doc(x.Location.Doc)
					o := outlineItem{Name: x.Name, Kind: x.Kind.String(), Depth: x.Depth, Signature: clip(x.Sig, maxSignature)}
					if i == c.from() || items[i-1].Location.Doc != x.Location.Doc {
						o.File = d.Path
					}
					o.Line, o.EndLine = lines(d, x.Location)
					v.sawOutline(&o.shows, &x)
					return o
				})
				if len(items) > 0 {
					return nil
				}
				switch {
				case deeper > 0:
					out.WhyEmpty = c.language().Say(speech.DepthLeavesOut{N: deeper})
				case len(kinds) > 0:
					out.WhyEmpty = c.language().Say(speech.NothingOfKinds)
				default:
					out.WhyEmpty = c.language().Say(speech.NothingDefinedThere)
				}
				return nil
			})
		})
}

// outlined are the files with facts that a path means.
func (v *view) outlined(arg string) ([]int32, error) {
	p, err := v.c.path("path", arg)
	if err != nil {
		return nil, err
	}
	if !v.isFolder(p) {
		doc, err := v.file("path", arg)
		return []int32{doc}, err
	}
	below, err := v.below("path", arg)
	if err != nil {
		return nil, err
	}
	var out []int32
	for i, d := range v.snap.Docs() {
		if d.Source != nil && (below == nil || below(d)) {
			out = append(out, int32(i))
		}
	}
	if len(out) > maxOutlined {
		return nil, invalid("path", speech.FolderTooLarge{Files: len(out)}, speech.SmallerFolder{Max: maxOutlined})
	}
	return out, nil
}

// Levels of an outline: where nothing else is said, and at the most.
const (
	defaultDepth = 2
	maxDepth     = 20
)

// maxOutlined is how many files an outline is made of at the most.
const maxOutlined = 500

// outlines are the definitions of files that have one of some kinds (nil: any) and lie in
// the first levels, file by file; deeper is how many of these kinds lie deeper.
func (v *view) outlines(docs []int32, kinds []lang.Kind, depth int) (out []index.OutlineItem, deeper int) {
	for _, doc := range docs {
		if v.snap.Stop() {
			break
		}
		items, _ := v.snap.Outline(v.snap.Docs()[doc].Path)
		for _, x := range items {
			switch {
			case kinds != nil && !slices.Contains(kinds, x.Kind):
			case x.Depth >= depth:
				deeper++
			default:
				out = append(out, x)
			}
		}
	}
	return out, deeper
}
