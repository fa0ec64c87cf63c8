package mcp

import (
	"context"
	"math"
	"strings"

	"codeintel/index"
)

type semanticIn struct {
	Query      string `json:"query" req:"true" min:"1" max:"2000" doc:"what the code does, in words" example:"where is the retry delay computed"`
	Collection string `json:"collection" def:"auto" enum:"map,forest,auto" doc:"map: what was agreed on; forest: the code"`
	Results    int    `json:"n_results" def:"10" min:"1" max:"100" doc:"hits a page"`
	Language   string `json:"language" doc:"only this language"`
	Path       string `json:"path" def:"." doc:"file or folder"`
	paged
}

// hit is a piece of code or of a document that agrees with a question.
type hit struct {
	shows
	File      string     `json:"file"`
	StartLine int        `json:"start_line"`
	EndLine   int        `json:"end_line"`
	Name      string     `json:"symbol_name"`
	Type      string     `json:"symbol_type"`
	Symbol    string     `json:"symbol"`
	Score     float64    `json:"score"`
	Scores    wordScores `json:"scores"`
	Snippet   string     `json:"snippet"`
	Related   []string   `json:"related_symbols"`
}

// wordScores are the parts of a score that come from words in each part of a
// piece.
type wordScores struct {
	Name          float64 `json:"name"`
	Path          float64 `json:"path"`
	Signature     float64 `json:"signature"`
	Documentation float64 `json:"documentation"`
	Code          float64 `json:"code"`
}

type semanticOut struct {
	Map      []hit     `json:"map_hits"`
	Forest   list[hit] `json:"forest_hits"`
	Short    bool      `json:"short_circuit"`
	Chunks   int       `json:"total_chunks"`
	Embedder string    `json:"embedder"`
	page
	meta
}

// noEmbedder is what answers say while nothing embeds.
const noEmbedder = "none: ranking is by words"

// maxSnippet is how many bytes of code a hit shows; maxRelated how many symbols it
// names.
const maxSnippet, maxRelated = 320, 5

func semanticSearch() tool {
	return row("semantic_search", "Search by meaning",
		"Functions, types and sections of documents that agree with a description, best first, by their words (no embedder yet). For a name use find_definitions, for a task query.",
		func(ctx context.Context, c *call, in *semanticIn, out *semanticOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				files, _, err := v.filter(in.Path, in.Language, "")
				if err != nil {
					return err
				}
				out.Map, out.Embedder = []hit{}, noEmbedder
				if in.Collection == "map" {
					out.WhyEmpty = "nothing was agreed on yet: the map is empty"
					return nil
				}
				found, total := v.snap.SearchPassages(index.PassageQuery{Text: in.Query, Files: files, Limit: in.Results, Offset: c.from()})
				fill(c, &out.meta, &out.Forest, &out.page, c.from()+len(found), in.Results, func(i int) hit { return v.hit(&found[i-c.from()]) })
				out.total(c, total)
				if len(found) == 0 {
					out.WhyEmpty = "no function, type or section has a word of the question"
				}
				return nil
			})
		})
}

// total sets how long a list is of which only a part was looked at.
func (p *page) total(c *call, total int) {
	shown := p.Total
	if p.Total = total; !p.Truncated && shown < total && shown > c.from() {
		p.Truncated = true
		p.NextCursor = cursor{Offset: shown, Generation: c.generation, Question: c.question}.String()
	}
}

func (v *view) hit(p *index.Passage) hit {
	d := v.doc(p.Location.Doc)
	h := hit{
		File: d.Path, StartLine: int(p.First) + 1, EndLine: int(p.Last) + 1, Name: v.fullName(p.ID), Type: p.Kind.String(),
		Symbol: v.snap.Symbol(p.ID), Score: rounded(p.Score), Related: []string{},
		Scores: wordScores{rounded(p.Parts.Name), rounded(p.Parts.Path), rounded(p.Parts.Signature), rounded(p.Parts.Documentation), rounded(p.Parts.Code)},
	}
	v.sawSymbol(&h.shows, p.ID)
	if text, ok := v.text(p.Location.Doc); ok {
		start, _ := d.Lines().Line(p.Code)
		_, end := d.Lines().Line(p.Last)
		h.Snippet = clip(strings.ToValidUTF8(strings.TrimSpace(string(text[start:end])), "\uFFFD"), maxSnippet)
		v.sawLines(&h.shows, p.Location.Doc, int(p.Code)+1, min(int(p.Code)+1+strings.Count(h.Snippet, "\n"), int(p.Last)+1))
	}
	for _, call := range v.snap.Callees(p.ID) {
		if name := v.fullName(call.ID); len(h.Related) < maxRelated && !call.ID.IsExternal() && name != "" {
			h.Related = append(h.Related, name)
			v.sawSymbol(&h.shows, call.ID)
		}
	}
	return h
}

// rounded is a score with three digits.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
