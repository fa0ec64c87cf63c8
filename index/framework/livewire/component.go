package livewire

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"codeintel/index/framework/blade"
	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/symbol"
)

// Classes that components are derived from.
const (
	baseComponent = `Livewire\Component`
	baseVolt      = `Livewire\Volt\Component`
	baseForm      = `Livewire\Form`
	attributes    = `Livewire\Attributes\`
)

// filamentPage are the classes of Filament that are components: pages, widgets …
var filamentPage = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^Filament\\(.*\\)?(Pages|RelationManagers|Widgets|Clusters|Livewire)\\`)
})

// isComponent says whether a class is a component, by its bases or its namespace.
func isComponent(name string, bases []string) bool {
	other := false // a base of which nothing is known
	for _, b := range bases {
		switch {
		case b == baseComponent, b == baseVolt, filamentPage().MatchString(b):
			return true
		case b == baseForm:
			return false
		}
		other = other || !strings.HasPrefix(b, `Livewire\`)
	}
	return other && strings.Contains(name, `\Livewire\`)
}

// componentNames are the names by which tags call the component of a class: those
// below the folder of components, which is called Livewire unless a configuration says
// otherwise; then it may be any.
func componentNames(class string) []string {
	parts := strings.Split(class, `\`)
	for i := range parts {
		parts[i] = blade.Kebab(parts[i])
	}
	var names []string
	add := func(prefix string, parts []string) {
		names = append(names, prefix+strings.Join(parts, "."))
		if n := len(parts) - 1; n > 0 && parts[n] == "index" {
			names = append(names, prefix+strings.Join(parts[:n], "."))
		}
	}
	for i := 1; i+1 < len(parts); i++ {
		if parts[i] != "livewire" {
			continue
		}
		switch {
		case i == 1, i == 2 && parts[1] == "http":
			add("", parts[i+1:])
		default: // of a module or package, which is called as its folder is
			add(parts[i-1]+"::", parts[i+1:])
		}
		return names
	}
	for i := 1; i < len(parts); i++ {
		add("", parts[i:])
	}
	return names
}

// class reads a class.
func (x *reader) class(d lang.DefID, bases []string) {
	name := php.FullName(x.f, d)
	if !isComponent(name, bases) {
		if slices.ContainsFunc(bases, func(b string) bool { return strings.HasPrefix(b, `Filament\`) }) {
			// A field or a column names its view, too; there $this is the page around it.
			x.rendered(d)
		}
		return
	}
	if x.f.Defs[d].Flags&lang.Synthetic == 0 && x.f.Defs[d].Kind == lang.KindClass {
		x.named(d, name, bases)
	}
	for m := range x.Members(d) {
		x.member(d, m)
	}
}

// named makes what names of a class and of its views mean.
func (x *reader) named(d lang.DefID, name string, bases []string) {
	own := false // it is called by tags
	for _, b := range bases {
		own = own || !strings.HasPrefix(b, `Filament\`)
	}
	var names []string
	if own {
		names = componentNames(name)
	}
	views, rendered := x.rendered(d)
	if !rendered && own {
		for _, n := range names {
			if pkg, below, ok := strings.Cut(n, "::"); ok {
				views = append(views, pkg+"::livewire."+below)
			} else {
				views = append(views, "livewire."+n)
			}
		}
	}
	for _, v := range views {
		_, below, ok := strings.Cut(v, "::")
		if !ok {
			below = v
		}
		x.Alias(kindView, strings.ReplaceAll(below, "/", "."), x.object(d))
	}
	for _, n := range names {
		values := []lang.ExprID{x.object(d)}
		for _, v := range views {
			values = append(values, x.view(v))
		}
		x.Alias(kindComponent, n, values...)
	}
}

// rendered are the views that a component says it has; ok is false where it says
// nothing and the name of the class tells.
func (x *reader) rendered(d lang.DefID) (views []string, ok bool) {
	for m := range x.Members(d) {
		def := &x.f.Defs[m]
		switch name := x.f.Name(def.Name); {
		case name == "render" && def.Callable():
			ok = true
			for _, e := range x.Returns(m) {
				for _, c := range x.Chain(e) {
					if c.Name != "view" && c.Name != "make" || c.New {
						continue
					}
					if t, found := x.Text(x.Arg(c, 0, "view")); found {
						views = append(views, t.Value)
					}
				}
			}
		case name == "$view" && def.Kind == lang.KindProperty:
			ok = true
			for _, v := range x.Values(m) {
				if t, found := x.Text(v); found {
					views = append(views, t.Value)
					x.useView(t)
				}
			}
		}
	}
	return views, ok
}

// member reads a member of the component d.
func (x *reader) member(d, m lang.DefID) {
	def := &x.f.Defs[m]
	name := x.f.Name(def.Name)
	switch {
	case def.Callable() && name == "getListeners":
		for _, e := range x.Returns(m) {
			x.listeners(d, e)
		}
	case def.Callable():
		// A property that is worked out: getTotalProperty is $this->total.
		if n, ok := strings.CutPrefix(name, "get"); ok {
			if n, ok = strings.CutSuffix(n, "Property"); ok && n != "" {
				x.worked(d, m, strings.ToLower(n[:1])+n[1:])
				if snake := strings.ReplaceAll(blade.Kebab(n), "-", "_"); snake != strings.ToLower(n) {
					x.worked(d, m, snake)
				}
			}
		}
	case name == "$listeners":
		for _, e := range x.Values(m) {
			x.listeners(d, e)
		}
	}
}

// worked makes a property of class d of what calling its method m gives.
func (x *reader) worked(d, m lang.DefID, name string) {
	id, def := x.B.Def(x.B.Name("$"+name), lang.KindProperty, symbol.None, 0, 0)
	def.Flags = lang.Binding | lang.Member | lang.Synthetic | lang.Getter
	def.Parent = d
	x.B.Assign(id, x.B.Expr(lang.ExprDef, int32(m)))
}

// listeners reads ['event' => 'method', 'method'] of class d.
func (x *reader) listeners(d lang.DefID, e lang.ExprID) {
	for _, i := range x.Items(e) {
		to, ok := x.Text(i.Value)
		event, keyed := x.Text(i.Key)
		if !keyed {
			event = to
		}
		if i.Key >= 0 && !keyed || !keyed && !ok {
			continue
		}
		def := x.Define(kindEvent, event.Value, event)
		if ok && !strings.HasPrefix(to.Value, "$") {
			x.Forward(def, x.method(x.object(d), to))
		}
	}
}

// attributed is what the attribute at an offset belongs to: what is declared behind it.
func (x *reader) attributed(at uint32) lang.DefID {
	best := lang.NoDef
	for d := range x.f.Defs {
		def := &x.f.Defs[d]
		if def.EncStart > at || def.EncEnd <= at || def.Start <= at && def.Flags&lang.Synthetic == 0 {
			continue
		}
		if best < 0 || def.EncStart >= x.f.Defs[best].EncStart && def.EncEnd <= x.f.Defs[best].EncEnd {
			best = lang.DefID(d)
		}
	}
	return best
}

// container is the class that a member is one of, NoDef for others.
func (x *reader) container(m lang.DefID) lang.DefID {
	if m < 0 || x.f.Defs[m].Flags&lang.Member == 0 {
		return lang.NoDef
	}
	return x.f.Defs[m].Parent
}

// attribute reads one of Livewire's attributes.
func (x *reader) attribute(c lang.CallSite, name string) {
	switch name {
	case "On":
		m := x.attributed(c.At.Start)
		for _, t := range x.Texts(x.Arg(c, 0, "event")) {
			d := x.Define(kindEvent, t.Value, t)
			if x.container(m) >= 0 && x.f.Defs[m].Callable() {
				x.Forward(d, x.B.Expr(lang.ExprDef, int32(m)))
			}
		}
	case "Computed":
		if m := x.attributed(c.At.Start); x.container(m) >= 0 && x.f.Defs[m].Callable() {
			x.worked(x.container(m), m, x.f.Name(x.f.Defs[m].Name))
		}
	case "Layout":
		if t, ok := x.Text(x.Arg(c, 0, "name")); ok {
			x.useView(t)
		}
	}
}

// facade says whether a class is Livewire's or Volt's facade.
func facade(class string) bool {
	return class == `Livewire\Livewire` || class == "Livewire" || class == `Livewire\Volt\Volt` || class == "Volt"
}

// called is the full name of what a call calls or makes: a class, or a function with
// its mark.
func (x *reader) called(c lang.CallSite) string {
	if c.ID < 0 || c.Method {
		return ""
	}
	e := x.f.Exprs[c.ID].A
	if c.New {
		return x.Class(e)
	}
	return strings.TrimPrefix(x.f.Name(x.f.Refs[x.f.Exprs[e].N].Name), `\`)
}

// events are the methods that send or expect an event, with the index of the argument
// that names it.
var events = map[string]int{
	"dispatch": 0, "dispatchSelf": 0, "dispatchTo": 1, "emit": 0, "emitUp": 0, "emitSelf": 0, "emitTo": 1,
	"assertDispatched": 0, "assertNotDispatched": 0, "assertEmitted": 0, "assertNotEmitted": 0,
}

// properties are methods whose first argument names properties of the receiver;
// tested are those of a test.
var (
	properties = map[string]bool{"reset": true, "resetExcept": true, "pull": true, "only": true, "except": true, "validateOnly": true, "resetValidation": true, "resetErrorBag": true}
	tested     = map[string]bool{"set": true, "assertSet": true, "assertNotSet": true, "assertCount": true, "toggle": true, "get": true, "assertHasErrors": true, "assertHasNoErrors": true}
)

// call reads what the arguments of a call name.
func (x *reader) call(c lang.CallSite) {
	if c.Directive != nil {
		x.directive(c)
		return
	}
	if c.New {
		if name, ok := strings.CutPrefix(x.called(c), attributes); ok {
			x.attribute(c, name)
		}
		return
	}
	if !c.Method {
		x.function(c)
		return
	}
	if x.scriptName(c.Recv) == "$wire" {
		var args []lang.Text
		for _, a := range x.Args(c) {
			t, _ := x.Text(a)
			args = append(args, t)
		}
		x.magic(strings.TrimPrefix(c.Name, "$"), args)
		return
	}
	if chain := x.Chain(c.ID); facade(x.Class(chain[0].Recv)) && (len(chain) == 1 || c.Name == "test") {
		x.static(c)
	}
	if i, ok := events[c.Name]; ok {
		if t, ok := x.Text(x.Arg(c, i, "event")); ok && (x.isThis(c.Recv) || x.under(c.Recv) >= 0 || x.scriptName(c.Recv) == "Livewire") {
			x.Use(kindEvent, t.Value, t)
		}
		if t, ok := x.Text(x.Arg(c, 0, "component")); ok && i == 1 {
			x.Use(kindComponent, t.Value, t)
		}
	}
	switch {
	case c.Name == "livewire": // a component that is a page
		if class := x.Class(x.Chain(c.ID)[0].Recv); class == "Route" || class == `Illuminate\Support\Facades\Route` {
			if t, ok := x.Text(x.Arg(c, 1, "component")); ok {
				x.Use(kindComponent, t.Value, t)
			}
		}
	case c.Name == "on" && x.scriptName(c.Recv) == "Livewire":
		if t, ok := x.Text(x.Arg(c, 0, "")); ok {
			x.Define(kindEvent, t.Value, t)
		}
	case c.Name == "to":
		if before, ok := x.CallOf(c.Recv); ok && (before.Name == "dispatch" || before.Name == "emit") {
			if t, ok := x.Text(x.Arg(c, 0, "component")); ok {
				x.Use(kindComponent, t.Value, t)
			}
		}
	case c.Name == "layout":
		for _, before := range x.Chain(c.Recv) {
			if t, ok := x.Text(x.Arg(c, 0, "")); ok && before.Name == "view" {
				x.useView(t)
			}
		}
	case properties[c.Name] && c.Recv >= 0:
		args := x.Args(c)
		if c.Name == "validateOnly" && len(args) > 1 {
			args = args[:1]
		}
		for _, a := range args {
			for _, t := range x.Texts(a) {
				x.property(c.Recv, t)
			}
		}
	}
	if recv := x.under(c.Recv); recv >= 0 {
		t, ok := x.Text(x.Arg(c, 0, ""))
		switch {
		case !ok:
		case tested[c.Name]:
			x.property(recv, t)
		case c.Name == "call" && !strings.HasPrefix(t.Value, "$"):
			x.method(recv, t)
		}
	}
}

// isThis says whether e is $this.
func (x *reader) isThis(e lang.ExprID) bool {
	return e >= 0 && x.f.Exprs[e].Kind == lang.ExprThis
}

// scriptName is the name that e is in a script, "" for others.
func (x *reader) scriptName(e lang.ExprID) string {
	if e < 0 || x.f.Exprs[e].Kind != lang.ExprName || x.f.Exprs[e].N < 0 {
		return ""
	}
	return x.f.Name(x.f.Refs[x.f.Exprs[e].N].Name)
}

// under is the component that the test e is of, NoExpr where it is none.
func (x *reader) under(e lang.ExprID) lang.ExprID {
	chain := x.Chain(e)
	for _, c := range chain {
		if c.Name != "test" && c.Name != "livewire" || c.Method != chain[0].Method || c.Method && !facade(x.Class(chain[0].Recv)) {
			continue
		}
		arg := x.Arg(c, 0, "name")
		if x.Class(arg) != "" {
			return x.instance(x.B.Copy(arg))
		}
		if t, ok := x.Text(arg); ok {
			return x.Value(kindComponent, t.Value)
		}
	}
	return lang.NoExpr
}

// static reads a call of one of the facades.
func (x *reader) static(c lang.CallSite) {
	switch c.Name {
	case "component":
		if t, ok := x.Text(x.Arg(c, 0, "name")); ok {
			d := x.Define(kindComponent, t.Value, t)
			if class := x.Arg(c, 1, "class"); x.Class(class) != "" {
				x.Forward(d, x.instance(x.B.Copy(class)))
			}
		}
	case "test", "mount":
		if t, ok := x.Text(x.Arg(c, 0, "name")); ok {
			x.Use(kindComponent, t.Value, t)
		}
	case "route":
		if t, ok := x.Text(x.Arg(c, 1, "componentName")); ok {
			x.Use(kindComponent, t.Value, t)
		}
	case "dispatch", "emit":
		if t, ok := x.Text(x.Arg(c, 0, "event")); ok {
			x.Use(kindEvent, t.Value, t)
		}
	}
}

// directive reads one of a view.
func (x *reader) directive(c lang.CallSite) {
	t, ok := x.Text(x.Arg(c, 0, ""))
	if !ok {
		return
	}
	switch c.Name {
	case "@livewire":
		x.Use(kindComponent, t.Value, t)
		for _, i := range x.Items(x.Arg(c, 1, "")) {
			if k, ok := x.Text(i.Key); ok {
				x.property(x.Value(kindComponent, t.Value), k)
			}
		}
	case "@entangle":
		x.property(x.self, t)
	}
}
