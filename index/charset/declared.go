package charset

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// Declarations are looked for in the first lines, as PEP 263 and editors say, and in as
// many bytes as browsers look at.
const (
	declaredLines = 2
	declaredBytes = 1 << 10
)

// modeline is the coding line of Python, Ruby, Emacs and Vim.
var modeline = regexp.MustCompile(`coding[:=][ \t]*["']?([-_.:a-zA-Z0-9]+)`)

// declarations are those of XML, CSS, PHP, Perl, HTML, JSP and HTTP headers in a script.
var declarations = regexp.MustCompile(`(?i)(?:<\?xml[^>]{0,100}?encoding\s*=|@charset|declare\s*\(\s*encoding\s*=|use\s+encoding|pageEncoding\s*=|charset\s*=)\s*["']?([-_.:a-z0-9]+)`)

// aliases are names of encodings that the WHATWG does not list.
var aliases = map[string]string{
	"latin-1": "windows-1252", "iso-latin-1": "windows-1252", "iso-8859-1-unix": "windows-1252",
	"latin-9": "iso-8859-15", "iso-latin-9": "iso-8859-15",
	"cp932": "shift_jis", "sjis-win": "shift_jis", "japanese-shift-jis": "shift_jis", "mskanji": "shift_jis",
	"eucjp": "euc-jp", "eucjp-win": "euc-jp", "cp51932": "euc-jp", "eucjp-ms": "euc-jp", "ujis": "euc-jp",
	"cp936": "gbk", "cp949": "euc-kr", "uhc": "euc-kr", "euckr": "euc-kr", "cp950": "big5",
}

// declared returns the encoding that a file says it is in; nil where it says none, or one
// that nobody knows. That it says UTF-8 counts as nothing: the file is not.
func declared(file []byte) (string, encoding.Encoding) {
	rest := file[:min(len(file), declaredBytes)]
	for range declaredLines {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if m := modeline.FindSubmatch(line); m != nil {
			if name, e := named(string(m[1])); e != nil {
				return name, e
			}
		}
	}
	for _, m := range declarations.FindAllSubmatch(file[:min(len(file), declaredBytes)], -1) {
		if name, e := named(string(m[1])); e != nil {
			return name, e
		}
	}
	return "", nil
}

// named returns the encoding with a name, nil for UTF-8, UTF-16 and what is not known: a
// file that declares UTF-16 in ASCII is not in it.
func named(name string) (string, encoding.Encoding) {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	for _, ending := range []string{"-unix", "-dos", "-mac"} { // of Emacs, for line ends
		name = strings.TrimSuffix(name, ending)
	}
	if other, ok := aliases[name]; ok {
		name = other
	}
	e, err := htmlindex.Get(name)
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
	case strings.HasPrefix(canonical, "windows-"), strings.HasPrefix(canonical, "x-"):
		return canonical
	}
	return strings.ToUpper(canonical)
}
