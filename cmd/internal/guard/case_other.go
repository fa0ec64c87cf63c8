//go:build !linux

package guard

// foldsCase: a file may be found by a name that differs from its own in case.
const foldsCase = true
