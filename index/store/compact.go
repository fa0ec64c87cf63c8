package store

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Limits of Compact.
type Limits struct {
	// MaxBytes is how much the packs may take on disk, 0 for no limit.
	MaxBytes int64
	// MaxAge is for how long artefacts that nobody uses are kept, 0 for ever.
	MaxAge time.Duration
	// MaxUnused is how many bytes of artefacts that nobody uses are kept, or as many as
	// those that are in use take, where that is more; 0 for no limit. What an imported
	// index says does not count: it can't be made again.
	MaxUnused int64
}

// Compaction is what Compact did.
type Compaction struct {
	// Busy: another process compacts the same packs; nothing was done.
	Busy bool
	// Packs and their bytes on disk, before and after.
	PacksBefore, PacksAfter int
	BytesBefore, BytesAfter int64
	// Artefacts that were dropped: unused for longer than MaxAge, unused and
	// beyond MaxBytes, unused and beyond MaxUnused, or damaged.
	Aged, Crowded, Excess, Damaged int
	// Over is by how much what is in use alone goes beyond MaxBytes.
	Over int64
}

// compactName is who compacts, and when that was done last.
const compactName = "compact.lock"

const (
	smallPack  = 32 << 20 // bytes of packs that are merged …
	smallPacks = 4        // … when there are as many
	worthwhile = 4        // a pack is written anew when one part in so many is of no use
)

// Compact merges small packs, and drops artefacts that live says no to: those
// unused for longer than MaxAge, and of the others the least recently used first
// until the packs fit into MaxBytes. What live says yes to is never dropped.
// Readers are not disturbed, and artefacts may be put meanwhile. When Compact
// fails nothing is lost.
func (w *Writer) Compact(ctx context.Context, live func(Key) bool, limits Limits) (Compaction, error) {
	w.compacting.Lock()
	defer w.compacting.Unlock()
	lock := flock.New(filepath.Join(w.packs, compactName), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return Compaction{}, cantWrite(w.packs, err)
	}
	if !ok {
		return Compaction{Busy: true}, nil
	}
	defer lock.Unlock()
	if err := w.Refresh(); err != nil {
		return Compaction{}, err
	}
	v := w.acquire()
	if v == nil {
		return Compaction{}, errClosed
	}
	defer w.release(v)
	c := compactor{w: w, v: v, today: day(w.now()), limits: limits}
	for _, p := range v.packs {
		c.done.PacksBefore++
		c.done.BytesBefore += int64(len(p.file.data))
	}
	err = Guard(func() error { return c.choose(ctx, live) })
	if err == nil {
		err = c.rewrite(ctx)
	}
	if err != nil {
		return Compaction{}, err
	}
	w.purgeUnfit(limits.MaxAge)
	_, c.done.PacksAfter, c.done.BytesAfter = w.Size()
	_ = os.Chtimes(lock.Path(), time.Time{}, w.now()) // else Tidy looks again sooner than it must
	return c.done, nil
}

const (
	manyPacks = 8              // small packs that make Tidy merge them
	tidyEvery = 24 * time.Hour // how often Tidy looks for what is too old
	slack     = 16             // part of the packs that must be of no use for Tidy to make room
)

// Tidy compacts when that is worth while: when there are many small packs, when
// the packs go beyond limits.MaxBytes and some of that is not in use, and once a
// day. Where it has to make room it makes a quarter of MaxBytes more than it must,
// so as not to begin again at once. live is called only when it is needed, for
// what Compact asks. done is false when nothing was to do, which is cheap to find
// out; Over is told all the same.
func (w *Writer) Tidy(ctx context.Context, live func() func(Key) bool, limits Limits) (c Compaction, done bool, err error) {
	v := w.acquire()
	if v == nil {
		return c, false, errClosed
	}
	defer w.release(v)
	small, size := 0, int64(0)
	for _, p := range v.packs {
		if n := len(p.file.data); n < smallPack {
			small++
		}
		size += int64(len(p.file.data))
	}
	var isLive func(Key) bool
	margin, over := int64(0), int64(0)
	if limits.MaxBytes > 0 && size > limits.MaxBytes {
		isLive = live()
		used, err := v.used(ctx, isLive)
		if err != nil {
			return c, false, err
		}
		over = max(0, used-limits.MaxBytes)
		if size-used > size/slack {
			margin = limits.MaxBytes / 4
		}
	}
	if margin == 0 && small < manyPacks && !w.tidyDue() {
		return Compaction{Over: over}, false, nil
	}
	if isLive == nil {
		isLive = live()
	}
	limits.MaxBytes -= margin
	if c, err = w.Compact(ctx, isLive, limits); err != nil {
		return c, false, err
	}
	c.Over = over
	return c, !c.Busy, nil
}

