package index

import (
	"bytes"
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Token is a name in a file of which it is known what it means.
type Token struct {
	Start, End uint32
	// Kind of what it means; KindUnknown does not occur.
	Kind lang.Kind
	// Flags of what it means, of Const, Static, Deprecated, Abstract and Async those that
	// it has; none of an external symbol.
	Flags      lang.DefFlags
	Definition bool // it defines it
	Decorator  bool // it decorates something
	External   bool // it is defined outside of the repository
}

// Tokens are the names in a file whose meaning is certain, in the order of the text;
// none overlaps another, and none has more than one line. Names in texts (routes, views)
// are none. text is that of the file.
func (s *Snapshot) Tokens(doc int32, text []byte) []Token {
	d := s.docs[doc]
	f := d.Facts()
	if f == nil || d.Lines().Size() != uint32(len(text)) {
		return nil
	}
	var out []Token
	add := func(t Token, end uint32) {
		if t.Kind == lang.KindUnknown || t.Kind == lang.KindKey || t.Start >= end || int(end) > len(text) {
			return
		}
		if q := quoteAt(text, t.Start); q || bytes.IndexByte(text[t.Start:end], '\n') >= 0 {
			return
		}
		t.End = end
		out = append(out, t)
	}
	var buf [maxDescriptors]lang.DefID
	for i := range f.Defs {
		x := &f.Defs[i]
		if x.Flags&(lang.Synthetic|lang.Binding) != 0 {
			continue
		}
		if _, c := s.chain(doc, lang.DefID(i), &buf); c != noSymbol {
			add(Token{Start: x.Start, Kind: x.Kind, Flags: traitOf(x).flags(), Definition: true}, x.End)
		}
	}
	if s.module[doc] != "" {
		add(Token{Start: f.PackageAt[0], Kind: lang.KindNamespace, Definition: true}, f.PackageAt[1])
	}
	links := s.Links(doc)
	for i := 0; i < len(links); {
		j := i
		for j < len(links) && links[j].Ref == links[i].Ref {
			j++
		}
		x := &f.Refs[links[i].Ref]
		if x.Kind == lang.RefOpen && x.N > 0 {
			i = j
			continue
		}
		t := Token{Start: x.Start, Decorator: x.Role&lang.Decorate != 0}
		for n, l := range links[i:j] {
			if l.Certainty != resolve.Resolved {
				t.Kind = lang.KindUnknown
				break
			}
			id := s.standing(ID{l.Doc, l.Def})
			if !s.valid(id) {
				t.Kind = lang.KindUnknown
				break
			}
			kind, flags := s.meant(id)
			if n > 0 && kind != t.Kind {
				if !isType(kind) && !isType(t.Kind) {
					t.Kind = lang.KindUnknown
					break
				}
				if isType(t.Kind) { // a class and its constructor
					continue
				}
			}
			t.Kind, t.Flags, t.External = kind, flags, id.IsExternal()
		}
		if t.Kind == lang.KindConstructor && x.Role&lang.Call != 0 {
			t.Kind = lang.KindClass
		}
		add(t, x.End)
		i = j
	}
	// Of two that overlap the definition counts, else the shorter one.
	slices.SortStableFunc(out, func(a, b Token) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), order(b.Definition)-order(a.Definition), cmp.Compare(a.End, b.End))
	})
	kept := out[:0]
	for _, t := range out {
		for n := len(kept); n > 0 && kept[n-1].End > t.Start; n = len(kept) {
			if last := &kept[n-1]; last.Definition || last.End-last.Start <= t.End-t.Start {
				t.Kind = lang.KindUnknown
				break
			}
			kept = kept[:n-1]
		}
		if t.Kind != lang.KindUnknown {
			kept = append(kept, t)
		}
	}
	return kept
}

// meant is the kind of a symbol, and those of shownFlags that it has.
func (s *Snapshot) meant(id ID) (lang.Kind, lang.DefFlags) {
	switch {
	case id.IsExternal():
		return s.externals[id.Def].Kind, 0
	case id.IsModule():
		return lang.KindNamespace, 0
	}
	if row, ok := s.row(id); ok {
		return lang.Kind(row.trait & traitKind), row.trait.flags()
	}
	d := &s.docs[id.Doc].Facts().Defs[id.Def]
	return d.Kind, traitOf(d).flags()
}

// quoteAt says whether what begins at an offset begins a text between quotes.
func quoteAt(text []byte, at uint32) bool {
	return at > 0 && (text[at-1] == '"' || text[at-1] == '\'' || text[at-1] == '`') || text[at] == '"' || text[at] == '\'' || text[at] == '`'
}
