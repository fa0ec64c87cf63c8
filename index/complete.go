package index

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// Completion is what a name that is being written may become.
type Completion struct {
	// Start and End are the range that an item takes the place of.
	Start, End uint32
	Items      []CompletionItem
	// More: there are more items than were asked for.
	More bool
	// Shared: the names are those that languages share, or files are called by; no
	// server for one language knows them.
	Shared bool
}

// CompletionItem is one name that can stand there.
type CompletionItem struct {
	Name string
	What string // what people call its kind ("route", "variable")
	Kind lang.Kind
	Sig  string
	Doc  string
	// ID is the symbol, or the file; of a name of the file itself it is not known.
	ID ID
}

// Hole is the reference of a file that hole, a name that nothing has, became when it was
// put into the text at at; lang.NoRef where it became none. Of several it is the one that
// says most of what can stand there.
func Hole(f *lang.Facts, at uint32, hole string) lang.RefID {
	end := at + uint32(len(hole))
	best := lang.NoRef
	for i := range f.Refs {
		r := &f.Refs[i]
		if r.Start > at {
			break
		}
		if r.End < end || !strings.Contains(f.Names[r.Name], hole) {
			continue
		}
		if best < 0 || rankHole(r) < rankHole(&f.Refs[best]) {
			best = lang.RefID(i)
		}
	}
	return best
}

// HoleOf is where a name that is put at a reference which Hole has found stands.
func HoleOf(f *lang.Facts, ref lang.RefID, hole string) Completion {
	r := &f.Refs[ref]
	return Completion{Start: r.Start, End: r.End - uint32(len(hole))}
}

// Complete finds names for the reference ref that Hole has found in a file, whose facts
// with the hole are f: those that languages share, that files are called by, or that
// scopes of the file bind, and what a language shares in folders or declares itself: those
// that begin with typed, which is what stands of the name before the hole, first. There
// are at most limit items.
func (s *Snapshot) Complete(doc int32, f *lang.Facts, ref lang.RefID, hole, typed string, limit int) Completion {
	c := HoleOf(f, ref, hole)
	r := &f.Refs[ref]
	name := f.Names[r.Name]
	if l := s.docs[doc].Lang; r.Kind == lang.RefOpen && r.N > 0 {
		if kind, text, ok := lang.OpenKind(name); ok {
			c.Shared = true
			s.openNames(&c, kind, before(text, hole), limit)
		}
	} else if r.Kind == lang.RefModule && l.Specifier != nil {
		if kind, text, ok := l.Specifier(name); ok {
			c.Shared = true
			s.namesOfFiles(&c, kind, before(text, hole), limit)
		}
	} else if r.Kind == lang.RefName {
		seen := map[string]bool{}
		c = s.scoped(f, ref, hole, typed, seen, limit)
		s.inFolder(&c, doc, f, r, seen, typed, limit)
		s.ofLanguage(&c, doc, seen, typed, limit)
		c.Rank(typed)
	}
	return c
}

// Rank puts the items first that begin with what is typed, and then those that do but for
// the case of letters.
func (c *Completion) Rank(typed string) {
	slices.SortStableFunc(c.Items, func(a, b CompletionItem) int {
		return cmp.Compare(begins(a.Name, typed), begins(b.Name, typed))
	})
}

// begins is 0 where a name begins with what is typed, 1 where it does but for the case of
// letters, and 2 where it does not.
func begins(name, typed string) int {
	switch {
	case strings.HasPrefix(name, typed):
		return 0
	case len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed):
		return 1
	}
	return 2
}

// InScope is Complete of what scopes of the file bind alone: those that can stand there
// by their kind before others.
func (s *Snapshot) InScope(f *lang.Facts, ref lang.RefID, hole, typed string, limit int) Completion {
	return s.scoped(f, ref, hole, typed, map[string]bool{}, limit)
}

// scoped is InScope; seen gets the names that there are, whether they are offered or not.
func (s *Snapshot) scoped(f *lang.Facts, ref lang.RefID, hole, typed string, seen map[string]bool, limit int) Completion {
	c := HoleOf(f, ref, hole)
	s.inScope(&c, f, &f.Refs[ref], seen, false, typed, limit)
	if typed != "" && f.Refs[ref].Kind == lang.RefName {
		s.inScope(&c, f, &f.Refs[ref], seen, true, typed, limit) // it may go on (PHP: a class before ::)
	}
	return c
}

