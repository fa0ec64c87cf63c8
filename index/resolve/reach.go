package resolve

import (
	"slices"
	"sort"

	"codeintel/index/lang"
)

// reach is what of a file's facts the links of other files can depend on: all that the
// evaluator can come to from what the file offers. It follows what the facts say,
// whatever that means: it has more than is looked at, never less. It leaves out the
// uses and the values in bodies of functions on which no type depends, and where in the
// text everything stands.
type reach struct {
	f    *lang.Facts
	lang *lang.Language
	// byName: what is looked up by its name in what it hangs on is no part of that.
	byName bool

	defs, refs, exprs, scopes marks
	asked                     map[uint64]bool // names that were looked up in a scope

	bound    map[uint64][]lang.DefID // definitions by scope and name
	children lists                   // of a definition: those whose Parent it is, or is the first of
	same     lists                   // of a definition: the further ones of its symbol
	literals lists                   // of a definition: the expressions whose value it is
	named    lists                   // of a reference: the expressions that have it
	outer    lists                   // of an expression: those that have it, or stand before it in a list
	flows    lists                   // of an expression: the Assigns that it is the Value of
	hangs    lists                   // of an expression: the Bases that have it
	exports  []int32                 // those that others come to
}

// marks are numbers that were come to, and those of them from which nobody has gone on.
type marks struct {
	is   []bool
	todo []int32
}

func (m *marks) add(n int32) {
	if n >= 0 && !m.is[n] {
		m.is[n] = true
		m.todo = append(m.todo, n)
	}
}

// next is a number to go on from, false when there is none.
func (m *marks) next() (int32, bool) {
	n := len(m.todo)
	if n == 0 {
		return 0, false
	}
	out := m.todo[n-1]
	m.todo = m.todo[:n-1]
	return out, true
}

// lists are numbers in lists: first has the first of each list, next the one behind each
// number, -1 for none.
type lists struct{ first, next []int32 }

func newLists(n, members int) lists {
	l := lists{make([]int32, n), make([]int32, members)}
	for i := range l.first {
		l.first[i] = -1
	}
	return l
}

// put puts a number into list at, unless that is -1.
func (l *lists) put(at, n int32) {
	if at >= 0 {
		l.next[n], l.first[at] = l.first[at], n
	}
}

// newReach finds the reach of a file. Where part is given it is also what the links of the
// file itself can depend on, those in that part left out.
func newReach(l *lang.Language, f *lang.Facts, part *span) *reach {
	r := startReach(l, f)
	for i := range f.Exports {
		r.exports = append(r.exports, int32(i))
	}
	r.begin(nil)
	if part != nil {
		r.beginOutside(part)
	}
	for r.step() {
	}
	return r
}

// startReach makes one in which nothing has been come to.
func startReach(l *lang.Language, f *lang.Facts) *reach {
	r := &reach{
		f: f, lang: l, asked: map[uint64]bool{}, bound: make(map[uint64][]lang.DefID, len(f.Defs)),
		children: newLists(len(f.Defs), len(f.Defs)), same: newLists(len(f.Defs), len(f.Defs)), literals: newLists(len(f.Defs), len(f.Exprs)),
		named: newLists(len(f.Refs), len(f.Exprs)), outer: newLists(len(f.Exprs), operands*len(f.Exprs)),
		flows: newLists(len(f.Exprs), len(f.Assigns)), hangs: newLists(len(f.Exprs), len(f.Bases)),
	}
	r.defs.is, r.refs.is, r.exprs.is, r.scopes.is = make([]bool, len(f.Defs)), make([]bool, len(f.Refs)), make([]bool, len(f.Exprs)), make([]bool, len(f.Scopes))
	r.join()
	return r
}

// step goes on from one number; it is false when there is none left.
func (r *reach) step() bool {
	if d, ok := r.defs.next(); ok {
		r.def(lang.DefID(d))
		return true
	}
	if e, ok := r.exprs.next(); ok {
		r.expr(lang.ExprID(e))
		return true
	}
	if n, ok := r.refs.next(); ok {
		r.ref(lang.RefID(n))
		return true
	}
	s, ok := r.scopes.next()
	if ok {
		r.scopes.add(int32(r.f.Scopes[s].Parent))
		r.defs.add(int32(r.f.Scopes[s].Owner))
	}
	return ok
}

