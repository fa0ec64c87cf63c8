package golang

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// source is a file with its bodies, as it is checked.
type source struct {
	f   *file
	p   parsed
	src []byte
}

// settled is a unit as a check has left it. As long as nothing but the bodies of
// functions changes, its declarations stay, and of a file that has been emitted only
// the functions that differ are checked again. It does not change any more.
type settled struct {
	path, name string // of its package
	objects    []types.Object
	imports    map[string]*types.Package
	files      map[string]*settledFile
	fragments  []fragment // sorted by base
}

// settledFile is a file of a settled unit whose uses are known.
type settledFile struct {
	src []byte
	// then are the bodies as they were when the whole file was parsed, now as they
	// are in src.
	then, now []body
	functions []function // that have these bodies
	broken    int        // how many of them the parser could not read
	version   string     // as in ast.File
	imports   []*ast.ImportSpec
	// uses are those before the first body, in it, behind it, and so on, each with
	// its offset in that part.
	uses [][]use
}

// function is where a body belongs.
type function struct {
	header uint32 // bytes from the word func to the body; 0 where it can't be checked apart
	broken bool
}

// fragment is a range of positions: a file, or a function of it.
type fragment struct {
	base, size int
	path       string
	from       uint32 // the offset that base has
	body       int    // its number, -1 for a file
	at         uint32 // where the body began
}

// Bounds of what is settled: units, bytes of source that are checked with bodies in
// one, functions that have been checked again in one.
const (
	maxSettled       = 4
	maxSettledSource = 2 << 20
	maxFragments     = 64
)

// use is an identifier that means something.
type use struct {
	start uint32
	spec  int32        // of the file's imports; -1 for obj
	obj   types.Object // not a PkgName
}

// usesIn finds the uses in nodes of a file, in their order. imports are the numbers
// of its imports by position.
func usesIn(uses []use, nodes ast.Node, at func(token.Pos) uint32, found map[*ast.Ident]types.Object, imports map[token.Pos]int32) []use {
	ast.Inspect(nodes, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := found[id]
		if obj == nil || id.Name == "_" { // the type parameter of a receiver can be blank
			return true
		}
		if name, isPkg := obj.(*types.PkgName); !isPkg {
			uses = append(uses, use{at(id.Pos()), -1, obj})
		} else if spec, ok := imports[name.Pos()]; ok {
			uses = append(uses, use{at(id.Pos()), spec, nil})
		}
		return true
	})
	return uses
}

// typeArguments adds to the uses what type arguments of generic types of missing packages
// name (atomic.Pointer[T]): the type checker does not look at them, so they are looked up
// by scope.
func typeArguments(file *ast.File, info *types.Info) {
	scope, uses := info.Scopes[file], info.Uses
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, look)
			return false
		case *ast.Field: // its names are defined here
			ast.Inspect(n.Type, look)
			return false
		case *ast.Ident:
			if s := scope.Innermost(n.Pos()); s != nil && uses[n] == nil {
				if _, obj := s.LookupParent(n.Name, n.Pos()); obj != nil {
					uses[n] = obj
				}
			}
		}
		return true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var of ast.Expr
		var args []ast.Expr
		switch n := n.(type) {
		case *ast.IndexExpr:
			of, args = n.X, []ast.Expr{n.Index}
		case *ast.IndexListExpr:
			of, args = n.X, n.Indices
		default:
			return true
		}
		if s, ok := of.(*ast.SelectorExpr); ok && uses[s.Sel] == nil {
			if q, ok := s.X.(*ast.Ident); ok {
				if _, ok := uses[q].(*types.PkgName); ok {
					for _, a := range args {
						ast.Inspect(a, look)
					}
				}
			}
		}
		return true
	})
}

func sortUses(uses []use) []use {
	byStart := func(a, b use) int { return cmp.Compare(a.start, b.start) }
	if !slices.IsSortedFunc(uses, byStart) {
		slices.SortStableFunc(uses, byStart)
	}
	return uses
}

