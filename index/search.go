package index

import (
	"bytes"
	"cmp"
	"container/heap"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/words"
)

// SymbolQuery says which symbols SearchSymbols finds.
type SymbolQuery struct {
	// Name is a name or a part of one; "" finds all. It may be qualified by what
	// the symbol lies in, as for Named: "Client.do", "http.Cl".
	Name string
	// Kinds that the symbols have one of; empty means any.
	Kinds []lang.Kind
	// Files that the symbols are defined in one of; nil means any.
	Files func(*Doc) bool
	// Limit is the number of symbols that are returned at most; 0 means all.
	Limit int
	// Apart: what is left out of a name when it is typed is forgiven, MatchApart.
	Apart bool
}

// SymbolMatch is a symbol that SearchSymbols finds.
type SymbolMatch struct {
	ID  ID
	How NameMatch
	// Name as people call it.
	Name string
}

// NameMatch says how a name agrees with what was searched for; the better ones
// come first.
type NameMatch uint8

// The ways in which a name agrees.
const (
	// MatchExact: it is the same.
	MatchExact NameMatch = iota
	// MatchFolded: it differs in case only.
	MatchFolded
	// MatchPrefix: it begins so.
	MatchPrefix
	// MatchWord: a word of it begins there (camelCase, snake_case).
	MatchWord
	// MatchInitials: it is made of the beginnings of its words: "gSB", "getsb"
	// for getSymbolBy.
	MatchInitials
	// MatchPart: it is within a word.
	MatchPart
	// MatchApart: its characters stand there in their order, the first where a word
	// begins, in few runs: "BookCtrl" for BookController.
	MatchApart
	noMatch
)

var matchNames = [noMatch]string{"exact", "exact but for case", "prefix", "word", "initials", "part", "apart"}

// String is the way's name, as printed to users.
func (m NameMatch) String() string {
	if m < noMatch {
		return matchNames[m]
	}
	return "none"
}

// SearchSymbols finds definitions and modules by a part of their name, the best
// first: by how the name agrees; definitions before declarations, these before code
// of tests, that before generated and minified files; types and functions before
// values; short names before long ones; then by name and place. more: there are
// more than Limit.
//
// A name without capitals agrees with all cases. One with capitals agrees with
// names that have them in the same places; as initials they begin words, which
// need not be capitalised. Parameters, locals and names that imports bind are not
// found, and of what is defined several times in one file only the first; an
// external symbol is not found.
func (s *Snapshot) SearchSymbols(q SymbolQuery) (found []SymbolMatch, more bool) {
	f := &symbolSearch{s: s, q: q}
	s.dictionaries(func(d *namesTable, id func(uint32) (ID, bool)) {
		f.from = append(f.from, namesFrom{d, id})
	})
	for _, k := range q.Kinds {
		f.kinds |= 1 << k
	}
	f.best.limit = q.Limit
	if q.Files != nil {
		f.limitFiles()
	}
	f.run(newNamePattern(q.Name))
	parts := splitName(q.Name)
	if last, _ := utf8.DecodeLastRuneInString(q.Name); len(parts) > 0 && strings.ContainsRune(".#/\\:", last) {
		parts = append(parts, "") // all that lies in it
	}
	if n := len(parts); n > 0 && parts[n-1] != q.Name {
		f.qualified(parts)
	}
	for _, h := range f.best.sorted() {
		found = append(found, SymbolMatch{h.id, h.how(), string(h.name)})
	}
	return found, f.best.more
}

// symbolSearch is one run of SearchSymbols.
type symbolSearch struct {
	s     *Snapshot
	q     SymbolQuery
	from  []namesFrom
	kinds uint64 // a bit for each of those that are asked for; 0 for any
	best  bestHits
	files []fileVerdict // by Doc; nil when all count
}

// namesFrom is a dictionary and what its numbers are.
type namesFrom struct {
	d  *namesTable
	id func(number uint32) (ID, bool)
}

type fileVerdict uint8

const (
	notAsked fileVerdict = iota
	wanted
	unwanted
)

// run offers all names that agree with a pattern.
func (f *symbolSearch) run(p *namePattern) {
	// Names that are equal but for case lie side by side, and before them nothing
	// begins so; so better matches often make the others needless.
	for i := range f.from {
		f.beginning(p, &f.from[i])
	}
	if f.best.settled(MatchPrefix) || len(p.folded) == 0 {
		return
	}
	for i := range f.from {
		f.containing(p, &f.from[i])
	}
}

