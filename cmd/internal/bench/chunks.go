package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"codeintel/cmd/internal/corpus"
	"codeintel/index/workspace"
)

// chunkTrees are the trees that are divided into chunks, one for each language
// whose chunks are more than definitions and the code around.
var chunkTrees = []string{"x-tools", "effect", "date-fns", "django", "laravel", "commons-lang3"}

// divided is what it took to divide the files of one language.
type divided struct {
	files, chunks, byLines int
	bytes                  int64
	cpu                    time.Duration
}

// measureChunks measures how fast files become chunks, in one goroutine, from the
// text on: parsing, what the chunks are, and what they are related to.
func measureChunks(ctx context.Context, cache *corpus.Cache) (string, error) {
	report := &strings.Builder{}
	fmt.Fprint(report, `## Chunks

Files are read and divided into chunks in one goroutine, the graph being there already. MB/s is of source and of CPU time.

| tree | language | files | bytes | chunks | by lines | CPU | MB/s |
|---|---|---:|---:|---:|---:|---:|---:|
`)
	for _, tree := range corpus.Trees() {
		if !slices.Contains(chunkTrees, tree.Name) {
			continue
		}
		dir, version, err := cache.Fetch(ctx, tree)
		if err != nil {
			return "", err
		}
		by, err := divide(ctx, dir)
		if err != nil {
			return "", fmt.Errorf("%s: %w", tree.Name, err)
		}
		for _, l := range slices.Sorted(maps.Keys(by)) {
			d := by[l]
			if d.bytes < 64<<10 {
				continue // too little to say anything
			}
			fmt.Fprintf(report, "| %s %s | %s | %d | %.1f MB | %d | %d | %.2f s | %.1f |\n",
				tree.Name, version, l, d.files, float64(d.bytes)/1e6, d.chunks, d.byLines, d.cpu.Seconds(), float64(d.bytes)/1e6/d.cpu.Seconds())
		}
	}
	return report.String(), nil
}

// divide makes the chunks of all files below dir that have a language.
func divide(ctx context.Context, dir string) (map[string]*divided, error) {
	w, err := workspace.Open(dir, workspace.Options{Env: workspace.SystemEnv()})
	if err != nil {
		return nil, err
	}
	defer w.Close()
	state, err := w.Sync(ctx)
	if err != nil {
		return nil, err
	}
	chunker := w.Chunker(state)
	defer chunker.Close()
	by := map[string]*divided{}
	for doc, d := range state.Snapshot.Docs() {
		if d.Lang == nil || d.Source == nil {
			continue
		}
		start := processCPU()
		chunks, byLines, ok, err := chunker.File(ctx, int32(doc))
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		x := by[d.Lang.Name]
		if x == nil {
			x = &divided{}
			by[d.Lang.Name] = x
		}
		x.cpu += processCPU() - start
		x.files++
		x.bytes += d.Size
		x.chunks += len(chunks)
		if byLines != "" {
			x.byLines++
		}
	}
	return by, nil
}