// specNumbers are the numbers of imports by position.
func specNumbers(specs []*ast.ImportSpec) map[token.Pos]int32 {
	out := make(map[token.Pos]int32, len(specs))
	for i, s := range specs {
		out[s.Pos()] = int32(i)
	}
	return out
}

// links are what uses lead to; those of imports to targets.
func (c *checking) links(uses []use, targets []target, link func(types.Object) (lang.PosLink, bool)) []lang.PosLink {
	links := make([]lang.PosLink, 0, len(uses))
	type known struct {
		link lang.PosLink
		ok   bool
	}
	packages := make([]known, len(targets))
	for i, t := range targets {
		packages[i].link, packages[i].ok = c.packageLink(t)
	}
	for i := range uses {
		var l lang.PosLink
		var ok bool
		if u := &uses[i]; u.spec >= 0 {
			l, ok = packages[u.spec].link, packages[u.spec].ok
		} else {
			l, ok = link(u.obj)
		}
		if ok {
			l.Start = uses[i].start
			links = append(links, l)
		}
	}
	return links
}

// settles says whether the units of a job may be kept for checks of bodies.
func (c *checking) settles(j *job) bool {
	return c.in.Memo != nil && c.want != nil && j.cfg == defaultConfig
}

// settle keeps what a check has found of a unit. own is as in checkUnit.
func (c *checking) settle(j *job, u *unit, e *emitter, checked, own *checkedUnit, sources []source) {
	pkg := checked.pkg
	if !c.settles(j) || !pkg.Complete() {
		return
	}
	s := &settled{path: u.path, name: pkg.Name(), imports: map[string]*types.Package{}, files: map[string]*settledFile{}}
	size := 0
	for _, x := range sources {
		if size += x.f.size; c.wants(x.f) && size <= maxSettledSource {
			if f, ok := settleFile(&x.p, x.src, e.found(nil, &x.p)); ok {
				s.files[x.f.path] = f
			}
		}
	}
	if len(s.files) == 0 {
		return
	}
	found := settling{unit: s}
	for spec, im := range u.imports {
		switch {
		case im.target.dir == j.dir && own != nil:
			s.imports[spec] = own.pkg
		case im.pkg != nil:
			s.imports[spec] = im.pkg.types
		}
		if im.pkg != nil {
			found.imports = append(found.imports, im.pkg)
		}
	}
	places := slices.Concat(checked.full, checked.bare)
	if own != nil {
		places = slices.Concat(places, own.full, own.bare)
	}
	for _, p := range places {
		s.fragments = append(s.fragments, fragment{base: p.base, size: p.size, path: p.path, body: -1})
	}
	slices.SortFunc(s.fragments, func(a, b fragment) int { return cmp.Compare(a.base, b.base) })
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		s.objects = append(s.objects, scope.Lookup(name))
	}
	c.settling.mu.Lock()
	defer c.settling.mu.Unlock()
	c.settling.units = append(c.settling.units, found)
}

// settling is a unit that may be kept: with the packages that it imports.
type settling struct {
	unit    *settled
	imports []*pkg
}

// settled are the units whose imports are kept in k with all that they import: what
// leads to others could not be followed.
func (c *checking) settled(k *kept) (out []*settled) {
	kept := map[*pkg]bool{}
	var all func(n *pkg) bool
	all = func(n *pkg) bool {
		ok, seen := kept[n]
		if seen || n == nil {
			return ok || n == nil
		}
		ok = k.pkgs[n.target.key()] == n
		kept[n] = ok
		for _, m := range n.imports {
			ok = all(m) && ok
		}
		kept[n] = ok
		return ok
	}
	for _, s := range c.settling.units {
		if !slices.ContainsFunc(s.imports, func(n *pkg) bool { return !all(n) }) {
			out = append(out, s.unit)
		}
	}
	return out[:min(len(out), maxSettled)]
}

