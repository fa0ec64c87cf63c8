// Package livewire reads what applications of Livewire 2 to 4, and of Volt, say in
// strings, tags and attributes: names of components, their actions and properties in
// views, and events.
package livewire

import (
	"bytes"
	"strings"

	"codeintel/index/framework/blade"
	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// version changes whenever what is read of some file does.
const version = 3

// Kinds of open names.
const (
	kindComponent = "component" // admin.user-list
	kindView      = "view"      // livewire.admin.user-list: the component that a view is of
	kindEvent     = "event"     // post-created
)

// Framework is Livewire.
func Framework() *lang.Framework {
	return &lang.Framework{
		Name: "livewire", Version: version, Families: []string{php.Family}, Read: read,
		Wants: func(in lang.Input) bool {
			return strings.HasSuffix(in.Path, php.Template) || bytes.Contains(in.Src, []byte("ivewire")) || bytes.Contains(in.Src, []byte("Filament"))
		},
	}
}

// reader reads one file.
type reader struct {
	*lang.Reading
	f *lang.Facts
	// self is, in a view, what it runs in; members has those of a component that is
	// made of functions.
	self    lang.ExprID
	members lang.DefID
}

func read(r *lang.Reading) {
	x := &reader{Reading: r, f: r.B.F, self: lang.NoExpr, members: lang.NoDef}
	name := blade.ViewName(r.Path)
	if name != "" {
		x.volt(name)
		php.Within(r, r.Value(kindView, name))
		x.self = r.B.Expr(lang.ExprThis, 0)
		x.markup()
		x.scripts()
	}
	for d, bases := range r.Classes() {
		x.class(d, bases)
		if name == "" {
			x.beside(d, bases)
		}
	}
	for _, c := range r.Calls() {
		x.call(c)
	}
}

// view is the template of a name.
func (x *reader) view(name string) lang.ExprID {
	id := x.B.Import(lang.Import{Module: x.B.Name(php.View + name), Kind: lang.ImportModule, Local: lang.NoDef})
	return x.B.Expr(lang.ExprRequire, int32(id))
}

// useView refers at a text to the template that it names.
func (x *reader) useView(t lang.Text) { x.File(php.View+t.Value, t, lang.ImportModule, "") }

// instance is an object of the class that e is.
func (x *reader) instance(e lang.ExprID) lang.ExprID { return x.B.Expr1(lang.ExprNew, 0, e) }

// object is one of the class d of this file.
func (x *reader) object(d lang.DefID) lang.ExprID {
	return x.instance(x.B.Expr(lang.ExprClass, int32(d)))
}

// property refers at the parts of a path (form.title) to properties, from one of recv
// on. It ends where a part is no name.
func (x *reader) property(recv lang.ExprID, path lang.Text) {
	for at := 0; at < len(path.Value); {
		end := at
		for end < len(path.Value) && isName(path.Value[end]) {
			end++
		}
		if end == at || path.Value[at] >= '0' && path.Value[at] <= '9' {
			return
		}
		recv = x.SureMember(recv, "$"+path.Value[at:end], part(path, at, end), lang.Read)
		if recv < 0 || end == len(path.Value) || path.Value[end] != '.' {
			return
		}
		at = end + 1
	}
}

// method refers at a text to a method of recv.
func (x *reader) method(recv lang.ExprID, name lang.Text) lang.ExprID {
	return x.SureMember(recv, php.Method(name.Value), name, lang.Read|lang.Call)
}

// part is what of a text stands between two offsets in it.
func part(t lang.Text, from, to int) lang.Text {
	return lang.Text{Value: t.Value[from:to], Start: t.Start + uint32(from), End: t.Start + uint32(to)}
}

func isName(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
