package resolve

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang"
)

// Offer is a member that a value has.
type Offer struct {
	Name string // as its definition has it
	// File is the number of the file that defines it, of Input.Files and, behind them,
	// Input.Preludes; Def its definition there. A module has File -1 and no Def.
	File int32
	Def  *lang.Def

	far  int  // how many classes lie between that of the value and that of the member
	ours bool // it is the class's, as the value is
	// hidden is higher the less it is for everybody.
	hidden int
}

// start is where its definition stands.
func (o *Offer) start() uint32 {
	if o.Def == nil {
		return 0
	}
	return o.Def.Start
}

// Members are those of the value that stands before the name of reference r, a
// lang.RefMember, of a file: each is what the reference would mean with that name. They
// are sorted: those of the class, where the value is one, before those of its instances;
// those that are not for everybody (private ones, a name that begins with _) last; the
// nearest first, and those that are called alike by where they stand.
// There are none where the value's type is not known. It is not
// to be called after Run.
func (e Resolver) Members(file int32, r lang.RefID) []Offer {
	x := e.file(file)
	ref := &x.Facts.Refs[r]
	if ref.Kind != lang.RefMember || ref.X < 0 {
		return nil
	}
	v := newEval(e.engine, x)
	v.begin()
	names := memberNames{v: v, far: map[string]int{}, seen: map[defKey]bool{}, modules: map[*lang.Module]bool{}}
	recv := lang.ExprID(ref.X)
	t := v.value(file, recv)
	names.of(t, 0)
	class := v.types.at(t).kind == tClass
	space := ref.Space
	if space != 0 {
		space |= lang.Method // it may become a call
	}
	as := *ref
	as.Space = space
	if ref.Space&lang.Value == 0 {
		for _, en := range v.exprEnts(file, recv, lang.Namespace|lang.Value) {
			names.ofEnt(en, 0)
		}
	}
	var out []Offer
	for name, far := range names.far {
		v.begin()
		for _, h := range v.memberNamed(file, recv, &as, name, ref.Space) {
			if h.possible {
				continue
			}
			en := h.ent
			if d, ok := v.defined(h); ok {
				en = ent{kind: entDef, file: d.file, def: d.def}
			}
			switch en.kind {
			case entDef:
				d := &v.file(en.file).Facts.Defs[en.def]
				if d.Kind == lang.KindConstructor || class && !ofClass(d) && marked(name) {
					continue
				}
				written := v.file(en.file).Facts.Name(d.Name)
				if marked(name) && !marked(written) {
					written = name // a key that is a variable here
				}
				hidden := discreet(written)
				if x.Facts.Exprs[recv].Kind != lang.ExprThis && (strings.HasPrefix(d.Sig, "private ") || strings.HasPrefix(d.Sig, "protected ")) {
					hidden = 2
				}
				out = append(out, Offer{Name: written, File: en.file, Def: d, far: far, ours: class && ofClass(d), hidden: hidden})
			case entModule:
				out = append(out, Offer{Name: x.Lang.Rules.Written(name), File: -1, far: far, ours: class})
			default:
				continue
			}
			break
		}
	}
	slices.SortFunc(out, func(a, b Offer) int {
		if a.ours != b.ours {
			if a.ours {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.hidden, b.hidden), cmp.Compare(a.far, b.far), strings.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File), cmp.Compare(a.start(), b.start()))
	})
	return out
}

// marked says whether a name begins with what no word does (PHP's $).
func marked(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return r != '_' && !unicode.IsLetter(r)
}

// ofClass says whether a member is its class's, and not of each instance.
func ofClass(d *lang.Def) bool {
	return d.Flags&lang.Static != 0 || d.Kind == lang.KindEnumMember || d.Kind == lang.KindConstant || isType(d)
}

// discreet is higher the less a name is for everybody.
func discreet(name string) int {
	switch {
	case strings.HasPrefix(name, "__"):
		return 2
	case strings.HasPrefix(name, "_"), strings.HasPrefix(name, "#"):
		return 1
	}
	return 0
}

// memberNames gathers the names that members of values may have. What such a name means,
// if anything, is for the evaluator to say.
type memberNames struct {
	v       *eval
	far     map[string]int // how many classes away, by name
	seen    map[defKey]bool
	modules map[*lang.Module]bool
}

func (m *memberNames) add(name string, far int) {
	if had, ok := m.far[name]; name != "" && (!ok || far < had) {
		m.far[name] = far
	}
}

