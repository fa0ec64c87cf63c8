package guard

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"codeintel/session"
)

// maxLinks is how many symbolic links may be on the way to a file.
const maxLinks = 40

// errLinks: the path leads through too many symbolic links.
var errLinks = errors.New("too many symbolic links")

// real is what the disk has at an absolute path: no element of it is a symbolic
// link, as far as they exist; what does not exist follows as it is written. With
// follow the last element is followed too, though what it leads to does not exist:
// who writes there makes it.
func real(name string, follow bool) (string, error) {
	split := func(p string) []string { return strings.Split(filepath.ToSlash(p[len(filepath.VolumeName(p)):]), "/") }
	at, rest := filepath.VolumeName(name)+string(filepath.Separator), split(name)
	links := 0
	for len(rest) > 0 {
		next := rest[0]
		rest = rest[1:]
		switch next {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		here := filepath.Join(at, next)
		info, err := os.Lstat(here)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
				return "", err
			}
			at = here
			continue // "..", too, is then as it is written
		}
		if info.Mode()&fs.ModeSymlink == 0 || len(rest) == 0 && !follow {
			at = filepath.Join(at, trueName(at, next, info))
			continue
		}
		if links++; links > maxLinks {
			return "", errLinks
		}
		to, err := os.Readlink(here)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(to) {
			at = filepath.VolumeName(to) + string(filepath.Separator)
		}
		rest = append(split(to), rest...)
	}
	return at, nil
}

// trueName is what a folder calls an entry that was found by name: where the file
// system takes no notice of case another name may be written.
func trueName(dir, name string, info fs.FileInfo) string {
	if !foldsCase {
		return name
	}
	return spelled(dir, name, info)
}

// spelled looks in a folder for the entry that name was found to be.
func spelled(dir, name string, info fs.FileInfo) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return name
	}
	other := ""
	for _, e := range entries {
		switch {
		case e.Name() == name:
			return name
		case other == "":
			if i, err := e.Info(); err == nil && os.SameFile(i, info) {
				other = e.Name()
			}
		}
	}
	if other != "" {
		return other
	}
	return name
}

// target is what is to be written, as the disk has it. root is resolved.
func target(root, name string, follow bool) (session.Target, error) {
	at, err := real(name, follow)
	if err != nil {
		return session.Target{}, err
	}
	rel, ok := inside(root, at)
	if !ok {
		return session.Target{Path: filepath.ToSlash(at), Outside: true}, nil
	}
	t := session.Target{Path: rel, AllowNew: true}
	if info, err := os.Lstat(at); err == nil {
		t.Exists, t.Folder = true, info.IsDir()
	}
	for t.Parent = path.Dir(rel); t.Parent != "."; t.Parent = path.Dir(t.Parent) {
		dir := filepath.Join(root, filepath.FromSlash(t.Parent))
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && !isEmpty(dir) {
			break
		}
	}
	return t, nil
}

// isEmpty reports whether a folder has nothing in it: then it is as new as what is
// made in it.
func isEmpty(dir string) bool {
	f, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = f.Readdirnames(1)
	return errors.Is(err, io.EOF)
}

// inside is the path of a file relative to root, with /; the root itself is ".".
func inside(root, name string) (string, bool) {
	rel, err := filepath.Rel(root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// switches are files and folders of a repository that decide whether its gate
// stands: no agent that is held up by the gate may write them, ready or not.
var switches = []string{
	".claude/settings.json", ".claude/settings.local.json", ".mcp.json",
}

// isSwitch says whether a path, relative to the root, is one of switches, or holds
// one.
func isSwitch(p string) bool {
	if path.IsAbs(p) {
		return true // see Options.Outside
	}
	p = strings.ToLower(p) // on some disks it is the same file
	for _, s := range switches {
		if p == s || p == path.Dir(s) {
			return true
		}
	}
	return false
}

// isOurs says whether a path is in a folder that nobody writes but git and ci.
func isOurs(p string) bool {
	for _, part := range strings.Split(strings.ToLower(p), "/") {
		if part == ".git" || part == ".code-intel" {
			return true
		}
	}
	return false
}
