package scip

import (
	"io"
	"testing"

	"codeintel/index/indextest"
)

func BenchmarkWrite(b *testing.B) {
	s := indextest.Large(200)
	var n counter
	if err := Write(&n, s, Options{}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, s, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
