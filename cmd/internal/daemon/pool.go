package daemon

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"codeintel/cmd/internal/place"
	"codeintel/cmd/internal/statefs"
	"codeintel/index/workspace"
	"codeintel/index/workspace/budget"
	"codeintel/session"
	"codeintel/session/memory"
	"codeintel/session/speech"
)

// DefaultIdle is how long a repository is held that nobody uses.
const DefaultIdle = 30 * time.Minute

// PoolOptions of NewPool.
type PoolOptions struct {
	// Workspace is what repositories are opened with.
	Workspace workspace.Options
	// Watch is how they are watched.
	Watch workspace.WatchOptions
	// Idle is how long one is held that nobody uses; DefaultIdle by default.
	Idle  time.Duration
	Clock Clock
	// Seal returns what seals the sessions of a repository (session.BookOptions), nil
	// for nothing.
	Seal func(root string) func(data []byte) string
	// Witness returns what is known of the records of a repository outside of it, nil
	// for nothing.
	Witness func(root string) session.Witness
	// Log is told what is opened and let go; nil for nobody.
	Log *slog.Logger
}

// Pool holds the repositories that are in use, each of them once: watched, so
// that its index is brought up to date in the background from the moment that it
// is opened. Its methods may be called from any number of goroutines.
type Pool struct {
	o PoolOptions

	mu       sync.Mutex
	list     []*pooled
	closed   bool
	limiting sync.Mutex // held while what repositories allow is told; before mu
	settled  time.Time  // when memory was given back last
	forgot   time.Time  // when that was all which can be made again
	// presence knows the clients of the process.
	presence presence
	group    sync.WaitGroup // of watches and of what is being closed
}

// pooled is a repository of a pool. One goroutine, run, opens it, watches it, and
// closes it.
type pooled struct {
	pool *Pool
	root string
	info fs.FileInfo // of the folder, when it was opened
	// variables are those that it is read with; nil for those of the process.
	variables map[string]string

	opened  chan struct{} // closed when w or err is there
	w       *workspace.Workspace
	book    *session.Book
	memory  *memory.Memory
	err     error
	watch   context.Context // is done when it is not watched any more
	unwatch context.CancelFunc
	life    context.Context // is done when it is to be closed
	end     context.CancelFunc
	done    chan struct{} // closed when it is closed

	doing   atomic.Pointer[workspace.Progress]
	limit   atomic.Int64  // memory_limit_mb, in bytes; 0 until it is known
	limited atomic.Bool   // the configuration sets it
	look    chan struct{} // for old sessions

	// Guarded by the pool's mutex.
	users   int
	used    time.Time // when somebody came or left last
	expired time.Time // when old sessions were looked for last
	gone    bool      // the folder is not there any more
	closing bool
}

// NewPool returns a pool without repositories.
func NewPool(o PoolOptions) *Pool {
	if o.Idle <= 0 {
		o.Idle = DefaultIdle
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Pool{o: o}
}

// Handle keeps a repository open.
type Handle struct {
	r    *pooled
	once sync.Once
}

// Workspace is the repository. It must not be used after Close.
func (h *Handle) Workspace() *workspace.Workspace { return h.r.w }

// Progress says how far the indexing is that runs; its phase is "" when none does, or
// none is known to.
func (h *Handle) Progress() workspace.Progress {
	if p := h.r.progress(); p != nil {
		return *p
	}
	return workspace.Progress{}
}

// Sessions are those of the agents that work in the repository, and Memory is what
// they taught.
func (h *Handle) Sessions() *session.Book { return h.r.book }

// Memory is what sessions taught.
func (h *Handle) Memory() *memory.Memory { return h.r.memory }

// progress is nil when the repository is up to date, and all that is searched by
// meaning has its vectors.
func (r *pooled) progress() *workspace.Progress {
	if p := r.doing.Load(); p != nil && p.Growing() {
		return p
	}
	if s := r.w.Current(); s != nil && s.Looked() && s.Behind() == 0 {
		return nil
	}
	return r.doing.Load()
}

// Close says that the repository is not used any more. The pool keeps it for
// some time.
func (h *Handle) Close() { h.once.Do(h.r.leave) }

// errPoolClosed: the process ends.
var errPoolClosed = errors.New("the process is ending; ask again")

// Open gives the repository with the root folder, an absolute path; when it is
// not open it is opened, once for all who ask meanwhile: with the variables of the
// client that ctx is of, which need not be those that the process was started
// with. Folders that are the same are one repository, whatever they are called.
func (p *Pool) Open(ctx context.Context, root string) (*Handle, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		real, info, err := place.Folder(root)
		if err != nil {
			return nil, err
		}
		r, closed, err := p.join(real, info, variablesOf(ctx))
		switch {
		case err != nil:
			return nil, err
		case r == nil: // it is being closed; only one process may write its index
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-closed:
			}
			continue
		}
		select {
		case <-ctx.Done():
			r.leave()
			return nil, ctx.Err()
		case <-r.opened:
		}
		if r.err != nil {
			return nil, r.err
		}
		return &Handle{r: r}, nil
	}
}

