package workspace

import "context"

// A turn is a lock for work that takes long: who waits for it does so no longer
// than its context lasts.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// take waits for the turn. The error is the context's; else the caller gives the
// turn back.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	default:
	}
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) give() { <-t }
