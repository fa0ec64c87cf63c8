package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// rot changes a byte of a file without a sign: its mark stays what it was.
func rot(t *testing.T, path string, at int64, remark func(mark)) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b [1]byte
	if _, err := f.ReadAt(b[:], at); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 4
	if _, err := f.WriteAt(b[:], at); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	m, err := realDisk{}.stat(path)
	if err != nil {
		t.Fatal(err)
	}
	remark(m)
}

// TestRecheck flips a bit of a state that is open. Each call compares some of it, so that
// a round finds every bit.
func TestRecheck(t *testing.T) {
	w := openWriter(t, Options{Dir: t.TempDir(), disk: &faulty{}})
	rng := rand.New(rand.NewPCG(1, 2))
	const step = 2 * blockSize
	for _, size := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 5*blockSize + 77} {
		text := make([]byte, size)
		for i := range text {
			text[i] = byte(rng.Uint32())
		}
		round := max(1, (size+step-1)/step)
		for range 4 {
			g := publish(t, w, string(text))
			for i := range 3 * round {
				if err := g.Recheck(step); err != nil {
					t.Fatalf("%d bytes that are whole, call %d: %v", size, i, err)
				}
			}
			if size == 0 {
				g.Close()
				continue
			}
			at := rng.Int64N(int64(size))
			rot(t, g.path, at, func(m mark) { g.seen.mark = m })
			if _, err := g.Check(); err != nil {
				t.Fatalf("its mark is what it was: %v", err)
			}
			found := 0
			for range round {
				if errors.Is(g.Recheck(step), ErrDamaged) {
					found++
				}
			}
			if found == 0 {
				t.Errorf("byte %d of %d is another one, and a round of Recheck did not find it", at, size)
			}
			g.Close()
			if err := g.Recheck(step); err != nil {
				t.Errorf("a closed one: %v", err)
			}
		}
	}
}

// TestRecheckPacks flips a bit of an artefact: those of the kinds that are asked for are
// compared in turn, and its pack is given up.
func TestRecheckPacks(t *testing.T) {
	w := openWriter(t, Options{Dir: t.TempDir(), disk: &faulty{}})
	const each = 300
	put := func(kind Kind, n int) {
		t.Helper()
		var list []Artefact
		for i := range 8 {
			text := []byte(fmt.Sprintf("%0*d", each, n*8+i))
			list = append(list, Artefact{Key{sha256.Sum256(text), kind, 1}, text})
		}
		if err := w.Put(context.Background(), list); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 4 {
		put(Chunks, n)
	}
	put(Facts, 9)
	round := 5*8*(rowSize+each)/400 + 5
	for range 3 * round {
		if lost := w.Recheck(400, Chunks); lost != 0 {
			t.Fatalf("%d packs that are whole are lost: %v", lost, w.Findings())
		}
	}
	damage := func(p *pack) {
		t.Helper()
		rot(t, p.path, int64(len(p.file.data))-5, func(m mark) { p.seen.mark = m })
	}
	find := func() (lost int) {
		for range round {
			lost += w.Recheck(400, Chunks)
		}
		return lost
	}
	packs := w.view.packs
	for _, p := range packs {
		if kind := Kind(p.row(0)[rowKind]); kind == Facts {
			damage(p)
		}
	}
	if lost := find(); lost != 0 {
		t.Errorf("%d packs of another kind are lost", lost)
	}
	for i, p := range packs {
		if kind := Kind(p.row(0)[rowKind]); kind == Facts {
			continue
		}
		damage(p)
		if lost := find(); lost != 1 || w.shows(p.name) {
			t.Errorf("pack %d is damaged, and %d are lost: %v", i, lost, w.Findings())
		}
	}
	if f := w.Findings(); len(f) != 4 || !f[0].Damaged {
		t.Errorf("findings %v", f)
	}
}
