//go:build unix

package workspace

import (
	"io/fs"
	"syscall"
)

// openFlags keep an open from waiting for the other end of a pipe.
const openFlags = syscall.O_NONBLOCK

// owner returns whom a file belongs to; ok is false where that is not known.
func owner(info fs.FileInfo) (uid int, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Uid), true
}

// links returns how many names a file has.
func links(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink)
	}
	return 1
}
