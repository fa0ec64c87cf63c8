package css

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// atRule reads an at-rule up to its { or behind its ; and returns the offset
// behind that.
func (r *Reader) atRule(i, end int) int {
	n := r.nameRest(i+1, end)
	if n == i+1 {
		r.fail(i, i+1)
		return n
	}
	name := strings.ToLower(string(r.src[i+1 : n]))
	if name[0] == '-' { // -webkit-keyframes
		if p := strings.IndexByte(name[1:], '-'); p > 0 {
			name = name[p+2:]
		}
	}
	stop := r.until(n, end)
	next := stop
	if stop < end && r.src[stop] != '}' {
		next++
	}
	opens := stop < end && r.src[stop] == '{'
	a := atRule{start: i, from: r.skip(n, stop), stop: stop}
	b := block{scope: lang.NoScope}
	before := lang.DefID(len(r.b.F.Defs))
	switch name {
	case "keyframes":
		b.kind = keyframes
		r.atName(a, "@keyframes ", lang.KindObject, symbol.Type)
	case "layer":
		r.layers(a)
	case "property", "custom-media", "counter-style", "font-palette-values", "position-try":
		if a.from < stop && r.src[a.from] == '-' {
			r.atName(a, "", lang.KindProperty, symbol.Term)
		} else {
			r.value(a.from, stop, nil)
		}
	case "import":
		r.importRule(a)
	case "apply":
		r.words(a.from, stop, func(from, to int) {
			if t := string(r.src[from:to]); t != "!important" {
				r.use("."+t, from, to, r.top().scope, lang.Read)
			}
		})
	case "nest":
		b.parents = r.selectors(a.from, stop, r.top().parents)
		r.describe(before, i, stop)
	default:
		if r.dialect != SCSS || !r.sassRule(name, a, &b, opens) {
			r.value(a.from, stop, nil)
		}
	}
	if opens {
		switch name {
		case "mixin", "function", "each", "for", "include": // these declare what is inside
		default:
			b.defs = [2]lang.DefID{before, lang.DefID(len(r.b.F.Defs))}
		}
		r.push(b, next)
	}
	return next
}

// atRule is the range of an at-rule: from is where its prelude begins, stop
// where that ends.
type atRule struct{ start, from, stop int }

// atName defines what a rule like @keyframes names.
func (r *Reader) atName(a atRule, prefix string, k lang.Kind, suffix symbol.Suffix) {
	from, to := a.from, 0
	if from < a.stop && (r.src[from] == '"' || r.src[from] == '\'') {
		to = r.str(from, a.stop)
		if from++; to > from && r.src[to-1] == r.src[from-1] {
			to--
		}
	} else {
		to = r.name(from, a.stop)
	}
	if to == from || r.interpolates(to, a.stop) {
		r.value(a.from, a.stop, nil)
		return
	}
	name := unescape(r.src[from:to])
	r.define(def{name: name, desc: prefix + name, kind: k, suffix: suffix, flags: lang.Open, from: from, to: to, start: a.start, enc: a.stop,
		sig: r.line(a.start, a.stop), doc: r.doc(a.start)})
}

// layers defines the names of @layer a, b.c.
func (r *Reader) layers(a atRule) {
	for i := a.from; i < a.stop; {
		from := r.skip(i, a.stop)
		to := from
		for to < a.stop && (nameByte(r.src[to]) || r.src[to] == '.') {
			to++
		}
		if to > from && !r.interpolates(to, a.stop) {
			name := string(r.src[from:to])
			r.define(def{name: name, desc: "@layer " + name, kind: lang.KindNamespace, suffix: symbol.Namespace, flags: lang.Open, from: from, to: to, start: a.start, enc: a.stop,
				sig: r.line(a.start, a.stop), doc: r.doc(a.start)})
		}
		i = max(to, from) + 1
	}
}

// imports adds an import of the module that the string from i to stop names.
// The reference stands on its text.
func (r *Reader) imports(i, stop int, k lang.ImportKind, local lang.DefID) lang.ImportID {
	from, to := i+1, stop
	if to > from && r.src[to-1] == r.src[i] {
		to--
	}
	return r.module(from, to, k, local)
}

