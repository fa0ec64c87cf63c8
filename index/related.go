package index

import (
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Related is one edge of the graph that leads out of a part of a file.
type Related struct {
	// Name is what people call the other end: "Cart.total", "users.index" (a view or
	// a route), "btn" (a class of a style sheet).
	Name string
	// ID and Symbol are what it is; where only a name is known Symbol is "" and ID
	// means nothing.
	ID     ID
	Symbol string
	// Kind is what the name is the name of ("route", "view", "css class"), else the
	// kind of the definition ("class").
	Kind string
	// Resolved: it is certain. Else it is possible, or only a name.
	Resolved bool
}

// Known says whether the other end is a symbol.
func (r *Related) Known() bool { return r.Symbol != "" }

const (
	// maxRelated is how many edges Related has at most.
	maxRelated = 32
	// maxOfOne is how many of them one reference leads to.
	maxOfOne = 3
)

// rankRelated says how much an edge tells about the code, the most first.
type rankRelated uint8

const (
	relatedAcross  rankRelated = iota // to what another language or a framework means
	relatedType                       // to a type, or a module
	relatedCallee                     // to a function
	relatedOutside                    // to a type outside of the repository
	relatedWord                       // a name of markup that no style sheet knows
)

// edge is one of the edges that Related chooses from.
type edge struct {
	rank  rankRelated
	id    ID     // where known
	kind  string // "" for that of the definition
	name  string // where not known
	known bool
	sure  bool
	at    uint32
	end   uint32 // of a name
}

// Related are the edges that lead out of a part of a file, given in bytes: first
// those to other languages (views, components, routes, configuration, classes of
// style sheets), then the types that it names, then the functions that it calls; of
// each the certain ones first, in the order of the text. Names that a framework would
// look up and that lead nowhere are among the first, as names, unless the same text is
// a name of which it is certain where it leads. Definitions in the
// part itself and around it are left out, and so are fields and variables. Each
// symbol and each name is there once, with maxOfOne of its definitions (a text has one
// in each language), and there are maxRelated at most. Of other
// files the facts are read for those only that are returned. There are none in a file
// without facts.
func (s *Snapshot) Related(doc int32, start, end uint32) []Related {
	return s.RelatedIn(doc).To(start, end)
}

// RelatedIn finds what the parts of one file are related to: it saves the callers that ask
// for many parts the work that these share. It is not safe for concurrent use.
type RelatedIn struct {
	s   *Snapshot
	doc int32
	// defs are the definitions with a global symbol in the order of their starts, nil
	// until a part has an edge.
	defs []lang.DefID
}

// RelatedIn returns a RelatedIn for the parts of a file.
func (s *Snapshot) RelatedIn(doc int32) *RelatedIn { return &RelatedIn{s: s, doc: doc} }

// To is Snapshot.Related for a part of the file.
func (in *RelatedIn) To(start, end uint32) []Related {
	s, doc := in.s, in.doc
	if doc < 0 || int(doc) >= len(s.docs) || s.docs[doc].Source == nil || start >= end {
		return nil
	}
	edges := s.edges(doc, start, end)
	if len(edges) == 0 {
		return nil
	}
	slices.SortStableFunc(edges, func(a, b edge) int {
		if a.rank != b.rank {
			return cmp.Compare(a.rank, b.rank)
		}
		return cmp.Or(order(b.known)-order(a.known), order(b.sure)-order(a.sure), cmp.Compare(a.at, b.at))
	})
	own := in.symbol(start, end)
	var out []Related
	seen, tried := map[string]bool{}, map[edge]bool{}
	for _, e := range edges {
		if len(out) == maxRelated {
			break
		}
		same := edge{id: e.id, known: e.known, kind: e.kind, name: e.name}
		if e.known {
			same.kind = ""
		}
		if tried[same] {
			continue
		}
		tried[same] = true
		r := s.related(&e)
		text := r.Symbol
		if !e.known {
			text = e.kind + "\x00" + e.name
		}
		// What has no symbol is local to its file.
		if text != "" && !seen[text] && !(e.known && strings.HasPrefix(own, text)) {
			seen[text] = true
			out = append(out, r)
		}
	}
	return out
}

// symbol returns the symbol of the first definition that begins in a part of the file and
// has a global one, "" where none does. It begins with the symbols of what the part lies in.
func (in *RelatedIn) symbol(start, end uint32) string {
	f := in.s.docs[in.doc].Facts()
	if in.defs == nil {
		in.defs = make([]lang.DefID, 0, len(f.Defs))
		for i := range f.Defs {
			if d := &f.Defs[i]; d.Suffix != symbol.None && d.Flags&(lang.Local|lang.Binding|lang.Synthetic) == 0 {
				in.defs = append(in.defs, lang.DefID(i))
			}
		}
		slices.SortStableFunc(in.defs, func(a, b lang.DefID) int { return cmp.Compare(f.Defs[a].Start, f.Defs[b].Start) })
	}
	i, _ := slices.BinarySearchFunc(in.defs, start, func(d lang.DefID, at uint32) int { return cmp.Compare(f.Defs[d].Start, at) })
	if i == len(in.defs) || f.Defs[in.defs[i]].Start >= end {
		return ""
	}
	b, _ := in.s.appendGlobal(nil, in.doc, in.defs[i])
	return string(b)
}

// order is 1 for true.
func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// related describes an edge. A constructor stands for its class.
func (s *Snapshot) related(e *edge) Related {
	if !e.known {
		return Related{Name: e.name, ID: ID{resolve.External, lang.NoDef}, Kind: e.kind}
	}
	id := s.Canonical(e.id)
	if id.Doc >= 0 && id.Def >= 0 {
		f := s.docs[id.Doc].Facts()
		if d := &f.Defs[id.Def]; d.Kind == lang.KindConstructor && d.Parent >= 0 {
			id.Def = f.Canonical(d.Parent)
		}
	}
	r := Related{Name: s.FullName(id), ID: id, Symbol: string(s.AppendGlobal(nil, id)), Kind: e.kind, Resolved: e.sure}
	if r.Kind == "" {
		r.Kind = s.What(id)
	}
	return r
}

// edges are all edges that lead out of a part of a file, in the order of the text.
func (s *Snapshot) edges(doc int32, start, end uint32) []edge {
	d := s.docs[doc]
	f := d.Facts()
	links := s.Links(doc)
	first, _ := slices.BinarySearchFunc(f.Refs, start, func(r lang.Ref, at uint32) int { return cmp.Compare(r.Start, at) })
	at, _ := slices.BinarySearchFunc(links, lang.RefID(first), func(l resolve.Link, r lang.RefID) int { return cmp.Compare(l.Ref, r) })
	var out []edge
	meant := map[lang.Span]bool{} // where references are of which it is certain where they lead
	for n := first; n < len(f.Refs) && f.Refs[n].Start < end; n++ {
		r := &f.Refs[n]
		kind, name, open := s.openRef(d, r)
		found, of := false, 0
		for ; at < len(links) && links[at].Ref == lang.RefID(n); at++ {
			l := &links[at]
			id := ID{l.Doc, l.Def}
			if !s.valid(id) {
				continue
			}
			found = true
			if l.Certainty == resolve.Resolved {
				meant[lang.Span{Start: r.Start, End: r.End}] = true
			}
			if !id.IsExternal() && id.Doc == doc && around(f, id.Def, start, end) {
				continue
			}
			if of++; of > maxOfOne {
				continue
			}
			e := edge{id: id, known: true, sure: l.Certainty == resolve.Resolved, at: r.Start}
			if open {
				e.kind = kind
			} else if e.rank = s.rankRelated(d, r, id); e.rank == relatedWord {
				continue
			}
			out = append(out, e)
		}
		if open && !found {
			e := edge{kind: kind, name: name, at: r.Start, end: r.End}
			if _, _, _, ok := lang.SplitOpen(f.Names[r.Name]); !ok && r.Kind == lang.RefOpen {
				e.rank = relatedWord
			}
			out = append(out, e)
		}
	}
	// A text may be a name of several kinds: those that it has not are not missing, and
	// what has none is missing once.
	return slices.DeleteFunc(out, func(e edge) bool {
		at := lang.Span{Start: e.at, End: e.end}
		if e.known || meant[at] {
			return !e.known
		}
		meant[at] = true
		return false
	})
}

// openRef says what a reference names, where its name is one that languages share or
// that an import's specifier has instead of a path.
func (s *Snapshot) openRef(d *Doc, r *lang.Ref) (kind, name string, ok bool) {
	text := d.Facts().Names[r.Name]
	switch {
	case r.Kind == lang.RefOpen && r.N > 0:
		return lang.OpenKind(text)
	case r.Kind == lang.RefModule && d.Lang != nil && d.Lang.Specifier != nil:
		return d.Lang.Specifier(text)
	}
	return "", "", false
}

// around says whether a definition of a file lies in a part of it or around it. The
// file itself lies around all of its parts.
func around(f *lang.Facts, def lang.DefID, start, end uint32) bool {
	if def < 0 {
		return true
	}
	d := &f.Defs[f.Canonical(def)]
	return start <= d.Start && d.Start < end || d.EncStart <= start && end <= d.EncEnd
}

// rankRelated says how much an edge tells that is none of open names; relatedWord
// for nothing.
func (s *Snapshot) rankRelated(d *Doc, r *lang.Ref, id ID) rankRelated {
	if id.IsExternal() {
		if isType(s.externals[id.Def].Kind) {
			return relatedOutside
		}
		return relatedWord
	}
	to := s.docs[id.Doc]
	across := roleOf(d, r.Role)&lang.TemplateRole != 0
	if id.IsModule() {
		switch {
		case across || to.Lang.Template:
			return relatedAcross
		case r.Role&lang.ImportRole != 0:
			return relatedType
		}
		return relatedWord
	}
	kind := s.Kind(id)
	switch {
	case kind == lang.KindConstructor || isType(kind):
		if across {
			return relatedAcross
		}
		return relatedType
	case isFunction(&lang.Def{Kind: kind}):
		return relatedCallee
	}
	return relatedWord
}

// isType says whether a kind is one of types.
func isType(k lang.Kind) bool {
	switch k {
	case lang.KindClass, lang.KindInterface, lang.KindStruct, lang.KindEnum, lang.KindTrait, lang.KindTypeAlias, lang.KindType, lang.KindUnion:
		return true
	}
	return false
}
