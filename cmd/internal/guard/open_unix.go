//go:build unix

package guard

import (
	"io/fs"
	"syscall"
)

// openFlags: a pipe that lies in a repository holds nobody up.
const openFlags = syscall.O_NONBLOCK

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink)
	}
	return 1
}
