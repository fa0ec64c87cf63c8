package workspace

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"
)

// Environment of BenchmarkKeystroke.
const (
	keystrokeEnv      = "CI_KEYSTROKE"       // a folder, of which nothing but the index is changed
	keystrokeFilesEnv = "CI_KEYSTROKE_FILES" // files in it to type in, separated by commas
)

// inBody finds the beginning of a function's first line, and the end of the line before
// with its indentation.
var inBody = regexp.MustCompile(`\)[^(){}\n;]*[{:](\n[ \t]+)[a-z$]`)

// BenchmarkKeystroke types into the bodies of functions, character by character. After
// each one it asks what stands at a place of the file, and where that is used. Times
// are those of the whole answer.
func BenchmarkKeystroke(b *testing.B) {
	dir := os.Getenv(keystrokeEnv)
	if dir == "" {
		return
	}
	ctx := context.Background()
	w, err := Open(dir, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	began := time.Now()
	if _, err := w.Sync(ctx); err != nil {
		b.Fatal(err)
	}
	b.Logf("opened after %v", time.Since(began))
	watching, stop := context.WithCancel(ctx)
	watched := make(chan error, 1)
	go func() { watched <- w.Watch(watching, WatchOptions{}) }()
	defer func() { stop(); <-watched }()
	for !w.Watching().On {
		runtime.Gosched()
	}
	for _, name := range strings.Split(os.Getenv(keystrokeFilesEnv), ",") {
		b.Run(strings.ReplaceAll(name, "/", "_"), func(b *testing.B) { typeIn(b, w, dir, name) })
	}
}

func typeIn(b *testing.B, w *Workspace, dir, name string) {
	src, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		b.Fatal(err)
	}
	body := inBody.FindSubmatchIndex(src)
	if body == nil {
		b.Fatal("there is no function in ", name)
	}
	at, line := body[3], src[body[2]:body[3]]
	e := w.NewEdits()
	defer e.Close()
	ask := func(text []byte) (time.Duration, time.Duration) {
		cpu, began := processCPU(), time.Now()
		e.Set(name, text)
		_, fresh, err := e.Answer(context.Background(), func(s *State) []string {
			doc, _ := s.Snapshot.Doc(name)
			f := s.Snapshot.Docs()[doc].Facts()
			o, ok := s.Snapshot.SymbolAt(name, f.Refs[len(f.Refs)/2].Start)
			if ok && len(o.Symbols) > 0 {
				s.Snapshot.References(o.Symbols[0].ID)
			}
			return []string{name}
		})
		if err != nil || !fresh.Complete && !strings.Contains(fresh.Why, "failed") {
			b.Fatal(err, fresh)
		}
		return time.Since(began), processCPU() - cpu
	}
	wall, cpu := ask(slices.Concat(src[:at], []byte("\n"), src[at:]))
	b.Logf("%s: %d bytes, the first after %v, %v of processors", name, len(src), wall, cpu)
	if out := os.Getenv("CI_KEYSTROKE_PROFILE"); out != "" {
		f, err := os.Create(out)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		_ = pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	typed := "keystroke(strings.Repeat(\"x\", len(os.Args)));"
	var walls, cpus []time.Duration
	for n := range b.N {
		k := 1 + n%len(typed)
		wall, cpu := ask(slices.Concat(src[:at], []byte(typed[:k]), line, src[at:]))
		walls, cpus = append(walls, wall), append(cpus, cpu)
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	for _, m := range []struct {
		what string
		list []time.Duration
	}{{"wall", walls}, {"cpu", cpus}} {
		b.ReportMetric(float64(m.list[len(m.list)/2].Microseconds())/1000, "p50-"+m.what+"-ms")
		b.ReportMetric(float64(m.list[len(m.list)*99/100].Microseconds())/1000, "p99-"+m.what+"-ms")
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	b.ReportMetric(float64(mem.HeapAlloc>>20), "heap-MiB")
}
