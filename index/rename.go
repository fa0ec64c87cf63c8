package index

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Texts is what a renaming needs to know beside a snapshot: the files' texts, and what
// they would be with others. They are asked for from several goroutines at once.
type Texts struct {
	// Text of a file as the snapshot knows it; false where it is not to be had.
	Text func(doc int32) ([]byte, bool)
	// Mentions are the files in whose text a word stands, those that no language reads
	// among them; more do no harm. Of more than most, which is 0 for all, one more is
	// enough.
	Mentions func(word string, most int) ([]int32, error)
	// Facts of a file, had it that text.
	Facts func(doc int32, text []byte) (*lang.Facts, error)
	// Syntax of a file's text, as far as lang.ReadWords goes where the file is without
	// errors.
	Syntax func(doc int32, text []byte) (*lang.Syntax, error)
}

// Objection is why a symbol can't be renamed, at a place of a file where there is one.
type Objection struct {
	Doc        int32 // -1 for none
	Start, End uint32
	Why        string
}

// TextEdit puts Text in the place of a range of a file.
type TextEdit struct {
	Doc        int32
	Start, End uint32
	Text       string
}

// Renaming is what has to be written anew to give a symbol another name: its
// definitions, the members that override it and those that it overrides, and all uses
// of them.
type Renaming struct {
	// Name that it has, without marks (PHP's $, a style sheet's dot).
	Name string
	// Objections say which occurrences of the name are not certain; with any there is no
	// other name for the symbol. There are MaxObjections at most: no more are looked for.
	Objections []Objection
	// Doubts are occurrences that may or may not be the symbol, each place once, in the
	// order of files and places: a person decides for each whether it gets the new name.
	// A caller that takes no doubts gets objections instead.
	Doubts []Objection
	// Notes are what stays as it is, for the person to know.
	Notes []string

	s      *Snapshot
	texts  Texts
	doubts int // the maximum number of Doubts
	group  map[ID]bool
	order  []ID // the group's
	places map[int32]map[lang.Span]place
	local  bool // nobody outside the file can name it
	open   bool // languages share its name
	named  namedAt
}

// namedAt are the definitions of one file, by where their names begin.
type namedAt struct {
	doc    int32
	places places
	defs   []lang.DefID // nil before the first file
}

// at are the definitions whose names begin at an offset of a file, in their order. Who
// asks does so for many places of a file, one after the other.
func (n *namedAt) at(s *Snapshot, doc int32, start uint32) []lang.DefID {
	if n.doc != doc || n.defs == nil {
		n.doc, n.places, n.defs = doc, s.docs[doc].places(), make([]lang.DefID, s.docs[doc].defs())
		for i := range n.defs {
			n.defs[i] = lang.DefID(i)
		}
		slices.SortStableFunc(n.defs, func(a, b lang.DefID) int { return cmp.Compare(n.places.def(a).Start, n.places.def(b).Start) })
	}
	i, _ := slices.BinarySearchFunc(n.defs, start, func(d lang.DefID, at uint32) int { return cmp.Compare(n.places.def(d).Start, at) })
	j := i
	for j < len(n.defs) && n.places.def(n.defs[j]).Start == start {
		j++
	}
	return n.defs[i:j]
}

// place is where the name is written.
type place struct {
	at  lang.Span // the name without marks
	pre string    // what another name gets before it ("old: ", a property that keeps its name)
	suf string    // and behind it
}

// MaxObjections is how many places one renaming objects to at the most. To look at all
// files that have a common word, which none can mean with certainty, takes seconds.
const MaxObjections = 6

// Renaming returns the renaming of id's symbol, with at most doubts Doubts: where there are
// more, they become objections. The error is one of texts.
func (s *Snapshot) Renaming(id ID, texts Texts, doubts int) (*Renaming, error) {
	r := s.startRenaming(id, texts)
	r.doubts = doubts
	if len(r.Objections) > 0 {
		return r, nil
	}
	r.collect()
	r.uses()
	if len(r.Objections) == 0 {
		if err := r.confirm(); err != nil {
			return nil, err
		}
	}
	r.settle()
	r.note()
	return r, nil
}

// settle sorts the doubts, removes those of places that turned out to be certain, and
// turns them into objections where there are too many.
func (r *Renaming) settle() {
	slices.SortStableFunc(r.Doubts, func(a, b Objection) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Start, b.Start)) })
	if len(r.Doubts) > r.doubts {
		for _, d := range r.Doubts {
			r.object(d.Doc, d.Start, d.End, "%s", d.Why)
		}
		r.Doubts = nil
	}
	r.Doubts = slices.DeleteFunc(r.Doubts, func(d Objection) bool { // another use at the same place is certain
		_, sure := r.places[d.Doc][lang.Span{Start: d.Start, End: d.End}]
		return sure
	})
}

