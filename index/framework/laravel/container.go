package laravel

import (
	"strings"

	"codeintel/index/lang"
)

// kindContainer is the kind of the open names under which the container has things.
const kindContainer = "container"

// Keys of classes around the container.
const (
	facadeClass    = `illuminate\support\facades\facade#`
	contractClass  = `illuminate\contracts\container\container#`
	containerClass = `illuminate\container\container#`
)

// binding are the methods that put something into the container under a name.
var binding = map[string]bool{
	"bind": true, "bindIf": true, "singleton": true, "singletonIf": true, "scoped": true, "scopedIf": true, "instance": true,
}

// readContainer reads what a file puts into the container by name, and takes out.
func readContainer(r *lang.Reading) {
	for _, c := range r.Calls() {
		switch {
		case !c.Method && (c.Name == "app" || c.Name == "resolve") && !c.New:
			bound(r, r.Arg(c, 0, c.Name))
		case !c.Method || !container(r, c.Recv):
		case c.Name == "make" || c.Name == "makeWith" || c.Name == "get" || c.Name == "bound" || c.Name == "resolved" || c.Name == "extend":
			bound(r, r.Arg(c, 0, "abstract"))
		case binding[c.Name]:
			if t, ok := r.Text(r.Arg(c, 0, "abstract")); ok {
				concrete := r.Arg(c, 1, "concrete")
				r.Forward(r.Define(kindContainer, t.Value, t), stands(r, concrete))
			}
		case c.Name == "alias":
			what, as := r.Arg(c, 0, "abstract"), r.Arg(c, 1, "alias")
			if t, ok := r.Text(as); ok {
				to := what
				if of, ok := r.Text(what); ok {
					to = r.Value(kindContainer, of.Value)
				}
				r.Forward(r.Define(kindContainer, t.Value, t), to)
			}
			bound(r, what)
		}
	}
	readProperties(r)
	readAccessors(r)
	readOffsets(r)
}

// bound refers to what the container has under a name, where e is a text.
func bound(r *lang.Reading, e lang.ExprID) {
	if t, ok := r.Text(e); ok {
		r.Use(kindContainer, t.Value, t)
	}
}

// container says whether a value is the container, as far as the text tells: app(),
// $app, $this->app, or the facade.
func container(r *lang.Reading, e lang.ExprID) bool {
	if e < 0 {
		return false
	}
	f := r.B.F
	for f.Exprs[e].Kind == lang.ExprNonNull && f.Exprs[e].A >= 0 {
		e = f.Exprs[e].A
	}
	if c, ok := r.CallOf(e); ok {
		return c.Name == "app" && !c.Method && len(r.Args(c)) == 0 || c.Name == "getInstance" && container(r, c.Recv)
	}
	switch x := &f.Exprs[e]; x.Kind {
	case lang.ExprName:
		switch class := r.Class(e); class {
		case "":
			return x.N >= 0 && f.Name(f.Refs[x.N].Name) == "$app"
		default:
			return class == "App" || class == `Illuminate\Support\Facades\App` || class == `Illuminate\Container\Container`
		}
	case lang.ExprMember:
		return x.N >= 0 && f.Name(f.Refs[x.N].Name) == "$app"
	}
	return false
}

// stands is what a binding stands for: the class that is named, or that a function
// makes, else the value.
func stands(r *lang.Reading, e lang.ExprID) lang.ExprID {
	f := r.B.F
	if fn := r.Func(e); fn >= 0 {
		made := r.Returns(fn)
		if len(made) == 0 { // an arrow function
			for _, b := range f.Bases {
				if b.Def == fn && b.Kind == lang.BaseReturn {
					made = append(made, b.Expr)
				}
			}
		}
		if len(made) == 1 && f.Exprs[made[0]].Kind == lang.ExprNew {
			return f.Exprs[made[0]].A
		}
		return result(r, e)
	}
	if e >= 0 && f.Exprs[e].Kind == lang.ExprNew {
		return f.Exprs[e].A
	}
	return e
}

// readProperties reads the lists of bindings that a service provider has as
// properties.
func readProperties(r *lang.Reading) {
	f := r.B.F
	for d := range r.Classes() {
		for m := range r.Members(d) {
			switch f.Name(f.Defs[m].Name) {
			case "$bindings", "$singletons":
				for _, v := range r.Values(m) {
					for _, i := range r.Items(v) {
						if t, ok := r.Text(i.Key); ok && r.Class(i.Value) != "" {
							r.Forward(r.Define(kindContainer, t.Value, t), i.Value)
						}
					}
				}
			}
		}
	}
}

