//go:build !amd64 || !cgo

package vector

// fastest is the arithmetic for this processor.
func fastest() kernels { return portable }
