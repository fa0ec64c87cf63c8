package all_test

import (
	"path"
	"strings"
	"testing"

	"codeintel/index/lang/all"
	"codeintel/index/lang/langtest"

	"golang.org/x/tools/txtar"
)

// padding is what makes a text large.
var padding = map[string]string{".php": "// nothing\n", ".ts": "// nothing\n", ".java": "// nothing\n", ".py": "# nothing\n"}

// places is how many places of a file are typed in.
const places = 200

// What is typed in a function and not finished costs no declaration outside of it,
// whatever it is and wherever it stands.
func TestTyping(t *testing.T) {
	archive, err := txtar.ParseFile("../../../testdata/typing/files.txtar")
	if err != nil {
		t.Fatal(err)
	}
	known := langtest.Languages(all.Languages())
	for _, f := range archive.Files {
		tried, lost := known.Typing(t, f.Name, f.Data, 1, places)
		if tried < places {
			t.Errorf("%s: %d places were tried", f.Name, tried)
		}
		if pad := padding[path.Ext(f.Name)]; pad != "" {
			// Where a text is large, what is kept is looked at first.
			_, more := known.Typing(t, f.Name, append(f.Data, strings.Repeat(pad, 1000)...), 2, places)
			lost = append(lost, more...)
		}
		if len(lost) > 0 {
			t.Errorf("%s: %d of %d lost something, the first:\n%s", f.Name, len(lost), tried, lost[0])
		}
	}
}
