package secrets

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// BenchmarkFind searches Go's own parser and printer, in which the word token is
// frequent.
func BenchmarkFind(b *testing.B) {
	var text []byte
	for _, pattern := range []string{"go/parser/*.go", "go/types/*.go", "net/http/*.go"} {
		names, err := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", pattern))
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			text = append(text, src...)
		}
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}
