package laravel

import (
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// naming are the methods whose arguments name relations of the model that they are
// about: all arguments, or the first only.
var naming = map[string]int{
	"with": all, "without": all, "withOnly": all, "withCount": all, "withExists": all, "load": all, "loadMissing": all, "loadCount": all,
	"loadExists": all, "fresh": all,
	"has": first, "orHas": first, "doesntHave": first, "orDoesntHave": first, "whereHas": first, "orWhereHas": first, "withWhereHas": first,
	"whereDoesntHave": first, "orWhereDoesntHave": first, "whereRelation": first, "orWhereRelation": first, "withWhereRelation": first,
	"whereDoesntHaveRelation": first, "hasMorph": first, "whereHasMorph": first, "orWhereHasMorph": first, "whereDoesntHaveMorph": first,
	"doesntHaveMorph": first, "whereMorphedTo": first, "withAggregate": first, "withSum": first, "withMax": first, "withMin": first, "withAvg": first,
	"loadAggregate": first, "loadSum": first, "loadMax": first, "loadMin": first, "loadAvg": first, "loadMorph": first, "loadMorphCount": first,
	"relationLoaded": first, "getRelation": first, "setRelation": first, "unsetRelation": first, "getRelationValue": first,
	"whenLoaded": first, "whenCounted": first, "whenExistsLoaded": first, "whenAggregated": first,
	"whereBelongsTo": second, "orWhereBelongsTo": second, "whereAttachedTo": second,
}

// Which arguments of a method name relations.
const (
	all = iota + 1
	first
	second
)

// readRelations reads the names of relations in calls and in properties of models.
func readRelations(r *lang.Reading) {
	for _, c := range r.Calls() {
		if relationTypes[c.Name] && isThis(r, c.Recv) && c.Name != "morphTo" {
			relatedInText(r, c, r.Arg(c, 0, "related"))
			if strings.HasSuffix(c.Name, "Through") {
				relatedInText(r, c, r.Arg(c, 1, "through"))
			}
		}
		which := naming[c.Name]
		if which == 0 || !c.Method || c.New || c.Recv < 0 || isFacade(r.Class(c.Recv)) {
			continue
		}
		args := r.Args(c)
		switch {
		case which == first && len(args) > 0:
			args = args[:1]
		case which == second && len(args) > 1:
			args = args[1:2]
		case which != all:
			continue
		}
		model := modelOf(r, c.Recv, strings.HasPrefix(c.Name, "load"))
		for _, a := range args {
			last := relationNames(r, model, a, 0)
			if last < 0 {
				continue
			}
			for _, a := range r.Args(c) {
				if fn := r.Func(a); fn >= 0 {
					given(r, fn, about(r, c, last))
				}
			}
		}
	}
	f := r.B.F
	for d := range r.Classes() {
		if f.Defs[d].Body < 0 {
			continue
		}
		for _, m := range slices.Collect(r.Members(d)) {
			if key := f.Name(f.Defs[m].LookupName()); strings.HasPrefix(key, "scope") && f.Defs[m].Callable() {
				given(r, m, newQueryOf(r, modelOf(r, this(r, d), false)))
			}
			switch f.Name(f.Defs[m].Name) {
			case "$with", "$withCount", "$touches":
				for _, v := range r.Values(m) {
					relationNames(r, modelOf(r, this(r, d), false), v, 0)
				}
			case "$casts":
				for _, v := range r.Values(m) {
					casts(r, d, v)
				}
			case "casts":
				if f.Defs[m].Callable() {
					for _, v := range r.Returns(m) {
						casts(r, d, v)
					}
				}
			case "$appends":
				for _, v := range r.Values(m) {
					for _, t := range r.Texts(v) {
						typed(r, modelOf(r, this(r, d), false), "$"+t.Value, t)
					}
				}
			}
		}
	}
}

// relatedInText makes an argument that names a class in a text, as Laravel allows in place
// of Item::class, a reference to that class.
func relatedInText(r *lang.Reading, c lang.CallSite, arg lang.ExprID) {
	t, ok := r.Text(arg)
	if !ok {
		return
	}
	if name := classInText(t); name != "" {
		t.Value = name[strings.LastIndexByte(name, '\\')+1:]
		t.Start = t.End - uint32(len(t.Value)) // backslashes before it may be escaped
		value := r.B.F.Exprs[r.Name(php.FirstClass(name), t, c.Scope, lang.Type, lang.Read)]
		value.Next = r.B.F.Exprs[arg].Next
		r.B.F.Exprs[arg] = value
	}
}

// isFacade says whether a full name is that of one of Laravel's facades, which have
// methods of the same names.
func isFacade(class string) bool {
	rest, ok := strings.CutPrefix(class, `Illuminate\Support\Facades\`)
	return ok || facades[rest]
}

// facades that have aliases without a namespace, of those with methods that are named
// as those that name relations.
var facades = map[string]bool{
	"Cache": true, "Config": true, "Cookie": true, "Lang": true, "Redirect": true, "Request": true, "Route": true, "Schema": true, "Session": true,
	"Storage": true, "View": true,
}

// this is an instance of a class.
func this(r *lang.Reading, class lang.DefID) lang.ExprID {
	return r.B.Expr(lang.ExprThis, int32(r.B.F.Defs[class].Body))
}

// modelOf is the model that a value is about: a query, a relation, a model itself or
// its class, and with many a collection.
func modelOf(r *lang.Reading, e lang.ExprID, many bool) lang.ExprID {
	model := result(r, property(r, e, "getmodel()"))
	if many {
		model = r.B.Expr2(lang.ExprCond, 0, model, r.B.Expr1(lang.ExprElem, 0, e))
	}
	return model
}

// property is a member of a value, by its key.
func property(r *lang.Reading, e lang.ExprID, key string) lang.ExprID {
	return r.B.Expr1(lang.ExprProp, int32(r.B.Name(key)), e)
}

// result is what calling a value gives.
func result(r *lang.Reading, e lang.ExprID) lang.ExprID { return r.B.Expr1(lang.ExprCall, 0, e) }

// maxNested bounds arrays in arrays.
const maxNested = 16

// relationNames reads the names of relations of a model in e: texts, and arrays of them
// as elements or keys. The result is the last relation of a text, NoExpr for arrays.
func relationNames(r *lang.Reading, model, e lang.ExprID, depth int) lang.ExprID {
	if t, ok := r.Text(e); ok {
		return relationPath(r, model, t)
	}
	if depth > maxNested {
		return lang.NoExpr
	}
	for _, i := range r.Items(e) {
		if k, ok := r.Text(i.Key); ok {
			if inner := relationPath(r, model, k); inner >= 0 {
				if fn := r.Func(i.Value); fn >= 0 {
					given(r, fn, inner)
				} else {
					relationNames(r, modelOf(r, inner, false), i.Value, depth+1)
				}
			}
			continue
		}
		relationNames(r, model, i.Value, depth+1)
	}
	return lang.NoExpr
}

// about is what a function among the arguments of c gets, which is about a relation:
// the relation itself where it is loaded, else a query.
func about(r *lang.Reading, c lang.CallSite, relation lang.ExprID) lang.ExprID {
	if c.Name == "with" || strings.HasPrefix(c.Name, "load") {
		return relation
	}
	return newQueryOf(r, modelOf(r, relation, false))
}

// newQueryOf is a query of a model.
func newQueryOf(r *lang.Reading, model lang.ExprID) lang.ExprID {
	return result(r, property(r, model, "newquery()"))
}

// given says what the first parameter of a function gets.
func given(r *lang.Reading, fn lang.DefID, value lang.ExprID) {
	for p := range r.Members(fn) {
		if p > fn && r.B.F.Defs[p].Flags&lang.Param != 0 {
			if len(r.Values(p)) == 0 {
				r.B.Assign(p, value)
			}
			return
		}
	}
}

// casts reads what a class casts its columns to: a member that nothing names for each
// that is a class.
func casts(r *lang.Reading, class lang.DefID, e lang.ExprID) {
	for _, i := range r.Items(e) {
		k, ok := r.Text(i.Key)
		if !ok || k.Value == "" || r.Class(i.Value) == "" {
			continue
		}
		_, d := r.B.Def(r.B.Name(castKey+k.Value), lang.KindProperty, 0, k.Start, k.Start)
		d.Flags = lang.Member | lang.Synthetic | lang.Local
		d.Parent, d.Type = class, r.B.Copy(i.Value)
	}
}

// relationPath reads a text like "orders.items:id,name as x". The result is the last
// relation, NoExpr where there is none.
func relationPath(r *lang.Reading, model lang.ExprID, t lang.Text) lang.ExprID {
	path, _, _ := strings.Cut(t.Value, ":")
	path, _, _ = strings.Cut(path, " ")
	if path == "" || int(t.End-t.Start) != len(t.Value) {
		return lang.NoExpr
	}
	last := lang.NoExpr
	at := t.Start
	for _, word := range strings.Split(path, ".") {
		if !identifier(word) {
			return lang.NoExpr
		}
		m := typed(r, model, php.Method(lower(word)), lang.Text{Value: word, Start: at, End: at + uint32(len(word))})
		last = result(r, m)
		model = modelOf(r, last, false)
		at += uint32(len(word)) + 1
	}
	return last
}

// typed refers at a text to a member of a value: the one that its type has, and none
// of that name elsewhere.
func typed(r *lang.Reading, recv lang.ExprID, key string, at lang.Text) lang.ExprID {
	e := r.Member(recv, key, at, lang.Read)
	if e >= 0 {
		r.B.F.Refs[r.B.F.Exprs[e].N].N = lang.OpenSure
	}
	return e
}

// identifier says whether a word can be a name in PHP.
func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && c < 0x80 && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9' || i == 0) {
			return false
		}
	}
	return s != ""
}
