package golang

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"codeintel/index/lang"
)

// tree is a folder of the disk as a repository; edited has the files that differ.
type tree struct {
	fsys   fs.FS
	paths  []string
	has    map[string]bool
	edited map[string][]byte
}

func (d *tree) Paths() []string   { return d.paths }
func (d *tree) Has(p string) bool { return d.has[p] }
func (d *tree) Read(p string) ([]byte, error) {
	if b, ok := d.edited[p]; ok {
		return b, nil
	}
	return fs.ReadFile(d.fsys, p)
}

// BenchmarkEdit checks the sources of the Go installation again after an edit,
// beside a check of all of it.
func BenchmarkEdit(b *testing.B) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	d := &tree{fsys: os.DirFS(strings.TrimSpace(string(root)) + "/src"), has: map[string]bool{}, edited: map[string][]byte{}}
	err = fs.WalkDir(d.fsys, ".", func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			d.paths, d.has[p] = append(d.paths, p), true
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	read := func(p string) *lang.Facts {
		src, err := d.Read(p)
		if err != nil || len(src) > 2<<20 {
			return nil
		}
		f, err := extract(ctx, nil, lang.Input{Path: p, Src: src})
		if err != nil {
			b.Fatal(err)
		}
		return f
	}
	facts := map[string]*lang.Facts{}
	var mu sync.Mutex
	err = parallel(ctx, 2, len(d.paths), func(i int) {
		if p := d.paths[i]; strings.HasSuffix(p, ".go") {
			if f := read(p); f != nil {
				mu.Lock()
				facts[p] = f
				mu.Unlock()
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	deps := lang.Deps{GoVersion: "go1.26.8"}
	first, err := open(ctx, d, deps)
	if err != nil {
		b.Fatal(err)
	}
	memo := &lang.Memo{}
	run := func(b *testing.B, p lang.Project, e *lang.EarlierCheck) (emitted int) {
		one := func() {
			mu.Lock()
			emitted++
			mu.Unlock()
		}
		in := lang.CheckInput{
			Files: d, Deps: deps, Project: p, Jobs: 2, Earlier: e, Memo: memo,
			Facts:         func(p string) *lang.Facts { return facts[p] },
			Emit:          func(string, []lang.PosLink, []lang.PosRelation) { one() },
			EmitLinks:     func(string, []lang.PosLink) { one() },
			EmitRelations: func(string, []lang.PosRelation) { one() },
		}
		if err := check(ctx, in); err != nil {
			b.Fatal(err)
		}
		return emitted
	}
	cpu := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
	}
	b.Run("all", func(b *testing.B) {
		before, n := cpu(), 0
		for b.Loop() {
			n = run(b, first, nil)
		}
		b.ReportMetric((cpu()-before)/float64(b.N), "cpu-ms/op")
		b.ReportMetric(float64(n), "files")
	})
	for _, c := range []struct{ name, path, old, new string }{
		{"body of container/list", "container/list/list.go", "return l.len }", "return l.len + 0 }"},
		{"body of fmt", "fmt/print.go", "func Sprint(a ...any) string {\n", "func Sprint(a ...any) string {\n\n\n"},
		{"body of net/http", "net/http/server.go", "ListenAndServe() error {\n", "ListenAndServe() error {\n\n\n"},
		{"body of cmd/go", "cmd/go/main.go", "func main() {\n", "func main() {\n\n"},
		{"new function of fmt", "fmt/print.go", "\n// Sprint ", "\nfunc NewOne() int { return 1 }\n\n// Sprint "},
		{"new function of net/http", "net/http/server.go", "\n// A Server ", "\nfunc newOne() int { return 1 }\n\n// A Server "},
		{"signature in container/list", "container/list/list.go", "func New() *List {", "func New(x ...int) *List {"},
	} {
		src, err := d.Read(c.path)
		if err != nil {
			b.Fatal(err)
		}
		if !bytes.Contains(src, []byte(c.old)) {
			b.Fatalf("%s has no %q", c.path, c.old)
		}
		b.Run(c.name, func(b *testing.B) {
			was := facts[c.path]
			d.edited[c.path] = append(bytes.Replace(src, []byte(c.old), []byte(c.new), 1), "\n"...)
			facts[c.path] = read(c.path)
			e := &lang.EarlierCheck{Changed: []string{c.path}, Facts: func(string) *lang.Facts { return was }}
			before, n := cpu(), 0
			for b.Loop() {
				p, ok := first.(lang.Updater).Updated(e.Changed, d, deps)
				if !ok {
					b.Fatal("opened again")
				}
				n = run(b, p, e)
			}
			b.ReportMetric((cpu()-before)/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(n), "files")
			delete(d.edited, c.path)
			facts[c.path] = was
		})
	}
}
