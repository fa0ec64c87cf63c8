package java

/*
typedef struct TSLanguage TSLanguage;
const TSLanguage *tree_sitter_java(void);
*/
import "C"

import (
	"unsafe"

	_ "github.com/smacker/go-tree-sitter/java" // defines tree_sitter_java

	"codeintel/index/lang/ts"
)

var grammar = ts.NewGrammar("java", unsafe.Pointer(C.tree_sitter_java()))

// kind is a node kind that means something to the extractor.
type kind uint8

const (
	kOther kind = iota // passed through: only its children count
	kError
	kComment

	// Declarations.
	kPackageDeclaration
	kImportDeclaration
	kAsterisk
	kModuleDeclaration
	kClassDeclaration
	kInterfaceDeclaration
	kEnumDeclaration
	kRecordDeclaration
	kAnnotationTypeDeclaration
	kModifiers
	kMarkerAnnotation
	kAnnotation
	kAnnotationArgumentList
	kElementValuePair
	kElementValueArrayInitializer
	kTypeParameters
	kTypeParameter
	kTypeBound
	kSuperclass
	kSuperInterfaces
	kExtendsInterfaces
	kPermits
	kTypeList
	kClassBody
	kInterfaceBody
	kAnnotationTypeBody
	kEnumBody
	kEnumBodyDeclarations
	kEnumConstant
	kFieldDeclaration
	kConstantDeclaration
	kMethodDeclaration
	kAnnotationTypeElementDeclaration
	kConstructorDeclaration
	kCompactConstructorDeclaration
	kStaticInitializer
	kFormalParameters
	kFormalParameter
	kSpreadParameter
	kReceiverParameter
	kInferredParameters
	kVariableDeclarator
	kThrows
	kDimensions
	kDimensionsExpr

	// Statements.
	kBlock
	kConstructorBody
	kExplicitConstructorInvocation
	kExpressionStatement
	kLocalVariableDeclaration
	kLabeledStatement
	kIfStatement
	kWhileStatement
	kDoStatement
	kForStatement
	kEnhancedForStatement
	kSynchronizedStatement
	kAssertStatement
	kThrowStatement
	kReturnStatement
	kYieldStatement
	kBreakStatement
	kContinueStatement
	kTryStatement
	kTryWithResourcesStatement
	kResource
	kCatchClause
	kCatchFormalParameter
	kCatchType
	kSwitchExpression
	kSwitchBlock
	kSwitchBlockStatementGroup
	kSwitchRule
	kSwitchLabel
	kTypePattern
	kRecordPattern
	kRecordPatternBody
	kRecordPatternComponent
	kGuard

	// Expressions.
	kIdentifier
	kScopedIdentifier
	kThis
	kSuper
	kNull
	kTrue
	kFalse
	kDecimalInteger
	kHexInteger
	kOctalInteger
	kBinaryInteger
	kDecimalFloat
	kHexFloat
	kCharacter
	kString
	kFieldAccess
	kMethodInvocation
	kArgumentList
	kMethodReference
	kObjectCreation
	kArrayCreation
	kArrayInitializer
	kArrayAccess
	kClassLiteral
	kLambda
	kCast
	kAssignment
	kBinary
	kUnary
	kUpdate
	kTernary
	kInstanceof
	kParenthesized

	// Types.
	kTypeIdentifier
	kScopedTypeIdentifier
	kGenericType
	kTypeArguments
	kWildcard
	kArrayType
	kAnnotatedType
	kIntegralType
	kFloatingPointType
	kBooleanType
	kVoidType
)

