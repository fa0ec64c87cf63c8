package golang

import (
	"bytes"
	"cmp"
	"context"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"sync"

	"codeintel/index/lang"
)

// outdated is what an earlier check's results don't tell any more.
type outdated struct {
	// links are the files whose links may differ.
	links map[string]bool
	// folders are those in which the relations of files may differ; elsewhere says
	// that others may too.
	folders   map[*dir]bool
	elsewhere bool
	// lost: those may be lost that lead to the same as before.
	lost bool
	// inside are the changes, where the links of no other file differ, and nothing
	// but bodies, values, functions and what is no declaration.
	inside []*change
}

// outdated finds what may differ from an earlier check; it is false where that
// can't be told, and all must be checked.
//
// What one file sees of another is declarations, and those only where their names
// are, or the names of declarations that mention them: the declaration of a
// function, a variable or a field says which types its values are of. A method
// counts as a part of its type. So what can differ are the files that mention a
// declaration that has changed, or one that does so by way of any number of
// others.
//
// What the graph has of an earlier check is brought up to date. With again the
// package of a folder is compared with what it was, as importers see it.
func (c *checking) outdated(ctx context.Context, again bool) (*outdated, bool, error) {
	e := c.in.Earlier
	x := &outdating{
		c: c, e: e, want: map[string]bool{}, was: map[string]*lang.Facts{}, seen: map[globalName]bool{},
		types: map[*dir]map[string]bool{}, local: map[*dir]bool{}, texts: map[*file]*mentions{},
	}
	folders := map[*dir][]*change{}
	for _, path := range e.Changed {
		h, ok := x.change(path)
		if !ok {
			return nil, false, nil
		}
		x.was[path] = h.was
		x.changes = append(x.changes, h)
		if h.dir != nil {
			folders[h.dir] = append(folders[h.dir], h)
		} else {
			c.g.dirty[folder(path)] = true
		}
		if h.file != nil {
			x.want[path] = true
		}
	}
	if !x.sameFolders(folders) {
		return nil, false, nil
	}
	for _, h := range x.changes {
		if !x.sameImports(h) {
			return nil, false, nil
		}
	}
	for d, changes := range folders {
		if x.together(d, changes) {
			x.local[d] = true
			for _, f := range d.files {
				if c.known(f.path) {
					x.want[f.path] = true
				}
			}
		}
		for _, h := range changes {
			for name, typ := range h.names {
				x.push(globalName{dir: d, name: name, test: h.test()})
				x.related(d, name, typ, x.usual(h))
				// Of a broken file what stays in place can be lost.
				x.relations = x.relations || typ && h.broken
				x.lost = x.lost || typ && h.broken
			}
		}
	}
	for d, changes := range folders {
		c.g.dirty[d.path] = slices.ContainsFunc(changes, func(h *change) bool {
			return x.usual(h) && (len(h.names) > 0 || h.head || h.broken)
		})
	}
	x.holding = true
	if !x.spreadAll() {
		return nil, false, nil
	}
	x.holding = false
	var differ *dir // whose importers may see a change
	for d, changes := range folders {
		hidden := !slices.ContainsFunc(changes, func(h *change) bool { return x.usual(h) && (h.head || h.broken) }) && x.types[d] == nil && !slices.ContainsFunc(x.held, func(n globalName) bool { return n.dir == d })
		switch {
		case hidden:
			c.g.dirty[d.path] = false
		case !c.g.dirty[d.path]:
			again = false // other builds may see it
		case differ == nil:
			differ = d
		default:
			again = false
		}
	}
	sealed := false
	if differ != nil && again {
		var err error
		if sealed, err = x.seal(ctx, differ, folders[differ]); err != nil {
			return nil, false, err
		}
	}
	if !sealed {
		for _, n := range x.held {
			if !x.cross(n) {
				return nil, false, nil
			}
		}
	}
	if !x.spreadAll() {
		return nil, false, nil
	}
	if sealed {
		key := (&target{dir: differ}).key()
		if methodless(x.types[differ], c.g.old[key].latest().types, c.g.pkgs[graphKey{defaultConfig, key}].types) {
			delete(x.types, differ)
		}
	}
	apart := sealed && !x.leaks // importers go on with the package that they know
	if apart {
		c.g.dirty[differ.path] = false
		c.g.old[(&target{dir: differ}).key()].now = nil
	}
	for _, h := range x.changes {
		if h.dir != nil && !c.g.dirty[h.dir.path] {
			c.g.move(h)
		}
	}
	if apart {
		key := graphKey{defaultConfig, (&target{dir: differ}).key()}
		c.g.old[key.key].now = c.g.pkgs[key]
		delete(c.g.pkgs, key)
	}
	// Where packages import one another, what they see depends on the one that is
	// looked at first.
	states := map[*dir]bool{}
	x.acyclic = map[string]bool{}
	if !slices.ContainsFunc(x.changes, func(h *change) bool { return h.head || !slices.Equal(importPaths(h.was), importPaths(h.is)) }) {
		maps.Copy(x.acyclic, c.seen.acyclic)
	}
	for path := range x.want {
		d := c.p.dirs[folder(path)]
		if x.acyclic[d.path] {
			continue
		}
		if x.cyclic(d, states) {
			return nil, false, nil
		}
		x.acyclic[d.path] = true
		for _, f := range d.files {
			for _, spec := range f.imports {
				if t := c.g.resolveIn(d.mod, d.path, spec); t.dir != nil && x.cyclic(t.dir, states) {
					return nil, false, nil
				}
			}
		}
	}
	out := &outdated{links: x.want, folders: x.local, elsewhere: x.relations || len(x.types) > 0, lost: x.lost}
	for d := range x.types {
		out.folders[d] = true
	}
	if len(out.folders) > 0 || out.elsewhere { // all packages are looked at
		for _, d := range c.p.dirs {
			if x.cyclic(d, states) {
				return nil, false, nil
			}
		}
	}
	if x.onlyInside(out) {
		out.inside = x.changes
	}
	c.seen = x.seenNow()
	return out, true, nil
}

