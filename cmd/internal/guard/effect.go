package guard

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"codeintel/index/workspace"
	"codeintel/session/shell"
)

// configName is the configuration of the repository, which a Tree has not.
const configName = ".code-intel/config.json"

// maxHashed is how many bytes a file may have whose content is compared; of a larger
// one any sign of a change counts.
const maxHashed = 256 << 20

// Files are read for so long when a baseline is made before a call and after one, and
// when one is looked at that was not made to the end. Of those that were not read, the
// largest, any sign of a change counts.
const (
	readBefore = time.Second
	readAfter  = 15 * time.Second
	readMore   = 2 * time.Second
)

// change is a file that is not what it was.
type change struct {
	path     string
	was, now known // the zero value where there is no file
	// at is when it changed, in nanoseconds since 1970 by the clock of the disk: not
	// before; what is gone or was moved may have changed earlier.
	at int64
}

func (c *change) added() bool { return c.was == known{} }
func (c *change) gone() bool  { return c.now == known{} }

// cache is the baseline as it was read last, and the calls as they were kept last.
type cache struct {
	mu sync.Mutex
	// base is changed in place by whoever holds the lock of the repository.
	base baseline
	at   marks
	// since is the sum of the baseline that is kept whole, of so many files, and changed
	// what has changed since then.
	since   [sha256.Size]byte
	whole   int
	changed baseline
	state   []byte
}

// marks are those of the files that a baseline is kept in.
type marks struct{ whole, changes workspace.Mark }

// remembers reports whether this process knows a baseline that is not there any more:
// what is kept in the repository was removed.
func (g *Guard) remembers() bool {
	g.cache.mu.Lock()
	defer g.cache.mu.Unlock()
	return g.cache.base != nil && !g.store.watched()
}

// restore puts back what is kept in the repository where it was removed, as far as
// this process knows it. The lock is held.
func (g *Guard) restore() error {
	if !g.remembers() {
		return nil
	}
	g.cache.mu.Lock()
	base, state := g.cache.base, g.cache.state
	g.cache.mu.Unlock()
	if state != nil {
		// It was sealed when it was kept.
		if _, err := g.store.write(stateName, state); err != nil {
			return err
		}
	}
	return g.keep(base)
}

// note keeps what is known of calls.
func (g *Guard) note(st *state) error {
	data, err := g.store.save(st)
	if err == nil {
		g.cache.mu.Lock()
		defer g.cache.mu.Unlock()
		g.cache.state = data
	}
	return err
}

// watched says whether there is a baseline: somebody is held up, or was.
func (s store) watched() bool {
	_, err := os.Lstat(filepath.Join(s.dir, baselineName))
	return err == nil
}

// maxBaseline is how many bytes a kept baseline may have.
const maxBaseline = 1 << 30

// baseline returns the kept baseline, or nil if there is none or its seal is wrong; the
// caller then makes a new one. The caller holds the lock.
func (g *Guard) baseline() (baseline, error) {
	at := g.mark()
	if at.whole == (workspace.Mark{}) {
		return nil, nil
	}
	g.cache.mu.Lock()
	defer g.cache.mu.Unlock()
	if g.cache.base != nil && g.cache.at == at {
		return g.cache.base, nil
	}
	data, err := g.store.readSealed(baselineName)
	if data == nil {
		return nil, err
	}
	b, err := decodeBaseline(data)
	if err != nil {
		return nil, nil
	}
	since, whole, changed := sumOf(data), len(b), baseline{}
	if at.changes != (workspace.Mark{}) {
		data, err := g.store.readSealed(changesName)
		if data == nil {
			return nil, err
		}
		of, list, err := decodeChanges(data)
		if err != nil {
			return nil, nil
		}
		if of == since { // else they are of the baseline before
			b.apply(list)
			changed = list
		}
	}
	g.cache.base, g.cache.at, g.cache.since, g.cache.whole, g.cache.changed = b, at, since, whole, changed
	return b, nil
}

