package charset

import (
	"unicode/utf16"
	"unicode/utf8"
)

// byteOrder is a byte order of UTF-16: the index of the upper one of two bytes.
type byteOrder int

const (
	bigEndian    byteOrder = 0
	littleEndian byteOrder = 1
)

func (o byteOrder) name() string {
	if o == littleEndian {
		return "UTF-16LE"
	}
	return "UTF-16BE"
}

// unit returns the code unit at an offset.
func (o byteOrder) unit(b []byte, at int) uint16 {
	return uint16(b[at+int(o)])<<8 | uint16(b[at+1-int(o)])
}

// MarkedUTF16 returns the text of a file that begins with the byte order mark of UTF-16,
// and the name of its order; ok is false for other files.
func MarkedUTF16(file []byte) (text []byte, name string, ok bool) {
	for _, order := range []byteOrder{littleEndian, bigEndian} {
		if len(file) >= 2 && order.unit(file, 0) == 0xFEFF {
			return decodeUTF16(file[2:], order), order.name(), true
		}
	}
	return nil, "", false
}

// decodeUTF16 replaces what is not UTF-16 by U+FFFD, an odd last byte too. The decoder of
// golang.org/x/text loses a code unit where two unpaired surrogates meet.
func decodeUTF16(file []byte, order byteOrder) []byte {
	out := make([]byte, 0, len(file)/2+len(file)/8)
	for i := 0; i+1 < len(file); i += 2 {
		r := rune(order.unit(file, i))
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if i+3 < len(file) {
				low = rune(order.unit(file, i+2))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 2
			}
		}
		out = utf8.AppendRune(out, r)
	}
	if len(file)%2 == 1 {
		out = utf8.AppendRune(out, utf8.RuneError)
	}
	return out
}

// sniffed is how many bytes of a file decide whether it is binary, or UTF-16 without a
// byte order mark.
const sniffed = 8 << 10

// guessUTF16 reports whether a file with NULs is text in UTF-16 without a byte order
// mark. In source code most code units are ASCII: nearly all upper bytes are NUL, and no
// lower byte is.
func guessUTF16(file []byte) (byteOrder, bool) {
	head := file[:min(len(file), sniffed)]
	if len(file)%2 != 0 || len(head) < 4 {
		return 0, false
	}
	for _, order := range []byteOrder{littleEndian, bigEndian} {
		ascii, units := 0, len(head)/2
		text := true
		for i := 0; i+1 < len(head) && text; i += 2 {
			switch u := order.unit(head, i); {
			case u < 0x20 && u != '\t' && u != '\n' && u != '\r' && u != '\f' || u == 0xFFFE || u == 0xFFFF:
				text = false
			case u < 0x80:
				ascii++
			}
		}
		if text && ascii*10 >= units*6 {
			return order, true
		}
	}
	return 0, false
}
