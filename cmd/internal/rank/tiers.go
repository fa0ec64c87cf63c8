package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"codeintel/index/meaning"
)

// pair is a term with the name of a symbol: of what the term means (Label is 1), or of
// something else, which Negative says how it was chosen: in the same file (same_file), with
// words of the term (lexical), or at random (random).
type pair struct {
	Repo     string `json:"repo"`
	Language string `json:"lang"`
	Term     string `json:"term"`
	Symbol   string `json:"symbol"`
	Label    int    `json:"label"`
	Negative string `json:"neg"`
}

// Scores below refused are those of symbols that sessions refuse, and scores above accepted
// of those that they take without more evidence.
const refused, accepted = 0.3, 0.6

// negatives are the values of pair.Negative, in the order in which they are shown.
var negatives = []string{"same_file", "lexical", "random"}

// pairs reads those of a repository; none where the yardstick has none.
func (y *yardstick) pairs(repo string) (pairs []pair, err error) {
	files, err := filepath.Glob(filepath.Join(y.dir, "data", y.split, "pairs", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		err := readLines(name, func(line json.RawMessage) error {
			var p pair
			if err := json.Unmarshal(line, &p); err != nil {
				return err
			}
			if p.Repo == repo {
				pairs = append(pairs, p)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return pairs, nil
}

// judged is a pair with its score, as sessions judge it.
type judged struct {
	pair
	score float64
}

// judge scores pairs of the repository of g. What can't be judged is in the middle tier.
func (g *grove) judge(pairs []pair) (out []judged) {
	for _, p := range pairs {
		j := meaning.Judge{Embedder: g.glossary.Embedder(g.embedder, p.Term), Calibration: g.embedder.Calibration()}
		_, score, ok := j.Similar(p.Term, p.Symbol)
		if !ok {
			score = refused
		}
		out = append(out, judged{p, score})
	}
	return out
}

// printTiers says how well the scores tell true pairs from false ones (the area under the
// ROC curve: how often a true one has the greater score than a false one), and into which
// tiers they fall.
func printTiers(out io.Writer, all []judged) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(out, "\nterm -> symbol\n%-14s %5s %6s %8s %9s %15s\n", "", "pairs", "AUC", "true <.3", "true >.6", "false >.6: file, words, random")
	for _, group := range []string{"python", "php", "ts", "go", "java", "all but ja", "ja"} {
		of := slices.DeleteFunc(slices.Clone(all), func(j judged) bool {
			return j.Language != group && (group != "all but ja" || j.Language == "ja")
		})
		if len(of) == 0 {
			continue
		}
		fmt.Fprintf(out, "%-14s %5d %6.3f %8.3f %9.3f  ", group, len(of), auc(of),
			share(of, "pos", func(s float64) bool { return s < refused }), share(of, "pos", func(s float64) bool { return s > accepted }))
		for _, n := range negatives {
			fmt.Fprintf(out, " %.3f", share(of, n, func(s float64) bool { return s > accepted }))
		}
		fmt.Fprintln(out)
	}
}

// share is how many of the pairs of a kind have such scores, of all of them; 0 of none.
func share(of []judged, kind string, is func(score float64) bool) float64 {
	n, all := 0, 0
	for _, j := range of {
		if j.Negative == kind {
			all++
			if is(j.score) {
				n++
			}
		}
	}
	return float64(n) / float64(max(all, 1))
}

// auc is by the sum of the ranks of the true pairs (Mann and Whitney); equal scores count
// half.
func auc(of []judged) float64 {
	of = slices.Clone(of)
	slices.SortFunc(of, func(a, b judged) int { return cmp.Compare(a.score, b.score) })
	positive, sum := 0, 0.0
	for first := 0; first < len(of); {
		end, here := first, 0
		for end < len(of) && of[end].score == of[first].score {
			here += of[end].Label
			end++
		}
		positive += here
		sum += float64(here) * float64(first+end+1) / 2
		first = end
	}
	negative := len(of) - positive
	if positive == 0 || negative == 0 {
		return 0
	}
	return (sum - float64(positive*(positive+1))/2) / float64(positive*negative)
}
