package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

// TestEditsHeld types, saves, and closes editors: what is held in memory and open must
// not grow with the number of edits. CI_EDITS_HELD is the number.
func TestEditsHeld(t *testing.T) {
	edits := 400
	if n, err := strconv.Atoi(os.Getenv("CI_EDITS_HELD")); err == nil {
		edits = n
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// What is typed is n: in a body, in a declaration, in other languages.
	texts := []func(n int) (name, text string){
		func(n int) (string, string) {
			return "a.go", fmt.Sprintf("package m\n\nimport \"strings\"\n\nfunc A() string {\n\tx%d := strings.ToUpper(B())\n\treturn x%[1]d\n}\n\nfunc B() string { return \"\" }\n", n)
		},
		func(n int) (string, string) {
			return "b.go", fmt.Sprintf("package m\n\ntype T%d struct{ F int }\n\nfunc (t T%[1]d) M() string { return A() }\n\nfunc C(t T%[1]d) int { return t.F }\n", n%50)
		},
		func(n int) (string, string) {
			return "c.ts", fmt.Sprintf("import {d} from './d';\nexport function c%d() { return d(%[1]d); }\n", n%50)
		},
		func(n int) (string, string) {
			return "e.py", fmt.Sprintf("import f\n\ndef e():\n    x%d = f.g()\n    return x%[1]d.\n", n)
		},
	}
	write("go.mod", "module example.com/m\n\ngo 1.24\n")
	write("d.ts", "export function d(n: number) { return n; }\n")
	write("f.py", "def g():\n    return 1\n")
	for _, text := range texts {
		write(text(0))
	}
	ctx := context.Background()
	w, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Sync(ctx); err != nil {
		t.Fatal(err)
	}
	held := func() (heap, open int) {
		runtime.GC()
		runtime.GC() // what was only weakly held
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			return int(m.HeapAlloc), 0
		}
		return int(m.HeapAlloc), len(files)
	}
	var heap, open int
	e := w.NewEdits()
	for n := 1; n <= edits; n++ {
		name, text := texts[n/7%len(texts)](n)
		e.Set(name, []byte(text))
		if _, fresh, err := e.Answer(ctx, func(*State) []string { return []string{name} }); err != nil || len(fresh.Stale) > 0 {
			t.Fatal(err, fresh)
		}
		switch {
		case n%100 == 0:
			write(name, text)
			if _, err := w.Sync(ctx); err != nil {
				t.Fatal(err)
			}
		case n%100 == 50:
			e.Close()
			e = w.NewEdits()
		}
		if n == edits/4 {
			heap, open = held()
		}
	}
	// In the same state as the first time.
	nowHeap, nowOpen := held()
	t.Logf("after %d edits %d bytes and %d files, after %d edits %d and %d", edits/4, heap, open, edits, nowHeap, nowOpen)
	if nowHeap > heap+heap/4+1<<20 {
		t.Errorf("%d bytes are held, %d after a quarter of the edits", nowHeap, heap)
	}
	if nowOpen > open+8 {
		t.Errorf("%d files are open, %d after a quarter of the edits", nowOpen, open)
	}
	e.Close()
}

// TestExport: who goes through all files anyway has what is known of them in memory;
// others read it again, which a closed workspace does not.
func TestExport(t *testing.T) {
	for _, export := range []bool{true, false} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("def f():\n    return 1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		w, err := Open(dir, Options{Export: export})
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.Sync(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
		f := s.Snapshot.Docs()[0].Facts()
		if held := len(f.Defs) > 0 && f.Defs[0].Start < f.Defs[0].End; held != export {
			t.Errorf("with Export %v: held in memory: %v", export, held)
		}
	}
}
