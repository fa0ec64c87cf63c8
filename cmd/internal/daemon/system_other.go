//go:build !linux

package daemon

import (
	"errors"
	"net"
	"os"
	"runtime"
)

const (
	// maxSocketPath is how long the path of a socket may be, in bytes.
	maxSocketPath = 103
	// descriptors is the folder of the process's open files.
	descriptors = "/dev/fd"
)

// self is the program that runs, "" where the system has no name for it.
func self() string { return "" }

// shortPath: there is no other path.
func shortPath(string, string) (path string, done func(), err error) {
	return "", nil, errors.ErrUnsupported
}

// peer is not known; the folder's mode has kept others out.
func peer(*net.UnixConn) (uid, pid int, err error) { return os.Geteuid(), 0, nil }

// tcpPeer returns 0: the peer's process is not known here.
func tcpPeer(net.Conn) int { return 0 }

// residentMemory is about how much memory the process has, in bytes.
func residentMemory() (int64, error) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased), nil
}
