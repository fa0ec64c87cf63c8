package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// documentLink says which texts in a document name other files: in companion mode those
// of other languages only.
func (c *conn) documentLink(ctx context.Context, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	out := []protocol.DocumentLink{}
	err := c.indexed(ctx, p.TextDocument.URI, func(v *view, doc int32) error {
		out = out[:0]
		for _, l := range v.snap.FileLinks(doc) {
			if !v.news(doc, l.To) {
				continue
			}
			target, tip := v.uri(l.To), v.doc(l.To).Path
			out = append(out, protocol.DocumentLink{Range: v.rangeOf(doc, l.Start, l.End), Target: &target, Tooltip: &tip})
		}
		return nil
	})
	return out, err
}
