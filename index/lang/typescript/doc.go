// Package typescript extracts facts from TypeScript, TSX, JavaScript and JSX
// and reads the configuration that says what their import specifiers mean:
// package.json, tsconfig.json and jsconfig.json. The engine resolves names.
//
// Definitions and symbols follow scip-typescript: an import's names refer to
// what they import, the file is a symbol at its start, keys of object literals
// are definitions under the file (name0:), members of anonymous object types
// hang under typeLiteral0:, new X() means the constructor. Where it has local
// symbols that other files can reach (members of unions, methods of object
// literals), ours are global.
//
// Members without a name in the text are called "<constructor>" (constructors
// and construct signatures), "()" (call signatures) and "[]" (index
// signatures). Properties declared by a constructor's parameters are members
// of the class that are the Same as the parameter.
package typescript

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
)

// maxSig is the longest signature in bytes.
const maxSig = 300

// docBefore finds the documentation comment that ends right before offset at.
func (e *extractor) docBefore(at uint32) string {
	text := bytes.TrimRight(e.t.Src[:at], " \t\r\n")
	if !bytes.HasSuffix(text, []byte("*/")) {
		return ""
	}
	start := bytes.LastIndex(text[:len(text)-2], []byte("/*"))
	if start < 0 || !bytes.HasPrefix(text[start:], []byte("/**")) || len(text)-start < 5 {
		return ""
	}
	return cleanDoc(string(text[start:]))
}

// fileDoc is the first comment of the file when it describes the file and not
// the declaration behind it.
func (e *extractor) fileDoc() string {
	src := bytes.TrimLeft(bytes.TrimPrefix(e.t.Src, []byte("\xef\xbb\xbf")), " \t\r\n")
	if bytes.HasPrefix(src, []byte("#!")) {
		if nl := bytes.IndexByte(src, '\n'); nl >= 0 {
			src = bytes.TrimLeft(src[nl:], " \t\r\n")
		}
	}
	if !bytes.HasPrefix(src, []byte("/**")) {
		return ""
	}
	end := bytes.Index(src[3:], []byte("*/"))
	if end < 0 {
		return ""
	}
	text, rest := src[:end+5], src[end+5:]
	gap := rest[:len(rest)-len(bytes.TrimLeft(rest, " \t\r\n"))]
	own := bytes.Count(gap, []byte("\n")) > 1 || bytes.HasPrefix(rest[len(gap):], []byte("import"))
	for _, tag := range []string{"@module", "@packageDocumentation", "@fileoverview", "@file "} {
		own = own || bytes.Contains(text, []byte(tag))
	}
	if !own {
		return ""
	}
	return cleanDoc(string(text))
}

// cleanDoc removes the markers of a block comment.
func cleanDoc(s string) string {
	s = strings.TrimSuffix(strings.TrimLeft(strings.TrimPrefix(s, "/*"), "*"), "*/")
	s = strings.TrimRight(s, "*")
	var b strings.Builder
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "*" {
			line = ""
		} else if rest, ok := strings.CutPrefix(line, "* "); ok {
			line = rest
		} else if rest, ok := strings.CutPrefix(line, "*"); ok && !strings.HasPrefix(rest, "*") {
			line = rest
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// document sets a definition's documentation, signature and deprecation from
// its declaration, which begins at start; the signature is the text from start
// to sig.
func (e *extractor) document(id lang.DefID, start, sig uint32) {
	doc := e.docBefore(start)
	d := e.def(id)
	d.Sig = signature(e.t.Src[start:max(start, sig)])
	if doc != "" {
		d.Doc = doc
		if strings.Contains(doc, "@deprecated") {
			d.Flags |= lang.Deprecated
		}
	}
}

// signature puts source text on one line.
func signature(text []byte) string {
	text = bytes.TrimSpace(text[:min(len(text), 4*maxSig)])
	text = bytes.TrimRight(text, " \t\r\n;,{=")
	var b strings.Builder
	space := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
			space = b.Len() > 0
			continue
		default:
			if space {
				b.WriteByte(' ')
				space = false
			}
			if b.Len() >= maxSig && c < 0x80 {
				return b.String() + " …"
			}
			b.WriteByte(c)
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}
