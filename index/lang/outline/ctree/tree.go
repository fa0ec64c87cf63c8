// Package ctree reads C, and of C++ what stands in headers for both, into the
// nodes that index/lang/ts has for other languages. Its kinds and fields have the
// names of tree-sitter's grammar of C.
//
// It reads before the preprocessor has run: words that stand for attributes,
// macros that stand for declarations, statements or loops, both branches of
// conditions. No text is an error: what can't be read costs the statement or the
// declaration that it is in.
package ctree

import (
	"bytes"
	"slices"

	"codeintel/index/lang/ts"
)

// The kinds of nodes.
const (
	nError ts.Sym = iota
	nUnit
	nIdentifier
	nTypeIdentifier
	nFieldIdentifier
	nStatementIdentifier
	nPrimitive
	nStorage
	nQualifier
	nNumber
	nString
	nComment
	nInclude
	nDefine
	nFunctionDefine
	nDefineParameters
	nDefineValue
	nUndef
	nIf
	nIfdef
	nDirective
	nPath
	nFunction
	nDeclaration
	nTypedef
	nLinkage
	nDeclarationList
	nStruct
	nUnion
	nEnum
	nFieldList
	nField
	nEnumeratorList
	nEnumerator
	nParameterList
	nParameter
	nPointerDeclarator
	nFunctionDeclarator
	nPointedFunction
	nArrayDeclarator
	nParenthesizedDeclarator
	nInitDeclarator
	nAttribute
	nTypeof
	nCompound
	nExpressionStatement
	nIfStatement
	nForStatement
	nWhileStatement
	nDoStatement
	nSwitchStatement
	nCaseStatement
	nLabeledStatement
	nReturnStatement
	nGotoStatement
	nJumpStatement
	nAsm
	nCall
	nArguments
	nFieldExpression
	nSubscript
	nParenthesized
	nCast
	nCompoundLiteral
	nTypeDescriptor
	nSizeof
	nOffsetof
	nInitializerList
	nInitializerPair
	nFieldDesignator
	nSubscriptDesignator
	nBracket
)

// Kinds are the names of the kinds of nodes, by their number.
var Kinds = []string{
	nError: "ERROR", nUnit: "translation_unit", nIdentifier: "identifier", nTypeIdentifier: "type_identifier",
	nFieldIdentifier: "field_identifier", nStatementIdentifier: "statement_identifier", nPrimitive: "primitive_type",
	nStorage: "storage_class_specifier", nQualifier: "type_qualifier", nNumber: "number_literal", nString: "string_literal",
	nComment: "comment", nInclude: "preproc_include", nDefine: "preproc_def", nFunctionDefine: "preproc_function_def",
	nDefineParameters: "preproc_params", nDefineValue: "preproc_arg", nUndef: "preproc_undef", nIf: "preproc_if",
	nIfdef: "preproc_ifdef", nDirective: "preproc_directive", nPath: "preproc_path", nFunction: "function_definition",
	nDeclaration: "declaration", nTypedef: "type_definition", nLinkage: "linkage_specification",
	nDeclarationList: "declaration_list", nStruct: "struct_specifier", nUnion: "union_specifier", nEnum: "enum_specifier",
	nFieldList: "field_declaration_list", nField: "field_declaration", nEnumeratorList: "enumerator_list",
	nEnumerator: "enumerator", nParameterList: "parameter_list", nParameter: "parameter_declaration",
	nPointerDeclarator: "pointer_declarator", nFunctionDeclarator: "function_declarator", nPointedFunction: "pointed_function_declarator", nArrayDeclarator: "array_declarator",
	nParenthesizedDeclarator: "parenthesized_declarator", nInitDeclarator: "init_declarator", nAttribute: "attribute_specifier",
	nTypeof: "typeof_specifier", nCompound: "compound_statement", nExpressionStatement: "expression_statement",
	nIfStatement: "if_statement", nForStatement: "for_statement", nWhileStatement: "while_statement",
	nDoStatement: "do_statement", nSwitchStatement: "switch_statement", nCaseStatement: "case_statement",
	nLabeledStatement: "labeled_statement", nReturnStatement: "return_statement", nGotoStatement: "goto_statement",
	nJumpStatement: "jump_statement", nAsm: "gnu_asm_expression", nCall: "call_expression", nArguments: "argument_list",
	nFieldExpression: "field_expression", nSubscript: "subscript_expression", nParenthesized: "parenthesized_expression",
	nCast: "cast_expression", nCompoundLiteral: "compound_literal_expression", nTypeDescriptor: "type_descriptor",
	nSizeof: "sizeof_expression", nOffsetof: "offsetof_expression", nInitializerList: "initializer_list",
	nInitializerPair: "initializer_pair", nFieldDesignator: "field_designator", nSubscriptDesignator: "subscript_designator",
	nBracket: "bracket",
}

// The fields.
const (
	_ ts.FieldID = iota
	fdName
	fdType
	fdDeclarator
	fdBody
	fdValue
	fdPath
	fdFunction
	fdArgument
	fdField
	fdMember
	fdDesignator
	fdParameters
)