// globalName is a name at package level of a folder.
type globalName struct {
	dir  *dir
	name string
	// visible: of the only folder with changes, seen by importers. test: declared
	// in a test, which they don't see.
	visible, test bool
}

type outdating struct {
	c       *checking
	e       *lang.EarlierCheck
	want    map[string]bool
	was     map[string]*lang.Facts // of the changed files
	changes []*change
	todo    []globalName
	seen    map[globalName]bool
	// held are the exported names that have changed, to be looked for in other
	// folders when that of the changes is done; holding while it is not. leaks: some
	// were visible.
	held           []globalName
	holding, leaks bool
	// types are the folders with types that have changed, local those where only
	// their own relations may be others; relations may be others anywhere.
	types     map[*dir]map[string]bool
	local     map[*dir]bool
	relations bool
	lost      bool // and definitions that they lead to
	importers map[*dir][]*file
	texts     map[*file]*mentions
	// acyclic are the folders that neither import themselves nor lead to one that does.
	acyclic map[string]bool
}

// push notes a name whose declaration has changed. A method counts as its type.
func (x *outdating) push(n globalName) {
	n.name, _, _ = strings.Cut(n.name, ".")
	if !x.seen[n] {
		x.seen[n] = true
		x.todo = append(x.todo, n)
	}
}

// related notes that a declaration in a folder has changed; typ says that it is a
// type or a method, usual that importers see it in the default configuration.
func (x *outdating) related(d *dir, name string, typ, usual bool) {
	switch {
	case typ && !usual:
		x.local[d] = true
	case typ:
		if x.types[d] == nil {
			x.types[d] = map[string]bool{}
		}
		name, _, _ = strings.Cut(name, ".")
		x.types[d][name] = true
	}
}

// usual says whether importers see a file in the default configuration, now or
// then.
func (x *outdating) usual(h *change) bool {
	if h.test() {
		return false
	}
	if was := x.c.p.was[h.path]; h.was != nil && h.head && (was == nil || x.usualFile(h.dir, was)) {
		return true
	}
	return h.file != nil && x.usualFile(h.dir, h.file)
}

func (x *outdating) usualFile(d *dir, f *file) bool {
	if f.test {
		return false
	}
	return f.match(defaultConfig) || !slices.ContainsFunc(d.files, func(f *file) bool { return !f.test && f.pkg == d.name && f.match(defaultConfig) })
}

// spreadAll spreads all names that are pushed.
func (x *outdating) spreadAll() bool {
	for len(x.todo) > 0 {
		n := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		if !x.spread(n) {
			return false
		}
	}
	return true
}

