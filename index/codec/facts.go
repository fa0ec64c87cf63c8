package codec

import (
	"fmt"

	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/symbol"
)

// FactsVersion changes whenever the binary form of facts does.
const FactsVersion = 4

// Columns of an Encoder that are open at a time.
const (
	colA = iota
	colB
	colC
	colD
	colE
	colF
	colNames
	colOther
	colShapes
	colShapeFields
	colScopes
	colParents
	colTargets
	columnCount
)

// AppendFacts appends the facts of one file and its line table.
func (e *Encoder) AppendFacts(dst []byte, f *lang.Facts, lines pos.Lines) []byte {
	e.start()
	e.places(f, lines)
	e.head(f)
	e.names(f)
	e.scopes(f)
	e.exprs(f)
	e.items(f)
	e.defs(f)
	e.imports(f)
	e.exports(f)
	e.assigns(f)
	e.bases(f)
	e.surface(f)
	return e.finish(dst, FactsVersion)
}

// DecodeFacts reads what AppendFacts wrote. The facts pass lang.Validate; all
// their texts share one piece of memory.
func (d *Decoder) DecodeFacts(data []byte) (*lang.Facts, pos.Lines, error) {
	f, lines, err := d.facts(data)
	if err == nil {
		if err = lang.Validate(f, int(lines.Size())); err != nil {
			err = damaged("%v", err)
		}
	}
	if err != nil {
		return nil, pos.Lines{}, fmt.Errorf("facts: %w", err)
	}
	return f, lines, nil
}

// facts reads facts that need not be valid.
func (d *Decoder) facts(data []byte) (*lang.Facts, pos.Lines, error) {
	r, data, err := d.begin(data, FactsVersion)
	if err != nil {
		return nil, pos.Lines{}, err
	}
	if data, err = r.places(data, &d.own); err != nil {
		return nil, pos.Lines{}, err
	}
	if err := r.parts(data); err != nil {
		return nil, pos.Lines{}, err
	}
	x := factsReader{reader: r, f: &lang.Facts{PackageAt: d.own.PackageAt}}
	x.head()
	for _, step := range []func(){x.names, x.scopes, x.exprs, x.items, x.defs, x.imports, x.exports, x.assigns, x.bases, x.surface} {
		if !r.bad {
			step()
		}
	}
	lines := d.own.Lines
	if d.own.Lines = (pos.Lines{}); cap(d.own.Refs)+cap(d.own.Defs) > keepMax/16 {
		d.own = lang.Places{}
	}
	return x.f, lines, r.close()
}

// factsReader decodes one file; each method is the counterpart of the method of
// Encoder with the same name.
type factsReader struct {
	*reader
	f   *lang.Facts
	has []uint16 // of each definition's shape
}

func (e *Encoder) head(f *lang.Facts) {
	e.one(uint64(e.text(f.Package)))
	e.one(uint64(f.ErrorNodes))
	e.one(uint64(f.ErrorBytes))
	e.one(uint64(e.text(f.Truncated)))
	e.bool(f.Generated)
	e.one(uint64(e.text(f.Doc)))
}

func (x *factsReader) head() {
	f := x.f
	f.Package = x.text(x.one32())
	f.ErrorNodes = int(x.one(1<<64 - 1))
	f.ErrorBytes = int(x.one(1<<64 - 1))
	f.Truncated = x.text(x.one32())
	f.Generated = x.bool()
	f.Doc = x.text(x.one32())
}

func (e *Encoder) names(f *lang.Facts) {
	count(e, f.Names)
	c := &e.cols[colA]
	for _, n := range f.Names {
		c.put(e.text(n))
	}
	e.end(c)
}

func (x *factsReader) names() {
	x.f.Names = table[string](x.reader)
	for i, n := range x.column(len(x.f.Names)) {
		x.f.Names[i] = x.text(n)
	}
}

