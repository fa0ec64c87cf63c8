package session

import (
	"encoding/json"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// cites narrows which calls may be cited.
type cites struct {
	// since: made after the call with this number. phase: in this phase, "" any.
	since int
	phase gate.Phase
	// symbols: the answer must have shown one of these; nil: what the result names.
	symbols []Symbol
}

// cite finds the call that is cited as evidence. It must have been made, have
// answered, and have shown what the result names; and the result must name nothing
// that no call showed. mend says what is wrong.
func (s *Session) cite(field string, e Cited, c Code, only cites) (*record, *Mend) {
	no := func(code string, why speech.Message) (*record, *Mend) {
		return nil, &Mend{Field: field, Item: clipRunes(e.Tool+" "+e.Result, 80), Code: code, Reason: s.say(why)}
	}
	switch {
	case e.Tool == "":
		return no("empty", speech.CitesNoTool)
	case strings.TrimSpace(e.Result) == "" && only.symbols == nil:
		return no("empty", speech.ResultEmpty)
	case len(e.Result) > maxText:
		return no("inconsistent", speech.ResultTooLong{Max: maxText})
	case e.Call < 0 || e.Call > s.Ledger.Made:
		return no("no_such_call", speech.NoSuchCall{Call: e.Call, Made: s.Ledger.Made})
	}
	var fits []*record
	tool := clipRunes(e.Tool, 40)
	why := speech.Message(speech.NotCalled{Tool: tool})
	for i := range s.Ledger.Calls {
		r := &s.Ledger.Calls[i]
		switch {
		case r.Tool != e.Tool && gate.As(r.Tool) != e.Tool:
			if r.Number == e.Call {
				why = speech.CallWasOther{Call: e.Call, Was: r.Tool, Tool: tool}
			}
		case e.Call > 0 && r.Number != e.Call:
			why = speech.CallWasNot{Call: e.Call, Tool: tool}
		case r.Failed:
			why = speech.CallFailed{Call: r.Number, Tool: r.Tool}
		case !matches(e.Params, r.Params):
			why = speech.NotWithParams{Tool: tool}
		case r.Number <= only.since || only.phase != "" && r.Phase != only.phase:
			why = speech.CalledBefore{Call: r.Number, Tool: r.Tool}
		default:
			fits = append(fits, r)
		}
	}
	if len(fits) == 0 {
		return no("no_such_call", why)
	}
	slices.Reverse(fits)
	var call *record
	for _, r := range fits {
		if only.symbols != nil {
			if slices.ContainsFunc(only.symbols, func(x Symbol) bool { return s.showed(r, x.Symbol) }) {
				call = r
				break
			}
			continue
		}
		if s.names(r, e.Result, c) {
			call = r
			break
		}
	}
	if call == nil {
		if only.symbols != nil {
			return no("not_shown", speech.SymbolNotInCall{Call: fits[0].Number, Tool: fits[0].Tool})
		}
		return no("not_shown", speech.NothingInCall{Call: fits[0].Number, Tool: fits[0].Tool})
	}
	if code, why := s.unseen(e.Result, call, c); why != nil {
		return no(code, why)
	}
	return call, nil
}

// showed reports whether the answer of a call showed a SCIP symbol.
func (s *Session) showed(r *record, symbol string) bool {
	n, ok := s.Ledger.index()[symbol]
	return ok && slices.Contains(r.Symbols, n)
}

// matches reports whether the arguments that are claimed are among those of a
// call. Arguments that were too long to keep are not compared.
func matches(claimed, made json.RawMessage) bool {
	if len(claimed) == 0 || len(made) == 0 {
		return true
	}
	var want, have any
	if json.Unmarshal(claimed, &want) != nil || json.Unmarshal(made, &have) != nil || want == nil {
		return want == nil
	}
	fields, ok := have.(map[string]any)
	if !ok {
		return reflect.DeepEqual(want, have)
	}
	switch want := want.(type) {
	case map[string]any:
		for k, v := range want {
			if h, ok := fields[k]; !ok || !reflect.DeepEqual(v, h) {
				return false
			}
		}
		return true
	default: // one argument alone
		for _, h := range fields {
			if reflect.DeepEqual(want, h) {
				return true
			}
		}
		return false
	}
}

// names reports whether a text names a symbol or a file that a call showed: a file
// by its path or name, with a line that was shown where there is one.
func (s *Session) names(r *record, text string, c Code) bool {
	return s.namesSymbols(r, text) || s.namesFile(r, text, c)
}

// namesSymbols reports whether a text names a symbol that a call showed.
func (s *Session) namesSymbols(r *record, text string) bool {
	for _, n := range r.Symbols {
		if x, ok := s.Ledger.symbol(n); ok && namesSymbol(text, x) {
			return true
		}
	}
	return false
}

// namesSymbol reports whether a text has a symbol's name as a whole word: all of
// it or its last part, of two characters at least.
func namesSymbol(text string, x Symbol) bool {
	if strings.Contains(text, x.Symbol) {
		return true
	}
	if hasWord(text, x.Name) && utf8.RuneCountInString(x.Name) > 1 {
		return true
	}
	last := lastPart(x.Name)
	return utf8.RuneCountInString(last) > 1 && hasWord(text, last)
}

// lastPart is what follows the last separator of a qualified name.
func lastPart(name string) string {
	i := strings.LastIndexFunc(strings.TrimRight(name, "()"), func(r rune) bool { return !isWord(r) })
	if i < 0 {
		return name
	}
	_, size := utf8.DecodeRuneInString(name[i:])
	return strings.TrimRight(name[i+size:], "()")
}

func isWord(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// ascii reports whether a character is one that identifiers are mostly made of:
// other letters may follow an identifier without a space, as in Japanese.
func ascii(r rune) bool { return r < utf8.RuneSelf && isWord(r) }

// hasWord reports whether a name occurs in a text, not as a part of another name.
func hasWord(text, name string) bool {
	if name == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for from := 0; from < len(text); {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(name):])
		if !(i > 0 && ascii(before) && ascii(first)) && !(ascii(last) && ascii(after)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		from = i + size
	}
	return false
}

// A place is a file that a text names, and a line of it, 0 for none.
type place struct {
	file string
	line int
}

var placeRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\pL\pN_@$+.~-]*(?:/[\pL\pN_@$+.~-]+)*\.[A-Za-z0-9]{1,12}(?::(\d{1,7}))?|[\pL\pN_@$+.~-]+(?:/[\pL\pN_@$+.~-]+)+(?::(\d{1,7}))?`)
})

// places are what looks like paths in a text.
func places(text string) []place {
	var out []place
	for _, m := range placeRE().FindAllStringSubmatch(text, maxNames) {
		p := place{file: m[0]}
		if n := m[1] + m[2]; n != "" {
			p.line, _ = strconv.Atoi(n)
			p.file = strings.TrimSuffix(m[0], ":"+n)
		}
		p.file = path.Clean(strings.TrimRight(strings.TrimPrefix(p.file, "./"), "."))
		if p.file != "." && p.file != ".." {
			out = append(out, p)
		}
	}
	return out
}

// isFile reports whether a path is meant by what a text calls a file: the path, or
// its end after a slash. In languages without spaces the text may go on before it.
func isFile(named, file string) bool {
	return named == file || strings.HasSuffix(file, "/"+named)
}

// namesFile reports whether a text names a file of which a call showed lines, or
// where it showed a symbol; with a line, one that it showed.
func (s *Session) namesFile(r *record, text string, c Code) bool {
	for _, p := range places(text) {
		p.file = inText(p.file, c)
		for _, l := range s.Ledger.lines(r) {
			if (isFile(p.file, l.File) || japanese(p.file, l.File)) && (p.line == 0 || l.From <= p.line && p.line <= l.To) {
				return true
			}
		}
		for _, n := range r.Symbols {
			if x, ok := s.Ledger.symbol(n); ok && x.File != "" && (isFile(p.file, x.File) || japanese(p.file, x.File)) && (p.line == 0 || x.Line <= p.line && p.line <= max(x.EndLine, x.Line)) {
				return true
			}
		}
	}
	return false
}

// japanese reports whether a name is a path that words without a space stand
// before: the path begins where the other letters end.
func japanese(named, file string) bool {
	rest, ok := strings.CutSuffix(named, file)
	if !ok {
		rest, ok = strings.CutSuffix(named, path.Base(file))
	}
	if !ok || rest == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(rest)
	return last >= utf8.RuneSelf
}

// inText is the file that a text means by what looks like a path: it may be
// absolute, and in languages without spaces words may stand before it.
func inText(named string, c Code) string {
	named = clean(named, c)
	if _, ok := c.File(named); ok {
		return named
	}
	before := rune(0)
	for i, r := range named {
		if before >= utf8.RuneSelf {
			if _, ok := c.File(named[i:]); ok {
				return named[i:]
			}
		}
		before = r
	}
	return named
}

// maxNames is how many names of one text are looked at.
const maxNames = 200

// nameRE finds what may be a name of code in a text: letters of identifiers, with
// the separators of languages, and a bracket that follows.
var nameRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("`?[A-Za-z_$][A-Za-z0-9_$]*(?:(?:\\.|::|->|#|\\\\)[A-Za-z_$][A-Za-z0-9_$]*)*(?:\\(|`)?")
})

