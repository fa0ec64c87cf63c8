package php

import (
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Chunks are the definitions of PHP that are chunks, in files of other languages
// that hold PHP too.
var Chunks = lang.Chunking{
	Types: map[lang.Kind]string{
		lang.KindFunction: "function", lang.KindMethod: "method", lang.KindStaticMethod: "method", lang.KindAbstractMethod: "method",
		lang.KindConstructor: "method", lang.KindClass: "class", lang.KindInterface: "interface", lang.KindTrait: "trait", lang.KindEnum: "enum",
	},
	Doc: "docblock",
}

// parts is what node kinds are for chunks.
var parts = ts.Kinds(php, map[string]lang.Part{
	"program": lang.PartBody, "compound_statement": lang.PartBody, "declaration_list": lang.PartBody, "enum_declaration_list": lang.PartBody,
	"colon_block": lang.PartBody, "switch_block": lang.PartBody, "case_statement": lang.PartBody, "default_statement": lang.PartBody,
	"match_block": lang.PartBody, "array_creation_expression": lang.PartBody, "property_hook_list": lang.PartBody,
	"comment": lang.PartComment, "namespace_use_declaration": lang.PartHead,
})

var phpTag = php.Symbol("php_tag")

// enrich adds what chunks need of a tree whose offsets are those of the file.
func enrich(r *lang.Rich, t *ts.Tree) {
	if r == nil {
		return
	}
	r.Tree(t, parts)
	if i := t.First(0); i != ts.NoNode && t.Nodes[i].Sym == phpTag {
		r.Comments = append(r.Comments, lang.Span{Start: t.Nodes[i].Start, End: t.Nodes[i].End}) // it says nothing
	}
	for i := uint32(0); int(i) < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		if int(n.Sym) >= len(kinds) {
			continue
		}
		switch kinds[n.Sym] {
		case kNamespaceDefinition, kDeclareStatement:
			end := n.End
			for c := t.First(i); c != ts.NoNode; c = t.Sibling(c) {
				if s := t.Nodes[c].Sym; int(s) < len(kinds) && kinds[s] == kCompoundStatement {
					end = min(t.Nodes[c].Start+1, t.Nodes[c].End)
				}
			}
			r.Heads = append(r.Heads, lang.Span{Start: n.Start, End: end})
		}
	}
}

// rich says what chunks of a definition of the namespace are told.
func (x *extractor) rich(d lang.DefID, name string, class bool) {
	r := x.b.F.Rich
	if r == nil {
		return
	}
	r.Note(d, lang.Meta{Key: "fqcn", Value: x.names.below(name)})
	if class && len(x.names.uses) > 0 {
		r.Note(d, lang.Meta{Key: "imports", Value: slices.Clone(x.names.uses)})
	}
}

// uses notes a use statement.
func (x *extractor) uses(full, local string, what int) {
	r := x.b.F.Rich
	if r == nil {
		return
	}
	if full[strings.LastIndexByte(full, '\\')+1:] != local {
		full += " as " + local
	}
	full = [...]string{"", "function ", "const "}[what] + full
	x.names.uses = append(x.names.uses, full)
	if len(r.File) == 0 {
		r.File = lang.Fields{{Key: "imports", Value: []string(nil)}}
	}
	r.File[0].Value = append(r.File[0].Value.([]string), full)
}

// injected notes the classes that the parameter at node i of a constructor asks
// for.
func (x *extractor) injected(fn lang.DefID, i uint32, variable string) {
	r := x.b.F.Rich
	if r == nil || x.cls == nil || x.b.F.Defs[fn].Kind != lang.KindConstructor {
		return
	}
	typ := x.t.Child(i, fType)
	if typ == ts.NoNode {
		return
	}
	const key = "injected_dependencies"
	for c := typ; c < x.n[typ].Next; c++ {
		if x.kind(c) != kNamedType {
			continue
		}
		name := compact(x.text(c))
		full := strings.TrimSuffix(x.names.class(name), classMark)
		switch lower(name) {
		case "self", "static", "parent", "":
			continue
		}
		row := lang.Fields{
			{Key: "class", Value: name[strings.LastIndexByte(name, '\\')+1:]},
			{Key: "fqcn", Value: full}, {Key: "variable", Value: strings.TrimPrefix(variable, "$")},
		}
		meta := r.Meta[x.cls.def]
		if k := slices.IndexFunc(meta, func(m lang.Meta) bool { return m.Key == key }); k >= 0 {
			meta[k].Value = append(meta[k].Value.([]lang.Fields), row)
		} else {
			r.Note(x.cls.def, lang.Meta{Key: key, Value: []lang.Fields{row}})
		}
	}
}
