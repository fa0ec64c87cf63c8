package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"codeintel/index"
)

// batchQuestion is a line of what 'ci search --batch' reads.
type batchQuestion struct {
	ID    json.RawMessage `json:"id"`
	Query string          `json:"query"`
}

// batchAnswer is a line of what it prints.
type batchAnswer struct {
	ID      json.RawMessage `json:"id"`
	Total   int             `json:"total"`
	Results []batchResult   `json:"results"`
	Hint    string          `json:"hint,omitempty"` // what they were ranked without
	translated
}

type batchResult struct {
	Path    string  `json:"path"`
	Line    int     `json:"line"`
	EndLine int     `json:"end_line"`
	Name    string  `json:"name"`
	Type    string  `json:"type"`
	Score   float64 `json:"score"`
	Vector  float64 `json:"vector"`
	Keyword float64 `json:"keyword"`
}

// batchQuestions reads the questions.
func batchQuestions(in io.Reader) (list []batchQuestion, err error) {
	d := json.NewDecoder(bufio.NewReader(in))
	for {
		var q batchQuestion
		switch err := d.Decode(&q); {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, fail(exitUsage, nil, "question %d of standard input: %s; give lines like {\"id\": 1, \"query\": \"how are writes retried\"}", len(list)+1, oneLine(err.Error()))
		case q.Query == "" || len(q.ID) == 0:
			return nil, fail(exitUsage, nil, "question %d of standard input: \"id\" or \"query\" is missing", len(list)+1)
		}
		list = append(list, q)
	}
}

// searchBatch answers the questions of standard input from one state of the index.
func (a *app) searchBatch(ctx context.Context, f searchFlags, files func(*index.Doc) bool, limit int) error {
	questions, err := batchQuestions(a.stdin)
	if err != nil {
		return err
	}
	return a.question(ctx, queryFlags{repo: f.repo, jobs: f.jobs}, "standard input", "question", func(r *repository) error {
		grown, err := r.w.Grow(ctx, r.state)
		if err != nil {
			return err
		}
		q := r.meaning(grown, files, limit)
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		for _, one := range questions {
			q.Text = one.Query
			found, err := grown.Search(ctx, q)
			if err != nil {
				return err
			}
			lacks := grown.Lacks(found.Loading)
			if note := found.Translation.Note(); note != "" {
				lacks = append(lacks, note)
			}
			said := batchAnswer{translated: translatedOf(found.Translation), ID: one.ID, Total: found.Total, Results: make([]batchResult, len(found.Hits)), Hint: strings.Join(lacks, "; ")}
			for i := range found.Hits {
				h := &found.Hits[i]
				said.Results[i] = batchResult{h.Path, h.StartLine, h.EndLine, h.Name, h.Type, rounded(h.Score), rounded(h.Vector), rounded(h.Keyword)}
			}
			if err := e.Encode(said); err != nil {
				return err
			}
		}
		r.dump = out.String()
		return nil
	})
}
