package outline

import "codeintel/index/lang"

func swiftType(k lang.Kind) node {
	return node{do: actDefine, kind: k, end: "body", opens: lang.ScopeClass}
}

var tableSwift = table{
	name: "swift", scipName: "Swift", served: true,
	extensions: []string{".swift"},
	bare:       true, overloads: true,
	self:     []string{"self", "Self"},
	dots:     []string{".", "?.", "!."},
	binders:  []string{"simple_identifier"},
	reserved: []string{"_"},
	nodes: map[string]node{
		"comment":           {do: actComment},
		"multiline_comment": {do: actComment},
		"class_declaration": {do: actDefine, kind: lang.KindClass, end: "body", opens: lang.ScopeClass, word: "declaration_kind", words: map[string]node{
			"struct": swiftType(lang.KindStruct), "enum": swiftType(lang.KindEnum), "actor": swiftType(lang.KindClass),
			"extension": {do: actInto, name: "name.<type_identifier>"},
		}},
		"protocol_declaration":          swiftType(lang.KindInterface),
		"enum_entry":                    {do: actDefine, kind: lang.KindEnumMember, name: "name+"},
		"inheritance_specifier":         {do: actBases},
		"property_declaration":          {do: actDefine, kind: lang.KindVariable, name: "name+.bound_identifier", end: "value|computed_value", typ: "<type_annotation>.name.<type_identifier>"},
		"protocol_property_declaration": {do: actDefine, kind: lang.KindVariable, name: "name.bound_identifier", typ: "<type_annotation>.name.<type_identifier>"},
		"function_declaration":          {do: actDefine, kind: lang.KindFunction, end: "body", opens: lang.ScopeFunction},
		"protocol_function_declaration": {do: actDefine, kind: lang.KindFunction, opens: lang.ScopeFunction},
		"init_declaration":              {do: actScope, opens: lang.ScopeFunction},
		"deinit_declaration":            {do: actScope, opens: lang.ScopeFunction},
		"subscript_declaration":         {do: actScope, opens: lang.ScopeFunction},
		"computed_property":             {do: actScope, opens: lang.ScopeFunction},
		"lambda_literal":                {do: actScope, opens: lang.ScopeFunction},
		"typealias_declaration":         {do: actDefine, kind: lang.KindTypeAlias, name: "<type_identifier>"},
		"associatedtype_declaration":    {do: actDefine, kind: lang.KindType, name: "name"},
		"type_parameter":                {do: actParam, name: "<type_identifier>", kind: lang.KindTypeParameter},
		"parameter":                     {do: actParam, name: "name", skip: "external_name", typ: "<user_type>.<type_identifier>"},
		"lambda_parameter":              {do: actParam, name: "name"},
		"for_statement":                 {do: actDefine, kind: lang.KindVariable, name: "item.bound_identifier", opens: lang.ScopeBlock, local: true},
		"guard_statement":               {do: actDefine, kind: lang.KindVariable, name: "bound_identifier+", local: true},
		"if_statement":                  {do: actDefine, kind: lang.KindVariable, name: "bound_identifier+", opens: lang.ScopeBlock, local: true},
		"while_statement":               {do: actDefine, kind: lang.KindVariable, name: "bound_identifier+", opens: lang.ScopeBlock, local: true},
		"type_arguments":                {do: actPlain},
		"catch_block":                   {do: actScope, opens: lang.ScopeBlock},
		"switch_entry":                  {do: actScope, opens: lang.ScopeBlock},
		"call_expression":               {do: actCall, name: "#.suffix.suffix|#"},
		"value_argument_label":          {do: actSkip},
		"import_declaration":            {do: actImport},
		"simple_identifier":             {do: actRef},
		"type_identifier":               {do: actRef, role: lang.TypeRole},
		"self_expression":               {do: actRef},
	},
}
