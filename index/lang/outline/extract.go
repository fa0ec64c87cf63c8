package outline

import (
	"bytes"
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/outline/ctree"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// extract makes the facts of one file.
//
// It goes once over the nodes in their order, with a stack of frames for the
// scopes and containers around; nothing recurses, so no nesting is too deep.
func (g *grammar) extract(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
	var tree ts.Tree
	var conditions [][2]uint32
	if g.reads {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, _ := g.readers.Get().(*ctree.Reader)
		if r == nil {
			r = new(ctree.Reader)
		}
		defer g.readers.Put(r)
		tree = ts.Tree{Grammar: g.g, Src: in.Src, Read: in.Src, Nodes: r.Read(in.Src, in.Divided())}
		conditions = r.Conditions()
	} else {
		var err error
		if tree, err = p.ParseTolerant(ctx, g.g, in.Src, g.recovery); err != nil {
			return nil, err
		}
	}
	x := &extractor{
		grammar: g, b: lang.NewBuilder(len(in.Src)), t: &tree, n: tree.Nodes, src: in.Src,
		marks: make([]mark, len(tree.Nodes)), used: make([]uint32, len(tree.Nodes)), bound: map[key]lang.DefID{}, first: map[symbolKey]lang.DefID{},
		counts: map[symbolKey]uint16{}, choices: make([]found, 0, 16), at: map[uint32]lang.DefID{}, exprs: map[uint32]lang.ExprID{},
		typed: map[uint32][]lang.DefID{}, members: map[uint32]uint32{}, standIns: map[key]lang.DefID{},
	}
	x.b.Enrich(in)
	f := x.b.F
	f.Rich.Lines(&tree, func(s ts.Sym) bool {
		return int(s) < len(g.rules) && g.rules[s] != nil && g.rules[s].do == actComment
	})
	for _, c := range conditions {
		f.Rich.Node(c[0], c[1])
		f.Rich.FoldBelow(c[0], c[1], true)
	}
	f.ErrorNodes, f.ErrorBytes = tree.Errors()
	f.Generated = generated(in.Src)
	file := frame{end: uint32(len(x.n)), owner: lang.NoDef, fn: lang.NoDef, bases: lang.NoDef, inits: lang.NoExpr}
	if x.closed {
		file.scope = x.b.Scope(lang.ScopeBlock, 0, lang.NoDef, 0, uint32(len(in.Src)))
	}
	x.frames = append(x.frames, file)
	x.walk()
	x.declare()
	x.join()
	return x.b.Finish(), nil
}

// What is nested deeper is left out, and Facts.Truncated says so: a name is looked up
// scope by scope, and the symbol of a definition has the names of all around it.
const (
	maxFrames = 1000
	maxOwners = 200
)

// mark is what a node that was visited says about one that is still to come.
type mark uint16

const (
	markTaken  mark = 1 << iota // it is a name of a definition, no use
	markCall                    // it is called
	markMember                  // it is the name behind a receiver
	markType                    // it names a type in the type space
	markWrite                   // it is assigned to
	markSkip                    // nothing in it counts
	markBase                    // it is a base of the container around
)

type key struct {
	scope lang.ScopeID
	name  lang.NameID
}

// symbolKey is what definitions of one symbol have in common.
type symbolKey struct {
	scope  lang.ScopeID // of locals
	owner  lang.DefID
	name   lang.NameID
	suffix symbol.Suffix
}

// region is what kind of body the walk is in.
type region uint8

const (
	regionFile region = iota
	regionContainer
	regionFunction
)

// frame is a subtree that the walk is in.
type frame struct {
	end     uint32       // the node behind it
	scope   lang.ScopeID // names are looked up here; locals are bound here
	names   lang.ScopeID // what is no local is bound here
	owner   lang.DefID   // what symbols made here hang under
	fn      lang.DefID   // the function whose parameters these are
	inits   lang.ExprID  // what designators are members of
	bases   lang.DefID   // the class whose bases are named here
	region  region
	owners  int  // how many definitions around own what is made here
	space   bool // a namespace: names in it are no members of an instance
	imports bool
	// declared: the declarator of the function has been seen: a further one is
	// that of a pointer or a prototype, whose parameters are nobody's.
	declared bool
	nameless bool // a container without a name: around says what is around it
	around   region
}

type extractor struct {
	*grammar
	b      *lang.Builder
	t      *ts.Tree
	n      []ts.Node
	src    []byte
	frames []frame
	marks  []mark

	bound    map[key]lang.DefID
	first    map[symbolKey]lang.DefID
	counts   map[symbolKey]uint16
	at       map[uint32]lang.DefID   // the first definition that a node makes
	used     []uint32                // of each node that is a use: 1 + its RefID
	exprs    map[uint32]lang.ExprID  // what a node that names something is, once asked for
	typed    map[uint32][]lang.DefID // definitions whose type the name at a node is
	members  map[uint32]uint32       // names behind a receiver: the node of the whole
	standIns map[key]lang.DefID      // containers that are defined elsewhere
	later    []declaration
	order    []lang.DefID // stand-ins in the order in which they were made

	// The comments that end just above this point.
	leaf           uint32 // the last name that was used
	docs           []uint32
	docEnd         uint32
	linked         uint32 // up to here links have been looked for
	commentEnd     uint32 // of the last comment, whatever it is about
	docEndIsAttr   bool
	names, choices []found
}

// found is a node at the end of a path and the kind that the way there gave it.
type found struct {
	node uint32
	kind lang.Kind
}

// declaration is a name that is declared, with its definition possibly in the
// same file.
type declaration struct {
	id lang.DefID
	k  symbolKey
}

func (x *extractor) top() *frame { return &x.frames[len(x.frames)-1] }

func (x *extractor) walk() {
	for i := uint32(0); i < uint32(len(x.n)); i++ {
		for len(x.frames) > 1 && x.top().end <= i {
			x.frames = x.frames[:len(x.frames)-1]
		}
		if len(x.frames) > maxFrames || x.top().owners > maxOwners {
			x.b.F.Truncated = "too deep"
			i = x.n[i].Next - 1
			continue
		}
		if x.marks[i]&markSkip != 0 {
			i = x.n[i].Next - 1
			continue
		}
		sym := x.n[i].Sym
		if int(sym) >= len(x.rules) {
			continue
		}
		r := x.rules[sym]
		if r == nil {
			if x.attribute[sym] {
				x.attributeAt(i)
			}
			continue
		}
		if r.word != nil {
			r = x.choose(i, r)
		}
		if x.visit(i, r) {
			i = x.n[i].Next - 1
		}
	}
}

// choose is the rule of node i that its word asks for.
func (x *extractor) choose(i uint32, r *rule) *rule {
	x.choices = x.find(x.choices[:0], i, r.word, nil)
	for _, w := range x.choices {
		if c, ok := r.words[string(bytes.TrimSpace(x.text(w.node)))]; ok {
			return c
		}
	}
	return r
}

// visit does what rule r says about node i; it returns true when nothing below
// i is to be visited.
func (x *extractor) visit(i uint32, r *rule) bool {
	for _, f := range x.find(x.choices[:0], i, r.skip, nil) {
		x.marks[f.node] |= markSkip
	}
	switch r.do {
	case actComment:
		x.comment(i)
		x.commentEnd = x.n[i].End
		return true
	case actSkip:
		return true
	case actRef:
		x.reference(i, r)
	case actDefine:
		x.define(i, r)
	case actParam:
		x.param(i, r)
	case actAssign:
		x.assign(i, r)
	case actPattern:
		if r.opens != lang.ScopeFile {
			x.open(i, r.opens, lang.NoDef)
		}
		x.pattern(i, r)
	case actPlain:
		f := *x.top()
		f.end, f.bases = x.n[i].Next, lang.NoDef
		x.frames = append(x.frames, f)
	case actUse:
		for _, f := range x.find(nil, i, r.name, nil) {
			x.reference(f.node, r)
			x.marks[f.node] |= markTaken | markSkip
		}
	case actMember:
		x.member(i, r)
	case actCall:
		for _, f := range x.find(nil, i, r.name, nil) {
			x.marks[f.node] |= markCall
		}
	case actScope:
		x.open(i, r.opens, lang.NoDef)
		x.bindParams(x.find(nil, i, r.params, nil), r, i)
	case actDeclarator:
		if f := x.top(); f.fn >= 0 && !f.declared {
			f.declared = true
		} else {
			x.open(i, lang.ScopeFunction, lang.NoDef)
			x.top().declared = true
		}
	case actBases:
		f := *x.top()
		f.end, f.bases = x.n[i].Next, f.owner
		x.frames = append(x.frames, f)
	case actImport:
		f := *x.top()
		f.end, f.imports = x.n[i].Next, true
		x.frames = append(x.frames, f)
	case actInclude:
		return x.include(i, r)
	case actLink:
		for _, f := range x.find(nil, i, r.name, nil) {
			x.link(x.n[f.node].Start, x.n[f.node].End)
		}
		return true
	case actLinks:
		x.links(max(x.n[i].Start, x.linked), x.n[i].End)
		x.linked = max(x.linked, x.n[i].End)
		return true
	case actInto:
		x.into(i, r)
	case actList:
		f := *x.top()
		f.end, f.inits = x.n[i].Next, x.initialised(x.n[i].Parent)
		x.frames = append(x.frames, f)
	}
	return false
}

func (x *extractor) text(i uint32) []byte { return x.src[x.n[i].Start:x.n[i].End] }

// find appends the nodes at the ends of the first alternative of p that leads
// anywhere.
func (x *extractor) find(out []found, i uint32, p route, through map[ts.Sym]lang.Kind) []found {
	n := len(out)
	for _, steps := range p {
		if len(out) == n || steps[0].also {
			out = x.follow(out, found{node: i}, steps, through)
		}
	}
	return out
}

func (x *extractor) follow(out []found, at found, steps []step, through map[ts.Sym]lang.Kind) []found {
	for s, st := range steps {
		if st.all {
			for c := x.t.First(at.node); c != ts.NoNode; c = x.t.Sibling(c) {
				if x.matches(c, st) {
					to := x.pass(found{c, at.kind}, through)
					if s+1 == len(steps) {
						out = append(out, to)
					} else {
						out = x.follow(out, to, steps[s+1:], through)
					}
				}
			}
			return out
		}
		if st.self {
			continue
		}
		for {
			c := x.t.First(at.node)
			if st.last {
				last := ts.NoNode
				for ; c != ts.NoNode; c = x.t.Sibling(c) {
					if x.matches(c, st) {
						last = c
					}
				}
				c = last
			}
			for skip := st.next; c != ts.NoNode && (skip || !x.matches(c, st)); c = x.t.Sibling(c) {
				skip = skip && !x.matches(c, st)
			}
			if c == ts.NoNode && st.star && x.seenThrough(at.node) {
				c = x.t.First(at.node)
				for c != ts.NoNode && x.n[c].Flags&ts.Named == 0 {
					c = x.t.Sibling(c)
				}
			}
			if c == ts.NoNode {
				if st.star {
					break
				}
				return out
			}
			at = x.pass(found{c, at.kind}, through)
			if !st.star {
				break
			}
		}
	}
	return append(out, at)
}

// pass notes the kind that node at gives to a name below it.
func (x *extractor) pass(at found, through map[ts.Sym]lang.Kind) found {
	if k, ok := through[x.n[at.node].Sym]; ok {
		at.kind = k
	}
	return at
}

func (x *extractor) matches(c uint32, st step) bool {
	n := &x.n[c]
	switch {
	case st.any:
		return true
	case st.first:
		return n.Flags&ts.Named != 0
	case st.sym != 0:
		return n.Sym == st.sym
	}
	return n.Field == st.field
}

// open begins a scope that ends with node i. owner is what it is the body of.
func (x *extractor) open(i uint32, k lang.ScopeKind, owner lang.DefID) {
	f := *x.top()
	f.end = x.n[i].Next
	f.bases, f.inits, f.imports, f.nameless = lang.NoDef, lang.NoExpr, false, false
	parent := f.scope
	if x.closed && k == lang.ScopeFunction && owner >= 0 {
		parent = f.names // it does not see the locals around it
	}
	f.scope = x.b.Scope(k, parent, owner, x.n[i].Start, x.n[i].End)
	f.names = f.scope
	switch k {
	case lang.ScopeFunction:
		f.region, f.fn, f.space, f.declared = regionFunction, owner, false, false
	case lang.ScopeClass, lang.ScopeNamespace:
		if f.region != regionFunction {
			f.region = regionContainer
		}
		f.space = k == lang.ScopeNamespace
		f.fn = lang.NoDef
		if owner >= 0 {
			f.owner = owner
			f.owners++
		}
		if k == lang.ScopeClass && x.bare {
			// Members are bound one scope further in, so that functions see them.
			f.scope = x.b.Scope(lang.ScopeBlock, f.scope, owner, x.n[i].Start, x.n[i].End)
			f.names = f.scope
			if x.closed {
				f.scope = x.b.Scope(lang.ScopeBlock, f.scope, lang.NoDef, x.n[i].Start, x.n[i].End)
			}
		}
	}
	if owner >= 0 {
		x.b.F.Defs[owner].Body = f.names
	}
	x.frames = append(x.frames, f)
}

// define makes the definitions of node i.
func (x *extractor) define(i uint32, r *rule) {
	whole := len(x.find(x.choices[:0], i, r.needs, nil)) > 0 || r.needs == nil
	top := *x.top()
	if r.only && top.region == regionFunction {
		return
	}
	x.names = x.find(x.names[:0], i, r.name, r.through)
	names := x.names
	if !whole && !r.declares {
		for _, f := range names {
			if r.space == lang.Type {
				x.marks[f.node] |= markType
			}
		}
		return
	}
	owner := lang.NoDef
	if len(names) == 0 && r.opens == lang.ScopeClass {
		// An anonymous container: what is declared with it owns its members.
		if d, ok := x.at[x.n[i].Parent]; ok {
			owner = d
		}
	}
	for _, f := range names {
		kind := r.kind
		if f.kind != lang.KindUnknown {
			kind = f.kind
		} else if r.has != nil && len(x.find(x.choices[:0], i, r.has, nil)) > 0 {
			kind = r.hasKind
		}
		declares := !whole || x.extern != "" && x.says(i, x.extern) && len(x.find(x.choices[:0], i, r.end, nil)) == 0
		if r.prototype && kind == lang.KindFunction {
			declares = true
		}
		if d := x.bind(i, f.node, r, kind, declares); d >= 0 && owner < 0 {
			owner = d
		}
	}
	if owner >= 0 {
		x.at[i] = owner
		// A type that is defined where it is used ("typedef struct a {…} b").
		x.ofType(i, owner)
		if len(names) > 0 {
			x.ofType(names[0].node, owner)
		}
	}
	switch {
	case r.opens == lang.ScopeFile:
	case owner >= 0:
		x.open(i, r.opens, owner)
	case r.opens == lang.ScopeClass:
		f := top
		f.end, f.nameless, f.around = x.n[i].Next, true, top.region
		if f.region == regionFile {
			f.region = regionFunction // what it holds belongs to nobody that has a name
		}
		x.frames = append(x.frames, f)
	default:
		x.open(i, r.opens, lang.NoDef)
	}
	x.bindParams(x.find(nil, i, r.params, nil), r, i)
}

// says looks for one of words among the children of i that stand in front.
func (x *extractor) says(i uint32, words ...string) bool {
	if len(words) == 0 {
		return false
	}
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		n := &x.n[c]
		for _, w := range words {
			if t := x.src[n.Start:n.End]; len(t) >= len(w) && string(bytes.TrimSpace(t)) == w {
				return true
			}
		}
		if n.Field != 0 {
			break // modifiers stand in front
		}
	}
	return false
}

