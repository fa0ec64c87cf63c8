// Package lang says what a language is: how a file becomes Facts, and the
// rules by which the names in them are resolved. Each language is a folder
// below this one; index/lang/all lists them.
package lang

import (
	"context"
	"io/fs"
	"strings"
	"sync"

	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// Language is a value that holds all that the engine knows of one language.
type Language struct {
	// Name in lower case as in SCIP's Language enum where it has one
	// (go, python, typescript, typescriptreact, javascript, javascriptreact).
	Name string
	// SCIPName is the string written to SCIP documents ("Go", "TypeScriptReact").
	SCIPName string
	// Family groups languages that import one another; they share one Project.
	Family string
	// Extensions with the dot, lower case; the longest match wins.
	Extensions []string
	// Filenames are whole names of files, lower case; they go before extensions.
	Filenames []string
	// Owns says whether it reads the file at a path, relative to the repository, that
	// no language has by its name or extension; nil for none. Owned are patterns of
	// such paths, for people to read.
	Owns  func(path string) bool
	Owned []string
	// Interpreters are the names after #! that mark a file without extension.
	Interpreters []string
	// Depth is how far the language is understood.
	Depth Depth
	// Served reports that language servers made for it are in common use. A server for
	// another language of its family knows its files, too.
	Served bool
	// Version changes whenever Extract's result for some input does.
	Version int
	// Extract makes the facts of one file. It never fails for bad syntax:
	// only for a cancelled or timed-out parse.
	Extract func(ctx context.Context, p *ts.Parser, in Input) (*Facts, error)
	// Open reads the family's configuration in the repository.
	Open func(ctx context.Context, files Files, deps Deps) (Project, error)
	// Check resolves the whole family itself (Go); nil for languages that the
	// shared engine resolves.
	Check func(ctx context.Context, in CheckInput) error
	// Note makes of facts what Check asks of those of most files, while they are at hand:
	// they need not be read again for it. Nothing of the facts may be kept in it. nil
	// where there is no such thing.
	Note func(f *Facts) any
	// Words are the names and the comments of a text without errors, each in the order of
	// the text, told without a parse: the same as Extract makes known to Rich, but for
	// what stands in texts. Nil where that can't be done.
	Words func(src []byte) (names, comments []Span)
	// Sources are the files beside the repository that may define an external symbol,
	// those that most likely do first; none for a symbol of another family, and where
	// no such files are at hand. Nil where that is never known.
	Sources func(s *Sought) []Source
	// Universe is the package, for Sources, of a file that says for people to read what
	// Rules.Predeclared are: none of it is a symbol in the index.
	Universe symbol.Symbol
	// Prelude is declarations of built-in modules, written by us: the engine
	// follows types through them, and their symbols are external. Nil for none.
	Prelude func() []Prelude
	// Chunks says which definitions are chunks; the zero value means none.
	Chunks Chunking
	// Rules steer the shared engine.
	Rules Rules
	// Frameworks that read the files of the language.
	Frameworks []*Framework
	// Signatures is the name of the language in whose syntax the signatures are that its
	// files' scripts declare, "" for its own.
	Signatures string
	// Template: its files are templates as a whole; see TemplateRole.
	Template bool
	// FileNames are what people call the file at a path, the usual name first; nil
	// where that is its path only.
	FileNames func(path string) []FileName
	// Specifier takes apart the specifiers of imports that are no paths: what is
	// named, and its name ("view", "users.index"). It is false for others; nil where
	// there are no such specifiers.
	Specifier func(spec string) (kind, name string, ok bool)
}

// Depth is how far a language is understood.
type Depth int

// Depths, from the language that is understood most.
const (
	// DepthTypes: scopes, imports and members, through inferred types.
	DepthTypes Depth = iota
	// DepthChecked: as the language's own type checker says.
	DepthChecked
	// DepthScopes: names by scope and import; there are no members.
	DepthScopes
	// DepthNames: definitions, and names within a file by scope; across files a
	// name leads to the definitions of that name, marked possible.
	DepthNames
)

// String says what a depth is, in a few words.
func (d Depth) String() string {
	switch d {
	case DepthTypes:
		return "types"
	case DepthChecked:
		return "checker"
	case DepthScopes:
		return "scopes"
	case DepthNames:
		return "names"
	}
	return "unknown"
}

// Prelude is the declarations of one external module.
type Prelude struct {
	Module Module // External; Name is what imports of it resolve to
	Input  Input
	// Global: every file sees what it declares. Other declarations are read
	// only where some file imports the module.
	Global bool
	// Within are beginnings of names: Global declarations that have some are read only
	// where a file has a name that begins so. Their package is the one that the project
	// finds such names in (Outsider), that of Module where it finds none.
	Within []string
}

// Input is one file to extract.
type Input struct {
	Path string // relative to the repository, with /
	Src  []byte // valid UTF-8 is not required
	// Language of the file, whose frameworks read it; nil for none.
	Language *Language
	// Rich asks for Facts.Rich.
	Rich bool
	// Room is memory for what is needed while the facts are made; nil for other.
	Room *Room

	syntax *Syntax // what ReadSyntax makes
}

// Divided says whether somebody asks for the parts of the text (ReadSyntax): where the
// nodes of a tree that no facts come from are left out, they are needed then.
func (in *Input) Divided() bool { return in.syntax != nil }

// Rules are the points on which languages differ in name resolution.
type Rules struct {
	// FileScopeExports: every name bound in the file scope can be imported
	// (Python); else only Facts.Exports.
	FileScopeExports bool
	// Shared is the key of the scope that a file's top-level names share with
	// other files (a Go package, TypeScript's global scripts); "" for none.
	Shared func(path string, f *Facts) string
	// SharedInFolder: Shared is the same for files of one folder only, and there are no
	// preludes in it.
	SharedInFolder bool
	// Shares says whether a file's own top-level names are in the scope that
	// Shared names; nil for always.
	Shares func(f *Facts) bool
	// Augments says whether a definition may be one of several declarations of a thing,
	// others of which are outside of the repository (declare global); nil for never.
	Augments func(f *Facts, d DefID) bool
	// Closed says whether other files can name of a file's own scope only what it
	// exports (a module of ECMAScript); nil for never.
	Closed func(f *Facts) bool
	// C3: method resolution order is Python's C3; else depth first.
	C3 bool
	// DeclaredFirst: what a class declares (methods, properties, annotated
	// variables) goes before what is only assigned, in its bases too (Python).
	DeclaredFirst bool
	// ClassesImplement: only classes implement; an interface that extends another
	// does not, nor do its fields (TypeScript, as scip-typescript has it).
	ClassesImplement bool
	// StaticsApart: an instance does not see the class's static members, nor the
	// class its instances' (TypeScript); else both see all (Python).
	StaticsApart bool
	// Widen: the type of a variable without annotation is the union of all
	// values assigned to it; else that of the first.
	Widen bool
	// Filled: where a function declares that it returns a class with type parameters
	// and does not say them, the values that it returns do.
	Filled bool
	// Builtins are names that every file sees, mapped to the external symbol
	// they stand for.
	Builtins func(name string) (Module, string, bool)
	// ConstructorNames are looked up in a class for ExprNew and calls of it.
	ConstructorNames []string
	// NewIsConstructor: a reference at new X() means the constructor where it
	// is declared (TypeScript).
	NewIsConstructor bool
	// Element maps a generic container's last name to the index of the type
	// argument that iterating it gives ("Array": 0, "Map": 1 …).
	Element map[string]int
	// Awaitable are the generics that awaiting unwraps ("Promise", "Awaitable").
	Awaitable map[string]int
	// Wrappers are generics that are as good as their argument for member
	// access ("Optional", "Readonly", "Partial", "Annotated", "ClassVar" …).
	Wrappers map[string]int
	// Unions are generics that mean any of their arguments ("Union").
	Unions map[string]bool
	// Callables are generics of functions, mapped to the index of the type
	// argument that calling gives ("Callable": 1).
	Callables map[string]int
	// TypeVars are the functions whose result, assigned to a name, makes that
	// name a type parameter ("TypeVar"), Generics the bases that list a
	// class's type parameters ("Generic", "Protocol").
	TypeVars, Generics map[string]bool
	// Literals maps the kind of a literal to the built-in type that it has
	// (ExprString: "str"); it is looked up through Builtins.
	Literals map[ExprKind]string
	// GlobalObject is the name of the value whose members are the names that all files
	// share (globalThis).
	GlobalObject string
	// OwnExports is the name by which a file reads what it exports, by itself and as a
	// member of OwnModule, where it calls nothing else so (CommonJS: exports,
	// module.exports).
	OwnExports, OwnModule string
	// ReadonlyArray is the built-in class of an array that is declared as readonly, ""
	// where that is the class of all arrays.
	ReadonlyArray string
	// Tuples are generics of which each argument is an element ("Tuple").
	Tuples map[string]bool
	// Predeclared are the names that the language itself declares and that have
	// no symbol (Go's nil, string).
	Predeclared map[string]bool
	// Prims maps the name of a primitive type (ExprPrim) to the kind of literal
	// whose built-in class has its members.
	Prims map[string]ExprKind
	// Implied maps names of primitive types (ExprPrim) that no text can write to the
	// built-in class that they are ("arguments": "IArguments").
	Implied map[string]string
	// WholeRest: the declared type of a rest parameter is that of all of its values
	// together (TypeScript); else that of each.
	WholeRest bool
	// ExpectedResult: type parameters of a function that the arguments of a call do not
	// say are those of the type that the place of the call expects (TypeScript).
	ExpectedResult bool
	// CallMember is the member that calling an instance calls ("__call__"),
	// NewMember what new calls on a value that is no class, IndexMember what
	// indexing calls ("__getitem__"); "" where there is none.
	CallMember, NewMember, IndexMember string
	// IterMembers are tried in order to iterate over an instance ("__iter__",
	// "__next__"): the first gives the iterator, the others its elements.
	// EnterMembers are tried for ExprEntered ("__enter__", "__aenter__").
	IterMembers, EnterMembers []string
	// IterBases are generic bases of a prelude, by name, with the index of the
	// type argument that iterating over an instance gives; they count where the
	// members say nothing (PHP's Traversable).
	IterBases map[string]int
	// EnumBases are external base classes that make a class an enumeration.
	EnumBases map[string]bool
	// MergedInterfaces: interfaces and classes of one name in a shared scope are
	// one, with the members and bases of all (TypeScript).
	MergedInterfaces bool
	// IndexedMembers: a member that a type does not declare is what its index
	// member gives (TypeScript's index signatures).
	IndexedMembers bool
	// SliceKeeps: indexing by an expression that is no plain value (a slice)
	// gives the sequence itself.
	SliceKeeps bool
	// ClassWrappers are generics that mean the class itself ("Type", "type").
	ClassWrappers map[string]int
	// Textual: a star import puts the text of a file in the importing one's place
	// (#include): what any file that can be reached so defines is visible.
	Textual bool
	// ByName: a bare name that nothing visible binds may mean the definitions of
	// that name in other files, those of the same folder before others; the
	// links say Possible.
	ByName bool
	// Memberless: ByName does not offer members of a container.
	Memberless bool
	// Fold maps the name of a reference to the Def.Key that it means, where names
	// are compared otherwise than letter by letter; nil for the name itself. It
	// applies to shared scopes and members; names that the file's own scopes bind
	// are taken as they are.
	Fold func(name string) string
	// Nearest: where several files define a name of a shared scope, the
	// definitions of the file itself hide those of the repository, and those hide
	// the preludes'; else all of them are one.
	Nearest bool
	// Alternatives separates the names in a Ref.Name that are tried in order in
	// the shared scope (PHP: a function of the namespace, else a global one); ""
	// where names are single.
	Alternatives string
	// Descriptor is how an external symbol that a Ref names is written, with its
	// kind; nil where that must be guessed from the use.
	Descriptor func(name string) (symbol.Descriptor, Kind)
	// Interfaces: a class has the members of the interfaces that it implements
	// too, behind those of its base classes.
	Interfaces bool
	// ImplicitBases are the built-in classes that all classes of a kind have as
	// their last base (PHP's enumerations).
	ImplicitBases map[Kind]string
	// Spaces: variables, types and methods of one name live side by side, and a
	// reference means what its Space says. One with several spaces means the
	// first of variable, type and package that there is.
	Spaces bool
	// ImplicitMembers: a bare name means a member of a class around it, of its
	// own or inherited, where no scope further in binds it.
	ImplicitMembers bool
	// Overloads: callables of one name are definitions of their own, inherited
	// ones among them; a call means the one that its arguments fit best.
	Overloads bool
	// FunctionalInterfaces: a function is an instance of any interface with one
	// abstract method.
	FunctionalInterfaces bool
	// IterBase is the built-in class whose first type argument is what iterating
	// over an instance gives ("Iterable").
	IterBase string
	// ClassObject is the built-in class of the values of ExprClassOf, with the
	// class as type argument ("Class").
	ClassObject string
	// Selves are words that mean the class around, or one that it is derived from,
	// whatever that is called.
	Selves map[string]bool
	// Shorthand is written between the two names of a property and a value that have
	// one in common where it is written once ({a}, {a: b}); "" where there are no such.
	Shorthand string
	// Holders maps the last names of classes whose instances stand for what a
	// member of them holds to that member (Vue's Ref: "value"); ExprHeld is it.
	Holders map[string]string
	// Primitives are the types that are no classes; nil for none.
	Primitives *Primitives
}

// Primitives are types of values that are no objects (Java's int).
type Primitives struct {
	// Boxes maps the name of each to the built-in class of its boxed values.
	Boxes map[string]string
	// Widens says whether a value of type from is accepted as one of type to.
	Widens func(from, to string) bool
	// Arithmetic is the type of an operation on values of types a and b, each a
	// primitive type or the name of a built-in class, "" where it is unknown.
	Arithmetic func(a, b string) string
}

// Written is the name of a reference as people write it: the first of its
// alternatives, without the marks that only look-ups need.
func (r *Rules) Written(name string) string {
	if r.Alternatives != "" {
		name, _, _ = strings.Cut(name, r.Alternatives)
	}
	if r.Descriptor != nil {
		d, _ := r.Descriptor(name)
		return d.Name
	}
	return name
}

// Files is the repository as scanned: regular files that are not ignored.
type Files interface {
	// Paths, sorted, relative, with /.
	Paths() []string
	Has(path string) bool
	// Read returns the content as it was when the repository was scanned.
	Read(path string) ([]byte, error)
}

// ReaderInto is what Files may be, too, for those who need a content for a short time.
type ReaderInto interface {
	// ReadInto is Read into the memory of room, where it is larger than the content and
	// this is not in memory already. It must not be changed in any case.
	ReadInto(room []byte, path string) ([]byte, error)
}

// Deps are read-only trees outside the repository's own files. A nil FS is
// absent: everything works without them, with fewer external symbols.
type Deps struct {
	// Repo is the repository's folder with ignored files too (node_modules,
	// vendor).
	Repo fs.FS
	// GoRoot is GOROOT, GoModCache the module cache.
	GoRoot, GoModCache fs.FS
	// GoVersion is the version of GoRoot ("go1.26.8").
	GoVersion string
	// Python are the folders of modules of the machine's Python, in the order in which
	// it looks. Only Language.Sources has them: what is indexed does not depend on them.
	Python []fs.FS
}

// Module is what an import specifier means.
type Module struct {
	// Name is the module's canonical name within its family: the dotted name
	// in Python, the path without extension in TypeScript.
	Name string
	// Files of the repository that make it up, the implementation first. Empty
	// for namespace packages and externals.
	Files []string
	// Dir is set for a Python namespace or package: submodules lie in it.
	Dir string
	// External: it lies outside the repository, in Package; Path is the
	// descriptor prefix of its symbols.
	External bool
	// Family is that of the project which names its symbols; the engine fills it in.
	Family  string
	Package symbol.Package
	Path    []symbol.Descriptor
	// Declared is the file that declares an external module (Declarer), "" where none
	// is to be had.
	Declared string
	// Self are the descriptors after Path of the module's own symbol, where an
	// external module has one other than Path alone.
	Self []symbol.Descriptor
	// Shared is the key of the scope (see Rules.Shared) that holds the module's
	// names, "" when it has none: a package whose files only they themselves tell.
	// What is not found there is external.
	Shared string
	// Outer is the module around one that has Shared, Last its name there: where
	// no file shares the scope, the module may be a type of Outer.
	Outer *Module
	Last  string
	// Asked are hashes of the paths that were looked for on the way, whether there is
	// such a file or not: as long as no such file comes or goes the specifier means the
	// same. Those of a family whose names are looked up in all its files
	// (Rules.ByName, Rules.Textual) may be left out. A module that is not Found may
	// have them.
	Asked []uint32
}

// What a look-up may leave in Module.Asked:
//
//	PathHash(path)                     is there such a file
//	PathHash(AnyFolder + last)         is there one whose path ends so, in any folder
//	StemHash(path)                     is there one that differs in its extensions only
//	StemHash(AnyFolder + last)         the same, in any folder
//	StemHash(AnyFolder + folder/last)  the same, in any folder so called
//	FolderHash(path)                   is there one in the folder, or below
//	FolderHash(AnyFolder + last)       the same, in any folder so called

// AnyFolder before the last part of a path makes the PathHash of a look for it in
// all folders.
const AnyFolder = "*/"

// Of FNV-1a with 32 bits.
const (
	fnvStart = uint32(2166136261)
	fnvPrime = 16777619
)

// PathHash stands for a path in Module.Asked.
func PathHash(path string) uint32 {
	h := fnvStart ^ '/' // no name of a member begins so
	h *= fnvPrime
	for i := range len(path) {
		h = (h ^ uint32(path[i])) * fnvPrime
	}
	return h
}

// StemHash stands in Module.Asked for the files with a path but for their extensions,
// from any of its dots on: a look for a, a.ts and a.d.ts is one.
func StemHash(path string) uint32 { return PathHash(path + ".*") }

// FolderHash stands in Module.Asked for what lies in a folder, at any depth.
func FolderHash(path string) uint32 { return PathHash(path + "/") }

// Found says whether the specifier means anything.
func (m *Module) Found() bool { return m != nil && (len(m.Files) > 0 || m.Dir != "" || m.External) }

// Project answers what depends on a family's configuration: package.json,
// tsconfig.json, go.mod, pyproject.toml. Safe for concurrent use.
type Project interface {
	// Resolve finds the module that spec means in file from; nil or one that is not
	// Found where there is none.
	Resolve(from, spec string, level int) *Module
	// Sub is the member of module m that is itself a module (Python); nil or one that is
	// not Found where there is none.
	Sub(m *Module, name string) *Module
	// Scheme of the family's symbols ("scip-typescript").
	Scheme() string
	// Package of a file.
	Package(path string) symbol.Package
	// Prefix is the descriptors that every global symbol of the file starts with.
	Prefix(path string) []symbol.Descriptor
	// ModuleSymbol says whether a file itself has a symbol (defined at 0:0) and
	// which descriptors it has after Prefix.
	ModuleSymbol(path string) ([]symbol.Descriptor, bool)
}

// PathProject is the Project of languages without configuration and imports: symbols
// are named by the paths of their files.
type PathProject struct {
	Manager string // of the package
}

// Resolve implements Project.
func (PathProject) Resolve(string, string, int) *Module { return nil }

// Sub implements Project.
func (PathProject) Sub(*Module, string) *Module { return nil }

// Scheme implements Project.
func (PathProject) Scheme() string { return "ci" }

// Package implements Project.
func (p PathProject) Package(string) symbol.Package { return symbol.Package{Manager: p.Manager} }

// ModuleSymbol implements Project: a file has none.
func (PathProject) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, false }

