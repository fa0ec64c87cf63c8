package statefs

import (
	"io/fs"
	"syscall"
	"time"
)

// identity is the time of the last change of a file's inode and its number; not
// ok where the system does not tell them.
func identity(info fs.FileInfo) (changed time.Time, inode uint64, ok bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}, 0, false
	}
	return time.Unix(s.Ctim.Unix()), s.Ino, true
}

// hardLinks returns how many names a file has.
func hardLinks(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}