// settleFile divides the uses of a file by its bodies; it is false for one in which
// these can't be told apart.
func settleFile(p *parsed, src []byte, uses []use) (*settledFile, bool) {
	list := bodies(src, nil)
	if len(list) == 0 || p.deep || p.file.Name.Name == "" || p.errors > 0 && len(p.mended) == 0 {
		return nil, false
	}
	f := &settledFile{src: src, then: list, now: list, functions: make([]function, len(list)), version: p.file.GoVersion, imports: p.file.Imports}
	for _, d := range p.file.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok || d.Body == nil {
			continue
		}
		k, ok := slices.BinarySearchFunc(list, p.at(d.Body.Lbrace)+1, func(b body, from uint32) int { return cmp.Compare(b.from, from) })
		if ok && list[k].closed && p.at(d.Body.Rbrace) == list[k].to && !generic(d.Recv) {
			f.functions[k].header = list[k].from - p.at(d.Pos())
		}
	}
	for _, from := range p.mended {
		k, ok := slices.BinarySearchFunc(list, from, func(b body, from uint32) int { return cmp.Compare(b.from, from) })
		if !ok {
			return nil, false
		}
		f.functions[k].broken = true
		f.broken++
	}
	f.uses = make([][]use, 2*len(list)+1)
	for i := range f.uses {
		part := f.part(i)
		n, _ := slices.BinarySearchFunc(uses, part.to, func(u use, to uint32) int { return cmp.Compare(u.start, to) })
		own := slices.Clone(uses[:n])
		for k := range own {
			own[k].start -= part.from
		}
		f.uses[i], uses = own, uses[n:]
	}
	return f, true
}

// generic says whether a receiver is of a type with parameters.
func generic(recv *ast.FieldList) bool {
	found := false
	if recv != nil {
		ast.Inspect(recv, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.IndexExpr, *ast.IndexListExpr:
				found = true
			}
			return !found
		})
	}
	return found
}

// part is the i-th part of a file: the odd ones are bodies.
func (f *settledFile) part(i int) bounds { return partOf(f.now, i, len(f.src)) }

func partOf(list []body, i, size int) bounds {
	if i%2 == 1 {
		return list[i/2].bounds
	}
	b := bounds{0, uint32(size) + 1}
	if i > 0 {
		b.from = list[i/2-1].to
	}
	if i/2 < len(list) {
		b.to = list[i/2].from
	}
	return b
}

// differ are the numbers of the bodies that are others in a text, which has them in
// list; it is false where anything else is.
func (f *settledFile) differ(src []byte, list []body) (changed []int, ok bool) {
	if len(list) != len(f.now) {
		return nil, false
	}
	text := func(src []byte, b bounds) []byte { return src[b.from:min(int(b.to), len(src))] }
	for i := range 2*len(list) + 1 {
		same := bytes.Equal(text(f.src, f.part(i)), text(src, partOf(list, i, len(src))))
		switch {
		case same && (i%2 == 0 || list[i/2].closed == f.now[i/2].closed):
		case i%2 == 0 || !list[i/2].closed || f.functions[i/2].header == 0:
			return nil, false
		default:
			changed = append(changed, i/2)
		}
	}
	return changed, true
}

// relocate is where what was at an offset when the file was parsed is now.
func (f *settledFile) relocate(at uint32) uint32 {
	i, found := slices.BinarySearchFunc(f.then, at, func(b body, at uint32) int { return cmp.Compare(b.from, at) })
	if !found {
		i--
	}
	switch {
	case i < 0:
		return at
	case at <= f.then[i].to:
		return at + f.now[i].from - f.then[i].from
	}
	return at + f.now[i].to - f.then[i].to
}

// link is what obj is, if it is of the unit.
func (s *settled) link(c *checking, obj types.Object) (lang.PosLink, bool) {
	pos := int(obj.Pos())
	i, found := slices.BinarySearchFunc(s.fragments, pos, func(f fragment, pos int) int { return cmp.Compare(f.base, pos) })
	if !found {
		i--
	}
	if i < 0 || pos > s.fragments[i].base+s.fragments[i].size || !obj.Pos().IsValid() {
		return c.objectLink(obj)
	}
	r := &s.fragments[i]
	at := uint32(pos-r.base) + r.from
	if f := s.files[r.path]; f != nil {
		if r.body < 0 {
			at = f.relocate(at)
		} else {
			at += f.now[r.body].from - r.at
		}
	}
	return c.placeLink(span{path: r.path}, at, obj)
}