func (r *Reader) module(from, to int, k lang.ImportKind, local lang.DefID) lang.ImportID {
	if from >= to {
		return lang.NoImport
	}
	id := r.b.Import(lang.Import{Module: r.b.Name(unescape(r.src[from:to])), Kind: k, Local: local, Scope: r.blocks[0].scope, Family: r.family})
	r.b.Ref(lang.Ref{Name: r.b.F.Imports[id].Module, Start: uint32(from), End: uint32(to), Scope: r.top().scope, X: int32(id),
		Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace})
	return id
}

// also adds an import that takes the same module whole, without a reference of
// its own.
func (r *Reader) also(id lang.ImportID, k lang.ImportKind) {
	im := r.b.F.Imports[id]
	im.Kind, im.Local, im.Name = k, lang.NoDef, 0
	r.b.Import(im)
}

// importRule reads @import "a", url(b) media; the names of all are this
// sheet's too.
func (r *Reader) importRule(a atRule) {
	for i := a.from; i < a.stop; {
		id := lang.NoImport
		switch c := r.src[i]; {
		case c == '"' || c == '\'':
			n := r.str(i, a.stop)
			id = r.imports(i, n, lang.ImportStar, lang.NoDef)
			i = n
		case c == '(' && r.isURL(a.from, i+1):
			n, from, to := r.url(i+1, a.stop)
			id = r.module(from, to, lang.ImportStar, lang.NoDef)
			i = max(n, i+1)
		default:
			if j := r.comment(i, a.stop); j > i {
				i = j
			} else {
				i++
			}
		}
		if id >= 0 && r.exports {
			r.b.Export(lang.Export{Kind: lang.ExportStar, Def: lang.NoDef, Ref: lang.NoRef, From: id, Expr: lang.NoExpr})
		}
	}
}

// sassRule reads the at-rules of SCSS; it returns false for others.
func (r *Reader) sassRule(name string, a atRule, b *block, opens bool) bool {
	switch name {
	case "use", "forward":
		r.useRule(name, a)
	case "mixin":
		r.callable(a, b, opens, lang.KindMacro, symbol.Macro, lang.Namespace)
	case "function":
		r.callable(a, b, opens, lang.KindFunction, symbol.Method, lang.Value)
	case "include":
		r.include(a, b)
	case "extend":
		r.extend(a)
	case "at-root":
		if a.from < a.stop && r.src[a.from] != '(' {
			before := lang.DefID(len(r.b.F.Defs))
			b.parents = r.selectors(a.from, a.stop, r.top().parents)
			r.describe(before, a.start, a.stop)
		}
	case "each", "for":
		b.kind = flowBlock
		stop := a.stop
		for i := a.from; i < stop; {
			if n := r.nameRest(i, stop); n > i {
				if w := string(r.src[i:n]); w == "in" || w == "from" {
					stop = i
					break
				}
				i = n
				continue
			}
			i++
		}
		r.value(stop, a.stop, nil)
		if opens {
			r.locals(a.from, stop, a.stop+1, b)
		}
	case "if", "else", "while":
		b.kind = flowBlock
		r.value(a.from, a.stop, nil)
	default:
		return false
	}
	return true
}

// locals declares the variables of a range in the block that begins at start.
func (r *Reader) locals(i, stop, start int, b *block) {
	for i < stop {
		if r.src[i] != '$' {
			i++
			continue
		}
		n := r.name(i+1, stop)
		if n == i+1 {
			i++
			continue
		}
		if !b.own {
			b.scope, b.own = r.b.Scope(lang.ScopeBlock, r.top().scope, lang.NoDef, uint32(start), uint32(start)), true
		}
		name := unescape(r.src[i:n])
		r.vars[varKey{b.scope, r.b.Name(name)}] = r.define(def{name: name, kind: lang.KindVariable, flags: lang.Local, from: i, to: n, start: i, scope: b.scope, bound: true})
		i = n
	}
}

// callable reads @mixin name($a, $b: 1) and @function.
func (r *Reader) callable(a atRule, b *block, opens bool, k lang.Kind, suffix symbol.Suffix, sp lang.Space) {
	n := r.name(a.from, a.stop)
	if n == a.from {
		r.fail(a.start, a.stop)
		return
	}
	name := unescape(r.src[a.from:n])
	id := r.define(def{name: name, kind: k, suffix: suffix, space: sp, flags: lang.Open | lang.Exported, from: a.from, to: n, start: a.start, enc: a.stop,
		scope: r.top().scope, bound: true, sig: r.line(a.start, a.stop), doc: r.doc(a.start)})
	if len(r.blocks) == 1 && r.b.F.Defs[id].Same < 0 {
		r.export(id)
	}
	scope := r.b.Scope(lang.ScopeFunction, r.top().scope, id, uint32(a.from), uint32(a.stop))
	r.b.F.Defs[id].Body = scope
	saved := *r.top()
	r.top().scope = scope // defaults may use earlier parameters
	r.parameters(r.skip(n, a.stop), a.stop, scope, id)
	*r.top() = saved
	if opens {
		b.kind, b.scope, b.own = codeBlock, scope, true
		b.defs = [2]lang.DefID{id, id + 1}
	}
}

