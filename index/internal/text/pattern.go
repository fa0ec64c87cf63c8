// Package text searches text exactly: line by line, with the meaning of
// ripgrep 13, and finds by an index of trigrams which documents a search has to
// look at. It does no I/O.
package text

import (
	"context"
	"errors"
	"strings"

	"codeintel/index/internal/text/rex"
)

// Query is what to search for.
type Query struct {
	// Patterns are regular expressions in the syntax of Rust's regex crate, or
	// texts when Fixed is set. A line that matches one of them matches.
	Patterns   []string
	Fixed      bool
	IgnoreCase bool // Unicode's simple case folding
	// Word: a match has neither a word character before nor one after it.
	Word bool
	// Line: a match is a whole line; Word does not count then.
	Line bool
	// Invert: the lines without a match match. They have no spans.
	Invert bool
}

// Pattern is a compiled query. It is immutable and safe for concurrent use.
type Pattern struct {
	node *rex.Node
	prog *rex.Prog
	// What finds the places of matches; head is nil without word.
	reverse, head *rex.Prog
	needles       []*rex.Needle // a match has one of them, if there are any
	invert        bool
	word          bool
}

// ErrNoPattern: there is nothing to search for.
var ErrNoPattern = errors.New("no pattern is given; name what to search for")

// Compile makes a pattern of a query. Its errors say what is wrong with which
// pattern and what to write instead; see rex.Parse for what is not supported. It is left
// with the context's error when that is done.
func Compile(ctx context.Context, q Query) (*Pattern, error) {
	m := &rex.Meter{Stop: func() bool { return ctx.Err() != nil }}
	p, err := q.compile(m)
	if m.Stopped() {
		return nil, ctx.Err()
	}
	return p, err
}

func (q Query) compile(m *rex.Meter) (*Pattern, error) {
	if len(q.Patterns) == 0 {
		return nil, ErrNoPattern
	}
	node, err := q.node(m)
	if err != nil {
		return nil, err
	}
	word := q.Word && !q.Line
	prog, err := rex.Compile(node, word, m)
	if err != nil {
		return nil, q.tooLarge(err)
	}
	p := &Pattern{node: node, prog: prog, needles: rex.Needles(node), invert: q.Invert, word: word}
	if p.reverse, err = rex.Reverse(node, word, m); err == nil && word {
		p.head, err = rex.Head(node, m)
	}
	if err != nil {
		return nil, q.tooLarge(err)
	}
	return p, nil
}

// tooLarge says where the query is too large, for a program that can't be made.
func (q Query) tooLarge(err error) error {
	return &rex.Error{Pattern: strings.Join(q.Patterns, "|"), At: rex.LargeAt(err), Msg: strings.TrimPrefix(err.Error(), "the pattern "), Err: err}
}

// node is the expression of all patterns.
func (q Query) node(m *rex.Meter) (*rex.Node, error) {
	if !q.Fixed {
		// The patterns are joined before they are read, as in ripgrep 13: a flag
		// like (?i) holds for those that follow too.
		parts := q.Patterns
		if q.Line {
			parts = make([]string, len(q.Patterns))
			for i, p := range q.Patterns {
				parts[i] = "^(?:" + p + ")$"
			}
		}
		n, err := rex.Parse(strings.Join(parts, "|"), q.IgnoreCase, m)
		var bad *rex.Error
		if q.Line && len(parts) == 1 && errors.As(err, &bad) {
			// The user knows nothing of what was put around.
			if _, own := rex.Parse(q.Patterns[0], q.IgnoreCase, m); own != nil {
				err = own
			}
		}
		return n, err
	}
	var nodes []*rex.Node
	for _, p := range q.Patterns {
		n, err := rex.Literal(p, q.IgnoreCase)
		if err != nil {
			return nil, err
		}
		if q.Line {
			n = rex.Line(n)
		}
		nodes = append(nodes, n)
	}
	return rex.Alternatives(nodes), nil
}
