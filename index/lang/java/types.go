package java

import (
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// typ reads a type; role is what its name is used for beside being a type.
// The result is NoExpr for var, and where there is no type.
func (e *extractor) typ(i uint32, role lang.Role) lang.ExprID {
	if i == ts.NoNode || !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	b := e.b
	switch e.kind(i) {
	case kTypeIdentifier, kIdentifier:
		if e.missing(i) || string(e.text(i)) == "var" {
			return lang.NoExpr
		}
		return b.Expr(lang.ExprName, int32(e.ref(i, role|lang.TypeRole, lang.Type)))
	case kScopedTypeIdentifier, kScopedIdentifier:
		return e.qualifiedType(i, role)
	case kGenericType:
		base := lang.NoExpr
		var args []lang.ExprID
		e.children(i, func(c uint32) {
			if e.kind(c) != kTypeArguments {
				base = e.typ(c, role)
				return
			}
			args = e.typeArguments(c)
		})
		if base >= 0 && len(args) > 0 {
			return b.Expr2(lang.ExprTypeArgs, 0, base, b.List(args))
		}
		return base
	case kArrayType:
		return e.arrayOf(e.typ(e.child(i, fElement), role), e.dimensions(i))
	case kAnnotatedType:
		t := lang.NoExpr
		e.children(i, func(c uint32) {
			switch e.kind(c) {
			case kAnnotation, kMarkerAnnotation:
				e.annotation(c)
			default:
				t = e.typ(c, role)
			}
		})
		return t
	case kIntegralType, kFloatingPointType, kBooleanType, kVoidType:
		return b.Expr(lang.ExprPrim, int32(e.name(i)))
	case kWildcard:
		t := lang.NoExpr
		e.children(i, func(c uint32) {
			switch e.kind(c) {
			case kAnnotation, kMarkerAnnotation:
				e.annotation(c)
			case kSuper:
			default:
				t = e.typ(c, role)
			}
		})
		return t
	case kFieldAccess:
		return e.fieldAccess(i, lang.Read, lang.Type|lang.Namespace)
	case kError:
		e.children(i, e.statement)
	}
	return lang.NoExpr
}

// typeArguments are the types in <…>; each stands in a list, so none is
// shared and none is missing.
func (e *extractor) typeArguments(i uint32) []lang.ExprID {
	var args []lang.ExprID
	e.children(i, func(c uint32) {
		t := e.typ(c, 0)
		if t < 0 {
			t = e.b.Expr(lang.ExprUnknown, 0)
		}
		args = append(args, t)
	})
	return args
}

// qualifiedType reads a.b.C, where a and b are packages or types.
func (e *extractor) qualifiedType(i uint32, role lang.Role) lang.ExprID {
	recv, last := lang.NoExpr, ts.NoNode
	e.children(i, func(c uint32) {
		switch e.kind(c) {
		case kAnnotation, kMarkerAnnotation:
			e.annotation(c)
		case kTypeIdentifier, kIdentifier:
			if recv < 0 && e.nodes[c].Next < e.nodes[i].Next {
				recv = e.b.Expr(lang.ExprName, int32(e.ref(c, lang.TypeRole, lang.Type|lang.Namespace)))
				return
			}
			last = c
		default:
			if recv < 0 {
				recv = e.qualifier(c)
			}
		}
	})
	if e.missing(last) || recv < 0 {
		return recv
	}
	return e.b.Expr(lang.ExprMember, int32(e.member(last, recv, role|lang.TypeRole, lang.Type)))
}

// qualifier reads what stands before the last dot of a qualified type.
func (e *extractor) qualifier(i uint32) lang.ExprID {
	t := e.typ(i, 0)
	if t >= 0 {
		if x := &e.b.F.Exprs[t]; x.Kind == lang.ExprMember {
			e.b.F.Refs[x.N].Space |= lang.Namespace
		}
	}
	return t
}

// dimensions counts the [] that belong to node i.
func (e *extractor) dimensions(i uint32) int {
	n := 0
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		switch e.kind(c) {
		case kDimensions:
			for _, b := range e.text(c) {
				if b == '[' {
					n++
				}
			}
			e.children(c, func(a uint32) {
				if k := e.kind(a); k == kAnnotation || k == kMarkerAnnotation {
					e.annotation(a)
				}
			})
		case kDimensionsExpr:
			n++
		}
	}
	return min(n, 255) // as the class file format allows
}

func (e *extractor) arrayOf(t lang.ExprID, dims int) lang.ExprID {
	for ; dims > 0 && t >= 0; dims-- {
		t = e.b.Expr1(lang.ExprArrayOf, 0, t)
	}
	return t
}

// typeParameters declares type parameters of owner in the scope at hand.
func (e *extractor) typeParameters(i uint32, owner lang.DefID, flags lang.DefFlags) {
	e.children(i, func(c uint32) {
		if e.kind(c) != kTypeParameter {
			return
		}
		id := lang.NoDef
		e.children(c, func(p uint32) {
			switch e.kind(p) {
			case kTypeIdentifier, kIdentifier:
				if id >= 0 || e.missing(p) {
					return
				}
				var d *lang.Def
				id, d = e.b.Def(e.name(p), lang.KindTypeParameter, symbol.TypeParameter, e.nodes[p].Start, e.nodes[p].End)
				d.Space, d.Scope, d.Parent, d.Flags = lang.Type, e.scope, owner, flags
				d.EncStart, d.EncEnd = min(e.nodes[c].Start, d.Start), e.nodes[c].End
			case kTypeBound:
				var bounds []lang.ExprID
				e.children(p, func(t uint32) {
					if x := e.typ(t, 0); x >= 0 {
						bounds = append(bounds, x)
					}
				})
				switch {
				case len(bounds) == 1:
					e.b.Base(id, lang.BaseBound, bounds[0])
				case len(bounds) > 1:
					e.b.Base(id, lang.BaseBound, e.b.Expr1(lang.ExprIntersect, 0, e.b.List(bounds)))
				}
			case kAnnotation, kMarkerAnnotation:
				e.annotation(p)
			}
		})
	})
}

// annotation reads an annotation; its result names the annotation's type.
func (e *extractor) annotation(i uint32) lang.ExprID {
	if !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	t := lang.NoExpr
	if n := e.child(i, fName); !e.missing(n) {
		t = e.typ(n, lang.Decorate)
	}
	e.children(e.child(i, fArguments), func(c uint32) {
		if e.kind(c) != kElementValuePair {
			e.annotationValue(c)
			return
		}
		if k := e.child(c, fKey); t >= 0 && !e.missing(k) {
			e.member(k, t, lang.Write, lang.Method)
		}
		if v := e.child(c, fValue); v != ts.NoNode {
			e.annotationValue(v)
		}
	})
	return t
}

func (e *extractor) annotationValue(i uint32) {
	switch e.kind(i) {
	case kAnnotation, kMarkerAnnotation:
		e.annotation(i)
	case kElementValueArrayInitializer:
		if e.enter() {
			e.children(i, e.annotationValue)
			e.leave()
		}
	default:
		e.expr(i)
	}
}
