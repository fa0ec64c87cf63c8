//go:build unix

package daemon

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// terminate asks a process to end.
const terminate = syscall.SIGTERM

// detached are the attributes of a process in a session of its own: no terminal
// and no signal to the group of its parent ends it.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// AsStandardError makes a file what the process writes its standard error to,
// what the runtime says when it ends the process included.
func AsStandardError(f *os.File) error { return unix.Dup2(int(f.Fd()), 2) }

// keepToSelf sees to it that a program that is started has no file of this
// process that was not meant for it: those that this process was given by its
// own parent are not marked so.
func keepToSelf() {
	dir, err := os.Open(descriptors)
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		fd := 0
		for _, c := range name {
			fd = 10*fd + int(c-'0')
		}
		if fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
