package java

import (
	"codeintel/index/lang"
)

// rules of name resolution.
var rules = lang.Rules{
	FileScopeExports:     true,
	Shared:               func(_ string, f *lang.Facts) string { return packageKey(f.Package) },
	Spaces:               true,
	ImplicitMembers:      true,
	Overloads:            true,
	Interfaces:           true,
	FunctionalInterfaces: true,
	ImplicitBases: map[lang.Kind]string{
		lang.KindClass: "Object", lang.KindInterface: "Object", lang.KindEnum: "Enum",
	},
	IterBase:         "Iterable",
	ClassObject:      "Class",
	ConstructorNames: []string{initName},
	NewIsConstructor: true,
	Builtins:         builtin,
	Literals:         map[lang.ExprKind]string{lang.ExprString: "String", lang.ExprBool: "boolean"},
	Primitives: &lang.Primitives{
		Boxes: map[string]string{
			"boolean": "Boolean", "byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long",
			"float": "Float", "double": "Double",
		},
		Widens:     widens,
		Arithmetic: arithmetic,
	},
}

// packageKey is the key of the scope that the files of a package share. The
// unnamed package has one too.
func packageKey(name string) string { return "package " + name }

// rank orders the numeric types by what they can hold.
var rank = map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}

// widens is the widening primitive conversion.
func widens(from, to string) bool {
	f, t := rank[from], rank[to]
	return f > 0 && t > f && to != "char"
}

// arithmetic is binary numeric promotion, and the concatenation of strings.
func arithmetic(a, b string) string {
	if a == "String" || b == "String" {
		return "String"
	}
	a, b = unboxed(a), unboxed(b)
	if a == "boolean" {
		return a
	}
	f, t := rank[a], rank[b]
	switch {
	case f == 0 || t == 0:
		return ""
	case max(f, t) <= rank["int"]:
		return "int"
	case f > t:
		return a
	}
	return b
}

func unboxed(name string) string {
	switch name {
	case "Boolean":
		return "boolean"
	case "Byte":
		return "byte"
	case "Short":
		return "short"
	case "Character":
		return "char"
	case "Integer":
		return "int"
	case "Long":
		return "long"
	case "Float":
		return "float"
	case "Double":
		return "double"
	}
	return name
}