// trimmed is the range of a name without quotes and the like around it.
func (x *extractor) trimmed(i uint32) (start, end uint32) {
	start, end = x.n[i].Start, x.n[i].End
	for start < end && bytes.IndexByte(quotes, x.src[start]) >= 0 {
		start++
	}
	for end > start && bytes.IndexByte(quotes, x.src[end-1]) >= 0 {
		end--
	}
	return start, end
}

var quotes = []byte("\"'`:[] \t\r\n")

// bind makes a definition of the name at node at; i is the whole declaration.
func (x *extractor) bind(i, at uint32, r *rule, kind lang.Kind, declares bool) lang.DefID {
	top := x.top()
	scope, owner, reg := top.names, top.owner, top.region
	into := lang.NoDef
	for {
		q, ok := x.qualified[x.n[at].Sym]
		if !ok {
			break
		}
		name := x.find(nil, at, q[1], nil)
		if len(name) == 0 || name[0].node <= at {
			break
		}
		for _, c := range x.find(nil, at, q[0], nil) {
			if s, e := x.trimmed(c.node); s < e && c.node != name[0].node {
				into = x.standIn(x.b.NameBytes(x.src[s:e]), s)
			}
		}
		at = name[0].node
	}
	if x.marks[at]&markTaken != 0 {
		return lang.NoDef
	}
	start, end := x.trimmed(at)
	if start >= end || end-start > maxName {
		return lang.NoDef
	}
	x.marks[at] |= markTaken | markSkip
	text := x.src[start:end]
	name := x.b.NameBytes(text)
	flags := lang.DefFlags(0)
	if into >= 0 {
		owner, reg = into, regionContainer
	}
	if r.outside && top.nameless {
		reg = top.around
	}
	local := r.local || reg == regionFunction && into < 0 ||
		x.closed && r.do == actAssign && kind == lang.KindVariable && (text[0] == '_' || text[0] >= 'a' && text[0] <= 'z')
	if local {
		scope = top.scope
	}
	switch {
	case r.global:
		scope, owner, local, reg = 0, lang.NoDef, false, regionFile
	case local:
		flags |= lang.Local
	case reg == regionContainer && r.outside && top.nameless:
	case reg == regionContainer && r.outside:
		// The scope around the container: its scope's parent.
		scope = x.b.F.Scopes[scope].Parent
		if x.bare && scope > 0 {
			scope = x.b.F.Scopes[scope].Parent
		}
	case reg == regionContainer && !(top.space && into < 0):
		flags |= lang.Member
		switch kind {
		case lang.KindFunction:
			kind = lang.KindMethod
			if owner >= 0 && x.b.F.Defs[owner].Name == name && x.overloads {
				kind = lang.KindConstructor
			}
		case lang.KindVariable:
			kind = lang.KindField
		}
		if into >= 0 || !x.bare {
			scope = lang.NoScope
		}
	}
	if !local && (!x.says(i, x.private...)) {
		flags |= lang.Exported
	}
	suf := suffix(kind)
	sk := symbolKey{owner: owner, name: name, suffix: suf}
	if local {
		suf, owner = symbol.None, lang.NoDef
		sk = symbolKey{scope: scope, owner: lang.NoDef, name: name, suffix: suffix(kind)}
	}
	id, d := x.b.Def(name, kind, suf, start, end)
	d.Flags, d.Scope, d.Parent = flags, scope, owner
	if r.space != 0 {
		d.Space = r.space
	}
	first, doc := x.inner(i)
	if i != at {
		if o := x.outermost(i); o != i {
			first = x.n[o].Start
		}
	}
	d.EncStart, d.EncEnd = min(first, start), max(x.n[i].End, end)
	if !local {
		d.Sig = x.signature(i, r, at)
	}
	if d.Doc = doc; doc == "" {
		d.Doc = x.docAbove(d.EncStart)
	}
	if declares && !local {
		d.Flags |= lang.Declared
		x.later = append(x.later, declaration{id, sk})
	} else {
		x.same(id, sk)
	}
	if scope >= 0 {
		if _, ok := x.bound[key{scope, name}]; !ok {
			x.bound[key{scope, name}] = id
		}
	}
	x.typeOf(id, i, r)
	x.at[at] = id
	return id
}

