package lang

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
