package workspace

import (
	"context"
	"os"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
)

// BenchmarkScan lists and hashes the sources of the Go installation.
func BenchmarkScan(b *testing.B) {
	env := SystemEnv()
	dir, _ := env.GoRoot()
	if dir == "" {
		b.Fatal("no Go installation was found")
	}
	root, err := os.OpenRoot(dir + "/src")
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	l := toy()
	l.Extensions = []string{".go"}
	known := all.NewTable([]*lang.Language{l})
	for _, hash := range []bool{false, true} {
		name := "list"
		if hash {
			name = "list+hash"
		}
		b.Run(name, func(b *testing.B) {
			cpu := processCPU()
			count := 0
			for b.Loop() {
				s, err := scan(context.Background(), root, dir+"/src", NewConfig(), known, known, Env{}, nil, 2, func(int) {})
				if err != nil {
					b.Fatal(err)
				}
				count = len(s.Files)
				if !hash {
					continue
				}
				f := newFiles(root, s)
				var size int64
				for i := range s.Files {
					if s.Files[i].Lang != nil {
						data, _, err := f.read(int32(i), maxSupport)
						if err != nil {
							b.Fatal(err)
						}
						size += int64(len(data))
					}
				}
				b.SetBytes(size)
			}
			b.ReportMetric(float64((processCPU()-cpu).Milliseconds())/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(count), "files")
		})
	}
}
