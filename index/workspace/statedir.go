package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"codeintel/index/store"
)

// StateError is what is wrong with the state folder, or with something in it, that
// somebody else has put there: it is neither followed nor opened, moved or changed.
type StateError struct {
	Path string // relative to the root, with /
	What string // "a symbolic link"
}

func (e *StateError) Error() string {
	return fmt.Sprintf("%s is %s, which is not used and not touched; remove it", e.Path, e.What)
}

// maxStateDepth is how deep folders lie in the state folder; what lies deeper is not ours.
const maxStateDepth = 8

// CheckState looks at the state folder of root and at all below one name in it, "" for
// all that it has. It fails with a StateError for the first entry, in the order of
// their names, that is no folder and no regular file, or that belongs neither to the user
// of this process nor to whom root belongs. What is not there is right.
func CheckState(root, name string) error { return checkState(root, name, func(string, fs.FileInfo) {}) }

// checkState is CheckState, and tells visit of what is right, by its path on this machine.
func checkState(root, name string, visit func(file string, info fs.FileInfo)) error {
	home, err := os.Stat(root)
	if err != nil {
		return err
	}
	var parts []string
	if name != "" {
		parts = strings.Split(name, "/")
	}
	at := ""
	for i, part := range append([]string{StateDir}, parts...) {
		at = path.Join(at, part)
		file := filepath.Join(root, filepath.FromSlash(at))
		info, err := os.Lstat(file)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %s", at, reason(err))
		}
		if err := checkEntry(at, info, home); err != nil {
			return err
		}
		if !info.IsDir() {
			if i == len(parts) {
				visit(file, info)
			}
			return nil // of a file in the place of a folder nothing is read
		}
		visit(file, info)
	}
	return checkBelow(root, at, home, visit, maxStateDepth)
}

func checkBelow(root, at string, home fs.FileInfo, visit func(string, fs.FileInfo), depth int) error {
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(at)))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("%s: %s", at, reason(err))
	}
	for _, e := range entries {
		below := path.Join(at, e.Name())
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone meanwhile
		}
		if err != nil {
			return fmt.Errorf("%s: %s", below, reason(err))
		}
		if err := checkEntry(below, info, home); err != nil {
			return err
		}
		visit(filepath.Join(root, filepath.FromSlash(below)), info)
		if !info.IsDir() {
			continue
		}
		if depth == 0 {
			return &StateError{below, "a folder too deep"}
		}
		if err := checkBelow(root, below, home, visit, depth-1); err != nil {
			return err
		}
	}
	return nil
}

// checkEntry fails for what is not ours to read.
func checkEntry(p string, info, home fs.FileInfo) error {
	switch t := info.Mode().Type(); {
	case t&fs.ModeSymlink != 0:
		return &StateError{p, "a symbolic link"}
	case t == 0, t == fs.ModeDir:
	default:
		return &StateError{p, "a " + special(t)}
	}
	if uid, ok := owner(info); ok {
		if other, _ := owner(home); uid != os.Geteuid() && uid != other {
			return &StateError{p, fmt.Sprintf("another user's (uid %d)", uid)}
		}
	}
	return nil
}

// openStore opens the store in a folder below root, where all that lies in it is ours.
func openStore(root, dir string) (*store.Store, error) {
	if err := CheckState(root, strings.TrimPrefix(dir, StateDir+"/")); err != nil {
		return nil, err
	}
	return store.Open(store.Options{Dir: filepath.Join(root, filepath.FromSlash(dir))})
}

// Modes of what is made in the state folder: names of private code are in the index.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// tighten takes from others the rights to what is in the state folder, as earlier
// versions have made it. Of a file that has other names it is left as it is: these may lie
// anywhere.
func tighten(file string, info fs.FileInfo) {
	if info.Mode().Perm()&0o077 == 0 || !info.IsDir() && links(info) > 1 {
		return
	}
	if uid, ok := owner(info); ok && uid != os.Geteuid() {
		return
	}
	_ = os.Chmod(file, info.Mode().Perm()&^0o077) // what can't be changed stays as it is
}

// openToAll returns the nearest folder on the way to root, root included, that everybody
// may write and that has no sticky bit; "" for none.
func openToAll(root string) string {
	for at := root; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0 {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}
