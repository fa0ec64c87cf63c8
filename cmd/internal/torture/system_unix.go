//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// ownGroup has a process started in a group of its own, so that it can be ended with
// all that it starts.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends the group of a process: by SIGQUIT, if it is given time for that, and
// by SIGKILL then.
func endGroup(pid int, patience time.Duration) {
	if patience > 0 && syscall.Kill(pid, syscall.SIGQUIT) == nil {
		time.Sleep(patience)
	}
	_ = syscall.Kill(-pid, syscall.SIGKILL) // it may have ended
}

// usage returns the signal that has ended a process, 0 for none, its time and the most
// memory that it had, in bytes.
func usage(state *os.ProcessState) (syscall.Signal, time.Duration, int64) {
	signal := syscall.Signal(0)
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		signal = status.Signal()
	}
	peak := int64(0)
	if u, ok := state.SysUsage().(*syscall.Rusage); ok {
		peak = int64(u.Maxrss)
		if runtime.GOOS != "darwin" {
			peak <<= 10
		}
	}
	return signal, state.UserTime() + state.SystemTime(), peak
}

// foreign reports whether a file belongs to another user.
func foreign(info os.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) != os.Geteuid()
}