// beginning offers the names that begin with a pattern.
func (f *symbolSearch) beginning(p *namePattern, from *namesFrom) {
	names := from.d.spreadOut()
	first := names.from(p.folded, compareFolded)
	n := sort.Search(names.n-first, func(i int) bool {
		_, goesOn := p.begins(names.name(first + i))
		return !goesOn
	})
	ascii := len(p.runes) == len(p.folded)
	for i := first; i < first+n; i++ {
		if i%some == 0 && f.s.stop() {
			return
		}
		length := names.length(i)
		least := MatchExact
		if ascii && length > len(p.folded) { // other characters may have cases of several lengths
			least = MatchPrefix
		}
		if f.best.passes(least, 0, length) {
			continue
		}
		if m, _ := p.begins(names.name(i)); m != noMatch {
			f.offer(m, 0, from, names.name(i), names.list(i))
		}
	}
}

// containing offers the names that agree with a pattern and don't begin so.
func (f *symbolSearch) containing(p *namePattern, from *namesFrom) {
	names := from.d.spreadOut()
	names.read.note(names.letters)
	letters, first := lettersOf(p.folded), letterOf(p.foldedRunes[0])
	// All but a part of a word begins where a word does. The better ones come first: they
	// make most of the others needless.
	var apart []int
	for _, best := range [...]NameMatch{MatchWord, MatchPart} {
		for i := range names.n {
			if i%some == 0 && f.s.stop() {
				return
			}
			if names.lettersAt(i)&letters != letters || (names.begins[i]&first != 0) != (best == MatchWord) || f.best.passes(best, 0, names.length(i)) {
				continue
			}
			name := names.name(i)
			if !p.within(name) || !f.has(from, names, i) {
				continue
			}
			switch m := p.match(name); {
			case m == noMatch && best == MatchWord:
				apart = append(apart, i)
			case m > MatchPrefix && m != noMatch:
				f.offer(m, 0, from, name, names.list(i))
			}
		}
	}
	if !f.q.Apart {
		return
	}
	for n, i := range apart {
		if n%some == 0 && f.s.stop() {
			return
		}
		if f.best.passes(MatchApart, 1, names.length(i)) {
			continue
		}
		if runs := p.runs(names.name(i)); runs > 0 {
			f.offer(MatchApart, runs, from, names.name(i), names.list(i))
		}
	}
}

// has says whether a definition of a name is asked for; it is cheaper than to
// look at how the name agrees.
func (f *symbolSearch) has(from *namesFrom, names *spreadNames, i int) bool {
	found := f.kinds == 0 && f.files == nil
	if !found {
		names.list(i).each(func(number uint32, kind byte, _ standing) {
			if !found && f.asked(kind) {
				_, found = f.inFiles(from, number)
			}
		})
	}
	return found
}

// asked says whether a definition is of a kind that is asked for.
func (f *symbolSearch) asked(kind byte) bool {
	return kind != container && (f.kinds == 0 || f.kinds&(1<<kind) != 0)
}

// offer offers the definitions of a name, which agrees in so many runs, less than 16;
// 0 where they don't count.
func (f *symbolSearch) offer(m NameMatch, runs int, from *namesFrom, name []byte, list definitions) {
	least := keyOf(m, runs, len(name))
	list.each(func(number uint32, kind byte, standing standing) {
		if kind == unlisted && m > MatchFolded || !f.asked(kind) {
			return
		}
		h := hit{key: least | uint64(standing)<<48 | uint64(weight(lang.Kind(kind)))<<40, name: name}
		if f.best.beats(h.key) {
			return
		}
		var ok bool
		if h.id, ok = f.inFiles(from, number); ok {
			f.best.offer(h)
		}
	})
}

// inFiles finds a definition; ok says whether it is in a file that is asked for.
func (f *symbolSearch) inFiles(from *namesFrom, number uint32) (id ID, ok bool) {
	id, ok = from.id(number)
	if !ok || f.files == nil {
		return id, ok
	}
	if f.files[id.Doc] == notAsked {
		f.files[id.Doc] = unwanted
		if d := f.s.docs[id.Doc]; d.Source != nil && (f.q.Files == nil || f.q.Files(d)) {
			f.files[id.Doc] = wanted
		}
	}
	return id, f.files[id.Doc] == wanted
}

