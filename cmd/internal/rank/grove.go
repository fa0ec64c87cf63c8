package main

import (
	"context"
	"fmt"
	"slices"

	"codeintel/index/chunk"
	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/forest"
	"codeintel/index/glossary"
	"codeintel/index/lang/all"
	"codeintel/index/workspace"
)

// way is a way to rank.
type way struct {
	name    string
	meaning bool
	weights forest.Weights
}

// ways that are compared.
var ways = []way{
	{"words", false, forest.Weights{}},
	{"meaning", true, forest.Weights{Vector: 1}},
	{"both", true, forest.Weights{}},
}

func wayNumber(name string) int {
	return slices.IndexFunc(ways, func(w way) bool { return w.name == name })
}

// grove has a forest and the embedder of its vectors.
type grove struct {
	forest   *forest.Forest
	embedder embed.Calibrated
	files    []forest.File
	notes    [][]byte // of the files
	glossary *glossary.Glossary
}

// add takes in the chunks of a file.
func (g *grove) add(ctx context.Context, path, language string, generated bool, chunks []chunk.Chunk) error {
	vectors, err := g.embedder.Passages(ctx, forest.Passages(path, chunks))
	if err != nil {
		return err
	}
	g.notes = append(g.notes, glossary.Notes(chunks))
	g.files = append(g.files, forest.File{
		Path: path, Language: language, Generated: generated, Part: forest.Make(chunks), Vectors: forest.Quantise(g.embedder.Dim(), vectors),
	})
	return nil
}

func (g *grove) plant() (err error) {
	g.glossary = glossary.New(slices.Values(g.notes))
	g.forest, err = forest.New(g.embedder.Dim(), g.files)
	return err
}

// search answers a question in one of the ways.
func (g *grove) search(ctx context.Context, w way, question string, limit int) ([]forest.Hit, error) {
	q := forest.Query{Text: question, Glossary: g.glossary, Translation: g.forest.Translate(question, g.glossary), Weights: w.weights, Limit: limit}
	if w.meaning {
		if err := q.Mean(ctx, g.embedder, g.embedder.Calibration(), forest.LeastMeant(g.embedder)); err != nil {
			return nil, err
		}
	}
	hits, _, err := g.forest.Search(ctx, q)
	return hits, err
}

// treeGrove is the forest of a folder's files. Nothing is kept in the folder.
func treeGrove(ctx context.Context, dir string) (g *grove, err error) {
	var languages []string
	for _, l := range all.NewTable(nil).Languages() {
		languages = append(languages, l.Name)
	}
	w, err := workspace.Open(dir, workspace.Options{FactsOnly: true, Languages: languages})
	if err != nil {
		return nil, err
	}
	defer func() {
		if closed := w.Close(); err == nil && closed != nil {
			err = closed
		}
	}()
	s, err := w.Sync(ctx)
	if err != nil {
		return nil, err
	}
	g = &grove{embedder: builtin.Open()}
	c := w.Chunker(s)
	defer c.Close()
	for doc, d := range s.Snapshot.Docs() {
		if d.Lang == nil {
			continue // ci finds no chunks of it either
		}
		chunks, _, ok, err := c.File(ctx, int32(doc))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Path, err)
		}
		if !ok {
			continue
		}
		generated := d.Source != nil && d.Facts().Generated
		if err := g.add(ctx, d.Path, d.Lang.Name, generated, chunks); err != nil {
			return nil, err
		}
	}
	return g, g.plant()
}
