package workspace

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestQuarantineDamaged damages the list of quarantined files. What is read is what was
// written, or nothing: then doctor reports the damage until the file is gone, and the files
// are tried again.
func TestQuarantineDamaged(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.must(os.MkdirAll(p.path(IndexDir), 0o700))
	name := filepath.Join(p.path(IndexDir), listFile)
	s := &sentry{dir: p.path(IndexDir), program: "of this test"}
	for _, file := range []string{"a.go", "b.py"} {
		s.add(quarantined{Stage: stageExtract, Path: file, Content: strings.Repeat(file, 8), Why: "it is deep \xff", At: time.Unix(1_000_000, 0)})
	}
	s.save()
	want, err := readQuarantine(s.dir)
	p.must(err)
	if len(want.Entries) != 2 {
		t.Fatalf("%+v", want)
	}
	good, err := os.ReadFile(name)
	p.must(err)
	r := rand.New(rand.NewPCG(1, 3))
	for n := range 80 {
		data := slices.Clone(good)
		at := r.IntN(len(data))
		switch n % 5 {
		case 0:
			data = data[:at]
		case 1:
			clear(data)
		case 2, 3:
			data[at] ^= 1 << r.IntN(8)
		case 4:
			data = slices.Delete(data, at, at+1)
		}
		p.must(os.WriteFile(name, data, 0o600))
		got, err := readQuarantine(s.dir)
		if err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("damage %d at %d is believed:\n%s", n, at, data)
		}
		h := &Health{}
		h.quarantine(p.dir, Options{})
		if said := len(h.Findings) == 1 && strings.Contains(h.Findings[0].Text, "damaged"); said != (err != nil) {
			t.Errorf("damage %d at %d: %v, and doctor says %+v", n, at, err, h.Findings)
		}
	}
	p.must(os.WriteFile(name, good[:20], 0o600))
	again := &sentry{dir: s.dir, program: s.program}
	if again.holds(stageExtract, "a.go") {
		t.Error("a damaged list holds a file")
	}
	again.add(want.Entries[0])
	again.save()
	if l, err := readQuarantine(s.dir); err != nil || len(l.Entries) != 1 {
		t.Errorf("it is not made anew: %+v, %v", l, err)
	}
}
