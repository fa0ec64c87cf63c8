package resolve

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// engine is what the evaluators of one Resolver share: all of it is built once and
// then read, so no answer depends on which file is resolved first.
type engine struct {
	in       Input
	outside  []File                           // in.Preludes, whose numbers go on after those of in.Files
	preludes map[string]int32                 // family, and the module's Declared, or its name
	files    pages[atomic.Pointer[fileIndex]] // by number; see file
	building [64]sync.Mutex                   // for the files with a number, modulo
	kept     kept
	starts   pages[lazy[starts]]    // by number
	includes pages[lazy[inclusion]] // by number
	tables   *Tables
	// descriptors are the families' Rules.Descriptor.
	descriptors map[string]func(name string) (symbol.Descriptor, lang.Kind)

	res  *Result
	done []bool // files that AddChecked was called for
	// spared are fresh files on which others depend that are not resolved again.
	spared []int32
	typed  *typed // a fresh file of which only a part is resolved again; nil for none

	externals externals
	mu        sync.Mutex
	modules   map[string]*lang.Module
}

type defRef struct {
	file int32
	def  lang.DefID
}

// externals interns external symbols. Numbers depend on timing; Run sorts them
// at the end.
type externals struct {
	mu   sync.Mutex
	ids  map[string]int32
	list []lang.External
}

func (x *externals) intern(e lang.External) int32 {
	x.mu.Lock()
	defer x.mu.Unlock()
	if id, ok := x.ids[e.Symbol]; ok {
		// Several files may know more or less of one symbol: keep the most, and
		// the same whatever the order.
		if o := &x.list[id]; Richer(&e, o) {
			*o = e
		}
		return id
	}
	id := int32(len(x.list))
	x.list = append(x.list, e)
	x.ids[e.Symbol] = id
	return id
}

// Richer says whether, of what two files know of one external symbol, a goes
// before b.
func Richer(a, b *lang.External) bool {
	for _, c := range [3]int{strings.Compare(a.Sig, b.Sig), strings.Compare(a.Doc, b.Doc), int(a.Kind) - int(b.Kind)} {
		if c != 0 {
			return c > 0
		}
	}
	return false
}

// Run resolves every file of in.
func Run(ctx context.Context, in Input) (*Result, error) { return New(in).Run(ctx) }

// Resolver resolves the files of one Input.
type Resolver struct{ *engine }

// New prepares to resolve. The input must not change any more.
func New(in Input) Resolver { return Resolver{newEngine(in)} }

func newEngine(in Input) *engine {
	e := &engine{
		in: in, outside: slices.Clone(in.Preludes), preludes: map[string]int32{}, descriptors: map[string]func(string) (symbol.Descriptor, lang.Kind){}, modules: map[string]*lang.Module{},
	}
	e.files, e.starts, e.includes = newPages[atomic.Pointer[fileIndex]](e.inputs()), newPages[lazy[starts]](e.inputs()), newPages[lazy[inclusion]](e.inputs())
	e.externals.ids = map[string]int32{}
	for i := range e.inputs() {
		f := e.input(int32(i))
		if f.Facts == nil {
			continue
		}
		if d := f.Lang.Rules.Descriptor; d != nil {
			e.descriptors[f.Lang.Family] = d
		}
		if f.Prelude != nil {
			f.Prelude = e.module(of(f.Prelude, f.Lang.Family))
			e.preludes[f.Lang.Family+"\x00"+cmp.Or(f.Prelude.Declared, f.Prelude.Name)] = int32(i)
		}
	}
	if e.tables = in.Tables; e.tables == nil {
		e.tables = NewTables(&in)
	}
	e.done = make([]bool, len(in.Files))
	e.res = &Result{Failed: map[int32]string{}}
	if in.Earlier != nil {
		e.res.few = newPages[fileResult](len(in.Files))
	} else {
		e.res.Relations, e.res.Yielded, e.res.Deps = make([][]Relation, len(in.Files)), make([][]lang.DefID, len(in.Files)), make([]Deps, len(in.Files))
	}
	switch {
	case in.Pack:
		e.res.packed = make([]packedLinks, len(in.Files))
	case in.Earlier == nil:
		e.res.Links = make([][]Link, len(in.Files))
	}
	return e
}