// parameters reads ($a, $b: default, $rest...).
func (r *Reader) parameters(i, stop int, scope lang.ScopeID, owner lang.DefID) {
	if i >= stop || r.src[i] != '(' {
		return
	}
	i++
	for i < stop {
		// One parameter reaches to the comma outside of parentheses.
		end, depth := i, 0
		for end < stop {
			c := r.src[end]
			if c == '"' || c == '\'' {
				end = r.str(end, stop)
				continue
			}
			if j := r.comment(end, stop); j > end {
				end = j
				continue
			}
			if c == '(' || c == '[' {
				depth++
			}
			if c == ')' || c == ']' {
				if depth == 0 {
					break
				}
				depth--
			}
			if c == ',' && depth == 0 {
				break
			}
			end++
		}
		at := r.skip(i, end)
		if at < end && r.src[at] == '$' {
			if n := r.name(at+1, end); n > at+1 {
				value := r.skip(n, end)
				r.value(value, end, nil)
				flags := lang.Param
				if value < end && r.src[value] == ':' {
					flags |= lang.Optional
				}
				if strings.HasPrefix(string(r.src[value:end]), "...") {
					flags |= lang.Rest
				}
				d := def{name: unescape(r.src[at:n]), kind: lang.KindParameter, suffix: symbol.Parameter, flags: flags,
					from: at, to: n, start: at, enc: r.trim(at, end), scope: scope, bound: true, parent: owner, child: true}
				if r.b.F.Defs[owner].Same >= 0 {
					d.suffix, d.flags = symbol.None, flags|lang.Local // one symbol cannot have two of each
				}
				r.vars[varKey{scope, r.b.Name(d.name)}] = r.define(d)
			}
		}
		if end >= stop || r.src[end] == ')' {
			return
		}
		i = end + 1
	}
}

// include reads @include name(args) using ($a).
func (r *Reader) include(a atRule, b *block) {
	n := r.name(a.from, a.stop)
	if n == a.from {
		r.fail(a.start, a.stop)
		return
	}
	var ref lang.RefID
	at := n
	if n < a.stop && r.src[n] == '.' {
		if at = r.name(n+1, a.stop); at == n+1 {
			r.fail(a.start, a.stop)
			return
		}
		ref = r.member(a.from, n, n+1, at, lang.Call, lang.Namespace)
	} else {
		if r.interpolates(n, a.stop) {
			r.value(a.from, a.stop, nil)
			return
		}
		ref = r.b.Ref(lang.Ref{Name: r.b.NameBytes(r.src[a.from:n]), Start: uint32(a.from), End: uint32(n), Scope: r.top().scope, X: -1,
			Kind: lang.RefOpen, Role: lang.Call, Space: lang.Namespace})
	}
	stop := a.stop
	if open := r.skip(at, stop); open < stop && r.src[open] == '(' {
		if c := r.close(open, stop); c > open {
			stop = c + 1
		}
		r.expression(open, stop, ref, nil)
	} else {
		stop = open
	}
	if using := r.skip(stop, a.stop); strings.HasPrefix(string(r.src[using:a.stop]), "using") {
		r.locals(using, a.stop, a.stop+1, b)
	}
}

// extend reads @extend .a, %b !optional.
func (r *Reader) extend(a atRule) {
	for i := a.from; i < a.stop; {
		switch c := r.src[i]; {
		case c == '.' || c == '%' || c == '#' && !r.interpolates(i, a.stop):
			n := r.name(i+1, a.stop)
			if n > i+1 && !r.interpolates(n, a.stop) {
				r.use(string(c)+unescape(r.src[i+1:n]), i+1, n, r.top().scope, lang.Inherit)
			}
			i = r.dynamic(max(n, i+1), a.stop)
		case r.interpolates(i, a.stop):
			i = r.dynamic(i, a.stop)
		default:
			i++
		}
	}
}

