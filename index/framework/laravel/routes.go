package laravel

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// verbs are the methods of the router that make one route.
var verbs = map[string]bool{"get": true, "post": true, "put": true, "patch": true, "delete": true, "options": true, "any": true}

// facade says whether a call is one of the router's facade itself.
func facade(r *lang.Reading, c lang.CallSite) bool {
	name := r.Class(c.Recv)
	return name == "Route" || name == `Illuminate\Support\Facades\Route`
}

// readRoutes reads the routes that a file makes.
func readRoutes(r *lang.Reading) {
	for _, c := range r.Calls() {
		if c.Name != "name" || !c.Method {
			continue
		}
		name, ok := r.Text(r.Arg(c, 0, "name"))
		chain := r.Chain(c.ID)
		if !ok || len(chain) < 2 || !facade(r, chain[0]) {
			continue
		}
		for _, v := range chain {
			if verbs[strings.ToLower(v.Name)] {
				d := r.Define(kindRoute, name.Value, name)
				r.Forward(d, action(r, r.Arg(v, 1, "action")))
			}
		}
	}
}

// action is what handles a route: [Controller::class, 'method'], or a controller with
// one method.
func action(r *lang.Reading, e lang.ExprID) lang.ExprID {
	items := r.Items(e)
	if len(items) == 2 && r.Class(items[0].Value) != "" {
		if t, ok := r.Text(items[1].Value); ok {
			return r.Member(items[0].Value, php.Method(t.Value), t, lang.Read|lang.Call)
		}
	}
	return lang.NoExpr
}