// change is how a file differs from what it was.
type change struct {
	path string
	file *file // nil when it is gone
	dir  *dir  // nil when its folder has no files any more
	// was and is are its facts; one of them may be nil.
	was, is *lang.Facts
	// head: it was of another package, of other builds, or not there at all, or
	// is gone.
	head bool
	// names are those of the declarations that differ; of types and their methods
	// the value is true.
	names  map[string]bool
	broken bool // then or now
}

// test says whether it is a file of tests.
func (h *change) test() bool { return strings.HasSuffix(h.path, "_test.go") }

// change compares a file with what it was; it is false where that can't be told.
func (x *outdating) change(path string) (*change, bool) {
	h := &change{path: path, dir: x.c.p.dirs[folder(path)], was: x.e.Facts(path), is: x.c.in.Facts(path), names: map[string]bool{}}
	if h.dir != nil {
		if i, ok := h.dir.find(path); ok {
			h.file = h.dir.files[i]
		}
	}
	if h.was == nil && h.is == nil || (h.file == nil) != (h.is == nil) || h.was != nil && len(h.was.Surface) == 0 || h.is != nil && len(h.is.Surface) == 0 {
		return nil, false
	}
	h.head = h.was == nil || h.is == nil || h.was.Surface[0] != h.is.Surface[0]
	type state struct {
		hash uint32
		n    int
		typ  bool
	}
	read := func(f *lang.Facts) map[string]state {
		out := map[string]state{}
		if f == nil {
			return out
		}
		for i, s := range f.Surface {
			if s.Def < 0 {
				h.broken = h.broken || i > 0
				continue
			}
			name := shownName(f, s.Def)
			o := out[name]
			out[name] = state{o.hash*31 + s.Hash, o.n + 1, o.typ || isType(f.Defs[s.Def].Kind)}
		}
		return out
	}
	was, is := read(h.was), read(h.is)
	for _, pair := range [2][2]map[string]state{{was, is}, {is, was}} {
		for name, s := range pair[0] {
			if o := pair[1][name]; o != s || h.head {
				h.names[name] = s.typ || o.typ
			}
		}
	}
	return h, true
}

// isType says whether a declaration of this kind is seen through values.
func isType(k lang.Kind) bool {
	switch k {
	case lang.KindFunction, lang.KindVariable, lang.KindConstant:
		return false
	}
	return true
}

// sameImports says whether the graph of packages is as it was, apart from
// packages that did not and do not matter to one another: an import of a package
// outside brings its interfaces in, and where packages import one another, the
// order counts in which they are found.
func (x *outdating) sameImports(h *change) bool {
	was, is := importPaths(h.was), importPaths(h.is)
	if h.file != nil {
		is = h.file.imports
	}
	if x.c.p.inferred && (h.head || !slices.Equal(was, is)) {
		return false
	}
	if h.dir == nil {
		// Nobody imports the folder, and what its packages imported brought
		// interfaces in.
		x.relations = true
		return true
	}
	for _, pair := range [2][2][]string{{was, is}, {is, was}} {
		for _, spec := range pair[0] {
			if slices.Contains(pair[1], spec) {
				continue
			}
			t := x.c.g.resolveIn(h.dir.mod, h.dir.path, spec)
			switch {
			case t.dir == nil && t.fsys == nil: // nothing is known of it
			case t.dir == nil:
				x.relations = x.relations || !x.importedElsewhere(t)
			case !h.test() && x.reaches(t.dir, h.dir, map[*dir]bool{}):
				return false
			}
		}
	}
	return true
}

func importPaths(f *lang.Facts) []string {
	if f == nil {
		return nil
	}
	specs := make([]string, 0, len(f.Imports))
	for _, im := range f.Imports {
		specs = append(specs, f.Name(im.Module))
	}
	return specs
}

// importedElsewhere says whether a file that has not changed imports t, in the
// default configuration.
func (x *outdating) importedElsewhere(t target) bool {
	for _, d := range x.c.p.dirs {
		for _, f := range d.files {
			if _, changed := x.was[f.path]; changed || !f.match(defaultConfig) || !x.c.known(f.path) {
				continue
			}
			for _, spec := range f.imports {
				if o := x.c.g.resolveIn(d.mod, d.path, spec); o.dir == nil && o.key() == t.key() {
					return true
				}
			}
		}
	}
	return false
}

