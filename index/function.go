package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/lang"
)

// Extent is a definition of a file with its lines.
type Extent struct {
	Location
	Name string
	Kind lang.Kind
	Sig  string
	Doc  string
	// First and Last are its lines, from 0, both included: the declaration with
	// its documentation and attributes. Code is the first line without them.
	First, Code, Last uint32
}

// Around is what lies at a line of a file.
type Around struct {
	// Function is the innermost function around the line; nil where there is none.
	Function *Extent
	// Containers are the classes, modules and the like around the line or its
	// function, and functions around that, outermost first.
	Containers []Extent
	// Before and After are the nearest functions of the file that end above the
	// line and begin below it, where there is no Function; nil where there are
	// none.
	Before, After *Extent
}

// FunctionAt finds what lies at a line, from 0, of a file that was parsed. The
// lines of a function's documentation are its own. One without a name is what
// holds it, a variable or a member; where nothing does, the function around
// counts. Where a line has several functions it is the innermost of those that
// have all of it, else the one that has the most of it. text is the content that
// the snapshot knows; without it documentation outside of declarations does not
// count, and lines above them are not looked at.
func (s *Snapshot) FunctionAt(doc int32, line uint32, text []byte) Around {
	var a Around
	if doc < 0 || int(doc) >= len(s.docs) || s.docs[doc].Source == nil {
		return a
	}
	b := s.bodies(doc)
	lines := s.docs[doc].Lines()
	if uint32(len(text)) != lines.Size() {
		text = nil
	}
	var functions, containers []Extent
	for i := range b.f.Defs {
		def := lang.DefID(i)
		d := &b.f.Defs[i]
		function := isFunction(d)
		if d.Flags&(lang.Synthetic|lang.Binding) != 0 || d.EncEnd <= d.EncStart || !function && !isContainer(d) && !b.holder(def) {
			continue
		}
		if !b.named(def) {
			continue
		}
		x := s.extent(doc, def, text)
		if function || !isContainer(d) {
			functions = append(functions, x)
		} else {
			containers = append(containers, x)
		}
	}
	start, end := lines.Line(line)
	start, end = trimmed(text, start, end)
	best := -1
	var bestHas, bestSize uint32
	for i := range functions {
		x := &functions[i]
		if line < x.First || line > x.Last {
			continue
		}
		has, size := uint32(0), x.EncEnd-x.EncStart
		switch from, to := max(start, x.EncStart), min(end, x.EncEnd); {
		case line < x.Code || x.EncEnd >= end && (x.EncStart <= start || onlyWords(text, start, x.EncStart)):
			has = end - start + 1
		case to > from:
			has = to - from
		}
		if best < 0 || has > bestHas || has == bestHas && size < bestSize {
			best, bestHas, bestSize = i, has, size
		}
	}
	at := Location{EncStart: start, EncEnd: end}
	if best >= 0 {
		a.Function = &functions[best]
		at = a.Function.Location
	} else {
		for i := range functions {
			x := &functions[i]
			if x.Last < line && (a.Before == nil || cmp.Or(cmp.Compare(x.Last, a.Before.Last), cmp.Compare(x.EncEnd, a.Before.EncEnd)) > 0) {
				a.Before = x
			}
			if x.First > line && (a.After == nil || x.EncStart < a.After.EncStart) {
				a.After = x
			}
		}
	}
	for _, x := range slices.Concat(containers, functions) {
		if x.EncStart <= at.EncStart && x.EncEnd >= at.EncEnd && (a.Function == nil || x.ID != a.Function.ID) {
			a.Containers = append(a.Containers, x)
		}
	}
	slices.SortStableFunc(a.Containers, func(x, y Extent) int {
		return cmp.Or(cmp.Compare(x.EncStart, y.EncStart), cmp.Compare(y.EncEnd, x.EncEnd))
	})
	return a
}

// holder says whether a definition holds a function without a name.
func (b *bodies) holder(def lang.DefID) bool {
	if b.holders == nil {
		b.holders = map[lang.DefID]bool{}
		for _, h := range b.holds {
			b.holders[h] = true
		}
	}
	return b.holders[b.f.Canonical(def)]
}