func (e *Encoder) scopes(f *lang.Facts) {
	count(e, f.Scopes)
	kinds, starts, lengths, parents, owners := &e.cols[colA], &e.cols[colB], &e.cols[colC], &e.cols[colD], &e.cols[colE]
	start, owner := uint32(0), uint32(0)
	for i, s := range f.Scopes {
		kinds.put(uint32(s.Kind))
		starts.delta(s.Start, start)
		start = s.Start
		lengths.put(s.End - s.Start)
		parents.delta(uint32(around(f.Scopes, i)), uint32(s.Parent))
		if s.Owner == lang.NoDef {
			owners.put(0)
		} else {
			owners.put(1)
			owners.delta(uint32(s.Owner), owner)
			owner = uint32(s.Owner) + 1
		}
	}
	e.one(uint64(len(*owners) - len(f.Scopes)))
	for _, c := range []*column{kinds, starts, lengths, parents, owners} {
		e.end(c)
	}
}

func (x *factsReader) scopes() {
	x.f.Scopes = table[lang.Scope](x.reader)
	n := len(x.f.Scopes)
	owned := x.distinct(n)
	kinds, starts, lengths, parents, owners := x.column(n), x.column(n), x.column(n), x.column(n), x.column(n+owned)
	start, owner := uint32(0), uint32(0)
	for i := range x.f.Scopes {
		s := &x.f.Scopes[i]
		s.Kind = lang.ScopeKind(x.byte(kinds[i]))
		start += unzigzag(starts[i])
		s.Start, s.End = start, start+lengths[i]
		s.Parent = around(x.f.Scopes, i) - lang.ScopeID(unzigzag(parents[i]))
		s.Owner = lang.NoDef
		if len(owners) == 0 {
			x.fail()
			return
		}
		if x.truth(owners[0]) && len(owners) > 1 {
			owner += unzigzag(owners[1])
			s.Owner = lang.DefID(owner)
			owner++
			owners = owners[1:]
		}
		owners = owners[1:]
	}
	if len(owners) > 0 {
		x.fail()
	}
}

// around is the innermost of the scopes before i that hold it.
func around(scopes []lang.Scope, i int) lang.ScopeID {
	if i == 0 {
		return lang.NoScope
	}
	p := lang.ScopeID(i - 1)
	for range outwards {
		if p == 0 || scopes[p].Start <= scopes[i].Start && scopes[p].End >= scopes[i].End {
			break
		}
		p = outer(scopes, p)
	}
	return p
}

// exprShape is the kind of an expression and which of its links are there.
type exprShape struct {
	kind lang.ExprKind
	has  uint8
}

const (
	exprN    = 1 << iota // N is neither 0 nor -1
	exprNone             // N is -1
	exprA                // A is not NoExpr
	exprB                // B is not NoExpr
	exprNext             // Next is not NoExpr
)

func shapeOfExpr(x *lang.Expr) exprShape {
	s := exprShape{kind: x.Kind}
	switch x.N {
	case 0:
	case -1:
		s.has = exprNone
	default:
		s.has = exprN
	}
	if x.A != lang.NoExpr {
		s.has |= exprA
	}
	if x.B != lang.NoExpr {
		s.has |= exprB
	}
	if x.Next != lang.NoExpr {
		s.has |= exprNext
	}
	return s
}

// numbers foretells N of an expression from the one before: references are
// counted together, each other kind by itself.
type numbers [256]uint32

func (g *numbers) of(k lang.ExprKind) *uint32 {
	switch k {
	case lang.ExprMember, lang.ExprKeyword:
		k = lang.ExprName
	}
	return &g[k]
}

