package lang

import "strings"

// Kind is what a definition is; the values are those of SCIP's
// SymbolInformation.Kind that we use, by name.
type Kind uint8

// Kinds of definitions.
const (
	KindUnknown Kind = iota
	KindClass
	KindInterface
	KindStruct
	KindEnum
	KindEnumMember
	KindTrait
	KindTypeAlias
	KindType
	KindTypeParameter
	KindFunction
	KindMethod
	KindStaticMethod
	KindAbstractMethod
	KindConstructor
	KindGetter
	KindSetter
	KindField
	KindStaticField
	KindProperty
	KindVariable
	KindConstant
	KindParameter
	KindSelfParameter
	KindModule
	KindNamespace
	KindPackage
	KindObject
	KindLambda
	KindMacro
	KindUnion
	// KindKey is a name that a framework gives to something, or looks it up by.
	KindKey
	kindCount
)

var kindNames = [kindCount]string{
	"unknown", "class", "interface", "struct", "enum", "enum member", "trait", "type alias", "type",
	"type parameter", "function", "method", "static method", "abstract method", "constructor", "getter", "setter",
	"field", "static field", "property", "variable", "constant", "parameter", "self parameter", "module",
	"namespace", "package", "object", "lambda", "macro", "union", "key",
}

// String is the kind's name in lower case, as printed to users.
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return kindNames[KindUnknown]
}

// Kinds are all kinds that a definition can have, in their order.
func Kinds() []Kind {
	var out []Kind
	for k := KindUnknown + 1; k < kindCount; k++ {
		out = append(out, k)
	}
	return out
}

// families maps a kind to all kinds that people call by its name.
var families = map[Kind][]Kind{
	KindMethod:   {KindMethod, KindStaticMethod, KindAbstractMethod, KindConstructor, KindGetter, KindSetter},
	KindField:    {KindField, KindStaticField},
	KindVariable: {KindVariable, KindConstant},
	KindType:     {KindType, KindTypeAlias},
}

// KindsNamed returns the kinds that a name stands for, nil for an unknown name. A name is
// that of a kind in any case, in the singular or the plural, with a space, "-" or "_"
// between its words. Some names stand for several kinds: "method" also for static and
// abstract methods, constructors, getters and setters, "field" also for static fields,
// "variable" also for constants and "type" also for type aliases. The result must not be
// changed.
func KindsNamed(name string) []Kind {
	name = strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(strings.TrimSpace(name)))
	for _, k := range Kinds() {
		if one := k.String(); name == one || name == plural(one) {
			if all := families[k]; all != nil {
				return all
			}
			return []Kind{k}
		}
	}
	return nil
}

// plural returns the plural of the name of a kind.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "s"):
		return name + "es"
	case strings.HasSuffix(name, "y") && name != "key":
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}
