package mcp

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"codeintel/index"
	"codeintel/index/embed"
	"codeintel/index/forest"
	"codeintel/index/resolve"
	"codeintel/index/workspace"
	"codeintel/session/gate"
	"codeintel/session/memory"
	"codeintel/session/speech"
)

type semanticIn struct {
	Query      string `json:"query" req:"true" min:"1" max:"2000" help:"what the code does, in words" example:"where is the retry delay computed"`
	Collection string `json:"collection" def:"auto" enum:"map,forest,auto" doc:"map: what was agreed on; forest: the code"`
	Results    int    `json:"n_results" def:"10" min:"1" max:"100" help:"hits a page"`
	Language   string `json:"language" help:"only this language"`
	Path       string `json:"path" def:"." help:"file or folder"`
	Metadata   bool   `json:"metadata" def:"false" help:"with what frameworks say of the hits: fields, columns, routes"`
	Again      bool   `json:"again" def:"false" help:"send code that was sent before"`
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
	Scores    scores      `json:"scores"`
	Snippet   string      `json:"snippet"`
	Related   []relatedTo `json:"related_symbols"`
	// Metadata is what its language and frameworks say of it, on request.
	Metadata json.RawMessage `json:"metadata,omitempty"`
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
	Term      string  `json:"nl_term"`
	File      string  `json:"file"`
	StartLine int     `json:"start_line"`
	EndLine   int     `json:"end_line"`
	Name      string  `json:"symbol_name"`
	Type      string  `json:"symbol_type"`
	Symbol    string  `json:"symbol"`
	Score     float64 `json:"score"`
	Snippet   string  `json:"snippet"` // the code that was cited for it
	// Reasoning says why the symbol was chosen.
	Reasoning string   `json:"reasoning,omitempty"`
	Source    string   `json:"source"`
	Agreement string   `json:"agreement,omitempty"` // see ci://agreements
	Related   []string `json:"related_files"`
}

type semanticOut struct {
	Map      []mapHit  `json:"map_hits"`
	Forest   list[hit] `json:"forest_hits"`
	Short    bool      `json:"short_circuit"`
	Chunks   int       `json:"total_chunks"`
	Embedder string    `json:"embedder"`
	translated
	page
	meta
}

// translated is what a question in Japanese was taken for.
type translated struct {
	NotKnown    []string `json:"not_known,omitempty"`
	NotHere     []string `json:"not_in_repository,omitempty"` // known, and no word of the code means it
	SearchedFor []string `json:"searched_for,omitempty"`
}

// translate says what a question was taken for, and returns what is to be said of that.
func (x *translated) translate(t *forest.Translation) (lacks []string) {
	*x = translated{t.Unknown(), t.Absent(), t.Searched()}
	if note := t.Note(); note != "" {
		lacks = append(lacks, note)
	}
	return lacks
}

// noEmbedder is what answers say where nothing embeds.
const noEmbedder = "none: ranking is by words"

func embedderName(e embed.Embedder) string {
	if e == nil {
		return noEmbedder
	}
	return e.ID()
}

// wordsMeanwhile is what answers say in the place of an embedder that is being loaded.
func wordsMeanwhile(e *embed.Initializing) string {
	return "initializing " + e.Model + ": ranking is by words"
}

// maxSnippet is how many bytes of code a hit shows; maxRelated how many symbols it
// names.
const maxSnippet, maxRelated = 320, 5

func semanticSearch() tool {
	return row("semantic_search", "Search by meaning",
		"Code and documents that fit a description, by words and meaning. For a task query.",
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
					var by string
					if out.Map, by, out.Hint, out.Dropped = v.mapped(ctx, in.Query, files, in.Results); by != "" {
						out.Embedder = by
					}
					c.shown.Hits = len(out.Map)
				}
				switch {
				case len(out.Map) > 0 && out.Map[0].Score >= memory.ShortCircuit && in.Collection == gate.CollectionAuto:
					out.Short = true
					return nil
				case !forest:
					if len(out.Map) == 0 {
						why := speech.NothingAgreedHere
						if c.session == nil || in.Collection == gate.CollectionMap {
							why = speech.NothingAgreed
						}
						out.WhyEmpty = c.language().Say(why)
					}
					return nil
				}
				return v.forest(ctx, in, files, out)
			})
		})
}