// Fields are the names of the fields, by their number.
var Fields = []string{
	"", "name", "type", "declarator", "body", "value", "path", "function", "argument", "field", "member", "designator", "parameters",
}

// maxLevel bounds how deep brackets and statements are read; what is in deeper
// ones is read as a list of words.
const maxLevel = 1000

// maxHead bounds how many words may stand before what a declaration declares; what has
// more is none.
const maxHead = 100

// Reader reads texts one at a time; what it needs for one it uses again for the
// next. The zero value is ready. It is not safe for concurrent use.
type Reader struct {
	src   []byte
	t     []token
	x     []extra // by place
	late  []extra
	stack []kind
	open  []opened
	ifs   [][2]uint32
	nodes []ts.Node

	i      int // the next token
	xi     int // the next extra
	parent uint32
	depth  int
	level  int
	whole  bool // nodes that no facts come from are made, too
	ops    []postfix
	head   []word
}

// Read reads src into nodes in pre-order, the root first, which are valid until
// the next call. Where whole is not set, only those are made from which facts come
// or that begin lines.
func (r *Reader) Read(src []byte, whole bool) []ts.Node {
	r.src, r.whole = src, whole
	r.x, r.late, r.nodes, r.ifs = r.x[:0], r.late[:0], r.nodes[:0], r.ifs[:0]
	r.lex()
	r.conditions()
	r.brackets()
	r.extras()
	r.i, r.xi, r.parent, r.depth, r.level = 0, 0, ts.NoNode, 0, 0
	root := r.begin(nUnit, 0, 0)
	for r.i < len(r.t) {
		r.item(len(r.t), inFile)
	}
	r.end(root, uint32(len(src)))
	r.src = nil
	return r.nodes
}

// Conditions are where the conditions of the preprocessor stand in the text that was
// read last, from #if to behind #endif. They are no nodes: what they hold need not be
// a declaration or a statement.
func (r *Reader) Conditions() [][2]uint32 { return r.ifs }

// extras puts the directives and the words between the comments.
func (r *Reader) extras() {
	if len(r.late) == 0 {
		return
	}
	less := func(a, b extra) int { return int(int64(a.start) - int64(b.start)) }
	if !slices.IsSortedFunc(r.late, less) {
		slices.SortFunc(r.late, less)
	}
	r.x = append(r.x, r.late...)
	slices.SortFunc(r.x, less)
}

// begin opens a node; what is made until end is in it.
func (r *Reader) begin(sym ts.Sym, field ts.FieldID, start uint32) uint32 {
	if r.xi < len(r.x) && r.x[r.xi].start < start {
		r.flush(start)
	}
	at := uint32(len(r.nodes))
	r.nodes = append(r.nodes, ts.Node{Start: start, Parent: r.parent, Sym: sym, Field: field, Flags: ts.Named, Depth: uint16(min(r.depth, 65535))})
	r.parent = at
	r.depth++
	return at
}

func (r *Reader) end(at, end uint32) {
	if r.xi < len(r.x) && r.x[r.xi].start < end {
		r.flush(end)
	}
	n := &r.nodes[at]
	n.End, n.Next = max(end, n.Start), uint32(len(r.nodes))
	r.parent = n.Parent
	r.depth--
}

func (r *Reader) leaf(sym ts.Sym, field ts.FieldID, start, end uint32) {
	if r.xi < len(r.x) && r.x[r.xi].start < start {
		r.flush(start)
	}
	at := uint32(len(r.nodes))
	r.nodes = append(r.nodes, ts.Node{Start: start, End: end, Parent: r.parent, Next: at + 1, Sym: sym, Field: field, Flags: ts.Named, Depth: uint16(min(r.depth, 65535))})
}

// take makes a leaf of the next token.
func (r *Reader) take(sym ts.Sym, field ts.FieldID) {
	t := &r.t[r.i]
	r.leaf(sym, field, t.start, t.end)
	r.i++
}

// skip passes a token from which no fact comes.
func (r *Reader) skip(sym ts.Sym) {
	if r.whole || r.t[r.i].flags&fLine != 0 && (sym == nNumber || sym == nString) {
		r.take(sym, 0)
		if sym == nBracket {
			r.nodes[len(r.nodes)-1].Flags = 0
		}
		return
	}
	r.i++
}

// before is where the last token ends that was read.
func (r *Reader) before() uint32 {
	if r.i == 0 || len(r.t) == 0 {
		return 0
	}
	return r.t[min(r.i, len(r.t))-1].end
}

// at is the kind of token i.
func (r *Reader) at(i int) kind {
	if i < 0 || i >= len(r.t) {
		return kEnd
	}
	return r.t[i].kind
}

func (r *Reader) text(i int) []byte { return r.src[r.t[i].start:r.t[i].end] }

// behind is the token behind the bracket that belongs to the one at i, i+1 where
// there is none.
func (r *Reader) behind(i int) int {
	m := int(r.t[i].match)
	if m < 0 {
		return i + 1
	}
	if m < len(r.t) && r.t[m].match == int32(i) {
		return m + 1
	}
	return m
}