// Renamable returns the name that a renaming of id's symbol would replace, and the
// objections to it that follow from the symbol itself: what it is, where it is defined, and
// what it overrides. Occurrences are checked only for a symbol that nothing but its own file
// can name, and for a name that stands in at most FewFiles; for others Renaming may find
// more objections. doubts is that of Renaming. The error is one of texts.
func (s *Snapshot) Renamable(id ID, texts Texts, doubts int) (name string, objections []Objection, err error) {
	r := s.startRenaming(id, texts)
	if len(r.Objections) > 0 {
		return r.Name, r.Objections, nil
	}
	local := true
	r.eachDefinition(func(id ID, f *lang.Facts, d *lang.Def) {
		local = local && d.Flags&lang.Local != 0
		if !isType(d.Kind) {
			r.overridden(id, f, d)
		}
	})
	if len(r.Objections) > 0 {
		return r.Name, r.Objections, nil
	}
	if !local {
		docs, err := texts.Mentions(r.Name, FewFiles)
		if err != nil || len(docs) > FewFiles {
			return r.Name, nil, err
		}
	}
	if r, err = s.Renaming(id, texts, doubts); err != nil {
		return "", nil, err
	}
	return r.Name, r.Objections, nil
}

// FewFiles is in how many files a name may stand for Renamable to look at each of them:
// an editor that asks whether something can be renamed waits for it.
const FewFiles = 4

// startRenaming is a renaming of which nothing is known but the symbol.
func (s *Snapshot) startRenaming(id ID, texts Texts) *Renaming {
	r := &Renaming{s: s, texts: texts, group: map[ID]bool{}, places: map[int32]map[lang.Span]place{}, local: true}
	if !s.valid(id) {
		r.object(-1, 0, 0, "it is not known any more")
		return r
	}
	id = s.Canonical(id)
	switch {
	case id.IsExternal():
		r.object(-1, 0, 0, "it is defined outside of the repository")
	case id.IsModule():
		r.object(-1, 0, 0, "it is a file or a package, whose name is that of the file or folder")
	default:
		r.Name = s.Name(id)
		if text, ok := texts.Text(id.Doc); ok {
			d := &s.docs[id.Doc].Facts().Defs[id.Def]
			r.Name = string(bare(text[d.Start:d.End]))
		}
		r.add(id)
	}
	return r
}

func (r *Renaming) object(doc int32, start, end uint32, format string, args ...any) {
	if len(r.Objections) < MaxObjections {
		r.Objections = append(r.Objections, Objection{doc, start, end, fmt.Sprintf(format, args...)})
	}
}

// doubt records an occurrence of the name, without marks, that may be the symbol: as a
// doubt, or as an objection where the caller takes no doubts.
func (r *Renaming) doubt(doc int32, at lang.Span, format string, args ...any) {
	if r.doubts == 0 {
		r.object(doc, at.Start, at.End, format, args...)
	} else {
		r.addDoubt(Objection{doc, at.Start, at.End, fmt.Sprintf(format, args...)})
	}
}

// addDoubt adds a doubt, unless there is one of the same place, as of a use that may mean
// several symbols of the group, or there are too many already.
func (r *Renaming) addDoubt(d Objection) {
	if len(r.Doubts) <= r.doubts && !slices.ContainsFunc(r.Doubts, func(x Objection) bool { return x.Doc == d.Doc && x.Start == d.Start }) {
		r.Doubts = append(r.Doubts, d)
	}
}

// bare is a name without the marks before it.
func bare(text []byte) []byte { return bytes.TrimLeft(text, "$@.#:&%\\*") }

// add makes a symbol one of those that get the new name.
func (r *Renaming) add(id ID) {
	for _, same := range r.s.sameSymbol(id) {
		if !r.group[same] {
			r.group[same] = true
			r.order = append(r.order, same)
		}
	}
}

// eachDefinition calls yield with the symbols that get the new name, with those that are
// added meanwhile, of the repository, until there are enough objections.
func (r *Renaming) eachDefinition(yield func(id ID, f *lang.Facts, d *lang.Def)) {
	for n := 0; n < len(r.order) && len(r.Objections) < MaxObjections && !r.s.stop(); n++ { // grows meanwhile
		if id := r.order[n]; r.definition(id) {
			f := r.s.docs[id.Doc].Facts()
			yield(id, f, &f.Defs[id.Def])
		}
	}
}

