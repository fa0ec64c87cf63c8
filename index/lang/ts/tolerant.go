package ts

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"
)

// Recovery says how a grammar's gaps are got round, so that what it can't read
// costs a declaration and not the file.
type Recovery struct {
	// Rewrites replace constructs that the grammar does not know by known ones
	// of the same length. Each returns nil when it finds nothing to replace, and
	// must not change its argument, nor the meaning of text that the grammar does
	// know. Where the original can be read better, that is what counts.
	Rewrites []func(src []byte) []byte
	// Start says whether a line (without its end) can begin a top-level
	// declaration. Where errors remain, the declarations are read one by one.
	Start func(line []byte) bool
	// Blocks says how blocks are read apart, in large texts and in those of which
	// brackets or more are missing; nil for not at all.
	Blocks *Blocks
}

// maxPieces bounds into how many declarations a file is cut.
const maxPieces = 4096

// damage is how much of a tree can't be read: errors first, then the number
// of places.
type damage struct{ bytes, nodes int }

func (d damage) less(o damage) bool {
	if d.bytes != o.bytes {
		return d.bytes < o.bytes
	}
	return d.nodes < o.nodes
}

func (t *Tree) damage() damage {
	n, b := t.Errors()
	return damage{b, n}
}

// ParseTolerant is Parse with Recovery where the text has errors. All its
// attempts together keep to Limits.Time, and an attempt that did not fit sets
// Late. Nodes are valid as long as those of Parse; texts are always those of src.
//
// Rewritten text is tried first: reading on behind an error costs the parser
// far more than the look for something to rewrite.
func (p *Parser) ParseTolerant(ctx context.Context, g *Grammar, src []byte, r Recovery) (Tree, error) {
	limits := p.Limits
	left := func() time.Duration { return limits.Time }
	if limits.Time > 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		used := threadTime()
		start := used()
		left = func() time.Duration { return limits.Time - (used() - start) }
	}
	defer func() { p.Limits = limits }()
	text := src
	for _, rewrite := range r.Rewrites {
		if changed := rewrite(text); len(changed) == len(text) {
			text = changed
		}
	}
	// again parses once more within the time that is left.
	again := func(text []byte) (Tree, damage, bool) {
		if limits.Time > 0 {
			if p.Limits.Time = left(); p.Limits.Time <= 0 {
				p.Late = true
				return Tree{}, damage{}, false
			}
		}
		t, err := p.Parse(ctx, g, text)
		if err != nil {
			p.Late = p.Late || errors.Is(err, ErrHalted)
			return Tree{}, damage{}, false
		}
		return t, t.damage(), true
	}
	apart := func(always bool) (t Tree, clean, ok bool) {
		if r.Blocks == nil {
			return t, false, false
		}
		t, clean, ok = p.split(ctx, g, text, r.Blocks, always, func(text []byte) (Tree, bool) {
			t, _, ok := again(text)
			return t, ok
		})
		t.Src = src
		return t, clean, ok
	}
	if p.Kept != nil {
		if t, clean, ok := apart(false); ok && (clean || len(src) >= largeText) {
			return t, ctx.Err()
		}
		if limits.Time > 0 {
			p.Limits.Time = max(left(), time.Microsecond)
		}
	}
	t, err := p.Parse(ctx, g, text)
	if err != nil {
		return t, err
	}
	t.Src = src
	d := t.damage()
	if d == (damage{}) {
		return t, nil
	}
	t.Nodes = slices.Clone(t.Nodes)
	if u, clean, ok := apart(true); ok && (clean || len(src) >= largeText || !d.less(u.damage())) {
		return u, ctx.Err()
	}
	if !bytes.Equal(text, src) {
		if u, du, ok := again(src); ok && du.less(d) {
			t.Nodes, t.Read, d, text = slices.Clone(u.Nodes), src, du, src
		}
	}
	if r.Start != nil && d.bytes > 0 {
		if u, du, ok := pieces(text, r.Start, again); ok && du.less(d) {
			t.Nodes = u
		}
	}
	return t, ctx.Err()
}

// pieces reads the declarations of text one by one and puts their nodes under
// one root.
func pieces(text []byte, start func([]byte) bool, parse func([]byte) (Tree, damage, bool)) ([]Node, damage, bool) {
	cuts := []int{0}
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && text[j] != '\n' {
			j++
		}
		if i > 0 && start(text[i:j]) {
			cuts = append(cuts, i)
		}
		i = j + 1
	}
	if len(cuts) == 1 || len(cuts) > maxPieces {
		return nil, damage{}, false
	}
	cuts = append(cuts, len(text))
	var nodes []Node
	var root Node // of a piece that could be read
	var total damage
	// last is the piece before, which the next one is joined to when that
	// leaves less unread: the line that began it was inside something.
	type piece struct {
		start int
		at    int // its first node
		d     damage
	}
	last := piece{start: -1}
	// add puts a piece's nodes under the common root, without the piece's own
	// root unless that is an error.
	add := func(t Tree, from int) {
		skip := 1
		if t.Nodes[0].Flags&Error != 0 {
			skip = 0
		}
		off := uint32(len(nodes) - skip)
		for i, n := range t.Nodes[skip:] {
			n.Start += uint32(from)
			n.End += uint32(from)
			n.Next += off
			if n.Parent == NoNode || n.Parent == 0 && skip == 1 {
				n.Parent = 0
			} else {
				n.Parent += off
			}
			if skip == 0 {
				n.Depth = min(n.Depth, ^uint16(0)-1) + 1
				if i == 0 {
					n.Field = 0
				}
			}
			nodes = append(nodes, n)
		}
		if skip == 1 {
			root = t.Nodes[0]
		}
	}
	nodes = append(nodes, Node{})
	for i := 0; i+1 < len(cuts); i++ {
		from, to := cuts[i], cuts[i+1]
		t, d, ok := parse(text[from:to])
		if !ok {
			return nil, damage{}, false
		}
		t.Nodes = slices.Clone(t.Nodes)
		if last.start >= 0 && last.d.bytes > 0 && d.bytes > 0 {
			u, du, ok := parse(text[last.start:to])
			if !ok {
				return nil, damage{}, false
			}
			if du.less(damage{last.d.bytes + d.bytes, last.d.nodes + d.nodes}) {
				total.bytes -= last.d.bytes
				total.nodes -= last.d.nodes
				nodes = nodes[:last.at]
				t, d, from = u, du, last.start
			}
		}
		last = piece{from, len(nodes), d}
		total.bytes += d.bytes
		total.nodes += d.nodes
		add(t, from)
	}
	nodes[0] = Node{End: uint32(len(text)), Parent: NoNode, Next: uint32(len(nodes)), Sym: root.Sym, Flags: root.Flags}
	return nodes, total, true
}