func (e *Encoder) exprs(f *lang.Facts) {
	count(e, f.Exprs)
	shapes, fields, ns, as, bs, nexts := &e.cols[colA], &e.cols[colB], &e.cols[colC], &e.cols[colD], &e.cols[colE], &e.cols[colF]
	var known rowSet[exprShape]
	var last numbers
	var ctx sequence
	for i := range f.Exprs {
		x := &f.Exprs[i]
		s := shapeOfExpr(x)
		id, fresh := known.add(s, uint32(s.kind)|uint32(s.has)<<8)
		if shapes.put(ctx.code(id)); fresh {
			fields.put(uint32(s.kind))
			fields.put(uint32(s.has))
		}
		if s.has&exprN != 0 {
			n := last.of(x.Kind)
			ns.delta(uint32(x.N), *n)
			*n = uint32(x.N) + 1
		}
		if s.has&exprA != 0 {
			as.delta(uint32(i-1), uint32(x.A))
		}
		if s.has&exprB != 0 {
			bs.delta(uint32(i-1), uint32(x.B))
		}
		if s.has&exprNext != 0 {
			nexts.delta(uint32(x.Next), uint32(i+1))
		}
	}
	e.one(uint64(len(known.list)))
	for _, c := range []*column{shapes, fields, ns, as, bs, nexts} {
		e.end(c)
	}
}

func (x *factsReader) exprs() {
	x.f.Exprs = table[lang.Expr](x.reader)
	exprs := x.f.Exprs
	distinct := x.distinct(len(exprs))
	codes := x.column(len(exprs))
	fields := x.column(2 * distinct)
	known := make([]exprShape, distinct)
	for i := range known {
		known[i] = exprShape{lang.ExprKind(x.byte(fields[2*i])), x.byte(fields[2*i+1])}
	}
	var ctx sequence
	uses := make([]int, distinct)
	for i, c := range codes {
		id := ctx.id(c)
		if id >= uint32(distinct) {
			x.fail()
			return
		}
		codes[i] = id
		uses[id]++
	}
	var n [5]int
	for id, s := range known {
		for k := range n {
			if s.has&(1<<k) != 0 {
				n[k] += uses[id]
			}
		}
	}
	ns, as, bs, nexts := x.column(n[0]), x.column(n[2]), x.column(n[3]), x.column(n[4])
	var last numbers
	for i := range exprs {
		y, s := &exprs[i], known[codes[i]]
		*y = lang.Expr{Kind: s.kind, A: lang.NoExpr, B: lang.NoExpr, Next: lang.NoExpr}
		if s.has&exprN != 0 {
			n := last.of(s.kind)
			*n += unzigzag(ns[0])
			ns = ns[1:]
			y.N = int32(*n)
			*n++
		} else if s.has&exprNone != 0 {
			y.N = -1
		}
		if s.has&exprA != 0 {
			y.A = lang.ExprID(uint32(i-1) - unzigzag(as[0]))
			as = as[1:]
		}
		if s.has&exprB != 0 {
			y.B = lang.ExprID(uint32(i-1) - unzigzag(bs[0]))
			bs = bs[1:]
		}
		if s.has&exprNext != 0 {
			y.Next = lang.ExprID(unzigzag(nexts[0]) + uint32(i+1))
			nexts = nexts[1:]
		}
	}
}

// shape is what a definition or a reference shares with many others.
type shape struct {
	def          bool
	kind, suffix uint8 // lang.Kind or lang.RefKind, symbol.Suffix
	space        lang.Space
	n            uint8
	disamb       uint16
	has          uint16
	flags        lang.DefFlags
}

const shapeFields = 8

// What a definition has, in shape.has.
const (
	defScope   = 1 << iota // Scope is not NoScope
	defParent              // Parent is not NoDef
	defBody                // Body is not NoScope
	defType                // Type is not NoExpr
	defSame                // Same is not NoDef
	defDesc                // Desc is not 0
	defKey                 // Key is not 0
	defSig                 // Sig is not ""
	defDoc                 // Doc is not ""
	defEnclose             // the enclosing range is not the identifier
	defHas     = iota
)

func shapeOfDef(d *lang.Def) shape {
	s := shape{def: true, kind: uint8(d.Kind), suffix: uint8(d.Suffix), space: d.Space, flags: d.Flags, disamb: d.Disamb}
	for i, there := range [defHas]bool{
		d.Scope != lang.NoScope, d.Parent != lang.NoDef, d.Body != lang.NoScope, d.Type != lang.NoExpr, d.Same != lang.NoDef,
		d.Desc != 0, d.Key != 0, d.Sig != "", d.Doc != "", d.EncStart != d.Start || d.EncEnd != d.End,
	} {
		if there {
			s.has |= 1 << i
		}
	}
	return s
}

