package main

import (
	"cmp"
	"runtime"

	"codeintel/cmd/internal/model"
	"codeintel/index/embed"
)

// embedder is what opens the embedders of the process, which have at most jobs threads
// (0 for one for each processor) each.
func (a *app) embedder(jobs int) func(model string) (embed.Embedder, error) {
	if a.embedders == nil {
		a.embedders = model.NewEmbedders(a.getenv, a.now, a.program, cmp.Or(jobs, runtime.GOMAXPROCS(0)))
	}
	return a.embedders.Open
}
