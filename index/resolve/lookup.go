package resolve

import (
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// ent is what a name stands for: a definition, a module, or something outside
// the repository.
type ent struct {
	kind entKind
	file int32
	def  lang.DefID
	mod  *lang.Module
	ext  *extRef
}

type entKind uint8

const (
	entDef entKind = iota
	entModule
	entExternal
	entType // only its type is known: the value of export default <expression>
)

func moduleEnt(m *lang.Module) ent { return ent{kind: entModule, mod: m} }

func externalEnt(m *lang.Module, names ...string) ent {
	return ent{kind: entExternal, ext: &extRef{m, names}}
}

// name resolves a bare name in scope s of file fi.
func (v *eval) name(fi int32, s lang.ScopeID, n lang.NameID, space lang.Space) []ent {
	es, hs := v.lookup(fi, s, n, space)
	for _, h := range hs {
		es = append(es, h.ent)
	}
	return es
}

// lookup is name; members of a class around come with what they know of it.
func (v *eval) lookup(fi int32, s lang.ScopeID, n lang.NameID, space lang.Space) ([]ent, []hit) {
	x := v.file(fi)
	crossed := false
	for ; s >= 0; s = x.Facts.Scopes[s].Parent {
		sc := &x.Facts.Scopes[s]
		if sc.Kind != lang.ScopeClass || !crossed {
			if es := v.bound(fi, x, s, n, space); len(es) > 0 {
				return es, nil
			}
		}
		if sc.Owner >= 0 && (sc.Kind == lang.ScopeMembers || sc.Kind == lang.ScopeClass && x.Lang.Rules.ImplicitMembers) {
			if hs := v.implicit(fi, sc.Owner, x.Facts.Name(n), space); len(hs) > 0 {
				return nil, hs
			}
		}
		if sc.Kind == lang.ScopeNamespace && sc.Owner >= 0 {
			// What another block of the same namespace exports is in scope too.
			v.lookedIn(x, x.Facts.Name(n))
			if es := v.defs(fi, x.members.get(int32(x.Facts.Canonical(sc.Owner)), n), space); len(es) > 0 {
				return es, nil
			}
		}
		if sc.Kind == lang.ScopeFunction || sc.Kind == lang.ScopeComprehension {
			crossed = true
		}
	}
	text := x.Facts.Name(n)
	if own := x.Lang.Rules.OwnExports; own != "" && text == own && x.gives() {
		return []ent{moduleEnt(v.ownModule(fi))}, nil
	}
	if x.Lang.Rules.Spaces { // imports on demand give way to the package
		if es := v.shared(x, text, space); len(es) > 0 {
			return es, nil
		}
	}
	if x.Lang.Rules.Textual {
		return v.included(fi, text, space), nil
	}
	for i := len(x.stars) - 1; i >= 0; i-- {
		im := &x.Facts.Imports[x.stars[i]]
		if m := v.module(fi, im); m != nil {
			if m.Shared != "" {
				if es := v.packaged(fi, m, text, space); len(es) > 0 {
					return es, nil
				}
				continue
			}
			if m.External {
				if es := v.declares(m, text, space); len(es) > 0 {
					return es, nil
				}
				continue
			}
			if es := v.starred(m, text, space); len(es) > 0 {
				return es, nil
			}
		}
	}
	if es := v.sharedNames(x, text, space); len(es) > 0 && !x.Lang.Rules.Spaces {
		return es, nil
	}
	if b := x.Lang.Rules.Builtins; b != nil {
		if m, path, ok := b(text); ok && (!x.Lang.Rules.Spaces || space&lang.Type != 0) {
			return v.external1(v.e.module(of(&m, x.Lang.Family)), path, space), nil
		}
	}
	if p, ok := v.e.in.Projects[x.Lang.Family].(lang.Outsider); ok {
		if m, path := p.Outside(text); m.Found() {
			return v.external1(v.e.module(of(m, x.Lang.Family)), path, space), nil
		}
	}
	return nil, nil
}

// gives says whether the file says of anything that it exports it.
func (x *fileIndex) gives() bool { return x.equals >= 0 || len(x.exports) > 0 }

// ownModule is the module that a file is.
func (v *eval) ownModule(fi int32) *lang.Module {
	x := v.file(fi)
	k := moduleKey{fi, x.Lang.Family, "", ownLevel}
	m, ok := v.modules[k]
	if !ok {
		m = &lang.Module{Name: x.Path, Files: []string{x.Path}}
		v.modules[k] = m
	}
	return m
}

// ownLevel tells a file's own module from those of specifiers, whose levels are not
// negative.
const ownLevel = -1

// ownExports is the file's own module where recv.name is how it reads that.
func (v *eval) ownExports(fi int32, recv lang.ExprID, name string) (ent, bool) {
	x := v.file(fi)
	rules := &x.Lang.Rules
	if name != rules.OwnExports || name == "" || recv < 0 || !x.gives() {
		return ent{}, false
	}
	of := &x.Facts.Exprs[recv]
	if of.Kind != lang.ExprName || of.N < 0 {
		return ent{}, false
	}
	r := &x.Facts.Refs[of.N]
	if x.Facts.Name(r.Name) != rules.OwnModule {
		return ent{}, false
	}
	for s := r.Scope; s >= 0; s = x.Facts.Scopes[s].Parent {
		if len(x.scopes.get(int32(s), r.Name)) > 0 {
			return ent{}, false
		}
	}
	return moduleEnt(v.ownModule(fi)), true
}

// sharedNames looks the alternatives of a name up in the shared scope.
func (v *eval) sharedNames(x *fileIndex, text string, space lang.Space) []ent {
	sep := x.Lang.Rules.Alternatives
	for more := true; more; {
		name := text
		if more = false; sep != "" {
			name, text, more = strings.Cut(text, sep)
		}
		if es := v.shared(x, x.fold(name), space); len(es) > 0 {
			return es
		}
	}
	return nil
}

// external1 is name in an external module: what its prelude declares, else
// just the name.
func (v *eval) external1(m *lang.Module, name string, space lang.Space) []ent {
	family := v.familyOf(m)
	if fi, ok := v.e.declaring(family, m); ok {
		for _, sp := range [2]lang.Space{space, lang.AnySpace} {
			if es := v.exportedFrom(fi, name, sp); len(es) > 0 {
				return es
			}
		}
		if s := v.sub(v.e.in.Projects[family], m, name); s != nil {
			return []ent{moduleEnt(of(s, family))}
		}
		if name == "default" {
			return nil // the module itself stands for it
		}
	}
	return []ent{externalEnt(m, name)}
}

// declares is what the prelude of external module m itself declares as name:
// what import * takes from it.
func (v *eval) declares(m *lang.Module, name string, space lang.Space) []ent {
	fi, ok := v.e.declaring(v.familyOf(m), m)
	if !ok {
		return nil
	}
	x := v.file(fi)
	n, ok := x.nameIDs.Get(name)
	if !ok {
		return nil
	}
	var own []binding
	for _, b := range x.scopes.get(0, n) {
		if x.Facts.Defs[b.def].Flags&lang.Binding == 0 {
			own = append(own, b)
		}
	}
	return v.defs(fi, own, space)
}

// bound is what name n is bound to in scope s itself.
func (v *eval) bound(fi int32, x *fileIndex, s lang.ScopeID, n lang.NameID, space lang.Space) []ent {
	if s == 0 {
		v.lookedIn(x, x.Facts.Name(n))
	}
	return v.defs(fi, x.scopes.get(int32(s), n), space)
}

// defs turns bindings into what they stand for: import bindings are followed,
// definitions of one symbol are one.
func (v *eval) defs(fi int32, rows []binding, space lang.Space) []ent {
	if len(rows) == 0 {
		return nil
	}
	x := v.file(fi)
	f := x.Facts
	v.burn(len(rows) / rowsPerStep)
	var out []ent
	for _, b := range rows {
		d := &f.Defs[b.def]
		if space != 0 && d.Space&space == 0 && (d.Flags&lang.Binding == 0 || x.Lang.Rules.Spaces) {
			continue
		}
		if d.Flags&lang.Binding != 0 {
			out = v.merge(out, v.follow(fi, b.def, space)...)
			continue
		}
		out = v.merge(out, ent{kind: entDef, file: fi, def: f.Canonical(b.def)})
	}
	return out
}

// merge appends es without repetitions.
func (v *eval) merge(out []ent, es ...ent) []ent {
	v.burn(len(out) * len(es) / comparedPerStep)
	for _, e := range es {
		if !slices.ContainsFunc(out, func(o ent) bool { return o.equal(e) }) {
			out = append(out, e)
		}
	}
	return out
}

func (e ent) equal(o ent) bool {
	if e.kind != o.kind || e.file != o.file || e.def != o.def {
		return false
	}
	switch e.kind {
	case entModule:
		return e.mod == o.mod || e.mod.Name == o.mod.Name && slices.Equal(e.mod.Files, o.mod.Files) && e.mod.External == o.mod.External
	case entExternal:
		return e.ext.mod == o.ext.mod && slices.Equal(e.ext.names, o.ext.names)
	}
	return true
}

// shared looks name up in the scope that the file shares with others.
func (v *eval) shared(x *fileIndex, name string, space lang.Space) []ent {
	if x.Lang.Rules.Shared == nil {
		return nil
	}
	key := x.Lang.Rules.Shared(x.Path, x.Facts)
	if key == "" {
		return nil
	}
	return v.sharedAs(x, key, name, space)
}

// sharedAs looks name up in the shared scope key, as file x sees it.
func (v *eval) sharedAs(x *fileIndex, key, name string, space lang.Space) []ent {
	var out []ent
	best := 0
	for _, t := range v.sharedRows(x, key, name) {
		v.touch(t.file)
		if space != 0 && t.space&space == 0 {
			continue
		}
		if x.Lang.Rules.Nearest {
			near := 1
			switch {
			case t.file == x.number:
				near = 3
			case v.e.input(t.file).Prelude == nil:
				near = 2
			}
			if near < best {
				continue
			}
			if near > best {
				out, best = nil, near
			}
		}
		out = v.merge(out, ent{kind: entDef, file: t.file, def: t.def})
	}
	if len(out) > 1 && x.Lang.Rules.Spaces {
		return v.nearest(x, out)
	}
	return out
}

// sharedRows are the definitions of a name in a shared scope, for a file of the language.
// The file being resolved depends on whether there are any.
func (v *eval) sharedRows(x *fileIndex, key, name string) []entry {
	row := rowHash(rowShared, key, name)
	v.asked[asking(row)] = true
	rows := v.e.tables.shared(x.File, row)
	v.burn(len(rows) / rowsPerStep)
	return rows
}

// nearest keeps the definitions whose files have most folders in common with
// file x: the copies of a class in other modules of a repository are others.
func (v *eval) nearest(x *fileIndex, es []ent) []ent {
	best := -1
	var out []ent
	for _, e := range es {
		p := v.e.input(e.file).Path
		n := 0
		for i := 0; i < len(p) && i < len(x.Path) && p[i] == x.Path[i]; i++ {
			if p[i] == '/' {
				n++
			}
		}
		if p == x.Path {
			n = len(p)
		}
		if n > best {
			best, out = n, nil
		}
		if n == best {
			out = append(out, e)
		}
	}
	return out
}

// packaged is what name means in a module that is a shared scope, or a type
// in one; nothing when no file says so.
func (v *eval) packaged(fi int32, m *lang.Module, name string, space lang.Space) []ent {
	if es := v.sharedAs(v.file(fi), m.Shared, name, space); len(es) > 0 || m.Outer == nil || !v.enter() {
		return es
	}
	defer v.leave()
	var out []ent
	for _, e := range v.packaged(fi, m.Outer, m.Last, lang.Type) {
		for _, h := range v.membersIn(v.entType(e), name, space) {
			out = v.merge(out, h.ent)
		}
	}
	return out
}

// packagedOrExternal is packaged, or else a name outside the repository.
func (v *eval) packagedOrExternal(fi int32, m *lang.Module, name string, space lang.Space) []ent {
	if es := v.packaged(fi, m, name, space); len(es) > 0 {
		return es
	}
	if m.Outer == nil {
		return []ent{externalEnt(m, name)}
	}
	if !v.enter() {
		return nil
	}
	defer v.leave()
	var out []ent
	for _, e := range v.packagedOrExternal(fi, m.Outer, m.Last, lang.Type) {
		if e.kind == entExternal {
			out = append(out, ent{kind: entExternal, ext: e.ext.sub(name)})
		}
	}
	return out
}

// pack is the package called name, nil when no file lies in it or below.
func (v *eval) pack(fi int32, name string) *lang.Module {
	m := v.resolveModule(fi, &lang.Import{}, name, 0)
	if m == nil || m.Shared == "" {
		return nil
	}
	row := rowHash(rowPackage, m.Shared, "")
	v.asked[asking(row)] = true
	if len(v.e.tables.shared(v.file(fi).File, row)) == 0 {
		return nil
	}
	return m
}

// module is the module of an import.
func (v *eval) module(fi int32, im *lang.Import) *lang.Module {
	x := v.file(fi)
	return v.resolveModule(fi, im, x.Facts.Name(im.Module), int(im.Level))
}

type moduleKey struct {
	file         int32
	family, spec string
	level        int
}

// resolveModule is the module that spec, all or part of the specifier of im,
// means in file fi.
func (v *eval) resolveModule(fi int32, im *lang.Import, spec string, level int) *lang.Module {
	x := v.file(fi)
	family := cmp.Or(im.Family, x.Lang.Family)
	p := v.e.in.Projects[family]
	if p == nil {
		return nil
	}
	k := moduleKey{fi, family, spec, level}
	if m, ok := v.modules[k]; ok {
		return m
	}
	m := p.Resolve(x.Path, spec, level)
	if m != nil {
		v.ask(m.Asked)
	}
	if !m.Found() {
		m = nil
	}
	m = of(m, family)
	v.modules[k] = m
	return m
}

// sub is the module name in module m, nil for none.
func (v *eval) sub(p lang.Project, m *lang.Module, name string) *lang.Module {
	s := p.Sub(m, name)
	if s != nil {
		v.ask(s.Asked)
	}
	if !s.Found() {
		return nil
	}
	return s
}

// of is m as the module of a family; modules of the repository are their files'.
func of(m *lang.Module, family string) *lang.Module {
	if m == nil || !m.External || m.Family == family {
		return m
	}
	c := *m
	c.Family = family
	return &c
}

// familyOf is the family whose project names the symbols of an external module.
func (v *eval) familyOf(m *lang.Module) string { return cmp.Or(m.Family, v.self.Lang.Family) }

// ask notes what the links of the file being resolved depend on.
func (v *eval) ask(hashes []uint32) {
	for _, h := range hashes {
		v.asked[h] = true
	}
}

// follow finds what an import binding stands for.
func (v *eval) follow(fi int32, d lang.DefID, space lang.Space) []ent {
	x := v.file(fi)
	id, ok := x.imports[d]
	if !ok {
		// import x = A.B
		for _, a := range x.assigns(d) {
			if es := v.exprEnts(fi, a.Value, space); len(es) > 0 {
				return es
			}
		}
		return nil
	}
	return v.imported(fi, id, space)
}

// imported finds what import id of file fi takes.
func (v *eval) imported(fi int32, id lang.ImportID, space lang.Space) []ent {
	if !v.enter() {
		return nil
	}
	defer v.leave()
	x := v.file(fi)
	im := &x.Facts.Imports[id]
	if im.Kind == lang.ImportRoot {
		spec := x.Facts.Name(im.Module)
		for i := 0; i < len(spec); i++ {
			if spec[i] == '.' {
				spec = spec[:i]
			}
		}
		if m := v.resolveModule(fi, im, spec, 0); m != nil {
			return []ent{moduleEnt(m)}
		}
		return nil
	}
	m := v.module(fi, im)
	if m == nil {
		return nil
	}
	switch im.Kind {
	case lang.ImportNamed:
		if m.Shared != "" {
			return v.packagedOrExternal(fi, m, x.Facts.Name(im.Name), space)
		}
		return v.exported(m, x.Facts.Name(im.Name), space)
	case lang.ImportDefault:
		if es := v.exported(m, "default", space); len(es) > 0 {
			return es
		}
		return v.wholeModule(m, space)
	case lang.ImportModule, lang.ImportEquals:
		return v.wholeModule(m, space)
	}
	return nil
}

// wholeModule is the module itself, or what its export = says it is.
func (v *eval) wholeModule(m *lang.Module, space lang.Space) []ent {
	whole := func(fi int32) []ent {
		if v.e.input(fi).Lang.Rules.FileScopeExports { // nothing is said: it need not be read
			v.touch(fi)
			return nil
		}
		if x := v.file(fi); x.equals >= 0 {
			return v.export(fi, x.equals, space)
		}
		return nil
	}
	for _, fi := range v.filesOf(m) {
		if es := whole(fi); len(es) > 0 {
			return es
		}
	}
	if fi, ok := v.e.declaring(v.familyOf(m), m); ok && m.External {
		if es := whole(fi); len(es) > 0 {
			return es
		}
	}
	return []ent{moduleEnt(m)}
}

// starred is what a star import takes under name from m. Where every name of a
// file can be imported, that is what the file lists for it (__all__), else what
// is not private. A file with star imports of its own may add theirs to the list
// in ways that are not followed.
func (v *eval) starred(m *lang.Module, name string, space lang.Space) []ent {
	if len(m.Files) > 0 {
		if fi, ok := v.e.numberOf(m.Files[0]); ok {
			x := v.file(fi)
			v.lookedIn(x, name)
			if _, listed := x.exports[name]; x.Lang.Rules.FileScopeExports && !listed &&
				(strings.HasPrefix(name, "_") || len(x.exports) > 0 && len(x.stars) == 0) {
				return nil
			}
		}
	}
	return v.exported(m, name, space)
}

// filesOf are the numbers of a module's files, in their order.
func (v *eval) filesOf(m *lang.Module) (out []int32) {
	if known, ok := v.files[m]; ok {
		return known
	}
	for _, p := range m.Files {
		if fi, ok := v.e.numberOf(p); ok {
			out = append(out, fi)
		}
	}
	if len(m.Files) > 1 {
		v.files[m] = out
	}
	return out
}

// gather notes which of a module's several files give a name, for who asks for many.
func (v *eval) gather(m *lang.Module) {
	files := v.filesOf(m)
	if len(files) < 2 || v.naming[m] != nil {
		return
	}
	names := map[string][]int32{}
	for _, fi := range files {
		x := v.file(fi)
		if !x.Lang.Rules.FileScopeExports || slices.ContainsFunc(x.stars, func(s lang.ImportID) bool { return x.Facts.Imports[s].Scope == 0 }) {
			return
		}
		for _, top := range x.scopes.all(0) {
			name := x.Facts.Name(x.Facts.Defs[top].LookupName())
			if had := names[name]; len(had) == 0 || had[len(had)-1] != fi {
				names[name] = append(had, fi)
			}
		}
	}
	v.naming[m] = names
}

// exported is what other files get when they import name from m.
func (v *eval) exported(m *lang.Module, name string, space lang.Space) []ent {
	if m.External {
		return v.external1(m, name, space)
	}
	if !v.enter() {
		return nil
	}
	defer v.leave()
	files := v.filesOf(m)
	if names := v.naming[m]; names != nil {
		files = names[name]
	}
	for _, fi := range files {
		if es := v.exportedFrom(fi, name, space); len(es) > 0 {
			return es
		}
	}
	if len(m.Files) > 0 {
		if fi, ok := v.e.numberOf(m.Files[0]); ok {
			if p := v.e.in.Projects[v.file(fi).Lang.Family]; p != nil {
				if s := v.sub(p, m, name); s != nil {
					return []ent{moduleEnt(s)}
				}
			}
		}
	} else if m.Dir != "" {
		for _, p := range v.e.in.Projects {
			if s := v.sub(p, m, name); s != nil {
				return []ent{moduleEnt(s)}
			}
		}
	}
	return nil
}

func (v *eval) exportedFrom(fi int32, name string, space lang.Space) []ent {
	x := v.file(fi)
	v.lookedIn(x, name)
	// export * may go in circles; asking a file twice on one path is one.
	k := starKey{fi, name}
	if v.starring[k] {
		return nil
	}
	v.starring[k] = true
	defer delete(v.starring, k)
	if x.Lang.Rules.FileScopeExports {
		if n, ok := x.nameIDs.Get(name); ok {
			if es := v.bound(fi, x, 0, n, space); len(es) > 0 {
				return es
			}
		}
		for i := len(x.stars) - 1; i >= 0; i-- {
			im := &x.Facts.Imports[x.stars[i]]
			if im.Scope != 0 {
				continue
			}
			if m := v.module(fi, im); m != nil && !m.External {
				if es := v.starred(m, name, space); len(es) > 0 {
					return es
				}
			}
		}
		return nil
	}
	var out []ent
	v.burn(len(x.exports[name]) / rowsPerStep)
	for _, i := range x.exports[name] {
		out = v.merge(out, v.export(fi, i, space)...)
	}
	if len(out) > 0 || name == "default" {
		return out
	}
	if x.equals >= 0 {
		for _, e := range v.export(fi, x.equals, space) {
			for _, h := range v.entMembers(e, name, space) {
				out = v.merge(out, h.ent)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	for _, i := range x.reStars {
		im := &x.Facts.Imports[x.Facts.Exports[i].From]
		m := v.module(fi, im)
		if m != nil && m.External {
			if to, ok := v.e.declaring(v.familyOf(m), m); ok {
				if es := v.exportedFrom(to, name, space); len(es) > 0 {
					return es
				}
			}
		} else if m != nil {
			if es := v.exported(m, name, space); len(es) > 0 {
				return es
			}
		}
	}
	return nil
}

type starKey struct {
	file int32
	name string
}

// export is what entry i of a file's exports stands for.
func (v *eval) export(fi int32, i int32, space lang.Space) []ent {
	x := v.file(fi)
	ex := &x.Facts.Exports[i]
	switch ex.Kind {
	case lang.ExportLocal:
		if ex.Def >= 0 {
			return v.defs(fi, []binding{{def: ex.Def}}, space)
		}
		if ex.Ref >= 0 {
			r := &x.Facts.Refs[ex.Ref]
			return v.name(fi, r.Scope, r.Name, space)
		}
	case lang.ExportFrom:
		return v.imported(fi, ex.From, space)
	case lang.ExportStarAs:
		if m := v.module(fi, &x.Facts.Imports[ex.From]); m != nil {
			return []ent{moduleEnt(m)}
		}
	case lang.ExportValue, lang.ExportEquals:
		if ex.Def >= 0 {
			return v.defs(fi, []binding{{def: ex.Def}}, space)
		}
		if ex.Expr >= 0 {
			if es := v.exprEnts(fi, ex.Expr, space); len(es) > 0 {
				return es
			}
			return []ent{{kind: entType, file: fi, def: lang.DefID(ex.Expr)}}
		}
	}
	return nil
}

// exprEnts is what an expression names, when it is a name, a member, or a
// definition itself.
func (v *eval) exprEnts(fi int32, e lang.ExprID, space lang.Space) []ent {
	if e < 0 {
		return nil
	}
	x := v.file(fi)
	ex := &x.Facts.Exprs[e]
	switch ex.Kind {
	case lang.ExprName:
		if ex.N >= 0 {
			r := &x.Facts.Refs[ex.N]
			if x.Lang.Rules.Spaces {
				return v.ents(v.bare(fi, r))
			}
			return v.name(fi, r.Scope, r.Name, space)
		}
	case lang.ExprMember:
		if ex.N >= 0 {
			var out []ent
			for _, h := range v.memberRef(fi, lang.RefID(ex.N), space) {
				out = v.merge(out, h.ent)
			}
			return out
		}
	case lang.ExprTypeArgs, lang.ExprNonNull, lang.ExprTypeOf:
		return v.exprEnts(fi, ex.A, space)
	case lang.ExprFunc, lang.ExprClass, lang.ExprObject, lang.ExprDef:
		return []ent{{kind: entDef, file: fi, def: x.Facts.Canonical(lang.DefID(ex.N))}}
	case lang.ExprOpen:
		return v.sureEnts(x.Facts.Name(lang.NameID(ex.N)))
	case lang.ExprRequire:
		if m := v.module(fi, &x.Facts.Imports[ex.N]); m != nil {
			return v.wholeModule(m, space)
		}
	}
	return nil
}
