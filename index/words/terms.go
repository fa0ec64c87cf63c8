package words

import "unicode/utf8"

// Terms calls yield with what a text or a name is found by: its words without the
// endings that English gives them, so that retries, retried and retry are one, and
// without single letters and numbers of two digits. Of scripts without spaces these
// are whole runs and, where a run has more, each two characters that follow one
// another; particles and endings in hiragana are none. yield must not keep a term.
func Terms[T string | []byte](text T, yield func(term []byte)) {
	TermsJoined(text, func(term []byte, _ bool) { yield(term) })
}

// TermsJoined is Terms that says of a term, too, whether its word is joined to that of
// the term before as words of one name are (EachJoined), but for what is no term.
func TermsJoined[T string | []byte](text T, yield func(term []byte, joined bool)) {
	TermsIn(new(Room), text, yield)
}

// TermsIn is TermsJoined, with memory for the term.
func TermsIn[T string | []byte](room *Room, text T, yield func(term []byte, joined bool)) {
	apart := true
	eachIn(room, text, func(word []byte, script Script, joined bool) {
		apart = apart || !joined
		switch script {
		case Hiragana:
		case Spaced:
			if w := Stem(word); len(w) > 2 || len(w) == 2 && !numeric(w) {
				yield(w, !apart)
				apart = false
			}
		case Katakana:
			yield(word, false)
		default:
			yield(word, false)
			first, size := 0, 0
			for i := 0; i < len(word); {
				_, n := utf8.DecodeRune(word[i:])
				if size > 0 && (first > 0 || i+n < len(word)) {
					yield(word[first:i+n], false)
				}
				first, size, i = i, n, i+n
			}
		}
	})
}

func numeric(w []byte) bool {
	for _, c := range w {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// Stem takes the ending from a word without case; it may change the word.
func Stem(w []byte) []byte {
	n := len(w)
	if n < 4 || !ending[w[n-1]] {
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
	case w[n-1] == 'e' && !keepsE(w[:n]):
		n--
	case w[n-1] == 'y' && !vowel(w[n-2]):
		w[n-1] = 'i'
	}
	return w[:n]
}

// keepsE reports whether a word without its last e is one that Empty drops: note, not.
func keepsE(w []byte) bool { return string(w) == "note" || string(w) == "theme" || string(w) == "fore" }

// ending has the last letters of the endings that Stem takes.
var ending = [256]bool{'s': true, 'd': true, 'g': true, 'n': true, 'e': true, 'y': true}

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

// Empty are terms that say nothing of what a text is about.
func Empty[T string | []byte](term T) bool {
	if len(term) == 0 || len(term) > maxEmpty || emptyLengths[term[0]]>>len(term)&1 == 0 {
		return false // most are not looked up
	}
	key := emptyKey(term)
	for i := emptySlot(key); emptyTable[i] != 0; i = (i + 1) % emptySlots {
		if emptyTable[i] == key {
			return true
		}
	}
	return false
}

var empty = func() map[string]bool {
	t := map[string]bool{}
	Terms(`the a an of to in is are be been was were for and or how what where when which who whose why does do did done
		with from by on at it its this that these those if as can could should would will may might must we i you he she they them
		there here their our your my me us not no nor but so than then into onto out up down about over under again also any all
		each every some such only own same too very just has have had having being because while until both between through
		during before after above below once more most other another it's don't doesn't isn't aren't let's`,
		func(w []byte) { t[string(w)] = true })
	return t
}()

// maxEmpty is the length of the longest Empty terms, or more: that of a key.
const maxEmpty = 8

// emptyKey is a term of at most maxEmpty bytes, of which there is one or more.
func emptyKey[T string | []byte](term T) (key uint64) {
	for i := range len(term) {
		key = key<<8 | uint64(term[i])
	}
	return key
}

// emptyTable has the keys of the Empty terms, each in its slot or behind it, without a
// gap between; 0 is none.
var emptyTable = func() (t [emptySlots]uint64) {
	for w := range empty {
		i := emptySlot(emptyKey(w))
		for t[i] != 0 {
			i = (i + 1) % emptySlots
		}
		t[i] = emptyKey(w)
	}
	return t
}()

// emptySlots is a power of two, several times as many as there are Empty terms.
const (
	emptyBits  = 10
	emptySlots = 1 << emptyBits
)

func emptySlot(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - emptyBits) } // Fibonacci hashing

// emptyLengths has a bit for each length of the Empty terms, by their first byte.
var emptyLengths = func() (t [256]uint16) {
	for w := range empty {
		t[w[0]] |= 1 << len(w)
	}
	return t
}()
