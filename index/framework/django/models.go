package django

import (
	"strings"

	"codeintel/index/lang"
)

// app is the label of the application that a file with models is of, "" for others.
func app(file string) string {
	parts := strings.Split(file, "/")
	for i := len(parts) - 1; i > 0; i-- {
		if parts[i] == "models" || parts[i] == "models.py" {
			return parts[i-1]
		}
	}
	return ""
}

// userModel stands for the model of users among the names of models.
const userModel = "AUTH_USER_MODEL"

// relations are the fields that lead to a model.
var relations = map[string]relation{
	"ForeignKey": {one: true, related: 2}, "OneToOneField": {one: true, back: true, related: -1}, "ManyToManyField": {related: 1}, "GenericRelation": {related: -1, hidden: true},
}

// relation is a kind of field: whether it leads to one object, whether one leads back,
// which argument may name what leads back, and whether nothing does.
type relation struct {
	one, back bool
	related   int
	hidden    bool
}

// models reads the models of a file: they are found by application and name, and
// fields lead to the models that they name, and these back.
func (x *reader) models() {
	f := x.B.F
	label := app(x.Path)
	if label != "" {
		bases := map[lang.DefID]bool{}
		for _, b := range f.Bases {
			bases[b.Def] = bases[b.Def] || b.Kind == lang.BaseExtends
		}
		for i := range f.Defs {
			if d := &f.Defs[i]; d.Kind == lang.KindClass && d.Scope == 0 && d.Same < 0 && bases[lang.DefID(i)] {
				n := label + "." + strings.ToLower(f.Name(d.Name))
				x.Also(lang.DefID(i), kindModel, n)
				x.Alias(kindObject, n, x.object(lang.DefID(i)))
			}
		}
	}
	x.managers()
	var users []lang.ExprID
	for _, c := range x.calls {
		what := x.callee(c)
		switch what {
		case "get_model":
			if t, ok := x.Text(x.Arg(c, 0, "")); ok {
				if m, ok := x.Text(x.Arg(c, 1, "model_name")); ok {
					x.use(t.Value+"."+m.Value, m)
				} else {
					x.useModel(t, label)
				}
			}
		case "get_user_model":
			users = append(users, c.ID)
		case "receiver", "connect":
			if t, ok := x.Text(x.Arg(c, -1, "sender")); ok {
				x.useModel(t, "")
			}
		}
		if r, ok := relations[what]; ok {
			x.relation(c, r, label)
		}
	}
	for _, e := range users {
		f.Exprs[e] = lang.Expr{Kind: lang.ExprOpen, N: int32(x.B.Name(lang.OpenName(name, kindModel, userModel))), A: lang.NoExpr, B: lang.NoExpr, Next: f.Exprs[e].Next}
	}
}

// object is an instance of a class of the file.
func (x *reader) object(class lang.DefID) lang.ExprID {
	return x.B.Expr1(lang.ExprNew, 0, x.B.Expr(lang.ExprDef, int32(class)))
}

// relation reads a field that leads to a model.
func (x *reader) relation(c lang.CallSite, r relation, label string) {
	f := x.B.F
	field := lang.NoDef
	at := -1
	for i := range f.Assigns {
		if f.Assigns[i].Value == c.ID {
			field, at = f.Assigns[i].Def, i
			break
		}
	}
	class := lang.NoDef
	if field >= 0 && f.Defs[field].Parent >= 0 && f.Defs[f.Defs[field].Parent].Kind == lang.KindClass {
		class = f.Defs[field].Parent
	}
	to := x.Arg(c, 0, "to")
	target, model := lang.NoExpr, lang.NoExpr // an instance, and what names its class as a type
	self := false
	if t, ok := x.Text(to); ok {
		switch {
		case t.Value == "self" && class >= 0:
			self = true
			target, model = x.object(class), x.B.Expr(lang.ExprDef, int32(class))
		default:
			if n := x.useModel(t, label); n != "" {
				target = x.Value(kindObject, n)
				model = x.Value(kindObject, n)
			}
		}
	} else if x.users(to) {
		target, model = x.Value(kindObject, userModel), x.Value(kindObject, userModel)
	} else if e := x.view(to, 0); e >= 0 {
		target, model = x.B.Expr1(lang.ExprNew, 0, x.B.Copy(e)), x.B.Copy(e)
		if d := x.variable(e); d >= 0 && d == class {
			self = true
		}
	}
	if target < 0 || at < 0 {
		return
	}
	if r.one {
		f.Assigns[at].Value = target
	} else {
		f.Assigns[at].Value = x.many(model)
	}
	if class < 0 || r.hidden || self && !r.one && r.related == 1 || x.abstract(class) {
		return
	}
	own := strings.ToLower(f.Name(f.Defs[class].Name))
	back, query := own+"_set", own
	if r.back {
		back = own
	}
	shown := field
	if e := x.Arg(c, r.related, "related_name"); e >= 0 {
		t, ok := x.Text(e)
		n := strings.NewReplacer("%(class)s", own, "%(model_name)s", own, "%(app_label)s", label).Replace(t.Value)
		if !ok || !isDotted(n) || strings.Contains(n, ".") {
			return // none that is known, or none at all ("+")
		}
		back, query = n, n
		if d := x.Define(kindRelated, n, t); d >= 0 {
			shown = d
		}
	}
	if t, ok := x.Text(x.Arg(c, -1, "related_query_name")); ok {
		query = t.Value
	}
	value := x.many(x.B.Expr(lang.ExprDef, int32(class)))
	if r.back {
		value = x.object(class)
	}
	x.Alias(kindReverse, back, target, value, x.B.Expr(lang.ExprDef, int32(shown)))
	if query != back {
		x.Alias(kindQuery, query, target, value, x.B.Expr(lang.ExprDef, int32(shown)))
	}
}

