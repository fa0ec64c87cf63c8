package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// maxPartial is how many elements of a list an editor is told at a time, where it takes
// parts of the answer.
const maxPartial = 500

// partial tells the editor a long list in parts, where it has a token for them; what is
// left is the answer.
func partial[T any](ctx context.Context, c *conn, token protocol.ProgressToken, list []T) ([]T, error) {
	if token == nil || len(list) <= maxPartial {
		return list, nil
	}
	for len(list) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(len(list), maxPartial)
		part, err := marshal(list[:n])
		if err != nil {
			return nil, err
		}
		c.wire.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: token, Value: part})
		list = list[n:]
	}
	return []T{}, nil
}
