package lang

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Reading is what a framework sees of a file: its facts as the language has made
// them, whose references are not sorted yet, and the texts in them. What it adds
// becomes part of the facts.
type Reading struct {
	B         *Builder
	Path      string
	Src       []byte
	Lang      *Language
	framework string

	read      *read
	calls     []CallSite
	byCallee  map[ExprID]int // of calls; nil before they are listed
	defined   map[string]DefID
	container DefID
	last      uint32 // start of the last definition of a framework
	beside    int    // number of those that begin where the one before does
	members   memberLists
	scopes    []ScopeID // of the file by their starts, outer ones before inner ones
}

// memberLists are definitions by what they hang on, in their order, of the first n of a
// file.
type memberLists struct {
	n  int
	of map[DefID][]DefID
}

func newReading(b *Builder) *Reading {
	return &Reading{
		B: b, Path: b.read.in.Path, Src: b.read.in.Src, Lang: b.read.in.Language, read: b.read,
		defined: map[string]DefID{}, container: NoDef,
	}
}

// CallSite is a call in the text.
type CallSite struct {
	ID ExprID
	// Name is the function's or method's, as written, without what stands before the
	// last \ of it.
	Name string
	// At is where it stands.
	At Text
	// Recv is the value before -> or . or ::, NoExpr for a function.
	Recv ExprID
	// Method: it has a receiver, known or not.
	Method bool
	// Scope that it stands in.
	Scope ScopeID
	// New: it makes an object; Name is the class.
	New bool
	// Directive: it is one of a template.
	Directive *Directive
}

// Calls are the calls of the file that have a name, in the order of their names in
// the text.
func (r *Reading) Calls() []CallSite {
	if r.byCallee != nil {
		return r.calls
	}
	r.byCallee = map[ExprID]int{}
	f := r.B.F
	seen := map[ExprID]bool{} // callees: calls are copied into lists
	for i := range f.Exprs {
		e := &f.Exprs[i]
		if e.Kind != ExprCall && e.Kind != ExprNew || e.A < 0 || seen[e.A] {
			continue
		}
		callee := &f.Exprs[e.A]
		if callee.Kind == ExprHeld && callee.A >= 0 {
			callee = &f.Exprs[callee.A]
		}
		if callee.Kind != ExprName && callee.Kind != ExprMember || callee.N < 0 {
			continue
		}
		seen[e.A] = true
		ref := &f.Refs[callee.N]
		c := CallSite{
			ID: ExprID(i), Name: r.written(ref.Name), Recv: r.Plain(callee.A), Method: callee.Kind == ExprMember, Scope: ref.Scope, New: e.Kind == ExprNew,
			At: Text{Start: ref.Start, End: ref.End},
		}
		c.Name = c.Name[strings.LastIndexByte(c.Name, '\\')+1:]
		c.At.Value = c.Name
		r.calls = append(r.calls, c)
	}
	for i := range r.read.directives {
		d := &r.read.directives[i]
		r.calls = append(r.calls, CallSite{ID: NoExpr, Name: d.Name.Value, At: d.Name, Recv: NoExpr, Directive: d})
	}
	slices.SortStableFunc(r.calls, func(a, b CallSite) int { return cmp.Compare(a.At.Start, b.At.Start) })
	for i, c := range r.calls {
		if c.ID >= 0 {
			r.byCallee[f.Exprs[c.ID].A] = i
		}
	}
	return r.calls
}

// CallsIn returns the Calls whose names stand in definition d, in their order; nil for
// NoDef.
func (r *Reading) CallsIn(d DefID) []CallSite {
	calls := r.Calls()
	if d < 0 {
		return nil
	}
	byStart := func(c CallSite, at uint32) int { return cmp.Compare(c.At.Start, at) }
	from, _ := slices.BinarySearchFunc(calls, r.B.F.Defs[d].EncStart, byStart)
	n, _ := slices.BinarySearchFunc(calls[from:], r.B.F.Defs[d].EncEnd, byStart)
	return calls[from : from+n]
}

// written is a reference's name as people write it.
func (r *Reading) written(n NameID) string { return r.Lang.Rules.Written(r.B.F.Names[n]) }

// CallOf is the call that is the value e, false where that is none.
func (r *Reading) CallOf(e ExprID) (CallSite, bool) {
	if e < 0 || r.B.F.Exprs[e].Kind != ExprCall && r.B.F.Exprs[e].Kind != ExprNew {
		return CallSite{}, false
	}
	calls := r.Calls()
	i, ok := r.byCallee[r.B.F.Exprs[e].A]
	if !ok {
		return CallSite{}, false
	}
	return calls[i], true
}

// Chain are the calls that e is made of, a()->b()->c(), from the first one.
func (r *Reading) Chain(e ExprID) []CallSite {
	var out []CallSite
	for {
		c, ok := r.CallOf(e)
		if !ok {
			break
		}
		out = append(out, c)
		e = c.Recv
	}
	slices.Reverse(out)
	return out
}

// Args are the arguments of a call that have no name, in order, up to one that is
// spread.
func (r *Reading) Args(c CallSite) []ExprID {
	if c.Directive != nil {
		return c.Directive.Args
	}
	var out []ExprID
	f := r.B.F
	for a := f.Exprs[c.ID].B; a >= 0; a = f.Exprs[a].Next {
		switch f.Exprs[a].Kind {
		case ExprKeyword:
		case ExprSpread:
			return out
		default:
			out = append(out, a)
		}
	}
	return out
}

