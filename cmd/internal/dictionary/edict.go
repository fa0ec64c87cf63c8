package main

import (
	"bufio"
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lexicon"

	"golang.org/x/text/encoding/japanese"
)

// entry is a line of EDICT.
type entry struct {
	key, reading string
	glosses      []lexicon.Gloss
	action       bool
	common       bool // EDICT says so
	computing    bool
	seldom       bool // it is archaic, slang, of one field of science or the like
	others       bool // other dictionaries have it, too
}

var (
	lineRE   = regexp.MustCompile(`^(\S+) (?:\[([^\]]*)\] )?/(.*)/$`)
	ofRE     = regexp.MustCompile(`^(?:\([^()]*\) )*([a-z ]+) \(of (?:a |an |the )?([a-z]+)\)$`)
	parensRE = regexp.MustCompile(`\([^()]*\)|\{[^{}]*\}`)
	seldomRE = regexp.MustCompile(`\((?:[^()]*,)?(?:obsc|arch|obs|X|vulg|derog|poet|joc|sl|m-sl|id|proverb|surname|place|person|given|fem|masc|ok|oK|rare|quote|Buddh|Shinto|MA|food|bot|zool|mil|astron|geol|chem|biochem|physics|ling|gram|hist|geom|anat|sumo|baseb|mahj|shogi|music|company|work|station|organization|product|dated|chn|fam|hum|pol|hon)(?:,[^()]*)?\)`)
	actionRE = regexp.MustCompile(`\((?:[^()]*,)?(?:vs|vs-s|vs-i|v1|v5[a-z-]*|vz)(?:,[^()]*)?\)`)
)

// readEDICT reads the dictionary.
func readEDICT(file string) ([]entry, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []entry
	s := bufio.NewScanner(japanese.EUCJP.NewDecoder().Reader(f))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		m := lineRE.FindStringSubmatch(strings.TrimSpace(s.Text()))
		if m == nil {
			continue
		}
		e := entry{key: m[1], reading: toHiragana(m[2])}
		e.action = actionRE.MatchString(m[3])
		e.computing = strings.Contains(m[3], "(comp)")
		first := true
		for g := range strings.SplitSeq(m[3], "/") {
			if g == "(P)" {
				e.common = true
				continue
			}
			if first {
				e.seldom, first = seldomRE.MatchString(g), false
			}
			if m := ofRE.FindStringSubmatch(g); m != nil { // cancellation (of a flight)
				g = m[1] + " of " + m[2]
			}
			if x, ok := glossOf(g); ok && len(e.glosses) < maxGlosses && !slices.ContainsFunc(e.glosses, func(o lexicon.Gloss) bool { return slices.Equal(o.Words, x.Words) }) {
				e.glosses = append(e.glosses, x)
			}
		}
		if !e.common {
			e.glosses = e.glosses[:min(len(e.glosses), maxOthers)]
		}
		if len(e.glosses) > 0 && utf8.RuneCountInString(e.key) <= maxKey {
			out = append(out, e)
		}
	}
	return out, s.Err()
}

// Of an entry.
const (
	maxGlosses = 7 // of a common word
	maxOthers  = 5
	maxWords   = 3
	maxKey     = 12 // characters
)

// glossOf is a gloss in words, without what stands in brackets. What it is comes last:
// "place of work" is work place.
func glossOf(text string) (lexicon.Gloss, bool) {
	for parensRE.MatchString(text) {
		text = parensRE.ReplaceAllString(text, " ")
	}
	text = strings.ToLower(strings.TrimSpace(text))
	rest, verb := strings.CutPrefix(text, "to ")
	for _, w := range []string{"be ", "become ", "get ", "make "} {
		rest = strings.TrimPrefix(rest, w)
	}
	if what, of, ok := strings.Cut(rest, " of "); ok && !verb {
		rest = of + " " + what
	}
	var words []string
	for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '-' || r == ',' || r == ';' }) {
		w = strings.Trim(strings.ReplaceAll(w, "'", ""), ".!?\"")
		switch w {
		case "", "a", "an", "the", "ones", "someone", "something", "etc", "eg", "esp", "sth":
			continue
		}
		if strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			return lexicon.Gloss{}, false
		}
		words = append(words, w)
	}
	return lexicon.Gloss{Words: words, Verb: verb}, 0 < len(words) && len(words) <= maxWords
}

func toHiragana(s string) string {
	return strings.Map(func(r rune) rune {
		if 'ァ' <= r && r <= 'ヶ' {
			return r - 'ァ' + 'ぁ'
		}
		return r
	}, s)
}

