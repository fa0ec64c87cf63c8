// Package jsonc reads JSON with comments and trailing commas, as editors and
// compilers have it in their configuration.
package jsonc

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tailscale/hujson"
)

// MaxDepth is how deep values may be nested. The parser has no bound of its own,
// and a file of brackets alone would end the process.
const MaxDepth = 1000

// BOM may stand before a text.
const BOM = "\ufeff"

// Error says where a text is no JSON.
type Error struct {
	Line, Column int // from 1; the column counts bytes
	Text         string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

// ErrorAt is an error about the byte at an offset of a text.
func ErrorAt(text []byte, offset int, format string, args ...any) *Error {
	before := text[:offset]
	return &Error{
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: offset - bytes.LastIndexByte(before, '\n'),
		Text:   fmt.Sprintf(format, args...),
	}
}

// where matches the place in an error of the parser.
var where = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^hujson: line (\d+), column (\d+): `)
})

// Parse reads a text without byte order mark. Offsets in the value are those of
// the text. The error is an *Error.
func Parse(text []byte) (hujson.Value, error) {
	if at := tooDeep(text); at >= 0 {
		return hujson.Value{}, ErrorAt(text, at, "values are nested more than %d deep", MaxDepth)
	}
	// A comment wants the end of its line.
	v, err := hujson.Parse(append(slices.Clone(text), '\n'))
	if err == nil {
		return v, nil
	}
	e := &Error{Line: 1, Column: 1, Text: strings.TrimPrefix(err.Error(), "hujson: ")}
	if m := where().FindStringSubmatch(err.Error()); m != nil {
		e.Line, _ = strconv.Atoi(m[1]) // digits, and no more than bytes of the file
		e.Column, _ = strconv.Atoi(m[2])
		e.Text = err.Error()[len(m[0]):]
	}
	if e.Line > 1+bytes.Count(text, []byte("\n")) {
		return hujson.Value{}, ErrorAt(text, len(text), "%s", e.Text) // behind the end that was added
	}
	return hujson.Value{}, e
}

// Standardize is the JSON that a text means, without its byte order mark: comments
// and trailing commas are spaces.
func Standardize(text []byte) ([]byte, error) {
	v, err := Parse(bytes.TrimPrefix(text, []byte(BOM)))
	if err != nil {
		return nil, err
	}
	v.Standardize()
	return v.Pack(), nil
}

// tooDeep is the offset of the first bracket that is nested too deep, -1 when
// there is none. What is no JSON may have any answer, but where the parser would
// go too deep, this says so.
func tooDeep(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			if depth++; depth > MaxDepth {
				return i
			}
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '/':
			rest := text[i:]
			end := -1
			switch {
			case bytes.HasPrefix(rest, []byte("//")):
				end = bytes.IndexByte(rest, '\n')
			case bytes.HasPrefix(rest, []byte("/*")):
				if end = bytes.Index(rest[2:], []byte("*/")); end >= 0 {
					end += len("/*") + 1
				}
			default:
				continue
			}
			if end < 0 {
				return -1
			}
			i += end
		}
	}
	return -1
}
