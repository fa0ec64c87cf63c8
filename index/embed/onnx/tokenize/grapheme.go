package tokenize

import (
	"unicode"
	"unicode/utf8"
)

// cluster is the length of the extended grapheme cluster (UAX 29) that a text
// begins with. The rules for Hangul, flags and Indic conjuncts are left out: such
// clusters have at least six bytes, and who asks takes those character by
// character, which is what comes out of them here.
func cluster(text string) int {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case r == '\r':
		if len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 1
	case isControl(r):
		return n
	case len(text) > n && text[n] < 0x80 && r < 0x80:
		return n // the common case: nothing of ASCII joins what is in front of it
	}
	joined, pictograph := isPrepend(r), isPictograph(r)
	afterJoiner := false
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		switch {
		case isControl(r):
			return n
		case isExtend(r):
			joined, afterJoiner = false, pictograph && r == 0x200D
		case isSpacingMark(r):
			joined, afterJoiner, pictograph = false, false, false
		case joined || afterJoiner && isPictograph(r):
			joined, afterJoiner, pictograph = isPrepend(r), false, isPictograph(r)
		default:
			return n
		}
		n += size
	}
	return n
}

func isControl(r rune) bool {
	if r < 0x300 {
		return r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0xAD
	}
	switch r {
	case 0x200C, 0x200D:
		return false
	}
	if unicode.Is(unicode.Cf, r) {
		return !isPrepend(r) && !(r >= 0xE0020 && r <= 0xE007F)
	}
	return unicode.In(r, unicode.Zl, unicode.Zp) || r >= 0xE0000 && r <= 0xE0FFF && !isExtend(r) || r >= 0x2060 && r <= 0x206F || r >= 0xFFF0 && r <= 0xFFF8
}

func isExtend(r rune) bool {
	if r < 0x300 {
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend) || r == 0x200D ||
		r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0020 && r <= 0xE007F
}

func isSpacingMark(r rune) bool {
	if r == 0x0E33 || r == 0x0EB3 {
		return true
	}
	return unicode.Is(unicode.Mc, r) && !unicode.Is(unicode.Other_Grapheme_Extend, r) && !unicode.Is(spacingAlone, r)
}

// spacingAlone are the spacing marks that begin a cluster of their own.
var spacingAlone = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x102B, Hi: 0x102C, Stride: 1}, {Lo: 0x1038, Hi: 0x1038, Stride: 1}, {Lo: 0x1062, Hi: 0x1064, Stride: 1},
		{Lo: 0x1067, Hi: 0x106D, Stride: 1}, {Lo: 0x1083, Hi: 0x1083, Stride: 1}, {Lo: 0x1087, Hi: 0x108C, Stride: 1},
		{Lo: 0x108F, Hi: 0x108F, Stride: 1}, {Lo: 0x109A, Hi: 0x109C, Stride: 1}, {Lo: 0x1A61, Hi: 0x1A61, Stride: 1},
		{Lo: 0x1A63, Hi: 0x1A64, Stride: 1}, {Lo: 0xAA7B, Hi: 0xAA7B, Stride: 1}, {Lo: 0xAA7D, Hi: 0xAA7D, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0x11720, Hi: 0x11721, Stride: 1}},
}

func isPrepend(r rune) bool {
	if r < 0x600 {
		return false
	}
	return unicode.Is(unicode.Prepended_Concatenation_Mark, r) || unicode.Is(prepended, r)
}

// prepended are the letters that join what follows them.
var prepended = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0D4E, Hi: 0x0D4E, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x111C2, Hi: 0x111C3, Stride: 1}, {Lo: 0x113D1, Hi: 0x113D1, Stride: 1}, {Lo: 0x1193F, Hi: 0x1193F, Stride: 1},
		{Lo: 0x11941, Hi: 0x11941, Stride: 1}, {Lo: 0x11A84, Hi: 0x11A89, Stride: 1}, {Lo: 0x11D46, Hi: 0x11D46, Stride: 1},
		{Lo: 0x11F02, Hi: 0x11F02, Stride: 1},
	},
}

// isPictograph: the character is one of those that a joiner makes one picture
// of. Of the others a cluster with a joiner has at least six bytes.
func isPictograph(r rune) bool { return r == 0xA9 || r == 0xAE }
