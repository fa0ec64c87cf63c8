package laravel

import (
	"strings"

	"codeintel/index/lang"
)

// kindMiddleware is the kind of the open names of middleware and of groups of it.
const kindMiddleware = "middleware"

// readMiddleware reads the names that a file gives to middleware.
func readMiddleware(r *lang.Reading) {
	f := r.B.F
	for _, c := range r.Calls() {
		switch {
		case !c.Method || c.New:
		case c.Name == "alias" && variable(r, c.Recv) == "$middleware":
			for _, i := range r.Items(r.Arg(c, 0, "aliases")) {
				nameMiddleware(r, i.Key, i.Value)
			}
		case c.Name == "aliasMiddleware" || c.Name == "middlewareGroup":
			nameMiddleware(r, r.Arg(c, 0, "name"), r.Arg(c, 1, "class"))
		case (c.Name == "group" || c.Name == "appendToGroup" || c.Name == "prependToGroup") && variable(r, c.Recv) == "$middleware":
			if c.Name == "group" {
				nameMiddleware(r, r.Arg(c, 0, "group"), r.Arg(c, 1, "middleware"))
			} else {
				useMiddleware(r, r.Arg(c, 1, "middleware"))
			}
		}
	}
	for d, bases := range r.Classes() {
		if !strings.Contains(strings.Join(bases, " "), "Kernel") {
			continue
		}
		for m := range r.Members(d) {
			switch f.Name(f.Defs[m].Name) {
			case "$routeMiddleware", "$middlewareAliases", "$middlewareGroups":
				for _, v := range r.Values(m) {
					for _, i := range r.Items(v) {
						nameMiddleware(r, i.Key, i.Value)
					}
				}
			}
		}
	}
}

// nameMiddleware says that a text names a class, or a group of classes and names.
func nameMiddleware(r *lang.Reading, name, what lang.ExprID) {
	t, ok := text(r, name)
	if !ok {
		return
	}
	d := r.Define(kindMiddleware, t.Value, t)
	if r.Class(what) != "" {
		r.Forward(d, what)
	}
	useMiddleware(r, what)
}

// middlewareName is what names the middleware in a text: what it is given stands
// behind a colon.
func middlewareName(t lang.Text) lang.Text {
	name, _, _ := strings.Cut(t.Value, ":")
	return part(t, 0, len(name))
}
