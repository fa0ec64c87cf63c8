package php

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// Within says that a template runs in an object with the members of class, a class
// or an instance of one: $this is the object, and variables that the template does not
// bind are its properties. Further calls for a file add further classes, which are
// asked later. The result is the template's own class, derived from them.
func Within(r *lang.Reading, class lang.ExprID) lang.DefID {
	return within(r, class, lang.BaseExtends)
}

// WithinAny is Within for an open name: the object may be any of what that stands for.
func WithinAny(r *lang.Reading, open lang.ExprID) lang.DefID {
	return within(r, open, lang.BaseAnyOf)
}

func within(r *lang.Reading, class lang.ExprID, kind lang.BaseKind) lang.DefID {
	if class < 0 {
		return lang.NoDef
	}
	own := r.B.F.Scopes[0].Owner
	if own < 0 {
		id, d := r.B.Def(0, lang.KindClass, symbol.None, 0, 0)
		d.Flags, d.Space = lang.Synthetic|lang.Local, lang.Value|lang.Type
		r.B.F.Scopes[0].Owner = id
		own = id
		free(r)
	}
	r.B.Base(own, kind, class)
	return own
}

// free makes the variables that no scope around them binds members of $this.
func free(r *lang.Reading) {
	f := r.B.F
	bound := map[key]bool{}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Scope >= 0 {
			bound[key{d.Scope, d.Name}] = true
		}
	}
	members := map[int32]bool{}
	for i := range f.Refs {
		ref := &f.Refs[i]
		if ref.Kind != lang.RefName || !strings.HasPrefix(f.Name(ref.Name), "$") {
			continue
		}
		s, script := ref.Scope, false
		for s >= 0 && !bound[key{s, ref.Name}] {
			// The first scope below the file's is that of the template's own variables,
			// what else spans the file is not PHP's.
			sc := &f.Scopes[s]
			script = script || s > 1 && sc.Kind == lang.ScopeBlock && sc.Parent == 0
			s = sc.Parent
		}
		if s < 0 && !script {
			ref.Kind, ref.N = lang.RefMember, lang.OpenSure
			ref.X = int32(r.B.Expr(lang.ExprThis, 0))
			members[int32(i)] = true
		}
	}
	for i := range f.Exprs {
		if e := &f.Exprs[i]; e.Kind == lang.ExprName && members[e.N] {
			e.Kind, e.A = lang.ExprMember, lang.ExprID(f.Refs[e.N].X)
		}
	}
}