func shapeOfRef(r *lang.Ref) shape {
	return shape{kind: uint8(r.Kind), space: r.Space, n: r.N}
}

// key is one for a rowSet.
func (s *shape) key() uint32 {
	return uint32(s.kind) | uint32(s.n)<<8 | uint32(s.has)<<16 ^ uint32(s.flags)*0x85ebca6b ^ uint32(s.disamb)
}

func (s *shape) put(c *column) {
	def := uint32(0)
	if s.def {
		def = 1
	}
	*c = append(*c, def, uint32(s.kind), uint32(s.suffix), uint32(s.space), uint32(s.n), uint32(s.disamb), uint32(s.has), uint32(s.flags))
}

func (x *factsReader) shape(v []uint32) shape {
	if v[0] > 1 || v[5] > 1<<16-1 || v[6] >= 1<<defHas {
		x.fail()
	}
	return shape{
		def: v[0] == 1, kind: x.byte(v[1]), suffix: x.byte(v[2]), space: lang.Space(x.byte(v[3])),
		n: x.byte(v[4]), disamb: uint16(v[5]), has: uint16(v[6]), flags: lang.DefFlags(v[7]),
	}
}

// items writes definitions and references together, in the order of the text: their
// names, shapes, scopes, parents, and what references point to. For each it guesses
// what a reader of the text would, and writes how far that is wrong.
func (e *Encoder) items(f *lang.Facts) {
	count(e, f.Defs)
	count(e, f.Refs)
	g := &e.guess
	g.start(f)
	var known rowSet[shape]
	names, others, shapes, fields := &e.cols[colNames], &e.cols[colOther], &e.cols[colShapes], &e.cols[colShapeFields]
	scopes, parents, targets := &e.cols[colScopes], &e.cols[colParents], &e.cols[colTargets]
	for d, r := 0, 0; d < len(f.Defs) || r < len(f.Refs); {
		isDef := d < len(f.Defs) && (r == len(f.Refs) || f.Defs[d].Start <= f.Refs[r].Start)
		var name, start uint32
		var s shape
		if isDef {
			def := &f.Defs[d]
			name, start, s = uint32(def.Name), def.Start, shapeOfDef(def)
		} else {
			ref := &f.Refs[r]
			name, start, s = uint32(ref.Name), ref.Start, shapeOfRef(ref)
		}
		code, at := g.nameCode(name)
		if names.put(code); code == nameOther {
			others.delta(name, g.fresh)
		}
		g.useName(name, at)
		id, fresh := known.add(s, s.key())
		if shapes.put(g.shapeCode(id)); fresh {
			s.put(fields)
		}
		g.useShape(id)
		scope := g.scope(start)
		if isDef {
			def := &f.Defs[d]
			if s.has&defScope != 0 {
				scopes.delta(uint32(def.Scope), uint32(scope))
			} else {
				scopes.put(0)
			}
			if s.has&defParent != 0 {
				parents.delta(uint32(def.Parent), uint32(g.owner(scope)))
			} else {
				parents.put(0)
			}
			g.useDef(name, lang.DefID(d))
			d++
		} else {
			ref := &f.Refs[r]
			scopes.delta(uint32(ref.Scope), uint32(scope))
			targets.delta(uint32(ref.X), g.target(lang.RefID(r), ref.Kind, name))
			g.useTarget(ref.Kind, name, uint32(ref.X))
			r++
		}
	}
	e.one(uint64(len(known.list)))
	e.one(uint64(len(*others)))
	for _, c := range []*column{names, others, shapes, fields, scopes, parents, targets} {
		e.end(c)
	}
}

