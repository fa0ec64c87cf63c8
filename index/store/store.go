// Package store keeps an index on disk: artefacts by what they were made of,
// and the published states of a workspace.
//
// A store is a folder of files that never change once they have their name:
//
//	lock, lock.pid         who writes
//	CURRENT                which generation is published, and the packs of then
//	<number>.generation    the content of one
//	packs/<hash>.pack      artefacts, many to a file
//	packs/compact.lock     who compacts
//	packs/damaged/         files that were set aside
//	damaged/
//
// Each file is written under a temporary name in its folder, synced and renamed,
// and then the folder is synced: a crash at any instant leaves the last complete
// state, and temporary files that the next writer removes. All content has
// checksums; what does not agree with them is reported, set aside by the next
// writer and never used. Files that are changed or removed while they are mapped are
// found by Check.
//
// There is one writer for each store, which holds its lock, and any number of
// readers, which need no more than to read the folder. Several worktrees of one
// repository have a store each. What one has the other need not make: it adopts
// it, as links to the same files where that can be. So no store depends on another
// one, and none changes what another has.
//
// Files are read through memory maps. Because no file is ever changed in place, a
// map can lose its pages only when someone else truncates the file or the disk
// fails. Reading it then is a fault that would end the process; Guard turns it
// into an error.
package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Schema is the version of the files' form. Files of another schema are not
// read, and are made anew. Packs of another schema are no Finding: they are kept
// for the program that wrote them, and compacted away when they are old.
const Schema = 1

// Kind says what an artefact is. The values are part of the files' form.
type Kind uint8

// Kinds of artefacts.
const (
	Facts   Kind = iota + 1 // the facts of a file
	Links                   // what a file's references mean
	Text                    // the trigrams of a file
	Vectors                 // the vectors of a file's chunks
	Precise                 // what an imported index says of a file
	Chunks                  // the chunks of a file, as they are searched
)

// String is the kind in the names of objects.
func (k Kind) String() string {
	switch k {
	case Facts:
		return "facts"
	case Links:
		return "links"
	case Text:
		return "text"
	case Vectors:
		return "vectors"
	case Precise:
		return "precise"
	case Chunks:
		return "chunks"
	}
	return "kind" + strconv.Itoa(int(k))
}

// Key is what an artefact is a function of.
type Key struct {
	// Content is the SHA-256 of what it was made of.
	Content [32]byte
	Kind    Kind
	// Version is the Fingerprint of all else: the language and its version, the
	// version of the binary form, the options.
	Version uint64
}

// String is a name for the key that is fit for a file or an object store:
// kind/content/version, in lower-case hexadecimal digits.
func (k Key) String() string {
	return fmt.Sprintf("%s/%x/%016x", k.Kind, k.Content, k.Version)
}

