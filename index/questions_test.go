package index_test

import (
	"testing"

	"codeintel/index"
)

// FuzzQuestions asks anything: nothing panics, scores are in their ranges, and
// answers are in order, the same each time.
func FuzzQuestions(f *testing.F) {
	s, _ := zoo()
	for _, q := range []string{"speak", "cat speaks", "lib/cat", "Cat.speak", "注文 speak", "\xff\xfe", "a.b#c::d/e", "`()`", "the of"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		ranked, total := s.Rank(index.RankQuery{Text: q, Limit: 5})
		again, _ := s.Rank(index.RankQuery{Text: q, Limit: 3, Offset: 1})
		for i, r := range ranked {
			for _, x := range []float64{r.Score, r.Keyword, r.Definition, r.Reference} {
				if !(x >= 0 && x <= 1) {
					t.Errorf("%q: %+v", q, r)
				}
			}
			if i > 0 && ranked[i-1].Score < r.Score || i > 0 && i < 4 && again[i-1].ID != r.ID {
				t.Errorf("%q: number %d of %+v, %+v", q, i, ranked, again)
			}
		}
		if len(ranked) > total {
			t.Errorf("%q: %d of %d", q, len(ranked), total)
		}
		passages, total := s.SearchPassages(index.PassageQuery{Text: q})
		for _, p := range passages {
			if !(p.Score > 0 && p.Score <= 1) || len(passages) > total {
				t.Errorf("%q: %+v", q, p)
			}
		}
		for _, m := range s.SearchFiles(index.FileQuery{Name: q}) {
			if m.Score <= 0 {
				t.Errorf("%q: %+v", q, m)
			}
		}
	})
}
