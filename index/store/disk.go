package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// disk is the file system, as far as a store uses it.
type disk interface {
	list(dir string) ([]fs.DirEntry, error) // sorted by name
	open(path string) (*mapped, error)
	stat(path string) (mark, error)   // of the file itself, where it is a link
	create(path string) (file, error) // it must not be there
	rename(from, to string) error
	link(from, to string) error // to must not be there
	remove(path string) error
	mkdir(dir string) error // the parent must exist; dir may
	syncDir(dir string) error
}

// file is a file being written.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

// mapped is the content of a file. Where memory can't be mapped it is read.
type mapped struct {
	data  []byte
	unmap func([]byte) error // nil when there is nothing to do
	mark  mark
}

func (m *mapped) close() {
	if m.unmap != nil && m.data != nil {
		_ = m.unmap(m.data) // the memory was mapped by us: there is nothing that could fail
	}
	m.data = nil
}

type realDisk struct{}

func (realDisk) list(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

func (realDisk) open(path string) (*mapped, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openFlags, 0) // a link or a pipe that somebody has put there
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	m, err := mapFile(f, info.Size())
	if err == nil {
		m.mark = newMark(info)
	}
	return m, err
}

func (realDisk) stat(path string) (mark, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return mark{}, err
	}
	return newMark(info), nil
}

func (realDisk) create(path string) (file, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

func (realDisk) rename(from, to string) error { return os.Rename(from, to) }
func (realDisk) link(from, to string) error   { return os.Link(from, to) }
func (realDisk) remove(path string) error     { return os.Remove(path) }

// mkdir creates no parents: the folder of a repository that was moved away while it is in
// use must not be created again, with nothing in it but an index.
func (realDisk) mkdir(dir string) error {
	if err := os.Mkdir(dir, 0o700); !errors.Is(err, fs.ErrExist) {
		return err
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return cmp.Or(err, error(&fs.PathError{Op: "mkdir", Path: dir, Err: syscall.ENOTDIR}))
	}
	return nil
}

func (realDisk) syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // folders can't be synced there
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil // a file system that can't sync folders has no such promise to keep
	}
	return errors.Join(err, d.Close())
}

// Guard runs read, which reads memory that is mapped. A fault there, because the
// file was truncated by someone else or the disk failed, becomes an error.
func Guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if fault, ok := r.(interface {
			runtime.Error
			Addr() uintptr
		}); ok {
			err = damaged("its memory is gone: %v", fault)
			return
		}
		panic(r)
	}()
	return read()
}

// ErrDamaged is the root of the errors of files that are not what was written.
var ErrDamaged = errors.New("damaged")

func damaged(format string, a ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, a...))
}

// schemaError is the error of files of another schema.
type schemaError uint32

func (e schemaError) Error() string {
	return fmt.Sprintf("its schema is %d and not %d", uint32(e), Schema)
}

// finding is what an error of reading the file at path means.
func finding(path string, err error) Finding {
	return Finding{Path: path, What: err.Error(), Damaged: errors.Is(err, ErrDamaged)}
}

func isFull(err error) bool     { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }
func isTooLarge(err error) bool { return errors.Is(err, syscall.EFBIG) }
func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

// readSmall returns the first bytes of a regular file.
func readSmall(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	return io.ReadAll(io.LimitReader(f, 64))
}
