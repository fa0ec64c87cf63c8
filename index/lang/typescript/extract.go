package typescript

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// Names of members that have no name in the text.
const (
	constructorName = "<constructor>" // constructors and construct signatures
	callName        = "()"            // call signatures of interfaces and object types
	indexName       = "[]"            // index signatures
	argumentsName   = "arguments"
	defaultName     = "default" // anonymous default exports
	patternName     = "{}"      // parameters that are destructured
)

// maxDepth bounds how deeply nested syntax is read; what lies deeper is left
// out and Facts.Truncated says so. The grammars need up to four nodes for one
// level of nesting in the text.
const maxDepth = 4000

// extractor makes the facts of one file in one pass over its nodes. Bindings
// go to the scope that the language's hoisting rules say, names are looked up
// later by the engine, so that the order of declarations does not matter.
type extractor struct {
	d     *dialect
	t     ts.Tree
	nodes []ts.Node
	b     *lang.Builder
	env
	depth   int
	merges  map[mergeKey]lang.DefID
	keys    map[lang.NameID]int // how many object keys of a name there were
	shapes  int                 // how many anonymous object types there were
	pending []assignment
	comp    *Component // the component that the file is (Vue), nil for none

	docs     *jsdoc        // what comments say of types (JavaScript), nil for nothing
	docTypes []lang.Export // the types that they declare
	typing   bool          // a type in a comment is being read

	tests map[uint32]test // comparisons, by their node
}

// env is what changes on the way down the tree.
type env struct {
	scope   lang.ScopeID // where names are looked up and block-scoped ones bound
	vars    lang.ScopeID // where var binds
	infers  lang.ScopeID // where infer T binds
	parent  lang.DefID   // whose symbol those of the declarations hang under
	fn      lang.DefID   // whose return statements these are
	class   lang.DefID   // the class in whose instance members we are (JavaScript)
	options lang.DefID   // the component in whose options we are (Vue)
	held    bool         // names stand for what they hold (ExprHeld)
	fields  map[string]bool
	// last is what isNothing found last: where the value ends, and whether it is nothing.
	last struct {
		end     uint32
		nothing bool
	}
	this     receiver
	super    bool        // super means something here
	local    bool        // declarations are local to the file
	members  bool        // declarations are members of parent (namespaces)
	declare  bool        // inside a declare, or in a declaration file
	ambient  bool        // every declaration is exported (declare namespace)
	narrowed []narrowing // what tests say of variables here
	end      uint32      // of the list of statements that is being read, a node
	doc      *comment    // that of the function whose parameters these are
}

func newEnv() env {
	return env{parent: lang.NoDef, fn: lang.NoDef, class: lang.NoDef, options: lang.NoDef, infers: lang.NoScope}
}

// receiver says what this means: an expression kind with its N and B.
type receiver struct {
	kind lang.ExprKind
	n    int32
	b    lang.ExprID
}

// mergeKey tells symbols of one file apart.
type mergeKey struct {
	parent lang.DefID
	scope  lang.ScopeID // of local symbols, else NoScope
	name   lang.NameID
	suffix symbol.Suffix
	static bool
}

// assignment is a value assigned to a bare name.
type assignment struct {
	scope lang.ScopeID
	name  lang.NameID
	value lang.ExprID
}

func extract(ctx context.Context, p *ts.Parser, d *dialect, in lang.Input) (*lang.Facts, error) {
	e := &extractor{d: d, b: lang.NewBuilder(len(in.Src))}
	e.env = newEnv()
	t, err := p.ParseTolerant(ctx, d.Grammar, in.Src, recovery)
	if err != nil {
		return nil, err
	}
	e.t, e.nodes = t, t.Nodes
	e.b.Read(in)
	e.b.Enrich(in)
	e.enrich()
	e.merges = make(map[mergeKey]lang.DefID, len(t.Nodes)/32)
	e.keys = make(map[lang.NameID]int)
	f := e.b.F
	f.ErrorNodes, f.ErrorBytes = t.Errors()
	f.Doc = e.fileDoc()
	f.Generated = lang.Generated(in.Src)
	e.declare = isDeclaration(in.Path)
	if d.js {
		if err := e.readJSDoc(ctx, p); err != nil {
			return nil, err
		}
		e.typedefs()
	}
	e.statements(0)
	e.exportTypedefs()
	e.assignments()
	bound(f)
	e.exported()
	return e.b.Finish(), nil
}

// kind of node i.
func (e *extractor) kind(i uint32) kind {
	s := e.nodes[i].Sym
	if int(s) < len(e.d.kinds) {
		return e.d.kinds[s]
	}
	if e.nodes[i].Flags&ts.Error != 0 {
		return kError
	}
	return kOther
}