// Prefix implements Project.
func (PathProject) Prefix(file string) (descriptors []symbol.Descriptor) {
	for part := range strings.SplitSeq(file, "/") {
		descriptors = append(descriptors, symbol.Descriptor{Name: part, Suffix: symbol.Namespace})
	}
	return descriptors
}

// Updater is a Project that can be taken over when nothing but the contents of
// some files has changed.
type Updater interface {
	// Updated returns what Open would for the repository as files has it: the
	// given files of the family, and nothing else that Open looks at, are new, gone
	// or have other contents than those that this project was made of. It is false
	// where it has to be opened again, and where files that are not given have
	// other symbols.
	Updated(changed []string, files Files, deps Deps) (Project, bool)
	// Unmoved says whether changes of files of the family leave the symbols of all
	// others as they were, and what their imports mean, apart from that of the
	// files themselves. The project is of the repository with the changes; was and
	// is are the facts of a file before and after, nil where there is no file.
	Unmoved(changed []string, was, is func(path string) *Facts) bool
	// Configures says whether Open would read the file at path, which is not of the
	// family, if there were one.
	Configures(path string) bool
}

// Outsider is a Project that knows the packages of names that the repository
// does not define, where names are global and no import says where they lie.
type Outsider interface {
	// Outside is the external module that has what a Ref so called means, and the
	// name within it; nil when it can't be named.
	Outside(name string) (*Module, string)
}