// initialised is what the list of values below node i initialises; NoExpr when
// that is not known.
func (x *extractor) initialised(i uint32) lang.ExprID {
	r := x.ruleOf(i)
	if r == nil || r.do != actInit {
		return x.top().inits
	}
	for _, f := range x.find(x.choices[:0], i, r.name, nil) {
		if d, ok := x.at[f.node]; ok {
			return x.b.Expr(lang.ExprDef, int32(d))
		}
	}
	for _, f := range x.find(x.choices[:0], i, r.typ, nil) {
		if e, ok := x.expr(f.node); ok {
			return x.b.Expr2(lang.ExprCast, 0, lang.NoExpr, e)
		}
	}
	if of := x.find(x.choices[:0], i, r.recv, nil); len(of) > 0 {
		if e, ok := x.expr(of[0].node); ok {
			return e
		}
		return lang.NoExpr
	}
	return x.top().inits
}

// typeOf notes where the name of definition id's type stands.
func (x *extractor) typeOf(id lang.DefID, i uint32, r *rule) {
	for _, t := range x.find(x.choices[:0], i, r.typ, nil) {
		if t.node > i {
			x.typed[t.node] = append(x.typed[t.node], id)
		}
	}
}

// ofType gives the definitions whose type stands at node i the type that is
// defined there.
func (x *extractor) ofType(i uint32, owner lang.DefID) {
	for _, d := range x.typed[i] {
		if d != owner {
			x.b.F.Defs[d].Type = x.b.Expr(lang.ExprDef, int32(owner))
		}
	}
}

