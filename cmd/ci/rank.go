package main

import (
	"context"
	"math"
	"slices"

	"codeintel/index"
)

// defaultRanked is how many answers a question in words has that sets no limit.
const defaultRanked = 20

// searchWords prints the symbols that matter for a question in words, or the code
// that agrees with one.
func (a *app) searchWords(ctx context.Context, f searchFlags, args []string) error {
	switch {
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
	return a.question(ctx, queryFlags{repo: f.repo, json: f.json, jobs: f.jobs}, args[0], "symbol", func(r *repository) error {
		var answers []answer
		total := 0
		if f.semantic {
			var found []index.Passage
			found, total = r.s.SearchPassages(index.PassageQuery{Text: args[0], Files: files, Kinds: kinds, Limit: limit})
			for _, p := range found {
				x := r.definition(target{id: p.ID}, p.Location, r.symbol(p.ID))
				x.scored(p.Score, map[string]float64{
					"name": p.Parts.Name, "path": p.Parts.Path, "signature": p.Parts.Signature, "documentation": p.Parts.Documentation, "code": p.Parts.Code,
				})
				answers = append(answers, x)
			}
		} else {
			var found []index.Ranked
			found, total = r.s.Rank(index.RankQuery{Text: args[0], Files: files, Kinds: kinds, Limit: limit, Weights: r.w.Config(r.state).Weights})
			for _, m := range found {
				l, _ := r.s.Place(m.ID)
				x := r.definition(target{id: m.ID}, l, r.symbol(m.ID))
				x.scored(m.Score, map[string]float64{
					"vector": m.Vector, "keyword": m.Keyword, "definition": m.Definition, "reference": m.Reference,
				})
				answers = append(answers, x)
			}
		}
		r.cut = total > len(answers)
		byFile(answers)
		for _, x := range answers {
			r.add(x)
		}
		return nil
	})
}

// scored notes how well an answer agrees with a question, and the parts of that,
// with four digits behind the point.
func (x *answer) scored(score float64, parts map[string]float64) {
	round := func(v float64) float64 { return math.Round(v*1e4) / 1e4 }
	for name, v := range parts {
		parts[name] = round(v)
	}
	x.score, x.scores = round(score), parts
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
