package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// faulty is a disk that can fail. Syncing does nothing: no machine goes down here.
type faulty struct {
	realDisk
	mu    sync.Mutex
	fail  error
	after int  // operations that change something and still work
	dead  bool // from the first failure on nothing works; else only writing fails
	ops   int
}

func (d *faulty) op(writes bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ops++
	if d.fail == nil || d.ops <= d.after || !writes && !d.dead {
		return nil
	}
	return d.fail
}

func (d *faulty) create(path string) (file, error) {
	if err := d.op(true); err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	f, err := d.realDisk.create(path)
	return &faultyFile{f, d}, err
}

func (d *faulty) rename(from, to string) error {
	return cmpErr(d.op(false), func() error { return d.realDisk.rename(from, to) })
}

func (d *faulty) link(from, to string) error {
	return cmpErr(d.op(true), func() error { return d.realDisk.link(from, to) })
}

func (d *faulty) remove(path string) error {
	return cmpErr(d.op(false), func() error { return d.realDisk.remove(path) })
}

func (d *faulty) mkdir(dir string) error {
	return cmpErr(d.op(true), func() error { return d.realDisk.mkdir(dir) })
}

func (d *faulty) syncDir(string) error { return d.op(false) }

func cmpErr(err error, do func() error) error {
	if err != nil {
		return err
	}
	return do()
}

type faultyFile struct {
	file
	d *faulty
}

func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.d.op(true); err != nil {
		n, _ := f.file.Write(b[:len(b)/2])
		return n, err
	}
	return f.file.Write(b)
}

func (f *faultyFile) Sync() error  { return f.d.op(true) }
func (f *faultyFile) Close() error { return errors.Join(f.file.Close(), f.d.op(false)) }

// artefact makes the artefact number n: any two of one number are alike.
func artefact(n int) Artefact {
	rnd := rand.New(rand.NewPCG(uint64(n), 7))
	data := make([]byte, rnd.IntN(3000))
	for i := range data {
		data[i] = byte(rnd.Uint32())
	}
	return Artefact{Key{sha256.Sum256(fmt.Append(nil, n)), Facts, Fingerprint("go", "1")}, data}
}

func artefacts(from, to int) (as []Artefact, keys []Key) {
	for n := from; n < to; n++ {
		as = append(as, artefact(n))
		keys = append(keys, as[len(as)-1].Key)
	}
	return as, keys
}

