package lang

import (
	"cmp"
	"sort"
	"strings"

	"codeintel/index/symbol"
)

// Builder collects the tables of one Facts. Extractors add entries in any
// order; Finish sorts what is promised to be sorted.
type Builder struct {
	F         *Facts
	names     map[string]NameID
	read      *read // what frameworks read, nil without any
	templates [][2]uint32
	size      int   // of the file
	named     int   // bytes of F.Names
	texts     int   // bytes of the signatures and documentation of all definitions but the last
	room      *Room // nil for none
}

// Bytes of source for which programs have one of these, about, at least: tables that have
// room from the beginning are not copied while they grow.
const (
	bytesPerRef  = 32
	bytesPerDef  = 128
	bytesPerExpr = 32
)

// maxRoom is how many entries a table has room for at first.
const maxRoom = 1 << 14

// grown is append, for a table that has one entry for so many bytes of a file.
func grown[T any](b *Builder, list []T, x T, bytes int) []T {
	if list == nil {
		list = make([]T, 0, max(1, min(b.size/bytes, maxRoom)))
	}
	return append(list, x)
}

// Room is memory in which the tables of facts grow, those of one file after another:
// facts get copies without room for more. The zero value is ready. It is for one file
// at a time; one that is read as a part of it (a script) gets other memory.
type Room struct {
	// Text is for an extractor, of any content.
	Text []byte

	defs  []Def
	refs  []Ref
	exprs []Expr
}

// mostRoom is how many rows a table in a Room may have to be there for the next file.
const mostRoom = 1 << 15

// take is a table without rows in the memory of from, which has none then.
func take[T any](from *[]T) []T {
	room := *from
	*from = nil
	return room[:0]
}

// leave is tight for a table in memory that is another file's from now on.
func leave[T any](s []T, to *[]T) []T {
	out := tight(s)
	if len(s) > 0 && &out[0] != &s[0] && cap(s) <= mostRoom {
		clear(s)
		*to = s
	}
	return out
}

// NewBuilder starts the facts of a file of size bytes. Scope 0 is the file.
func NewBuilder(size int) *Builder {
	b := &Builder{F: &Facts{Names: []string{""}}, names: map[string]NameID{"": 0}, size: size}
	b.F.Scopes = append(b.F.Scopes, Scope{Kind: ScopeFile, Parent: NoScope, Owner: NoDef, End: uint32(size)})
	return b
}

// Name interns s. The text is copied, so s may alias the source.
func (b *Builder) Name(s string) NameID {
	if id, ok := b.names[s]; ok {
		return id
	}
	return b.intern(string([]byte(s)))
}

// NameBytes is Name for a slice of the source.
func (b *Builder) NameBytes(s []byte) NameID {
	if id, ok := b.names[string(s)]; ok { // does not allocate
		return id
	}
	return b.intern(string(s))
}

func (b *Builder) intern(s string) NameID {
	if short := b.Short(s); len(short) < len(s) {
		if id, ok := b.names[short]; ok {
			return id
		}
		s = short
	}
	id := NameID(len(b.F.Names))
	b.F.Names = append(b.F.Names, s)
	b.names[s] = id
	b.named += len(s)
	return id
}

// Short returns ShortName(s), and records in Facts.Truncated whether s was too long. Once
// the names of a file take more bytes than its size allows, names of more than fewName bytes
// are too long. Extractors that join names, such as a namespace and what it contains,
// shorten the parts first: otherwise each use of a long name costs its length.
func (b *Builder) Short(s string) string { return b.short(s, MaxName) }

// ShortPrefix is like Short, but allows an eighth of the bytes. It is for names that other
// names repeat, such as that of a namespace.
func (b *Builder) ShortPrefix(s string) string { return b.short(s, MaxName/8) }

func (b *Builder) short(s string, most int) string {
	if b.named > fewTexts+textsPerByte*b.size {
		most = fewName
	}
	if len(s) <= most {
		return s
	}
	b.F.Truncated = cmp.Or(b.F.Truncated, truncatedNames)
	return shorten(s)
}

