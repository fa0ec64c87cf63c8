// Package lexicon is a dictionary of Japanese and English words: translations, sounds,
// synonyms, opposites and other relations. Its tables are embedded in the binary and used in
// place; a lookup decodes only what it needs.
//
// edict.bin is made from EDICT and wordnet.bin from WordNet (cmd/internal/dictionary);
// each is under the licence of its source, in the NOTICE of its name. own.txt is this
// project's: words of business and software, which take precedence over the tables.
package lexicon

import (
	_ "embed" // the tables
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed edict.bin
var edictTable []byte

//go:embed wordnet.bin
var wordnetTable []byte

//go:embed own.txt
var ownText string

// Lexicon is a dictionary. Its contents do not change, and it is safe for concurrent use.
type Lexicon struct {
	japanese table
	english  table
	own      *own
	analyses analyses
	numbered func() *numbered
}

var opened = sync.OnceValue(func() *Lexicon {
	japanese, err := read(edictTable)
	if err != nil {
		panic(err) // a test reads the same bytes
	}
	english, err := read(wordnetTable)
	if err != nil {
		panic(err) // as above
	}
	o, err := readOwn(ownText)
	if err != nil {
		panic(err) // as above
	}
	return newLexicon(japanese, english, o)
})

// Open returns the embedded lexicon. The first call takes a millisecond.
func Open() *Lexicon { return opened() }

func newLexicon(japanese, english table, o *own) *Lexicon {
	l := &Lexicon{japanese: japanese, english: english, own: o}
	l.numbered = sync.OnceValue(l.numberOwn)
	return l
}

// numbered has the contents of own.txt on words of English, by their numbers. Only
// comparisons of two texts need it, so that the first one builds it.
type numbered struct {
	extra map[string]int    // words that the table of English lacks
	same  map[int32][]int32 // own.group
	does  map[int32]bool    // own.actions
}

// numberOwn numbers the words of own.txt.
func (l *Lexicon) numberOwn() *numbered {
	t := &numbered{extra: map[string]int{}, same: map[int32][]int32{}, does: map[int32]bool{}}
	extra := func(w string) {
		if l.numberIn(t, w) < 0 {
			t.extra[w] = len(t.extra)
		}
	}
	for _, w := range slices.Sorted(maps.Keys(l.own.group)) {
		extra(w)
	}
	for _, w := range slices.Sorted(maps.Keys(l.own.joined)) {
		extra(strings.ReplaceAll(w, " ", ""))
	}
	for w := range l.own.actions {
		if n := l.numberIn(t, w); n >= 0 {
			t.does[n] = true
		}
	}
	for _, w := range slices.Sorted(maps.Keys(l.own.group)) {
		n := l.numberIn(t, w)
		for _, x := range l.own.group[w] {
			if to := l.numberIn(t, x); to != n {
				t.same[n] = append(t.same[n], to)
			}
		}
	}
	return t
}

// japaneseEntry is the entry of a word of Japanese.
type japaneseEntry struct {
	glosses []Gloss
	reading string
	action  bool
}

// lookUp returns the entry of a word of Japanese in its dictionary form.
func (l *Lexicon) lookUp(word string) (japaneseEntry, bool) {
	value, _, ok := l.japanese.find(word)
	e := japaneseEntry{glosses: l.own.glosses(word)}
	if !ok && len(e.glosses) == 0 {
		return japaneseEntry{}, false
	}
	if len(value) > 0 && value[0]&isAlias != 0 {
		to, n := binary.Uvarint(value[1:])
		if value = nil; n > 0 {
			key, v := l.japanese.at(int(to))
			value = v
			e.glosses = append(slices.Clip(e.glosses), l.own.glosses(key)...)
		}
	}
	if len(value) >= 2 && len(value) >= 2+int(value[1]) {
		e.action = value[0]&isAction != 0
		if e.reading = kanaText(value[2 : 2+int(value[1])]); e.reading == "" {
			e.reading = word
		}
		e.glosses = l.glosses(slices.Clip(e.glosses), value[2+int(value[1]):])
	}
	return e, len(e.glosses) > 0
}

// glosses appends the glosses of the value of an entry.
func (l *Lexicon) glosses(to []Gloss, b []byte) []Gloss {
	var g Gloss
	for len(b) > 0 {
		code, n := binary.Uvarint(b)
		if n <= 0 {
			return to
		}
		word := l.japanese.word(code >> 2)
		if word == "" {
			return to
		}
		b = b[n:]
		g.Words = append(g.Words, word)
		g.Verb = code&2 != 0
		if code&1 != 0 {
			to = append(to, g.alternatives()...)
			g = Gloss{}
		}
	}
	return to
}

// alternatives returns the two parts of a gloss with "or" between them, else the gloss.
func (g Gloss) alternatives() []Gloss {
	i := slices.Index(g.Words, "or")
	if i < 1 || i == len(g.Words)-1 {
		return []Gloss{g}
	}
	return []Gloss{{g.Words[:i:i], g.Verb}, {g.Words[i+1:], g.Verb}}
}

// begins reports whether a known word of Japanese begins with prefix.
func (l *Lexicon) begins(prefix string) bool {
	return l.own.begins(prefix) || l.japanese.begins(prefix)
}

// WithoutKana returns a word without its hiragana: the same word is written 取り消し, 取消し
// and 取消.
func WithoutKana(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Hiragana, r) {
			return -1
		}
		return r
	}, word)
}