func openWriter(t testing.TB, o Options) *Writer {
	t.Helper()
	w, err := OpenWriter(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func openStore(t testing.TB, o Options) *Store {
	t.Helper()
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func put(t testing.TB, a Artefacts, from, to int) {
	t.Helper()
	as, _ := artefacts(from, to)
	if err := a.Put(context.Background(), as); err != nil {
		t.Fatal(err)
	}
}

// has says which of the artefacts from … to are there; what is there is right.
func has(t testing.TB, s *Store, from, to int) (there []int) {
	t.Helper()
	as, keys := artefacts(from, to)
	err := s.Get(context.Background(), keys, func(i int, data []byte) error {
		if !bytes.Equal(data, as[i].Data) {
			t.Errorf("artefact %d is %d other bytes", from+i, len(data))
		}
		there = append(there, from+i)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(there)
	return there
}

func wantAll(t testing.TB, s *Store, from, to int) {
	t.Helper()
	if there := has(t, s, from, to); len(there) != to-from {
		t.Fatalf("of the artefacts %d to %d there are %v; findings: %v", from, to, there, s.Findings())
	}
}

func publish(t testing.TB, w *Writer, text string) *Generation {
	t.Helper()
	g, err := w.Publish(context.Background(), func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func wantState(t testing.TB, s *Store, text string) {
	t.Helper()
	g, err := s.Current()
	if text == "" && errors.Is(err, ErrNone) {
		return
	}
	if err != nil || string(g.Data()) != text {
		t.Fatalf("the state is %v, %v; want %q; findings: %v", g, err, text, s.Findings())
	}
	g.Close()
}

func files(t testing.TB, dir, suffix string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), suffix) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names
}

func TestPutGet(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: dir, disk: &faulty{}}
	reader := openStore(t, o)
	if there := has(t, reader, 0, 3); there != nil {
		t.Errorf("an empty store has %v", there)
	}
	w := openWriter(t, o)
	put(t, w, 0, 500)
	put(t, w, 400, 1000)
	put(t, w, 0, 1000) // there is nothing new
	wantAll(t, w.Store, 0, 1000)
	if there := has(t, w.Store, 1000, 1100); there != nil {
		t.Errorf("there are %v, which were never put", there)
	}
	if n, packs, size := w.Size(); n != 1000 || packs != 2 || size < 1000*rowSize {
		t.Errorf("%d artefacts in %d packs of %d bytes", n, packs, size)
	}
	other := artefact(1)
	for _, change := range []func(*Key){func(k *Key) { k.Kind = Text }, func(k *Key) { k.Version++ }, func(k *Key) { k.Content[31]++ }} {
		k := other.Key
		change(&k)
		if err := w.Get(context.Background(), []Key{k}, func(int, []byte) error { return errors.New("found") }); err != nil {
			t.Errorf("%s: %v", k, err)
		}
	}
	if err := reader.Refresh(); err != nil {
		t.Fatal(err)
	}
	wantAll(t, reader, 0, 1000)
	wantAll(t, openStore(t, o), 0, 1000)

	stop := errors.New("enough")
	_, keys := artefacts(0, 9)
	calls := 0
	if err := w.Get(context.Background(), keys, func(int, []byte) error { calls++; return stop }); err != stop || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	as, _ := artefacts(2000, 2001)
	if err := w.Put(done, as); !errors.Is(err, context.Canceled) {
		t.Errorf("Put: %v", err)
	}
	if err := w.Get(done, keys, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Get: %v", err)
	}
	if temps := files(t, filepath.Join(dir, "packs"), tempSuffix); temps != nil {
		t.Errorf("left behind: %v", temps)
	}
	reader.Close()
	if err := reader.Get(context.Background(), keys, nil); err == nil {
		t.Error("a closed store answers")
	}
}

func TestKey(t *testing.T) {
	k := Key{Kind: Links, Version: 0xab}
	k.Content[0] = 0xfe
	if want := "links/fe" + strings.Repeat("0", 62) + "/00000000000000ab"; k.String() != want {
		t.Errorf("%s, want %s", k, want)
	}
	if Fingerprint("a", "bc") == Fingerprint("ab", "c") || Fingerprint() == Fingerprint("") {
		t.Error("Fingerprint")
	}
	// The form of keys in files and names is for ever.
	if got := Fingerprint("go", "7"); got != 0x242e113e23da82fa {
		t.Errorf("Fingerprint is %#x", got)
	}
}

// TestFind looks for each key of tables of many shapes.
func TestFind(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 7, 64, 1000} {
		for shape, fill := range map[string]func(i int, k *Key){
			"even":  func(i int, k *Key) { k.Content = sha256.Sum256(fmt.Append(nil, i)) },
			"low":   func(i int, k *Key) { binary.BigEndian.PutUint16(k.Content[30:], uint16(i)) },
			"high":  func(i int, k *Key) { k.Content = [32]byte{0xff, 0xff, 0xff, 30: byte(i >> 8), 31: byte(i)} },
			"kinds": func(i int, k *Key) { k.Kind, k.Version = Kind(i%200), uint64(i/200)<<40 },
		} {
			var keys []Key
			p := &pack{count: n}
			for i := range n {
				var k Key
				fill(i, &k)
				keys = append(keys, k)
			}
			slices.SortFunc(keys, func(a, b Key) int { return compareKeys(&a, &b) })
			for _, k := range keys {
				var row [rowSize]byte
				copy(row[:], k.Content[:])
				row[rowKind] = byte(k.Kind)
				binary.LittleEndian.PutUint64(row[rowVersion:], k.Version)
				p.table = append(p.table, row[:]...)
			}
			for i := range keys {
				if row, ok := p.find(&keys[i]); !ok || keyOf(row) != keys[i] {
					t.Fatalf("%s, %d rows: row %d is not found", shape, n, i)
				}
				k := keys[i]
				if k.Version++; slices.Contains(keys, k) {
					continue
				}
				if _, ok := p.find(&k); ok {
					t.Fatalf("%s, %d rows: found beside row %d", shape, n, i)
				}
			}
		}
	}
}

func TestPublish(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: dir, disk: &faulty{}, Now: func() time.Time { return time.Unix(5, 0) }}
	w := openWriter(t, o)
	reader := openStore(t, o)
	wantState(t, reader, "")
	first := publish(t, w, "one")
	wantState(t, reader, "one")
	second := publish(t, w, "")
	g, err := reader.Current()
	if err != nil || g.Number != second.Number || len(g.Data()) != 0 {
		t.Fatalf("%+v, %v", g, err)
	}
	g.Close()
	if second.Number <= first.Number {
		t.Errorf("%d follows %d", second.Number, first.Number)
	}
	if string(first.Data()) != "one" {
		t.Errorf("the first state is now %q", first.Data())
	}
	publish(t, w, strings.Repeat("three", 1<<19))
	stop := errors.New("no state")
	if _, err := w.Publish(context.Background(), func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return stop }); err != stop {
		t.Errorf("%v", err)
	}
	wantState(t, reader, strings.Repeat("three", 1<<19))
	if names := append(files(t, dir, generationSuffix), files(t, dir, tempSuffix)...); len(names) != 1 {
		t.Errorf("there are %v", names)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.Publish(done, func(w io.Writer) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestLock(t *testing.T) {
	o := Options{Dir: t.TempDir()}
	writing := func(want bool, who int) {
		t.Helper()
		if is, pid, err := openStore(t, o).Writing(); is != want || pid != who || err != nil {
			t.Errorf("Writing says %v, %d, %v", is, pid, err)
		}
	}
	writing(false, 0)
	w := openWriter(t, o)
	writing(true, os.Getpid())
	_, err := OpenWriter(o)
	var locked *LockedError
	if !errors.As(err, &locked) || locked.PID != os.Getpid() || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Fatalf("%v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	writing(false, 0)
	stale := filepath.Join(w.packs, tempPrefix+w.id+"-9"+tempSuffix)
	young, old := filepath.Join(w.packs, ".other-1.tmp"), filepath.Join(w.packs, ".other-2.tmp")
	for _, name := range []string{stale, young, old} {
		if err := os.WriteFile(name, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-2*tempAge)); err != nil {
		t.Fatal(err)
	}
	openWriter(t, o)
	if left := files(t, w.packs, tempSuffix); len(left) != 1 || left[0] != young {
		t.Errorf("left behind: %v", left)
	}
}

// damages are what can happen to a file.
var damages = map[string]func([]byte) []byte{
	"empty":       func(b []byte) []byte { return nil },
	"garbage":     func(b []byte) []byte { return bytes.Repeat([]byte("garbage!"), len(b)/8+1) },
	"short":       func(b []byte) []byte { return b[:len(b)-1] },
	"half":        func(b []byte) []byte { return b[:len(b)/2] },
	"long":        func(b []byte) []byte { return append(b, 0) },
	"wrong magic": func(b []byte) []byte { b[0] = 'x'; b[len(b)-footSize] = 'x'; return b },
	"zeros":       func(b []byte) []byte { clear(b); return b },
}

func damage(t *testing.T, path string, how func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, how(b), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestDamagedPack(t *testing.T) {
	for name, how := range damages {
		t.Run(name, func(t *testing.T) {
			o := Options{Dir: t.TempDir(), disk: &faulty{}}
			w := openWriter(t, o)
			put(t, w, 0, 50)
			put(t, w, 50, 60)
			bad := w.view.packs[0]
			if bad.count != 50 {
				bad = w.view.packs[1]
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			damage(t, bad.path, how)
			s := openStore(t, o)
			if there := has(t, s, 0, 50); len(there) > 0 {
				t.Errorf("there are %v", there)
			}
			wantAll(t, s, 50, 60)
			if f := s.Findings(); len(f) != 1 || f[0].Path != bad.path || !f[0].Damaged || !strings.Contains(f[0].String(), "damaged") {
				t.Errorf("findings %v", f)
			}
			w = openWriter(t, o)
			if aside := files(t, filepath.Join(w.packs, "damaged"), packSuffix); len(aside) != 1 {
				t.Errorf("set aside: %v", aside)
			}
			put(t, w, 0, 50)
			wantAll(t, w.Store, 0, 60)
		})
	}
}

// TestDamagedBytes changes single bytes of a pack: an artefact is right or
// missing.
func TestDamagedBytes(t *testing.T) {
	o := Options{Dir: t.TempDir(), disk: &faulty{}}
	w := openWriter(t, o)
	put(t, w, 0, 4)
	path := w.view.packs[0].path
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for i := 0; i < len(whole); i += 1 + i/400 {
		b := bytes.Clone(whole)
		b[i] ^= 0x10
		o.disk = memory{path: b}
		s := openStore(t, o)
		there := has(t, s, 0, 4)
		if len(there) < 4 {
			lost++
		}
		if len(there) == 4 || len(s.Findings()) == 0 {
			t.Errorf("byte %d: there are %v; findings %v", i, there, s.Findings())
		}
	}
	if lost < 500 {
		t.Errorf("%d losses", lost)
	}
}

// memory is a disk that holds files for reading.
type memory map[string][]byte

type memoryEntry struct{ name string }

func (e memoryEntry) Name() string               { return e.name }
func (e memoryEntry) IsDir() bool                { return false }
func (e memoryEntry) Type() fs.FileMode          { return 0 }
func (e memoryEntry) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }

func (m memory) list(dir string) (entries []fs.DirEntry, err error) {
	for path := range m {
		if filepath.Dir(path) == dir {
			entries = append(entries, memoryEntry{filepath.Base(path)})
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (m memory) open(path string) (*mapped, error) {
	b, ok := m[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return &mapped{data: b}, nil
}

func (m memory) stat(path string) (mark, error) {
	b, ok := m[path]
	if !ok {
		return mark{}, fs.ErrNotExist
	}
	return mark{size: int64(len(b))}, nil
}

func (memory) create(string) (file, error) { return nil, syscall.EROFS }
func (memory) rename(string, string) error { return syscall.EROFS }
func (memory) link(string, string) error   { return syscall.EROFS }
func (memory) remove(string) error         { return syscall.EROFS }
func (memory) mkdir(string) error          { return syscall.EROFS }
func (memory) syncDir(string) error        { return syscall.EROFS }

func TestDamagedState(t *testing.T) {
	for name, how := range damages {
		t.Run(name, func(t *testing.T) {
			o := Options{Dir: t.TempDir(), disk: &faulty{}}
			w := openWriter(t, o)
			g := publish(t, w, "a state that is long enough to be cut in half, and then some")
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			current, path := filepath.Join(o.Dir, currentName), filepath.Join(o.Dir, generationName(g.Number))
			damage(t, current, how)
			s := openStore(t, o)
			wantState(t, s, "a state that is long enough to be cut in half, and then some")
			if f := s.Findings(); len(f) != 1 || f[0].Path != current || !f[0].Damaged {
				t.Errorf("findings %v", f)
			}
			damage(t, path, how)
			s = openStore(t, o)
			wantState(t, s, "")
			if f := s.Findings(); len(f) != 2 {
				t.Errorf("findings %v", f)
			}
			w = openWriter(t, o)
			if aside := files(t, filepath.Join(o.Dir, "damaged"), ""); len(aside) != 2 {
				t.Errorf("set aside: %v", aside)
			}
			publish(t, w, "again")
			wantState(t, w.Store, "again")
			wantState(t, s, "again")
			if names := files(t, o.Dir, generationSuffix); len(names) != 1 {
				t.Errorf("there are %v", names)
			}
		})
	}
	t.Run("missing", func(t *testing.T) {
		o := Options{Dir: t.TempDir(), disk: &faulty{}}
		w := openWriter(t, o)
		g := publish(t, w, "gone")
		if err := os.Remove(filepath.Join(o.Dir, generationName(g.Number))); err != nil {
			t.Fatal(err)
		}
		wantState(t, w.Store, "")
		publish(t, w, "back")
		wantState(t, w.Store, "back")
	})
	t.Run("lost", func(t *testing.T) { // CURRENT alone
		o := Options{Dir: t.TempDir(), disk: &faulty{}}
		publish(t, openWriter(t, o), "whole")
		if err := os.Remove(filepath.Join(o.Dir, currentName)); err != nil {
			t.Fatal(err)
		}
		wantState(t, openStore(t, o), "whole")
	})
}

func TestAsideIsBounded(t *testing.T) {
	o := Options{Dir: t.TempDir(), disk: &faulty{}}
	for i := range asideFiles + 5 {
		w := openWriter(t, o)
		put(t, w, i, i+1)
		path := w.view.packs[0].path
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		damage(t, path, damages["half"])
	}
	w := openWriter(t, o)
	if aside := files(t, filepath.Join(w.packs, "damaged"), ""); len(aside) != asideFiles {
		t.Errorf("%d files were set aside", len(aside))
	}
}

// A lock that nobody holds is there for whoever asks, however late.
func TestAcquire(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	late, cancel := context.WithCancel(context.Background())
	cancel()
	lock := flock.New(name)
	if ok, err := acquire(late, lock); !ok || err != nil {
		t.Errorf("a free lock: %v, %v", ok, err)
	}
	soon, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	for _, ctx := range []context.Context{late, soon} {
		if ok, err := acquire(ctx, flock.New(name)); ok || err != nil {
			t.Errorf("a lock that is held: %v, %v", ok, err)
		}
	}
	if _, err := acquire(late, flock.New(t.TempDir())); err == nil {
		t.Error("a folder is a lock")
	}
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
	if ok, err := acquire(late, flock.New(name)); !ok || err != nil {
		t.Errorf("after it was held: %v, %v", ok, err)
	}
}

func TestOtherSchema(t *testing.T) {
	clock := time.Now()
	o := Options{Dir: t.TempDir(), disk: &faulty{}, Now: func() time.Time { return clock }}
	w := openWriter(t, o)
	put(t, w, 0, 10)
	publish(t, w, "text")
	path := w.view.packs[0].path
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	newer := func(at, from, to int) func([]byte) []byte {
		return func(b []byte) []byte {
			if from < 0 {
				from, to, at = from+len(b), len(b), at+len(b)
			}
			binary.LittleEndian.PutUint32(b[at:], Schema+1)
			binary.LittleEndian.PutUint32(b[to-4:], crc32.Checksum(b[from:to-4], castagnoli))
			return b
		}
	}
	damage(t, path, newer(8, 0, headSize))
	for _, name := range append(files(t, o.Dir, generationSuffix), filepath.Join(o.Dir, currentName)) {
		damage(t, name, newer(8-footSize, -footSize, 0))
	}
	w = openWriter(t, o)
	wantState(t, w.Store, "")
	if there := has(t, w.Store, 0, 10); there != nil {
		t.Errorf("there are %v", there)
	}
	for _, f := range w.Findings() {
		if f.Damaged || !strings.Contains(f.What, "its schema is 2 and not 1") {
			t.Errorf("%v", f)
		}
	}
	// The pack is another program's, which may come back to it: nothing is wrong.
	if len(w.Findings()) != 2 {
		t.Errorf("findings %v", w.Findings())
	}
	put(t, w, 0, 10)
	publish(t, w, "new")
	wantState(t, w.Store, "new")
	wantAll(t, w.Store, 0, 10)
}

func TestFull(t *testing.T) {
	d := &faulty{}
	o := Options{Dir: t.TempDir(), disk: d}
	w := openWriter(t, o)
	for i := range 5 {
		put(t, w, i*10, i*10+10)
	}
	publish(t, w, "before")
	as, _ := artefacts(50, 60)
	for after := range 4 {
		d.mu.Lock()
		d.ops, d.after, d.fail = 0, after, syscall.ENOSPC
		d.mu.Unlock()
		_, publishErr := w.Publish(context.Background(), func(w io.Writer) error { _, err := w.Write(make([]byte, 3<<20)); return err })
		d.ops = 0
		_, compactErr := w.Compact(context.Background(), func(Key) bool { return true }, Limits{})
		d.ops = 0
		putErr := w.Put(context.Background(), as)
		for name, err := range map[string]error{"Publish": publishErr, "Put": putErr, "Compact": compactErr} {
			if after > 2 && err == nil {
				continue // all was written
			}
			if !errors.Is(err, syscall.ENOSPC) || !errors.Is(err, ErrFull) {
				t.Errorf("%s after %d operations: %v", name, after, err)
			}
		}
		wantAll(t, w.Store, 0, 50)
		wantState(t, w.Store, "before")
		if left := append(files(t, w.dir, tempSuffix), files(t, w.packs, tempSuffix)...); left != nil {
			t.Errorf("after %d operations: left behind: %v", after, left)
		}
	}
	d.fail = nil
	put(t, w, 50, 60)
	publish(t, w, "after")
	wantAll(t, w.Store, 0, 60)
	wantState(t, w.Store, "after")
}

func TestReadOnly(t *testing.T) {
	o := Options{Dir: t.TempDir(), disk: &faulty{}}
	w := openWriter(t, o)
	put(t, w, 0, 10)
	publish(t, w, "text")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{syscall.EROFS, syscall.EACCES} {
		o.disk = &faulty{fail: err, dead: true}
		s := openStore(t, o)
		wantAll(t, s, 0, 10)
		wantState(t, s, "text")
		if _, got := OpenWriter(o); !errors.Is(got, err) || !errors.Is(got, ErrReadOnly) {
			t.Errorf("%v", got)
		}
	}
	openWriter(t, Options{Dir: o.Dir}) // the lock is free again
}

// scenario does what a writer does all day, and says how far it came.
func scenario(w *Writer) (published int) {
	ctx := context.Background()
	for state := 2; state < 5; state++ {
		as, _ := artefacts(state*3, state*3+6)
		if w.Put(ctx, as[:4]) != nil || w.Put(ctx, as[4:]) != nil {
			continue
		}
		if g, err := w.Publish(ctx, func(w io.Writer) error { _, err := fmt.Fprint(w, state); return err }); err == nil {
			published = state
			g.Close()
		}
		_, keys := artefacts(published*3, state*3+6)
		_, _ = w.Compact(ctx, func(k Key) bool { return slices.Contains(keys, k) }, Limits{MaxBytes: 1})
	}
	return published
}

// TestEveryCrash ends the writer at each of its steps, or lets each of them fail
// on its own.
func TestEveryCrash(t *testing.T) {
	for _, dead := range []bool{true, false} {
		for step := 0; ; step++ {
			o := Options{Dir: t.TempDir(), disk: &faulty{}}
			w := openWriter(t, o)
			put(t, w, 3, 9)
			publish(t, w, "1")
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			d := &faulty{fail: errors.New("the power is gone"), after: step, dead: dead}
			published := 1
			o.disk = d
			if w, err := OpenWriter(o); err == nil {
				published = max(published, scenario(w))
				w.Close()
			}
			o.disk = &faulty{}
			w = openWriter(t, o)
			g, err := w.Current()
			if err != nil {
				t.Fatalf("step %d: %v; findings %v", step, err, w.Findings())
			}
			var state int
			if _, err := fmt.Sscan(string(g.Data()), &state); err != nil || state < published || state > published+3 {
				t.Fatalf("step %d: state %q, %d was published", step, g.Data(), published)
			}
			g.Close()
			wantAll(t, w.Store, state*3, state*3+6)
			if f := w.Findings(); f != nil {
				t.Fatalf("step %d: findings %v", step, f)
			}
			if left := append(files(t, w.dir, tempSuffix), files(t, w.packs, tempSuffix)...); left != nil {
				t.Fatalf("step %d: left behind: %v", step, left)
			}
			if names := files(t, w.dir, generationSuffix); len(names) != 1 {
				t.Fatalf("step %d: there are %v", step, names)
			}
			publish(t, w, "9")
			wantState(t, w.Store, "9")
			if d.ops <= step {
				if step < 50 || published != 4 {
					t.Fatalf("%d steps, %d was published", step, published)
				}
				break
			}
			w.Close()
		}
	}
}

func TestCompact(t *testing.T) {
	ctx := context.Background()
	clock := time.Now()
	pass := func(days int) { clock = clock.Add(time.Duration(days) * 24 * time.Hour) }
	const month = 30 * 24 * time.Hour
	o := Options{Dir: t.TempDir(), disk: &faulty{}, Now: func() time.Time { return clock }}
	w := openWriter(t, o)
	between := func(from, to int) func(Key) bool {
		_, keys := artefacts(from, to)
		return func(k Key) bool { return slices.Contains(keys, k) }
	}
	compact := func(live func(Key) bool, limits Limits) Compaction {
		t.Helper()
		c, err := w.Compact(ctx, live, limits)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(files(t, w.packs, packSuffix)); got != c.PacksAfter {
			t.Errorf("%d packs on disk, %d in use", got, c.PacksAfter)
		}
		return c
	}
	for i := range 10 {
		put(t, w, i*10, i*10+10)
	}
	if c := compact(between(0, 100), Limits{}); c.PacksBefore != 10 || c.PacksAfter != 1 || c.Aged+c.Crowded != 0 {
		t.Errorf("%+v", c)
	}
	wantAll(t, w.Store, 0, 100)

	// Readers of the time before go on.
	as, keys := artefacts(0, 100)
	for i := range 5 {
		put(t, w, 100+i, 101+i)
	}
	err := w.Get(ctx, keys, func(i int, data []byte) error {
		if i == 0 {
			compact(between(0, 105), Limits{})
		}
		if !bytes.Equal(data, as[i].Data) {
			return fmt.Errorf("artefact %d is wrong", i)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}

	// What nobody uses ages; what is used does not.
	pass(20)
	compact(between(0, 50), Limits{MaxAge: month})
	wantAll(t, w.Store, 0, 105)
	pass(20)
	if c := compact(between(0, 40), Limits{MaxAge: month}); c.Aged != 55 {
		t.Errorf("%+v", c)
	}
	if there := has(t, w.Store, 0, 105); len(there) != 50 {
		t.Errorf("there are %v", there)
	}
	pass(25) // 40 to 50 were last used 45 days ago
	if c := compact(between(0, 40), Limits{MaxAge: month}); c.Aged != 10 {
		t.Errorf("%+v", c)
	}

	// The oldest that nobody uses goes first, what is used never.
	pass(1)
	put(t, w, 200, 210)
	_, _, size := w.Size()
	c := compact(between(0, 10), Limits{MaxBytes: size - 2000})
	if c.Crowded == 0 || c.Crowded > 30 || c.Over != 0 || c.BytesAfter > size-2000 {
		t.Errorf("%+v of %d bytes", c, size)
	}
	wantAll(t, w.Store, 0, 10)
	wantAll(t, w.Store, 200, 210)
	if c := compact(between(0, 10), Limits{MaxBytes: 1}); c.Over == 0 || c.BytesAfter < c.Over {
		t.Errorf("%+v", c)
	}
	wantAll(t, w.Store, 0, 10)
	if there := has(t, w.Store, 10, 300); there != nil {
		t.Errorf("there are %v", there)
	}
	if c := compact(between(0, 10), Limits{MaxBytes: 1, MaxAge: month}); c.PacksBefore != 1 || c.PacksAfter != 1 {
		t.Errorf("nothing to do: %+v", c)
	}
	if c := compact(between(0, 0), Limits{MaxBytes: 1}); c.PacksAfter != 0 || c.BytesAfter != 0 {
		t.Errorf("all dropped: %+v", c)
	}

	other := flock.New(filepath.Join(w.packs, "compact.lock"))
	if ok, err := other.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if c := compact(nil, Limits{}); !c.Busy {
		t.Errorf("%+v", c)
	}
	if err := other.Unlock(); err != nil {
		t.Fatal(err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	put(t, w, 0, 1)
	if _, err := w.Compact(done, between(0, 1), Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestTidyNew: what has been written just now is not written anew, neither at once nor
// before there are many packs or a day has passed.
// TestCompactUnused shows that what is of no use does not grow without end, that what is
// used stays, and what can't be made again.
func TestCompactUnused(t *testing.T) {
	w := openWriter(t, Options{Dir: t.TempDir(), disk: &faulty{}})
	_, keys := artefacts(0, 20)
	live := func(k Key) bool { return slices.Contains(keys, k) }
	put(t, w, 0, 20)
	precise := Artefact{Key{Content: sha256.Sum256([]byte("gone")), Kind: Precise}, make([]byte, 100)}
	if err := w.Put(context.Background(), []Artefact{precise}); err != nil {
		t.Fatal(err)
	}
	used := 0
	for _, p := range w.view.packs {
		used += len(p.file.data)
	}
	dropped := 0
	for n := range 50 {
		put(t, w, 100+4*n, 104+4*n)
		c, err := w.Compact(context.Background(), live, Limits{MaxUnused: 1})
		if err != nil {
			t.Fatal(err)
		}
		dropped += c.Excess
		if c.BytesAfter > 5*int64(used)/2 {
			t.Fatalf("after %d edits: %d bytes, %d of them in use", n, c.BytesAfter, used)
		}
		if c.Aged+c.Crowded != 0 {
			t.Fatalf("%+v", c)
		}
	}
	wantAll(t, w.Store, 0, 20)
	if !w.Has([]Key{precise.Key})[0] {
		t.Error("what an imported index says is gone")
	}
	if dropped < 100 {
		t.Errorf("%d dropped", dropped)
	}
}

func TestTidyNew(t *testing.T) {
	clock := time.Now()
	o := Options{Dir: t.TempDir(), disk: &faulty{}, Now: func() time.Time { return clock }}
	w := openWriter(t, o)
	tidy := func(want bool) {
		t.Helper()
		_, done, err := w.Tidy(context.Background(), func() func(Key) bool { return func(Key) bool { return true } }, Limits{})
		if err != nil || done != want {
			t.Errorf("tidied: %t, %v", done, err)
		}
	}
	for n := range manyPacks - 1 {
		put(t, w, n, n+1)
	}
	tidy(false)
	tidy(false)
	clock = clock.Add(tidyEvery)
	tidy(true)
	tidy(false)
	for n := range manyPacks {
		put(t, w, 100+n, 101+n)
	}
	tidy(true)
}

// TestCompactDamage shows that an artefact that does not agree with its checksum
// costs itself alone.
func TestCompactDamage(t *testing.T) {
	o := Options{Dir: t.TempDir(), disk: &faulty{}}
	w := openWriter(t, o)
	put(t, w, 0, 20)
	p := w.view.packs[0]
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	damage(t, p.path, func(b []byte) []byte { b[len(b)-1] ^= 1; return b })
	w = openWriter(t, o)
	there := has(t, w.Store, 0, 20)
	if f := w.Findings(); len(there) != 19 || len(f) != 1 || !f[0].Damaged {
		t.Errorf("there are %v; findings %v", there, f)
	}
	c, err := w.Compact(context.Background(), func(Key) bool { return true }, Limits{})
	if err != nil || c.Damaged != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	if again := has(t, w.Store, 0, 20); !slices.Equal(again, there) {
		t.Errorf("there are %v", again)
	}
	if aside := files(t, filepath.Join(w.packs, "damaged"), packSuffix); len(aside) != 1 {
		t.Errorf("set aside: %v", aside)
	}
	put(t, w, 0, 20)
	wantAll(t, w.Store, 0, 20)
}

// shared counts the packs of a store, and those of them that are files of another.
func shared(t *testing.T, s, other *Store) (packs, same int) {
	t.Helper()
	for _, name := range files(t, s.packs, packSuffix) {
		packs++
		mine, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if theirs, err := os.Stat(filepath.Join(other.packs, filepath.Base(name))); err == nil && os.SameFile(mine, theirs) {
			same++
		}
	}
	return packs, same
}

// TestAdopt takes over what another store has, and loses nothing of it whatever
// becomes of the other.
func TestAdopt(t *testing.T) {
	ctx := context.Background()
	other := Options{Dir: t.TempDir(), disk: &faulty{}}
	from := openWriter(t, other)
	put(t, from, 0, 40)  // all of it is wanted
	put(t, from, 40, 80) // little of it is
	w := openWriter(t, Options{Dir: t.TempDir(), disk: &faulty{}})
	put(t, w, 0, 2)
	_, keys := artefacts(0, 45)
	_, none := artefacts(100, 101)
	if err := w.Adopt(ctx, from.Store, append(append(keys, none...), keys...)); err != nil {
		t.Fatal(err)
	}
	wantAll(t, w.Store, 0, 45)
	if there := has(t, w.Store, 45, 101); len(there) > 0 {
		t.Errorf("adopted too much: %v", there)
	}
	if packs, same := shared(t, w.Store, from.Store); packs != 3 || same != 1 {
		t.Errorf("%d of %d packs are shared", same, packs)
	}
	before := files(t, w.packs, packSuffix)
	if err := w.Adopt(ctx, from.Store, keys); err != nil {
		t.Fatal(err)
	}
	if after := files(t, w.packs, packSuffix); !slices.Equal(before, after) {
		t.Errorf("adopted again: %v became %v", before, after)
	}
	// The other drops what it has, and is gone.
	if _, err := from.Compact(ctx, func(Key) bool { return false }, Limits{MaxBytes: 1}); err != nil {
		t.Fatal(err)
	}
	wantAll(t, w.Store, 0, 45)
	if err := os.RemoveAll(other.Dir); err != nil {
		t.Fatal(err)
	}
	wantAll(t, w.Store, 0, 45)
	wantAll(t, openStore(t, Options{Dir: w.dir}), 0, 45)
	// What was adopted is this store's to compact.
	if _, err := w.Compact(ctx, func(k Key) bool { return k == keys[3] }, Limits{MaxBytes: 1}); err != nil {
		t.Fatal(err)
	}
	if there := has(t, w.Store, 0, 45); !slices.Equal(there, []int{3}) {
		t.Errorf("after compaction: %v", there)
	}
}

// unlinked is a disk without links.
type unlinked struct{ faulty }

func (*unlinked) link(string, string) error { return syscall.EXDEV }

// TestAdoptFaults adopts without links, with damage, and with a disk that fails
// at every operation.
func TestAdoptFaults(t *testing.T) {
	ctx := context.Background()
	other := Options{Dir: t.TempDir(), disk: &faulty{}}
	from := openWriter(t, other)
	put(t, from, 0, 40)
	_, keys := artefacts(0, 40)
	w := openWriter(t, Options{Dir: t.TempDir(), disk: &unlinked{}})
	if err := w.Adopt(ctx, from.Store, keys); err != nil {
		t.Fatal(err)
	}
	wantAll(t, w.Store, 0, 40)
	if packs, same := shared(t, w.Store, from.Store); packs != 1 || same != 0 {
		t.Errorf("%d of %d packs are shared", same, packs)
	}
	for after := 0; ; after++ {
		d := &faulty{}
		w := openWriter(t, Options{Dir: t.TempDir(), disk: d})
		d.fail, d.after, d.ops, d.dead = syscall.ENOSPC, after, 0, true
		err := w.Adopt(ctx, from.Store, keys)
		d.fail = nil
		if err == nil && d.ops <= after {
			break
		}
		if there := has(t, openStore(t, Options{Dir: w.dir}), 0, 40); len(there) != 0 && len(there) != 40 {
			t.Errorf("after %d operations: %v (%v)", after, there, err)
		}
		if err := w.Adopt(ctx, from.Store, keys); err != nil {
			t.Errorf("the disk works again: %v", err)
		}
		wantAll(t, w.Store, 0, 40)
	}
	// A damaged artefact is not adopted by itself, nor trusted in a pack.
	name := files(t, from.packs, packSuffix)[0]
	damage(t, name, func(b []byte) []byte { b[len(b)-1] ^= 1; return b })
	damaged := openStore(t, other)
	w = openWriter(t, Options{Dir: t.TempDir(), disk: &faulty{}})
	if err := w.Adopt(ctx, damaged, keys); err != nil {
		t.Fatal(err)
	}
	if there := has(t, w.Store, 0, 40); len(there) != 39 {
		t.Errorf("of a damaged store: %v", there)
	}
	damaged.Close()
	if err := w.Adopt(ctx, damaged, keys); !errors.Is(err, errClosed) {
		t.Errorf("of a closed store: %v", err)
	}
}

// TestGuard truncates files that are mapped.
func TestGuard(t *testing.T) {
	o := Options{Dir: t.TempDir()}
	w := openWriter(t, o)
	g := publish(t, w, strings.Repeat("state", 10000))
	put(t, w, 0, 20)
	for _, path := range append(files(t, w.dir, generationSuffix), files(t, w.packs, packSuffix)...) {
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
	}
	err := Guard(func() error {
		if bytes.Count(g.Data(), []byte("s")) > 0 {
			return errors.New("it is there")
		}
		return nil
	})
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("%v", err)
	}
	if there := has(t, w.Store, 0, 20); there != nil || len(w.Findings()) != 1 {
		t.Errorf("there are %v; findings %v", there, w.Findings())
	}
	defer func() {
		if r := recover(); r != "other" {
			t.Errorf("recovered %v", r)
		}
	}()
	_ = Guard(func() error { panic("other") })
}

func FuzzPack(f *testing.F) {
	dir := f.TempDir()
	w := openWriter(f, Options{Dir: dir})
	put(f, w, 0, 3)
	whole, err := os.ReadFile(w.view.packs[0].path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, false)
	f.Add(whole[:headSize], true)
	f.Fuzz(func(t *testing.T, b []byte, seal bool) {
		if seal && len(b) >= headSize { // get past the checksums
			binary.LittleEndian.PutUint64(b[16:], uint64(len(b)))
			if n := uint64(binary.LittleEndian.Uint32(b[12:])) * rowSize; n <= uint64(len(b)-headSize) {
				binary.LittleEndian.PutUint32(b[24:], crc32.Checksum(b[headSize:][:n], castagnoli))
			}
			binary.LittleEndian.PutUint32(b[28:], crc32.Checksum(b[:headSize-4], castagnoli))
		}
		p, err := (&Store{disk: memory{"x": b}, now: time.Now}).openPack("x")
		if err != nil {
			if !isUnfit(err) {
				t.Fatal(err)
			}
			return
		}
		for i := range p.count {
			k := keyOf(p.row(i))
			if data, err := p.data(p.row(i)); err == nil && len(data) > len(b) {
				t.Fatalf("%d bytes", len(data))
			}
			if row, ok := p.find(&k); ok && keyOf(row) != k {
				t.Fatalf("found %v instead of %v", keyOf(row), k)
			}
		}
		p.find(&Key{})
	})
}

// FuzzCurrent reads anything as CURRENT: an error, or what writes the same again.
func FuzzCurrent(f *testing.F) {
	f.Add(appendCurrent(nil, foot{7, 3, 5}, []pin{{[16]byte{1}, 2, 3}, {[16]byte{2}, 2, 3}}))
	f.Add(appendCurrent(nil, foot{}, nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		to, pins, err := decodeCurrent(b)
		if err != nil {
			if !isUnfit(err) {
				t.Fatal(err)
			}
			return
		}
		again := to.append(nil)
		if pins != nil {
			again = appendCurrent(nil, to, pins)
		}
		if !bytes.Equal(again, b) {
			t.Fatalf("%x, not %x", again, b)
		}
	})
}

func FuzzGeneration(f *testing.F) {
	name := generationName(7)
	f.Add(foot{7, 3, crc32.Checksum([]byte("abc"), castagnoli)}.append([]byte("abc")))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := (&Store{disk: memory{name: b}, now: time.Now}).openGeneration(name, nil, true)
		if err != nil {
			if !isUnfit(err) {
				t.Fatal(err)
			}
			return
		}
		if want := append(bytes.Clone(g.Data()), b[len(b)-footSize:]...); g.Number != 7 || !bytes.Equal(want, b) {
			t.Fatalf("%+v", g)
		}
	})
}

func BenchmarkStore(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{8_000, 80_000} {
		as := make([]Artefact, n)
		keys := make([]Key, n)
		size := 0
		for i := range as {
			keys[i] = Key{Content: sha256.Sum256(fmt.Append(nil, i)), Kind: Facts}
			as[i] = Artefact{keys[i], bytes.Repeat([]byte{byte(i)}, 1000+i%3000)}
			size += len(as[i].Data)
		}
		o := Options{Dir: b.TempDir()}
		w := openWriter(b, o)
		for at := 0; at < n; at += n / 4 {
			if err := w.Put(ctx, as[at:at+n/4]); err != nil {
				b.Fatal(err)
			}
		}
		state := bytes.Repeat([]byte("x"), n*500)
		if _, err := w.Publish(ctx, func(w io.Writer) error { _, err := w.Write(state); return err }); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("open/%d", n), func(b *testing.B) {
			for b.Loop() {
				s, err := Open(o)
				if err != nil {
					b.Fatal(err)
				}
				g, err := s.Current()
				if err != nil {
					b.Fatal(err)
				}
				g.Close()
				s.Close()
			}
		})
		b.Run(fmt.Sprintf("get/%d", n), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				found := 0
				if err := w.Get(ctx, keys, func(int, []byte) error { found++; return nil }); err != nil || found != n {
					b.Fatal(found, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/artefact")
		})
		b.Run(fmt.Sprintf("compact/%d", n), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, err := w.Compact(ctx, func(Key) bool { return true }, Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("put/%d", n), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				w := openWriter(b, Options{Dir: b.TempDir()})
				if err := w.Put(ctx, as); err != nil {
					b.Fatal(err)
				}
				w.Close()
			}
		})
	}
}

// What is held stays as it is when its packs are compacted away and the store is
// closed.
func TestHold(t *testing.T) {
	ctx := context.Background()
	w := openWriter(t, Options{Dir: t.TempDir()})
	put(t, w, 0, 20)
	put(t, w, 20, 40)
	list, keys := artefacts(0, 40)
	held := make([][]byte, len(keys))
	release, err := w.Hold(ctx, keys, func(i int, data []byte) error {
		held[i] = data
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Compact(ctx, func(k Key) bool { return k == keys[0] }, Limits{MaxBytes: 1}); err != nil {
		t.Fatal(err)
	}
	if there := has(t, w.Store, 1, 40); there != nil {
		t.Fatalf("%v were not compacted away", there)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if !bytes.Equal(held[i], list[i].Data) {
			t.Errorf("artefact %d is %q", i, held[i])
		}
	}
	release()
	if _, err := w.Hold(ctx, keys, func(int, []byte) error { return nil }); !errors.Is(err, errClosed) {
		t.Errorf("a closed store: %v", err)
	}
}
