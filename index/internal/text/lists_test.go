package text

import (
	"bytes"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

// every returns the documents below end that are multiples of apart.
func every(apart, end uint32) (docs []uint32) {
	for d := uint32(0); d < end; d += apart {
		docs = append(docs, d)
	}
	return docs
}

// listOf returns the list of docs as it is read from a segment of all documents.
func listOf(docs []uint32, all uint32) list {
	data, form := appendList(nil, docs, all)
	return list{count: uint32(len(docs)), docs: all, form: form, sum: crc32.Checksum(data, castagnoli), data: data}
}

// TestLists stores lists in each form, and reads them where they lie, aligned or not.
func TestLists(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	var scattered []uint32
	for d := range uint32(90_000) {
		if rnd.IntN(300) == 0 {
			scattered = append(scattered, d)
		}
	}
	for _, c := range []struct {
		name string
		docs []uint32
		all  uint32
		form form
	}{
		{"none", nil, 100, formCodes},
		{"few", every(3, 3*minBitmap-3), 1000, formCodes},
		{"half", every(2, 1000), 1000, formWords},
		{"nearly all", every(1, 999), 1000, formCodes},
		{"half of several containers", every(2, 200_001), 200_001, formWords},
		{"few at the start", every(2, 1000), 1 << 30, formWords},
		{"thin", scattered, 90_000, formSerial},
		{"the last numbers", []uint32{1<<32 - 3, 1<<32 - 2}, 1<<32 - 1, formCodes},
	} {
		l := listOf(c.docs, c.all)
		if l.form != c.form {
			t.Errorf("%s: the form is %d, want %d", c.name, l.form, c.form)
		}
		codes := len(appendCodes(nil, c.docs))
		if l.form != formCodes && len(l.data) > bitmapShare*codes {
			t.Errorf("%s: %d bytes, %d as codes", c.name, len(l.data), codes)
		}
		if n := len(c.docs); n > 0 && (serialSize(c.docs) != len(serial(t, c.docs, false)) || wordsSize(c.docs) <= int(c.docs[n-1]/8)) {
			t.Errorf("%s: the length of a bitmap is wrong", c.name)
		}
		for shift := range bitmapAlign {
			moved := l
			moved.data = append(make([]byte, shift, shift+len(l.data)), l.data...)[shift:]
			b, view, err := moved.bitmap()
			if err != nil || !slices.Equal(b.ToArray(), c.docs) || view != (c.form != formCodes) {
				t.Errorf("%s: %d documents are read of %d (%v)", c.name, b.GetCardinality(), len(c.docs), err)
			}
			docs, err := moved.append([]uint32{5})
			if err != nil || !slices.Equal(docs[1:], c.docs) {
				t.Errorf("%s: %d documents are read of %d (%v)", c.name, len(docs)-1, len(c.docs), err)
			}
		}
		if c.form == formCodes {
			continue
		}
		for name, bad := range map[string]list{
			"another checksum":  {l.count, l.docs, l.form, l.sum + 1, l.data},
			"another count":     {l.count + 1, l.docs, l.form, l.sum, l.data},
			"a lower limit":     {l.count, c.docs[len(c.docs)-1], l.form, l.sum, l.data},
			"the other form":    {l.count, l.docs, formWords + formSerial - l.form, l.sum, l.data},
			"a byte less":       {l.count, l.docs, l.form, crc32.Checksum(l.data[1:], castagnoli), l.data[1:]},
			"no byte":           {l.count, l.docs, l.form, 0, nil},
			"a bit in the data": flipped(l),
		} {
			if _, _, err := bad.bitmap(); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s with %s is read", c.name, name)
			}
		}
	}
}

// serial returns a list as roaring serializes it, with runs or without.
func serial(t testing.TB, docs []uint32, runs bool) []byte {
	t.Helper()
	b := roaring.BitmapOf(docs...)
	if runs {
		b.RunOptimize()
	}
	data, err := b.ToBytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// flipped returns a list with a bit changed.
func flipped(l list) list {
	l.data = slices.Clone(l.data)
	l.data[len(l.data)/2] ^= 4
	return l
}

// FuzzList reads any bytes as a bitmap with the right checksum.
func FuzzList(f *testing.F) {
	for _, docs := range [][]uint32{every(2, 1000), every(5000, 2_000_000), every(1, 70_000)} {
		for _, data := range [][]byte{serial(f, docs, false), serial(f, docs, true), listOf(docs, 1<<31).data} {
			for form := formWords; form < forms; form++ {
				f.Add(data, uint32(len(docs)), uint32(1<<31), byte(form-formWords))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, count, docs uint32, of byte) {
		l := list{count: count, docs: docs, form: formWords + form(of)%(forms-formWords), sum: crc32.Checksum(data, castagnoli), data: data}
		b, _, err := l.bitmap()
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		array := b.ToArray()
		if uint32(len(array)) != count || !slices.IsSorted(array) || array[len(array)-1] >= docs {
			t.Fatalf("%d documents of %d, the last is %d of %d", len(array), count, array[len(array)-1], docs)
		}
	})
}

// TestCandidatesOwnMemory holds that what Candidates returns does not change when the bytes
// of the segment are overwritten.
func TestCandidatesOwnMemory(t *testing.T) {
	docs := words(rand.New(rand.NewPCG(1, 2)), 700)
	data := build(t, docs, 1<<40, nil)
	for _, pattern := range []string{"abc", "abc|the", "abc.*the", "a[bc]c|the.*abc"} {
		mine := bytes.Clone(data)
		s, err := Open(mine)
		if err != nil {
			t.Fatal(err)
		}
		p := compile(t, Query{Patterns: []string{pattern}}).Plan()
		found, err := s.Candidates(p)
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Collect(found.Each())
		clear(mine)
		if !slices.Equal(slices.Collect(found.Each()), before) {
			t.Errorf("%s: what was found lies in the segment", pattern)
		}
	}
}