// unseen looks for a name in a text that nobody who read the answers has from
// there: a symbol or file of the repository that no call showed, or one that there
// is not. It gives nil where there is none.
func (s *Session) unseen(text string, call *record, c Code) (code string, why speech.Message) {
	var skip []string // parts of the text that are paths
	for _, p := range places(text) {
		p.file = inText(p.file, c)
		if !strings.Contains(p.file, "/") && !s.knownFile(p.file) {
			if _, ok := c.File(p.file); !ok {
				continue // x.y is more often a name, or prose, than a file
			}
		}
		skip = append(skip, p.file)
		var file string
		for f := range s.Ledger.Files {
			if isFile(p.file, f) || japanese(p.file, f) {
				if file = f; p.line == 0 || s.Ledger.has(f, p.line) {
					break
				}
			}
		}
		if file != "" && (p.line == 0 || s.Ledger.has(file, p.line) || s.symbolAt(file, p.line)) {
			continue
		}
		if s.symbolIn(p) {
			continue
		}
		switch info, ok := c.File(p.file); {
		case file != "":
			return "not_shown", speech.LineNotShown{Line: p.line, File: clipRunes(p.file, 80)}
		case ok && p.line > info.Lines:
			return "no_such_line", speech.LineBeyond{File: clipRunes(p.file, 80), Lines: info.Lines, Line: p.line}
		case ok:
			return "not_shown", speech.FileNotShown{File: clipRunes(p.file, 80)}
		case c.Folder(p.file) || path.Ext(p.file) == "":
		default:
			return "unknown", speech.NoSuchFileNamed{File: clipRunes(p.file, 80)}
		}
	}
	var shown string // text that the call showed, read when it is needed
	for _, raw := range nameRE().FindAllString(text, maxNames) {
		name := strings.Trim(raw, "`(")
		if slices.ContainsFunc(skip, func(p string) bool { return strings.Contains(p, name) }) || !codelike(raw, name) {
			continue
		}
		if hasWord(s.state.Query, name) || s.inFrame(name) || call != nil && strings.Contains(string(call.Params), name) || s.shownName(name) {
			continue
		}
		if shown == "" && call != nil {
			shown = s.textOf(call, c) + "\n"
		}
		if hasWord(shown, name) {
			continue
		}
		known, here := c.Symbols(name), false
		for _, x := range known {
			here = here || x.File != ""
		}
		switch {
		case here:
			return "not_shown", speech.SymbolNotShown{Name: clipRunes(name, 80)}
		case len(known) == 0 && strong(raw, name):
			return "unknown", speech.NoSuchSymbolNamed{Name: clipRunes(name, 80)}
		}
	}
	return "", nil
}

