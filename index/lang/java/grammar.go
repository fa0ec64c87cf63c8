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

var kindNames = map[string]kind{
	"package_declaration": kPackageDeclaration, "import_declaration": kImportDeclaration, "asterisk": kAsterisk,
	"module_declaration": kModuleDeclaration,
	"class_declaration":  kClassDeclaration, "interface_declaration": kInterfaceDeclaration, "enum_declaration": kEnumDeclaration,
	"record_declaration": kRecordDeclaration, "annotation_type_declaration": kAnnotationTypeDeclaration,
	"modifiers": kModifiers, "marker_annotation": kMarkerAnnotation, "annotation": kAnnotation,
	"annotation_argument_list": kAnnotationArgumentList, "element_value_pair": kElementValuePair,
	"element_value_array_initializer": kElementValueArrayInitializer,
	"type_parameters":                 kTypeParameters, "type_parameter": kTypeParameter, "type_bound": kTypeBound, "superclass": kSuperclass,
	"super_interfaces": kSuperInterfaces, "extends_interfaces": kExtendsInterfaces, "permits": kPermits, "type_list": kTypeList,
	"class_body": kClassBody, "interface_body": kInterfaceBody, "annotation_type_body": kAnnotationTypeBody,
	"enum_body": kEnumBody, "enum_body_declarations": kEnumBodyDeclarations, "enum_constant": kEnumConstant,
	"field_declaration": kFieldDeclaration, "constant_declaration": kConstantDeclaration, "method_declaration": kMethodDeclaration,
	"annotation_type_element_declaration": kAnnotationTypeElementDeclaration, "constructor_declaration": kConstructorDeclaration,
	"compact_constructor_declaration": kCompactConstructorDeclaration, "static_initializer": kStaticInitializer,
	"formal_parameters": kFormalParameters, "formal_parameter": kFormalParameter, "spread_parameter": kSpreadParameter,
	"receiver_parameter": kReceiverParameter, "inferred_parameters": kInferredParameters, "variable_declarator": kVariableDeclarator,
	"throws": kThrows, "dimensions": kDimensions, "dimensions_expr": kDimensionsExpr,

	"block": kBlock, "constructor_body": kConstructorBody, "explicit_constructor_invocation": kExplicitConstructorInvocation,
	"expression_statement": kExpressionStatement, "local_variable_declaration": kLocalVariableDeclaration,
	"labeled_statement": kLabeledStatement, "if_statement": kIfStatement, "while_statement": kWhileStatement, "do_statement": kDoStatement,
	"for_statement": kForStatement, "enhanced_for_statement": kEnhancedForStatement, "synchronized_statement": kSynchronizedStatement,
	"assert_statement": kAssertStatement, "throw_statement": kThrowStatement, "return_statement": kReturnStatement,
	"yield_statement": kYieldStatement, "break_statement": kBreakStatement, "continue_statement": kContinueStatement,
	"try_statement": kTryStatement, "try_with_resources_statement": kTryWithResourcesStatement, "resource": kResource,
	"catch_clause": kCatchClause, "catch_formal_parameter": kCatchFormalParameter, "catch_type": kCatchType,
	"switch_expression": kSwitchExpression, "switch_block": kSwitchBlock, "switch_block_statement_group": kSwitchBlockStatementGroup,
	"switch_rule": kSwitchRule, "switch_label": kSwitchLabel, "type_pattern": kTypePattern, "record_pattern": kRecordPattern,
	"record_pattern_body": kRecordPatternBody, "record_pattern_component": kRecordPatternComponent, "guard": kGuard,

	"identifier": kIdentifier, "scoped_identifier": kScopedIdentifier, "this": kThis, "super": kSuper, "null_literal": kNull,
	"true": kTrue, "false": kFalse, "decimal_integer_literal": kDecimalInteger, "hex_integer_literal": kHexInteger,
	"octal_integer_literal": kOctalInteger, "binary_integer_literal": kBinaryInteger, "decimal_floating_point_literal": kDecimalFloat,
	"hex_floating_point_literal": kHexFloat, "character_literal": kCharacter, "string_literal": kString,
	"field_access": kFieldAccess, "method_invocation": kMethodInvocation, "argument_list": kArgumentList,
	"method_reference": kMethodReference, "object_creation_expression": kObjectCreation, "array_creation_expression": kArrayCreation,
	"array_initializer": kArrayInitializer, "array_access": kArrayAccess, "class_literal": kClassLiteral, "lambda_expression": kLambda,
	"cast_expression": kCast, "assignment_expression": kAssignment, "binary_expression": kBinary, "unary_expression": kUnary,
	"update_expression": kUpdate, "ternary_expression": kTernary, "instanceof_expression": kInstanceof, "parenthesized_expression": kParenthesized,

	"type_identifier": kTypeIdentifier, "scoped_type_identifier": kScopedTypeIdentifier, "generic_type": kGenericType,
	"type_arguments": kTypeArguments, "wildcard": kWildcard, "array_type": kArrayType, "annotated_type": kAnnotatedType,
	"integral_type": kIntegralType, "floating_point_type": kFloatingPointType, "boolean_type": kBooleanType, "void_type": kVoidType,

	"line_comment": kComment, "block_comment": kComment,
}

// kinds maps the grammar's numbers to ours.
var kinds = ts.Kinds(grammar, kindNames)

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
