package typescript

import (
	tsjs "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	tsts "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// kind is a node kind or token that means something to the extractor. The
// three grammars number theirs differently; each dialect has a table from its
// numbers to these.
type kind uint8

const (
	kOther kind = iota // passed through: only its children count
	kError

	// Statements and declarations of all grammars.
	kProgram
	kComment
	kExportStatement
	kExportClause
	kExportSpecifier
	kNamespaceExport
	kImportStatement
	kImportClause
	kNamedImports
	kNamespaceImport
	kImportSpecifier
	kImportAttribute
	kLexicalDeclaration
	kVariableDeclaration
	kVariableDeclarator
	kFunctionDeclaration
	kGeneratorFunctionDeclaration
	kClassDeclaration
	kClassBody
	kClassHeritage
	kClassStaticBlock
	kMethodDefinition
	kDecorator
	kStatementBlock
	kForStatement
	kForInStatement
	kSwitchBody
	kCatchClause
	kReturnStatement
	kLabeledStatement
	kBreakStatement
	kContinueStatement
	kIfStatement
	kElseClause
	kSwitchStatement
	kSwitchCase
	kSwitchDefault
	kThrowStatement
	kFormalParameters
	kHashBang

	// Expressions of all grammars.
	kIdentifier
	kPropertyIdentifier
	kPrivatePropertyIdentifier
	kShorthandPropertyIdentifier
	kShorthandPropertyIdentifierPattern
	kStatementIdentifier
	kComputedPropertyName
	kThis
	kSuper
	kUndefined
	kNull
	kTrue
	kFalse
	kNumber
	kString
	kStringFragment
	kEscapeSequence
	kTemplateString
	kTemplateSubstitution
	kRegex
	kMetaProperty
	kImport
	kMemberExpression
	kSubscriptExpression
	kCallExpression
	kNewExpression
	kArguments
	kSpreadElement
	kAwaitExpression
	kYieldExpression
	kTernaryExpression
	kBinaryExpression
	kUnaryExpression
	kUpdateExpression
	kSequenceExpression
	kAssignmentExpression
	kAugmentedAssignmentExpression
	kParenthesizedExpression
	kObject
	kPair
	kArray
	kArrowFunction
	kFunctionExpression
	kGeneratorFunction
	kClass

	// Patterns.
	kObjectPattern
	kArrayPattern
	kPairPattern
	kRestPattern
	kAssignmentPattern
	kObjectAssignmentPattern

	// JSX.
	kJSXElement
	kJSXSelfClosingElement
	kJSXOpeningElement
	kJSXClosingElement
	kJSXAttribute
	kJSXExpression
	kJSXNamespaceName

	// TypeScript.
	kAbstractClassDeclaration
	kAbstractMethodSignature
	kMethodSignature
	kFunctionSignature
	kPublicFieldDefinition
	kFieldDefinition
	kInterfaceDeclaration
	kInterfaceBody
	kTypeAliasDeclaration
	kEnumDeclaration
	kEnumBody
	kEnumAssignment
	kModule
	kInternalModule
	kAmbientDeclaration
	kImportAlias
	kImportRequireClause
	kNestedIdentifier
	kExtendsClause
	kExtendsTypeClause
	kImplementsClause
	kRequiredParameter
	kOptionalParameter
	kAccessibilityModifier
	kOverrideModifier
	kTypeParameters
	kTypeParameter
	kConstraint
	kDefaultType
	kTypeAnnotation
	kTypePredicateAnnotation
	kAssertsAnnotation
	kOmittingTypeAnnotation
	kAddingTypeAnnotation
	kOptingTypeAnnotation
	kTypeArguments
	kAsExpression
	kSatisfiesExpression
	kNonNullExpression
	kTypeAssertion
	kInstantiationExpression

	// Types.
	kTypeIdentifier
	kNestedTypeIdentifier
	kGenericType
	kPredefinedType
	kLiteralType
	kThisType
	kObjectType
	kPropertySignature
	kCallSignature
	kConstructSignature
	kIndexSignature
	kMappedTypeClause
	kFunctionType
	kConstructorType
	kArrayType
	kTupleType
	kOptionalType
	kRestType
	kReadonlyType
	kUnionType
	kIntersectionType
	kConditionalType
	kInferType
	kLookupType
	kIndexTypeQuery
	kTypeQuery
	kTypePredicate
	kAsserts
	kParenthesizedType
	kTemplateLiteralType
	kTemplateType
	kFlowMaybeType
	kExistentialType

	// Tokens.
	kTokAsync
	kTokStatic
	kTokGet
	kTokSet
	kTokStar
	kTokConst
	kTokLet
	kTokVar
	kTokDefault
	kTokEquals
	kTokOf
	kTokAwait
	kTokExport
	kTokQuestion
	kTokType
	kTokTypeof
	kTokAbstract
	kTokReadonly
	kTokDeclare
	kTokGlobal
	kTokAs
	kTokAnd
	kTokOr
	kTokNullish
	kTokUsing
	kTokMinus
	kTokNew
	kTokConstructor
	kindCount
)

// dialects is a set of grammars.
type dialects uint8

const (
	inTS dialects = 1 << iota
	inTSX
	inJS
	inAll   = inTS | inTSX | inJS
	inTyped = inTS | inTSX
	inJSX   = inTSX | inJS
)

// nodeKinds are the named nodes by their grammars' names.
var nodeKinds = [kindCount]struct {
	name string
	in   dialects
}{
	kProgram:                            {"program", inAll},
	kComment:                            {"comment", inAll},
	kExportStatement:                    {"export_statement", inAll},
	kExportClause:                       {"export_clause", inAll},
	kExportSpecifier:                    {"export_specifier", inAll},
	kNamespaceExport:                    {"namespace_export", inAll},
	kImportStatement:                    {"import_statement", inAll},
	kImportClause:                       {"import_clause", inAll},
	kNamedImports:                       {"named_imports", inAll},
	kNamespaceImport:                    {"namespace_import", inAll},
	kImportSpecifier:                    {"import_specifier", inAll},
	kImportAttribute:                    {"import_attribute", inAll},
	kLexicalDeclaration:                 {"lexical_declaration", inAll},
	kVariableDeclaration:                {"variable_declaration", inAll},
	kVariableDeclarator:                 {"variable_declarator", inAll},
	kFunctionDeclaration:                {"function_declaration", inAll},
	kGeneratorFunctionDeclaration:       {"generator_function_declaration", inAll},
	kClassDeclaration:                   {"class_declaration", inAll},
	kClassBody:                          {"class_body", inAll},
	kClassHeritage:                      {"class_heritage", inAll},
	kClassStaticBlock:                   {"class_static_block", inAll},
	kMethodDefinition:                   {"method_definition", inAll},
	kDecorator:                          {"decorator", inAll},
	kStatementBlock:                     {"statement_block", inAll},
	kForStatement:                       {"for_statement", inAll},
	kForInStatement:                     {"for_in_statement", inAll},
	kSwitchBody:                         {"switch_body", inAll},
	kCatchClause:                        {"catch_clause", inAll},
	kReturnStatement:                    {"return_statement", inAll},
	kLabeledStatement:                   {"labeled_statement", inAll},
	kBreakStatement:                     {"break_statement", inAll},
	kContinueStatement:                  {"continue_statement", inAll},
	kIfStatement:                        {"if_statement", inAll},
	kElseClause:                         {"else_clause", inAll},
	kSwitchStatement:                    {"switch_statement", inAll},
	kSwitchCase:                         {"switch_case", inAll},
	kSwitchDefault:                      {"switch_default", inAll},
	kThrowStatement:                     {"throw_statement", inAll},
	kFormalParameters:                   {"formal_parameters", inAll},
	kHashBang:                           {"hash_bang_line", inAll},
	kIdentifier:                         {"identifier", inAll},
	kPropertyIdentifier:                 {"property_identifier", inAll},
	kPrivatePropertyIdentifier:          {"private_property_identifier", inAll},
	kShorthandPropertyIdentifier:        {"shorthand_property_identifier", inAll},
	kShorthandPropertyIdentifierPattern: {"shorthand_property_identifier_pattern", inAll},
	kStatementIdentifier:                {"statement_identifier", inAll},
	kComputedPropertyName:               {"computed_property_name", inAll},
	kThis:                               {"this", inAll},
	kSuper:                              {"super", inAll},
	kUndefined:                          {"undefined", inAll},
	kNull:                               {"null", inAll},
	kTrue:                               {"true", inAll},
	kFalse:                              {"false", inAll},
	kNumber:                             {"number", inAll},
	kString:                             {"string", inAll},
	kStringFragment:                     {"string_fragment", inAll},
	kEscapeSequence:                     {"escape_sequence", inAll},
	kTemplateString:                     {"template_string", inAll},
	kTemplateSubstitution:               {"template_substitution", inAll},
	kRegex:                              {"regex", inAll},
	kMetaProperty:                       {"meta_property", inAll},
	kImport:                             {"import", inAll},
	kMemberExpression:                   {"member_expression", inAll},
	kSubscriptExpression:                {"subscript_expression", inAll},
	kCallExpression:                     {"call_expression", inAll},
	kNewExpression:                      {"new_expression", inAll},
	kArguments:                          {"arguments", inAll},
	kSpreadElement:                      {"spread_element", inAll},
	kAwaitExpression:                    {"await_expression", inAll},
	kYieldExpression:                    {"yield_expression", inAll},
	kTernaryExpression:                  {"ternary_expression", inAll},
	kBinaryExpression:                   {"binary_expression", inAll},
	kUnaryExpression:                    {"unary_expression", inAll},
	kUpdateExpression:                   {"update_expression", inAll},
	kSequenceExpression:                 {"sequence_expression", inAll},
	kAssignmentExpression:               {"assignment_expression", inAll},
	kAugmentedAssignmentExpression:      {"augmented_assignment_expression", inAll},
	kParenthesizedExpression:            {"parenthesized_expression", inAll},
	kObject:                             {"object", inAll},
	kPair:                               {"pair", inAll},
	kArray:                              {"array", inAll},
	kArrowFunction:                      {"arrow_function", inAll},
	kFunctionExpression:                 {"function_expression", inAll},
	kGeneratorFunction:                  {"generator_function", inAll},
	kClass:                              {"class", inAll},
	kObjectPattern:                      {"object_pattern", inAll},
	kArrayPattern:                       {"array_pattern", inAll},
	kPairPattern:                        {"pair_pattern", inAll},
	kRestPattern:                        {"rest_pattern", inAll},
	kAssignmentPattern:                  {"assignment_pattern", inAll},
	kObjectAssignmentPattern:            {"object_assignment_pattern", inAll},
	kJSXElement:                         {"jsx_element", inJSX},
	kJSXSelfClosingElement:              {"jsx_self_closing_element", inJSX},
	kJSXOpeningElement:                  {"jsx_opening_element", inJSX},
	kJSXClosingElement:                  {"jsx_closing_element", inJSX},
	kJSXAttribute:                       {"jsx_attribute", inJSX},
	kJSXExpression:                      {"jsx_expression", inJSX},
	kJSXNamespaceName:                   {"jsx_namespace_name", inJSX},
	kAbstractClassDeclaration:           {"abstract_class_declaration", inTyped},
	kAbstractMethodSignature:            {"abstract_method_signature", inTyped},
	kMethodSignature:                    {"method_signature", inTyped},
	kFunctionSignature:                  {"function_signature", inTyped},
	kPublicFieldDefinition:              {"public_field_definition", inTyped},
	kFieldDefinition:                    {"field_definition", inJS},
	kInterfaceDeclaration:               {"interface_declaration", inTyped},
	kInterfaceBody:                      {"interface_body", inTyped},
	kTypeAliasDeclaration:               {"type_alias_declaration", inTyped},
	kEnumDeclaration:                    {"enum_declaration", inTyped},
	kEnumBody:                           {"enum_body", inTyped},
	kEnumAssignment:                     {"enum_assignment", inTyped},
	kModule:                             {"module", inTyped},
	kInternalModule:                     {"internal_module", inTyped},
	kAmbientDeclaration:                 {"ambient_declaration", inTyped},
	kImportAlias:                        {"import_alias", inTyped},
	kImportRequireClause:                {"import_require_clause", inTyped},
	kNestedIdentifier:                   {"nested_identifier", inTyped},
	kExtendsClause:                      {"extends_clause", inTyped},
	kExtendsTypeClause:                  {"extends_type_clause", inTyped},
	kImplementsClause:                   {"implements_clause", inTyped},
	kRequiredParameter:                  {"required_parameter", inTyped},
	kOptionalParameter:                  {"optional_parameter", inTyped},
	kAccessibilityModifier:              {"accessibility_modifier", inTyped},
	kOverrideModifier:                   {"override_modifier", inTyped},
	kTypeParameters:                     {"type_parameters", inTyped},
	kTypeParameter:                      {"type_parameter", inTyped},
	kConstraint:                         {"constraint", inTyped},
	kDefaultType:                        {"default_type", inTyped},
	kTypeAnnotation:                     {"type_annotation", inTyped},
	kTypePredicateAnnotation:            {"type_predicate_annotation", inTyped},
	kAssertsAnnotation:                  {"asserts_annotation", inTyped},
	kOmittingTypeAnnotation:             {"omitting_type_annotation", inTyped},
	kAddingTypeAnnotation:               {"adding_type_annotation", inTyped},
	kOptingTypeAnnotation:               {"opting_type_annotation", inTyped},
	kTypeArguments:                      {"type_arguments", inTyped},
	kAsExpression:                       {"as_expression", inTyped},
	kSatisfiesExpression:                {"satisfies_expression", inTyped},
	kNonNullExpression:                  {"non_null_expression", inTyped},
	kTypeAssertion:                      {"type_assertion", inTS},
	kInstantiationExpression:            {"instantiation_expression", inTyped},
	kTypeIdentifier:                     {"type_identifier", inTyped},
	kNestedTypeIdentifier:               {"nested_type_identifier", inTyped},
	kGenericType:                        {"generic_type", inTyped},
	kPredefinedType:                     {"predefined_type", inTyped},
	kLiteralType:                        {"literal_type", inTyped},
	kThisType:                           {"this_type", inTyped},
	kObjectType:                         {"object_type", inTyped},
	kPropertySignature:                  {"property_signature", inTyped},
	kCallSignature:                      {"call_signature", inTyped},
	kConstructSignature:                 {"construct_signature", inTyped},
	kIndexSignature:                     {"index_signature", inTyped},
	kMappedTypeClause:                   {"mapped_type_clause", inTyped},
	kFunctionType:                       {"function_type", inTyped},
	kConstructorType:                    {"constructor_type", inTyped},
	kArrayType:                          {"array_type", inTyped},
	kTupleType:                          {"tuple_type", inTyped},
	kOptionalType:                       {"optional_type", inTyped},
	kRestType:                           {"rest_type", inTyped},
	kReadonlyType:                       {"readonly_type", inTyped},
	kUnionType:                          {"union_type", inTyped},
	kIntersectionType:                   {"intersection_type", inTyped},
	kConditionalType:                    {"conditional_type", inTyped},
	kInferType:                          {"infer_type", inTyped},
	kLookupType:                         {"lookup_type", inTyped},
	kIndexTypeQuery:                     {"index_type_query", inTyped},
	kTypeQuery:                          {"type_query", inTyped},
	kTypePredicate:                      {"type_predicate", inTyped},
	kAsserts:                            {"asserts", inTyped},
	kParenthesizedType:                  {"parenthesized_type", inTyped},
	kTemplateLiteralType:                {"template_literal_type", inTyped},
	kTemplateType:                       {"template_type", inTyped},
	kFlowMaybeType:                      {"flow_maybe_type", inTyped},
	kExistentialType:                    {"existential_type", inTyped},
}

// tokenKinds are the anonymous tokens that matter.
var tokenKinds = []struct {
	k    kind
	name string
	in   dialects
}{
	{kTokAsync, "async", inAll}, {kTokStatic, "static", inAll}, {kTokGet, "get", inAll}, {kTokSet, "set", inAll},
	{kTokStar, "*", inAll}, {kTokConst, "const", inAll}, {kTokLet, "let", inAll}, {kTokVar, "var", inAll},
	{kTokDefault, "default", inAll}, {kTokEquals, "=", inAll}, {kTokOf, "of", inAll}, {kTokAwait, "await", inAll},
	{kTokExport, "export", inAll}, {kTokAs, "as", inAll}, {kTokAnd, "&&", inAll}, {kTokOr, "||", inAll},
	{kTokNullish, "??", inAll}, {kTokMinus, "-", inAll}, {kTokNew, "new", inAll}, {kTokTypeof, "typeof", inAll},
	{kTokQuestion, "?", inAll}, {kTokType, "type", inTyped}, {kTokAbstract, "abstract", inTyped},
	{kTokReadonly, "readonly", inTyped}, {kTokDeclare, "declare", inTyped}, {kTokGlobal, "global", inTyped},
	{kTokUsing, "using", inTyped},
}

// field is a grammar field that the extractor reads.
type field uint8

const (
	fNone field = iota
	fAlias
	fAlternative
	fArgument
	fArguments
	fAttribute
	fBody
	fCloseTag
	fCondition
	fConsequence
	fConstraint
	fConstructor
	fDeclaration
	fDecorator
	fFunction
	fIndex
	fIndexType
	fKey
	fKind
	fLeft
	fModule
	fName
	fObject
	fOpenTag
	fOperator
	fParameter
	fParameters
	fPattern
	fProperty
	fReturnType
	fRight
	fSource
	fType
	fTypeArguments
	fTypeParameters
	fValue
	fieldCount
)

var fieldNames = [fieldCount]struct {
	name string
	in   dialects
}{
	fAlias: {"alias", inAll}, fAlternative: {"alternative", inAll}, fArgument: {"argument", inAll},
	fArguments: {"arguments", inAll}, fAttribute: {"attribute", inJSX}, fBody: {"body", inAll},
	fCloseTag: {"close_tag", inJSX}, fCondition: {"condition", inAll}, fConsequence: {"consequence", inAll},
	fConstraint: {"constraint", inTyped}, fConstructor: {"constructor", inAll}, fDeclaration: {"declaration", inAll},
	fDecorator: {"decorator", inAll}, fFunction: {"function", inAll}, fIndex: {"index", inAll},
	fIndexType: {"index_type", inTyped}, fKey: {"key", inAll}, fKind: {"kind", inAll}, fLeft: {"left", inAll},
	fModule: {"module", inTyped}, fName: {"name", inAll}, fObject: {"object", inAll}, fOpenTag: {"open_tag", inJSX},
	fOperator: {"operator", inAll}, fParameter: {"parameter", inAll}, fParameters: {"parameters", inAll},
	fPattern: {"pattern", inAll}, fProperty: {"property", inAll}, fReturnType: {"return_type", inTyped},
	fRight: {"right", inAll}, fSource: {"source", inAll}, fType: {"type", inTyped},
	fTypeArguments: {"type_arguments", inTyped}, fTypeParameters: {"type_parameters", inTyped}, fValue: {"value", inAll},
}

// dialect is one grammar with its tables.
type dialect struct {
	*ts.Grammar
	js     bool // plain JavaScript: require and module.exports count
	kinds  []kind
	fields [fieldCount]ts.FieldID
	parts  []lang.Part
}

func newDialect(g *ts.Grammar, in dialects) *dialect {
	d := &dialect{Grammar: g, js: in == inJS}
	set := func(s ts.Sym, k kind) {
		if need := int(s) + 1 - len(d.kinds); need > 0 {
			d.kinds = append(d.kinds, make([]kind, need)...)
		}
		d.kinds[s] = k
	}
	for k, n := range nodeKinds {
		if n.in&in != 0 {
			set(g.Symbol(n.name), kind(k))
		}
	}
	parts := map[string]lang.Part{}
	for name, p := range partNames {
		if p.in&in != 0 {
			parts[name] = p.part
		}
	}
	d.parts = ts.Kinds(g, parts)
	for _, t := range tokenKinds {
		if t.in&in != 0 {
			set(g.Token(t.name), t.k)
		}
	}
	for f, n := range fieldNames {
		if n.in&in != 0 {
			d.fields[f] = g.Field(n.name)
		}
	}
	return d
}

var (
	typescriptDialect = newDialect(ts.NewGrammar("typescript", tsts.LanguageTypescript()), inTS)
	tsxDialect        = newDialect(ts.NewGrammar("tsx", tsts.LanguageTSX()), inTSX)
	javascriptDialect = newDialect(ts.NewGrammar("javascript", tsjs.Language()), inJS)
)