// Fingerprint is a number for a list of texts; two different lists have the same
// with a chance of 2^-64.
func Fingerprint(parts ...string) uint64 {
	h := sha256.New()
	for _, p := range parts {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// Artefact is a key with its value, of less than 4 GiB.
type Artefact struct {
	Key  Key
	Data []byte
}

// Artefacts is a place for artefacts. A folder is one; what it asks for is made
// so that an object store or a database can be another. Safe for concurrent use.
type Artefacts interface {
	// Get calls found for each of keys that there is, with its place in keys, in
	// any order, one at a time. The data must neither be changed nor be kept
	// after the call. An error of found ends Get, which returns it. A key that is
	// missing or damaged is no error, but data that changes while found reads it is.
	Get(ctx context.Context, keys []Key, found func(i int, data []byte) error) error
	// Put keeps artefacts, all of them when it returns nil. What is there already
	// may be left as it is: a key has one value for ever.
	Put(ctx context.Context, artefacts []Artefact) error
}

// Options of Open.
type Options struct {
	// Dir is the store's folder; it need not exist.
	Dir string
	// Now is the clock; nil for the system's.
	Now func() time.Time

	disk disk // for tests; nil for the real one
}

// Store reads a store. Safe for concurrent use.
type Store struct {
	dir, packs string
	id         string // of dir, in the names of temporary files
	now        func() time.Time
	disk       disk

	mu        sync.Mutex
	view      *view
	known     map[string]bool // files that were found unfit
	foreign   map[string]bool // of known, the packs of another schema; all false: not damaged
	findings  []Finding
	rechecked place
	closed    bool
}

// Finding is something that was wrong with a file of the store. Nothing of the
// file is used.
type Finding struct {
	Path string
	What string
	// Damaged: the file is not what was once written; else it is of another
	// schema, or could not be read.
	Damaged bool
}

// String is the finding as printed to users.
func (f Finding) String() string { return f.Path + ": " + f.What }

const maxFindings = 100

// Names of files that say who writes.
const (
	lockName = "lock"
	pidName  = "lock.pid"
)

// asideName is the folder, in a folder, of damaged files of it.
const asideName = "damaged"

// view is the packs at one moment. It is freed when nobody reads it.
type view struct {
	packs []*pack
	users int // guarded by Store.mu; the store itself counts as one
}

// Open opens a store for reading. It fails when the folder can't be listed; a
// folder that does not exist is an empty store. What is wrong with single files
// is found in Findings.
func Open(o Options) (*Store, error) {
	s := &Store{dir: o.Dir, now: o.Now, disk: o.disk, view: &view{users: 1}, known: map[string]bool{}, foreign: map[string]bool{}}
	if s.disk == nil {
		s.disk = realDisk{}
	}
	if s.now == nil {
		s.now = time.Now
	}
	abs, err := filepath.Abs(s.dir)
	if err != nil {
		return nil, fmt.Errorf("index store: %w", err)
	}
	s.dir, s.packs = abs, filepath.Join(abs, "packs")
	sum := sha256.Sum256([]byte(abs))
	s.id = hex.EncodeToString(sum[:6])
	if err := s.Refresh(); err != nil {
		return nil, err
	}
	return s, nil
}

// Close frees the maps. Generations stay open. The store must not be used any
// more.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.drop(s.view)
	}
}

// Findings are what was wrong with files of the store so far, the first hundred.
func (s *Store) Findings() []Finding {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Finding(nil), s.findings...)
}

// found notes a finding once for each file; s.mu is held.
func (s *Store) found(f Finding) {
	if s.known[f.Path] {
		return
	}
	s.known[f.Path] = true
	if len(s.findings) < maxFindings {
		s.findings = append(s.findings, f)
	}
}

// note notes a finding.
func (s *Store) note(f Finding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found(f)
}

// acquire gives the packs of now, for release; nil when the store is closed.
func (s *Store) acquire() *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.view.users++
	return s.view
}

func (s *Store) release(v *view) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(v)
}

// drop ends one use of v; s.mu is held.
func (s *Store) drop(v *view) {
	if v.users--; v.users > 0 {
		return
	}
	for _, p := range v.packs {
		if p.views--; p.views == 0 {
			p.file.close()
		}
	}
}

// show makes packs the view; s.mu is held.
func (s *Store) show(packs []*pack) {
	for _, p := range packs {
		p.views++
	}
	old := s.view
	s.view = &view{packs: packs, users: 1}
	s.drop(old)
}

// Refresh takes notice of packs that other processes have added or removed.
func (s *Store) Refresh() error {
	entries, err := s.disk.list(s.packs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("index store: can't list the folder %s: %w", s.packs, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	open := map[string]*pack{}
	for _, p := range s.view.packs {
		open[p.name] = p
	}
	var packs []*pack
	changed := false
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, packSuffix) {
			continue
		}
		p := open[name]
		if p == nil {
			path := filepath.Join(s.packs, name)
			if s.known[path] {
				continue
			}
			if p, err = s.openPack(path); err != nil {
				var schema schemaError
				switch {
				case errors.Is(err, fs.ErrNotExist): // it may have been compacted away just now
				case errors.As(err, &schema):
					s.known[path], s.foreign[path] = true, false
				default:
					s.found(finding(path, err))
				}
				continue
			}
			changed = true
		}
		packs = append(packs, p)
	}
	if changed || len(packs) != len(s.view.packs) {
		s.show(packs)
	}
	return nil
}

