package lang

import (
	"strings"

	"codeintel/index/pos"
	"codeintel/index/symbol"
)

// Facts is what one file says by itself: no other file, no configuration and
// no clock has a part in it, so that a content hash is its whole key.
//
// It is a set of flat tables. Offsets are bytes from the start of the file,
// ranges are half-open. Ids are indices into the tables; -1 (NoDef, NoExpr …)
// means none. Name 0 is the empty string, scope 0 is the file itself.
type Facts struct {
	Names   []string
	Scopes  []Scope
	Defs    []Def
	Refs    []Ref // sorted by Start
	Exprs   []Expr
	Imports []Import
	Exports []Export
	Assigns []Assign
	Bases   []Base

	// Package is the name the file gives its own package (Go's package clause,
	// a PHP or Java namespace); "" where the language has none.
	Package string
	// PackageAt is the range of that name, both 0 when there is none.
	PackageAt [2]uint32
	// ErrorNodes counts the places the grammar could not read, ErrorBytes
	// their length.
	ErrorNodes, ErrorBytes int
	// Truncated says why the facts are not those of the whole file
	// ("time limit", "too deep" …); "" when they are.
	Truncated string
	// Generated: the file says that a program wrote it.
	Generated bool
	// Doc is the file's own documentation comment.
	Doc string
	// Surface is what other files can see of this one, in the order of the text,
	// in languages that check themselves (Language.Check). Two versions of a file
	// in which it says the same differ in nothing that other files depend on but
	// in where things stand. Empty where it is not known.
	Surface []Shown
	// Rich is what chunks need besides; nil unless Input.Rich asked for it. It is
	// never stored.
	Rich *Rich
}

// Shown is a declaration as other files see it.
type Shown struct {
	// Def is the definition; NoDef for what the file says of itself.
	Def DefID
	// Hash is of all that can be seen.
	Hash uint32
}

// Ids into the tables of one Facts.
type (
	NameID   uint32
	ScopeID  int32
	DefID    int32
	RefID    int32
	ExprID   int32
	ImportID int32
)

// No entry.
const (
	NoScope  ScopeID  = -1
	NoDef    DefID    = -1
	NoRef    RefID    = -1
	NoExpr   ExprID   = -1
	NoImport ImportID = -1
)

// ScopeKind says what a scope is the body of.
type ScopeKind uint8

// Kinds of scopes.
const (
	ScopeFile ScopeKind = iota
	ScopeNamespace
	ScopeClass // names bound here are seen directly inside, not from nested functions
	ScopeFunction
	ScopeBlock
	ScopeTypeParams // encloses a declaration's signature and body
	ScopeComprehension
	// ScopeMembers: a bare name that nothing inside binds means a member of an
	// instance of Owner, where it has one so called (a template of a component).
	ScopeMembers
)

// Scope is a region in which bare names are bound. A name is looked up in the
// scope of its Ref, then in each parent; the place in the text does not
// matter, extractors put a binding where the language's hoisting rules put it.
type Scope struct {
	Kind   ScopeKind
	Parent ScopeID
	// Owner is the class, function or namespace whose body it is; of the file's
	// scope the class whose instance its code outside classes runs in.
	Owner      DefID
	Start, End uint32
}

// Space is a set of the name spaces of a language: TypeScript keeps types,
// values and namespaces apart, most languages have one.
type Space uint8

// Name spaces.
const (
	Value Space = 1 << iota
	Type
	Namespace
	// Method is what is called, in languages that keep it apart from variables
	// (Java); no part of AnySpace, which is for those that don't.
	Method
	AnySpace = Value | Type | Namespace
)

// DefFlags are properties of a definition.
type DefFlags uint32