// warm opens a repository, where one is named, so that it is indexed before anybody
// asks. What is wrong with it is told to who asks.
func (p *Pool) warm(ctx context.Context, root string) {
	if root == "" {
		return
	}
	if h, err := p.Open(ctx, root); err == nil {
		h.Close()
	}
}

// variablesKey is that of the variables of a client.
type variablesKey struct{}

// withVariables is the context of a client with an environment of its own; nil for
// that of the process.
func withVariables(ctx context.Context, variables map[string]string) context.Context {
	if variables == nil {
		return ctx
	}
	return context.WithValue(ctx, variablesKey{}, variables)
}

func variablesOf(ctx context.Context) map[string]string {
	variables, _ := ctx.Value(variablesKey{}).(map[string]string)
	return variables
}

// join makes the caller a user of a folder's repository; of one that is being
// closed it returns when that is done. variables are those of a repository that is
// not open yet.
func (p *Pool) join(root string, info fs.FileInfo, variables map[string]string) (r *pooled, closed <-chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, nil, errPoolClosed
	}
	for _, r := range p.list {
		switch {
		case !os.SameFile(r.info, info):
		case r.closing:
			return nil, r.done, nil
		case !r.gone:
			r.users, r.used = r.users+1, p.o.Clock.now()
			return r, nil, nil
		}
	}
	r = &pooled{pool: p, root: root, info: info, variables: variables, opened: make(chan struct{}), done: make(chan struct{}), look: make(chan struct{}, 1), users: 1, used: p.o.Clock.now(), expired: p.o.Clock.now()}
	r.life, r.end = context.WithCancel(context.Background())
	r.watch, r.unwatch = context.WithCancel(r.life)
	p.list = append(p.list, r)
	p.group.Go(r.run)
	return r, nil, nil
}

// limitMemory has the process keep to what the open repositories allow (memory_limit_mb)
// together.
func (p *Pool) limitMemory() {
	p.limiting.Lock()
	defer p.limiting.Unlock()
	l := p.allowed()
	if m := p.o.Workspace.Memory; m != nil {
		m.Allow(l)
	} else if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(cmp.Or(l.Bytes, math.MaxInt64))
	}
}

// allowed is what the open repositories allow together; the zero Limit without any. Where
// one has no limit of its own all of it is what is usual, and more may be used.
func (p *Pool) allowed() (l budget.Limit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.Of = "memory_limit_mb of the repositories that are open"
	for _, r := range p.list {
		l.Bytes += min(r.limit.Load(), math.MaxInt64-l.Bytes)
		l.Soft = l.Soft || !r.limited.Load()
	}
	l.Given = l.Bytes
	return l
}

// language returns the setting that says which language sessions speak.
func (r *pooled) language() speech.Setting {
	if r.w == nil {
		return speech.Auto // it is closed, or could not be opened
	}
	return speech.Setting(r.w.Config(r.w.Current()).Language)
}

