//go:build unix

package workspace

import (
	"os"
	"syscall"
)

// lockFile locks a file for as long as it is open; false where another process has it.
func lockFile(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
