package seal

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"codeintel/cmd/internal/atomicfile"

	"github.com/gofrs/flock"
)

// Bounds of a witness.
const (
	witnessSuffix = ".json"
	maxWitness    = 1 << 20 // bytes of its file
	maxClients    = 256     // conversations that are in a session, and such that have hooks
	maxSessions   = 1024    // sessions of which it knows the newest record
	maxTools      = 256     // tools of other servers that the person trusts
	maxName       = 256     // bytes of a name of any of these
	// life is how long it remembers a client.
	life = 30 * 24 * time.Hour
	// justNow is how long after a client's report a call of its agent comes.
	justNow = 10 * time.Second
	// lockTime is how long another process may hold it.
	lockTime = 2 * time.Second
)

// Witness knows of a repository what its records can't say of themselves: which
// clients are in a session, how old the newest record of each session is, which
// clients run hooks, and which tools the person trusts. Its methods may be called
// from any number of goroutines; several processes may have one of the same
// repository.
//
// The file is sealed, and has a number that rises with each change. A process that
// has seen a file does not believe in an older one, or in none, afterwards: it goes on
// with what it knows, and writes that again with the next change.
type Witness struct {
	folder     Folder
	root, name string
	now        func() time.Time

	mu sync.Mutex
	// last is what was read or written last, nil for nothing; lost reports whether the
	// file was older, or gone, when it was looked at last.
	last *testimony
	lost bool
}

// testimony is the content of the file of a witness.
type testimony struct {
	// Seq rises with each change. Key names the key that sealed it: what a lost key
	// has sealed is worth nothing, and begins anew.
	Seq int64  `json:"seq"`
	Key string `json:"key"`
	// Clients are those that are in a session, Hooks those of which a hook has
	// reported, by the id of the conversation.
	Clients map[string]seen      `json:"clients,omitempty"`
	Hooks   map[string]time.Time `json:"hooks,omitempty"`
	// Epochs are those of the newest records of sessions, in the order in which they
	// were noted.
	Epochs []epoch `json:"epochs,omitempty"`
	// Trusted are tools of other servers, by their full names.
	Trusted map[string]time.Time `json:"trusted,omitempty"`
}

// seen is a client that is in a session.
type seen struct {
	Session string    `json:"session"`
	At      time.Time `json:"at"`
}

// epoch is that of the newest record of a session.
type epoch struct {
	Session string `json:"s"`
	Epoch   int64  `json:"e"`
}

// Witness returns the witness of a repository, by its root folder; nil, which knows
// nothing, for the zero value.
func (f Folder) Witness(root string, now func() time.Time) *Witness {
	if f.dir == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(root))
	return &Witness{folder: f, root: root, name: filepath.Join(f.dir, hex.EncodeToString(sum[:16])+witnessSuffix), now: now}
}

// Session returns the session that a client was last seen in, "" for none.
func (w *Witness) Session(client string) (string, error) {
	if w == nil || client == "" {
		return "", nil
	}
	t, err := w.read()
	if err != nil {
		return "", err
	}
	s := t.Clients[client]
	if w.old(s.At) {
		return "", nil // its session may have been removed as an old one
	}
	return s.Session, nil
}

// Knows reports whether any client was seen in a session.
func (w *Witness) Knows() (bool, error) {
	if w == nil {
		return false, nil
	}
	t, err := w.read()
	if err != nil {
		return false, err
	}
	for _, s := range t.Clients {
		if !w.old(s.At) {
			return true, nil
		}
	}
	return false, nil
}

// Saw notes that a client is in a session; "" that it is in none any more. Nothing
// is written where that is known already.
func (w *Witness) Saw(client, session string) error {
	if w == nil || client == "" || len(client) > maxName || len(session) > maxName {
		return nil
	}
	return w.change(func(t *testimony) bool {
		had, ok := t.Clients[client]
		if ok == (session != "") && had.Session == session {
			return false
		}
		delete(t.Clients, client)
		if session != "" {
			t.Clients[client] = seen{session, w.now().UTC()}
		}
		return true
	})
}

