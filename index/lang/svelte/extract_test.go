package svelte

import (
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

// TestScan: what is markup, and what is not.
func TestScan(t *testing.T) {
	src := "<Col a={b > '}'}>{x /* } */} 1 < 2 {`${{}}}`}</Col><!-- {no} --><script>{a<b}</script>{/if}"
	l := scan([]byte(src))
	want := "<xol a=xxxxxxxxx>xxxxxxxxxxx 1 x 2 xxxxxxxxxx</xol><!-- {no} --><script>{a<b}</script>xxxxx"
	if string(l.text) != want {
		t.Errorf("got  %s\nwant %s", l.text, want)
	}
	if len(l.holes) != 4 {
		t.Errorf("holes %v", l.holes)
	}
}

// TestHostile: what is not closed costs no more than its length.
func TestHostile(t *testing.T) {
	for _, unit := range []string{"{", "{#each", "{#each a as b}", "{`${", "{/", "{:else}", "<style>"} {
		tested.Repeated(t, "a.svelte", "", 100000/len(unit), unit)
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Seeds: []string{
		"<", "{", "{#each a as {b}, i (c)}{/each}", "{#await a}{:then b}{:catch c}{/await}", "{#snippet a(b)}{/snippet}", "{@const a = b}",
		"{#if a}{:else if b}{/if}", "<A.b c={d} {e} {...f} bind:g use:h/>", "<style>.a{}", "<p class='a {b}'>", "{/each}", "{:then", "{#await a then b}", "{@const =}", "{#each as as}",
	}})
}
