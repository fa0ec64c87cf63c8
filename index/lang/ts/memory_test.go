package ts

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// A parse has no more memory than it is allowed, and one that needs more leaves nothing
// behind for the next.
func TestMemory(t *testing.T) {
	g := grammar()
	p := NewParser(Limits{Memory: 1 << 20})
	defer p.Close()
	long := bytes.Repeat([]byte("x = [1, 2, (3, 4)]\n"), 20_000)
	for range 3 {
		if _, err := p.Parse(context.Background(), g, long); !errors.Is(err, ErrTooLarge) {
			t.Errorf("want ErrTooLarge, got %v", err)
		}
		if tr, err := p.Parse(context.Background(), g, []byte("a = 1\n")); err != nil || tr.Nodes[0].End != 6 {
			t.Fatalf("after it: %v", err)
		}
	}
	p.Limits.Memory = 0
	if tr, err := p.Parse(context.Background(), g, long); err != nil || int(tr.Nodes[0].End) != len(long) {
		t.Errorf("with the usual limit: %v", err)
	}
	// The attempts to get round errors keep to it, too.
	p.Limits.Memory = 1 << 20
	start := func([]byte) bool { return true }
	if _, err := p.ParseTolerant(context.Background(), g, []byte(strings.Repeat("f(((\n", 100_000)), Recovery{Start: start}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("tolerant: %v", err)
	}
}
