package python

import (
	"bytes"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// importStatement reads "import a.b, c as d".
func (x *extractor) importStatement(i uint32) {
	x.children(i, func(c uint32) {
		name, as := c, ts.NoNode
		if x.kind(c) == kAliasedImport {
			name, as = x.t.Child(c, fName), x.t.Child(c, fAlias)
		}
		if name == ts.NoNode || x.kind(name) != kDottedName || x.empty(name) {
			return
		}
		first := x.child(name)
		im := lang.Import{Module: x.dottedName(name), Kind: lang.ImportModule, Local: lang.NoDef, Scope: x.bind}
		switch {
		case as != ts.NoNode:
			im.Local = x.bindImport(as, true)
		case x.n[name].Next > first+1:
			im.Kind = lang.ImportRoot
			im.Local = x.bindImport(first, false)
		default:
			im.Local = x.bindImport(first, false)
		}
		id := x.b.Import(im)
		if im.Kind == lang.ImportRoot {
			if d, ok := x.bound[key{x.bind, x.name(first)}]; ok {
				x.roots[d] = append(x.roots[d], id)
			}
		}
		x.moduleRef(x.n[name].Start, x.n[name].End, id)
		if as != ts.NoNode && im.Local >= 0 {
			x.reference(as, lang.ImportRole)
		}
		if im.Local >= 0 && typingModules[x.b.F.Name(im.Module)] {
			x.typing[im.Local] = true
		}
	})
}

// dottedName is the text of a dotted_name without white space.
func (x *extractor) dottedName(i uint32) lang.NameID {
	t := x.text(i)
	if bytes.ContainsAny(t, " \t\\\r\n#") {
		var parts [][]byte
		x.children(i, func(c uint32) { parts = append(parts, x.text(c)) })
		t = bytes.Join(parts, []byte{'.'})
	}
	return x.b.NameBytes(t)
}

func (x *extractor) moduleRef(start, end uint32, id lang.ImportID) {
	if start >= end {
		return
	}
	x.b.Ref(lang.Ref{
		Name: x.b.F.Imports[id].Module, Start: start, End: end, Scope: x.scope,
		X: int32(id), Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Value,
	})
}

// importFrom reads "from m import a, b as c" and "from m import *".
func (x *extractor) importFrom(i uint32) {
	im := lang.Import{Kind: lang.ImportNamed, Local: lang.NoDef, Scope: x.bind}
	mod := x.t.Child(i, fModuleName)
	if x.kind(i) == kFutureImportStatement {
		for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
			if x.n[c].Sym == tFuture {
				mod = c
				im.Module = x.b.Name("__future__")
				break
			}
		}
	}
	if mod == ts.NoNode || x.empty(mod) {
		return
	}
	switch x.kind(mod) {
	case kRelativeImport:
		x.children(mod, func(c uint32) {
			switch x.kind(c) {
			case kImportPrefix:
				im.Level = uint8(min(bytes.Count(x.text(c), []byte{'.'}), 255))
			case kDottedName:
				im.Module = x.dottedName(c)
			}
		})
	case kDottedName:
		im.Module = x.dottedName(mod)
	}
	typing := im.Level == 0 && typingModules[x.b.F.Name(im.Module)]
	whole := lang.NoImport
	add := func(m lang.Import) lang.ImportID {
		id := x.b.Import(m)
		if whole < 0 {
			whole = id
			x.moduleRef(x.n[mod].Start, x.n[mod].End, id)
		}
		return id
	}
	for c := x.t.First(i); c != ts.NoNode; c = x.t.Sibling(c) {
		if c == mod {
			continue
		}
		m := im
		switch {
		case x.kind(c) == kWildcardImport:
			m.Kind = lang.ImportStar
			add(m)
		case x.n[c].Field != fName:
		case x.kind(c) == kDottedName && !x.empty(c):
			n := x.child(c)
			if n == ts.NoNode || x.empty(n) {
				continue
			}
			m.Name = x.name(n)
			m.Local = x.bindImport(n, false)
			x.importedName(n, add(m), m.Local, typing)
		case x.kind(c) == kAliasedImport:
			n, as := x.t.Child(c, fName), x.t.Child(c, fAlias)
			if n == ts.NoNode || x.child(n) == ts.NoNode || x.empty(x.child(n)) {
				continue
			}
			n = x.child(n)
			m.Name = x.name(n)
			if as != ts.NoNode {
				m.Local = x.bindImport(as, true)
			}
			x.importedName(n, add(m), m.Local, typing)
			if m.Local >= 0 {
				x.reference(as, lang.ImportRole)
			}
		}
	}
	if whole < 0 {
		m := im
		m.Kind = lang.ImportEffect
		add(m)
	}
}