// Get implements Artefacts.
func (s *Store) Get(ctx context.Context, keys []Key, found func(i int, data []byte) error) error {
	v := s.acquire()
	if v == nil {
		return errClosed
	}
	defer s.release(v)
	return s.get(ctx, v, keys, found, true)
}

// Hold is Get, but the data may be kept until release is called, also when the
// store is closed before: it is memory that is mapped, and reading it trusts that
// nobody truncates the files. Packs that are compacted meanwhile keep their room on
// the disk. release is not nil where the error is nil, and must be called once.
func (s *Store) Hold(ctx context.Context, keys []Key, found func(i int, data []byte) error) (release func(), err error) {
	v := s.acquire()
	if v == nil {
		return nil, errClosed
	}
	if err := s.get(ctx, v, keys, found, false); err != nil {
		s.release(v)
		return nil, err
	}
	return func() { s.release(v) }, nil
}

// get looks for keys in the packs of v. With again it compares each artefact with its
// checksum once more after found has returned, and fails with ErrDamaged where the artefact
// has changed meanwhile.
func (s *Store) get(ctx context.Context, v *view, keys []Key, found func(i int, data []byte) error, again bool) error {
	for i := range keys {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for _, p := range v.packs {
			there, stop := false, error(nil)
			err := Guard(func() error {
				row, ok := p.find(&keys[i])
				if !ok {
					return nil
				}
				data, err := p.data(row)
				if err == nil {
					there, stop = true, found(i, data)
				}
				if there && stop == nil && again {
					_, err = p.data(row)
				}
				return err
			})
			if err != nil {
				s.note(finding(p.path, err))
				if there {
					return err
				}
				continue
			}
			if stop != nil {
				return stop
			}
			if there {
				break
			}
		}
	}
	return nil
}

// Rest says that what was read so far is not needed soon: the memory that maps
// it need not be held. Whoever has a part of it in use may go on.
func (s *Store) Rest() {
	v := s.acquire()
	if v == nil {
		return
	}
	defer s.release(v)
	for _, p := range v.packs {
		if p.file.unmap != nil && len(p.file.data) > 0 {
			rest(p.file.data)
		}
	}
}

// Size is how many artefacts there are, in how many packs, and their bytes on
// disk. An artefact that is in several packs counts in each.
func (s *Store) Size() (artefacts, packs int, bytes int64) {
	v := s.acquire()
	if v == nil {
		return 0, 0, 0
	}
	defer s.release(v)
	for _, p := range v.packs {
		artefacts += p.count
		bytes += int64(len(p.file.data))
	}
	return artefacts, len(v.packs), bytes
}

// Usage is what a store takes on disk, in bytes.
type Usage struct {
	// States are the published ones, Packs the artefacts, Other the rest: files
	// that were set aside, and those of writers that crashed.
	States, Packs, Other int64
	// Aside are the files that were set aside because they were damaged.
	Aside []string
}

// Total is all of it.
func (u Usage) Total() int64 { return u.States + u.Packs + u.Other }

// Usage looks at the folders of the store.
func (s *Store) Usage() (Usage, error) {
	var u Usage
	dirs := []string{s.dir, filepath.Join(s.dir, asideName), s.packs, filepath.Join(s.packs, asideName)}
	for i, dir := range dirs {
		entries, err := s.disk.list(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return Usage{}, fmt.Errorf("index store: can't list the folder %s: %w", dir, err)
		}
		for _, e := range entries {
			info, err := e.Info()
			switch {
			case err != nil, !info.Mode().IsRegular(): // it may have been removed just now
			case i%2 == 1:
				u.Other += info.Size()
				u.Aside = append(u.Aside, filepath.Join(dir, e.Name()))
			case strings.HasSuffix(e.Name(), generationSuffix):
				u.States += info.Size()
			case strings.HasSuffix(e.Name(), packSuffix):
				u.Packs += info.Size()
			default:
				u.Other += info.Size()
			}
		}
	}
	return u, nil
}

