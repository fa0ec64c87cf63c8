package laravel

import (
	"strings"
	"unicode"
)

// lower folds ASCII letters, as PHP does.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// snake is a name in camel case with its words apart: "OrderItem" is "order_item".
func snake(s string) string {
	var b strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// irregular are plurals that no rule makes, and words that are their own.
var irregular = map[string]string{
	"child": "children", "criterion": "criteria", "datum": "data", "foot": "feet", "goose": "geese", "leaf": "leaves", "man": "men",
	"medium": "media", "mouse": "mice", "ox": "oxen", "person": "people", "phenomenon": "phenomena", "tooth": "teeth", "woman": "women",
	"appendix": "appendices", "axis": "axes", "analysis": "analyses", "basis": "bases", "crisis": "crises", "diagnosis": "diagnoses",
	"index": "indices", "matrix": "matrices", "vertex": "vertices", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes",
	"quiz": "quizzes", "knife": "knives", "life": "lives", "wife": "wives", "wolf": "wolves", "shelf": "shelves", "half": "halves",
	"audio": "audio", "bison": "bison", "cattle": "cattle", "chassis": "chassis", "compensation": "compensation", "coreopsis": "coreopsis",
	"data": "data", "deer": "deer", "education": "education", "emoji": "emoji", "equipment": "equipment", "evidence": "evidence",
	"feedback": "feedback", "firmware": "firmware", "fish": "fish", "furniture": "furniture", "gold": "gold", "hardware": "hardware",
	"information": "information", "jedi": "jedi", "kin": "kin", "knowledge": "knowledge", "love": "love", "metadata": "metadata",
	"money": "money", "moose": "moose", "news": "news", "nutrition": "nutrition", "offspring": "offspring", "plankton": "plankton",
	"pokemon": "pokemon", "police": "police", "rain": "rain", "recommended": "recommended", "related": "related", "rice": "rice",
	"series": "series", "sheep": "sheep", "software": "software", "species": "species", "swine": "swine", "traffic": "traffic",
	"wheat": "wheat", "media": "media", "staff": "staff", "status": "statuses", "virus": "viruses", "bus": "buses",
}

// plural of a name in snake case: of its last word, as English has it.
func plural(s string) string {
	if s == "" {
		return ""
	}
	head, word := "", s
	if i := strings.LastIndexByte(s, '_'); i >= 0 {
		head, word = s[:i+1], s[i+1:]
	}
	if p, ok := irregular[word]; ok {
		return head + p
	}
	n := len(word)
	switch {
	case n == 0:
		return s
	case strings.HasSuffix(word, "y") && n > 1 && !strings.ContainsRune("aeiou", rune(word[n-2])):
		return head + word[:n-1] + "ies"
	case strings.HasSuffix(word, "s"), strings.HasSuffix(word, "x"), strings.HasSuffix(word, "z"), strings.HasSuffix(word, "ch"), strings.HasSuffix(word, "sh"):
		return head + word + "es"
	}
	return head + word + "s"
}
