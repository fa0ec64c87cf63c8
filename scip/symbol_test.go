package scip

import (
	"fmt"
	"testing"

	bindings "github.com/scip-code/scip/bindings/go/scip"

	"codeintel/index/symbol"
)

var suffixes = map[bindings.Descriptor_Suffix]symbol.Suffix{
	bindings.Descriptor_Local:         symbol.None,
	bindings.Descriptor_Namespace:     symbol.Namespace,
	bindings.Descriptor_Type:          symbol.Type,
	bindings.Descriptor_Term:          symbol.Term,
	bindings.Descriptor_Method:        symbol.Method,
	bindings.Descriptor_TypeParameter: symbol.TypeParameter,
	bindings.Descriptor_Parameter:     symbol.Parameter,
	bindings.Descriptor_Meta:          symbol.Meta,
	bindings.Descriptor_Macro:         symbol.Macro,
}

// FuzzSymbol compares index/symbol with the bindings: what we read they read
// alike; what they read and would write the same way we read; and both write
// it alike.
func FuzzSymbol(f *testing.F) {
	for _, s := range []string{
		"local 1", "local a b", "scip-go gomod example.com/m v1.2.3 `example.com/m`/T#M().", "a  b . . . `x``y`/z#m(+1).(p)[T]q:r!",
		"s m n v ``.", "s m n v `a`.", "s . . . a", "s . . . é.", "   . . a.", "s m  n v w a.", "s m n v (a)[b]`c d`!", "s m n v a(`x y`).",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ours, err := symbol.Parse(s)
		theirs, theirErr := bindingsParse(s)
		if err != nil {
			if theirErr == nil && bindings.VerboseSymbolFormatter.FormatSymbol(theirs) == s && theirs.Scheme != "" {
				t.Fatalf("%q: we don't read it: %v", s, err)
			}
			return
		}
		if theirErr != nil {
			t.Fatalf("%q: the bindings don't read it: %v", s, theirErr)
		}
		p := theirs.GetPackage()
		if ours.Scheme != theirs.Scheme || ours.Package != (symbol.Package{Manager: p.GetManager(), Name: p.GetName(), Version: p.GetVersion()}) || len(ours.Descriptors) != len(theirs.Descriptors) {
			t.Fatalf("%q: %+v, by the bindings %v", s, ours, theirs)
		}
		for i, d := range ours.Descriptors {
			e := theirs.Descriptors[i]
			if d.Name != e.Name || d.Disambiguator != e.Disambiguator || d.Suffix != suffixes[e.Suffix] {
				t.Fatalf("%q: descriptor %d is %+v, by the bindings %v", s, i, d, e)
			}
		}
		if a, b := ours.String(), bindings.VerboseSymbolFormatter.FormatSymbol(theirs); a != b && !symbol.IsLocal(s) && s[0] != ' ' {
			t.Fatalf("%q is written %q, by the bindings %q", s, a, b)
		}
	})
}

// bindingsParse is ParseSymbol of the bindings, which panics (v0.10.0) on some
// malformed symbols that end with a character of several bytes.
func bindingsParse(s string) (sym *bindings.Symbol, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return bindings.ParseSymbol(s)
}
