package laravel

import (
	"strings"

	"codeintel/index/lang"
)

// abilities are the functions, methods and directives that ask whether something is
// allowed, by what they are called on: "" for anything.
var abilities = map[string]string{
	"@can": "", "@cannot": "", "@canany": "", "@elsecan": "", "@elsecannot": "", "@elsecanany": "",
	"can": "", "cannot": "", "cant": "", "canAny": "", "authorize": "", "authorizeForUser": "",
	"allows": "Gate", "denies": "Gate", "check": "Gate", "any": "Gate", "none": "Gate", "inspect": "Gate", "raw": "Gate", "has": "Gate",
}

// useGates reads the abilities that gates define, and their names where they are asked
// for.
func useGates(r *lang.Reading, c lang.CallSite) {
	ability := r.Arg(c, 0, "ability")
	if c.Name == "define" && c.Method && isClass(r, c.Recv, "Gate") {
		if t, ok := text(r, ability); ok {
			d := r.Define(kindGate, t.Value, t)
			if x := (&router{Reading: r}); r.Func(r.Arg(c, 1, "callback")) < 0 {
				action, _ := x.action(r.Arg(c, 1, "callback"), routing{controller: lang.NoExpr})
				r.Forward(d, action)
			}
		}
		return
	}
	if c.Name == "middleware" || c.Name == "withoutMiddleware" {
		for _, a := range r.Args(c) {
			useMiddleware(r, a)
		}
		return
	}
	if c.Name == "group" && c.Method && isRouter(r, c) {
		for _, i := range r.Items(ability) {
			if key, ok := r.Text(i.Key); ok && key.Value == "middleware" {
				useMiddleware(r, i.Value)
			}
		}
		return
	}
	if c.Name == "authorizeResource" && c.Method {
		useResourcePolicy(r, c)
		return
	}
	on, asks := abilities[c.Name]
	if !asks || c.New || c.Directive == nil && !c.Method || on != "" && !isClass(r, c.Recv, on) && !onGate(r, c) {
		return
	}
	n := 1
	if c.Name == "authorizeForUser" {
		ability, n = r.Arg(c, 1, "ability"), 2
	}
	of := policyOf(r, r.Arg(c, n, "arguments"))
	for _, t := range texts(r, ability) {
		r.Use(kindGate, t.Value, t)
		usePolicy(r, of, t)
	}
}

// onGate says whether a method is called on the gate for a user.
func onGate(r *lang.Reading, c lang.CallSite) bool {
	on, ok := r.CallOf(c.Recv)
	return ok && on.Name == "forUser" && isClass(r, on.Recv, "Gate")
}

// canPrefix is what middleware begins with that asks for an ability.
const canPrefix = "can:"

// useMiddleware reads names of middleware, and the ability that is given to one:
// can:see-reports.
func useMiddleware(r *lang.Reading, e lang.ExprID) {
	for _, t := range texts(r, e) {
		if m := middlewareName(t); m.Value != "" {
			r.Use(kindMiddleware, m.Value, m)
		}
		if strings.HasPrefix(t.Value, canPrefix) {
			name, _, _ := strings.Cut(t.Value[len(canPrefix):], ",")
			if name != "" {
				r.Use(kindGate, name, part(t, len(canPrefix), len(canPrefix)+len(name)))
			}
		}
	}
}
