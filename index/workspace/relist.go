package workspace

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/index/lang/all"

	"github.com/fsnotify/fsnotify"
)

// news is what has been told since the last look of Watch asked for it. It is safe for
// concurrent use.
type news struct {
	mu   sync.Mutex
	told map[string]fsnotify.Op // nil when something may not have been told
}

func (n *news) add(e fsnotify.Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.told == nil {
		return
	}
	if n.told[e.Name] |= e.Op; len(n.told) > maxTold {
		n.told = nil
	}
}

// lose: something was not told.
func (n *news) lose() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = nil
}

// take returns what was told, nil when that may not be all, and begins anew.
func (n *news) take() map[string]fsnotify.Op {
	n.mu.Lock()
	defer n.mu.Unlock()
	told := n.told
	n.told = map[string]fsnotify.Op{}
	return told
}

// since is what a look may take over from the last look of Watch: the list of files,
// but for the folders in which something was told.
type since struct {
	scan  *Scan // of the last look; nil when nothing can be taken over
	list  *watchList
	marks *marks
	news  *news
}

// told is what was told since the last look called it, all that changed before the call
// included; nil where that may not be all. What is told later is for the next look.
func (s *since) told(ctx context.Context) map[string]fsnotify.Op {
	heard := s.scan != nil && s.marks.hear(ctx)
	told := s.news.take()
	if !heard {
		return nil
	}
	return told
}

// again says which folders of the last scan, by path, may have other entries, or entries
// with other stamps, than they had in the scan, which is of a look that began at a time.
// It is not ok where what was told may change more than that: the rules, the
// configuration, or which folder is watched.
func (s *since) again(told map[string]fsnotify.Op, at time.Time) (folders map[string]bool, ok bool) {
	folders = map[string]bool{}
	const other = fsnotify.Create | fsnotify.Remove | fsnotify.Rename
	for name, op := range told {
		above, base := filepath.Dir(name), filepath.Base(name)
		itself, d := s.list.folders[name], s.list.folders[above]
		switch {
		case s.list.names[name] || s.list.listed[above],
			strings.EqualFold(base, ".git"), strings.EqualFold(base, ".gitignore"),
			itself != nil && op&other != 0,
			itself == nil && d == nil && !s.list.others[above]:
			return nil, false
		}
		if itself != nil {
			folders[itself.path] = true
		}
		if d != nil {
			folders[d.path] = true
		}
	}
	for i := range s.scan.Files {
		// What was written a moment before may have been written again since, and look the same.
		if f := &s.scan.Files[i]; f.stamp == (stamp{}) || !f.stamp.settled(at) {
			folders[folderOf(f.Path)] = true
		}
	}
	for _, f := range s.scan.Failed {
		if f.Path == "." {
			return nil, false
		}
		folders[folderOf(f.Path)] = true
		if _, listed := s.scan.places.folder(f.Path); listed {
			folders[f.Path] = true
		}
	}
	return folders, true
}

// folderOf is the folder that a path of a scan lies in.
func folderOf(p string) string { return p[:max(strings.LastIndexByte(p, '/'), 0)] }

// folder finds a folder that was listed.
func (p *places) folder(path string) (*dir, bool) {
	i, ok := slices.BinarySearchFunc(p.folders, path, func(d dir, path string) int { return strings.Compare(d.path, path) })
	if !ok {
		return nil, false
	}
	return &p.folders[i], true
}

// rescan is scan, given an earlier one of the same configuration of which only some folders
// may have changed: those are listed, and what is new below them. It is nil where
// that does not do, because folders are gone or repositories have come.
func rescan(ctx context.Context, root *os.Root, abs string, config *Config, known, table *all.Table, env Env, watch *early, jobs int, was *Scan, again map[string]bool) (*Scan, error) {
	if is, err := root.Stat("."); err != nil || was.places.root == nil || !os.SameFile(is, was.places.root) {
		return nil, nil
	}
	w := newWalker(root, abs, config, env)
	w.known, w.table, w.watch, w.later = known, table, watch, true
	below := map[string]int{} // how many folders there are in those that are listed again
	for i := range was.places.folders {
		if p := was.places.folders[i].path; p != "" && again[folderOf(p)] {
			below[folderOf(p)]++
		}
	}
	out := *was
	var begin []dir
	for _, p := range slices.Sorted(maps.Keys(again)) {
		d, ok := was.places.folder(p)
		if !ok {
			return nil, nil
		}
		found, err := w.again(ctx, *d)
		if err != nil {
			return nil, ctx.Err()
		}
		for _, b := range found.below {
			if _, ok := was.places.folder(b.path); ok {
				below[p]--
			} else {
				begin = append(begin, b)
			}
		}
		if below[p] != 0 {
			return nil, nil // some are gone
		}
		out.Ignored -= d.ignored
		out.Excluded -= d.excluded
		w.take(&found)
	}
	if err := w.walk(ctx, jobs, func(int) {}, begin); err != nil || w.odd {
		return nil, err
	}
	now := &w.out
	out.Ignored += now.Ignored
	out.Excluded += now.Excluded
	inAgain := func(p string) bool { return again[folderOf(p)] }
	out.Files = replaced(was.Files, now.Files, func(f *File) string { return f.Path }, inAgain)
	out.Skipped = replaced(was.Skipped, now.Skipped, func(s *Skip) string { return s.Path }, inAgain)
	out.Failed = replaced(was.Failed, now.Failed, func(f *Failure) string { return f.Path }, inAgain)
	out.places.folders = replaced(was.places.folders, now.places.folders, func(d *dir) string { return d.path }, func(p string) bool { return again[p] })
	out.Warnings = slices.Sorted(slices.Values(slices.Concat(was.Warnings, now.Warnings)))
	return &out, nil
}

// again lists a folder of an earlier scan, whose rules are known. It fails where the folder
// can't be listed, or not wholly.
func (w *walker) again(ctx context.Context, d dir) (l listing, err error) {
	f, err := w.root.OpenFile(filepath.FromSlash(cmp.Or(d.path, ".")), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return l, err
	}
	entries, err := readDir(ctx, f)
	if err != nil {
		return l, err
	}
	w.entries(ctx, &l, d, entries)
	return l, ctx.Err()
}

// replaced is a list sorted by path, without what is gone, and with another list.
func replaced[T any](was, with []T, path func(*T) string, gone func(string) bool) []T {
	slices.SortFunc(with, func(a, b T) int { return strings.Compare(path(&a), path(&b)) })
	out := make([]T, 0, len(was)+len(with))
	for i := range was {
		p := path(&was[i])
		if gone(p) {
			continue
		}
		for len(with) > 0 && path(&with[0]) < p {
			out, with = append(out, with[0]), with[1:]
		}
		out = append(out, was[i])
	}
	return append(out, with...)
}

// rescan is rescan of what the last look of Watch has listed, given what was told
// since; nil where all is to be listed.
func (x *indexer) rescan(ctx context.Context) (*Scan, error) {
	if x.told == nil || x.before == nil || x.before.scan != x.since.scan || x.before.print != x.fingerprint() {
		return nil, nil
	}
	again, ok := x.since.again(x.told, x.before.At)
	if !ok {
		return nil, nil
	}
	return rescan(ctx, x.root, x.abs, x.config, x.known, x.table, x.opts.Env, x.watch, x.jobs, x.since.scan, again)
}