// collect adds what has to have the same name, and notes the definitions' places.
func (r *Renaming) collect() {
	s := r.s
	r.eachDefinition(func(id ID, f *lang.Facts, d *lang.Def) {
		// What a template includes may see the variables around by their names.
		r.local = r.local && (d.Flags&lang.Local != 0 || s.private(id.Doc, f, id.Def)) && !(s.docs[id.Doc].Lang.Template && len(f.Imports) > 0)
		r.open = r.open || d.Flags&lang.Open != 0
		for _, l := range s.Definitions(id) {
			r.beside(l.Doc, l.Start, l.End)
			r.again(l.Doc, l.Start, l.End)
		}
		r.declared(id, d)
		if isType(d.Kind) {
			for _, c := range s.constructors(id) {
				if r.written(c.Doc, c.Def) {
					r.add(c)
				}
			}
		} else {
			r.overridden(id, f, d)
			r.overrides(id)
		}
		if d.Kind == lang.KindConstructor && d.Parent >= 0 {
			r.add(ID{id.Doc, f.Canonical(d.Parent)})
		}
		for _, u := range s.Uses(id) {
			if s.stop() {
				return
			}
			ref := s.Reference(u)
			if len(r.named.at(s, ref.Doc, ref.Start)) == 0 {
				continue // most are nothing else: neither facts nor text need be read
			}
			if text, ok := r.texts.Text(ref.Doc); ok {
				if _, ok := r.tail(ref.Doc, text, ref.Start, ref.End); ok {
					r.beside(ref.Doc, ref.Start, ref.End)
				}
			}
		}
	})
}

// definition objects to what a definition itself says against another name, and notes its
// places; it is false for what is defined outside of the repository, or by a file.
func (r *Renaming) definition(id ID) bool {
	s := r.s
	if id.IsExternal() || id.IsModule() {
		r.object(-1, 0, 0, "it has the name of %s, which is defined outside of the repository", s.FullName(id))
		return false
	}
	f := s.docs[id.Doc].Facts()
	d := &f.Defs[id.Def]
	switch {
	case f.Generated:
		r.object(id.Doc, d.Start, d.End, "it is defined in a file that a program writes")
	case d.Kind == lang.KindConstructor && (d.Parent < 0 || !r.written(id.Doc, d.Parent)):
		r.object(id.Doc, d.Start, d.End, "constructors have the name that the language gives them")
	case strings.HasPrefix(r.Name, "__") && (strings.HasSuffix(r.Name, "__") || d.Callable()),
		d.Kind == lang.KindFunction && d.Parent < 0 && (r.Name == "main" || r.Name == "init"):
		r.object(id.Doc, d.Start, d.End, "%s is a name that the language gives a meaning", r.Name)
	case d.Parent >= 0 && f.Defs[d.Parent].Flags&lang.Synthetic != 0 && handed(f, d.Parent):
		r.object(id.Doc, d.Start, d.End, "it is a key of an object that is handed on, to what may look it up by its name")
	case s.augments(id.Doc, f, id.Def):
		r.object(id.Doc, d.Start, d.End, "%s may be declared outside of the repository, too, and this be a part of it", r.Name)
	case d.Flags&lang.Local == 0 && d.Parent < 0 && s.builtin(id.Doc, r.Name):
		r.object(id.Doc, d.Start, d.End, "%s is a name that the language itself declares", r.Name)
	}
	for _, l := range s.Definitions(id) {
		if l.Start == l.End || l.Doc == id.Doc && f.Defs[l.ID.Def].Flags&lang.Synthetic != 0 {
			r.object(l.Doc, l.EncStart, l.EncStart, "the definition has no name in the text")
		} else if !r.place(l.Doc, l.Start, l.End) {
			r.object(l.Doc, l.Start, l.End, "the definition has another name in the text")
		}
	}
	return true
}

// handed says whether an object literal, or one that it lies in, is an argument of a call
// or what a file exports.
func handed(f *lang.Facts, object lang.DefID) bool {
	for range maxDescriptors {
		if object < 0 {
			return false
		}
		literal := lang.NoExpr
		for i := range f.Exprs {
			if f.Exprs[i].Kind == lang.ExprObject && lang.DefID(f.Exprs[i].N) == object {
				literal = lang.ExprID(i)
				break
			}
		}
		if literal < 0 {
			return f.Defs[object].Flags&lang.Synthetic == 0 // a definition that is made of the literal
		}
		for i := range f.Exprs {
			if e := &f.Exprs[i]; e.Kind == lang.ExprCall || e.Kind == lang.ExprNew {
				for a := e.B; a >= 0; a = f.Exprs[a].Next {
					if holds(f, a, literal) {
						return true
					}
				}
			}
		}
		for i := range f.Exports {
			if holds(f, f.Exports[i].Expr, literal) {
				return true
			}
		}
		object = lang.NoDef
		for _, a := range f.Assigns {
			if d := &f.Defs[a.Def]; d.Flags&lang.Contextual != 0 && holds(f, a.Value, literal) {
				object = d.Parent
				break
			}
		}
	}
	return true
}

// holds says whether an expression is another one, or a list with it.
func holds(f *lang.Facts, e, part lang.ExprID) bool {
	for range maxDescriptors {
		if e < 0 || e == part {
			return e == part
		}
		switch x := &f.Exprs[e]; x.Kind {
		case lang.ExprArray, lang.ExprTuple, lang.ExprSet:
			for a := x.A; a >= 0; a = f.Exprs[a].Next {
				if a == part {
					return true
				}
			}
			return false
		case lang.ExprSpread, lang.ExprKeyword, lang.ExprHeld, lang.ExprConst, lang.ExprCast, lang.ExprExpect, lang.ExprNonNull:
			e = x.A
		default:
			return false
		}
	}
	return false
}