// readSealed reads a file of the store that writeSealed has written, nil where it is
// not as it was.
func (s store) readSealed(name string) ([]byte, error) {
	data, err := s.read(name, maxBaseline)
	if data == nil {
		if errors.Is(err, errNoState) {
			err = nil
		}
		return nil, err
	}
	if s.seal == nil {
		return data, nil
	}
	n := len(data) - hex.EncodedLen(sha256.Size)
	if n < sha256.Size {
		return nil, nil
	}
	sum := sumOf(data[:n])
	if subtle.ConstantTimeCompare(data[n:], []byte(s.sealOf(name, sum[:]))) != 1 {
		return nil, nil
	}
	return data[:n], nil
}

// writeSealed writes a file of the store whose content ends with its own sum.
func (s store) writeSealed(name string, data []byte) error {
	sum := sumOf(data)
	_, err := s.write(name, append(data, s.sealOf(name, sum[:])...))
	return err
}

// keep makes b what is kept. The lock is held.
func (g *Guard) keep(b baseline) error {
	data := b.encode()
	since := sumOf(data)
	if err := g.store.writeSealed(baselineName, data); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(g.store.dir, changesName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	g.cache.mu.Lock()
	defer g.cache.mu.Unlock()
	g.cache.base, g.cache.at, g.cache.since, g.cache.whole, g.cache.changed = b, g.mark(), since, len(b), baseline{}
	return nil
}

// update makes part of the baseline that is kept what has changed since: an edit costs
// what it touches, and not what the repository has. The lock is held.
func (g *Guard) update(changed baseline) error {
	g.cache.mu.Lock()
	g.cache.base.apply(changed)
	maps.Copy(g.cache.changed, changed)
	base, all := g.cache.base, g.cache.changed
	whole := len(all) > max(minChanges, g.cache.whole/8)
	g.cache.mu.Unlock()
	if whole {
		return g.keep(base)
	}
	err := g.store.writeSealed(changesName, encodeChanges(g.cache.since, all))
	g.cache.mu.Lock()
	defer g.cache.mu.Unlock()
	if g.cache.at = g.mark(); err != nil {
		g.cache.at = marks{} // what is on disk counts
	}
	return err
}

// minChanges is how many entries may have changed before a baseline is kept whole again.
const minChanges = 256

// listing is a repository as it is now.
type listing struct {
	root  string
	tree  *workspace.Tree
	files []workspace.TreeFile
	now   time.Time
	// told are the files that may have changed, nil where all there are were listed:
	// then files are those of them that are there, and those that decide on the gate.
	told map[string]bool
}

// look lists the files that the watch reports as changed, or all files if there is no
// watch. The caller holds the lock between processes, since reading the watch's events
// consumes them.
func (g *Guard) look(ctx context.Context, all bool) (*listing, error) {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	if !all && g.watch.tree != nil && g.watch.seen == g.mark() {
		if l, ok := g.changed(); ok {
			return l, nil
		}
	}
	g.watch.tree, g.watch.w = nil, nil
	if !g.o.Lasting {
		return g.list(ctx, nil)
	}
	w := newWatch()
	if w == nil {
		return g.list(ctx, nil)
	}
	l, err := g.list(ctx, func(folder string) { w.add(g.o.Root, folder) })
	if err == nil && len(l.tree.Failed) == 0 {
		g.watch.tree, g.watch.w = l.tree, w
	}
	return l, err
}

// watching is the watch of a process that stays, with the list of files that it goes by.
type watching struct {
	mu   sync.Mutex
	w    *watch
	tree *workspace.Tree // what was listed when the watch began; nil when nothing is watched
	// seen is the mark of the baseline that this process has last looked by: where
	// another one has looked meanwhile, what was told is not what has changed since.
	seen marks
}

// unwatch makes the next look one at everything.
func (g *Guard) unwatch() {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	g.watch.tree, g.watch.w = nil, nil
}

// seen notes that this process has looked last. The lock is held.
func (g *Guard) seen() {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	g.watch.seen = g.mark()
}

// mark is that of the baseline, the zero value where there is none.
func (g *Guard) mark() marks {
	of := func(name string) workspace.Mark {
		info, err := os.Lstat(filepath.Join(g.store.dir, name))
		if err != nil {
			return workspace.Mark{}
		}
		return workspace.NewMark(info)
	}
	return marks{of(baselineName), of(changesName)}
}

// changed lists the files of which the watch was told. It is not ok where all must be
// listed.
func (g *Guard) changed() (l *listing, ok bool) {
	told, ok := g.watch.w.told()
	if !ok {
		return nil, false
	}
	l = &listing{root: g.o.Root, tree: &workspace.Tree{GitDir: g.watch.tree.GitDir}, now: g.o.Now(), told: map[string]bool{}}
	for p := range told {
		if isOurs(p) {
			continue
		}
		info, err := os.Lstat(l.file(p))
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				return nil, false
			}
			l.told[p] = true
			continue
		}
		if info.IsDir() {
			return nil, false
		}
		in, err := workspace.InTree(g.o.Root, p, g.o.Env)
		if err != nil {
			return nil, false
		}
		if l.told[p] = true; in {
			l.files = append(l.files, workspace.TreeFile{Path: p, Mark: workspace.NewMark(info)})
		}
	}
	if l.tree.GitDir != "" {
		l.tree.Git = workspace.GitFiles(l.tree.GitDir)
	}
	if !slices.EqualFunc(l.tree.Git, g.watch.tree.Git, func(a, b workspace.TreeFile) bool { return a == b }) {
		return nil, false // what git leaves out may be something else
	}
	list := g.switches()
	for _, p := range list {
		l.told[p] = true
	}
	l.addSwitches(list)
	return l, true
}

