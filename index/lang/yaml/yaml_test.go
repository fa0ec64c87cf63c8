package yaml

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index/lang"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func facts(t testing.TB, src string) *lang.Facts {
	t.Helper()
	f, err := extract(context.Background(), nil, lang.Input{Path: "a.yaml", Src: []byte(src)})
	if err != nil {
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%v\n%s", err, lang.Dump(f))
	}
	return f
}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := lang.Dump(facts(t, string(src)))
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

// What can't be read costs the top-level key that it stands in.
func TestErrors(t *testing.T) {
	f := facts(t, "a: 1\nb: [\nc:\n  d: 2\n---\ne: 3\n")
	var names []string
	for i := range f.Defs {
		names = append(names, f.Name(f.Defs[i].Name))
	}
	if got := strings.Join(names, " "); got != "a c d e" || f.ErrorNodes != 1 || f.ErrorBytes != len("b: [\n") {
		t.Errorf("%s; %d errors, %d bytes", got, f.ErrorNodes, f.ErrorBytes)
	}
}

// Texts that grow without sense end soon, and as facts.
func TestHostile(t *testing.T) {
	for _, unit := range []string{"[", "{", "- ", "a: ", "? ", "&a ", "*a ", "'", "\"", "---\n", "a:\n ", "!!x ", "{a: [", "|\n", "\t", "é: &é\n"} {
		facts(t, strings.Repeat(unit, 5000))
	}
	deep := ""
	for i := range 300 {
		deep += strings.Repeat(" ", i) + "a:\n"
	}
	if f := facts(t, deep); f.Truncated == "" {
		t.Error("a text that is too deep is read whole")
	}
	if f := facts(t, strings.Repeat("a: 1\n", maxSize)); f.Truncated == "" {
		t.Error("a text that is too large is read whole")
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range []string{"a: &x {b: 1}\nc: *x\n", "'q': 1\n\"é\": 2\n<<: *x\n", "- a: 1\n- [b, {c: d}]\n", "a: |\n  text\n---\n%YAML 1.2\n...", "{{ .Values }}\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) < 1<<16 {
			facts(t, s)
		}
	})
}
