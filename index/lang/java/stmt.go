package java

import (
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// statement reads a statement, a declaration, or whatever else stands where
// one may.
func (e *extractor) statement(i uint32) {
	if !e.enter() {
		return
	}
	defer e.leave()
	switch e.kind(i) {
	case kPackageDeclaration:
		e.packageDeclaration(i)
	case kImportDeclaration:
		e.importDeclaration(i)
	case kClassDeclaration, kInterfaceDeclaration, kEnumDeclaration, kRecordDeclaration, kAnnotationTypeDeclaration:
		e.classDeclaration(i)
	case kEnumConstant:
		e.enumConstant(i)
	case kFieldDeclaration, kConstantDeclaration:
		e.fields(i)
	case kMethodDeclaration, kConstructorDeclaration, kCompactConstructorDeclaration, kAnnotationTypeElementDeclaration:
		e.method(i)
	case kModuleDeclaration:
	case kLocalVariableDeclaration:
		// It binds in the block, its patterns only in itself.
		saved := e.env
		e.end = e.nodes[i].End
		e.localVariables(i)
		e.env = saved
	case kBlock, kConstructorBody, kSwitchBlock:
		e.within(func() {
			e.openAt(lang.ScopeBlock, lang.NoDef, i)
			e.children(i, e.statement)
		})
	case kExplicitConstructorInvocation:
		e.constructorCall(i)
	case kLabeledStatement:
		e.labeled(i)
	case kBreakStatement, kContinueStatement:
		if n := e.first(i); !e.missing(n) && e.kind(n) == kIdentifier {
			e.ref(n, lang.Read, lang.Namespace)
		}
	case kReturnStatement:
		e.within(func() {
			e.end = e.nodes[i].End
			if n := e.first(i); n != ts.NoNode {
				e.b.Base(e.fn, lang.BaseReturn, e.expr(n))
			}
		})
	case kYieldStatement:
		e.within(func() {
			e.end = e.nodes[i].End
			if n := e.first(i); n != ts.NoNode {
				if v := e.expr(n); v >= 0 && e.yields != nil {
					*e.yields = append(*e.yields, v)
				}
			}
		})
	case kForStatement:
		e.within(func() {
			e.openAt(lang.ScopeBlock, lang.NoDef, i)
			e.end = e.nodes[i].End
			e.children(i, func(c uint32) {
				if e.kind(c) == kLocalVariableDeclaration {
					e.localVariables(c)
					return
				}
				e.statement(c)
			})
		})
	case kEnhancedForStatement:
		e.enhancedFor(i)
	case kTryWithResourcesStatement:
		e.within(func() {
			e.openAt(lang.ScopeBlock, lang.NoDef, i)
			e.children(e.child(i, fResources), e.resource)
			e.children(i, func(c uint32) {
				switch e.kind(c) {
				case kCatchClause:
					e.catchClause(c)
				default:
					if e.nodes[c].Field != fResources {
						e.statement(c)
					}
				}
			})
		})
	case kCatchClause:
		e.catchClause(i)
	case kIfStatement, kWhileStatement, kDoStatement, kSynchronizedStatement, kAssertStatement, kThrowStatement,
		kExpressionStatement:
		e.within(func() {
			e.end = e.nodes[i].End
			e.children(i, e.statement)
		})
	case kComment:
	case kSwitchExpression:
		e.switchExpression(i)
	case kModifiers:
		e.children(i, e.statement)
	case kAnnotation, kMarkerAnnotation:
		e.annotation(i)
	case kTypeIdentifier, kScopedTypeIdentifier, kGenericType, kArrayType, kAnnotatedType:
		e.typ(i, 0)
	default:
		e.expr(i)
	}
}

// declarators calls f for each variable that the declaration i declares, and the
// node of its name.
func (e *extractor) declarators(i uint32, f func(declarator, name uint32)) {
	e.children(i, func(c uint32) {
		if e.kind(c) != kVariableDeclarator {
			return
		}
		if name := e.child(c, fName); !e.missing(name) {
			f(c, name)
		}
	})
}

// localVariables reads a declaration of local variables.
func (e *extractor) localVariables(i uint32) {
	m := e.modifiersOf(i)
	t := e.typ(e.child(i, fType), 0)
	bind := e.scope
	e.declarators(i, func(c, name uint32) {
		vt := e.arrayOf(t, e.dimensions(c))
		id := e.variable(name, i, bind, vt)
		if m.final {
			e.def(id).Flags |= lang.Const
		}
		e.declared(id, m, i)
		if v := e.child(c, fValue); v != ts.NoNode {
			e.b.Assign(id, e.initializer(v, vt))
		}
	})
}

// variable declares a local variable.
func (e *extractor) variable(name, decl uint32, bind lang.ScopeID, t lang.ExprID) lang.DefID {
	id, d := e.b.Def(e.name(name), lang.KindVariable, symbol.None, e.nodes[name].Start, e.nodes[name].End)
	d.Flags, d.Scope, d.Type = lang.Local, bind, t
	d.EncStart, d.EncEnd = min(e.nodes[decl].Start, d.Start), max(e.nodes[decl].End, d.End)
	d.Sig = e.signature(decl, ts.NoNode)
	return id
}

func (e *extractor) enhancedFor(i uint32) {
	e.within(func() {
		value := e.child(i, fValue)
		v := lang.NoExpr
		if value != ts.NoNode {
			v = e.expr(value)
		}
		e.openAt(lang.ScopeBlock, lang.NoDef, i)
		e.end = e.nodes[i].End
		m := e.modifiersOf(i)
		t := e.arrayOf(e.typ(e.child(i, fType), 0), e.dimensions(i))
		if name := e.child(i, fName); !e.missing(name) {
			id := e.variable(name, name, e.scope, t)
			e.declared(id, m, name)
			if v >= 0 {
				e.b.Assign(id, e.b.Expr1(lang.ExprElem, 0, v))
			}
		}
		if body := e.child(i, fBody); body != ts.NoNode {
			e.statement(body)
		}
	})
}

// resource reads a resource of a try statement: a declaration or a name.
func (e *extractor) resource(i uint32) {
	name := e.child(i, fName)
	if e.kind(i) != kResource || e.missing(name) {
		e.children(i, e.statement)
		return
	}
	m := e.modifiersOf(i)
	t := e.typ(e.child(i, fType), 0)
	id := e.variable(name, i, e.scope, t)
	e.declared(id, m, i)
	if v := e.child(i, fValue); v != ts.NoNode {
		e.b.Assign(id, e.expr(v))
	}
}

func (e *extractor) catchClause(i uint32) {
	e.within(func() {
		e.openAt(lang.ScopeBlock, lang.NoDef, i)
		if p := e.childOf(i, kCatchFormalParameter); p != ts.NoNode {
			m := e.modifiersOf(p)
			var ts1 []lang.ExprID
			e.children(e.childOf(p, kCatchType), func(c uint32) {
				if t := e.typ(c, 0); t >= 0 {
					ts1 = append(ts1, t)
				}
			})
			t := lang.NoExpr
			switch len(ts1) {
			case 0:
			case 1:
				t = ts1[0]
			default:
				t = e.b.Expr1(lang.ExprUnion, 0, e.b.List(ts1))
			}
			if name := e.child(p, fName); !e.missing(name) {
				id := e.variable(name, p, e.scope, t)
				e.declared(id, m, p)
			}
		}
		if body := e.child(i, fBody); body != ts.NoNode {
			e.statement(body)
		}
	})
}

// labeled reads a statement with a label.
func (e *extractor) labeled(i uint32) {
	e.within(func() {
		e.open(lang.ScopeBlock, lang.NoDef, e.nodes[i].Start, e.nodes[i].End)
		first := true
		e.children(i, func(c uint32) {
			if first && e.kind(c) == kIdentifier {
				first = false
				if e.missing(c) {
					return
				}
				_, d := e.b.Def(e.name(c), lang.KindUnknown, symbol.None, e.nodes[c].Start, e.nodes[c].End)
				d.Flags, d.Scope, d.Space = lang.Local, e.scope, lang.Namespace
				return
			}
			e.statement(c)
		})
	})
}

// constructorCall reads this(…) and super(…).
func (e *extractor) constructorCall(i uint32) {
	if o := e.child(i, fObject); o != ts.NoNode {
		e.expr(o)
	}
	if a := e.child(i, fTypeArguments); a != ts.NoNode {
		e.typeArguments(a)
	}
	word := e.child(i, fConstructor)
	call := e.b.Expr(lang.ExprCall, 0)
	list := e.arguments(e.child(i, fArguments))
	if !e.missing(word) {
		k := lang.ExprThis
		if e.kind(word) == kSuper {
			k = lang.ExprSuper
		}
		recv := e.b.Expr(k, int32(e.scope))
		r := e.memberNamed(e.b.Name(initName), word, recv, lang.Call, lang.Method)
		e.b.F.Exprs[call].A = e.b.Expr(lang.ExprMember, int32(r))
	}
	e.b.F.Exprs[call].B = list
}

// switchExpression reads a switch, statement or expression; its value is any
// of the values of its branches.
func (e *extractor) switchExpression(i uint32) lang.ExprID {
	var values []lang.ExprID
	e.within(func() {
		e.end = e.nodes[i].End
		on := lang.NoExpr
		if c := e.child(i, fCondition); c != ts.NoNode {
			on = e.expr(c)
		}
		body := e.child(i, fBody)
		if body == ts.NoNode {
			return
		}
		e.openAt(lang.ScopeBlock, lang.NoDef, body)
		e.yields = &values
		e.children(body, func(c uint32) {
			switch e.kind(c) {
			case kSwitchRule:
				e.within(func() {
					e.openAt(lang.ScopeBlock, lang.NoDef, c)
					e.end = e.nodes[c].End
					e.children(c, func(p uint32) {
						switch e.kind(p) {
						case kSwitchLabel:
							e.switchLabel(p, on)
						case kExpressionStatement:
							if x := e.first(p); x != ts.NoNode {
								if v := e.expr(x); v >= 0 {
									values = append(values, v)
								}
							}
						default:
							e.statement(p)
						}
					})
				})
			case kSwitchBlockStatementGroup:
				// Patterns bind in the group, variables in the whole block.
				saved := e.env
				e.end = e.nodes[c].End
				pattern := false
				e.children(c, func(p uint32) {
					if e.kind(p) == kSwitchLabel {
						before := e.scope
						e.switchLabel(p, on)
						pattern = pattern || e.scope != before
						return
					}
					if !pattern {
						e.scope = saved.scope
					}
					e.statement(p)
				})
				e.env = saved
			default:
				e.statement(c)
			}
		})
	})
	value := lang.NoExpr
	for _, v := range values {
		if value < 0 {
			value = v
			continue
		}
		value = e.b.Expr2(lang.ExprCond, 0, value, v)
	}
	if value < 0 {
		return e.b.Expr(lang.ExprUnknown, 0)
	}
	return value
}

// switchLabel reads what is behind case. A bare name is a constant of the enum
// that is switched on, or else any constant.
func (e *extractor) switchLabel(i uint32, on lang.ExprID) {
	e.children(i, func(c uint32) {
		switch e.kind(c) {
		case kIdentifier:
			if e.missing(c) || string(e.text(c)) == "default" {
				return
			}
			e.b.Ref(lang.Ref{
				Name: e.name(c), Start: e.nodes[c].Start, End: e.nodes[c].End, Scope: e.scope, X: int32(on), Kind: lang.RefKey,
				Role: lang.Read, Space: lang.Value,
			})
		case kTypePattern, kRecordPattern:
			e.pattern(c, on)
		case kGuard:
			e.children(c, func(g uint32) { e.expr(g) })
		default:
			if e.nodes[c].Next > c+1 && e.kind(e.first(c)) == kTypePattern || e.kind(e.first(c)) == kRecordPattern {
				e.pattern(e.first(c), on)
				return
			}
			e.expr(c)
		}
	})
}

// pattern binds the variables of a type or record pattern that value is
// matched with.
func (e *extractor) pattern(i uint32, value lang.ExprID) {
	if !e.enter() {
		return
	}
	defer e.leave()
	switch e.kind(i) {
	case kTypePattern, kRecordPatternComponent:
		t, name := lang.NoExpr, ts.NoNode
		nested := false
		var m modifiers
		e.children(i, func(c uint32) {
			switch e.kind(c) {
			case kModifiers:
				m = e.modifiersOf(i)
			case kIdentifier:
				name = c
			case kRecordPattern, kTypePattern:
				nested = true
				e.pattern(c, lang.NoExpr)
			default:
				t = e.typ(c, 0)
			}
		})
		if !nested && !e.missing(name) {
			e.bindPattern(name, i, t, value, m)
		}
	case kRecordPattern:
		e.children(i, func(c uint32) {
			switch e.kind(c) {
			case kRecordPatternBody:
				e.children(c, func(p uint32) { e.pattern(p, lang.NoExpr) })
			default:
				e.typ(c, 0)
			}
		})
	default:
		e.statement(i)
	}
}

// bindPattern declares a pattern's variable. It is seen from here to the end
// of the statement; behind a ! the code after the statement sees it.
func (e *extractor) bindPattern(name, decl uint32, t, value lang.ExprID, m modifiers) {
	bind := e.block
	if !e.negated {
		start := e.nodes[name].Start
		e.scope = e.b.Scope(lang.ScopeBlock, e.scope, lang.NoDef, start, max(start, e.end))
		bind = e.scope
	}
	id := e.variable(name, decl, bind, t)
	e.declared(id, m, decl)
	if t < 0 && value >= 0 {
		e.b.Assign(id, e.b.Expr1(lang.ExprNonNull, 0, value))
	}
}