// mapped is what the map says about a query, at most limit of it; by is the model that
// compared meanings, hint says what is wrong with the map, dropped that there was no room for all. What it names was not seen in
// the code: only where hypotheses are looked for it counts as shown.
func (v *view) mapped(ctx context.Context, query string, files func(*index.Doc) bool, limit int) (out []mapHit, by, hint, dropped string) {
	out = []mapHit{}
	e := &evidence{v: v, w: v.c.repo.Workspace(), complete: !v.state.Glimpse(), plain: map[string]plainText{}}
	hits, by, err := v.c.repo.Memory().Search(ctx, query, e)
	if err != nil {
		v.c.server.opts.Log.Warn("the agreements can't be read", "error", err)
		return out, "", v.c.language().Say(speech.AgreementsUnread), ""
	}
	for _, h := range hits[:min(len(hits), limit)] {
		if doc, ok := v.snap.Doc(h.File); files != nil && (!ok || !files(v.snap.Docs()[doc])) {
			continue
		}
		x := mapHit{
			Term: h.Term, File: h.File, StartLine: h.Line, EndLine: h.Line, Name: h.Name, Symbol: h.Symbol, Score: rounded(h.Score),
			Snippet: clip(h.Evidence, maxSnippet), Reasoning: clip(h.Reasoning, maxSnippet), Source: h.Source, Agreement: h.Slug, Related: append([]string{}, h.Related...),
		}
		for _, s := range e.Symbols(h.Symbol) {
			x.Type, x.EndLine = s.Kind, s.EndLine
			if v.c.session != nil && v.c.session.Phase() == gate.Semantic {
				v.c.shown.Symbols = append(v.c.shown.Symbols, s)
			}
		}
		size := len(mustJSON(x))
		if size > v.c.room {
			return out, by, "", "agreements that had no room: raise budget_tokens"
		}
		v.c.room -= size
		if x.File != "" {
			v.used[x.File] = true
		}
		out = append(out, x)
	}
	return out, by, "", ""
}

// total sets how long a list is of which only a part was looked at.
func (p *page) total(c *call, total int) {
	shown := p.Total
	if p.Total = total; !p.Truncated && shown < total && shown > c.from() {
		p.Truncated = true
		p.NextCursor = cursor{Offset: shown, Generation: c.generation, Question: c.question}.String()
	}
}

// forest searches the code. A repository that is not indexed yet is searched by words,
// in the files that name what is asked for.
func (v *view) forest(ctx context.Context, in *semanticIn, files func(*index.Doc) bool, out *semanticOut) error {
	c := v.c
	var pieces []piece
	total := 0
	if v.state.Glimpse() {
		var found []index.Passage
		found, total = v.snap.SearchPassages(index.PassageQuery{Text: in.Query, Files: files, Limit: in.Results, Offset: c.from()})
		for i := range found {
			p := &found[i]
			pieces = append(pieces, piece{
				doc: p.Location.Doc, id: p.ID, first: p.First, code: p.Code, last: p.Last, name: v.snap.FullName(p.ID), kind: p.Kind.String(), score: p.Score,
				scores: scores{Keyword: rounded(p.Score - p.Parts.Name), Definition: rounded(p.Parts.Name)},
			})
		}
	} else {
		f, err := c.repo.Workspace().Forest(v.ctx, v.state)
		if err != nil {
			return err
		}
		out.Chunks, out.Embedder = f.Chunks(), embedderName(f.Embedder)
		found, err := f.Search(v.ctx, forest.Query{Text: in.Query, Files: v.byPath(f, files), Limit: in.Results, Offset: c.from(), Weights: forest.Weights(v.config().Weights)})
		if err != nil {
			return err
		}
		total = found.Total
		for i := range found.Hits {
			pieces = append(pieces, v.piece(f, &found.Hits[i]))
		}
		if found.Loading != nil {
			out.Embedder = wordsMeanwhile(found.Loading)
		}
		out.hint(append(f.Lacks(found.Loading), out.translate(found.Translation)...)...)
	}
	chunker := v.c.repo.Workspace().Chunker(v.state)
	defer chunker.Close()
	fill(c, &out.meta, &out.Forest, &out.page, c.from()+len(pieces), in.Results, func(i int) hit {
		p := &pieces[i-c.from()]
		h := v.hit(p, in.Again)
		if in.Metadata {
			h.Metadata = v.metadata(ctx, chunker, p)
		}
		return h
	})
	out.total(c, total)
	if len(pieces) == 0 {
		out.WhyEmpty = v.c.language().Say(speech.NoPieceAlike)
	}
	return nil
}

