package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// TypeOf are the types that a symbol is known to have, each once: of a variable, a
// parameter or a member those that it is declared with, else those of its values; of a
// function those of its results; of a type itself. Of what holds several values (an
// array, a promise) they are those of what it holds. There are none where the type is
// not known with certainty. Types outside of the repository are among them where they
// are named; what their members and functions give is not known.
//
// It follows declarations and values through the links of the names in them, and
// the relations that resolution has found.
func (s *Snapshot) TypeOf(id ID) []ID {
	if !s.valid(id) {
		return nil
	}
	t := typing{s: s, steps: maxTypeSteps, active: map[ID]bool{}}
	var out []ID
	for _, id := range s.sameSymbol(id) {
		if id.IsModule() {
			continue
		}
		types := []ID{id}
		if !id.IsExternal() {
			types = t.held(t.symbol(id))
		} else if !isType(s.Kind(id)) {
			continue
		}
		for _, v := range types {
			if v = s.standing(v); !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

const (
	// maxTypeSteps bounds the definitions and expressions that TypeOf looks at.
	maxTypeSteps = 4096
	// maxTypeDepth bounds how deep they are nested.
	maxTypeDepth = 100
	// maxTypes is how many types one expression has at most; with more it has none.
	maxTypes = 16
)

// valueKind says what a value is.
type valueKind uint8

const (
	instanceOf valueKind = iota // of the type id
	typeItself                  // the type id as a value
	functionOf                  // the function id as a value
	sequenceOf                  // has of[0]
	promiseOf                   // gives of[0] when it is awaited
	tupleOf                     // has all of of, in order
)

// value is what is known of one of the values that an expression may have. All are
// known of which nothing is said: those of types outside of the repository are not.
type value struct {
	kind valueKind
	id   ID
	of   [][]value
}

// typing finds types.
type typing struct {
	s      *Snapshot
	steps  int
	depth  int
	active map[ID]bool // definitions that are being looked at
}

func (t *typing) enter() bool {
	if t.steps--; t.steps < 0 || t.depth >= maxTypeDepth {
		return false
	}
	t.depth++
	return true
}

func (t *typing) leave() { t.depth-- }

// held are the types of values, and of what they hold. Of a tuple it is that which
// all of its elements agree on that have one.
func (t *typing) held(values []value) []ID {
	var out []ID
	for _, v := range values {
		switch v.kind {
		case instanceOf, typeItself:
			out = append(out, v.id)
		case sequenceOf, promiseOf:
			out = append(out, t.held(v.of[0])...)
		case functionOf:
			for _, r := range t.result(v.id) {
				if r.kind != functionOf { // calling it gives a function again
					out = append(out, t.held([]value{r})...)
				}
			}
		case tupleOf:
			var all []ID
			for _, of := range v.of {
				all = append(all, t.held(of)...)
			}
			slices.SortFunc(all, compareIDs)
			if all = slices.Compact(all); len(all) == 1 {
				out = append(out, all[0])
			}
		}
	}
	return out
}

// symbol are the values that a definition of the repository has.
func (t *typing) symbol(id ID) []value {
	s := t.s
	if id.IsExternal() || id.IsModule() || t.active[id] || !t.enter() {
		return nil
	}
	t.active[id] = true
	defer func() { delete(t.active, id); t.leave() }()
	f := s.docs[id.Doc].Facts()
	d := &f.Defs[id.Def]
	switch {
	case isType(d.Kind) || d.Kind == lang.KindTypeParameter:
		return []value{{kind: typeItself, id: id}}
	case d.Kind == lang.KindConstructor:
		if d.Parent >= 0 {
			return []value{{kind: typeItself, id: ID{id.Doc, f.Canonical(d.Parent)}}}
		}
		return nil
	case d.Kind == lang.KindEnumMember && d.Parent >= 0 && isType(f.Defs[d.Parent].Kind):
		return []value{{kind: instanceOf, id: ID{id.Doc, f.Canonical(d.Parent)}}}
	case d.Flags&lang.Getter != 0 || d.Kind == lang.KindGetter:
		return t.result(id)
	case d.Callable():
		return []value{{kind: functionOf, id: id}}
	}
	var out []value
	declared := false
	for i := int(id.Def); i < len(f.Defs); i++ { // further ones come later
		if lang.DefID(i) != id.Def && f.Defs[i].Same != id.Def {
			continue
		}
		if e := f.Defs[i].Type; e >= 0 {
			declared = true
			out = append(out, t.declared(id.Doc, e)...)
		}
	}
	if t.anyOwn(out) {
		if d.Flags&lang.Rest != 0 && !slices.ContainsFunc(out, func(v value) bool { return v.kind == sequenceOf }) {
			return []value{{kind: sequenceOf, of: [][]value{out}}}
		}
		return t.bounded(out)
	}
	outside := out
	out = nil
	for _, r := range s.Relations(id.Doc) {
		if r.Kind == lang.TypeDefinition && r.Def >= 0 && f.Canonical(r.Def) == id.Def {
			out = append(out, value{kind: instanceOf, id: ID{r.Doc, r.Target}})
		}
	}
	if len(out) > 0 {
		return t.bounded(out)
	}
	if declared {
		return t.bounded(outside)
	}
	if d.Flags&lang.SelfParam != 0 && d.Parent >= 0 {
		if fn := &f.Defs[d.Parent]; fn.Parent >= 0 && isType(f.Defs[fn.Parent].Kind) {
			kind := instanceOf
			if fn.Flags&lang.ClassMethod != 0 {
				kind = typeItself
			}
			return []value{{kind: kind, id: ID{id.Doc, f.Canonical(fn.Parent)}}}
		}
	}
	for _, a := range f.Assigns {
		if a.Def >= 0 && f.Canonical(a.Def) == id.Def {
			out = append(out, t.value(id.Doc, a.Value)...)
		}
	}
	return t.bounded(out)
}

// anyOwn says whether values are of types of the repository, or hold such.
func (t *typing) anyOwn(values []value) bool {
	return slices.ContainsFunc(values, func(v value) bool {
		return len(v.of) == 0 && !v.id.IsExternal() || slices.ContainsFunc(v.of, t.anyOwn)
	})
}

// bounded is none where there are too many values, which are then no type.
func (t *typing) bounded(values []value) []value {
	if len(values) > maxTypes {
		return nil
	}
	return values
}

// result are the values that a call of a function gives.
func (t *typing) result(id ID) []value {
	s := t.s
	if id.IsExternal() || id.IsModule() || !t.enter() {
		return nil
	}
	defer t.leave()
	f := s.docs[id.Doc].Facts()
	d := &f.Defs[id.Def]
	var out []value
	declared := false
	for i := int(id.Def); i < len(f.Defs); i++ { // overloads
		if lang.DefID(i) != id.Def && f.Defs[i].Same != id.Def {
			continue
		}
		if e := f.Defs[i].Type; e >= 0 {
			declared = true
			out = append(out, t.declared(id.Doc, e)...)
		}
	}
	if !declared && d.Flags&lang.Generator == 0 {
		for _, b := range f.Bases {
			if b.Kind == lang.BaseReturn && b.Def >= 0 && f.Canonical(b.Def) == id.Def {
				out = append(out, t.value(id.Doc, b.Expr)...)
			}
		}
	}
	if d.Flags&lang.Async != 0 && len(out) > 0 && !slices.ContainsFunc(out, func(v value) bool { return v.kind == promiseOf }) {
		out = []value{{kind: promiseOf, of: [][]value{out}}}
	}
	return t.bounded(out)
}

// targets are what a reference is certain to mean.
func (t *typing) targets(doc int32, n int32) []ID {
	links := t.s.Links(doc)
	at, _ := slices.BinarySearchFunc(links, lang.RefID(n), func(l resolve.Link, r lang.RefID) int { return cmp.Compare(l.Ref, r) })
	var out []ID
	for ; at < len(links) && links[at].Ref == lang.RefID(n); at++ {
		id := ID{links[at].Doc, links[at].Def}
		if links[at].Certainty != resolve.Resolved || !t.s.valid(id) {
			return nil
		}
		out = append(out, t.s.Canonical(id))
	}
	return out
}

// declared are the values of the type that an expression in type position means.
func (t *typing) declared(doc int32, e lang.ExprID) []value {
	f := t.s.docs[doc].Facts()
	if e < 0 || int(e) >= len(f.Exprs) || !t.enter() {
		return nil
	}
	defer t.leave()
	x := &f.Exprs[e]
	list := func(head lang.ExprID) (out []value) {
		for a, n := head, 0; a >= 0 && n < maxTypes; a, n = f.Exprs[a].Next, n+1 {
			out = append(out, t.declared(doc, a)...)
		}
		return t.bounded(out)
	}
	switch x.Kind {
	case lang.ExprName, lang.ExprMember:
		return t.named(t.targets(doc, x.N))
	case lang.ExprTypeArgs, lang.ExprIndex:
		return t.generic(doc, x)
	case lang.ExprUnion, lang.ExprSet, lang.ExprIntersect:
		return list(x.A)
	case lang.ExprBinary, lang.ExprCond:
		return t.bounded(append(t.declared(doc, x.A), t.declared(doc, x.B)...))
	case lang.ExprOptional, lang.ExprReadonly, lang.ExprStringTy, lang.ExprNonNull:
		return t.declared(doc, x.A)
	case lang.ExprArrayOf:
		return sequence(t.declared(doc, x.A))
	case lang.ExprTuple:
		v := value{kind: tupleOf}
		for a, n := x.A, 0; a >= 0 && n < maxTypes; a, n = f.Exprs[a].Next, n+1 {
			v.of = append(v.of, t.declared(doc, a))
		}
		return []value{v}
	case lang.ExprPromise:
		return promise(t.declared(doc, x.A))
	case lang.ExprDef, lang.ExprClass:
		if x.N >= 0 && int(x.N) < len(f.Defs) {
			return t.named([]ID{{doc, f.Canonical(lang.DefID(x.N))}})
		}
	case lang.ExprThis:
		return t.this(doc, lang.ScopeID(x.N), instanceOf)
	case lang.ExprTypeOf:
		return t.value(doc, x.A)
	case lang.ExprCast:
		if x.B >= 0 {
			return t.declared(doc, x.B)
		}
		return t.declared(doc, x.A)
	case lang.ExprClassTy:
		out := t.declared(doc, x.A)
		for i := range out {
			if out[i].kind == instanceOf {
				out[i].kind = typeItself
			}
		}
		return out
	case lang.ExprFuncType, lang.ExprFunc:
		if x.N >= 0 && int(x.N) < len(f.Defs) {
			return []value{{kind: functionOf, id: ID{doc, f.Canonical(lang.DefID(x.N))}}}
		}
	}
	return nil
}

func sequence(of []value) []value {
	if len(of) == 0 {
		return nil
	}
	return []value{{kind: sequenceOf, of: [][]value{of}}}
}

func promise(of []value) []value {
	if len(of) == 0 {
		return nil
	}
	return []value{{kind: promiseOf, of: [][]value{of}}}
}

// named are instances of the types among ids; external ones are there too, as
// what is declared so is no value of another type.
func (t *typing) named(ids []ID) []value {
	var out []value
	for _, id := range ids {
		if k := t.s.Kind(id); isType(k) || k == lang.KindTypeParameter {
			out = append(out, value{kind: instanceOf, id: id})
		}
	}
	return t.bounded(out)
}

// generic are the values of a type with type arguments. What well-known generics
// outside of the repository mean is a matter of the language's rules.
func (t *typing) generic(doc int32, x *lang.Expr) []value {
	f := t.s.docs[doc].Facts()
	if x.A < 0 {
		return nil
	}
	base := &f.Exprs[x.A]
	if own := t.declared(doc, x.A); slices.ContainsFunc(own, func(v value) bool { return !v.id.IsExternal() }) {
		return own
	}
	if base.Kind != lang.ExprName && base.Kind != lang.ExprMember || base.N < 0 || t.s.docs[doc].Lang == nil {
		return nil
	}
	name, rules := f.Names[f.Refs[base.N].Name], &t.s.docs[doc].Lang.Rules
	var args []lang.ExprID
	for a := x.B; a >= 0 && len(args) < maxTypes; a = f.Exprs[a].Next {
		args = append(args, a)
	}
	arg := func(of map[string]int) ([]value, bool) {
		n, ok := of[name]
		if !ok || n >= len(args) {
			return nil, false
		}
		return t.declared(doc, args[n]), true
	}
	if v, ok := arg(rules.Wrappers); ok {
		return v
	}
	if v, ok := arg(rules.Awaitable); ok {
		return promise(v)
	}
	if rules.Unions[name] {
		var out []value
		for _, a := range args {
			out = append(out, t.declared(doc, a)...)
		}
		return t.bounded(out)
	}
	if n, ok := rules.Element[name]; ok && len(args) > 0 {
		if n >= len(args) {
			n = 0
		}
		return sequence(t.declared(doc, args[n]))
	}
	return nil
}

// this are the values of the receiver in a scope.
func (t *typing) this(doc int32, scope lang.ScopeID, kind valueKind) []value {
	f := t.s.docs[doc].Facts()
	for steps := 0; scope >= 0 && int(scope) < len(f.Scopes) && steps < maxTypeDepth; steps++ {
		sc := &f.Scopes[scope]
		if sc.Kind == lang.ScopeFunction && sc.Owner >= 0 && f.Defs[sc.Owner].Flags&lang.Member != 0 {
			d := &f.Defs[sc.Owner]
			if d.Flags&(lang.Static|lang.ClassMethod) != 0 {
				kind = typeItself
			}
			if d.Parent >= 0 && f.Defs[d.Parent].Flags&lang.Structural != 0 {
				return nil
			}
		}
		if sc.Kind == lang.ScopeClass && sc.Owner >= 0 {
			return []value{{kind: kind, id: ID{doc, f.Canonical(sc.Owner)}}}
		}
		scope = sc.Parent
	}
	return nil
}

// value are the values that an expression may have.
func (t *typing) value(doc int32, e lang.ExprID) []value {
	f := t.s.docs[doc].Facts()
	if e < 0 || int(e) >= len(f.Exprs) || !t.enter() {
		return nil
	}
	defer t.leave()
	x := &f.Exprs[e]
	switch x.Kind {
	case lang.ExprName, lang.ExprMember:
		return t.meant(t.targets(doc, x.N))
	case lang.ExprDef:
		if x.N >= 0 && int(x.N) < len(f.Defs) {
			return t.symbol(ID{doc, f.Canonical(lang.DefID(x.N))})
		}
	case lang.ExprFunc:
		if x.N >= 0 && int(x.N) < len(f.Defs) {
			return []value{{kind: functionOf, id: ID{doc, f.Canonical(lang.DefID(x.N))}}}
		}
	case lang.ExprClass:
		if x.N >= 0 && int(x.N) < len(f.Defs) {
			return []value{{kind: typeItself, id: ID{doc, f.Canonical(lang.DefID(x.N))}}}
		}
	case lang.ExprCall, lang.ExprNew:
		var out []value
		for _, v := range t.value(doc, x.A) {
			switch {
			case v.kind == typeItself:
				out = append(out, value{kind: instanceOf, id: v.id})
			case v.kind == functionOf && x.Kind == lang.ExprCall:
				out = append(out, t.general(t.result(v.id))...)
			}
		}
		return t.bounded(out)
	case lang.ExprThis:
		return t.this(doc, lang.ScopeID(x.N), instanceOf)
	case lang.ExprAwait:
		var out []value
		for _, v := range t.value(doc, x.A) {
			if v.kind == promiseOf {
				out = append(out, v.of[0]...)
			}
		}
		return t.bounded(out)
	case lang.ExprCond:
		return t.bounded(append(t.value(doc, x.A), t.value(doc, x.B)...))
	case lang.ExprBoth:
		return t.value(doc, x.B)
	case lang.ExprCast:
		if x.B >= 0 {
			return t.declared(doc, x.B)
		}
		return t.value(doc, x.A)
	case lang.ExprNonNull, lang.ExprConst, lang.ExprReadonly, lang.ExprExpect, lang.ExprTypeArgs, lang.ExprKeyword:
		return t.value(doc, x.A)
	case lang.ExprIndex, lang.ExprElem, lang.ExprSpread:
		return t.elements(t.value(doc, x.A))
	case lang.ExprNth:
		var out []value
		for _, v := range t.value(doc, x.A) {
			switch {
			case v.kind == tupleOf && x.N >= 0 && int(x.N) < len(v.of):
				out = append(out, v.of[x.N]...)
			case v.kind == sequenceOf:
				out = append(out, v.of[0]...)
			}
		}
		return t.bounded(out)
	case lang.ExprArray:
		var out []value
		for a, n := x.A, 0; a >= 0; a, n = f.Exprs[a].Next, n+1 {
			v := t.value(doc, a)
			if len(v) == 0 || n > maxTypes {
				return nil // what it has besides is not known
			}
			for _, v := range v {
				if !slices.ContainsFunc(out, func(w value) bool { return v.kind == w.kind && v.id == w.id && len(v.of) == 0 && len(w.of) == 0 }) {
					out = append(out, v)
				}
			}
		}
		return sequence(t.bounded(out))
	case lang.ExprTuple:
		v := value{kind: tupleOf}
		for a, n := x.A, 0; a >= 0 && n < maxTypes; a, n = f.Exprs[a].Next, n+1 {
			v.of = append(v.of, t.value(doc, a))
		}
		return []value{v}
	case lang.ExprProp:
		// The key in the pattern is a use of the property.
		for i := range f.Refs {
			if r := &f.Refs[i]; r.Kind == lang.RefKey && r.X == int32(x.A) && r.Name == lang.NameID(x.N) {
				return t.meant(t.targets(doc, int32(i)))
			}
		}
	}
	return nil
}

// meant are the values of definitions that a name in an expression means.
func (t *typing) meant(ids []ID) []value {
	var out []value
	for _, id := range ids {
		out = append(out, t.general(t.symbol(id))...)
	}
	return t.bounded(out)
}

// general are values without those of which the type is a parameter: what stands for
// it where the value is used is not known.
func (t *typing) general(values []value) []value {
	var out []value
	for _, v := range values {
		switch v.kind {
		case instanceOf, typeItself:
			if t.s.Kind(v.id) == lang.KindTypeParameter {
				continue
			}
		case sequenceOf, promiseOf, tupleOf:
			of := make([][]value, len(v.of))
			for i := range v.of {
				of[i] = t.general(v.of[i])
			}
			v.of = of
		}
		out = append(out, v)
	}
	return out
}

// elements are what values hold: of a type that is declared as a sequence, what that
// holds.
func (t *typing) elements(values []value) []value {
	var out []value
	for _, v := range values {
		switch {
		case v.kind == sequenceOf:
			out = append(out, v.of[0]...)
		case v.kind == instanceOf && !v.id.IsExternal() && t.enter():
			f := t.s.docs[v.id.Doc].Facts()
			for _, b := range f.Bases {
				if b.Kind == lang.BaseExtends && b.Def >= 0 && f.Canonical(b.Def) == v.id.Def {
					out = append(out, t.elements(t.declared(v.id.Doc, b.Expr))...)
				}
			}
			t.leave()
		}
	}
	return t.bounded(out)
}
