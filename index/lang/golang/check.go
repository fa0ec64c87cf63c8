package golang

import (
	"cmp"
	"context"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"codeintel/index/lang"
)

// check resolves the repository's files by go/types.
//
// Every package that is imported is checked once without function bodies and
// kept (graph). Then each folder's packages are checked with bodies and tests,
// emitted and dropped. What the default configuration leaves out is checked
// again in a configuration that includes it.
func check(ctx context.Context, in lang.CheckInput) error {
	return checkBy(ctx, in, cmp.Or(in.Chunk, maxChunk))
}

// checkBy is check with at most chunk bytes of source at once.
func checkBy(ctx context.Context, in lang.CheckInput, chunk int) error {
	p, ok := in.Project.(*project)
	if !ok {
		return nil
	}
	var k *kept
	if in.Memo != nil {
		if k, _ = in.Memo.Value().(*kept); k != nil {
			k = k.copy()
		}
		in.Memo.Hold(nil) // it is of no use when this fails
	}
	var c *checking
	for again := true; ; again = false {
		c = newChecking(in, p)
		c.chunk = chunk
		if in.Only != nil {
			c.limit()
		}
		if in.Earlier != nil {
			if k != nil {
				c.g.old, c.g.pos = k.pkgs, k.positions()
				c.before = k.sums
				c.g.before = k.trees
				c.seen = k.seen
			}
			if in.Memo != nil {
				c.g.trees = &trees{files: map[*file]bareTree{}}
			}
			x, ok, err := c.outdated(ctx, again)
			if err != nil {
				return err
			}
			if ok && x.inside != nil && k != nil {
				if units, ok := c.checkInside(x.inside, k.settled); ok {
					k.next, k.settled, k.seen = c.g.pos.next, units, c.seen
					in.Memo.Hold(k)
					return nil
				}
			}
			if ok {
				c.want, c.related, c.elsewhere, c.lost = x.links, x.folders, x.elsewhere, x.lost
			} else {
				c = newChecking(in, p)
				c.chunk = chunk
			}
		}
		if err := c.run(ctx); err == nil {
			break
		} else if err != errUnsure || !again {
			return err
		}
		k = nil // it has been brought up to date
	}
	if in.Memo != nil {
		in.Memo.Hold(c.keep())
	}
	return nil
}

// limit makes c check only what its input says.
func (c *checking) limit() {
	c.want, c.related = map[string]bool{}, map[*dir]bool{}
	for _, d := range c.p.dirs {
		for _, f := range d.files {
			if c.in.Only(f.path, d.importPath) || c.in.Only(f.path, d.importPath+"_test") {
				c.want[f.path] = true
			}
		}
	}
}

func newChecking(in lang.CheckInput, p *project) *checking {
	c := &checking{
		in: in, p: p,
		g: &graph{
			p: p, pos: &positions{next: 1}, jobs: max(1, in.Jobs),
			pkgs: map[graphKey]*pkg{}, resolved: map[resolveKey]target{}, listed: map[string][]outsideFile{}, dirty: map[string]bool{},
		},
	}
	c.g.known, c.g.maxTrees = c.known, cmp.Or(in.Trees, maxBare)
	c.g.guard = in.Guard
	return c
}

type checking struct {
	in lang.CheckInput
	// chunk bounds the bytes of source that are checked with bodies at once.
	chunk int
	p     *project
	g     *graph
	// want are the files whose links are to be emitted, related the folders of
	// which all relations are; want is nil for the links and relations of all.
	want    map[string]bool
	related map[*dir]bool
	// elsewhere: relations in other folders may have changed too; before tells
	// which, unless it is nil or some are lost.
	elsewhere, lost bool
	before          *relationSums
	sums            *relationSums
	seen            seen
	// What the declarations of the default configuration implement.
	rels   relationSet
	ifaces interfaces
	// left are the symbols of files that have no facts.
	left externals
	// declared are the names of files (declares) that are grouped more than once.
	declared map[*file][]string
	// settling are the units that may be kept for checks of bodies.
	settling struct {
		mu    sync.Mutex
		units []settling
	}
}