// within is where what the bracket at i holds ends, i+1 where none belongs to it.
func (r *Reader) within(i int) int {
	if m := int(r.t[i].match); m >= 0 {
		return m
	}
	return i + 1
}

// shut passes what belongs to the bracket at open.
func (r *Reader) shut(open int) {
	m := r.within(open)
	r.i = max(r.i, min(m, len(r.t)))
	if r.i == m && r.behind(open) == m+1 && m < len(r.t) && r.t[m].match == int32(open) {
		r.skip(nBracket)
	}
}

// flush makes nodes of the extras before a place.
func (r *Reader) flush(to uint32) {
	for r.xi < len(r.x) && r.x[r.xi].start < to {
		x := r.x[r.xi]
		r.xi++
		switch x.kind {
		case xComment:
			r.extra(nComment, 0, x.start, x.end)
		case xWord:
			r.extra(nIdentifier, 0, x.start, x.end)
		case xDirective:
			r.directive(x)
		}
	}
}

// extra makes a leaf among what was read already.
func (r *Reader) extra(sym ts.Sym, field ts.FieldID, start, end uint32) {
	at := uint32(len(r.nodes))
	r.nodes = append(r.nodes, ts.Node{Start: start, End: end, Parent: r.parent, Next: at + 1, Sym: sym, Field: field, Flags: ts.Named, Depth: uint16(min(r.depth, 65535))})
}

// directive makes the node of a directive.
func (r *Reader) directive(x extra) {
	what, at := directive(r.src, x.start, x.end)
	sym := nDirective
	switch what {
	case dInclude:
		sym = nInclude
	case dDefine:
		sym = nDefine
	case dUndef:
		sym = nUndef
	case dIf, dElif:
		sym = nIf
	case dIfdef:
		sym = nIfdef
	}
	// Nothing stands between the nodes made here: what is flushed is behind.
	was := r.xi
	r.xi = len(r.x)
	node := r.begin(sym, 0, x.start)
	src := r.src
	blank := func() {
		for at < x.end && (classes[src[at]]&cSpace != 0 || src[at] == '\\' || src[at] == '\n') {
			at++
		}
		if at+1 < x.end && src[at] == '/' && src[at+1] == '*' {
			if n := bytes.Index(src[at:x.end], []byte("*/")); n >= 0 {
				at += uint32(n) + 2
				for at < x.end && classes[src[at]]&cSpace != 0 {
					at++
				}
			}
		}
	}
	name := func(field ts.FieldID) bool {
		from := at
		for at < x.end && classes[src[at]]&cWord != 0 {
			at++
		}
		if from == at || classes[src[from]]&cDigit != 0 {
			return false
		}
		r.extra(nIdentifier, field, from, at)
		return true
	}
	blank()
	switch sym {
	case nInclude:
		if at < x.end {
			switch src[at] {
			case '"', '<':
				last := src[at]
				if last == '<' {
					last = '>'
				}
				if n := bytes.IndexByte(src[at+1:x.end], last); n >= 0 {
					r.extra(nPath, fdPath, at, at+uint32(n)+2)
				}
			default:
				name(0)
			}
		}
	case nDefine:
		if !name(fdName) {
			break
		}
		if at < x.end && src[at] == '(' {
			r.nodes[node].Sym = nFunctionDefine
			end := x.end
			if n := bytes.IndexByte(src[at:x.end], ')'); n >= 0 {
				end = at + uint32(n) + 1
			}
			params := r.begin(nDefineParameters, fdParameters, at)
			for at < end {
				if classes[src[at]]&cWord == 0 {
					at++
				} else if !name(0) {
					for at < end && classes[src[at]]&cWord != 0 {
						at++
					}
				}
			}
			r.end(params, end)
		}
		blank()
		if at < x.end {
			r.extra(nDefineValue, fdValue, at, x.end)
		}
	case nUndef, nIfdef:
		name(0)
	case nIf:
		r.condition(at, x.end)
	}
	r.end(node, x.end)
	r.xi = was
}

// condition makes uses of the names in a condition of the preprocessor.
func (r *Reader) condition(at, end uint32) {
	src := r.src
	for at < end {
		c := src[at]
		switch {
		case classes[c]&cDigit != 0:
			for at < end && classes[src[at]]&cWord != 0 {
				at++
			}
		case classes[c]&cWord != 0:
			from := at
			for at < end && classes[src[at]]&cWord != 0 {
				at++
			}
			if string(src[from:at]) == "defined" {
				continue
			}
			to := at
			for to < end && src[to] == ' ' {
				to++
			}
			if to < end && src[to] == '(' {
				call := r.begin(nCall, 0, from)
				r.extra(nIdentifier, fdFunction, from, at)
				r.end(call, at)
			} else {
				r.extra(nIdentifier, 0, from, at)
			}
		case c == '/' && at+1 < end && src[at+1] == '*':
			n := bytes.Index(src[at+2:end], []byte("*/"))
			if n < 0 {
				return
			}
			at += uint32(n) + 4
		case c == '/' && at+1 < end && src[at+1] == '/':
			return
		case c == '"' || c == '\'':
			at = uint32(quoted(src[:end], int(at)))
		default:
			at++
		}
	}
}
