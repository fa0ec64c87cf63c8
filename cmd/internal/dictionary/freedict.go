package main

import (
	"bufio"
	"compress/gzip"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lexicon"
)

// translation is a word of Japanese with one of its meanings in English.
type translation struct {
	japanese string
	gloss    lexicon.Gloss
}

var (
	headRE   = regexp.MustCompile(`^([A-Za-z][A-Za-z' -]*?) /.*/ <([a-z, ]+)>$`)
	phraseRE = regexp.MustCompile(`を|\P{Hiragana}[のがにでとはへも]\P{Hiragana}|ない$|ません$|[るた]\p{Han}`)
	senseRE  = regexp.MustCompile(`\s*\b[0-9]+\.\s*`)
)

// readFreeDict reads the translations of a file that is compressed by gzip.
func readFreeDict(file string) ([]translation, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return parseFreeDict(z)
}

// parseFreeDict reads translations from English: a line with the word, its pronunciation
// and <part of speech>, then lines of words in Japanese. It skips other lines, such as notes
// in English.
func parseFreeDict(r io.Reader) ([]translation, error) {
	var out []translation
	var gloss lexicon.Gloss
	named := false // gloss is that of the lines that follow
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if m := headRE.FindStringSubmatch(s.Text()); m != nil {
			gloss, named = glossOf(m[1])
			gloss.Verb = m[2] == "v"
			continue
		}
		if !named || !lexicon.IsJapanese(s.Text()) {
			continue
		}
		line := senseRE.ReplaceAllString(s.Text(), ",")
		for w := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ',' || r == '、' || r == ';' }) {
			if w = plainJapanese(w); w != "" {
				out = append(out, translation{w, gloss})
			}
		}
	}
	return out, s.Err()
}

// plainJapanese returns a word of Japanese in the form of the table, "" for anything else.
func plainJapanese(w string) string {
	w = strings.TrimSpace(w)
	if short, ok := strings.CutSuffix(w, "する"); ok && utf8.RuneCountInString(short) > 1 {
		w = short
	}
	first, _ := utf8.DecodeRuneInString(w)
	n := utf8.RuneCountInString(w)
	if n < 2 && !unicode.Is(unicode.Han, first) || n > maxKey || strings.ContainsRune("ーッャュョァィゥェォっゃゅょぁぃぅぇぉ", first) {
		return ""
	}
	if strings.ContainsFunc(w, func(r rune) bool { return !lexicon.IsJapanese(string(r)) }) {
		return ""
	}
	if phraseRE.MatchString(w) { // each of its words is found
		return ""
	}
	return w
}

// Limits of what is added to a word.
const (
	maxTranslations = 4 // after which no translation is added
	maxAdded        = 5 // after which no gloss of a synonym is added
)

// adder adds glosses to entries, and entries for new keys.
type adder struct {
	all   *[]entry
	at    map[string]int // by key, its first entry, or the first common one
	added map[string]int // by key, the number of glosses that were added
}

// newAdder returns an adder to all.
func newAdder(all *[]entry) *adder {
	a := &adder{all, map[string]int{}, map[string]int{}}
	for i := range *all {
		key := (*all)[i].key
		if at, ok := a.at[key]; !ok || (*all)[i].common && !(*all)[at].common {
			a.at[key] = i
		}
	}
	return a
}

// add adds a gloss to a key, unless the key has it or most were added already.
func (a *adder) add(key string, g lexicon.Gloss, most int) {
	at, ok := a.at[key]
	if !ok {
		a.at[key] = len(*a.all)
		*a.all = append(*a.all, entry{key: key, glosses: []lexicon.Gloss{g}, action: g.Verb, others: true})
		a.added[key]++
		return
	}
	e := &(*a.all)[at]
	if a.added[key] >= most || slices.ContainsFunc(e.glosses, func(o lexicon.Gloss) bool { return slices.Equal(o.Words, g.Words) }) {
		return
	}
	e.glosses = append(slices.Clip(e.glosses), g)
	e.seldom = e.seldom && e.common
	e.others = true
	a.added[key]++
}
