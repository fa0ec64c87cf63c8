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

// settled is a unit as a check has left it. As long as nothing changes but functions that
// only their own file mentions and what stands between declarations, the others stay, and
// of a file that has been emitted only the functions that differ are checked again. It
// does not change any more.
type settled struct {
	path, name string         // of its package
	objects    []types.Object // sorted by name
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
	// uses are those in the bodies, each with its offset there.
	uses [][]use
	// pieces are what is before the first body, before the second, and so on, and
	// behind the last.
	pieces [][]settledDecl
}

// function is where a body belongs.
type function struct {
	header uint32 // bytes from the word func to the body; 0 where it can't be checked apart
	broken bool
}

// settledDecl is a declaration, as far as it is not a body.
type settledDecl struct {
	then     bounds // when the whole file was parsed
	at, size uint32 // now; at is the offset in its part
	name     string // of a function that can be replaced
	unnamed  bool   // variables without names
	uses     []use  // each with its offset in the piece
}

// fragment is a range of positions: a file, a function of it, or another piece.
type fragment struct {
	base, size int
	path       string
	from       uint32 // the offset that base has
	body       int    // its number, or one of these
	at         uint32 // where the body began
	piece      [2]int // the numbers of its part and there
	declared   bool   // the function itself is declared by it, too
}

// What a fragment is instead of a body.
const (
	wholeFile = -1
	onePiece  = -2
)

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
func (c *checking) links(links []lang.PosLink, uses []use, targets []target, link func(types.Object) (lang.PosLink, bool)) []lang.PosLink {
	links = slices.Grow(links, len(uses))
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
		s.fragments = append(s.fragments, fragment{base: p.base, size: p.size, path: p.path, body: wholeFile})
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
	f.uses, f.pieces = make([][]use, len(list)), make([][]settledDecl, len(list)+1)
	for _, d := range p.file.Decls {
		b := extent(p, d)
		k, _ := slices.BinarySearchFunc(list, b.from, func(b body, from uint32) int { return cmp.Compare(b.from, from) })
		part := f.part(2 * k)
		if b.from < part.from || b.to < b.from || b.to > part.to {
			return nil, false
		}
		x := settledDecl{then: b, at: b.from - part.from, size: b.to - b.from}
		x.name, x.unnamed = replaceable(d)
		f.pieces[k] = append(f.pieces[k], x)
	}
	for i := range 2*len(list) + 1 {
		part := f.part(i)
		if i%2 == 1 {
			f.uses[i/2], uses = upTo(uses, part)
			continue
		}
		for k := range f.pieces[i/2] {
			x := &f.pieces[i/2][k]
			if len(uses) > 0 && uses[0].start < x.then.from {
				return nil, false
			}
			x.uses, uses = upTo(uses, x.then)
		}
	}
	return f, len(uses) == 0
}

// upTo divides uses into those of a part, with their offsets in it, and those behind it.
func upTo(uses []use, part bounds) (own, rest []use) {
	n, _ := slices.BinarySearchFunc(uses, part.to, func(u use, to uint32) int { return cmp.Compare(u.start, to) })
	own = slices.Clone(uses[:n])
	for k := range own {
		own[k].start -= part.from
	}
	return own, uses[n:]
}

// extent is where a declaration is, as far as it is not a body.
func extent(p *parsed, d ast.Decl) bounds {
	end := d.End()
	if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
		end = d.Body.Lbrace + 1
	}
	return bounds{p.at(d.Pos()), p.at(end)}
}

// replaceable is the name of a function that only its package sees, where it could have
// another one, and whether a declaration is of variables without names.
func replaceable(d ast.Decl) (name string, unnamed bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		switch name := d.Name.Name; {
		case d.Recv != nil || d.Body == nil || ast.IsExported(name):
		case name != "_" && name != "init" && name != "main":
			return name, false
		}
	case *ast.GenDecl:
		return "", d.Tok == token.VAR && !slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
			v, ok := s.(*ast.ValueSpec)
			return !ok || slices.ContainsFunc(v.Names, func(n *ast.Ident) bool { return n.Name != "_" })
		})
	}
	return "", false
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

