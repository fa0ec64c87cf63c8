package bitcode

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What is written is read again, in any order of codes.
func TestCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type code struct {
		how int
		v   uint32
		k   uint
	}
	var codes []code
	for _, v := range []uint32{0, 1, 2, 3, 255, 256, 1<<16 - 1, 1 << 31, math.MaxUint32} {
		for k := range uint(32) {
			codes = append(codes, code{0, v, k}, code{1, v, k}, code{2, v, k})
		}
	}
	for range 10000 {
		codes = append(codes, code{r.IntN(3), r.Uint32() >> r.UintN(33), r.UintN(32)})
	}
	r.Shuffle(len(codes), func(i, j int) { codes[i], codes[j] = codes[j], codes[i] })
	var w Writer
	ends := make([]int, len(codes))
	for i, c := range codes {
		switch c.how {
		case 0:
			w.Put(uint64(c.v), c.k)
		case 1:
			w.Rice(c.v, c.k)
		default:
			w.Golomb(c.v, c.k)
		}
		ends[i] = w.At()
	}
	x := Reader{B: w.Close()}
	for i, c := range codes {
		got, ok := uint32(0), true
		want := c.v
		switch c.how {
		case 0:
			got, want = x.Get(c.k), c.v&(1<<c.k-1)
		case 1:
			got = x.Rice(c.k)
		default:
			got, ok = x.Golomb(c.k)
		}
		if got != want || !ok || x.At != uint(ends[i]) || x.Over() {
			t.Fatalf("code %d, %+v: read %d, %v, at %d of %d", i, c, got, ok, x.At, ends[i])
		}
	}
	x.At = 8 * uint(len(x.B))
	if n, ok := x.Golomb(0); ok {
		t.Errorf("behind the end there is %d", n)
	}
	if x.Get(1); !x.Over() {
		t.Error("what was read behind the end was not noticed")
	}
}

// FuzzGolomb reads any bytes as codes: where they are none that is said, and what was
// read is written by no more bits.
func FuzzGolomb(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0xff}, byte(31))
	f.Add([]byte{0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff}, byte(0))
	f.Fuzz(func(t *testing.T, data []byte, k byte) {
		order := uint(k % 32)
		r, w := Reader{B: data}, Writer{}
		for !r.Over() {
			v, ok := r.Golomb(order)
			if !ok {
				return
			}
			if w.Golomb(v, order); uint(w.At()) != r.At {
				t.Fatalf("%d ends at %d, read at %d", v, w.At(), r.At)
			}
		}
	})
}
