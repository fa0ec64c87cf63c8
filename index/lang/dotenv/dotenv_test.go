package dotenv

import (
	"strings"
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestKeys: a line that sets a variable defines it; the lines of a value define nothing.
func TestKeys(t *testing.T) {
	text := `# APP_OLD="1
#APP_OLDER=1
# prose=no, PROSE=no
#  FAR=1
# NOT =1
APP_NAME=Harbour
  export APP_KEY = "a
NOT_THIS=1
b\"c"
APP_KEY='x'
MAIL_FROM="${APP_NAME}" # NOT=1
2=3
JUST A=1
A.B2=
OPEN="half
LAST=1`
	f := tested.Facts(t, ".env.example", []byte(text))
	var got []string
	for i := range f.Defs {
		d := &f.Defs[i]
		line := text[d.Start:d.End]
		if d.Same >= 0 {
			line += " again"
		}
		if d.Sig != f.Name(d.Name) {
			t.Errorf("the signature of %s is %q", line, d.Sig)
		}
		got = append(got, line)
	}
	if s := strings.Join(got, ", "); s != "APP_OLD, APP_OLDER, APP_NAME, APP_KEY, APP_KEY again, MAIL_FROM, A.B2, OPEN, LAST" {
		t.Error(s)
	}
}

// TestOwns: which files are read.
func TestOwns(t *testing.T) {
	for file, want := range map[string]bool{
		"a/.env.example.complete": true, ".env.Testing.example": true, ".env.examples": false, ".env.local": false, "env.example.x": false, ".env": false,
	} {
		if got := Language().Owns(file); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}

// TestHostile: what is too large is read to its bound.
func TestHostile(t *testing.T) {
	if f := tested.Facts(t, ".env.example", []byte("A=1\n"+strings.Repeat(" ", maxSize)+"\nB=2")); f.Truncated == "" || len(f.Defs) != 1 {
		t.Errorf("%q, %d names", f.Truncated, len(f.Defs))
	}
	tested.Repeated(t, ".env.example", "", 100000, "A=\"", "A=", "'", "\\", "export ")
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Paths: []string{".env.example"}, Seeds: []string{"A=1\nexport B = \"x\ny\"\n#C=1\nA='", "\u00e9=1\r\nA.B=2\r\n"}})
}
