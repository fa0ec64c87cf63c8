package store

import (
	"io/fs"
	"syscall"
)

// identity returns the time of the last change of a file's inode, in nanoseconds since
// 1970, and the inode's number.
func identity(info fs.FileInfo) (ctime int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}
