package laravel

import (
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// relationTypes are the methods by which models say what they are related to.
var relationTypes = map[string]bool{
	"hasOne": true, "hasMany": true, "belongsTo": true, "belongsToMany": true, "hasOneThrough": true, "hasManyThrough": true,
	"morphTo": true, "morphOne": true, "morphMany": true, "morphToMany": true, "morphedByMany": true,
}

// finders are static methods that only models have.
var finders = map[string]bool{
	"find": true, "findOrFail": true, "findMany": true, "findOr": true, "where": true, "whereIn": true, "query": true,
	"firstOrCreate": true, "firstOrNew": true, "updateOrCreate": true, "firstWhere": true, "withTrashed": true,
}

// chunkClasses notes what classes are related to: the relations and translations of a
// model, and the models and services that code uses.
func chunkClasses(r *lang.Reading) {
	f := r.B.F
	used := newUsedMembers(r)
	for d, bases := range r.Classes() {
		var relations []lang.Fields
		types := map[string]string{} // of properties
		for m := range r.Members(d) {
			def := &f.Defs[m]
			switch {
			case def.Callable():
				if row := relation(r, d, m); row != nil {
					relations = append(relations, row)
				}
			case def.Flags&lang.Member != 0:
				if class := propertyClass(r, m); class != "" {
					types[strings.TrimPrefix(f.Name(def.Name), "$")] = class
				}
			}
		}
		if len(relations) > 0 {
			r.Rich().Note(d, lang.Meta{Key: "relations", Value: relations})
		}
		if slices.ContainsFunc(bases, func(b string) bool { return b == "HasTranslations" || strings.HasSuffix(b, `\HasTranslations`) }) {
			r.Rich().Note(d, lang.Meta{Key: "translatable", Value: true}, lang.Meta{Key: "translatable_fields", Value: translated(r, d)})
		}
		models, services := used.related(r, d, types)
		if len(models) > 0 {
			r.Rich().Note(d, lang.Meta{Key: "related_models", Value: models})
		}
		if len(services) > 0 {
			r.Rich().Note(d, lang.Meta{Key: "related_services", Value: services})
		}
	}
}

// relation returns the metadata of m, a method of a class, if it is a relation of a model;
// nil for other methods.
func relation(r *lang.Reading, class, m lang.DefID) lang.Fields {
	for _, e := range r.Returns(m) {
		chain := r.Chain(e)
		if len(chain) == 0 || !isThis(r, chain[0].Recv) || !relationTypes[chain[0].Name] {
			continue
		}
		related := r.Arg(chain[0], 0, "related")
		if chain[0].Name == "morphTo" {
			related = lang.NoExpr
		}
		return lang.Fields{
			{Key: "method", Value: r.B.F.Name(r.B.F.Defs[m].Name)}, {Key: "type", Value: chain[0].Name},
			{Key: "related", Value: relatedClass(r, class, related)},
		}
	}
	return nil
}

// relatedClass returns the full name of the class that e, an argument of a relation of
// class, names: Item::class, self::class, 'App\Models\Item'; "" for other values.
func relatedClass(r *lang.Reading, class lang.DefID, e lang.ExprID) string {
	if t, ok := r.Text(e); ok {
		return classInText(t)
	}
	if e < 0 {
		return ""
	}
	x := &r.B.F.Exprs[e]
	if x.Kind == lang.ExprDef && lang.DefID(x.N) == class || isThis(r, e) || x.Kind == lang.ExprClassOf && isThis(r, x.A) {
		return php.FullName(r.B.F, class)
	}
	return r.Class(e)
}

// classInText returns the full name of the class that a text names, "" if it names none.
func classInText(t lang.Text) string {
	name := strings.TrimPrefix(t.Value, `\`)
	for _, part := range strings.Split(name, `\`) {
		if !identifier(part) {
			return ""
		}
	}
	return name
}

// isThis says whether e is $this.
func isThis(r *lang.Reading, e lang.ExprID) bool {
	return e >= 0 && r.B.F.Exprs[e].Kind == lang.ExprThis
}

// translated are the fields of a model that have a text for each language.
func translated(r *lang.Reading, d lang.DefID) []string {
	var out []string
	for m := range r.Members(d) {
		if r.B.F.Name(r.B.F.Defs[m].Name) != "$translatable" {
			continue
		}
		for _, v := range r.Values(m) {
			for _, t := range r.Texts(v) {
				out = append(out, t.Value)
			}
		}
	}
	return out
}

// propertyClass is the class that a property is declared to have, or a parameter that
// is assigned to it; "" where none is known.
func propertyClass(r *lang.Reading, m lang.DefID) string {
	f := r.B.F
	if class := className(r, f.Defs[m].Type); class != "" {
		return class
	}
	for _, v := range r.Values(m) {
		if v < 0 || f.Exprs[v].Kind != lang.ExprName || f.Exprs[v].N < 0 {
			continue
		}
		ref := &f.Refs[f.Exprs[v].N]
		for p := range f.Defs {
			if d := &f.Defs[p]; d.Flags&lang.Param != 0 && d.Scope == ref.Scope && d.Name == ref.Name {
				return className(r, d.Type)
			}
		}
	}
	return ""
}

// className is the class that a type names, if it is one or nothing.
func className(r *lang.Reading, e lang.ExprID) string {
	for e >= 0 && (r.B.F.Exprs[e].Kind == lang.ExprOptional || r.B.F.Exprs[e].Kind == lang.ExprCast) {
		e = r.B.F.Exprs[e].A
	}
	return r.Class(e)
}

// usedMembers are the calls of methods in a file, by their number in Reading.Calls, and
// its expressions of the form $this->a->b, by where they stand.
type usedMembers struct{ calls, held []placed }

// placed is the number of something that stands at an offset.
type placed struct{ at, number uint32 }

func newUsedMembers(r *lang.Reading) *usedMembers {
	u := &usedMembers{}
	f := r.B.F
	for i, c := range r.Calls() {
		if c.ID >= 0 && c.Method {
			u.calls = append(u.calls, placed{c.At.Start, uint32(i)})
		}
	}
	for i := range f.Exprs {
		e := &f.Exprs[i]
		if e.Kind != lang.ExprMember || e.N < 0 || e.A < 0 {
			continue
		}
		if held := &f.Exprs[e.A]; held.Kind == lang.ExprMember && held.N >= 0 && isThis(r, held.A) {
			u.held = append(u.held, placed{f.Refs[e.N].Start, uint32(i)})
		}
	}
	byPlace := func(a, b placed) int { return cmp.Compare(a.at, b.at) }
	slices.SortFunc(u.calls, byPlace)
	slices.SortFunc(u.held, byPlace)
	return u
}

// within are the numbers, in ascending order, of what stands in a definition.
func within(list []placed, d *lang.Def) (out []uint32) {
	from, _ := slices.BinarySearchFunc(list, d.EncStart, func(p placed, at uint32) int { return cmp.Compare(p.at, at) })
	for _, p := range list[from:] {
		if p.at >= d.EncEnd {
			break
		}
		out = append(out, p.number)
	}
	slices.Sort(out)
	return out
}

// related are the full names of the models and of the services that the code of a class
// uses, in the order of the text.
func (u *usedMembers) related(r *lang.Reading, d lang.DefID, types map[string]string) (models, services []string) {
	f := r.B.F
	put := func(list *[]string, class string) {
		if !slices.Contains(*list, class) {
			*list = append(*list, class)
		}
	}
	called := map[int32]bool{} // members that are called
	for _, i := range within(u.calls, &f.Defs[d]) {
		c := &r.Calls()[i]
		called[f.Exprs[f.Exprs[c.ID].A].N] = true
		if class := r.Class(c.Recv); class != "" && !strings.HasPrefix(class, `Illuminate\`) && (isModel(class) || finders[c.Name]) {
			put(&models, class)
		}
	}
	for _, i := range within(u.held, &f.Defs[d]) {
		e := &f.Exprs[i]
		class := types[strings.TrimPrefix(f.Name(f.Refs[f.Exprs[e.A].N].Name), "$")]
		switch {
		case class == "":
		case isModel(class):
			put(&models, class)
		case called[e.N]:
			put(&services, class)
		}
	}
	return models, services
}

// isModel says whether a class lies where models do.
func isModel(class string) bool { return strings.Contains(class, `\Models\`) }
