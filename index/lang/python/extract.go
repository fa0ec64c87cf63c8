package python

import (
	"context"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// maxNesting bounds the recursion over a tree. What lies deeper keeps its
// names as plain references.
const maxNesting = 1500

// extract makes the facts of one file.
//
// Bodies of functions are put in a queue and read after everything around
// them, as Python binds names: so the first definition of a name that the walk
// meets is the one that its symbol is defined by.
func extract(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
	tree, cut, err := repaired(ctx, p, in.Src)
	if err != nil {
		return nil, err
	}
	x := &extractor{
		lazy: strings.HasSuffix(in.Path, ".pyi"),
		b:    lang.NewBuilder(len(in.Src)), t: &tree, n: tree.Nodes, src: in.Src,
		bound: map[key]lang.DefID{}, values: map[lang.DefID]value{},
		paths: map[route]lang.DefID{}, below: map[lang.DefID][]lang.DefID{}, starAt: ts.NoNode,
		typing: map[lang.DefID]bool{}, guards: map[uint32]guard{},
		roots: map[lang.DefID][]lang.ImportID{}, chains: map[lang.ExprID]chain{},
	}
	x.b.Enrich(in)
	x.b.Read(in)
	f := x.b.F
	f.ErrorNodes, f.ErrorBytes = tree.Errors()
	f.Generated = generated(in.Src)
	f.Doc = x.docOf(0)
	x.rich()
	x.top()
	x.statements(0)
	x.drain()
	x.slotted()
	x.unread()
	if err := x.scraps(ctx, p, cut); err != nil {
		return nil, err
	}
	if err := x.quoted(ctx, p); err != nil {
		return nil, err
	}
	x.dotted()
	return x.b.Finish(), nil
}

// top goes back to the top level of the file.
func (x *extractor) top() {
	x.frame = frame{owner: lang.NoDef}
	clear(x.values)
	x.journal = x.journal[:0]
	clear(x.guards)
	x.depth = 0
}

// drain reads the bodies of functions that were put off.
func (x *extractor) drain() {
	for len(x.queue) > 0 {
		q := x.queue
		x.queue = nil
		for _, d := range q {
			x.frame = d.frame
			clear(x.values)
			x.journal = x.journal[:0]
			x.statements(d.node)
		}
	}
}

type key struct {
	scope lang.ScopeID
	name  lang.NameID
}

type extractor struct {
	b   *lang.Builder
	t   *ts.Tree
	n   []ts.Node
	src []byte
	frame

	bound   map[key]lang.DefID // the first definition of a name in a scope (for classes: members set on self too)
	queue   []deferred
	strings []quotedType
	slots   []slot
	lazy    bool                           // annotations are not evaluated where they stand
	guards  map[uint32]guard               // isinstance calls by node
	roots   map[lang.DefID][]lang.ImportID // what "import a.b" statements bind a
	chains  map[lang.ExprID]chain
	typing  map[lang.DefID]bool // bindings imported from typing
	depth   int

	values  map[lang.DefID]value // what variables hold at this point
	journal []change
	paths   map[route]lang.DefID
	below   map[lang.DefID][]lang.DefID // the paths from a variable
	// pathNames are the names of the paths, by their ids downwards.
	pathNames []string
	starAt    uint32 // where the starred expression around begins, NoNode outside
	joined    bool   // the string at hand is part of a longer one
	taken     int    // the deepest value looked up since it was last cleared
}

// frame is where the walk is.
type frame struct {
	scope lang.ScopeID // names are looked up from here
	bind  lang.ScopeID // names are bound here; differs inside comprehensions
	fn    *function    // the innermost function, nil outside
	cls   *class       // the class whose body this is, nil in functions and modules
	owner lang.DefID   // what symbols made here hang under
	loops int          // loops around this point in the same function
}

type class struct {
	def   lang.DefID
	scope lang.ScopeID
	enum  bool
	early []lang.RefID // names used in the body before they are bound there
}

type function struct {
	def     lang.DefID
	scope   lang.ScopeID
	class   *class                       // set for methods: the class whose body holds the def
	self    lang.NameID                  // its first parameter when that is the receiver, else 0
	outside map[lang.NameID]lang.ScopeID // names declared global or nonlocal
}

type deferred struct {
	node  uint32 // the block
	frame frame
}

func (x *extractor) kind(i uint32) kind {
	if s := int(x.n[i].Sym); s < len(kinds) {
		return kinds[s]
	}
	return kOther
}

func (x *extractor) text(i uint32) []byte { return x.src[x.n[i].Start:x.n[i].End] }

func (x *extractor) name(i uint32) lang.NameID { return x.b.NameBytes(x.text(i)) }

// empty says that node i has no text: the parser put it in to go on.
func (x *extractor) empty(i uint32) bool { return x.n[i].Start >= x.n[i].End }

// children calls f for the named children of i that are not comments.
func (x *extractor) children(i uint32, f func(c uint32)) {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named != 0 && x.kind(c) != kComment {
			f(c)
		}
	}
}