// codelike reports whether a word of a text may be meant as a name of code; if the
// repository has a symbol of that name, it is.
func codelike(raw, name string) bool {
	return strings.ContainsFunc(name, unicode.IsUpper) || strings.HasSuffix(raw, "(") || strings.HasPrefix(raw, "`") || strings.ContainsAny(name, "_$:#>\\.")
}

// strong reports whether it can be nothing else: prose has iPhone and e.g. as
// well.
func strong(raw, name string) bool {
	marked := strings.HasSuffix(raw, "(") || strings.HasPrefix(raw, "`")
	return strings.Contains(strings.Trim(name, "_"), "_") || strings.Contains(name, "::") || strings.Contains(name, "->") || marked && (camel(name) || strings.Contains(name, "."))
}

// camel reports whether a small letter is followed by a capital.
func camel(name string) bool {
	for i := 1; i < len(name); i++ {
		if 'a' <= name[i-1] && name[i-1] <= 'z' && 'A' <= name[i] && name[i] <= 'Z' {
			return true
		}
	}
	return false
}

// shownName reports whether a name is that of a symbol that was shown, or a part
// of it.
func (s *Session) shownName(name string) bool {
	last := lastPart(name)
	for _, x := range s.Ledger.Symbols {
		if x.Name == name || lastPart(x.Name) == last && (last == name || hasWord(x.Symbol, firstPart(name)) || hasWord(x.Name, firstPart(name)) || hasWord(x.File, firstPart(name))) || hasWord(x.Name, name) {
			return true
		}
	}
	return false
}

