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
		if v.fuel <= 0 {
			break
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
	direct := len(out) > maxRelations || v.tooHigh(defKey{i, c})
	var visit func(fi int32, d lang.DefID)
	base := func(fi int32, d lang.DefID, args []typeID) {
		if seen[defKey{fi, d}] || len(seen) > maxAncestors {
			return
		}
		seen[defKey{fi, d}] = true
		if !iface {
			out = v.relate(out, id, lang.Implements, fi, d)
		}
		for _, m := range own {
			def := &f.Defs[m]
			if def.Parent != id || def.Flags&lang.Member == 0 || def.Flags&lang.Binding != 0 || def.Suffix == symbol.Parameter || def.Kind == lang.KindConstructor || def.Kind == lang.KindTypeParameter {
				continue
			}
			if iface && !def.Callable() {
				continue
			}
			for _, h := range v.own(fi, d, f.Name(def.LookupName()), v.argEnv(fi, d, args, nil), unknown, func(o *lang.Def) bool {
				return o.Flags&lang.Member != 0 && (!x.Lang.Rules.Spaces || o.Space == def.Space)
			}) {
				if h.kind == entDef && (!x.Lang.Rules.Overloads || v.overrides(hit{ent: ent{kind: entDef, file: i, def: m}}, h)) {
					out = v.relate(out, f.Canonical(m), lang.Implements, h.file, h.def)
				}
			}
		}
		if !direct {
			visit(fi, d)
		}
	}
	visit = func(fi int32, d lang.DefID) {
		y := v.file(fi)
		for _, b := range y.bases(d) {
			if b.Kind != lang.BaseExtends && b.Kind != lang.BaseImplements && b.Kind != lang.BaseMixin {
				continue
			}
			v.each(v.typeExpr(fi, b.Expr), func(t typeID) {
				if bt := *v.types.at(t); (bt.kind == tInstance || bt.kind == tClass) && bt.def >= 0 {
					base(bt.file, bt.def, bt.args)
				}
			})
		}
		for _, a := range v.augmentations(fi, d) {
			base(a.file, a.def, nil)
		}
	}
	visit(i, id)
	return out
}

// augmentations are the interfaces that other files declare in the module that
// file fi is, to be one with its definition d (declare module "./shapes" {
// interface Shape … }). None where interfaces are not merged.
func (v *eval) augmentations(fi int32, d lang.DefID) (out []defRef) {
	x := v.file(fi)
	def := &x.Facts.Defs[d]
	if !x.Lang.Rules.MergedInterfaces || !isType(def) || def.Parent >= 0 || def.Scope != 0 || def.Name == 0 {
		return nil
	}
	name := x.Facts.Name(def.LookupName())
	v.asked[nameHash(name)] = true
	for _, m := range v.e.tables.members(x.Lang.Family, name) {
		if m.kind != lang.KindInterface || m.file == fi {
			continue
		}
		y := v.file(m.file)
		parent := y.Facts.Defs[m.def].Parent
		if parent < 0 || y.Facts.Defs[parent].Kind != lang.KindModule {
			continue
		}
		target := v.resolveModule(m.file, &lang.Import{}, y.Facts.Name(y.Facts.Defs[parent].Name), 0)
		if target != nil && slices.Contains(target.Files, x.Path) {
			out = append(out, m.defRef)
		}
	}
	return out
}

// typeRelation adds the class of the repository that a variable's value is.
func (v *eval) typeRelation(i int32, id lang.DefID, out []Relation) []Relation {
	if t := *v.types.at(v.defType(i, id)); t.kind == tInstance {
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
