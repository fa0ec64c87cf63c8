package lang

import (
	"cmp"
	"context"
	"strings"

	"codeintel/index/symbol"
)

// Framework is what a framework adds to the languages that its applications are
// written in: what names in strings, tags and directives mean. The engine knows none
// of them.
//
// What a string names is found by open names, which all languages share: a
// framework's Read defines them (Reading.Define) and uses them (Reading.Use), each in
// the files where they stand, and the engine joins them.
type Framework struct {
	// Name in lower case; the open names of a framework begin with it.
	Name string
	// Version changes whenever what Read or Chunks adds to some file does.
	Version int
	// Families of the languages whose files it reads.
	Families []string
	// Wants says whether Read or Chunks may have something to say about a file, from
	// its path and its text at a glance: where it is false the file costs nothing. Nil
	// for every file.
	Wants func(in Input) bool
	// Open makes the Project that knows what specifiers of imports mean whose
	// Import.Family is the framework's name; nil for none.
	Open func(ctx context.Context, files Files, deps Deps) (Project, error)
	// Read adds to the facts of a file. It may look at the text and the path of that
	// file, and at no other: what it adds is kept with the file's facts.
	Read func(r *Reading)
	// Chunks adds regions and metadata to the Rich facts of a file (Reading.Rich), after
	// Read, and nothing else to the facts; nil for none. It runs only where the facts are
	// rich. What several files say together is a matter of Combine.
	Chunks func(r *Reading)
	// Group is the name of the files whose chunks Combine looks at together, of which the
	// file at a path is one; "" for a file that stands alone. Nil where all do.
	Group func(path string) string
	// Combine changes the Meta of pieces by what all pieces of a group say together. It is
	// given those that have Data of this framework or another, sorted by file and place,
	// and puts new Fields in place of those that it changes. Nil for nothing.
	Combine func(pieces []*Piece)
	// Prelude is declarations of the framework's classes in a language of its families,
	// written by us: see Language.Prelude and Prelude.Within. Nil for none.
	Prelude func() []Prelude
	// Magic is what the framework's classes have that no declaration says; nil for
	// nothing.
	Magic *Magic
}

// Piece is a chunk that was made of a region with Data. Several are made of one region
// that is too long for one chunk; these have the same Data.
type Piece struct {
	File string
	Data any // that of the region
	Meta Fields
}

// OpenName is the name by which a framework's definitions and uses of a kind are
// joined: "laravel.route:users.store".
func OpenName(framework, kind, name string) string { return framework + "." + kind + ":" + name }

// SplitOpen takes an OpenName apart; false for open names of languages.
func SplitOpen(open string) (framework, kind, name string, ok bool) {
	head, name, ok := strings.Cut(open, ":")
	if !ok {
		return "", "", "", false
	}
	framework, kind, ok = strings.Cut(head, ".")
	if !ok || framework == "" || kind == "" || strings.ContainsAny(head, " @<") {
		return "", "", "", false
	}
	return framework, kind, name, true
}

// Text is a literal string, or another text that says a name by itself: its value,
// and the range between its quotes. Where the text is written with escapes the range
// is longer than the value.
type Text struct {
	Value      string
	Start, End uint32
}

// maxText is the longest text that is kept for frameworks, in bytes.
const maxText = 200

// Item is an element of an array literal, or an entry of a map literal. Key is
// NoExpr where none is written.
type Item struct{ Key, Value ExprID }

// Attr is an attribute of an element in markup.
type Attr struct{ Name, Value Text }

// Element is one of markup, in the order of its start tags.
type Element struct {
	Tag        Text   // its name in the start tag
	Close      Text   // and in the end tag, empty where there is none
	Start, End uint32 // from its start tag to behind its end tag
	Attrs      []Attr
}

// Directive is a call that is not written as one in the language: a directive or a
// tag of a template (@include('a'), {% url 'a' %}).
type Directive struct {
	// Name has the sign before it that tells such names apart in the language: "@" for
	// Blade's directives, ":" for attributes of its components that have a value in PHP;
	// "%" for a tag between {% and %}, "|" for a filter, none for
	// a function.
	Name Text
	Args []ExprID // NoExpr where an argument is nothing that is known
	End  uint32   // behind it
}

