package store

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"
	"path/filepath"
	"slices"
	"time"
)

// A pack is
//
//	head    magic, schema, number of rows, length of the file, checksum of the
//	        table, checksum of the head
//	table   rows sorted by key
//	data    the artefacts, in the order of the rows
//
// All numbers are little-endian, all checksums CRC-32C. It is named by the
// SHA-256 of head and table, so that the same artefacts make the same file.
const (
	packMagic  = "cipack\r\n"
	packSuffix = ".pack"
	headSize   = 8 + 4 + 4 + 8 + 4 + 4
	rowSize    = 64
	packMax    = 256 << 20 // bytes of a pack; one artefact may be larger
)

// A pack has as many rows as its bytes allow, whose number is 32 bits long.
const _ = uint32(packMax / rowSize)

// Parts of a row.
const (
	rowContent = 0
	rowVersion = 32
	rowKind    = 40
	rowSum     = 44
	rowAt      = 48
	rowLength  = 56
	rowDay     = 60 // the day, since 1970, when the artefact was last known to be used
)

// castagnoli is the table of CRC-32C, which processors compute by themselves.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pack is an open pack, immutable but for views.
type pack struct {
	name, path string
	file       *mapped
	count      int
	table      []byte
	headSum    uint32
	seen       seen // guarded by Store.mu
	views      int  // that hold it; guarded by Store.mu
}

// openPack opens a pack. Its head and its table are checked, artefacts are when
// they are read.
func (s *Store) openPack(path string) (*pack, error) {
	m, err := s.disk.open(path)
	if err != nil {
		return nil, err
	}
	p := &pack{name: filepath.Base(path), path: path, file: m, seen: seen{m.mark, m.mark.settled(s.now())}}
	if err := Guard(p.check); err != nil {
		m.close()
		return nil, err
	}
	return p, nil
}

func (p *pack) check() (err error) {
	if p.table, p.count, err = splitPack(p.file.data); err == nil {
		p.headSum = binary.LittleEndian.Uint32(p.file.data[headSize-4:])
	}
	return err
}

// splitPack checks the head and the table of a pack, and returns the table and the number
// of its rows.
func splitPack(b []byte) (table []byte, rows int, err error) {
	if len(b) < headSize || string(b[:8]) != packMagic {
		return nil, 0, damaged("it is no pack")
	}
	if sum := binary.LittleEndian.Uint32(b[headSize-4:]); sum != crc32.Checksum(b[:headSize-4], castagnoli) {
		return nil, 0, damaged("its head does not agree with its checksum")
	}
	if schema := binary.LittleEndian.Uint32(b[8:]); schema != Schema {
		return nil, 0, schemaError(schema)
	}
	count, length := binary.LittleEndian.Uint32(b[12:]), binary.LittleEndian.Uint64(b[16:])
	if length != uint64(len(b)) || uint64(count)*rowSize > length-headSize {
		return nil, 0, damaged("it has %d bytes instead of %d", len(b), length)
	}
	rows = int(count)
	table = b[headSize:][:rows*rowSize]
	if crc32.Checksum(table, castagnoli) != binary.LittleEndian.Uint32(b[24:]) {
		return nil, 0, damaged("its table does not agree with its checksum")
	}
	return table, rows, nil
}

func (p *pack) row(i int) []byte { return p.table[i*rowSize:][:rowSize] }

// compareRow orders a row and a key: by content, kind, version.
func compareRow(row []byte, k *Key) int {
	if c := bytes.Compare(row[:32], k.Content[:]); c != 0 {
		return c
	}
	if c := cmp.Compare(row[rowKind], byte(k.Kind)); c != 0 {
		return c
	}
	return cmp.Compare(binary.LittleEndian.Uint64(row[rowVersion:]), k.Version)
}

func keyOf(row []byte) (k Key) {
	copy(k.Content[:], row)
	k.Kind, k.Version = Kind(row[rowKind]), binary.LittleEndian.Uint64(row[rowVersion:])
	return k
}