// Scope adds a scope.
func (b *Builder) Scope(k ScopeKind, parent ScopeID, owner DefID, start, end uint32) ScopeID {
	b.F.Scopes = append(b.F.Scopes, Scope{Kind: k, Parent: parent, Owner: owner, Start: start, End: end})
	return ScopeID(len(b.F.Scopes) - 1)
}

// Def adds a definition with all links set to none; the caller fills in the
// rest through the pointer, which is valid until the next Def. That one drops the texts
// that are beyond the file's share, before they are a multiple of it.
func (b *Builder) Def(name NameID, k Kind, suffix symbol.Suffix, start, end uint32) (DefID, *Def) {
	if n := len(b.F.Defs); n > 0 {
		b.texts += b.F.keepTexts(&b.F.Defs[n-1], b.texts, b.size)
	}
	b.F.Defs = grown(b, b.F.Defs, Def{
		Name: name, Kind: k, Suffix: suffix, Space: Value, Start: start, End: end, EncStart: start, EncEnd: end,
		Scope: NoScope, Parent: NoDef, Body: NoScope, Type: NoExpr, Same: NoDef,
	}, bytesPerDef)
	id := DefID(len(b.F.Defs) - 1)
	return id, &b.F.Defs[id]
}

// Ref adds a reference.
func (b *Builder) Ref(r Ref) RefID {
	b.F.Refs = grown(b, b.F.Refs, r, bytesPerRef)
	return RefID(len(b.F.Refs) - 1)
}

// Expr adds an expression without operands.
func (b *Builder) Expr(k ExprKind, n int32) ExprID { return b.Expr2(k, n, NoExpr, NoExpr) }

// Expr1 adds an expression with the operand a.
func (b *Builder) Expr1(k ExprKind, n int32, a ExprID) ExprID { return b.Expr2(k, n, a, NoExpr) }

// Expr2 adds an expression with the operands a and second.
func (b *Builder) Expr2(k ExprKind, n int32, a, second ExprID) ExprID {
	b.F.Exprs = grown(b, b.F.Exprs, Expr{Kind: k, N: n, A: a, B: second, Next: NoExpr}, bytesPerExpr)
	return ExprID(len(b.F.Exprs) - 1)
}

// List links es through Next and returns the first, NoExpr when empty. An
// expression must not be in two lists: wrap or copy it (Copy).
func (b *Builder) List(es []ExprID) ExprID {
	if len(es) == 0 {
		return NoExpr
	}
	for i := 0; i+1 < len(es); i++ {
		b.F.Exprs[es[i]].Next = es[i+1]
	}
	return es[0]
}

// Copy duplicates an expression node (its operands are shared) so that it can
// stand in another list.
func (b *Builder) Copy(e ExprID) ExprID {
	if e < 0 {
		return e
	}
	x := b.F.Exprs[e]
	x.Next = NoExpr
	b.F.Exprs = grown(b, b.F.Exprs, x, bytesPerExpr)
	c := ExprID(len(b.F.Exprs) - 1)
	if b.read != nil {
		if t, ok := b.read.texts[e]; ok {
			b.read.texts[c] = t
		}
		if i, ok := b.read.items[e]; ok {
			b.read.items[c] = i
		}
	}
	return c
}

// Assign records that value flows into def.
func (b *Builder) Assign(def DefID, value ExprID) {
	if def >= 0 && value >= 0 {
		b.F.Assigns = append(b.F.Assigns, Assign{def, value})
	}
}

// Base hangs an expression on def.
func (b *Builder) Base(def DefID, k BaseKind, e ExprID) {
	if def >= 0 && e >= 0 {
		b.F.Bases = append(b.F.Bases, Base{def, k, e})
	}
}

// Import adds an import.
func (b *Builder) Import(i Import) ImportID {
	b.F.Imports = append(b.F.Imports, i)
	return ImportID(len(b.F.Imports) - 1)
}

// Export adds an export; fields that do not apply must be set to none.
func (b *Builder) Export(e Export) { b.F.Exports = append(b.F.Exports, e) }

// Template says that a range of the file is a template: see TemplateRole.
func (b *Builder) Template(start, end uint32) {
	b.templates = append(b.templates, [2]uint32{start, end})
}

