package outline

import (
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Languages of data and configuration.

var tableTOML = table{
	name: "toml", scipName: "TOML",
	extensions: []string{".toml"},
	nodes: map[string]node{
		"comment":             {do: actComment},
		"table":               {do: actDefine, kind: lang.KindNamespace, name: "<bare_key>|<dotted_key>|<quoted_key>", opens: lang.ScopeClass},
		"table_array_element": {do: actDefine, kind: lang.KindNamespace, name: "<bare_key>|<dotted_key>|<quoted_key>", opens: lang.ScopeClass},
		"pair":                {do: actDefine, kind: lang.KindProperty, name: "<bare_key>|<dotted_key>|<quoted_key>", opens: lang.ScopeClass},
	},
}

func hclBlock(k lang.Kind) node {
	return node{do: actDefine, kind: k, name: "<string_lit>$", end: "<block_start>", opens: lang.ScopeBlock}
}

var tableHCL = table{
	name: "hcl", scipName: "HCL",
	extensions: []string{".tf", ".tfvars", ".hcl"},
	nodes: map[string]node{
		"comment": {do: actComment},
		"block": {do: actScope, opens: lang.ScopeBlock, word: "<identifier>", words: map[string]node{
			"variable": hclBlock(lang.KindVariable),
			"output":   hclBlock(lang.KindProperty),
			"module":   hclBlock(lang.KindModule),
			"provider": hclBlock(lang.KindNamespace),
			"resource": hclBlock(lang.KindObject),
			"data":     hclBlock(lang.KindObject),
			"locals":   {do: actDefine, kind: lang.KindVariable, name: "<body>.<attribute>+.<identifier>"},
		}},
		// An address: "var.region", "aws_instance.web.id", "data.aws_ami.base.id".
		"expression": {do: actUse, name: "<get_attr>.<identifier>", word: "<variable_expr>.<identifier>", words: map[string]node{
			"data": {do: actUse, name: "<get_attr>~.<identifier>"},
			"each": {do: actNone}, "count": {do: actNone}, "self": {do: actNone}, "path": {do: actNone}, "terraform": {do: actNone},
		}},
	},
}

var tableProtobuf = table{
	name: "protobuf", scipName: "Protobuf",
	extensions: []string{".proto"},
	recovery:   ts.Recovery{Rewrites: []func([]byte) []byte{readableProtobuf}},
	textual:    true, memberless: true,
	dots: []string{"."},
	nodes: map[string]node{
		"comment":      {do: actComment},
		"import":       {do: actInclude, name: "path"},
		"package":      {do: actSkip},
		"option":       {do: actSkip},
		"message":      {do: actDefine, kind: lang.KindStruct, name: "<message_name>.<identifier>", end: "<message_body>", opens: lang.ScopeClass, space: lang.Value | lang.Type},
		"enum":         {do: actDefine, kind: lang.KindEnum, name: "<enum_name>.<identifier>", end: "<enum_body>", opens: lang.ScopeClass, space: lang.Value | lang.Type},
		"enum_field":   {do: actDefine, kind: lang.KindEnumMember, name: "<identifier>", outside: true},
		"field":        {do: actDefine, kind: lang.KindField, name: "<identifier>", typ: "<type>.<message_or_enum_type>.<identifier>$"},
		"map_field":    {do: actDefine, kind: lang.KindField, name: "<identifier>"},
		"oneof":        {do: actDefine, kind: lang.KindField, name: "<identifier>"},
		"oneof_field":  {do: actDefine, kind: lang.KindField, name: "<identifier>", typ: "<type>.<message_or_enum_type>.<identifier>$"},
		"service":      {do: actDefine, kind: lang.KindInterface, name: "<service_name>.<identifier>", opens: lang.ScopeClass},
		"rpc":          {do: actDefine, kind: lang.KindMethod, name: "<rpc_name>.<identifier>"},
		"identifier":   {do: actRef, role: lang.TypeRole, space: lang.Value | lang.Type},
		"field_option": {do: actSkip},
	},
}

var tableDockerfile = table{
	name: "dockerfile", scipName: "Dockerfile",
	extensions: []string{".dockerfile"},
	filenames:  []string{"dockerfile", "containerfile"},
	nodes: map[string]node{
		"comment":          {do: actComment},
		"arg_instruction":  {do: actDefine, kind: lang.KindVariable},
		"env_pair":         {do: actDefine, kind: lang.KindVariable},
		"from_instruction": {do: actDefine, kind: lang.KindModule, name: "as"},
		"image_name":       {do: actRef},
		"variable":         {do: actRef},
	},
}

var tableCUE = table{
	name: "cue", scipName: "CUE",
	extensions: []string{".cue"},
	bare:       true,
	nodes: map[string]node{
		"comment":             {do: actComment},
		"package_clause":      {do: actSkip},
		"import_spec":         {do: actSkip},
		"field":               {do: actDefine, kind: lang.KindProperty, name: "<label>.<identifier>|<label>.<optional>.<identifier>|<label>.<string>", opens: lang.ScopeClass},
		"let_clause":          {do: actDefine, kind: lang.KindVariable, name: "left"},
		"selector_expression": {do: actMember, name: "<identifier>$", recv: "!"},
		"call_expression":     {do: actCall, name: "function"},
		"identifier":          {do: actRef},
	},
}

func sqlCreate(k lang.Kind) node {
	return node{do: actDefine, kind: k, name: "<object_reference>.name", opens: lang.ScopeClass, global: true}
}

var tableSQL = table{
	name: "sql", scipName: "SQL",
	extensions: []string{".sql"},
	nodes: map[string]node{
		"comment":                  {do: actComment},
		"marginalia":               {do: actComment},
		"statement":                {do: actScope, opens: lang.ScopeBlock},
		"create_table":             sqlCreate(lang.KindStruct),
		"create_view":              sqlCreate(lang.KindStruct),
		"create_materialized_view": sqlCreate(lang.KindStruct),
		"create_type":              sqlCreate(lang.KindType),
		"create_sequence":          sqlCreate(lang.KindVariable),
		"create_function":          {do: actDefine, kind: lang.KindFunction, name: "<object_reference>.name", end: "<function_body>", opens: lang.ScopeFunction, global: true},
		"create_index":             {do: actDefine, kind: lang.KindProperty, name: "column", global: true},
		"create_trigger":           {do: actDefine, kind: lang.KindFunction, name: "<object_reference>.name", global: true},
		"create_schema":            {do: actDefine, kind: lang.KindNamespace, name: "<identifier>", global: true},
		"column_definition":        {do: actDefine, kind: lang.KindField},
		"function_argument":        {do: actParam, name: "<identifier>"},
		"function_language":        {do: actSkip},
		"relation":                 {do: actDefine, kind: lang.KindVariable, name: "alias", local: true},
		"cte":                      {do: actDefine, kind: lang.KindVariable, name: "<identifier>", local: true},
		"field":                    {do: actMember, name: "name|column", recv: "<object_reference>.name"},
		"column":                   {do: actMember, name: "<identifier>"},
		"identifier":               {do: actRef},
	},
}

var tableMarkdown = table{
	name: "markdown", scipName: "Markdown",
	extensions: []string{".md", ".markdown", ".mdown"},
	linked:     true,
	sections:   true,
	nodes: map[string]node{
		"section":                   {do: actDefine, kind: lang.KindNamespace, name: "<atx_heading>.heading_content", opens: lang.ScopeNamespace},
		"setext_heading":            {do: actDefine, kind: lang.KindNamespace, name: "heading_content"},
		"inline":                    {do: actLinks},
		"link_reference_definition": {do: actLink, name: "<link_destination>"},
	},
}
