package index

import (
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Meaning is a symbol that a name may mean.
type Meaning struct {
	ID ID
	// As says what the name was taken as where that is not What its symbol is: a
	// symbol of SCIP, the path of a file, another name of one ("component").
	As string
	// level is higher the less the name says what is meant.
	level uint8
}

// AsSymbol and AsFile are values of Meaning.As.
const (
	AsSymbol = "symbol"
	AsFile   = "file"
)

// TakenAs says what the name was taken as.
func (s *Snapshot) TakenAs(m Meaning) string {
	if m.As != "" {
		return m.As
	}
	return s.What(m.ID)
}

// Levels of meanings.
const (
	levelWhole     uint8 = iota // it has this name
	levelQualified              // it has the last part of the name, and lies in the rest
)

// Named are the IDs of Meanings.
func (s *Snapshot) Named(name string) []ID {
	var out []ID
	for _, m := range s.Meanings(name) {
		out = append(out, m.ID)
	}
	return out
}

// Meanings finds the symbols that people call name: a SCIP symbol; a bare name; one
// qualified by what it lies in ("Class.method", "pkg.Name", "pkg/mod.Class.method";
// "#", "::", "->", "@", Go's "(*T).M" and PHP's "A\\B" are understood too); the path of
// a file, or the end of one, which means the file as a module; what else people call
// a file ("users.index", a view); a name that languages share, with its mark or
// without (".btn", the name of a route), or with its kind ("route:users.index").
//
// Local symbols and parameters have no such name. What says more comes first: a path
// of the repository, an open name with its mark and one with its kind mean nothing
// else; what has the name as a whole goes before what is qualified by a part of it.
// Among these definitions come before modules and those before external symbols; each
// symbol is there once.
func (s *Snapshot) Meanings(name string) []Meaning {
	var out []Meaning
	if _, err := symbol.Parse(name); err == nil {
		if symbol.IsLocal(name) {
			return nil
		}
		for _, id := range s.withSymbol(name) {
			out = append(out, Meaning{ID: id, As: AsSymbol})
		}
	} else {
		out = s.withName(name)
	}
	seen := map[uint64]bool{}
	return slices.DeleteFunc(out, func(m Meaning) bool {
		row, ok := s.row(m.ID)
		if !ok {
			row.sum = hash64(s.AppendGlobal(nil, m.ID))
		}
		again := seen[row.sum]
		seen[row.sum] = true
		return again
	})
}

// SortByUse sorts what Meanings has found by what people mean by a name most often:
// what has it as a whole before what is qualified, code before that of tests, what is
// used more before what is used less. What is equal then keeps its order. No facts are
// read.
func (s *Snapshot) SortByUse(meanings []Meaning) {
	if len(meanings) < 2 {
		return
	}
	type rank struct {
		outside, test bool
		uses          int
	}
	ranks := make(map[ID]rank, len(meanings))
	for i, m := range meanings {
		if i%64 == 0 && s.stop() {
			return
		}
		id := m.ID
		r := rank{outside: id.IsExternal()}
		for _, same := range s.sameSymbol(id) {
			r.uses += s.referenceCount(same)
		}
		if !r.outside {
			r.test = s.inTest(id.Doc)
		}
		ranks[id] = r
	}
	slices.SortStableFunc(meanings, func(a, b Meaning) int {
		x, y := ranks[a.ID], ranks[b.ID]
		return cmp.Or(cmp.Compare(a.level, b.level), order(x.outside)-order(y.outside), order(x.test)-order(y.test), cmp.Compare(y.uses, x.uses))
	})
}

// Words are the words of which a text has one that defines what Named finds by
// name, the first before others. What the name says that it lies in, "" for
// nothing, is in the text too, or in the path of the file; it stands for the words
// where these are not in the text (constructors). Modules may be named by their
// path alone.
func Words(name string) (words []string, in string) {
	add := func(word string) {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	parts := splitName(name)
	sym, err := symbol.Parse(name)
	if err == nil {
		parts = nil
		for _, d := range sym.Descriptors {
			parts = append(parts, splitName(d.Name)...)
		}
	}
	if n := len(parts); n > 0 {
		add(parts[n-1])
		if err != nil {
			add(name) // one with punctuation of its own
		}
		if n > 1 {
			in = parts[n-2]
		}
	}
	return words, in
}

// withSymbol finds the IDs of a global symbol.
func (s *Snapshot) withSymbol(sym string) []ID {
	out := s.defined(sym)
	for i := range s.externals {
		if id := (ID{resolve.External, lang.DefID(i)}); s.externals[i].Symbol == sym && s.valid(id) {
			out = append(out, id)
		}
	}
	return out
}

// defined finds the definitions and modules of a global symbol.
func (s *Snapshot) defined(sym string) []ID {
	out := s.withGlobal([]byte(sym))
	for doc := range s.docs {
		if s.module[doc] == sym {
			out = append(out, ID{int32(doc), resolve.ModuleDef})
		}
	}
	return out
}

// withName finds what a name that is no SCIP symbol may mean.
func (s *Snapshot) withName(name string) []Meaning {
	path := strings.TrimPrefix(name, "./")
	if doc, ok := s.Doc(path); ok && s.module[doc] != "" {
		return []Meaning{{ID: ID{doc, resolve.ModuleDef}, As: AsFile}}
	}
	out, only := s.withOpenName(name)
	if only {
		return out
	}
	parts := splitName(name)
	if len(parts) == 0 {
		return out
	}
	last := parts[len(parts)-1]
	level := levelWhole
	if last != name {
		// A name with punctuation of its own.
		for _, id := range s.called(name) {
			out = append(out, Meaning{ID: id})
		}
		level = levelQualified
	}
	out = s.withFileName(out, name, last)
	qualified := func(last string) {
		for _, id := range s.called(last) {
			if s.stop() { // it may have to read the file
				return
			}
			if s.qualifies(id, parts[:len(parts)-1]) {
				out = append(out, Meaning{ID: id, level: level})
			}
		}
	}
	if qualified(last); len(parts) > 1 && strings.HasPrefix(last, "$") {
		qualified(last[1:]) // a static property of PHP
	}
	prefix, holds := "", false // of the last file: those of a package have the same
	for doc := range s.docs {
		if doc%some == some-1 && s.stop() {
			break
		}
		if s.module[doc] == "" {
			continue
		}
		if p := s.prefix[doc]; doc == 0 || p != prefix {
			prefix, holds = p, strings.Contains(p, last)
		}
		m := Meaning{ID: ID{int32(doc), resolve.ModuleDef}, level: level}
		switch {
		case endsPath(s.docs[doc].Path, path):
			m.As = AsFile
		case (holds || s.packages[doc] == last || strings.Contains(s.docs[doc].Path, last)) && s.inModule(int32(doc), parts):
		default:
			continue
		}
		out = append(out, m)
	}
	for i := range s.externals {
		if i%some == some-1 && s.stop() {
			break
		}
		x := &s.externals[i]
		id := ID{resolve.External, lang.DefID(i)}
		if x.Name != last && x.Name != name || !s.valid(id) {
			continue
		}
		if sym, err := symbol.Parse(x.Symbol); err == nil && (x.Name == name || hasSuffix(segments(sym.Descriptors), parts)) {
			out = append(out, Meaning{ID: id, level: level})
		}
	}
	return out
}

// endsPath says whether end is the end of a path, in whole parts, with an extension.
func endsPath(path, end string) bool {
	return strings.HasSuffix(path, end) && strings.LastIndexByte(end, '.') > strings.LastIndexByte(end, '/')+1 &&
		(len(path) == len(end) || path[len(path)-len(end)-1] == '/')
}

// withOpenName finds the definitions of an open name. only: the name says with a mark
// or a kind that nothing else is meant.
func (s *Snapshot) withOpenName(name string) (out []Meaning, only bool) {
	if kind, short, ok := lang.OpenKind(name); ok { // with its mark, or all of it
		for _, id := range s.called(short) {
			if k, _, ok := s.openName(id); ok && k == kind {
				out = append(out, Meaning{ID: id})
			}
		}
	} else if kind, short, ok := strings.Cut(name, ":"); ok && short != "" && short[0] != ':' {
		for _, id := range s.called(strings.TrimSpace(short)) {
			if k, _, ok := s.openName(id); ok && k == kind {
				out = append(out, Meaning{ID: id})
			}
		}
	}
	return out, len(out) > 0
}

// withFileName appends the files that are called name other than by their path; last
// is its last part.
func (s *Snapshot) withFileName(out []Meaning, name, last string) []Meaning {
	dotted := strings.ReplaceAll(name, "/", ".")
	for doc, d := range s.docs {
		if doc%some == some-1 && s.stop() {
			break
		}
		if s.module[doc] == "" || d.Lang.FileNames == nil || !strings.Contains(d.Path, last) && !strings.HasPrefix(name, "x-") {
			continue
		}
		for _, n := range d.Lang.FileNames(d.Path) {
			if strings.ReplaceAll(n.Name, "/", ".") == dotted {
				out = append(out, Meaning{ID: ID{int32(doc), resolve.ModuleDef}, As: n.Kind})
				break
			}
		}
	}
	return out
}

// separators stand between the parts of a qualified name.
const separators = `.#/\:()*@`

// splitName splits a qualified name at its separators, and at "->".
func splitName(name string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(name, "->", "."), func(r rune) bool { return strings.ContainsRune(separators, r) })
}

// qualifies says whether the definition lies in what the qualifiers name, from
// the innermost outwards; containers without a name in the text don't count.
func (s *Snapshot) qualifies(id ID, qualifiers []string) bool {
	if len(qualifiers) == 0 {
		return true // without the file's facts, which may have to be read
	}
	f := s.docs[id.Doc].Facts()
	parent := f.Defs[id.Def].Parent
	for steps := 0; len(qualifiers) > 0 && parent >= 0 && steps < maxDescriptors; steps++ {
		d := &f.Defs[f.Canonical(parent)]
		if d.Flags&lang.Synthetic == 0 || d.Flags&lang.Elsewhere != 0 {
			if f.Names[d.Name] != qualifiers[len(qualifiers)-1] {
				return false
			}
			qualifiers = qualifiers[:len(qualifiers)-1]
		}
		parent = d.Parent
	}
	return len(qualifiers) == 0 || parent < 0 && s.inModule(id.Doc, qualifiers)
}

// inModule says whether the parts name a file's module: by its package clause,
// the end of its symbol's namespaces or the end of its path.
func (s *Snapshot) inModule(doc int32, parts []string) bool {
	d := s.docs[doc]
	if len(parts) == 1 && s.packages[doc] == parts[0] {
		return true
	}
	if last := parts[len(parts)-1]; !strings.Contains(d.Path, last) && !strings.Contains(s.prefix[doc], last) {
		return false
	}
	file := d.Path
	if dot := strings.LastIndexByte(file, '.'); dot > strings.LastIndexByte(file, '/') {
		file = file[:dot]
	}
	if hasSuffix(splitName(file), parts) {
		return true
	}
	sym, err := symbol.Parse(s.prefix[doc] + "x.") // the prefix alone may have no descriptor
	return err == nil && hasSuffix(segments(sym.Descriptors[:len(sym.Descriptors)-1]), parts)
}

// segments are the parts of the descriptors' names.
func segments(ds []symbol.Descriptor) []string {
	var out []string
	for _, d := range ds {
		if d.Suffix == symbol.Namespace {
			out = append(out, splitName(d.Name)...)
		} else if d.Suffix != symbol.Meta {
			out = append(out, d.Name)
		}
	}
	return out
}

func hasSuffix(all, end []string) bool {
	return len(all) >= len(end) && slices.Equal(all[len(all)-len(end):], end)
}
