package lsp

import (
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Locations are written as the library writes them.
func TestMarshal(t *testing.T) {
	at := func(file uri.URI, n uint32) protocol.Location {
		return protocol.Location{URI: file, Range: protocol.Range{Start: protocol.Position{Line: n, Character: 7}, End: protocol.Position{Line: 1<<32 - 1, Character: n}}}
	}
	for _, list := range [][]protocol.Location{
		nil, {}, {at("file:///a%20b/c.go", 0)},
		{at("file:///a", 1), at("file:///a", 20), at("file:///\"<\\\n\u2028é", 300), at("untitled:x", 4000), at("file:///a", 5)},
		{at("file:///a", 1), at("file:///\xff", 1)},
	} {
		want, failed := protocol.Marshal(list)
		if got, err := marshal(list); (err == nil) != (failed == nil) || string(got) != string(want) {
			t.Errorf("%s (%v), want %s (%v)", got, err, want, failed)
		}
	}
}

// BenchmarkMarshal writes 5,000 locations, by itself and as the library does.
func BenchmarkMarshal(b *testing.B) {
	list := make([]protocol.Location, 5000)
	for i := range list {
		at := protocol.Position{Line: uint32(i), Character: 4}
		list[i] = protocol.Location{URI: uri.File("/shop/cart.go"), Range: protocol.Range{Start: at, End: at}}
	}
	for name, write := range map[string]func(any) ([]byte, error){"own": marshal, "library": func(v any) ([]byte, error) { return protocol.Marshal(v) }} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := write(list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
