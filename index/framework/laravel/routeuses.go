package laravel

import (
	"strings"

	"codeintel/index/lang"
)

// generators are variables and properties that are called as what makes addresses is.
var generators = map[string]bool{"$url": true, "$redirect": true, "$redirector": true, "$urlGenerator": true, "$generator": true}

// useRoutes reads the names of routes in the arguments of a call.
func useRoutes(r *lang.Reading, c lang.CallSite) {
	arg := 0
	switch c.Name {
	case "route":
		if c.Method && !makesAddresses(r, c) {
			return
		}
	case "to_route":
		if c.Method {
			return
		}
	case "signedRoute", "temporarySignedRoute", "toRoute", "redirectToRoute", "redirectRoute", "assertRedirectToRoute", "assertRedirectToSignedRoute":
		if !c.Method {
			return
		}
	case "has", "hasNamedRoute", "getByName":
		if !isRouter(r, c) {
			return
		}
		for _, a := range r.Args(c) {
			for _, t := range texts(r, a) {
				r.UseMounted(kindRoute, t.Value, t)
			}
		}
		return
	case "routeIs", "named", "currentRouteNamed":
		if !c.Method {
			return
		}
		for _, a := range r.Args(c) {
			for _, t := range texts(r, a) {
				usePattern(r, t)
			}
		}
		return
	case "is":
		if !isRouter(r, c) {
			return
		}
		for _, a := range r.Args(c) {
			for _, t := range texts(r, a) {
				usePattern(r, t)
			}
		}
		return
	case "action":
		x := &router{Reading: r}
		if !c.Method || makesAddresses(r, c) {
			x.action(r.Arg(c, 0, "action"), routing{controller: lang.NoExpr})
		}
		return
	default:
		return
	}
	if t, ok := text(r, r.Arg(c, arg, "name")); ok {
		r.UseMounted(kindRoute, t.Value, t)
	} else if t, ok := text(r, r.Arg(c, arg, "route")); ok {
		r.UseMounted(kindRoute, t.Value, t)
	}
}

// usePattern reads a name of a route, or what names begin with: users.*
func usePattern(r *lang.Reading, t lang.Text) {
	switch i := strings.IndexByte(t.Value, '*'); {
	case i < 0:
		r.UseMounted(kindRoute, t.Value, t)
	case i > 1 && i == len(t.Value)-1 && t.Value[i-1] == '.':
		r.UseMounted(kindRoutes, t.Value, t)
	}
}

// makesAddresses says whether a method is called on what makes addresses or answers
// that lead to them.
func makesAddresses(r *lang.Reading, c lang.CallSite) bool {
	if isClass(r, c.Recv, "Redirect", "URL") || generators[variable(r, c.Recv)] {
		return true
	}
	on, ok := r.CallOf(c.Recv)
	return ok && (on.Name == "redirect" || on.Name == "url" || on.Name == "back")
}