// isContainer says whether functions may lie in a definition that is none.
func isContainer(d *lang.Def) bool {
	switch d.Kind {
	case lang.KindClass, lang.KindInterface, lang.KindStruct, lang.KindEnum, lang.KindTrait, lang.KindObject,
		lang.KindModule, lang.KindNamespace, lang.KindUnion, lang.KindType:
		return d.Flags&lang.Param == 0
	}
	return false
}

// extent is a definition of a file with its lines; text is the file's, nil when
// it is not known.
func (s *Snapshot) extent(doc int32, def lang.DefID, text []byte) Extent {
	f, lines := s.docs[doc].Facts(), s.docs[doc].Lines()
	d := &f.Defs[def]
	x := Extent{
		Location: Location{ID{doc, def}, doc, d.Start, d.End, d.EncStart, d.EncEnd},
		Name:     f.Names[d.Name], Kind: d.Kind, Sig: d.Sig, Doc: d.Doc,
	}
	if d.EncEnd <= d.EncStart {
		x.EncStart, x.EncEnd = d.Start, d.End
	}
	x.Code = lines.Position(x.EncStart).Line
	x.Last = lines.Position(max(x.EncEnd, 1) - 1).Line
	x.First = x.Code
	if text == nil {
		return x
	}
	line := func(n uint32) []byte { return bytes.TrimSpace(lines.Text(text, n)) }
	if start, _ := lines.Line(x.Code); len(bytes.TrimSpace(text[start:min(x.EncStart, uint32(len(text)))])) > 0 && !onlyWords(text, start, x.EncStart) {
		return x // what is above belongs to what this line begins with
	}
	at := x.Code
	for at > 0 && isAttribute(line(at-1)) {
		at--
	}
	first := at
	if text := strings.TrimSpace(d.Doc); text != "" {
		want := strings.Split(text, "\n")
		for at > 0 && len(want) > 0 {
			here := line(at - 1)
			last := strings.TrimSpace(want[len(want)-1])
			switch {
			case last == "" && !hasWord(here):
				want, at = want[:len(want)-1], at-1
			case last != "" && bytes.Contains(here, []byte(last)):
				want, at = want[:len(want)-1], at-1
				first = at
			case last == "": // the comment has no line for it
				want = want[:len(want)-1]
			case len(here) > 0 && !hasWord(here): // what ends a comment
				at--
			default:
				want = nil
			}
		}
		for first > 0 && first < x.Code && len(line(first-1)) > 0 && opensComment(line(first-1)) {
			first--
		}
	}
	x.First = first
	return x
}

// isAttribute says whether a line above a declaration is an attribute of it that
// is not part of the declaration's range.
func isAttribute(line []byte) bool {
	return bytes.HasPrefix(line, []byte("#[")) || bytes.HasPrefix(line, []byte("@")) ||
		bytes.HasPrefix(line, []byte("[")) && bytes.HasSuffix(line, []byte("]"))
}

// opensComment says whether a line is but the beginning of a comment.
func opensComment(line []byte) bool {
	return !hasWord(line) && bytes.ContainsAny(line, "/*-#({") && !bytes.ContainsAny(line, "})")
}

// hasWord says whether a text has a letter or a digit.
func hasWord(b []byte) bool {
	return bytes.ContainsFunc(b, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == utf8.RuneError })
}

// onlyWords says whether nothing but words, as modifiers are, is between two
// offsets of a text.
func onlyWords(text []byte, from, to uint32) bool {
	if from > to || to > uint32(len(text)) {
		return false
	}
	return !bytes.ContainsFunc(text[from:to], func(r rune) bool {
		return !unicode.IsLetter(r) && r != ' ' && r != '\t' && r != '_' && r != '@'
	})
}

// trimmed is a range of a text without the spaces around it and what punctuation
// ends it.
func trimmed(text []byte, start, end uint32) (uint32, uint32) {
	if text == nil {
		return start, end
	}
	for end > start && bytes.IndexByte([]byte(" \t\r\n;,)"), text[end-1]) >= 0 {
		end--
	}
	for start < end && bytes.IndexByte([]byte(" \t"), text[start]) >= 0 {
		start++
	}
	return start, end
}
