package speech

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Setting is the setting "language" of the configuration: a language, or Auto.
type Setting string

// Auto is the language of the request. The zero value means the same.
const Auto Setting = "auto"

// For returns the language to answer a text in: that of the setting, else that of the
// text, and English where there is none.
func (s Setting) For(text string) Language {
	switch Language(s) {
	case English, Japanese:
		return Language(s)
	}
	return Of(text)
}

// Of returns the language of a request. One with hiragana outside of quotation marks
// is Japanese, also where it has a log in English in it. Katakana and kanji alone may be
// a word of the screen in an English sentence: then the language is that of which there
// are more words. A request that is only quotations is judged by these.
func Of(text string) Language {
	n := count(unquoted(text))
	if n == (counts{}) {
		n = count(text)
	}
	if n.hiragana > 0 || n.japanese > 0 && n.english <= (n.japanese+perWord-1)/perWord {
		return Japanese
	}
	return English
}

// perWord is about how many characters a word of katakana or kanji has.
const perWord = 3

// counts are what decides about a text: characters of hiragana and of all Japanese
// script, and words of plain English.
type counts struct{ hiragana, japanese, english int }

func count(text string) (n counts) {
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Hiragana, r):
			n.hiragana++
			n.japanese++
		case unicode.In(r, unicode.Katakana, unicode.Han):
			n.japanese++
		}
	}
	words := strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r >= utf8.RuneSelf || strings.ContainsRune(`,.;:!?()[]{}"'`, r)
	})
	for _, w := range words {
		if isWord(w) {
			n.english++
		}
	}
	return n
}

// isWord reports whether w is a word of prose: small letters, of which the first may be
// a capital. Names of code are none, and neither are abbreviations.
func isWord(w string) bool {
	for i := range len(w) {
		if c := w[i]; (c < 'a' || c > 'z') && (i > 0 || c < 'A' || c > 'Z') {
			return false
		}
	}
	return len(w) > 1
}

// unquoted returns a text without what stands in quotation marks on one line. An
// apostrophe is none.
func unquoted(text string) string {
	var b strings.Builder
	before := ' '
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		end := 0
		if closing := closes(r); closing != 0 && !(r < utf8.RuneSelf && isLetter(before)) {
			line, _, _ := strings.Cut(text[size:], "\n")
			if i := strings.IndexRune(line, closing); i >= 0 {
				end = size + i + utf8.RuneLen(closing)
			}
		}
		if end > 0 {
			b.WriteByte(' ')
			text, before = text[end:], ' '
			continue
		}
		b.WriteString(text[:size])
		text, before = text[size:], r
	}
	return b.String()
}

// closes returns the quotation mark that closes what another opens, 0 for none.
func closes(opens rune) rune {
	switch opens {
	case '"', '\'', '`':
		return opens
	case '「', '『', '“', '‘': // each stands before the one that closes
		return opens + 1
	}
	return 0
}

func isLetter(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }
