package outline

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"codeintel/index/lang/ts"
)

// The parser walks back over as many states as a text has tokens, which is deeper than
// the stack of a thread.
func TestDeepStates(t *testing.T) {
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	g := grammars["cpp"]
	if _, err := p.Parse(context.Background(), g, bytes.Repeat([]byte("{-"), 150_000)); err != nil && !errors.Is(err, ts.ErrTooLarge) {
		t.Error(err)
	}
	if tr, err := p.Parse(context.Background(), g, bytes.Repeat([]byte("int x;\n"), 2_000)); err != nil || tr.Nodes[0].End != 14_000 {
		t.Errorf("after it: %v", err)
	}
}
