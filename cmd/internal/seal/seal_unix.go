//go:build unix

package seal

import (
	"io/fs"
	"os"
	"syscall"
)

// openFlags keep a file from being followed or waited for.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// others reports whether anybody but the user may have written or read a file.
func others(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return info.Mode().Perm()&0o077 != 0 || ok && int(st.Uid) != os.Geteuid()
}
