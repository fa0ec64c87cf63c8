package memory

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/session/speech"

	"golang.org/x/text/unicode/norm"
)

// method says how the map is searched.
func (m *Memory) method() speech.Message {
	if m.means != nil {
		if id := m.means.ID(); id != "" {
			return speech.ByMeaning{Model: id}
		}
	}
	return speech.ByWords
}

// leastAlike is the score from which a term is said to be like a question that does
// not have it: more than nine in ten of those that have nothing to do with it.
const leastAlike = 0.3

// ShortCircuit is the score from which the forest is not searched.
const ShortCircuit = 0.7

// fold is a text as it is compared: Unicode's NFKC, without case, and with one
// space for any white space.
func fold(s string) string {
	s = strings.ToLower(norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")))
	// Capitals of some scripts have small letters that are compositions.
	return strings.Join(strings.Fields(norm.NFKC.String(s)), " ")
}

// findable says whether a term can be searched for: it has at least two characters,
// and a letter or digit.
func findable(term string) bool {
	term = fold(term)
	return utf8.RuneCountInString(term) >= 2 && strings.ContainsFunc(term, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// class is a kind of characters that make words together.
type class int

const (
	other class = iota // no part of a word
	letters
	han
	hiragana
	katakana
)

// classOf is the kind of a character. The marks that prolong or repeat one belong
// to the script that they stand in.
func classOf(r rune) class {
	switch {
	case r == 'ー' || unicode.Is(unicode.Katakana, r):
		return katakana
	case unicode.Is(unicode.Hiragana, r):
		return hiragana
	case r == '々' || unicode.Is(unicode.Han, r):
		return han
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return letters
	}
	return other
}

// boundary says whether a word may end between two characters. Japanese has no
// spaces: there a word ends where the script changes. What follows a word in
// hiragana is a particle or an ending, also when the word itself ends in it;
// kana tells that.
func boundary(before, after rune, kana bool) bool {
	a, b := classOf(before), classOf(after)
	switch {
	case a == other || b == other:
		return true
	case b == hiragana && !kana:
		return true
	}
	return a != b
}

// occurs says whether a folded term stands in a folded text as whole words.
func occurs(term, text string) bool {
	if term == "" {
		return false
	}
	kana := !strings.ContainsFunc(term, func(r rune) bool { return classOf(r) != hiragana })
	first, _ := utf8.DecodeRuneInString(term)
	last, _ := utf8.DecodeLastRuneInString(term)
	for at := 0; ; {
		i := strings.Index(text[at:], term)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(term)
		before, n := utf8.DecodeLastRuneInString(text[:start])
		after, m := utf8.DecodeRuneInString(text[end:])
		if (n == 0 || boundary(before, first, true)) && (m == 0 || boundary(last, after, kana)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[start:])
		at = start + size
	}
}

// Sources of hits.
const (
	FromAgreement = "agreement"
	FromPair      = "learned_pair"
)

// Hit is what the map says about words of a query: a symbol that is in the code.
type Hit struct {
	Term  string `json:"nl_term"`
	quote string // of the agreement
	Name  string `json:"name"`
	// Symbol is the SCIP symbol; File and Line (1-based) are where it is defined, ""
	// and 0 where it is not in this repository.
	Symbol string `json:"symbol"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	// Score from 0 to 1.
	Score  float64 `json:"score"`
	Source string  `json:"source"`
	// Slug is that of the agreement.
	Slug      string   `json:"agreement,omitempty"`
	SessionID string   `json:"session_id,omitempty"`
	Evidence  string   `json:"code_evidence,omitempty"`
	Reasoning string   `json:"reasoning,omitempty"`
	Related   []string `json:"related_files,omitempty"`
}

// Search finds what the map says about a query: agreements and learned pairs whose
// symbol is in the code, and whose words stand in it or mean about the same. The most
// alike come first, of those the ones with the most words; each symbol is there once.
// by names the model that compared meanings, "" where words alone decided.
func (m *Memory) Search(ctx context.Context, query string, c Code) (hits []Hit, by string, err error) {
	list, problems, err := m.Agreements()
	if err != nil {
		return nil, "", err
	}
	for _, p := range problems {
		m.log.Warn("an agreement can't be used", "error", p)
	}
	var known []Hit
	for _, a := range list {
		known = append(known, Hit{Term: a.Term, quote: a.Quote, Symbol: a.Symbol, Source: FromAgreement, Slug: a.Slug, SessionID: a.SessionID, Evidence: a.Evidence, Reasoning: a.Reasoning, Related: a.Related})
	}
	for _, p := range m.Pairs(c) {
		known = append(known, Hit{Term: p.Term, Symbol: p.Symbol, Source: FromPair, SessionID: p.SessionID, Evidence: p.Evidence})
	}
	by = m.score(ctx, query, known)
	hits = []Hit{}
	for _, h := range known {
		if h.Score == 0 {
			continue
		}
		for _, s := range symbolsOf(h.Symbol, c) {
			h.Name, h.Symbol, h.File, h.Line = s.Name, s.Symbol, s.File, s.Line
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(utf8.RuneCountInString(fold(b.Term)), utf8.RuneCountInString(fold(a.Term))), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.Symbol, b.Symbol))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(hits, func(h Hit) bool {
		was := seen[h.Symbol]
		seen[h.Symbol] = true
		return was
	}), by, nil
}

// score sets how well each of known agrees with a query: 1 where its words stand in it, as
// the code says them or as the request said them that it was learned from.
// by is that of Search.
func (m *Memory) score(ctx context.Context, query string, known []Hit) (by string) {
	text := fold(query)
	var terms []string
	var of []int
	for i := range known {
		if occurs(fold(known[i].Term), text) || findable(known[i].quote) && occurs(fold(known[i].quote), text) {
			known[i].Score = 1
		} else {
			terms, of = append(terms, known[i].Term), append(of, i)
		}
	}
	if m.means == nil || len(terms) == 0 {
		return ""
	}
	scores, err := m.means.Scores(ctx, query, terms)
	if err != nil {
		m.log.Warn("agreements are found by their words alone", "error", err)
		return ""
	}
	for i, score := range scores {
		if score >= leastAlike {
			known[of[i]].Score = math.Round(score*1000) / 1000
		}
	}
	return m.means.ID()
}

// Hint is what start_session says about a query before anything was explored.
type Hint struct {
	Found bool `json:"found"`
	// Symbols are what the map says, the best first.
	Symbols []Hit `json:"symbols"`
	// Confidence is the best score, 0 where nothing was found.
	Confidence     float64 `json:"confidence"`
	Recommendation string  `json:"recommendation"`
}

// maxHints is how many symbols a hint has at most.
const maxHints = 5

// HintFor says what the map knows about a query, in a language.
func (m *Memory) HintFor(ctx context.Context, l speech.Language, query string, c Code) (Hint, error) {
	hits, _, err := m.Search(ctx, query, c)
	if err != nil {
		return Hint{}, err
	}
	// What is only like the query is no reason to look nowhere else.
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.Score < ShortCircuit })
	hits = hits[:min(len(hits), maxHints)]
	for i := range hits {
		hits[i].Evidence, hits[i].Reasoning, hits[i].Related = "", "", nil // the agreement has them
	}
	h := Hint{Symbols: hits}
	if len(hits) == 0 {
		h.Recommendation = l.Say(speech.NoAgreement{Method: m.method()})
		return h, nil
	}
	h.Found, h.Confidence = true, hits[0].Score
	h.Recommendation = l.Say(speech.Agreed{Term: hits[0].Term, Name: hits[0].Name})
	return h, nil
}
