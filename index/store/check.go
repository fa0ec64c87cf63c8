package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A mark is what the file system says of a file without reading it. A file that is
// changed in place, which nobody should do, has another mark afterwards.
type mark struct {
	size, mtime, ctime int64
	inode              uint64 // 0 where there is none
}

func newMark(info fs.FileInfo) mark {
	m := mark{size: info.Size(), mtime: info.ModTime().UnixNano()}
	m.ctime, m.inode = identity(info)
	return m
}

// coarse is the longest step in which file systems count time. A file that changed less
// than that before it was looked at may change again and keep its mark.
const coarse = 2 * time.Second

func (m mark) settled(now time.Time) bool {
	limit := now.Add(-coarse).UnixNano()
	return m.mtime < limit && m.ctime < limit
}

// A seen is the mark of a file when its content was last checked. Store.mu guards it.
type seen struct {
	mark    mark
	settled bool // an equal mark means the same content
}

// current reports whether m, seen now, says that the content is what it was when it was
// checked. One check more is due after the mark has settled.
func (s seen) current(m mark, now time.Time) bool {
	return m == s.mark && (s.settled || !m.settled(now))
}

// A pin is a pack that a published state was kept with: its name, its size in bytes and
// the checksum of its head, which covers that of its table.
type pin struct {
	name [16]byte
	size uint64
	sum  uint32
}

const pinSize = 16 + 8 + 4

// pin returns the pin of a pack; ok is false where its name is not that of a pack.
func (p *pack) pin() (n pin, ok bool) {
	name, err := hex.DecodeString(strings.TrimSuffix(p.name, packSuffix))
	if err != nil || len(name) != len(n.name) {
		return pin{}, false
	}
	return pin{[16]byte(name), uint64(len(p.file.data)), p.headSum}, true
}

// pins returns those of the packs in use, sorted by name.
func (s *Store) pins() []pin {
	s.mu.Lock()
	defer s.mu.Unlock()
	pins := make([]pin, 0, len(s.view.packs))
	for _, p := range s.view.packs {
		if n, ok := p.pin(); ok {
			pins = append(pins, n)
		}
	}
	slices.SortFunc(pins, func(a, b pin) int { return bytes.Compare(a.name[:], b.name[:]) })
	return pins
}

// appendCurrent appends the content of CURRENT: the number of pins (uint32), the pins,
// the checksum of both, and the foot of the generation.
func appendCurrent(b []byte, f foot, pins []pin) []byte {
	at := len(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(pins)))
	for _, p := range pins {
		b = append(b, p.name[:]...)
		b = binary.LittleEndian.AppendUint64(b, p.size)
		b = binary.LittleEndian.AppendUint32(b, p.sum)
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
	return f.append(b)
}

// decodeCurrent takes the content of CURRENT apart. pins is nil where it has no list, which
// programs did not write before lists were there.
func decodeCurrent(b []byte) (f foot, pins []pin, err error) {
	if f, err = readFoot(b[max(0, len(b)-footSize):]); err != nil {
		return f, nil, err
	}
	list := b[:len(b)-footSize]
	if len(list) == 0 {
		return f, nil, nil
	}
	if len(list) < 8 || crc32.Checksum(list[:len(list)-4], castagnoli) != binary.LittleEndian.Uint32(list[len(list)-4:]) {
		return f, nil, damaged("its list of packs does not agree with its checksum")
	}
	n := binary.LittleEndian.Uint32(list)
	if list = list[4 : len(list)-4]; uint64(n)*pinSize != uint64(len(list)) {
		return f, nil, damaged("its list of packs has another length")
	}
	pins = make([]pin, 0, n)
	for ; len(list) > 0; list = list[pinSize:] {
		pins = append(pins, pin{[16]byte(list), binary.LittleEndian.Uint64(list[16:]), binary.LittleEndian.Uint32(list[24:])})
	}
	return f, pins, nil
}

