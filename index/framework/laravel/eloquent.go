package laravel

import (
	"strings"

	"codeintel/index/lang"
)

// Keys of classes that Eloquent is made of.
const (
	modelClass      = `illuminate\database\eloquent\model#`
	builderClass    = `illuminate\database\eloquent\builder#`
	relationClass   = `illuminate\database\eloquent\relations\relation#`
	attributeClass  = `illuminate\database\eloquent\casts\attribute#`
	scopeClass      = `illuminate\database\eloquent\attributes\scope#`
	factoryClass    = `illuminate\database\eloquent\factories\factory#`
	collectionClass = `illuminate\support\collection#`
	relationships   = `illuminate\database\eloquent\concerns\hasrelationships#`
	hasFactory      = `illuminate\database\eloquent\factories\hasfactory#`
)

// call is the suffix of a method's key.
const call = "()"

// modelMember finds what a model has beside its methods: relations, accessors and
// columns as properties, scopes and the methods of its query builder as its own.
func modelMember(q lang.Asker, a lang.Access) []lang.Found {
	if name, ok := strings.CutPrefix(a.Name, "$"); ok {
		if a.Declared || a.Static {
			return nil
		}
		return modelProperty(q, a, name)
	}
	if !strings.HasSuffix(a.Name, call) || strings.HasPrefix(a.Name, "__") {
		return nil
	}
	builder := builderOf(q, a.Recv)
	if a.Declared {
		return scope(q, a.Recv, builder, a.Name, true)
	}
	if builder == 0 {
		return nil
	}
	return declared(q.Members(builder, a.Name))
}

// declared are members with the types that they are declared with.
func declared(ms []lang.MemberRef) []lang.Found {
	out := make([]lang.Found, len(ms))
	for i, m := range ms {
		out[i].Member = m
	}
	return out
}

// builderOf is the query builder of a model, which it may have one of its own.
func builderOf(q lang.Asker, model lang.TypeRef) lang.TypeRef {
	for _, m := range q.Members(model, "neweloquentbuilder()") {
		if t := q.Call(q.Type(m)); t != 0 {
			if q.Is(t, builderClass) {
				if q.Arg(t, builderClass, 0) == 0 {
					t = q.Bind(t, builderClass, model)
				}
				return t
			}
		}
	}
	return 0
}

// modelProperty finds what is read from a model under a name.
func modelProperty(q lang.Asker, a lang.Access, name string) []lang.Found {
	var open lang.MemberRef = -1
	for _, m := range q.Own(a.Recv, lower(name)+call) {
		value := q.Call(q.Type(m))
		if value == 0 {
			open = m
			continue
		}
		if t, ok := relationValue(q, value); ok {
			return []lang.Found{{Member: m, Value: t, Typed: true}}
		}
	}
	plain := strings.ReplaceAll(lower(name), "_", "")
	for _, m := range q.Own(a.Recv, "get"+plain+"attribute()") {
		return []lang.Found{{Member: m, Value: q.Call(q.Type(m)), Typed: true}}
	}
	for _, m := range q.Own(a.Recv, plain+call) {
		if value := q.Call(q.Type(m)); q.Is(value, attributeClass) {
			return []lang.Found{{Member: m, Value: got(q, value), Typed: true}}
		}
	}
	columns := column(q, a.Recv, name)
	if len(columns) == 0 && open >= 0 {
		return []lang.Found{{Member: open, Typed: true, Possible: true}}
	}
	return columns
}

// relationValue is what a model has under the name of a relation of type t; false
// where that is none.
func relationValue(q lang.Asker, t lang.TypeRef) (lang.TypeRef, bool) {
	if !q.Is(t, relationClass) {
		return 0, false
	}
	for _, m := range q.Members(t, "getresults()") {
		return q.Call(q.Type(m)), true
	}
	return 0, true
}

// got is what an accessor of type t gives.
func got(q lang.Asker, t lang.TypeRef) lang.TypeRef {
	for _, m := range q.Members(t, "$get") {
		return q.Call(q.Type(m))
	}
	return 0
}

// column finds the column of a model's table, with the type that the model casts it
// to.
func column(q lang.Asker, model lang.TypeRef, key string) []lang.Found {
	t := table(q, model)
	if t == "" {
		return nil
	}
	var cast lang.TypeRef
	for _, m := range q.Own(model, castKey+key) {
		cast = castTo(q, q.Type(m))
	}
	var out []lang.Found
	for _, m := range q.Open(lang.OpenName(name, kindColumn, t+"."+key)) {
		out = append(out, lang.Found{Member: m, Value: cast, Typed: true, Possible: true})
	}
	if len(out) == 0 && cast != 0 {
		return []lang.Found{{Member: lang.NoMember, Value: cast, Typed: true}}
	}
	return out
}

// castTo is what a model has in place of a column that it casts to a class: a case of
// an enumeration, the object of a class that knows how to cast itself, or what a caster
// gives.
func castTo(q lang.Asker, t lang.TypeRef) lang.TypeRef {
	switch {
	case q.Is(t, "unitenum#"), q.Is(t, "backedenum#"), q.Is(t, `illuminate\contracts\database\eloquent\castable#`):
		return t
	case q.Is(t, `illuminate\contracts\database\eloquent\castsattributes#`):
		for _, m := range q.Members(t, "get()") {
			return q.Call(q.Type(m))
		}
	}
	return 0
}

// castKey begins the keys of what a model casts its columns to.
const castKey = "cast "