// wants says whether a file is to be emitted.
func (c *checking) wants(f *file) bool { return c.want == nil || c.want[f.path] }

// relates says whether the relations of a folder's files are to be emitted.
func (c *checking) relates(d *dir) bool { return c.want == nil || c.related[d] }

// known says whether a file has facts.
func (c *checking) known(path string) bool {
	if c.in.Known != nil {
		return c.in.Known(path)
	}
	return c.in.Facts(path) != nil
}

// jobsOf are the jobs of a folder: every file that has facts, in a
// configuration that includes it.
func (c *checking) jobsOf(d *dir) map[config]*job {
	jobs := map[config]*job{}
	add := func(cfg config, f *file) {
		if jobs[cfg] == nil {
			jobs[cfg] = &job{dir: d, cfg: cfg}
		}
		jobs[cfg].files = append(jobs[cfg].files, f)
	}
	var left []*file
	for _, f := range d.files {
		if !c.known(f.path) {
			continue
		}
		if f.match(defaultConfig) {
			add(defaultConfig, f)
		} else {
			left = append(left, f)
		}
	}
	for len(left) > 0 {
		cfg, ok := left[0].config()
		if !ok {
			left = left[1:] // no build includes it
			continue
		}
		left = slices.DeleteFunc(left, func(f *file) bool {
			if f.match(cfg) {
				add(cfg, f)
				return true
			}
			return false
		})
	}
	return jobs
}

