//go:build !linux

package workspace

// watchLimit reads Env.Watches.
func watchLimit() int { return 0 }

// remote says whether a folder's file system is one that other machines change
// without the system's telling.
func remote(string) bool { return false }
