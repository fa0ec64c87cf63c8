package lsp

import (
	"context"
	"reflect"
	"slices"

	"go.lsp.dev/protocol"
)

// row is a request of the protocol that is answered.
type row struct {
	method string
	// offer says so in the capabilities of the server; nil for nothing to say.
	offer func(*protocol.ServerCapabilities)
	// bind reads the parameters, and says how to answer.
	bind func(c *conn, params []byte) (answerer, error)
}

// request makes a row of a method of conn.
func request[Params, Result any](method string, answer func(*conn, context.Context, *Params) (Result, error), offer func(*protocol.ServerCapabilities)) row {
	return row{method: method, offer: offer, bind: func(c *conn, params []byte) (answerer, error) {
		p := new(Params)
		if err := unmarshal(params, p); err != nil {
			return nil, err
		}
		return func(ctx context.Context) (any, error) {
			ctx, cancel := c.server.within(ctx, requestTime)
			defer cancel()
			first, second := &asked{}, &asked{wait: true}
			out, err := answer(c, context.WithValue(ctx, askedKey{}, first), p)
			if first.early && err == nil && isNothing(out) {
				// An editor can't be told that there may be something once there is an index.
				out, err = answer(c, context.WithValue(ctx, askedKey{}, second), p)
			}
			if err == nil && ctx.Err() != nil {
				return nil, ended(ctx) // it may be a part
			}
			return out, err
		}, nil
	}}
}

// asked is how a request is answered while there is no index yet: early, from what is
// seen of the repository, or once there is one.
type asked struct{ early, wait bool }

type askedKey struct{}

// askedOf is how the request of a context is answered.
func askedOf(ctx context.Context) *asked {
	if a, ok := ctx.Value(askedKey{}).(*asked); ok {
		return a
	}
	return &asked{wait: true}
}

// isNothing says whether an answer has nothing in it.
func isNothing(answer any) bool {
	switch v := reflect.ValueOf(answer); v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Interface:
		return v.IsNil()
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return false
}

// unmarshal reads parameters.
func unmarshal(params []byte, into any) error {
	if params == nil {
		return invalid("the parameters are missing")
	}
	if err := protocol.Unmarshal(params, into); err != nil {
		return invalid("the parameters can't be read: %s", err)
	}
	return nil
}

// features are all requests that are answered, but for those of the connection
// itself. What an editor is told of the server's capabilities is made of them.
func features() []row {
	return slices.Concat(
		navigation(),
		outlines(),
		administration(),
	)
}
