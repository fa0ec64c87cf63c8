package svelte

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
)

// chunks adds the component and its blocks of code and style to Facts.Rich, where
// that is asked for.
func (x *extractor) chunks(holes []ts.Range) {
	r := x.b.F.Rich
	if r == nil {
		return
	}
	blocks, starts := x.divided(holes)
	x.markup.Chunks(x.doc, html.Outline{Src: x.src, Blocks: blocks, Starts: starts, Whole: true})
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		if e.Parent >= 0 || e.Name != html.KindScript && e.Name != html.KindStyle {
			continue
		}
		region := lang.Region{Kind: e.Name, Name: e.Name, Start: e.Open.Start, End: e.End, Def: lang.NoDef, Signature: strings.Join(strings.Fields(string(x.src[e.Open.Start:e.Open.End])), " ")}
		if l := e.Value(x.src, "lang"); l != "" {
			region.Meta = lang.Fields{{Key: "lang", Value: l}}
		}
		r.Add(region)
	}
	name := x.b.F.Name(x.b.F.Defs[x.self].Name)
	x.markup.Whole(lang.Region{Kind: html.KindComponent, Name: name, End: uint32(len(x.src)), Def: x.self, Signature: "component " + name})
}

// divided are the blocks of the markup, and where they, their parts and other tags
// in braces begin.
func (x *extractor) divided(holes []ts.Range) (blocks []ts.Range, starts []uint32) {
	type block struct {
		kind string
		at   uint32
	}
	var open []block
	for _, h := range holes {
		text := x.trim(h)
		if text.Start == text.End || h.Start == 0 {
			continue
		}
		mark, at := x.src[text.Start], h.Start-1 // the brace
		end := text.Start + 1
		for end < text.End && html.IsLetter(x.src[end]) {
			end++
		}
		kind := string(x.src[text.Start+1 : end])
		switch mark {
		case '#':
			starts = append(starts, at)
			open = append(open, block{kind, at})
		case '/':
			for i := len(open) - 1; i >= max(0, len(open)-maxBlocks); i-- {
				if open[i].kind == kind {
					blocks = append(blocks, ts.Range{Start: open[i].at, End: min(h.End+1, uint32(len(x.src)))})
					open = open[:i]
					break
				}
			}
		case ':', '@':
			starts = append(starts, at)
		}
	}
	return blocks, starts
}
