package outline

import (
	"maps"

	"codeintel/index/lang"
)

// chunkTypes are the definitions that are chunks.
var chunkTypes = map[lang.Kind]string{
	lang.KindFunction: "function", lang.KindMethod: "method", lang.KindStaticMethod: "method", lang.KindAbstractMethod: "method",
	lang.KindConstructor: "constructor", lang.KindGetter: "method", lang.KindSetter: "method", lang.KindMacro: "macro",
	lang.KindClass: "class", lang.KindStruct: "struct", lang.KindUnion: "union", lang.KindInterface: "interface", lang.KindTrait: "trait",
	lang.KindEnum: "enum", lang.KindType: "type", lang.KindTypeAlias: "type", lang.KindObject: "object",
	lang.KindNamespace: "namespace", lang.KindModule: "namespace",
}

// chunks are the definitions of the language that are chunks.
func (t *table) chunks() map[lang.Kind]string {
	if !t.sections {
		return chunkTypes
	}
	types := maps.Clone(chunkTypes)
	types[lang.KindNamespace] = "section"
	return types
}