// Epoch returns the epoch of the newest record of a session; known is false where
// none was noted.
func (w *Witness) Epoch(session string) (n int64, known bool, err error) {
	t, err := w.read()
	if err != nil {
		return 0, false, err
	}
	if i := t.epoch(session); i >= 0 {
		return t.Epochs[i].Epoch, true, nil
	}
	return 0, false, nil
}

// Note notes the epoch of a session's record, unless a later one is known.
func (w *Witness) Note(session string, n int64) error {
	return w.change(func(t *testimony) bool {
		if i := t.epoch(session); i >= 0 {
			if t.Epochs[i].Epoch >= n {
				return false
			}
			t.Epochs = slices.Delete(t.Epochs, i, i+1)
		}
		t.Epochs = append(t.Epochs, epoch{session, n})
		return true
	})
}

// Forget drops a session whose record was removed: one that comes back is not
// believed.
func (w *Witness) Forget(session string) error {
	return w.change(func(t *testimony) bool {
		i := t.epoch(session)
		if i >= 0 {
			t.Epochs = slices.Delete(t.Epochs, i, i+1)
		}
		return i >= 0
	})
}

// Hooked reports whether a hook of a client has reported; for "", which a client is
// whose name is not known, whether any has just now.
func (w *Witness) Hooked(client string) (bool, error) {
	if w == nil {
		return false, nil
	}
	t, err := w.read()
	if err != nil {
		return false, err
	}
	if client == "" {
		for _, at := range t.Hooks {
			if d := w.now().Sub(at); 0 <= d && d < justNow {
				return true, nil
			}
		}
		return false, nil
	}
	at, ok := t.Hooks[client]
	return ok && !w.old(at), nil
}

// Reported notes that a hook of a client has reported.
func (w *Witness) Reported(client string) error {
	if w == nil || client == "" || len(client) > maxName {
		return nil
	}
	return w.change(func(t *testimony) bool {
		if d := w.now().Sub(t.Hooks[client]); 0 <= d && d < time.Second {
			return false
		}
		t.Hooks[client] = w.now().UTC()
		return true
	})
}

// Trusted returns the tools of other servers that the person trusts, by their full
// names, each with the time when the person said so.
func (w *Witness) Trusted() (map[string]time.Time, error) {
	if w == nil {
		return nil, nil
	}
	t, err := w.read()
	if err != nil {
		return nil, err
	}
	return t.Trusted, nil
}

// Trust notes that the person trusts a tool, or does not any more; changed is false
// where that is known already.
func (w *Witness) Trust(tool string, trusted bool) (changed bool, err error) {
	if w == nil {
		return false, errors.New("there is no folder of the user's to keep it in: neither XDG_CACHE_HOME nor HOME is set")
	}
	if len(tool) > maxName {
		return false, fmt.Errorf("a name of more than %d bytes", maxName)
	}
	full := false
	err = w.change(func(t *testimony) bool {
		if _, ok := t.Trusted[tool]; ok == trusted {
			return false
		}
		if full = trusted && len(t.Trusted) >= maxTools; full {
			return false
		}
		delete(t.Trusted, tool)
		if trusted {
			t.Trusted[tool] = w.now().UTC()
		}
		changed = true
		return true
	})
	if full {
		err = fmt.Errorf("%d tools are trusted already; remove some", maxTools)
	}
	return changed, err
}

func (w *Witness) old(at time.Time) bool { return w.now().Sub(at) > life }

// Restore reports whether the file of the witness was removed, or an older one put in
// its place, since this process has read it, and then writes it again.
func (w *Witness) Restore() (lost bool, err error) {
	if w == nil {
		return false, nil
	}
	if _, err := w.read(); err != nil || !w.isLost() {
		return false, err
	}
	return true, w.change(func(*testimony) bool { return false })
}

func (w *Witness) isLost() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lost
}

// read returns what is known. It must not be changed.
func (w *Witness) read() (*testimony, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.look()
}