// limitFiles sees to it that files are asked for.
func (f *symbolSearch) limitFiles() {
	if f.files == nil {
		f.files = make([]fileVerdict, len(f.s.docs))
	}
}

// qualified adds the symbols whose name agrees with the last of parts and which
// lie in what the others name.
func (f *symbolSearch) qualified(parts []string) {
	last, qualifiers := parts[len(parts)-1], parts[:len(parts)-1]
	all := symbolSearch{s: f.s, q: f.q, from: f.from, kinds: f.kinds, files: f.files}
	if len(qualifiers) > 0 {
		all.limitTo(qualifiers)
	}
	all.run(newNamePattern(last))
	have := map[ID]bool{}
	for _, h := range f.best.hits {
		have[h.id] = true
	}
	taken := 0
	for n, h := range all.best.sorted() {
		if n%64 == 0 && f.s.stop() {
			break
		}
		if f.best.more && !f.best.takes(h) || f.q.Limit > 0 && taken > f.q.Limit {
			break // those that follow are no better
		}
		id := h.id
		if have[id] || id.Def == resolve.ModuleDef && !f.s.inModule(id.Doc, parts) || id.Def >= 0 && !f.s.qualifies(id, qualifiers) {
			continue
		}
		f.best.offer(h)
		taken++
	}
}

// limitTo limits the files to those with something in what the qualifiers name.
func (f *symbolSearch) limitTo(qualifiers []string) {
	f.limitFiles()
	// What a definition lies in has the name in the same file, or is the module.
	for doc := range f.files {
		if doc%some == 0 && f.s.stop() {
			return
		}
		if !f.s.inModule(int32(doc), qualifiers) {
			f.files[doc] = unwanted
		}
	}
	for _, from := range f.from {
		from.d.find(qualifiers[len(qualifiers)-1]).each(func(number uint32, _ byte, _ standing) {
			if id, ok := from.id(number); ok {
				f.files[id.Doc] = notAsked
			}
		})
	}
}

// weight is 0 for what people look for more often than for the rest.
func weight(k lang.Kind) int {
	switch k {
	case lang.KindClass, lang.KindInterface, lang.KindStruct, lang.KindEnum, lang.KindTrait, lang.KindTypeAlias, lang.KindType, lang.KindUnion,
		lang.KindFunction, lang.KindMethod, lang.KindStaticMethod, lang.KindAbstractMethod, lang.KindMacro,
		lang.KindModule, lang.KindNamespace, lang.KindPackage:
		return 0
	}
	return 1
}

// hit is a definition that agrees; the least one is the best.
type hit struct {
	key  uint64
	name []byte
	id   ID
}

func compareHits(a, b hit) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	return cmp.Or(compareNames(a.name, b.name), compareIDs(a.id, b.id))
}

// keyOf is the least key of a definition whose name, of so many bytes, agrees in a way and
// in so many runs.
func keyOf(m NameMatch, runs, length int) uint64 {
	key := uint64(runs)<<52 | uint64(min(length, 1<<16-1))<<16
	if m == MatchFolded {
		return key | folded
	}
	return key | uint64(m)<<56
}

// folded marks the key of a hit that differs in case. Only who types no capitals has
// such, and means a class more often than a variable of just that name.
const folded = 1

func (h hit) how() NameMatch { return NameMatch(h.key>>56 | h.key&folded) }

// bestHits keeps the best of what it is offered: limit of them, or all when that
// is 0. With a limit they are a heap with the worst on top.
type bestHits struct {
	limit int
	hits  []hit
	more  bool // some were left out
}

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (b *bestHits) Len() int           { return len(b.hits) }
func (b *bestHits) Less(i, j int) bool { return compareHits(b.hits[i], b.hits[j]) > 0 }
func (b *bestHits) Swap(i, j int)      { b.hits[i], b.hits[j] = b.hits[j], b.hits[i] }
func (b *bestHits) Push(x any)         { b.hits = append(b.hits, x.(hit)) }
func (b *bestHits) Pop() any           { panic("it only grows") }

func (b *bestHits) full() bool { return b.limit > 0 && len(b.hits) == b.limit }

// beats says whether all hits are better than one with a key, and it changes nothing.
func (b *bestHits) beats(key uint64) bool { return b.full() && b.more && key > b.hits[0].key }

