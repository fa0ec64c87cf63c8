package outline

import "codeintel/index/lang"

func elixirFunction(k lang.Kind) node {
	return node{
		do: actDefine, kind: k, opens: lang.ScopeFunction, end: "<do_block>",
		name: "<arguments>.<call>.target|<arguments>.<identifier>|<arguments>.<binary_operator>.left.target|<arguments>.<binary_operator>.left",
		params: "<arguments>.<call>.<arguments>.<identifier>+|&<arguments>.<call>.<arguments>.<binary_operator>+.left|" +
			"&<arguments>.<binary_operator>.left.<arguments>.<identifier>+",
	}
}

func elixirModule(k lang.Kind) node {
	return node{do: actDefine, kind: k, name: "<arguments>.<alias>", end: "<do_block>", opens: lang.ScopeClass}
}

var tableElixir = table{
	name: "elixir", scipName: "Elixir", served: true,
	extensions:   []string{".ex", ".exs"},
	interpreters: []string{"elixir"},
	bare:         true, closed: true,
	reserved: []string{
		"_", "__MODULE__", "defmodule", "defprotocol", "def", "defp", "defmacro", "defmacrop", "defguard", "defdelegate",
		"alias", "import", "require", "use", "quote", "unquote",
	},
	nodes: map[string]node{
		"comment": {do: actComment},
		"call": {do: actCall, name: "target.right|target", word: "target", words: map[string]node{
			"defmodule":   elixirModule(lang.KindModule),
			"defprotocol": elixirModule(lang.KindInterface),
			"def":         elixirFunction(lang.KindFunction),
			"defp":        elixirFunction(lang.KindFunction),
			"defmacro":    elixirFunction(lang.KindMacro),
			"defmacrop":   elixirFunction(lang.KindMacro),
			"defguard":    elixirFunction(lang.KindFunction),
			"defdelegate": elixirFunction(lang.KindFunction),
			"alias":       {do: actImport},
			"import":      {do: actImport},
			"require":     {do: actImport},
			"use":         {do: actImport},
		}},
		"unary_operator": {do: actDefine, kind: lang.KindConstant, name: "operand.target", needs: "<'@'>", word: "operand.target", words: map[string]node{
			"moduledoc": {do: actNone}, "doc": {do: actNone}, "spec": {do: actNone}, "impl": {do: actNone}, "behaviour": {do: actNone}, "derive": {do: actNone},
		}},
		"binary_operator": {do: actNone, word: "<'='>", words: map[string]node{
			"=": {do: actAssign, kind: lang.KindVariable, name: "left"},
		}},
		"anonymous_function": {do: actScope, opens: lang.ScopeFunction},
		"stab_clause":        {do: actScope, opens: lang.ScopeFunction, params: "left.<identifier>+"},
		"dot":                {do: actMember, name: "right", recv: "left"},
		"identifier":         {do: actRef},
		"alias":              {do: actRef},
	},
}

var tableElm = table{
	name: "elm", scipName: "Elm", served: true,
	extensions: []string{".elm"},
	dots:       []string{"."},
	nodes: map[string]node{
		"line_comment":              {do: actComment},
		"block_comment":             {do: actComment},
		"module_declaration":        {do: actNone, skip: "name"},
		"import_clause":             {do: actImport},
		"type_alias_declaration":    {do: actDefine, kind: lang.KindTypeAlias, opens: lang.ScopeClass, space: lang.Value | lang.Type, end: "<eq>"},
		"type_declaration":          {do: actDefine, kind: lang.KindEnum, opens: lang.ScopeClass, space: lang.Type, end: "<eq>"},
		"union_variant":             {do: actDefine, kind: lang.KindEnumMember, outside: true},
		"field_type":                {do: actDefine, kind: lang.KindField},
		"value_declaration":         {do: actDefine, kind: lang.KindFunction, name: "functionDeclarationLeft.<lower_case_identifier>", opens: lang.ScopeFunction, params: "functionDeclarationLeft.pattern+.<lower_case_identifier>", end: "<eq>"},
		"lower_pattern":             {do: actDefine, kind: lang.KindVariable, name: "<lower_case_identifier>", local: true},
		"let_in_expr":               {do: actScope, opens: lang.ScopeBlock},
		"case_of_branch":            {do: actScope, opens: lang.ScopeBlock},
		"anonymous_function_expr":   {do: actScope, opens: lang.ScopeFunction},
		"field":                     {do: actMember},
		"type_ref":                  {do: actNone},
		"upper_case_identifier":     {do: actRef, space: lang.Value | lang.Type},
		"lower_case_identifier":     {do: actRef},
		"type_variable":             {do: actSkip},
		"field_access_expr":         {do: actNone},
		"port_annotation":           {do: actDefine, kind: lang.KindFunction},
		"lower_type_name":           {do: actSkip},
		"function_declaration_left": {do: actNone},
	},
}

var tableOCaml = table{
	name: "ocaml", scipName: "OCaml", served: true,
	extensions: []string{".ml"},
	bare:       true,
	dots:       []string{".", "#"},
	reserved:   []string{"_"},
	nodes: map[string]node{
		"comment":                      {do: actComment},
		"type_binding":                 {do: actDefine, kind: lang.KindType, end: "body", opens: lang.ScopeClass, space: lang.Type},
		"constructor_declaration":      {do: actDefine, kind: lang.KindEnumMember, name: "<constructor_name>", outside: true},
		"field_declaration":            {do: actDefine, kind: lang.KindField, name: "<field_name>"},
		"module_binding":               {do: actDefine, kind: lang.KindModule, name: "name", end: "body", opens: lang.ScopeNamespace},
		"module_type_definition":       {do: actDefine, kind: lang.KindInterface, name: "name", end: "body", opens: lang.ScopeNamespace},
		"external":                     {do: actDefine, kind: lang.KindFunction, name: "<value_name>"},
		"value_specification":          {do: actDefine, kind: lang.KindFunction, name: "<value_name>"},
		"let_binding":                  {do: actDefine, kind: lang.KindVariable, name: "<value_name>", has: "<parameter>|body.<match_case>|body.<parameter>", hasKind: lang.KindFunction, end: "body", opens: lang.ScopeFunction},
		"parameter":                    {do: actParam, name: "pattern"},
		"value_pattern":                {do: actDefine, kind: lang.KindVariable, name: "@"},
		"let_expression":               {do: actScope, opens: lang.ScopeBlock},
		"match_case":                   {do: actScope, opens: lang.ScopeBlock},
		"fun_expression":               {do: actScope, opens: lang.ScopeFunction},
		"function_expression":          {do: actScope, opens: lang.ScopeFunction},
		"class_binding":                {do: actDefine, kind: lang.KindClass, end: "body", opens: lang.ScopeClass},
		"method_definition":            {do: actDefine, kind: lang.KindMethod, end: "body", opens: lang.ScopeFunction},
		"instance_variable_definition": {do: actDefine, kind: lang.KindField, end: "body"},
		"application_expression":       {do: actCall, name: "function.<value_name>"},
		"field_path":                   {do: actMember, name: "<field_name>"},
		"value_name":                   {do: actRef},
		"type_constructor":             {do: actRef, role: lang.TypeRole, space: lang.Type},
		"constructor_name":             {do: actRef},
		"module_name":                  {do: actRef},
		"class_name":                   {do: actRef},
		"field_name":                   {do: actRef},
		"method_name":                  {do: actRef},
		"instance_variable_name":       {do: actRef},
	},
}
