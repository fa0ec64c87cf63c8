package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/words"
)

// pair is a text that users see in Japanese, and what it is in English: the same text,
// or its key.
type pair struct {
	Japanese string `json:"j"`
	Other    string `json:"e"`
}

// catalogue says whether a file may have texts in Japanese, or the English ones that
// belong to them.
func catalogue(file string) bool {
	switch path.Ext(file) {
	case ".po":
		return strings.Contains(file, "/ja/") || strings.HasSuffix(file, "ja.po")
	case ".mo":
		return strings.Contains(file, "/ja/")
	case ".xlf":
		return strings.HasSuffix(file, ".ja.xlf")
	}
	_, ok := localeKey(file)
	return ok
}

var localeName = regexp.MustCompile(`(?i)^(ja|en)([-_](jp|us))?$`)

// localeKey is a file's path with the name of its language taken out, and true, if it
// has one that is Japanese or English.
func localeKey(file string) (string, bool) {
	if !slices.Contains([]string{".js", ".mjs", ".ts", ".json", ".php"}, path.Ext(file)) || strings.HasSuffix(file, ".d.ts") {
		return "", false
	}
	parts := strings.Split(file, "/")
	for i, part := range parts {
		stem, ext, _ := strings.Cut(part, ".")
		if localeName.MatchString(stem) {
			parts[i] = "*." + ext
			return strings.Join(parts, "/"), true
		}
	}
	return "", false
}

// catalogues collects the texts of a package.
type catalogues struct {
	found []pair
	// texts by path without the language, then by key; Japanese ones apart.
	japanese, english map[string]map[string]string
}

func newCatalogues() *catalogues {
	return &catalogues{japanese: map[string]map[string]string{}, english: map[string]map[string]string{}}
}

// add reads a file.
func (c *catalogues) add(file string, b []byte) {
	switch path.Ext(file) {
	case ".po":
		c.po(string(b))
		return
	case ".mo":
		c.mo(b)
		return
	case ".xlf":
		c.xlf(string(b))
		return
	}
	key, _ := localeKey(file)
	var texts map[string]string
	if path.Ext(file) == ".json" {
		texts = map[string]string{}
		var v any
		if json.Unmarshal(b, &v) != nil {
			return
		}
		flatten(texts, "", v)
	} else {
		texts = literals(string(b))
	}
	into := c.english
	for _, t := range texts {
		if japanese(t) {
			into = c.japanese
			break
		}
	}
	if into[key] == nil {
		into[key] = map[string]string{}
	}
	for k, t := range texts {
		into[key][k] = t
	}
}

func flatten(into map[string]string, at string, v any) {
	switch v := v.(type) {
	case string:
		into[at] = v
	case map[string]any:
		for k, x := range v {
			flatten(into, at+"."+k, x)
		}
	}
}

// pairs are all that was found, sorted, none twice.
func (c *catalogues) pairs() []pair {
	for file, texts := range c.japanese {
		for key, j := range texts {
			c.pair(j, c.english[file][key])
			c.pair(j, keyText(key))
		}
	}
	slices.SortFunc(c.found, func(a, b pair) int {
		if n := strings.Compare(a.Japanese, b.Japanese); n != 0 {
			return n
		}
		return strings.Compare(a.Other, b.Other)
	})
	return slices.Compact(c.found)
}

// keyText is the last part of a key, and the one before.
func keyText(key string) string {
	parts := strings.Split(strings.Trim(key, "."), ".")
	last := trailing.ReplaceAllString(parts[len(parts)-1], "")
	if strings.Count(last, "_") > 2 { // a key that is a sentence
		return last
	}
	if len(parts) > 1 {
		return parts[len(parts)-2] + " " + last
	}
	return last
}

var (
	trailing     = regexp.MustCompile(`_\d+$`)
	placeholders = regexp.MustCompile(`%\([^)]*\)[a-z]|%[a-z]|\$?\{+[^}]*\}+|&[a-z]+;|</?[a-zA-Z][^<>]*>`)
)

func (c *catalogues) pair(j, other string) {
	j = strings.Join(strings.Fields(placeholders.ReplaceAllString(j, " ")), " ")
	other = strings.Join(strings.Fields(placeholders.ReplaceAllString(other, " ")), " ")
	if japanese(j) && !japanese(other) && join(other, 2) != "" && utf8.RuneCountInString(j) < 120 {
		c.found = append(c.found, pair{j, join(other, maxDoc)})
	}
}

