package embed

import (
	_ "embed"
	"strings"
)

//go:embed phrases.txt
var phrasesText string

// Phrases are what people ask for in software of any kind, in English and Japanese,
// each about something else.
func Phrases() []string {
	return strings.Split(strings.TrimSpace(phrasesText), "\n")
}
