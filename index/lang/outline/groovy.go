package outline

import "codeintel/index/lang"

var tableGroovy = table{
	name: "groovy", scipName: "Groovy",
	extensions:   []string{".groovy", ".gradle", ".gvy", ".nf"},
	filenames:    []string{"jenkinsfile"},
	interpreters: []string{"groovy"},
	bare:         true, overloads: true,
	self:     []string{"this"},
	dots:     []string{".", "?."},
	reserved: []string{"it", "_"},
	nodes: map[string]node{
		"comment":       {do: actComment},
		"groovy_doc":    {do: actComment},
		"groovy_import": {do: actImport},
		"groovy_package": {
			do: actSkip,
		},
		"class_definition": {do: actDefine, kind: lang.KindClass, end: "body", opens: lang.ScopeClass, word: "<'interface'>", words: map[string]node{
			"interface": {do: actDefine, kind: lang.KindInterface, end: "body", opens: lang.ScopeClass},
		}},
		"function_definition":  {do: actDefine, kind: lang.KindFunction, name: "function", end: "body", opens: lang.ScopeFunction},
		"function_declaration": {do: actDefine, kind: lang.KindFunction, name: "function", opens: lang.ScopeFunction},
		"declaration": {do: actDefine, kind: lang.KindVariable, end: "value", typ: "type", word: "type", words: map[string]node{
			"enum": {do: actDefine, kind: lang.KindEnum},
		}},
		"parameter":          {do: actParam, typ: "type"},
		"closure":            {do: actScope, opens: lang.ScopeBlock},
		"function_call":      {do: actCall, name: "function"},
		"juxt_function_call": {do: actCall, name: "function"},
		"for_loop":           {do: actScope, opens: lang.ScopeBlock},
		"for_in_loop":        {do: actScope, opens: lang.ScopeBlock},
		"identifier":         {do: actRef},
	},
}