// read is what a Builder keeps for frameworks until Finish.
type read struct {
	in         Input
	frameworks []*Framework
	texts      map[ExprID]Text
	items      map[ExprID][]Item
	returns    []Base
	elements   []Element
	directives []Directive
	exported   *Literal
}

// Read says that frameworks read the file when it is finished.
func (b *Builder) Read(in Input) {
	if in.Language == nil {
		return
	}
	var frameworks []*Framework
	for _, fw := range in.Language.Frameworks {
		if (fw.Read != nil || fw.Chunks != nil) && (fw.Wants == nil || fw.Wants(in)) {
			frameworks = append(frameworks, fw)
		}
	}
	if len(frameworks) > 0 {
		b.read = &read{in: in, frameworks: frameworks, texts: map[ExprID]Text{}, items: map[ExprID][]Item{}}
	}
}

// Reads says whether frameworks read the file. Then every call is an ExprCall with all
// its arguments, and Text, Items, Returned, Element and Directive are told of what
// there is; else they do nothing.
func (b *Builder) Reads() bool { return b.read != nil }

// Text says that the value of e is the text at a range.
func (b *Builder) Text(e ExprID, start, end uint32, value string) {
	if b.read != nil && e >= 0 && len(value) <= maxText && !strings.ContainsAny(value, "\r\n") {
		b.read.texts[e] = Text{strings.Clone(value), start, end}
	}
}

// TextOf is what Text was told of e.
func (b *Builder) TextOf(e ExprID) (Text, bool) {
	if b.read == nil {
		return Text{}, false
	}
	t, ok := b.read.texts[e]
	return t, ok
}

// Items says what the literal e is made of.
func (b *Builder) Items(e ExprID, items []Item) {
	if b.read != nil && e >= 0 {
		b.read.items[e] = items
	}
}

// ItemsOf are those that Items was told of e.
func (b *Builder) ItemsOf(e ExprID) []Item {
	if b.read == nil {
		return nil
	}
	return b.read.items[e]
}

// Returned says that a function, or the file for NoDef, returns e.
func (b *Builder) Returned(fn DefID, e ExprID) {
	if b.read != nil && e >= 0 {
		b.read.returns = append(b.read.returns, Base{fn, BaseReturn, e})
	}
}

// Element says that there is an element. Values of its texts are those of the file.
func (b *Builder) Element(e Element) {
	if b.read == nil {
		return
	}
	fill := func(t *Text) { t.Value = string(b.read.in.Src[t.Start:t.End]) }
	fill(&e.Tag)
	fill(&e.Close)
	for i := range e.Attrs {
		fill(&e.Attrs[i].Name)
		fill(&e.Attrs[i].Value)
	}
	b.read.elements = append(b.read.elements, e)
}

// Directive says that there is a directive.
func (b *Builder) Directive(d Directive) {
	if b.read != nil {
		b.read.directives = append(b.read.directives, d)
	}
}

// run lets the frameworks read the file.
func (b *Builder) run() {
	if b.read == nil {
		return
	}
	r := newReading(b)
	for _, fw := range b.read.frameworks {
		r.framework = fw.Name
		if fw.Read != nil {
			fw.Read(r)
		}
		if fw.Chunks != nil && b.F.Rich != nil {
			fw.Chunks(r)
		}
	}
	b.read = nil
}

// Define makes an Open definition, which uses of the kind and name lead to. at is
// where it stands. It is a definition of the file, without a symbol of the language's
// own; its symbol hangs below the file's path, or what Place says. A further definition of
// the same kind and name in a file is the same symbol. Define returns NoDef, and defines
// nothing, for an empty name or place, and for a place that has a definition already if the
// file is Crowded.
func (r *Reading) Define(kind, name string, at Text) DefID {
	if name == "" || at.Start >= at.End || !r.admit(at) {
		return NoDef
	}
	b := r.B
	open, parent := OpenName(r.framework, kind, name), r.place()
	id, d := b.Def(b.Name(name), KindKey, symbol.Term, at.Start, at.End)
	d.Space, d.Flags = Namespace, Open
	d.Desc, d.Key, d.Parent = b.Name(kind+" "+name), b.Name(open), parent
	d.Sig = kind + " " + name
	if first, ok := r.defined[open]; ok {
		d.Same = first
	} else {
		r.defined[open] = id
	}
	return id
}

