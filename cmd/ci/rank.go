package main

import (
	"context"
	"math"
	"slices"

	"codeintel/index"
	"codeintel/index/forest"
	"codeintel/index/lang"
	"codeintel/index/workspace"
)

// defaultRanked is how many answers a question in words has that sets no limit.
const defaultRanked = 20

// searchWords prints the symbols that matter for a question in words, or the code
// that agrees with one.
func (a *app) searchWords(ctx context.Context, f searchFlags, args []string) error {
	switch {
	case f.batch && !f.semantic:
		return fail(exitUsage, nil, "--batch is for --semantic; add it")
	case f.batch && len(args) > 0:
		return fail(exitUsage, nil, "--batch reads its questions from standard input; leave out %s", printable(args[0]))
	case f.batch:
	case len(args) == 0 || args[0] == "":
		return fail(exitUsage, nil, "the question is missing; give one in words, or a name; or add --text or --symbol")
	case f.limit < 0 || f.limit == 0 && f.limitGiven:
		return fail(exitUsage, nil, "--limit %d: give a number of answers from 1 to 1000", f.limit)
	}
	limit := f.limit
	if !f.limitGiven {
		limit = defaultRanked
	}
	kinds, err := kindsNamed(f.kinds)
	if err != nil {
		return err
	}
	below := ""
	if len(args) == 2 {
		if below, err = a.below(f.repo, args[1]); err != nil {
			return err
		}
	}
	files, err := symbolFiles(f, below)
	if err != nil {
		return err
	}
	if f.batch {
		return a.searchBatch(ctx, f, files, limit)
	}
	return a.question(ctx, queryFlags{repo: f.repo, json: f.json, jobs: f.jobs}, args[0], "symbol", func(r *repository) error {
		answers, total, err := r.ranked(ctx, args[0], f.semantic, files, kinds, limit)
		if err != nil {
			return err
		}
		r.cut = total > len(answers)
		if !f.json { // scripts get the order of the scores
			byFile(answers)
		}
		for _, x := range answers {
			r.add(x)
		}
		return nil
	})
}

// ranked are the answers to a question, the best first: pieces of code for one in
// words, or where that is wanted, symbols for a name, or of certain kinds.
func (r *repository) ranked(ctx context.Context, question string, semantic bool, files func(*index.Doc) bool, kinds []lang.Kind, limit int) (answers []answer, total int, err error) {
	if semantic || !index.IsName(question) && len(kinds) == 0 {
		return r.meant(ctx, question, files, limit)
	}
	grown, err := r.w.Grow(ctx, r.state)
	if err != nil {
		return nil, 0, err
	}
	meaning, loading, err := grown.Meaning(ctx, question)
	if err != nil {
		return nil, 0, err
	}
	r.lacks = grown.Lacks(loading)
	found, total := r.s.Rank(index.RankQuery{Text: question, Files: files, Kinds: kinds, Limit: limit, Weights: r.w.Config(r.state).Weights, Meaning: meaning})
	for _, m := range found {
		x := r.symbolAt(m.ID)
		x.scored(m.Score, map[string]float64{
			"vector": m.Vector, "keyword": m.Keyword, "definition": m.Definition, "reference": m.Reference,
		})
		answers = append(answers, x)
	}
	return answers, total, nil
}

// symbolAt is the answer that a symbol is.
func (r *repository) symbolAt(id index.ID) answer {
	l, _ := r.s.Place(id)
	return r.definition(target{id: id}, l, r.symbol(id))
}

// meant finds code that agrees with a question.
func (r *repository) meant(ctx context.Context, question string, files func(*index.Doc) bool, limit int) (answers []answer, total int, err error) {
	grown, err := r.w.Grow(ctx, r.state)
	if err != nil {
		return nil, 0, err
	}
	q := r.meaning(grown, files, limit)
	q.Text = question
	found, err := grown.Search(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	r.lacks = grown.Lacks(found.Loading)
	if r.translation = found.Translation; r.translation.Note() != "" {
		r.lacks = append(r.lacks, r.translation.Note())
	}
	for i := range found.Hits {
		h := &found.Hits[i]
		var x answer
		doc := grown.Doc(h.Path)
		if id, ok := grown.Symbol(h); ok && h.Part <= 1 {
			x = r.symbolAt(id)
		} else {
			lines := r.s.Docs()[doc].Lines()
			start, _ := lines.Line(uint32(h.StartLine) - 1)
			_, end := lines.Line(uint32(h.EndLine) - 1)
			x = answer{name: h.Name, role: "definition"}
			r.place(&x, doc, start, start, end)
		}
		x.what = h.Type
		x.scored(h.Score, map[string]float64{"vector": h.Vector, "keyword": h.Keyword, "definition": h.Definition, "reference": h.Reference})
		answers = append(answers, x)
	}
	return answers, found.Total, nil
}

// meaning is a question to be put, for code of some files.
func (r *repository) meaning(grown *workspace.Forest, files func(*index.Doc) bool, limit int) forest.Query {
	q := forest.Query{Limit: limit}
	if files != nil {
		q.Files = func(path, _ string) bool { return files(r.s.Docs()[grown.Doc(path)]) }
	}
	q.Weights = forest.Weights(r.w.Config(r.state).Weights)
	return q
}

// rounded has four digits behind the point.
func rounded(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// scored notes how well an answer agrees with a question, and the parts of that,
// with four digits behind the point.
func (x *answer) scored(score float64, parts map[string]float64) {
	for name, v := range parts {
		parts[name] = rounded(v)
	}
	x.score, x.scores = rounded(score), parts
}

// byFile puts the answers of each file together, where the best one of them is.
func byFile(answers []answer) {
	best := map[int32]int{}
	for i, x := range answers {
		if _, ok := best[x.doc]; !ok {
			best[x.doc] = i
		}
	}
	slices.SortStableFunc(answers, func(a, b answer) int { return best[a.doc] - best[b.doc] })
}
