package glossary

import (
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf8"

	"codeintel/index/chunk"
	"codeintel/index/words"
)

// Version is that of what Notes makes of chunks.
const Version = 1

// Notes are what a file says for the glossary: a version, and records. A record is its
// kind and texts, each with its length before it.
const (
	// notePair is a text in Japanese, and a name.
	notePair = iota + 1
	// notePlace is the place and the language ("ja", "en") of the wordings that follow.
	notePlace
	// noteWording is a key and a text.
	noteWording
)

// texts is how many texts a record of each kind has.
var texts = [...]int{notePair: 2, notePlace: 2, noteWording: 2}

// maxText is the longest text that is noted, in bytes: longer ones are prose, of which
// no word stands beside a word of the other text.
const maxText = 400

// Notes is what the chunks of a file say for the glossary: their names with the first
// sentence of their documentation, where that is in Japanese, and the wordings in
// Japanese and English. It knows no other file; nil where there is nothing.
func Notes(chunks []chunk.Chunk) []byte {
	var b []byte
	note := func(kind byte, texts ...string) {
		if b == nil {
			b = append(b, Version)
		}
		b = append(b, kind)
		for _, t := range texts {
			b = binary.AppendUvarint(b, uint64(len(t)))
			b = append(b, t...)
		}
	}
	place, language := "", ""
	for i := range chunks {
		c := &chunks[i]
		if s := sentence(c.Doc); c.SymbolName != "" && len(s) <= maxText && Japanese(s) {
			note(notePair, s, c.SymbolName)
		}
		for _, w := range c.Wordings {
			l := main(w.Language)
			if l != "ja" && l != "en" || len(w.Key) > maxText || len(w.Text) > maxText {
				continue
			}
			if w.Place != place || l != language {
				place, language = w.Place, l
				note(notePlace, place, language)
			}
			note(noteWording, w.Key, w.Text)
		}
	}
	return b
}

// sentence is the first one of a documentation.
func sentence(doc string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(doc), "\n")
	line, _, _ = strings.Cut(line, "。")
	return strings.TrimSpace(line)
}

// main is the language of a code without script and region, in lower case.
func main(code string) string {
	if i := strings.IndexAny(code, "-_"); i >= 0 {
		code = code[:i]
	}
	return strings.ToLower(code)
}

// Japanese says whether a text has letters of Japanese.
func Japanese(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch words.ScriptOf(r) {
		case words.Han, words.Hiragana, words.Katakana:
			return true
		}
		i += n
	}
	return false
}

var errNotes = errors.New("notes of the glossary: not of this version")

// read calls yield with the records of notes, whose texts it may keep, up to the first
// that can't be read.
func read(b []byte, yield func(kind byte, first, second string)) error {
	if len(b) == 0 {
		return nil
	}
	if b[0] != Version {
		return errNotes
	}
	for b = b[1:]; len(b) > 0; {
		kind := b[0]
		if int(kind) >= len(texts) || texts[kind] == 0 {
			return errNotes
		}
		b = b[1:]
		var read [2]string
		for i := range texts[kind] {
			n, size := binary.Uvarint(b)
			if size <= 0 || n > uint64(len(b)-size) {
				return errNotes
			}
			read[i], b = string(b[size:][:n]), b[size+int(n):]
		}
		yield(kind, read[0], read[1])
	}
	return nil
}