// maxSwept is how many files are looked at after a call that may have written by another
// name. Of more a part is, another one each time.
const maxSwept = 5_000

// sweep looks for files that have changed without the watch being told: by another name
// that a file has outside of the repository. base is what was there before.
func (l *listing) sweep(base baseline) {
	n := 0
	for p, k := range base {
		if n++; n > maxSwept {
			return
		}
		if l.told[p] || path.IsAbs(p) || isOurs(p) || sameMark(l.file(p), k.mark) {
			continue
		}
		info, err := os.Lstat(l.file(p))
		if err != nil || info.IsDir() {
			continue // of what is gone the watch was told
		}
		l.told[p] = true
		l.files = append(l.files, workspace.TreeFile{Path: p, Mark: workspace.NewMark(info)})
	}
}

// elsewhere reports whether what the call may write need not be told of by the names that
// files have in the repository.
func (r *Request) elsewhere() bool {
	return r.Effects.Unknown || r.Effects.Background || slices.ContainsFunc(r.Effects.Writes, func(w shell.Write) bool { return w.Path == "" || !isAbove(r.Root, w.Path) })
}

func (g *Guard) list(ctx context.Context, before func(folder string)) (*listing, error) {
	tree, err := workspace.ReadTreeAfter(ctx, g.o.Root, g.o.Env, before)
	if err != nil {
		return nil, err
	}
	l := &listing{root: g.o.Root, tree: tree, now: g.o.Now(), files: slices.Concat(tree.Files, tree.Git)}
	l.addSwitches(g.switches())
	return l, nil
}

// addSwitches adds the files that decide whether the gate stands, and that git may leave
// out.
func (l *listing) addSwitches(list []string) {
	for _, p := range list {
		if slices.ContainsFunc(l.files, func(f workspace.TreeFile) bool { return f.Path == p }) {
			continue
		}
		if info, err := os.Lstat(l.file(p)); err == nil && !info.IsDir() {
			l.files = append(l.files, workspace.TreeFile{Path: p, Mark: workspace.NewMark(info)})
		}
	}
}

// file is where a file of the listing is.
func (l *listing) file(p string) string {
	if path.IsAbs(p) {
		return p
	}
	return l.tree.File(l.root, p)
}

