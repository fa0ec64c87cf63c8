package workspace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"codeintel/index"
	"codeintel/index/store"
	"codeintel/index/workspace/budget"
)

// shelf keeps what is worth keeping between processes. What it can't keep is
// made again. Safe for concurrent use.
type shelf interface {
	// get hands an artefact to use, which must not keep it; false when there is
	// none or use fails.
	get(key store.Key, use func(data []byte) error) bool
	// hold calls found for each of keys that there is, with its place in keys. The
	// data may be kept until release is called, also when the shelf is closed before.
	hold(ctx context.Context, keys []store.Key, found func(i int, data []byte)) (release func(), err error)
	// keeps says whether put keeps what it is given.
	keeps() bool
	// put keeps an artefact, for get to find from now on. It is on disk after the
	// next publish.
	put(key store.Key, data []byte)
	// published returns the state that was published last, the recorder of the parts of it
	// that are read, which may be nil, and the function to call when it is no longer used.
	published() (data []byte, reads index.Reads, done func(), err error)
	// publish makes what write writes the published state.
	publish(ctx context.Context, write func(io.Writer) error) error
	// tidy keeps all that is kept below size bytes, and removes artefacts beyond
	// limits, of which MaxBytes is set here; see store.Writer.Tidy.
	tidy(ctx context.Context, live func() func(store.Key) bool, size int64, limits store.Limits) (store.Compaction, error)
	// flush writes what was put so far.
	flush(ctx context.Context) error
	close() error
}

// errNothing: nothing was published yet.
var errNothing = errors.New("there is no index yet")

// noShelf keeps nothing.
type noShelf struct{}

func (noShelf) get(store.Key, func([]byte) error) bool { return false }
func (noShelf) hold(context.Context, []store.Key, func(int, []byte)) (func(), error) {
	return func() {}, nil
}
func (noShelf) keeps() bool                                          { return false }
func (noShelf) put(store.Key, []byte)                                {}
func (noShelf) published() ([]byte, index.Reads, func(), error)      { return nil, nil, nil, errNothing }
func (noShelf) publish(context.Context, func(io.Writer) error) error { return nil }
func (noShelf) tidy(context.Context, func() func(store.Key) bool, int64, store.Limits) (store.Compaction, error) {
	return store.Compaction{}, nil
}
func (noShelf) flush(context.Context) error { return nil }
func (noShelf) close() error                { return nil }

// IndexDir is where a workspace keeps its index, below its folder.
const IndexDir = StateDir + "/index"

// StateIgnore is the .gitignore of the state folder: git sees only what a team
// shares.
const StateIgnore = "*\n!/config.json\n!/agreements/\n!/agreements/**\n!/learned_pairs.json\n"

// diskShelf is a store.
type diskShelf struct {
	root  string // of what it keeps the index of
	read  *store.Store
	write *store.Writer // nil when another process writes, or nobody can
	// locked is who writes, when that is another process.
	locked *store.LockedError
	beside beside
	mapped atomic.Int64 // bytes that were read since read was told to rest
	batch  atomic.Int64 // bytes of artefacts in a pack, at most

	// state is the generation that was read last; it is unfit where what is mapped of it
	// turned out to be damaged, and gone where its file is not there any more.
	state, unfit atomic.Pointer[store.Generation]
	gone         atomic.Bool
	// hurt: something was found damaged or missing since the last look.
	hurt atomic.Bool
	// damages counts how often packs in use turned out to be damaged: what is held of
	// them is not what it was.
	damages atomic.Int64
	// asked: something was answered since all was compared with its checksums; searched:
	// by meaning, since the last answer.
	asked, searched atomic.Bool
	// loose: it is not known that all artefacts of the published state are there.
	loose atomic.Bool

	mu      sync.Mutex
	waiting []store.Artefact
	size    int
	written int              // bytes of artefacts in full packs
	failed  error            // of a put
	again   []store.Artefact // what those were to write
	// pending are the artefacts that are not on disk yet, for being written or
	// because that failed.
	pending map[store.Key][]byte
}

// openShelf opens the index that is kept in the folder root. What users have to know
// is told to warn.
func openShelf(root string, env Env, warn func(string)) (shelf, error) {
	if repositoryAbove(root, env) != "" {
		return noShelf{}, nil // the repository's folder keeps the index
	}
	dir := filepath.Join(root, filepath.FromSlash(IndexDir))
	if err := checkState(root, "index", tighten); err != nil {
		warn(NotKept("the index", err))
		return noShelf{}, nil
	}
	if err := makeStateDir(filepath.Join(root, StateDir)); err != nil {
		warn(NotKept("the index", err))
		if _, err := os.Lstat(dir); err != nil {
			return noShelf{}, nil
		}
	}
	s := &diskShelf{root: root}
	s.batch.Store(budget.Whole(1).Batch)
	w, err := store.OpenWriter(store.Options{Dir: dir})
	if err == nil {
		s.read, s.write = w.Store, w
	} else {
		if !errors.As(err, &s.locked) {
			warn(NotKept("the index", err))
		}
		if s.read, err = store.Open(store.Options{Dir: dir}); err != nil {
			return nil, err
		}
	}
	for _, f := range s.read.Findings() {
		warn(f.String() + "; it is made anew")
	}
	s.count()
	return s, nil
}

