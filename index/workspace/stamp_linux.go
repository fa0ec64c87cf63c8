package workspace

import (
	"io/fs"
	"syscall"
)

// identity is the time of the last change of a file's inode and its number.
func identity(info fs.FileInfo) (ctime int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}

// lstat is the stamp of what is called name, which may be a folder.
func lstat(name string) (s stamp, dir bool, err error) {
	var st syscall.Stat_t
	for {
		if err = syscall.Lstat(name, &st); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		return stamp{}, false, err
	}
	return statStamp(&st), st.Mode&syscall.S_IFMT == syscall.S_IFDIR, nil
}

func statStamp(st *syscall.Stat_t) stamp {
	return stamp{size: st.Size, mtime: st.Mtim.Nano(), ctime: st.Ctim.Nano(), inode: st.Ino}
}
