package lang

// Magic is what a framework's classes have and give that no declaration says: members
// that its code makes up when they are asked for, and functions whose results depend on
// what is named. The engine asks for it where declarations say nothing, or nothing so
// exact; it knows no framework.
//
// Names in it are keys: those by which definitions are found (Def.LookupName), full
// names for classes. Where names are those of modules (Rules.FileScopeExports), the
// full name of a class is that of its module, a dot, and its own.
type Magic struct {
	// Members finds the members that a class has beside those it declares, by the key
	// of a base class, or of the class itself. It is asked where neither the class nor
	// its bases declare a member of that name, or none for such an access
	// (Access.Declared); the first base that has one counts. Behind all of them any
	// class is asked for by "".
	Members map[string]func(q Asker, a Access) []Found
	// Descriptors find what reading a member gives whose value is an instance of a
	// class, by the key of the class or of a base of it: a value that knows whose
	// member it is. owner is an instance of the class that is read from. What is 0 is
	// the value itself.
	Descriptors map[string]func(q Asker, owner, value TypeRef) TypeRef
	// Calls finds what a function gives, by the key of its class, "" where it has none,
	// and its own. What is 0 is as declared.
	Calls map[string]map[string]func(q Asker, c Called) TypeRef
	// Values make the type of an ExprMagic, by its name: that of what is made of the
	// values, which Called has as arguments. It is 0 where nothing is known.
	Values map[string]func(q Asker, c Called) TypeRef
}

// TypeRef is a type that an Asker knows; it means nothing to others. 0 is not known.
type TypeRef int32

// Access is the use of a member that is not declared.
type Access struct {
	// Recv is the receiver; of a static member an instance of the class.
	Recv TypeRef
	// Static: it is asked of the class itself.
	Static bool
	// Name is the key of the member.
	Name string
	// Declared: the class declares one so called, but as a member of its instances, and
	// the access is static.
	Declared bool
}

// Called is a call.
type Called struct {
	// Recv is what the method is called on, of a static one an instance of the class; 0
	// where it is not known or there is none.
	Recv TypeRef
	// Args are the types of the arguments without a name, in order; 0 where one is not
	// known.
	Args []TypeRef
	// Texts are their texts, where they are literals; "" for others.
	Texts []string
}

// MemberRef is a member that an Asker has found. It means nothing to others.
type MemberRef int32

// NoMember is none.
const NoMember MemberRef = -1

// Found is a member that an access means.
type Found struct {
	// Member is what the access leads to; with NoMember only its value is known.
	Member MemberRef
	// Value is the type that the access has; with Typed it counts, else it is that of
	// the member as declared.
	Value TypeRef
	Typed bool
	// Possible: it may be another one, or none.
	Possible bool
}

// Forwarded is a value that a Forward definition stands for: its type, 0 where it is
// not known, and the definition that it names, NoMember for none.
type Forwarded struct {
	Type   TypeRef
	Member MemberRef
}

// Asker answers what Magic needs to know of the repository. It must not be kept.
type Asker interface {
	// Members are those so called of a value, of what Magic finds too.
	Members(t TypeRef, name string) []MemberRef
	// Own are those so called of a value, declared by the class itself or its bases in
	// the repository.
	Own(t TypeRef, name string) []MemberRef
	// Type is that of a member's value.
	Type(m MemberRef) TypeRef
	// Call is what calling a value of the type without arguments gives; not known for
	// what can't be called.
	Call(t TypeRef) TypeRef
	// Parameter is the type of the parameter with that key of calling t.
	Parameter(t TypeRef, name string) TypeRef
	// Returning is a function that gives t, whatever it is called with.
	Returning(t TypeRef) TypeRef
	// Instance is an instance of the class with the key, with type arguments; 0 where
	// none is defined or declared.
	Instance(class string, args ...TypeRef) TypeRef
	// Made is an instance of the class that t is as a value.
	Made(t TypeRef) TypeRef
	// Class is the key of the class that t is an instance of, or is itself, and its name;
	// "" where it is neither.
	Class(t TypeRef) (key, name string)
	// Is says whether t is an instance of the class with the key, or of one derived from
	// it.
	Is(t TypeRef, class string) bool
	// Arg is type argument n of t, as seen as an instance of its base class with the key.
	Arg(t TypeRef, class string, n int) TypeRef
	// Bind is t, an instance of a class that does not say the type arguments of its base
	// class with the key, with these.
	Bind(t TypeRef, class string, args ...TypeRef) TypeRef
	// Text is the literal that a member's value is, or that the function gives; "" where
	// it is none, or one of several.
	Text(m MemberRef) string
	// Decorated says whether a member has a decorator that is an instance of the class
	// with the key.
	Decorated(m MemberRef, class string) bool
	// Open are the definitions of an open name (OpenName).
	Open(name string) []MemberRef
	// Stands are the types of what a Forward definition stands for.
	Stands(m MemberRef) []TypeRef
	// Forwarded are the values that a Forward definition stands for, in order.
	Forwarded(m MemberRef) []Forwarded
	// Union is any of the types.
	Union(ts ...TypeRef) TypeRef
	// List is a sequence of values of the type.
	List(t TypeRef) TypeRef
}
