//go:build !linux

package workspace

import (
	"io"
	"os"
)

// plainFile is an open regular file.
type plainFile struct{ f *os.File }

// openPlain opens a regular file and returns its stamp.
func openPlain(name string) (plainFile, stamp, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return plainFile{}, stamp{}, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		f.Close()
		return plainFile{}, stamp{}, err
	}
	return plainFile{f}, newStamp(info), nil
}

// read reads some bytes; 0 are the end.
func (f plainFile) read(b []byte) (int, error) {
	n, err := f.f.Read(b)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// close closes the file, which was only read.
func (f plainFile) close() { f.f.Close() }
