package mcp

import (
	"context"

	"codeintel/index"
	"codeintel/index/embed"
	"codeintel/index/forest"
	"codeintel/session"
	"codeintel/session/gate"
)

type queryIn struct {
	Query string `json:"query" req:"true" min:"1" max:"2000" help:"a question in words, or names" example:"where are expired sessions removed"`
	Limit int    `json:"limit" def:"10" min:"1" max:"100" help:"symbols a page"`
	paged
}

type rankedSymbol struct {
	shows
	Name      string  `json:"name"`
	Symbol    string  `json:"symbol"`
	File      string  `json:"file"`
	Line      int     `json:"line"`
	Kind      string  `json:"kind"`
	Signature string  `json:"signature,omitempty"`
	Score     float64 `json:"score"`
	Scores    scores  `json:"scores"`
}

// scores are the parts of a score, each from 0 to 1, before they are weighted.
type scores struct {
	Vector     float64 `json:"vector"`
	Keyword    float64 `json:"keyword"`
	Definition float64 `json:"definition"`
	Reference  float64 `json:"reference"`
}

type queryOut struct {
	Symbols list[rankedSymbol] `json:"symbols"`
	// Plan is the router's, and Guidance what it says of the parts of the session's
	// request that are open. Without a session a query is a question about what it
	// names.
	Plan     plan               `json:"plan"`
	Guidance []session.Guidance `json:"guidance"`
	// Map is what was agreed on about words of the question; it goes before all that
	// is ranked.
	Map []mapHit `json:"map_hits,omitempty"`
	translated
	page
	meta
}

type plan struct {
	Intent session.Intent `json:"intent"`
	Steps  []string       `json:"steps"`
	Risk   session.Risk   `json:"risk_level"`
}

func query() tool {
	return row("query", "Ask in words",
		"The symbols that matter for a question in words, best first. Begin here with a task and no name yet.",
		func(ctx context.Context, c *call, in *queryIn, out *queryOut) error {
			p, id, err := c.plan(in.Query)
			if err != nil {
				return err
			}
			if in.Cursor == "" {
				c.remember(ctx, p, in.Query, id)
			}
			out.Plan, out.Guidance = plan{p.Intent, p.Steps, p.RiskLevel}, []session.Guidance{}
			if id != "" {
				out.Guidance = append(out.Guidance, p.Guidance...)
			}
			return c.ask(ctx, &out.meta, func(v *view) error {
				c.room -= len(mustJSON(out.Plan)) + len(mustJSON(out.Guidance))
				if in.Cursor == "" {
					out.Map, _, out.Hint, _ = v.mapped(ctx, in.Query, nil, maxAgreed)
				}
				found, total, translation, lacks, err := v.rank(ctx, index.RankQuery{Text: in.Query, Limit: in.Limit, Offset: c.from(), Weights: v.config().Weights})
				if err != nil {
					return err
				}
				out.hint(append(lacks, out.translate(translation)...)...)
				fill(c, &out.meta, &out.Symbols, &out.page, c.from()+len(found), in.Limit, func(i int) rankedSymbol { return v.ranked(&found[i-c.from()]) })
				out.total(c, total)
				if len(found)+len(out.Map) == 0 {
					out.WhyEmpty, out.Near = "nothing in the repository has a word of the question", v.snap.Near(in.Query)
				}
				return nil
			})
		})
}

// rank finds the symbols that matter for a question, by meaning where the phase lets
// the forest be searched; translation is what a question in Japanese was taken for, lacks
// says what the ranking had to do without.
func (v *view) rank(ctx context.Context, q index.RankQuery) (found []index.Ranked, total int, translation *forest.Translation, lacks []string, err error) {
	if v.state.Glimpse() {
		found, total = v.snap.Rank(q)
		return found, total, nil, nil, nil
	}
	meaning := v.c.session == nil || v.c.session.Phase().Has(gate.Forest)
	f, err := v.c.repo.Workspace().Forest(v.ctx, v.state)
	if err != nil {
		return nil, 0, nil, nil, err
	}
	var loading *embed.Initializing
	if index.IsName(q.Text) {
		if meaning {
			q.Meaning, loading, err = f.Meaning(v.ctx, q.Text)
		}
		if err == nil {
			found, total = v.snap.Rank(q)
		}
	} else {
		found, total, loading, err = f.Rank(v.ctx, q, meaning)
		translation = f.Translate(q.Text)
	}
	if err == nil && meaning {
		lacks = f.Lacks(loading)
	}
	return found, total, translation, lacks, err
}

// maxAgreed is how many agreements go before what is ranked.
const maxAgreed = 3

// plan is that of the session's request; without one, that of a question.
func (c *call) plan(query string) (p *session.Plan, id string, err error) {
	if c.session != nil {
		return c.session.Plan(), c.session.ID(), nil
	}
	p, err = session.NewPlan(c.language(), session.Question, session.Frame{session.TargetFeature: query})
	return p, "", err
}

func (v *view) ranked(r *index.Ranked) rankedSymbol {
	out := rankedSymbol{
		Name: v.snap.FullName(r.ID), Symbol: v.snap.Symbol(r.ID), Kind: v.snap.Kind(r.ID).String(), Score: rounded(r.Score),
		Scores: scores{rounded(r.Vector), rounded(r.Keyword), rounded(r.Definition), rounded(r.Reference)},
	}
	if l, ok := v.snap.Place(r.ID); ok {
		d := v.define(l)
		out.File, out.Line, out.Signature, out.shows = d.File, d.Line, d.Signature, d.shows
	} else {
		v.sawSymbol(&out.shows, r.ID)
	}
	return out
}
