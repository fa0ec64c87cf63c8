package typescript

import (
	"bytes"
	"regexp"

	"codeintel/index/lang/ts"
)

// recovery gets round what the grammars (of 2024 and before) do not know.
var recovery = ts.Recovery{
	Rewrites: []func([]byte) []byte{signatures, variance, exportTypeStar, using},
	Start:    startsDeclaration,
}

var (
	// A member of an interface that ends at its line's end, before a call
	// signature with type parameters: the grammar goes on with a comparison.
	openSignature = regexp.MustCompile(`[\w)\]}>'"$]([ \t]*)(\r?\n)[ \t]*<`)
	// Variance of type parameters: <in T>, <out T>, <in out T>.
	varianceMark = regexp.MustCompile(`[<,]\s*(in\s+out|in|out)\s+[A-Za-z_$]`)
	typeStar     = regexp.MustCompile(`(?m)^[ \t]*export\s+(type)\s*\*`)
	usingMark    = regexp.MustCompile(`(?m)^[ \t]*(?:await )?(using)[ \t]+[A-Za-z_$][\w$]*[ \t]*=`)
	declaration  = regexp.MustCompile(`^(?:export|import|interface|type|class|abstract|function|async|const|let|var|enum|declare|namespace|module|@\w)\b`)
)

func signatures(src []byte) []byte {
	return rewrite(src, openSignature, 2, func(b []byte) {
		// The last byte of the line end stays, so that lines stay lines.
		if len(b) == 2 {
			b[0] = ';'
		}
	}, func(all []byte, start int) {
		// "\n" alone: the separator takes a blank before it, or the line end.
		if start > 0 && (all[start-1] == ' ' || all[start-1] == '\t') {
			all[start-1] = ';'
		} else {
			all[start] = ';'
		}
	})
}

func variance(src []byte) []byte { return rewrite(src, varianceMark, 1, blank, nil) }

func exportTypeStar(src []byte) []byte { return rewrite(src, typeStar, 1, blank, nil) }

func using(src []byte) []byte {
	return rewrite(src, usingMark, 1, func(b []byte) { copy(b, "const") }, nil)
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
}

// rewrite changes every match of re's group in a copy of src; nil when there
// is none. single, where given, is called instead for groups of one byte, with
// the whole text and the place.
func rewrite(src []byte, re *regexp.Regexp, group int, change func([]byte), single func([]byte, int)) []byte {
	ms := re.FindAllSubmatchIndex(src, -1)
	if len(ms) == 0 {
		return nil
	}
	out := bytes.Clone(src)
	for _, m := range ms {
		a, b := m[2*group], m[2*group+1]
		if single != nil && b-a == 1 {
			single(out, a)
			continue
		}
		change(out[a:b])
	}
	return out
}

func startsDeclaration(line []byte) bool { return declaration.Match(line) }
