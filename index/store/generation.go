package store

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A generation is the content as it was written, and behind it the foot: magic,
// schema, number, length and checksum of the content, checksum of the foot.
// CURRENT is the list of the packs that were in use when it was published, and the foot:
// see appendCurrent.
const (
	footMagic        = "cistate\n"
	footSize         = 8 + 4 + 8 + 8 + 4 + 4
	generationSuffix = ".generation"
	currentName      = "CURRENT"
)

// foot says what a generation is.
type foot struct {
	number, length uint64
	sum            uint32
}

func (f foot) append(b []byte) []byte {
	at := len(b)
	b = append(b, footMagic...)
	b = binary.LittleEndian.AppendUint32(b, Schema)
	b = binary.LittleEndian.AppendUint64(b, f.number)
	b = binary.LittleEndian.AppendUint64(b, f.length)
	b = binary.LittleEndian.AppendUint32(b, f.sum)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
}

func readFoot(b []byte) (f foot, err error) {
	if len(b) != footSize || string(b[:8]) != footMagic {
		return f, damaged("it is no generation")
	}
	if binary.LittleEndian.Uint32(b[footSize-4:]) != crc32.Checksum(b[:footSize-4], castagnoli) {
		return f, damaged("its foot does not agree with its checksum")
	}
	if schema := binary.LittleEndian.Uint32(b[8:]); schema != Schema {
		return f, schemaError(schema)
	}
	return foot{binary.LittleEndian.Uint64(b[12:]), binary.LittleEndian.Uint64(b[20:]), binary.LittleEndian.Uint32(b[28:])}, nil
}

func generationName(number uint64) string { return fmt.Sprintf("%016x%s", number, generationSuffix) }

// Generation is a published state, open for reading.
type Generation struct {
	// Number grows by one or more with each that is published.
	Number uint64
	file   *mapped
	data   []byte

	// for Check
	path string
	foot foot
	disk disk
	now  func() time.Time
	// blocks is nil where the content was not checked.
	blocks *blocks
	mu     sync.RWMutex // held while the map is in use here, and to free it
	seen   seen
}

// Data is what was written; it is memory that is mapped and must not be changed.
// Reading it outside of Guard trusts that nobody truncates the file.
func (g *Generation) Data() []byte { return g.data }

// Published is when it was published by the clock of then; where clocks went back
// it is later.
func (g *Generation) Published() time.Time { return time.Unix(0, int64(g.Number)) }

// Close frees the map: nothing of Data may be used after it. A generation that is
// never closed costs address space and, once it is replaced, its room on the disk
// until the process ends.
func (g *Generation) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.file.close()
	g.data = nil
}

// ErrNone says that nothing was ever published, or nothing that is left whole.
var ErrNone = errors.New("index store: no state is published")

// Current opens the state that was published last. Its content is checked. Where
// it is damaged that is a finding, and the next best whole state is taken; where
// there is none the error is ErrNone. It fails with other errors when the folder
// can't be read.
func (s *Store) Current() (*Generation, error) { return s.open(true) }

// CurrentUnchecked is Current, but of the content only its length is checked: for
// contents that have checksums of their own for what is read of them. A content
// that turns out to be damaged stays the current one.
func (s *Store) CurrentUnchecked() (*Generation, error) { return s.open(false) }

func (s *Store) open(check bool) (*Generation, error) {
	var last error
	for range 100 { // a writer may replace it between two steps, but not for ever
		f, err := s.current()
		if err != nil {
			return nil, err
		}
		path := filepath.Join(s.dir, generationName(f.number))
		g, err := s.openGeneration(path, &f, check)
		switch {
		case err == nil:
			return g, nil
		case errors.Is(err, fs.ErrNotExist):
			last = damaged("it is published but not there")
			if again, err := s.current(); err == nil && again == f {
				s.note(finding(path, last))
			}
		case isUnfit(err):
			s.note(finding(path, err))
		default:
			return nil, fmt.Errorf("index store: %w", err)
		}
	}
	return nil, fmt.Errorf("index store: %s changes too fast to be read: %w", s.dir, last)
}

func isUnfit(err error) bool {
	var schema schemaError
	return errors.Is(err, ErrDamaged) || errors.As(err, &schema)
}

// current is the state that CURRENT names or, where that is unfit, the last one
// that is whole.
func (s *Store) current() (foot, error) {
	path := filepath.Join(s.dir, currentName)
	f, _, err := s.readCurrent(path)
	if err == nil && !s.unfit(filepath.Join(s.dir, generationName(f.number))) {
		return f, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		if !isUnfit(err) {
			return foot{}, fmt.Errorf("index store: %w", err)
		}
		s.note(finding(path, err))
	}
	numbers, err := s.numbers()
	if err != nil {
		return foot{}, err
	}
	for i := len(numbers) - 1; i >= 0; i-- {
		path := filepath.Join(s.dir, generationName(numbers[i]))
		if s.unfit(path) {
			continue
		}
		g, err := s.openGeneration(path, nil, true)
		switch {
		case err == nil:
			f, err := readFoot(g.file.data[len(g.data):])
			g.Close()
			if err == nil {
				return f, nil
			}
		case isUnfit(err):
			s.note(finding(path, err))
		}
	}
	return foot{}, ErrNone
}

