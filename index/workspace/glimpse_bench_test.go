package workspace

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkGlimpse opens the sources of the Go installation, without an index, and
// asks where something is defined, for each of ten names in turn: op is until the
// answer is there, while the first index is being made. CI_WORKSPACE_GLIMPSE names
// another folder, and then names and the files that define them:
// "FOLDER name=path …".
func BenchmarkGlimpse(b *testing.B) {
	env := SystemEnv()
	goroot, _ := env.GoRoot()
	dir, pairs := goroot+"/src", strings.Fields(`json.Marshal=encoding/json/encode.go http.Request=net/http/request.go
		strings.Builder=strings/builder.go sql.DB=database/sql/sql.go parseFile=go/parser/parser.go mallocgc=runtime/malloc.go
		Conn.Handshake=crypto/tls/conn.go types.Checker=go/types/check.go Buffer.WriteString=bytes/buffer.go errgroup_nothing=`)
	if given := strings.Fields(os.Getenv("CI_WORKSPACE_GLIMPSE")); len(given) > 1 {
		dir, pairs = given[0], given[1:]
	}
	var cpu, most time.Duration
	asked := 0
	for b.Loop() {
		for _, pair := range pairs {
			name, path, _ := strings.Cut(pair, "=")
			began, before := time.Now(), processCPU()
			w, err := openWith(dir, Options{Env: env}, func(string, func(string)) (shelf, error) { return noShelf{}, nil })
			if err != nil {
				b.Fatal(err)
			}
			var found []string
			_, fresh, err := w.AnswerAbout(context.Background(), About{Names: []string{name}}, func(s *State) []string {
				_, found = definitions(s, name, nil)
				return found
			})
			cpu += processCPU() - before
			most = max(most, time.Since(began))
			asked++
			if err != nil || path != "" && !slices.Contains(found, path) || path == "" && len(found) > 0 {
				b.Errorf("%s: %q, %+v, %v", name, found, fresh, err)
			}
			if err := w.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(cpu.Milliseconds())/float64(asked), "cpu-ms/answer")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(asked), "ms/answer")
	b.ReportMetric(float64(most.Milliseconds()), "ms-at-most")
}
