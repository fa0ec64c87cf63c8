package lsp

import (
	"context"
	"time"

	"codeintel/index/lang"
	"codeintel/index/resolve"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// ownPatience is how long a request that the document alone can answer in part waits for
// the whole answer while questions have to wait.
const ownPatience = 150 * time.Millisecond

// alone has find look at an open document by itself: neither the disk nor other files are
// asked, so that it waits for nobody. It returns false, and find is not called, where the
// document is not open, would not be indexed, or nothing is known of its repository yet.
func (c *conn) alone(ctx context.Context, s subject, find func(v *view, doc int32) (bool, error)) (answered bool, err error) {
	if s.in == nil || s.then == nil {
		return false, nil
	}
	done, err := s.in.use(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	state, err := s.in.edits.Own(ctx, s.path, s.then.text)
	switch {
	case err != nil:
		return false, errCancelled
	case state == nil:
		return false, nil
	}
	v := c.view(ctx, s.in, state)
	defer v.close()
	return find(v, 0)
}

// crowded reports whether questions about the repository of a document have to wait.
func (c *conn) crowded(ctx context.Context, s subject) bool {
	if s.in == nil || s.then == nil {
		return false
	}
	done, err := s.in.use(ctx)
	if err != nil {
		return false
	}
	defer done()
	return s.in.repo.Workspace().Crowded()
}

// built has find look at an open document of which it needs no more than how its text is
// built; of others, at what the repository has.
func (c *conn) built(ctx context.Context, u uri.URI, find func(v *view, doc int32) error) error {
	answered, err := c.alone(ctx, c.subject(ctx, u), func(v *view, doc int32) (bool, error) { return true, find(v, doc) })
	if answered || err != nil {
		return err
	}
	return c.whole(ctx, u, find)
}

// outlined has find look at a document of which it needs no more than what it defines. Where
// that depends on other files it waits for them, for ownPatience.
func (c *conn) outlined(ctx context.Context, u uri.URI, find func(v *view, doc int32) error) error {
	s := c.subject(ctx, u)
	answered, err := c.alone(ctx, s, func(v *view, doc int32) (bool, error) {
		if isContextual(v, doc) && !v.in.repo.Workspace().Crowded() {
			return false, nil
		}
		return true, find(v, doc)
	})
	if answered || err != nil {
		return err
	}
	return c.patiently(ctx, s, func(ctx context.Context) error { return c.whole(ctx, u, find) }, find)
}

// patiently looks at the repository, and for an open document no longer than ownPatience:
// then at the document alone.
func (c *conn) patiently(ctx context.Context, s subject, look func(context.Context) error, find func(v *view, doc int32) error) error {
	if s.in == nil || s.then == nil {
		return look(ctx)
	}
	short, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan struct{})
	late := c.server.opts.After(ownPatience)
	c.background.Go(func() {
		select {
		case <-late:
			cancel()
		case <-ended:
		}
	})
	err := look(short)
	close(ended)
	if err == nil || ctx.Err() != nil || short.Err() == nil {
		return err
	}
	answered, err := c.alone(ctx, s, func(v *view, doc int32) (bool, error) { return true, find(v, doc) })
	if answered || err != nil {
		return err
	}
	return look(ctx)
}

// isContextual reports whether what a file defines depends on other files.
func isContextual(v *view, doc int32) bool {
	for i := range v.snap.Docs()[doc].Facts().Defs {
		if v.snap.Docs()[doc].Facts().Defs[i].Flags&lang.Contextual != 0 {
			return true
		}
	}
	return false
}

// near is at for what is answered from the document alone while questions have to wait:
// where all that the name at the place means is defined in the document.
func (c *conn) near(ctx context.Context, u uri.URI, p protocol.Position, find func(v *view, at place) error) error {
	s := c.subject(ctx, u)
	if c.crowded(ctx, s) {
		answered, err := c.alone(ctx, s, func(v *view, doc int32) (bool, error) {
			at := place{doc: doc, path: s.path}
			var err error
			if at.offset, err = v.placed(doc, s.then, p); err != nil {
				return true, err
			}
			n, ok := v.named(at)
			if !ok {
				return false, nil
			}
			for _, x := range n.symbols {
				if x.Certainty != resolve.Resolved || x.ID.Doc != doc || x.ID.IsExternal() || x.ID.IsModule() {
					return false, nil
				}
			}
			return true, find(v, at)
		})
		if answered || err != nil {
			return err
		}
	}
	return c.at(ctx, u, p, find)
}

// soon has find look at a document once the whole repository is indexed, and while
// questions have to wait no later than after ownPatience: then at the document alone.
func (c *conn) soon(ctx context.Context, u uri.URI, find func(v *view, doc int32) error) error {
	s := c.subject(ctx, u)
	if !c.crowded(ctx, s) {
		return c.indexed(ctx, u, find)
	}
	return c.patiently(ctx, s, func(ctx context.Context) error { return c.indexed(ctx, u, find) }, find)
}