// mark gives the references in ranges their role; they are sorted.
func (f *Facts) mark(templates [][2]uint32) {
	for _, t := range templates {
		for i := sort.Search(len(f.Refs), func(i int) bool { return f.Refs[i].Start >= t[0] }); i < len(f.Refs) && f.Refs[i].Start < t[1]; i++ {
			f.Refs[i].Role |= TemplateRole
		}
	}
}

// Finish lets the frameworks read the file, sorts the tables and returns the facts.
// RefIDs change: every place that holds one is rewritten.
func (b *Builder) Finish() *Facts {
	b.run()
	f := b.F
	f.Package = b.Short(f.Package)
	if !sort.SliceIsSorted(f.Refs, func(i, j int) bool { return f.Refs[i].Start < f.Refs[j].Start }) {
		order := make([]RefID, len(f.Refs))
		for i := range order {
			order[i] = RefID(i)
		}
		sort.SliceStable(order, func(i, j int) bool { return f.Refs[order[i]].Start < f.Refs[order[j]].Start })
		refs := make([]Ref, len(f.Refs))
		to := make([]RefID, len(f.Refs))
		for n, o := range order {
			refs[n] = f.Refs[o]
			to[o] = RefID(n)
		}
		f.Refs = refs
		for i := range f.Exprs {
			switch e := &f.Exprs[i]; e.Kind {
			case ExprName, ExprMember, ExprKeyword:
				if e.N >= 0 {
					e.N = int32(to[e.N])
				}
			}
		}
		for i := range f.Exports {
			if r := f.Exports[i].Ref; r >= 0 {
				f.Exports[i].Ref = to[r]
			}
		}
	}
	f.mark(b.templates)
	sort.SliceStable(f.Bases, func(i, j int) bool { return f.Bases[i].Def < f.Bases[j].Def })
	sort.SliceStable(f.Assigns, func(i, j int) bool { return f.Assigns[i].Def < f.Assigns[j].Def })
	if f.Rich != nil {
		f.Rich.sort()
	}
	b.names = nil
	f.pack(b.size)
	if r := b.room; r != nil {
		f.Defs, f.Refs, f.Exprs = leave(f.Defs, &r.defs), leave(f.Refs, &r.refs), leave(f.Exprs, &r.exprs)
	}
	f.Names, f.Scopes, f.Defs, f.Refs, f.Exprs = tight(f.Names), tight(f.Scopes), tight(f.Defs), tight(f.Refs), tight(f.Exprs)
	return f
}

// Signatures and documentation of a file have at most fewTexts bytes, and textsPerByte more
// for each byte of the file: definitions that share a line, as the names of a list do,
// repeat it. The same bound holds for its names: what is in a namespace repeats its name.
const fewTexts, textsPerByte = 1 << 20, 8

// keepTexts returns how many bytes the texts of d have, of a file of so many bytes in which
// those before it have size. It drops them where that is more than the file's share.
func (f *Facts) keepTexts(d *Def, size, of int) int {
	n := len(d.Sig) + len(d.Doc)
	if size+n <= fewTexts+textsPerByte*of {
		return n
	}
	d.Sig, d.Doc = "", ""
	f.Truncated = cmp.Or(f.Truncated, "too many signatures")
	return 0
}

// pack puts the texts of f in one string: facts live long, and there is a text for
// most definitions. of is how many bytes the file has.
func (f *Facts) pack(of int) {
	size := 0
	for i := range f.Defs {
		size += f.keepTexts(&f.Defs[i], size, of)
	}
	for _, n := range f.Names {
		size += len(n)
	}
	var texts strings.Builder
	texts.Grow(size)
	move := func(s *string) {
		at := texts.Len()
		texts.WriteString(*s)
		*s = texts.String()[at:]
	}
	for i := range f.Names {
		move(&f.Names[i])
	}
	for i := range f.Defs {
		move(&f.Defs[i].Sig)
		move(&f.Defs[i].Doc)
	}
}

// tight is s without room for more, where that is worth a copy: facts live long.
func tight[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/16 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}