// related calls yield with the words that a word of English leads to by a relation.
func (l *Lexicon) related(word string, kind Relation, yield func(string)) {
	value, _, ok := l.english.find(word)
	if !ok {
		return
	}
	code := 0
	for len(value) > 0 {
		d, n := binary.Uvarint(value)
		if n <= 0 {
			return
		}
		value = value[n:]
		if code += int(d); Relation(code%int(relations)) == kind {
			to, _ := l.english.at(code / int(relations))
			yield(to)
		}
	}
}

// is reports whether a word of English has a relation, such as Verbal to itself.
func (l *Lexicon) is(word string, kind Relation) bool {
	found := false
	l.related(word, kind, func(string) { found = true })
	return found
}

// Lemma returns the dictionary form of a word of English: send for sent, box for boxes. known
// is false if no dictionary has it.
func (l *Lexicon) Lemma(word string) (lemma string, known bool) {
	if w, ok := l.own.short[word]; ok {
		word = w
	}
	lemma = ""
	l.related(word, Inflected, func(to string) {
		if lemma == "" {
			lemma = to
		}
	})
	if lemma != "" {
		return lemma, true
	}
	has := func(w string) bool {
		_, _, ok := l.english.find(w)
		return ok || l.own.group[w] != nil || l.own.terms[w] || l.own.actions[w] || l.own.poles[w] != nil
	}
	for _, e := range endings {
		root, ok := strings.CutSuffix(word, e.cut)
		if !ok || len(root)+len(e.add) < 3 || e.cut == "s" && (strings.HasSuffix(root, "s") || strings.HasSuffix(root, "u") || strings.HasSuffix(root, "i")) {
			continue
		}
		if has(root + e.add) {
			return root + e.add, true
		}
		if n := len(root); e.double && n > 3 && root[n-1] == root[n-2] && has(root[:n-1]) {
			return root[:n-1], true
		}
	}
	if has(word) {
		return word, true
	}
	for _, e := range degrees {
		if root, ok := strings.CutSuffix(word, e.cut); ok && len(root) > 2 && has(root+e.add) {
			return root + e.add, true
		}
	}
	return word, false
}

// endings are the inflections of English, with what replaces them in the dictionary form.
// Forms in -ing may be words themselves: booking, shipping.
var endings = []struct {
	cut, add string
	double   bool
}{{"ies", "y", false}, {"sses", "ss", false}, {"ches", "ch", false}, {"shes", "sh", false}, {"xes", "x", false}, {"zes", "ze", false}, {"s", "", false}, {"ses", "s", false},
	{"ied", "y", false}, {"ed", "e", false}, {"ed", "", true}, {"ing", "e", false}, {"ing", "", true}}

// degrees are the endings of comparatives and superlatives, which dictionaries leave out:
// wider.
var degrees = []struct{ cut, add string }{{"ier", "y"}, {"iest", "y"}, {"er", "e"}, {"er", ""}, {"est", "e"}, {"est", ""}}

// Generic reports whether a word of either language says little about the subject of code:
// form, list, 画面.
func (l *Lexicon) Generic(word string) bool { return l.own.generic[word] }

// isJapanese reports whether a character occurs in Japanese words.
func isJapanese(r rune) bool {
	return r >= 0x3041 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) || r == 'ー' || r == '々')
}

// IsJapanese reports whether a text has a Japanese character.
func IsJapanese(s string) bool { return strings.ContainsFunc(s, isJapanese) }

func count(s string) int { return utf8.RuneCountInString(s) }
