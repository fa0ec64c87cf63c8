// Package place finds the folders that a process works with: the user's folders for the
// shared process and for what vouches for sessions, and the repository that a client
// is about. It imports little, because hooks that decide by themselves are initialised
// with it.
package place

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"codeintel/cmd/internal/early"
)

// Env is the part of the environment that decides where a user's folders are. The
// zero value names none.
type Env struct {
	// Getenv returns a variable of the process, "" when it is not set. The
	// variables read are XDG_RUNTIME_DIR, XDG_CACHE_HOME and HOME.
	Getenv func(string) string
	// Runtime is the user's runtime folder where the variable is not set: many
	// clients start their servers with few variables, and these must come to the
	// same place. "" for none.
	Runtime string
}

// SystemEnv returns the environment of this process.
func SystemEnv() Env {
	e := Env{Getenv: os.Getenv}
	if runtime.GOOS == "linux" {
		e.Runtime = filepath.Join("/run/user", strconv.Itoa(os.Geteuid()))
	}
	return e
}

func (e Env) get(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// Cache returns the user's folder for what can be made again, "" when unknown.
func (e Env) Cache() string {
	if dir := e.get("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	switch home := e.get("HOME"); {
	case !filepath.IsAbs(home):
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Caches")
	default:
		return filepath.Join(home, ".cache")
	}
}

// GateFolder returns the folder of what vouches for sessions, "" where the
// environment names no folder of the user's. It need not exist.
func (e Env) GateFolder() string {
	if cache := e.Cache(); cache != "" {
		return filepath.Join(cache, "ci", "gate")
	}
	return ""
}

// RunFolder returns the folder of the shared process, "" where there is none: in the
// runtime folder when there is one that is the user's own and nobody else's, else in
// the cache folder. Nothing is made.
func (e Env) RunFolder() string {
	user := os.Geteuid()
	dir := early.RunFolder(func(dir string) bool { return filepath.IsAbs(dir) && Private(dir, user) == nil }, e.Cache(), e.get("XDG_RUNTIME_DIR"), e.Runtime)
	if dir == "" {
		return ""
	}
	return filepath.Clean(dir)
}

// Private returns why a folder is not one that the user alone can open, nil when it
// is.
func Private(dir string, user int) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	owner, known := ownerOf(info)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder; remove it, the shared process makes a folder there", dir)
	case known && owner != user:
		return fmt.Errorf("%s belongs to user %d, not to user %d, and is not used; remove it, or set XDG_RUNTIME_DIR to a folder of your own", dir, owner, user)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s can be opened by other users (mode %04o), and is not used; run 'chmod 700 %[1]s'", dir, info.Mode().Perm())
	}
	return nil
}