// inputs is how many files there are, those of modules that are built in included.
func (e *engine) inputs() int { return len(e.in.Files) + len(e.outside) }

// input is the file with a number.
func (e *engine) input(i int32) *File {
	if n := int(i) - len(e.in.Files); n >= 0 {
		return &e.outside[n]
	}
	if f := e.in.Others[i]; f != nil {
		return f
	}
	return &e.in.Files[i]
}

// numberOf is that of the file with facts at a path of the repository.
func (e *engine) numberOf(path string) (int32, bool) {
	i, ok := slices.BinarySearchFunc(e.in.Files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
	return int32(i), ok && e.in.Files[i].Facts != nil
}

// Tables are those of the files, for the Input of a later Run.
func (e Resolver) Tables() *Tables { return e.tables }

// Run resolves every file that AddChecked was not called for. It returns the
// context's error when cancelled; a file on which the engine fails (a defect of
// ours) stays unresolved, and Result.Failed names it. It must be called once.
func (e Resolver) Run(ctx context.Context) (*Result, error) {
	in, res := &e.in, e.res
	var todo []int32
	if in.Earlier != nil {
		todo = e.outdated()
	} else {
		for i := range in.Files {
			if e.input(int32(i)).Facts != nil && !e.done[i] {
				todo = append(todo, int32(i))
			}
		}
	}
	redone := map[int32]bool{}
	for i := range e.done {
		if e.done[i] {
			redone[int32(i)] = true
		}
	}
	for len(todo) > 0 {
		if err := e.resolveAll(ctx, todo, res); err != nil {
			return nil, err
		}
		for _, i := range todo {
			redone[i] = true
		}
		if in.Earlier == nil {
			break
		}
		// Where the keys of a file mean something else now, so do links to them.
		other := map[int32]bool{}
		for _, i := range todo {
			if in.Earlier.Has(i) && in.Earlier.Found(i).Deps.Contexts != res.DepsOf(i).Contexts {
				other[i] = true
			}
		}
		for _, i := range e.spared {
			if _, ok := slices.BinarySearch(todo, i); ok && e.ledElsewhere(i) {
				other[i] = true
			}
		}
		if todo = nil; len(other) > 0 {
			todo = slices.DeleteFunc(in.Earlier.Depending(other, nil), func(i int32) bool { return redone[i] })
		}
	}
	res.Redone = slices.Sorted(maps.Keys(redone))
	e.redirect(res)
	addTargets(res, res.Redone)
	e.sortExternals(res)
	res.Checked = e.done
	return res, nil
}

// resolveAll resolves files.
func (e *engine) resolveAll(ctx context.Context, files []int32, res *Result) error {
	in := &e.in
	var failed sync.Mutex
	g, gctx := errgroup.WithContext(ctx)
	var next atomic.Int32
	for range max(in.Jobs, 1) {
		g.Go(func() error {
			for {
				n := next.Add(1) - 1
				if int(n) >= len(files) {
					return nil
				}
				if err := gctx.Err(); err != nil {
					return err
				}
				if msg := e.one(files[n], res); msg != "" {
					failed.Lock()
					res.Failed[files[n]] = msg
					failed.Unlock()
				}
				if in.Progress != nil {
					in.Progress()
				}
			}
		})
	}
	return g.Wait()
}

// one resolves file i.
func (e *engine) one(i int32, res *Result) (failed string) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // what was resolved before may be mapped
	defer func() {
		if r := recover(); r != nil {
			failed = fmt.Sprintf("resolver: %v\n%s", r, debug.Stack())
			res.SetLinks(i, nil)
			*res.relations(i) = nil
		}
	}()
	x := e.file(i)
	v := newEval(e, x)
	links, yielded := v.links(i)
	if t := e.typed; t != nil && t.file == i {
		v.take(t.found.Deps)
	}
	res.SetLinks(i, links)
	*res.yielded(i), *res.relations(i), *res.deps(i) = yielded, v.relations(i), v.deps(i, links, yielded)
	return v.spent()
}

