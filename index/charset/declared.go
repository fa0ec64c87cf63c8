package charset

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// Coding lines count in the first lines only, as PEP 263 and editors have it; other
// declarations in as many bytes as browsers scan.
const (
	declaredLines = 2
	declaredBytes = 1 << 10
)

// modeline is the coding line of Python, Ruby, Emacs and Vim.
var modeline = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`coding[:=][ \t]*["']?([-_.:a-zA-Z0-9]+)`)
})

// declarations are those of XML, CSS, PHP, Perl, HTML, JSP and HTTP headers in a script.
var declarations = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:<\?xml[^>]{0,100}?encoding\s*=|@charset|declare\s*\(\s*encoding\s*=|use\s+encoding|pageEncoding\s*=|charset\s*=)\s*["']?([-_.:a-z0-9]+)`)
})

// aliases are names of encodings that the WHATWG does not list.
var aliases = map[string]string{
	"latin-1": "windows-1252", "iso-latin-1": "windows-1252",
	"latin-9": "iso-8859-15", "iso-latin-9": "iso-8859-15",
	"cp932": "shift_jis", "sjis-win": "shift_jis", "japanese-shift-jis": "shift_jis", "mskanji": "shift_jis",
	"eucjp": "euc-jp", "eucjp-win": "euc-jp", "cp51932": "euc-jp", "eucjp-ms": "euc-jp", "ujis": "euc-jp",
	"cp936": "gbk", "cp949": "euc-kr", "uhc": "euc-kr", "euckr": "euc-kr", "cp950": "big5",
}

// declared returns the encoding that a file declares; nil where it declares none or an
// unknown one. UTF-8 does not count: the caller knows that the file is not valid UTF-8.
func declared(file []byte) (string, encoding.Encoding) {
	rest := file[:min(len(file), declaredBytes)]
	for range declaredLines {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if m := modeline().FindSubmatch(line); m != nil {
			if name, e := named(string(m[1])); e != nil {
				return name, e
			}
		}
	}
	for _, m := range declarations().FindAllSubmatch(file[:min(len(file), declaredBytes)], -1) {
		if name, e := named(string(m[1])); e != nil {
			return name, e
		}
	}
	return "", nil
}

// named returns the encoding with a name; nil for UTF-8, for unknown names, and for UTF-16:
// a file whose declaration reads as ASCII is not in UTF-16.
func named(name string) (string, encoding.Encoding) {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	for _, ending := range []string{"-unix", "-dos", "-mac"} { // of Emacs, for line ends
		name = strings.TrimSuffix(name, ending)
	}
	e, err := htmlindex.Get(cmp.Or(aliases[name], name))
	if err != nil {
		if e, err = htmlindex.Get(strings.ReplaceAll(name, "-", "_")); err != nil {
			return "", nil
		}
	}
	canonical, err := htmlindex.Name(e)
	if err != nil || strings.HasPrefix(canonical, "utf-") || canonical == "replacement" {
		return "", nil
	}
	return whatwg(canonical), e
}

// whatwg returns the name of an encoding as its standard writes it.
func whatwg(canonical string) string {
	switch {
	case canonical == "shift_jis":
		return "Shift_JIS"
	case canonical == "big5":
		return "Big5"
	case strings.HasPrefix(canonical, "windows-"), strings.HasPrefix(canonical, "x-"), canonical == "gb18030", canonical == "macintosh":
		return canonical
	}
	return strings.ToUpper(canonical)
}
