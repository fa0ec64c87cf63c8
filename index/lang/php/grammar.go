package php

import (
	grammar "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"codeintel/index/lang/ts"
)

var php = ts.NewGrammar("php", grammar.LanguagePHP())

// kind is a dense number for the node kinds that the extractor knows, so that
// its switches compile to jump tables.
type kind uint8

const (
	kOther kind = iota
	kAbstractModifier
	kAnonymousClass
	kAnonymousFunction
	kAnonymousFunctionUseClause
	kArgument
	kArguments
	kArrayCreationExpression
	kArrayElementInitializer
	kArrowFunction
	kAssignmentExpression
	kAttribute
	kAttributeList
	kAugmentedAssignmentExpression
	kBaseClause
	kBinaryExpression
	kBoolean
	kBreakStatement
	kByRef
	kCaseStatement
	kCastExpression
	kCatchClause
	kClassConstantAccessExpression
	kClassDeclaration
	kClassInterfaceClause
	kCloneExpression
	kColonBlock
	kComment
	kCompoundStatement
	kConditionalExpression
	kConstDeclaration
	kConstElement
	kContinueStatement
	kDeclarationList
	kDeclareStatement
	kDefaultStatement
	kDisjunctiveNormalFormType
	kDoStatement
	kDynamicVariableName
	kEncapsedString
	kEnumCase
	kEnumDeclaration
	kErrorSuppressionExpression
	kExitStatement
	kExpressionStatement
	kFinallyClause
	kFloat
	kForStatement
	kForeachStatement
	kFormalParameters
	kFunctionCallExpression
	kFunctionDefinition
	kFunctionStaticDeclaration
	kGlobalDeclaration
	kGotoStatement
	kHeredoc
	kHeredocBody
	kIfStatement
	kIncludeExpression
	kIncludeOnceExpression
	kInteger
	kInterfaceDeclaration
	kIntersectionType
	kListLiteral
	kMatchConditionalExpression
	kMatchDefaultExpression
	kMatchExpression
	kMemberAccessExpression
	kMemberCallExpression
	kMethodDeclaration
	kName
	kNamedLabelStatement
	kNamedType
	kNamespaceDefinition
	kNamespaceName
	kNamespaceUseClause
	kNamespaceUseDeclaration
	kNowdoc
	kNull
	kNullsafeMemberAccessExpression
	kNullsafeMemberCallExpression
	kObjectCreationExpression
	kOptionalType
	kPair
	kParenthesizedExpression
	kPrimitiveType
	kPrintIntrinsic
	kProgram
	kPropertyDeclaration
	kPropertyElement
	kPropertyHook
	kPropertyHookList
	kPropertyPromotionParameter
	kQualifiedName
	kReferenceAssignmentExpression
	kRelativeScope
	kRequireExpression
	kRequireOnceExpression
	kReturnStatement
	kScopedCallExpression
	kScopedPropertyAccessExpression
	kSequenceExpression
	kShellCommandExpression
	kSimpleParameter
	kStaticModifier
	kStaticVariableDeclaration
	kString
	kStringContent
	kSubscriptExpression
	kSwitchBlock
	kSwitchStatement
	kTextInterpolation
	kThrowExpression
	kTraitDeclaration
	kTryStatement
	kTypeList
	kUnaryOpExpression
	kUnionType
	kUpdateExpression
	kUseAsClause
	kUseDeclaration
	kUseInsteadOfClause
	kUseList
	kVariableName
	kVariadicParameter
	kVariadicPlaceholder
	kVariadicUnpacking
	kVisibilityModifier
	kWhileStatement
	kYieldExpression
)