// used are the bytes of artefacts in use.
func (v *view) used(ctx context.Context, live func(Key) bool) (bytes int64, err error) {
	seen := map[Key]bool{}
	for _, p := range v.packs {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		err := Guard(func() error {
			for i := range p.count {
				row := p.row(i)
				if k := keyOf(row); live(k) && !seen[k] {
					seen[k] = true
					bytes += rowSize + int64(binary.LittleEndian.Uint32(row[rowLength:]))
				}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	return bytes, nil
}

// tidyDue says whether the last compaction is a day old. Where there was none the store
// is new: nothing in it is old before a day has passed.
func (w *Writer) tidyDue() bool {
	marker := filepath.Join(w.packs, compactName)
	info, err := os.Stat(marker)
	if errors.Is(err, fs.ErrNotExist) {
		f, err := os.OpenFile(marker, os.O_CREATE|os.O_WRONLY|openFlags, 0o600)
		if err != nil {
			return true
		}
		return f.Close() != nil || os.Chtimes(marker, time.Time{}, w.now()) != nil
	}
	return err != nil || w.now().Sub(info.ModTime()) >= tidyEvery
}

// compactor is one run of Compact.
type compactor struct {
	w      *Writer
	v      *view
	today  uint32
	limits Limits
	kept   []*entry       // sorted by key, each key once
	useful map[*pack]int  // bytes of kept entries
	stale  map[*pack]bool // packs that would forget that their artefacts are in use
	done   Compaction
}

// choose decides which artefacts stay.
func (c *compactor) choose(ctx context.Context, live func(Key) bool) error {
	var all []*entry
	for _, p := range c.v.packs {
		for i := range p.count {
			row := p.row(i)
			all = append(all, &entry{
				key: keyOf(row), day: binary.LittleEndian.Uint32(row[rowDay:]), sum: binary.LittleEndian.Uint32(row[rowSum:]),
				len: binary.LittleEndian.Uint32(row[rowLength:]), from: p, row: row,
			})
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	// Of an artefact that is in several packs the one in the largest stays.
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(compareKeys(&a.key, &b.key), cmp.Compare(b.from.count, a.from.count), strings.Compare(a.from.name, b.from.name))
	})
	oldest := uint32(0)
	if days := uint32(c.limits.MaxAge / (24 * time.Hour)); c.limits.MaxAge > 0 && days < c.today {
		oldest = c.today - days
	}
	c.stale = map[*pack]bool{}
	var unused []*entry
	size, unusedSize := int64(0), int64(0)
	for i, e := range all {
		if i > 0 && all[i-1].key == e.key {
			continue
		}
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case live(e.key):
			if e.day < oldest+(c.today-oldest)/2 && oldest > 0 {
				c.stale[e.from] = true
			}
			e.day = c.today
		case e.day < oldest:
			c.done.Aged++
			continue
		default:
			unused = append(unused, e)
			unusedSize += e.size()
		}
		size += rowSize + int64(e.len)
		c.kept = append(c.kept, e)
	}
	slices.SortStableFunc(unused, func(a, b *entry) int { return cmp.Compare(a.day, b.day) })
	if most := max(c.limits.MaxUnused, size-unusedSize); c.limits.MaxUnused > 0 && unusedSize > most {
		// Half of it goes, so that the next artefact does not begin it again.
		gone, left := map[*entry]bool{}, unused[:0]
		for _, e := range unused {
			if unusedSize > most/2 && e.key.Kind != Precise {
				gone[e] = true
				unusedSize -= e.size()
				size -= e.size()
			} else {
				left = append(left, e)
			}
		}
		unused = left
		c.done.Excess = len(gone)
		c.kept = slices.DeleteFunc(c.kept, func(e *entry) bool { return gone[e] })
	}
	if over := size - c.limits.MaxBytes; c.limits.MaxBytes > 0 && over > 0 {
		gone := map[*entry]bool{}
		for _, e := range unused {
			if over <= 0 {
				break
			}
			gone[e] = true
			over -= rowSize + int64(e.len)
		}
		c.done.Crowded, c.done.Over = len(gone), max(over, 0)
		c.kept = slices.DeleteFunc(c.kept, func(e *entry) bool { return gone[e] })
	}
	c.useful = map[*pack]int{}
	for _, e := range c.kept {
		c.useful[e.from] += rowSize + int(e.len)
	}
	return nil
}

// rewrite writes the packs anew for which that is worth while.
func (c *compactor) rewrite(ctx context.Context) error {
	w := c.w
	tight := c.limits.MaxBytes > 0 && c.done.BytesBefore > c.limits.MaxBytes
	bad := map[*pack]bool{} // packs with an artefact that is damaged
	for _, p := range c.v.packs {
		bad[p] = w.unfit(p.path)
	}
	var small, old []*pack
	for _, p := range c.v.packs {
		size := len(p.file.data)
		useless := size - headSize - c.useful[p]
		switch {
		case bad[p], c.stale[p], useless > size/worthwhile, useless > 0 && tight:
			old = append(old, p)
		case size < smallPack:
			small = append(small, p)
		}
	}
	if len(small) >= smallPacks || len(small) > 0 && len(old) > 0 {
		old = append(old, small...)
	}
	again := map[*pack]bool{}
	for _, p := range old {
		again[p] = true
	}
	var made []*pack
	var names []string
	var entries []*entry
	size := 0
	flush := func() error {
		if len(entries) == 0 {
			return nil
		}
		p, err := w.writePack(ctx, entries)
		if err != nil {
			return err
		}
		made, names = append(made, p), append(names, p.name)
		entries, size = nil, 0
		return nil
	}
	err := func() error {
		for _, e := range c.kept {
			if !again[e.from] {
				continue
			}
			if err := Guard(func() error { _, err := e.bytes(); return err }); err != nil {
				w.note(finding(e.from.path, err))
				bad[e.from] = true
				c.done.Damaged++
				continue
			}
			if size += rowSize + int(e.len); size > packMax {
				if err := flush(); err != nil {
					return err
				}
				size = rowSize + int(e.len)
			}
			entries = append(entries, e)
		}
		return flush()
	}()
	// What was made holds what was there: it may be used, whatever happened.
	if err != nil {
		w.replace(made, nil)
		return err
	}
	w.replace(made, old)
	if len(made)+len(old) > 0 {
		_ = w.Pin() // failing, the packs are missed when the store is opened, and what was in them is found
	}
	for _, p := range old {
		switch {
		case slices.Contains(names, p.name):
		case bad[p]:
			w.setAside(p.path)
		default:
			_ = w.disk.remove(p.path) // it stays as a copy, and is compacted again
		}
	}
	return nil
}

// purgeUnfit sets damaged packs aside, and removes packs of other schemas that
// nobody has written for maxAge.
func (w *Writer) purgeUnfit(maxAge time.Duration) {
	entries, err := w.disk.list(w.packs)
	if err != nil {
		return
	}
	w.mu.Lock()
	unfit := maps.Clone(w.foreign) // whether it is damaged
	for _, f := range w.findings {
		unfit[f.Path] = f.Damaged
	}
	w.mu.Unlock()
	for _, e := range entries {
		path := filepath.Join(w.packs, e.Name())
		damaged, ok := unfit[path]
		if !ok || w.shows(e.Name()) {
			continue
		}
		if info, err := e.Info(); damaged {
			w.setAside(path)
		} else if err == nil && maxAge > 0 && w.now().Sub(info.ModTime()) > maxAge {
			_ = w.disk.remove(path) // the next one tries again
		}
	}
}

// shows says whether a pack is in use.
func (s *Store) shows(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.view.packs, func(p *pack) bool { return p.name == name })
}

var errClosed = errors.New("index store: it is closed")
