package lsp

import (
	"context"
	"encoding/json"

	"codeintel/index"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// ShowReferences is the command of an editor that shows the references of what is at
// a place: its arguments are the URI of a document and a position in it. It is used
// where the editor says that it has it (settings.commands).
const ShowReferences = "ci.showReferences"

// lensData is what is kept with a lens, to say what it is about.
type lensData struct {
	URI uri.URI `json:"uri"`
}

// lenses are the places of a document where the number of references is shown: the
// names of functions, types, and what frameworks look up by a name.
func (c *conn) lenses(ctx context.Context, p *protocol.CodeLensParams) (out []protocol.CodeLens, err error) {
	data, err := json.Marshal(lensData{p.TextDocument.URI})
	if err != nil {
		return nil, err
	}
	err = c.whole(ctx, p.TextDocument.URI, func(v *view, doc int32) error {
		out = nil
		if v.mode(doc) != modePrimary {
			return nil
		}
		items, _ := v.snap.Outline(v.snap.Docs()[doc].Path)
		for _, item := range items {
			if v.snap.IsReferred(item.ID) {
				out = append(out, protocol.CodeLens{Range: v.rangeOf(doc, item.Start, item.End), Data: data})
			}
		}
		return nil
	})
	return out, err
}

// lens says how many references there are.
func (c *conn) lens(ctx context.Context, p *protocol.CodeLens) (*protocol.CodeLens, error) {
	var data lensData
	if json.Unmarshal(p.Data, &data) != nil || data.URI == "" {
		return nil, invalid("the lens has data that are not this server's")
	}
	out := *p
	err := c.at(ctx, data.URI, p.Range.Start, func(v *view, at place) error {
		var symbols []index.ID
		found, _ := v.snap.SymbolAt(at.path, at.offset)
		for _, s := range found.Symbols {
			if s.Definition {
				symbols = append(symbols, s.ID)
			}
		}
		if len(symbols) == 0 {
			return errModified
		}
		var uses []index.Use
		for _, id := range symbols {
			uses = append(uses, v.snap.Uses(id)...)
		}
		if len(symbols) > 1 {
			uses = v.snap.MergeUses(uses)
		}
		out.Command = protocol.Command{Title: counted(len(uses), "reference")}
		if len(uses) > 0 && c.settings.Load().commands[ShowReferences] {
			at, err := protocol.Marshal(p.Range.Start)
			if err != nil {
				return err
			}
			u, err := protocol.Marshal(data.URI)
			if err != nil {
				return err
			}
			out.Command.Command, out.Command.Arguments = ShowReferences, []protocol.LSPAny{u, at}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}
