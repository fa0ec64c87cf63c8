package typescript

import (
	"bytes"
	"regexp"

	"codeintel/index/lang/ts"
)

// recovery gets round what the grammars (of 2024 and before) do not know.
var recovery = ts.Recovery{
	Rewrites: []func([]byte) []byte{repair, exportTypeStar, using},
	Start:    startsDeclaration,
}

var (
	typeStar    = regexp.MustCompile(`(?m)^[ \t]*export\s+(type)\s*\*`)
	usingMark   = regexp.MustCompile(`(?m)^[ \t]*(?:await )?(using)[ \t]+[A-Za-z_$][\w$]*[ \t]*=`)
	declaration = regexp.MustCompile(`^(?:export|import|interface|type|class|abstract|function|async|const|let|var|enum|declare|namespace|module|@\w)\b`)
)

func exportTypeStar(src []byte) []byte { return rewrite(src, typeStar, blank) }

func using(src []byte) []byte {
	return rewrite(src, usingMark, func(b []byte) { copy(b, "const") })
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
}

// rewrite changes every match of re's group in a copy of src; nil when there
// is none.
func rewrite(src []byte, re *regexp.Regexp, change func([]byte)) []byte {
	ms := re.FindAllSubmatchIndex(src, -1)
	if len(ms) == 0 {
		return nil
	}
	out := bytes.Clone(src)
	for _, m := range ms {
		change(out[m[2]:m[3]])
	}
	return out
}

func startsDeclaration(line []byte) bool { return declaration.Match(line) }
