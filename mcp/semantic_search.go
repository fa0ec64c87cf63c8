package mcp

import (
	"context"
	"math"
	"strings"

	"codeintel/index"
	"codeintel/session/gate"
	"codeintel/session/memory"
)

type semanticIn struct {
	Query      string `json:"query" req:"true" min:"1" max:"2000" doc:"what the code does, in words" example:"where is the retry delay computed"`
	Collection string `json:"collection" def:"auto" enum:"map,forest,auto" doc:"map: what was agreed on; forest: the code"`
	Results    int    `json:"n_results" def:"10" min:"1" max:"100" doc:"hits a page"`
	Language   string `json:"language" doc:"only this language"`
	Path       string `json:"path" def:"." doc:"file or folder"`
	Again      bool   `json:"again" def:"false" doc:"send code that was sent before"`
	paged
}

func (in *semanticIn) collection() string { return in.Collection }

// hit is a piece of code or of a document that agrees with a question.
type hit struct {
	shows
	File      string      `json:"file"`
	StartLine int         `json:"start_line"`
	EndLine   int         `json:"end_line"`
	Name      string      `json:"symbol_name"`
	Type      string      `json:"symbol_type"`
	Symbol    string      `json:"symbol"`
	Score     float64     `json:"score"`
	Scores    wordScores  `json:"scores"`
	Snippet   string      `json:"snippet"`
	Related   []relatedTo `json:"related_symbols"`
	// SentIn is the call that sent the snippet to this session; it is not sent again.
	SentIn int `json:"sent_in_call,omitempty"`
}

// relatedTo is an edge that leads out of a piece.
type relatedTo struct {
	Name     string `json:"name"`
	Symbol   string `json:"symbol"` // "" where only the name is known
	Kind     string `json:"kind"`
	Resolved bool   `json:"resolved"`
}

// mapHit is what was agreed on: words that mean a symbol.
type mapHit struct {
	Term      string   `json:"nl_term"`
	File      string   `json:"file"`
	StartLine int      `json:"start_line"`
	EndLine   int      `json:"end_line"`
	Name      string   `json:"symbol_name"`
	Type      string   `json:"symbol_type"`
	Symbol    string   `json:"symbol"`
	Score     float64  `json:"score"`
	Snippet   string   `json:"snippet"` // the code that was cited for it
	Source    string   `json:"source"`
	Agreement string   `json:"agreement,omitempty"` // see ci://agreements
	Related   []string `json:"related_files"`
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
	Map      []mapHit  `json:"map_hits"`
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
			forest := in.Collection != gate.CollectionMap
			if c.session != nil && in.Collection == gate.CollectionAuto {
				forest = c.session.Phase().Has(gate.Forest)
			}
			return c.ask(ctx, &out.meta, func(v *view) error {
				files, _, err := v.filter(in.Path, in.Language, "")
				if err != nil {
					return err
				}
				*out = semanticOut{Map: []mapHit{}, Embedder: noEmbedder}
				if in.Collection != gate.CollectionForest {
					out.Map, out.Hint, out.Dropped = v.mapped(in.Query, files, in.Results)
					c.shown.Hits = len(out.Map)
				}
				switch {
				case len(out.Map) > 0 && out.Map[0].Score >= memory.ShortCircuit && in.Collection == gate.CollectionAuto:
					out.Short = true
					return nil
				case !forest:
					if len(out.Map) == 0 {
						out.WhyEmpty = "nothing that was agreed on has words of the query; the forest is not searched in this phase"
						if c.session == nil || in.Collection == gate.CollectionMap {
							out.WhyEmpty = "nothing that was agreed on has words of the query"
						}
					}
					return nil
				}
				found, total := v.snap.SearchPassages(index.PassageQuery{Text: in.Query, Files: files, Limit: in.Results, Offset: c.from()})
				fill(c, &out.meta, &out.Forest, &out.page, c.from()+len(found), in.Results, func(i int) hit { return v.hit(&found[i-c.from()], in.Again) })
				out.total(c, total)
				if len(found) == 0 {
					out.WhyEmpty = "no function, type or section has a word of the question"
				}
				return nil
			})
		})
}