// builtin says whether the language of a file declares a name.
func (s *Snapshot) builtin(doc int32, name string) bool {
	rules := &s.docs[doc].Lang.Rules
	if rules.Builtins != nil {
		if _, _, ok := rules.Builtins(name); ok {
			return true
		}
	}
	return rules.Predeclared[name]
}

// private says whether a definition of a file's own scope can't be named in other files:
// it is not exported. What a declaration file says is taken as exported.
func (s *Snapshot) private(doc int32, f *lang.Facts, def lang.DefID) bool {
	rule := s.docs[doc].Lang.Rules.Closed
	d := &f.Defs[def]
	if rule == nil || d.Scope != 0 || d.Parent >= 0 || d.Flags&(lang.Exported|lang.Member|lang.Open|lang.Declared) != 0 || !rule(f) {
		return false
	}
	for _, e := range f.Exports {
		if e.Def == def || e.Ref >= 0 && int(e.Ref) < len(f.Refs) && f.Refs[e.Ref].Name == d.LookupName() {
			return false
		}
	}
	return !slices.ContainsFunc(s.References(ID{doc, def}), func(r Reference) bool { return r.Doc != doc })
}

// augments says whether a definition may be a part of what is declared elsewhere.
func (s *Snapshot) augments(doc int32, f *lang.Facts, d lang.DefID) bool {
	rule := s.docs[doc].Lang.Rules.Augments
	return rule != nil && rule(f, d)
}

// written says whether a definition is written with the name.
func (r *Renaming) written(doc int32, def lang.DefID) bool {
	text, ok := r.texts.Text(doc)
	d := &r.s.docs[doc].Facts().Defs[def]
	if !ok {
		return false
	}
	_, ok = r.tail(doc, text, d.Start, d.End)
	return ok
}

// overridden adds the members that id overrides.
func (r *Renaming) overridden(id ID, f *lang.Facts, d *lang.Def) {
	s := r.s
	name := s.Name(id)
	for _, rel := range s.Relations(id.Doc) {
		if rel.Kind == lang.Implements && rel.Def >= 0 && f.Canonical(rel.Def) == id.Def {
			if to := s.Canonical(ID{rel.Doc, rel.Target}); s.valid(to) && s.Name(to) == name && !isType(s.Kind(to)) {
				if to.IsExternal() {
					r.object(id.Doc, d.Start, d.End, "it implements or overrides %s, which is defined outside of the repository", s.FullName(to))
					continue
				}
				r.add(to)
			}
		}
	}
	if d.Flags&(lang.Member|lang.Local) == lang.Member && d.Parent >= 0 && s.docs[id.Doc].Lang.Check == nil {
		if base := s.unknownBase(ID{id.Doc, f.Canonical(d.Parent)}, map[ID]bool{}); base != "" {
			r.object(id.Doc, d.Start, d.End, "it may be a member of %s, of which only the name is known", base)
		}
	}
}

// overrides adds the members that override id.
func (r *Renaming) overrides(id ID) {
	s := r.s
	name := s.Name(id)
	s.eachRelative(id, func(to ID) {
		if s.valid(to) && s.Name(to) == name && !isType(s.Kind(to)) {
			r.add(to)
		}
	})
}

// unknownBase is the name of a type that a class is derived from and whose members
// nobody knows, "" for none.
func (s *Snapshot) unknownBase(class ID, seen map[ID]bool) string {
	if seen[class] || class.Doc < 0 || class.Def < 0 {
		return ""
	}
	seen[class] = true
	for _, same := range s.sameSymbol(class) {
		f := s.docs[same.Doc].Facts()
		for i := range f.Bases {
			b := &f.Bases[i]
			if f.Canonical(b.Def) != same.Def || b.Kind > lang.BaseMixin {
				continue
			}
			e := b.Expr
			for e >= 0 && (f.Exprs[e].Kind == lang.ExprTypeArgs || f.Exprs[e].Kind == lang.ExprIndex) {
				e = f.Exprs[e].A
			}
			if e < 0 || f.Exprs[e].Kind != lang.ExprName && f.Exprs[e].Kind != lang.ExprMember || f.Exprs[e].N < 0 {
				return "a base class"
			}
			ref := lang.RefID(f.Exprs[e].N)
			name := s.docs[same.Doc].Lang.Rules.Written(f.Names[f.Refs[ref].Name])
			known := false
			for _, l := range s.linksOf(same.Doc, ref) {
				to := s.Canonical(ID{l.Doc, l.Def})
				if !s.valid(to) || to.IsExternal() && s.externals[to.Def].Sig == "" {
					return name
				}
				if base := s.unknownBase(to, seen); base != "" {
					return base
				}
				known = true
			}
			if !known {
				return name
			}
		}
	}
	return ""
}

