package django

import (
	"strings"

	"codeintel/index/lang"
)

// Methods of query sets and managers: those that give one object, those whose
// keyword arguments are lookups, and those whose texts are paths of fields.
var (
	givesOne = set("get first last create latest earliest")
	lookups  = set("filter exclude get create get_or_create update_or_create update aget acreate")
	paths    = set("order_by values values_list only defer select_related prefetch_related distinct earliest latest dates datetimes")
	// expressions are the functions of django.db.models whose first text is a path.
	expressions = set("F Count Sum Avg Min Max OuterRef Prefetch")
	// suffixes are the lookups that end a path.
	suffixes = set(`exact iexact contains icontains in gt gte lt lte startswith istartswith endswith iendswith range date year iso_year month day week
		week_day iso_week_day quarter time hour minute second isnull regex iregex pk id search`)
	// queried are all methods whose arguments may have paths.
	queried = func() map[string]bool {
		all := set("annotate alias aggregate aaggregate")
		for _, names := range [...]map[string]bool{lookups, paths} {
			for n := range names {
				all[n] = true
			}
		}
		return all
	}()
	managers = set("objects _default_manager _base_manager")
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// isClass says whether e is written as the name of a class.
func (x *reader) isClass(e lang.ExprID) bool {
	f := x.B.F
	if e < 0 || f.Exprs[e].Kind != lang.ExprName && f.Exprs[e].Kind != lang.ExprMember {
		return false
	}
	n := f.Name(f.Refs[f.Exprs[e].N].Name)
	return n != "" && n[0] >= 'A' && n[0] <= 'Z' && strings.ToUpper(n) != n
}

// query is the model that the query set or manager e is of, NoExpr where it is none
// that is known.
func (x *reader) query(e lang.ExprID, depth int) lang.ExprID {
	f := x.B.F
	if e < 0 || depth > maxDotted {
		return lang.NoExpr
	}
	switch n := &f.Exprs[e]; n.Kind {
	case lang.ExprNonNull:
		return x.query(n.A, depth+1)
	case lang.ExprMember:
		if managers[f.Name(f.Refs[n.N].Name)] && x.isClass(n.A) {
			return n.A
		}
	case lang.ExprCall:
		if c, ok := x.CallOf(e); ok && c.Method && !givesOne[c.Name] {
			return x.query(c.Recv, depth+1)
		}
	case lang.ExprName:
		if d := x.variable(e); d >= 0 {
			if vs := x.Values(d); len(vs) == 1 {
				return x.query(vs[0], depth+1)
			}
		}
	}
	return lang.NoExpr
}

// given is the model that a call gives an object of, NoExpr for others.
func (x *reader) given(c lang.CallSite) lang.ExprID {
	if x.callee(c) == "get_object_or_404" {
		from := x.Arg(c, 0, "klass")
		if x.isClass(from) {
			return from
		}
		return x.query(from, 0)
	}
	if c.Method && givesOne[c.Name] {
		return x.query(c.Recv, 0)
	}
	return lang.NoExpr
}

// queries reads the lookups of queries, and lets what gives an object of a model have
// its type.
func (x *reader) queries() {
	f := x.B.F
	type change struct {
		call lang.ExprID
		to   lang.Expr
	}
	var changes []change
	for _, c := range x.calls {
		if c.ID < 0 || c.New {
			continue
		}
		if c.Method {
			if queried[c.Name] {
				x.lookup(c, x.fieldsOf(c.Recv, x.query(c.Recv, 0)))
			}
		} else if n := x.callee(c); n == "get_object_or_404" || n == "get_list_or_404" {
			if klass := x.Arg(c, 0, "klass"); x.isClass(klass) {
				x.lookup(c, x.fieldsOf(lang.NoExpr, klass))
			} else if klass >= 0 {
				x.lookup(c, x.fieldsOf(klass, x.query(klass, 0)))
			}
		}
		if m := x.given(c); m >= 0 {
			changes = append(changes, change{c.ID, lang.Expr{Kind: lang.ExprNew, A: m, B: lang.NoExpr, Next: f.Exprs[c.ID].Next}})
		}
		if made := x.manager(c); made.A >= 0 {
			made.Next = f.Exprs[c.ID].Next
			changes = append(changes, change{c.ID, made})
		}
	}
	for _, c := range changes {
		f.Exprs[c.call] = c.to
	}
}

// fieldsOf is what lookups begin at in a query: that of the manager or query set, and
// of the model where the text says which.
func (x *reader) fieldsOf(query, model lang.ExprID) lang.ExprID {
	of := lang.NoExpr
	if query >= 0 {
		of = x.B.Expr1(lang.ExprProp, int32(x.B.Name(lookupsMember)), query)
	}
	if model < 0 {
		return of
	}
	object := x.B.Expr1(lang.ExprNew, 0, model)
	if of < 0 {
		of = x.B.Expr1(lang.ExprProp, int32(x.B.Name(lookupsMember)), object)
	}
	return x.B.Expr2(lang.ExprCond, 0, of, object)
}

// manager is what M.from_queryset(Q)() and Q.as_manager() give: an object with the
// members of both.
func (x *reader) manager(c lang.CallSite) lang.Expr {
	none := lang.Expr{A: lang.NoExpr}
	if !c.Method || !x.isClass(c.Recv) {
		return none
	}
	switch c.Name {
	case "as_manager":
		return lang.Expr{Kind: lang.ExprNew, A: c.Recv, B: lang.NoExpr}
	case "from_queryset":
		if q := x.Arg(c, 0, "queryset_class"); x.isClass(q) {
			// It is called at once: then it is the object, and calling it changes nothing.
			for i := range x.B.F.Exprs {
				if e := &x.B.F.Exprs[i]; e.Kind == lang.ExprCall && e.A == c.ID {
					e.Kind, e.A, e.B = lang.ExprCond, x.B.Expr1(lang.ExprNew, 0, c.Recv), x.B.Expr1(lang.ExprNew, 0, q)
					break
				}
			}
		}
	}
	return none
}

// lookup reads the arguments of a call on a query, whose lookups begin at fields.
func (x *reader) lookup(c lang.CallSite, fields lang.ExprID) {
	f := x.B.F
	if lookups[c.Name] || !c.Method {
		x.keywords(c, fields)
	}
	if paths[c.Name] {
		for _, a := range x.Args(c) {
			if t, ok := x.Text(a); ok {
				x.path(fields, t)
			}
		}
	}
	// Q(a=1) | Q(b=F("c")) among the arguments.
	steps := 0
	var walk func(e lang.ExprID, depth int)
	walk = func(e lang.ExprID, depth int) {
		for ; e >= 0 && depth < maxDotted && steps < 1000; e = f.Exprs[e].Next {
			steps++
			if in, ok := x.CallOf(e); ok {
				switch n := x.callee(in); {
				case n == "Q":
					x.keywords(in, fields)
				case expressions[n]:
					if t, ok := x.Text(x.Arg(in, 0, "")); ok {
						x.path(fields, t)
					}
				}
				walk(f.Exprs[e].B, depth+1)
				continue
			}
			switch f.Exprs[e].Kind {
			case lang.ExprBinary, lang.ExprKeyword, lang.ExprCond, lang.ExprBoth:
				walk(f.Exprs[e].A, depth+1)
				if b := f.Exprs[e].B; b >= 0 {
					walk(b, depth+1)
				}
			}
		}
	}
	walk(f.Exprs[c.ID].B, 0)
}

// keywords reads the keyword arguments of a call as lookups.
func (x *reader) keywords(c lang.CallSite, fields lang.ExprID) {
	f := x.B.F
	for a := f.Exprs[c.ID].B; a >= 0; a = f.Exprs[a].Next {
		if e := f.Exprs[a]; e.Kind == lang.ExprKeyword && e.N >= 0 {
			r := f.Refs[e.N]
			if n := f.Name(r.Name); n != "defaults" && int(r.End-r.Start) == len(n) {
				x.path(fields, lang.Text{Value: n, Start: r.Start, End: r.End})
			}
		}
	}
}

// path refers at the parts of a text (-a__b__icontains) to the fields that are members
// of a value.
func (x *reader) path(fields lang.ExprID, t lang.Text) {
	if int(t.End-t.Start) != len(t.Value) {
		return
	}
	s := strings.TrimLeft(t.Value, "-+^=@")
	at := t.Start + uint32(len(t.Value)-len(s))
	if !isDotted(s) || strings.Contains(s, ".") {
		return
	}
	value := fields
	for i, part := range strings.Split(s, "__") {
		if part == "" || part == "pk" || i > 0 && suffixes[part] {
			return
		}
		n := x.B.Name(part)
		x.B.Ref(lang.Ref{Name: n, Start: at, End: at + uint32(len(part)), X: int32(value), Kind: lang.RefKey, Role: lang.Read, Space: lang.Value})
		value = x.B.Expr1(lang.ExprProp, int32(n), value)
		at += uint32(len(part)) + 2
	}
}

// fieldLists are the variables of a class whose texts are paths of fields.
var (
	metaLists  = set("ordering unique_together index_together fields exclude get_latest_by order_with_respect_to widgets labels help_texts")
	adminLists = set("list_display list_filter list_editable list_display_links search_fields ordering fields exclude readonly_fields raw_id_fields autocomplete_fields date_hierarchy filter_horizontal filter_vertical list_select_related prepopulated_fields radio_fields sortable_by")
)

// fields reads the classes that list fields of a model: its own Meta, that of a form,
// and what registers it for the administration.
func (x *reader) fields() {
	f := x.B.F
	admins := map[lang.DefID]lang.ExprID{}
	for _, b := range f.Bases {
		if b.Kind != lang.BaseDecorator {
			continue
		}
		if c, ok := x.CallOf(b.Expr); ok && c.Name == "register" {
			if args := x.Args(c); len(args) == 1 && x.isClass(args[0]) {
				admins[b.Def] = args[0]
			}
		}
	}
	for _, c := range x.calls {
		if c.ID >= 0 && c.Method && c.Name == "register" {
			if args := x.Args(c); len(args) > 1 && x.isClass(args[0]) {
				if d := x.variable(args[1]); d >= 0 {
					admins[d] = args[0]
				}
			}
		}
	}
	for i := range f.Defs {
		d := f.Defs[i]
		if d.Kind != lang.KindClass {
			continue
		}
		own, lists := lang.NoExpr, adminLists
		if f.Name(d.Name) == "Meta" && d.Parent >= 0 {
			lists = metaLists
			own = x.class(lang.DefID(i), "model")
			if own < 0 && app(x.Path) != "" {
				own = x.B.Expr(lang.ExprDef, int32(d.Parent))
			}
		} else if m, ok := admins[lang.DefID(i)]; ok {
			own = m
		} else {
			own = x.class(lang.DefID(i), "model")
		}
		if own < 0 {
			continue
		}
		for m := range f.Defs {
			if def := f.Defs[m]; def.Parent == lang.DefID(i) && lists[f.Name(def.Name)] {
				for _, v := range x.Values(lang.DefID(m)) {
					x.list(x.fieldsOf(lang.NoExpr, own), lang.DefID(i), v, 0)
				}
			}
		}
	}
}

// class is the class that the variable of a class called name is, NoExpr for none.
func (x *reader) class(of lang.DefID, name string) lang.ExprID {
	f := x.B.F
	for m := range f.Defs {
		if f.Defs[m].Parent == of && f.Name(f.Defs[m].Name) == name {
			for _, v := range x.Values(lang.DefID(m)) {
				if x.isClass(v) {
					return v
				}
			}
		}
	}
	return lang.NoExpr
}

// list reads a list of paths; what the class that lists them has itself goes before
// fields.
func (x *reader) list(fields lang.ExprID, by lang.DefID, e lang.ExprID, depth int) {
	if depth > 3 {
		return
	}
	if t, ok := x.Text(e); ok {
		for m := range x.B.F.Defs {
			if d := &x.B.F.Defs[m]; d.Parent == by && d.Callable() && d.Same < 0 && x.B.F.Name(d.Name) == t.Value {
				x.B.Ref(lang.Ref{Name: d.Name, Start: t.Start, End: t.End, X: int32(m), Kind: lang.RefDef, Role: lang.Read, Space: lang.Value})
				return
			}
		}
		x.path(fields, t)
		return
	}
	for _, i := range x.Items(e) {
		if i.Key >= 0 {
			x.list(fields, by, i.Key, depth+1)
		} else {
			x.list(fields, by, i.Value, depth+1)
		}
	}
}