// passes says whether no name of so many bytes that agrees in a way, or less well, and in
// so many runs or more, can change anything.
func (b *bestHits) passes(m NameMatch, runs, length int) bool { return b.beats(keyOf(m, runs, length)) }

// takes says whether a hit would be one of the best.
func (b *bestHits) takes(h hit) bool { return !b.full() || compareHits(h, b.hits[0]) < 0 }

// offer takes a hit, of whose name it keeps a copy, if it is one of the best.
func (b *bestHits) offer(h hit) {
	if !b.takes(h) {
		b.more = true
		return
	}
	h.name = bytes.Clone(h.name)
	switch {
	case b.limit == 0:
		b.hits = append(b.hits, h)
	case !b.full():
		heap.Push(b, h)
	default:
		b.more = true
		b.hits[0] = h
		heap.Fix(b, 0)
	}
}

// settled says whether no hit that agrees less well than m can change anything.
func (b *bestHits) settled(m NameMatch) bool {
	return b.full() && b.more && b.hits[0].how() <= m
}

func (b *bestHits) sorted() []hit {
	slices.SortFunc(b.hits, compareHits)
	return b.hits
}

// namePattern is a name that is searched for.
type namePattern struct {
	name, folded []byte
	runes        []rune
	foldedRunes  []rune
	sensitive    bool // it has capitals

	// the name at hand, when it is ASCII, and when it is not
	narrow nameWords[byte]
	wide   nameWords[rune]
}

func newNamePattern(name string) *namePattern {
	p := &namePattern{name: []byte(name), runes: []rune(name)}
	for _, r := range p.runes {
		p.sensitive = p.sensitive || unicode.IsUpper(r)
		p.foldedRunes = append(p.foldedRunes, words.Fold(r))
	}
	p.folded = []byte(string(p.foldedRunes))
	return p
}

// begins says how a name agrees that may begin with the pattern, and whether
// those that follow it in the order of compareFolded may too.
func (p *namePattern) begins(name []byte) (m NameMatch, goesOn bool) {
	n := 0 // bytes of the name that are as long as the pattern
	for range p.runes {
		_, size := utf8.DecodeRune(name[n:])
		n += size
	}
	head := name[:n]
	if compareFolded(head, p.folded) != 0 {
		return noMatch, false
	}
	same := bytes.Equal(head, p.name)
	switch {
	case same && n == len(name):
		return MatchExact, true
	case p.sensitive && !same:
		return noMatch, true
	case n == len(name):
		return MatchFolded, true
	}
	return MatchPrefix, true
}

// within says whether the pattern's characters stand in a name in their order, without
// regard to case: else it does not agree. Of names that are not ASCII it is true. The
// pattern is not empty.
func (p *namePattern) within(name []byte) bool {
	n := 0
	for _, c := range name {
		if c >= utf8.RuneSelf {
			return true
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if p.folded[n] == c {
			if n++; n == len(p.folded) {
				return true
			}
		}
	}
	return false
}

// match says how a name agrees.
func (p *namePattern) match(name []byte) NameMatch {
	ascii := true
	for _, c := range name {
		ascii = ascii && c < utf8.RuneSelf
	}
	if !ascii {
		n := &p.wide
		takeApart(n, name)
		return n.match(p.runes, p.foldedRunes, p.sensitive, indexRunes)
	}
	if len(p.runes) != len(p.name) {
		return noMatch // ASCII has no such characters
	}
	n := &p.narrow
	n.name, n.low, n.starts = name, n.low[:0], n.starts[:0]
	before := words.Punctuation
	for _, c := range name {
		here := words.ASCII[c]
		if here == words.Capital {
			c += 'a' - 'A'
		}
		n.low, n.starts = append(n.low, c), n.add(before, here)
		before = here
	}
	return n.match(p.name, p.folded, p.sensitive, bytes.Index)
}

// minApart is how many characters a pattern has at least that may stand apart.
const minApart = 3

// runs is in how few runs, about, the pattern's characters stand in a name in their
// order: each is taken where it goes on with the one before, else where the next word
// begins, else where it comes next. 0 where they don't, or in too many to be meant that
// begin within words. A capital is one in the name too.
func (p *namePattern) runs(name []byte) int {
	if len(p.runes) < minApart {
		return 0
	}
	n := &p.wide
	takeApart(n, name)
	agrees := func(at, k int) bool {
		return at < len(n.low) && n.low[at] == p.foldedRunes[k] && (p.runes[k] == p.foldedRunes[k] || n.name[at] == p.runes[k])
	}
	next := func(from, k int) int {
		any := -1
		for at := from; at < len(n.low); at++ {
			switch {
			case !agrees(at, k):
			case n.starts[at]:
				return at
			case any < 0 && k > 0:
				any = at
			}
		}
		return any
	}
	runs, within, at := 0, 0, -1
	for k := range p.runes {
		if k > 0 && agrees(at+1, k) {
			at++
			continue
		}
		if at = next(at+1, k); at < 0 {
			return 0
		}
		if runs++; !n.starts[at] {
			within++
		}
		if within > len(p.runes)/2 || runs > 15 {
			return 0
		}
	}
	return runs
}

func indexRunes(s, sub []rune) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if slices.Equal(s[i:i+len(sub)], sub) {
			return i
		}
	}
	return -1
}

