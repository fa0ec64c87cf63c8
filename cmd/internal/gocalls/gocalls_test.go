package gocalls

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index/workspace"
)

const source = `package m

type I interface{ M() }

type T struct{ f func() }

func (t *T) M() { t.f() }

func generic[E any](e E) E { return e }

func caller(i I, t *T, f func()) {
	i.M()
	func() { t.M() }()
	generic[int](1)
	f()
	_ = string([]byte(nil))
	t.f = func() { leaf() }
}

func leaf() {}

var v = generic("") // no function calls it
`

func TestTruth(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module m\n\ngo 1.26\n",
		"m.go":      source,
		"m_test.go": "package m_test\n\nimport \"m\"\n\nfunc use(t *m.T) { t.M() }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	truth, err := Load(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) Place {
		i := strings.Index(source, text)
		if i < 0 || strings.Count(source, text) != 1 {
			t.Fatal(text)
		}
		return Place{"m.go", uint32(i)}
	}
	caller, method := at("caller("), at("M() { t.f")
	want := map[Pair]bool{
		{caller, at("M() }\n\ntype T")}:  true,
		{caller, method}:                 true,
		{caller, at("generic[E")}:        true,
		{caller, at("leaf() {}")}:        true,
		{Place{"m_test.go", 33}, method}: true,
	}
	for p := range want {
		if !truth.Pairs[p] {
			t.Errorf("%v is missing", p)
		}
	}
	for p := range truth.Pairs {
		if !want[p] {
			t.Errorf("%v is too many", p)
		}
	}
	s, _, err := workspace.Index(context.Background(), dir, workspace.Options{Env: workspace.SystemEnv()})
	if err != nil {
		t.Fatal(err)
	}
	// The truth has a pair that no call makes, and lacks one that a call makes.
	delete(truth.Pairs, Pair{caller, method})
	truth.Pairs[Pair{method, at("leaf() {}")}] = true
	var log strings.Builder
	scores := Compare(truth, s, &log)
	if got := scores; got.Truth != 5 || got.Found != 4 || got.Got != 5 || got.Possible != 0 || got.Functions != 6 {
		t.Errorf("%+v\n%s", got, &log)
	}
	if n := strings.Count(log.String(), "\n"); n != 2 || !strings.HasPrefix(log.String(), "missed\tm.go\t") {
		t.Errorf("the log is\n%s", &log)
	}
}
