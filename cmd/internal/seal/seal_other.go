//go:build !unix

package seal

import "io/fs"

const openFlags = 0

// others reports nothing: the folder of the user's cache is the user's alone there.
func others(fs.FileInfo) bool { return false }
