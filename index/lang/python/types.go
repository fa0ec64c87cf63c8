package python

import (
	"bytes"
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// quotedType is a type written in a string or a comment. It is parsed when the
// walk is done, since a parse invalidates the nodes of the one before.
type quotedType struct {
	start, end uint32
	frame      frame
	expr       lang.ExprID // the ExprStringTy whose A it becomes
}

const typeRole = lang.Read | lang.TypeRole

// typingKind says how the arguments of a generic are to be read.
type typingKind uint8

const (
	plainName   typingKind = iota
	typingTypes            // all arguments are types
	typingFirst            // only the first (Annotated)
	typingNone             // none (Literal)
)

var typingNames = map[string]typingKind{
	"Optional": typingTypes, "Union": typingTypes, "List": typingTypes, "Dict": typingTypes, "Set": typingTypes,
	"FrozenSet": typingTypes, "Tuple": typingTypes, "Type": typingTypes, "Callable": typingTypes,
	"Iterable": typingTypes, "Iterator": typingTypes, "Generator": typingTypes, "Sequence": typingTypes,
	"MutableSequence": typingTypes, "Mapping": typingTypes, "MutableMapping": typingTypes, "DefaultDict": typingTypes,
	"Awaitable": typingTypes, "Coroutine": typingTypes, "AsyncIterator": typingTypes, "AsyncIterable": typingTypes,
	"AsyncGenerator": typingTypes, "ContextManager": typingTypes, "AsyncContextManager": typingTypes,
	"ClassVar": typingTypes, "Final": typingTypes, "Deque": typingTypes, "Counter": typingTypes,
	"OrderedDict": typingTypes, "ChainMap": typingTypes, "Collection": typingTypes, "AbstractSet": typingTypes,
	"Generic": typingTypes, "Protocol": typingTypes, "Concatenate": typingTypes, "TypeGuard": typingTypes,
	"TypeIs": typingTypes, "Required": typingTypes, "NotRequired": typingTypes, "ReadOnly": typingTypes,
	"Unpack": typingTypes, "Annotated": typingFirst, "Literal": typingNone,
}

// typingName says whether node i names a generic of the typing module.
func (x *extractor) typingName(i uint32) typingKind {
	if i == ts.NoNode {
		return plainName
	}
	switch x.kind(i) {
	case kIdentifier:
		if k := typingNames[string(x.text(i))]; k != plainName {
			if d := x.visible(x.name(i)); d >= 0 && x.typing[d] {
				return k
			}
		}
	case kAttribute:
		obj, at := x.t.Child(i, fObject), x.t.Child(i, fAttribute)
		if obj == ts.NoNode || at == ts.NoNode || x.kind(obj) != kIdentifier {
			return plainName
		}
		if k := typingNames[string(x.text(at))]; k != plainName {
			if d := x.visible(x.name(obj)); d >= 0 && x.typing[d] {
				return k
			}
		}
	}
	return plainName
}

// isSelf says whether node i is typing's Self.
func (x *extractor) isSelf(i uint32) bool {
	if x.kind(i) == kAttribute {
		obj, at := x.t.Child(i, fObject), x.t.Child(i, fAttribute)
		if obj == ts.NoNode || at == ts.NoNode || x.kind(obj) != kIdentifier || !bytes.Equal(x.text(at), []byte("Self")) {
			return false
		}
		i = obj
	} else if !bytes.Equal(x.text(i), []byte("Self")) {
		return false
	}
	d := x.visible(x.name(i))
	return d >= 0 && x.typing[d]
}

// typeArgument reads argument number n of a generic.
func (x *extractor) typeArgument(i uint32, k typingKind, n int) lang.ExprID {
	if k == typingNone || k == typingFirst && n > 0 {
		if x.kind(i) == kType && x.child(i) != ts.NoNode {
			i = x.child(i)
		}
		return x.expr(i)
	}
	return x.typeExpr(i)
}

// typeExpr reads node i as a type.
func (x *extractor) typeExpr(i uint32) lang.ExprID { return x.typeExprAs(i, typeRole) }

func (x *extractor) typeExprAs(i uint32, role lang.Role) lang.ExprID {
	if i == ts.NoNode {
		return lang.NoExpr
	}
	if !x.deeper(i) {
		return x.b.Expr(lang.ExprUnknown, 0)
	}
	defer x.shallower()
	b := x.b
	switch x.kind(i) {
	case kType, kParenthesizedExpression:
		return x.typeExprAs(x.child(i), role)
	case kIdentifier:
		if x.empty(i) {
			return b.Expr(lang.ExprUnknown, 0)
		}
		r := x.reference(i, role)
		if x.isSelf(i) {
			return b.Expr(lang.ExprThis, int32(x.scope))
		}
		return b.Expr(lang.ExprName, int32(r))
	case kAttribute:
		self := x.isSelf(i)
		a := x.typeExpr(x.t.Child(i, fObject))
		at := x.t.Child(i, fAttribute)
		if at == ts.NoNode || x.empty(at) || a < 0 {
			return b.Expr(lang.ExprUnknown, 0)
		}
		e := x.member(at, a, role)
		if self {
			return b.Expr(lang.ExprThis, int32(x.scope))
		}
		x.extendChain(x.t.Child(i, fObject), at, a, e)
		return e
	case kMemberType:
		first, last := x.child(i), ts.NoNode
		x.children(i, func(c uint32) { last = c })
		if first == ts.NoNode || first == last || x.kind(last) != kIdentifier || x.empty(last) {
			return b.Expr(lang.ExprUnknown, 0)
		}
		return x.member(last, x.typeExpr(first), role)
	case kSubscript:
		base := x.t.Child(i, fValue)
		k := x.typingName(base)
		if k == plainName {
			k = typingTypes
		}
		a := x.typeExprAs(base, role)
		var list []lang.ExprID
		for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
			if x.n[c].Field == fSubscript {
				list = append(list, x.typeArgument(c, k, len(list)))
			}
		}
		return b.Expr2(lang.ExprIndex, 0, a, b.List(list))
	case kGenericType:
		base := x.child(i)
		if base == ts.NoNode {
			return b.Expr(lang.ExprUnknown, 0)
		}
		k := x.typingName(base)
		if k == plainName {
			k = typingTypes
		}
		a := x.typeExprAs(base, role)
		var list []lang.ExprID
		if args := x.t.ChildOf(i, typeParameterSym); args != ts.NoNode {
			x.children(args, func(c uint32) { list = append(list, x.typeArgument(c, k, len(list))) })
		}
		return b.Expr2(lang.ExprIndex, 0, a, b.List(list))
	case kUnionType:
		var list []lang.ExprID
		x.children(i, func(c uint32) { list = append(list, x.typeExpr(c)) })
		return b.Expr1(lang.ExprUnion, 0, b.List(list))
	case kBinaryOperator:
		l, r := x.typeExpr(x.t.Child(i, fLeft)), x.typeExpr(x.t.Child(i, fRight))
		if l < 0 || r < 0 {
			return b.Expr(lang.ExprUnknown, 0)
		}
		return b.Expr1(lang.ExprUnion, 0, b.List([]lang.ExprID{l, r}))
	case kConstrainedType:
		return x.typeExpr(x.child(i))
	case kSplatType, kListSplat, kListSplatPattern:
		return b.Expr1(lang.ExprSpread, 0, x.typeExpr(x.child(i)))
	case kString:
		if s, ok := x.plainString(i); ok && len(bytes.TrimSpace(s)) > 0 && len(s) < 1000 && !bytes.ContainsAny(s, "\\\n") {
			end := x.n[i].End - 1
			if t := x.text(i); len(t) >= 6 && t[len(t)-2] == t[len(t)-1] {
				end -= 2
			}
			return x.quote(end-uint32(len(s)), end)
		}
		return b.Expr(lang.ExprString, 0)
	case kNone:
		return b.Expr(lang.ExprNull, 0)
	case kList, kTuple, kExpressionList:
		// the parameters of a Callable, the shapes of a tuple
		var list []lang.ExprID
		x.children(i, func(c uint32) {
			if e := x.typeExpr(c); e >= 0 && len(list) < maxElements {
				list = append(list, e)
			}
		})
		return b.Expr1(lang.ExprTuple, 0, b.List(list))
	case kComment:
		return lang.NoExpr
	default:
		return x.expr(i)
	}
}

