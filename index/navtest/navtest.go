// Package navtest reads the fixtures of testdata/nav and checks any way to
// navigate against them: the queries, the SCIP export, and whatever else turns
// a position into definitions and references.
//
// A fixture is a txtar archive of a small repository. Comments in its files are
// notes on the code line above them:
//
//	type Shape struct{}
//	//   ^^^^^ def Shape
//
// The carets stand below the characters they speak of (tabs reach to the next
// eighth column). Where the comment itself
// stands in the way, "<" and dashes take the columns from the comment's own
// start, one for each character of the name:
//
//	Shape()
//	# <---- ref Shape
//
// The notes:
//
//	def TAG [refs=N]   a definition of the symbol TAG; with refs, it has N references
//	ref TAG            means TAG: all its definitions, and nothing else
//	ref file:PATH      means the file PATH as a module
//	ref TAG possible   means TAG, and says that it is not certain
//	external TEXT      means a symbol outside the repository, whose string contains TEXT
//	noref              means nothing
//	type TAG           has the type TAG, which is where its definition leads
//	notype             has no type that is known
//
// "wrong: reason" at the end of a note says that the answer is another one
// today, and why. When it becomes right the fixture fails until "wrong" is gone;
// go test ./scip -run TestNav -unmark takes it out.
//
// Several definitions with one TAG are one symbol (overloads, merged
// declarations). A tag is unique in its archive. Several notes on one place add
// up: a shorthand property can define one symbol and mean another.
package navtest

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/pos"

	"golang.org/x/tools/txtar"
)

// Place is a range of bytes of a file.
type Place struct {
	Path       string
	Start, End uint32
}

// Verb says what a note claims.
type Verb int

// Verbs of notes.
const (
	Def Verb = iota
	Ref
	External
	NoRef
	Type
	NoType
)

// Note is one claim about a place.
type Note struct {
	Place
	Line     int // of the note in its file, from 1
	Verb     Verb
	Tag      string // of NoRef: ""
	Refs     int    // number of references of a Def, -1 when not claimed
	Possible bool
	Wrong    string // why the answer is another one today, "" when it is not
}

// File of a fixture. Src includes the notes.
type File struct {
	Path  string
	Src   []byte
	Lines pos.Lines
}

// Fixture is one archive.
type Fixture struct {
	Name  string
	Files []File // sorted by Path
	Notes []Note // without those of types
	Types []Note
}

// Answer is what a position means.
type Answer struct {
	// Definitions in the repository, in any order; {Path, 0, 0} for a file as a
	// module.
	Definitions []Place
	// External is the symbol's string when it is not defined in the repository.
	External string
	Possible bool
	// Untold: this way tells neither of the two, but the definitions alone.
	Untold bool
}

// Leg is one way to navigate.
type Leg interface {
	// Definition of what is at an offset; the zero Answer for nothing.
	Definition(path string, offset uint32) Answer
	// References of what is at an offset, without definitions, in any order.
	References(path string, offset uint32) []Place
	// Types are where the types of what is at an offset are defined, in any order;
	// not ok where they are not told at all.
	Types(path string, offset uint32) (places []Place, ok bool)
	// ShowsPossible says whether answers that are not certain are given at all.
	ShowsPossible() bool
}

var noteLine = regexp.MustCompile(`^(\s*)((?://|#|--|;|%|/\*|<!--|\{/\*|\{\{--|\(\*)\s*)(\^+|<-*)\s+(\S.*?)\s*(?:\*/\}?|-->|--\}\}|\*\))?\s*$`)

