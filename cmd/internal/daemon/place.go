package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"codeintel/cmd/internal/early"
)

// Names in the folder of a Place.
const (
	socketName = early.SocketName
	lockName   = "ci.lock"  // held by the process that serves
	startName  = "ci.start" // held by who starts one
	pidName    = "ci.pid"   // who holds the lock
	tokenName  = "ci.token" // of HTTP
)

// Place is where the shared process of a user is found: a folder that only the
// user can open, with the socket and the lock in it.
type Place struct {
	// Dir is the folder. It need not exist.
	Dir string
	// Log is the file that a process in the background logs to.
	Log string

	uid int // who must own the folder
}

// Env is what of the environment decides where the place is. The zero value says
// nothing.
type Env struct {
	// Getenv returns a variable of the process, "" when it is not set. The
	// variables read are XDG_RUNTIME_DIR, XDG_CACHE_HOME and HOME.
	Getenv func(string) string
	// Runtime is the user's runtime folder where the variable is not set: many
	// clients start their servers with few variables, and these must come to the
	// same place. "" for none.
	Runtime string
}

// SystemEnv is the environment of this process.
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

// cache is the user's folder for what can be made again, "" when unknown.
func (e Env) cache() string {
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
	if cache := e.cache(); cache != "" {
		return filepath.Join(cache, "ci", "gate")
	}
	return ""
}

// ErrNoPlace: the environment names no folder for the shared process.
var ErrNoPlace = errors.New("there is no folder for the shared process: neither XDG_RUNTIME_DIR nor HOME is set; set one of them, or use --no-daemon")

// FindPlace says where the shared process of the user is: in the runtime folder
// when there is one that is the user's own and nobody else's, else in the cache
// folder. Nothing is made. The error is ErrNoPlace.
func FindPlace(e Env) (Place, error) {
	p := Place{uid: os.Geteuid()}
	cache := e.cache()
	p.Dir = early.RunFolder(func(dir string) bool { return filepath.IsAbs(dir) && p.private(dir) == nil }, cache, e.get("XDG_RUNTIME_DIR"), e.Runtime)
	if p.Dir == "" {
		return Place{}, ErrNoPlace
	}
	p.Dir = filepath.Clean(p.Dir)
	if p.Log = filepath.Join(p.Dir, "serve.log"); cache != "" {
		p.Log = filepath.Join(cache, "ci", "log", "serve.log")
	}
	return p, nil
}

func (p Place) path(name string) string { return filepath.Join(p.Dir, name) }

// Token is the file that holds the token of HTTP while that is on.
func (p Place) Token() string { return p.path(tokenName) }

// private says why a folder is not one that the user alone can open, nil when it
// is.
func (p Place) private(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	owner, known := ownerOf(info)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder; remove it, the shared process makes a folder there", dir)
	case known && owner != p.uid:
		return fmt.Errorf("%s belongs to user %d, not to user %d, and is not used; remove it, or set XDG_RUNTIME_DIR to a folder of your own", dir, owner, p.uid)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s can be opened by other users (mode %04o), and is not used; run 'chmod 700 %[1]s'", dir, info.Mode().Perm())
	}
	return nil
}

// prepare makes the folder where it is missing, and refuses one that others can
// open.
func (p Place) prepare() error {
	if err := os.MkdirAll(filepath.Dir(p.Dir), 0o700); err != nil {
		return fmt.Errorf("the folder of the shared process can't be made: %w; make it, or set XDG_RUNTIME_DIR to a folder that can be written", err)
	}
	if err := os.Mkdir(p.Dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the folder of the shared process can't be made: %w; set XDG_RUNTIME_DIR to a folder that can be written", err)
	}
	return p.private(p.Dir)
}

// same says whether the file that is now called name is the one that info is of.
func same(name string, info fs.FileInfo) bool {
	now, err := os.Lstat(name)
	return err == nil && info != nil && os.SameFile(now, info)
}