// keepTo changes what the repository allows.
func (r *pooled) keepTo(c *workspace.Config) {
	limited := r.limited.Swap(c.MemoryLimitSet)
	if r.limit.Swap(c.MemoryLimit) != c.MemoryLimit || limited != c.MemoryLimitSet {
		r.pool.limitMemory()
	}
}

// Relieve gives memory back that can be had again: repositories that nobody uses are let
// go, whenever they were used last, and what maps files is read again. It is for when
// there is too little memory.
func (p *Pool) Relieve() {
	var open []*workspace.Workspace
	p.mu.Lock()
	for _, r := range p.list {
		select {
		case <-r.opened:
		default:
			continue // somebody waits for it
		}
		switch {
		case r.closing || r.w == nil:
		case r.users == 0:
			p.o.Log.Warn("a repository that nobody uses is let go: there is too little memory", "root", r.root)
			r.letGo()
		default:
			open = append(open, r.w)
		}
	}
	p.mu.Unlock()
	for _, w := range open {
		w.Rest()
	}
	debug.FreeOSMemory()
}

// run is the life of a repository in the pool.
func (r *pooled) run() {
	p := r.pool
	o := p.o.Workspace
	if r.variables != nil {
		o.Env.Getenv = func(name string) string { return r.variables[name] }
	}
	o.Progress = func(p workspace.Progress) { r.doing.Store(&p) }
	r.w, r.err = workspace.Open(r.root, o)
	if r.err == nil {
		r.keepTo(r.w.Config(nil))
	}
	kept := statefs.New(r.root, p.o.Clock.now)
	book := session.BookOptions{Now: p.o.Clock.now, Random: random, Log: p.o.Log, Judge: judge{r}, Gone: p.presence.gone, Language: r.language}
	if p.o.Seal != nil {
		book.Seal = p.o.Seal(r.root)
	}
	if p.o.Witness != nil {
		book.Witness = p.o.Witness(r.root)
	}
	r.book = session.OpenBook(kept, book)
	r.memory = memory.New(kept, memory.Options{Now: p.o.Clock.now, Log: p.o.Log, Meaning: &alike{r: r}})
	if r.err == nil {
		r.hold()
	}
	p.mu.Lock()
	p.list = slices.DeleteFunc(p.list, func(o *pooled) bool { return o == r })
	failed := r.w == nil
	r.w = nil // a handle may outlive it, and must not keep what it has in memory
	ending := p.closed
	p.mu.Unlock()
	r.end()
	p.limitMemory()
	if failed {
		close(r.opened)
	}
	close(r.done)
	if !ending {
		runtime.GC() // what is mapped is let go of after it
		debug.FreeOSMemory()
	}
}

// grow makes the chunks that were not made while files were read, each time that the
// repository is another; not of what an earlier process has left, while the first
// question waits for the look at the disk.
func (r *pooled) grow(log *slog.Logger) {
	states, cancel := r.w.Subscribe()
	defer cancel()
	for s := r.w.Current(); ; {
		if s != nil && s.Looked() {
			r.keepTo(r.w.Config(s))
			r.pool.o.Workspace.Turns.Yield(r.life)
			if _, err := r.w.Grow(r.life, s); err != nil && r.life.Err() == nil {
				log.Warn("not all is searched by meaning", "error", err)
			}
		}
		select {
		case s = <-states:
		case <-r.life.Done():
			return
		}
	}
}

// hold watches the repository, which is open, until it is let go, and closes it.
func (r *pooled) hold() {
	log := r.pool.o.Log.With("root", r.root)
	log.Info("repository opened")
	var watching sync.WaitGroup
	begun, o := make(chan struct{}), r.pool.o.Watch
	o.Begun = func() { close(begun) } // nobody else watches it
	watching.Go(func() {
		if err := r.w.Watch(r.watch, o); err != nil {
			log.Warn("a repository is not watched", "error", err)
		}
	})
	<-begun // so that who asks waits for that look, not for another one
	close(r.opened)
	watching.Go(func() { r.expire(log) })
	watching.Go(func() { r.grow(log) })
	<-r.life.Done()
	err := r.w.Close() // it ends what the watch would wait for
	watching.Wait()
	if err != nil {
		log.Warn("a repository was not closed well", "error", err)
	}
	log.Info("repository let go")
}

