package livewire

import (
	"strings"

	"codeintel/index/framework/blade"
	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// tag is what the elements of components begin with.
const tag = "livewire:"

// notActions are attributes behind wire: whose values are no calls.
var notActions = map[string]bool{
	"key": true, "ignore": true, "loading": true, "dirty": true, "offline": true, "stream": true, "navigate": true, "current": true,
	"confirm": true, "cloak": true, "transition": true, "replace": true, "id": true, "snapshot": true, "effects": true, "ref": true, "bind": true,
}

// markup reads the elements of a view.
func (x *reader) markup() {
	for _, e := range x.Elements() {
		component := lang.NoExpr
		if name, ok := strings.CutPrefix(e.Tag.Value, tag); ok && name != "styles" && name != "scripts" && name != "is" && name != "dynamic-component" {
			x.Use(kindComponent, name, e.Tag)
			if e.Close.Value == e.Tag.Value {
				x.Use(kindComponent, name, e.Close)
			}
			component = x.Value(kindComponent, name)
		}
		for _, a := range e.Attrs {
			x.attr(a, component)
		}
	}
}

// attr reads an attribute; component is that whose element has it.
func (x *reader) attr(a lang.Attr, component lang.ExprID) {
	name, wire := strings.CutPrefix(a.Name.Value, "wire:")
	if !wire {
		if component >= 0 {
			x.argument(a, component)
		}
		if strings.HasPrefix(a.Name.Value, "x-") || strings.HasPrefix(a.Name.Value, "@") || strings.HasPrefix(a.Name.Value, ":") {
			for _, u := range words(a.Value) {
				if u.path[0].Value == "$wire" || u.path[0].Value == "@this" || u.path[0].Value == "$dispatch" {
					x.use(u, false)
				}
			}
		}
		return
	}
	if i := strings.IndexAny(name, ".:"); i >= 0 {
		name = name[:i]
	}
	switch {
	case name == "model" || name == "show" || name == "text":
		if v := strings.TrimLeft(a.Value.Value, " !"); v != "" {
			x.property(x.self, part(a.Value, len(a.Value.Value)-len(v), len(a.Value.Value)))
		}
	case name == "target":
		for _, u := range words(a.Value) {
			x.either(x.self, u.path)
		}
	case !notActions[name]:
		for _, u := range words(a.Value) {
			if u.first || strings.HasPrefix(u.path[0].Value, "$") {
				x.use(u, true)
			}
		}
	}
}

// argument reads an attribute that gives a component the value of a property.
func (x *reader) argument(a lang.Attr, component lang.ExprID) {
	at := a.Name
	for _, p := range [...]string{":$", ":"} {
		if strings.HasPrefix(at.Value, p) {
			at = part(at, len(p), len(at.Value))
			break
		}
	}
	if at.Value == "key" || strings.ContainsAny(at.Value, ":@.") {
		return
	}
	x.SureMember(component, "$"+blade.Camel(at.Value), at, lang.Write)
}

// What the first argument of an own method of components names.
var (
	nameProperty = map[string]bool{"set": true, "get": true, "toggle": true, "entangle": true, "watch": true, "upload": true, "uploadMultiple": true, "removeUpload": true}
	nameEvent    = map[string]int{"dispatch": 0, "dispatchSelf": 0, "dispatchTo": 1, "emit": 0, "emitUp": 0, "emitSelf": 0, "emitTo": 1}
)

// use reads a word of a script in an attribute. In an action a bare name is one of
// the component's.
func (x *reader) use(u word, action bool) {
	path := u.path
	rooted := path[0].Value == "$wire" || path[0].Value == "@this"
	if rooted {
		path = path[1:]
	}
	if len(path) == 0 || path[0].Value == "$parent" {
		return
	}
	own, magic := strings.CutPrefix(path[0].Value, "$")
	switch {
	case !magic && !rooted && !action:
	case u.called && len(path) == 1 && (magic || rooted && (nameProperty[own] || hasEvent(own) || own == "call" || own == "on")):
		x.magic(own, u.args)
	case magic:
	case u.called || action && !rooted:
		recv := x.through(x.self, path)
		x.method(recv, path[len(path)-1])
	default:
		x.either(x.self, path)
	}
}

func hasEvent(name string) bool {
	_, ok := nameEvent[name]
	return ok
}

// magic reads a call of what all components have.
func (x *reader) magic(name string, args []lang.Text) {
	arg := func(i int) lang.Text {
		if i < len(args) {
			return args[i]
		}
		return lang.Text{}
	}
	i, event := nameEvent[name]
	switch {
	case nameProperty[name]:
		x.property(x.self, arg(0))
	case name == "call":
		x.method(x.self, arg(0))
	case name == "on":
		x.Define(kindEvent, arg(0).Value, arg(0))
	case event:
		x.Use(kindEvent, arg(i).Value, arg(i))
		if i == 1 {
			x.Use(kindComponent, arg(0).Value, arg(0))
		}
	}
}

// through is the value of all parts of a path but the last, which are properties.
func (x *reader) through(recv lang.ExprID, path []lang.Text) lang.ExprID {
	for _, p := range path[:len(path)-1] {
		recv = x.SureMember(recv, "$"+p.Value, p, lang.Read)
	}
	return recv
}

// either refers at a path to a property or a method.
func (x *reader) either(recv lang.ExprID, path []lang.Text) {
	recv = x.through(recv, path)
	x.SureMember(recv, "$"+path[len(path)-1].Value, path[len(path)-1], lang.Read)
	x.method(recv, path[len(path)-1])
}

// scripts lets $wire be the component in the scripts of a view.
func (x *reader) scripts() {
	calls := map[int32]bool{}
	for i := range x.f.Exprs {
		if e := &x.f.Exprs[i]; e.Kind == lang.ExprCall && e.A >= 0 && x.f.Exprs[e.A].Kind == lang.ExprMember {
			calls[x.f.Exprs[e.A].N] = true
		}
	}
	for i := range x.f.Refs {
		ref := &x.f.Refs[i]
		if ref.Kind != lang.RefMember || x.scriptName(lang.ExprID(ref.X)) != "$wire" {
			continue
		}
		// PHP has a variable so called nowhere: a view's scripts say $wire.
		name := x.f.Name(ref.Name)
		if calls[int32(i)] {
			name = php.Method(name)
		} else {
			name = "$" + name
		}
		ref.Name, ref.X, ref.N = x.B.Name(name), int32(x.self), lang.OpenSure
	}
}

// word is a name in a script, with the members asked of it.
type word struct {
	path   []lang.Text
	first  bool        // it begins a statement
	called bool        // a list of arguments follows
	args   []lang.Text // the texts among these, empty for others
}

// words are the names in the text of a script, in their order. Strings and what is
// {{ printed }} are passed over.
func words(t lang.Text) []word {
	var out []word
	s := t.Value
	var open []int // words in whose arguments the text at hand is, -1 for other brackets
	first := true
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case strings.HasPrefix(s[i:], "{{") || strings.HasPrefix(s[i:], "{!!"):
			end := strings.Index(s[i:], "}}")
			if e := strings.Index(s[i:], "!!}"); e >= 0 && s[i+1] == '!' {
				end = e + 1
			}
			if end < 0 {
				return out
			}
			i += end + 2
			first = false
		case c == '\'' || c == '"' || c == '`':
			end := i + 1
			for end < len(s) && s[end] != c {
				if s[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(s) {
				return out
			}
			if n := len(open); n > 0 && open[n-1] >= 0 {
				w := &out[open[n-1]]
				if text := s[i+1 : end]; len(w.args) > 0 && !strings.ContainsAny(text, "\\{$") {
					if last := &w.args[len(w.args)-1]; last.End == 0 {
						*last = part(t, i+1, end)
					}
				}
			}
			i = end + 1
			first = false
		case isName(c) && !('0' <= c && c <= '9') || strings.HasPrefix(s[i:], "@this"):
			w := word{first: first}
			first = false
			for {
				from := i
				if s[i] == '@' {
					i++
				}
				for i < len(s) && isName(s[i]) {
					i++
				}
				w.path = append(w.path, part(t, from, i))
				if strings.HasPrefix(s[i:], "?.") {
					i++
				}
				if i+1 >= len(s) || s[i] != '.' || !isName(s[i+1]) || '0' <= s[i+1] && s[i+1] <= '9' {
					break
				}
				i++
			}
			out = append(out, w)
			if i < len(s) && s[i] == '(' {
				n := len(out) - 1
				out[n].called, out[n].args = true, make([]lang.Text, 1)
				open = append(open, n)
				i++
			}
		case c == '(' || c == '[' || c == '{':
			open = append(open, -1)
			first = c == '{'
			i++
		case c == ')' || c == ']' || c == '}':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
			first = false
			i++
		case c == ',':
			if n := len(open); n > 0 && open[n-1] >= 0 {
				out[open[n-1]].args = append(out[open[n-1]].args, lang.Text{})
			}
			i++
		case c == ';' || c == '\n':
			first = true
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '.' && i+1 < len(s) && isName(s[i+1]):
			// A member of something else.
			for i++; i < len(s) && isName(s[i]); i++ {
			}
		default:
			first = false
			i++
		}
	}
	return out
}
