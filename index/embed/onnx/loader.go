package onnx

import (
	"context"
	"sync"
	"time"

	"codeintel/index/embed"
)

// retryAfter is how long a model takes to load, about.
const retryAfter = 2 * time.Second

// Loader is a model that is loaded in the background, from when it is first asked or
// waited for. It is an embed.Embedder:
// passages wait for the model, which is what indexing wants; until it is there
// queries fail at once, with an *embed.Initializing.
type Loader struct {
	card   Card
	id     string
	open   func(ctx context.Context) (*Embedder, error)
	start  sync.Once
	life   context.Context // of the loading
	cancel context.CancelFunc
	done   chan struct{}
	model  *Embedder // once done is closed
	err    error
}

var _ embed.Loaded = (*Loader)(nil)

// Load is a model that open loads. Close ends that, and gives the model back.
func Load(card Card, id string, open func(ctx context.Context) (*Embedder, error)) *Loader {
	l := &Loader{card: card, id: id, open: open, done: make(chan struct{})}
	l.life, l.cancel = context.WithCancel(context.Background())
	return l
}

// begin starts the loading, once.
func (l *Loader) begin() {
	l.start.Do(func() {
		go func() {
			defer close(l.done)
			l.model, l.err = l.open(l.life)
		}()
	})
}

// ID is that of the model.
func (l *Loader) ID() string { return l.id }

// Dim is the length of a vector.
func (l *Loader) Dim() int { return l.card.Dim }

// Done is closed when the model is there, or can't be had.
func (l *Loader) Done() <-chan struct{} {
	l.begin()
	return l.done
}

// Failed says why the model could not be loaded; nil where it was, or was not asked
// for, or is being loaded.
func (l *Loader) Failed() error {
	select {
	case <-l.done:
		return l.err
	default:
		return nil
	}
}

// Ready is that of embed.Loaded.
func (l *Loader) Ready(ctx context.Context) error {
	select {
	case <-l.Done():
		return l.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Err says why the model can't be used now: an *embed.Initializing while it is
// loaded, what was wrong when that has failed, nil when it is there.
func (l *Loader) Err() error {
	select {
	case <-l.Done():
		return l.err
	default:
		return &embed.Initializing{Model: l.card.Name, RetryAfter: retryAfter}
	}
}

// Passages is that of embed.Embedder; it waits until the model is there.
func (l *Loader) Passages(ctx context.Context, list []embed.Passage) ([]float32, error) {
	if err := l.Ready(ctx); err != nil {
		return nil, err
	}
	return l.model.Passages(ctx, list)
}

// Queries is that of embed.Embedder; it does not wait.
func (l *Loader) Queries(ctx context.Context, list []string) ([]float32, error) {
	if err := l.Err(); err != nil {
		return nil, err
	}
	return l.model.Queries(ctx, list)
}

// Close waits for the loading to end, which it hastens, and closes the model. One that
// was not asked for is not loaded any more.
func (l *Loader) Close() error {
	l.cancel()
	l.start.Do(func() {
		l.err = errClosed
		close(l.done)
	})
	<-l.done
	if l.model == nil {
		return nil
	}
	return l.model.Close()
}
