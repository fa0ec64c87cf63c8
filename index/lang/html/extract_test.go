package html

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
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := lang.Dump(facts(t, file, src, ts.Limits{}))
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

// TestDeep: nesting costs no stack.
func TestDeep(t *testing.T) {
	for _, open := range []string{"<b>", "<p class='a'", "<b id=a>"} {
		facts(t, "a.html", []byte(strings.Repeat(open, 3000)), ts.Limits{})
	}
}

func FuzzExtract(f *testing.F) {
	src, err := os.ReadFile("testdata/page.html")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(src)
	for _, s := range []string{"", "<", "<a", "<a b=", "<script>", "<style>.a{", "<a onclick='", "<a id='", "<a onclick='x(' b>", "<script lang=ts>let a: <", "<x-y></x-y"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts(t, "a.html", src, ts.Limits{Nodes: 1 << 20, Time: 50 * time.Millisecond})
	})
}
