package resolve

import (
	"slices"
	"sort"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// relations finds what the classes of file i extend and implement, which
// members override which, and the types of fields and variables.
func (v *eval) relations(i int32) []Relation {
	x := v.file(i)
	f := x.Facts
	var out []Relation
	for d := range f.Defs {
		id := lang.DefID(d)
		def := &f.Defs[d]
		if def.Flags&lang.Local != 0 {
			continue
		}
		v.begin()
		switch def.Kind {
		case lang.KindClass, lang.KindInterface, lang.KindStruct, lang.KindTrait, lang.KindEnum:
			out = v.classRelations(i, id, out)
		case lang.KindField, lang.KindStaticField, lang.KindProperty, lang.KindVariable, lang.KindConstant:
			out = v.typeRelation(i, id, out)
		}
	}
	sortRelations(out)
	return slices.Compact(out)
}

func sortRelations(rs []Relation) {
	sort.SliceStable(rs, func(i, j int) bool {
		a, b := rs[i], rs[j]
		if a.Def != b.Def {
			return a.Def < b.Def
		}
		if a.Kind != b.Kind {
			return a.Kind < b.Kind
		}
		if a.Doc != b.Doc {
			return a.Doc < b.Doc
		}
		return a.Target < b.Target
	})
}

// maxAncestors bounds the bases of one class that are looked at, the indirect
// ones included.
const maxAncestors = 512

// classRelations adds the bases of class id and what its members override.
func (v *eval) classRelations(i int32, id lang.DefID, out []Relation) []Relation {
	x := v.file(i)
	f := x.Facts
	c := f.Canonical(id)
	own := x.members.all(int32(c))
	// iface: an interface where only classes implement.
	iface := x.Lang.Rules.ClassesImplement && f.Defs[id].Kind == lang.KindInterface
	seen := map[defKey]bool{{i, c}: true}
	var visit func(fi int32, d lang.DefID)
	visit = func(fi int32, d lang.DefID) {
		y := v.file(fi)
		for _, b := range y.bases(d) {
			if b.Kind != lang.BaseExtends && b.Kind != lang.BaseImplements && b.Kind != lang.BaseMixin {
				continue
			}
			v.each(v.typeExpr(fi, b.Expr), func(t typeID) {
				bt := v.types[t]
				if bt.kind != tInstance && bt.kind != tClass || bt.def < 0 || seen[defKey{bt.file, bt.def}] || len(seen) > maxAncestors {
					return
				}
				seen[defKey{bt.file, bt.def}] = true
				if !iface {
					out = v.relate(out, id, lang.Implements, bt.file, bt.def)
				}
				for _, m := range own {
					d := &f.Defs[m.def]
					if d.Parent != id || d.Flags&lang.Member == 0 || d.Flags&lang.Binding != 0 || d.Suffix == symbol.Parameter || d.Kind == lang.KindConstructor || d.Kind == lang.KindTypeParameter {
						continue
					}
					if iface && !d.Callable() {
						continue
					}
					for _, h := range v.own(bt.file, bt.def, f.Name(d.LookupName()), v.argEnv(bt.file, bt.def, bt.args, nil), unknown, func(o *lang.Def) bool {
						return o.Flags&lang.Member != 0 && (!x.Lang.Rules.Spaces || o.Space == d.Space)
					}) {
						if h.kind == entDef && (!x.Lang.Rules.Overloads || v.overrides(hit{ent: ent{kind: entDef, file: i, def: m.def}}, h)) {
							out = v.relate(out, f.Canonical(m.def), lang.Implements, h.file, h.def)
						}
					}
				}
				visit(bt.file, bt.def)
			})
		}
	}
	visit(i, id)
	return out
}

// typeRelation adds the class of the repository that a variable's value is.
func (v *eval) typeRelation(i int32, id lang.DefID, out []Relation) []Relation {
	if t := v.types[v.defType(i, id)]; t.kind == tInstance {
		return v.relate(out, id, lang.TypeDefinition, t.file, t.def)
	}
	return out
}

func (v *eval) relate(out []Relation, d lang.DefID, k lang.RelationKind, fi int32, target lang.DefID) []Relation {
	if x := v.file(fi); x.Prelude != nil {
		doc, id, ok := v.e.declared(x, target)
		if !ok {
			return out
		}
		fi, target = doc, id
	}
	return append(out, Relation{Def: d, Kind: k, Doc: fi, Target: target})
}
