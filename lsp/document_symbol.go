package lsp

import (
	"context"

	"codeintel/index"
	"codeintel/index/lang"

	"go.lsp.dev/protocol"
)

// documentSymbol lists what a document defines: nested where the editor can take that.
func (c *conn) documentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (out protocol.DocumentSymbolResult, err error) {
	nested := false
	if t := c.caps.TextDocument; t != nil && t.DocumentSymbol != nil {
		nested = is(t.DocumentSymbol.HierarchicalDocumentSymbolSupport)
	}
	out = protocol.DocumentSymbolSlice{}
	err = c.outlined(ctx, p.TextDocument.URI, func(v *view, doc int32) error {
		var items []index.OutlineItem
		if v.mode(doc) == modePrimary {
			items, _ = v.snap.Outline(v.doc(doc).Path)
		}
		if nested {
			out = v.tree(doc, items)
		} else {
			out = v.flat(doc, items)
		}
		return nil
	})
	return out, err
}

// is says whether an optional capability is there.
func is(b *bool) bool { return b != nil && *b }

// maxDetail is how many bytes of a signature are shown.
const maxDetail = 200

// outlined is an item with the range that holds it and all that lies in it.
type outlined struct {
	item       *index.OutlineItem
	start, end uint32
	parent     int // -1 for none
	children   []int
}

// nest finds out in which of the others each item lies, by their ranges.
func nest(items []index.OutlineItem) []outlined {
	out := make([]outlined, len(items))
	var open []int
	for i := range items {
		x := &items[i]
		o := outlined{item: x, start: min(x.EncStart, x.Start), end: max(x.EncEnd, x.End), parent: -1}
		for len(open) > 0 {
			up := &out[open[len(open)-1]]
			if up.item.Depth < x.Depth && up.start <= o.start && o.end <= up.end {
				o.parent = open[len(open)-1]
				up.children = append(up.children, i)
				break
			}
			open = open[:len(open)-1]
		}
		out[i] = o
		open = append(open, i)
	}
	return out
}

// tree is the nested form of an outline.
func (v *view) tree(doc int32, items []index.OutlineItem) protocol.DocumentSymbolSlice {
	all := nest(items)
	made := make([]protocol.DocumentSymbol, len(all))
	out := protocol.DocumentSymbolSlice{}
	for i := len(all) - 1; i >= 0; i-- { // what lies in an item comes behind it
		if v.snap.Stop() {
			return nil
		}
		o := &all[i]
		s := &made[i]
		s.Name, s.Kind = v.symbolName(o.item), symbolKind(o.item.Kind)
		s.Range, s.SelectionRange = v.rangeOf(doc, o.start, o.end), v.rangeOf(doc, o.item.Start, o.item.End)
		if d := o.item.Sig; d != "" && d != o.item.Name {
			d = cut(d, maxDetail)
			s.Detail = &d
		}
		s.Tags = v.tags(o.item.ID)
		for _, c := range o.children {
			s.Children = append(s.Children, made[c])
		}
	}
	for i := range all {
		if all[i].parent < 0 {
			out = append(out, made[i])
		}
	}
	return out
}

// flat is the form of an outline without nesting.
func (v *view) flat(doc int32, items []index.OutlineItem) protocol.SymbolInformationSlice {
	out := protocol.SymbolInformationSlice{}
	for _, o := range nest(items) {
		if v.snap.Stop() {
			return nil
		}
		s := protocol.SymbolInformation{Location: v.location(doc, o.start, o.end)}
		s.Name, s.Kind, s.Tags = v.symbolName(o.item), symbolKind(o.item.Kind), v.tags(o.item.ID)
		if o.parent >= 0 {
			s.ContainerName = &items[o.parent].Name
		}
		out = append(out, s)
	}
	return out
}

// symbolName is the name of an item; editors refuse empty ones.
func (v *view) symbolName(x *index.OutlineItem) string {
	if x.Name == "" {
		return "(" + x.Kind.String() + ")"
	}
	return x.Name
}

func (v *view) tags(id index.ID) []protocol.SymbolTag {
	if v.snap.Docs()[id.Doc].Facts().Defs[id.Def].Flags&lang.Deprecated != 0 {
		return []protocol.SymbolTag{protocol.SymbolTagDeprecated}
	}
	return nil
}

// cut is the beginning of a text, of at most n bytes, in one line.
func cut(text string, n int) string {
	for i := range text {
		if i > n || text[i] == '\n' {
			return text[:i] + "…"
		}
	}
	return text
}