// inFolder adds the names that other files of the folder share with a file, where a
// language shares names in folders (Go's packages): those that begin with typed first, in
// alphabetical order.
func (s *Snapshot) inFolder(c *Completion, doc int32, f *lang.Facts, r *lang.Ref, seen map[string]bool, typed string, limit int) {
	d := s.docs[doc]
	rules := &d.Lang.Rules
	if !rules.SharedInFolder || len(c.Items) == limit {
		return
	}
	key := rules.Shared(d.Path, f)
	var items []CompletionItem
	for n := range s.folderOf(doc) {
		o := s.docs[n]
		if n == doc || o.Lang != d.Lang || o.Source == nil || s.inTest(n) && !s.inTest(doc) {
			continue
		}
		g := o.Facts()
		if rules.Shared(o.Path, g) != key {
			continue
		}
		for i := range g.Defs {
			x := &g.Defs[i]
			name := g.Names[x.Name]
			if x.Scope != 0 || x.Flags&(lang.Binding|lang.Elsewhere|lang.Synthetic) != 0 || x.Same >= 0 || x.Name == 0 || seen[name] || r.Space != 0 && x.Space&r.Space == 0 {
				continue
			}
			seen[name] = true
			items = append(items, CompletionItem{Name: name, What: x.Kind.String(), Kind: x.Kind, Sig: x.Sig, Doc: x.Doc, ID: ID{n, lang.DefID(i)}})
		}
	}
	slices.SortFunc(items, func(a, b CompletionItem) int {
		return cmp.Or(cmp.Compare(begins(a.Name, typed), begins(b.Name, typed)), cmp.Compare(a.Name, b.Name))
	})
	for _, x := range items {
		if !c.Offer(x, typed, limit) {
			return
		}
	}
}

// folderOf are the files of a file's folder, itself too.
func (s *Snapshot) folderOf(doc int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		in := s.docs[doc].Path
		in = in[:strings.LastIndexByte(in, '/')+1]
		from, _ := slices.BinarySearchFunc(s.docs, in, func(d *Doc, in string) int { return strings.Compare(d.Path, in) })
		for n := from; n < len(s.docs) && strings.HasPrefix(s.docs[n].Path, in); n++ {
			if !strings.Contains(s.docs[n].Path[len(in):], "/") && !yield(int32(n)) {
				return
			}
		}
	}
}

// ofLanguage adds the names that the language of a file declares itself.
func (s *Snapshot) ofLanguage(c *Completion, doc int32, seen map[string]bool, typed string, limit int) {
	for _, name := range slices.Sorted(maps.Keys(s.docs[doc].Lang.Rules.Predeclared)) {
		if !seen[name] && !c.Offer(CompletionItem{Name: name, What: "predeclared", ID: ID{-1, lang.NoDef}}, typed, limit) {
			return
		}
	}
}

// Offer adds an item, if it may be what somebody means who has typed so far: its name
// has the letters, in their order. It is false when there are limit items already.
func (c *Completion) Offer(x CompletionItem, typed string, limit int) bool {
	if !hasLetters(x.Name, typed) {
		return true
	}
	if len(c.Items) == limit {
		c.More = true
		return false
	}
	c.Items = append(c.Items, x)
	return true
}

