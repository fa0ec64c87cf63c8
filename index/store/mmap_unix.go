//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package store

import (
	"os"
	"syscall"
)

// openFlags keep an open from following a symbolic link, and from waiting for the other
// end of a pipe.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// mapFile maps the first size bytes of f. The map outlives f, its name and, as
// all files are replaced and never written again, its replacement.
func mapFile(f *os.File, size int64) (*mapped, error) {
	if size == 0 {
		return &mapped{}, nil
	}
	if int64(int(size)) != size {
		return nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: syscall.EFBIG}
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: err}
	}
	return &mapped{data: data, unmap: syscall.Munmap}, nil
}
