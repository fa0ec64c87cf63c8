package lexicon

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// own is what own.txt says.
type own struct {
	japanese map[string]string   // the glosses as they are written
	sorted   []string            // the keys of japanese
	group    map[string][]string // words of English that mean the same in programs
	short    map[string]string   // abbreviations
	generic  map[string]bool
	joined   map[string]bool   // verbs with a particle that are one word: "log in"
	verbs    map[string]bool   // of joined
	actions  map[string]bool   // verbs of what programs do
	states   map[string]bool   // words that are said of something
	terms    map[string]bool   // words of programs that no dictionary has
	happens  map[string]bool   // verbs that say something of what is before them
	annuls   map[string]bool   // words that say that something is not done, or no longer
	poles    map[string][]pole // of words of English
}

// pole is an end of an axis: of two opposites.
type pole struct {
	axis  int
	end   int
	state bool // what is not one of the two is the other
}

// readOwn reads own.txt. A line begins with what it is:
//
//	= 商品 product item            a word in Japanese, and what it is in English; several may be given with 、 between them
//	~ login signin                 words that mean the same
//	- btn button                   an abbreviation
//	. form 画面                     words that say little
//	+ log: in out                  a verb and particles that make one word of it
//	* create delete                what programs do
//	^ visible valid                what is said of something
//	? tooltip regex                words that dictionaries lack
//	! work move                    verbs that say something of what stands before them
//	0 stop forbid                  words that say that something is not done, or no longer
//	| enabled active / disabled    opposites: what is not one is the other
//	/ add insert / remove delete   opposites, of which neither may hold
func readOwn(text string) (*own, error) {
	o := &own{
		japanese: make(map[string]string, 1024), group: map[string][]string{}, short: map[string]string{}, generic: map[string]bool{},
		joined: map[string]bool{}, verbs: map[string]bool{}, happens: map[string]bool{}, actions: map[string]bool{}, terms: map[string]bool{}, states: map[string]bool{}, annuls: map[string]bool{}, poles: map[string][]pole{},
	}
	axes := 0
	sets := map[string]map[string]bool{".": o.generic, "*": o.actions, "^": o.states, "0": o.annuls, "?": o.terms, "!": o.happens}
	for line := range strings.Lines(text) {
		kind, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if kind == "" || kind == "#" {
			continue
		}
		if kind == "=" {
			keys, glosses, _ := strings.Cut(text, " ")
			if strings.TrimSpace(glosses) == "" {
				return nil, fmt.Errorf("own.txt: %q says nothing", line)
			}
			for key := range strings.SplitSeq(keys, "、") {
				if before := o.japanese[key]; before != "" {
					o.japanese[key] = before + " " + glosses
				} else {
					o.japanese[key] = glosses
				}
			}
			continue
		}
		rest := strings.Fields(text)
		if len(rest) == 0 {
			return nil, fmt.Errorf("own.txt: bad line %q", line)
		}
		switch kind {
		case "~":
			for _, w := range rest {
				if before := o.group[w]; before != nil {
					o.group[w] = slices.Concat(before, rest)
				} else {
					o.group[w] = rest // shared: most words are in one group
				}
			}
		case "-":
			for _, w := range rest[:len(rest)-1] {
				o.short[w] = rest[len(rest)-1]
			}
		case "+":
			verb := strings.TrimSuffix(rest[0], ":")
			o.verbs[verb] = true
			for _, particle := range rest[1:] {
				o.joined[verb+" "+particle] = true
			}
		case ".", "*", "^", "0", "?", "!":
			for _, w := range rest {
				sets[kind][w] = true
			}
		case "|", "/":
			end := 0
			for _, w := range rest {
				if w == "/" {
					end++
					continue
				}
				o.poles[w] = append(o.poles[w], pole{axes, end, kind == "|"})
			}
			axes++
		default:
			return nil, fmt.Errorf("own.txt: bad line %q", line)
		}
	}
	o.sorted = slices.Sorted(maps.Keys(o.japanese))
	return o, nil
}

// glosses returns what a word in Japanese is in English.
func (o *own) glosses(word string) (list []Gloss) {
	for w := range strings.FieldsSeq(o.japanese[word]) {
		words, verb := strings.CutPrefix(w, "to_")
		list = append(list, Gloss{Words: strings.Split(words, "_"), Verb: verb})
	}
	return list
}

// begins reports whether a word in Japanese begins with a text.
func (o *own) begins(prefix string) bool {
	i, _ := slices.BinarySearch(o.sorted, prefix)
	return i < len(o.sorted) && strings.HasPrefix(o.sorted[i], prefix)
}