// reaches says whether from is to, or imports it, however far away, now or then.
func (x *outdating) reaches(from, to *dir, seen map[*dir]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, f := range from.files {
		if f.test || f.pkg != from.name {
			continue
		}
		specs := f.imports
		if was := x.was[f.path]; was != nil {
			specs = slices.Concat(specs, importPaths(was))
		}
		for _, spec := range specs {
			if t := x.c.g.resolveIn(from.mod, from.path, spec); t.dir != nil && x.reaches(t.dir, to, seen) {
				return true
			}
		}
	}
	return false
}

// cyclic says whether d imports itself, or something that it imports does.
// states has the folders that were looked at: true while that goes on.
func (x *outdating) cyclic(d *dir, states map[*dir]bool) bool {
	if open, ok := states[d]; ok {
		return open
	}
	states[d] = true
	for _, f := range d.files {
		if f.test || f.pkg != d.name {
			continue
		}
		for _, spec := range f.imports {
			if t := x.c.g.resolveIn(d.mod, d.path, spec); t.dir != nil && t.dir != d && x.cyclic(t.dir, states) {
				return true
			}
		}
	}
	states[d] = false
	return false
}

// sameFolders says whether each folder with changed files has the package that it
// had, as others import it, if not with the same declarations. Importers that the
// new one shows to be of another file are wanted.
func (x *outdating) sameFolders(folders map[*dir][]*change) bool {
	var gone, made []string
	for _, h := range x.changes {
		if h.dir == nil {
			gone = append(gone, folder(h.path))
		}
	}
	for d, changes := range folders {
		if !slices.ContainsFunc(changes, func(h *change) bool { return h.head }) {
			continue
		}
		was, same, ok := x.filesBefore(d, changes)
		switch {
		case !ok:
			return false
		case len(was) == 0:
			if slices.Contains(strings.Split(d.path, "/"), "vendor") {
				return false
			}
			made = append(made, d.path)
			continue
		case packageOf(was) != d.name:
			return false
		}
		// Where a build includes no file, all of them stand for the package.
		bare := func(files []*file) []*file {
			return slices.DeleteFunc(slices.Clone(files), func(f *file) bool { return f.test || f.pkg != d.name })
		}
		if b, n := bare(was), bare(d.files); len(b)+len(n) > 0 {
			always := slices.ContainsFunc(bare(same), func(f *file) bool { return f.os == "" && f.arch == "" && !f.cgo && f.expr == nil })
			if !always && !slices.Equal(b, n) {
				return false
			}
		}
		first := func(files []*file) string {
			before := dir{name: d.name, files: files}
			for _, f := range before.own() {
				if facts, changed := x.was[f.path]; changed && !slices.Contains(d.files, f) {
					if facts != nil {
						return f.path
					}
				} else if x.c.known(f.path) {
					return f.path
				}
			}
			return ""
		}
		if first(was) != first(d.files) { // which imports lead to
			for _, f := range x.importersOf(d) {
				if x.c.known(f.path) {
					x.want[f.path] = true
				}
			}
		}
	}
	if len(gone)+len(made) == 0 {
		return true
	}
	if len(gone) > 0 {
		x.relations = true
	}
	for _, d := range x.c.p.dirs {
		for _, f := range d.files {
			for _, spec := range f.imports {
				if facts, changed := x.was[f.path]; changed && !slices.Contains(importPaths(facts), spec) {
					continue
				}
				if slices.ContainsFunc(gone, func(g string) bool { return strings.HasSuffix(spec, g[strings.LastIndexByte(g, '/')+1:]) || g == "" }) {
					return false
				}
				if t := x.c.g.resolveIn(d.mod, d.path, spec); t.dir != nil && slices.Contains(made, t.dir.path) {
					return false
				}
			}
		}
	}
	return true
}

// filesBefore are the files that a folder had, sorted, and those of them that have
// the same head; it is false where that isn't known.
func (x *outdating) filesBefore(d *dir, changes []*change) (was, same []*file, ok bool) {
	changed := map[string]*change{}
	for _, h := range changes {
		if h.head {
			changed[h.path] = h
		}
	}
	for _, f := range d.files {
		if changed[f.path] == nil {
			was = append(was, f)
		}
	}
	same = slices.Clone(was)
	for path, h := range changed {
		if h.was == nil {
			continue
		}
		f := x.c.p.was[path]
		if f == nil {
			return nil, nil, false
		}
		was = append(was, f)
	}
	slices.SortFunc(was, func(a, b *file) int { return cmp.Compare(a.path, b.path) })
	return was, same, true
}

