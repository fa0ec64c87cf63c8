package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"codeintel/cmd/internal/corpus"
)

// measureVectors runs the benchmark of the search for the nearest vectors, which
// is no package for us to import.
func measureVectors(ctx context.Context) (string, error) {
	out, err := corpus.Run(ctx, "", nil, "go", "test", "-run", "^$", "-bench", "^BenchmarkNearest$", "-benchtime", "1000x", "-timeout", "1h", "codeintel/index/internal/vector")
	if err != nil {
		return "", err
	}
	rows, err := benchmarkRows(string(out))
	if err != nil {
		return "", err
	}
	report := &strings.Builder{}
	fmt.Fprint(report, `## Vectors

The 10 nearest of vectors of 256 elements, by cosine: 1,000 searches, of 200 queries. Recall is the share of the 10 nearest by the vectors themselves, all of which are multiplied with the query ("all of them"). A search has all processors; CPU is the time it takes of them together. Memory is what the index holds; the rows, 288 bytes each, are mapped. To add is to make what is kept of a vector, and to take it in.

functions: those of GOROOT/src without their documentation, by the built-in embedder; the queries are first sentences of the documentation. mixture: 3,000 directions, some frequent and most rare, two to a vector, and what is its own.

| vectors | number | recall@10 | CPU ms p50 | p99 | wall ms p50 | p99 | all of them, CPU ms | memory MiB | to add, CPU µs |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
`)
	for _, r := range rows {
		_, name, _ := strings.Cut(r.name, "vectors=")
		name, _, _ = strings.Cut(name, "/")
		fmt.Fprintf(report, "| %s | %.0f | %.4f | %.2f | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f |\n", name, r.of["rows"], r.of["recall"],
			r.of["cpu-p50-ms"], r.of["cpu-p99-ms"], r.of["p50-ms"], r.of["p99-ms"], r.of["exact-cpu-ms"], r.of["MiB"], r.of["quantise-us"]+r.of["set-us"])
	}
	return report.String(), nil
}

// benchmarkRow is a line that a benchmark of Go has printed.
type benchmarkRow struct {
	name string // with the number of processors behind it
	of   map[string]float64
}

// benchmarkRows reads the output of go test -bench. That there is none is an error.
func benchmarkRows(out string) ([]benchmarkRow, error) {
	var rows []benchmarkRow
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if len(f) < 4 || len(f)%2 != 0 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		r := benchmarkRow{name: f[0], of: map[string]float64{}}
		for i := 2; i < len(f); i += 2 {
			n, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
			}
			r.of[f[i+1]] = n
		}
		rows = append(rows, r)
	}
	if rows == nil {
		return nil, fmt.Errorf("go test printed no benchmark: %s", out)
	}
	return rows, nil
}