// Arg is argument n of a call, or the one that has a name, as it is written in the
// call; NoExpr where there is none. n < 0 asks by name only.
func (r *Reading) Arg(c CallSite, n int, name string) ExprID {
	if name != "" && c.Directive == nil {
		f := r.B.F
		for a := f.Exprs[c.ID].B; a >= 0; a = f.Exprs[a].Next {
			if e := &f.Exprs[a]; e.Kind == ExprKeyword && e.N >= 0 && strings.TrimPrefix(r.written(f.Refs[e.N].Name), "$") == name {
				return e.A
			}
		}
	}
	if args := r.Args(c); n >= 0 && n < len(args) {
		return args[n]
	}
	return NoExpr
}

// Text is the literal text of e.
func (r *Reading) Text(e ExprID) (Text, bool) {
	t, ok := r.read.texts[e]
	return t, ok
}

// Texts are the literal texts of e: its own, or those of the elements of an array
// literal.
func (r *Reading) Texts(e ExprID) []Text {
	if t, ok := r.Text(e); ok {
		return []Text{t}
	}
	var out []Text
	for _, i := range r.Items(e) {
		if t, ok := r.Text(i.Value); ok {
			out = append(out, t)
		}
	}
	return out
}

// Items are what an array or map literal is made of, nil for other values.
func (r *Reading) Items(e ExprID) []Item { return r.read.items[e] }

// Class is the full name of the class that e names, "" where it names none.
func (r *Reading) Class(e ExprID) string {
	e = r.Plain(e)
	if e < 0 || r.B.F.Exprs[e].Kind != ExprName || r.B.F.Exprs[e].N < 0 {
		return ""
	}
	ref := &r.B.F.Refs[r.B.F.Exprs[e].N]
	if ref.Space&Type == 0 {
		return ""
	}
	return strings.TrimPrefix(r.written(ref.Name), `\`)
}

// Plain is e without what tests say of it (ExprWhere).
func (r *Reading) Plain(e ExprID) ExprID {
	for e >= 0 && r.B.F.Exprs[e].Kind == ExprWhere {
		e = r.B.F.Exprs[e].A
	}
	return e
}

// Func is the definition of the function that e is, NoDef where it is none.
func (r *Reading) Func(e ExprID) DefID {
	if e >= 0 && r.B.F.Exprs[e].Kind == ExprFunc {
		return DefID(r.B.F.Exprs[e].N)
	}
	return NoDef
}

// Inside says whether an offset lies in a definition.
func (r *Reading) Inside(at uint32, d DefID) bool {
	return d >= 0 && r.B.F.Defs[d].EncStart <= at && at < r.B.F.Defs[d].EncEnd
}

// Returns are what a function returns, or the file for NoDef.
func (r *Reading) Returns(fn DefID) []ExprID {
	var out []ExprID
	for _, x := range r.read.returns {
		if x.Def == fn {
			out = append(out, x.Expr)
		}
	}
	return out
}

// Values are what is assigned to a definition.
func (r *Reading) Values(d DefID) []ExprID {
	var out []ExprID
	for _, a := range r.B.F.Assigns {
		if a.Def == d {
			out = append(out, a.Value)
		}
	}
	return out
}

// Elements of the file's markup.
func (r *Reading) Elements() []Element { return r.read.elements }

// Classes are the file's classes with the full names of what they extend, for each.
func (r *Reading) Classes() iter.Seq2[DefID, []string] {
	return func(yield func(DefID, []string) bool) {
		f := r.B.F
		bases := map[DefID][]string{}
		for _, b := range f.Bases {
			if b.Kind == BaseExtends || b.Kind == BaseImplements || b.Kind == BaseMixin {
				if c := r.Class(b.Expr); c != "" {
					bases[b.Def] = append(bases[b.Def], c)
				}
			}
		}
		for d := range f.Defs {
			switch f.Defs[d].Kind {
			case KindClass, KindInterface, KindTrait, KindEnum:
				if !yield(DefID(d), bases[DefID(d)]) {
					return
				}
			}
		}
	}
}

// ScopeAt returns the innermost scope around an offset; 0 where there is none.
func (r *Reading) ScopeAt(at uint32) ScopeID {
	f := r.B.F
	for n := len(r.scopes); n < len(f.Scopes); n++ {
		r.scopes = append(r.scopes, ScopeID(n))
		if n+1 == len(f.Scopes) {
			slices.SortStableFunc(r.scopes, func(a, b ScopeID) int {
				return cmp.Or(cmp.Compare(f.Scopes[a].Start, f.Scopes[b].Start), cmp.Compare(f.Scopes[b].End, f.Scopes[a].End))
			})
		}
	}
	i, _ := slices.BinarySearchFunc(r.scopes, at+1, func(s ScopeID, at uint32) int { return cmp.Compare(f.Scopes[s].Start, at) })
	if i == 0 {
		return 0
	}
	s := r.scopes[i-1]
	for s > 0 && f.Scopes[s].End <= at {
		s = f.Scopes[s].Parent
	}
	return max(s, 0)
}

// Members are the definitions that hang on d.
func (r *Reading) Members(d DefID) iter.Seq[DefID] {
	return func(yield func(DefID) bool) {
		defs, l := r.B.F.Defs, &r.members
		if l.of == nil {
			l.of = map[DefID][]DefID{}
		}
		for ; l.n < len(defs); l.n++ { // more may have been defined
			l.of[defs[l.n].Parent] = append(l.of[defs[l.n].Parent], DefID(l.n))
		}
		for _, m := range l.of[d] {
			if !yield(m) {
				return
			}
		}
	}
}