// table is the name of a model's table: the one that it says, else the plural of its
// class's.
func table(q lang.Asker, model lang.TypeRef) string {
	for _, m := range q.Own(model, "$table") {
		return q.Text(m)
	}
	_, name := q.Class(model)
	if name == "" || q.Is(model, `illuminate\database\eloquent\relations\pivot#`) {
		return snake(name)
	}
	return plural(snake(name))
}

// builderMember finds the scopes of the model that a query is about, and what the
// model's own builder adds.
func builderMember(q lang.Asker, a lang.Access) []lang.Found {
	if !strings.HasSuffix(a.Name, call) || strings.HasPrefix(a.Name, "__") || a.Declared {
		return nil
	}
	var model lang.TypeRef
	for _, m := range q.Members(a.Recv, "getmodel()") {
		model = q.Call(q.Type(m))
	}
	if model == 0 || !q.Is(model, modelClass) {
		return nil
	}
	if found := scope(q, model, a.Recv, a.Name, false); len(found) > 0 {
		return found
	}
	if q.Is(a.Recv, relationClass) {
		if b := builderOf(q, model); b != 0 {
			if found := declared(q.Own(b, a.Name)); len(found) > 0 {
				return found
			}
		}
	}
	if found := macroMember(q, a); len(found) > 0 {
		return found
	}
	if strings.HasPrefix(a.Name, "where") && a.Name != "where()" {
		// The name of a column is part of the method's.
		return []lang.Found{{Member: lang.NoMember, Value: q.Returning(a.Recv), Typed: true}}
	}
	return nil
}

// proxies are the properties of a collection that pass on to each of its elements.
var proxies = map[string]bool{
	"average": true, "avg": true, "contains": true, "doesntcontain": true, "each": true, "every": true, "filter": true, "first": true,
	"flatmap": true, "groupby": true, "keyby": true, "last": true, "map": true, "max": true, "min": true, "partition": true, "percentage": true,
	"reject": true, "skipuntil": true, "skipwhile": true, "some": true, "sortby": true, "sortbydesc": true, "sum": true, "takeuntil": true,
	"takewhile": true, "unique": true, "unless": true, "until": true, "when": true,
}

// collectionMember finds what a collection passes on.
func collectionMember(q lang.Asker, a lang.Access) []lang.Found {
	if key, ok := strings.CutPrefix(a.Name, "$"); ok && proxies[lower(key)] {
		if t := q.Arg(a.Recv, collectionClass, 1); t != 0 {
			return []lang.Found{{Member: lang.NoMember, Value: t, Typed: true}}
		}
	}
	return nil
}

// relationTo is what a method of a model gives that makes a relation of a kind to the
// class that a text names.
func relationTo(kind string) func(lang.Asker, lang.Called) lang.TypeRef {
	kind = `illuminate\database\eloquent\relations\` + kind + "#"
	return func(q lang.Asker, c lang.Called) lang.TypeRef {
		if len(c.Texts) == 0 || !strings.Contains(c.Texts[0], `\`) {
			return 0
		}
		related := q.Instance(lower(strings.Trim(c.Texts[0], `\`)) + "#")
		if related == 0 {
			return 0
		}
		return q.Instance(kind, related, c.Recv)
	}
}

// scope finds the scope of a model that is called under a name, on a query that it
// gives back. With marked only those with the attribute count.
func scope(q lang.Asker, model, query lang.TypeRef, name string, marked bool) []lang.Found {
	var out []lang.Found
	add := func(m lang.MemberRef) {
		out = append(out, lang.Found{Member: m, Value: q.Returning(query), Typed: true})
	}
	if !marked {
		for _, m := range q.Own(model, "scope"+name) {
			add(m)
		}
	}
	if len(out) == 0 {
		for _, m := range q.Own(model, name) {
			if q.Decorated(m, scopeClass) {
				add(m)
			}
		}
	}
	return out
}

// newQuery is what the methods of a model that begin a query give: its own builder.
func newQuery(q lang.Asker, c lang.Called) lang.TypeRef {
	if !q.Is(c.Recv, modelClass) {
		return 0
	}
	return builderOf(q, c.Recv)
}

// newFactory is what the method factory of a model gives.
func newFactory(q lang.Asker, c lang.Called) lang.TypeRef {
	if t := q.Arg(c.Recv, hasFactory, 0); t != 0 && q.Is(t, factoryClass) {
		return t
	}
	for _, m := range q.Own(c.Recv, "newfactory()") {
		if t := q.Call(q.Type(m)); t != 0 {
			return t
		}
	}
	class, _ := q.Class(c.Recv)
	class = strings.TrimSuffix(class, "#")
	rest, ok := strings.CutPrefix(class, `app\models\`)
	if !ok {
		if rest, ok = strings.CutPrefix(class, `app\`); !ok {
			rest = class[strings.LastIndexByte(class, '\\')+1:]
		}
	}
	return q.Instance(`database\factories\` + rest + "factory#")
}

// made is what a factory makes: the model that it names, or is named after, or many of
// them where it was told a number.
func made(q lang.Asker, c lang.Called) lang.TypeRef {
	if q.Arg(c.Recv, factoryClass, 0) != 0 {
		return 0 // it says so itself
	}
	return factoryModel(q, c.Recv)
}

func factoryModel(q lang.Asker, factory lang.TypeRef) lang.TypeRef {
	for _, m := range q.Own(factory, "$model") {
		return q.Made(q.Type(m))
	}
	class, _ := q.Class(factory)
	rest, ok := strings.CutPrefix(class, `database\factories\`)
	if !ok {
		return 0
	}
	rest, ok = strings.CutSuffix(rest, "factory#")
	if !ok {
		return 0
	}
	if t := q.Instance(`app\models\` + rest + "#"); t != 0 {
		return t
	}
	return q.Instance(`app\` + rest + "#")
}
