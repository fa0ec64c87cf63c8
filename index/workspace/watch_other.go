//go:build !linux

package workspace

// watchLimit reads Env.Watches.
func watchLimit() int { return 0 }