func (x *factsReader) items() {
	f, places := x.f, &x.d.own
	f.Defs = table[lang.Def](x.reader)
	f.Refs = table[lang.Ref](x.reader)
	if len(places.Defs) != len(f.Defs) || len(places.Refs) != len(f.Refs) {
		x.fail()
	}
	if x.bad {
		return
	}
	defs, refs := f.Defs, f.Refs
	n := len(defs) + len(refs)
	distinct, other := x.distinct(n), x.distinct(n)
	names, others, shapes, fields := x.column(n), x.column(other), x.column(n), x.column(shapeFields*distinct)
	scopes, parents, targets := x.column(n), x.column(len(defs)), x.column(len(refs))
	known := make([]shape, distinct)
	for i := range known {
		known[i] = x.shape(fields[shapeFields*i:][:shapeFields])
	}
	x.has = make([]uint16, len(defs))
	if x.bad {
		return
	}
	g := &x.d.guess
	g.start(f)
	d, r := 0, 0
	for i := range n {
		var name uint32
		at := -1
		if names[i] == nameOther {
			if len(others) == 0 {
				x.fail()
				return
			}
			name = unzigzag(others[0]) + g.fresh
			others = others[1:]
		} else {
			name, at = g.name(names[i])
		}
		g.useName(name, at)
		id := g.shapeID(shapes[i])
		if id >= uint32(len(known)) {
			x.fail()
			return
		}
		g.useShape(id)
		s := &known[id]
		if s.def {
			if d == len(defs) {
				x.fail()
				return
			}
			def, at := &defs[d], places.Defs[d]
			scope := g.scope(at.Start)
			def.Name, def.Kind, def.Suffix, def.Space, def.Flags, def.Disamb = lang.NameID(name), lang.Kind(s.kind), symbol.Suffix(s.suffix), s.space, s.flags, s.disamb
			def.Start, def.End, def.Scope, def.Parent = at.Start, at.End, lang.NoScope, lang.NoDef
			if s.has&defScope != 0 {
				def.Scope = lang.ScopeID(unzigzag(scopes[i]) + uint32(scope))
			}
			if s.has&defParent != 0 {
				def.Parent = lang.DefID(unzigzag(parents[d]) + uint32(g.owner(scope)))
			}
			x.has[d] = s.has
			g.useDef(name, lang.DefID(d))
			d++
			continue
		}
		if r == len(refs) {
			x.fail()
			return
		}
		ref, place := &refs[r], places.Refs[r]
		*ref = lang.Ref{
			Name: lang.NameID(name), Start: place.Start, End: place.End, Scope: lang.ScopeID(unzigzag(scopes[i]) + uint32(g.scope(place.Start))),
			Kind: lang.RefKind(s.kind), Role: place.Role, Space: s.space, N: s.n,
		}
		if ref.IsOpen() != place.Open {
			x.fail()
			return
		}
		ref.X = int32(unzigzag(targets[r]) + g.target(lang.RefID(r), ref.Kind, name))
		g.useTarget(ref.Kind, name, uint32(ref.X))
		r++
	}
	if len(others) > 0 || d < len(defs) || r < len(refs) {
		x.fail()
	}
}

// defs writes what items leaves.
func (e *Encoder) defs(f *lang.Facts) {
	bodies, before, after, types, rest, sigs, docs := &e.cols[colA], &e.cols[colB], &e.cols[colC], &e.cols[colD], &e.cols[colE], &e.cols[colF], &e.cols[colNames]
	body, typ := uint32(0), uint32(0)
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Body != lang.NoScope {
			bodies.delta(uint32(d.Body), body)
			body = uint32(d.Body) + 1
		}
		if d.EncStart != d.Start || d.EncEnd != d.End {
			before.delta(d.Start, d.EncStart)
			after.delta(d.EncEnd, bodyEnd(f, d))
		}
		if d.Type != lang.NoExpr {
			types.delta(uint32(d.Type), typ)
			typ = uint32(d.Type)
		}
		if d.Same != lang.NoDef {
			rest.delta(uint32(i-1), uint32(d.Same))
		}
		if d.Desc != 0 {
			rest.delta(uint32(d.Desc), uint32(d.Name))
		}
		if d.Key != 0 {
			rest.delta(uint32(d.Key), uint32(d.Name))
		}
		if d.Sig != "" {
			sigs.put(e.text(d.Sig))
		}
	}
	for i := range f.Defs {
		if s := f.Defs[i].Doc; s != "" {
			docs.put(e.text(s))
		}
	}
	for _, c := range []*column{bodies, before, after, types, rest, sigs, docs} {
		e.end(c)
	}
}