func (s *Store) readCurrent(path string) (f foot, pins []pin, err error) {
	m, err := s.disk.open(path)
	if err != nil {
		return f, nil, err
	}
	defer m.close()
	err = Guard(func() (err error) {
		f, pins, err = decodeCurrent(m.data)
		return err
	})
	return f, pins, err
}

func (s *Store) unfit(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[path]
}

// numbers are those of the generations that there are, ascending.
func (s *Store) numbers() ([]uint64, error) {
	entries, err := s.disk.list(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("index store: can't list the folder %s: %w", s.dir, err)
	}
	var numbers []uint64
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name(), generationSuffix)
		if n, err := strconv.ParseUint(digits, 16, 64); ok && err == nil && generationName(n) == e.Name() {
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// openGeneration opens a generation and checks it, its content where check is
// set; want is what its foot must be, when that is known.
func (s *Store) openGeneration(path string, want *foot, check bool) (*Generation, error) {
	m, err := s.disk.open(path)
	if err != nil {
		return nil, err
	}
	g := &Generation{file: m, path: path, disk: s.disk, now: s.now, seen: seen{m.mark, m.mark.settled(s.now())}}
	err = Guard(func() error {
		if len(m.data) < footSize {
			return damaged("it is no generation")
		}
		n := len(m.data) - footSize
		f, err := readFoot(m.data[n:])
		if err != nil {
			return err
		}
		switch {
		case want != nil && f != *want, filepath.Base(path) != generationName(f.number):
			return damaged("it is another generation than it should be")
		case f.length != uint64(n):
			return damaged("it has %d bytes instead of %d", n, f.length)
		}
		if check {
			var sum uint32
			if g.blocks, sum = sumBlocks(m.data[:n]); sum != f.sum {
				return damaged("its content does not agree with its checksum")
			}
		}
		g.Number, g.data, g.foot = f.number, m.data[:n:n], f
		if check && m.unmap != nil {
			rest(m.data) // most of it is not asked for soon
		}
		return nil
	})
	if err != nil {
		m.close()
		return nil, err
	}
	return g, nil
}

// Publish makes what write writes the current state. When it fails the state is
// the one before; only where the very last sync failed may it be the new one. An
// error of write is returned as it is.
func (w *Writer) Publish(ctx context.Context, write func(io.Writer) error) (*Generation, error) {
	w.publishing.Lock()
	defer w.publishing.Unlock()
	numbers, err := w.numbers()
	if err != nil {
		return nil, err
	}
	// A clock makes that no number is used twice, even if all files were lost.
	f := foot{number: uint64(max(1, w.now().UnixNano()))}
	if n := len(numbers); n > 0 {
		f.number = max(f.number, numbers[n-1]+1)
	}
	if c, _, err := w.readCurrent(filepath.Join(w.dir, currentName)); err == nil {
		f.number = max(f.number, c.number+1)
	}
	var failed error // of write
	path, err := w.write(w.dir, func(to file) (string, error) {
		b := bufio.NewWriterSize(contextWriter{ctx, to}, 1<<20)
		counter := &summing{w: b}
		if failed = write(counter); failed != nil {
			return "", failed
		}
		f.length, f.sum = counter.length, counter.sum
		if _, err := b.Write(f.append(nil)); err != nil {
			return "", err
		}
		return generationName(f.number), b.Flush()
	})
	if failed != nil && !isFull(failed) && !isTooLarge(failed) {
		return nil, failed
	}
	if err != nil {
		return nil, err
	}
	g, err := w.openGeneration(path, &f, true)
	if err != nil {
		return nil, fmt.Errorf("index store: the new state can't be read back: %w", err)
	}
	if err = w.writeCurrent(f, w.pins()); err != nil {
		g.Close()
		return nil, err
	}
	w.removeOld()
	return g, nil
}

// removeOld removes the generations that are not current. Who has one open keeps
// it: where open files can't be removed, the next writer tries again.
func (w *Writer) removeOld() {
	f, err := w.current()
	if err != nil {
		return
	}
	numbers, err := w.numbers()
	if err != nil {
		return
	}
	for _, n := range numbers {
		if n != f.number {
			_ = w.disk.remove(filepath.Join(w.dir, generationName(n)))
		}
	}
}

// summing counts and sums what is written.
type summing struct {
	w      io.Writer
	length uint64
	sum    uint32
}

func (s *summing) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	s.length += uint64(n)
	s.sum = crc32.Update(s.sum, castagnoli, b[:n])
	return n, err
}
