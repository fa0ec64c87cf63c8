package session

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeintel/session/speech"
)

// disproved checks the parts of a sentence of evidence against the code: that a symbol
// is at the line beside it, that quoted text is there, that one symbol calls another.
// t is what the sentence was found to name. It gives nil where no part is false.
func (s *Session) disproved(text string, t *tie, c Code) speech.Message {
	if why := misplaced(text, t, c); why != nil {
		return why
	}
	if why := s.misquoted(text, t, c); why != nil {
		return why
	}
	return unrelated(text, c)
}

// misplaced finds a line that a sentence names where none of its symbols is. Only names
// that can't be prose count.
func misplaced(text string, t *tie, c Code) speech.Message {
	var named []Symbol
	for _, raw := range nameRE().FindAllString(text, maxNames) {
		name := strings.Trim(raw, "`(")
		if !strong(raw, name) && !camel(name) && !strings.ContainsAny(name, ".#\\") {
			continue
		}
		for _, x := range t.symbols {
			if x.File != "" && lastPart(x.Name) == lastPart(name) && qualifies(name, x) {
				named = append(named, x)
			}
		}
	}
	if len(named) == 0 {
		return nil
	}
	for _, p := range places(text) {
		file := inText(p.file, c)
		if _, ok := c.File(file); !ok || p.line == 0 || slices.ContainsFunc(named, func(x Symbol) bool { return at(x, file, p.line, c) }) {
			continue
		}
		x := named[0]
		return speech.NotAtLine{Name: clipRunes(x.Name, 80), File: clipRunes(file, 80), Line: p.line, Of: clipRunes(x.File, 80), From: x.Line, To: max(x.Line, x.EndLine)}
	}
	return nil
}

// at reports whether a symbol is defined around a line, or named there or in a line
// beside it: statements go over several.
func at(x Symbol, file string, line int, c Code) bool {
	for _, d := range append(c.Places(x.Symbol), x) {
		if d.File == file && d.Line <= line && line <= max(d.Line, d.EndLine) {
			return true
		}
	}
	info, _ := c.File(file)
	text, ok := c.Text(file, max(1, line-1), min(info.Lines, line+1))
	return !ok || hasWord(text, lastPart(x.Name))
}

// qualifies reports whether what stands before the last part of a name is what a symbol
// lies in. Only names of types and namespaces say that; a variable may be called anything.
func qualifies(name string, x Symbol) bool {
	rest := strings.TrimRight(strings.TrimSuffix(name, lastPart(name)), ".:->#\\")
	owner := lastPart(rest)
	if first, _ := utf8.DecodeRuneInString(owner); !unicode.IsUpper(first) {
		return true
	}
	return hasWord(x.Name, owner) || hasWord(x.Symbol, owner) || hasWord(x.File, owner)
}

// saysSymbol reports whether a sentence names a symbol. One that only has the last part
// of a name that the sentence qualifies otherwise is another one.
func saysSymbol(text string, x Symbol) bool {
	if !namesSymbol(text, x) {
		return false
	}
	last, found := lastPart(x.Name), false
	for _, raw := range nameRE().FindAllString(text, maxNames) {
		name := strings.Trim(raw, "`(")
		if lastPart(name) != last {
			continue
		}
		if qualifies(name, x) {
			return true
		}
		found = true
	}
	return !found
}

var quotedRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("“([^”]{2,400})”|\"([^\"]{2,400})\"|「([^」]{2,400})」|`([^`]{2,400})`")
})

// misquoted finds quoted text that is neither in the request nor in a file that the
// sentence is about.
func (s *Session) misquoted(text string, t *tie, c Code) speech.Message {
	var known []string
	for _, m := range quotedRE().FindAllStringSubmatch(text, maxNames) {
		quote := strings.TrimSpace(m[1] + m[2] + m[3] + m[4])
		if nameRE().FindString(quote) == quote || quote == "" {
			continue // a name is looked for as one
		}
		if known == nil {
			known = append([]string{folded(s.state.Query)}, cited(text, t, c)...)
			for _, v := range s.Frame {
				known = append(known, folded(v.Value))
			}
		}
		if q := folded(quote); len(places(quote)) == 0 && !slices.ContainsFunc(known, func(k string) bool { return strings.Contains(k, q) }) {
			return speech.QuoteNotThere{Quote: clipRunes(quote, 80)}
		}
	}
	return nil
}

// cited are the texts of the files that a sentence is about, folded.
func cited(text string, t *tie, c Code) []string {
	var files, out []string
	for _, p := range places(text) {
		files = append(files, inText(p.file, c))
	}
	for _, x := range t.symbols {
		files = append(files, x.File)
	}
	files = append(files, t.lines.File)
	slices.Sort(files)
	for _, f := range slices.Compact(files) {
		if info, ok := c.File(f); ok && len(out) < maxCited {
			if all, ok := c.Text(f, 1, info.Lines); ok {
				out = append(out, folded(all))
			}
		}
	}
	return out
}

// maxCited is how many files are read for what a sentence quotes.
const maxCited = 20

// identifier is a name of code in a sentence, as nameRE finds it, of three letters or
// more.
const identifier = "`?([A-Za-z_$][A-Za-z0-9_$]*(?:(?:\\.|::|->|#|\\\\)[A-Za-z_$][A-Za-z0-9_$]*)*)(?:\\(\\))?`?"

var callsRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(identifier + `\s+(?:calls|invokes|uses|extends|implements)\s+` + identifier +
		`|` + identifier + `\s*(?:は|が|から|の中で|内で)[\s、]*` + identifier + `\s*(?:を|から)?[\s]*(?:呼|使|利用|継承|実装)`)
})

// unrelated finds two symbols of which a sentence says that one calls the other, where
// the code of neither has anything of the other.
func unrelated(text string, c Code) speech.Message {
	for _, m := range callsRE().FindAllStringSubmatch(text, maxNames) {
		a, b := m[1]+m[3], m[2]+m[4]
		from, to := c.Symbols(a), c.Symbols(b)
		if len(from) == 0 || len(to) == 0 {
			continue // unseen says what there is not
		}
		if !slices.ContainsFunc(from, func(x Symbol) bool {
			return slices.ContainsFunc(to, func(y Symbol) bool { return x.Symbol == y.Symbol || c.Related(x.Symbol, y.Symbol) }) || mentions(x, b, c)
		}) {
			return speech.NoCallBetween{From: clipRunes(a, 60), To: clipRunes(b, 60)}
		}
	}
	return nil
}

// mentions reports whether the code of a symbol has the last part of a name in it: what
// is injected or called by a string is in no graph.
func mentions(x Symbol, name string, c Code) bool {
	info, ok := c.File(x.File)
	if !ok {
		return true // nobody knows
	}
	text, ok := c.Text(x.File, x.Line, max(x.Line, min(x.EndLine, x.Line+maxShownText, info.Lines)))
	return !ok || strings.Contains(folded(text), folded(lastPart(name)))
}