// operands is how many expressions one can have, the next of its list among them.
const operands = 4

func operandsOf(e *lang.Expr) [operands]lang.ExprID {
	test := lang.NoExpr
	if e.Kind == lang.ExprCondType {
		test = lang.ExprID(e.N)
	}
	return [operands]lang.ExprID{e.A, e.B, e.Next, test}
}

func scopeName(s lang.ScopeID, n lang.NameID) uint64 { return uint64(s)<<32 | uint64(n) }

// join notes what leads back from what is led to.
func (r *reach) join() {
	f := r.f
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Scope >= 0 {
			k := scopeName(d.Scope, d.LookupName())
			r.bound[k] = append(r.bound[k], lang.DefID(i))
		}
		if d.Parent >= 0 {
			r.children.put(int32(f.Canonical(d.Parent)), int32(i))
		}
		r.same.put(int32(d.Same), int32(i))
	}
	for i := range f.Exprs {
		e := &f.Exprs[i]
		for n, o := range operandsOf(e) {
			r.outer.put(int32(o), int32(i*operands+n))
		}
		switch e.Kind {
		case lang.ExprFunc, lang.ExprObject:
			r.literals.put(e.N, int32(i))
		case lang.ExprName, lang.ExprMember, lang.ExprKeyword:
			r.named.put(e.N, int32(i))
		}
	}
	for i := range f.Assigns {
		r.flows.put(int32(f.Assigns[i].Value), int32(i))
	}
	for i := range f.Bases {
		r.hangs.put(int32(f.Bases[i].Expr), int32(i))
	}
}

// begin adds what other files come to first, without some definitions.
func (r *reach) begin(without []bool) {
	f := r.f
	add := func(d lang.DefID) {
		if d >= 0 && (without == nil || !without[d]) {
			r.defs.add(int32(d))
		}
	}
	for i := range f.Defs {
		if offered(&f.Defs[i]) {
			add(lang.DefID(i))
		}
	}
	for i := range f.Imports {
		add(f.Imports[i].Local)
		r.scopes.add(int32(f.Imports[i].Scope))
	}
	for _, i := range r.exports {
		ex := &f.Exports[i]
		r.defs.add(int32(ex.Def))
		r.refs.add(int32(ex.Ref))
		r.exprs.add(int32(ex.Expr))
	}
	if len(f.Scopes) > 0 {
		r.scopes.add(0)
	}
}

// offered says whether others may come to a definition first.
func offered(d *lang.Def) bool {
	return d.Flags&lang.Local == 0 || d.Flags&lang.Open != 0 || d.Scope == 0
}

// beginOutside adds what stands outside of a part.
func (r *reach) beginOutside(part *span) {
	for i := range r.f.Defs {
		if !part.has(r.f.Defs[i].Start) {
			r.defs.add(int32(i))
		}
	}
	for i := range r.f.Refs {
		if !part.has(r.f.Refs[i].Start) {
			r.refs.add(int32(i))
		}
	}
}

func (r *reach) def(d lang.DefID) {
	f := r.f
	def := &f.Defs[d]
	r.exprs.add(int32(def.Type))
	r.defs.add(int32(def.Parent))
	r.scopes.add(int32(def.Scope))
	c := f.Canonical(d)
	r.defs.add(int32(c))
	if c == d {
		for s := r.same.first[c]; s >= 0; s = r.same.next[s] {
			r.defs.add(s)
		}
	}
	for i := r.children.first[c]; i >= 0; i = r.children.next[i] {
		in := &f.Defs[i]
		if r.byName && in.Flags&(lang.Local|lang.Param|lang.SelfParam) == 0 && in.Kind != lang.KindTypeParameter {
			continue
		}
		// The variables of a function are none of its members.
		if !def.Callable() || in.Flags&lang.Local == 0 || in.Flags&(lang.Param|lang.Member) != 0 || in.Kind == lang.KindTypeParameter {
			r.defs.add(i)
		}
	}
	for _, a := range assignsOf(f, d) {
		r.exprs.add(int32(a.Value))
	}
	for _, b := range r.basesOf(d) {
		r.exprs.add(int32(b.Expr))
	}
	for e := r.literals.first[d]; e >= 0; e = r.literals.next[e] {
		r.exprs.add(e)
	}
}

