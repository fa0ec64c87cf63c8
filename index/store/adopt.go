package store

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"path/filepath"
)

// Adopt makes artefacts that another store has this one's own, those of keys that
// this one has not. A pack of which most is wanted becomes a link to the same
// file, which takes no room on the disk; where that can't be, and of other packs,
// the artefacts are copied. Whatever becomes of the other store afterwards, this
// one keeps what it has adopted. A key that the other has not is no error. When
// Adopt fails, some of keys may have been adopted.
func (w *Writer) Adopt(ctx context.Context, from *Store, keys []Key) error {
	theirs := from.acquire()
	if theirs == nil {
		return errClosed
	}
	defer from.release(theirs)
	own := w.acquire()
	if own == nil {
		return errClosed
	}
	defer w.release(own)
	today := day(w.now())
	wanted := map[*pack][]*entry{}
	seen := make(map[Key]bool, len(keys))
	for i := range keys {
		k := &keys[i]
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if seen[*k] || w.has(own, k) {
			continue
		}
		for _, p := range theirs.packs {
			var e *entry
			err := Guard(func() error {
				row, ok := p.find(k)
				if !ok {
					return nil
				}
				if _, err := p.data(row); err != nil {
					return err
				}
				e = &entry{key: *k, day: today, sum: binary.LittleEndian.Uint32(row[rowSum:]), len: binary.LittleEndian.Uint32(row[rowLength:]), from: p, row: row}
				return nil
			})
			if err != nil {
				from.note(finding(p.path, err))
			}
			if e != nil && err == nil {
				seen[*k] = true
				wanted[p] = append(wanted[p], e)
				break
			}
		}
	}
	var linked []*pack
	var copied []*entry
	for _, p := range theirs.packs {
		entries := wanted[p]
		if len(entries) == 0 {
			continue
		}
		size, use := len(p.file.data)-headSize, 0
		for _, e := range entries {
			use += rowSize + int(e.len)
		}
		if size-use <= size/worthwhile {
			if q := w.link(p); q != nil {
				linked = append(linked, q)
				continue
			}
		}
		copied = append(copied, entries...)
	}
	if len(linked) > 0 {
		if err := w.disk.syncDir(w.packs); err != nil {
			for _, p := range linked {
				p.file.close()
			}
			return cantWrite(w.packs, err)
		}
		w.replace(linked, nil)
	}
	sortEntries(copied)
	for len(copied) > 0 {
		n, size := 0, 0
		for n < len(copied) && (n == 0 || size+rowSize+int(copied[n].len) <= packMax) {
			size += rowSize + int(copied[n].len)
			n++
		}
		p, err := w.writePack(ctx, copied[:n])
		if err != nil {
			return err
		}
		w.replace([]*pack{p}, nil)
		copied = copied[n:]
	}
	return nil
}

// link makes a pack of another store one of this; nil where that can't be, on
// another file system for one.
func (w *Writer) link(p *pack) *pack {
	path := filepath.Join(w.packs, p.name)
	if w.unfit(path) {
		return nil
	}
	if err := w.disk.link(p.path, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil
	}
	q, err := w.openPack(path)
	if err != nil {
		w.note(finding(path, err))
		return nil
	}
	return q
}