// firstPart is what is before the first separator of a qualified name.
func firstPart(name string) string {
	if i := strings.IndexFunc(name, func(r rune) bool { return !isWord(r) }); i > 0 {
		return name[:i]
	}
	return name
}

func (s *Session) inFrame(name string) bool {
	for _, v := range s.Frame {
		if hasWord(v.Value, name) {
			return true
		}
	}
	return false
}

// knownFile reports whether lines of a file of that name were shown.
func (s *Session) knownFile(name string) bool {
	for f := range s.Ledger.Files {
		if isFile(name, f) || japanese(name, f) {
			return true
		}
	}
	return s.symbolIn(place{file: name})
}

// symbolIn reports whether a symbol was shown that is defined in a place.
func (s *Session) symbolIn(p place) bool {
	for _, x := range s.Ledger.Symbols {
		if x.File != "" && (isFile(p.file, x.File) || japanese(p.file, x.File)) && (p.line == 0 || x.Line <= p.line && p.line <= max(x.EndLine, x.Line)) {
			return true
		}
	}
	return false
}

func (s *Session) symbolAt(file string, line int) bool { return s.symbolIn(place{file, line}) }

// maxShownText is how many lines of a call's answer are read again.
const maxShownText = 2000

// textOf is the text of the lines that a call showed.
func (s *Session) textOf(r *record, c Code) string {
	var b strings.Builder
	lines := 0
	for _, l := range s.Ledger.lines(r) {
		if lines += l.To - l.From + 1; lines > maxShownText {
			break
		}
		if t, ok := c.Text(l.File, l.From, l.To); ok {
			b.WriteString(t)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// counted is the symbol that a name means and that counts: the graph has it, and
// an answer showed it. taken are those that other names have already.
func (s *Session) counted(field, name string, taken map[string]bool, c Code) (Symbol, *Mend) {
	no := func(code string, why speech.Message) (Symbol, *Mend) {
		return Symbol{}, &Mend{Field: field, Item: clipRunes(name, 80), Code: code, Reason: s.say(why)}
	}
	if strings.TrimSpace(name) == "" {
		return no("empty", speech.NamesNothing)
	}
	found := s.meant(name, c)
	if len(found) == 0 {
		if near := c.Near(strings.TrimSpace(name)); len(near) > 0 {
			return no("unknown", speech.NoSymbolNear{Near: clipRunes(strings.Join(near, ", "), 200)})
		}
		return no("unknown", speech.NoSymbol)
	}
	shown := slices.DeleteFunc(slices.Clone(found), func(x Symbol) bool { return !s.Ledger.shown(x.Symbol) })
	if len(shown) == 0 {
		return no("not_shown", speech.NoAnswerShowedSymbol)
	}
	if one := ambiguous(shown); one != nil {
		return no("ambiguous", speech.Ambiguous{One: one})
	}
	for _, x := range shown {
		if !taken[x.Symbol] {
			return s.seen(x, c), nil
		}
	}
	return no("duplicate", speech.NamedAlready)
}

// seen is a symbol where the agent saw it: at the first of its definitions of which
// answers showed the line, else another line, else in the file that they named.
func (s *Session) seen(x Symbol, c Code) Symbol {
	list := c.Places(x.Symbol)
	if len(list) < 2 {
		return x
	}
	for _, shown := range []func(d Symbol) bool{
		func(d Symbol) bool { return s.Ledger.has(d.File, d.Line) },
		func(d Symbol) bool { return s.Ledger.hasAny(d.File, d.Line, d.EndLine) },
	} {
		if i := slices.IndexFunc(list, shown); i >= 0 {
			return list[i]
		}
	}
	if n, ok := s.Ledger.index()[x.Symbol]; ok {
		was, _ := s.Ledger.symbol(n)
		if i := slices.IndexFunc(list, func(d Symbol) bool { return d.File == was.File }); i >= 0 {
			return list[i]
		}
	}
	return x
}

// meant are the symbols that a name means, whatever an answer called them: one that the
// repository does not know by it is looked for among those that were shown.
func (s *Session) meant(name string, c Code) []Symbol {
	found := meant(name, c)
	if len(found) > 0 {
		return found
	}
	name = strings.TrimSpace(name)
	for _, x := range s.Ledger.Symbols {
		if x.Name == name && len(c.Symbols(x.Symbol)) > 0 {
			found = append(found, x)
		}
	}
	return found
}

// meant are the symbols that a name means; "FILE:NAME" means those that are defined in
// a file.
func meant(name string, c Code) []Symbol {
	name = strings.TrimSpace(name)
	found := c.Symbols(name)
	for i := strings.Index(name, ":"); len(found) == 0 && i > 0; {
		file := clean(name[:i], c)
		if _, ok := c.File(file); ok {
			return inFile(c.Symbols(name[i+1:]), file, c)
		}
		next := strings.Index(name[i+1:], ":")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return found
}

// inFile are the symbols that have a definition in a file, at that definition.
func inFile(list []Symbol, file string, c Code) []Symbol {
	var out []Symbol
	for _, x := range list {
		if x.File == file {
			out = append(out, x)
			continue
		}
		places := c.Places(x.Symbol)
		if i := slices.IndexFunc(places, func(d Symbol) bool { return d.File == file }); i >= 0 {
			out = append(out, places[i])
		}
	}
	return out
}

// ambiguous says which symbols of several a name may mean, as "FILE:NAME": they have
// other names, or are defined in other files. It gives nil where there is no doubt.
func ambiguous(found []Symbol) speech.Message {
	var all []string
	for _, x := range found {
		if at := clipRunes(x.File+":"+x.Name, 100); x.File != "" && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	if len(all) < 2 {
		return nil
	}
	const most = 6
	if more := len(all) - most; more > 0 {
		return speech.OneOfMore{Names: all[:most], More: more}
	}
	return speech.OneOf{Names: all}
}
