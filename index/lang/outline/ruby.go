package outline

import "codeintel/index/lang"

var rubyFields = node{do: actDefine, kind: lang.KindProperty, name: "arguments.<simple_symbol>+"}

var tableRuby = table{
	name: "ruby", scipName: "Ruby", served: true,
	extensions:   []string{".rb", ".rake", ".gemspec", ".ru"},
	interpreters: []string{"ruby", "jruby"},
	bare:         true, closed: true,
	self:      []string{"self"},
	dots:      []string{".", "::"},
	reserved:  []string{"private", "public", "protected", "module_function"},
	fields:    []string{"instance_variable", "class_variable"},
	qualified: map[string][2]string{"scope_resolution": {"scope", "name"}},
	nodes: map[string]node{
		"comment":                {do: actComment},
		"module":                 {do: actDefine, kind: lang.KindModule, end: "body", opens: lang.ScopeClass},
		"class":                  {do: actDefine, kind: lang.KindClass, end: "body", opens: lang.ScopeClass},
		"superclass":             {do: actBases},
		"method":                 {do: actDefine, kind: lang.KindFunction, end: "body", opens: lang.ScopeFunction},
		"singleton_method":       {do: actDefine, kind: lang.KindStaticMethod, end: "body", opens: lang.ScopeFunction},
		"method_parameters":      {do: actParam, name: "<identifier>+"},
		"block_parameters":       {do: actParam, name: "<identifier>+|&locals+"},
		"lambda_parameters":      {do: actParam, name: "<identifier>+"},
		"optional_parameter":     {do: actParam},
		"splat_parameter":        {do: actParam},
		"keyword_parameter":      {do: actParam},
		"block_parameter":        {do: actParam},
		"block":                  {do: actScope, opens: lang.ScopeFunction},
		"do_block":               {do: actScope, opens: lang.ScopeFunction},
		"lambda":                 {do: actScope, opens: lang.ScopeFunction},
		"hash_splat_parameter":   {do: actParam},
		"destructured_parameter": {do: actParam, name: "<identifier>+"},
		"assignment":             {do: actAssign, kind: lang.KindVariable, name: "left.<identifier>+|left"},
		"operator_assignment":    {do: actAssign, kind: lang.KindVariable, name: "left"},
		"for":                    {do: actAssign, kind: lang.KindVariable, name: "pattern"},
		"exception_variable":     {do: actAssign, kind: lang.KindVariable, name: "<identifier>"},
		"identifier":             {do: actRef},
		"constant":               {do: actRef},
		"instance_variable":      {do: actRef},
		"class_variable":         {do: actRef},
		"global_variable":        {do: actRef},
		"self":                   {do: actRef},
		"call": {do: actCall, name: "method", word: "method", words: map[string]node{
			"attr_reader": rubyFields, "attr_writer": rubyFields, "attr_accessor": rubyFields,
		}},
	},
}