// same makes definition id one with an earlier one of its symbol, or tells them
// apart where they are overloads.
func (x *extractor) same(id lang.DefID, k symbolKey) {
	d := &x.b.F.Defs[id]
	if x.overloads && d.Callable() && d.Suffix == symbol.Method {
		d.Disamb = x.counts[k]
		if d.Disamb < ^uint16(0) {
			x.counts[k]++
		}
		return
	}
	if o, ok := x.first[k]; ok {
		d.Same = o
		return
	}
	x.first[k] = id
}

// declare decides on declarations when the whole file is known: beside its
// definition a declaration is one more of the same symbol that comes behind it.
func (x *extractor) declare() {
	for _, l := range x.later {
		d := &x.b.F.Defs[l.id]
		o, ok := x.first[l.k]
		switch {
		case !ok:
			x.same(l.id, l.k)
		case o < l.id:
			d.Same = o
		default:
			// The definition stands below: the declaration becomes a use of it.
			x.b.Ref(lang.Ref{Name: d.Name, Start: d.Start, End: d.End, Scope: 0, X: int32(o), Kind: lang.RefDef, Role: 0, Space: lang.Value})
			d.Flags |= lang.Synthetic | lang.Elsewhere
			d.Scope, d.Suffix, d.End = lang.NoScope, symbol.None, d.Start
		}
	}
}