// child is the first named child of i that is no comment.
func (x *extractor) child(i uint32) uint32 {
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if x.n[c].Flags&ts.Named != 0 && x.kind(c) != kComment {
			return c
		}
	}
	return ts.NoNode
}

// deeper counts nesting; when it returns false the names below i have been
// read as plain references.
func (x *extractor) deeper(i uint32) bool {
	if x.depth >= maxNesting {
		x.plain(i)
		return false
	}
	x.depth++
	return true
}

func (x *extractor) shallower() { x.depth-- }

// plain reads a subtree without understanding it: every identifier that is not
// behind a dot becomes a reference.
func (x *extractor) plain(i uint32) {
	for c := i; c < x.n[i].Next; c++ {
		if x.kind(c) == kIdentifier && x.n[c].Field != fAttribute && !x.empty(c) && !keywords[string(x.text(c))] {
			x.reference(c, lang.Read)
		}
	}
}

// reference adds a use of the bare name at node i.
func (x *extractor) reference(i uint32, role lang.Role) lang.RefID {
	n := x.name(i)
	r := x.b.Ref(lang.Ref{
		Name: n, Start: x.n[i].Start, End: x.n[i].End, Scope: x.lookupScope(n),
		X: -1, Kind: lang.RefName, Role: role, Space: lang.Value,
	})
	if x.cls != nil && x.scope == x.cls.scope && x.loops == 0 && (role&lang.TypeRole == 0 || !x.lazy) {
		if _, ok := x.bound[key{x.scope, n}]; !ok {
			x.cls.early = append(x.cls.early, r)
		}
	}
	return r
}

// early lets the names that were used in a class's body before the body bound
// them mean what they mean in the file.
func (x *extractor) early(c *class) {
	for _, r := range c.early {
		ref := &x.b.F.Refs[r]
		if _, ok := x.bound[key{c.scope, ref.Name}]; ok && ref.Kind == lang.RefName && ref.Scope == c.scope {
			ref.Scope = 0
		}
	}
	c.early = nil
}

// lookupScope is where the search for a name that is used here begins.
func (x *extractor) lookupScope(n lang.NameID) lang.ScopeID {
	if x.fn != nil && x.fn.outside != nil && x.scope == x.fn.scope {
		if s, ok := x.fn.outside[n]; ok {
			return s
		}
	}
	return x.scope
}

// visible is the definition that name n has here, as far as the walk has
// seen; NoDef when it is bound outside the file or not at all.
func (x *extractor) visible(n lang.NameID) lang.DefID {
	crossed := false
	for s := x.lookupScope(n); s >= 0; s = x.b.F.Scopes[s].Parent {
		sc := &x.b.F.Scopes[s]
		if sc.Kind != lang.ScopeClass || !crossed {
			if d, ok := x.bound[key{s, n}]; ok && x.b.F.Defs[d].Scope >= 0 {
				return d
			}
		}
		if sc.Kind == lang.ScopeFunction || sc.Kind == lang.ScopeComprehension {
			crossed = true
		}
	}
	return lang.NoDef
}

// target describes a binding to make.
type target struct {
	kind  lang.Kind
	flags lang.DefFlags
	typ   lang.ExprID // declared type or NoExpr
	decl  uint32      // node of the whole declaration
	stmt  uint32      // the statement, for its text; NoNode for none
}