func (c *checking) run(ctx context.Context) error {
	c.sums = c.before
	if c.want == nil || c.elsewhere || len(c.related) > 0 {
		if err := c.relations(ctx); err != nil {
			return err
		}
	}
	if c.want != nil && c.elsewhere {
		all := c.before == nil || c.lost || c.before.interfaces != c.sums.interfaces
		for _, d := range c.p.dirs {
			if all || slices.ContainsFunc(d.files, func(f *file) bool { return c.before.files[f.path] != c.sums.files[f.path] }) {
				c.related[d] = true
			}
		}
	}
	jobs := map[config]map[string]*job{}
	for _, d := range c.p.dirs {
		if !c.relates(d) && !slices.ContainsFunc(d.files, c.wants) {
			continue
		}
		all := c.jobsOf(d)
		for cfg, j := range all {
			j.several = len(all) > 1
			if !slices.ContainsFunc(j.files, c.wants) {
				if !c.relates(d) {
					continue
				}
				if !c.unitRelated(j, j.files) {
					for _, f := range j.files {
						c.in.EmitRelations(f.path, c.rels.sorted(f.path))
					}
					continue
				}
			}
			if jobs[cfg] == nil {
				jobs[cfg] = map[string]*job{}
			}
			jobs[cfg][d.path] = j
		}
	}
	configs := slices.SortedFunc(maps.Keys(jobs), func(a, b config) int {
		return cmp.Or(compareBool(b == defaultConfig, a == defaultConfig), cmp.Compare(a.os, b.os), cmp.Compare(a.arch, b.arch), cmp.Compare(a.flipped, b.flipped))
	})
	for i, cfg := range configs {
		if err := c.runConfig(ctx, cfg, jobs[cfg]); err != nil {
			return err
		}
		jobs[cfg] = nil
		if c.g.bare == nil {
			c.g.bare = newBareFiles()
		}
		if p := cfg.platform(); i+1 < len(configs) && configs[i+1].platform() != p && p != defaultConfig {
			maps.DeleteFunc(c.g.pkgs, func(k graphKey, _ *pkg) bool { return k.cfg == p })
		}
	}
	c.declared = nil
	return nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// runConfig checks the given files, by folder, in a configuration.
func (c *checking) runConfig(ctx context.Context, cfg config, byDir map[string]*job) error {
	var order []*pkg
	todo := make([]*job, 0, len(byDir))
	for _, dp := range slices.Sorted(maps.Keys(byDir)) {
		j := byDir[dp]
		todo = append(todo, j)
		c.plan(j)
		for _, u := range j.units {
			for _, f := range u.files {
				for _, spec := range f.imports {
					if _, ok := u.imports[spec]; !ok {
						t := c.g.resolveIn(j.dir.mod, j.dir.path, spec)
						// What other tags change in an import is how it works,
						// not what it declares.
						u.imports[spec] = imported{t, c.g.get(cfg.platform(), t, &order)}
					}
				}
			}
		}
	}
	if err := c.g.build(ctx, order); err != nil {
		return err
	}
	return parallel(ctx, c.g.jobs, len(todo), func(i int) {
		c.runJob(todo[i])
		todo[i] = nil
	})
}

// job is what to check in one folder.
type job struct {
	dir   *dir
	cfg   config
	files []*file // to be emitted
	units []*unit
	bare  *bareFiles // when several units need the same files
	// several: files of the folder are checked in other configurations too.
	several bool
}

// unit is a set of files that are type-checked together.
type unit struct {
	path string
	// files are those of the package, whichever are wanted: the first declaration
	// of a name counts. Of those that are not full only declarations matter.
	files []*file
	full  map[*file]bool // to be emitted, as far as they are wanted
	// imports are those of files.
	imports map[string]imported
	// part are all the files that are emitted, in one way or the other; related
	// says whether what they implement depends on more than the packages of the
	// default configuration.
	part    []*file
	related bool
	// main: the package that the folder's external tests import.
	main bool
}

type imported struct {
	target target
	pkg    *pkg // nil when it could not be found
}

// group is the files of a job that are of one package, by name. Where they
// declare the same names, they are divided into sets that don't.
type group struct {
	name string
	sets []*fileSet
}

// groups of a job. The folder's own package comes first, its external tests
// follow.
func (c *checking) groups(j *job, declared func(*file) []string) []group {
	byName := map[string][]*file{}
	for _, f := range j.files {
		byName[f.pkg] = append(byName[f.pkg], f)
	}
	d := j.dir
	rank := func(name string) int {
		switch name {
		case d.name:
			return 0
		case d.name + "_test":
			return 1
		}
		return 2
	}
	names := slices.SortedFunc(maps.Keys(byName), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
	if j.cfg != defaultConfig && byName[d.name] == nil && byName[d.name+"_test"] != nil {
		names = slices.Insert(names, 0, d.name) // external tests see the in-package tests
	}
	var out []group
	for _, name := range names {
		files := byName[name]
		tests := name != d.name || slices.ContainsFunc(files, func(f *file) bool { return f.test })
		if byName[d.name+"_test"] != nil {
			tests = true
		}
		var others []*file
		for _, f := range d.files {
			if (j.cfg != defaultConfig || !c.known(f.path)) && f.pkg == name && f.match(j.cfg) && (tests || !f.test) && !slices.Contains(files, f) {
				others = append(others, f)
			}
		}
		out = append(out, group{name, split(files, others, declared)})
	}
	return out
}

// plan makes the units of a job. Those without a file that is wanted are left
// out, unless others may import them.
func (c *checking) plan(j *job) {
	d := j.dir
	related := c.relates(d)
	needed := slices.ContainsFunc(j.files, func(f *file) bool { return (related || c.wants(f)) && f.pkg != d.name })
	for _, g := range c.groups(j, func(f *file) []string { return c.declares(j, f) }) {
		path := d.importPath
		if g.name != d.name {
			path += "_test"
		}
		for i, s := range g.sets {
			parts := chunks(s.full, c.chunk)
			if len(parts) > 1 && c.g.bare == nil && j.bare == nil {
				j.bare = newBareFiles()
			}
			for k, part := range parts {
				u := &unit{path: path, imports: map[string]imported{}}
				u.main = i == 0 && k == 0 && g.name == d.name
				u.related = c.unitRelated(j, s.full)
				if related || slices.ContainsFunc(part, c.wants) {
					u.part = part
				} else if !u.main || !needed {
					continue
				}
				u.files, u.full = slices.Clone(part), map[*file]bool{}
				for _, f := range s.full {
					if !slices.Contains(part, f) {
						u.files = append(u.files, f)
					} else if c.wants(f) || broken(c.in.Facts(f.path)) { // bodies are part of what it declares
						u.full[f] = true
					}
				}
				u.files = append(u.files, s.extra...)
				j.units = append(j.units, u)
			}
		}
	}
}

// maxChunk is how many bytes of source are checked with bodies at once, as long as
// a file is not larger.
const maxChunk = 2 << 20

// bytesPerUse is about how many bytes of source have one name that is used.
const bytesPerUse = 24

// chunks divides the files of a unit that is too large: a body is checked by
// itself, all it needs of other files are declarations.
func chunks(files []*file, limit int) [][]*file {
	var parts [][]*file
	start, size := 0, 0
	for i, f := range files {
		if size += f.size; size > limit && i > start {
			parts = append(parts, files[start:i])
			start, size = i, f.size
		}
	}
	return append(parts, files[start:])
}

// maxSplit bounds into how many sets the files of a package are divided; the
// rest is left to the shared engine.
const maxSplit = 64

// maxTwice is how many sets there are when a package with names that are
// declared twice still counts as one package.
const maxTwice = 3

type fileSet struct {
	full, extra []*file
	names       map[string]bool
}

func (s *fileSet) clash(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return s.names[n] })
}