// japanese says whether a text has letters that only Japanese and Chinese have.
func japanese(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		s := words.ScriptOf(r)
		return s == words.Han || s == words.Hiragana || s == words.Katakana && unicode.IsLetter(r)
	})
}

var poEntry = regexp.MustCompile(`(?m)^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)(?:^msgid_plural (?:"(?:[^"\\]|\\.)*"\s*)+)?^msgstr(?:\[0\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)`)

// po reads the source of a catalogue of gettext.
func (c *catalogues) po(text string) {
	for _, m := range poEntry.FindAllStringSubmatch(text, -1) {
		c.pair(poText(m[2]), poText(m[1]))
	}
}

func poText(quoted string) string {
	var b strings.Builder
	for line := range strings.Lines(quoted) {
		b.WriteString(strings.Trim(strings.TrimSpace(line), `"`))
	}
	return strings.NewReplacer(`\n`, " ", `\"`, `"`, `\\`, `\`).Replace(b.String())
}

// mo reads a compiled catalogue of gettext, in either order of bytes.
func (c *catalogues) mo(b []byte) {
	if len(b) < 28 {
		return
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(b) != 0x950412de {
		order = binary.BigEndian
	}
	text := func(table uint32, i uint32) string {
		at := uint64(table) + 8*uint64(i)
		if at+8 > uint64(len(b)) {
			return ""
		}
		n, start := uint64(order.Uint32(b[at:])), uint64(order.Uint32(b[at+4:]))
		if start+n > uint64(len(b)) {
			return ""
		}
		s, _, _ := bytes.Cut(b[start:start+n], []byte{0}) // plural forms
		if _, after, ok := bytes.Cut(s, []byte{4}); ok {  // a context before
			s = after
		}
		return string(s)
	}
	n := min(order.Uint32(b[8:]), uint32(len(b)/8))
	for i := range n {
		c.pair(text(order.Uint32(b[16:]), i), text(order.Uint32(b[12:]), i))
	}
}

var xlfUnit = regexp.MustCompile(`(?s)<source>(.*?)</source>\s*<target[^>]*>(.*?)</target>`)

// xlf reads a catalogue in XLIFF.
func (c *catalogues) xlf(text string) {
	for _, m := range xlfUnit.FindAllStringSubmatch(text, -1) {
		c.pair(m[2], m[1])
	}
}

// literals are the strings in a literal of JavaScript or PHP that is nested tables, by
// their keys with dots between them. What else is in the file is passed over.
func literals(src string) map[string]string {
	out := map[string]string{}
	var keys []string
	last, key := "", ""
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\'' || c == '"' || c == '`':
			end := i + 1
			for end < len(src) && src[end] != c {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			text := unescape(src[i+1 : min(end, len(src))])
			i = end + 1
			if key != "" {
				out[strings.Join(append(slices.Clone(keys), key), ".")] = text
				key = ""
			}
			last = text
		case strings.HasPrefix(src[i:], "//"):
			if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(src)
			}
		case strings.HasPrefix(src[i:], "/*"):
			if n := strings.Index(src[i+2:], "*/"); n >= 0 {
				i += n + 4
			} else {
				i = len(src)
			}
		case strings.HasPrefix(src[i:], "=>"):
			key, i = last, i+2
		case c == ':' || c == '=':
			key, i = last, i+1
		case c == '{' || c == '[':
			keys = append(keys, key)
			last, key, i = "", "", i+1
		case c == '}' || c == ']':
			if len(keys) > 0 {
				keys = keys[:len(keys)-1]
			}
			last, key, i = "", "", i+1
		case c == ',' || c == ';':
			last, key, i = "", "", i+1
		case c == '_' || c == '$' || 'a' <= c|0x20 && c|0x20 <= 'z':
			end := i
			for end < len(src) && (src[end] == '_' || src[end] == '$' || 'a' <= src[end]|0x20 && src[end]|0x20 <= 'z' || '0' <= src[end] && src[end] <= '9') {
				end++
			}
			last, i = src[i:end], end
		default:
			i++
		}
	}
	return out
}

var unicodeEscape = regexp.MustCompile(`\\u([0-9a-fA-F]{4})`)

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	s = unicodeEscape.ReplaceAllStringFunc(s, func(m string) string {
		var r string
		if json.Unmarshal([]byte(`"`+m+`"`), &r) != nil {
			return m
		}
		return r
	})
	return strings.NewReplacer(`\n`, " ", `\'`, `'`, `\"`, `"`, `\\`, `\`).Replace(s)
}