// find finds the row of a key. Hashes are spread evenly, so a key is near its
// share of the table.
func (p *pack) find(k *Key) (row []byte, ok bool) {
	if p.count == 0 {
		return nil, false
	}
	guess, _ := bits.Mul64(binary.BigEndian.Uint64(k.Content[:]), uint64(p.count))
	lo, hi := 0, p.count // the key is in [lo, hi) if anywhere
	at, step := int(guess), 4
	if c := compareRow(p.row(at), k); c < 0 {
		for lo = at + 1; lo < hi && lo+step < hi && compareRow(p.row(lo+step), k) < 0; step *= 2 {
			lo += step + 1
		}
		hi = min(hi, lo+step+1)
	} else {
		for hi = at + 1; hi-step > lo && compareRow(p.row(hi-step), k) >= 0; step *= 2 {
			hi -= step - 1
		}
		lo = max(lo, hi-step)
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch c := compareRow(p.row(mid), k); {
		case c == 0:
			return p.row(mid), true
		case c < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return nil, false
}

// data is the artefact of a row, checked.
func (p *pack) data(row []byte) ([]byte, error) {
	at, length := binary.LittleEndian.Uint64(row[rowAt:]), uint64(binary.LittleEndian.Uint32(row[rowLength:]))
	if size := uint64(len(p.file.data)); at > size || length > size-at {
		return nil, damaged("an artefact lies outside of it")
	}
	data := p.file.data[at:][:length:length]
	if crc32.Checksum(data, castagnoli) != binary.LittleEndian.Uint32(row[rowSum:]) {
		return nil, damaged("the artefact %s does not agree with its checksum", keyOf(row))
	}
	return data, nil
}

// entry is an artefact to pack.
type entry struct {
	key Key
	day uint32
	sum uint32
	len uint32
	// from is the pack that has it in the row, when data is nil.
	data []byte
	from *pack
	row  []byte
}

// size is what the artefact takes in a pack, in bytes.
func (e *entry) size() int64 { return rowSize + int64(e.len) }

// bytes is the artefact. It is checked where it comes out of a pack.
func (e *entry) bytes() ([]byte, error) {
	if e.from != nil {
		return e.from.data(e.row)
	}
	return e.data, nil
}

// writePack writes entries, in the order of their keys and each key once, as one
// pack.
func (w *Writer) writePack(ctx context.Context, entries []*entry) (*pack, error) {
	head := make([]byte, headSize, headSize+len(entries)*rowSize)
	at := uint64(cap(head))
	table := head[headSize:]
	for _, e := range entries {
		var row [rowSize]byte
		copy(row[rowContent:], e.key.Content[:])
		binary.LittleEndian.PutUint64(row[rowVersion:], e.key.Version)
		row[rowKind] = byte(e.key.Kind)
		binary.LittleEndian.PutUint32(row[rowSum:], e.sum)
		binary.LittleEndian.PutUint64(row[rowAt:], at)
		binary.LittleEndian.PutUint32(row[rowLength:], e.len)
		binary.LittleEndian.PutUint32(row[rowDay:], e.day)
		table = append(table, row[:]...)
		at += uint64(e.len)
	}
	copy(head, packMagic)
	binary.LittleEndian.PutUint32(head[8:], Schema)
	binary.LittleEndian.PutUint32(head[12:], uint32(len(entries)))
	binary.LittleEndian.PutUint64(head[16:], at)
	binary.LittleEndian.PutUint32(head[24:], crc32.Checksum(table, castagnoli))
	binary.LittleEndian.PutUint32(head[28:], crc32.Checksum(head[:headSize-4], castagnoli))
	path, err := w.write(w.packs, func(f file) (string, error) {
		b := bufio.NewWriterSize(contextWriter{ctx, f}, 1<<20)
		sum := sha256.New()
		for _, part := range [][]byte{head[:headSize], table} {
			sum.Write(part)
			if _, err := b.Write(part); err != nil {
				return "", err
			}
		}
		for _, e := range entries {
			err := Guard(func() error {
				data, err := e.bytes()
				if err == nil {
					_, err = b.Write(data)
				}
				return err
			})
			if err != nil {
				return "", err
			}
		}
		return hex.EncodeToString(sum.Sum(nil)[:16]) + packSuffix, b.Flush()
	})
	if err != nil {
		return nil, err
	}
	return w.openPack(path)
}

// contextWriter ends writing when the context is done.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(b)
}

// day of a time, since 1970.
func day(t time.Time) uint32 { return uint32(max(0, t.Unix()/(24*60*60))) }

// Put implements Artefacts: what is not there yet becomes packs of its own.
func (w *Writer) Put(ctx context.Context, artefacts []Artefact) error {
	v := w.acquire()
	if v == nil {
		return errClosed
	}
	defer w.release(v)
	var entries []*entry
	size := 0
	flush := func() error {
		if len(entries) == 0 {
			return nil
		}
		sortEntries(entries)
		p, err := w.writePack(ctx, entries)
		if err != nil {
			return err
		}
		w.replace([]*pack{p}, nil)
		entries, size = nil, 0
		return nil
	}
	today := day(w.now())
	seen := make(map[Key]bool, len(artefacts))
	for i := range artefacts {
		a := &artefacts[i]
		if seen[a.Key] || w.has(v, &a.Key) {
			continue
		}
		if uint64(len(a.Data)) > math.MaxUint32 {
			return fmt.Errorf("index store: the artefact %s has %d bytes, which is too large", a.Key, len(a.Data))
		}
		seen[a.Key] = true
		if size += rowSize + len(a.Data); size > packMax {
			if err := flush(); err != nil {
				return err
			}
			size = rowSize + len(a.Data)
		}
		entries = append(entries, &entry{key: a.Key, day: today, sum: crc32.Checksum(a.Data, castagnoli), len: uint32(len(a.Data)), data: a.Data})
	}
	return flush()
}

// has says whether an artefact is there and whole.
func (w *Writer) has(v *view, k *Key) bool {
	for _, p := range v.packs {
		there := false
		err := Guard(func() (err error) {
			row, ok := p.find(k)
			if ok {
				_, err = p.data(row)
			}
			there = ok
			return err
		})
		if there && err == nil {
			return true
		}
	}
	return false
}

func sortEntries(entries []*entry) {
	slices.SortFunc(entries, func(a, b *entry) int { return compareKeys(&a.key, &b.key) })
}

func compareKeys(a, b *Key) int {
	return cmp.Or(bytes.Compare(a.Content[:], b.Content[:]), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Version, b.Version))
}

// replace adds packs to the view and takes others out.
func (s *Store) replace(add, gone []*pack) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var packs []*pack
	names := map[string]bool{}
	for _, p := range s.view.packs {
		if !slices.Contains(gone, p) {
			packs = append(packs, p)
			names[p.name] = true
		}
	}
	for _, p := range add {
		if s.closed || names[p.name] {
			p.file.close() // the same artefacts as before
			continue
		}
		packs = append(packs, p)
	}
	if !s.closed {
		s.show(packs)
	}
}