// module interns a module so that equal ones are one pointer.
func (e *engine) module(m *lang.Module) *lang.Module {
	k := m.Name
	if m.External {
		key := append(make([]byte, 0, 64+len(m.Name)), "\x00"+m.Package.Manager+"\x00"+m.Package.Name+"\x00"+m.Package.Version+"\x00"+m.Name+"\x00"+m.Declared...)
		for _, d := range m.Path {
			key = append(append(key, 0), d.Name...)
		}
		k = string(key)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if o, ok := e.modules[k]; ok {
		return o
	}
	c := *m
	e.modules[k] = &c
	return &c
}

// declaring is the file that declares external module m. Declarations of ours go before
// those of the package.
func (e *engine) declaring(family string, m *lang.Module) (int32, bool) {
	if fi, ok := e.preludes[family+"\x00"+m.Name]; ok {
		return fi, true
	}
	fi, ok := e.preludes[family+"\x00"+m.Declared]
	return fi, ok && m.Declared != ""
}

// standIns are the definitions in other files that stand for container d of
// file x: their members are d's.
func (v *eval) standIns(x *fileIndex, d lang.DefID) []entry {
	def := &x.Facts.Defs[d]
	if x.Lang.Rules.Shared == nil || def.Parent >= 0 || def.Scope != 0 {
		return nil
	}
	row := rowHash(rowElsewhere, x.Lang.Rules.Shared(x.Path, x.Facts), x.Facts.Name(def.LookupName()))
	v.asked[asking(row)] = true
	return v.e.tables.shared(x.File, row)
}

// merged are the interfaces that several files of a shared scope declare and
// that are one with definition d of file i, itself included: their members and
// bases are those of all. Nil when it is alone.
func (v *eval) merged(x *fileIndex, d lang.DefID) []entry {
	if !x.Lang.Rules.MergedInterfaces || d < 0 {
		return nil
	}
	def := &x.Facts.Defs[d]
	if !isType(def) || !inShared(def) {
		return nil
	}
	key := sharedKey(x.Lang, x.Path, x.Facts)
	if key == "" {
		return nil
	}
	all := v.sharedRows(x, key, x.Facts.Name(def.LookupName()))
	n := 0
	for _, t := range all {
		if t.more&merges != 0 {
			n++
		}
	}
	switch n {
	case 0, 1:
		return nil
	case len(all):
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(t entry) bool { return t.more&merges == 0 })
}

// maxCandidates is how many members of one name may be offered as possible
// targets of an access whose receiver is unknown.
const maxCandidates = 3

// links resolves every reference of file i, and finds the definitions that
// yield.
func (v *eval) links(i int32) ([]Link, []lang.DefID) {
	x := v.file(i)
	f := x.Facts
	news := v.newCallees(x)
	out := make([]Link, 0, len(f.Refs))
	var yielded []lang.DefID
	for r := range f.Refs {
		if v.fuel <= 0 {
			break
		}
		ref := &f.Refs[r]
		start := len(out)
		if kept, yields, ok := v.e.typed.links(out, i, lang.RefID(r)); ok {
			if out = kept; yields {
				yielded = append(yielded, lang.DefID(ref.X))
			}
			continue
		}
		v.begin()
		hits := v.ref(i, lang.RefID(r))
		if news[lang.RefID(r)] {
			var made []hit
			for _, h := range hits {
				made = append(made, v.constructorsOf(i, lang.RefID(r), h)...)
			}
			hits = made
		}
		for _, h := range hits {
			if ref.Kind == lang.RefMember && ref.N == lang.OpenSure && h.kind == entExternal {
				continue // nobody says that there is such a member
			}
			l, ok := Link{}, true
			if d, found := v.defined(h); found {
				l = Link{Ref: lang.RefID(r), Doc: d.file, Def: d.def}
			} else {
				l, ok = v.link(lang.RefID(r), h.ent, ref)
			}
			if ok && !slices.Contains(out[start:], l) {
				if h.possible {
					l.Certainty = Possible
				}
				out = append(out, l)
			}
		}
		if len(out) > start+1 && (x.Lang.Rules.Textual || x.Lang.Rules.Overloads && (ref.Kind == lang.RefName || ref.Kind == lang.RefMember)) {
			// A use has one meaning: these are what it may be. In C that depends on
			// conditions of the preprocessor.
			for j := start; j < len(out); j++ {
				out[j].Certainty = Possible
			}
		}
		if len(out) > start && ref.Kind == lang.RefKey && ref.Role&lang.TemplateRole != 0 && v.disputed(i, lang.ExprID(ref.X)) {
			for j := start; j < len(out); j++ {
				out[j].Certainty = Possible
			}
		}
		if len(out) > start && ref.Kind == lang.RefContext {
			yielded = append(yielded, lang.DefID(ref.X))
		}
		if len(out) == start && ref.Kind == lang.RefName && x.Lang.Rules.ByName {
			for _, t := range v.candidates(i, ref) {
				out = append(out, Link{lang.RefID(r), t.file, t.def, Possible})
			}
		}
		if len(out) == start && ref.Kind == lang.RefMember && ref.N != lang.OpenSure {
			name := x.fold(f.Name(ref.Name))
			v.asked[nameHash(name)] = true
			c := v.e.tables.members(x.Lang.Family, name)
			if len(c) <= maxCandidates {
				for _, t := range c {
					v.touch(t.file)
					if x.Lang.Rules.Spaces && t.space&ref.Space == 0 {
						continue
					}
					out = append(out, Link{lang.RefID(r), t.file, t.def, Possible})
				}
			}
			if len(c) == 0 && x.Lang.Rules.ByName {
				for _, t := range v.candidates(i, ref) {
					out = append(out, Link{lang.RefID(r), t.file, t.def, Possible})
				}
			}
		}
		if len(out) == start && ref.Kind == lang.RefOpen && ref.N < lang.OpenSure {
			out = v.possible(out, i, lang.RefID(r))
		}
	}
	slices.Sort(yielded)
	if cap(out)-len(out) > len(out)/16 {
		out = append(make([]Link, 0, len(out)), out...) // links live long
	}
	return out, yielded
}

// begin starts the work on one reference or definition. It forgets what was
// found when that has become much, to bound memory on enormous files.
func (v *eval) begin() {
	if v.types.n > maxTypes/2 {
		was := *v
		*v = *newEval(v.e, v.self)
		v.touched, v.asked, v.fuel, v.limited = was.touched, was.asked, was.fuel, was.limited
	}
	v.steps = maxSteps
}

// newCallees are the references that stand directly behind new.
func (v *eval) newCallees(x *fileIndex) map[lang.RefID]bool {
	if !x.Lang.Rules.NewIsConstructor {
		return nil
	}
	out := map[lang.RefID]bool{}
	f := x.Facts
	for i := range f.Exprs {
		if f.Exprs[i].Kind != lang.ExprNew {
			continue
		}
		a := f.Exprs[i].A
		for a >= 0 && f.Exprs[a].Kind == lang.ExprTypeArgs {
			a = f.Exprs[a].A
		}
		if a >= 0 && (f.Exprs[a].Kind == lang.ExprName || f.Exprs[a].Kind == lang.ExprMember) && f.Exprs[a].N >= 0 {
			out[lang.RefID(f.Exprs[a].N)] = true
		}
	}
	return out
}

// constructorsOf are the constructors that class h declares itself, or of
// overloads the one that reference r of file fi calls; else the class.
func (v *eval) constructorsOf(fi int32, r lang.RefID, h hit) []hit {
	if h.kind != entDef {
		return []hit{h}
	}
	x := v.file(h.file)
	if k := x.Facts.Defs[h.def].Kind; k != lang.KindClass {
		return []hit{h}
	}
	for _, n := range x.Lang.Rules.ConstructorNames {
		cs := v.own(h.file, h.def, n, nil, unknown, func(d *lang.Def) bool { return d.Kind == lang.KindConstructor })
		if len(cs) > 0 && x.Lang.Rules.Overloads {
			return v.choose(fi, cs, v.file(fi).callOf(r))
		}
		if len(cs) > 0 {
			return cs[:1]
		}
	}
	return []hit{h}
}

// ref is what reference r of file i means.
func (v *eval) ref(i int32, r lang.RefID) []hit {
	x := v.file(i)
	f := x.Facts
	ref := &f.Refs[r]
	switch ref.Kind {
	case lang.RefName:
		if x.Lang.Rules.Spaces {
			return v.choose(i, v.bare(i, ref), x.callOf(r))
		}
		return v.asHits(v.name(i, ref.Scope, ref.Name, ref.Space))
	case lang.RefOpen:
		switch ref.N {
		case 0:
			return v.asHits(v.name(i, ref.Scope, ref.Name, ref.Space))
		case lang.OpenSure:
			return v.asHits(v.sureEnts(f.Name(ref.Name)))
		case lang.OpenMounted:
			return v.asHits(v.mountedEnts(f.Name(ref.Name)))
		}
		return v.asHits(v.openEnts(i, ref))
	case lang.RefMember:
		return v.memberRef(i, r, ref.Space)
	case lang.RefKeyword:
		return v.keyword(i, ref)
	case lang.RefImport, lang.RefExport:
		return v.asHits(v.imported(i, lang.ImportID(ref.X), 0))
	case lang.RefModule:
		return v.asHits(v.moduleRef(i, ref))
	case lang.RefDef:
		return []hit{{ent: ent{kind: entDef, file: i, def: f.Canonical(lang.DefID(ref.X))}}}
	case lang.RefContext:
		key := &f.Defs[ref.X]
		if key.Flags&lang.Contextual == 0 {
			// A member that is set on the receiver: a base class may declare it.
			if key.Parent < 0 || key.Type >= 0 || !x.Lang.Rules.DeclaredFirst {
				return nil
			}
			order := v.mro(i, key.Parent)
			return v.declaredMembers(order[1:], f.Name(ref.Name), nil, unknown, func(d *lang.Def) bool { return d.Flags&lang.Member != 0 })
		}
		if key.Parent >= 0 {
			if e, ok := x.contexts().funcs[key.Parent]; ok {
				t := v.placed(i, e)
				if !v.offers(t, f.Name(ref.Name)) {
					return nil
				}
				// Where the expected type was inferred from the object, it says
				// nothing new.
				return slices.DeleteFunc(v.typeMembers(t, f.Name(ref.Name)), func(h hit) bool {
					return h.kind == entDef && h.file == i && h.def == f.Canonical(lang.DefID(ref.X))
				})
			}
		}
	case lang.RefKey:
		if ref.X >= 0 {
			e := lang.ExprID(ref.X)
			t := unknown
			if f.Exprs[e].Kind == lang.ExprObject {
				t = v.placed(i, e)
			} else {
				t = v.value(i, e)
			}
			if !x.Lang.Rules.Spaces {
				return v.typeMembers(t, f.Name(ref.Name))
			}
			if hs := v.membersIn(t, f.Name(ref.Name), ref.Space); len(hs) > 0 {
				return hs
			}
		}
		if x.Lang.Rules.Spaces {
			return v.bare(i, ref)
		}
	}
	return nil
}

// offers says whether any value of type t has a member of that name: all types of a
// union declare it, or one part of an intersection.
func (v *eval) offers(t typeID, name string) bool {
	if t == unknown || !v.enter() {
		return false
	}
	defer v.leave()
	switch x := *v.types.at(t); x.kind {
	case tUnion:
		return !slices.ContainsFunc(x.args, func(a typeID) bool { return !v.offers(a, name) })
	case tIntersect:
		return slices.ContainsFunc(x.args, func(a typeID) bool { return v.offers(a, name) })
	}
	return len(v.typeMembers(t, name)) > 0
}

// moduleRef is the module that the first N dotted parts of a specifier name.
func (v *eval) moduleRef(i int32, ref *lang.Ref) []ent {
	x := v.file(i)
	im := &x.Facts.Imports[ref.X]
	spec := x.Facts.Name(im.Module)
	if ref.N > 0 {
		n := int(ref.N)
		for j := 0; j < len(spec); j++ {
			if spec[j] == '.' {
				if n--; n == 0 {
					spec = spec[:j]
				}
			}
		}
	}
	m := v.resolveModule(i, im, spec, int(im.Level))
	switch {
	case m == nil:
		return nil
	case m.Outer != nil:
		return v.packagedOrExternal(i, m.Outer, m.Last, lang.Type)
	}
	return []ent{moduleEnt(m)}
}

// keyword finds the parameter that a keyword argument names.
func (v *eval) keyword(i int32, ref *lang.Ref) []hit {
	x := v.file(i)
	if ref.X < 0 {
		return nil
	}
	call := &x.Facts.Exprs[ref.X]
	name := x.fold(x.Facts.Name(ref.Name))
	var out []hit
	v.each(v.value(i, call.A), func(t typeID) { out = v.mergeHits(out, v.parameter(t, name, 0)) })
	return out
}

// parameter finds the parameter called name of calling a value of type t.
func (v *eval) parameter(t typeID, name string, depth int) []hit {
	fn := *v.types.at(t)
	switch fn.kind {
	case tFunc:
		y := v.file(fn.file)
		var out []hit
		for _, d := range y.group(fn.def) {
			for _, p := range y.params(d) {
				pd := &y.Facts.Defs[p]
				if y.Facts.Name(pd.LookupName()) == name && pd.Flags&(lang.Rest|lang.KwRest) == 0 {
					out = v.mergeHits(out, []hit{{ent: ent{kind: entDef, file: fn.file, def: y.Facts.Canonical(p)}}})
				}
			}
		}
		return out
	case tClass:
		if fn.def < 0 {
			return nil
		}
		for _, n := range v.file(fn.file).Lang.Rules.ConstructorNames {
			hs := v.classMembers(fn.file, fn.def, n, 0, nil, t, false)
			for _, h := range hs {
				if h.kind != entDef {
					continue
				}
				if ps := v.parameter(v.hitType(h), name, depth+1); len(ps) > 0 || v.file(h.file).Prelude == nil {
					return ps
				}
			}
		}
		// No constructor of the repository: fields are its parameters (data
		// classes, named tuples).
		return v.classMembers(fn.file, fn.def, name, 0, nil, t, true)
	case tInstance, tThis:
		for _, h := range v.typeMembers(t, v.self.Lang.Rules.CallMember) {
			if h.kind == entDef && depth < 4 {
				return v.parameter(v.hitType(h), name, depth+1)
			}
		}
	}
	return nil
}

// link turns what was found into a Link; false when it can't be named.
func (v *eval) link(r lang.RefID, e ent, ref *lang.Ref) (Link, bool) {
	switch e.kind {
	case entDef:
		if x := v.file(e.file); x.Prelude != nil {
			doc, id, ok := v.e.declared(x, e.def)
			return Link{r, doc, id, Resolved}, ok
		}
		if v.isModule(e) {
			return Link{r, e.file, ModuleDef, Resolved}, true
		}
		// What is local has a type for the templates that are handed it, but no name.
		return Link{r, e.file, e.def, Resolved}, e.file == v.self.number || v.file(e.file).Facts.Defs[e.def].Flags&lang.Local == 0
	case entModule:
		if e.mod.External {
			return v.externalLink(r, &extRef{mod: e.mod}, ref)
		}
		for _, p := range e.mod.Files {
			if fi, ok := v.e.numberOf(p); ok {
				return Link{r, fi, ModuleDef, Resolved}, true
			}
		}
	case entExternal:
		return v.externalLink(r, e.ext, ref)
	}
	return Link{}, false
}

// isModule says whether a definition is an object without a name that a file says its
// module is (module.exports = {…}): the module is its name then.
func (v *eval) isModule(e ent) bool {
	x := v.file(e.file)
	if x.equals < 0 || x.Prelude != nil {
		return false
	}
	at := x.Facts.Exports[x.equals].Expr
	return at >= 0 && x.Facts.Exprs[at].Kind == lang.ExprObject && x.Facts.Canonical(lang.DefID(x.Facts.Exprs[at].N)) == e.def
}

// externalLink names a symbol outside the repository. The suffix of the last
// descriptor is what the use suggests: a type, a call, or a plain value.
func (v *eval) externalLink(r lang.RefID, x *extRef, ref *lang.Ref) (Link, bool) {
	family := v.familyOf(x.mod)
	p := v.e.in.Projects[family]
	if p == nil {
		return Link{}, false
	}
	describe := v.e.descriptors[family]
	ds := append([]symbol.Descriptor(nil), x.mod.Path...)
	kind := lang.KindModule
	if len(x.names) == 0 {
		ds = append(ds, x.mod.Self...)
	}
	for i, n := range x.names {
		d := symbol.Descriptor{Name: n, Suffix: symbol.Type}
		if describe != nil {
			d, _ = describe(n)
		}
		if i == len(x.names)-1 {
			c, _ := utf8.DecodeRuneInString(n)
			upper := unicode.IsUpper(c)
			switch {
			case describe != nil:
				// Members are looked up folded; the use has the name as it is written.
				if w := v.self.Facts.Name(ref.Name); v.self.fold(w) == n {
					n = w
				}
				d, kind = describe(n)
			case ref.Role&(lang.TypeRole|lang.Inherit) != 0, ref.Role&lang.Call != 0 && upper, upper && strings.ToUpper(n) != n:
				kind = lang.KindClass
			case ref.Role&lang.Call != 0:
				d.Suffix, kind = symbol.Method, lang.KindFunction
			default:
				d.Suffix, kind = symbol.Term, lang.KindVariable
			}
		}
		ds = append(ds, d)
	}
	if len(ds) == 0 {
		return Link{}, false
	}
	name := ds[len(ds)-1].Name
	s := symbol.Symbol{Scheme: p.Scheme(), Package: x.mod.Package, Descriptors: ds}.String()
	id := v.e.externals.intern(lang.External{Symbol: s, Name: name, Kind: kind, Package: x.mod.Package})
	return Link{r, External, lang.DefID(id), Resolved}, true
}

// declared names definition d of a prelude as the external symbol that it is.
func (e *engine) declared(x *fileIndex, d lang.DefID) (int32, lang.DefID, bool) {
	p := e.in.Projects[x.Lang.Family]
	f := x.Facts
	ds := descriptors(f, d)
	if p == nil || len(ds) == 0 {
		return 0, 0, false
	}
	ds = slices.Concat(x.Prelude.Path, ds)
	def := &f.Defs[d]
	s := symbol.Symbol{Scheme: p.Scheme(), Package: x.Prelude.Package, Descriptors: ds}.String()
	id := e.externals.intern(lang.External{Symbol: s, Name: f.Name(def.Name), Kind: def.Kind, Sig: def.Sig, Package: x.Prelude.Package})
	return External, lang.DefID(id), true
}

// descriptors are those of definition d in its file, nil where it has no symbol.
func descriptors(f *lang.Facts, d lang.DefID) (ds []symbol.Descriptor) {
	for ; d >= 0; d = f.Defs[d].Parent {
		def := &f.Defs[d]
		if def.Suffix == symbol.None {
			return nil
		}
		n := def.Desc
		if n == 0 {
			n = def.Name
		}
		ds = append(ds, symbol.Descriptor{Name: f.Name(n), Suffix: def.Suffix, Disambiguator: symbol.Disambiguator(int(def.Disamb))})
	}
	slices.Reverse(ds)
	return ds
}

// symbol is that of definition d of a file of the repository, "" where it has none
// that other files know.
func (e *engine) symbol(x *fileIndex, d lang.DefID) string {
	p := e.in.Projects[x.Lang.Family]
	ds := descriptors(x.Facts, d)
	if p == nil || len(ds) == 0 || x.Facts.Defs[d].Flags&lang.Local != 0 {
		return ""
	}
	return symbol.Symbol{Scheme: p.Scheme(), Package: p.Package(x.Path), Descriptors: slices.Concat(p.Prefix(x.Path), ds)}.String()
}

// meaning is what the definitions of a file that yielded mean.
func (e *engine) meaning(i int32, yielded []lang.DefID, links []Link) map[lang.DefID][]Link {
	if len(yielded) == 0 {
		return nil
	}
	means := map[lang.DefID][]Link{}
	f := e.input(i).Facts()
	for _, l := range links {
		if r := &f.Refs[l.Ref]; r.Kind == lang.RefContext {
			means[lang.DefID(r.X)] = append(means[lang.DefID(r.X)], l)
		}
	}
	return means
}

// redirect makes links to definitions that yielded point to what their keys
// turned out to mean.
func (e *engine) redirect(res *Result) {
	files := map[int32]map[lang.DefID][]Link{} // by file, as soon as it is asked for
	yields := e.in.Earlier != nil
	for _, i := range res.Redone {
		if yielded := res.YieldedOf(i); len(yielded) > 0 {
			files[i] = e.meaning(i, yielded, res.LinksOf(i))
			yields = true
		} else {
			files[i] = nil
		}
	}
	if !yields {
		return
	}
	means := func(file int32, d lang.DefID) []Link {
		if file < 0 {
			return nil
		}
		m, ok := files[file]
		if !ok {
			if e.in.Earlier != nil && e.in.Earlier.Has(file) {
				if yielded := e.in.Earlier.Yielded(file); len(yielded) > 0 {
					m = e.meaning(file, yielded, e.earlierLinks(e.in.Earlier.Found(file)))
				}
			}
			files[file] = m
		}
		return m[d]
	}
	res.eachLinks(res.Redone, func(i int32, ls []Link) {
		if !slices.ContainsFunc(ls, func(l Link) bool { return means(l.Doc, l.Def) != nil }) {
			return
		}
		var out []Link
		for _, l := range ls {
			// What a key means may be a key that yielded too; a few steps are enough
			// for sane code, and an end for the rest.
			targets := []Link{l}
			for range 4 {
				var next []Link
				for _, t := range targets {
					if m := means(t.Doc, t.Def); m != nil {
						next = append(next, m...)
					} else {
						next = append(next, t)
					}
				}
				targets = next[:min(len(next), maxUnion)]
			}
			for _, t := range targets {
				t = Link{l.Ref, t.Doc, t.Def, max(l.Certainty, t.Certainty)}
				if means(t.Doc, t.Def) != nil {
					continue
				}
				if n := len(out); n == 0 || !slices.Contains(out[max(0, n-maxUnion):], t) {
					out = append(out, t)
				}
			}
		}
		res.SetLinks(i, out)
	})
}

// sortExternals gives externals numbers that do not depend on timing.
func (e *engine) sortExternals(res *Result) {
	list := e.externals.list
	used := make([]bool, len(list))
	res.eachLinks(res.Redone, func(_ int32, links []Link) {
		for _, l := range links {
			if l.Doc == External {
				used[l.Def] = true
			}
		}
	})
	for _, i := range res.Redone {
		for _, r := range res.RelationsOf(i) {
			if r.Doc == External {
				used[r.Target] = true
			}
		}
	}
	var order []int32 // those that something leads to
	for i := range list {
		if used[i] {
			order = append(order, int32(i))
		}
	}
	sort.Slice(order, func(i, j int) bool { return list[order[i]].Symbol < list[order[j]].Symbol })
	to := make([]int32, len(list))
	res.Externals = make([]lang.External, len(order))
	for n, o := range order {
		to[o] = int32(n)
		res.Externals[n] = list[o]
	}
	res.eachLinks(res.Redone, func(file int32, ls []Link) {
		for i := range ls {
			if ls[i].Doc == External {
				ls[i].Def = lang.DefID(to[ls[i].Def])
			}
		}
		slices.SortStableFunc(ls, func(a, b Link) int {
			return cmp.Or(cmp.Compare(a.Ref, b.Ref), cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Def, b.Def))
		})
		res.SetLinks(file, ls)
	})
	for _, file := range res.Redone {
		rs := res.RelationsOf(file)
		for i := range rs {
			if rs[i].Doc == External {
				rs[i].Target = lang.DefID(to[rs[i].Target])
			}
		}
		sortRelations(rs) // their order was that of the old numbers
	}
}