// basesOf are the expressions that hang on a definition and matter to others.
func (r *reach) basesOf(d lang.DefID) []lang.Base {
	all := basesOf(r.f, d)
	if !slices.ContainsFunc(all, func(b lang.Base) bool { return r.declared(&b) }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(b lang.Base) bool { return r.declared(&b) })
}

// declared says whether b is what a function returns that declares what that is. Of it
// matters only what text it is (lang.Asker.Text).
func (r *reach) declared(b *lang.Base) bool {
	return (b.Kind == lang.BaseReturn || b.Kind == lang.BaseYield) && r.f.Defs[b.Def].Type >= 0 && !r.lang.Rules.Filled && r.f.Exprs[b.Expr].Kind != lang.ExprString
}

func (r *reach) expr(e lang.ExprID) {
	f := r.f
	x := &f.Exprs[e]
	for _, o := range operandsOf(x) {
		r.exprs.add(int32(o))
	}
	switch x.Kind {
	case lang.ExprName, lang.ExprMember, lang.ExprKeyword:
		r.refs.add(x.N)
	case lang.ExprThis, lang.ExprSuper:
		r.scopes.add(x.N)
	case lang.ExprObject, lang.ExprFunc, lang.ExprClass, lang.ExprFuncType, lang.ExprDef:
		r.defs.add(x.N)
	}
	// Its place says what is expected of it.
	for o := r.outer.first[e]; o >= 0; o = r.outer.next[o] {
		r.exprs.add(o / operands)
	}
	for a := r.flows.first[e]; a >= 0; a = r.flows.next[a] {
		r.defs.add(int32(f.Assigns[a].Def))
	}
	for b := r.hangs.first[e]; b >= 0; b = r.hangs.next[b] {
		r.defs.add(int32(f.Bases[b].Def))
	}
}

func (r *reach) ref(n lang.RefID) {
	f := r.f
	ref := &f.Refs[n]
	r.scopes.add(int32(ref.Scope))
	switch ref.Kind {
	case lang.RefMember, lang.RefKeyword, lang.RefKey:
		r.exprs.add(ref.X)
	case lang.RefDef, lang.RefContext:
		r.defs.add(ref.X)
	}
	for e := r.named.first[n]; e >= 0; e = r.named.next[e] {
		r.exprs.add(e)
	}
	for s := ref.Scope; s >= 0; s = f.Scopes[s].Parent {
		k := scopeName(s, ref.Name)
		if r.asked[k] {
			break
		}
		r.asked[k] = true
		for _, d := range r.bound[k] {
			r.defs.add(int32(d))
		}
	}
}

// assignsOf are the values that flow into definition d of a file, in order.
func assignsOf(f *lang.Facts, d lang.DefID) []lang.Assign {
	return rowsOf(f.Assigns, d, func(a *lang.Assign) lang.DefID { return a.Def })
}

// basesOf are the expressions that hang on definition d of a file, in order.
func basesOf(f *lang.Facts, d lang.DefID) []lang.Base {
	return rowsOf(f.Bases, d, func(b *lang.Base) lang.DefID { return b.Def })
}

// rowsOf are the rows of a list sorted by definition that are of definition d.
func rowsOf[T any](list []T, d lang.DefID, of func(*T) lang.DefID) []T {
	i := sort.Search(len(list), func(i int) bool { return of(&list[i]) >= d })
	j := i
	for j < len(list) && of(&list[j]) == d {
		j++
	}
	return list[i:j]
}

// offersSame says whether other files find the same in two versions of a file, apart
// from where it stands and which numbers it has there: match[d] is what definition d of
// was is in is (lang.MatchDefs).
func offersSame(l *lang.Language, was, is *lang.Facts, match []lang.DefID) bool {
	if !alike(was, is) {
		return false
	}
	c := comparison{a: newReach(l, was, nil), b: newReach(l, is, nil)}
	return c.pair() && c.same(match)
}