func (e *extractor) child(i uint32, f field) uint32 {
	if id := e.d.fields[f]; id != 0 {
		return e.t.Child(i, id)
	}
	return ts.NoNode
}

// childOf is the first child of kind k.
func (e *extractor) childOf(i uint32, k kind) uint32 {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) == k {
			return c
		}
	}
	return ts.NoNode
}

func (e *extractor) has(i uint32, k kind) bool { return e.childOf(i, k) != ts.NoNode }

// named is the n-th named child of i that is no comment.
func (e *extractor) named(i uint32, n int) uint32 {
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
			if n == 0 {
				return c
			}
			n--
		}
	}
	return ts.NoNode
}

func (e *extractor) text(i uint32) []byte { return e.t.Text(i) }

// name interns the text of a node: identifiers as they are, strings without
// their quotes.
func (e *extractor) name(i uint32) lang.NameID {
	switch e.kind(i) {
	case kString, kTemplateString:
		return e.b.NameBytes(unquote(e.text(i)))
	}
	return e.b.NameBytes(e.text(i))
}

// unquote drops the quotes around a string or template; escape sequences stay
// as written.
func unquote(s []byte) []byte {
	if len(s) >= 2 && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return bytes.Trim(s, "'\"`")
}

// missing says that the parser put the node in, so that its text is empty.
func (e *extractor) missing(i uint32) bool {
	return i == ts.NoNode || e.nodes[i].Start == e.nodes[i].End
}

// enter guards the recursion; every true needs a leave.
func (e *extractor) enter() bool {
	if e.depth >= maxDepth {
		e.b.F.Truncated = "too deep"
		return false
	}
	e.depth++
	return true
}

func (e *extractor) leave() { e.depth-- }

// span is a range of the source.
type span struct{ start, end uint32 }

func (e *extractor) span(i uint32) span { return span{e.nodes[i].Start, e.nodes[i].End} }

// spec describes a definition to make.
type spec struct {
	name   lang.NameID
	desc   lang.NameID // the descriptor where it is not name
	kind   lang.Kind
	suffix symbol.Suffix
	space  lang.Space
	flags  lang.DefFlags
	at     span // the identifier
	enc    span // the whole declaration
	scope  lang.ScopeID
	parent lang.DefID
}

// define makes a definition. A further definition of a symbol that the file
// has already becomes the Same as the first, where the language merges them.
func (e *extractor) define(s spec) lang.DefID {
	if e.typing {
		docless(&s)
	}
	if len(e.narrowed) > 0 && s.scope >= 0 {
		e.rebound(s.name)
	}
	id, d := e.b.Def(s.name, s.kind, s.suffix, s.at.start, s.at.end)
	d.Space, d.Flags, d.Desc, d.Scope, d.Parent = s.space, s.flags, s.desc, s.scope, s.parent
	d.EncStart, d.EncEnd = min(s.enc.start, s.at.start), max(s.enc.end, s.at.end)
	if s.flags&lang.Contextual != 0 {
		// The key is a use of the member that its place expects, if any.
		e.b.Ref(lang.Ref{Name: s.name, Start: s.at.start, End: s.at.end, Scope: e.scope, X: int32(id), Kind: lang.RefContext, Role: lang.Write, Space: lang.Value})
	}
	switch s.suffix {
	case symbol.None:
		// Call signatures are overloads of one member.
		if s.flags&lang.Member == 0 || s.kind != lang.KindMethod && s.kind != lang.KindConstructor || s.name == 0 || s.flags&lang.Contextual != 0 {
			return id
		}
	case symbol.Parameter, symbol.TypeParameter, symbol.Meta:
		return id
	}
	k := mergeKey{parent: lang.NoDef, scope: lang.NoScope, name: s.name, suffix: s.suffix, static: s.flags&lang.Static != 0}
	if s.desc != 0 {
		k.name = s.desc
	}
	if s.parent >= 0 {
		k.parent = e.b.F.Canonical(s.parent)
	}
	if s.flags&lang.Local != 0 {
		k.scope = s.scope
	}
	if first, ok := e.merges[k]; ok {
		d.Same = first
	} else {
		e.merges[k] = id
	}
	return id
}

// def is the definition id; the pointer is valid until the next define.
func (e *extractor) def(id lang.DefID) *lang.Def { return &e.b.F.Defs[id] }

// localFlag is Local where declarations are local to the file.
func (e *extractor) localFlag() lang.DefFlags {
	if e.local {
		return lang.Local
	}
	return 0
}

