package pinned

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/scip"
)

const source = "package m\n\nfunc a() { b(); c() }\n\nfunc b() {}\n\nfunc c() {}\n"

// tree makes a repository and returns it with the occurrences of its names as
// the snapshot has them.
func tree(t *testing.T) (dir string, s *index.Snapshot, occurrences []Occurrence) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, _, err := workspace.Index(context.Background(), dir, workspace.Options{Languages: []string{"go"}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := scip.Write(&b, s, scip.Options{}); err != nil {
		t.Fatal(err)
	}
	if occurrences, err = FromSCIP(&b, dir); err != nil {
		t.Fatal(err)
	}
	return dir, s, occurrences
}

// Each kind of outcome is counted where it belongs.
func TestCompare(t *testing.T) {
	dir, s, list := tree(t)
	at := func(text string) uint32 { return uint32(strings.Index(source, text)) }
	if len(list) != 5 {
		t.Fatalf("%d occurrences: %v", len(list), list)
	}
	for i := range list {
		switch {
		case list[i].Start == at("c(); }"), list[i].Start == at("c() }"):
			list[i].Symbol = "x a" // ours leads to c
		case list[i].Start == at("a()"):
			list[i].Symbol = "x a"
		}
	}
	list = append(list,
		Occurrence{"m.go", at("{}"), "x a", false},         // there is nothing
		Occurrence{"m.go", at("package"), "x b", true},     // there is nothing
		Occurrence{"m.go", at("func"), "x outside", false}, // no claim: it is defined nowhere
	)
	made, err := New("v1", "made up", dir, list)
	if err != nil {
		t.Fatal(err)
	}
	data, err := made.Encode()
	if err != nil {
		t.Fatal(err)
	}
	truth, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	got, err := truth.Compare(s, &log)
	if err != nil {
		t.Fatal(err)
	}
	want := Scores{Definitions: Score{4, 3, 3, 3}, References: Score{3, 1, 2, 1}}
	if got != want {
		t.Errorf("%+v, want %+v\n%s", got, want, &log)
	}
	if n := strings.Count(log.String(), "\n"); n != 3 {
		t.Errorf("%d misses:\n%s", n, &log)
	}
	if r := got.References; r.Recall() != 1.0/3 || r.Precision() != 0.5 || r.F1() != 0.4 {
		t.Errorf("recall %v, precision %v, F1 %v", r.Recall(), r.Precision(), r.F1())
	}
}

func TestVerify(t *testing.T) {
	dir, _, list := tree(t)
	truth, err := New("v1", "made up", dir, list)
	if err != nil {
		t.Fatal(err)
	}
	if err := truth.Verify(dir); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "m.go"), []byte(source+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := truth.Verify(dir); err == nil || !strings.Contains(err.Error(), "m.go") {
		t.Errorf("a changed file gives %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, t := range []*Truth{{}, {Version: "v1", Symbols: 1, Files: []File{{Path: "a", At: []uint32{3, 1, 0, 0}}}}} {
		data, err := t.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		truth, err := Decode(data)
		if err != nil {
			return
		}
		again, err := truth.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(again); err != nil {
			t.Error(err)
		}
	})
}
