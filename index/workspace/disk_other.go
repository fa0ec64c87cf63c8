//go:build !unix

package workspace

// openFlags are none where no file system has pipes among its files.
const openFlags = 0
