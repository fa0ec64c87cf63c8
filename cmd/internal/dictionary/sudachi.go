package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"

	"codeintel/index/lexicon"
)

// synonyms is a group of words with the same meaning, in the form of Sudachi's dictionary.
type synonyms struct {
	Items []struct {
		Expand int      `json:"expandControl"` // 2: the word is not to be expanded to the others
		Form   string   `json:"hyoukiYure"`
		Fields []string `json:"bunya"`
		Word   string   `json:"midashi"`
	} `json:"items"`
}

// proper are the fields of groups that are left out: proper names and offensive words.
var proper = []string{"企業名", "旧企業名", "人名", "地名", "大学名", "国名", "店名", "組織名", "旧組織名", "キャラ", "不快"}

// latin is the form of a word in Latin letters.
const latin = "アルファベット表記"

// readSudachi reads the groups of a file as parseSudachi does.
func readSudachi(file string) ([]synonyms, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseSudachi(data)
}

// parseSudachi reads a JSON list of groups, and leaves out those of proper fields.
func parseSudachi(data []byte) ([]synonyms, error) {
	var all []synonyms
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(s synonyms) bool {
		for _, x := range s.Items {
			if slices.ContainsFunc(x.Fields, func(f string) bool { return slices.Contains(proper, f) }) {
				return true
			}
		}
		return false
	}), nil
}

// maxGroup is the maximum number of Japanese words of a group that join uses.
const maxGroup = 12

// join adds the meanings of a group to each of its Japanese words: the words in Latin
// letters, and the first gloss of each of the others.
func (a *adder) join(s synonyms) {
	var words []string
	var glosses []lexicon.Gloss
	for _, x := range s.Items {
		if x.Expand > 1 {
			continue
		}
		if x.Form == latin {
			if g, ok := glossOf(x.Word); ok && len(x.Word) > 3 && !lexicon.IsJapanese(x.Word) && strings.ToUpper(x.Word) != x.Word {
				glosses = append(glosses, g)
			}
		} else if w := plainJapanese(x.Word); w != "" {
			words = append(words, w)
		}
	}
	if len(words) > maxGroup {
		return
	}
	for _, w := range words {
		if at, ok := a.at[w]; ok && !(*a.all)[at].seldom {
			glosses = append(glosses, (*a.all)[at].glosses[0])
		}
	}
	for _, w := range words {
		for _, g := range glosses {
			a.add(w, g, maxAdded)
		}
	}
}
