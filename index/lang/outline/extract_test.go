package outline

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"
)

var tested = langtest.Languages(Languages())

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t, "shop.groovy") }

// TestHostile reads text that nests or breaks without end.
func TestHostile(t *testing.T) {
	for _, l := range Languages() {
		tested.Repeated(t, "x"+l.Extensions[0], "", 300, "(", "[", "{", "x.", "x(", "f{", "a::", "\"", "def f\n", "class A {", "if x {", "int f(int (*", "a = ", "-", "$(")
	}
}

// TestScanners reads what some grammars' own scanners end the process at, write
// behind their buffer at, or take time for that grows with the square of it.
func TestScanners(t *testing.T) {
	for path, text := range map[string]string{
		"strings.kt": "val x = " + strings.Repeat("\"${", 3_000),
		"line.scala": "val x = " + strings.Repeat("f(1) + ", 50_000),
		"chain.lua":  "x = a" + strings.Repeat(".b", 100_000),
		"open.lua":   strings.Repeat("# [ \" ' ", 20_000),
		"calls.sh":   "x = a" + strings.Repeat("(1).b", 20_000),
	} {
		p := ts.NewParser(ts.Limits{Time: 20 * time.Second})
		f, err := tested.Of(t, path).Extract(context.Background(), p, lang.Input{Path: path, Src: []byte(text)})
		p.Close()
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if err := lang.Validate(f, len(text)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestScannerState reads files at a time, and one behind another, whose grammars'
// scanners have one state for the process or never forget it.
func TestScannerState(t *testing.T) {
	for _, ext := range []string{".lua", ".swift"} {
		texts := []string{
			"x = [==[ ]] ]=] \n]==]\nlocal y = x\n", "a = 1 --[[ b ]] c = a\n", "s = 'it' .. [[ ' ]]\nt = s\n",
			"let a = #\"b\" + c\"#\nlet d = a\n", "let e = ##\"never closed\n", "let g = \"h\"\nlet i = g\n",
		}
		l := tested.Of(t, "x"+ext)
		want := make([]string, len(texts))
		for i, text := range texts {
			want[i] = lang.Dump(tested.Facts(t, "x"+ext, []byte(text)))
		}
		var group sync.WaitGroup
		for w := range 4 {
			group.Go(func() {
				p := ts.NewParser(ts.Limits{})
				defer p.Close()
				for n := range 200 {
					i := (n*(w+1) + w) % len(texts)
					f, err := l.Extract(context.Background(), p, lang.Input{Path: "x" + ext, Src: []byte(texts[i])})
					if err != nil {
						t.Error(err)
						return
					}
					if got := lang.Dump(f); got != want[i] {
						t.Errorf("%s: %q depends on what else is read\n%s", ext, texts[i], langtest.Diff(want[i], got))
						return
					}
				}
			})
		}
		group.Wait()
	}
}

func FuzzExtract(f *testing.F) { tested.Fuzz(f, langtest.Fuzzing{}) }
