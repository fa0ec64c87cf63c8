package laravel

import (
	"strings"
	"unicode"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// componentSpace is in the namespaces of the classes of components.
const componentSpace = `View\Components\`

// readComponents reads the components of Blade that a file is, registers or uses.
func readComponents(r *lang.Reading) {
	if strings.HasSuffix(r.Path, php.Template) {
		readTemplate(r)
		return
	}
	if i := strings.Index(r.B.F.Package+`\`, componentSpace); i >= 0 && (i == 0 || r.B.F.Package[i-1] == '\\') {
		below := (r.B.F.Package + `\`)[i+len(componentSpace):]
		for d, bases := range r.Classes() {
			def := &r.B.F.Defs[d]
			if len(bases) == 0 || def.Name == 0 || def.Flags&(lang.Local|lang.Synthetic) != 0 {
				continue
			}
			class := r.B.F.Name(def.Name)
			names := []string{dotted(below + class)}
			if strings.HasSuffix(strings.ToLower(below), strings.ToLower(class)+`\`) {
				names = append(names, dotted(strings.TrimSuffix(below, `\`)))
			}
			for _, n := range names {
				r.Alias(kindClass, n, r.B.Expr(lang.ExprClass, int32(d)))
			}
		}
	}
	for _, c := range r.Calls() {
		if (c.Name != "component" && c.Name != "aliasComponent") || !c.Method || !isClass(r, c.Recv, "Blade") {
			continue
		}
		a, b := r.Arg(c, 0, "class"), r.Arg(c, 1, "alias")
		if r.Class(a) == "" {
			a, b = b, a
		}
		if t, ok := text(r, b); ok && r.Class(a) != "" {
			r.Forward(r.Define(kindComponent, t.Value, t), a)
			r.Alias(kindClass, t.Value, a)
		}
	}
}

// dotted is the name of the component of a class, by its name below the namespace of
// components: Forms\TextInput is forms.text-input.
func dotted(class string) string {
	parts := strings.Split(class, `\`)
	for i, p := range parts {
		parts[i] = kebab(p)
	}
	return strings.Join(parts, ".")
}

// kebab is a name in camel case with dashes: TextInput is text-input.
func kebab(s string) string { return strings.ReplaceAll(snake(s), "_", "-") }

// camel is a name with dashes in camel case: text-input is textInput.
func camel(s string) string {
	upper := false
	return strings.Map(func(c rune) rune {
		if c == '-' || c == '_' {
			upper = true
			return -1
		}
		if upper {
			c, upper = unicode.ToUpper(c), false
		}
		return c
	}, s)
}

// componentOf is the name of the component whose template is at a path, "" for others.
func componentOf(file string) string {
	const folder = "views/components/"
	i := strings.LastIndex(file, folder)
	if i < 0 || i > 0 && file[i-1] != '/' {
		return ""
	}
	parts := strings.Split(strings.TrimSuffix(file[i+len(folder):], php.Template), "/")
	if n := len(parts); n > 1 && (parts[n-1] == "index" || parts[n-1] == parts[n-2]) {
		parts = parts[:n-1]
	}
	return strings.Join(parts, ".")
}

// readTemplate reads the properties of a component that a template is, and the
// components in it.
func readTemplate(r *lang.Reading) {
	if name := componentOf(r.Path); name != "" {
		for _, c := range r.Calls() {
			if c.Directive == nil || c.Name != "@props" || len(c.Directive.Args) == 0 {
				continue
			}
			for _, i := range r.Items(c.Directive.Args[0]) {
				key := i.Key
				if key < 0 {
					key = i.Value
				}
				if t, ok := text(r, key); ok {
					r.Define(kindProp, name+"."+camel(t.Value), t)
				}
			}
		}
		php.Within(r, r.Value(kindClass, name))
	}
	type open struct {
		name string
		end  uint32
	}
	var around []open
	for _, e := range r.Elements() {
		for len(around) > 0 && around[len(around)-1].end <= e.Start {
			around = around[:len(around)-1]
		}
		tag, ok := strings.CutPrefix(e.Tag.Value, "x-")
		if !ok {
			continue
		}
		if slot, ok := strings.CutPrefix(tag, "slot"); ok && (slot == "" || slot[0] == ':') {
			if len(around) > 0 {
				useSlot(r, around[len(around)-1].name, e)
			}
			continue
		}
		if tag == "dynamic-component" {
			continue
		}
		around = append(around, open{tag, e.End})
		if !strings.Contains(tag, "::") {
			useComponent(r, tag, e)
		}
	}
}

// useSlot refers to the property of a component that a slot fills.
func useSlot(r *lang.Reading, component string, e lang.Element) {
	const prefix = "x-slot:"
	if strings.HasPrefix(e.Tag.Value, prefix) {
		at := part(e.Tag, len(prefix), len(e.Tag.Value))
		r.Use(kindProp, component+"."+camel(at.Value), at)
		return
	}
	for _, a := range e.Attrs {
		if a.Name.Value == "name" && !strings.ContainsAny(a.Value.Value, "{$") {
			r.Use(kindProp, component+"."+camel(a.Value.Value), a.Value)
		}
	}
}

// useComponent refers to a component that was registered under a name, and from the
// attributes to what they set: its properties, and the parameters of its class.
func useComponent(r *lang.Reading, name string, e lang.Element) {
	r.Use(kindComponent, name, e.Tag)
	r.Use(kindComponent, name, e.Close)
	call := lang.NoExpr
	for _, a := range e.Attrs {
		at := a.Name
		if strings.HasPrefix(at.Value, ":") {
			at = part(at, 1, len(at.Value))
		}
		said := strings.TrimPrefix(at.Value, "$") // :$user is :user="$user"
		if said == "" || strings.ContainsAny(said, ":@.{}$()[]") || strings.HasPrefix(at.Value, "x-") || strings.HasPrefix(at.Value, "data-") || strings.HasPrefix(at.Value, "aria-") {
			continue
		}
		if call < 0 {
			call = r.B.Expr(lang.ExprNew, 0)
			class := r.Value(kindClass, name)
			r.B.F.Exprs[call].A = class
		}
		property := camel(said)
		r.B.Ref(lang.Ref{
			Name: r.B.Name("$" + property), Start: at.Start, End: at.End, X: int32(call), Kind: lang.RefKeyword, Role: lang.Write, Space: lang.Value,
		})
		r.Use(kindProp, name+"."+property, at)
	}
}