// newScope opens a scope for node i and makes it the current one.
func (e *extractor) newScope(k lang.ScopeKind, owner lang.DefID, i uint32) {
	e.scope = e.b.Scope(k, e.scope, owner, e.nodes[i].Start, e.nodes[i].End)
}

// ref adds a reference to a bare name.
func (e *extractor) ref(i uint32, role lang.Role, space lang.Space) lang.RefID {
	return e.refAs(i, e.name(i), role, space)
}

func (e *extractor) refAs(i uint32, name lang.NameID, role lang.Role, space lang.Space) lang.RefID {
	return e.b.Ref(lang.Ref{Name: name, Start: e.nodes[i].Start, End: e.nodes[i].End, Scope: e.scope, X: -1, Kind: lang.RefName, Role: role, Space: space})
}

// member adds a reference X.name.
func (e *extractor) member(i uint32, x lang.ExprID, role lang.Role, space lang.Space) lang.RefID {
	return e.b.Ref(lang.Ref{Name: e.name(i), Start: e.nodes[i].Start, End: e.nodes[i].End, Scope: e.scope, X: int32(x), Kind: lang.RefMember, Role: role, Space: space})
}

// key adds a reference to the property i of x in a pattern.
func (e *extractor) key(i uint32, x lang.ExprID) lang.RefID {
	return e.b.Ref(lang.Ref{Name: e.name(i), Start: e.nodes[i].Start, End: e.nodes[i].End, Scope: e.scope, X: int32(x), Kind: lang.RefKey, Role: lang.Read, Space: lang.Value})
}

func (e *extractor) unknown() lang.ExprID { return e.b.Expr(lang.ExprUnknown, -1) }

// nameExpr is the expression of the bare name i.
func (e *extractor) nameExpr(i uint32, role lang.Role, space lang.Space) lang.ExprID {
	if e.missing(i) {
		return e.unknown()
	}
	return e.b.Expr(lang.ExprName, int32(e.ref(i, role, space)))
}

// list links expressions; each gets a node of its own, for an expression may
// be an operand elsewhere.
func (e *extractor) list(es []lang.ExprID) lang.ExprID { return e.b.List(es) }

// assignments turns assignments to bare names into Assigns of the variables
// of this file that they mean.
func (e *extractor) assignments() {
	if len(e.pending) == 0 {
		return
	}
	type key struct {
		scope lang.ScopeID
		name  lang.NameID
	}
	f := e.b.F
	bound := make(map[key]lang.DefID, len(f.Defs))
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Scope >= 0 && d.Space&lang.Value != 0 {
			if _, ok := bound[key{d.Scope, d.Name}]; !ok {
				bound[key{d.Scope, d.Name}] = lang.DefID(i)
			}
		}
	}
	for _, a := range e.pending {
		for s := a.scope; s >= 0; s = f.Scopes[s].Parent {
			if d, ok := bound[key{s, a.name}]; ok {
				if f.Defs[d].Flags&lang.Binding == 0 {
					e.b.Assign(d, a.value)
				}
				break
			}
		}
	}
}

// any reads a node of any kind.
func (e *extractor) any(i uint32) {
	switch k := e.kind(i); {
	case k == kComment || k == kHashBang || k == kStatementIdentifier:
	case k >= kTypeIdentifier && k <= kExistentialType || k == kInterfaceBody:
		e.typ(i)
	case k >= kIdentifier && k <= kGeneratorFunction || k >= kJSXElement && k <= kJSXNamespaceName ||
		k >= kAsExpression && k <= kInstantiationExpression:
		e.expr(i)
	default:
		e.statement(i, modifiers{})
	}
}

// statements reads the children of i.
func (e *extractor) statements(i uint32) {
	end, saved := e.nodes[i].Next, e.end
	e.end = end
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named != 0 {
			e.any(c)
		}
	}
	e.end = saved
}

// objectKey makes the descriptor of an object literal's key: the text with a
// number, for a file may have many objects with that key.
func (e *extractor) objectKey(prefix string, i uint32) lang.NameID {
	text := e.b.Name(prefix + string(e.text(i)))
	n := e.keys[text]
	e.keys[text] = n + 1
	return e.b.Name(e.b.F.Name(text) + strconv.Itoa(n))
}

// isDeclaration says whether the file only declares (.d.ts, .d.mts, .d.cts).
func isDeclaration(path string) bool {
	for _, ext := range []string{".d.ts", ".d.mts", ".d.cts"} {
		if strings.HasSuffix(path, ext) {
			return true
		}
	}
	return false
}
