package index

import (
	"unicode"
	"unicode/utf8"
)

// The words that texts and names are compared by. A name falls into words where
// its case changes and at punctuation: HTTPServer_v2 is http, server, v2. Words
// are without case and without the endings that English gives them, so that
// retries, retried and retry are one. In scripts that have no spaces between
// words each two characters that follow one another are one.

// maxWord is the length in bytes of the longest word.
const maxWord = 40

// eachWord calls yield with the words of a text or a name, in their order. It
// must not keep them.
func eachWord[T string | []byte](text T, yield func(word []byte)) {
	var buf [2 * maxWord]byte
	word := buf[:0]
	whole := true // the word at hand is not too long
	before := punctuation
	var last rune // of a script without spaces; 0 for none
	paired := false
	flush := func() {
		if len(word) > 0 && whole {
			if w := stem(word); len(w) > 2 || len(w) == 2 && !numeric(w) {
				yield(w)
			}
		}
		word, whole = word[:0], true
	}
	single := func() { // a character that stands alone
		if last != 0 && !paired && !unicode.Is(unicode.Hiragana, last) {
			var one [utf8.UTFMax]byte
			yield(one[:utf8.EncodeRune(one[:], last)])
		}
		last, paired = 0, false
	}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = decodeRune(text[i:])
		}
		i += size
		if r >= 0x1100 && spaceless(r) {
			flush()
			if last != 0 && !(unicode.Is(unicode.Hiragana, last) && unicode.Is(unicode.Hiragana, r)) {
				var two [2 * utf8.UTFMax]byte
				n := utf8.EncodeRune(two[:], last)
				n += utf8.EncodeRune(two[n:], r)
				yield(two[:n])
				paired = true
			}
			last, before = r, punctuation
			continue
		}
		single()
		here := classOf(r)
		switch {
		case here == punctuation,
			here == capital && before == small,
			here != digit && before == digit:
			flush()
		case here == small && before == capital && len(word) > 1:
			// The last one of several capitals begins a word.
			_, n := utf8.DecodeLastRune(word)
			var tail [utf8.UTFMax]byte
			n = copy(tail[:], word[len(word)-n:])
			word = word[:len(word)-n]
			flush()
			word = append(word, tail[:n]...)
		}
		before = here
		if here != punctuation {
			if len(word) > maxWord {
				whole = false
			} else {
				word = utf8.AppendRune(word, fold(r))
			}
		}
	}
	single()
	flush()
}

func decodeRune[T string | []byte](s T) (rune, int) {
	switch s := any(s).(type) {
	case string:
		return utf8.DecodeRuneInString(s)
	case []byte:
		return utf8.DecodeRune(s)
	}
	return utf8.RuneError, 1
}

// spaceless says whether a character is of a script that has no spaces between
// words.
func spaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai) || r == 'ー'
}

func numeric(w []byte) bool {
	for _, c := range w {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// stem takes the ending from a word without case; it may change the word.
func stem(w []byte) []byte {
	n := len(w)
	if n < 4 {
		return w
	}
	has := func(end string) bool { return n > len(end) && string(w[n-len(end):n]) == end }
	switch {
	case has("sses"):
		n -= 2
	case has("ies") && n > 4:
		n -= 2
	case has("xes"), has("ches"), has("shes"):
		n -= 2
	case has("s") && !has("ss") && !has("us") && !has("is"):
		n--
	}
	switch {
	case n < 5:
	case has("ied"):
		n -= 2
	case has("eed"):
	case has("ed") && vowelIn(w[:n-2]):
		n = undouble(w, n-2)
	case has("ing") && n > 5 && vowelIn(w[:n-3]):
		n = undouble(w, n-3)
	case has("tion") && n > 6, has("sion") && n > 6:
		n -= 3
	}
	switch {
	case n < 4:
	case w[n-1] == 'e':
		n--
	case w[n-1] == 'y' && !vowel(w[n-2]):
		w[n-1] = 'i'
	}
	return w[:n]
}

// undouble is the length of a word without the second one of two consonants.
func undouble(w []byte, n int) int {
	if n > 3 && w[n-1] == w[n-2] && !vowel(w[n-1]) && w[n-1] != 'l' && w[n-1] != 's' && w[n-1] != 'z' {
		n--
	}
	return n
}

func vowelIn(w []byte) bool {
	for _, c := range w {
		if vowel(c) || c == 'y' {
			return true
		}
	}
	return false
}

func vowel(c byte) bool { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' }

// stopWords say nothing of what a text is about. They are as eachWord has them.
var stopWords = func() map[string]bool {
	t := map[string]bool{}
	eachWord(`the a an of to in is are be been was were for and or how what where when which who whose why does do did done
		with from by on at it its this that these those if as can could should would will may might must we i you he she they them
		there here their our your my me us not no nor but so than then into onto out up down about over under again also any all
		each every some such only own same too very just has have had having being because while until both between through
		during before after above below once more most other another it's don't doesn't isn't aren't let's`,
		func(w []byte) { t[string(w)] = true })
	return t
}()