// mapped is what the map says about a query, at most limit of it; hint says what is
// wrong with it, dropped that there was no room for all. What it names was not seen in
// the code: only where hypotheses are looked for it counts as shown.
func (v *view) mapped(query string, files func(*index.Doc) bool, limit int) (out []mapHit, hint, dropped string) {
	out = []mapHit{}
	e := &evidence{v: v, w: v.c.repo.Workspace(), complete: !v.state.Glimpse(), plain: map[string]plainText{}}
	hits, err := v.c.repo.Memory().Search(query, e)
	if err != nil {
		v.c.server.opts.Log.Warn("the agreements can't be read", "error", err)
		return out, "the agreements can't be read: see `ci doctor`", ""
	}
	for _, h := range hits[:min(len(hits), limit)] {
		if doc, ok := v.snap.Doc(h.File); files != nil && (!ok || !files(v.snap.Docs()[doc])) {
			continue
		}
		x := mapHit{
			Term: h.Term, File: h.File, StartLine: h.Line, EndLine: h.Line, Name: h.Name, Symbol: h.Symbol, Score: rounded(h.Score),
			Snippet: clip(h.Evidence, maxSnippet), Source: h.Source, Agreement: h.Slug, Related: append([]string{}, h.Related...),
		}
		for _, s := range e.Symbols(h.Symbol) {
			x.Type, x.EndLine = s.Kind, s.EndLine
			if v.c.session != nil && v.c.session.Phase() == gate.Semantic {
				v.c.shown.Symbols = append(v.c.shown.Symbols, s)
			}
		}
		size := len(mustJSON(x))
		if size > v.c.room {
			return out, "", "agreements that had no room: raise budget_tokens"
		}
		v.c.room -= size
		if x.File != "" {
			v.used[x.File] = true
		}
		out = append(out, x)
	}
	return out, "", ""
}

// total sets how long a list is of which only a part was looked at.
func (p *page) total(c *call, total int) {
	shown := p.Total
	if p.Total = total; !p.Truncated && shown < total && shown > c.from() {
		p.Truncated = true
		p.NextCursor = cursor{Offset: shown, Generation: c.generation, Question: c.question}.String()
	}
}

func (v *view) hit(p *index.Passage, again bool) hit {
	d := v.doc(p.Location.Doc)
	h := hit{
		File: d.Path, StartLine: int(p.First) + 1, EndLine: int(p.Last) + 1, Name: v.snap.FullName(p.ID), Type: p.Kind.String(),
		Symbol: v.snap.Symbol(p.ID), Score: rounded(p.Score), Related: []relatedTo{},
		Scores: wordScores{rounded(p.Parts.Name), rounded(p.Parts.Path), rounded(p.Parts.Signature), rounded(p.Parts.Documentation), rounded(p.Parts.Code)},
	}
	v.sawSymbol(&h.shows, p.ID)
	if text, ok := v.text(p.Location.Doc); ok {
		start, _ := d.Lines().Line(p.Code)
		_, end := d.Lines().Line(p.Last)
		h.Snippet = clip(strings.ToValidUTF8(strings.TrimSpace(string(text[start:end])), "\uFFFD"), maxSnippet)
		first, last, whole := int(p.Code)+1, int(p.Last)+1, true
		if strings.HasSuffix(h.Snippet, "…") { // the last line may be there in part
			n := strings.Count(h.Snippet, "\n")
			last, whole = first+max(0, n-1), n > 0
		}
		v.sawLines(&h.shows, p.Location.Doc, first, last, whole)
		if n, sent := v.c.sent(&h.shows); sent && !again {
			h.Snippet, h.SentIn, h.shown.Lines = "", n, nil
		}
	}
	start, _ := d.Lines().Line(p.First)
	_, end := d.Lines().Line(p.Last)
	for _, r := range v.snap.Related(p.Location.Doc, start, end) {
		if len(h.Related) == maxRelated {
			break
		}
		h.Related = append(h.Related, relatedTo{r.Name, r.Symbol, r.Kind, r.Resolved})
		if r.Known() {
			v.sawSymbol(&h.shows, r.ID)
		}
	}
	return h
}

// rounded is a score with three digits.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