func (s *fileSet) add(names []string) {
	for _, n := range names {
		s.names[n] = true
	}
}

// split divides files into sets in which no two files declare the same name,
// and adds to each those of the other files that fit.
func split(files, others []*file, declares func(*file) []string) []*fileSet {
	var sets []*fileSet
	declared := map[*file][]string{}
	names := func(f *file) []string {
		n, ok := declared[f]
		if !ok {
			n = declares(f)
			declared[f] = n
		}
		return n
	}
	// Tests last: what they clash with is more important.
	ordered := slices.Clone(files)
	slices.SortStableFunc(ordered, func(a, b *file) int { return compareBool(a.test, b.test) })
next:
	for _, f := range ordered {
		n := names(f)
		for _, s := range sets {
			if !s.clash(n) {
				s.full = append(s.full, f)
				s.add(n)
				continue next
			}
		}
		if len(sets) < maxSplit {
			s := &fileSet{full: []*file{f}, names: map[string]bool{}}
			s.add(n)
			sets = append(sets, s)
		}
	}
	if len(sets) == 0 {
		sets = append(sets, &fileSet{names: map[string]bool{}})
	}
	for i, s := range sets {
		more := slices.Clone(others)
		for k, o := range sets {
			if k != i && (k == 0 || len(sets) <= maxTwice) {
				more = append(o.full[:len(o.full):len(o.full)], more...)
			}
		}
		for _, f := range more {
			// A second main function is another program. Other names that are
			// there twice are mistakes, if they are few: the first declaration
			// counts, which is that of the set itself.
			n := names(f)
			if clash := s.clash(n); !clash || len(sets) <= maxTwice && !(f.pkg == "main" && s.names["main"] && slices.Contains(n, "main")) {
				s.extra = append(s.extra, f)
				s.add(n)
			}
		}
	}
	return sets
}

// declares are the names that a file of a job adds to its package. They are kept where
// they will be asked for again.
func (c *checking) declares(j *job, f *file) []string {
	if names, ok := c.declared[f]; ok {
		return names
	}
	if c.in.Noted != nil {
		if names, ok := c.in.Noted(f.path).([]string); ok {
			return names
		}
	}
	names := declares(c.in.Facts(f.path))
	if j.several {
		names = textless(names)
		if c.declared == nil {
			c.declared = map[*file][]string{}
		}
		c.declared[f] = names
	}
	return names
}

// textless are names of facts without the text of these.
func textless(names []string) []string {
	out := make([]string, len(names))
	all := strings.Join(names, "")
	for i, n := range names {
		out[i], all = all[:len(n)], all[len(n):]
	}
	return out
}

// declares are the names that a file adds to its package.
func declares(facts *lang.Facts) []string {
	if facts == nil {
		return nil
	}
	var names []string
	for i := range facts.Defs {
		d := &facts.Defs[i]
		switch {
		case d.Flags&(lang.Local|lang.Binding|lang.Synthetic) != 0:
		case d.Parent < 0 && d.Scope == 0:
			names = append(names, facts.Name(d.Name))
		case d.Kind == lang.KindMethod && d.Parent >= 0:
			names = append(names, facts.Name(facts.Defs[d.Parent].Name)+"."+facts.Name(d.Name))
		}
	}
	return names
}

