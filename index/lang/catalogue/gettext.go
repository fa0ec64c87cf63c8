package catalogue

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
)

// Gettext is catalogues of gettext (.po), by the texts in the language of the program.
// What is marked as fuzzy or as out of use counts as not translated, and of plurals the
// first form counts.
func Gettext() *lang.Language {
	f := &format{
		language: lang.Language{Name: "gettext", SCIPName: "Gettext", Family: "gettext", Extensions: []string{".po"}},
		locale:   folderLocale, read: readPO,
	}
	return f.make()
}

// folderLocale is the last part of a path that is a language: a folder, or the name
// without what is behind the dot.
func folderLocale(path string) (start, end int, ok bool) {
	end = len(path) - len(".po")
	for end > 0 {
		start = strings.LastIndexByte(path[:end], '/') + 1
		if IsLocale(path[start:end]) {
			return start, end, true
		}
		end = start - 1
	}
	return 0, 0, false
}

// readPO reads a catalogue of gettext.
func readPO(src []byte, yield func(key, text string)) (language string) {
	var id, text []byte
	into := (*[]byte)(nil) // what a string goes on with
	begun, fuzzy := false, false
	finish := func() {
		switch {
		case !begun:
			return
		case len(id) == 0:
			language = header(string(text))
		case !fuzzy:
			yield(string(id), string(text))
		}
		id, text, into, begun, fuzzy = nil, nil, nil, false, false
	}
	for len(src) > 0 {
		var l []byte
		l, src = line(src)
		l = bytes.TrimLeft(l, " \t\ufeff")
		if len(l) == 0 {
			into = nil
			continue
		}
		if l[0] == '#' {
			finish()
			fuzzy = fuzzy || bytes.HasPrefix(l, []byte("#,")) && bytes.Contains(l, []byte("fuzzy"))
			continue
		}
		if l[0] != '"' {
			switch keyword, _, _ := bytes.Cut(l, []byte{' '}); string(keyword) {
			case "msgctxt":
				finish()
				into = nil
			case "msgid":
				finish()
				begun, into = true, &id
			case "msgstr", "msgstr[0]":
				into = &text
			default: // further forms of a plural, and what is unknown
				into = nil
			}
		}
		if quote := bytes.IndexByte(l, '"'); quote >= 0 && into != nil {
			*into = append(*into, unquote(l[quote+1:])...)
		}
	}
	finish()
	return language
}

// header is the language that the header of a catalogue says.
func header(text string) string {
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(name), "language") {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// unquote is the value of a string behind its first quote; without an end it ends with
// the line.
func unquote(line []byte) (value []byte) {
	for i := 0; i < len(line) && line[i] != '"'; i++ {
		c := line[i]
		if c == '\\' && i+1 < len(line) {
			i++
			c = control(line[i])
		}
		value = append(value, c)
	}
	return value
}

// control is what a letter behind a backslash stands for.
func control(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	}
	return c
}