func (x *extractor) importedName(n uint32, id lang.ImportID, local lang.DefID, typing bool) {
	if x.b.F.Name(x.b.F.Imports[id].Module) == "__future__" && string(x.text(n)) == "annotations" {
		x.lazy = true
	}
	x.b.Ref(lang.Ref{
		Name: x.name(n), Start: x.n[n].Start, End: x.n[n].End, Scope: x.scope,
		X: int32(id), Kind: lang.RefImport, Role: lang.ImportRole, Space: lang.Value,
	})
	if typing && local >= 0 {
		x.typing[local] = true
	}
}

// typingModules are the modules whose generics type checkers know.
var typingModules = map[string]bool{"typing": true, "typing_extensions": true}

// chain is an expression a.b… whose root is bound by "import a.b…".
type chain struct {
	root lang.RefID
	def  lang.DefID
	text string
	refs []lang.RefID  // of the members so far
	im   lang.ImportID // the module that text is, NoImport for none
	end  uint32
}

// extendChain notes that e is the member at node at of the expression a at
// node obj.
func (x *extractor) extendChain(obj, at uint32, a, e lang.ExprID) {
	if len(x.roots) == 0 || a < 0 || x.b.F.Exprs[e].Kind != lang.ExprMember {
		return
	}
	c, ok := x.chains[a]
	if !ok {
		if x.b.F.Exprs[a].Kind != lang.ExprName || x.kind(obj) != kIdentifier {
			return
		}
		c.root = lang.RefID(x.b.F.Exprs[a].N)
		if c.def = x.visible(x.b.F.Refs[c.root].Name); c.def < 0 || len(x.roots[c.def]) == 0 {
			return
		}
		c.text = string(x.text(obj))
	}
	c.text += "." + string(x.text(at))
	c.refs = append(c.refs[:len(c.refs):len(c.refs)], lang.RefID(x.b.F.Exprs[e].N))
	c.end = x.n[at].End
	c.im = lang.NoImport
	longer := false
	for _, id := range x.roots[c.def] {
		m := x.b.F.Name(x.b.F.Imports[id].Module)
		if m == c.text {
			c.im = id
		}
		longer = longer || len(m) > len(c.text) && m[:len(c.text)] == c.text
	}
	if longer || c.im >= 0 {
		x.chains[e] = c
	}
}

// dotted makes one reference to the module out of each a.b.c that an import
// statement names: what a and a.b are by themselves nobody asked for.
func (x *extractor) dotted() {
	best := map[lang.RefID]lang.ExprID{}
	for e, c := range x.chains {
		if c.im < 0 {
			continue
		}
		if old, ok := best[c.root]; !ok || x.chains[old].end < c.end {
			best[c.root] = e
		}
	}
	if len(best) == 0 {
		return
	}
	f := x.b.F
	dead := make([]bool, len(f.Refs))
	for root, e := range best {
		c := x.chains[e]
		r := &f.Refs[root]
		r.Kind, r.X, r.End = lang.RefModule, int32(c.im), c.end
		r.Name = f.Imports[c.im].Module
		for _, m := range c.refs {
			dead[m] = true
		}
		f.Exprs[e] = lang.Expr{Kind: lang.ExprRequire, N: int32(c.im), A: lang.NoExpr, B: lang.NoExpr, Next: f.Exprs[e].Next}
	}
	to := make([]lang.RefID, len(f.Refs))
	refs := f.Refs[:0]
	for i, r := range f.Refs {
		to[i] = lang.RefID(len(refs))
		if dead[i] {
			to[i] = lang.NoRef
			continue
		}
		refs = append(refs, r)
	}
	f.Refs = refs
	for i := range f.Exprs {
		switch e := &f.Exprs[i]; e.Kind {
		case lang.ExprName, lang.ExprMember, lang.ExprKeyword:
			if e.N < 0 {
				continue
			}
			if e.N = int32(to[e.N]); e.N < 0 {
				*e = lang.Expr{Kind: lang.ExprUnknown, A: lang.NoExpr, B: lang.NoExpr, Next: e.Next}
			}
		}
	}
}