// Parse reads an archive. All mistakes in the notes are in the error.
func Parse(name string, archive []byte) (*Fixture, error) {
	f := &Fixture{Name: name}
	var bad []string
	for _, file := range txtar.Parse(archive).Files {
		if path.Clean(file.Name) != file.Name || path.IsAbs(file.Name) || strings.HasPrefix(file.Name, "../") {
			bad = append(bad, fmt.Sprintf("%q is no path inside a repository", file.Name))
			continue
		}
		lines := pos.New(file.Data)
		f.Files = append(f.Files, File{Path: file.Name, Src: file.Data, Lines: lines})
		target := -1 // the last line that is no note
		for n := range lines.Count() {
			text := lines.Text(file.Data, uint32(n))
			m := noteLine.FindSubmatch(text)
			if m == nil {
				target = n
				continue
			}
			note, err := parseNote(string(m[4]))
			if err == nil && target < 0 {
				err = fmt.Errorf("there is no line above it")
			}
			if err == nil {
				indent, length := m[1], len(m[3])
				if m[3][0] == '^' {
					indent = text[:len(m[1])+len(m[2])]
				}
				column := 0
				for _, r := range string(indent) {
					column = advance(column, r)
				}
				note.Line = n + 1
				note.Place, err = place(file.Name, lines, file.Data, uint32(target), column, length)
			}
			if err != nil {
				bad = append(bad, fmt.Sprintf("%s:%d: %q: %v", file.Name, n+1, bytes.TrimSpace(text), err))
				continue
			}
			if note.Verb == Type || note.Verb == NoType {
				f.Types = append(f.Types, note)
			} else {
				f.Notes = append(f.Notes, note)
			}
		}
	}
	slices.SortFunc(f.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	tags := f.definitions()
	for _, n := range slices.Concat(f.Notes, f.Types) {
		if (n.Verb == Ref || n.Verb == Type) && tags[n.Tag] == nil {
			bad = append(bad, fmt.Sprintf("%s:%d: nothing defines %q", n.Path, n.Line, n.Tag))
		}
	}
	if len(f.Notes) == 0 {
		bad = append(bad, "it has no notes")
	}
	if len(bad) > 0 {
		return nil, fmt.Errorf("%s: %s", name, strings.Join(bad, "\n"))
	}
	return f, nil
}

// parseNote reads a note behind its carets.
func parseNote(text string) (Note, error) {
	n := Note{Refs: -1}
	text, reason, isWrong := strings.Cut(text, " wrong:")
	if n.Wrong = strings.TrimSpace(reason); isWrong && n.Wrong == "" {
		return n, fmt.Errorf("wrong needs a reason: \"wrong: reason\"")
	}
	words := strings.Fields(text)
	verb, words := words[0], words[1:]
	switch verb {
	case "def":
		n.Verb = Def
	case "ref":
		n.Verb = Ref
	case "external":
		n.Verb, n.Tag = External, strings.Join(words, " ")
		if n.Tag == "" {
			return n, fmt.Errorf("external needs a part of the symbol")
		}
		return n, nil
	case "type":
		n.Verb = Type
	case "noref", "notype":
		n.Verb = NoRef
		if verb == "notype" {
			n.Verb = NoType
		}
		if len(words) > 0 {
			return n, fmt.Errorf("%s stands alone", verb)
		}
		return n, nil
	default:
		return n, fmt.Errorf("unknown note %q", verb)
	}
	if len(words) == 0 {
		return n, fmt.Errorf("%s needs a tag", verb)
	}
	n.Tag, words = words[0], words[1:]
	for _, w := range words {
		count, isCount := strings.CutPrefix(w, "refs=")
		switch {
		case n.Verb == Def && isCount:
			refs, err := strconv.ParseUint(count, 10, 16)
			if err != nil {
				return n, err
			}
			n.Refs = int(refs)
		case n.Verb == Ref && w == "possible":
			n.Possible = true
		default:
			return n, fmt.Errorf("unknown word %q", w)
		}
	}
	return n, nil
}

// names are what a note can stand below: an identifier, which has dashes in
// style sheets and markup, several with dots or colons between them, a path, or a
// string. Below all that stands between two quotes a note can stand whatever it is.
var names = regexp.MustCompile(`^([-#$&@~_\pL][-$_\pL\pN]*((\.|::?)[$_\pL][-$_\pL\pN]*)*|[-@~./_\pL\pN]*/[-@~./_\pL\pN]*|"[^"]*"|'[^']*')$`)

// joint stands between the names of a path that is one keyword: seed__name.
var joint = []byte("__")

// inName says whether r can be a part of an identifier.
func inName(r rune) bool { return r == '$' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// advance is the column behind a character that starts at column, as a terminal
// shows it: with a tab stop at each eighth.
func advance(column int, r rune) int {
	if r == '\t' {
		return column/8*8 + 8
	}
	return column + 1
}

// place is the range of length characters that starts at a column of a line.
func place(p string, lines pos.Lines, src []byte, line uint32, column, length int) (Place, error) {
	text := lines.Text(src, line)
	start, _ := lines.Line(line)
	var from, to uint32
	at, found := 0, false
	for offset := 0; offset < len(text) && length > 0; {
		r, size := utf8.DecodeRune(text[offset:])
		if at == column {
			from, found = start+uint32(offset), true
		}
		if found {
			length--
		}
		offset += size
		to = start + uint32(offset)
		at = advance(at, r)
	}
	if length > 0 {
		return Place{}, fmt.Errorf("line %d is shorter: %q", line+1, text)
	}
	name := src[from:to]
	before, _ := utf8.DecodeLastRune(src[:from])
	after, _ := utf8.DecodeRune(src[to:])
	quoted := (before == '"' || before == '\'') && before == after
	inside := inName(before) && !bytes.HasSuffix(src[:from], joint) || inName(after) && !bytes.HasPrefix(src[to:], joint)
	if !quoted && !names.Match(name) || name[0] != '"' && name[0] != '\'' && inside {
		return Place{}, fmt.Errorf("it stands below %q, which is not one name", name)
	}
	return Place{p, from, to}, nil
}

// definitions by tag, sorted; with "file:PATH" for each file.
func (f *Fixture) definitions() map[string][]Place {
	tags := map[string][]Place{}
	for _, n := range f.Notes {
		if n.Verb == Def {
			tags[n.Tag] = append(tags[n.Tag], n.Place)
		}
	}
	for _, file := range f.Files {
		tags["file:"+file.Path] = []Place{{Path: file.Path}}
	}
	for _, places := range tags {
		slices.SortFunc(places, comparePlaces)
	}
	return tags
}

func comparePlaces(a, b Place) int {
	if c := strings.Compare(a.Path, b.Path); c != 0 {
		return c
	}
	return int(int64(a.Start) - int64(b.Start))
}

// Check asks leg for everything that the notes claim and returns one line for
// each claim that does not hold.
func (f *Fixture) Check(leg Leg) []string {
	var bad []string
	tags := f.definitions()
	for _, n := range slices.Concat(f.Notes, f.Types) {
		problem := f.checkNote(leg, n, tags)
		switch {
		case n.Wrong == "" && problem != "":
			bad = append(bad, fmt.Sprintf("%s:%d: %s", n.Path, n.Line, problem))
		case n.Wrong != "" && problem == "" && (!n.Possible || leg.ShowsPossible()) && f.judges(leg, n):
			bad = append(bad, fmt.Sprintf("%s:%d: it is right now; take out \"wrong: %s\"", n.Path, n.Line, n.Wrong))
		}
	}
	return bad
}

// judges says whether leg tells enough for a note to be wrong: how certain it is may
// be what is.
func (f *Fixture) judges(leg Leg, n Note) bool {
	if n.Verb == Type || n.Verb == NoType {
		_, ok := leg.Types(n.Path, n.Start)
		return ok
	}
	return !leg.Definition(n.Path, n.Start).Untold
}

// checkType compares the types at a place with the notes.
func (f *Fixture) checkType(leg Leg, n Note, tags map[string][]Place) string {
	have, ok := leg.Types(n.Path, n.Start)
	if !ok {
		return ""
	}
	var want []Place
	for _, m := range f.Types {
		if m.Place == n.Place {
			want = append(want, tags[m.Tag]...)
		}
	}
	slices.SortFunc(have, comparePlaces)
	slices.SortFunc(want, comparePlaces)
	if have, want = slices.Compact(have), slices.Compact(want); !slices.Equal(have, want) {
		return fmt.Sprintf("want the type %s, have %s", f.describe(Answer{Definitions: want}), f.describe(Answer{Definitions: have}))
	}
	return ""
}

// checkNote returns what does not hold, "" when all does.
func (f *Fixture) checkNote(leg Leg, n Note, tags map[string][]Place) string {
	if n.Verb == Type || n.Verb == NoType {
		return f.checkType(leg, n, tags)
	}
	for _, offset := range []uint32{n.Start, max(n.Start, n.End-1)} {
		a := leg.Definition(n.Path, offset)
		slices.SortFunc(a.Definitions, comparePlaces)
		a.Definitions = slices.Compact(a.Definitions)
		switch n.Verb {
		case NoRef:
			if len(a.Definitions) > 0 || a.External != "" {
				return fmt.Sprintf("want nothing, have %s", f.describe(a))
			}
		case External:
			if len(a.Definitions) > 0 || !a.Untold && !strings.Contains(a.External, n.Tag) {
				return fmt.Sprintf("want the external symbol %s, have %s", n.Tag, f.describe(a))
			}
		case Def, Ref:
			want := Answer{Possible: n.Possible}
			for _, m := range f.Notes {
				if m.Place == n.Place && m.Tag != "" {
					want.Definitions = append(want.Definitions, tags[m.Tag]...)
				}
			}
			slices.SortFunc(want.Definitions, comparePlaces)
			want.Definitions = slices.Compact(want.Definitions)
			if n.Possible && !leg.ShowsPossible() {
				want = Answer{}
			}
			if !slices.Equal(a.Definitions, want.Definitions) || !a.Untold && a.Possible != want.Possible {
				return fmt.Sprintf("want %s %s, have %s", n.Tag, f.describe(want), f.describe(a))
			}
		}
	}
	if n.Verb != Def {
		return ""
	}
	return f.checkReferences(leg, n)
}

// checkReferences compares the references of a definition with the notes.
func (f *Fixture) checkReferences(leg Leg, def Note) string {
	have := map[Place]bool{}
	for _, p := range leg.References(def.Path, def.Start) {
		have[p] = true
	}
	var tags []string
	for _, n := range f.Notes {
		if n.Place == def.Place && n.Tag != "" {
			tags = append(tags, n.Tag)
		}
	}
	means := map[Place]bool{}
	for _, n := range f.Notes {
		if n.Verb == Ref && slices.Contains(tags, n.Tag) {
			means[n.Place] = true
		}
	}
	for _, n := range f.Notes {
		want := means[n.Place]
		if n.Wrong != "" || n.Verb == Def || want && n.Possible && !leg.ShowsPossible() {
			continue
		}
		if have[n.Place] != want {
			not := map[bool]string{true: "are not", false: "are"}[want]
			return fmt.Sprintf("%s:%d %s among the references of %s", n.Path, n.Line, not, def.Tag)
		}
	}
	if def.Refs >= 0 && len(have) != def.Refs {
		var list []string
		for p := range have {
			list = append(list, f.describe(Answer{Definitions: []Place{p}}))
		}
		slices.Sort(list)
		return fmt.Sprintf("want %d references of %s, have %d: %s", def.Refs, def.Tag, len(have), strings.Join(list, ", "))
	}
	return ""
}

// describe is an answer for people.
func (f *Fixture) describe(a Answer) string {
	var parts []string
	for _, p := range a.Definitions {
		line := 0
		for _, file := range f.Files {
			if file.Path == p.Path {
				line, _ = file.Lines.Position(p.Start).OneBased()
			}
		}
		parts = append(parts, fmt.Sprintf("%s:%d", p.Path, line))
	}
	if a.External != "" {
		parts = append(parts, a.External)
	}
	if len(parts) == 0 {
		return "nothing"
	}
	s := strings.Join(parts, ", ")
	if a.Possible {
		s += " (possible)"
	}
	return "(" + s + ")"
}

// Share is how much of what the notes of one group claim is found.
type Share struct {
	Group string
	Total int // claims: notes of definitions and references, possible ones too
	Found int // claims of which all definitions are in the answer, as certain as claimed
	Extra int // definitions in certain answers that no note claims, and certain references of the group's definitions where no note is
}

// Recall is the share of the claims that are found.
func (s Share) Recall() float64 { return ratio(s.Found, s.Total) }

// Precision is the share of the answers that are claimed.
func (s Share) Precision() float64 { return ratio(s.Found, s.Found+s.Extra) }

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Shares counts by groups what leg finds, whatever "wrong" says, with a line for
// each claim that is missed and for each answer too many. group tells the group of
// a definition's or a reference's note, "" for none. Answers where noref stands
// count for the group "noref".
func (f *Fixture) Shares(leg Leg, group func(Note) string) ([]Share, []string) {
	shares, tags := map[string]*Share{}, f.definitions()
	of := func(name string) *Share {
		if shares[name] == nil {
			shares[name] = &Share{Group: name}
		}
		return shares[name]
	}
	var lines []string
	at := map[Place][]Note{}
	for _, n := range f.Notes {
		at[n.Place] = append(at[n.Place], n)
	}
	extra := map[Place]bool{} // references by where they stand: two tags can have one definition
	for _, n := range f.Notes {
		name := "noref"
		if n.Verb == Def || n.Verb == Ref {
			name = group(n)
		}
		if name == "" || n.Verb == External {
			continue
		}
		a := leg.Definition(n.Path, n.Start)
		s := of(name)
		if n.Verb != NoRef {
			s.Total++
			missing := slices.ContainsFunc(tags[n.Tag], func(p Place) bool { return !slices.Contains(a.Definitions, p) })
			if missing || a.Possible != n.Possible {
				lines = append(lines, fmt.Sprintf("%s: %s:%d: want %s, have %s", name, n.Path, n.Line, n.Tag, f.describe(a)))
			} else {
				s.Found++
			}
		}
		if at[n.Place][0] == n && !a.Possible {
			for _, p := range a.Definitions {
				claimed := slices.ContainsFunc(at[n.Place], func(m Note) bool { return m.Tag != "" && slices.Contains(tags[m.Tag], p) })
				if !claimed {
					s.Extra++
					lines = append(lines, fmt.Sprintf("%s: %s:%d: too many: %s", name, n.Path, n.Line, f.describe(Answer{Definitions: []Place{p}})))
				}
			}
		}
		if n.Verb != Def {
			continue
		}
		for _, p := range leg.References(n.Path, n.Start) {
			if at[p] == nil && !extra[p] && !leg.Definition(p.Path, p.Start).Possible {
				extra[p] = true
				s.Extra++
				lines = append(lines, fmt.Sprintf("%s: %s is a reference of %s without a note", name, f.describe(Answer{Definitions: []Place{p}}), n.Tag))
			}
		}
	}
	var out []Share
	for _, s := range shares {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Share) int { return strings.Compare(a.Group, b.Group) })
	return out, lines
}

var wrongMark = regexp.MustCompile(` wrong: .*?( -->| \*/\}?| --\}\}| \*\))?$`)

// Unmark is the archive that f was parsed from without "wrong" in the notes that
// hold now for all of legs.
func (f *Fixture) Unmark(archive []byte, legs ...Leg) []byte {
	right := map[string]map[int]bool{} // lines of notes by path
	tags := f.definitions()
	for _, n := range slices.Concat(f.Notes, f.Types) {
		if n.Wrong == "" || slices.ContainsFunc(legs, func(l Leg) bool { return f.checkNote(l, n, tags) != "" }) {
			continue
		}
		if right[n.Path] == nil {
			right[n.Path] = map[int]bool{}
		}
		right[n.Path][n.Line] = true
	}
	a := txtar.Parse(archive)
	for i, file := range a.Files {
		lines := strings.Split(string(file.Data), "\n")
		for line := range right[file.Name] {
			lines[line-1] = wrongMark.ReplaceAllString(lines[line-1], "$1")
		}
		a.Files[i].Data = []byte(strings.Join(lines, "\n"))
	}
	return txtar.Format(a)
}
