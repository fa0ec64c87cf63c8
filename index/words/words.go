// Package words says what the words of texts and names are, for all that compares
// texts by their words: tables of words, rankings, embedders.
//
// A name falls into words where its case changes and at punctuation: HTTPServer_v2
// is http, server, v2. Words are without case. In scripts that have no spaces
// between words a run of characters of one script is a word: 注文をloadする is 注文,
// を, load, する.
package words

import (
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// Max is the length in bytes of the longest word; of scripts with spaces longer
// ones are left out, runs of the others are divided.
const Max = 40

// Script is what a word is written in.
type Script uint8

const (
	Spaced   Script = iota // with spaces between words: letters and digits
	Han                    // and the mark that repeats one
	Hiragana               // particles and endings, mostly
	Katakana
	Spaceless // others without spaces between words
)

// ScriptOf is the script of a letter.
func ScriptOf(r rune) Script {
	switch {
	case r < 0x0e00:
		return Spaced
	case unicode.Is(unicode.Hiragana, r):
		return Hiragana
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return Katakana
	case unicode.Is(unicode.Han, r):
		return Han
	case unicode.In(r, unicode.Hangul, unicode.Thai):
		return Spaceless
	}
	return Spaced
}

// Class is what a character is to the words of a name.
type Class uint8

const (
	Punctuation Class = iota
	Small             // and letters without case
	Capital
	Digit
)

// ASCII has the class of each character of ASCII; it is as long as a byte goes.
var ASCII = func() (t [256]Class) {
	for c := range utf8.RuneSelf {
		switch {
		case 'a' <= c && c <= 'z':
			t[c] = Small
		case 'A' <= c && c <= 'Z':
			t[c] = Capital
		case '0' <= c && c <= '9':
			t[c] = Digit
		}
	}
	return t
}()

// ClassOf is the class of a character.
func ClassOf(r rune) Class {
	switch {
	case r < utf8.RuneSelf:
		return ASCII[r]
	case unicode.IsUpper(r):
		return Capital
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return Small
	case unicode.IsNumber(r):
		return Digit
	}
	return Punctuation
}

// Fold takes the case from a character. Those outside of ASCII stay outside.
func Fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if l := unicode.ToLower(r); l >= utf8.RuneSelf {
		return l
	}
	return r
}

// width is a character without the difference between the widths that East Asian
// texts have of Latin letters, digits and punctuation (Unicode, Halfwidth and
// Fullwidth Forms).
func width(r rune) rune {
	if 0xff01 <= r && r <= 0xff5e {
		return r - 0xff01 + '!'
	}
	return r
}

// Each calls yield with the words of a text or a name, in their order. It must not
// keep them; it may change them.
func Each[T string | []byte](text T, yield func(word []byte, script Script)) {
	EachJoined(text, func(word []byte, script Script, _ bool) { yield(word, script) })
}

// EachJoined is Each that says of a word, too, whether it is joined to the one before as
// words of one name are: by its case, or by _, - or $ alone.
func EachJoined[T string | []byte](text T, each func(word []byte, script Script, joined bool)) {
	eachIn(new(Room), text, each)
}

// Room is memory for the word at hand, which the words of one text after another may
// have. The zero value is ready.
type Room [2 * Max]byte

// eachIn is EachJoined, with memory for the word.
func eachIn[T string | []byte](buf *Room, text T, each func(word []byte, script Script, joined bool)) {
	eachWord(buf, bytesOf(text), each)
}

// bytesOf is a text, which must not be changed.
func bytesOf[T string | []byte](text T) []byte {
	switch t := any(text).(type) {
	case string:
		return unsafe.Slice(unsafe.StringData(t), len(t))
	case []byte:
		return t
	}
	return nil
}