// A file may have fewBeside framework definitions that share their place with the one
// before, and one more for each bytesPerBeside bytes of its text: one call of a router makes
// seven routes, and each of them is in the groups of its name.
const fewBeside, bytesPerBeside = 1 << 14, 16

// Crowded reports whether the file has as many definitions that share a place as it may
// have, and if so records that in Facts.Truncated. A framework that is about to define more
// stops then.
func (r *Reading) Crowded() bool {
	if r.beside < fewBeside+r.B.size/bytesPerBeside {
		return false
	}
	r.B.F.Truncated = cmp.Or(r.B.F.Truncated, truncatedDefs)
	return true
}

// admit reports whether a framework may define something at a place, and counts it if it
// shares the place with the definition before.
func (r *Reading) admit(at Text) bool {
	if at.Start != r.last {
		r.last = at.Start
		return true
	}
	if r.Crowded() {
		return false
	}
	r.beside++
	return true
}

// place is the container of a framework's definitions in the file.
func (r *Reading) place() DefID {
	if r.container < 0 {
		r.Place(r.Path)
	}
	return r.container
}

// Place makes name, instead of the file's path, what the symbols hang below that are
// defined from now on. Definitions of one kind and name, below one name in files of
// one package, are the same symbol. Of texts in several languages it is the path with *
// for the language.
func (r *Reading) Place(name string) {
	id, d := r.B.Def(r.B.Name(name), KindNamespace, symbol.Namespace, 0, 0)
	d.Flags, d.Space = Synthetic|Elsewhere, Namespace
	r.container = id
}

// UnknownPrefix is a prefix for Mount that no name begins with.
const UnknownPrefix = "?"

// MountName is the open name of the places that load the file at a path, for the
// definitions of a kind.
func MountName(framework, kind, path string) string { return framework + "." + kind + "@" + path }

// Mount says that the file at path, relative to the repository, is loaded here, and
// that the names of the kind that it defines begin with prefix, which it does not say
// itself. What this file is loaded with goes before it. UseMounted knows.
func (r *Reading) Mount(kind, prefix, path string, at Text) {
	if path == "" || at.Start >= at.End {
		return
	}
	r.hidden(prefix, MountName(r.framework, kind, path), at)
}

// Also makes a further open name lead to d, an Open definition of this file: that of
// a group of names.
func (r *Reading) Also(d DefID, kind, name string) {
	if d < 0 || name == "" {
		return
	}
	at := Text{Start: r.B.F.Defs[d].Start}
	if !r.admit(at) {
		return
	}
	r.Forward(r.hidden(name, OpenName(r.framework, kind, name), at), r.B.Expr(ExprDef, int32(d)))
}

// Stand makes an open name stand for the value e, at a place that is no definition of
// it.
func (r *Reading) Stand(kind, name string, at Text, e ExprID) {
	if name != "" && e >= 0 {
		r.Forward(r.hidden(name, OpenName(r.framework, kind, name), at), e)
	}
}

// hidden is an Open definition that nothing shows.
func (r *Reading) hidden(name, open string, at Text) DefID {
	id, d := r.B.Def(r.B.Name(name), KindKey, symbol.None, at.Start, at.Start)
	d.Space, d.Flags, d.Key = Namespace, Open|Synthetic, r.B.Name(open)
	return id
}

// Forward makes an Open definition stand for the value e too.
func (r *Reading) Forward(d DefID, e ExprID) {
	if d >= 0 && e >= 0 {
		r.B.F.Defs[d].Flags |= Forward
		r.B.Assign(d, e)
	}
}

// Object makes an object that only has the members that are bound to it.
func (r *Reading) Object() DefID {
	id, d := r.B.Def(0, KindObject, symbol.None, 0, 0)
	d.Flags = Synthetic | Local
	return id
}

// Bind makes a definition of this file the property of an object.
func (r *Reading) Bind(object DefID, name string, to DefID) {
	id, d := r.B.Def(r.B.Name(name), KindProperty, symbol.None, 0, 0)
	d.Flags, d.Parent = Binding|Member|Synthetic, object
	r.B.Assign(id, r.B.Expr(ExprDef, int32(to)))
}

