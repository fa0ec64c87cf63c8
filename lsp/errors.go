package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

var (
	errCancelled = jsonrpc2.NewError(protocol.CodeRequestCancelled, "the request was cancelled")
	// errModified: what was asked about is not there any more, since the editor's user
	// has changed it meanwhile.
	errModified = jsonrpc2.NewError(protocol.CodeContentModified, "the document was changed where the question is about")
	// ErrExit: an editor has ended in a way that it should not.
	ErrExit = errors.New("the editor said exit, and not shutdown before")
	errGone = errors.New("the editor is gone")
)

// codeFailed is RequestFailed: the request is fine, and can't be answered.
const codeFailed jsonrpc2.Code = -32803

// invalid is the error of a request that can't mean anything.
func invalid(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, format, args...)
}

// failed is the error of a request that can't be answered.
func failed(format string, args ...any) error {
	return jsonrpc2.Errorf(codeFailed, format, args...)
}

// asError is an error as the editor is told it.
func asError(err error) *jsonrpc2.Error {
	var e *jsonrpc2.Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.Canceled):
		return errCancelled
	case errors.Is(err, context.DeadlineExceeded):
		return asError(errLate)
	}
	return jsonrpc2.NewError(codeFailed, err.Error())
}
