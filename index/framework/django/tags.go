package django

import (
	"codeintel/index/lang"
	"codeintel/index/lang/html"
)

// registers are the methods of a library that register tags or filters.
var registers = map[string]string{
	"filter": kindFilter, "tag": kindTag, "simple_tag": kindTag, "inclusion_tag": kindTag, "simple_block_tag": kindTag,
}

// tags reads the tags and filters that a module registers.
func (x *reader) tags() {
	f := x.B.F
	library := false
	for _, c := range x.calls {
		library = library || x.callee(c) == "Library"
	}
	if !library {
		return
	}
	// registered is the kind of what a value registers: register.filter itself.
	registered := func(e lang.ExprID) string {
		if e < 0 || f.Exprs[e].Kind != lang.ExprMember || x.full(e) != "" {
			return ""
		}
		return registers[f.Name(f.Refs[f.Exprs[e].N].Name)]
	}
	type named struct {
		fn   lang.DefID
		kind string
		call lang.ExprID
	}
	var decorated []named
	done := map[lang.ExprID]bool{} // calls that are decorators
	for _, b := range f.Bases {
		if b.Kind != lang.BaseDecorator || !f.Defs[b.Def].Callable() {
			continue
		}
		e, call := b.Expr, lang.NoExpr
		if f.Exprs[e].Kind == lang.ExprCall {
			e, call = f.Exprs[e].A, e
		}
		if k := registered(e); k != "" {
			decorated = append(decorated, named{b.Def, k, call})
			done[call] = true
		}
	}
	for _, n := range decorated {
		called := f.Name(f.Defs[n.fn].Name)
		if c, ok := x.CallOf(n.call); ok {
			pos := -1
			if c.Name == "filter" || c.Name == "tag" {
				pos = 0
			}
			if t, ok := x.Text(x.Arg(c, pos, "name")); ok {
				x.Forward(x.Define(n.kind, t.Value, t), x.B.Expr(lang.ExprDef, int32(n.fn)))
				continue
			}
		}
		x.Also(n.fn, n.kind, called)
	}
	for _, c := range x.calls {
		if c.ID < 0 || done[c.ID] || !c.Method {
			continue
		}
		kind := registered(f.Exprs[c.ID].A)
		args := x.Args(c)
		if kind == "" || len(args) == 0 {
			continue
		}
		if t, ok := x.Text(args[0]); ok && len(args) > 1 {
			x.Forward(x.Define(kind, t.Value, t), x.view(args[1], 0))
		} else if d := x.variable(args[0]); d >= 0 && f.Defs[d].Callable() {
			if t, ok := x.Text(x.Arg(c, -1, "name")); ok {
				x.Forward(x.Define(kind, t.Value, t), args[0])
			} else {
				x.Also(d, kind, f.Name(f.Defs[d].Name))
			}
		}
	}
}

// templateTags are the tags of Django itself: an application's tag of the same name
// is another's business.
var templateTags = map[string]bool{
	"autoescape": true, "block": true, "comment": true, "csrf_token": true, "cycle": true, "debug": true, "extends": true, "filter": true, "firstof": true,
	"for": true, "empty": true, "if": true, "elif": true, "else": true, "ifchanged": true, "include": true, "load": true, "lorem": true, "now": true, "querystring": true,
	"regroup": true, "resetcycle": true, "spaceless": true, "templatetag": true, "url": true, "verbatim": true, "widthratio": true, "with": true,
	"set": true, "macro": true, "call": true, "import": true, "from": true, "raw": true, "do": true, "break": true, "continue": true,
}

// template reads the tags of a template.
func (x *reader) template() {
	text := func(d *lang.Directive, n int) (lang.Text, bool) {
		if n < len(d.Args) && d.Args[n] >= 0 {
			return x.Text(d.Args[n])
		}
		return lang.Text{}, false
	}
	literal := func(d *lang.Directive, n int) (lang.Text, bool) {
		t, ok := text(d, n)
		return t, ok && x.B.F.Exprs[d.Args[n]].Kind == lang.ExprString
	}
	for _, c := range x.calls {
		d := c.Directive
		if d == nil {
			continue
		}
		switch d.Name.Value {
		case "%url":
			if t, ok := literal(d, 0); ok {
				x.UseMounted(kindURL, t.Value, t)
			}
		case "url":
			if t, ok := literal(d, 0); ok { // Jinja's environment with Django
				x.UseMounted(kindURL, t.Value, t)
			}
		case "%static", "static":
			if t, ok := literal(d, 0); ok {
				x.File(specStatic+t.Value, t, lang.ImportModule, name)
			}
		case "%load":
			x.load(d, text)
		default:
			name := d.Name
			switch sign := name.Value[0]; {
			case sign == html.TagSign && !templateTags[name.Value[1:]]:
				x.Use(kindTag, name.Value[1:], lang.Text{Value: name.Value[1:], Start: name.Start, End: name.End})
			case sign == html.FreeSign:
				x.free(d)
			case sign == html.FilterSign:
				x.Use(kindFilter, name.Value[1:], lang.Text{Value: name.Value[1:], Start: name.Start, End: name.End})
			}
		}
	}
	x.countless()
}

// load reads {% load a b %} and {% load x y from a %}.
func (x *reader) load(d *lang.Directive, text func(*lang.Directive, int) (lang.Text, bool)) {
	var words []lang.Text
	for n := range d.Args {
		if t, ok := text(d, n); ok {
			words = append(words, t)
		}
	}
	if n := len(words); n > 2 && words[n-2].Value == "from" {
		for _, w := range words[:n-2] {
			x.Use(kindTag, w.Value, w)
			x.Use(kindFilter, w.Value, w)
		}
		words = words[n-1:]
	}
	for _, w := range words {
		x.File(specTags+w.Value, w, lang.ImportModule, name)
	}
}