// alike says whether two versions of a file have as much of what is compared whole.
func alike(was, is *lang.Facts) bool {
	return was.Package == is.Package && len(was.Imports) == len(is.Imports) && len(was.Exports) == len(is.Exports)
}

// comparison compares what two versions of a file have in reach: the first of the one
// with the first of the other, and so on.
type comparison struct {
	a, b *reach
	// what those of a are in b, -1 for those out of reach
	defs, refs, exprs, scopes, names []int32
}

// pair finds what is compared with what; it is false where there is more of it in one.
func (c *comparison) pair() bool {
	var ok [4]bool
	c.defs, ok[0] = paired(c.a.defs.is, c.b.defs.is)
	c.refs, ok[1] = paired(c.a.refs.is, c.b.refs.is)
	c.exprs, ok[2] = paired(c.a.exprs.is, c.b.exprs.is)
	c.scopes, ok[3] = paired(c.a.scopes.is, c.b.scopes.is)
	return ok == [4]bool{true, true, true, true} && c.pairNames()
}

func paired(a, b []bool) ([]int32, bool) {
	out := make([]int32, len(a))
	j := 0
	for i, is := range a {
		if out[i] = -1; !is {
			continue
		}
		for j < len(b) && !b[j] {
			j++
		}
		if j == len(b) {
			return nil, false
		}
		out[i] = int32(j)
		j++
	}
	return out, !slices.Contains(b[j:], true)
}

// pairNames pairs the names in reach of a with those of b.
func (c *comparison) pairNames() bool {
	table := lang.NewNameTable(c.b.f.Names)
	c.names = make([]int32, len(c.a.f.Names))
	for i, is := range c.a.names() {
		c.names[i] = -1
		if !is {
			continue
		}
		n, ok := table.Get(c.a.f.Names[i])
		if !ok {
			return false
		}
		c.names[i] = int32(n)
	}
	return true
}

// names are those of what is in reach.
func (r *reach) names() []bool {
	f := r.f
	out := make([]bool, len(f.Names))
	for i, is := range r.defs.is {
		if is {
			d := &f.Defs[i]
			out[d.Name], out[d.Desc], out[d.Key] = true, true, true
		}
	}
	for i, is := range r.refs.is {
		if is {
			out[f.Refs[i].Name] = true
		}
	}
	for i, is := range r.exprs.is {
		if is && hasName(&f.Exprs[i]) {
			out[f.Exprs[i].N] = true
		}
	}
	for i := range f.Imports {
		out[f.Imports[i].Module], out[f.Imports[i].Name] = true, true
	}
	for _, i := range r.exports {
		out[f.Exports[i].Name] = true
	}
	return out
}

// hasName says whether the N of an expression is a name.
func hasName(e *lang.Expr) bool {
	switch e.Kind {
	case lang.ExprProp, lang.ExprPrim, lang.ExprOpen, lang.ExprMagic:
		return true
	case lang.ExprIs, lang.ExprMapped:
		return e.N >= 0
	case lang.ExprString, lang.ExprBool:
		return e.N > 0
	}
	return false
}

// number is what number n of a list of a is in b: -1 for none, or out of reach.
func number[T ~int32](list []int32, n T) int32 {
	if n < 0 {
		return -1
	}
	return list[n]
}