func (x *factsReader) defs() {
	f := x.f
	var n [defHas]int
	for _, has := range x.has {
		for k := range n {
			n[k] += int(has >> k & 1)
		}
	}
	bodies, before, after, types := x.column(n[2]), x.column(n[9]), x.column(n[9]), x.column(n[3])
	rest, sigs, docs := x.column(n[4]+n[5]+n[6]), x.column(n[7]), x.column(n[8])
	body, typ := uint32(0), uint32(0)
	for i := range f.Defs {
		d, has := &f.Defs[i], x.has[i]
		d.Body, d.Type, d.Same, d.EncStart, d.EncEnd = lang.NoScope, lang.NoExpr, lang.NoDef, d.Start, d.End
		if has&defBody != 0 {
			body += unzigzag(bodies[0])
			bodies = bodies[1:]
			d.Body = lang.ScopeID(body)
			body++
		}
		if has&defEnclose != 0 {
			d.EncStart = d.Start - unzigzag(before[0])
			d.EncEnd = unzigzag(after[0]) + bodyEnd(f, d)
			before, after = before[1:], after[1:]
		}
		if has&defType != 0 {
			typ += unzigzag(types[0])
			types = types[1:]
			d.Type = lang.ExprID(typ)
		}
		if has&defSame != 0 {
			d.Same = lang.DefID(uint32(i-1) - unzigzag(rest[0]))
			rest = rest[1:]
		}
		if has&defDesc != 0 {
			d.Desc = lang.NameID(unzigzag(rest[0]) + uint32(d.Name))
			rest = rest[1:]
		}
		if has&defKey != 0 {
			d.Key = lang.NameID(unzigzag(rest[0]) + uint32(d.Name))
			rest = rest[1:]
		}
		if has&defSig != 0 {
			d.Sig = x.text(sigs[0])
			sigs = sigs[1:]
		}
	}
	for i := range f.Defs {
		if x.has[i]&defDoc != 0 {
			f.Defs[i].Doc = x.text(docs[0])
			docs = docs[1:]
		}
	}
}

// bodyEnd is where a definition ends most often.
func bodyEnd(f *lang.Facts, d *lang.Def) uint32 {
	if d.Body >= 0 && int(d.Body) < len(f.Scopes) {
		return f.Scopes[d.Body].End
	}
	return d.End
}

func (e *Encoder) imports(f *lang.Facts) {
	count(e, f.Imports)
	var last lang.Import
	for _, t := range f.Imports {
		e.cols[colA].put(uint32(t.Kind))
		e.cols[colB].delta(uint32(t.Module), uint32(last.Module))
		e.cols[colC].delta(uint32(t.Name), uint32(last.Name))
		e.cols[colD].delta(uint32(t.Local), uint32(last.Local))
		e.cols[colE].delta(uint32(t.Scope), uint32(last.Scope))
		e.cols[colF].put(uint32(t.Level))
		e.cols[colNames].bool(t.TypeOnly)
		e.cols[colOther].put(e.text(t.Family))
		last = t
	}
	for c := range 8 {
		e.end(&e.cols[c])
	}
}

func (x *factsReader) imports() {
	x.f.Imports = table[lang.Import](x.reader)
	n := len(x.f.Imports)
	a, b, c, d, e, f, g, h := x.column(n), x.column(n), x.column(n), x.column(n), x.column(n), x.column(n), x.column(n), x.column(n)
	var last lang.Import
	for i := range x.f.Imports {
		last.Kind = lang.ImportKind(x.byte(a[i]))
		last.Module += lang.NameID(unzigzag(b[i]))
		last.Name += lang.NameID(unzigzag(c[i]))
		last.Local += lang.DefID(unzigzag(d[i]))
		last.Scope += lang.ScopeID(unzigzag(e[i]))
		last.Level = x.byte(f[i])
		last.TypeOnly = x.truth(g[i])
		last.Family = x.text(h[i])
		x.f.Imports[i] = last
	}
}