// useRule reads @use "m" as n with ($a: 1) and @forward "m" show a, $b.
func (r *Reader) useRule(name string, a atRule) {
	if a.from >= a.stop || r.src[a.from] != '"' && r.src[a.from] != '\'' {
		r.value(a.from, a.stop, nil)
		return
	}
	n := r.str(a.from, a.stop)
	text := string(r.src[a.from+1 : max(n-1, a.from+1)])
	local, kind := lang.NoDef, lang.ImportModule
	at, from, to := r.skip(n, a.stop), 0, 0
	if w := r.name(at, a.stop); string(r.src[at:w]) == "as" {
		from = r.skip(w, a.stop)
		to = r.name(from, a.stop)
		switch {
		case from < a.stop && r.src[from] == '*':
			kind, to = lang.ImportStar, from
			at = r.skip(from+1, a.stop)
		case to < a.stop && r.src[to] == '*': // @forward "m" as prefix-*
			at, to = r.skip(to+1, a.stop), from
		default:
			at = r.skip(to, a.stop)
		}
	} else if base := defaultNamespace(text); base != "" && n-a.from > len(base) {
		from = a.from + 1 + strings.LastIndex(text, base)
		to = from + len(base)
	}
	if name == "forward" {
		to, kind = from, lang.ImportModule
	}
	if to > from {
		local, _ = r.b.Def(r.b.Name(unescape(r.src[from:to])), lang.KindNamespace, symbol.None, uint32(from), uint32(to))
		d := &r.b.F.Defs[local]
		d.Flags, d.Space, d.Scope = lang.Binding, lang.Namespace, r.blocks[0].scope
		d.EncStart, d.EncEnd = uint32(a.start), uint32(max(a.stop, to))
	}
	id := r.imports(a.from, n, kind, local)
	if id < 0 {
		return
	}
	if from > n && to > from {
		r.b.Ref(lang.Ref{Name: r.b.NameBytes(r.src[from:to]), Start: uint32(from), End: uint32(to), Scope: r.blocks[0].scope, X: int32(id),
			Kind: lang.RefImport, Role: lang.ImportRole, Space: lang.Namespace})
	}
	if kind != lang.ImportStar {
		r.also(id, lang.ImportEffect) // rules apply, whatever the names are called
	}
	if name == "forward" && r.exports {
		r.b.Export(lang.Export{Kind: lang.ExportStar, Def: lang.NoDef, Ref: lang.NoRef, From: id, Expr: lang.NoExpr})
	}
	r.configured(at, a.stop, id)
}

// configured reads with ($a: 1), show $a, b and hide: the names are those of
// module id.
func (r *Reader) configured(i, stop int, id lang.ImportID) {
	w := r.name(i, stop)
	word := string(r.src[i:w])
	named := func(from, to int, sp lang.Space) {
		im := r.b.F.Imports[id]
		im.Kind, im.Local, im.Name = lang.ImportNamed, lang.NoDef, r.b.Name(unescape(r.src[from:to]))
		n := r.b.Import(im)
		r.b.Ref(lang.Ref{Name: im.Name, Start: uint32(from), End: uint32(to), Scope: r.blocks[0].scope, X: int32(n), Kind: lang.RefImport, Role: lang.ImportRole, Space: sp})
	}
	switch word {
	case "with":
		depth := 0
		for i = w; i < stop; {
			switch c := r.src[i]; {
			case c == '"' || c == '\'':
				i = r.str(i, stop)
				continue
			case c == '(':
				depth++
			case c == ')':
				depth--
			case c == '$':
				n := r.name(i+1, stop)
				if s := r.skip(n, stop); depth == 1 && s < stop && r.src[s] == ':' && n > i+1 {
					named(i, n, lang.Value)
				} else if n > i+1 {
					r.read(i, n)
				}
				i = max(n, i+1)
				continue
			}
			i++
		}
	case "show", "hide":
		for i = w; i < stop; {
			n := i
			if r.src[i] == '$' {
				n++
			}
			if n = r.name(n, stop); n > i+1 || n == i+1 && r.src[i] != '$' {
				named(i, n, lang.AnySpace)
				i = n
				continue
			}
			i++
		}
	}
}

// defaultNamespace is the name that @use gives a module: the last part of its
// URL without extension.
func defaultNamespace(url string) string {
	url = url[strings.LastIndexAny(url, "/:")+1:]
	if dot := strings.IndexByte(url, '.'); dot > 0 {
		url = url[:dot]
	}
	return strings.TrimPrefix(url, "_")
}
