package daemon

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

const (
	// maxSocketPath is how long the path of a socket may be, in bytes.
	maxSocketPath = 107
	// descriptors is the folder of the process's open files.
	descriptors = "/proc/self/fd"
)

// self is the program that runs, even when its file was replaced.
func self() string { return fmt.Sprintf("/proc/%d/exe", os.Getpid()) }

// shortPath is another path of a file in a folder, by a descriptor of the
// folder.
func shortPath(dir, name string) (path string, done func(), err error) {
	fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", nil, err
	}
	return filepath.Join(descriptors, strconv.Itoa(fd), name), func() { _ = unix.Close(fd) }, nil
}

// peer is the process at the other end of a connection, and its user.
func peer(conn *net.UnixConn) (uid, pid int, err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, 0, err
	}
	var cred *unix.Ucred
	if controlErr := raw.Control(func(fd uintptr) {
		cred, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); controlErr != nil {
		return 0, 0, controlErr
	}
	if err != nil {
		return 0, 0, err
	}
	return int(cred.Uid), int(cred.Pid), nil
}

// residentMemory is how much memory the process has, in bytes.
func residentMemory() (int64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0, fmt.Errorf("/proc/self/statm says %q", text)
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize()), err
}
