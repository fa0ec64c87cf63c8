package workspace

import (
	"os"
	"testing"
)

// TestSameTextDecoded compares the text of an editor with a file in another encoding.
func TestSameTextDecoded(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("latin.py", "x = 'h\xe9llo'\n")
	p.write("wide.cs", "\xff\xfea\x00\n\x00")
	root, err := os.OpenRoot(p.dir)
	p.must(err)
	defer root.Close()
	for _, c := range []struct {
		path, text string
		want       bool
	}{
		{"latin.py", "x = 'héllo'\n", true},
		{"latin.py", "x = 'hello'\n", false},
		{"wide.cs", "a\n", true},
		{"wide.cs", "b\n", false},
	} {
		if got := hasText(root, c.path, []byte(c.text)); got != c.want {
			t.Errorf("%s has %q: %v", c.path, c.text, got)
		}
	}
}
