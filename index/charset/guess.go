package charset

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// mixed is the name of UTF-8 with bytes of another encoding in it.
const mixed = "UTF-8 with bytes of windows-1252"

// guess returns the text of a file that is not valid UTF-8, and the name of the encoding
// that it seems to be in.
func guess(file []byte) (text []byte, name string) {
	if mostlyUTF8(file) {
		return decodeMixed(file), mixed
	}
	b := count(file)
	for _, c := range candidates {
		if !c.likely(&b) {
			continue
		}
		if text, ok := decodeWhole(c.encoding, file); ok && plausible(text) {
			return text, c.name
		}
	}
	text, _ = decodeWhole(charmap.Windows1252, file)
	return text, "windows-1252"
}

// mostlyUTF8 reports whether a file has at least as many UTF-8 characters beyond ASCII as
// bytes that are not UTF-8.
func mostlyUTF8(file []byte) bool {
	good, bad := 0, 0
	for len(file) > 0 {
		r, n := utf8.DecodeRune(file)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			good++
		}
		file = file[n:]
	}
	return good > 0 && good >= bad
}

// counts holds statistics of a file's bytes beyond ASCII, read as pairs in the way of each
// family of encodings.
type counts struct {
	high int // bytes from 0x80
	runs int // those of them in runs of three or more
	// low and up are bytes from 0xC0 and from 0xE0: the two cases of Cyrillic.
	low, up int

	euc, eucKana, eucHangul int // pairs of bytes from 0xA1; of kana, of Hangul
	eucBroken               bool
	sjis, sjisKana          int // pairs of Shift_JIS; of kana
	sjisCommon, sjisHigh    int // pairs below level 2; with a second byte beyond ASCII
	sjisHalf                int // half-width kana
	sjisBroken              bool
	big5, big5Common        int
	big5Low                 int // pairs with a second byte in ASCII
	big5Broken              bool
}

func count(file []byte) (c counts) {
	for i := 0; i < len(file); {
		if file[i] < 0x80 {
			i++
			continue
		}
		end := i
		for ; end < len(file) && file[end] >= 0x80; end++ {
			switch {
			case file[end] >= 0xE0:
				c.up++
			case file[end] >= 0xC0:
				c.low++
			}
		}
		c.high += end - i
		if end-i >= 3 {
			c.runs += end - i
		}
		i = end
	}
	c.countEUC(file)
	c.countShiftJIS(file)
	c.countBig5(file)
	return c
}

func (c *counts) countEUC(file []byte) {
	for i := 0; i < len(file); i++ {
		b := file[i]
		switch {
		case b < 0x80:
		case b == 0x8E && i+1 < len(file) && file[i+1] >= 0xA1: // half-width kana
			i++
		case b < 0xA1 || i+1 == len(file) || file[i+1] < 0xA1:
			c.eucBroken = true
			return
		default:
			i++
			c.euc++
			switch {
			case b == 0xA4 || b == 0xA5:
				c.eucKana++
			case b >= 0xB0 && b <= 0xC8:
				c.eucHangul++
			}
		}
	}
}

func (c *counts) countShiftJIS(file []byte) {
	for i := 0; i < len(file); i++ {
		b := file[i]
		switch {
		case b < 0x80:
		case b >= 0xA1 && b <= 0xDF:
			c.sjisHalf++
		case b == 0x80 || b == 0xA0 || b > 0xFC || i+1 == len(file) || file[i+1] < 0x40 || file[i+1] == 0x7F || file[i+1] > 0xFC:
			c.sjisBroken = true
			return
		default:
			i++
			c.sjis++
			if file[i] >= 0x80 {
				c.sjisHigh++
			}
			if b == 0x82 && file[i] >= 0x9F || b == 0x83 && file[i] <= 0x96 {
				c.sjisKana++
			}
			if b <= 0x97 {
				c.sjisCommon++
			}
		}
	}
}

func (c *counts) countBig5(file []byte) {
	for i := 0; i < len(file); i++ {
		b := file[i]
		switch {
		case b < 0x80:
		case b < 0xA1 || b > 0xF9 || i+1 == len(file) || file[i+1] < 0x40 || file[i+1] > 0x7E && file[i+1] < 0xA1 || file[i+1] == 0xFF:
			c.big5Broken = true
			return
		default:
			i++
			c.big5++
			if file[i] < 0x80 {
				c.big5Low++
			}
			if b >= 0xA4 && b <= 0xC6 || b == 0xA1 {
				c.big5Common++
			}
		}
	}
}

// A candidate is an encoding with a test of whether a file's bytes look like it.
type candidate struct {
	name     string
	encoding encoding.Encoding
	likely   func(*counts) bool
}

// minPairs is how many characters it takes to tell Korean from Chinese.
const minPairs = 6

// candidates are tried in this order, the most distinctive first. Japanese text has kana,
// which Chinese and Korean text does not have; in Shift_JIS most second bytes are beyond
// ASCII, while in Western text a byte of ASCII mostly follows an accented letter.
var candidates = []candidate{
	{"EUC-JP", japanese.EUCJP, func(c *counts) bool { return !c.eucBroken && c.eucKana*10 > c.euc }},
	{"Shift_JIS", japanese.ShiftJIS, func(c *counts) bool {
		return !c.sjisBroken && c.sjis > 0 && c.sjisHalf <= c.sjis && (c.sjisKana*10 > c.sjis || c.sjisCommon*10 > c.sjis*8 && c.sjisHigh*10 > c.sjis*4)
	}},
	{"EUC-KR", korean.EUCKR, func(c *counts) bool {
		return !c.eucBroken && c.euc >= minPairs && c.eucHangul*100 > c.euc*85
	}},
	{"Big5", traditionalchinese.Big5, func(c *counts) bool {
		return !c.big5Broken && c.big5Low*10 > c.big5 && c.runs*2 > c.high && c.big5Common*10 > c.big5*7
	}},
	{"GBK", simplifiedchinese.GBK, func(c *counts) bool { return !c.eucBroken && c.runs*2 > c.high }},
	{"windows-1251", charmap.Windows1251, func(c *counts) bool { return c.runs*10 > c.high*6 && c.up >= c.low }},
	{"KOI8-R", charmap.KOI8R, func(c *counts) bool { return c.runs*10 > c.high*6 && c.up < c.low }},
}

// plausible reports whether a text has no control characters beyond ASCII and none of
// private use: a wrong guess often yields them.
func plausible(text []byte) bool {
	for _, r := range string(text) {
		if unicode.Is(unicode.Co, r) || r >= 0x80 && unicode.IsControl(r) {
			return false
		}
	}
	return true
}