// LockedError says that another process writes the store.
type LockedError struct {
	Dir string
	// PID of the process that holds the lock, 0 when it is not known.
	PID int
}

func (e *LockedError) Error() string {
	who := "another process"
	if e.PID > 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("index store: %s writes %s; wait for it or end it", who, e.Dir)
}

// Writer is a store that may be written. Safe for concurrent use, but that
// Publish and Compact run one at a time each.
type Writer struct {
	*Store
	lock *flock.Flock

	temp       sync.Mutex
	temps      int
	publishing sync.Mutex
	compacting sync.Mutex
}

var _ Artefacts = (*Writer)(nil)

// OpenWriter opens a store for writing, and creates its folders; the parent of Dir must
// exist. It sets damaged files aside and removes what a writer that crashed has left. While
// there is another writer it fails with a *LockedError.
func OpenWriter(o Options) (*Writer, error) {
	s, err := Open(o)
	if err != nil {
		return nil, err
	}
	w := &Writer{Store: s}
	if err := w.open(); err != nil {
		s.Close()
		return nil, err
	}
	return w, nil
}

func (w *Writer) open() error {
	for _, dir := range []string{w.dir, w.packs} {
		if err := w.disk.mkdir(dir); err != nil {
			return cantWrite(dir, err)
		}
	}
	path, pid := filepath.Join(w.dir, lockName), filepath.Join(w.dir, pidName)
	lock := flock.New(path, flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	free, err := acquire(ctx, lock)
	cancel()
	if err != nil {
		return cantWrite(w.dir, err)
	}
	if !free {
		return &LockedError{Dir: w.dir, PID: readPID(pid)}
	}
	w.lock = lock
	if err := w.Refresh(); err != nil { // what the writer before has done meanwhile
		return errors.Join(err, lock.Unlock())
	}
	w.clean()
	if err := w.writePID(pid); err != nil {
		return errors.Join(cantWrite(w.dir, err), lock.Unlock())
	}
	return nil
}

// lockWait is how long a lock is waited for: Writing holds it for a moment.
const lockWait = 20 * time.Millisecond

// acquire takes a lock, which it waits for until ctx is done. It tries at least
// once: a machine that is busy may let all of the time pass before.
func acquire(ctx context.Context, lock *flock.Flock) (bool, error) {
	if ok, err := lock.TryLock(); ok || err != nil {
		return ok, err
	}
	ok, err := lock.TryLockContext(ctx, lockWait/10)
	if err != nil && errors.Is(err, ctx.Err()) {
		return false, nil
	}
	return ok, err
}

// Writing says whether a process writes the store, this one too, and which: pid
// is 0 when it is not known. It fails when the lock can't be looked at.
func (s *Store) Writing() (writing bool, pid int, err error) {
	lock := flock.New(filepath.Join(s.dir, lockName), flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, 0, nil
	case err != nil:
		return false, 0, fmt.Errorf("index store: can't look at the lock of %s: %w", s.dir, err)
	case free:
		return false, 0, lock.Unlock()
	}
	return true, readPID(filepath.Join(s.dir, pidName)), nil
}

// readPID reads who holds the lock, 0 when that is not known.
func readPID(path string) int {
	text, err := readSmall(path)
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return pid
}

// writePID says who holds the lock. The file is not the lock itself, which can't
// be read on some systems while it is held.
func (w *Writer) writePID(path string) error {
	f, name, err := w.create(w.dir)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "%d\n", os.Getpid())
	if err = errors.Join(err, f.Close()); err == nil {
		err = w.disk.rename(name, path)
	}
	if err != nil {
		return errors.Join(err, w.disk.remove(name))
	}
	return nil
}

// Close gives the lock back and closes the store.
func (w *Writer) Close() error {
	w.Store.Close()
	return w.lock.Unlock()
}

// tempAge is after how long a temporary file of another writer is one of a
// writer that crashed.
const tempAge = 24 * time.Hour

