package outline

import (
	"maps"

	"codeintel/index/lang"
)

// cNodes are what C and C++ have in common. Those of C are made by
// index/lang/outline/ctree, those of C++ by tree-sitter.
var cNodes = map[string]node{
	"comment":                     {do: actComment},
	"preproc_include":             {do: actInclude, name: "path"},
	"preproc_def":                 {do: actDefine, kind: lang.KindMacro, end: "value", global: true},
	"preproc_function_def":        {do: actDefine, kind: lang.KindMacro, end: "value", global: true, opens: lang.ScopeFunction},
	"preproc_params":              {do: actParam, name: "<identifier>+"},
	"function_definition":         {do: actDefine, kind: lang.KindFunction, name: "declarator.declarator*", end: "body", opens: lang.ScopeFunction, typ: "type.name|type"},
	"declaration":                 {do: actDefine, kind: lang.KindVariable, name: "declarator+.declarator*", typ: "type.name|type", end: "declarator.value", through: cFunction, prototype: true},
	"type_definition":             {do: actDefine, kind: lang.KindTypeAlias, name: "declarator+.declarator*", typ: "type.name|type", space: lang.Value | lang.Type},
	"struct_specifier":            {do: actDefine, kind: lang.KindStruct, needs: "body", end: "body", opens: lang.ScopeClass, space: lang.Type},
	"union_specifier":             {do: actDefine, kind: lang.KindUnion, needs: "body", end: "body", opens: lang.ScopeClass, space: lang.Type},
	"enum_specifier":              {do: actDefine, kind: lang.KindEnum, needs: "body", end: "body", opens: lang.ScopeClass, space: lang.Type},
	"enumerator":                  {do: actDefine, kind: lang.KindEnumMember, outside: true},
	"field_declaration":           {do: actDefine, kind: lang.KindField, name: "declarator+.declarator*", typ: "type.name|type"},
	"parameter_declaration":       {do: actParam, name: "declarator.declarator*", typ: "type.name|type"},
	"function_declarator":         {do: actDeclarator},
	"compound_statement":          {do: actScope, opens: lang.ScopeBlock},
	"for_statement":               {do: actScope, opens: lang.ScopeBlock},
	"identifier":                  {do: actRef},
	"type_identifier":             {do: actRef, role: lang.TypeRole, space: lang.Value},
	"field_identifier":            {do: actRef},
	"call_expression":             {do: actCall, name: "function"},
	"field_expression":            {do: actMember, name: "field", recv: "argument"},
	"field_designator":            {do: actMember, name: "<field_identifier>", designates: true},
	"initializer_list":            {do: actList},
	"init_declarator":             {do: actInit, name: "declarator.declarator*"},
	"initializer_pair":            {do: actInit, recv: "designator$.<field_identifier>"},
	"compound_literal_expression": {do: actInit, typ: "type.type.name|type.type"},
	"attribute_specifier":         {do: actSkip},
	"offsetof_expression":         {do: actMember, name: "member"},
}

var cFunction = map[string]lang.Kind{"function_declarator": lang.KindFunction}

var tableC = table{
	name: "c", scipName: "C", served: true, family: "c",
	extensions: []string{".c", ".h"},
	nodes:      cOwnNodes(),
	memberless: true, textual: true,
	private: []string{"static"}, extern: "extern",
	reads: true,
}

// cOwnNodes are C's with what only its own reader makes.
func cOwnNodes() map[string]node {
	m := maps.Clone(cNodes)
	// "int (*f)(int)": its parameters are nobody's.
	m["pointed_function_declarator"] = node{do: actScope, opens: lang.ScopeFunction}
	return m
}
