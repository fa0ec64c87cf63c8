package ts

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

func grammar() *Grammar { return NewGrammar("python", python.Language()) }

func TestParseFlat(t *testing.T) {
	g := grammar()
	p := NewParser(Limits{})
	defer p.Close()
	tr, err := p.Parse(context.Background(), g, []byte("def f(a):\n    return a\n"))
	if err != nil {
		t.Fatal(err)
	}
	fn := tr.ChildOf(0, g.Symbol("function_definition"))
	if fn == NoNode {
		t.Fatal("no function")
	}
	if got := string(tr.Text(tr.Child(fn, g.Field("name")))); got != "f" {
		t.Errorf("name %q", got)
	}
	for i, n := range tr.Nodes {
		if n.Next <= uint32(i) || int(n.Next) > len(tr.Nodes) {
			t.Errorf("node %d: next %d", i, n.Next)
		}
		if n.Parent != NoNode && (n.Parent >= uint32(i) || tr.Nodes[n.Parent].Next < n.Next) {
			t.Errorf("node %d: not inside its parent", i)
		}
	}
}

// A halted parse must leave nothing behind in the parser.
func TestHaltedThenNext(t *testing.T) {
	g := grammar()
	p := NewParser(Limits{Time: time.Microsecond})
	defer p.Close()
	long := bytes.Repeat([]byte("x = [1, 2, (3, 4)]\n"), 50000)
	if _, err := p.Parse(context.Background(), g, long); !errors.Is(err, ErrHalted) {
		t.Fatalf("want ErrHalted, got %v", err)
	}
	p.Limits.Time = 0
	tr, err := p.Parse(context.Background(), g, []byte("a = 1\n"))
	if err != nil || tr.Nodes[0].End != 6 {
		t.Fatalf("after a halt: %v, end %d", err, tr.Nodes[0].End)
	}
}

// A cancelled context ends a parse that is under way.
func TestCancelWhileParsing(t *testing.T) {
	g := grammar()
	p := NewParser(Limits{Time: time.Minute})
	defer p.Close()
	long := bytes.Repeat([]byte("x = [1, 2, (3, 4)]\n"), 400000)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer time.AfterFunc(50*time.Millisecond, cancel).Stop()
	if _, err := p.Parse(ctx, g, long); !errors.Is(err, context.Canceled) {
		t.Errorf("want canceled, got %v", err)
	}
	// Nothing of it is left for the next parse.
	for range 100 {
		ctx, cancel := context.WithCancel(context.Background())
		if tr, err := p.Parse(ctx, g, []byte("a = 1\n")); err != nil || tr.Nodes[0].End != 6 {
			t.Fatalf("after a cancelled parse: %v", err)
		}
		cancel()
	}
}

func TestDeepAndLimits(t *testing.T) {
	g := grammar()
	p := NewParser(Limits{Nodes: 1000})
	defer p.Close()
	if _, err := p.Parse(context.Background(), g, bytes.Repeat([]byte("("), 100000)); !errors.Is(err, ErrTooManyNodes) {
		t.Errorf("want ErrTooManyNodes, got %v", err)
	}
	p.Limits.Nodes = 0
	if _, err := p.Parse(context.Background(), g, bytes.Repeat([]byte("("), 100000)); err != nil {
		t.Error(err)
	}
	if tr, err := p.Parse(context.Background(), g, nil); err != nil || len(tr.Nodes) == 0 {
		t.Errorf("empty file: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Parse(ctx, g, []byte("a")); !errors.Is(err, context.Canceled) {
		t.Errorf("want canceled, got %v", err)
	}
}

func TestRanges(t *testing.T) {
	g := grammar()
	p := NewParser(Limits{})
	defer p.Close()
	src := []byte("<b>\na = 1\n</b>\n<b>c = 2</b>")
	tr, err := p.Parse(context.Background(), g, src, Range{4, 10}, Range{18, 23})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range tr.Nodes {
		if tr.Nodes[i].Sym == g.Symbol("identifier") {
			names = append(names, string(tr.Text(uint32(i))))
		}
	}
	if len(names) != 2 || names[0] != "a" || names[1] != "c" {
		t.Errorf("identifiers %q", names)
	}
	if _, err := p.Parse(context.Background(), g, src, Range{5, 3}); err == nil {
		t.Error("a reversed range was accepted")
	}
	if tr, err := p.Parse(context.Background(), g, []byte("x")); err != nil || tr.Nodes[0].End != 1 {
		t.Errorf("ranges outlive their call: %v", err)
	}
}
