package workspace

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"
)

// Environment of BenchmarkEdits.
const (
	editsEnv        = "CI_EDITS"         // a folder of Go, whose files are changed and put back
	editsProfileEnv = "CI_EDITS_PROFILE" // a file
)

// BenchmarkEdits adds a function to files on disk, drawn by a fixed seed, and asks
// for it. Times are those of the answers.
func BenchmarkEdits(b *testing.B) {
	dir := os.Getenv(editsEnv)
	if dir == "" {
		return
	}
	var names []string
	if err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.Contains(path, "testdata/") {
			names = append(names, path)
		}
		return err
	}); err != nil || len(names) == 0 {
		b.Fatal(len(names), err)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	ctx := context.Background()
	w, err := Open(dir, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	watching, stop := context.WithCancel(ctx)
	watched := make(chan error, 1)
	go func() { watched <- w.Watch(watching, WatchOptions{}) }()
	defer func() { stop(); <-watched }()
	for !w.Watching().On {
		runtime.Gosched()
	}
	ask := func(name string) bool {
		found := false
		if _, _, err := w.Answer(ctx, func(s *State) (files []string) {
			found = len(s.Snapshot.Named(name)) > 0
			return nil
		}); err != nil {
			b.Fatal(err)
		}
		return found
	}
	ask("")
	if out := os.Getenv(editsProfileEnv); out != "" {
		f, err := os.Create(out)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		_ = pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	type edit struct {
		wall, cpu time.Duration
		file      string
	}
	var edits []edit
	for n := range b.N {
		file := filepath.Join(dir, filepath.FromSlash(names[n%len(names)]))
		src, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		name := "benchmarkEdited" + strings.Repeat("x", 1+n%7)
		cpu, began := processCPU(), time.Now()
		err = os.WriteFile(file, append(slices.Clip(src), "\nfunc "+name+"() {}\n"...), 0o666)
		found := ask(name)
		edits = append(edits, edit{time.Since(began), processCPU() - cpu, names[n%len(names)]})
		if back := os.WriteFile(file, src, 0o666); err != nil || back != nil || !found {
			b.Fatal(file, err, back, found)
		}
		if ask(name) {
			b.Fatal(file, "is put back, and has it")
		}
	}
	of := func(q int, less func(e, f edit) int) edit {
		slices.SortFunc(edits, less)
		return edits[len(edits)*q/100]
	}
	wall := func(e, f edit) int { return int(e.wall - f.wall) }
	cpu := func(e, f edit) int { return int(e.cpu - f.cpu) }
	for _, q := range []struct {
		name string
		q    int
	}{{"p50", 50}, {"p90", 90}, {"p99", 99}} {
		b.ReportMetric(of(q.q, wall).wall.Seconds()*1000, q.name+"-wall-ms")
		b.ReportMetric(of(q.q, cpu).cpu.Seconds()*1000, q.name+"-cpu-ms")
	}
	for _, e := range edits[max(len(edits)-8, 0):] {
		b.Log(e.cpu, e.file)
	}
}