var kindNames = map[kind]string{
	kPackageDeclaration: "package_declaration", kImportDeclaration: "import_declaration", kAsterisk: "asterisk",
	kModuleDeclaration: "module_declaration",
	kClassDeclaration:  "class_declaration", kInterfaceDeclaration: "interface_declaration", kEnumDeclaration: "enum_declaration",
	kRecordDeclaration: "record_declaration", kAnnotationTypeDeclaration: "annotation_type_declaration",
	kModifiers: "modifiers", kMarkerAnnotation: "marker_annotation", kAnnotation: "annotation",
	kAnnotationArgumentList: "annotation_argument_list", kElementValuePair: "element_value_pair",
	kElementValueArrayInitializer: "element_value_array_initializer",
	kTypeParameters:               "type_parameters", kTypeParameter: "type_parameter", kTypeBound: "type_bound", kSuperclass: "superclass",
	kSuperInterfaces: "super_interfaces", kExtendsInterfaces: "extends_interfaces", kPermits: "permits", kTypeList: "type_list",
	kClassBody: "class_body", kInterfaceBody: "interface_body", kAnnotationTypeBody: "annotation_type_body",
	kEnumBody: "enum_body", kEnumBodyDeclarations: "enum_body_declarations", kEnumConstant: "enum_constant",
	kFieldDeclaration: "field_declaration", kConstantDeclaration: "constant_declaration", kMethodDeclaration: "method_declaration",
	kAnnotationTypeElementDeclaration: "annotation_type_element_declaration", kConstructorDeclaration: "constructor_declaration",
	kCompactConstructorDeclaration: "compact_constructor_declaration", kStaticInitializer: "static_initializer",
	kFormalParameters: "formal_parameters", kFormalParameter: "formal_parameter", kSpreadParameter: "spread_parameter",
	kReceiverParameter: "receiver_parameter", kInferredParameters: "inferred_parameters", kVariableDeclarator: "variable_declarator",
	kThrows: "throws", kDimensions: "dimensions", kDimensionsExpr: "dimensions_expr",

	kBlock: "block", kConstructorBody: "constructor_body", kExplicitConstructorInvocation: "explicit_constructor_invocation",
	kExpressionStatement: "expression_statement", kLocalVariableDeclaration: "local_variable_declaration",
	kLabeledStatement: "labeled_statement", kIfStatement: "if_statement", kWhileStatement: "while_statement", kDoStatement: "do_statement",
	kForStatement: "for_statement", kEnhancedForStatement: "enhanced_for_statement", kSynchronizedStatement: "synchronized_statement",
	kAssertStatement: "assert_statement", kThrowStatement: "throw_statement", kReturnStatement: "return_statement",
	kYieldStatement: "yield_statement", kBreakStatement: "break_statement", kContinueStatement: "continue_statement",
	kTryStatement: "try_statement", kTryWithResourcesStatement: "try_with_resources_statement", kResource: "resource",
	kCatchClause: "catch_clause", kCatchFormalParameter: "catch_formal_parameter", kCatchType: "catch_type",
	kSwitchExpression: "switch_expression", kSwitchBlock: "switch_block", kSwitchBlockStatementGroup: "switch_block_statement_group",
	kSwitchRule: "switch_rule", kSwitchLabel: "switch_label", kTypePattern: "type_pattern", kRecordPattern: "record_pattern",
	kRecordPatternBody: "record_pattern_body", kRecordPatternComponent: "record_pattern_component", kGuard: "guard",

	kIdentifier: "identifier", kScopedIdentifier: "scoped_identifier", kThis: "this", kSuper: "super", kNull: "null_literal",
	kTrue: "true", kFalse: "false", kDecimalInteger: "decimal_integer_literal", kHexInteger: "hex_integer_literal",
	kOctalInteger: "octal_integer_literal", kBinaryInteger: "binary_integer_literal", kDecimalFloat: "decimal_floating_point_literal",
	kHexFloat: "hex_floating_point_literal", kCharacter: "character_literal", kString: "string_literal",
	kFieldAccess: "field_access", kMethodInvocation: "method_invocation", kArgumentList: "argument_list",
	kMethodReference: "method_reference", kObjectCreation: "object_creation_expression", kArrayCreation: "array_creation_expression",
	kArrayInitializer: "array_initializer", kArrayAccess: "array_access", kClassLiteral: "class_literal", kLambda: "lambda_expression",
	kCast: "cast_expression", kAssignment: "assignment_expression", kBinary: "binary_expression", kUnary: "unary_expression",
	kUpdate: "update_expression", kTernary: "ternary_expression", kInstanceof: "instanceof_expression", kParenthesized: "parenthesized_expression",

	kTypeIdentifier: "type_identifier", kScopedTypeIdentifier: "scoped_type_identifier", kGenericType: "generic_type",
	kTypeArguments: "type_arguments", kWildcard: "wildcard", kArrayType: "array_type", kAnnotatedType: "annotated_type",
	kIntegralType: "integral_type", kFloatingPointType: "floating_point_type", kBooleanType: "boolean_type", kVoidType: "void_type",
}

// kinds maps the grammar's numbers to ours.
var kinds = func() []kind {
	var t []kind
	set := func(s ts.Sym, k kind) {
		for int(s) >= len(t) {
			t = append(t, kOther)
		}
		t[s] = k
	}
	for k, n := range kindNames {
		set(grammar.Symbol(n), k)
	}
	set(grammar.Symbol("line_comment"), kComment)
	set(grammar.Symbol("block_comment"), kComment)
	return t
}()

// Fields and tokens of the grammar.
var (
	fAlternative   = grammar.Field("alternative")
	fArguments     = grammar.Field("arguments")
	fArray         = grammar.Field("array")
	fBody          = grammar.Field("body")
	fCondition     = grammar.Field("condition")
	fConsequence   = grammar.Field("consequence")
	fConstructor   = grammar.Field("constructor")
	fDimensions    = grammar.Field("dimensions")
	fElement       = grammar.Field("element")
	fField         = grammar.Field("field")
	fIndex         = grammar.Field("index")
	fInterfaces    = grammar.Field("interfaces")
	fKey           = grammar.Field("key")
	fLeft          = grammar.Field("left")
	fName          = grammar.Field("name")
	fObject        = grammar.Field("object")
	fOperand       = grammar.Field("operand")
	fOperator      = grammar.Field("operator")
	fParameters    = grammar.Field("parameters")
	fPattern       = grammar.Field("pattern")
	fPermits       = grammar.Field("permits")
	fResources     = grammar.Field("resources")
	fRight         = grammar.Field("right")
	fScope         = grammar.Field("scope")
	fSuperclass    = grammar.Field("superclass")
	fType          = grammar.Field("type")
	fTypeArguments = grammar.Field("type_arguments")
	fTypeParams    = grammar.Field("type_parameters")
	fValue         = grammar.Field("value")

	tNew    = grammar.Token("new")
	tStatic = grammar.Token("static")
)
