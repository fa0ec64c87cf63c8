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

// relations are the fields that lead to a model, with whether it is one object.
var relations = map[string]bool{
	"ForeignKey": true, "OneToOneField": true, "ManyToManyField": false, "GenericRelation": false,
}

// models reads the models of a file: they are found by application and name, and
// fields lead to the models that they name.
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
				x.Also(lang.DefID(i), kindModel, label+"."+strings.ToLower(f.Name(d.Name)))
			}
		}
	}
	for _, c := range x.calls {
		what := x.callee(c)
		switch {
		case what == "get_model" || what == "get_user_model":
			if t, ok := x.Text(x.Arg(c, 0, "")); ok && what == "get_model" {
				if m, ok := x.Text(x.Arg(c, 1, "model_name")); ok {
					x.use(t.Value+"."+m.Value, m)
				} else {
					x.useModel(t, label)
				}
			}
			continue
		}
		if _, ok := relations[what]; !ok {
			continue
		}
		to := x.Arg(c, 0, "to")
		target := x.view(to, 0)
		if t, ok := x.Text(to); ok {
			target = x.useModel(t, label)
		}
		if relations[what] {
			x.holds(c.ID, target)
		}
	}
}

// use refers at a text to a model by application and name.
func (x *reader) use(model string, t lang.Text) lang.ExprID {
	x.Use(kindModel, strings.ToLower(model), t)
	return x.Value(kindModel, strings.ToLower(model))
}

// useModel refers at a text to a model: "blog.Post", or "Post" of the application
// itself. The result is the class.
func (x *reader) useModel(t lang.Text, label string) lang.ExprID {
	switch {
	case t.Value == "self" || !isDotted(t.Value):
		return lang.NoExpr
	case strings.Contains(t.Value, "."):
		return x.use(t.Value, t)
	case label != "":
		return x.use(label+"."+t.Value, t)
	}
	return lang.NoExpr
}

// holds makes the values of the field that a call makes those of a class.
func (x *reader) holds(call, class lang.ExprID) {
	if class < 0 {
		return
	}
	f := x.B.F
	for i := range f.Assigns {
		if f.Assigns[i].Value == call {
			f.Assigns[i].Value = x.B.Expr1(lang.ExprNew, 0, class)
			return
		}
	}
}