// rank says how early an entry is chosen; less than 0 never.
func (e *entry) rank(english *wordNet) int {
	han, katakana, size := 0, 0, utf8.RuneCountInString(e.key)
	for _, r := range e.key {
		switch {
		case unicode.Is(unicode.Han, r) || r == '々':
			han++
		case unicode.Is(unicode.Katakana, r) || r == 'ー' || r == '・':
			katakana++
		}
	}
	usual := slices.ContainsFunc(e.glosses, func(g lexicon.Gloss) bool {
		return !slices.ContainsFunc(g.Words, func(w string) bool { return !english.known(w) })
	})
	switch {
	case strings.ContainsFunc(e.key, func(r rune) bool { return r < utf8.RuneSelf }), strings.HasSuffix(e.key, "の"):
		return -1
	case phraseRE.MatchString(e.key) && (!e.common || strings.Contains(e.key, "を")):
		return -1 // a phrase: each of its words is found
	case e.common && !e.seldom:
		return 0
	case e.computing && size <= maxComputing:
		return 1
	case katakana == size && slices.ContainsFunc(e.glosses, func(g lexicon.Gloss) bool {
		return len(g.Words) == 1 && lexicon.SoundsLike(e.key, g.Words[0])
	}):
		return -1 // it is found by its sound
	case e.seldom || !usual:
		return -1
	case e.others:
		return 1
	case katakana == size:
		return 3
	case han == 0:
		return -1
	case han == 1 && size == 1:
		return 2
	case e.action || han <= maxHan:
		return 2
	}
	return 3
}

// maxHan is how many Chinese characters a word has that is not made of words.
const maxHan = 3

// maxComputing is how many characters a word of computing has: longer ones are made of
// others.
const maxComputing = 8

// budget is how many bytes the chosen entries may have, about, before they are compressed.
const budget = 3_600_000

// choose returns the most useful entries that fit in the table. It leaves out a compound
// whose meaning follows from its parts.
func choose(all []entry, english *wordNet) []lexicon.Japanese {
	ranks := make([][]*entry, 4)
	usual := map[rune]int{} // in how many common words a character is
	for i := range all {
		if all[i].common {
			for _, r := range all[i].key {
				usual[r]++
			}
		}
	}
	rarest := func(e *entry) int {
		least := len(all)
		for _, r := range e.key {
			least = min(least, usual[r])
		}
		return least
	}
	for i := range all {
		if r := all[i].rank(english); r >= 0 {
			ranks[r] = append(ranks[r], &all[i])
		}
	}
	had := map[string]int{} // key -> number in out, plus 1
	var out []lexicon.Japanese
	var common []bool
	size := 0
	for _, list := range ranks {
		// Short ones first: longer ones may be made of them.
		slices.SortStableFunc(list, func(a, b *entry) int {
			if a.rank(english) == 2 {
				return rarest(b) - rarest(a)
			}
			return cmp.Or(utf8.RuneCountInString(a.key)-utf8.RuneCountInString(b.key), rarest(b)-rarest(a))
		})
		for _, e := range list {
			if at := had[e.key]; at > 0 { // another reading
				merge(&out[at-1], e)
				continue
			}
			if made(e, out, had) {
				continue
			}
			if size > budget {
				break
			}
			reading := "" // of others nobody writes it
			if e.common {
				reading = e.reading
			}
			size += len(e.key)/2 + len(reading)/3 + 4
			for _, g := range e.glosses {
				size += 2 * len(g.Words)
			}
			out = append(out, lexicon.Japanese{Key: e.key, Reading: reading, Action: e.action, Glosses: e.glosses})
			common = append(common, e.common)
			had[e.key] = len(out)
		}
	}
	// Words are written without their kanji, or with fewer kana, too.
	for i, n := 0, len(out); i < n; i++ {
		x := out[i]
		if common[i] && had[x.Reading] == 0 && utf8.RuneCountInString(x.Reading) > 2 {
			had[x.Reading] = len(out) + 1
			out = append(out, lexicon.Japanese{Key: x.Reading, Alias: x.Key})
		}
		if bare := lexicon.WithoutKana(x.Key); utf8.RuneCountInString(bare) > 1 && had[bare] == 0 {
			had[bare] = len(out) + 1
			out = append(out, lexicon.Japanese{Key: bare, Alias: x.Key})
		}
	}
	return out
}

// merge adds what another line says of the same word.
func merge(x *lexicon.Japanese, e *entry) {
	x.Action = x.Action || e.action
	for _, g := range e.glosses {
		if len(x.Glosses) < maxGlosses && !slices.ContainsFunc(x.Glosses, func(o lexicon.Gloss) bool { return slices.Equal(o.Words, g.Words) }) {
			x.Glosses = append(x.Glosses, g)
		}
	}
}

// made reports whether an entry is two that were chosen, and each of its glosses says
// what they say.
func made(e *entry, out []lexicon.Japanese, had map[string]int) bool {
	for i := range e.key {
		a, b := had[e.key[:i]], had[e.key[i:]]
		if a == 0 || b == 0 {
			continue
		}
		says := func(at int, w string) bool {
			return slices.ContainsFunc(out[at-1].Glosses, func(g lexicon.Gloss) bool { return len(g.Words) == 1 && g.Words[0] == w })
		}
		if !slices.ContainsFunc(e.glosses, func(g lexicon.Gloss) bool {
			return len(g.Words) != 2 || !says(a, g.Words[0]) || !says(b, g.Words[1])
		}) {
			return true
		}
	}
	return false
}