// content returns what is known of a file that has a mark: its content is read.
func (l *listing) content(f workspace.TreeFile) known {
	k := known{mark: f.Mark}
	if f.Mark.Mode.IsRegular() && f.Mark.Size <= maxHashed || f.Mark.Mode&fs.ModeSymlink != 0 {
		k.hash, _ = l.hash(f) // what can't be read has no hash
	}
	return k
}

// hash is that of a file's content.
func (l *listing) hash(f workspace.TreeFile) (hash, error) {
	name := l.file(f.Path)
	if f.Mark.Mode&fs.ModeSymlink != 0 {
		to, err := os.Readlink(name)
		return hashOf([]byte("link " + to)), err
	}
	h, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return hash{}, err
	}
	defer h.Close()
	if f.Path == ".git/config" || path.IsAbs(f.Path) {
		data, err := io.ReadAll(io.LimitReader(h, maxHashed))
		return hashOf(outsideSwitches(f.Path, data)), err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, h)
	return hash(sum.Sum(nil)), err
}

// gitSwitches are the lines of git's configuration that decide what git runs, and
// what it leaves out: not those that say where branches come from and who commits, what
// is trusted and how it looks.
func gitSwitches(data []byte) []byte {
	var out []byte
	plain := false
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		if section, ok := bytes.CutPrefix(line, []byte("[")); ok {
			name := section
			if end := bytes.IndexAny(section, " \t.]\""); end >= 0 {
				name = section[:end]
			}
			plain = slices.Contains([]string{"branch", "remote", "user", "submodule", "safe", "init", "color", "advice", "push", "pull"}, strings.ToLower(string(name)))
		}
		if !plain && len(line) > 0 {
			out = append(append(out, line...), '\n')
		}
	}
	return out
}

// outsideSwitches is what settings of git or of a client say that decides on the gate.
func outsideSwitches(name string, data []byte) []byte {
	if path.Ext(name) == ".json" {
		return clientSwitches(data)
	}
	return gitSwitches(data)
}

// clientSwitches is what a client's settings say of hooks and servers, what its record
// of a user says of servers and trust, by folder, and its list of plugins of which there
// are: it writes the rest itself.
func clientSwitches(data []byte) []byte {
	var all map[string]json.RawMessage
	if len(data) > 0 && json.Unmarshal(data, &all) != nil {
		return data
	}
	out := chosen(nil, all, "hooks", "disableAllHooks", "allowManagedHooksOnly", "enabledPlugins", "env",
		"enabledMcpjsonServers", "disabledMcpjsonServers", "enableAllProjectMcpServers", "allowedMcpServers", "deniedMcpServers")
	var folders, plugins map[string]json.RawMessage
	_ = json.Unmarshal(all["projects"], &folders) // what is none is not used by the client either
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		var of map[string]json.RawMessage
		_ = json.Unmarshal(folders[dir], &of)
		if says := chosen(nil, of, "enabledMcpjsonServers", "disabledMcpjsonServers", "disabledMcpServers", "hasTrustDialogAccepted"); len(says) > 0 {
			out = append(append(append(out, dir...), '\n'), says...)
		}
	}
	_ = json.Unmarshal(all["plugins"], &plugins)
	for _, name := range slices.Sorted(maps.Keys(plugins)) {
		out = append(append(out, name...), '\n')
	}
	return out
}

// chosen appends the values that have one of the names. Those that are empty say nothing.
func chosen(out []byte, all map[string]json.RawMessage, names ...string) []byte {
	for _, name := range names {
		if v := bytes.TrimSpace(all[name]); len(v) > 0 && !slices.Contains([]string{"null", "[]", "{}", "false"}, string(v)) {
			out = append(append(append(out, name...), v...), '\n')
		}
	}
	return out
}

// parallel calls do with the numbers below n, on all processors.
func parallel(n int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}