// same says whether all that is paired is the same.
func (c *comparison) same(match []lang.DefID) bool {
	f, g := c.a.f, c.b.f
	for i, j := range c.defs {
		if j < 0 {
			continue
		}
		x := &f.Defs[i]
		if c.def(x) != bare(g.Defs[j]) || !c.values(lang.DefID(i), lang.DefID(j)) {
			return false
		}
		if (x.Flags&lang.Local == 0 || x.Flags&lang.Open != 0) && match[i] != lang.DefID(j) {
			return false // links to it would lead to another one
		}
	}
	for i, j := range c.refs {
		if j >= 0 && c.ref(f.Refs[i]) != bareRef(g.Refs[j]) {
			return false
		}
	}
	for i, j := range c.exprs {
		if j >= 0 && c.expr(f.Exprs[i]) != g.Exprs[j] {
			return false
		}
	}
	for i, j := range c.scopes {
		if j < 0 {
			continue
		}
		if x, y := &f.Scopes[i], &g.Scopes[j]; x.Kind != y.Kind || number(c.scopes, x.Parent) != int32(y.Parent) || number(c.defs, x.Owner) != int32(y.Owner) {
			return false
		}
	}
	for i := range f.Imports {
		x := f.Imports[i]
		x.Module, x.Name = lang.NameID(c.names[x.Module]), lang.NameID(c.names[x.Name])
		x.Local, x.Scope = lang.DefID(number(c.defs, x.Local)), lang.ScopeID(number(c.scopes, x.Scope))
		if x != g.Imports[i] {
			return false
		}
	}
	for i, e := range c.a.exports {
		x := f.Exports[e]
		x.Name, x.Def, x.Ref, x.Expr = lang.NameID(c.names[x.Name]), lang.DefID(number(c.defs, x.Def)), lang.RefID(number(c.refs, x.Ref)), lang.ExprID(number(c.exprs, x.Expr))
		if x != g.Exports[c.b.exports[i]] {
			return false
		}
	}
	return true
}

// bare is a definition without what others don't look at.
func bare(d lang.Def) lang.Def {
	d.Start, d.End, d.EncStart, d.EncEnd, d.Body, d.Sig, d.Doc = 0, 0, 0, 0, lang.NoScope, "", ""
	return d
}

// def is a definition of a as it would be in b.
func (c *comparison) def(d *lang.Def) lang.Def {
	x := bare(*d)
	x.Name, x.Desc, x.Key = lang.NameID(c.names[d.Name]), lang.NameID(c.names[d.Desc]), lang.NameID(c.names[d.Key])
	x.Scope, x.Parent = lang.ScopeID(number(c.scopes, d.Scope)), lang.DefID(number(c.defs, d.Parent))
	x.Type, x.Same = lang.ExprID(number(c.exprs, d.Type)), lang.DefID(number(c.defs, d.Same))
	return x
}

// values says whether the same flows into a definition of a and one of b, and hangs on
// them.
func (c *comparison) values(d, e lang.DefID) bool {
	if !slices.EqualFunc(assignsOf(c.a.f, d), assignsOf(c.b.f, e), func(x, y lang.Assign) bool {
		return c.exprs[x.Value] == int32(y.Value)
	}) {
		return false
	}
	return slices.EqualFunc(c.a.basesOf(d), c.b.basesOf(e), func(x, y lang.Base) bool {
		return x.Kind == y.Kind && c.exprs[x.Expr] == int32(y.Expr)
	})
}

// bareRef is a reference without where it stands.
func bareRef(x lang.Ref) lang.Ref {
	x.Start, x.End = 0, 0
	return x
}

// ref is a reference of a as it would be in b.
func (c *comparison) ref(x lang.Ref) lang.Ref {
	x = bareRef(x)
	x.Name, x.Scope = lang.NameID(c.names[x.Name]), lang.ScopeID(number(c.scopes, x.Scope))
	switch x.Kind {
	case lang.RefMember, lang.RefKeyword, lang.RefKey:
		x.X = number(c.exprs, x.X)
	case lang.RefDef, lang.RefContext:
		x.X = number(c.defs, x.X)
	}
	return x
}

// expr is an expression of a as it would be in b.
func (c *comparison) expr(x lang.Expr) lang.Expr {
	switch {
	case hasName(&x):
		x.N = c.names[x.N]
	case x.N < 0:
	default:
		switch x.Kind {
		case lang.ExprName, lang.ExprMember, lang.ExprKeyword:
			x.N = c.refs[x.N]
		case lang.ExprThis, lang.ExprSuper:
			x.N = c.scopes[x.N]
		case lang.ExprObject, lang.ExprFunc, lang.ExprClass, lang.ExprFuncType, lang.ExprDef:
			x.N = c.defs[x.N]
		case lang.ExprCondType:
			x.N = c.exprs[x.N]
		}
	}
	x.A, x.B, x.Next = lang.ExprID(number(c.exprs, x.A)), lang.ExprID(number(c.exprs, x.B)), lang.ExprID(number(c.exprs, x.Next))
	return x
}
