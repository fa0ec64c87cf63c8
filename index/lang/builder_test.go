package lang

import (
	"strings"
	"testing"

	"codeintel/index/symbol"
)

// Signatures that repeat the line that they are on are dropped while they are made, not
// once all of them are there.
func TestBuilderTexts(t *testing.T) {
	t.Parallel()
	const size = 1000
	b := NewBuilder(size)
	sig := strings.Repeat("a", 1<<16)
	for range 100 {
		_, d := b.Def(b.Name("a"), KindFunction, symbol.Method, 0, 1)
		d.Sig = sig
	}
	kept := 0
	for i := range b.F.Defs {
		kept += len(b.F.Defs[i].Sig)
	}
	if most := fewTexts + textsPerByte*size + len(sig); kept > most {
		t.Errorf("%d bytes of signatures are kept, more than %d", kept, most)
	}
	f := b.Finish()
	for i := range f.Defs {
		if early := i < fewTexts/len(sig); early != (f.Defs[i].Sig != "") {
			t.Errorf("definition %d has %d bytes of a signature", i, len(f.Defs[i].Sig))
		}
	}
	if f.Truncated != "too many signatures" {
		t.Errorf("the facts are said to be %q", f.Truncated)
	}
}