// of adds those of a value of type t.
func (m *memberNames) of(t typeID, far int) {
	v := m.v
	if t == unknown || !v.enter() {
		return
	}
	defer v.leave()
	x := *v.types.at(t)
	switch x.kind {
	case tUnion, tIntersect:
		for _, a := range x.args {
			m.of(a, far)
		}
	case tInstance, tThis:
		m.order(v.mro(x.file, x.def), far)
	case tSuper:
		m.order(v.behind(x.file, x.def), far)
	case tClass:
		if x.def >= 0 {
			m.order(v.mro(x.file, x.def), far)
			return
		}
		a := x.args[0]
		if p := *v.types.at(a); p.kind == tParam {
			a = v.bound1(p.file, p.def)
		}
		m.of(a, far)
	case tObject, tNamespace, tFunc:
		m.own(x.file, x.def, far)
	case tCond:
		m.of(v.subst(x.args[2], x.env), far)
		m.of(v.subst(x.args[3], x.env), far)
	case tModule:
		m.ofModule(x.mod, far)
	case tParam:
		m.of(v.bound1(x.file, x.def), far)
	case tArray, tTuple, tDict, tPromise:
		m.of(v.container(x), far)
	}
}

// ofEnt adds those of what a name means.
func (m *memberNames) ofEnt(en ent, far int) {
	switch en.kind {
	case entModule:
		m.ofModule(en.mod, far)
	case entDef:
		m.own(en.file, en.def, far)
	}
}

// order adds those of classes, each further away than the one before.
func (m *memberNames) order(order []mroEntry, far int) {
	for n, c := range order {
		switch {
		case c.any != "":
			for _, t := range m.v.keyed(c.any) {
				m.v.forwards(t, func(e lang.ExprID) { m.of(m.v.value(t.file, e), far+n) })
			}
		case c.of != unknown:
			m.of(c.of, far+n)
		case c.ext == nil && !c.open:
			m.own(c.file, c.def, far+n)
		}
	}
}

// own adds those that hang directly on a definition.
func (m *memberNames) own(fi int32, def lang.DefID, far int) {
	x := m.v.file(fi)
	def = x.Facts.Canonical(def)
	if k := (defKey{fi, def}); m.seen[k] {
		return
	} else {
		m.seen[k] = true
	}
	for _, member := range x.members.all(int32(def)) {
		d := &x.Facts.Defs[member]
		if d.Flags&lang.Param != 0 && d.Flags&lang.Member == 0 || d.Flags&lang.Local != 0 && d.Flags&lang.Member == 0 || d.Kind == lang.KindTypeParameter {
			continue
		}
		m.add(x.Facts.Name(d.LookupName()), far)
	}
	for _, s := range m.v.standIns(x, def) {
		m.own(s.file, s.def, far)
	}
}

// ofModule adds what a module gives to those that import it.
func (m *memberNames) ofModule(mod *lang.Module, far int) {
	v := m.v
	if mod == nil || m.modules[mod] || !v.enter() {
		return
	}
	defer v.leave()
	m.modules[mod] = true
	if mod.External {
		if fi, ok := v.e.declaring(v.familyOf(mod), mod); ok {
			m.exports(fi, far)
		}
		return
	}
	for _, fi := range v.filesOf(mod) {
		m.exports(fi, far)
	}
	v.gather(mod)
}

// exports adds what a file gives to those that import it.
func (m *memberNames) exports(fi int32, far int) {
	v := m.v
	x := v.file(fi)
	if x.Lang.Rules.FileScopeExports {
		for _, top := range x.scopes.all(0) {
			// What it imports itself comes last: hardly anybody takes it from here.
			if d := &x.Facts.Defs[top]; d.Flags&lang.Binding != 0 {
				m.add(x.Facts.Name(d.LookupName()), far+1)
			} else {
				m.add(x.Facts.Name(d.LookupName()), far)
			}
		}
		for _, s := range x.stars {
			if im := &x.Facts.Imports[s]; im.Scope == 0 {
				m.ofModule(v.module(fi, im), far+1)
			}
		}
		return
	}
	for name := range x.exports {
		if name != "default" {
			m.add(name, far)
		}
	}
	if x.equals >= 0 {
		for _, en := range v.export(fi, x.equals, 0) {
			m.of(v.entType(en), far)
		}
	}
	for _, i := range x.reStars {
		m.ofModule(v.module(fi, &x.Facts.Imports[x.Facts.Exports[i].From]), far)
	}
}