// onlyBodies says whether nothing but bodies has changed, and the links of other
// files and all relations are as they were.
func (x *outdating) onlyBodies(out *outdated) bool {
	if out.elsewhere || out.lost || len(out.folders) > 0 || len(out.links) != len(x.changes) {
		return false
	}
	for _, h := range x.changes {
		if h.file == nil || h.was == nil || h.is == nil || h.head || h.broken || len(h.names) > 0 || !out.links[h.path] || x.c.g.dirty[h.dir.path] {
			return false
		}
	}
	return true
}

// checkBodies emits files in which only bodies have changed since they were settled.
// It returns what is settled then; it is false, and has emitted nothing, where one of
// the files is not.
func (c *checking) checkBodies(changes []*change, all []*settled) ([]*settled, bool) {
	next := map[*settled]*settled{}
	var emit []func()
	for _, h := range changes {
		i := slices.IndexFunc(all, func(s *settled) bool { return s.files[h.path] != nil })
		if i < 0 {
			return nil, false
		}
		s := next[all[i]]
		if s == nil {
			s = new(settled)
			*s = *all[i]
			s.files, s.fragments = maps.Clone(s.files), slices.Clone(s.fragments)
			next[all[i]] = s
		}
		src, err := c.p.files.Read(h.path)
		if err != nil || len(src) != h.file.size {
			return nil, false
		}
		list := bodies(src, nil)
		changed, ok := s.files[h.path].differ(src, list)
		if !ok || !s.check(c, h, src, list, changed) {
			return nil, false
		}
		emit = append(emit, func() { c.in.EmitLinks(h.path, s.links(c, h)) })
	}
	for _, e := range emit {
		e()
	}
	var out []*settled
	for _, s := range all {
		if n := next[s]; n != nil {
			out = append(out, n)
		} else if !slices.ContainsFunc(s.fragments, func(f fragment) bool {
			return slices.ContainsFunc(changes, func(h *change) bool { return h.path == f.path })
		}) {
			out = append(out, s)
		}
	}
	return out, true
}

// links are those of a file.
func (s *settled) links(c *checking, h *change) []lang.PosLink {
	f := s.files[h.path]
	n := 0
	for _, list := range f.uses {
		n += len(list)
	}
	uses := make([]use, 0, n)
	for i, list := range f.uses {
		from := f.part(i).from
		for _, u := range list {
			u.start += from
			uses = append(uses, u)
		}
	}
	targets := make([]target, len(f.imports))
	for i, spec := range f.imports {
		if path := specPath(spec); slices.Contains(h.file.imports, path) {
			targets[i] = c.g.resolveIn(h.dir.mod, h.dir.path, path)
		}
	}
	return c.links(uses, targets, func(obj types.Object) (lang.PosLink, bool) { return s.link(c, obj) })
}

// specPath is the path that an import says.
func specPath(s *ast.ImportSpec) string { return strings.Trim(s.Path.Value, "\"`") }

