// Package files says what of a disk is needed to keep sessions and what they
// taught: a folder of small files, each written whole or not at all.
package files

import (
	"context"
	"errors"
)

// ErrNotExist is what errors of files that are not there are.
var ErrNotExist = errors.New("there is no such file")

// Files is a folder. Names are relative to it, with /, and lead nowhere else.
// Folders are made when a file in them is written. All methods may be called at
// the same time, by several processes.
type Files interface {
	// Read gives a file, and a stamp that differs when the file does.
	Read(name string) (data []byte, stamp string, err error)
	// Stamp gives the stamp alone.
	Stamp(name string) (string, error)
	// Write makes a file or replaces it: whole or not at all, also when the machine
	// stops. It gives the new stamp.
	Write(name string, data []byte) (stamp string, err error)
	// Append adds a line, which ends with \n, by one write at the end of a file.
	Append(name string, line []byte) error
	// Remove removes a file. That it is gone already is no error.
	Remove(name string) error
	// List gives the names of the files in a folder, sorted, without the folder and
	// without folders in it. One that is not there has none.
	List(folder string) ([]string, error)
	// Lock waits until nobody else has the lock of that name. It says why when ctx
	// ends before.
	Lock(ctx context.Context, name string) (unlock func(), err error)
}