// runJob checks and emits the files of one folder.
func (c *checking) runJob(j *job) {
	var own *checkedUnit // what the folder's external tests import
	for i, u := range j.units {
		checked := c.checkUnit(j, u, own)
		if u.main {
			own = checked
		}
		j.units[i] = nil
	}
}

// checkedUnit is what came of a unit. full are the places of the files that were
// checked with bodies, bare those of the others.
type checkedUnit struct {
	pkg        *types.Package
	full, bare []span
}

// checkUnit checks a unit and emits its files. own is the package that an import of
// the folder itself means; nil for what others have of it.
func (c *checking) checkUnit(j *job, u *unit, own *checkedUnit) *checkedUnit {
	total := 0
	for f := range u.full {
		total += f.size
	}
	fset := c.g.pos.reserve(total, len(u.full))
	var files []*ast.File
	var bare []*outline
	var at []int // where these are in files
	var out checkedUnit
	var sources []source
	r := c.g.room()
	defer c.g.leaveRoom(r)
	settles := c.settles(j)
	for _, f := range u.files {
		if !u.full[f] {
			if o, ok := c.g.bareFile(f, cmp.Or(c.g.bare, j.bare)); ok {
				bare, at, files = append(bare, o), append(at, len(files)), append(files, o.file)
				if s, _, ok := c.g.pos.find(o.file.Package); ok {
					out.bare = append(out.bare, s)
				}
			}
			continue
		}
		if c.g.barred(f.path) {
			continue
		}
		var src []byte
		var err error
		if settles { // what of it is kept
			src, err = c.p.files.Read(f.path)
		} else {
			src, err = r.read(c.p.files, f)
		}
		if err != nil || len(src) != f.size {
			continue
		}
		p := parse(fset, "", src, 0)
		if tooDeep(p.file, len(src)) {
			if c.in.Guard != nil {
				c.in.Guard.Left(f.path, tooDeepWhy)
			}
			continue
		}
		if !settles {
			src = nil
		}
		files = append(files, p.file)
		out.full = append(out.full, span{base: p.base, size: p.size, path: f.path})
		sources = append(sources, source{f, p, src})
	}
	if len(bare) > 0 && !settles { // else what bodies mention may be another thing later
		roots := func(found func(name string)) {
			for _, s := range sources {
				namesIn(s.p.file, found)
			}
		}
		for i, f := range trim(bare, roots, u.main && len(j.units) > 1) {
			files[at[i]] = f
		}
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object, total/bytesPerUse)}
	for _, im := range u.imports {
		if im.pkg == nil && im.target.dir != j.dir {
			info.Scopes = map[ast.Node]*types.Scope{} // see typeArguments
		}
	}
	conf := types.Config{IgnoreFuncBodies: !slices.ContainsFunc(u.part, c.wants)}
	out.pkg = c.g.checkFiles(&conf, u.path, j.cfg, files, info, func(spec string) *types.Package {
		im := u.imports[spec]
		if im.target.dir == j.dir && own != nil {
			return own.pkg
		}
		if im.pkg == nil {
			return nil
		}
		return im.pkg.types
	})
	if info.Scopes != nil {
		for _, f := range files {
			typeArguments(f, info)
		}
	}
	e := emitter{c: c, u: u, spans: slices.Clone(out.full), uses: info.Uses, room: r}
	if own != nil {
		e.spans = append(e.spans, own.full...)
	}
	defer c.settle(j, u, &e, &out, own, sources)
	slices.SortFunc(e.spans, func(a, b span) int { return cmp.Compare(a.base, b.base) })
	if !c.relates(j.dir) {
		for _, s := range sources {
			if c.wants(s.f) {
				c.in.EmitLinks(s.f.path, e.links(s))
			}
		}
		return &out
	}
	rels := c.rels
	if u.related {
		rels = relationSet{}
		for _, f := range u.part {
			rels[f.path] = maps.Clone(c.rels[f.path])
		}
		pkgs := []*types.Package{out.pkg}
		if own != nil {
			pkgs = append(pkgs, own.pkg)
		}
		c.unitRelations(rels, e.link, pkgs...)
	}
	for _, s := range sources {
		if c.wants(s.f) {
			c.in.Emit(s.f.path, e.links(s), rels.sorted(s.f.path))
		}
	}
	for _, f := range u.part {
		if !c.wants(f) {
			c.in.EmitRelations(f.path, rels.sorted(f.path))
		}
	}
	return &out
}

