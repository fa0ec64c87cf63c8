package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"codeintel/index/lang"
)

// outdated finds the files whose links may differ from those of an earlier
// check, where relations can't; it is false where that can't be told, and all
// must be checked.
//
// What one file sees of another is declarations. A function, a variable or a
// constant is seen only where its name is: a file that does not mention it has
// the links that it had. Where a declaration mentions one that has changed, it
// counts as changed too. A type is seen where values of it are, so that a
// changed one may matter anywhere.
func (c *checking) outdated() (map[string]bool, bool) {
	e := c.in.Earlier
	x := &outdating{c: c, e: e, want: map[string]bool{}, was: map[string]*lang.Facts{}, seen: map[globalName]bool{}}
	folders := map[*dir][]*change{}
	for _, path := range e.Changed {
		h, ok := x.change(path)
		if !ok {
			return nil, false
		}
		folders[h.dir] = append(folders[h.dir], h)
		x.want[path] = true
		x.was[path] = h.was
	}
	for _, h := range slices.Concat(slices.Collect(maps.Values(folders))...) {
		if !x.sameImports(h) {
			return nil, false
		}
	}
	for d, changes := range folders {
		whole, alike := x.apart(d, changes)
		if !alike {
			return nil, false
		}
		if whole {
			for _, f := range d.files {
				if c.known(f.path) {
					x.want[f.path] = true
				}
			}
		}
		for _, h := range changes {
			for name := range h.names {
				x.push(globalName{d, name})
			}
		}
	}
	for len(x.todo) > 0 {
		n := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		if !x.spread(n) {
			return nil, false
		}
	}
	// Where packages import one another, what they see depends on the one that is
	// looked at first.
	states := map[*dir]bool{}
	for path := range x.want {
		d := c.p.dirs[folder(path)]
		if x.cyclic(d, states) {
			return nil, false
		}
		for _, f := range d.files {
			for _, spec := range f.imports {
				if t := c.g.resolveIn(d.mod, d.path, spec); t.dir != nil && x.cyclic(t.dir, states) {
					return nil, false
				}
			}
		}
	}
	return x.want, true
}

// globalName is a name at package level of a folder.
type globalName struct {
	dir  *dir
	name string
}

type outdating struct {
	c         *checking
	e         *lang.EarlierCheck
	want      map[string]bool
	was       map[string]*lang.Facts // of the changed files
	todo      []globalName
	seen      map[globalName]bool
	importers map[*dir][]*file
	texts     map[*file]*mentions
}

func (x *outdating) push(n globalName) {
	if !x.seen[n] {
		x.seen[n] = true
		x.todo = append(x.todo, n)
	}
}

// change is how a file differs from what it was.
type change struct {
	file    *file
	dir     *dir
	was, is *lang.Facts
	names   map[string]bool // of the declarations that differ
	broken  bool            // then or now
}

