package resolve

import (
	"fmt"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// Spoiled are facts with nonsense in place of all that other files can't come to, and
// how much that is; offered says which definitions they can come to.
func Spoiled(l *lang.Language, f *lang.Facts) (spoiled *lang.Facts, n int, offered []bool) {
	r := newReach(l, f, nil)
	g := *f
	g.Names = append(slices.Clone(f.Names), "nonsense")
	nonsense := lang.NameID(len(f.Names))
	g.Defs, g.Refs, g.Exprs, g.Scopes = slices.Clone(f.Defs), slices.Clone(f.Refs), slices.Clone(f.Exprs), slices.Clone(f.Scopes)
	for i := range g.Defs {
		d := &g.Defs[i]
		d.Sig, d.Doc = "nonsense", "nonsense"
		d.Start, d.End, d.EncStart, d.EncEnd = d.Start+1000, d.End+1000, d.EncStart+1000, d.EncEnd+1000
		if !r.defs.is[i] {
			d.Name, d.Key, d.Type, d.Kind, n = nonsense, 0, lang.NoExpr, lang.KindVariable, n+1
		}
	}
	for i := range g.Refs {
		x := &g.Refs[i]
		x.Start, x.End = x.Start+1000, x.End+1000
		if !r.refs.is[i] && x.Kind != lang.RefContext { // where keys lead is compared apart
			*x = lang.Ref{Name: nonsense, Start: x.Start, End: x.End, X: -1}
			n++
		}
	}
	for i := range g.Exprs {
		if !r.exprs.is[i] {
			g.Exprs[i] = lang.Expr{Kind: lang.ExprNumber, A: lang.NoExpr, B: lang.NoExpr, Next: lang.NoExpr}
			n++
		}
	}
	for i := range g.Scopes {
		if !r.scopes.is[i] {
			g.Scopes[i] = lang.Scope{Kind: lang.ScopeBlock}
			n++
		}
	}
	return &g, n, r.defs.is
}

// OffersSame is offersSame.
var OffersSame = offersSame

// ChangedNames is changedNames.
var ChangedNames = changedNames

// Apart says whether changedNames can tell of files of a language.
func Apart(l *lang.Language) bool { return l.Check == nil && !named(l) }

// Found is what files of an input mean, one text each, before links to keys are led on,
// and the definitions that each leads to. number is what those are in the texts; nil for
// their own numbers.
func Found(in Input, files []int32, number func(doc int32, def lang.DefID) lang.DefID) (texts []string, leads [][]Link, r Resolver) {
	r = New(in)
	for _, i := range files {
		if msg := r.one(i, r.res); msg != "" {
			texts, leads = append(texts, msg), append(leads, nil)
			continue
		}
		var lines []string
		target := func(doc int32, def lang.DefID) string {
			if doc == External {
				return r.externals.symbol(def)
			}
			if number != nil && def >= 0 {
				def = number(doc, def)
			}
			return fmt.Sprint(r.input(doc).Path, " ", def)
		}
		for _, l := range r.res.LinksOf(i) {
			lines = append(lines, fmt.Sprintln("ref", l.Ref, l.Certainty, target(l.Doc, l.Def)))
		}
		for _, x := range r.res.RelationsOf(i) {
			lines = append(lines, fmt.Sprintln("relation", x.Def, x.Kind, target(x.Doc, x.Target)))
		}
		slices.Sort(lines) // numbers of external symbols are those of the order
		texts, leads = append(texts, strings.Join(lines, "")), append(leads, slices.Clone(r.res.LinksOf(i)))
	}
	return texts, leads, r
}

// DepsOf is what the links of a file that was resolved depend on.
func (e Resolver) DepsOf(i int32) Deps { return e.res.DepsOf(i) }

// Kept is how many references of a file that is typed in were not resolved again.
func (e Resolver) Kept() (n int) {
	if e.typed != nil {
		for _, was := range e.typed.was {
			if was >= 0 {
				n++
			}
		}
	}
	return n
}