// Lacks returns the names of the packs that were in use when the state was published and
// are not now, or not as they were. What was in them may be in other packs: see Has. It
// is cheap. pinned is false where it is not known which packs were in use.
func (s *Store) Lacks() (packs []string, pinned bool) {
	for range 2 { // a writer may have merged packs since they were listed
		_, pins, err := s.readCurrent(filepath.Join(s.dir, currentName))
		if err != nil || pins == nil {
			return nil, false
		}
		have := map[pin]bool{}
		for _, p := range s.pins() {
			have[p] = true
		}
		packs = nil
		for _, p := range pins {
			if !have[p] {
				packs = append(packs, hex.EncodeToString(p.name[:])+packSuffix)
			}
		}
		if len(packs) == 0 || s.Refresh() != nil {
			break
		}
	}
	return packs, true
}

// Pin notes that the published state needs the packs that there are now, for Lacks.
func (w *Writer) Pin() error {
	w.publishing.Lock()
	defer w.publishing.Unlock()
	f, err := w.current()
	if err != nil {
		if errors.Is(err, ErrNone) {
			return nil
		}
		return err
	}
	pins := w.pins()
	if was, old, err := w.readCurrent(filepath.Join(w.dir, currentName)); err == nil && was == f && old != nil && slices.Equal(old, pins) {
		return nil
	}
	return w.writeCurrent(f, pins)
}

func (w *Writer) writeCurrent(f foot, pins []pin) error {
	_, err := w.write(w.dir, func(to file) (string, error) {
		_, err := to.Write(appendCurrent(nil, f, pins))
		return currentName, err
	})
	return err
}

// Has reports for each of keys whether there is an artefact. Its data are not read: they
// are checked by Get.
func (s *Store) Has(keys []Key) []bool {
	there := make([]bool, len(keys))
	v := s.acquire()
	if v == nil {
		return there
	}
	defer s.release(v)
	for _, p := range v.packs {
		err := Guard(func() error {
			for i := range keys {
				if !there[i] {
					_, there[i] = p.find(&keys[i])
				}
			}
			return nil
		})
		if err != nil {
			s.note(finding(p.path, err))
		}
	}
	return there
}

// Check looks at the files of the packs again. One that is as it was is not read. One
// that is not what it was is a finding and not used any more, and so is one that is gone
// where own is set: a store that another process writes loses packs when that merges
// them, and what is mapped of these stays good. Check returns how many packs it gave up.
func (s *Store) Check(own bool) (lost int) {
	v := s.acquire()
	if v == nil {
		return 0
	}
	defer s.release(v)
	var gone []*pack
	for _, p := range v.packs {
		if err := s.checkPack(p, own); err != nil {
			s.note(finding(p.path, err))
			gone = append(gone, p)
		}
	}
	if len(gone) > 0 {
		s.replace(nil, gone)
	}
	return len(gone)
}

func (s *Store) checkPack(p *pack, own bool) error {
	m, err := s.disk.stat(p.path)
	if errors.Is(err, fs.ErrNotExist) {
		if own && s.shows(p.name) {
			return damaged("it is gone")
		}
		return nil
	}
	now := s.now()
	s.mu.Lock()
	was := p.seen
	s.mu.Unlock()
	switch {
	case err != nil: // it can't be looked at; what is mapped is still there
		return nil
	case was.current(m, now):
		return nil
	case m.inode != was.mark.inode:
		if own {
			return damaged("another file has its place")
		}
		return nil
	}
	err = Guard(func() (err error) {
		if m == was.mark { // what is in it is checked when it is read
			_, _, err = splitPack(p.file.data)
		} else {
			_, err = p.verify(context.Background())
		}
		return err
	})
	if err != nil {
		return err
	}
	s.mu.Lock()
	p.seen = seen{m, m.settled(now)}
	s.mu.Unlock()
	return nil
}

