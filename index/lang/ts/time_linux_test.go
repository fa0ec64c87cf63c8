package ts

import (
	"context"
	"errors"
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
