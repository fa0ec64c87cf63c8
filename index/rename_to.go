package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// maxName is how many bytes a new name may have.
const maxName = 1000

// To are the edits that give the symbol another name, in the order of files and
// places; nil where there are objections, which are added to the Renaming's own. The
// marks that the name has where it stands need not be given.
//
// The files are read as they would be then: each definition and use must be there still,
// and each bare name must be bound where it is now.
func (r *Renaming) To(name string) (edits []TextEdit, objections []Objection, err error) {
	had := len(r.Objections)
	defer func() { r.Objections = r.Objections[:had] }()
	name = string(bare([]byte(name)))
	switch {
	case had > 0:
		return nil, r.Objections, nil
	case len(name) > maxName:
		r.object(-1, 0, 0, "a name of %d bytes is too long, %d are the most", len(name), maxName)
		return nil, r.Objections, nil
	case !r.wellFormed(name):
		r.object(-1, 0, 0, "%q can't be a name", name)
		return nil, r.Objections, nil
	case name == r.Name:
		return nil, nil, nil
	}
	r.defined(name)
	for doc := range r.places {
		var own []TextEdit
		for _, p := range r.places[doc] {
			own = append(own, TextEdit{doc, p.at.Start, p.at.End, p.pre + name + p.suf})
		}
		slices.SortFunc(own, func(a, b TextEdit) int { return cmp.Compare(a.Start, b.Start) })
		if err := r.check(doc, own, name); err != nil {
			return nil, nil, err
		}
		edits = append(edits, own...)
	}
	if !r.local {
		if err := r.captured(name); err != nil {
			return nil, nil, err
		}
	}
	if len(r.Objections) > had {
		return nil, slices.Clone(r.Objections), nil
	}
	slices.SortFunc(edits, func(a, b TextEdit) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Start, b.Start)) })
	return edits, nil, nil
}

// Unsure returns the edits that give the Doubts the new name, one each, in their order.
func (r *Renaming) Unsure(name string) []TextEdit {
	out := make([]TextEdit, len(r.Doubts))
	for i, d := range r.Doubts {
		out[i] = TextEdit{d.Doc, d.Start, d.End, string(bare([]byte(name)))}
	}
	return out
}

