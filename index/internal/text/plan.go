package text

import (
	"slices"
	"strings"

	"codeintel/index/internal/text/rex"
)

// Plan is a condition on the trigrams of a document that holds for each
// document with a line that matches. It is immutable.
//
// It is found as in Russ Cox, "Regular Expression Matching with a Trigram
// Index" (2012) and github.com/google/codesearch: of each part of the
// expression we keep what it can match exactly while that is little, then the
// texts that it can start and end with, and the trigrams that it must have.
type Plan struct {
	op       planOp
	trigrams []Trigram // sorted
	subs     []*Plan
}

type planOp uint8

const (
	planAll  planOp = iota // every document
	planNone               // no document
	planAnd                // all of trigrams and subs
	planOr                 // one of trigrams and subs
)

var (
	allDocs = &Plan{op: planAll}
	noDocs  = &Plan{op: planNone}
)

// Limits of what is kept of a part.
const (
	maxExact = 7   // texts that a part matches exactly
	maxSet   = 20  // texts that it starts or ends with
	maxClass = 24  // characters of a class that are told apart
	maxTerms = 200 // terms of an alternative; with more, it says nothing
	maxAll   = 200 // terms that a document must have; further ones are not asked for
	maxText  = 256 // bytes of a text that a part matches exactly
)

// Plan says which documents a search for the pattern has to look at.
func (p *Pattern) Plan() *Plan {
	if p.invert {
		return allDocs
	}
	i := analyze(p.node)
	i.simplify(true)
	i.addExact()
	return i.match
}

// Everything tells whether the plan holds for every document.
func (p *Plan) Everything() bool { return p.op == planAll }

// String is the plan as text: ("abc" "bcd" ("xyz"|"uvw")).
func (p *Plan) String() string {
	switch p.op {
	case planAll:
		return "all"
	case planNone:
		return "none"
	}
	var parts []string
	for _, t := range p.trigrams {
		parts = append(parts, t.String())
	}
	for _, s := range p.subs {
		parts = append(parts, s.String())
	}
	if p.op == planOr {
		return "(" + strings.Join(parts, "|") + ")"
	}
	return "(" + strings.Join(parts, " ") + ")"
}

func (p *Plan) terms() int { return len(p.trigrams) + len(p.subs) }

// and holds where p and q hold.
func (p *Plan) and(q *Plan) *Plan { return join(planAnd, p, q) }

// or holds where p or q holds.
func (p *Plan) or(q *Plan) *Plan {
	out := join(planOr, p, q)
	if out.op == planOr && out.terms() > maxTerms {
		return allDocs
	}
	return out
}

func join(op planOp, p, q *Plan) *Plan {
	neutral, absorbing := planAll, planNone
	if op == planOr {
		neutral, absorbing = planNone, planAll
	}
	switch {
	case p.op == neutral || q.op == absorbing:
		return q
	case q.op == neutral || p.op == absorbing || p.equal(q):
		return p
	}
	out := &Plan{op: op}
	for _, x := range []*Plan{p, q} {
		switch {
		case x.op == op || x.terms() == 1 && len(x.trigrams) == 1:
			out.trigrams = append(out.trigrams, x.trigrams...)
			for _, s := range x.subs {
				out.add(s)
			}
		default:
			out.add(x)
		}
	}
	slices.Sort(out.trigrams)
	out.trigrams = slices.Compact(out.trigrams)
	if op == planAnd && out.terms() > maxAll {
		// The terms that are left say less, and never too much.
		out.trigrams = out.trigrams[:min(len(out.trigrams), maxAll)]
		out.subs = out.subs[:min(len(out.subs), maxAll-len(out.trigrams))]
	}
	return out
}

// add adds a sub-plan unless there is the same already.
func (p *Plan) add(s *Plan) {
	if !slices.ContainsFunc(p.subs, s.equal) {
		p.subs = append(p.subs, s)
	}
}

func (p *Plan) equal(q *Plan) bool {
	return p.op == q.op && slices.Equal(p.trigrams, q.trigrams) && slices.EqualFunc(p.subs, q.subs, (*Plan).equal)
}

// texts are byte strings in lower case, sorted and each once.
type texts []string