// Flags of definitions.
const (
	// Local: nobody outside this file can name it; SCIP "local N".
	Local DefFlags = 1 << iota
	// Binding: the name an import binds; it stands for its target and is no
	// definition of its own in any output.
	Binding
	// Member: found through its Parent (x.name), not through a scope. Members
	// have Scope == NoScope unless the class body binds them too (Python).
	Member
	// Static: a member of the class itself, not of its instances.
	Static
	// Param: a parameter; the parameters of a function are the Defs with
	// Parent == function and this flag, in order.
	Param
	// Getter: a member that is called by being read (property, get accessor). A
	// Binding that is one stands for what calling its value gives.
	Getter
	Optional // may be absent or nil
	Rest     // *args, ...rest
	KwRest   // **kwargs
	KwOnly   // only by keyword
	Async
	Generator
	Abstract
	Exported // the language lets other files see it
	Default  // the default export
	// Synthetic: has no identifier in the text (an anonymous object type, a
	// module); Start == End. It is an output only if it has a Suffix.
	Synthetic
	// SelfParam: the receiver parameter (self, cls, Go receivers).
	SelfParam
	// ClassMethod: a method whose receiver is the class (cls).
	ClassMethod
	// Const: never assigned again.
	Const
	// Structural: an object type or literal whose members are compared by
	// shape (anonymous types).
	Structural
	// Test: code of a test.
	Test
	// Contextual: an object literal's key; its meaning may come from the type
	// that the context expects.
	Contextual
	Deprecated
	// Elsewhere: stands for a container that another file of the same package
	// defines (the type of a Go method's receiver). It gives its members their
	// place in a symbol; it is Synthetic and no output itself, and its members
	// are those of the package's type of that name.
	Elsewhere
	// Open: references of the kind RefOpen find it from any file, whatever its
	// language (a style sheet's class). They call it by Facts.OpenName.
	Open
	// Declared: says that the thing exists, which another place defines (a
	// prototype, an extern variable).
	Declared
	// Forward: an Open definition that stands for the values assigned to it: what
	// leads to it leads to them too (the name of a route to what handles it).
	Forward
	// Agreed: one of several places that give a thing its value (what renderings of a
	// template hand it under a name). The value is known only where all of them that
	// have one agree on its type.
	Agreed
)

// Def is one definition: a name bound in a scope, a member of a container, or
// both.
type Def struct {
	Name       NameID
	Kind       Kind
	Suffix     symbol.Suffix // its descriptor; None means no symbol of its own
	Space      Space
	Flags      DefFlags
	Disamb     uint16 // disambiguator: 0 none, n writes "+n"
	Desc       NameID // descriptor's name where it is not Name, else 0
	Key        NameID // what references look it up by where that is not Name (Rules.Fold), else 0
	Start, End uint32 // the identifier
	EncStart   uint32 // the whole declaration, documentation excluded
	EncEnd     uint32
	Scope      ScopeID // where the name is bound, NoScope when only a member
	Parent     DefID   // the container its symbol hangs under, NoDef for the file; of a KindLambda the function around it, or NoDef
	Body       ScopeID // scope of its body, NoScope when none
	// Type is the declared type (of a function: the return type). For an alias
	// (type A = B) it is B.
	Type ExprID
	// Same is the first definition of the same symbol in this file, when this
	// one is a further one (overloads, declaration merging, a second
	// assignment that the language counts as a definition); else NoDef.
	Same DefID
	Sig  string // one line of source that declares it; "" for most locals
	Doc  string // documentation, comment markers removed
}

// Role is what a reference does, a set.
type Role uint8

// Roles of references.
const (
	Read Role = 1 << iota
	Write
	Call
	ImportRole
	TypeRole // names a type
	Inherit  // in the list of base types
	Decorate
	// TemplateRole: it stands in a template. Facts have it where only a part of the
	// file is one (Builder.Template), else Language.Template says it.
	TemplateRole
)