// together says whether the changes may matter to the links and relations of files
// of the folder that mention nothing of what has changed: where other files are
// checked together than before, and where the parser lost a part of a file.
func (x *outdating) together(d *dir, changes []*change) bool {
	names := false
	for _, h := range changes {
		if h.broken || h.head {
			return true
		}
		names = names || len(h.names) > 0
	}
	if !names {
		return false
	}
	before := func(path string) *lang.Facts {
		if f, ok := x.was[path]; ok {
			return f
		}
		return x.c.in.Facts(path)
	}
	by := func(facts func(string) *lang.Facts) func(*file) []string {
		return func(f *file) []string { return declares(facts(f.path)) }
	}
	if x.separate(d, changes) {
		return false
	}
	clash, together := false, false
	for _, j := range x.c.jobsOf(d) {
		was, is := x.c.groups(j, by(before)), x.c.groups(j, by(x.c.in.Facts))
		together = together || !slices.EqualFunc(was, is, func(a, b group) bool {
			return a.name == b.name && slices.EqualFunc(a.sets, b.sets, func(a, b *fileSet) bool {
				return slices.Equal(a.full, b.full) && slices.Equal(a.extra, b.extra)
			})
		})
		for _, g := range slices.Concat(was, is) {
			clash = clash || len(g.sets) > 1
		}
	}
	if clash { // a function may be in the way of a type
		for _, f := range d.files {
			facts := x.c.in.Facts(f.path)
			if facts == nil {
				continue
			}
			for _, s := range facts.Surface {
				if s.Def < 0 || !isType(facts.Defs[s.Def].Kind) {
					continue
				}
				for _, h := range changes {
					if _, ok := h.names[shownName(facts, s.Def)]; ok {
						x.related(d, shownName(facts, s.Def), true, true)
						x.relations = true
					}
				}
			}
		}
	}
	return together
}

// separate says whether the only change of a folder is of names that no other file of it
// declares, and that are of no types: then the same files are checked together.
func (x *outdating) separate(d *dir, changes []*change) bool {
	if len(changes) != 1 {
		return false
	}
	for _, typ := range changes[0].names {
		if typ {
			return false
		}
	}
	for _, f := range d.files {
		if f.path == changes[0].path || !x.c.known(f.path) {
			continue
		}
		m := x.mentions(f)
		if m == nil {
			return false
		}
		names := m.declares(x.c.in.Facts, f.path)
		for name := range changes[0].names {
			if names[name] {
				return false
			}
		}
	}
	return true
}

// spread adds the files of its folder that mention a name that has changed, and
// what they declare by it, and those of importers. It is false where one can't be
// read.
func (x *outdating) spread(n globalName) bool {
	for _, f := range n.dir.files {
		if !x.c.known(f.path) {
			continue
		}
		// External tests see what tests declare.
		outer := f.pkg != n.dir.name && token.IsExported(n.name)
		if !x.visit(n, f, n.dir, false) || outer && !x.visit(n, f, n.dir, true) {
			return false
		}
	}
	if n.test || !token.IsExported(n.name) {
		return true
	}
	if x.holding {
		x.held = append(x.held, n)
		return true
	}
	return x.cross(n)
}

// cross adds the files of other folders that mention an exported name that has
// changed, and what they declare by it.
func (x *outdating) cross(n globalName) bool {
	x.leaks = true
	for _, f := range x.importersOf(n.dir) {
		if x.c.known(f.path) && !x.visit(n, f, x.c.p.dirs[folder(f.path)], true) {
			return false
		}
	}
	return true
}

// visit adds a file if it mentions n, and what it declares by it.
func (x *outdating) visit(n globalName, f *file, d *dir, qualified bool) bool {
	m := x.mentions(f)
	if m == nil {
		return false
	}
	if !m.there(n.name, qualified) {
		return true
	}
	x.want[f.path] = true
	for _, m := range m.declaredBy(n.name, qualified) {
		x.push(globalName{d, m.name, n.visible && d == n.dir, f.test})
		x.related(d, m.name, m.typ, x.usualFile(d, f))
	}
	return true
}

// importersOf are the files that import a folder's package.
func (x *outdating) importersOf(d *dir) []*file {
	if x.importers == nil {
		x.importers = map[*dir][]*file{}
		for _, d := range x.c.p.dirs {
			for _, f := range d.files {
				for _, spec := range f.imports {
					if t := x.c.g.resolveIn(d.mod, d.path, spec); t.dir != nil {
						x.importers[t.dir] = append(x.importers[t.dir], f)
					}
				}
			}
		}
	}
	return x.importers[d]
}