func normal(t texts) texts {
	slices.Sort(t)
	return slices.Compact(t)
}

func (t texts) shortest() int {
	n := len(t[0])
	for _, s := range t {
		n = min(n, len(s))
	}
	return n
}

// cross is every text of t followed by every text of u.
func (t texts) cross(u texts) texts {
	out := make(texts, 0, len(t)*len(u))
	for _, a := range t {
		for _, b := range u {
			out = append(out, a+b)
		}
	}
	return normal(out)
}

func (t texts) union(u texts) texts { return normal(append(slices.Clone(t), u...)) }

// part is what is known of what a part of an expression matches.
type part struct {
	empty bool // it can match nothing
	// exact: it matches exactly these texts; nil when that isn't known.
	exact texts
	// Otherwise what it matches starts with one of prefix, ends with one of
	// suffix, and a document with it agrees with match.
	prefix, suffix texts
	match          *Plan
}

func anything() part {
	return part{empty: true, prefix: texts{""}, suffix: texts{""}, match: allDocs}
}

func nothing() part { return part{empty: true, exact: texts{""}, match: allDocs} }

// analyze is bounded in depth by the parser of expressions.
func analyze(n *rex.Node) part {
	switch n.Op {
	case rex.OpLit:
		return part{exact: texts{lowerRune(n.Lit)}, match: allDocs}
	case rex.OpSet:
		return analyzeSet(n.Set)
	case rex.OpConcat:
		out := analyze(n.Subs[0])
		for _, sub := range n.Subs[1:] {
			out = concat(out, analyze(sub))
		}
		return out
	case rex.OpAlt:
		out := analyze(n.Subs[0])
		for _, sub := range n.Subs[1:] {
			out = alternate(out, analyze(sub))
		}
		return out
	case rex.OpRepeat:
		return analyzeRepeat(n)
	}
	return nothing()
}

func lowerRune(r rune) string {
	if 'A' <= r && r <= 'Z' {
		r += 'a' - 'A'
	}
	return string(r)
}

// analyzeSet tells the characters of a small set apart. A letter that differs
// from one of ASCII only in case but is not ASCII itself, as the Kelvin sign, is
// a text of its own.
func analyzeSet(s rex.Set) part {
	if s.Len() > 2*maxClass {
		return part{prefix: texts{""}, suffix: texts{""}, match: allDocs}
	}
	var t texts
	for _, x := range s {
		for r := x.Lo; r <= x.Hi; r++ {
			t = append(t, lowerRune(r))
		}
	}
	out := part{exact: normal(t), match: allDocs}
	if len(out.exact) > maxClass {
		return part{prefix: texts{""}, suffix: texts{""}, match: allDocs}
	}
	out.simplify(false)
	return out
}

func analyzeRepeat(n *rex.Node) part {
	if n.Max == 0 {
		return nothing()
	}
	sub := analyze(n.Subs[0])
	switch {
	case n.Min == 0 && n.Max == 1:
		return alternate(sub, nothing())
	case n.Min == 0:
		return anything()
	}
	out := sub
	// x{2,} has two of x one after another, and so on; more tell little.
	const copies = 3
	for i := 1; i < min(n.Min, copies); i++ {
		out = concat(out, sub)
	}
	if n.Max == n.Min && n.Min <= copies {
		return out
	}
	// What it starts and ends with is known, but not all of it.
	out = out.open()
	out.simplify(false)
	return out
}

// open turns what is matched exactly into what it starts and ends with.
func (p part) open() part {
	if p.exact == nil {
		return p
	}
	p.addExact()
	p.prefix, p.suffix = p.exact, slices.Clone(p.exact)
	p.exact = nil
	return p
}

