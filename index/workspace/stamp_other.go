//go:build !linux

package workspace

import (
	"io/fs"
	"os"
)

// identity is the time of the last change of a file's inode and its number.
func identity(fs.FileInfo) (ctime int64, inode uint64) { return 0, 0 }

// lstat is the stamp of what is called name, which may be a folder.
func lstat(name string) (s stamp, dir bool, err error) {
	info, err := os.Lstat(name)
	if err != nil {
		return stamp{}, false, err
	}
	return newStamp(info), info.IsDir(), nil
}
