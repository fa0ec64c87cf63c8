package daemon

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"

	"codeintel/cmd/internal/place"
)

// tcpPeer returns the process at the other end of a connection, 0 where it is not a process
// of this user on this machine. Of several that share the socket, as after a fork, it is the
// one that started first.
func tcpPeer(conn net.Conn) (pid int) {
	theirs, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return 0
	}
	ours, err := netip.ParseAddrPort(conn.LocalAddr().String())
	if err != nil {
		return 0
	}
	for _, table := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		text, err := os.ReadFile(table)
		if err != nil {
			continue // the machine may have only one of the protocols
		}
		if inode := socketBetween(text, theirs, ours); inode != 0 {
			return holderOf(inode)
		}
	}
	return 0
}

// socketBetween returns the inode of the socket from one address to another in a table of
// the kernel's (proc_pid_net(5)), 0 for none.
func socketBetween(table []byte, from, to netip.AddrPort) (inode uint64) {
	for line := range bytes.Lines(table) {
		fields := bytes.Fields(line)
		const local, remote, node = 1, 2, 9
		if len(fields) <= node {
			continue
		}
		if a, ok := kernelAddress(fields[local]); !ok || a != unmapped(from) {
			continue
		}
		if a, ok := kernelAddress(fields[remote]); !ok || a != unmapped(to) {
			continue
		}
		if inode, err := strconv.ParseUint(string(fields[node]), 10, 64); err == nil {
			return inode
		}
	}
	return 0
}

// unmapped returns an address without zone, and as IPv4 where it is an IPv4-mapped one.
func unmapped(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}

// kernelAddress parses an address as the kernel writes it: 32-bit words in hexadecimal, each
// in the machine's byte order, and the port.
func kernelAddress(text []byte) (netip.AddrPort, bool) {
	address, port, ok := bytes.Cut(text, []byte{':'})
	raw, err := hex.DecodeString(string(address))
	number, perr := strconv.ParseUint(string(port), 16, 16)
	if !ok || err != nil || perr != nil || len(raw) != 4 && len(raw) != 16 {
		return netip.AddrPort{}, false
	}
	for i := 0; i < len(raw); i += 4 {
		binary.BigEndian.PutUint32(raw[i:], binary.NativeEndian.Uint32(raw[i:]))
	}
	a, _ := netip.AddrFromSlice(raw)
	return unmapped(netip.AddrPortFrom(a, uint16(number))), true
}

// holderOf returns the process of this user that has a socket open, 0 for none. Of several
// it is the one that started first.
func holderOf(inode uint64) (pid int) {
	link := fmt.Sprintf("socket:[%d]", inode)
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	var began int64
	for _, p := range processes {
		n, err := strconv.Atoi(p.Name())
		if err != nil || !holds(n, link) {
			continue
		}
		if at, err := place.Started(n); err == nil && at >= 0 && (pid == 0 || at < began) {
			pid, began = n, at
		}
	}
	return pid
}

// holds reports whether one of a process's descriptors links to a file of that name.
func holds(pid int, link string) bool {
	dir := filepath.Join("/proc", strconv.Itoa(pid), "fd")
	f, err := os.Open(dir)
	if err != nil {
		return false // it has ended, or is another user's
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return false
	}
	for _, name := range names {
		if to, err := os.Readlink(filepath.Join(dir, name)); err == nil && to == link {
			return true
		}
	}
	return false
}