func concat(x, y part) part {
	out := part{empty: x.empty && y.empty, match: x.match.and(y.match)}
	if x.exact != nil && y.exact != nil {
		out.exact = x.exact.cross(y.exact)
		out.simplify(false)
		return out
	}
	switch {
	case x.exact != nil:
		out.prefix = x.exact.cross(y.prefix)
	case x.empty:
		out.prefix = x.prefix.union(y.begin())
	default:
		out.prefix = x.prefix
	}
	switch {
	case y.exact != nil:
		out.suffix = x.suffix.cross(y.exact)
	case y.empty:
		out.suffix = y.suffix.union(x.end())
	default:
		out.suffix = y.suffix
	}
	// The texts where x and y meet, when neither is known exactly.
	if x.exact == nil && y.exact == nil && len(x.suffix) <= maxSet && len(y.prefix) <= maxSet &&
		x.suffix.shortest()+y.prefix.shortest() >= 3 {
		out.match = out.match.and(oneOf(x.suffix.cross(y.prefix)))
	}
	out.simplify(false)
	return out
}

// begin is what p can start with, or be.
func (p part) begin() texts {
	if p.exact != nil {
		return p.exact
	}
	return p.prefix
}

func (p part) end() texts {
	if p.exact != nil {
		return p.exact
	}
	return p.suffix
}

func alternate(x, y part) part {
	if x.exact != nil && y.exact != nil {
		out := part{empty: x.empty || y.empty, exact: x.exact.union(y.exact), match: x.match.or(y.match)}
		out.simplify(false)
		return out
	}
	x, y = x.open(), y.open()
	out := part{
		empty: x.empty || y.empty, prefix: x.prefix.union(y.prefix), suffix: x.suffix.union(y.suffix),
		match: x.match.or(y.match),
	}
	out.simplify(false)
	return out
}

// longest is the length of the longest text that p matches exactly.
func (p *part) longest() int {
	n := 0
	for _, s := range p.exact {
		n = max(n, len(s))
	}
	return n
}

// addExact puts what exact tells into match.
func (p *part) addExact() {
	if p.exact != nil {
		p.match = p.match.and(oneOf(p.exact))
	}
}

// simplify keeps the texts few and short. last says that nothing is put
// together with the part any more.
func (p *part) simplify(last bool) {
	if p.exact != nil && (last || p.longest() <= maxText) {
		if len(p.exact) <= maxExact && !last || last && p.exact.shortest() >= 3 {
			return
		}
		// A class alone is worth more texts: what is next to it makes them long.
		if len(p.exact) <= maxClass && p.exact.shortest() < 3 && !last {
			return
		}
		*p = p.open()
	}
	*p = p.open()
	p.prefix = p.cut(p.prefix, func(s string, n int) string { return s[:min(n, len(s))] }, strings.HasPrefix)
	p.suffix = p.cut(p.suffix, func(s string, n int) string { return s[len(s)-min(n, len(s)):] }, strings.HasSuffix)
}

// cut shortens texts until they are few. Before that, match learns what they
// tell: a text that the part starts or ends with is in the document.
func (p *part) cut(t texts, short func(string, int) string, has func(s, fix string) bool) texts {
	p.match = p.match.and(oneOf(t))
	for n := 3; n == 3 || len(t) > maxSet; n-- {
		out := make(texts, 0, len(t))
		for _, s := range t {
			// Two bytes are enough: a third makes a trigram, which match has.
			out = append(out, short(s, n-1))
		}
		t = normal(out)
	}
	// A text that starts with another one of them tells no more than that one.
	var out texts
	for _, s := range t {
		if !slices.ContainsFunc(t, func(fix string) bool { return fix != s && has(s, fix) }) {
			out = append(out, s)
		}
	}
	return out
}

// oneOf holds for documents that have one of texts.
func oneOf(t texts) *Plan {
	if len(t) == 0 {
		return noDocs
	}
	if t.shortest() < 3 {
		return allDocs
	}
	out := noDocs
	for _, s := range t {
		// A text that has another one of them in it tells no more than that one.
		if slices.ContainsFunc(t, func(in string) bool { return in != s && strings.Contains(s, in) }) {
			continue
		}
		all := &Plan{op: planAnd}
		for i := 0; i+3 <= len(s); i++ {
			all.trigrams = append(all.trigrams, Trigram(s[i])<<16|Trigram(s[i+1])<<8|Trigram(s[i+2]))
		}
		slices.Sort(all.trigrams)
		all.trigrams = slices.Compact(all.trigrams)
		out = out.or(all)
		if out.op == planAll {
			break
		}
	}
	return out
}
