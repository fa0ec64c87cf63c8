package catalogue

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"codeintel/index/lang"
)

// Properties is catalogues of Java whose names say their language: messages_ja.properties,
// in UTF-8 or with escapes.
func Properties() *lang.Language {
	f := &format{
		language: lang.Language{
			Name: "properties", SCIPName: "Properties", Family: "properties",
			Owns:  func(path string) bool { _, _, ok := nameLocale(path); return ok },
			Owned: []string{"*_en.properties", "*_pt_BR.properties"},
		},
		locale: nameLocale, read: readProperties,
	}
	return f.make()
}

// nameLocale is the language at the end of the name of a file, behind an underscore.
func nameLocale(path string) (start, end int, ok bool) {
	stem, is := strings.CutSuffix(path, ".properties")
	if !is {
		return 0, 0, false
	}
	for i := strings.LastIndexByte(stem, '/') + 2; i < len(stem); i++ {
		if stem[i-1] == '_' && IsLocale(stem[i:]) && i-1 > strings.LastIndexByte(stem, '/')+1 {
			return i, len(stem), true
		}
	}
	return 0, 0, false
}

// readProperties reads a catalogue of Java.
func readProperties(src []byte, yield func(key, text string)) (language string) {
	const blank = " \t\f"
	for len(src) > 0 {
		var l []byte
		l, src = line(src)
		l = bytes.TrimLeft(l, blank)
		if len(l) == 0 || l[0] == '#' || l[0] == '!' {
			continue
		}
		stop := 0 // of the key
		for stop < len(l) && !strings.ContainsRune("=:"+blank, rune(l[stop])) {
			if l[stop] == '\\' && stop+1 < len(l) {
				stop++
			}
			stop++
		}
		text := bytes.TrimLeft(l[stop:], blank)
		if len(text) > 0 && (text[0] == '=' || text[0] == ':') {
			text = bytes.TrimLeft(text[1:], blank)
		}
		var whole []byte
		for continued(text) && len(src) > 0 {
			whole = append(whole, text[:len(text)-1]...)
			text, src = line(src)
			text = bytes.TrimLeft(text, blank)
		}
		yield(unescape(l[:stop]), unescape(append(whole, text...)))
	}
	return ""
}

// continued says whether a line goes on with the next one: it ends with an odd number
// of backslashes.
func continued(line []byte) bool {
	return (len(line)-len(bytes.TrimRight(line, `\`)))%2 == 1
}

// unescape is a text without its escapes.
func unescape(text []byte) string {
	var out []byte
	unit := func(at int) (rune, bool) {
		if at+6 > len(text) || text[at] != '\\' || text[at+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(text[at+2:at+6]), 16, 16)
		return rune(n), err == nil
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		if r, ok := unit(i); ok {
			i += 5
			if low, ok := unit(i + 1); ok && utf16.IsSurrogate(r) {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					r, i = both, i+6
				}
			}
			out = utf8.AppendRune(out, r)
			continue
		}
		i++
		out = append(out, control(text[i]))
	}
	return string(out)
}
