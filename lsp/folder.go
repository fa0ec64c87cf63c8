package lsp

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"codeintel/index/workspace"

	"go.lsp.dev/uri"
)

// folder is one that the editor has opened.
type folder struct {
	uri uri.URI
	// path is absolute, as the editor writes it; in is the repository that it is of,
	// below is where it lies there, "." for its root.
	path, below string
	in          *repository
}

// repository is one that folders of an editor are of.
type repository struct {
	root string
	// opened is closed when repo or err is there. It is used below using, so that it
	// is not closed meanwhile.
	opened chan struct{}
	life   context.Context // of the connection with it
	cancel context.CancelFunc
	hinted atomic.Bool // a look is under way, or will be
	using  sync.RWMutex
	repo   Repository // nil once it is closed
	edits  *workspace.Edits
	err    error

	mu sync.Mutex
	// texts are those of open documents, before there are edits; nil for none.
	texts map[string][]byte
	there bool // edits are
}

// openRepository opens one in the background, until it is closed.
func (c *conn) openRepository(root string) *repository {
	ctx, cancel := context.WithCancel(c.life)
	r := &repository{root: root, opened: make(chan struct{}), life: ctx, cancel: cancel, texts: map[string][]byte{}}
	c.background.Go(func() {
		c.open(r)
		c.follow(r.life, r)
	})
	return r
}

// open opens a repository.
func (c *conn) open(r *repository) {
	defer close(r.opened)
	repo, err := c.server.opts.Repositories.Open(r.life, r.root)
	if err != nil {
		r.err = err
		c.log.Warn("a repository can't be opened", "root", r.root, "error", err)
		return
	}
	e := repo.Workspace().NewEdits()
	r.mu.Lock()
	defer r.mu.Unlock()
	texts := r.texts
	r.repo, r.edits, r.texts, r.there = repo, e, nil, true
	for p, text := range texts {
		r.tell(p, text)
	}
}

// set says what text a file has in the editor; nil when the disk counts again.
func (r *repository) set(path string, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.texts != nil:
		r.texts[path] = text
	case r.there: // else it can't be opened, or is closed
		r.tell(path, text)
	}
}

// tell tells the edits what set was told; mu is held. Editors keep a byte order mark to
// themselves: a text without is no other than that on disk.
func (r *repository) tell(path string, text []byte) {
	switch {
	case text == nil:
		r.edits.Drop(path)
	case !bytes.HasPrefix(text, mark) && r.repo.Workspace().Marked(path):
		r.edits.Set(path, slices.Concat(mark, text))
	default:
		r.edits.Set(path, text)
	}
}

// mark is the byte order mark of a text in UTF-8.
var mark = []byte("\ufeff")

// use waits until the repository is open. What is of it may be used until done is
// called.
func (r *repository) use(ctx context.Context) (done func(), err error) {
	select {
	case <-r.opened:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if r.err != nil {
		return nil, failed("%s: %s", r.root, r.err)
	}
	r.using.RLock()
	if r.repo == nil {
		r.using.RUnlock()
		return nil, failed("%s is no folder of the editor any more", r.root)
	}
	return r.using.RUnlock, nil
}

// close lets go of the repository, once nobody uses it.
func (r *repository) close() {
	r.cancel()
	<-r.opened
	r.mu.Lock()
	r.there, r.texts = false, nil
	r.mu.Unlock()
	r.using.Lock()
	defer r.using.Unlock()
	if r.repo != nil {
		r.edits.Close()
		r.repo.Close()
		r.repo, r.edits = nil, nil
	}
}

// pathOf is the path that a URI names, absolute and clean; false for one that names
// no file of this machine.
func pathOf(u uri.URI) (string, bool) {
	parts := u.Components()
	if parts.Scheme != "file" || parts.Authority != "" && parts.Authority != "localhost" || !path.IsAbs(parts.Path) || strings.IndexByte(parts.Path, 0) >= 0 {
		return "", false
	}
	return path.Clean(parts.Path), true
}

// uriOf is the URI of an absolute path.
func uriOf(p string) uri.URI { return uri.File(p) }

// below is the path of what lies in a folder, relative to it; "." for itself.
func below(folder, p string) (string, bool) {
	if p == folder {
		return ".", true
	}
	rel, ok := strings.CutPrefix(p, strings.TrimSuffix(folder, "/")+"/")
	return rel, ok
}

// folderOf makes a folder of a URI; nil when it is in no repository.
func (c *conn) folderOf(u uri.URI) *folder {
	p, ok := pathOf(u)
	if !ok {
		return nil
	}
	root, err := c.server.opts.Repositories.Root(p)
	if err != nil {
		c.log.Warn("a folder is not used", "folder", p, "error", err)
		return nil
	}
	rel, ok := below(root, c.server.opts.Repositories.Real(p))
	if !ok {
		return nil
	}
	return &folder{uri: u, path: p, below: rel, in: c.repository(root)}
}

// repository is the one with a root, which is opened if it is not open. The folders
// of the connection are locked.
func (c *conn) repository(root string) *repository {
	r := c.repositories[root]
	if r == nil {
		r = c.openRepository(root)
		c.repositories[root] = r
	}
	return r
}

// setFolders has the editor's folders be others, and lets go of repositories that
// none is of any more.
func (c *conn) setFolders(folders []*folder) {
	c.folders = folders
	used := map[*repository]bool{}
	for _, f := range folders {
		used[f.in] = true
	}
	for root, r := range c.repositories {
		if !used[r] {
			delete(c.repositories, root)
			c.background.Go(r.close)
		}
	}
}

// locate says which file of which repository of the editor's folders a URI is, all
// symbolic links followed; nil when it is of none.
func (c *conn) locate(u uri.URI) (in *repository, rel string) {
	p, ok := pathOf(u)
	if !ok {
		return nil, ""
	}
	p = c.server.opts.Repositories.Real(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	for root, r := range c.repositories {
		if at, inside := below(root, p); inside && (in == nil || len(root) > len(in.root)) {
			in, rel = r, at
		}
	}
	return in, rel
}

// spell is the absolute path of a file of a repository, as the editor spells it.
func (c *conn) spell(in *repository, rel string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var best *folder
	inside := ""
	for _, f := range c.folders {
		if f.in != in {
			continue
		}
		at, ok := rel, true
		if f.below != "." {
			at, ok = below(f.below, rel)
		}
		if ok && (best == nil || len(f.below) > len(best.below)) {
			best, inside = f, at
		}
	}
	if best == nil {
		return path.Join(in.root, rel)
	}
	return path.Join(best.path, inside)
}
