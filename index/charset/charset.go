package charset

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// How says how the encoding of a file was determined.
type How uint8

const (
	UTF8     How = iota // it is valid UTF-8
	Marked              // a byte order mark
	Declared            // the file says so
	Guessed             // by its bytes
)

// Encoding is how a file was read.
type Encoding struct {
	Name string // as the WHATWG calls it; "" for valid UTF-8
	How  How
}

// String describes an encoding for people, "" for valid UTF-8.
func (e Encoding) String() string {
	switch e.How {
	case Marked:
		return e.Name + " (byte order mark)"
	case Declared:
		return e.Name + " (declared)"
	case Guessed:
		return e.Name + " (guessed)"
	}
	return ""
}

// Decode returns the text of a file and how it was read. For valid UTF-8, and for a file
// that holds no text, that is file itself, with its byte order mark if it has one. Bytes
// that an encoding does not have become U+FFFD.
func Decode(file []byte) ([]byte, Encoding) {
	if text, order, ok := MarkedUTF16(file); ok {
		return text, Encoding{order, Marked}
	}
	switch {
	case bytes.IndexByte(file[:min(len(file), sniffed)], 0) >= 0:
		if order, ok := guessUTF16(file); ok {
			return decodeUTF16(file, order), Encoding{order.name(), Guessed}
		}
		return file, Encoding{} // it is binary
	case utf8.Valid(file):
		return file, Encoding{}
	}
	if name, e := declared(file); e != nil {
		if text, ok := decodeWhole(e, file); ok {
			return text, Encoding{name, Declared}
		}
	}
	text, name := guess(file)
	return text, Encoding{name, Guessed}
}

// decodeWhole decodes a file; ok reports whether the encoding has all of its bytes.
func decodeWhole(e encoding.Encoding, file []byte) (text []byte, ok bool) {
	text, err := e.NewDecoder().Bytes(file)
	return text, err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}

// decodeMixed decodes a file in UTF-8, and the bytes in it that are not UTF-8 as
// windows-1252: somebody has added a line with another editor.
func decodeMixed(file []byte) []byte {
	out := make([]byte, 0, len(file)+len(file)/8)
	for len(file) > 0 {
		r, n := utf8.DecodeRune(file)
		if r == utf8.RuneError && n == 1 {
			r = charmap.Windows1252.DecodeByte(file[0])
		}
		out = utf8.AppendRune(out, r)
		file = file[n:]
	}
	return out
}
