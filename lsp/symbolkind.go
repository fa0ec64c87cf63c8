package lsp

import (
	"codeintel/index/lang"

	"go.lsp.dev/protocol"
)

// symbolKinds are the protocol's names of kinds; those that are not there are
// variables.
var symbolKinds = map[lang.Kind]protocol.SymbolKind{
	lang.KindClass: protocol.SymbolKindClass, lang.KindInterface: protocol.SymbolKindInterface,
	lang.KindStruct: protocol.SymbolKindStruct, lang.KindEnum: protocol.SymbolKindEnum,
	lang.KindEnumMember: protocol.SymbolKindEnumMember, lang.KindTrait: protocol.SymbolKindInterface,
	lang.KindTypeAlias: protocol.SymbolKindClass, lang.KindType: protocol.SymbolKindClass,
	lang.KindTypeParameter: protocol.SymbolKindTypeParameter, lang.KindFunction: protocol.SymbolKindFunction,
	lang.KindMethod: protocol.SymbolKindMethod, lang.KindStaticMethod: protocol.SymbolKindMethod,
	lang.KindAbstractMethod: protocol.SymbolKindMethod, lang.KindConstructor: protocol.SymbolKindConstructor,
	lang.KindGetter: protocol.SymbolKindProperty, lang.KindSetter: protocol.SymbolKindProperty,
	lang.KindField: protocol.SymbolKindField, lang.KindStaticField: protocol.SymbolKindField,
	lang.KindProperty: protocol.SymbolKindProperty, lang.KindConstant: protocol.SymbolKindConstant,
	lang.KindModule: protocol.SymbolKindModule, lang.KindNamespace: protocol.SymbolKindNamespace,
	lang.KindPackage: protocol.SymbolKindPackage, lang.KindObject: protocol.SymbolKindObject,
	lang.KindLambda: protocol.SymbolKindFunction, lang.KindMacro: protocol.SymbolKindFunction,
	lang.KindUnion: protocol.SymbolKindStruct, lang.KindKey: protocol.SymbolKindKey,
}

// symbolKind is what the protocol calls a kind of definitions.
func symbolKind(k lang.Kind) protocol.SymbolKind {
	if s, ok := symbolKinds[k]; ok {
		return s
	}
	return protocol.SymbolKindVariable
}