// standIn is a container that the members of another place are declared into.
func (x *extractor) standIn(name lang.NameID, at uint32) lang.DefID {
	k := key{x.top().scope, name}
	if d, ok := x.standIns[k]; ok {
		return d
	}
	owner := x.top().owner
	if x.top().region == regionFunction {
		owner = lang.NoDef
	}
	id, d := x.b.Def(name, lang.KindStruct, symbol.Type, at, at)
	d.Flags, d.Parent = lang.Synthetic|lang.Elsewhere, owner
	x.standIns[k] = id
	x.order = append(x.order, id)
	return id
}

// into opens the body of a container that is declared elsewhere.
func (x *extractor) into(i uint32, r *rule) {
	for _, f := range x.find(nil, i, r.name, nil) {
		if s, e := x.trimmed(f.node); s < e && e-s <= maxName {
			d := x.standIn(x.b.NameBytes(x.src[s:e]), s)
			x.open(i, lang.ScopeClass, d)
			for _, b := range x.find(nil, i, r.bases, nil) {
				x.marks[b.node] |= markBase
			}
			return
		}
	}
	x.open(i, lang.ScopeBlock, lang.NoDef)
}

// join gives the members of stand-ins to the containers of this file that they
// stand for.
func (x *extractor) join() {
	f := x.b.F
	if len(x.order) == 0 {
		return
	}
	to := map[lang.DefID]lang.DefID{}
	for k, id := range x.standIns {
		for s := k.scope; s >= 0; s = f.Scopes[s].Parent {
			d, ok := x.bound[key{s, k.name}]
			if !ok {
				continue
			}
			if suf := f.Defs[d].Suffix; d != id && (suf == symbol.Type || suf == symbol.Namespace || f.Defs[d].Flags&lang.Local == 0 && suf == symbol.Term) {
				to[id] = f.Canonical(d)
			}
			break
		}
	}
	type overload struct {
		symbolKey
		disamb uint16
	}
	again := map[overload]lang.DefID{}
	same := map[lang.DefID][]lang.DefID{} // by the first of their symbol
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Same >= 0 {
			same[d.Same] = append(same[d.Same], lang.DefID(i))
		}
		if t, ok := to[d.Parent]; ok && d.Parent >= 0 && int(t) != i {
			d.Parent = t
		}
	}
	if len(to) > 0 {
		for i := range f.Bases {
			if t, ok := to[f.Bases[i].Def]; ok {
				f.Bases[i].Def = t
			}
		}
		for i := range f.Scopes {
			if t, ok := to[f.Scopes[i].Owner]; ok && f.Scopes[i].Owner >= 0 {
				f.Scopes[i].Owner = t
			}
		}
	}
	// What was told apart by stand-in and container may be one now.
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Suffix == symbol.None || d.Flags&(lang.Local|lang.Elsewhere) != 0 || d.Same >= 0 {
			continue
		}
		k := overload{symbolKey{owner: d.Parent, name: d.Name, suffix: d.Suffix}, d.Disamb}
		o, ok := again[k]
		if !ok {
			again[k] = lang.DefID(i)
			continue
		}
		d.Same = o
		for _, j := range same[lang.DefID(i)] {
			f.Defs[j].Same = o // it is merged into one that has none itself
		}
	}
}