func eachWord(buf *Room, text []byte, each func(word []byte, script Script, joined bool)) {
	apart := true // something else stands before the word at hand
	for i := 0; i < len(text); {
		c := text[i]
		here := ASCII[c]
		if here == Punctuation && c < utf8.RuneSelf {
			apart = apart || c != '_' && c != '-' && c != '$'
			i++
			continue
		}
		// Of ASCII a word is capitals, small letters and digits, in this order; before
		// small letters the last one of several capitals begins a word.
		at, capitals := i, 0
		if here == Capital {
			i = behind(text, i, 'A', 'Z')
			capitals = i - at
		}
		small := behind(text, i, 'a', 'z')
		if small > i && capitals > 1 {
			capitals--
			i--
		} else {
			for i = small; i < len(text) && ASCII[text[i]] == Digit; i++ {
			}
		}
		n := i - at
		if n == 0 || n > Max || i < len(text) && text[i] >= utf8.RuneSelf {
			i, apart = eachOf(buf, text, at, apart, each)
			continue
		}
		word := buf[:n]
		if n <= 8 && at+8 <= len(text) {
			*(*[8]byte)(buf[:]) = [8]byte(text[at:])
		} else {
			copy(word, text[at:i])
		}
		for j := range word[:capitals] {
			word[j] += 'a' - 'A'
		}
		each(word, Spaced, !apart)
		apart = false
	}
}

// behind is where the bytes of a text end that are from first to last, both of ASCII, from
// i on: eight are looked at together, for most words are no longer, and where one ends
// can't be foretold.
func behind(text []byte, i int, first, last byte) int {
	const each, highest = 0x0101010101010101, 0x8080808080808080
	below, above := each*uint64(0x80-first), each*uint64(0x7f-last)
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		seven := x &^ highest
		if others := (x | (seven + above) | ^(seven + below)) & highest; others != 0 {
			return i + bits.TrailingZeros64(others)/8
		}
	}
	for ; i < len(text) && first <= text[i] && text[i] <= last; i++ {
	}
	return i
}

// eachOf is eachIn of what is not ASCII, or longer than a word: of a text from i, where a
// word may begin, to its end, or to behind a mark of ASCII. It returns where that is, and
// whether something else stands before what follows.
func eachOf(buf *Room, text []byte, i int, apart bool, each func(word []byte, script Script, joined bool)) (int, bool) {
	yield := func(word []byte, script Script) {
		each(word, script, !apart)
		apart = false
	}
	n := 0        // bytes of the word at hand
	whole := true // it is not too long
	script, before := Spaced, Punctuation
	for i < len(text) {
		r, size := rune(text[i]), 1
		var here Class
		if r < utf8.RuneSelf {
			if here = ASCII[r]; here == Capital {
				r += 'a' - 'A'
			}
		} else {
			r, size = utf8.DecodeRune(text[i:])
			r = width(r)
			if s := ScriptOf(r); s != Spaced {
				i += size
				if s != script || n+utf8.UTFMax > Max {
					if n > 0 && whole {
						yield(buf[:n], script)
					}
					n, whole = 0, true
				}
				n += utf8.EncodeRune(buf[n:], r)
				script, before, apart = s, Punctuation, true
				continue
			}
			here, r = ClassOf(r), Fold(r)
		}
		i += size
		if script != Spaced {
			if n > 0 && whole {
				yield(buf[:n], script)
			}
			n, whole, script, apart = 0, true, Spaced, true
		}
		switch {
		case here == Punctuation,
			here == Capital && before == Small,
			here != Digit && before == Digit:
			if n > 0 && whole {
				yield(buf[:n], Spaced)
			}
			n, whole = 0, true
		case here == Small && before == Capital && n > 1:
			// The last one of several capitals begins a word.
			_, size := utf8.DecodeLastRune(buf[:n])
			var tail [utf8.UTFMax]byte
			copy(tail[:], buf[n-size:n])
			if n > size && whole {
				yield(buf[:n-size], Spaced)
			}
			n, whole = copy(buf[:], tail[:size]), true
		}
		before = here
		switch {
		case here == Punctuation:
			apart = apart || r != '_' && r != '-' && r != '$'
			if r < utf8.RuneSelf {
				return i, apart
			}
		case n > Max:
			whole = false
		case r < utf8.RuneSelf:
			buf[n] = byte(r)
			n++
		default:
			n += utf8.EncodeRune(buf[n:], r)
		}
	}
	if n > 0 && whole {
		yield(buf[:n], script)
	}
	return i, apart
}