// Alias makes the values what a kind and a name stand for. Unlike Define and Forward
// it has no place in the text, and is no definition that a use leads to.
func (r *Reading) Alias(kind, name string, values ...ExprID) {
	if name == "" || len(values) == 0 {
		return
	}
	b := r.B
	id, d := b.Def(b.Name(name), KindKey, symbol.None, 0, 0)
	d.Space, d.Flags = Namespace, Open|Synthetic|Forward
	d.Key = b.Name(OpenName(r.framework, kind, name))
	for _, e := range values {
		b.Assign(id, e)
	}
}

// Literal is what the Forward definitions of a kind and a name stand for.
func (r *Reading) Value(kind, name string) ExprID {
	return r.B.Expr(ExprOpen, int32(r.B.Name(OpenName(r.framework, kind, name))))
}

// Magic is what a framework makes of values: see Magic.Values.
func (r *Reading) Magic(name string, values ...ExprID) ExprID {
	copies := make([]ExprID, len(values))
	for i, e := range values {
		if copies[i] = r.B.Copy(e); copies[i] < 0 {
			copies[i] = r.B.Expr(ExprUnknown, 0)
		}
	}
	return r.B.Expr1(ExprMagic, int32(r.B.Name(name)), r.B.List(copies))
}

// Use refers at a text to what is defined by a kind and a name.
func (r *Reading) Use(kind, name string, at Text) RefID {
	if name == "" || at.Start >= at.End {
		return NoRef
	}
	return r.B.Ref(Ref{Name: r.B.Name(OpenName(r.framework, kind, name)), Start: at.Start, End: at.End, Scope: r.ScopeAt(at.Start), X: -1, Kind: RefOpen, Role: Read, N: OpenSure})
}

// UseMounted is Use for names that may begin with what the place says where the file
// that defines them is loaded.
func (r *Reading) UseMounted(kind, name string, at Text) RefID {
	id := r.Use(kind, name, at)
	if id >= 0 {
		r.B.F.Refs[id].N = OpenMounted
	}
	return id
}

// Member refers at a text to a member of the value recv, by the name that references
// to such members have in the language. The result is its value.
func (r *Reading) Member(recv ExprID, name string, at Text, role Role) ExprID {
	if recv < 0 || name == "" || at.Start >= at.End {
		return NoExpr
	}
	ref := r.B.Ref(Ref{Name: r.B.Name(name), Start: at.Start, End: at.End, Scope: r.ScopeAt(at.Start), X: int32(recv), Kind: RefMember, Role: role, Space: Value})
	return r.B.Expr1(ExprMember, int32(ref), recv)
}

// SureMember is Member for a name that means nothing where the value is unknown or has
// no such member.
func (r *Reading) SureMember(recv ExprID, name string, at Text, role Role) ExprID {
	e := r.Member(recv, name, at, role)
	if e >= 0 {
		r.B.F.Refs[r.B.F.Exprs[e].N].N = OpenSure
	}
	return e
}

// Name refers at a text to what a name of the language means in a scope. The result
// is its value.
func (r *Reading) Name(name string, at Text, scope ScopeID, space Space, role Role) ExprID {
	if name == "" || at.Start >= at.End {
		return NoExpr
	}
	ref := r.B.Ref(Ref{Name: r.B.Name(name), Start: at.Start, End: at.End, Scope: scope, X: -1, Kind: RefName, Role: role, Space: space})
	return r.B.Expr(ExprName, int32(ref))
}

// Rich is what chunks of the file need; nil where nobody asked for it.
func (r *Reading) Rich() *Rich { return r.B.F.Rich }

// File refers at a text to the file that a specifier of the family means. The result
// is its value.
func (r *Reading) File(spec string, at Text, kind ImportKind, family string) ExprID {
	if spec == "" || at.Start >= at.End {
		return NoExpr
	}
	id := r.B.Import(Import{Module: r.B.Name(spec), Kind: kind, Local: NoDef, Family: family})
	r.B.Ref(Ref{Name: r.B.Name(spec), Start: at.Start, End: at.End, Scope: r.ScopeAt(at.Start), X: int32(id), Kind: RefModule, Role: ImportRole, Space: Namespace})
	return r.B.Expr(ExprRequire, int32(id))
}
