package php

import (
	"bytes"

	"codeintel/index/lang/ts"
)

// recovery is how the gaps of the grammar are got round: constants of
// enumerations are read as cases, names relative to the namespace as names,
// pipes as another operator.
var recovery = ts.Recovery{Rewrites: []func([]byte) []byte{rewriteEnumConstants, rewriteRelative, rewritePipe}, Blocks: &blocks}

// blocks is how bodies of functions are read apart.
var blocks = ts.Blocks{
	Lexis: ts.Lexis{
		Line: []string{"//", "#"}, Block: [][2]string{{"/*", "*/"}},
		Quotes:  []ts.Quote{{Mark: `"`, Lines: true}, {Mark: "'", Lines: true}, {Mark: "`", Lines: true}},
		Heredoc: true, Open: "<?", Close: "?>",
	},
	Wraps: []ts.Wrap{
		{Kind: "compound_statement", Before: "<?php function f()", Statements: true},
		{Kind: "declaration_list", Before: "<?php class C "},
		{Kind: "switch_block", Before: "<?php switch (1)"},
		{Kind: "match_block", Before: "<?php match (1)", After: ";"},
	},
	Before: "<?php ",
}

// maxEnumHead bounds how far the body of an enumeration is from its name, in
// bytes.
const maxEnumHead = 1024

// rewriteEnumConstants turns "const" in the body of an enumeration into "case".
func rewriteEnumConstants(src []byte) []byte {
	var out []byte
	for i := 0; ; {
		k := bytes.Index(src[i:], []byte("enum "))
		if k < 0 {
			return out
		}
		i += k
		if i > 0 && word(src[i-1]) {
			i += 5
			continue
		}
		open := bytes.IndexByte(src[i:min(i+maxEnumHead, len(src))], '{')
		if open < 0 || bytes.ContainsAny(src[i:i+open], ";()'\"<>=$") {
			i += 5
			continue
		}
		depth := 0
		j := i + open
	body:
		for ; j < len(src); j++ {
			switch c := src[j]; {
			case c == '{':
				depth++
			case c == '}':
				if depth--; depth == 0 {
					break body
				}
			case c == '\'' || c == '"':
				for j++; j < len(src) && src[j] != c; j++ {
					if src[j] == '\\' {
						j++
					}
				}
			case c == '/' && j+1 < len(src) && src[j+1] == '*':
				if e := bytes.Index(src[j+2:], []byte("*/")); e >= 0 {
					j += e + 3
				}
			case c == '/' && j+1 < len(src) && src[j+1] == '/', c == '#' && j+1 < len(src) && src[j+1] != '[':
				for j < len(src) && src[j] != '\n' {
					j++
				}
			case c == 'c' && depth == 1 && bytes.HasPrefix(src[j:], []byte("const")) && !word(src[j-1]) && j+5 < len(src) && !word(src[j+5]):
				if out == nil {
					out = bytes.Clone(src)
				}
				copy(out[j:], "case ")
				blankModifiers(out, j)
				blankType(out, j+5)
				j += 4
			}
		}
		i = min(j, len(src))
	}
}

// blankModifiers overwrites the modifiers before at with spaces.
func blankModifiers(b []byte, at int) {
	for {
		end := at
		for end > 0 && (b[end-1] == ' ' || b[end-1] == '\t' || b[end-1] == '\n' || b[end-1] == '\r') {
			end--
		}
		start := end
		for start > 0 && word(b[start-1]) {
			start--
		}
		switch lower(string(b[start:end])) {
		case "public", "protected", "private", "final":
			for i := start; i < end; i++ {
				b[i] = ' '
			}
			at = start
		default:
			return
		}
	}
}

// blankType overwrites the type before the name of a constant with spaces.
func blankType(b []byte, at int) {
	eq := bytes.IndexAny(b[at:], "=;\n")
	if eq < 0 || b[at+eq] != '=' {
		return
	}
	name := bytes.TrimRight(b[at:at+eq], " \t")
	start := len(name)
	for start > 0 && word(name[start-1]) {
		start--
	}
	for i := 0; i < start; i++ {
		name[i] = ' '
	}
}

// rewriteRelative turns "namespace\" in names into a word of the same length.
func rewriteRelative(src []byte) []byte {
	var out []byte
	const prefix = `namespace\`
	for i := 0; ; {
		k := bytes.Index(src[i:], []byte(prefix))
		if k < 0 {
			return out
		}
		i += k
		if i == 0 || !word(src[i-1]) && src[i-1] != '\\' {
			if out == nil {
				out = bytes.Clone(src)
			}
			out[i+len(prefix)-2] = '_'
		}
		i += len(prefix)
	}
}

// rewritePipe turns "|>" into an operator that binds as loosely.
func rewritePipe(src []byte) []byte {
	if !bytes.Contains(src, []byte("|>")) {
		return nil
	}
	return bytes.ReplaceAll(src, []byte("|>"), []byte("||"))
}

// word says whether c can be part of a name.
func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