var kindNames = map[string]kind{
	"abstract_modifier": kAbstractModifier, "anonymous_class": kAnonymousClass, "anonymous_function": kAnonymousFunction,
	"anonymous_function_use_clause": kAnonymousFunctionUseClause, "argument": kArgument, "arguments": kArguments,
	"array_creation_expression": kArrayCreationExpression, "array_element_initializer": kArrayElementInitializer,
	"arrow_function": kArrowFunction, "assignment_expression": kAssignmentExpression, "attribute": kAttribute,
	"attribute_list": kAttributeList, "augmented_assignment_expression": kAugmentedAssignmentExpression,
	"base_clause": kBaseClause, "binary_expression": kBinaryExpression, "boolean": kBoolean,
	"break_statement": kBreakStatement, "by_ref": kByRef, "case_statement": kCaseStatement,
	"cast_expression": kCastExpression, "catch_clause": kCatchClause,
	"class_constant_access_expression": kClassConstantAccessExpression, "class_declaration": kClassDeclaration,
	"class_interface_clause": kClassInterfaceClause, "clone_expression": kCloneExpression, "colon_block": kColonBlock,
	"comment": kComment, "compound_statement": kCompoundStatement, "conditional_expression": kConditionalExpression,
	"const_declaration": kConstDeclaration, "const_element": kConstElement, "continue_statement": kContinueStatement,
	"declaration_list": kDeclarationList, "declare_statement": kDeclareStatement, "default_statement": kDefaultStatement,
	"disjunctive_normal_form_type": kDisjunctiveNormalFormType, "do_statement": kDoStatement,
	"dynamic_variable_name": kDynamicVariableName, "encapsed_string": kEncapsedString, "enum_case": kEnumCase,
	"enum_declaration": kEnumDeclaration, "error_suppression_expression": kErrorSuppressionExpression,
	"exit_statement": kExitStatement, "expression_statement": kExpressionStatement, "finally_clause": kFinallyClause,
	"float": kFloat, "for_statement": kForStatement, "foreach_statement": kForeachStatement,
	"formal_parameters": kFormalParameters, "function_call_expression": kFunctionCallExpression,
	"function_definition": kFunctionDefinition, "function_static_declaration": kFunctionStaticDeclaration,
	"global_declaration": kGlobalDeclaration, "goto_statement": kGotoStatement, "heredoc": kHeredoc,
	"heredoc_body": kHeredocBody, "if_statement": kIfStatement, "include_expression": kIncludeExpression,
	"include_once_expression": kIncludeOnceExpression, "integer": kInteger,
	"interface_declaration": kInterfaceDeclaration, "intersection_type": kIntersectionType, "list_literal": kListLiteral,
	"match_conditional_expression": kMatchConditionalExpression, "match_default_expression": kMatchDefaultExpression,
	"match_expression": kMatchExpression, "member_access_expression": kMemberAccessExpression,
	"member_call_expression": kMemberCallExpression, "method_declaration": kMethodDeclaration, "name": kName,
	"named_label_statement": kNamedLabelStatement, "named_type": kNamedType,
	"namespace_definition": kNamespaceDefinition, "namespace_name": kNamespaceName,
	"namespace_use_clause": kNamespaceUseClause, "namespace_use_declaration": kNamespaceUseDeclaration,
	"nowdoc": kNowdoc, "null": kNull, "nullsafe_member_access_expression": kNullsafeMemberAccessExpression,
	"nullsafe_member_call_expression": kNullsafeMemberCallExpression,
	"object_creation_expression":      kObjectCreationExpression, "optional_type": kOptionalType, "pair": kPair,
	"parenthesized_expression": kParenthesizedExpression, "primitive_type": kPrimitiveType,
	"print_intrinsic": kPrintIntrinsic, "program": kProgram, "property_declaration": kPropertyDeclaration,
	"property_element": kPropertyElement, "property_hook": kPropertyHook, "property_hook_list": kPropertyHookList,
	"property_promotion_parameter": kPropertyPromotionParameter, "qualified_name": kQualifiedName,
	"reference_assignment_expression": kReferenceAssignmentExpression, "relative_scope": kRelativeScope,
	"require_expression": kRequireExpression, "require_once_expression": kRequireOnceExpression,
	"return_statement": kReturnStatement, "scoped_call_expression": kScopedCallExpression,
	"scoped_property_access_expression": kScopedPropertyAccessExpression, "sequence_expression": kSequenceExpression,
	"shell_command_expression": kShellCommandExpression, "simple_parameter": kSimpleParameter,
	"static_modifier": kStaticModifier, "static_variable_declaration": kStaticVariableDeclaration, "string": kString,
	"string_content": kStringContent, "subscript_expression": kSubscriptExpression, "switch_block": kSwitchBlock,
	"switch_statement": kSwitchStatement, "text_interpolation": kTextInterpolation, "throw_expression": kThrowExpression,
	"trait_declaration": kTraitDeclaration, "try_statement": kTryStatement, "type_list": kTypeList,
	"unary_op_expression": kUnaryOpExpression, "union_type": kUnionType, "update_expression": kUpdateExpression,
	"use_as_clause": kUseAsClause, "use_declaration": kUseDeclaration, "use_instead_of_clause": kUseInsteadOfClause,
	"use_list": kUseList, "variable_name": kVariableName, "variadic_parameter": kVariadicParameter,
	"variadic_placeholder": kVariadicPlaceholder, "variadic_unpacking": kVariadicUnpacking,
	"visibility_modifier": kVisibilityModifier, "while_statement": kWhileStatement, "yield_expression": kYieldExpression,
}

// kinds maps the grammar's symbols to kinds.
var kinds = ts.Kinds(php, kindNames)

// Fields and anonymous tokens.
var (
	fAlias                  = php.Field("alias")
	fAlternative            = php.Field("alternative")
	fArgument               = php.Field("argument")
	fOperator               = php.Field("operator")
	fArguments              = php.Field("arguments")
	fBody                   = php.Field("body")
	fConditionalExpressions = php.Field("conditional_expressions")
	fCondition              = php.Field("condition")
	fDefaultValue           = php.Field("default_value")
	fFunction               = php.Field("function")
	fLeft                   = php.Field("left")
	fName                   = php.Field("name")
	fObject                 = php.Field("object")
	fParameters             = php.Field("parameters")
	fReturnExpression       = php.Field("return_expression")
	fReturnType             = php.Field("return_type")
	fRight                  = php.Field("right")
	fScope                  = php.Field("scope")
	fType                   = php.Field("type")
	fValue                  = php.Field("value")

	tComma = php.Token(",")
	tArrow = php.Token("=>")
)