// bindName makes the identifier at node i a definition in the current scope,
// or a further assignment to the one that is there. It returns the definition
// that a value assigned here flows into, NoDef when that is not in this file.
func (x *extractor) bindName(i uint32, t target) lang.DefID {
	if x.empty(i) {
		return lang.NoDef
	}
	n := x.name(i)
	scope := x.bind
	if x.fn != nil && x.fn.outside != nil && scope == x.fn.scope {
		if s, ok := x.fn.outside[n]; ok {
			if s != 0 {
				// nonlocal: an assignment to the enclosing function's variable
				x.reference(i, lang.Write)
				return x.visible(n)
			}
			scope = 0
		}
	}
	if d, ok := x.bound[key{scope, n}]; ok {
		first := &x.b.F.Defs[d]
		if first.Flags&lang.Binding != 0 {
			x.reference(i, lang.Write)
			return lang.NoDef
		}
		if t.typ >= 0 && first.Type < 0 {
			first.Type = t.typ
		}
		x.b.Ref(lang.Ref{Name: n, Start: x.n[i].Start, End: x.n[i].End, Scope: x.scope, X: int32(d), Kind: lang.RefDef, Role: lang.Write, Space: lang.Value})
		return d
	}
	suffix := symbol.Term
	owner := x.owner
	switch {
	case scope == 0:
		t.flags |= lang.Exported
		owner = lang.NoDef
	case x.cls != nil && scope == x.cls.scope:
		t.flags |= lang.Member
		if t.kind == lang.KindVariable || t.kind == lang.KindConstant {
			t.kind = lang.KindField
			if x.cls.enum {
				t.kind = lang.KindEnumMember
			}
			if t.typ < 0 {
				t.flags |= lang.Static
			}
		}
	default:
		t.flags |= lang.Local
		suffix = symbol.None
		if x.cls != nil { // a comprehension's variable is no member of the class around it
			owner = lang.NoDef
		}
	}
	id, d := x.b.Def(n, t.kind, suffix, x.n[i].Start, x.n[i].End)
	d.Flags, d.Scope, d.Parent, d.Type = t.flags, scope, owner, t.typ
	if t.flags&lang.Local != 0 && x.n[i].End == x.n[i].Start+1 && x.src[x.n[i].Start] == '_' {
		// A placeholder: it hides names around it and is nobody's definition.
		d.Flags |= lang.Synthetic
		d.End = d.Start
	}
	if t.decl != ts.NoNode {
		d.EncStart, d.EncEnd = x.n[t.decl].Start, x.n[t.decl].End
	}
	if t.stmt != ts.NoNode && suffix != symbol.None {
		d.Sig = x.line(x.n[t.stmt].Start, x.n[t.stmt].End)
		d.Doc = x.docAfter(t.stmt)
	}
	x.bound[key{scope, n}] = id
	return id
}

// bindImport makes the identifier at node i stand for an import. It returns
// NoDef when the name has a definition here already: then the identifier is an
// assignment to that, written as a reference where refer is set.
func (x *extractor) bindImport(i uint32, refer bool) lang.DefID {
	if x.empty(i) {
		return lang.NoDef
	}
	n := x.name(i)
	scope := x.bind
	if x.fn != nil && x.fn.outside != nil && scope == x.fn.scope {
		if s, ok := x.fn.outside[n]; ok {
			scope = s
		}
	}
	if _, ok := x.bound[key{scope, n}]; ok {
		if refer {
			x.reference(i, lang.Write)
		}
		return lang.NoDef
	}
	id, d := x.b.Def(n, lang.KindVariable, symbol.None, x.n[i].Start, x.n[i].End)
	d.Flags, d.Scope = lang.Binding, scope
	if x.cls != nil && scope == x.cls.scope {
		d.Flags |= lang.Member
		d.Parent = x.cls.def
	}
	x.bound[key{scope, n}] = id
	return id
}

// assign records that value flows into d at this point.
func (x *extractor) assign(d lang.DefID, e lang.ExprID) {
	if d < 0 {
		return
	}
	x.b.Assign(d, e)
	x.hold(d, e)
}

// constant says that a name is written like a constant.
func constant(name []byte) bool {
	upper := false
	for _, c := range name {
		switch {
		case c >= 'A' && c <= 'Z':
			upper = true
		case c == '_' || c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return upper
}

// variable is the kind of a variable called name.
func variable(name []byte) lang.Kind {
	if constant(name) {
		return lang.KindConstant
	}
	return lang.KindVariable
}
