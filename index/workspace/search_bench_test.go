package workspace

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	exact "codeintel/index/internal/text"
)

// benchText is the library of Go: its files, and their paths as searches give
// them.
func benchText(b *testing.B) (dir string, paths []string, texts [][]byte, size int64) {
	b.Helper()
	dir, _ = SystemEnv().GoRoot()
	if dir == "" {
		b.Fatal("no Go toolchain with its sources was found")
	}
	dir = filepath.Join(dir, "src")
	_, err := Search(context.Background(), dir, TextQuery{Patterns: []string{""}}, TextOptions{}, func(f *TextFile) bool {
		src, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			b.Fatal(err)
		}
		paths, texts, size = append(paths, f.Path), append(texts, exact.Decode(src)), size+int64(len(src))
		return true
	})
	if err != nil {
		b.Fatal(err)
	}
	return dir, paths, texts, size
}

// folderSpill is a spill in a folder.
type folderSpill struct {
	dir  string
	runs int
}

func newFolderSpill(b *testing.B) *folderSpill { return &folderSpill{dir: b.TempDir()} }

func (s *folderSpill) name(run int) string { return filepath.Join(s.dir, strconv.Itoa(run)) }

func (s *folderSpill) Create() (io.WriteCloser, error) {
	s.runs++
	return os.Create(s.name(s.runs - 1))
}

func (s *folderSpill) Open(run int) (io.ReadCloser, error) { return os.Open(s.name(run)) }

// BenchmarkTextBuild indexes the library of Go with one goroutine: with all the
// memory that it takes, and with 8 MB.
func BenchmarkTextBuild(b *testing.B) {
	_, _, texts, size := benchText(b)
	for _, c := range []struct {
		name  string
		limit int64
	}{{"memory", 1 << 40}, {"spill", 8 << 20}} {
		b.Run(c.name, func(b *testing.B) {
			var out bytes.Buffer
			start := processCPU()
			for b.Loop() {
				out.Reset()
				var x exact.Extractor
				builder := exact.NewBuilder(c.limit, newFolderSpill(b))
				for _, text := range texts {
					if err := builder.Add(x.Trigrams(text)); err != nil {
						b.Fatal(err)
					}
				}
				if err := builder.Finish(&out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size)*float64(b.N)/1e6/(processCPU()-start).Seconds(), "MB/cpu-s")
			b.ReportMetric(float64(out.Len())/float64(size), "index/text")
		})
	}
}

// BenchmarkTextSearch searches a copy of the library of Go: without an index, with
// one, and by ripgrep.
func BenchmarkTextSearch(b *testing.B) {
	rg := ripgrep(b)
	goroot, _ := SystemEnv().GoRoot()
	dir := b.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(goroot, "src"))); err != nil {
		b.Fatal(err)
	}
	keepText(b, dir, Env{})
	index, err := OpenText(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer index.Close()
	for _, c := range []struct{ name, pattern string }{
		{"literal", `return nil, err`}, {"rare", `SplitHostPort`}, {"none", `TestSegmentTree`}, {"expression", `func \(.*\) Close\(\) error`},
		{"alternatives", `EOF|Unmarshal`}, {"case", `(?i)unmarshal`}, {"frequent", `err`}, {"classes", `[a-z]+_[0-9]{3,}`}, {"dots", `a.*b.*c.*d`}, {"unicode", `\w{30,}`},
	} {
		q := TextQuery{Patterns: []string{c.pattern}}
		for _, how := range []string{"scan", "index", "ripgrep"} {
			b.Run(c.name+"/"+how, func(b *testing.B) {
				start, theirs := processCPU(), time.Duration(0)
				defer func() {
					cpu := theirs
					if how != "ripgrep" {
						cpu = processCPU() - start
					}
					b.ReportMetric(float64(cpu.Microseconds())/1000/float64(b.N), "cpu-ms/op")
				}()
				for b.Loop() {
					if how == "ripgrep" {
						cmd := exec.Command(rg, "--no-config", "-n", "-e", c.pattern)
						cmd.Dir = dir
						_, _ = cmd.Output() // it exits with 1 when nothing is found
						theirs += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
						continue
					}
					opts := TextOptions{}
					if how == "index" {
						opts.Index = index
					}
					if _, err := Search(context.Background(), dir, q, opts, func(*TextFile) bool { return true }); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
