package laravel

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/typescript"
)

// scriptsVersion changes whenever what Scripts reads of some file does.
const scriptsVersion = 1

// Scripts is what scripts of a Laravel application say of it: the names of routes that
// they ask Ziggy's route() for.
func Scripts() *lang.Framework {
	return &lang.Framework{
		Name: name, Version: scriptsVersion, Families: []string{typescript.Family}, Read: readScript,
		Wants: func(in lang.Input) bool { return bytes.Contains(in.Src, []byte("route(")) },
	}
}

func readScript(r *lang.Reading) {
	if !ziggy(r) {
		return
	}
	for _, c := range r.Calls() {
		switch {
		case c.Name == "route" && !c.New && (!c.Method || c.Recv >= 0 && r.B.F.Exprs[c.Recv].Kind == lang.ExprThis):
			if t, ok := r.Text(r.Arg(c, 0, "")); ok {
				r.UseMounted(kindRoute, t.Value, t)
			}
		case c.Name == "current" && c.Method, c.Name == "has" && c.Method:
			if on, ok := r.CallOf(c.Recv); ok && on.Name == "route" && !on.Method && len(r.Args(on)) == 0 {
				if t, ok := r.Text(r.Arg(c, 0, "")); ok {
					usePattern(r, t)
				}
			}
		}
	}
}

// ziggy says whether the function route of a file may be Ziggy's: it is global, or
// imported from there.
func ziggy(r *lang.Reading) bool {
	f := r.B.F
	for i := range f.Defs {
		d := &f.Defs[i]
		if f.Name(d.Name) != "route" || d.Scope < 0 || d.Flags&lang.Member != 0 {
			continue
		}
		if d.Flags&lang.Binding == 0 {
			return false
		}
		for j := range f.Imports {
			if im := &f.Imports[j]; im.Local == lang.DefID(i) && !strings.Contains(strings.ToLower(f.Name(im.Module)), "ziggy") {
				return false
			}
		}
	}
	return true
}