// param makes the parameters of node i.
func (x *extractor) param(i uint32, r *rule) { x.bindParams(x.find(nil, i, r.name, nil), r, i) }

// bindParams makes the names at nodes parameters of the function around; i is
// the whole declaration.
func (x *extractor) bindParams(nodes []found, r *rule, i uint32) {
	top := *x.top()
	for _, f := range nodes {
		start, end := x.trimmed(f.node)
		if x.marks[f.node]&markTaken != 0 || start >= end || end-start > maxName || x.reserved[string(x.src[start:end])] {
			continue
		}
		if _, ok := x.qualified[x.n[f.node].Sym]; ok {
			continue
		}
		x.marks[f.node] |= markTaken | markSkip
		name := x.b.NameBytes(x.src[start:end])
		kind := lang.KindParameter
		if r.do == actParam && r.kind != lang.KindUnknown {
			kind = r.kind
		}
		id, d := x.b.Def(name, kind, symbol.None, start, end)
		d.Flags, d.Scope = lang.Local, top.scope
		if top.fn >= 0 && kind == lang.KindParameter {
			d.Flags |= lang.Param
			d.Parent = top.fn
		}
		if r.do == actParam {
			if r.space != 0 {
				d.Space = r.space
			}
			d.EncStart, d.EncEnd = min(x.n[i].Start, start), max(x.n[i].End, end)
			x.typeOf(id, i, r)
		}
		if o, ok := x.bound[key{top.scope, name}]; !ok {
			x.bound[key{top.scope, name}] = id
		} else if x.b.F.Defs[o].Flags&lang.Local != 0 {
			x.b.F.Defs[id].Same = x.b.F.Canonical(o)
		}
	}
}

// pattern binds the names in the patterns of node i.
func (x *extractor) pattern(i uint32, r *rule) {
	for _, p := range x.find(nil, i, r.name, nil) {
		for c := p.node; c < x.n[p.node].Next; c++ {
			s := int(x.n[c].Sym)
			if s >= len(x.binders) || !x.binders[s] || x.marks[c]&markTaken != 0 {
				continue
			}
			start, end := x.trimmed(c)
			if start >= end || end-start > maxName || x.reserved[string(x.src[start:end])] {
				continue
			}
			if b := x.src[start]; b != '_' && (b < 'a' || b > 'z') && b < 0x80 {
				continue
			}
			x.bind(c, c, r, r.kind, false)
		}
	}
}

// assign binds the names that node i assigns to, or marks them as written.
func (x *extractor) assign(i uint32, r *rule) {
	for _, f := range x.find(nil, i, r.name, nil) {
		if q, ok := x.qualified[x.n[f.node].Sym]; ok {
			last := x.find(nil, f.node, q[1], nil)
			if len(last) == 0 {
				continue
			}
			if c := x.find(nil, f.node, q[0], nil); len(c) > 0 && c[0].node != last[0].node {
				if x.top().region != regionFunction {
					x.bind(i, f.node, r, r.kind, false)
				}
				continue
			}
			f = last[0]
		}
		if lr := x.ruleOf(f.node); lr == nil || lr.do != actRef || x.marks[f.node]&markTaken != 0 {
			continue
		}
		start, end := x.trimmed(f.node)
		if start >= end || end-start > maxName || x.reserved[string(x.src[start:end])] {
			continue
		}
		if x.visible(x.b.NameBytes(x.src[start:end])) {
			x.marks[f.node] |= markWrite
			continue
		}
		if x.fields[x.n[f.node].Sym] {
			x.bindField(i, f.node, r)
			continue
		}
		kind := r.kind
		if kind == lang.KindVariable && constant(x.src[start:end]) {
			kind = lang.KindConstant
		}
		x.bind(i, f.node, r, kind, false)
	}
}