func (e *Encoder) exports(f *lang.Facts) {
	count(e, f.Exports)
	var last lang.Export
	for _, t := range f.Exports {
		e.cols[colA].put(uint32(t.Kind))
		e.cols[colB].delta(uint32(t.Name), uint32(last.Name))
		e.cols[colC].delta(uint32(t.Def), uint32(last.Def))
		e.cols[colD].delta(uint32(t.Ref), uint32(last.Ref))
		e.cols[colE].delta(uint32(t.From), uint32(last.From))
		e.cols[colF].delta(uint32(t.Expr), uint32(last.Expr))
		last = t
	}
	for c := range 6 {
		e.end(&e.cols[c])
	}
}

func (x *factsReader) exports() {
	x.f.Exports = table[lang.Export](x.reader)
	n := len(x.f.Exports)
	a, b, c, d, e, f := x.column(n), x.column(n), x.column(n), x.column(n), x.column(n), x.column(n)
	var last lang.Export
	for i := range x.f.Exports {
		last.Kind = lang.ExportKind(x.byte(a[i]))
		last.Name += lang.NameID(unzigzag(b[i]))
		last.Def += lang.DefID(unzigzag(c[i]))
		last.Ref += lang.RefID(unzigzag(d[i]))
		last.From += lang.ImportID(unzigzag(e[i]))
		last.Expr += lang.ExprID(unzigzag(f[i]))
		x.f.Exports[i] = last
	}
}

func (e *Encoder) assigns(f *lang.Facts) {
	count(e, f.Assigns)
	var last lang.Assign
	for _, t := range f.Assigns {
		e.cols[colA].delta(uint32(t.Def), uint32(last.Def))
		e.cols[colB].delta(uint32(t.Value), uint32(last.Value))
		last = t
	}
	for c := range 2 {
		e.end(&e.cols[c])
	}
}

func (x *factsReader) assigns() {
	x.f.Assigns = table[lang.Assign](x.reader)
	n := len(x.f.Assigns)
	a, b := x.column(n), x.column(n)
	var last lang.Assign
	for i := range x.f.Assigns {
		last.Def += lang.DefID(unzigzag(a[i]))
		last.Value += lang.ExprID(unzigzag(b[i]))
		x.f.Assigns[i] = last
	}
}

func (e *Encoder) bases(f *lang.Facts) {
	count(e, f.Bases)
	var last lang.Base
	for _, t := range f.Bases {
		e.cols[colA].put(uint32(t.Kind))
		e.cols[colB].delta(uint32(t.Def), uint32(last.Def))
		e.cols[colC].delta(uint32(t.Expr), uint32(last.Expr))
		last = t
	}
	for c := range 3 {
		e.end(&e.cols[c])
	}
}

func (x *factsReader) bases() {
	x.f.Bases = table[lang.Base](x.reader)
	n := len(x.f.Bases)
	a, b, c := x.column(n), x.column(n), x.column(n)
	var last lang.Base
	for i := range x.f.Bases {
		last.Kind = lang.BaseKind(x.byte(a[i]))
		last.Def += lang.DefID(unzigzag(b[i]))
		last.Expr += lang.ExprID(unzigzag(c[i]))
		x.f.Bases[i] = last
	}
}

func (e *Encoder) surface(f *lang.Facts) {
	count(e, f.Surface)
	var last lang.Shown
	for _, t := range f.Surface {
		e.cols[colA].delta(uint32(t.Def), uint32(last.Def))
		e.cols[colB].put(t.Hash)
		last = t
	}
	for c := range 2 {
		e.end(&e.cols[c])
	}
}

func (x *factsReader) surface() {
	x.f.Surface = table[lang.Shown](x.reader)
	n := len(x.f.Surface)
	a, b := x.column(n), x.column(n)
	var last lang.Shown
	for i := range x.f.Surface {
		last.Def += lang.DefID(unzigzag(a[i]))
		last.Hash = b[i]
		x.f.Surface[i] = last
	}
}