// difference is what in a file is another thing than before.
type difference struct {
	bodies []int    // their numbers
	pieces [][2]int // the numbers of parts, and of pieces there
	layout [][]settledDecl
	// Functions of these names were there, and are not as they were. made are those
	// that are there instead, by their bodies.
	gone []string
	made map[int]string
}

// differ compares the file with a text, which has its bodies in list; it is false where
// more differs than can be checked by itself.
func (f *settledFile) differ(src []byte, list []body) (d *difference, ok bool) {
	if len(list) != len(f.now) {
		return nil, false
	}
	d = &difference{layout: slices.Clone(f.pieces), made: map[int]string{}}
	for i := range 2*len(list) + 1 {
		was, is := textOf(f.src, f.part(i)), textOf(src, partOf(list, i, len(src)))
		same := bytes.Equal(was, is)
		switch {
		case i%2 == 1 && !(same && list[i/2].closed == f.now[i/2].closed):
			d.bodies = append(d.bodies, i/2)
		case i%2 == 0 && !same && !f.between(d, i/2, was, is, list):
			return nil, false
		}
	}
	for k := range d.made {
		if !slices.Contains(d.bodies, k) {
			d.bodies = append(d.bodies, k)
		}
	}
	ok = f.mentioning(d, src, list) && !slices.ContainsFunc(d.bodies, func(k int) bool {
		return !list[k].closed || f.functions[k].header == 0
	})
	return d, ok
}

func textOf(src []byte, b bounds) []byte { return src[b.from:min(int(b.to), len(src))] }

// between compares what stands before a body, or behind the last one: the declarations
// must be the same, but for those that can be checked by themselves.
func (f *settledFile) between(d *difference, part int, was, is []byte, list []body) bool {
	text, shift := is, uint32(0)
	if part > 0 { // the bracket that closes a body comes first
		if !f.now[part-1].closed || !list[part-1].closed {
			return false
		}
		text, shift = slices.Concat([]byte(aloneClause), is[1:]), uint32(len(aloneClause))-1
	}
	if part < len(list) {
		text = slices.Concat(text, []byte("}"))
	}
	p := parseAll(token.NewFileSet(), "", text, 0)
	pieces := slices.Clone(f.pieces[part])
	if p.errors > 0 || p.deep || len(p.file.Decls) != len(pieces) {
		return false
	}
	end := uint32(0)
	for k, decl := range p.file.Decls {
		b, x := extent(&p, decl), &pieces[k]
		before := was[x.at:][:x.size]
		x.at, x.size = b.from-shift, b.to-b.from
		if end = x.at + x.size; int(end) > len(is) {
			return false
		}
		if bytes.Equal(before, is[x.at:end]) {
			continue
		}
		name, unnamed := replaceable(decl)
		switch {
		case name != "" && x.name != "" && part < len(list) && k == len(pieces)-1:
			d.gone = append(d.gone, x.name)
			d.made[part], x.name = name, name
		case !unnamed || !x.unnamed:
			return false
		}
		d.pieces = append(d.pieces, [2]int{part, k})
	}
	d.layout[part] = pieces
	return part == len(list) || int(end) == len(is)
}

// mentioning adds what mentions functions that are not as they were; it is false where
// one of these can't be checked by itself.
func (f *settledFile) mentioning(d *difference, src []byte, list []body) bool {
	names := slices.Clone(d.gone)
	for _, name := range d.made {
		names = append(names, name)
	}
	for _, name := range names {
		for i := range 2*len(list) + 1 {
			text := textOf(src, partOf(list, i, len(src)))
			if !mentioned(text, name) {
				continue
			}
			if i%2 == 1 {
				if !slices.Contains(d.bodies, i/2) {
					d.bodies = append(d.bodies, i/2)
				}
				continue
			}
			for k, x := range d.layout[i/2] {
				at := [2]int{i / 2, k}
				switch {
				case slices.Contains(d.pieces, at) || !mentioned(text[x.at:][:x.size], name):
				case x.unnamed:
					d.pieces = append(d.pieces, at)
				default:
					return false
				}
			}
		}
	}
	return true
}