// bindField makes the name at node at a field of the container around.
func (x *extractor) bindField(i, at uint32, r *rule) {
	for j := len(x.frames) - 1; j >= 0; j-- {
		if x.frames[j].region != regionFunction {
			f := x.frames[j]
			f.end = x.top().end
			x.frames = append(x.frames, f)
			x.bind(i, at, r, lang.KindField, false)
			x.frames = x.frames[:len(x.frames)-1]
			return
		}
	}
}

func (x *extractor) ruleOf(i uint32) *rule {
	if s := int(x.n[i].Sym); s < len(x.rules) {
		return x.rules[s]
	}
	return nil
}

// visible says whether a name is bound here, so that an assignment to it makes
// no new variable.
func (x *extractor) visible(n lang.NameID) bool {
	f := x.b.F
	for s := x.top().scope; s >= 0; s = f.Scopes[s].Parent {
		if _, ok := x.bound[key{s, n}]; ok {
			return true
		}
		if x.closed && f.Scopes[s].Kind == lang.ScopeFunction && f.Scopes[s].Owner >= 0 {
			return false
		}
	}
	return false
}

// member notes that the name of node i stands behind a receiver.
func (x *extractor) member(i uint32, r *rule) {
	m := x.marks[i] & (markCall | markWrite)
	if r.called {
		m |= markCall
	}
	recvs := x.find(nil, i, r.recv, nil)
	hasRecv := len(recvs) > 0
	if whole, ok := x.members[i]; ok && x.marks[i]&markMember != 0 {
		// a::(b::c): b is a member of a.
		for _, f := range recvs {
			x.marks[f.node] |= markMember
			x.members[f.node] = whole
		}
		x.typed[i] = x.typed[whole]
		delete(x.typed, whole)
	}
	for _, f := range x.find(nil, i, r.name, nil) {
		if f.node <= i {
			continue
		}
		x.marks[f.node] |= m
		if hasRecv || !r.called {
			x.marks[f.node] |= markMember
			x.members[f.node] = i
		}
	}
}

// reference makes the leaf at node i a use.
func (x *extractor) reference(i uint32, r *rule) {
	m := x.marks[i]
	if m&markTaken != 0 {
		return
	}
	start, end := x.trimmed(i)
	if start >= end || end-start > maxName {
		return
	}
	text := x.src[start:end]
	top := x.top()
	prev := x.leaf
	x.leaf = i
	if text[0] >= '0' && text[0] <= '9' {
		return
	}
	if x.self[string(text)] && m&markMember == 0 {
		x.exprs[i] = x.b.Expr(lang.ExprThis, int32(top.scope))
		return
	}
	if x.reserved[string(text)] {
		return
	}
	ref := lang.Ref{Name: x.b.NameBytes(text), Start: start, End: end, Scope: top.scope, X: -1, Kind: lang.RefName, Role: r.role, Space: lang.Value}
	if r.space != 0 {
		ref.Space = r.space
	}
	if m&markType != 0 {
		ref.Space = lang.Type
	}
	if ref.Role == 0 {
		ref.Role = lang.Read
	}
	if m&markWrite != 0 {
		ref.Role = lang.Write
	}
	if m&markCall != 0 {
		ref.Role |= lang.Call
	}
	if top.imports {
		ref.Role = lang.ImportRole
	}
	bases := top.bases
	if m&markBase != 0 {
		bases = top.owner
	}
	if bases >= 0 {
		ref.Role = ref.Role&^lang.Read | lang.TypeRole | lang.Inherit
	}
	whole := i
	recv := lang.NoExpr
	if m&markMember != 0 {
		ref.Kind = lang.RefMember
		whole = x.members[i]
		wr := x.ruleOf(whole)
		if wr != nil && wr.word != nil {
			wr = x.choose(whole, wr)
		}
		if wr != nil {
			for _, f := range x.find(x.choices[:0], whole, wr.recv, nil) {
				if e, ok := x.expr(f.node); ok {
					recv = e
				}
			}
			if wr.designates {
				recv = top.inits
				// .a.b: b is a member of a.
				if e, ok := x.expr(prev); ok && prev > x.n[whole].Parent && prev < whole && x.ruleOf(x.n[prev].Parent) == wr {
					recv = e
				}
			}
		}
		ref.X = int32(recv)
	} else if op := x.operator(start); op < start && !top.imports {
		ref.Kind = lang.RefMember
		if prev < i && x.n[prev].End == op {
			if e, ok := x.expr(prev); ok {
				recv = e
			}
		}
		ref.X = int32(recv)
	}
	id := x.b.Ref(ref)
	x.used[whole], x.used[i] = uint32(id)+1, uint32(id)+1
	if (bases < 0 || x.b.F.Defs[bases].Suffix != symbol.Type) && len(x.typed[i]) == 0 && len(x.typed[whole]) == 0 {
		return
	}
	e, ok := x.expr(i)
	if !ok {
		return
	}
	x.exprs[whole] = e
	if bases >= 0 && x.b.F.Defs[bases].Suffix == symbol.Type {
		x.b.Base(bases, lang.BaseExtends, x.b.Copy(e))
	}
	for _, n := range [2]uint32{i, whole} {
		for _, d := range x.typed[n] {
			x.b.F.Defs[d].Type = e
		}
	}
}

