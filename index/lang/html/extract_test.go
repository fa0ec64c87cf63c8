package html

import (
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

// TestDeep: nesting costs no stack.
func TestDeep(t *testing.T) {
	tested.Repeated(t, "a.html", "", 3000, "<b>", "<p class='a'", "<b id=a>")
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Seeds: []string{"<", "<a", "<a b=", "<script>", "<style>.a{", "<a onclick='", "<a id='", "<a onclick='x(' b>", "<script lang=ts>let a: <", "<x-y></x-y"}})
}
