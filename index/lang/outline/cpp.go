package outline

import (
	"maps"

	"codeintel/index/lang"
)

var tableCpp = table{
	name: "cpp", scipName: "CPP", served: true, family: "c",
	extensions: []string{".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".cu", ".cuh"},
	nodes:      cppNodes(),
	bare:       true, overloads: true, textual: true, memberless: true,
	private: []string{"static"}, extern: "extern",
	self:        []string{"this"},
	transparent: []string{"parenthesized_declarator", "attributed_declarator", "reference_declarator"},
	qualified:   map[string][2]string{"qualified_identifier": {"scope", "name"}, "template_function": {"@", "name"}},
}

// cppNodes are C's with what C++ adds.
func cppNodes() map[string]node {
	m := maps.Clone(cNodes)
	maps.Copy(m, map[string]node{
		"ms_declspec_modifier": {do: actSkip},
		"preproc_directive":    {do: actSkip},
		"function_definition":  {do: actDefine, kind: lang.KindVariable, name: "declarator.declarator*", end: "body|<field_initializer_list>", opens: lang.ScopeFunction, typ: "type.name|type", through: cFunction},
		"field_declaration":    {do: actDefine, kind: lang.KindField, name: "declarator+.declarator*", typ: "type.name|type", through: map[string]lang.Kind{"function_declarator": lang.KindMethod}},
		"class_specifier":      {do: actDefine, kind: lang.KindClass, needs: "body", end: "body", opens: lang.ScopeClass, space: lang.Type},
		"namespace_definition": {
			do: actDefine, kind: lang.KindNamespace, end: "body", opens: lang.ScopeNamespace, space: lang.AnySpace,
		},
		"namespace_alias_definition":          {do: actDefine, kind: lang.KindNamespace},
		"alias_declaration":                   {do: actDefine, kind: lang.KindTypeAlias, typ: "type.type", space: lang.Value | lang.Type},
		"concept_definition":                  {do: actDefine, kind: lang.KindType, space: lang.Value | lang.Type},
		"template_declaration":                {do: actWrap},
		"base_class_clause":                   {do: actBases},
		"type_parameter_declaration":          {do: actParam, name: "<type_identifier>", kind: lang.KindTypeParameter, space: lang.Value | lang.Type},
		"optional_parameter_declaration":      {do: actParam, name: "declarator.declarator*", typ: "type.name|type"},
		"optional_type_parameter_declaration": {do: actParam, name: "name", kind: lang.KindTypeParameter, space: lang.Value | lang.Type},
		"variadic_parameter_declaration":      {do: actParam, name: "declarator.<identifier>", typ: "type.name|type"},
		"template_argument_list":              {do: actPlain},
		"lambda_expression":                   {do: actScope, opens: lang.ScopeFunction},
		"for_range_loop":                      {do: actDefine, kind: lang.KindVariable, name: "declarator.declarator*", opens: lang.ScopeBlock, local: true},
		"if_statement":                        {do: actScope, opens: lang.ScopeBlock},
		"catch_clause":                        {do: actScope, opens: lang.ScopeBlock},
		"qualified_identifier":                {do: actMember, name: "name", recv: "scope"},
		"namespace_identifier":                {do: actRef, space: lang.AnySpace},
		"type_identifier":                     {do: actRef, role: lang.TypeRole, space: lang.Value | lang.Type},
		"this":                                {do: actRef},
	})
	return m
}