// quote puts a type that is written in source[start:end], inside a string or
// comment, in the list of what is still to be parsed.
func (x *extractor) quote(start, end uint32) lang.ExprID {
	for start < end && (x.src[start] == ' ' || x.src[start] == '\t') {
		start++
	}
	e := x.b.Expr(lang.ExprStringTy, 0)
	x.strings = append(x.strings, quotedType{start, end, x.frame, e})
	return e
}

// quoted parses the types in strings and comments.
func (x *extractor) quoted(ctx context.Context, p *ts.Parser) error {
	for n := 0; n < len(x.strings); n++ { // a type may hold another string
		q := x.strings[n]
		tree, err := p.Parse(ctx, python, x.src, ts.Range{Start: q.start, End: q.end})
		if err != nil {
			return err
		}
		if bad, _ := tree.Errors(); bad > 0 {
			continue
		}
		x.t, x.n = &tree, tree.Nodes
		x.top()
		x.frame = q.frame
		stmt := x.child(0)
		if stmt == ts.NoNode || x.kind(stmt) != kExpressionStatement {
			continue
		}
		count := 0
		x.children(stmt, func(uint32) { count++ })
		c := x.child(stmt)
		switch {
		case count != 1:
		case x.kind(c) == kIdentifier, x.kind(c) == kAttribute, x.kind(c) == kSubscript, x.kind(c) == kBinaryOperator,
			x.kind(c) == kNone, x.kind(c) == kString:
			a := x.typeExpr(c) // may move the table of expressions
			x.b.F.Exprs[q.expr].A = a
		}
	}
	return nil
}

