package django

import (
	"strings"

	"codeintel/index/lang"
)

// renderers are the functions that hand a template its variables: the numbers and
// names of the arguments.
var renderers = map[string]struct {
	template, context int
	named             string
}{
	"render":           {1, 2, "template_name"},
	"TemplateResponse": {1, 2, "template"},
	"render_to_string": {0, 1, "template_name"},
}

// contexts reads the variables that views hand to templates.
func (x *reader) contexts() {
	for _, c := range x.calls {
		p, ok := renderers[x.callee(c)]
		if !ok {
			continue
		}
		t, ok := x.Text(x.Arg(c, p.template, p.named))
		if !ok {
			continue
		}
		context := x.Arg(c, p.context, "context")
		for _, i := range x.items(context) {
			if key, ok := x.Text(i.Key); ok {
				x.Forward(x.Define(kindContext, t.Value+":"+key.Value, key), x.value(i.Value))
			}
		}
		if made, ok := x.CallOf(context); ok && made.Name == "dict" && !made.Method {
			f := x.B.F
			for a := f.Exprs[made.ID].B; a >= 0; a = f.Exprs[a].Next {
				if e := f.Exprs[a]; e.Kind == lang.ExprKeyword && e.N >= 0 {
					r := f.Refs[e.N]
					n := f.Name(r.Name)
					x.Forward(x.Define(kindContext, t.Value+":"+n, lang.Text{Value: n, Start: r.Start, End: r.End}), x.value(e.A))
				}
			}
		}
	}
	x.classViews()
}

// value is what a template sees of e: of a query set a list of the model's objects.
func (x *reader) value(e lang.ExprID) lang.ExprID {
	if m := x.query(e, 0); m >= 0 {
		return x.B.Expr1(lang.ExprArray, 0, x.B.Expr1(lang.ExprNew, 0, m))
	}
	return x.only(e)
}

// only is the value of e, which leads to nothing that e names.
func (x *reader) only(e lang.ExprID) lang.ExprID {
	if e < 0 {
		return e
	}
	return x.B.Expr1(lang.ExprConst, 0, e)
}

// views are Django's views of models, with what the default names of their templates
// end with.
var views = map[string]struct {
	many bool
	end  string
}{
	"ListView": {true, "_list"}, "ArchiveIndexView": {true, "_archive"},
	"DetailView": {false, "_detail"}, "UpdateView": {false, "_form"}, "DeleteView": {false, "_confirm_delete"}, "DateDetailView": {false, "_detail"},
}

// classViews reads the classes that are views of models.
func (x *reader) classViews() {
	f := x.B.F
	for _, b := range f.Bases {
		if b.Kind != lang.BaseExtends {
			continue
		}
		full := x.full(b.Expr)
		kind, ok := views[full[strings.LastIndexByte(full, '.')+1:]]
		if !ok || !strings.HasPrefix(full, "django.views.generic") {
			continue
		}
		model := x.class(b.Def, "model")
		at := lang.Text{Start: f.Defs[b.Def].Start, End: f.Defs[b.Def].End}
		for m := range f.Defs {
			if f.Defs[m].Parent == b.Def && f.Name(f.Defs[m].Name) == "queryset" && model < 0 {
				for _, v := range x.Values(lang.DefID(m)) {
					model = x.query(v, 0)
				}
			}
		}
		if model < 0 {
			continue
		}
		called := strings.ToLower(f.Name(f.Refs[f.Exprs[model].N].Name))
		template := x.fileText("template_name", b.Def)
		if template == "" {
			label := x.label(model)
			if label == "" {
				continue
			}
			template = label + "/" + called + kind.end + ".html"
		}
		value := x.only(x.B.Expr1(lang.ExprNew, 0, model))
		names := []string{"object", called}
		if kind.many {
			value = x.B.Expr1(lang.ExprArray, 0, value)
			names = []string{"object_list", called + "_list"}
		}
		if n := x.fileText("context_object_name", b.Def); n != "" {
			names[1] = n
		}
		for _, n := range names {
			x.Stand(kindContext, template+":"+n, at, value)
		}
	}
}

// label is that of the application whose model a name imports, "" where that can't be
// told.
func (x *reader) label(model lang.ExprID) string {
	full := x.full(model)
	if full == "" {
		return app(x.Path)
	}
	parts := strings.Split(full, ".")
	for i := len(parts) - 1; i > 0; i-- {
		if parts[i] != "models" {
			continue
		}
		if parts[i-1] != "" {
			return parts[i-1]
		}
		dir := strings.Split(x.Path, "/")
		if up := i + 1; len(dir) >= up { // .models is beside the file
			return dir[len(dir)-up]
		}
	}
	return ""
}

// templateNames are those that a template may be called by.
func templateNames(path string) []string {
	var out []string
	for _, folder := range [...]string{"templates/", "jinja2/"} {
		for at := 0; ; {
			i := strings.Index(path[at:], folder)
			if i < 0 {
				break
			}
			if i += at; i == 0 || path[i-1] == '/' {
				out = append(out, path[i+len(folder):])
			}
			at = i + len(folder)
		}
	}
	return out
}

// free lets a variable that no tag of a template binds be what a view hands it.
func (x *reader) free(d *lang.Directive) {
	f := x.B.F
	for _, t := range templateNames(x.Path) {
		n := t + ":" + d.Name.Value[1:]
		x.Use(kindContext, n, lang.Text{Value: d.Name.Value[1:], Start: d.Name.Start, End: d.Name.End})
		f.Exprs[d.Args[0]] = lang.Expr{Kind: lang.ExprOpen, N: int32(x.B.Name(lang.OpenName(name, kindContext, n))), A: lang.NoExpr, B: lang.NoExpr, Next: f.Exprs[d.Args[0]].Next}
		break
	}
}

// countless keeps the members of query sets from meaning those of lists.
func (x *reader) countless() {
	f := x.B.F
	for i := range f.Refs {
		if r := &f.Refs[i]; r.Kind == lang.RefKey && r.X >= 0 && f.Exprs[r.X].Kind == lang.ExprOpen {
			if n := f.Name(r.Name); n == "count" || n == "index" {
				r.X = int32(lang.NoExpr)
			}
		}
	}
}
