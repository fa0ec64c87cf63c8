package html

/*
typedef struct TSLanguage TSLanguage;
const TSLanguage *tree_sitter_html(void);
*/
import "C"

import (
	"unsafe"

	_ "github.com/smacker/go-tree-sitter/html" // the grammar's C source

	"codeintel/index/lang/ts"
)

var grammar = ts.NewGrammar("html", unsafe.Pointer(C.tree_sitter_html()))

// Node kinds.
var (
	symElement        = grammar.Symbol("element")
	symScript         = grammar.Symbol("script_element")
	symStyle          = grammar.Symbol("style_element")
	symStartTag       = grammar.Symbol("start_tag")
	symSelfClosing    = grammar.Symbol("self_closing_tag")
	symEndTag         = grammar.Symbol("end_tag")
	symTagName        = grammar.Symbol("tag_name")
	symAttribute      = grammar.Symbol("attribute")
	symAttributeName  = grammar.Symbol("attribute_name")
	symAttributeValue = grammar.Symbol("attribute_value")
	symComment        = grammar.Symbol("comment")
	symRawText        = grammar.Symbol("raw_text")
)
