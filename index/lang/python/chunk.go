package python

import (
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// chunks are the definitions that are chunks.
var chunks = lang.Chunking{
	Types: map[lang.Kind]string{
		lang.KindFunction: "function", lang.KindMethod: "method", lang.KindStaticMethod: "method", lang.KindAbstractMethod: "method",
		lang.KindConstructor: "method", lang.KindGetter: "method", lang.KindSetter: "method",
		lang.KindClass: "class", lang.KindEnum: "class", lang.KindInterface: "class",
	},
	Doc: "docstring",
}

// parts is what node kinds are for chunks.
var parts = ts.Kinds(python, map[string]lang.Part{
	"module": lang.PartBody, "block": lang.PartBody, "dictionary": lang.PartBody, "list": lang.PartBody, "set": lang.PartBody, "tuple": lang.PartBody,
	"comment": lang.PartComment, "import_statement": lang.PartHead, "import_from_statement": lang.PartHead, "future_import_statement": lang.PartHead,
})

// rich adds what chunks need of the tree.
func (x *extractor) rich() {
	r := x.b.F.Rich
	r.Tree(x.t, parts)
	if r == nil {
		return
	}
	// The module's own documentation is in the chunk of the file.
	if i := x.child(0); i != ts.NoNode && x.b.F.Doc != "" {
		r.Comments = append(r.Comments, lang.Span{Start: x.n[i].Start, End: x.n[i].End})
	}
}
