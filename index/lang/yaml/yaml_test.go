package yaml

import (
	"strings"
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

// What can't be read costs the top-level key that it stands in.
func TestErrors(t *testing.T) {
	f := tested.Facts(t, "a.yaml", []byte("a: 1\nb: [\nc:\n  d: 2\n---\ne: 3\n"))
	if got := strings.Join(langtest.Defs(f), " "); got != "a c d e" || f.ErrorNodes != 1 || f.ErrorBytes != len("b: [\n") {
		t.Errorf("%s; %d errors, %d bytes", got, f.ErrorNodes, f.ErrorBytes)
	}
}

// Texts that grow without sense end soon, and as facts.
func TestHostile(t *testing.T) {
	tested.Repeated(t, "a.yaml", "", 5000, "[", "{", "- ", "a: ", "? ", "&a ", "*a ", "'", "\"", "---\n", "a:\n ", "!!x ", "{a: [", "|\n", "\t", "é: &é\n")
	deep := ""
	for i := range 300 {
		deep += strings.Repeat(" ", i) + "a:\n"
	}
	if f := tested.Facts(t, "a.yaml", []byte(deep)); f.Truncated == "" {
		t.Error("a text that is too deep is read whole")
	}
	if f := tested.Facts(t, "a.yaml", []byte(strings.Repeat("a: 1\n", maxSize))); f.Truncated == "" {
		t.Error("a text that is too large is read whole")
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Seeds: []string{
		"a: &x {b: 1}\nc: *x\n", "'q': 1\n\"é\": 2\n<<: *x\n", "- a: 1\n- [b, {c: d}]\n", "a: |\n  text\n---\n%YAML 1.2\n...", "{{ .Values }}\n",
	}})
}