// wellFormed says whether a text is made as names are, and as this one.
func (r *Renaming) wellFormed(name string) bool {
	for i, c := range name {
		if !nameRune(c) && !(c < 0x80 && strings.ContainsRune(r.Name, c)) || i == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return name != ""
}

// defined objects to what has the name where the symbol would have it: in the same
// package, class, or a class that this one inherits from or that inherits from it.
func (r *Renaming) defined(name string) {
	s := r.s
	containers := map[ID]bool{}
	tops := map[string]bool{} // what the symbols start with of those that lie in nothing
	for _, id := range r.order {
		d := &s.docs[id.Doc].Facts().Defs[id.Def]
		switch {
		case d.Flags&lang.Local != 0:
		case d.Parent >= 0:
			parent := ID{id.Doc, s.docs[id.Doc].Facts().Canonical(d.Parent)}
			for _, c := range slices.Concat([]ID{parent}, s.Implemented(parent), s.Implementations(parent)) {
				for _, same := range s.sameSymbol(c) {
					containers[same] = true
				}
				containers[c] = true
			}
		default:
			tops[s.prefix[id.Doc]] = true
		}
	}
	marked := map[string]bool{name: true}
	for _, id := range r.order {
		if had := s.Name(id); strings.HasSuffix(had, r.Name) {
			marked[strings.TrimSuffix(had, r.Name)+name] = true
		}
	}
	for n := range marked {
		for _, id := range s.called(n) {
			if id.Def < 0 || r.group[id] {
				continue
			}
			f := s.docs[id.Doc].Facts()
			d := &f.Defs[id.Def]
			if d.Parent >= 0 && containers[ID{id.Doc, f.Canonical(d.Parent)}] || d.Parent < 0 && tops[s.prefix[id.Doc]] && d.Flags&lang.Local == 0 {
				r.object(id.Doc, d.Start, d.End, "%s is defined here", name)
			}
		}
	}
}

// check reads a file as it would be, and compares.
func (r *Renaming) check(doc int32, edits []TextEdit, name string) error {
	text, ok := r.texts.Text(doc)
	if !ok {
		r.object(doc, 0, 0, "the file has changed, or can't be read")
		return nil
	}
	var b bytes.Buffer
	at, apart := uint32(0), false
	for _, e := range edits {
		b.Write(text[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
		apart = apart || e.Text != name
	}
	b.Write(text[at:])
	g, err := r.texts.Facts(doc, b.Bytes())
	if err != nil {
		return err
	}
	f := r.s.docs[doc].Facts()
	if g.ErrorNodes > f.ErrorNodes || g.Truncated != f.Truncated {
		r.object(doc, edits[0].Start, edits[0].End, "%s can't be a name here", name)
		return nil
	}
	if len(f.Defs) != len(g.Defs) || len(f.Refs) != len(g.Refs) || len(f.Scopes) != len(g.Scopes) {
		r.object(doc, edits[0].Start, edits[0].End, "the file would mean something else: %s has a meaning here", name)
		return nil
	}
	if apart {
		return nil // what was one place is two: the entries are in another order
	}
	moved := func(at uint32) uint32 {
		by := 0
		for _, e := range edits {
			if e.End > at {
				break
			}
			by += len(e.Text) - int(e.End-e.Start)
		}
		return uint32(int(at) + by)
	}
	edited := func(end uint32) bool {
		_, ok := slices.BinarySearchFunc(edits, end, func(e TextEdit, end uint32) int { return cmp.Compare(e.End, end) })
		return ok
	}
	if !alike(f, g) {
		r.object(doc, edits[0].Start, edits[0].End, "the file would mean something else: the name has a meaning to what reads it")
		return nil
	}
	for i := range f.Defs {
		x, y := &f.Defs[i], &g.Defs[i]
		if x.Kind != y.Kind || moved(x.Start) != y.Start || !edited(x.End) && x.Start < x.End && f.Names[x.Name] != g.Names[y.Name] {
			r.object(doc, x.Start, x.End, "it would be another definition")
			return nil
		}
		if was, is := f.Names[x.Name], g.Names[y.Name]; x.Flags&lang.Forward != 0 && x.Start == x.End && was != is && was != r.Name {
			// What a framework makes of the name (Django: seed_set).
			uses, err := r.texts.Mentions(was, 0)
			if err != nil {
				return err
			}
			if len(uses) > 0 {
				r.object(doc, edits[0].Start, edits[0].End, "what is called %s would be called %s, and may be used", was, is)
				return nil
			}
		}
		if (x.Flags^y.Flags)&lang.Exported != 0 && r.abroad(doc) {
			r.object(doc, x.Start, x.End, "other packages use it, and could not or need not see it any more")
			return nil
		}
	}
	r.doubled(doc, f, g, edited)
	was, is := bindingsOf(f), bindingsOf(g)
	rules := &r.s.docs[doc].Lang.Rules
	for i := range f.Refs {
		x, y := &f.Refs[i], &g.Refs[i]
		switch {
		case x.Kind != y.Kind || moved(x.Start) != y.Start:
			r.object(doc, x.Start, x.End, "it would be another use")
			return nil
		case !edited(x.End) && f.Names[x.Name] != g.Names[y.Name] && !r.means(doc, lang.RefID(i)):
			r.object(doc, x.Start, x.End, "it would mean the %s that is renamed", name)
		case x.Kind == lang.RefName && was.of(f, x, rules) != is.of(g, y, rules):
			if edited(x.End) {
				r.object(doc, x.Start, x.End, "something nearer is called %s here", name)
			} else {
				r.object(doc, x.Start, x.End, "it would mean what is renamed")
			}
		}
	}
	return nil
}

// alike says whether two facts of as many definitions, uses and scopes differ in nothing
// but names and places.
func alike(f, g *lang.Facts) bool {
	if len(f.Exprs) != len(g.Exprs) || len(f.Imports) != len(g.Imports) || len(f.Exports) != len(g.Exports) || !slices.Equal(f.Assigns, g.Assigns) || !slices.Equal(f.Bases, g.Bases) {
		return false
	}
	for i := range f.Exprs {
		x, y := f.Exprs[i], g.Exprs[i]
		switch x.Kind {
		case lang.ExprProp, lang.ExprPrim, lang.ExprOpen, lang.ExprMagic: // of names
			x.N, y.N = 0, 0
		}
		if x != y {
			return false
		}
	}
	for i := range f.Defs {
		x, y := &f.Defs[i], &g.Defs[i]
		if x.Parent != y.Parent || x.Scope != y.Scope || x.Body != y.Body || x.Type != y.Type || x.Same != y.Same || x.Suffix != y.Suffix || (x.Flags^y.Flags)&^lang.Exported != 0 {
			return false
		}
	}
	for i := range f.Refs {
		x, y := &f.Refs[i], &g.Refs[i]
		if x.Kind != y.Kind || x.Scope != y.Scope || x.X != y.X || x.Role != y.Role || x.Space != y.Space || x.N != y.N {
			return false
		}
	}
	for i := range f.Scopes {
		x, y := &f.Scopes[i], &g.Scopes[i]
		if x.Kind != y.Kind || x.Parent != y.Parent || x.Owner != y.Owner {
			return false
		}
	}
	return true
}

// means says whether a reference means what is renamed.
func (r *Renaming) means(doc int32, ref lang.RefID) bool {
	for _, l := range r.s.linksOf(doc, ref) {
		if r.group[r.s.Canonical(ID{l.Doc, l.Def})] {
			return true
		}
	}
	return false
}

// abroad says whether what is renamed is used in another package than that of a file.
func (r *Renaming) abroad(doc int32) bool {
	for other := range r.places {
		if r.s.prefix[other] != r.s.prefix[doc] {
			return true
		}
	}
	return false
}

// doubled objects to what has the new name in the same scope or container.
func (r *Renaming) doubled(doc int32, f, g *lang.Facts, edited func(end uint32) bool) {
	type bound struct {
		scope  lang.ScopeID
		parent lang.DefID
		name   string
	}
	ours := map[bound]lang.Space{}
	keys := func(i int) (out [2]bound) {
		d := &g.Defs[i]
		name := g.Names[d.LookupName()]
		out[0] = bound{d.Scope, lang.NoDef, name}
		out[1] = bound{lang.NoScope, lang.NoDef, name}
		if d.Flags&lang.Member != 0 {
			out[1].parent = d.Parent
		}
		return out
	}
	each := func(ours func(i int) bool, f func(i int, k bound)) {
		for i := range g.Defs {
			if d := &g.Defs[i]; d.Start == d.End || !ours(i) {
				continue
			}
			for _, k := range keys(i) {
				if k.scope >= 0 || k.parent >= 0 {
					f(i, k)
				}
			}
		}
	}
	own := func(i int) bool { return edited(f.Defs[i].End) }
	each(own, func(i int, k bound) { ours[k] |= g.Defs[i].Space })
	each(func(i int) bool { return !own(i) }, func(i int, k bound) {
		if space, ok := ours[k]; ok && space&g.Defs[i].Space != 0 {
			r.object(doc, f.Defs[i].Start, f.Defs[i].End, "%s is defined here", k.name)
		}
	})
}

// bindings are the definitions that names are bound to in the scopes of a file.
type bindings map[scoped][]lang.DefID

type scoped struct {
	scope lang.ScopeID
	name  string
}

func bindingsOf(f *lang.Facts) bindings {
	b := bindings{}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Scope >= 0 {
			k := scoped{d.Scope, f.Names[d.LookupName()]}
			b[k] = append(b[k], lang.DefID(i))
		}
	}
	return b
}

// of is the first definition that a bare name is bound to in the file, NoDef where no
// scope binds it.
func (b bindings) of(f *lang.Facts, r *lang.Ref, rules *lang.Rules) lang.DefID {
	name := f.Names[r.Name]
	crossed := false
	for s, steps := r.Scope, 0; s >= 0 && steps <= len(f.Scopes); s, steps = f.Scopes[s].Parent, steps+1 {
		sc := &f.Scopes[s]
		if sc.Kind != lang.ScopeClass || !crossed {
			for _, d := range b[scoped{s, name}] {
				if x := &f.Defs[d]; r.Space == 0 || x.Space&r.Space != 0 || x.Flags&lang.Binding != 0 && !rules.Spaces {
					return d
				}
			}
		}
		crossed = crossed || sc.Kind == lang.ScopeFunction || sc.Kind == lang.ScopeComprehension
	}
	return lang.NoDef
}

// captured objects to bare names in other files that would mean what is renamed.
func (r *Renaming) captured(name string) error {
	s := r.s
	keys := map[string]bool{} // scopes that files share
	for _, id := range r.order {
		d := s.docs[id.Doc]
		if x := &d.Facts().Defs[id.Def]; x.Flags&(lang.Local|lang.Member) == 0 && d.Lang.Rules.Shared != nil {
			keys[d.Lang.Family+"\x00"+d.Lang.Rules.Shared(d.Path, d.Facts())] = true
		}
	}
	home := s.docs[r.order[0].Doc].Lang
	docs, err := r.texts.Mentions(name, 0)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		d := s.docs[doc]
		if d.Source == nil || d.Lang.Family != home.Family {
			continue
		}
		f := d.Facts()
		shares := d.Lang.Rules.Shared != nil && keys[d.Lang.Family+"\x00"+d.Lang.Rules.Shared(d.Path, f)] && d.Lang.Rules.Shared(d.Path, f) != ""
		takes := d.Lang.Rules.Textual || d.Lang.Rules.ByName || slices.ContainsFunc(f.Imports, func(im lang.Import) bool { return im.Kind == lang.ImportStar })
		if _, edited := r.places[doc]; !edited && !shares && !takes {
			continue
		}
		b := bindingsOf(f)
		for i := range f.Refs {
			x := &f.Refs[i]
			if x.Kind == lang.RefName && d.Lang.Rules.Written(f.Names[x.Name]) == name && b.of(f, x, &d.Lang.Rules) < 0 {
				r.object(doc, x.Start, x.End, "it might mean what is renamed")
			}
		}
	}
	return nil
}