// Locked says whether what the workspace finds is not kept because another
// process writes the index, and which; pid is 0 when it is not known.
func (w *Workspace) Locked() (pid int, locked bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s, ok := w.shelf.(*diskShelf); ok && s.locked != nil {
		return s.locked.PID, true
	}
	return 0, false
}

// NotKept says for users that something can't be kept, and why.
func NotKept(what string, err error) string {
	why := reason(err)
	if m := store.Meaning(err); m == store.ErrFull || m == store.ErrTooLarge {
		why = m.Error()
	}
	return what + " is not kept: " + why
}

// openForReading opens the index that is kept in the folder root as it is; it
// writes nothing.
func openForReading(root string) (*diskShelf, error) {
	s, err := openStore(root, IndexDir)
	if err != nil {
		return nil, err
	}
	kept := &diskShelf{root: root, read: s}
	kept.count()
	return kept, nil
}

// count finds out whether the packs are there with which the state was published.
func (s *diskShelf) count() {
	lacks, pinned := s.read.Lacks()
	s.loose.Store(len(lacks) > 0 || !pinned)
}

// repositoryAbove is the root of the repository of git that a folder lies in without
// being that root itself, "" when there is none; one that ignores the folder does not
// count.
func repositoryAbove(root string, env Env) string {
	above, ignored := around(root, env)
	if ignored {
		return ""
	}
	return above
}

// IgnoredBy is the root of the repository of git that a folder lies in and that ignores
// it with all that is in it, "" when there is none: the index of that repository has
// nothing of the folder.
func IgnoredBy(dir string, env Env) string {
	above, ignored := around(dir, env)
	if !ignored {
		return ""
	}
	return above
}

// around is the root of the repository of git that a folder lies in without being that
// root itself, "" when there is none, and whether it ignores the folder.
func around(dir string, env Env) (repository string, ignored bool) {
	real, err := filepath.Abs(dir)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return "", false
	}
	at := above(real, env.Home(), ".git")
	if at == "" || at == real {
		return "", false
	}
	w := newWalker(nil, real, NewConfig(), env)
	w.start()
	return at, w.apart
}

// above is the nearest folder from dir upwards that has an entry of a name, ""
// when none has. The home folder, and what it lies in, counts for itself only:
// who keeps settings there with git has other repositories beside them. dir is
// absolute and without symbolic links.
func above(dir, home, name string) string {
	for at := dir; at == dir || !HoldsHome(at, home); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, name)); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return ""
}

// HoldsHome says whether a folder is the home folder, or has it in it, as the root
// of the file system always has. dir is absolute and without symbolic links; home is
// "" when it is not known.
func HoldsHome(dir, home string) bool {
	if filepath.Dir(dir) == dir {
		return true
	}
	if !filepath.IsAbs(home) {
		return false
	}
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	rel, err := filepath.Rel(dir, home)
	return err == nil && filepath.IsLocal(rel)
}

// RepositoryRoot is the root folder of the repository that the folder dir lies in,
// absolute and without symbolic links: the nearest folder from dir upwards that is
// git's, else the nearest that keeps an index, else dir itself. The home folder, and
// what it lies in, is the repository of nothing but itself; home is "" when it is
// not known.
func RepositoryRoot(dir, home string) (string, error) {
	abs, err := folder(dir)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("%s: %s", dir, reason(err))
	}
	return cmp.Or(above(real, home, ".git"), above(real, home, StateDir), real), nil
}

