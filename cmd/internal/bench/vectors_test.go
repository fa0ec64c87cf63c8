package main

import (
	"maps"
	"testing"
)

func TestBenchmarkRows(t *testing.T) {
	rows, err := benchmarkRows(`goos: linux
BenchmarkNearest/vectors=mixture/rows=10000-2         	    1000	    991409 ns/op	         0.5429 MiB	         0.9945 recall
BenchmarkNearest/vectors=functions/rows=all-2 	 1000	 7.5 ns/op
PASS
ok  	codeintel/index/internal/vector	253.771s
`)
	if err != nil || len(rows) != 2 || rows[0].name != "BenchmarkNearest/vectors=mixture/rows=10000-2" {
		t.Fatal(rows, err)
	}
	if want := map[string]float64{"ns/op": 991409, "MiB": 0.5429, "recall": 0.9945}; !maps.Equal(rows[0].of, want) {
		t.Errorf("%v, not %v", rows[0].of, want)
	}
	for _, bad := range []string{"", "PASS\n", "BenchmarkNearest-2 1000 many ns/op\n"} {
		if rows, err := benchmarkRows(bad); err == nil {
			t.Errorf("%q: %v", bad, rows)
		}
	}
}