// nameWords is a name taken apart: low is without case, starts is where words
// begin.
type nameWords[T byte | rune] struct {
	name, low []T
	starts    []bool
}

// add appends to starts whether a word begins at a character, given its class
// and that of the one before; it sees to the one before too.
func (n *nameWords[T]) add(before, here words.Class) []bool {
	begins := here != words.Punctuation && before != here && !(before == words.Capital && here == words.Small)
	if last := len(n.starts) - 1; last >= 0 && before == words.Capital && here == words.Small {
		n.starts[last] = true // the last one of several capitals begins a word: HTTPServer
	}
	return append(n.starts, begins)
}

// takeApart has n be a name.
func takeApart(n *nameWords[rune], name []byte) {
	n.name, n.low, n.starts = n.name[:0], n.low[:0], n.starts[:0]
	before := words.Punctuation
	for _, r := range string(name) {
		here := words.ClassOf(r)
		n.name, n.low, n.starts = append(n.name, r), append(n.low, words.Fold(r)), n.add(before, here)
		before = here
	}
}

// match says how the name agrees with a pattern; folded is without case.
func (n *nameWords[T]) match(pattern, folded []T, sensitive bool, index func(s, sub []T) int) NameMatch {
	in, want := n.low, folded
	if sensitive {
		in, want = n.name, pattern
	}
	m := noMatch
	for from := 0; ; {
		i := index(in[from:], want)
		if i < 0 {
			break
		}
		switch i += from; {
		case i == 0 && slices.Equal(n.name, pattern):
			return MatchExact
		case i == 0 && len(in) == len(want):
			return MatchFolded
		case i == 0:
			return MatchPrefix
		case n.starts[i]:
			return MatchWord
		}
		m, from = MatchPart, i+1
	}
	if len(folded) <= maxInitials && n.initials(pattern, folded) {
		return MatchInitials
	}
	return m
}

// maxInitials is how long a pattern of initials may be.
const maxInitials = 63

// initials says whether the pattern is made of the beginnings of two words or
// more of the name, in their order. A capital in it begins a word, or is one in
// the name too.
func (n *nameWords[T]) initials(pattern, folded []T) bool {
	// A bit for each number of characters that one word, and that several, stand
	// for.
	one, several := uint64(0), uint64(0)
	all := uint64(1) << len(pattern)
	for i, begins := range n.starts {
		if !begins {
			continue
		}
		was := one | several
		if n.low[i] == folded[0] {
			one |= n.beginnings(i, pattern, folded, 0)
		}
		for from := range pattern {
			if was&(1<<from) != 0 && n.low[i] == folded[from] {
				several |= n.beginnings(i, pattern, folded, from)
			}
		}
		if several&all != 0 {
			return true
		}
	}
	return false
}

// beginnings has a bit for each number of characters of the pattern that are
// reached when the word at i stands for those behind from.
func (n *nameWords[T]) beginnings(i int, pattern, folded []T, from int) uint64 {
	reached := uint64(0)
	for k := 0; from+k < len(pattern) && i+k < len(n.name) && (k == 0 || !n.starts[i+k]); k++ {
		if n.low[i+k] != folded[from+k] || k > 0 && pattern[from+k] != folded[from+k] && n.name[i+k] != pattern[from+k] {
			break
		}
		reached |= 1 << (from + k + 1)
	}
	return reached
}