// makeStateDir makes the folder that is ours, with the rules that keep git from
// seeing what is in it.
func makeStateDir(dir string) error {
	if err := os.Mkdir(dir, folderMode); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	name := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Whole or not at all: half of it would let git see the rest of the folder.
	f, err := os.CreateTemp(dir, ".gitignore-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(StateIgnore)
	err = errors.Join(err, f.Chmod(fileMode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

func (s *diskShelf) get(key store.Key, use func(data []byte) error) bool {
	s.mu.Lock()
	data, ok := s.pending[key]
	s.mu.Unlock()
	if ok {
		return use(data) == nil
	}
	return getFrom(s.read, key, func(data []byte) error {
		if n := s.mapped.Add(int64(len(data))); n > restAfter && s.mapped.CompareAndSwap(n, 0) {
			s.read.Rest()
		}
		return use(data)
	}) || s.beside.get(s.root, key, use)
}

func (s *diskShelf) hold(ctx context.Context, keys []store.Key, found func(i int, data []byte)) (release func(), err error) {
	there := make([]bool, len(keys))
	s.mu.Lock()
	for i, k := range keys {
		if data, ok := s.pending[k]; ok {
			there[i] = true
			found(i, data)
		}
	}
	s.mu.Unlock()
	var rest []store.Key
	var at []int
	for i, k := range keys {
		if !there[i] {
			rest, at = append(rest, k), append(at, i)
		}
	}
	release, err = s.read.Hold(ctx, rest, func(i int, data []byte) error {
		there[at[i]] = true
		found(at[i], data)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		if !there[i] {
			s.beside.get(s.root, k, func(data []byte) error {
				found(i, bytes.Clone(data)) // the neighbour's memory is not held
				return nil
			})
		}
	}
	return release, nil
}

// restAfter is how many bytes are read before the memory that maps them is given
// back: a pass through all files must not end with all of them in memory.
const restAfter = 16 << 20

// getFrom hands an artefact of a store to use.
func getFrom(s *store.Store, key store.Key, use func(data []byte) error) bool {
	ok := false
	err := s.Get(context.Background(), []store.Key{key}, func(_ int, data []byte) error {
		err := use(data)
		ok = err == nil
		return err
	})
	return ok && err == nil
}

// enough is how many bytes of artefacts make a pack, or as many as the packs before have
// in all: few packs come of a large repository, none of which has to be merged with others
// (store.Writer.Tidy). There are never more than budget.Plan.Batch in memory.
const enough = 8 << 20

// maxUnused is how many bytes are kept of what files were before, where what is in use
// takes less: each edit leaves the facts, the chunks and the vectors of the text before it.
const maxUnused = 2 << 20

func (s *diskShelf) keeps() bool { return s.write != nil }

func (s *diskShelf) put(key store.Key, data []byte) {
	if s.write == nil {
		return
	}
	s.mu.Lock()
	if s.pending == nil {
		s.pending = map[store.Key][]byte{}
	}
	s.pending[key] = data
	s.waiting = append(s.waiting, store.Artefact{Key: key, Data: data})
	s.size += len(data)
	var full []store.Artefact
	if s.size >= min(max(s.written, enough), int(s.batch.Load())) {
		s.written += s.size
		full, s.waiting, s.size = s.waiting, nil, 0
	}
	s.mu.Unlock()
	if full != nil {
		s.keep(context.Background(), full)
	}
}

// keep writes a pack. A failure is told by the next publish.
func (s *diskShelf) keep(ctx context.Context, list []store.Artefact) {
	err := s.write.Put(ctx, list)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.failed, s.again = errors.Join(s.failed, err), append(s.again, list...)
		return
	}
	for i := range list {
		delete(s.pending, list[i].Key)
	}
}

func (s *diskShelf) flush(ctx context.Context) error {
	s.mu.Lock()
	rest := slices.Concat(s.again, s.waiting) // what could not be written may be now
	s.again, s.waiting, s.size, s.failed = nil, nil, 0, nil
	s.mu.Unlock()
	if len(rest) > 0 {
		s.keep(ctx, rest)
	}
	adopted := s.beside.adopt(ctx, s.write)
	s.mu.Lock()
	defer s.mu.Unlock()
	err := errors.Join(s.failed, adopted)
	s.failed = nil
	return err
}

func (s *diskShelf) publish(ctx context.Context, write func(io.Writer) error) error {
	if s.write == nil {
		return s.beside.adopt(ctx, nil)
	}
	if err := s.flush(ctx); err != nil {
		return err // a state without its artefacts is worth nothing
	}
	g, err := s.write.Publish(ctx, write)
	if err != nil {
		return err
	}
	g.Close()
	return nil
}

func (s *diskShelf) tidy(ctx context.Context, live func() func(store.Key) bool, size int64, limits store.Limits) (store.Compaction, error) {
	if s.write == nil {
		return store.Compaction{}, nil
	}
	u, err := s.write.Usage()
	if err != nil {
		return store.Compaction{}, err
	}
	text, err := textBytes(s.root)
	if err != nil {
		return store.Compaction{}, err
	}
	limits.MaxBytes, limits.MaxUnused = max(1, size-u.States-u.Other-text), maxUnused
	c, _, err := s.write.Tidy(ctx, live, limits)
	return c, err
}

func (s *diskShelf) published() ([]byte, index.Reads, func(), error) {
	g, err := s.read.Current()
	if errors.Is(err, store.ErrNone) {
		return nil, nil, nil, errNothing
	}
	if err != nil {
		return nil, nil, nil, err
	}
	s.state.Store(g)
	return g.Data(), g, g.Close, nil
}

func (s *diskShelf) close() error {
	s.beside.close()
	if s.write != nil {
		return s.write.Close()
	}
	s.read.Close()
	return nil
}

// whenUnused calls done when nobody can reach x any more.
func whenUnused[T any](x *T, done func()) {
	runtime.AddCleanup(x, func(done func()) { done() }, done)
}
