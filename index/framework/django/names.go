package django

import (
	"strings"

	"codeintel/index/lang"
)

// imported is a name that an import binds in a scope, by its full name.
type imported struct {
	scope lang.ScopeID
	full  string
}

// findImports lists what the file imports.
func (x *reader) findImports() {
	f := x.B.F
	x.imports = map[lang.NameID][]imported{}
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Local < 0 || im.Family != "" {
			continue
		}
		full := strings.Repeat(".", int(im.Level)) + f.Name(im.Module)
		switch im.Kind {
		case lang.ImportNamed:
			if !strings.HasSuffix(full, ".") {
				full += "."
			}
			full += f.Name(im.Name)
		case lang.ImportRoot:
			full, _, _ = strings.Cut(full, ".")
		}
		d := &f.Defs[im.Local]
		x.imports[d.Name] = append(x.imports[d.Name], imported{d.Scope, full})
	}
}

// maxDotted bounds the parts of a name.
const maxDotted = 20

// full is the full name of what e is, through the file's imports, with dots before
// one that is relative; "" where it is none that is imported.
func (x *reader) full(e lang.ExprID) string {
	f := x.B.F
	var parts []string
	for range maxDotted {
		if e < 0 {
			return ""
		}
		switch n := &f.Exprs[e]; n.Kind {
		case lang.ExprMember:
			parts = append(parts, f.Name(f.Refs[n.N].Name))
			e = n.A
			continue
		case lang.ExprNonNull:
			e = n.A
			continue
		case lang.ExprRequire:
			return joined(f.Name(f.Imports[n.N].Module), parts)
		case lang.ExprName:
			r := &f.Refs[n.N]
			for s := r.Scope; s >= 0; s = f.Scopes[s].Parent {
				for _, im := range x.imports[r.Name] {
					if im.scope == s {
						return joined(im.full, parts)
					}
				}
			}
		}
		return ""
	}
	return ""
}

// joined is a name with its parts, the last one first, behind it.
func joined(name string, parts []string) string {
	for i := len(parts) - 1; i >= 0; i-- {
		name += "." + parts[i]
	}
	return name
}

// callee is the last part of the full name of what is called where that is Django's,
// "" for others.
func (x *reader) callee(c lang.CallSite) string {
	if c.ID < 0 {
		return ""
	}
	full := x.full(x.B.F.Exprs[c.ID].A)
	if !strings.HasPrefix(full, "django.") {
		return ""
	}
	return full[strings.LastIndexByte(full, '.')+1:]
}

// variable is the definition of the file that a name stands for, NoDef for others.
func (x *reader) variable(e lang.ExprID) lang.DefID {
	f := x.B.F
	if e < 0 || f.Exprs[e].Kind != lang.ExprName {
		return lang.NoDef
	}
	r := &f.Refs[f.Exprs[e].N]
	for s := r.Scope; s >= 0; s = f.Scopes[s].Parent {
		for d := range f.Defs {
			if def := &f.Defs[d]; def.Scope == s && def.Name == r.Name {
				return lang.DefID(d)
			}
		}
	}
	return lang.NoDef
}

// items are the elements of a list, or of the list that a variable of the file is.
func (x *reader) items(e lang.ExprID) []lang.Item {
	if d := x.variable(e); d >= 0 {
		for _, v := range x.Values(d) {
			if items := x.Items(v); len(items) > 0 {
				return items
			}
		}
		return nil
	}
	for e >= 0 && x.B.F.Exprs[e].Kind == lang.ExprNonNull {
		e = x.B.F.Exprs[e].A
	}
	return x.Items(e)
}

// fileText is the text that the variable of the file, or of a class in it, called name
// is, "" for none.
func (x *reader) fileText(name string, parent lang.DefID) string {
	f := x.B.F
	for d := range f.Defs {
		if def := &f.Defs[d]; f.Name(def.Name) == name && (parent < 0 && def.Scope == 0 || parent >= 0 && def.Parent == parent) {
			for _, v := range x.Values(lang.DefID(d)) {
				if t, ok := x.Text(v); ok {
					return t.Value
				}
			}
		}
	}
	return ""
}

// dotted refers at a text to what its dotted name means in Python.
func (x *reader) dotted(t lang.Text) lang.ExprID {
	if !isDotted(t.Value) {
		return lang.NoExpr
	}
	f := x.B.F
	im := lang.Import{Local: lang.NoDef, Kind: lang.ImportModule, Module: x.B.Name(t.Value)}
	ref := lang.Ref{Name: im.Module, Start: t.Start, End: t.End, Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Value}
	if i := strings.LastIndexByte(t.Value, '.'); i > 0 {
		im.Kind, im.Module, im.Name = lang.ImportNamed, x.B.Name(t.Value[:i]), x.B.Name(t.Value[i+1:])
		ref.Kind, ref.Name, ref.Role = lang.RefImport, im.Name, lang.Read
	}
	id := x.B.Import(im)
	ref.X = int32(id)
	x.B.Ref(ref)
	if f.Imports[id].Kind == lang.ImportModule {
		return x.B.Expr(lang.ExprRequire, int32(id))
	}
	return lang.NoExpr
}

// isDotted says whether a text is a name in Python.
func isDotted(s string) bool {
	word := false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || word && c >= '0' && c <= '9':
			word = true
		case c == '.' && word:
			word = false
		default:
			return false
		}
	}
	return word
}
