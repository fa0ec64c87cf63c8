package java

import (
	"bytes"
	"slices"

	"codeintel/index/lang/ts"
)

// recovery: a string that its line does not end is ended there, and what is
// behind a declaration that the grammar can't read is read by itself.
var recovery = ts.Recovery{Rewrites: []func([]byte) []byte{closeStrings}, Start: startsDeclaration, Blocks: &blocks}

// blocks is how bodies of methods are read apart.
var blocks = ts.Blocks{
	Lexis: ts.Lexis{
		Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}},
		Quotes: []ts.Quote{{Mark: `"""`, Lines: true}, {Mark: `"`}, {Mark: "'"}},
	},
	Wraps: []ts.Wrap{
		{Kind: "block", Before: "class C { void m()", After: "}", Statements: true},
		{Kind: "constructor_body", Before: "class C { C()", After: "}", Statements: true},
		{Kind: "class_body", Before: "class C "},
		{Kind: "switch_block", Before: "class C { void m() { switch (1)", After: "} }"},
	},
}

var declarationWords = [][]byte{
	[]byte("public "), []byte("class "), []byte("interface "), []byte("enum "), []byte("record "), []byte("final "),
	[]byte("abstract "), []byte("sealed "), []byte("non-sealed "), []byte("@interface "), []byte("import "), []byte("package "),
}

func startsDeclaration(line []byte) bool {
	for _, w := range declarationWords {
		if bytes.HasPrefix(line, w) {
			return true
		}
	}
	return false
}

// closeStrings puts the missing quote of a string or character in place of the
// last character of its line; nil when none is missing.
func closeStrings(src []byte) []byte {
	var out []byte
	for i := 0; i < len(src); {
		rest := src[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			i = behind(src, i, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			i = behind(src, i+2, "*/")
		case bytes.HasPrefix(rest, []byte(`"""`)):
			i += 3
			for i < len(src) && !bytes.HasPrefix(src[i:], []byte(`"""`)) {
				if src[i] == '\\' {
					i++
				}
				i++
			}
			i += 3
		case rest[0] == '"' || rest[0] == '\'':
			j := i + 1
			for j < len(src) && src[j] != rest[0] && src[j] != '\n' {
				if src[j] == '\\' && j+1 < len(src) && src[j+1] != '\n' {
					j++
				}
				j++
			}
			if j < len(src) && src[j] == '\n' && j > i+1 {
				if out == nil {
					out = slices.Clone(src)
				}
				out[j-1] = rest[0]
			}
			i = j + 1
		default:
			i++
		}
	}
	return out
}

// behind is the offset behind the next end in src from at.
func behind(src []byte, at int, end string) int {
	if at < len(src) {
		if j := bytes.Index(src[at:], []byte(end)); j >= 0 {
			return at + j + len(end)
		}
	}
	return len(src)
}