// String lists the roles, comma-separated: "read,call"; "" for none.
func (r Role) String() string {
	var names []string
	for i, name := range roleNames {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// RefKind says how to find what a reference means.
type RefKind uint8

// Kinds of references.
const (
	// RefName: a bare name; looked up from Scope outwards.
	RefName RefKind = iota
	// RefMember: X.name; X (in the field X) is the receiver's ExprID.
	RefMember
	// RefKeyword: a keyword argument; X is the ExprID of the Call.
	RefKeyword
	// RefImport: the imported name in an import (the a of "from m import a",
	// of "import {a} from 'm'"); X is the ImportID.
	RefImport
	// RefModule: a module specifier or one dotted part of it; X is the
	// ImportID, N the number of leading parts that it stands for (0: all).
	RefModule
	// RefDef: this file's definition X itself (a later assignment).
	RefDef
	// RefKey: a key in an object literal or a destructuring pattern; X is the
	// expression whose type has the member, NoExpr when unknown.
	RefKey
	// RefExport: a name in a re-export with a source (export {a} from 'm');
	// X is the ImportID.
	RefExport
	// RefContext: the key at which the Contextual definition X stands. Where its
	// place expects a type with a member of that name, the key is a use of the
	// member and the definition yields; else the reference means nothing.
	RefContext
	// RefOpaque: resolved by the language's own Checker only.
	RefOpaque
	// RefOpen: a name that languages share. With N == 0 it is looked up like a
	// RefName first. With N == 1 it means all Open definitions of that name in
	// this file and in the files that it takes whole (ImportStar, ImportEffect),
	// and those take. Where that finds nothing, all Open definitions of that name
	// in the repository are possible. With N == OpenSure it means these, certainly.
	// With N == OpenTaken it is as with 1, and nothing else is possible. A definition
	// at the same place is none that it means.
	RefOpen
)

// Values of Ref.N for frameworks.
const (
	// OpenSure is that of a RefOpen whose name says all. A RefMember with it means
	// nothing where its receiver is unknown.
	OpenSure = 2
	// OpenMounted is OpenSure for names that begin with what the place where a file
	// is loaded says (Reading.Mount).
	OpenMounted = 3
	// OpenTaken is that of one which means nothing but what its file takes.
	OpenTaken = 4
)

// Ref is one use of a name.
type Ref struct {
	Name       NameID
	Start, End uint32
	Scope      ScopeID
	X          int32
	Kind       RefKind
	Role       Role
	Space      Space
	N          uint8
}

// Places are where the definitions and references of a file stand, by their numbers,
// its package clause (Facts.PackageAt) and its lines: what most answers need of most
// files.
type Places struct {
	Defs, Refs []Place
	PackageAt  [2]uint32
	Lines      pos.Lines
}

// Place is where a definition or a reference of a file stands, in bytes. Role is that
// of a reference, 0 of a definition. Open: it is a reference that may be by a name which
// says all, or to a module (Ref.IsOpen).
type Place struct {
	Start, End uint32
	Role       Role
	Open       bool
}

// IsOpen says whether other languages, or a framework, may give what r means: it is a
// RefOpen or a RefModule, or a member whose name says all.
func (r *Ref) IsOpen() bool {
	return r.Kind == RefOpen || r.Kind == RefModule || r.Kind == RefMember && r.N >= OpenSure
}

// ExprKind is the operator of an Expr.
type ExprKind uint8

// Kinds of expressions. N, A and B are the fields of Expr; lists hang on the
// first element's Next.
const (
	ExprUnknown ExprKind = iota
	ExprName             // N: RefID of the bare name
	ExprMember           // A: receiver, N: RefID of the member's name
	ExprIndex            // A[B…]; in type position of Python also generics
	ExprCall             // A: callee, B: first argument
	ExprNew              // A: class, B: first argument
	ExprThis             // N: ScopeID it stands in
	ExprSuper            // N: ScopeID it stands in
	ExprString           // literals
	ExprNumber
	ExprBool
	ExprNull
	ExprBytes
	ExprRegexp
	ExprArray    // A: first element
	ExprTuple    // A: first element
	ExprDict     // A: first key, its Next the value, and so on
	ExprSet      // A: first element
	ExprObject   // N: DefID of the synthetic Def that holds the members
	ExprFunc     // N: DefID of the function or lambda
	ExprClass    // N: DefID of a class expression, or a class as a value
	ExprAwait    // A
	ExprYield    // A
	ExprCond     // A or B (conditional, ||, ??, or)
	ExprBoth     // A and B (&&)
	ExprBinary   // A op B, arithmetic; type of A unless the language says else
	ExprCompare  // a boolean
	ExprCast     // A as the type B
	ExprNonNull  // A!
	ExprSpread   // ...A
	ExprElem     // an element of iterating A
	ExprKeyOf    // a key of iterating A (for … in)
	ExprNth      // element N of the tuple or array A
	ExprProp     // property named NameID N of A (destructuring)
	ExprRestOf   // what is left of A
	ExprEntered  // with A as x: the result of __enter__
	ExprRequire  // N: ImportID: the module as a value (require, import())
	ExprTypeArgs // A<B…>: a value or type with explicit type arguments
	ExprConst    // A as const
	ExprKeyword  // a keyword argument: N: RefID (-1: **A), A: value
	ExprClassOf  // type(A), A.__class__, A::class
	ExprDef      // N: DefID of this file: its value
	ExprExpect   // A, where the type B is expected (satisfies); has the type of A

	// In type position.
	ExprUnion     // A: first
	ExprIntersect // A: first
	ExprArrayOf   // A[]
	ExprOptional  // A or nothing
	ExprFuncType  // N: DefID of the synthetic function (parameters, Type)
	ExprTypeOf    // typeof A: the type of the value A
	ExprKeysOf    // keyof A
	ExprIndexed   // A[B] on types
	ExprPrim      // N: NameID of a primitive type's name
	ExprCondType  // A: the then type, B: the else type, N: ExprID of the test (an ExprExpect), -1 when unknown
	ExprMapped    // A: constraint, B: value type, N: NameID of the key's parameter, -1 for none
	ExprPromise   // what awaiting A gives is A: the result of an async function
	ExprReadonly  // A
	ExprGuard     // x is A: a boolean
	ExprStringTy  // a type written in a string: A
	ExprClassTy   // the class A itself, not its instances (class-string<A>)

	ExprHeld // A, or what it holds where it is a holder (Rules.Holders)
	ExprMap  // a literal with keys, of whose elements nothing is known
	ExprOpen // N: NameID of an open name: what the Forward definitions of it stand for
	// ExprMagic is what a framework makes of values. N: NameID of its name in
	// Magic.Values, A: first value.
	ExprMagic
	// ExprAsked is A, or where that is a function what calling it gives (a template's
	// {{ a.b }}).
	ExprAsked
	// ExprWhere is A where the test B holds, or, with N == 1, where it does not.
	ExprWhere
	// ExprIs is a test: member NameID N of the value is one of the literals and members of
	// enumerations A…; with N < 0 it is what IsInstance … say.
	ExprIs
)

// What an ExprIs with N < 0 tests.
const (
	IsInstance = -1 - iota // the value is an instance of the class A
	IsGuarded              // one of the calls A… says what the value is (x is T)
	IsTypeof               // its kind of type is one of the strings A… (TypeScript's typeof)
	IsWith                 // it has the member that the string A names
)

// Expr is a node of the small expression language that types are inferred
// from.
type Expr struct {
	Kind ExprKind
	N    int32
	A, B ExprID
	Next ExprID // next element of the list it is in
}

// Import is one name, or one star, that a file takes from a module.
type Import struct {
	Module NameID // the specifier as written, without quotes and leading dots
	Level  uint8  // Python: number of leading dots
	// Name is the imported name; 0 means the module itself. Star imports and
	// default imports have Kind set.
	Name  NameID
	Kind  ImportKind
	Local DefID // the Binding, NoDef when there is none (side effect, star, re-export)
	Scope ScopeID
	// TypeOnly: import type.
	TypeOnly bool
	// Family names the languages whose Project knows what Module means, where
	// these are not the file's own: those of a language embedded in it.
	Family string
}

// ImportKind says what of the module is imported.
type ImportKind uint8

// Kinds of imports.
const (
	ImportNamed   ImportKind = iota // Name
	ImportModule                    // the module itself (import * as x; import a.b as x; require)
	ImportRoot                      // Python's "import a.b": binds a
	ImportStar                      // all names into Scope
	ImportDefault                   // the default export
	ImportEffect                    // nothing
	ImportEquals                    // import x = require("m"); import x = A.B (Value of the binding)
)

// Export is one name that other files can import from this one, where the
// language has explicit exports. Languages without them (Python) export the
// file scope.
type Export struct {
	Name NameID // the name outsiders use; "default" for the default; 0 with Star
	Kind ExportKind
	Def  DefID    // ExportLocal where the definition is known
	Ref  RefID    // ExportLocal by name: the RefName that stands for it
	From ImportID // ExportFrom, ExportStar, ExportStarAs
	Expr ExprID   // ExportValue: export default <expression>; export =
}

// ExportKind says where an exported name comes from.
type ExportKind uint8

// Kinds of exports.
const (
	ExportLocal  ExportKind = iota // export {a}, export const a
	ExportFrom                     // export {a as b} from 'm': the name in m is From's Name
	ExportStar                     // export * from 'm'
	ExportStarAs                   // export * as ns from 'm'
	ExportValue                    // export default <expression>
	ExportEquals                   // export = x; module.exports = x
)

// Assign is one value that flows into a definition: the initialiser and later
// assignments, in order.
type Assign struct {
	Def   DefID
	Value ExprID
}

// BaseKind says what a Base is.
type BaseKind uint8

// Kinds of bases and other lists that hang on a definition.
const (
	BaseExtends BaseKind = iota
	BaseImplements
	BaseMixin     // traits, embedded structs
	BaseDecorator // a decorator or annotation
	BaseReturn    // the value of a return statement of a function
	BaseYield     // the value of a yield
	BaseBound     // the bound of a type parameter
	BaseDefault   // the default of a type parameter
	BaseMetaclass
	BaseDelegate // members are found there too, last; it is no supertype (@mixin)
	// BaseAnyOf is an open name (ExprOpen): members are found in any of what its Forward
	// definitions stand for, each of which may be what is meant (the renderings of a
	// template). A member's type is known where all that have it agree.
	BaseAnyOf
	BaseKeyed // what an object literal has under a key that is worked out ([k]: v)
)

// Base attaches an expression to a definition. Sorted by Def; in textual order
// for each.
type Base struct {
	Def  DefID
	Kind BaseKind
	Expr ExprID
}

// Name returns the text of an id.
func (f *Facts) Name(id NameID) string { return f.Names[id] }

// OpenName is the name by which a RefOpen finds definition d: its Key, else that of
// its descriptor.
func (f *Facts) OpenName(d DefID) NameID {
	if n := f.Defs[d].Key; n != 0 {
		return n
	}
	if n := f.Defs[d].Desc; n != 0 {
		return n
	}
	return f.Defs[d].Name
}

// Callable says whether d is a function of any kind.
func (d *Def) Callable() bool {
	switch d.Kind {
	case KindFunction, KindMethod, KindStaticMethod, KindAbstractMethod, KindConstructor, KindLambda, KindGetter, KindSetter, KindMacro:
		return true
	}
	return false
}

// Around is the scope of the code that s stands in: its parent; but where a function
// without a name doesn't see the variables around it (a closure of PHP), which its
// Parent says, the body of that function. NoScope for the scope of the file.
func (f *Facts) Around(s ScopeID) ScopeID {
	sc := &f.Scopes[s]
	if sc.Kind == ScopeFunction && sc.Owner >= 0 {
		if d := &f.Defs[sc.Owner]; d.Kind == KindLambda && d.Parent >= 0 && f.Defs[d.Parent].Body > sc.Parent {
			return f.Defs[d.Parent].Body
		}
	}
	return sc.Parent
}

// LookupName is the name by which references find d.
func (d *Def) LookupName() NameID {
	if d.Key != 0 {
		return d.Key
	}
	return d.Name
}

// Size is about how many bytes the facts take in memory.
func (f *Facts) Size() int64 {
	return 512 + 32*int64(len(f.Names)) + 20*int64(len(f.Scopes)) + 160*int64(len(f.Defs)) + 36*int64(len(f.Refs)) +
		28*int64(len(f.Exprs)) + 40*int64(len(f.Imports)+len(f.Exports)) + 16*int64(len(f.Assigns)+len(f.Bases))
}

// Canonical follows Same: the first definition of d's symbol.
func (f *Facts) Canonical(d DefID) DefID {
	if s := f.Defs[d].Same; s >= 0 {
		return s
	}
	return d
}
