package python

import (
	"bytes"
	"errors"

	"github.com/BurntSushi/toml"
)

// maxTOMLDepth is how deep tables may be nested, and how many parts a key may have: the
// decoder takes time and memory that grow with the square of both.
const maxTOMLDepth = 100

var errTOMLDepth = errors.New("nested too deeply")

// decodeTOML reads a TOML file into v, unless it is nested too deeply.
func decodeTOML(src []byte, v any) error {
	if deepTOML(src) {
		return errTOMLDepth
	}
	return toml.Unmarshal(src, v)
}

// deepTOML reports whether brackets or keys of a TOML file go beyond maxTOMLDepth.
// Strings and comments do not count.
func deepTOML(src []byte) bool {
	depth, dots := 0, 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '"', '\'':
			i = endOfTOMLString(src, i) - 1
		case '#':
			n := bytes.IndexByte(src[i:], '\n')
			if n < 0 {
				return false
			}
			i += n - 1
		case '.':
			dots++
		case '[', '{':
			depth++
			dots = 0
		case ']', '}':
			depth--
			dots = 0
		case '=', ',', '\n':
			dots = 0
		}
		if depth > maxTOMLDepth || dots > maxTOMLDepth {
			return true
		}
	}
	return false
}

// endOfTOMLString returns where the string ends that begins at i.
func endOfTOMLString(src []byte, i int) int {
	quote := src[i : i+1]
	if three := bytes.Repeat(quote, 3); bytes.HasPrefix(src[i:], three) {
		quote = three
	}
	for j := i + len(quote); j < len(src); j++ {
		switch {
		case src[j] == '\\' && quote[0] == '"':
			j++
		case bytes.HasPrefix(src[j:], quote):
			return j + len(quote)
		case src[j] == '\n' && len(quote) == 1:
			return j // which no string is
		}
	}
	return len(src)
}
