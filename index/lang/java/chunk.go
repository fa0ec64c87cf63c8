package java

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// chunks are the definitions that are chunks.
var chunks = lang.Chunking{
	Types: map[lang.Kind]string{
		lang.KindMethod: "method", lang.KindStaticMethod: "method", lang.KindAbstractMethod: "method", lang.KindConstructor: "constructor",
		lang.KindClass: "class", lang.KindInterface: "interface", lang.KindEnum: "enum",
	},
}

// parts is what node kinds are for chunks.
var parts = ts.Kinds(grammar, map[string]lang.Part{
	"program": lang.PartBody, "class_body": lang.PartBody, "interface_body": lang.PartBody, "enum_body": lang.PartBody,
	"enum_body_declarations": lang.PartBody, "annotation_type_body": lang.PartBody, "constructor_body": lang.PartBody, "block": lang.PartBody,
	"switch_block": lang.PartBody, "switch_block_statement_group": lang.PartBody, "array_initializer": lang.PartBody,
	"line_comment": lang.PartComment, "block_comment": lang.PartComment,
	"package_declaration": lang.PartHead, "import_declaration": lang.PartHead,
})

// special adds the chunks that are called otherwise than their definitions.
func (e *extractor) special() {
	f := e.b.F
	if f.Rich == nil {
		return
	}
	for d := range f.Defs {
		def := &f.Defs[d]
		r := lang.Region{Start: def.EncStart, End: def.EncEnd, Def: lang.DefID(d)}
		switch {
		case def.EncEnd == def.End && def.EncStart == def.Start:
			continue // nothing is written
		case def.Kind == lang.KindConstructor && def.Parent >= 0:
			r.Kind, r.Name = "constructor", f.Name(f.Defs[def.Parent].Name)
		case def.Kind == lang.KindClass && record(def.Sig):
			r.Kind, r.Name = "record", f.Name(def.Name)
		default:
			continue
		}
		f.Rich.Add(r)
	}
}

// record says whether a signature is that of a record.
func record(sig string) bool {
	head, _, _ := strings.Cut(sig, "(")
	words := strings.Fields(head)
	for i, w := range words {
		if w == "record" {
			return i+1 < len(words)
		}
		if w == "class" {
			return false
		}
	}
	return false
}