// unitRelated says whether what files of a job implement depends on more than the
// packages of the default configuration.
func (c *checking) unitRelated(j *job, files []*file) bool {
	return j.cfg != defaultConfig || slices.ContainsFunc(files, func(f *file) bool { return f.test || f.pkg != j.dir.name })
}

// emitter turns what the type checker found in a unit into links.
type emitter struct {
	c     *checking
	u     *unit
	spans []span
	uses  map[*ast.Ident]types.Object
	room  *room
}

// links are the resolved uses in one file, sorted by position, until those of the next.
func (e *emitter) links(s source) []lang.PosLink {
	targets := make([]target, len(s.p.file.Imports))
	for i, spec := range s.p.file.Imports {
		targets[i] = e.u.imports[specPath(spec)].target
	}
	r := e.room
	r.forget()
	r.uses = e.found(r.uses[:0], &s.p)
	r.links = e.c.links(r.links[:0], r.uses, targets, e.link)
	return r.links
}

// found appends the uses in one file to an empty list, sorted by position.
func (e *emitter) found(uses []use, p *parsed) []use {
	for i, s := range p.file.Imports {
		if s.Name != nil && s.Name.Name != "_" && s.Name.Name != "." {
			uses = append(uses, use{p.at(s.Name.Pos()), int32(i), nil})
		}
		uses = append(uses, use{p.at(s.Path.Pos()) + 1, int32(i), nil})
	}
	return sortUses(usesIn(uses, p.file, p.at, e.uses, specNumbers(p.file.Imports)))
}

// link is what obj is.
func (e *emitter) link(obj types.Object) (lang.PosLink, bool) {
	if s, at, ok := findSpan(e.spans, obj.Pos()); ok {
		return lang.PosLink{Path: s.path, At: at}, true // these files have facts
	}
	return e.c.objectLink(obj)
}

// objectLink is what obj of a package of the graph is.
func (c *checking) objectLink(obj types.Object) (lang.PosLink, bool) {
	if obj.Pkg() == nil || !obj.Pos().IsValid() { // predeclared
		return lang.PosLink{}, false
	}
	s, at, ok := c.g.pos.find(obj.Pos())
	if !ok {
		return lang.PosLink{}, false
	}
	return c.placeLink(s, at, obj)
}

// placeLink is what obj at an offset of a file is.
func (c *checking) placeLink(s span, at uint32, obj types.Object) (lang.PosLink, bool) {
	var x *lang.External
	switch {
	case s.path == "":
		x = s.pkg.externals.object(s, at, obj)
	case c.known(s.path):
		return lang.PosLink{Path: s.path, At: at}, true
	default:
		// A file that was left out, for its size mostly. Its package is known.
		d := c.p.dirs[folder(s.path)]
		t := target{path: d.importPath, pkg: d.mod.symbol()}
		x = c.left.object(span{pkg: &pkg{target: t}}, at, obj)
	}
	if x != nil {
		return lang.PosLink{External: x}, true
	}
	return lang.PosLink{}, false
}

// packageLink is the package that an import means.
func (c *checking) packageLink(t target) (lang.PosLink, bool) {
	if t.dir != nil {
		for _, f := range t.dir.own() { // any would do
			if c.known(f.path) {
				return lang.PosLink{Path: f.path, At: lang.ModuleAt}, true
			}
		}
		return lang.PosLink{}, false
	}
	if t.path == "" {
		return lang.PosLink{}, false
	}
	return lang.PosLink{External: packageExternal(t)}, true
}