// check checks the bodies of a file that have changed. It changes s, which nobody has
// seen yet, and is false where they can't be checked by themselves.
func (s *settled) check(c *checking, h *change, src []byte, list []body, changed []int) bool {
	was := s.files[h.path]
	f := new(settledFile)
	*f = *was
	f.src, f.now, f.functions, f.uses = src, list, slices.Clone(was.functions), slices.Clone(was.uses)
	s.files[h.path] = f

	s.fragments = slices.DeleteFunc(s.fragments, func(f fragment) bool {
		return f.path == h.path && slices.Contains(changed, f.body)
	})
	file := &ast.File{Name: ast.NewIdent(s.name), Imports: f.imports, GoVersion: f.version}
	for _, spec := range f.imports {
		file.Decls = append(file.Decls, &ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{spec}})
	}
	at := make([]func(token.Pos) uint32, len(changed))
	decls := make([]*ast.FuncDecl, len(changed))
	for i, k := range changed {
		header := f.functions[k].header
		text, from := slices.Concat([]byte(aloneClause), src[list[k].from-header:list[k].to+1]), uint32(len(aloneClause))+header
		base := c.g.pos.next
		c.g.pos.next += 2 * (len(text) + len(clause) + 2)
		p := parseAll(startingAt(base), "", text, 0)
		if p.deep || p.base != base || len(p.file.Decls) != 1 {
			return false
		}
		d, ok := p.file.Decls[0].(*ast.FuncDecl)
		if !ok || d.Body == nil || p.at(d.Body.Lbrace)+1 != from {
			return false
		}
		if f.functions[k].broken {
			f.functions[k].broken = false
			f.broken--
		}
		if p.errors > 0 { // as in mend
			b := body{bounds: bounds{from, from + list[k].to - list[k].from}, closed: true}
			q, ok := b.parse(base, "", text, 0)
			if !ok || q.deep || f.broken == maxMended {
				return false
			}
			d.Body.List = q.file.Decls[0].(*ast.FuncDecl).Body.List
			f.functions[k].broken = true
			f.broken++
		}
		file.Decls = append(file.Decls, apart(d))
		decls[i] = d
		s.fragments = append(s.fragments, fragment{
			base: base, size: p.size, path: h.path, from: list[k].from - from, body: k, at: list[k].from,
		})
		at[i] = func(pos token.Pos) uint32 { return p.at(pos) - from }
	}
	n := 0
	for i := range s.fragments {
		if s.fragments[i].body >= 0 {
			n++
		}
	}
	if n > maxFragments || tooDeep(file, len(src)) {
		return false
	}
	slices.SortFunc(s.fragments, func(a, b fragment) int { return cmp.Compare(a.base, b.base) })
	found, ok := s.checkFile(c, file)
	if !ok {
		return false
	}
	imports := specNumbers(f.imports)
	for i, k := range changed {
		f.uses[2*k+1] = sortUses(usesIn(nil, decls[i].Body, at[i], found, imports))
	}
	return true
}

// aloneClause is what stands before a function that is parsed by itself.
const aloneClause = "package p;"

// apart makes a function or a method one without a name, which adds nothing to its
// package: it gets its receiver as a parameter.
func apart(d *ast.FuncDecl) *ast.FuncDecl {
	typ := *d.Type
	if d.Recv != nil {
		params := &ast.FieldList{Opening: d.Recv.Opening}
		for _, list := range []*ast.FieldList{d.Recv, d.Type.Params} {
			for _, f := range list.List {
				if len(f.Names) == 0 { // all have names, or none
					named := *f
					named.Names = []*ast.Ident{{NamePos: f.Type.Pos(), Name: "_"}}
					f = &named
				}
				params.List = append(params.List, f)
			}
		}
		params.Closing = d.Type.Params.Closing
		typ.Params = params
	}
	return &ast.FuncDecl{Name: &ast.Ident{NamePos: d.Name.Pos(), Name: "_"}, Type: &typ, Body: d.Body}
}

// checkFile checks functions without a name among the declarations of the unit. They
// are in a package of their own, which has these: nothing is added to what others see.
// It is false where the type checker failed.
func (s *settled) checkFile(c *checking, file *ast.File) (uses map[*ast.Ident]types.Object, ok bool) {
	pkg := types.NewPackage(s.path, s.name)
	for _, o := range s.objects {
		pkg.Scope().Insert(o)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	missing := slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return s.imports[specPath(i)] == nil })
	if missing {
		info.Scopes = map[ast.Node]*types.Scope{}
	}
	c.g.checkInto(&types.Config{DisableUnusedImportCheck: true}, pkg, defaultConfig, []*ast.File{file}, info, func(spec string) *types.Package { return s.imports[spec] })
	if missing {
		typeArguments(file, info)
	}
	return info.Uses, pkg.Complete()
}
