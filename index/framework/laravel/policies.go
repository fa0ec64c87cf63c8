package laravel

import (
	"slices"
	"strings"

	"codeintel/index/lang"
)

const (
	// kindPolicy is the kind of the open names under which an application says what
	// decides for a model: by the key of the model's class.
	kindPolicy = "policy"
	// anyModel is a name of that kind: a function of the application says it.
	anyModel = "*"
	// kindPolicies is the kind of the open name, that of any model, which all policies of
	// an application have.
	kindPolicies = "policies"
	// unknownPolicy is the key of the class of what decides for a model that is not
	// known: it may be any of the policies.
	unknownPolicy = `illuminate\auth\access\policy#`
	// maxPolicies is how many methods of policies may be offered as possible.
	maxPolicies = 16
)

// Names of Magic.Values.
const (
	policyValue    = "laravel.policy"    // the policy of a model
	parameterValue = "laravel.parameter" // the parameter of functions that has a name
)

// readPolicies reads which policies a file gives to models.
func readPolicies(r *lang.Reading) {
	f := r.B.F
	for _, c := range r.Calls() {
		switch {
		case c.Name == "policy" && c.Method && isClass(r, c.Recv, "Gate"):
			decides(r, r.Arg(c, 0, "class"), r.Arg(c, 1, "policy"))
		case c.Name == "guessPolicyNamesUsing" && c.Method && isClass(r, c.Recv, "Gate"):
			r.Alias(kindPolicy, anyModel, r.Arg(c, 0, "callback"))
		}
	}
	for d := range r.Classes() {
		if key := f.Name(f.Defs[d].LookupName()); strings.Contains(key, `\policies\`) && strings.HasSuffix(key, "policy#") {
			r.Alias(kindPolicies, anyModel, r.B.Expr(lang.ExprDef, int32(d)))
		}
		for m := range r.Members(d) {
			if f.Name(f.Defs[m].Name) == "$policies" {
				for _, v := range r.Values(m) {
					for _, i := range r.Items(v) {
						decides(r, i.Key, i.Value)
					}
				}
			}
		}
	}
	for _, b := range f.Bases {
		if c, ok := r.CallOf(b.Expr); ok && b.Kind == lang.BaseDecorator && c.Name == "UsePolicy" {
			r.Alias(kindPolicy, f.Name(f.Defs[b.Def].LookupName()), r.Arg(c, 0, "class"))
			r.Alias(kindPolicies, anyModel, r.Arg(c, 0, "class"))
		}
	}
}

// decides says that a class is the policy of another.
func decides(r *lang.Reading, model, policy lang.ExprID) {
	if of := r.Class(model); of != "" && r.Class(policy) != "" {
		r.Alias(kindPolicy, classKey(of), policy)
		r.Alias(kindPolicies, anyModel, policy)
	}
}

// classKey is that of the class of a full name.
func classKey(name string) string { return lower(strings.Trim(name, `\`)) + "#" }

// policyOf is the policy of what an ability is asked for: a model or its class, or the
// first of several things.
func policyOf(r *lang.Reading, of lang.ExprID) lang.ExprID {
	if items := r.Items(of); len(items) > 0 {
		of = items[0].Value
	}
	if _, isText := r.Text(of); of < 0 || isText {
		return lang.NoExpr
	}
	return r.Magic(policyValue, of)
}

// usePolicy refers at an ability to the method of a policy that decides.
func usePolicy(r *lang.Reading, policy lang.ExprID, ability lang.Text) {
	name := ability.Value
	if strings.Contains(name, "-") {
		name = strings.NewReplacer("-", "", "_", "").Replace(name) // methods are found in any case
	}
	r.SureMember(policy, method(name), ability, lang.Read|lang.Call)
}

// resourceAbilities are those that a controller of a resource asks for.
var resourceAbilities = [...]string{"viewAny", "view", "create", "update", "delete"}

// useResourcePolicy reads authorizeResource(Boat::class), which asks for an ability
// before each method of a controller.
func useResourcePolicy(r *lang.Reading, c lang.CallSite) {
	for _, ability := range resourceAbilities {
		usePolicy(r, policyOf(r, r.Arg(c, 0, "model")), lang.Text{Value: ability, Start: c.At.Start, End: c.At.End})
	}
}

// allowed reads what is asked for before functions are called that handle requests: the
// model is that of their parameter which is called as a part of the path is.
func allowed(r *lang.Reading, asks []lang.CallSite, handlers ...lang.ExprID) {
	for _, c := range asks {
		switch c.Name {
		case "can":
			if of := texts(r, r.Arg(c, 1, "models")); len(of) > 0 {
				for _, t := range texts(r, r.Arg(c, 0, "ability")) {
					allows(r, t, of[0], handlers)
				}
			}
		case "middleware":
			for _, a := range r.Args(c) {
				allowedBy(r, a, handlers)
			}
		}
	}
}

// allowedBy is allowed for names of middleware.
func allowedBy(r *lang.Reading, middleware lang.ExprID, handlers []lang.ExprID) {
	for _, t := range texts(r, middleware) {
		if rest, ok := strings.CutPrefix(t.Value, canPrefix); ok {
			at := len(canPrefix)
			name, models, _ := strings.Cut(rest, ",")
			model, _, _ := strings.Cut(models, ",")
			allows(r, part(t, at, at+len(name)), part(t, len(t.Value)-len(models), len(t.Value)-len(models)+len(model)), handlers)
		}
	}
}

// allows refers at an ability to what decides for a model, which a text names by its
// class or by the parameter of handlers.
func allows(r *lang.Reading, ability, model lang.Text, handlers []lang.ExprID) {
	switch {
	case model.Value == "" || ability.Value == "":
	case strings.Contains(model.Value, `\`):
		usePolicy(r, policyOf(r, class(r, model, 0, strings.Trim(model.Value, `\`))), ability)
	default:
		named := r.B.Expr(lang.ExprString, int32(r.B.Name(model.Value)))
		usePolicy(r, policyOf(r, r.Magic(parameterValue, append([]lang.ExprID{named}, handlers...)...)), ability)
	}
}

// readController reads what controllers ask for before their methods are called:
// $this->middleware('can:update,boat')->only('update'), new Middleware('can:…').
func readController(r *lang.Reading) {
	f := r.B.F
	limits := map[lang.ExprID][]lang.CallSite{} // by the callee that they say more of
	for _, c := range r.Calls() {
		if on, ok := r.CallOf(c.Recv); ok && (c.Name == "only" || c.Name == "except") {
			limits[f.Exprs[on.ID].A] = append(limits[f.Exprs[on.ID].A], c)
		}
	}
	for _, c := range r.Calls() {
		onThis := c.Name == "middleware" && c.Recv >= 0 && f.Exprs[c.Recv].Kind == lang.ExprThis
		if !onThis && !(c.New && c.Name == "Middleware") {
			continue
		}
		only, except := texts(r, r.Arg(c, -1, "only")), texts(r, r.Arg(c, -1, "except"))
		for _, l := range limits[f.Exprs[c.ID].A] {
			for _, a := range r.Args(l) {
				if l.Name == "only" {
					only = append(only, texts(r, a)...)
				} else {
					except = append(except, texts(r, a)...)
				}
			}
		}
		for d := range r.Classes() {
			if !r.Inside(c.At.Start, d) {
				continue
			}
			var handlers []lang.ExprID
			for m := range r.Members(d) {
				is := func(t lang.Text) bool { return method(t.Value) == f.Name(f.Defs[m].LookupName()) }
				if strings.HasSuffix(f.Name(f.Defs[m].LookupName()), call) && (len(only) == 0 || slices.ContainsFunc(only, is)) && !slices.ContainsFunc(except, is) {
					handlers = append(handlers, r.B.Expr(lang.ExprDef, int32(m)))
				}
			}
			if c.New {
				useMiddleware(r, r.Arg(c, 0, "middleware"))
			}
			allowedBy(r, r.Arg(c, 0, "middleware"), handlers)
		}
	}
}

// policy is the policy of a model: the one that the application gives to it, else the
// first that has its name.
func policy(q lang.Asker, c lang.Called) lang.TypeRef {
	if len(c.Args) == 0 {
		return 0
	}
	key, _ := q.Class(c.Args[0])
	if key == "" || key == modelClass {
		return q.Instance(unknownPolicy)
	}
	var ts []lang.TypeRef
	for _, m := range q.Open(lang.OpenName(name, kindPolicy, key)) {
		for _, t := range q.Stands(m) {
			ts = append(ts, q.Made(t))
		}
	}
	if len(ts) > 0 {
		return q.Union(ts...)
	}
	if len(q.Open(lang.OpenName(name, kindPolicy, anyModel))) > 0 {
		return 0
	}
	for _, guess := range policyNames(strings.TrimSuffix(key, "#")) {
		if t := q.Instance(guess + "#"); t != 0 {
			return t
		}
	}
	return 0
}

// policyNames are the names in lower case that Laravel looks for the policy of a model
// under, in its order.
func policyNames(model string) []string {
	const models = `\models\`
	at := strings.LastIndexByte(model, '\\')
	if at < 0 {
		return nil
	}
	space, own := model[:at], model[at+1:]+"policy"
	var out []string
	if strings.Contains(space, models) {
		out = append(out, strings.ReplaceAll(space, models, models+`policies\`)+`\`+own, strings.ReplaceAll(space, models, `\policies\`)+`\`+own)
	}
	for in := space; ; in = in[:strings.LastIndexByte(in, '\\')] {
		out = append(out, in+`\policies\`+own)
		if !strings.Contains(in, `\`) {
			return out
		}
	}
}

// anyPolicy finds the methods that may decide for a model that is not known.
func anyPolicy(q lang.Asker, a lang.Access) []lang.Found {
	var out []lang.Found
	for _, m := range q.Open(lang.OpenName(name, kindPolicies, anyModel)) {
		for _, t := range q.Stands(m) {
			for _, decides := range q.Members(q.Made(t), a.Name) {
				if f := (lang.Found{Member: decides, Possible: true}); !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	if len(out) > maxPolicies {
		return nil
	}
	return out
}

// parameter is the type of the parameter of functions that has a name, which the first
// argument is.
func parameter(q lang.Asker, c lang.Called) lang.TypeRef {
	var ts []lang.TypeRef
	for i := 1; i < len(c.Args); i++ {
		if t := q.Parameter(c.Args[i], "$"+c.Texts[0]); t != 0 {
			ts = append(ts, t)
		}
	}
	if len(ts) == 0 {
		return 0
	}
	return q.Union(ts...)
}
