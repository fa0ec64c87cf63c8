//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package store

import (
	"io"
	"os"
)

// openFlags are none where no file system has pipes among its files.
const openFlags = 0

// mapFile reads the first size bytes of f.
func mapFile(f *os.File, size int64) (*mapped, error) {
	data := make([]byte, size)
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, &os.PathError{Op: "read", Path: f.Name(), Err: err}
	}
	return &mapped{data: data}, nil
}
