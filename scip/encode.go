package scip

import (
	"strings"

	bindings "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/pos"
)

// The field numbers of scip.proto. Documents are encoded by hand: going through
// the bindings' messages costs several times the time and the memory.
const (
	fieldMetadata        protowire.Number = 1 // of Index
	fieldDocuments       protowire.Number = 2
	fieldExternalSymbols protowire.Number = 3

	docRelativePath     protowire.Number = 1 // of Document
	docOccurrences      protowire.Number = 2
	docSymbols          protowire.Number = 3
	docLanguage         protowire.Number = 4
	docPositionEncoding protowire.Number = 6

	occRange               protowire.Number = 1 // of Occurrence
	occSymbol              protowire.Number = 2
	occRoles               protowire.Number = 3
	occEnclosing           protowire.Number = 7
	occSingleLine          protowire.Number = 8 // 9: several lines
	occSingleLineEnclosing protowire.Number = 10

	infoSymbol        protowire.Number = 1 // of SymbolInformation
	infoDocumentation protowire.Number = 3
	infoRelationships protowire.Number = 4
	infoKind          protowire.Number = 5
	infoDisplayName   protowire.Number = 6
	infoSignature     protowire.Number = 7
	infoEnclosing     protowire.Number = 8

	relSymbol         protowire.Number = 1 // of Relationship
	relReference      protowire.Number = 2
	relImplementation protowire.Number = 3
	relTypeDefinition protowire.Number = 4

	sigLanguage protowire.Number = 4 // of Signature
	sigText     protowire.Number = 5
)

func appendInt(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

// appendString writes text, which protobuf wants to be UTF-8.
func appendString(b []byte, field protowire.Number, text string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), strings.ToValidUTF8(text, "\uFFFD"))
}

func appendBytes(b []byte, field protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), v)
}

// appendRange writes a range: as the list of integers in field list or, typed,
// as the message in field single or the one behind it, which spans lines.
func appendRange(b []byte, typed bool, start, end pos.Position, list, single protowire.Number) []byte {
	values := [4]uint32{start.Line, start.Column, end.Line, end.Column}
	n := 4
	if start.Line == end.Line {
		values[2] = end.Column
		n = 3
	}
	var buf [4 * (1 + 5)]byte
	body := buf[:0]
	if !typed {
		for _, v := range values[:n] {
			body = protowire.AppendVarint(body, uint64(v))
		}
		return appendBytes(b, list, body)
	}
	for i, v := range values[:n] {
		if v != 0 {
			body = appendInt(body, protowire.Number(i+1), uint64(v))
		}
	}
	return appendBytes(b, single+protowire.Number(n-3), body)
}

// information is a SymbolInformation.
type information struct {
	symbol              []byte
	kind                lang.Kind
	name                string
	doc                 string
	language, signature string
	relations           []relationship
	enclosing           []byte
}

// relationship is a Relationship.
type relationship struct {
	symbol                                    []byte
	reference, implementation, typeDefinition bool
}

// append writes the message. Documentation and signature are kept apart, as
// scip.proto asks of new indexers.
func (x *information) append(b []byte) []byte {
	b = appendBytes(b, infoSymbol, x.symbol)
	if x.doc != "" {
		b = appendString(b, infoDocumentation, x.doc)
	}
	for _, r := range x.relations {
		b = appendBytes(b, infoRelationships, r.append(nil))
	}
	if k := kinds[x.kind]; k != 0 {
		b = appendInt(b, infoKind, uint64(k))
	}
	if x.name != "" {
		b = appendString(b, infoDisplayName, x.name)
	}
	if x.signature != "" {
		var sig []byte
		if x.language != "" {
			sig = appendString(sig, sigLanguage, x.language)
		}
		b = appendBytes(b, infoSignature, appendString(sig, sigText, x.signature))
	}
	if len(x.enclosing) > 0 {
		b = appendBytes(b, infoEnclosing, x.enclosing)
	}
	return b
}

func (r *relationship) append(b []byte) []byte {
	b = appendBytes(b, relSymbol, r.symbol)
	if r.reference {
		b = appendInt(b, relReference, 1)
	}
	if r.implementation {
		b = appendInt(b, relImplementation, 1)
	}
	if r.typeDefinition {
		b = appendInt(b, relTypeDefinition, 1)
	}
	return b
}

// kinds are SCIP's for ours.
var kinds = [...]bindings.SymbolInformation_Kind{
	lang.KindUnknown:        bindings.SymbolInformation_UnspecifiedKind,
	lang.KindClass:          bindings.SymbolInformation_Class,
	lang.KindInterface:      bindings.SymbolInformation_Interface,
	lang.KindStruct:         bindings.SymbolInformation_Struct,
	lang.KindEnum:           bindings.SymbolInformation_Enum,
	lang.KindEnumMember:     bindings.SymbolInformation_EnumMember,
	lang.KindTrait:          bindings.SymbolInformation_Trait,
	lang.KindTypeAlias:      bindings.SymbolInformation_TypeAlias,
	lang.KindType:           bindings.SymbolInformation_Type,
	lang.KindTypeParameter:  bindings.SymbolInformation_TypeParameter,
	lang.KindFunction:       bindings.SymbolInformation_Function,
	lang.KindMethod:         bindings.SymbolInformation_Method,
	lang.KindStaticMethod:   bindings.SymbolInformation_StaticMethod,
	lang.KindAbstractMethod: bindings.SymbolInformation_AbstractMethod,
	lang.KindConstructor:    bindings.SymbolInformation_Constructor,
	lang.KindGetter:         bindings.SymbolInformation_Getter,
	lang.KindSetter:         bindings.SymbolInformation_Setter,
	lang.KindField:          bindings.SymbolInformation_Field,
	lang.KindStaticField:    bindings.SymbolInformation_StaticField,
	lang.KindProperty:       bindings.SymbolInformation_Property,
	lang.KindVariable:       bindings.SymbolInformation_Variable,
	lang.KindConstant:       bindings.SymbolInformation_Constant,
	lang.KindParameter:      bindings.SymbolInformation_Parameter,
	lang.KindSelfParameter:  bindings.SymbolInformation_SelfParameter,
	lang.KindModule:         bindings.SymbolInformation_Module,
	lang.KindNamespace:      bindings.SymbolInformation_Namespace,
	lang.KindPackage:        bindings.SymbolInformation_Package,
	lang.KindObject:         bindings.SymbolInformation_Object,
	lang.KindLambda:         bindings.SymbolInformation_Function,
	lang.KindMacro:          bindings.SymbolInformation_Macro,
	lang.KindUnion:          bindings.SymbolInformation_Union,
	lang.KindKey:            bindings.SymbolInformation_Key,
}

// cache remembers the symbols of other files' definitions that a document has
// named already; entries with the same place replace one another.
type cache struct {
	entries [1 << 12]cacheEntry
	epoch   uint32
}

type cacheEntry struct {
	id    index.ID
	epoch uint32
	sym   span
}

// reset forgets all.
func (c *cache) reset() { c.epoch++ }

func (c *cache) at(id index.ID) *cacheEntry {
	h := (uint32(id.Doc)*0x9E3779B1 ^ uint32(id.Def)) * 0x85EBCA6B
	return &c.entries[h>>20]
}

func (c *cache) get(id index.ID) (span, bool) {
	e := c.at(id)
	return e.sym, e.epoch == c.epoch && e.id == id
}

func (c *cache) put(id index.ID, sym span) { *c.at(id) = cacheEntry{id, c.epoch, sym} }
