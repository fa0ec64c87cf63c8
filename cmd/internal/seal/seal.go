// Package seal vouches, from outside of a repository, for what lies in its
// .code-intel folder. Whatever an agent runs can write there: a script that sets a
// session to READY, or removes the folder, must not open the gate.
//
// Two things are kept in a folder of the user's cache that only the user can read: a
// key, with which the records of sessions are sealed, and for each repository a
// witness, which knows who is in a session. A program that goes to the length of
// reading the key is not stopped by this; it is noticed by what it writes.
package seal

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"codeintel/cmd/internal/atomicfile"
)

const (
	keyName = "key"
	keySize = 32
	// maxWitness is how many bytes the file of a witness may have, maxClients how many
	// clients it remembers, and life how long it remembers each.
	maxWitness = 1 << 20
	maxClients = 256
	life       = 30 * 24 * time.Hour
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
// hash of a content under the user's key. It is nil for the zero value. The error
// says why the key can't be had.
func (f Folder) Sealer(root string) (func(data []byte) string, error) {
	if f.dir == "" {
		return nil, nil
	}
	key, err := f.key()
	if err != nil {
		return nil, fmt.Errorf("the key of the gate can't be had: %w", err)
	}
	return func(data []byte) string {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(root))
		h.Write([]byte{0})
		h.Write(data)
		return hex.EncodeToString(h.Sum(nil))
	}, nil
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

// Witness knows which agents of a repository are in a session. Its methods may be
// called from any number of goroutines; several processes may have one of the same
// repository.
type Witness struct {
	name string
	now  func() time.Time
	mu   sync.Mutex
}

// seen is a client that is in a session.
type seen struct {
	Session string    `json:"session"`
	At      time.Time `json:"at"`
}

// Witness returns the witness of a repository, by its root folder; nil, which knows
// nobody, for the zero value.
func (f Folder) Witness(root string, now func() time.Time) *Witness {
	if f.dir == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(root))
	return &Witness{name: filepath.Join(f.dir, hex.EncodeToString(sum[:16])+".json"), now: now}
}

// Session returns the session that a client was last seen in, "" for none.
func (w *Witness) Session(client string) (string, error) {
	if w == nil || client == "" {
		return "", nil
	}
	all, err := w.read()
	return all[client].Session, err
}

// Knows reports whether any client was seen in a session.
func (w *Witness) Knows() (bool, error) {
	if w == nil {
		return false, nil
	}
	all, err := w.read()
	return len(all) > 0, err
}

// Saw notes that a client is in a session; "" that it is in none any more. Nothing
// is written where that is known already.
func (w *Witness) Saw(client, session string) error {
	if w == nil || client == "" {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	all, err := w.read()
	if err != nil {
		return err
	}
	if had, ok := all[client]; ok == (session != "") && had.Session == session {
		return nil
	}
	delete(all, client)
	if session != "" {
		all[client] = seen{session, w.now().UTC()}
	}
	for len(all) > maxClients {
		oldest := ""
		for c, s := range all {
			if oldest == "" || s.At.Before(all[oldest].At) {
				oldest = c
			}
		}
		delete(all, oldest)
	}
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(w.name), 0o700); err != nil {
		return err
	}
	file, err := atomicfile.Create(w.name)
	if err != nil {
		return err
	}
	_, err = file.Write(append(data, '\n'))
	if err = errors.Join(err, file.Chmod(0o600)); err != nil {
		return errors.Join(err, file.Abort())
	}
	return file.Commit()
}

// read returns who is known: nobody where there is no file, and none of whom nothing
// was heard for long, whose session may have been removed as an old one.
func (w *Witness) read() (map[string]seen, error) {
	data, err := readPrivate(w.name, maxWitness)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]seen{}, nil
	}
	if err != nil {
		return nil, err
	}
	var all map[string]seen
	if err := json.Unmarshal(data, &all); err != nil || all == nil {
		return nil, fmt.Errorf("%s is damaged; remove it", w.name)
	}
	for c, s := range all {
		if w.now().Sub(s.At) > life {
			delete(all, c)
		}
	}
	return all, nil
}