// hasLetters says whether a name has letters in their order, whatever their case.
func hasLetters(name, letters string) bool {
	rest := []rune(strings.ToLower(letters))
	for _, r := range strings.ToLower(name) {
		if len(rest) > 0 && r == rest[0] {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

// rankHole is lower the more a reference says of what can stand there.
func rankHole(r *lang.Ref) int {
	switch {
	case r.Kind == lang.RefOpen && r.N > 0:
		return 0
	case r.Kind == lang.RefModule:
		return 1
	}
	return 2
}

// before is what of a name stands before the hole in it.
func before(name, hole string) string {
	name, _, _ = strings.Cut(name, hole)
	return name
}

// openNames adds the open names of a kind that begin so, in alphabetical order.
func (s *Snapshot) openNames(c *Completion, kind, prefix string, limit int) {
	type named struct {
		name string
		id   ID
	}
	var found []named
	p := newNamePattern(prefix)
	s.dictionaries(func(d *namesTable, id func(uint32) (ID, bool)) {
		r := d.reader()
		here := 0
		r.each(r.from(p.folded, compareFolded), func(_ int, name []byte, list definitions) bool {
			m, goesOn := p.begins(name)
			if m == noMatch {
				return goesOn
			}
			has := false
			list.each(func(number uint32, k byte, _ standing) {
				if has || k == unlisted || k == container {
					return
				}
				at, ok := id(number)
				if !ok || at.Def < 0 || !slices.Contains(s.docs[at.Doc].openKinds(), kind) {
					return
				}
				if k, name, ok := s.openName(at); ok && k == kind && len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix) {
					found, has = append(found, named{name, at}), true
					here++
				}
			})
			return goesOn && here <= limit
		})
	})
	slices.SortFunc(found, func(a, b named) int {
		return cmp.Or(compareNames([]byte(a.name), []byte(b.name)), compareIDs(a.id, b.id))
	})
	found = slices.CompactFunc(found, func(a, b named) bool { return a.name == b.name })
	if c.More = len(found) > limit; c.More {
		found = found[:limit]
	}
	for _, n := range found {
		d := &s.docs[n.id.Doc].Facts().Defs[n.id.Def]
		c.Items = append(c.Items, CompletionItem{Name: n.name, What: kind, Kind: d.Kind, Sig: d.Sig, Doc: d.Doc, ID: n.id})
	}
}

// namesOfFiles adds the files that are called so as a kind ("view"); by names that are
// guesses only where no other begins so.
func (s *Snapshot) namesOfFiles(c *Completion, kind, prefix string, limit int) {
	dotted := strings.ToLower(strings.ReplaceAll(prefix, "/", "."))
	for _, guess := range []bool{false, true} {
		for doc, d := range s.docs {
			if d.Source == nil {
				continue
			}
			for _, n := range s.namesOfFile(int32(doc)) {
				if n.Kind != kind || n.Guess != guess || !strings.HasPrefix(strings.ToLower(strings.ReplaceAll(n.Name, "/", ".")), dotted) {
					continue
				}
				if len(c.Items) == limit {
					c.More = true
					return
				}
				c.Items = append(c.Items, CompletionItem{Name: n.Name, What: kind, Kind: lang.KindModule, Sig: d.Path, ID: ID{int32(doc), -1}})
			}
		}
		if len(c.Items) > 0 {
			return
		}
	}
}

// inScope adds the names that scopes of the file bind at a place, the innermost first,
// that can stand there by their kind, or those that can't.
func (s *Snapshot) inScope(c *Completion, f *lang.Facts, r *lang.Ref, seen map[string]bool, others bool, typed string, limit int) {
	crossed := false
	bound := map[lang.ScopeID][]lang.DefID{}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Scope >= 0 && d.Name != 0 && d.Flags&lang.Synthetic == 0 {
			bound[d.Scope] = append(bound[d.Scope], lang.DefID(i))
		}
	}
	for sc, n := r.Scope, 0; sc >= 0 && n <= len(f.Scopes); sc, n = f.Scopes[sc].Parent, n+1 {
		kind := f.Scopes[sc].Kind
		if kind != lang.ScopeClass || !crossed {
			list := bound[sc]
			slices.SortStableFunc(list, func(a, b lang.DefID) int { return cmp.Compare(f.Names[f.Defs[a].Name], f.Names[f.Defs[b].Name]) })
			for _, i := range list {
				d := &f.Defs[i]
				name := f.Names[d.Name]
				if seen[name] || d.Start <= r.Start && r.Start < d.End || others != (r.Space != 0 && d.Space&r.Space == 0 && d.Flags&lang.Binding == 0) {
					continue
				}
				seen[name] = true
				if !c.Offer(CompletionItem{Name: name, What: d.Kind.String(), Kind: d.Kind, Sig: d.Sig, Doc: d.Doc, ID: ID{-1, lang.NoDef}}, typed, limit) {
					return
				}
			}
		}
		crossed = crossed || kind == lang.ScopeFunction || kind == lang.ScopeComprehension
	}
}