// Declarer is a Project that can read what packages outside the repository declare.
type Declarer interface {
	// Declaration is the file that Module.Declared names; it is false where that can't
	// be read or is too large. Its imports are resolved like those of a file at
	// Input.Path.
	Declaration(m *Module) (Input, bool)
}

// CheckInput is what a language that resolves by itself gets.
type CheckInput struct {
	Files Files
	Deps  Deps
	// Project is what Open returned.
	Project Project
	// Facts returns the facts of a file of this family.
	Facts func(path string) *Facts
	// Known says whether Facts has something for a path, without making it; nil
	// where only Facts can tell.
	Known func(path string) bool
	// Noted is what Note has made of the facts of a file; nil where they were not at
	// hand. It may be nil itself.
	Noted func(path string) any
	// Jobs is how many goroutines it may use.
	Jobs int
	// Chunk is how many bytes of source it should check at once at most, and Trees of
	// how many bytes it may keep syntax trees; 0 for as many as it likes. What it emits
	// does not depend on them.
	Chunk, Trees int
	// Emit hands over the links of one file. It may be called concurrently,
	// at most once for each file; a file that is never emitted is left to the
	// shared engine. It must not keep the slices, and nor must EmitLinks.
	Emit func(path string, links []PosLink, rels []PosRelation)
	// Earlier, when set, is an earlier Check of this repository whose results are
	// still there, and since which nothing else has changed that Open or Check look
	// at: no configuration, no file of no language, and nothing in Deps. Check needs to emit only the files whose links or relations may
	// differ from what it emitted then. Files that it does not emit keep their
	// earlier links and relations; these lead to the same definitions by name
	// (MatchDefs).
	Earlier *EarlierCheck
	// EmitLinks is Emit for a file whose earlier relations still hold, by name as
	// above: only its links are new. It is set where Earlier is.
	EmitLinks func(path string, links []PosLink)
	// EmitRelations is Emit for a file whose earlier links still hold. It is set
	// where Earlier is. A file is emitted in one of the three ways at most.
	EmitRelations func(path string, rels []PosRelation)
	// Guard, when set, is told what is being checked, and knows what must not be.
	Guard CheckGuard
	// Only, when set, reports whether a file of the package with an import path is to be
	// checked. The files of others are not emitted, and no relations are.
	Only func(path, unit string) bool
	// Memo is where Check may leave what makes the next one of the same open
	// repository cheap; nil when there will be none. It must be empty, or have the value
	// that the Check has left that Earlier is: where results are thrown away, so is
	// it. One Check uses a Memo at a time, but any number may begin with the same
	// value: it does not change any more.
	Memo *Memo
}