// expr is the expression of node i, where it names something. It is made when it
// is asked for: most are not.
func (x *extractor) expr(i uint32) (lang.ExprID, bool) {
	if e, ok := x.exprs[i]; ok {
		return e, true
	}
	if x.used[i] == 0 {
		return lang.NoExpr, false
	}
	id := x.used[i] - 1
	ref := &x.b.F.Refs[id]
	var e lang.ExprID
	switch {
	case ref.Kind == lang.RefName:
		e = x.b.Expr(lang.ExprName, int32(id))
	case ref.X >= 0:
		e = x.b.Expr1(lang.ExprMember, int32(id), lang.ExprID(ref.X))
	default:
		return lang.NoExpr, false
	}
	x.exprs[i] = e
	return e, true
}

// operator is where the operator begins that stands between a receiver and what
// begins at start; start where there is none.
func (x *extractor) operator(start uint32) uint32 {
	at := len(bytes.TrimRight(x.src[:start], " \t\r\n"))
	if at <= int(x.commentEnd) {
		return start
	}
	for _, d := range x.dots {
		if op, ok := bytes.CutSuffix(x.src[:at], []byte(d)); ok && (len(op) == 0 || op[len(op)-1] != d[0]) {
			return uint32(len(bytes.TrimRight(op, " \t\r\n")))
		}
	}
	return start
}

// include takes all names of another file.
func (x *extractor) include(i uint32, r *rule) bool {
	for _, f := range x.find(nil, i, r.name, nil) {
		start, end := x.n[f.node].Start, x.n[f.node].End
		t := x.src[start:end]
		if len(t) < 3 || !(t[0] == '"' && t[len(t)-1] == '"' || t[0] == '<' && t[len(t)-1] == '>') || len(t) > maxName {
			return false
		}
		start, end = start+1, end-1
		name := x.b.NameBytes(x.src[start:end])
		im := x.b.Import(lang.Import{Module: name, Kind: lang.ImportStar, Local: lang.NoDef})
		x.b.Ref(lang.Ref{Name: name, Start: start, End: end, X: int32(im), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Value})
	}
	return true
}

// links finds the links in the text from start to end: "](path)", "](path 'title')".
func (x *extractor) links(start, end uint32) {
	for start < end {
		j := bytes.Index(x.src[start:end], []byte("]("))
		if j < 0 {
			return
		}
		start += uint32(j) + 2
		if n := bytes.IndexAny(x.src[start:min(end, start+maxName+1)], ") \t\n"); n > 0 {
			x.link(start, start+uint32(n))
		}
	}
}

// link makes the path from start to end a use of the file that it names; other
// addresses are none. What follows "#" or "?" is no part of the path.
func (x *extractor) link(start, end uint32) {
	if end-start > 2 && x.src[start] == '<' && x.src[end-1] == '>' {
		start, end = start+1, end-1
	}
	if n := bytes.IndexAny(x.src[start:end], "#?"); n >= 0 {
		end = start + uint32(n)
	}
	path := x.src[start:end]
	if len(path) == 0 || len(path) > maxName || bytes.IndexByte(path, ':') >= 0 || bytes.HasPrefix(path, []byte("//")) {
		return
	}
	name := x.b.NameBytes(path)
	im := x.b.Import(lang.Import{Module: name, Kind: lang.ImportEffect, Local: lang.NoDef})
	x.b.Ref(lang.Ref{Name: name, Start: start, End: end, X: int32(im), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Value})
}

// maxName bounds the length of a name in bytes.
const maxName = 1000

func constant(name []byte) bool {
	upper := false
	for _, c := range name {
		switch {
		case c >= 'A' && c <= 'Z':
			upper = true
		case c >= 'a' && c <= 'z':
			return false
		}
	}
	return upper
}

// seenThrough says whether a path leads through node i to its first child.
func (x *extractor) seenThrough(i uint32) bool {
	s := int(x.n[i].Sym)
	return s < len(x.grammar.transparent) && x.grammar.transparent[s]
}
