package outline

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// byPath is the language of the fixture file.
func byPath(t testing.TB, file string) *lang.Language {
	t.Helper()
	for _, l := range Languages() {
		for _, e := range l.Extensions {
			if strings.HasSuffix(file, e) {
				return l
			}
		}
	}
	t.Fatalf("no language reads %s", file)
	return nil
}

// facts extracts src and checks the invariants.
func facts(t testing.TB, l *lang.Language, path string, src []byte) *lang.Facts {
	t.Helper()
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f, err := l.Extract(context.Background(), p, lang.Input{Path: path, Src: src})
	if err != nil {
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, lang.Dump(f))
	}
	return f
}

// fixtures are the files of testdata that have facts beside them.
func fixtures(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		if filepath.Ext(f) != ".facts" && !strings.HasSuffix(f, "fuzz") {
			out = append(out, f)
		}
	}
	return out
}

// TestGolden compares the facts of each file in testdata with the .facts beside
// it. With UPDATE=1 in the environment it writes them. Every language has one.
func TestGolden(t *testing.T) {
	missing := map[string]bool{}
	for _, l := range Languages() {
		missing[l.Name] = true
	}
	for _, file := range fixtures(t) {
		l := byPath(t, file)
		delete(missing, l.Name)
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := lang.Dump(facts(t, l, file, src))
			golden := file + ".facts"
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("facts differ from %s (UPDATE=1 writes them)\n%s", golden, diff(string(want), got))
			}
		})
	}
	for name := range missing {
		t.Errorf("%s has no fixture", name)
	}
}

// diff shows the lines that are only in one of two texts.
func diff(want, got string) string {
	has := func(text string) map[string]int {
		m := map[string]int{}
		for _, l := range strings.Split(text, "\n") {
			m[l]++
		}
		return m
	}
	w, g := has(want), has(got)
	var b strings.Builder
	for _, l := range strings.Split(want, "\n") {
		if g[l] == 0 {
			b.WriteString("- " + l + "\n")
		}
	}
	for _, l := range strings.Split(got, "\n") {
		if w[l] == 0 {
			b.WriteString("+ " + l + "\n")
		}
	}
	return b.String()
}

// TestHostile reads text that nests or breaks without end.
func TestHostile(t *testing.T) {
	for _, l := range Languages() {
		for _, unit := range []string{"(", "[", "{", "x.", "x(", "f{", "a::", "\"", "def f\n", "class A {", "if x {", "int f(int (*", "a = ", "-", "$("} {
			facts(t, l, "x"+l.Extensions[0], bytes.Repeat([]byte(unit), 300))
		}
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
		f, err := byPath(t, path).Extract(context.Background(), p, lang.Input{Path: path, Src: []byte(text)})
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
		l := byPath(t, "x"+ext)
		want := make([]string, len(texts))
		for i, text := range texts {
			want[i] = lang.Dump(facts(t, l, "x"+ext, []byte(text)))
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
						t.Errorf("%s: %q depends on what else is read\n%s", ext, texts[i], diff(want[i], got))
						return
					}
				}
			})
		}
		group.Wait()
	}
}

func FuzzExtract(f *testing.F) {
	languages := Languages()
	for i, l := range languages {
		for _, file := range fixtures(f) {
			if byPath(f, file).Name != l.Name {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(uint8(i), src)
			f.Add(uint8(i), src[:len(src)/2])
		}
		f.Add(uint8(i), []byte("\"\" '' `` :\n::\n"))
	}
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f.Fuzz(func(t *testing.T, which uint8, src []byte) {
		l := languages[int(which)%len(languages)]
		facts, err := l.Extract(context.Background(), p, lang.Input{Path: "x" + l.Extensions[0], Src: src})
		if err != nil {
			t.Fatal(err)
		}
		if err := lang.Validate(facts, len(src)); err != nil {
			t.Fatal(l.Name, err)
		}
	})
}
