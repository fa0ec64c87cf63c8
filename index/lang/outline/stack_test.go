package outline

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"codeintel/index/lang/ts"
)

// TestDeepStates parses a text for which the parser recurses as often as it has tokens,
// deeper than the stack of a thread allows.
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