// linksOf are the links of one reference of a file.
func (s *Snapshot) linksOf(doc int32, ref lang.RefID) []resolve.Link {
	links := s.Links(doc)
	i, _ := slices.BinarySearchFunc(links, ref, func(l resolve.Link, r lang.RefID) int { return cmp.Compare(l.Ref, r) })
	j := i
	for j < len(links) && links[j].Ref == ref {
		j++
	}
	return links[i:j]
}

// beside adds the definitions that stand at the same place, and so have the same name: a
// parameter that is a property, an embedded field. Where the language can write the two
// apart, a use is not one of them.
func (r *Renaming) beside(doc int32, start, end uint32) {
	f := r.s.docs[doc].Facts()
	apart := r.s.docs[doc].Lang.Rules.Shorthand != ""
	var buf [maxDescriptors]lang.DefID
	ours := false // a definition of the group is there
	here := r.named.at(r.s, doc, start)
	for _, i := range here {
		if f.Defs[i].End == end && r.group[ID{doc, f.Canonical(i)}] {
			ours = true
		}
	}
	for _, i := range here {
		if d := &f.Defs[i]; d.End != end || d.Flags&(lang.Binding|lang.Synthetic) != 0 || apart && !ours {
			continue
		}
		if _, c := r.s.chain(doc, i, &buf); c != noSymbol {
			r.add(ID{doc, f.Canonical(i)})
		}
	}
}

// again adds what a definition's own place refers to: it defines that anew (a block of a
// template that another extends), by its name.
func (r *Renaming) again(doc int32, start, end uint32) {
	f := r.s.docs[doc].Facts()
	n, _ := slices.BinarySearchFunc(f.Refs, start, func(x lang.Ref, at uint32) int { return cmp.Compare(x.Start, at) })
	for ; n < len(f.Refs) && f.Refs[n].Start == start; n++ {
		for _, l := range r.s.linksOf(doc, lang.RefID(n)) {
			to := r.s.Canonical(ID{l.Doc, l.Def})
			switch {
			case f.Refs[n].Kind != lang.RefOpen || f.Refs[n].End != end || !r.s.valid(to):
			case l.Certainty != resolve.Resolved:
				r.object(doc, start, end, "it may be that it defines %s anew", r.s.FullName(to))
			default:
				r.add(to)
			}
		}
	}
}

// declared adds the declarations of what is defined elsewhere, and the definition of what
// is declared, in languages whose files have in common what they take in as text: by the
// name, if there is one definition.
func (r *Renaming) declared(id ID, d *lang.Def) {
	s := r.s
	home := s.docs[id.Doc].Lang
	shared := func(d *lang.Def) bool {
		return d.Scope == 0 && d.Parent < 0 && d.Flags&(lang.Local|lang.Member|lang.Binding) == 0
	}
	if !home.Rules.Textual || !shared(d) {
		return
	}
	var all []ID
	declared, defined := 0, 0
	for _, other := range s.called(s.Name(id)) {
		if other.Def < 0 || s.docs[other.Doc].Lang.Family != home.Family {
			continue
		}
		o := &s.docs[other.Doc].Facts().Defs[other.Def]
		if !shared(o) || o.Space&d.Space == 0 {
			continue
		}
		all = append(all, s.Canonical(other))
		if o.Flags&lang.Declared != 0 {
			declared++
		} else {
			defined++
		}
	}
	switch {
	case declared == 0:
	case defined > 1:
		r.object(id.Doc, d.Start, d.End, "it is declared, and defined %d times: which of them is meant is not certain", defined)
	default:
		for _, other := range all {
			r.add(other)
		}
	}
}

// tail is where the name stands in a text that is written for the symbol: all of it but
// for marks, or its last part.
func (r *Renaming) tail(doc int32, text []byte, start, end uint32) (lang.Span, bool) {
	if start >= end || int(end) > len(text) {
		return lang.Span{}, false
	}
	word := text[start:end]
	if len(word) < len(r.Name) {
		return lang.Span{}, false
	}
	at := len(word) - len(r.Name)
	if last := string(word[at:]); last != r.Name && !(r.s.docs[doc].Lang.Rules.Fold != nil && strings.EqualFold(last, r.Name)) {
		return lang.Span{}, false
	}
	if at > 0 {
		if c, _ := utf8.DecodeLastRune(word[:at]); nameRune(c) || c == '-' && strings.Contains(r.Name, "-") {
			return lang.Span{}, false
		}
	}
	return lang.Span{Start: start + uint32(at), End: end}, true
}

func nameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// place notes that the symbol is written at a range; it is false where another name
// stands there.
func (r *Renaming) place(doc int32, start, end uint32) bool {
	text, ok := r.texts.Text(doc)
	if !ok {
		r.object(doc, start, end, "the file has changed, or can't be read")
		return true
	}
	at, ok := r.tail(doc, text, start, end)
	if !ok {
		return false
	}
	if r.places[doc] == nil {
		r.places[doc] = map[lang.Span]place{}
	}
	if _, had := r.places[doc][at]; !had {
		r.places[doc][at] = place{at: at}
	}
	return true
}