// look reads the file, unless it is older than what is known. The mutex is held.
func (w *Witness) look() (*testimony, error) {
	data, err := readPrivate(w.name, maxWitness)
	none := errors.Is(err, fs.ErrNotExist)
	if err != nil && !none {
		return nil, err
	}
	t := &testimony{}
	if !none {
		valid, err := w.unseal(data, t)
		if err != nil {
			return nil, err
		}
		key, err := w.key()
		switch {
		case err != nil:
			return nil, err
		case valid && (w.last == nil || t.Seq >= w.last.Seq):
			w.last, w.lost = t, false
			return t, nil
		case !valid && w.last == nil && (t.Key == "" || t.Key == key):
			return nil, fmt.Errorf("%s was changed by something else than ci; remove it, and sessions begin anew", w.name)
		}
	}
	if w.last == nil {
		return &testimony{}, nil
	}
	w.lost = true
	return w.last, nil
}

// unseal decodes the first line of a file, and reports whether the second is its seal.
func (w *Witness) unseal(data []byte, t *testimony) (valid bool, err error) {
	body, rest, _ := bytes.Cut(data, []byte{'\n'})
	sum, err := w.folder.sum("witness "+w.root, body)
	if err != nil {
		return false, err
	}
	if json.Unmarshal(body, t) != nil {
		*t = testimony{}
		return false, nil
	}
	return subtle.ConstantTimeCompare(rest, []byte(sum+"\n")) == 1, nil
}

// key names the key that seals.
func (w *Witness) key() (string, error) {
	sum, err := w.folder.sum("the name of the key", nil)
	return sum[:min(len(sum), 16)], err
}

// change has do change what is known, and keeps it where do reports that it has.
func (w *Witness) change(do func(t *testimony) bool) (err error) {
	if t, err := w.read(); err != nil || !do(t.clone()) && !w.isLost() {
		return err // nothing to be written
	}
	if err := os.MkdirAll(w.folder.dir, 0o700); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	lock := flock.New(w.name+".lock", flock.SetPermissions(0o600))
	if ok, err := lock.TryLockContext(ctx, 2*time.Millisecond); !ok || err != nil {
		return errors.Join(fmt.Errorf("%s is held by another process: %w", w.name, err), lock.Close())
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	w.mu.Lock()
	defer w.mu.Unlock()
	had, err := w.look()
	if err != nil {
		return err
	}
	t := had.clone()
	if !do(t) && !w.lost {
		return nil
	}
	t.Seq++
	t.bound()
	if t.Key, err = w.key(); err != nil {
		return err
	}
	body, err := json.Marshal(t)
	if err != nil {
		return err
	}
	sum, err := w.folder.sum("witness "+w.root, body)
	if err != nil {
		return err
	}
	file, err := atomicfile.Create(w.name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s\n%s\n", body, sum)
	if err = errors.Join(err, file.Chmod(0o600)); err != nil {
		return errors.Join(err, file.Abort())
	}
	if err = file.Commit(); err == nil {
		w.last, w.lost = t, false
	}
	return err
}

func (t *testimony) clone() *testimony {
	c := *t
	c.Clients, c.Hooks, c.Trusted, c.Epochs = filled(t.Clients), filled(t.Hooks), filled(t.Trusted), slices.Clone(t.Epochs)
	return &c
}

// filled returns a copy of a map that is not nil.
func filled[V any](m map[string]V) map[string]V {
	out := make(map[string]V, len(m))
	maps.Copy(out, m)
	return out
}

// epoch returns where the epoch of a session is, -1 for nowhere.
func (t *testimony) epoch(session string) int {
	return slices.IndexFunc(t.Epochs, func(e epoch) bool { return e.Session == session })
}

// bound drops what is too much, the oldest first.
func (t *testimony) bound() {
	oldest(t.Clients, func(s seen) time.Time { return s.At })
	oldest(t.Hooks, func(at time.Time) time.Time { return at })
	if n := len(t.Epochs) - maxSessions; n > 0 {
		t.Epochs = slices.Delete(t.Epochs, 0, n)
	}
}

// oldest drops the oldest of more than maxClients.
func oldest[V any](m map[string]V, at func(V) time.Time) {
	n := len(m) - maxClients
	if n <= 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(at(m[a]).Compare(at(m[b])), cmp.Compare(a, b))
	})
	for _, name := range names[:n] {
		delete(m, name)
	}
}
