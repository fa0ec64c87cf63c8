//go:build !unix

package workspace

import "io/fs"

// openFlags are none where no file system has pipes among its files.
const openFlags = 0

// owner returns whom a file belongs to; ok is false where that is not known.
func owner(fs.FileInfo) (uid int, ok bool) { return 0, false }

// links returns how many names a file has.
func links(fs.FileInfo) uint64 { return 1 }
