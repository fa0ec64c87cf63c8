package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"codeintel/cmd/internal/early"
	"codeintel/cmd/internal/place"
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

// ErrNoPlace: the environment names no folder for the shared process.
var ErrNoPlace = errors.New("there is no folder for the shared process: neither XDG_RUNTIME_DIR nor HOME is set; set one of them, or use --no-daemon")

// FindPlace says where the shared process of the user is: in the runtime folder
// when there is one that is the user's own and nobody else's, else in the cache
// folder. Nothing is made. The error is ErrNoPlace.
func FindPlace(e place.Env) (Place, error) {
	p := Place{Dir: e.RunFolder(), uid: os.Geteuid()}
	if p.Dir == "" {
		return Place{}, ErrNoPlace
	}
	if p.Log = filepath.Join(p.Dir, "serve.log"); e.Cache() != "" {
		p.Log = filepath.Join(e.Cache(), "ci", "log", "serve.log")
	}
	return p, nil
}

func (p Place) path(name string) string { return filepath.Join(p.Dir, name) }

// Token is the file that holds the token of HTTP while that is on.
func (p Place) Token() string { return p.path(tokenName) }

// private returns why a folder is not one that the user alone can open, nil when it
// is.
func (p Place) private(dir string) error { return place.Private(dir, p.uid) }

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
