package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"codeintel/index/lexicon"
)

// wordNet is what WordNet says of words without spaces.
type wordNet struct {
	seen   map[string]int      // how often a word has one of its senses in its corpus
	senses map[string][]string // of a word and a part of speech, the synsets, the most frequent first
	sets   map[string]*synset
	forms  map[string][]string // of irregular forms
}

// synset is words that mean the same, and what each of them leads to.
type synset struct {
	words []string
	links []pointer
	told  []string // the words of its definition
}

// pointer leads from a word of a synset to one of another; the numbers are from 1.
type pointer struct {
	kind     string
	set      string
	from, to int
}

// maxSenses is how many senses of a word count, from the most frequent.
const maxSenses = 4

var parts = []struct{ name, letters string }{{"noun", "n"}, {"verb", "v"}, {"adj", "as"}, {"adv", "r"}}

func readWordNet(dir string) (*wordNet, error) {
	w := &wordNet{seen: map[string]int{}, senses: map[string][]string{}, sets: map[string]*synset{}, forms: map[string][]string{}}
	for _, p := range parts {
		letter := p.letters[:1]
		err := each(filepath.Join(dir, "index."+p.name), func(f []string) error {
			return w.index(letter, f)
		})
		if err != nil {
			return nil, err
		}
		if err := each(filepath.Join(dir, "data."+p.name), func(f []string) error { return w.data(letter, f) }); err != nil {
			return nil, err
		}
		if err := each(filepath.Join(dir, p.name+".exc"), func(f []string) error {
			if plain(f[0]) && len(f) > 1 && plain(f[1]) {
				w.forms[f[0]] = append(w.forms[f[0]], f[1])
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// each calls take with the fields of each line but those of the licence.
func each(file string, take func(fields []string) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if strings.HasPrefix(s.Text(), " ") {
			continue
		}
		if err := take(strings.Fields(s.Text())); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return s.Err()
}

// plain reports whether a lemma is one word in small letters.
func plain(lemma string) bool {
	return !strings.ContainsFunc(lemma, func(r rune) bool { return r < 'a' || r > 'z' })
}

// index reads: lemma pos synsets pointers kind… senses tagged offset…
func (w *wordNet) index(letter string, f []string) error {
	if len(f) < 6 {
		return fmt.Errorf("bad line %q", f)
	}
	pointers, err := strconv.Atoi(f[3])
	if err != nil || len(f) < 6+pointers {
		return fmt.Errorf("bad line %q", f)
	}
	tagged, err := strconv.Atoi(f[5+pointers])
	if err != nil {
		return err
	}
	if plain(f[0]) {
		w.seen[f[0]] += tagged
		for _, at := range f[6+pointers:] {
			w.senses[letter+f[0]] = append(w.senses[letter+f[0]], letter+at)
		}
	}
	return nil
}

// data reads: offset file pos words (word id)… pointers (kind offset pos fromto)… |
func (w *wordNet) data(letter string, f []string) error {
	bad := fmt.Errorf("bad line %q", f)
	if len(f) < 5 {
		return bad
	}
	n, err := strconv.ParseInt(f[3], 16, 32)
	if err != nil || len(f) < 5+2*int(n) {
		return bad
	}
	set := &synset{}
	for i := range int(n) {
		word, _, _ := strings.Cut(strings.ToLower(f[4+2*i]), "(")
		set.words = append(set.words, word)
	}
	rest := f[4+2*int(n):]
	k, err := strconv.Atoi(rest[0])
	if err != nil || len(rest) < 1+4*k {
		return bad
	}
	for i := range k {
		x := rest[1+4*i:]
		at, err := strconv.ParseInt(x[3], 16, 32)
		if err != nil {
			return bad
		}
		pos := x[2]
		if pos == "s" {
			pos = "a"
		}
		set.links = append(set.links, pointer{x[0], pos + x[1], int(at >> 8), int(at & 255)})
	}
	if i := slices.Index(f, "|"); i >= 0 {
		for _, x := range f[i+1:] {
			if strings.HasPrefix(x, `"`) {
				break // an example
			}
			set.told = append(set.told, strings.ToLower(strings.Trim(x, "(),.;:'`")))
			if strings.HasSuffix(x, ";") {
				break
			}
		}
	}
	w.sets[letter+f[0]] = set
	return nil
}

// common reports whether a word is one that texts use, or a form of one.
func (w *wordNet) common(word string) bool {
	if w.seen[word] > 0 || len(w.forms[word]) > 0 {
		return true
	}
	for _, end := range []struct{ cut, add string }{{"s", ""}, {"es", ""}, {"ies", "y"}, {"ing", ""}, {"ing", "e"}, {"ed", ""}, {"ed", "e"}} {
		if root, ok := strings.CutSuffix(word, end.cut); ok && w.seen[root+end.add] > 0 {
			return true
		}
	}
	return false
}

// known reports whether WordNet has a word, or one that it is a form of.
func (w *wordNet) known(word string) bool {
	if _, ok := w.seen[word]; ok {
		return true
	}
	return w.common(word)
}

// Limits of tell and kinds.
const (
	toldSenses = 2   // how many senses of a word count
	maxTold    = 7   // words that tell what one is
	usual      = 400 // a word in as many definitions tells nothing
)

// lemma returns the form of a word that keep has, "" for none.
func (w *wordNet) lemma(word string, keep map[string]bool) string {
	if list := w.forms[word]; len(list) > 0 {
		word = list[0]
	}
	for _, end := range []struct{ cut, add string }{{"", ""}, {"s", ""}, {"es", ""}, {"ies", "y"}, {"ing", ""}, {"ing", "e"}, {"ed", ""}, {"ed", "e"}} {
		if root, ok := strings.CutSuffix(word, end.cut); ok && len(root) > 2 && keep[root+end.add] {
			return root + end.add
		}
	}
	return ""
}

// firstSets returns the synsets of the most frequent senses of a word, which key has after
// the letter of its part of speech.
func (w *wordNet) firstSets(key string) (sets []*synset) {
	senses := w.senses[key]
	for _, at := range senses[:min(toldSenses, len(senses))] {
		if set := w.sets[at]; set != nil {
			sets = append(sets, set)
		}
	}
	return sets
}

// above returns the words of the synsets that a synset is a kind of.
func (w *wordNet) above(set *synset) (words []string) {
	for _, l := range set.links {
		if to := w.sets[l.set]; l.kind == "@" && to != nil {
			words = append(words, to.words...)
		}
	}
	return words
}

// connections has for each word the words that it leads to, sorted.
type connections struct {
	to   map[string][]string
	uses map[string]int // how many words lead to one
}

// connect returns the connections of the words of keep. found returns those of a word, in
// any order, and some more than once.
func connect(keep map[string]bool, found func(word string) []string) connections {
	c := connections{map[string][]string{}, map[string]int{}}
	for word, ok := range keep {
		if !ok {
			continue
		}
		list := found(word)
		slices.Sort(list)
		c.to[word] = slices.Compact(list)
		for _, x := range c.to[word] {
			c.uses[x]++
		}
	}
	return c
}

// tell adds for each word those that tell what it is: the words of its definitions and the
// words that it is a kind of, except those that tell it of too many.
func (w *wordNet) tell(keep map[string]bool, add func(from, to string, kind lexicon.Relation)) {
	all := connect(keep, func(word string) (list []string) {
		if w.seen[word] < 2 {
			return nil
		}
		for _, p := range parts {
			for _, set := range w.firstSets(p.letters[:1] + word) {
				for _, x := range w.above(set) {
					if plain(x) && keep[x] {
						list = append(list, x)
					}
				}
				for _, x := range set.told {
					if x := w.lemma(x, keep); x != "" && x != word {
						list = append(list, x)
					}
				}
			}
		}
		return list
	})
	for word, list := range all.to {
		slices.SortStableFunc(list, func(a, b string) int { return all.uses[a] - all.uses[b] })
		n := 0
		for _, x := range list {
			if all.uses[x] < usual && n < maxTold {
				add(word, x, lexicon.Told)
				n++
			}
		}
	}
}

// Limits of share.
const (
	maxShared = 6    // words that share translations with one
	minShared = 0.15 // minimum sum of 1/n over the shared entries, n being the words of one
)

// share adds for each word those that most often translate the same word of Japanese: 家畜
// is livestock or cattle.
func (w *wordNet) share(entries []lexicon.Japanese, keep map[string]bool, add func(from, to string, kind lexicon.Relation)) {
	beside := map[string]map[string]float64{}
	for _, e := range entries {
		var words []string
		for _, g := range e.Glosses {
			if len(g.Words) != 1 {
				continue
			}
			if x := w.lemma(g.Words[0], keep); x != "" && w.seen[x] > 0 && !slices.Contains(words, x) {
				words = append(words, x)
			}
		}
		for _, a := range words {
			for _, b := range words {
				if a == b {
					continue
				}
				if beside[a] == nil {
					beside[a] = map[string]float64{}
				}
				beside[a][b] += 1 / float64(len(words))
			}
		}
	}
	for a, m := range beside {
		list := make([]string, 0, len(m))
		for b, n := range m {
			if n >= minShared {
				list = append(list, b)
			}
		}
		slices.SortFunc(list, func(x, y string) int { return cmp.Or(cmp.Compare(m[y], m[x]), strings.Compare(x, y)) })
		for _, b := range list[:min(len(list), maxShared)] {
			add(a, b, lexicon.Told)
		}
	}
}

// maxKinds is how many words may be a kind of one; more, as of person and device, say
// nothing.
const maxKinds = 150

// kinds adds for each noun the words that it is a kind of. Of a term of several words, such
// as motor vehicle, that is the last one.
func (w *wordNet) kinds(keep map[string]bool, add func(from, to string, kind lexicon.Relation)) {
	all := connect(keep, func(word string) (list []string) {
		for _, set := range w.firstSets("n" + word) {
			for _, x := range w.above(set) {
				if x = x[strings.LastIndexByte(x, '_')+1:]; plain(x) && keep[x] && x != word {
					list = append(list, x)
				}
			}
		}
		return list
	})
	for word, list := range all.to {
		for _, x := range list {
			if all.uses[x] <= maxKinds {
				add(word, x, lexicon.Kind)
			}
		}
	}
}

// links returns the words of the table, those that texts use and those that entries are
// explained with, each with its links to others.
func (w *wordNet) links(entries []lexicon.Japanese) map[string][]lexicon.Link {
	explains := map[string]bool{}
	for _, e := range entries {
		for _, g := range e.Glosses {
			for _, x := range g.Words {
				explains[x] = true
			}
		}
	}
	keep := map[string]bool{}
	for word, n := range w.seen {
		keep[word] = len(word) > 1 && (n > 0 || explains[word])
	}
	out := map[string][]lexicon.Link{}
	add := func(from, to string, kind lexicon.Relation) {
		if from != to && keep[from] && keep[to] {
			out[from] = append(out[from], lexicon.Link{To: to, Kind: kind})
		}
	}
	for word, ok := range keep {
		if !ok {
			continue
		}
		if _, there := out[word]; !there {
			out[word] = nil // it is known, also where it leads nowhere
		}
		for _, p := range parts {
			letter := p.letters[:1]
			for i, at := range w.senses[letter+word] {
				set := w.sets[at]
				if set == nil {
					continue
				}
				for _, other := range set.words {
					if rank := slices.Index(w.senses[letter+other], at); rank >= 0 && min(i, rank) < maxSenses-1 && max(i, rank) < 2*maxSenses {
						add(word, other, lexicon.Synonym)
					}
				}
				me := slices.Index(set.words, word) + 1
				for _, l := range set.links {
					to := w.sets[l.set]
					if l.from != me || to == nil || l.to < 1 || l.to > len(to.words) {
						continue
					}
					switch l.kind {
					case "+", "\\", "<":
						add(word, to.words[l.to-1], lexicon.Derived)
						add(to.words[l.to-1], word, lexicon.Derived)
					case "!":
						add(word, to.words[l.to-1], lexicon.Antonym)
						add(to.words[l.to-1], word, lexicon.Antonym)
					}
				}
			}
		}
	}
	w.tell(keep, add)
	w.kinds(keep, add)
	w.share(entries, keep, add)
	for word := range out {
		noun, verb, adjective := w.senses["n"+word] != nil, w.senses["v"+word] != nil, w.senses["a"+word] != nil
		if verb && !noun {
			out[word] = append(out[word], lexicon.Link{To: word, Kind: lexicon.Verbal})
		}
		if adjective && !verb && !noun {
			out[word] = append(out[word], lexicon.Link{To: word, Kind: lexicon.Quality})
		}
	}
	for form, list := range w.forms {
		for _, lemma := range list {
			if keep[lemma] && form != lemma {
				out[form] = append(out[form], lexicon.Link{To: lemma, Kind: lexicon.Inflected})
			}
		}
	}
	return out
}