// users says whether e is how code calls the model of users.
func (x *reader) users(e lang.ExprID) bool {
	if c, ok := x.CallOf(e); ok {
		return x.callee(c) == "get_user_model"
	}
	return strings.HasSuffix(x.full(e), "settings."+userModel)
}

// many is the manager of related objects of a model.
func (x *reader) many(model lang.ExprID) lang.ExprID {
	id := x.B.Import(lang.Import{Module: x.B.Name("django.db.models.manager"), Kind: lang.ImportModule, Local: lang.NoDef})
	manager := x.B.Expr1(lang.ExprProp, int32(x.B.Name("RelatedManager")), x.B.Expr(lang.ExprRequire, int32(id)))
	return x.B.Expr1(lang.ExprNew, 0, x.B.Expr2(lang.ExprTypeArgs, 0, manager, model))
}

// abstract says whether a model is only a base of others.
func (x *reader) abstract(class lang.DefID) bool {
	f := x.B.F
	for m := range x.Members(class) {
		if f.Name(f.Defs[m].Name) == "Meta" {
			for a := range x.Members(m) {
				if f.Name(f.Defs[a].Name) == "abstract" {
					return true
				}
			}
		}
	}
	return false
}

// managers reads the classes that are managers of models: what they query is known
// there too.
func (x *reader) managers() {
	f := x.B.F
	for i, n := 0, len(f.Assigns); i < n; i++ {
		d, e := f.Assigns[i].Def, f.Assigns[i].Value
		class := f.Defs[d].Parent
		if class < 0 || f.Defs[class].Kind != lang.KindClass || e < 0 || f.Exprs[e].Kind != lang.ExprCall && f.Exprs[e].Kind != lang.ExprNew {
			continue
		}
		callee := f.Exprs[e].A
		made := []lang.ExprID{callee}
		if c, ok := x.CallOf(callee); ok && c.Name == "from_queryset" && c.Method { // A.from_queryset(B)()
			made = []lang.ExprID{c.Recv, x.Arg(c, 0, "queryset_class")}
		} else if c, ok := x.CallOf(e); ok && c.Name == "as_manager" && c.Method {
			made = []lang.ExprID{c.Recv}
		} else if n := x.last(callee); !strings.HasSuffix(n, "Manager") && !strings.HasSuffix(n, "QuerySet") {
			continue
		}
		for _, m := range made {
			if x.isClass(m) {
				x.Alias(kindManager, x.last(m), x.B.Expr1(lang.ExprNew, 0, x.B.Copy(m)), x.object(class))
			}
		}
	}
}

// last is the last part of a name, "" for others.
func (x *reader) last(e lang.ExprID) string {
	f := x.B.F
	if e < 0 || f.Exprs[e].Kind != lang.ExprName && f.Exprs[e].Kind != lang.ExprMember {
		return ""
	}
	return f.Name(f.Refs[f.Exprs[e].N].Name)
}

// use refers at a text to a model by application and name. The result is the name.
func (x *reader) use(model string, t lang.Text) string {
	model = strings.ToLower(model)
	x.Use(kindModel, model, t)
	return model
}

// useModel refers at a text to a model: "blog.Post", or "Post" of the application
// itself. The result is its name, "" where it is none.
func (x *reader) useModel(t lang.Text, label string) string {
	switch {
	case t.Value == "self" || !isDotted(t.Value):
		return ""
	case strings.Contains(t.Value, "."):
		return x.use(t.Value, t)
	case label != "":
		return x.use(label+"."+t.Value, t)
	}
	return ""
}
