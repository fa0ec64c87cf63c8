package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"codeintel/index/workspace/git"
)

// errNotRegular: a directory, device, pipe or socket where a file was expected.
var errNotRegular = errors.New("not a regular file")

// errTooLarge: a file above the size that the reader allows.
var errTooLarge = errors.New("too large")

// maxSupport bounds the files that are read besides sources: ignore files,
// configuration, package.json and the like of dependencies.
const maxSupport = 64 << 20

// maxGit bounds what is read of .git; the index of a repository of a million
// files has about 100 MB.
const maxGit = 256 << 20

// readOpen reads an open file of at most limit bytes and closes it. The file
// must have been opened with openFlags, so that a pipe can't hold it up.
func readOpen(f *os.File, limit int64) ([]byte, error) { return readInto(nil, f, limit) }

// readInto is readOpen into the memory of room, where it is large enough.
func readInto(room []byte, f *os.File, limit int64) ([]byte, error) {
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	if info.Size() > limit {
		return nil, errTooLarge
	}
	// Sizes lie (/proc) and files grow: the content decides. Files of /proc hand
	// out a number at the first read only, and say that they are empty.
	size := info.Size() + 1
	if size == 1 {
		size = 512
	}
	buf := room[:0]
	if int64(cap(buf)) < size {
		buf = make([]byte, 0, size)
	}
	for {
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
		if int64(len(buf)) > limit {
			return nil, errTooLarge
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

// readAnywhere reads a file of the machine: configuration, never sources.
func readAnywhere(name string) ([]byte, error) { return readUpTo(name, maxSupport) }

func readUpTo(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	return readOpen(f, limit)
}

// gitDisk is how package git sees the machine.
func gitDisk(home string) git.Disk {
	return git.Disk{
		Read: func(name string) ([]byte, error) {
			data, err := readUpTo(name, maxGit)
			return data, withoutPath(err)
		},
		IsDir: func(name string) bool {
			info, err := os.Stat(name)
			return err == nil && info.IsDir()
		},
		List: func(dir string) (names []string) {
			entries, err := os.ReadDir(dir)
			if err != nil {
				return nil
			}
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return names
		},
		Home: home,
	}
}

// withoutPath is an error of the file system without the path that it names.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// reason is the text of withoutPath.
func reason(err error) string { return withoutPath(err).Error() }

// A tree is a folder as an fs.FS that opens regular files and directories only
// and reads no file above maxSupport. It implements fs.ReadFileFS, fs.ReadDirFS
// and fs.StatFS, and is safe for concurrent use.
type tree struct {
	open func(name string, flag int) (*os.File, error)
	stat func(name string) (fs.FileInfo, error)
}

// confined is the tree below root; symbolic links inside are followed, those
// that lead outside do not exist.
func confined(root *os.Root) tree {
	return tree{
		open: func(name string, flag int) (*os.File, error) { return root.OpenFile(filepath.FromSlash(name), flag, 0) },
		stat: func(name string) (fs.FileInfo, error) { return root.Stat(filepath.FromSlash(name)) },
	}
}

// trusted is the tree below dir with every symbolic link followed: for what is
// installed on the machine, where distributions link folders together.
func trusted(dir string) tree {
	return tree{
		open: func(name string, flag int) (*os.File, error) {
			return os.OpenFile(filepath.Join(dir, filepath.FromSlash(name)), flag, 0)
		},
		stat: func(name string) (fs.FileInfo, error) {
			return os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		},
	}
}

// bad wraps an error in the way that fs.FS demands.
func bad(op, name string, err error) error {
	return &fs.PathError{Op: op, Path: name, Err: withoutPath(err)}
}

func valid(name string) bool { return fs.ValidPath(name) && !strings.ContainsRune(name, 0) }

// file opens name; it is a regular file or a directory.
func (t tree) file(op, name string) (*os.File, error) {
	if !valid(name) {
		return nil, bad(op, name, fs.ErrInvalid)
	}
	f, err := t.open(name, os.O_RDONLY|openFlags)
	if err != nil {
		return nil, bad(op, name, err)
	}
	info, err := f.Stat()
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		f.Close()
		return nil, bad(op, name, err)
	}
	return f, nil
}

// Open implements fs.FS.
func (t tree) Open(name string) (fs.File, error) {
	f, err := t.file("open", name)
	if err != nil {
		return nil, err // not f: a nil *os.File would not be a nil fs.File
	}
	return f, nil
}

// ReadFile implements fs.ReadFileFS.
func (t tree) ReadFile(name string) ([]byte, error) {
	f, err := t.file("read", name)
	if err != nil {
		return nil, err
	}
	data, err := readOpen(f, maxSupport)
	if err != nil {
		return nil, bad("read", name, err)
	}
	return data, nil
}

// ReadDir implements fs.ReadDirFS; entries are sorted by name.
func (t tree) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := t.file("readdir", name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, bad("readdir", name, err)
	}
	sortEntries(entries)
	return entries, nil
}

// Stat implements fs.StatFS.
func (t tree) Stat(name string) (fs.FileInfo, error) {
	if !valid(name) {
		return nil, bad("stat", name, fs.ErrInvalid)
	}
	info, err := t.stat(name)
	if err != nil {
		return nil, bad("stat", name, err)
	}
	return info, nil
}

// folder makes path absolute and checks that it is a folder that can be read.
func folder(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: no such folder; give the path of a repository or of a folder in it", path)
	case err != nil:
		return "", fmt.Errorf("%s: %s", path, reason(err))
	case !info.IsDir():
		return "", fmt.Errorf("%s: not a folder; give the folder that it lies in", path)
	}
	return abs, nil
}