// typeComment is the type in a "# type:" comment that follows node i on its
// last line, NoExpr when there is none.
func (x *extractor) typeComment(i uint32) lang.ExprID {
	c := x.t.Sibling(i)
	for c != ts.NoNode && x.n[c].Flags&ts.Named == 0 {
		c = x.t.Sibling(c)
	}
	if c == ts.NoNode || x.kind(c) != kComment || x.n[c].Start < x.n[i].End ||
		bytes.IndexByte(x.src[x.n[i].End:x.n[c].Start], '\n') >= 0 {
		return lang.NoExpr
	}
	start, end, ok := x.commentType(c)
	if !ok || x.src[start] == '(' {
		return lang.NoExpr
	}
	return x.quote(start, end)
}

// commentType is the range of the type in the comment at node c.
func (x *extractor) commentType(c uint32) (start, end uint32, ok bool) {
	t := x.text(c)
	rest := bytes.TrimLeft(t[1:], " ")
	if !bytes.HasPrefix(rest, []byte("type:")) {
		return 0, 0, false
	}
	rest = rest[len("type:"):]
	if n := bytes.IndexByte(rest, '#'); n >= 0 {
		rest = rest[:n]
	}
	trimmed := bytes.TrimLeft(rest, " \t")
	start = x.n[c].Start + uint32(bytes.Index(t, []byte("type:"))) + uint32(len("type:")) + uint32(len(rest)-len(trimmed))
	trimmed = bytes.TrimRight(trimmed, " \t\r")
	if len(trimmed) == 0 || bytes.HasPrefix(trimmed, []byte("ignore")) || len(trimmed) > 1000 {
		return 0, 0, false
	}
	return start, start + uint32(len(trimmed)), true
}