// CheckGuard stands between a Check and a checker that bounds neither its stack nor its
// time. Safe for concurrent use.
type CheckGuard interface {
	// Begin is told the import path of the package that is checked next, and returns
	// what to call when that is done.
	Begin(unit string) (end func())
	// Barred reports whether the file at path must not be checked: it ended an
	// earlier process.
	Barred(path string) bool
	// Left is told of a file of which a part was not checked, and why.
	Left(path, why string)
}

// EarlierCheck is what has happened since an earlier Check.
type EarlierCheck struct {
	// Changed are the files of the family with other contents than then, those
	// that were added and those that are gone among them, sorted.
	Changed []string
	// Facts returns what such a file had then; nil when it was not there.
	Facts func(path string) *Facts
}

// Memo holds a value for the next call. The zero Memo is empty. It is safe for concurrent
// use: what it holds can be taken away to save memory, and is made again then.
type Memo struct {
	mu    sync.Mutex
	value any
}

// Value returns what the memo holds; nil when it is empty.
func (m *Memo) Value() any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.value
}

// Hold has the memo hold v, and nothing where v is nil.
func (m *Memo) Hold(v any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.value = v
}

// ModuleAt is the PosLink.At that means a file's module or package.
const ModuleAt = ^uint32(0)

// PosLink is a resolved use, by position.
type PosLink struct {
	Start uint32 // of the Ref in this file
	// Target definition in the repository, by path and the Start of its Def…
	// At == ModuleAt means the file's module or package itself.
	Path string
	At   uint32
	// … or, when Path is "", an external symbol.
	External *External
	// Possible: not certain.
	Possible bool
}

// RelationKind says how two symbols are related, in SCIP's terms.
type RelationKind uint8

// Kinds of relations.
const (
	Implements     RelationKind = iota // is_implementation (types and members; also overrides)
	TypeDefinition                     // is_type_definition
)

// PosRelation says that the definition at Start is related to another symbol.
type PosRelation struct {
	Start    uint32
	Kind     RelationKind
	Path     string
	At       uint32
	External *External
}

// External is a symbol that the repository uses and does not define.
type External struct {
	Symbol  string // SCIP symbol string
	Name    string
	Kind    Kind
	Sig     string
	Doc     string
	Package symbol.Package
}