// expire ends sessions in which nothing happens any more, now and then, until the
// repository is let go.
func (r *pooled) expire(log *slog.Logger) {
	for {
		switch ended, err := r.book.Expire(r.life); {
		case r.life.Err() != nil:
			return
		case err != nil:
			log.Warn("old sessions can't be ended", "error", err)
		case len(ended) > 0:
			log.Info("old sessions have ended", "sessions", ended)
		}
		select {
		case <-r.life.Done():
			return
		case <-r.look:
		}
	}
}

// random fills b with unguessable bytes.
func random(b []byte) { _, _ = rand.Read(b) } // never fails

// leave takes a user away.
func (r *pooled) leave() {
	r.pool.mu.Lock()
	defer r.pool.mu.Unlock()
	r.users, r.used = r.users-1, r.pool.o.Clock.now()
	if r.gone && r.users == 0 {
		r.letGo()
	}
}

// letGo begins to close it; the pool's mutex is held.
func (r *pooled) letGo() {
	r.closing = true
	r.end()
}

// Tidy lets go what nobody has used for long, and what is not there any more. To
// be called from time to time.
func (p *Pool) Tidy() {
	p.mu.Lock()
	list := slices.Clone(p.list)
	p.mu.Unlock()
	gone := map[*pooled]bool{}
	for _, r := range list { // the disk may be slow
		gone[r] = !same(r.root, r.info)
	}
	now := p.o.Clock.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.list {
		if gone[r] && !r.gone {
			r.gone = true
			r.unwatch()
			p.o.Log.Info("the folder of a repository is gone", "root", r.root)
		}
		if now.Sub(r.expired) >= time.Hour {
			r.expired = now
			select {
			case r.look <- struct{}{}:
			default: // it is looking
			}
		}
		if r.users == 0 && !r.closing && (r.gone || now.Sub(r.used) >= p.o.Idle) {
			r.letGo()
		}
	}
}

// Known are the root folders of the repositories that are open, root itself, and
// the other worktrees of its repository, sorted.
func (p *Pool) Known(root string) []string {
	var known []string
	if root != "" {
		known = append(workspace.Worktrees(root), root)
	}
	p.mu.Lock()
	for _, r := range p.list {
		if !r.gone && !r.closing {
			known = append(known, r.root)
		}
	}
	p.mu.Unlock()
	slices.Sort(known)
	return slices.Compact(known)
}

// Empty says whether no repository is open.
func (p *Pool) Empty() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.list) == 0
}

// Close closes all repositories, and waits until they are. Handles must not be
// used any more.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	for _, r := range p.list {
		r.letGo()
	}
	p.mu.Unlock()
	p.group.Wait()
}

// Status of the repositories, sorted by root.
func (p *Pool) Status() []RepositoryStatus {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.o.Clock.now()
	out := []RepositoryStatus{}
	for _, r := range p.list {
		s := RepositoryStatus{Root: r.root, State: "opening", Users: r.users}
		if r.users == 0 {
			s.Idle = now.Sub(r.used).Seconds()
		}
		select {
		case <-r.opened:
			if r.w != nil {
				r.describe(&s)
			}
		default:
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b RepositoryStatus) int { return strings.Compare(a.Root, b.Root) })
	return out
}

// describe says how an open repository is; the pool's mutex is held.
func (r *pooled) describe(s *RepositoryStatus) {
	state, watching := r.w.Current(), r.w.Watching()
	s.State = state.Stage()
	if state != nil {
		s.Generation, s.Behind = state.Generation, state.Behind()
		s.Indexed, s.Files = state.Share()
	}
	if p := r.progress(); p != nil && (s.State != "ready" || p.Growing()) {
		s.Doing = p.String()
	}
	if watching.On {
		s.Watching = fmt.Sprintf("%d folders", watching.Folders)
		s.Problem = watching.Reason
	}
	if watching.Err != nil {
		s.Problem = watching.Err.Error()
	}
	if r.gone {
		s.State, s.Doing, s.Problem = "gone", "", "the folder is not there any more"
	}
}