// mentions is the text of a file, to look names up in. Others may use it, too.
type mentions struct {
	src    []byte
	parsed sync.Once
	dot    bool // it imports into its own scope
	decls  []declWords
	listed sync.Once
	names  map[string]bool
}

// declares are the names that the file adds to its package. Names of functions and
// variables have no dot.
func (m *mentions) declares(facts func(string) *lang.Facts, path string) map[string]bool {
	m.listed.Do(func() {
		m.names = map[string]bool{}
		for _, name := range textless(declares(facts(path))) {
			m.names[name] = true
		}
	})
	return m.names
}

// seen is what an earlier check has found out, for a later one that follows.
type seen struct {
	// texts are of files that have not changed, as long as names in their folders are
	// typed: maxTexts bytes at most.
	texts map[*file]*mentions
	// acyclic is as in outdating.
	acyclic map[string]bool
}

// maxTexts is how many bytes of files are kept to look names up in.
const maxTexts = 4 << 20

// seenNow is what a check that follows may use.
func (x *outdating) seenNow() seen {
	s := seen{texts: x.c.seen.texts, acyclic: x.acyclic}
	if len(x.texts) == 0 {
		return s
	}
	s.texts = map[*file]*mentions{}
	size := 0
	for f, m := range x.texts {
		if _, changed := x.was[f.path]; !changed && size+len(m.src) <= maxTexts {
			size += len(m.src)
			s.texts[f] = m
		}
	}
	return s
}

type declWords struct {
	decl
	// bare are the names that stand alone in what it says, selected those behind
	// a dot.
	bare, selected map[string]bool
}

func (x *outdating) mentions(f *file) *mentions {
	m := x.texts[f]
	if m == nil {
		if m = x.c.seen.texts[f]; m != nil {
			x.texts[f] = m
		}
	}
	if m != nil {
		return m
	}
	src, err := x.c.p.files.Read(f.path)
	if err != nil {
		return nil
	}
	m = &mentions{src: src}
	x.texts[f] = m
	return m
}

// there says whether a name is mentioned: alone, or behind a dot where it is one
// of an imported package.
func (m *mentions) there(name string, qualified bool) bool {
	if !bytes.Contains(m.src, []byte(name)) {
		return false
	}
	found, dots := false, 0
	tokens(m.src, func(kind byte, tok []byte, _ byte) {
		if kind == '.' {
			dots++
			return
		}
		if kind == 'a' && (qualified || dots != 1) && string(tok) == name {
			found = true
		}
		dots = 0
	})
	return found
}

// declaredBy are the declarations that mention a name in what others see.
func (m *mentions) declaredBy(name string, qualified bool) (out []decl) {
	m.parsed.Do(m.read)
	for _, d := range m.decls {
		if d.bare[name] && (!qualified || m.dot) || qualified && d.selected[name] {
			out = append(out, d.decl)
		}
	}
	return out
}

// read finds the names in all declarations.
func (m *mentions) read() {
	bare := withoutBodies(m.src, nil)
	p := parse(token.NewFileSet(), "", bare, 0)
	for _, s := range importSpecs(p.file) {
		m.dot = m.dot || s.name == "."
	}
	for _, d := range declarations(&p) {
		w := declWords{decl: d, bare: map[string]bool{}, selected: map[string]bool{}}
		for _, n := range d.says {
			words(n, w.bare, w.selected)
		}
		if len(d.says) == 0 || bytes.Contains(bytes.Join(d.visible(m.src, bare), nil), []byte("...]")) {
			for _, t := range d.visible(m.src, bare) {
				tokens(t, func(kind byte, tok []byte, _ byte) {
					if kind == 'a' {
						w.bare[string(tok)], w.selected[string(tok)] = true, true
					}
				})
			}
		}
		m.decls = append(m.decls, w)
	}
}

// words collects the names in n that may mean something at package level.
func words(n ast.Node, bare, selected map[string]bool) {
	if n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			bare[n.Name] = true
		case *ast.SelectorExpr:
			selected[n.Sel.Name] = true
			words(n.X, bare, selected)
			return false
		case *ast.Field:
			if n.Type != nil {
				words(n.Type, bare, selected)
			}
			return false
		case *ast.BlockStmt:
			return false
		}
		return true
	})
}
