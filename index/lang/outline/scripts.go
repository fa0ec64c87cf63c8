package outline

import "codeintel/index/lang"

var (
	bashLocal  = node{do: actDefine, kind: lang.KindVariable, name: "<variable_assignment>+.name|&<variable_name>+"}
	bashGlobal = node{do: actDefine, kind: lang.KindVariable, name: "<variable_assignment>+.name|&<variable_name>+", global: true}
)

var tableBash = table{
	name: "bash", scipName: "ShellScript", served: true,
	extensions:   []string{".sh", ".bash", ".bats", ".ebuild"},
	interpreters: []string{"sh", "bash", "dash", "ksh", "ash"},
	nodes: map[string]node{
		"comment":             {do: actComment},
		"function_definition": {do: actDefine, kind: lang.KindFunction, end: "body", opens: lang.ScopeFunction},
		"subshell":            {do: actScope, opens: lang.ScopeBlock},
		"variable_assignment": {do: actAssign, kind: lang.KindVariable, name: "name", global: true},
		"for_statement":       {do: actAssign, kind: lang.KindVariable, name: "variable", global: true},
		"declaration_command": {do: actNone, word: "!", words: map[string]node{
			"local": bashLocal, "declare": bashLocal, "typeset": bashLocal, "readonly": bashGlobal, "export": bashGlobal,
		}},
		"variable_name":         {do: actRef},
		"special_variable_name": {do: actSkip},
		"command_name":          {do: actRef, role: lang.Read | lang.Call},
	},
}

var tableLua = table{
	name: "lua", scipName: "Lua", served: true,
	extensions:   []string{".lua"},
	interpreters: []string{"lua", "luajit"},
	dots:         []string{".", ":"},
	self:         []string{"self"},
	private:      []string{"local"},
	qualified: map[string][2]string{
		"variable_declarator": {"<identifier>", "<identifier>$"},
		"function_name":       {"<identifier>", "<identifier>$"},
	},
	nodes: map[string]node{
		"comment": {do: actComment},
		"variable_declaration": {do: actAssign, kind: lang.KindVariable, name: "name+", word: "<local>", words: map[string]node{
			"local": {do: actDefine, kind: lang.KindVariable, name: "name+"},
		}},
		"function_statement": {do: actDefine, kind: lang.KindFunction, end: "<function_body>", opens: lang.ScopeFunction, word: "<local>", words: map[string]node{
			"local": {do: actDefine, kind: lang.KindFunction, end: "<function_body>", opens: lang.ScopeFunction},
		}},
		"function":           {do: actScope, opens: lang.ScopeFunction},
		"parameter_list":     {do: actParam, name: "<identifier>+"},
		"for_statement":      {do: actScope, opens: lang.ScopeBlock},
		"do_statement":       {do: actScope, opens: lang.ScopeBlock},
		"if_statement":       {do: actScope, opens: lang.ScopeBlock},
		"while_statement":    {do: actScope, opens: lang.ScopeBlock},
		"for_numeric":        {do: actParam, name: "var"},
		"identifier_list":    {do: actParam, name: "<identifier>+"},
		"field":              {do: actMember},
		"function_call":      {do: actCall, name: "<identifier>$"},
		"identifier":         {do: actRef},
		"emmy_documentation": {do: actComment},
	},
}