// change compares a file with what it was; it is false where more may have
// changed than functions, variables and constants.
func (x *outdating) change(path string) (*change, bool) {
	d := x.c.p.dirs[folder(path)]
	if d == nil {
		return nil, false
	}
	i, ok := d.find(path)
	if !ok {
		return nil, false
	}
	h := &change{file: d.files[i], dir: d, was: x.e.Facts(path), is: x.c.in.Facts(path), names: map[string]bool{}}
	if h.was == nil || h.is == nil || len(h.was.Surface) == 0 || len(h.is.Surface) == 0 || h.was.Surface[0] != h.is.Surface[0] {
		return nil, false
	}
	type state struct {
		hash uint32
		n    int
		typ  bool
	}
	read := func(f *lang.Facts) map[string]state {
		out := map[string]state{}
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
			if o := pair[1][name]; o != s {
				if s.typ || o.typ {
					return nil, false
				}
				h.names[name] = true
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
	was := importPaths(h.was)
	if x.c.p.inferred && !slices.Equal(was, h.file.imports) {
		return false
	}
	for _, pair := range [2][2][]string{{was, h.file.imports}, {h.file.imports, was}} {
		for _, spec := range pair[0] {
			if slices.Contains(pair[1], spec) {
				continue
			}
			t := x.c.g.resolveIn(h.dir.mod, h.dir.path, spec)
			switch {
			case t.dir == nil && t.fsys == nil: // nothing is known of it
			case t.dir == nil:
				if !x.importedElsewhere(t) {
					return false
				}
			case !h.file.test && x.reaches(t.dir, h.dir, map[*dir]bool{}):
				return false
			}
		}
	}
	return true
}

func importPaths(f *lang.Facts) []string {
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
			if x.was[f.path] != nil || !f.match(defaultConfig) {
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

// apart says whether the changes may matter to the links of files of the folder
// that mention nothing of what has changed: where names are declared twice, and
// where the parser lost a part of a file. It is not alike where their relations may
// differ too.
func (x *outdating) apart(d *dir, changes []*change) (whole, alike bool) {
	names, broken, clash := false, false, false
	for _, h := range changes {
		broken = broken || h.broken
		names = names || len(h.names) > 0
		clash = clash || h.names["main"]
	}
	if !broken && !names {
		return false, true // the files are checked together as they were
	}
	was := func(path string) *lang.Facts {
		if f, ok := x.was[path]; ok {
			return f
		}
		return x.c.in.Facts(path)
	}
	jobs := x.c.jobsOf(d)
	tests := len(jobs) > 1 || slices.ContainsFunc(d.files, func(f *file) bool { return f.test || f.pkg != d.name })
	for _, j := range jobs {
		for _, facts := range []func(string) *lang.Facts{was, x.c.in.Facts} {
			for _, g := range x.c.groups(j, facts) {
				clash = clash || len(g.sets) > 1
			}
		}
	}
	return clash || broken, !tests || !clash && !broken
}

// spread adds the files that mention a name that has changed, and what they
// declare by it. It is false where that is a type.
func (x *outdating) spread(n globalName) bool {
	visit := func(f *file, d *dir, qualified bool) bool {
		m := x.mentions(f)
		if m == nil {
			return false
		}
		if !m.there(n.name, qualified) {
			return true
		}
		x.want[f.path] = true
		for _, m := range m.declaredBy(n.name, qualified) {
			if m.typ {
				return false
			}
			x.push(globalName{d, m.name})
		}
		return true
	}
	for _, f := range n.dir.files {
		if x.c.known(f.path) && !visit(f, n.dir, false) {
			return false
		}
	}
	if !token.IsExported(n.name) {
		return true
	}
	for _, f := range x.importersOf(n.dir) {
		if x.c.known(f.path) && !visit(f, x.c.p.dirs[folder(f.path)], true) {
			return false
		}
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

// mentions is the text of a file, to look names up in.
type mentions struct {
	src   []byte
	dot   bool // it imports into its own scope
	decls []declWords
}

type declWords struct {
	decl
	// bare are the names that stand alone in what it says, selected those behind
	// a dot.
	bare, selected map[string]bool
}

func (x *outdating) mentions(f *file) *mentions {
	if m, ok := x.texts[f]; ok {
		return m
	}
	if x.texts == nil {
		x.texts = map[*file]*mentions{}
	}
	src, err := x.c.p.files.Read(f.path)
	if err != nil {
		return nil
	}
	m := &mentions{src: src}
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
	if m.decls == nil {
		m.read()
	}
	for _, d := range m.decls {
		if d.bare[name] && (!qualified || m.dot) || qualified && d.selected[name] {
			out = append(out, d.decl)
		}
	}
	return out
}

// read finds the names in all declarations.
func (m *mentions) read() {
	bare := withoutBodies(m.src)
	p := parse(token.NewFileSet(), "", bare, 0)
	for _, s := range importSpecs(p.file) {
		m.dot = m.dot || s.name == "."
	}
	m.decls = []declWords{}
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
