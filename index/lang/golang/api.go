package golang

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// api says what importers can see of a package: for each name at package level
// what is declared, with the names of other types and not what is behind them.
// Unexported types are in it, since exported declarations may lead to them; of
// structs exported and embedded fields are.
func api(p *types.Package) map[string]string {
	out := map[string]string{}
	scope := p.Scope()
	// Unexported methods count where an interface asks for them; structs with the
	// same fields can be converted to one another.
	asked, alike := map[string]bool{}, map[string][]string{}
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		switch u := t.Type().Underlying().(type) {
		case *types.Interface:
			for m := range u.Methods() {
				asked[m.Name()] = true
			}
		case *types.Struct:
			s := types.TypeString(u, nil)
			alike[s] = append(alike[s], name)
		}
	}
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.TypeName:
			out[name] = typeAPI(o, asked, alike)
		case *types.Const:
			if o.Exported() {
				out[name] = fmt.Sprint("const ", types.TypeString(o.Type(), nil), o.Val())
			}
		default:
			if o.Exported() {
				out[name] = types.ObjectString(o, nil)
			}
		}
	}
	return out
}

func typeAPI(t *types.TypeName, asked map[string]bool, alike map[string][]string) string {
	var b strings.Builder
	named, ok := t.Type().(*types.Named)
	if !ok || t.IsAlias() {
		return types.ObjectString(t, nil)
	}
	for p := range named.TypeParams().TypeParams() {
		fmt.Fprintf(&b, "[%s %s]", p.Obj().Name(), types.TypeString(p.Constraint(), nil))
	}
	u := named.Underlying()
	if s, ok := u.(*types.Struct); ok {
		fmt.Fprint(&b, "struct ", types.Comparable(named), alike[types.TypeString(u, nil)])
		for i := range s.NumFields() {
			if f := s.Field(i); f.Exported() || f.Embedded() {
				fmt.Fprintf(&b, "; %s %v %s %q", f.Name(), f.Embedded(), types.TypeString(f.Type(), nil), s.Tag(i))
			}
		}
	} else {
		b.WriteString(types.TypeString(u, nil))
	}
	var methods []string
	for m := range named.Methods() {
		if m.Exported() || asked[m.Name()] {
			_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
			methods = append(methods, fmt.Sprint("; ", m.Name(), pointer, types.TypeString(m.Signature(), nil)))
		}
	}
	slices.Sort(methods)
	b.WriteString(strings.Join(methods, ""))
	return b.String()
}

// apiOf is api of a package of the graph as it is now; false where there is none.
func apiOf(n *pkg) (out map[string]string, ok bool) {
	if n == nil || n.latest().types == nil {
		return nil, false
	}
	defer func() {
		if recover() != nil { // as in checkFiles
			ok = false
		}
	}()
	return api(n.latest().types), true
}

// seal finds what importers can see of the changes in d, the only folder that has
// any: the names that differ, to be looked for in other folders too. It is false
// where that can't be told.
func (x *outdating) seal(ctx context.Context, d *dir, changes []*change) (bool, error) {
	for _, h := range changes {
		was := x.c.p.was[h.path]
		if h.broken || !h.test() && (h.file != nil && !h.file.match(defaultConfig) || h.was != nil && h.head && (was == nil || !was.match(defaultConfig))) {
			return false, nil
		}
	}
	t := target{dir: d}
	was, ok := apiOf(x.c.g.old[t.key()])
	if !ok || x.cyclic(d, map[*dir]bool{}) {
		return false, nil
	}
	var order []*pkg
	n := x.c.g.get(defaultConfig, t, &order)
	if err := x.c.g.build(ctx, order); err != nil {
		return false, err
	}
	is, ok := apiOf(n)
	if !ok {
		return false, nil
	}
	for _, pair := range [2][2]map[string]string{{was, is}, {is, was}} {
		for name, s := range pair[0] {
			if pair[1][name] != s {
				x.push(globalName{dir: d, name: name, visible: true})
			}
		}
	}
	// What is not a type may be another one in other builds, and so may be what is
	// declared again for them.
	count := map[string]int{}
	for _, f := range d.files {
		if !f.test {
			x.countTypes(count, x.c.in.Facts(f.path))
		}
	}
	for _, h := range changes {
		if h.test() {
			continue
		}
		x.countTypes(count, h.was)
		for name, typ := range h.names {
			typeName, _, _ := strings.Cut(name, ".")
			if !typ || count[typeName] > 2 {
				x.push(globalName{dir: d, name: name, visible: true})
			}
		}
		// Links lead to what is as it was, but elsewhere.
		for _, name := range h.displaced() {
			x.push(globalName{dir: d, name: name, visible: true})
		}
	}
	return true, nil
}

// countTypes counts the declarations of types in a file.
func (x *outdating) countTypes(count map[string]int, f *lang.Facts) {
	if f == nil {
		return
	}
	for _, s := range f.Surface {
		if s.Def >= 0 && f.Defs[s.Def].Parent < 0 && isType(f.Defs[s.Def].Kind) {
			count[shownName(f, s.Def)]++
		}
	}
}

// displaced are the names at package level whose declarations, or exported parts of
// them, are in the file only now, or were only then.
func (h *change) displaced() (names []string) {
	both := h.was != nil && h.is != nil
	var match []lang.DefID
	if both {
		match = lang.MatchDefs(h.was, h.is)
	}
	stay := map[lang.DefID]bool{} // of is
	see := func(f *lang.Facts, gone func(lang.DefID) bool) {
		if f == nil {
			return
		}
		for i := range f.Defs {
			d := &f.Defs[i]
			if d.Flags&(lang.Local|lang.Binding) != 0 || !h.head && !gone(lang.DefID(i)) {
				continue
			}
			top := d
			for top.Parent >= 0 {
				top = &f.Defs[top.Parent]
			}
			if name := f.Name(top.Name); top == d || token.IsExported(f.Name(d.Name)) {
				names = append(names, name)
			}
		}
	}
	see(h.was, func(d lang.DefID) bool {
		if !both || match[d] < 0 {
			return true
		}
		stay[match[d]] = true
		return false
	})
	see(h.is, func(d lang.DefID) bool { return !stay[d] })
	return names
}

// methodless says whether types of a package, each of which is in one of two
// versions of it or in both, neither have methods, whatever else is built with
// them, nor are interfaces.
func methodless(names map[string]bool, versions ...*types.Package) bool {
	for name := range names {
		found := false
		for _, p := range versions {
			o := p.Scope().Lookup(name)
			if o == nil {
				continue
			}
			named, ok := o.Type().(*types.Named)
			if _, isType := o.(*types.TypeName); !ok || !isType || o.(*types.TypeName).IsAlias() || named.NumMethods() > 0 || types.IsInterface(named) {
				return false
			}
			if s, ok := named.Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					if f.Embedded() {
						return false
					}
				}
			}
			found = true
		}
		if !found {
			return false
		}
	}
	return true
}
