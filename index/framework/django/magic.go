package django

import (
	"embed"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/python"
)

//go:embed prelude/*.pyi
var preludeFiles embed.FS

// prelude declares the classes of Django that carry types of the repository through.
// The text is ours, in the fewest words that types can be inferred from.
func prelude() []lang.Prelude {
	return lang.PreludeFiles(preludeFiles, func(file string, src []byte) lang.Prelude {
		module := strings.TrimSuffix(file, ".pyi")
		return lang.Prelude{
			Module: python.External(module),
			Input:  lang.Input{Path: "/django/" + file, Src: src},
		}
	})
}

// Keys of Django's classes, and of what lookups of a model's fields are members of.
const (
	modelClass    = "django.db.models.base.Model"
	managerClass  = "django.db.models.manager.BaseManager"
	querySetClass = "django.db.models.query.QuerySet"
	lookupsClass  = "django.db.models.base.Lookups"
)

// lookupsMember is a member of models, managers and query sets: what lookups in
// queries of the model begin at.
const lookupsMember = "__lookups__"

// magic is what Django's classes have that no declaration says.
var magic = &lang.Magic{
	Members: map[string]func(lang.Asker, lang.Access) []lang.Found{
		"":            reverse,
		managerClass:  managed,
		querySetClass: managed,
		lookupsClass:  lookup,
	},
	Descriptors: map[string]func(q lang.Asker, owner, value lang.TypeRef) lang.TypeRef{
		managerClass:  owned(managerClass),
		querySetClass: owned(querySetClass),
	},
	Calls: map[string]map[string]func(lang.Asker, lang.Called) lang.TypeRef{managerClass: managerCalls, querySetClass: querySetCalls},
}

// What methods of managers give: their query set, and of query sets objects of the
// model.
var (
	managerCalls = func() map[string]func(lang.Asker, lang.Called) lang.TypeRef {
		m := objectCalls(managerClass)
		m["get_queryset"] = ofModel(managerClass, "get_queryset")
		for n := range set("all filter exclude complex_filter annotate alias order_by distinct reverse none using defer only select_related prefetch_related select_for_update extra") {
			m[n] = ownQuery
		}
		return m
	}()
	querySetCalls = objectCalls(querySetClass)
)

// objectCalls are the methods of a class that give objects of the model.
func objectCalls(class string) map[string]func(lang.Asker, lang.Called) lang.TypeRef {
	m := map[string]func(lang.Asker, lang.Called) lang.TypeRef{}
	for n := range set("get create first last latest earliest get_or_create update_or_create __iter__") {
		m[n] = ofModel(class, n)
	}
	return m
}

// ofModel is what a method gives where the manager or query set does not say its model,
// but only one has it.
func ofModel(class, method string) func(lang.Asker, lang.Called) lang.TypeRef {
	return func(q lang.Asker, c lang.Called) lang.TypeRef {
		if bound(q, c.Recv, class) {
			return 0
		}
		model := modelOf(q, c.Recv)
		if model == 0 {
			return 0
		}
		for _, m := range q.Members(q.Bind(c.Recv, class, model), method) {
			return q.Call(q.Type(m))
		}
		return 0
	}
}

// ownQuery is the query set that a manager has, where it is one of the repository's or
// of its only model.
func ownQuery(q lang.Asker, c lang.Called) lang.TypeRef {
	own := q.Own(c.Recv, "get_queryset")
	if len(own) == 0 && !bound(q, c.Recv, managerClass) {
		own = q.Members(c.Recv, "get_queryset")
	}
	if len(own) == 0 {
		return 0
	}
	t := q.Call(q.Type(own[0]))
	if !q.Is(t, querySetClass) {
		return 0
	}
	if model := modelOf(q, c.Recv); !bound(q, t, querySetClass) && model != 0 {
		t = q.Bind(t, querySetClass, model)
	}
	return t
}

// owned makes the model that a manager or query set is read from its model, where it
// has none.
func owned(class string) func(q lang.Asker, owner, value lang.TypeRef) lang.TypeRef {
	return func(q lang.Asker, owner, value lang.TypeRef) lang.TypeRef {
		if bound(q, value, class) || !q.Is(owner, modelClass) {
			return 0
		}
		return q.Bind(value, class, owner)
	}
}

// bound says whether the model of a manager or query set is known.
func bound(q lang.Asker, t lang.TypeRef, class string) bool {
	key, _ := q.Class(q.Arg(t, class, 0))
	return key != ""
}

// modelOf is the model of a manager or query set: the one that it was made for, or
// else the only one whose class has such a manager. 0 for none.
func modelOf(q lang.Asker, t lang.TypeRef) lang.TypeRef {
	for _, class := range [...]string{managerClass, querySetClass} {
		if bound(q, t, class) {
			return q.Arg(t, class, 0)
		}
	}
	own, called := q.Class(t)
	var found lang.TypeRef
	var key string
	for _, m := range q.Open(lang.OpenName(name, kindManager, called)) {
		f := q.Forwarded(m)
		if len(f) != 2 || !q.Is(f[0].Type, own) {
			continue
		}
		k, _ := q.Class(f[1].Type)
		if k == "" || found != 0 && k != key {
			return 0
		}
		found, key = f[1].Type, k
	}
	return found
}

// managed finds where lookups of the model of a manager or query set begin.
func managed(q lang.Asker, a lang.Access) []lang.Found {
	if a.Name != lookupsMember || a.Declared {
		return nil
	}
	if t := lookupsOf(q, modelOf(q, a.Recv)); t != 0 {
		return []lang.Found{{Member: lang.NoMember, Value: t, Typed: true}}
	}
	return nil
}

// lookupsOf is where lookups of a value begin, 0 where there are none.
func lookupsOf(q lang.Asker, t lang.TypeRef) lang.TypeRef {
	for _, m := range q.Members(t, lookupsMember) {
		return q.Type(m)
	}
	return 0
}

// lookup finds what a part of a lookup (owner__name) means: a field of the model, or a
// relation of another one to it.
func lookup(q lang.Asker, a lang.Access) []lang.Found {
	model := q.Arg(a.Recv, lookupsClass, 0)
	if key, _ := q.Class(model); key == "" {
		return nil
	}
	var out []lang.Found
	for _, m := range q.Own(model, a.Name) {
		out = append(out, lang.Found{Member: m, Value: lookupsOf(q, q.Type(m)), Typed: true})
	}
	if len(out) > 0 {
		return out
	}
	for _, kind := range [...]string{kindReverse, kindQuery} {
		for _, f := range related(q, model, kind, a.Name) {
			f.Value = lookupsOf(q, f.Value)
			out = append(out, f)
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// reverse finds the relations of other models to a model, as attributes.
func reverse(q lang.Asker, a lang.Access) []lang.Found {
	if a.Declared || strings.HasPrefix(a.Name, "__") {
		return nil
	}
	return related(q, a.Recv, kindReverse, a.Name)
}

// related are the fields of other models that lead to a model by a name of a kind.
func related(q lang.Asker, model lang.TypeRef, kind, attr string) []lang.Found {
	var out []lang.Found
	for _, m := range q.Open(lang.OpenName(name, kind, attr)) {
		f := q.Forwarded(m)
		if len(f) != 3 || f[2].Member == lang.NoMember {
			continue
		}
		if key, _ := q.Class(f[0].Type); key != "" && q.Is(model, key) {
			out = append(out, lang.Found{Member: f[2].Member, Value: f[1].Type, Typed: true})
		}
	}
	return out
}
