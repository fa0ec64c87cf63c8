package svelte

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func facts(t testing.TB, path string, src []byte, limits ts.Limits) *lang.Facts {
	t.Helper()
	p := ts.NewParser(limits)
	defer p.Close()
	f, err := extract(context.Background(), p, lang.Input{Path: path, Src: src})
	if err != nil {
		if limits.Time > 0 {
			return nil
		}
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, lang.Dump(f))
	}
	return f
}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.svelte")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := facts(t, file, src, ts.Limits{})
		if f.ErrorNodes > 0 {
			t.Errorf("%s: %d places could not be read", file, f.ErrorNodes)
		}
		got := lang.Dump(f)
		golden := file + ".facts"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("the facts are not those of %s (-update writes them):\n%s", golden, got)
		}
	}
}

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
	for _, open := range []string{"{", "{#each", "{#each a as b}", "{`${", "{/", "{:else}", "<style>"} {
		start := time.Now()
		facts(t, "a.svelte", []byte(strings.Repeat(open, 100000/len(open))), ts.Limits{})
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%q took %v", open, d)
		}
	}
}

func FuzzExtract(f *testing.F) {
	files, err := filepath.Glob("testdata/*.svelte")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, s := range []string{
		"", "<", "{", "{#each a as {b}, i (c)}{/each}", "{#await a}{:then b}{:catch c}{/await}", "{#snippet a(b)}{/snippet}", "{@const a = b}",
		"{#if a}{:else if b}{/if}", "<A.b c={d} {e} {...f} bind:g use:h/>", "<style>.a{}", "<p class='a {b}'>", "{/each}", "{:then", "{#await a then b}", "{@const =}", "{#each as as}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts(t, "a.svelte", src, ts.Limits{Nodes: 1 << 20, Time: 50 * time.Millisecond})
	})
}