// make makes the first baseline; files are read for so long. The lock is held.
func (g *Guard) make(ctx context.Context, long time.Duration) error {
	l, err := g.list(ctx, nil)
	if err != nil {
		return err
	}
	order := slices.Clone(l.files)
	slices.SortFunc(order, func(a, b workspace.TreeFile) int {
		return cmp.Or(cmp.Compare(a.Mark.Size, b.Mark.Size), cmp.Compare(a.Path, b.Path))
	})
	all := make([]known, len(order))
	until := time.Now().Add(long)
	parallel(len(order), func(i int) {
		if ctx.Err() == nil && time.Now().Before(until) {
			all[i] = l.content(order[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	b := make(baseline, len(order))
	for i, f := range order {
		k := all[i]
		k.mark = f.Mark
		b[f.Path] = l.trust(k)
	}
	g.save(ctx, l, b)
	if err := g.keep(b); err != nil {
		return err
	}
	st, err := g.store.state()
	if err != nil || !st.Damaged {
		return err
	}
	return g.note(&state{Version: stateVersion}) // there is none yet, or it is not to be believed
}

// first makes a baseline where there is none, for so long. What is kept of calls lies
// beside one: alone it says that the baseline was removed. The lock is held.
func (g *Guard) first(ctx context.Context, long time.Duration) error {
	_, err := os.Lstat(filepath.Join(g.store.dir, stateName))
	alone := err == nil
	if err := g.make(ctx, long); err != nil || !alone {
		return err
	}
	st, err := g.store.state()
	if err != nil {
		return err
	}
	st.Gone = true
	return g.note(st)
}

// readOn reads files that were not read when the baseline was made.
func (l *listing) readOn(ctx context.Context, b, fresh baseline) {
	var list []workspace.TreeFile
	for _, f := range l.files {
		if k, ok := b[f.Path]; ok && k.hash == (hash{}) && k.mark == f.Mark && f.Mark.Size <= maxHashed && (f.Mark.Mode.IsRegular() || f.Mark.Mode&fs.ModeSymlink != 0) {
			list = append(list, f)
		}
	}
	found := make([]known, len(list))
	until := time.Now().Add(readMore)
	parallel(len(list), func(i int) {
		if ctx.Err() == nil && time.Now().Before(until) {
			found[i] = l.content(list[i])
		}
	})
	for i, f := range list {
		if k := found[i]; k.hash != (hash{}) {
			fresh[f.Path] = l.trust(k)
		}
	}
}

// trust is what is kept of a file: a mark that need not tell of the next change is
// one that no file has.
func (l *listing) trust(k known) known {
	if !k.mark.Settled(l.now) {
		k.mark.Inode = ^uint64(0)
	}
	return k
}

// compare finds what has changed since b, sorted by path. What has not, but looks
// so, is brought up to date in fresh.
func (l *listing) compare(ctx context.Context, b baseline) (changes []change, fresh baseline, err error) {
	var looks []workspace.TreeFile
	there := make(map[string]bool, len(l.files))
	for _, f := range l.files {
		there[f.Path] = true
		if k, ok := b[f.Path]; !ok || k.mark != f.Mark || l.told[f.Path] && l.wrote(f.Path) {
			looks = append(looks, f)
		}
	}
	for p := range l.known(b) {
		if there[p] {
			continue
		}
		// It is gone, or not in the tree any more.
		if info, err := os.Lstat(l.file(p)); err == nil && !info.IsDir() && l.lies(p) {
			if f := (workspace.TreeFile{Path: p, Mark: workspace.NewMark(info)}); f.Mark != b[p].mark {
				looks = append(looks, f)
			}
			continue
		}
		changes = append(changes, change{path: p, was: b[p]})
	}
	found := make([]known, len(looks))
	parallel(len(looks), func(i int) {
		if ctx.Err() == nil {
			found[i] = l.content(looks[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	fresh = baseline{}
	for i, f := range looks {
		was, now := b[f.Path], found[i]
		if was == (known{}) && path.IsAbs(f.Path) && now.hash == hashOf(outsideSwitches(f.Path, nil)) {
			fresh[f.Path] = l.trust(now) // it says nothing that matters
			continue
		}
		if was.hash != (hash{}) && was.hash == now.hash && was.mark.Mode == now.mark.Mode {
			if k := l.trust(now); k != was {
				fresh[f.Path] = k
			}
			continue
		}
		changes = append(changes, change{path: f.Path, was: was, now: now})
	}
	if l.told == nil {
		l.readOn(ctx, b, fresh)
	}
	l.times(changes, b)
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.path, b.path) })
	return changes, fresh, nil
}

// lies reports whether a file lies where its path says, and not where a symbolic link on
// the way leads to.
func (l *listing) lies(p string) bool {
	dir := filepath.Dir(l.file(p))
	real, err := filepath.EvalSymlinks(dir)
	return path.IsAbs(p) || strings.HasPrefix(p, ".git/") || err == nil && real == dir
}

// known returns the paths of a baseline that may have gone.
func (l *listing) known(b baseline) iter.Seq[string] {
	if l.told == nil {
		return maps.Keys(b)
	}
	return func(yield func(string) bool) {
		for p := range l.told {
			if _, ok := b[p]; ok && !yield(p) {
				return
			}
		}
	}
}

// wrote reports whether something was told of a file, and it is not only looked at each
// time.
func (l *listing) wrote(p string) bool { return p != configName && !isSwitch(p) }

// switches are the files that are looked at each time.
func (g *Guard) switches() []string {
	list := append([]string{configName}, switches...)
	for _, p := range slices.Concat(g.o.Outside, workspace.RuleFiles(g.o.Root, g.o.Env)) {
		if path.IsAbs(p) && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// times finds out when the files changed.
func (l *listing) times(changes []change, b baseline) {
	var folders map[string]bool // that the baseline has files in or below
	var left map[hash]bool      // contents that are not where they were
	times := map[string]int64{} // of folders, 0 when they are not there
	time := func(p string) int64 {
		if t, ok := times[p]; ok {
			return t
		}
		t := int64(0)
		if info, err := os.Lstat(l.file(p)); err == nil {
			m := workspace.NewMark(info)
			t = max(m.ChangeTime, m.ModTime)
			if m.ChangeTime != 0 {
				t = m.ChangeTime
			}
		}
		times[p] = t
		return t
	}
	for i := range changes {
		c := &changes[i]
		if c.gone() {
			p := path.Dir(c.path)
			for ; p != "." && p != "/" && time(p) == 0; p = path.Dir(p) {
			}
			c.at = time(p)
			continue
		}
		if c.at = c.now.mark.ChangeTime; c.at == 0 {
			c.at = c.now.mark.ModTime
		}
		if !c.added() {
			continue
		}
		// It may have come with a folder that was moved: one that is new, or another
		// than it was, since what is in it was elsewhere.
		if folders == nil {
			folders, left = map[string]bool{}, map[hash]bool{}
			for p := range b {
				for p = path.Dir(p); p != "." && p != "/" && !folders[p]; p = path.Dir(p) {
					folders[p] = true
				}
			}
			for i := range changes {
				left[changes[i].was.hash] = !changes[i].added()
			}
		}
		moved := left[c.now.hash]
		for p := path.Dir(c.path); p != "." && p != "/" && (moved || !folders[p]); p = path.Dir(p) {
			c.at = max(c.at, time(p))
			if path.IsAbs(c.path) {
				break // the folders above it change for everybody's reasons
			}
		}
	}
}

// accept returns what changes when changes become part of a baseline, and what has not
// changed, but looks so, is brought up to date.
func (l *listing) accept(fresh baseline, changes []change) baseline {
	next := maps.Clone(fresh)
	for i := range changes {
		c := &changes[i]
		if c.gone() {
			next[c.path] = gone
		} else {
			next[c.path] = l.trust(c.now)
		}
	}
	return next
}