// byPath is a condition on files as the forest asks for it.
func (v *view) byPath(f *workspace.Forest, files func(*index.Doc) bool) func(path, language string) bool {
	if files == nil {
		return nil
	}
	return func(path, _ string) bool { return files(v.snap.Docs()[f.Doc(path)]) }
}

// piece is what was found.
type piece struct {
	doc               int32
	id                index.ID // of the symbol; without one its Def is less than that of the module
	first, code, last uint32   // lines from 0; code is the first one behind the documentation
	name, kind        string
	score             float64
	scores            scores
	number            int // among the chunks of the file
}

// noSymbol is the Def of a piece that is no symbol's.
const noSymbol = resolve.ModuleDef - 1

func (v *view) piece(f *workspace.Forest, h *forest.Hit) piece {
	p := piece{
		doc: f.Doc(h.Path), first: uint32(h.StartLine) - 1, last: uint32(h.EndLine) - 1, name: h.Name, kind: h.Type, score: h.Score,
		scores: scores{rounded(h.Vector), rounded(h.Keyword), rounded(h.Definition), rounded(h.Reference)}, number: h.Number,
	}
	p.code = p.first
	id, ok := f.Symbol(h)
	switch {
	case !ok:
		p.id.Def = noSymbol
		if h.Parent != "" {
			p.name = h.Parent + "." + h.Name
		}
	case id.Def >= 0:
		p.id, p.name = id, v.snap.FullName(id)
		d := v.snap.Docs()[p.doc]
		if at := d.Lines().Position(d.Facts().Defs[h.Def].EncStart).Line; at > p.first && at <= p.last {
			p.code = at
		}
	default:
		p.id = id
	}
	return p
}

func (v *view) hit(p *piece, again bool) hit {
	d := v.doc(p.doc)
	h := hit{
		File: d.Path, StartLine: int(p.first) + 1, EndLine: int(p.last) + 1, Name: p.name, Type: p.kind, Score: rounded(p.score), Scores: p.scores, Related: []relatedTo{},
	}
	if p.id.Def > noSymbol {
		h.Symbol = v.snap.Symbol(p.id)
		v.sawSymbol(&h.shows, p.id)
	}
	if text, ok := v.text(p.doc); ok {
		start, _ := d.Lines().Line(p.code)
		_, end := d.Lines().Line(p.last)
		h.Snippet = clip(strings.ToValidUTF8(strings.TrimSpace(string(text[start:end])), "\uFFFD"), maxSnippet)
		first, last, whole := int(p.code)+1, int(p.last)+1, true
		if strings.HasSuffix(h.Snippet, "…") { // the last line may be there in part
			n := strings.Count(h.Snippet, "\n")
			last, whole = first+max(0, n-1), n > 0
		}
		v.sawLines(&h.shows, p.doc, first, last, whole)
		if n, sent := v.c.sent(&h.shows); sent && !again {
			h.Snippet, h.SentIn, h.shown.Lines = "", n, nil
		}
	}
	start, _ := d.Lines().Line(p.first)
	_, end := d.Lines().Line(p.last)
	for _, r := range v.snap.Related(p.doc, start, end) {
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

// metadata of a piece; nil where it can't be had any more.
func (v *view) metadata(ctx context.Context, chunker *workspace.Chunker, p *piece) json.RawMessage {
	chunks, _, ok, err := chunker.File(ctx, p.doc)
	if err != nil || !ok || p.number >= len(chunks) || chunks[p.number].StartLine != int(p.first)+1 {
		return nil
	}
	return mustJSON(chunks[p.number].Metadata)
}

// rounded is a score with three digits.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
