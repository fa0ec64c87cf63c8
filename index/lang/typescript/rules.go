package typescript

import (
	"codeintel/index/lang"
	"codeintel/index/lang/typescript/prelude"
)

// rules of name resolution that the family's languages share.
var rules = lang.Rules{
	Shared:           func(string, *lang.Facts) string { return "global" },
	Shares:           isScript,
	Augments:         augments,
	Closed:           func(f *lang.Facts) bool { return !isScript(f) },
	StaticsApart:     true,
	Shorthand:        ": ",
	ClassesImplement: true,
	ConstructorNames: []string{constructorName},
	NewIsConstructor: true,
	ExpectedResult:   true,
	WholeRest:        true,
	CallMember:       callName,
	NewMember:        constructorName,
	IndexMember:      indexName,
	IterMembers:      []string{"[Symbol.iterator]", "[Symbol.asyncIterator]"},
	MergedInterfaces: true,
	IndexedMembers:   true,
	GlobalObject:     "globalThis",
	ReadonlyArray:    "ReadonlyArray",
	Element:          map[string]int{"Array": 0, "Iterable": 0, "AsyncIterable": 0, "ArrayLike": 0, "ConcatArray": 0},
	Literals: map[lang.ExprKind]string{
		lang.ExprString: "String", lang.ExprNumber: "Number", lang.ExprBool: "Boolean", lang.ExprRegexp: "RegExp",
		lang.ExprArray: "Array", lang.ExprTuple: "Array", lang.ExprDict: "Object", lang.ExprPromise: "Promise",
		lang.ExprFunc: "CallableFunction", lang.ExprClass: "Function", lang.ExprObject: "Object",
	},
	Prims:     map[string]lang.ExprKind{"string": lang.ExprString, "number": lang.ExprNumber, "boolean": lang.ExprBool},
	Implied:   map[string]string{argumentsName: "IArguments"},
	Awaitable: map[string]int{"Promise": 0, "PromiseLike": 0},
	Wrappers: map[string]int{
		"Readonly": 0, "Partial": 0, "Required": 0, "NonNullable": 0, "Pick": 0, "Omit": 0,
		"NoInfer": 0, "Extract": 0, "Exclude": 0, "ThisType": 0,
	},
}

// isScript says whether a file is no module: its names are those of the whole program.
func isScript(f *lang.Facts) bool { return len(f.Imports) == 0 && len(f.Exports) == 0 }

// augments says whether a name is declared for the whole program where it, or what it
// lies in, may be declared by the language or by a package, too: declarations of one name
// are one.
func augments(f *lang.Facts, d lang.DefID) bool {
	for p := f.Defs[d].Parent; p >= 0; p = f.Defs[p].Parent {
		switch def := &f.Defs[p]; {
		case def.Kind == lang.KindModule || f.Name(def.Name) == "global":
			return true
		case def.Kind != lang.KindNamespace:
			return false
		}
	}
	return isScript(f) && f.Defs[d].Parent < 0 && prelude.DeclaresGlobal(f.Name(f.Defs[d].Name))
}