// uses notes the places of all uses of the group.
func (r *Renaming) uses() {
	for _, id := range r.order {
		if len(r.Objections) == MaxObjections {
			return
		}
		if id.IsExternal() || id.IsModule() {
			continue
		}
		files := byFile(r.s.Uses(id))
		docs := make([]int32, len(files))
		for n, uses := range files {
			docs[n] = uses[0].Doc
		}
		_ = r.sideBySide(docs, func(one *Renaming, n int) error { // none fails
			for _, u := range files[n] {
				if one.s.stop() {
					break
				}
				one.use(u)
			}
			return nil
		})
		for _, l := range r.s.Definitions(id) {
			r.shorthand(l.Doc, l.Start, l.End)
		}
	}
}

// use notes the place of one use.
func (r *Renaming) use(u Use) {
	s := r.s
	ref := s.Reference(u)
	f := s.docs[ref.Doc].Facts()
	text, ok := r.texts.Text(ref.Doc)
	if !ok {
		r.object(ref.Doc, ref.Start, ref.End, "the file has changed, or can't be read")
		return
	}
	if int(ref.End) > len(text) {
		return
	}
	word := string(text[ref.Start:ref.End])
	at, named := r.tail(ref.Doc, text, ref.Start, ref.End)
	if f.Refs[ref.Ref].Kind == lang.RefOpen && !strings.HasSuffix(word, r.Name) {
		named = false // what a framework makes of the name
	}
	if !named {
		if !r.otherName(f, ref, word) {
			r.object(ref.Doc, ref.Start, ref.End, "it is called %s here", word)
		}
		return
	}
	switch {
	case ref.Certainty != resolve.Resolved:
		r.doubt(ref.Doc, at, "it is not certain that this use means it")
		return
	case f.Generated:
		r.object(ref.Doc, ref.Start, ref.End, "it is used in a file that a program writes")
		return
	}
	for _, l := range s.linksOf(ref.Doc, ref.Ref) {
		if to := s.Canonical(ID{l.Doc, l.Def}); s.valid(to) && !r.group[to] {
			if k := s.Kind(to); k == lang.KindConstructor || to.IsModule() {
				continue // said of a class, by the class's name
			}
			r.object(ref.Doc, ref.Start, ref.End, "the use means %s as well", s.FullName(to))
		}
	}
	r.place(ref.Doc, ref.Start, ref.End)
	r.shorthand(ref.Doc, ref.Start, ref.End)
}

// otherName says whether a use is written by a name that the file itself gives the
// symbol: what an import binds.
func (r *Renaming) otherName(f *lang.Facts, ref Reference, word string) bool {
	if f.Refs[ref.Ref].Kind == lang.RefModule || r.s.docs[ref.Doc].Lang.Rules.Selves[strings.ToLower(word)] {
		return true
	}
	word = string(bare([]byte(word)))
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Flags&lang.Binding != 0 && d.Start < d.End && string(bare([]byte(f.Names[d.Name]))) == word {
			return true
		}
	}
	return f.Refs[ref.Ref].Role&lang.ImportRole != 0 && word == "default"
}

// shorthand sees to a place that is a property and a value of one name, where only one
// of the two gets another.
func (r *Renaming) shorthand(doc int32, start, end uint32) {
	d := r.s.docs[doc]
	f := d.Facts()
	between := d.Lang.Rules.Shorthand
	key, value, others := false, false, false
	note := func(isKey, ours bool) {
		if ours {
			key, value = key || isKey, value || !isKey
		} else {
			others = true
		}
	}
	var buf [maxDescriptors]lang.DefID
	for _, i := range r.named.at(r.s, doc, start) {
		if x := &f.Defs[i]; x.End == end && x.Flags&(lang.Binding|lang.Synthetic) == 0 {
			if _, c := r.s.chain(doc, i, &buf); c != noSymbol {
				note(x.Flags&lang.Member != 0, r.group[ID{doc, f.Canonical(i)}])
			}
		}
	}
	n, _ := slices.BinarySearchFunc(f.Refs, start, func(x lang.Ref, at uint32) int { return cmp.Compare(x.Start, at) })
	for ; n < len(f.Refs) && f.Refs[n].Start == start; n++ {
		x := &f.Refs[n]
		if x.End != end {
			continue
		}
		links := r.s.linksOf(doc, lang.RefID(n))
		isKey := x.Kind == lang.RefKey || x.Kind == lang.RefContext || x.Kind == lang.RefMember
		if len(links) == 0 && x.Kind == lang.RefContext {
			continue
		}
		ours := false
		for _, l := range links {
			to := r.s.Canonical(ID{l.Doc, l.Def})
			ours = ours || r.group[to] || r.s.valid(to) && r.s.Kind(to) == lang.KindConstructor
		}
		note(isKey, ours)
	}
	if !others || key && value {
		return
	}
	text, ok := r.texts.Text(doc)
	if !ok {
		return
	}
	at, ok := r.tail(doc, text, start, end)
	if !ok {
		return
	}
	p := place{at: at}
	switch old := string(text[start:end]); {
	case between == "":
		r.object(doc, start, end, "the name stands for something else here as well")
	case key:
		p.suf = between + old
	default:
		p.pre = old + between
	}
	r.places[doc][at] = p
}

