//go:build !unix

package guard

import "io/fs"

const openFlags = 0

// links is how many names a file has.
func links(fs.FileInfo) uint64 { return 1 }
