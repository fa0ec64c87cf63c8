package lsp

import (
	"context"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// foldingRange says what of a document can be folded.
func (c *conn) foldingRange(ctx context.Context, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	limit, whole := 0, false
	if t := c.caps.TextDocument; t != nil && t.FoldingRange != nil {
		whole = is(t.FoldingRange.LineFoldingOnly)
		if n := t.FoldingRange.RangeLimit; n != nil {
			limit = int(*n)
		}
	}
	out := []protocol.FoldingRange{}
	err := c.built(ctx, p.TextDocument.URI, func(v *view, doc int32) error {
		out = out[:0]
		s, err := v.syntax(ctx, doc)
		if s == nil || err != nil {
			return err
		}
		for _, f := range shallowest(s.Folds, limit) {
			r := protocol.FoldingRange{StartLine: f.First, EndLine: f.Last}
			if !whole {
				start, end := v.position(doc, f.Start), v.position(doc, f.End)
				r.StartCharacter, r.EndLine, r.EndCharacter = &start.Character, end.Line, &end.Character
			}
			switch f.Kind {
			case lang.FoldComment:
				r.Kind = protocol.FoldingRangeKindComment
			case lang.FoldImports:
				r.Kind = protocol.FoldingRangeKindImports
			case lang.FoldRegion:
				r.Kind = protocol.FoldingRangeKindRegion
			}
			out = append(out, r)
		}
		return nil
	})
	return out, err
}

// shallowest are at most limit folds, 0 for all: those that lie least deep.
func shallowest(folds []lang.Fold, limit int) []lang.Fold {
	if limit <= 0 || len(folds) <= limit {
		return folds
	}
	depth := make([]int, len(folds))
	var around []uint32
	for i, f := range folds {
		for len(around) > 0 && around[len(around)-1] < f.First {
			around = around[:len(around)-1]
		}
		depth[i] = len(around)
		around = append(around, f.Last)
	}
	order := make([]int, len(folds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return depth[a] - depth[b] })
	order = order[:limit]
	slices.Sort(order)
	out := make([]lang.Fold, 0, limit)
	for _, i := range order {
		out = append(out, folds[i])
	}
	return out
}

// syntax of a document about which all is answered; nil for others. What takes too long
// to read has none.
func (v *view) syntax(ctx context.Context, doc int32) (*lang.Syntax, error) {
	if v.mode(doc) != modePrimary {
		return nil, nil
	}
	text, ok := v.text(doc)
	if !ok {
		v.unsure = true
		return nil, errModified
	}
	s, err := v.in.repo.Workspace().Syntax(ctx, v.state, doc, text)
	if ctx.Err() != nil {
		return nil, errCancelled
	}
	if err != nil {
		return nil, failed("%s can't be read: %s", v.doc(doc).Path, err)
	}
	return s, nil
}

// selectionRange says what to select around each position, from the word to the whole
// document.
func (c *conn) selectionRange(ctx context.Context, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	out := []protocol.SelectionRange{}
	s := c.subject(ctx, p.TextDocument.URI)
	err := c.built(ctx, p.TextDocument.URI, func(v *view, doc int32) error {
		out = out[:0]
		syntax, err := v.syntax(ctx, doc)
		if syntax == nil || err != nil {
			return err
		}
		for _, position := range p.Positions {
			at, err := v.placed(doc, s.then, position)
			if err != nil {
				return err
			}
			around := syntax.Around(at, at)
			var r *protocol.SelectionRange
			for _, n := range slices.Backward(around) {
				r = &protocol.SelectionRange{Range: v.rangeOf(doc, n.Start, n.End), Parent: r}
			}
			out = append(out, *r)
		}
		return nil
	})
	if len(out) == 0 && err == nil { // each position has an answer
		for _, position := range p.Positions {
			out = append(out, protocol.SelectionRange{Range: protocol.Range{Start: position, End: position}})
		}
	}
	return out, err
}

// indexed has find look at a document once the whole repository is indexed.
func (c *conn) indexed(ctx context.Context, u uri.URI, find func(v *view, doc int32) error) error {
	return c.look(ctx, c.subject(ctx, u), workspace.About{}, find)
}

// indexedAt has find look at a place of a document once the whole repository is indexed.
func (c *conn) indexedAt(ctx context.Context, u uri.URI, p protocol.Position, find func(v *view, at place) error) error {
	s := c.subject(ctx, u)
	return c.look(ctx, s, workspace.About{}, func(v *view, doc int32) error {
		offset, err := v.placed(doc, s.then, p)
		if err != nil {
			return err
		}
		return find(v, place{doc: doc, path: s.path, offset: offset})
	})
}
