// Package atomicfile writes a file whole or not at all.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File is a file being written. Until Commit the target is as it was. Not safe
// for concurrent use.
type File struct {
	*os.File
	target string // "" when it is written in place
	done   bool
}

// Create starts a new content for path, in a temporary file of the same folder,
// so that Commit is a rename. A symbolic link is followed; what is no regular
// file (a device, a pipe) is written in place.
func Create(path string) (*File, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: path, Err: errors.New("is a folder")}
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	}
	temp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%016x.tmp", filepath.Base(path), rand.Uint64()))
	f, createErr := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if createErr != nil {
		var p *fs.PathError
		if errors.As(createErr, &p) {
			createErr = &fs.PathError{Op: "write", Path: path, Err: p.Err}
		}
		return nil, createErr
	}
	file := &File{File: f, target: path}
	if err == nil {
		// A file that is replaced keeps its mode; a new one has the umask's.
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return nil, errors.Join(err, file.Abort())
		}
	}
	return file, nil
}

// Commit makes what was written the content of the target and closes the file.
// When it fails the target is as it was.
func (f *File) Commit() error {
	if f.done {
		return os.ErrClosed
	}
	f.done = true
	if f.target == "" {
		return f.Close()
	}
	err := errors.Join(f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.target)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	// The new name is on disk once the folder is; a file system that can't
	// sync folders has no such promise to keep.
	if dir, err := os.Open(filepath.Dir(f.target)); err == nil {
		_ = dir.Sync()
		return dir.Close()
	}
	return nil
}

// Abort drops what was written. It does nothing after Commit.
func (f *File) Abort() error {
	if f.done {
		return nil
	}
	f.done = true
	err := f.Close()
	if f.target != "" {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