// readAccessors reads the names by which facades find what they stand for.
func readAccessors(r *lang.Reading) {
	f := r.B.F
	for d, bases := range r.Classes() {
		if !strings.Contains(strings.Join(bases, " "), "Facade") {
			continue
		}
		for m := range r.Members(d) {
			if f.Name(f.Defs[m].LookupName()) == "getfacadeaccessor()" {
				for _, v := range r.Returns(m) {
					bound(r, v)
				}
			}
		}
	}
}

// readOffsets reads app()['name'] and $this->app['name'].
func readOffsets(r *lang.Reading) {
	f := r.B.F
	for i := range len(f.Exprs) {
		if x := f.Exprs[i]; x.Kind == lang.ExprIndex && x.B >= 0 && f.Exprs[x.B].Kind == lang.ExprString && container(r, x.A) {
			bound(r, x.B)
		}
	}
}

// services are the classes of Laravel's own services by their names in the container.
var services = map[string]string{
	"app": `illuminate\foundation\application#`, "auth": `illuminate\auth\authmanager#`, "cache": `illuminate\cache\cachemanager#`,
	"config": `illuminate\config\repository#`, "cookie": `illuminate\cookie\cookiejar#`, "db": `illuminate\database\databasemanager#`,
	"events": `illuminate\events\dispatcher#`, "files": `illuminate\filesystem\filesystem#`, "filesystem": `illuminate\filesystem\filesystemmanager#`,
	"hash": `illuminate\hashing\hashmanager#`, "log": `illuminate\log\logmanager#`, "mailer": `illuminate\mail\mailer#`, "queue": `illuminate\queue\queuemanager#`,
	"redirect": `illuminate\routing\redirector#`, "request": `illuminate\http\request#`, "router": `illuminate\routing\router#`,
	"session": `illuminate\session\sessionmanager#`, "translator": `illuminate\translation\translator#`, "url": `illuminate\routing\urlgenerator#`,
	"validator": `illuminate\validation\factory#`, "view": `illuminate\view\factory#`,
}

// resolved is what the container gives for a name, or a class.
func resolved(q lang.Asker, c lang.Called) lang.TypeRef {
	if len(c.Texts) == 0 || c.Texts[0] == "" {
		return 0
	}
	return service(q, c.Texts[0])
}

// service is what the container has under a name.
func service(q lang.Asker, key string) lang.TypeRef {
	var ts []lang.TypeRef
	for _, m := range q.Open(lang.OpenName(name, kindContainer, key)) {
		for _, t := range q.Stands(m) {
			if made := q.Made(t); made != 0 {
				t = made
			}
			ts = append(ts, t)
		}
	}
	if t := q.Union(ts...); t != 0 {
		return t
	}
	if class := services[key]; class != "" {
		return q.Instance(class)
	}
	if strings.Contains(key, `\`) {
		return q.Instance(lower(strings.Trim(key, `\`)) + "#")
	}
	return 0
}

// facadeMember finds the members of what a facade stands for.
func facadeMember(q lang.Asker, a lang.Access) []lang.Found {
	if !strings.HasSuffix(a.Name, call) || strings.HasPrefix(a.Name, "__") || a.Declared {
		return nil
	}
	for _, m := range q.Own(a.Recv, "getfacadeaccessor()") {
		t := q.Made(q.Call(q.Type(m)))
		if t == 0 {
			if key := q.Text(m); key != "" {
				t = service(q, key)
			}
		}
		if t != 0 {
			return declared(q.Members(t, a.Name))
		}
	}
	return nil
}

// user is the model of whoever is signed in: the one that the configuration names, else
// App\Models\User as long as that can sign in.
func user(q lang.Asker, _ lang.Called) lang.TypeRef {
	var ts []lang.TypeRef
	for _, m := range q.Open(lang.OpenName(name, "config", "auth.providers.users.model")) {
		for _, t := range q.Stands(m) {
			ts = append(ts, q.Made(t))
		}
	}
	if t := q.Union(ts...); t != 0 {
		return t
	}
	t := q.Instance(`app\models\user#`)
	if q.Is(t, `illuminate\contracts\auth\authenticatable#`) {
		return t
	}
	return 0
}
