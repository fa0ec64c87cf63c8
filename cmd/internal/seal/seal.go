// Package seal vouches, from outside of a repository, for what lies in its
// .code-intel folder. Whatever an agent runs can write there: a script that sets a
// session to READY, or removes the folder, must not open the gate.
//
// Two things are kept in a folder of the user's cache that only the user can read: a
// key, with which the records of sessions are sealed, and for each repository a
// witness (witness.go), which knows what a record can't say of itself: who is in a
// session, and which record of a session is the newest. A program that goes to the
// length of reading the key is not stopped by this; it is noticed by what it writes.
package seal

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	keyName = "key"
	keySize = 32
)

// Folder is where the key and the witnesses are kept. The zero value vouches for
// nothing.
type Folder struct{ dir string }

// In returns the folder dir, absolute; it is made when it is first needed. "" gives
// the zero value.
func In(dir string) Folder { return Folder{dir} }

// Dir returns the folder, "" for none.
func (f Folder) Dir() string { return f.dir }

// Sealer returns what seals the records of a repository, by its root folder: the
// hash of a content under the user's key, "" as long as the key can't be had. It is
// nil for the zero value. The key is read each time, so that all processes agree on
// what is valid after it was lost. The error says why it can't be had.
func (f Folder) Sealer(root string) (func(data []byte) string, error) {
	if f.dir == "" {
		return nil, nil
	}
	_, err := f.sum(root, nil)
	if err != nil {
		return nil, err
	}
	return func(data []byte) string {
		sum, _ := f.sum(root, data) // "" is the seal of nothing
		return sum
	}, nil
}

// sum returns the seal of data that belongs to what has a name.
func (f Folder) sum(name string, data []byte) (string, error) {
	key, err := f.key()
	if err != nil {
		return "", fmt.Errorf("the key of the gate can't be had: %w", err)
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(name))
	h.Write([]byte{0})
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// key reads the key, and makes it when there is none.
func (f Folder) key() ([]byte, error) {
	name := filepath.Join(f.dir, keyName)
	for range 2 {
		data, err := readPrivate(name, keySize)
		if !errors.Is(err, fs.ErrNotExist) {
			if err == nil && len(data) != keySize {
				err = fmt.Errorf("%s has not %d bytes; remove it, and sessions begin anew", name, keySize)
			}
			return data, err
		}
		if err := f.makeKey(name); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s comes and goes", name)
}

// makeKey makes a key, unless another process was faster.
func (f Folder) makeKey(name string) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(f.dir, "."+keyName+".*.tmp")
	if err != nil {
		return err
	}
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // it does not fail
	_, err = tmp.Write(key)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		err = os.Link(tmp.Name(), name)
	}
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return errors.Join(err, os.Remove(tmp.Name()))
}

// readPrivate reads a file of at most so many bytes that is the user's alone.
func readPrivate(name string, most int64) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most || others(info) {
		return nil, fmt.Errorf("%s is not a file of the user's alone with at most %d bytes; remove it", name, most)
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