// confirm looks for the name in all texts: what it finds must be known.
func (r *Renaming) confirm() error {
	s := r.s
	var docs []int32
	if r.local {
		for doc := range r.places {
			docs = append(docs, doc)
		}
	} else {
		var err error
		if docs, err = r.texts.Mentions(r.Name, 0); err != nil {
			return err
		}
	}
	slices.Sort(docs)
	home := s.docs[r.order[0].Doc].Lang
	member, space := false, lang.Space(0)
	for _, id := range r.order {
		d := &s.docs[id.Doc].Facts().Defs[id.Def]
		member = member || d.Flags&lang.Member != 0
		space |= d.Space
	}
	docs = slices.Compact(docs)
	return r.sideBySide(docs, func(one *Renaming, n int) error { return one.confirmOne(docs[n], home, member, space) })
}

// atOnce is how many files are looked at before it is asked whether there are objections
// enough: some for each processor.
const atOnce = 64

// sideBySide has look look at files, n being the place among docs, with several
// processors: each time one is the renaming as far as it has to do with that file. What it
// finds comes in the order of docs, as far as objections are wanted; so does the error.
func (r *Renaming) sideBySide(docs []int32, look func(one *Renaming, n int) error) error {
	for from := 0; from < len(docs) && len(r.Objections) < MaxObjections && len(r.Doubts) <= r.doubts && !r.s.stop(); from += atOnce {
		part := docs[from:min(from+atOnce, len(docs))]
		found, errs := make([]Renaming, len(part)), make([]error, len(part))
		parallel(len(part), func(n int) {
			one := &found[n]
			*one = *r
			one.Objections, one.Doubts, one.places, one.named = nil, nil, map[int32]map[lang.Span]place{}, namedAt{}
			if known := r.places[part[n]]; known != nil {
				one.places[part[n]] = known
			}
			errs[n] = look(one, from+n)
		})
		for n := range found {
			if len(r.Objections) == MaxObjections {
				return nil
			}
			if errs[n] != nil {
				return errs[n]
			}
			more := found[n].Objections
			r.Objections = append(r.Objections, more[:min(len(more), MaxObjections-len(r.Objections))]...)
			for _, d := range found[n].Doubts {
				r.addDoubt(d)
			}
			maps.Copy(r.places, found[n].places)
		}
	}
	return nil
}

// confirmOne is confirm for a file, in whose text the name may stand.
func (r *Renaming) confirmOne(doc int32, home *lang.Language, member bool, space lang.Space) error {
	d := r.s.docs[doc]
	if d.Source == nil {
		if d.Lang != nil && d.Lang.Family == home.Family {
			r.object(doc, 0, 0, "the name stands in a file that was not read (%s)", cmp.Or(d.Skipped, d.Failed))
		}
		return nil
	}
	if d.Lang.Family != home.Family && !d.Lang.Template && !r.open {
		return nil
	}
	text, ok := r.texts.Text(doc)
	if !ok {
		r.object(doc, 0, 0, "the name stands in a file that has changed, or can't be read")
		return nil
	}
	return r.confirmIn(doc, text, member, space)
}

// confirmIn is confirm for one file.
func (r *Renaming) confirmIn(doc int32, text []byte, member bool, space lang.Space) error {
	d := r.s.docs[doc]
	f := d.Facts()
	var syntax *lang.Syntax
	for _, at := range r.occurrences(text) {
		if len(r.Objections) == MaxObjections || r.s.stop() {
			break
		}
		if _, ours := r.places[doc][at]; ours {
			continue
		}
		known := r.covered(doc, at, member, space)
		if known {
			continue
		}
		if syntax == nil {
			var err error
			if syntax, err = r.texts.Syntax(doc, text); err != nil {
				return err
			}
		}
		if syntax.InComment(at) {
			if r.described(doc, text, syntax, at) {
				r.place(doc, at.Start, at.End)
			}
			continue
		}
		switch {
		case r.local && !r.within(doc, at):
		case f.Truncated != "":
			r.doubt(doc, at, "the file was read in part only (%s)", f.Truncated)
		case f.ErrorNodes > 0:
			r.doubt(doc, at, "the file has places that can't be read")
		case syntax.Has(at) && !r.local:
			r.doubt(doc, at, "it is not known what the name means here")
		case !r.local && quoted(text, at), r.open:
			r.doubt(doc, at, "it may be named in this text")
		}
	}
	return nil
}

