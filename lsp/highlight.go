package lsp

import (
	"context"

	"codeintel/index/lang"
	"codeintel/index/resolve"

	"go.lsp.dev/protocol"
)

// highlight are the places of a document that certainly mean what is at a place of it.
func (c *conn) highlight(ctx context.Context, p *protocol.DocumentHighlightParams) (out []protocol.DocumentHighlight, err error) {
	err = c.near(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
		out = nil
		if v.mode(at.doc) != modePrimary {
			return nil
		}
		n, ok := v.named(at)
		if name, is := v.snap.Predeclared(n.At); is {
			for _, r := range v.snap.PredeclaredUses(at.doc, name) {
				out = append(out, protocol.DocumentHighlight{Range: v.rangeOf(at.doc, r.Start, r.End), Kind: protocol.DocumentHighlightKindRead})
			}
			return nil
		}
		if !ok || n.symbols[0].Certainty != resolve.Resolved {
			return nil
		}
		for _, o := range v.snap.Occurrences(at.doc, n.likely()) {
			if o.End <= o.Start {
				continue // a file as a module is no text
			}
			h := protocol.DocumentHighlight{Range: v.rangeOf(at.doc, o.Start, o.End), Kind: protocol.DocumentHighlightKindText}
			switch {
			case o.Definition, o.Role&lang.Write != 0:
				h.Kind = protocol.DocumentHighlightKindWrite
			case o.Role&(lang.Read|lang.Call) != 0:
				h.Kind = protocol.DocumentHighlightKindRead
			}
			out = append(out, h)
		}
		return nil
	})
	return out, err
}