// clean removes what crashed writers have left, and sets aside what Open found
// damaged.
func (w *Writer) clean() {
	for _, dir := range []string{w.dir, w.packs} {
		entries, err := w.disk.list(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), tempSuffix) {
				continue
			}
			info, err := e.Info()
			if strings.HasPrefix(e.Name(), tempPrefix+w.id) || err == nil && w.now().Sub(info.ModTime()) > tempAge {
				_ = w.disk.remove(filepath.Join(dir, e.Name())) // the next writer tries again
			}
		}
	}
	if g, err := w.Current(); err == nil { // which looks for damage
		g.Close()
	}
	for _, f := range w.Findings() {
		if f.Damaged {
			w.setAside(f.Path)
		}
	}
	w.removeOld()
}

const (
	tempPrefix = "."
	tempSuffix = ".tmp"
)

// create makes a temporary file in dir.
func (w *Writer) create(dir string) (file, string, error) {
	for {
		w.temp.Lock()
		w.temps++
		n := w.temps
		w.temp.Unlock()
		name := filepath.Join(dir, fmt.Sprintf("%s%s-%d%s", tempPrefix, w.id, n, tempSuffix))
		f, err := w.disk.create(name)
		if !errors.Is(err, fs.ErrExist) { // left by a writer that crashed, and could not be removed
			return f, name, err
		}
	}
}

// write makes a file with what fill writes, whole or not at all. With the name
// that fill returns it lies in dir.
func (w *Writer) write(dir string, fill func(file) (name string, err error)) (path string, err error) {
	f, temp, err := w.create(dir)
	if err != nil {
		return "", cantWrite(dir, err)
	}
	name, err := fill(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		path = filepath.Join(dir, name)
		err = w.disk.rename(temp, path)
	}
	if err != nil {
		_ = w.disk.remove(temp) // the next writer tries again
		return "", cantWrite(dir, err)
	}
	w.mu.Lock()
	delete(w.known, path) // what was wrong with the file of that name before
	w.mu.Unlock()
	if err := w.disk.syncDir(dir); err != nil {
		return "", cantWrite(dir, err)
	}
	return path, nil
}

// Bounds of the folders of files that were set aside.
const (
	asideFiles = 8
	asideBytes = 256 << 20
)

// setAside moves a file out of the way, for whoever wants to know what happened
// to it. Where that fails the file is removed; where that fails too it stays, and
// stays unused.
func (w *Writer) setAside(path string) {
	dir := filepath.Join(filepath.Dir(path), asideName)
	if w.disk.mkdir(dir) != nil || w.disk.rename(path, filepath.Join(dir, filepath.Base(path))) != nil {
		_ = w.disk.remove(path)
		return
	}
	entries, err := w.disk.list(dir)
	if err != nil {
		return
	}
	var aside []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			aside = append(aside, info)
		}
	}
	slices.SortStableFunc(aside, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	bytes := int64(0)
	for i, info := range aside {
		if bytes += info.Size(); i >= asideFiles || bytes > asideBytes {
			_ = w.disk.remove(filepath.Join(dir, info.Name()))
		}
	}
}

// What an error of writing means to users; in the chain of such an error.
var (
	ErrFull     = errors.New("the disk is full; make room, or lower max_index_size_mb")
	ErrTooLarge = errors.New("a file of the index is larger than files may be here; raise that limit (ulimit -f)")
	ErrReadOnly = errors.New("the folder can't be written; what is there is used as it is")
)

// Meaning is ErrFull, ErrTooLarge or ErrReadOnly where that is what an error of
// writing means, of a store or of the system; else nil.
func Meaning(err error) error {
	switch {
	case errors.Is(err, ErrFull) || isFull(err):
		return ErrFull
	case errors.Is(err, ErrTooLarge) || isTooLarge(err):
		return ErrTooLarge
	case errors.Is(err, ErrReadOnly) || errors.Is(err, fs.ErrPermission) || isReadOnly(err):
		return ErrReadOnly
	}
	return nil
}

// cantWrite is the error of a folder that can't be written.
func cantWrite(dir string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if meaning := Meaning(err); meaning != nil {
		return fmt.Errorf("index store: %s: %w: %w", dir, meaning, err)
	}
	return fmt.Errorf("index store: can't write into %s: %w", dir, err)
}
