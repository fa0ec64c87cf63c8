package workspace

import (
	"bytes"
	"strconv"
	"syscall"
)

// watchLimit reads Env.Watches.
func watchLimit() int {
	data, err := readAnywhere("/proc/sys/fs/inotify/max_user_watches")
	if err != nil {
		return 0
	}
	limit, err := strconv.Atoi(string(bytes.TrimSpace(data)))
	if err != nil {
		return 0
	}
	return max(limit, 0)
}

// remote says whether a folder's file system is one that other machines, or the
// host of this one, change without the system's telling.
func remote(folder string) bool {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil {
		return false
	}
	switch uint32(s.Type) {
	case 0x6969, 0x517b, 0xff534d42, 0xfe534d42, // NFS, SMB, CIFS, SMB2
		0x01021997, 0x65735546, 0x786f4256, // 9P, FUSE, VirtualBox
		0x73757245, 0x5346414f, 0x00c36400, 0x0bd00bd0, 0x19830326: // Coda, AFS, Ceph, Lustre, BeeGFS
		return true
	}
	return false
}
