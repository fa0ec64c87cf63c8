package python

import (
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"codeintel/index/lang/ts"
)

var python = ts.NewGrammar("python", grammar.Language())

// kind is a dense number for the node kinds that the extractor knows, so that
// its switches compile to jump tables.
type kind uint8

const (
	kOther kind = iota
	kAliasedImport
	kAsPattern
	kAsPatternTarget
	kAssertStatement
	kAssignment
	kAttribute
	kAugmentedAssignment
	kAwait
	kBinaryOperator
	kBlock
	kBooleanOperator
	kBreakStatement
	kCall
	kCaseClause
	kCasePattern
	kClassDefinition
	kClassPattern
	kComment
	kComparisonOperator
	kConcatenatedString
	kConditionalExpression
	kConstrainedType
	kContinueStatement
	kDecoratedDefinition
	kDecorator
	kDefaultParameter
	kDeleteStatement
	kDictionary
	kDictionaryComprehension
	kDictionarySplat
	kDictionarySplatPattern
	kDictPattern
	kDottedName
	kElifClause
	kElseClause
	kExceptClause
	kExceptGroupClause
	kExecStatement
	kExpressionList
	kExpressionStatement
	kFalse
	kFinallyClause
	kFloat
	kForInClause
	kForStatement
	kFormatSpecifier
	kFunctionDefinition
	kFutureImportStatement
	kGeneratorExpression
	kGenericType
	kGlobalStatement
	kIdentifier
	kIfClause
	kIfStatement
	kImportFromStatement
	kImportPrefix
	kImportStatement
	kInteger
	kInterpolation
	kKeywordArgument
	kKeywordPattern
	kKeywordSeparator
	kLambda
	kList
	kListComprehension
	kListPattern
	kListSplat
	kListSplatPattern
	kMatchStatement
	kMemberType
	kNamedExpression
	kNone
	kNonlocalStatement
	kNotOperator
	kPair
	kParenthesizedExpression
	kPassStatement
	kPatternList
	kPositionalSeparator
	kPrintStatement
	kRaiseStatement
	kRelativeImport
	kReturnStatement
	kSet
	kSetComprehension
	kSlice
	kSplatPattern
	kSplatType
	kString
	kSubscript
	kTrue
	kTryStatement
	kTuple
	kTuplePattern
	kType
	kTypeAliasStatement
	kTypedDefaultParameter
	kTypedParameter
	kTypeParameter
	kUnaryOperator
	kUnionPattern
	kUnionType
	kWhileStatement
	kWildcardImport
	kWithClause
	kWithItem
	kWithStatement
	kYield
)

