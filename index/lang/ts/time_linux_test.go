package ts

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// What waits does not spend its time, and what works does, whatever the clock says.
func TestWithTime(t *testing.T) {
	const limit = 50 * time.Millisecond
	ctx, cancel := WithTime(t.Context(), limit)
	select {
	case <-ctx.Done():
		t.Error("waiting has spent it")
	case <-time.After(4 * limit):
	}
	for began := time.Now(); ctx.Err() == nil; {
		if time.Since(began) > time.Minute {
			t.Fatal("working has not")
		}
	}
	<-ctx.Done()
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("spent: %v", err)
	}
	cancel()
	cancel()

	// What waits for good ends, too.
	ctx, cancel = WithTime(t.Context(), time.Millisecond)
	<-ctx.Done()
	cancel()
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waited: %v", err)
	}

	// The context around it counts, too.
	outer, stop := context.WithCancel(t.Context())
	ctx, cancel = WithTime(outer, time.Hour)
	defer cancel()
	stop()
	<-ctx.Done()
	if err := ctx.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What ParseTolerant reads around errors depends on its work and not on the clock, and it
// says where that took too long.
func TestTolerantTime(t *testing.T) {
	const limit = 50 * time.Millisecond
	src := []byte("def a(): pass\n\n) ) = (\n\ndef b(): pass\n")
	g := grammar()
	start := func(line []byte) bool { return bytes.HasPrefix(line, []byte("def ")) }
	read := func(before func()) (Tree, bool) {
		p := NewParser(Limits{Time: limit})
		defer p.Close()
		rewrite := func([]byte) []byte { before(); return nil }
		tree, err := p.ParseTolerant(t.Context(), g, src, Recovery{Rewrites: []func([]byte) []byte{rewrite}, Start: start})
		if err != nil {
			t.Fatal(err)
		}
		tree.Nodes = slices.Clone(tree.Nodes)
		return tree, p.Late
	}
	want, late := read(func() {})
	if late {
		t.Error("late without need")
	}
	got, late := read(func() { <-time.After(3 * limit) })
	if late || !slices.Equal(got.Nodes, want.Nodes) {
		t.Errorf("off the processor: late %v, %d nodes, want %d", late, len(got.Nodes), len(want.Nodes))
	}
	used := threadTime()
	_, late = read(func() {
		for from := used(); used()-from < 2*limit; {
		}
	})
	if !late {
		t.Error("work beyond the limit is not said")
	}
}
