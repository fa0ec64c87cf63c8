package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"codeintel/cmd/internal/atomicfile"

	"github.com/gofrs/flock"
)

// claim is the right to be the process of a place: the lock, and the socket that
// clients connect to. Both are files that anybody who tidies up can unlink; then
// another process can take a lock and a socket of the same names. So a claim
// knows which files are its own, and renew looks.
type claim struct {
	place    Place
	lock     *flock.Flock
	lockFile fs.FileInfo
	listener *net.UnixListener
	sockFile fs.FileInfo
}

// errHeld: another process has the claim.
var errHeld = errors.New("another process serves")

// takeLock takes the lock of a name in the place's folder, or fails with errHeld.
func (p Place) takeLock(name string) (*flock.Flock, fs.FileInfo, error) {
	path := p.path(name)
	for {
		lock := flock.New(path, flock.SetPermissions(0o600))
		switch free, err := lock.TryLock(); {
		case err != nil:
			return nil, nil, fmt.Errorf("%s can't be locked: %w; make it writable", path, reasonOf(err))
		case !free:
			_ = lock.Close()
			return nil, nil, errHeld
		}
		info, err := lock.Stat()
		if err == nil && same(path, info) {
			return lock, info, nil
		}
		_ = lock.Close() // the file was unlinked before it was locked
		if err != nil {
			return nil, nil, fmt.Errorf("%s can't be locked: %w", path, reasonOf(err))
		}
	}
}

// held says whether a process has the claim of the place.
func (p Place) held() (bool, error) {
	lock := flock.New(p.path(lockName), flock.SetFlag(os.O_RDONLY))
	defer lock.Close()
	free, err := lock.TryRLock()
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return !free && err == nil, err
}

// holder is the process that has the claim, 0 when that is not known. It counts
// only while the lock is held.
func (p Place) holder() int {
	text, err := os.ReadFile(p.path(pidName))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return pid
}

// claim takes the lock; it fails with errHeld. Nobody can connect until listen.
func (p Place) claim() (*claim, error) {
	c := &claim{place: p}
	if err := c.take(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *claim) take() error {
	lock, info, err := c.place.takeLock(lockName)
	if err != nil {
		return err
	}
	if err := writeWhole(c.place.path(pidName), fmt.Appendf(nil, "%d\n", os.Getpid())); err != nil {
		_ = lock.Close()
		return err
	}
	c.lock, c.lockFile = lock, info
	return nil
}

// listen makes the socket anew, with a mode that is private before anybody can
// find it, and returns what accepts on it.
func (c *claim) listen() (*net.UnixListener, error) {
	stale, _ := filepath.Glob(c.place.path(socketName + ".*")) // of processes that were killed here
	for _, name := range stale {
		_ = os.Remove(name)
	}
	name := socketName + "." + strconv.Itoa(os.Getpid())
	l, info, err := c.bind(name)
	if err != nil {
		return nil, fmt.Errorf("the socket %s can't be made: %w", c.place.path(socketName), err)
	}
	if c.listener != nil {
		_ = c.listener.Close()
	}
	c.listener, c.sockFile = l, info
	return l, nil
}

func (c *claim) bind(name string) (*net.UnixListener, fs.FileInfo, error) {
	path, done, err := c.place.socketPath(name)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, nil, err
	}
	l.SetUnlinkOnClose(false) // the name may be another's by then
	temp := c.place.path(name)
	err = os.Chmod(temp, 0o600)
	var info fs.FileInfo
	if err == nil {
		info, err = os.Lstat(temp)
	}
	if err == nil {
		err = os.Rename(temp, c.place.path(socketName))
	}
	if err != nil {
		return nil, nil, errors.Join(err, l.Close(), os.Remove(temp))
	}
	return l, info, nil
}

// renew sees to it that clients find this process: what is not there any more of
// the folder, the lock and the socket is made anew. It returns a listener when
// there is a new one. The error is errHeld when another process has the place
// now.
func (c *claim) renew() (*net.UnixListener, error) {
	if !same(c.place.path(lockName), c.lockFile) {
		if err := c.place.prepare(); err != nil {
			return nil, err
		}
		old := c.lock
		if err := c.take(); err != nil {
			return nil, err
		}
		_ = old.Close()
	}
	if c.listener == nil || same(c.place.path(socketName), c.sockFile) {
		return nil, nil
	}
	return c.listen()
}

// closeSocket ends listening; nobody can connect any more.
func (c *claim) closeSocket() {
	if c.listener == nil {
		return
	}
	if same(c.place.path(socketName), c.sockFile) {
		_ = os.Remove(c.place.path(socketName))
	}
	_ = c.listener.Close()
	c.listener = nil
}

// release gives the claim up.
func (c *claim) release() {
	c.closeSocket()
	if same(c.place.path(lockName), c.lockFile) {
		_ = os.Remove(c.place.path(pidName))
	}
	_ = c.lock.Close() // the file stays: who waits for it waits for this one
}

// socketPath is a path of a file in the folder for the calls that bind and
// connect, which take short ones only; done must be called after them.
func (p Place) socketPath(name string) (path string, done func(), err error) {
	if path = p.path(name); len(path) <= maxSocketPath {
		return path, func() {}, nil
	}
	if path, done, err = shortPath(p.Dir, name); err != nil || len(path) > maxSocketPath {
		return "", nil, fmt.Errorf("the path has more than %d bytes; set XDG_RUNTIME_DIR to a folder with a shorter one", maxSocketPath)
	}
	return path, done, nil
}

// writeWhole writes a small file of the user's own.
func writeWhole(path string, data []byte) error {
	f, err := atomicfile.Create(path)
	if err == nil {
		if err = f.Chmod(0o600); err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			err = errors.Join(err, f.Abort())
		} else {
			err = f.Commit()
		}
	}
	if err != nil {
		return fmt.Errorf("%s can't be written: %w", path, reasonOf(err))
	}
	return nil
}

// reasonOf is what the system says of a path, without the path.
func reasonOf(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