var kindNames = map[string]kind{
	"aliased_import": kAliasedImport, "as_pattern": kAsPattern,
	"as_pattern_target": kAsPatternTarget, "assert_statement": kAssertStatement, "assignment": kAssignment,
	"attribute": kAttribute, "augmented_assignment": kAugmentedAssignment, "await": kAwait,
	"binary_operator": kBinaryOperator, "block": kBlock, "boolean_operator": kBooleanOperator,
	"break_statement": kBreakStatement, "call": kCall, "case_clause": kCaseClause, "case_pattern": kCasePattern,
	"class_definition": kClassDefinition, "class_pattern": kClassPattern, "comment": kComment,
	"comparison_operator": kComparisonOperator, "concatenated_string": kConcatenatedString,
	"conditional_expression": kConditionalExpression, "constrained_type": kConstrainedType,
	"continue_statement": kContinueStatement, "decorated_definition": kDecoratedDefinition, "decorator": kDecorator,
	"default_parameter": kDefaultParameter, "delete_statement": kDeleteStatement, "dictionary": kDictionary,
	"dictionary_comprehension": kDictionaryComprehension, "dictionary_splat": kDictionarySplat,
	"dictionary_splat_pattern": kDictionarySplatPattern, "dict_pattern": kDictPattern, "dotted_name": kDottedName,
	"elif_clause": kElifClause, "else_clause": kElseClause, "except_clause": kExceptClause,
	"except_group_clause": kExceptGroupClause, "exec_statement": kExecStatement, "expression_list": kExpressionList,
	"expression_statement": kExpressionStatement, "false": kFalse, "finally_clause": kFinallyClause, "float": kFloat,
	"for_in_clause": kForInClause, "for_statement": kForStatement, "format_specifier": kFormatSpecifier,
	"function_definition": kFunctionDefinition, "future_import_statement": kFutureImportStatement,
	"generator_expression": kGeneratorExpression, "generic_type": kGenericType, "global_statement": kGlobalStatement,
	"identifier": kIdentifier, "if_clause": kIfClause, "if_statement": kIfStatement,
	"import_from_statement": kImportFromStatement, "import_prefix": kImportPrefix, "import_statement": kImportStatement,
	"integer": kInteger, "interpolation": kInterpolation, "keyword_argument": kKeywordArgument,
	"keyword_pattern": kKeywordPattern, "keyword_separator": kKeywordSeparator, "lambda": kLambda,
	"list": kList, "list_comprehension": kListComprehension,
	"list_pattern": kListPattern, "list_splat": kListSplat, "list_splat_pattern": kListSplatPattern,
	"match_statement": kMatchStatement, "member_type": kMemberType,
	"named_expression": kNamedExpression, "none": kNone, "nonlocal_statement": kNonlocalStatement,
	"not_operator": kNotOperator, "pair": kPair,
	"parenthesized_expression": kParenthesizedExpression, "pass_statement": kPassStatement,
	"pattern_list": kPatternList, "positional_separator": kPositionalSeparator, "print_statement": kPrintStatement,
	"raise_statement": kRaiseStatement, "relative_import": kRelativeImport, "return_statement": kReturnStatement,
	"set": kSet, "set_comprehension": kSetComprehension, "slice": kSlice, "splat_pattern": kSplatPattern,
	"splat_type": kSplatType, "string": kString, "subscript": kSubscript,
	"true": kTrue, "try_statement": kTryStatement, "tuple": kTuple, "tuple_pattern": kTuplePattern, "type": kType,
	"type_alias_statement": kTypeAliasStatement, "typed_default_parameter": kTypedDefaultParameter,
	"typed_parameter": kTypedParameter, "type_parameter": kTypeParameter, "unary_operator": kUnaryOperator,
	"union_pattern": kUnionPattern, "union_type": kUnionType, "while_statement": kWhileStatement,
	"wildcard_import": kWildcardImport, "with_clause": kWithClause, "with_item": kWithItem,
	"with_statement": kWithStatement, "yield": kYield,
}

// kinds maps the grammar's symbols to kinds.
var kinds = ts.Kinds(python, kindNames)

// Fields and anonymous tokens.
var (
	fAlias          = python.Field("alias")
	fAlternative    = python.Field("alternative")
	fArguments      = python.Field("arguments")
	fAttribute      = python.Field("attribute")
	fBody           = python.Field("body")
	fCondition      = python.Field("condition")
	fConsequence    = python.Field("consequence")
	fDefinition     = python.Field("definition")
	fFunction       = python.Field("function")
	fKey            = python.Field("key")
	fLeft           = python.Field("left")
	fModuleName     = python.Field("module_name")
	fName           = python.Field("name")
	fObject         = python.Field("object")
	fOperator       = python.Field("operator")
	fParameters     = python.Field("parameters")
	fReturnType     = python.Field("return_type")
	fRight          = python.Field("right")
	fSubscript      = python.Field("subscript")
	fSuperclasses   = python.Field("superclasses")
	fType           = python.Field("type")
	fTypeParameters = python.Field("type_parameters")
	fValue          = python.Field("value")

	tAsync  = python.Token("async")
	tFrom   = python.Token("from")
	tAnd    = python.Token("and")
	tComma  = python.Token(",")
	tFuture = python.Token("__future__")
)

// keywords may come out of broken text as identifiers.
var keywords = wordSet(`False None True and as assert async await break class continue def del elif else except
finally for from global if import in is lambda nonlocal not or pass raise return try while with yield`)
