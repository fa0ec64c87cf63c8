package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Located is what a path of a repository leads to.
type Located struct {
	// Path is relative to the root, with /, clean and without symbolic links; "."
	// for the root.
	Path string
	// Exists: there is something. Folder: and it is a folder.
	Exists, Folder bool
}

// ErrOutside: a path leads out of the repository, or in a circle.
var ErrOutside = errors.New("the path leads out of the repository")

// maxLinks is how many symbolic links a path may lead through.
const maxLinks = 40

// Locate follows the symbolic links of a path, relative to the root and with /,
// also where there is nothing at its end: the file is the one that would be written
// there. The error is ErrOutside, or that a folder on the way can't be looked at.
func (w *Workspace) Locate(p string) (Located, error) {
	real, err := filepath.EvalSymlinks(w.root)
	if err != nil {
		return Located{}, withoutPath(err)
	}
	at, links := ".", 0
	rest := strings.Split(p, "/")
	if path.IsAbs(p) {
		return Located{}, ErrOutside
	}
	out := Located{Exists: true, Folder: true}
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		switch {
		case name == "" || name == ".":
			continue
		case name == "..":
			if at == "." {
				return Located{}, ErrOutside
			}
			at, out.Folder = path.Dir(at), true
			continue
		}
		next := path.Join(at, name)
		info, err := os.Lstat(filepath.Join(real, filepath.FromSlash(next)))
		switch {
		case errors.Is(err, fs.ErrNotExist) || out.Exists && !out.Folder:
			// Nothing below it is there either.
			if slices.Contains(rest, "..") {
				return Located{}, ErrOutside
			}
			at = path.Join(append([]string{next}, rest...)...)
			return Located{Path: at}, nil
		case err != nil:
			return Located{}, withoutPath(err)
		case info.Mode()&fs.ModeSymlink == 0:
			at, out.Folder = next, info.IsDir()
			continue
		}
		to, err := os.Readlink(filepath.Join(real, filepath.FromSlash(next)))
		if links++; err != nil || links > maxLinks {
			return Located{}, ErrOutside
		}
		if filepath.IsAbs(to) {
			if to, err = filepath.Rel(real, to); err != nil {
				return Located{}, ErrOutside
			}
			at, out.Folder = ".", true
		}
		rest = append(strings.Split(filepath.ToSlash(to), "/"), rest...)
	}
	out.Path = at
	return out, nil
}

// Resolve is an absolute path with all symbolic links followed, as far as there is
// something; what can't be looked at stands as it is.
func Resolve(p string) string {
	rest := ""
	for dir := filepath.Clean(p); ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return filepath.Clean(p)
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}
