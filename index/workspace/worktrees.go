package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"codeintel/index/store"
	"codeintel/index/workspace/git"
)

// Worktrees of one repository have an index each, and whatever one of them knows
// of a content the others need not find out again. A store takes what it misses
// from those of the other worktrees and makes it its own (store.Adopt): as links
// to the same files, so that it takes no room twice, and so that no worktree
// depends on another one, which may be purged, moved or removed at any time.
// Nothing is ever written into the folder of another worktree. What is true of a
// worktree, its published state, is its own; where it has none yet the first is
// made from that of another worktree, by what the contents of the files are.

// maxBeside is how many other worktrees are looked at.
const maxBeside = 32

// Worktrees are the root folders of the other worktrees of the repository that root
// is a worktree of, the main one first; none where it is not of git. Both sides must say so: the repository that it
// has the worktree, and the worktree that it is of the repository. So a folder
// that was copied, a repository in another one and a submodule are none.
func Worktrees(root string) (roots []string) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil
	}
	disk := gitDisk("")
	own, _ := git.Open(disk, real) // a configuration that is broken does not matter here
	if own == nil {
		return nil
	}
	known := false
	for _, t := range own.Worktrees() {
		is := sameFile(t.Root, real)
		if !is {
			other, _ := git.Open(disk, t.Root)
			if other == nil || !sameFile(other.Dir, t.Dir) || !sameFile(other.Common, own.Common) {
				continue
			}
			if len(roots) < maxBeside {
				roots = append(roots, t.Root)
			}
		}
		known = known || is && sameFile(t.Dir, own.Dir)
	}
	if !known {
		return nil
	}
	return roots
}

// sameFile says whether two names are of one file that exists.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// beside are the stores of the other worktrees. They are opened when something is
// missed, and closed once what was found in them is adopted.
type beside struct {
	mu     sync.Mutex
	opened bool
	closed bool // for good
	list   []*neighbour
}

// neighbour is the store of another worktree.
type neighbour struct {
	*store.Store
	found []store.Key // guarded by beside.mu
}

// stores opens the stores when they are not open.
func (b *beside) stores(root string) []*neighbour {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opened || b.closed {
		return b.list
	}
	b.opened = true
	for _, other := range Worktrees(root) {
		s, err := openStore(other, IndexDir)
		if err != nil {
			continue
		}
		if n, _, _ := s.Size(); n == 0 {
			s.Close()
			continue
		}
		b.list = append(b.list, &neighbour{Store: s})
	}
	return b.list
}

// get hands an artefact that another worktree has to use.
func (b *beside) get(root string, key store.Key, use func(data []byte) error) bool {
	for _, n := range b.stores(root) {
		if getFrom(n.Store, key, use) {
			b.mu.Lock()
			n.found = append(n.found, key)
			b.mu.Unlock()
			return true
		}
	}
	return false
}

// stateBeside is the state of the worktree that is most alike, to compare the
// files of a scan with; nil when there is none. No stamp of it counts here.
func (w *Workspace) stateBeside(scan *Scan) *State {
	s, ok := w.shelf.(*diskShelf)
	if !ok {
		return nil
	}
	var best *State
	most := 0
	for _, n := range s.beside.stores(s.root) {
		g, err := n.Current()
		if err != nil {
			continue
		}
		state, err := w.decode(g.Data(), g)
		if err != nil {
			g.Close()
			continue
		}
		whenUnused(state.Snapshot, g.Close)
		if alike := state.alike(scan); alike > most {
			best, most = state, alike
		}
	}
	if best != nil {
		clear(best.stamps)
	}
	return best
}

// alike is how many files of a scan the state has with the same size.
func (s *State) alike(scan *Scan) (n int) {
	docs := s.Snapshot.Docs()
	for i := range scan.Files {
		if at, ok := s.Snapshot.Doc(scan.Files[i].Path); ok && docs[at].Size == scan.Files[i].stamp.size {
			n++
		}
	}
	return n
}

// claim says that the artefacts of a state are to be adopted where they are not
// this worktree's own.
func (w *Workspace) claim(next *State) {
	s, ok := w.shelf.(*diskShelf)
	if !ok {
		return
	}
	keys := w.grownKeys(next)
	for _, d := range next.Snapshot.Docs() {
		if d.Source != nil {
			keys = append(keys, artefactKey(d))
		}
	}
	list := s.beside.stores(s.root)
	s.beside.mu.Lock()
	defer s.beside.mu.Unlock()
	for _, n := range list {
		n.found = append(n.found, keys...)
	}
}

// claimGrown is claim for the chunks and vectors of a state, where something else of
// its files was found in other worktrees.
func (w *Workspace) claimGrown(next *State) {
	s, ok := w.shelf.(*diskShelf)
	if !ok {
		return
	}
	s.beside.mu.Lock()
	defer s.beside.mu.Unlock()
	var keys []store.Key
	for _, n := range s.beside.list {
		if len(n.found) == 0 {
			continue
		}
		if keys == nil {
			keys = w.grownKeys(next)
		}
		n.found = append(n.found, keys...)
	}
}

// grownKeys are those of the chunks and vectors of a state's files.
func (w *Workspace) grownKeys(s *State) (keys []store.Key) {
	g := w.opts.grower(s.config)
	for _, d := range s.Snapshot.Docs() {
		if !g.wants(d) {
			continue
		}
		chunks, vectors := g.keys(d)
		if keys = append(keys, chunks); g.embedder != nil {
			keys = append(keys, vectors)
		}
	}
	return keys
}

// adopt makes what was found the own of w, where there is one.
func (b *beside) adopt(ctx context.Context, w *store.Writer) error {
	var err error
	for _, n := range b.take() {
		b.mu.Lock()
		found := n.found
		b.mu.Unlock()
		if len(found) > 0 && w != nil {
			err = errors.Join(err, w.Adopt(ctx, n.Store, found))
		}
		n.Close()
	}
	return err
}

// take takes the stores out, to be opened anew when something is missed again.
func (b *beside) take() []*neighbour {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.list
	b.list, b.opened = nil, false
	return list
}

func (b *beside) close() {
	for _, n := range b.take() {
		n.Close()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
}