// mentioned says whether a word is in a text.
func mentioned(text []byte, word string) bool {
	for {
		i := bytes.Index(text, []byte(word))
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || !wordByte(text[i-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		text = text[end:]
	}
}

// relocate is where what was at an offset when the file was parsed is now.
func (f *settledFile) relocate(at uint32) uint32 {
	i, found := slices.BinarySearchFunc(f.then, at, func(b body, at uint32) int { return cmp.Compare(b.from, at) })
	if !found {
		i--
	}
	if i >= 0 && at <= f.then[i].to {
		return at + f.now[i].from - f.then[i].from
	}
	part := i + 1
	k, found := slices.BinarySearchFunc(f.pieces[part], at, func(x settledDecl, at uint32) int { return cmp.Compare(x.then.from, at) })
	if !found {
		k--
	}
	if k < 0 { // nothing is declared there
		return at
	}
	return at + f.place(part, k) - f.pieces[part][k].then.from
}

// place is where a piece is now.
func (f *settledFile) place(part, k int) uint32 { return f.part(2*part).from + f.pieces[part][k].at }

// link is what obj is, if it is of the unit.
func (s *settled) link(c *checking, obj types.Object) (lang.PosLink, bool) {
	r := s.fragment(obj)
	if r == nil {
		return c.objectLink(obj)
	}
	at := uint32(int(obj.Pos())-r.base) + r.from
	if f := s.files[r.path]; f != nil {
		switch r.body {
		case wholeFile:
			at = f.relocate(at)
		case onePiece:
			at += f.place(r.piece[0], r.piece[1])
		default:
			at += f.now[r.body].from - r.at
		}
	}
	return c.placeLink(span{path: r.path}, at, obj)
}

// fragment is the one that obj is in; nil when it is not of the unit.
func (s *settled) fragment(obj types.Object) *fragment {
	pos := int(obj.Pos())
	i, found := slices.BinarySearchFunc(s.fragments, pos, func(f fragment, pos int) int { return cmp.Compare(f.base, pos) })
	if !found {
		i--
	}
	if i < 0 || pos > s.fragments[i].base+s.fragments[i].size || !obj.Pos().IsValid() {
		return nil
	}
	return &s.fragments[i]
}

// onlyInside says whether nothing has changed but bodies, values, functions and what is
// no declaration, and the links of other files and all relations are as they were.
func (x *outdating) onlyInside(out *outdated) bool {
	if out.elsewhere || out.lost || len(out.folders) > 0 || len(out.links) != len(x.changes) {
		return false
	}
	for _, h := range x.changes {
		if h.file == nil || h.was == nil || h.is == nil || h.head || h.broken || !out.links[h.path] || x.c.g.dirty[h.dir.path] {
			return false
		}
		for _, typ := range h.names {
			if typ {
				return false
			}
		}
	}
	return true
}

// checkInside emits files in which nothing has changed, since they were settled, that
// can't be checked by itself. It returns what is settled then; it is false, and has
// emitted nothing, where one of the files is not.
func (c *checking) checkInside(changes []*change, all []*settled) ([]*settled, bool) {
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
		d, ok := s.files[h.path].differ(src, list)
		if !ok || !s.check(c, h, src, list, d) {
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
	for _, list := range f.pieces {
		for _, x := range list {
			n += len(x.uses)
		}
	}
	uses := make([]use, 0, n)
	add := func(list []use, from uint32) {
		for _, u := range list {
			u.start += from
			uses = append(uses, u)
		}
	}
	for i, list := range f.pieces {
		for k, x := range list {
			add(x.uses, f.place(i, k))
		}
		if i < len(f.uses) {
			add(f.uses[i], f.now[i].from)
		}
	}
	targets := make([]target, len(f.imports))
	for i, spec := range f.imports {
		if path := specPath(spec); slices.Contains(h.file.imports, path) {
			targets[i] = c.g.resolveIn(h.dir.mod, h.dir.path, path)
		}
	}
	return c.links(nil, uses, targets, func(obj types.Object) (lang.PosLink, bool) { return s.link(c, obj) })
}

// specPath is the path that an import says.
func specPath(s *ast.ImportSpec) string { return strings.Trim(s.Path.Value, "\"`") }

// check checks what has changed in a file. It changes s, which nobody has seen yet, and
// is false where that can't be checked by itself.
func (s *settled) check(c *checking, h *change, src []byte, list []body, d *difference) bool {
	if !s.replace(c, h, d) {
		return false
	}
	was := s.files[h.path]
	f := new(settledFile)
	*f = *was
	f.src, f.now, f.functions, f.uses, f.pieces = src, list, slices.Clone(was.functions), slices.Clone(was.uses), d.layout
	s.files[h.path] = f

	s.fragments = slices.DeleteFunc(s.fragments, func(f fragment) bool {
		if f.path != h.path || f.body == wholeFile {
			return false
		}
		if f.body == onePiece {
			return slices.Contains(d.pieces, f.piece)
		}
		return slices.Contains(d.bodies, f.body) && (!f.declared || d.made[f.body] != "")
	})
	file := &ast.File{Name: ast.NewIdent(s.name), Imports: f.imports, GoVersion: f.version}
	for _, spec := range f.imports {
		file.Decls = append(file.Decls, &ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{spec}})
	}
	at := make([]func(token.Pos) uint32, len(d.bodies))
	decls := make([]*ast.FuncDecl, len(d.bodies))
	alone := func(from, to uint32) (parsed, int) {
		text := slices.Concat([]byte(aloneClause), src[from:to])
		base := c.g.pos.next
		c.g.pos.next += 2 * (len(text) + len(clause) + 2)
		return parseAll(startingAt(base), "", text, 0), base
	}
	for i, k := range d.bodies {
		if d.made[k] != "" {
			f.functions[k].header = f.pieces[k][len(f.pieces[k])-1].size
		}
		header := f.functions[k].header
		from := uint32(len(aloneClause)) + header
		p, base := alone(list[k].from-header, list[k].to+1)
		if p.deep || p.base != base || len(p.file.Decls) != 1 {
			return false
		}
		fun, ok := p.file.Decls[0].(*ast.FuncDecl)
		if !ok || fun.Body == nil || p.at(fun.Body.Lbrace)+1 != from {
			return false
		}
		if f.functions[k].broken {
			f.functions[k].broken = false
			f.broken--
		}
		if p.errors > 0 { // as in mend
			b := body{bounds: bounds{from, from + list[k].to - list[k].from}, closed: true}
			text := slices.Concat([]byte(aloneClause), src[list[k].from-header:list[k].to+1])
			q, ok := b.parse(base, "", text, 0)
			if !ok || q.deep || f.broken == maxMended {
				return false
			}
			fun.Body.List = q.file.Decls[0].(*ast.FuncDecl).Body.List
			f.functions[k].broken = true
			f.broken++
		}
		decls[i] = fun
		if d.made[k] != "" {
			file.Decls = append(file.Decls, fun)
		} else {
			file.Decls = append(file.Decls, apart(fun))
		}
		s.fragments = append(s.fragments, fragment{
			base: base, size: p.size, path: h.path, from: list[k].from - from, body: k, at: list[k].from, declared: d.made[k] != "",
		})
		at[i] = func(pos token.Pos) uint32 { return p.at(pos) - from }
	}
	unnamed := make([]ast.Node, len(d.pieces))
	atPiece := make([]func(token.Pos) uint32, len(d.pieces))
	for i, key := range d.pieces {
		if !f.pieces[key[0]][key[1]].unnamed {
			continue // it is that of a function
		}
		from := f.place(key[0], key[1])
		p, base := alone(from, from+f.pieces[key[0]][key[1]].size)
		if p.deep || p.errors > 0 || p.base != base || len(p.file.Decls) != 1 {
			return false
		}
		unnamed[i] = p.file.Decls[0]
		file.Decls = append(file.Decls, p.file.Decls[0])
		start := uint32(len(aloneClause))
		s.fragments = append(s.fragments, fragment{base: base, size: p.size, path: h.path, from: -start, body: onePiece, piece: key})
		atPiece[i] = func(pos token.Pos) uint32 { return p.at(pos) - start }
	}
	n := 0
	for i := range s.fragments {
		if s.fragments[i].body != wholeFile {
			n++
		}
	}
	if n > maxFragments || tooDeep(file, len(src)) {
		return false
	}
	slices.SortFunc(s.fragments, func(a, b fragment) int { return cmp.Compare(a.base, b.base) })
	found, scope, ok := s.checkFile(c, file)
	if !ok {
		return false
	}
	for _, name := range d.made {
		obj, ok := scope.Lookup(name).(*types.Func)
		if !ok {
			return false
		}
		i, _ := s.object(name)
		s.objects = slices.Insert(s.objects, i, types.Object(obj))
	}
	imports := specNumbers(f.imports)
	for i, k := range d.bodies {
		f.uses[k] = sortUses(usesIn(nil, decls[i].Body, at[i], found, imports))
		if d.made[k] != "" {
			x := &f.pieces[k][len(f.pieces[k])-1]
			x.uses = sortUses(usesIn(nil, decls[i].Type, func(pos token.Pos) uint32 { return at[i](pos) + x.size }, found, imports))
		}
	}
	for i, key := range d.pieces {
		if unnamed[i] != nil {
			f.pieces[key[0]] = slices.Clone(f.pieces[key[0]]) // that of another state
			f.pieces[key[0]][key[1]].uses = sortUses(usesIn(nil, unnamed[i], atPiece[i], found, imports))
		}
	}
	return true
}

// object is where the object of a name is among those of s, or would be.
func (s *settled) object(name string) (i int, found bool) {
	return slices.BinarySearchFunc(s.objects, name, func(o types.Object, name string) int { return cmp.Compare(o.Name(), name) })
}

// replace takes the functions out that are not there any more as they were. It is false
// where others may take their place, or have the names of those that are there instead.
func (s *settled) replace(c *checking, h *change, d *difference) bool {
	if len(d.gone) == 0 {
		return true
	}
	if slices.ContainsFunc(s.fragments, func(f fragment) bool { return f.body == wholeFile && !c.known(f.path) }) {
		return false // what that declares was not compared
	}
	s.objects = slices.Clone(s.objects)
	for _, name := range d.gone {
		i, ok := s.object(name)
		if !ok {
			return false
		}
		if r := s.fragment(s.objects[i]); r == nil || r.path != h.path {
			return false
		}
		s.objects = slices.Delete(s.objects, i, i+1)
	}
	made := map[string]bool{}
	for _, name := range d.made {
		if _, ok := s.object(name); ok || made[name] {
			return false
		}
		made[name] = true
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

// checkFile checks declarations among those of the unit. They are in a package of their
// own, which has these: nothing is added to what others see. scope is that of the package.
// It is false where the type checker failed.
func (s *settled) checkFile(c *checking, file *ast.File) (uses map[*ast.Ident]types.Object, scope *types.Scope, ok bool) {
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
	return info.Uses, pkg.Scope(), pkg.Complete()
}