// verify reads all of a pack, and returns the number of bytes that it read. Its error is
// the context's, or says what is damaged.
func (p *pack) verify(ctx context.Context) (read int64, err error) {
	b := p.file.data
	if _, _, err := splitPack(b); err != nil {
		return 0, err
	}
	sum := sha256.Sum256(b[:headSize+len(p.table)])
	bad := 0
	var first error
	for i := range p.count {
		if i%1024 == 0 && ctx.Err() != nil {
			return read, ctx.Err()
		}
		data, err := p.data(p.row(i))
		read += rowSize + int64(len(data))
		if err != nil {
			bad++
			first = cmp.Or(first, err)
		}
	}
	switch {
	case bad == 1:
		return read, first
	case bad > 1:
		return read, damaged("%d of %d artefacts do not agree with their checksums", bad, p.count)
	case p.name != hex.EncodeToString(sum[:16])+packSuffix:
		return read, damaged("its content is that of another pack than its name says")
	}
	return read, nil
}

// Verified says what Verify has read.
type Verified struct {
	Packs, Artefacts int
	Bytes            int64
}

// Verify reads all packs and the published state, and compares them with their checksums
// and names. What is wrong is found by Findings. Its error is the context's, or says why
// the folder can't be read.
func (s *Store) Verify(ctx context.Context) (done Verified, err error) {
	g, err := s.Current()
	switch {
	case err == nil:
		done.Bytes = int64(len(g.Data()))
		g.Close()
		path := filepath.Join(s.dir, currentName)
		if _, err := s.disk.stat(path); errors.Is(err, fs.ErrNotExist) {
			s.note(finding(path, damaged("it is gone")))
		}
	case !errors.Is(err, ErrNone):
		return done, err
	}
	v := s.acquire()
	if v == nil {
		return done, errClosed
	}
	defer s.release(v)
	for _, p := range v.packs {
		err := Guard(func() error {
			n, err := p.verify(ctx)
			done.Bytes += n
			return err
		})
		if ctx.Err() != nil {
			return done, ctx.Err()
		}
		if err != nil {
			s.note(finding(p.path, err))
		}
		done.Packs++
		done.Artefacts += p.count
	}
	return done, nil
}

// Check looks at the file of the generation again. One that is as it was is not read. It
// fails with ErrDamaged where what is mapped is not what was published any more. gone
// says that the file is not there or another one has its place, which leaves what is
// mapped as it was.
func (g *Generation) Check() (gone bool, err error) {
	if g.path == "" {
		return false, nil
	}
	m, err := g.disk.stat(g.path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	switch {
	case g.file.data == nil, err != nil, g.seen.current(m, now):
		return false, nil
	case m.inode != g.seen.mark.inode:
		return true, nil
	}
	err = Guard(func() error {
		n := len(g.file.data) - footSize
		if f, err := readFoot(g.file.data[n:]); err != nil {
			return err
		} else if f != g.foot || crc32.Checksum(g.file.data[:n], castagnoli) != f.sum || m.size != int64(len(g.file.data)) {
			return damaged("its content does not agree with its checksum")
		}
		return nil
	})
	if err == nil {
		g.seen = seen{m, m.settled(now)}
	}
	return false, err
}

// Names reports whether a generation is the one that is published by now, though its file
// need not be there. It reports true where that can't be read.
func (s *Store) Names(g *Generation) bool {
	f, _, err := s.readCurrent(filepath.Join(s.dir, currentName))
	return err != nil || f.number == g.Number
}

// Mend sets aside what was found damaged and is not in use, writes packs again without
// the damaged part of what is in them, and notes that what there is now is what the state
// needs. live is as for Tidy. The findings are forgotten: they are dealt with.
func (w *Writer) Mend(ctx context.Context, live func() func(Key) bool) error {
	if slices.ContainsFunc(w.Findings(), func(f Finding) bool { return f.Damaged && w.shows(filepath.Base(f.Path)) }) {
		if _, err := w.Compact(ctx, live(), Limits{}); err != nil {
			return err
		}
	}
	for _, f := range w.Findings() {
		if name := filepath.Base(f.Path); f.Damaged && strings.HasSuffix(name, packSuffix) && !w.shows(name) {
			w.setAside(f.Path)
		}
	}
	if err := w.Pin(); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.findings = slices.DeleteFunc(w.findings, func(f Finding) bool {
		if f.Damaged {
			delete(w.known, f.Path)
		}
		return f.Damaged
	})
	return nil
}
