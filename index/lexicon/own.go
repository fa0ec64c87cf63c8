package lexicon

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// own is the content of own.txt.
type own struct {
	japanese map[string]string   // glosses in the notation of own.txt
	sorted   []string            // the keys of japanese
	group    map[string][]string // words of English that mean the same in programs
	short    map[string]string   // abbreviations
	generic  map[string]bool
	joined   map[string]bool   // verbs with a particle that are one word: "log in"
	verbs    map[string]bool   // the verbs of joined
	actions  map[string]bool   // verbs for what programs do
	states   map[string]bool   // predicates, such as visible
	terms    map[string]bool   // words of programs that no dictionary has
	happens  map[string]bool   // intransitive verbs, whose subject stands before them
	annuls   map[string]bool   // words that stop or undo an action
	poles    map[string][]pole // of words of English
}

// pole is an end of an axis between opposites.
type pole struct {
	axis  int
	end   int
	state bool // the negation of one end is the other
}

// readOwn reads own.txt. The first character of a line is its kind:
//
//	= 商品 product item            a word in Japanese, or several separated by 、, and its translations
//	~ login signin                 synonyms
//	- btn button                   an abbreviation
//	. form 画面                     generic words
//	+ log: in out                  a verb and the particles that form one word with it
//	* create delete                verbs for what programs do
//	^ visible valid                predicates
//	? tooltip regex                words that dictionaries lack
//	! work move                    intransitive verbs, whose subject stands before them
//	0 stop forbid                  words that stop or undo an action
//	| enabled active / disabled    opposites: the negation of one is the other
//	/ add insert / remove delete   opposites that may both be false
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

// glosses returns the translations of a word in Japanese.
func (o *own) glosses(word string) (list []Gloss) {
	for w := range strings.FieldsSeq(o.japanese[word]) {
		words, verb := strings.CutPrefix(w, "to_")
		list = append(list, Gloss{Words: strings.Split(words, "_"), Verb: verb})
	}
	return list
}

// begins reports whether a word in Japanese begins with prefix.
func (o *own) begins(prefix string) bool {
	i, _ := slices.BinarySearch(o.sorted, prefix)
	return i < len(o.sorted) && strings.HasPrefix(o.sorted[i], prefix)
}