// occurrences are where the name is a word of a text.
func (r *Renaming) occurrences(text []byte) []lang.Span {
	var out []lang.Span
	name := []byte(r.Name)
	for at := 0; len(name) > 0; {
		i := bytes.Index(text[at:], name)
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(name)
		before, _ := utf8.DecodeLastRune(text[:start])
		behind, _ := utf8.DecodeRune(text[at:])
		dash := strings.Contains(r.Name, "-")
		if start > 0 && (nameRune(before) || dash && before == '-') || at < len(text) && (nameRune(behind) || dash && behind == '-') {
			continue
		}
		out = append(out, lang.Span{Start: uint32(start), End: uint32(at)})
	}
	return out
}

// covered says whether an occurrence is known to be another symbol; what may be the
// symbol is objected to.
func (r *Renaming) covered(doc int32, at lang.Span, member bool, space lang.Space) bool {
	s := r.s
	f := s.docs[doc].Facts()
	if f.PackageAt[0] <= at.Start && at.End <= f.PackageAt[1] {
		return true
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Flags&(lang.Synthetic|lang.Binding) == 0 && d.Start <= at.Start && at.End <= d.End {
			return true
		}
	}
	known := false
	for n := range f.Refs {
		x := &f.Refs[n]
		if x.Start > at.Start {
			break
		}
		if x.End < at.End {
			continue
		}
		if len(s.linksOf(doc, lang.RefID(n))) > 0 {
			return true // to something else, or it would be one of the places
		}
		known = true
		if x.Space != 0 && x.Space&space == 0 || x.Kind == lang.RefOpen && x.End-x.Start > at.End-at.Start && f.Name(x.Name) != r.Name {
			continue // of another space, or a longer name: "btn-save" says nothing of save
		}
		switch x.Kind {
		case lang.RefContext:
		case lang.RefMember, lang.RefKey, lang.RefKeyword, lang.RefOpaque, lang.RefOpen:
			if !r.local {
				r.doubt(doc, at, "it is not known what this use means")
			}
		case lang.RefName:
			if !member && !r.local || s.docs[doc].Lang.Rules.ImplicitMembers && member {
				r.doubt(doc, at, "it is not known what this use means")
			}
		default:
			if !r.local {
				r.doubt(doc, at, "it is not known what this import means")
			}
		}
	}
	if !known {
		for i := range f.Defs { // what an import binds by another's name
			if d := &f.Defs[i]; d.Flags&lang.Binding != 0 && d.Start <= at.Start && at.End <= d.End {
				return true
			}
		}
	}
	return known
}

// within says whether an occurrence lies in the scope of a local definition.
func (r *Renaming) within(doc int32, at lang.Span) bool {
	f := r.s.docs[doc].Facts()
	for id := range r.group {
		if id.Doc != doc {
			continue
		}
		d := &f.Defs[id.Def]
		if d.Scope < 0 || f.Scopes[d.Scope].Start <= at.Start && at.End <= f.Scopes[d.Scope].End {
			return true
		}
	}
	return false
}

// describes is a line of a comment that says what a parameter or variable is.
var describes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`@[\w-]*(?:param|var)\b`)
})

// described says whether an occurrence in a comment is a description of one of the
// group: a parameter in the comment above its function, or a variable in its scope.
// What it says of the type counts by the name.
func (r *Renaming) described(doc int32, text []byte, syntax *lang.Syntax, at lang.Span) bool {
	line := text[bytes.LastIndexByte(text[:at.Start], '\n')+1 : at.End]
	if !describes().Match(line) {
		return false
	}
	f := r.s.docs[doc].Facts()
	for id := range r.group {
		if id.Doc != doc {
			continue
		}
		d := &f.Defs[id.Def]
		if d.Scope >= 0 && d.Scope != 0 && f.Scopes[d.Scope].Start <= at.Start && at.End <= f.Scopes[d.Scope].End {
			return true
		}
		if d.Flags&lang.Param != 0 && d.Parent >= 0 {
			owner := f.Defs[d.Parent].EncStart
			if c, ok := syntax.CommentBefore(owner); ok && c.Start <= at.Start && at.End <= c.End {
				return true
			}
		}
	}
	return false
}

// quoted says whether a text has an occurrence between quotes.
func quoted(text []byte, at lang.Span) bool {
	if at.Start == 0 || int(at.End) >= len(text) {
		return false
	}
	q := text[at.Start-1]
	return (q == '"' || q == '\'' || q == '`') && text[at.End] == q
}

// note says what stays as it is.
func (r *Renaming) note() {
	for _, id := range r.order {
		if id.Doc < 0 || id.Def < 0 || !isType(r.s.Kind(id)) {
			continue
		}
		p := r.s.docs[id.Doc].Path
		base, _, _ := strings.Cut(path.Base(p), ".")
		if note := fmt.Sprintf("the file %s keeps its name", p); strings.EqualFold(base, r.Name) && !slices.Contains(r.Notes, note) {
			r.Notes = append(r.Notes, note)
		}
	}
}
