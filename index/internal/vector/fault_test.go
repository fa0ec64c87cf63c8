//go:build unix

package vector

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
)

// guarded calls do, and is the fault of memory that is gone.
func guarded(do func()) (fault string) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprint(r)
		}
	}()
	do()
	return ""
}

// A mapped file that is cut while it is searched is a panic where the search was
// begun, whichever goroutine read it, and the index goes on without it.
func TestFault(t *testing.T) {
	m := newMixture(1, 64, 10)
	rows := Quantise(64, m.vectors(20000))
	name := filepath.Join(t.TempDir(), "rows")
	if err := os.WriteFile(name, rows, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := syscall.Mmap(int(f.Fd()), 0, len(rows), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Munmap(data); err != nil {
			t.Error(err)
		}
	}()
	x := model{1: data, 2: Quantise(64, m.vectors(5))}.index(t, 64, fastest())
	x.workers = 4
	v := m.vectors(1)
	if fault := guarded(func() { x.Search(v, 5000, 5000, nil) }); fault != "" {
		t.Fatal(fault)
	}
	if err := os.Truncate(name, 0); err != nil {
		t.Fatal(err)
	}
	for what, do := range map[string]func(){
		"Search": func() { x.Search(v, 5000, 5000, nil) },
		"Dot":    func() { x.Dot(1, 19999, v) },
		"Set": func() {
			if err := x.Set(2, data); err != nil {
				t.Error(err)
			}
		},
	} {
		if fault := guarded(do); !strings.Contains(fault, "memory address") {
			t.Errorf("%s: %q", what, fault)
		}
	}
	x.Remove(1)
	if hits := x.Search(v, 5000, 5000, nil); len(hits) != 5 {
		t.Errorf("%d hits", len(hits))
	}
}
