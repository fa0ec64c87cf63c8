package index

import (
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Named finds the symbols that people call name: a SCIP symbol, a bare name, or
// one qualified by what it lies in ("Class.method", "pkg.Name",
// "pkg/mod.Class.method"; "#", "::", Go's "(*T).M" and PHP's "A\B" are understood
// too).
// Local symbols and parameters have no such name. Definitions come before
// modules and these before external symbols; each symbol is there once.
func (s *Snapshot) Named(name string) []ID {
	var out []ID
	if _, err := symbol.Parse(name); err == nil {
		if symbol.IsLocal(name) {
			return nil
		}
		out = s.withSymbol(name)
	} else {
		out = s.withName(name)
	}
	seen := map[uint64]bool{}
	return slices.DeleteFunc(out, func(id ID) bool {
		row, ok := s.row(id)
		if !ok {
			row.sum = hash64(s.AppendGlobal(nil, id))
		}
		again := seen[row.sum]
		seen[row.sum] = true
		return again
	})
}

// SortByUse sorts IDs that Named has found by what people mean by a name most
// often: code before that of tests, what is used more before what is used less.
// What is equal then keeps its order. No facts are read.
func (s *Snapshot) SortByUse(ids []ID) {
	if len(ids) < 2 {
		return
	}
	type rank struct {
		outside, test bool
		uses          int
	}
	ranks := make(map[ID]rank, len(ids))
	for _, id := range ids {
		r := rank{outside: id.IsExternal()}
		for _, same := range s.sameSymbol(id) {
			r.uses += s.referenceCount(same)
		}
		if !r.outside {
			r.test = s.inTest(id.Doc)
		}
		ranks[id] = r
	}
	number := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(ids, func(a, b ID) int {
		x, y := ranks[a], ranks[b]
		return cmp.Or(number(x.outside)-number(y.outside), number(x.test)-number(y.test), cmp.Compare(y.uses, x.uses))
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

// withName finds what a bare or qualified name may mean.
func (s *Snapshot) withName(name string) []ID {
	parts := splitName(name)
	if len(parts) == 0 {
		return nil
	}
	last := parts[len(parts)-1]
	var out []ID
	for _, id := range s.called(last) {
		if s.qualifies(id, parts[:len(parts)-1]) {
			out = append(out, id)
		}
	}
	if last != name { // a name with punctuation of its own
		out = append(out, s.called(name)...)
	}
	prefix, holds := "", false // of the last file: those of a package have the same
	for doc := range s.docs {
		if s.module[doc] == "" {
			continue
		}
		if p := s.prefix[doc]; doc == 0 || p != prefix {
			prefix, holds = p, strings.Contains(p, last)
		}
		if (holds || s.packages[doc] == last || strings.Contains(s.docs[doc].Path, last)) && s.inModule(int32(doc), parts) {
			out = append(out, ID{int32(doc), resolve.ModuleDef})
		}
	}
	for i := range s.externals {
		x := &s.externals[i]
		id := ID{resolve.External, lang.DefID(i)}
		if x.Name != last && x.Name != name || !s.valid(id) {
			continue
		}
		if sym, err := symbol.Parse(x.Symbol); err == nil && (x.Name == name || hasSuffix(segments(sym.Descriptors), parts)) {
			out = append(out, id)
		}
	}
	return out
}

// separators stand between the parts of a qualified name.
const separators = `.#/\:()*`

// splitName splits a qualified name at its separators.
func splitName(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(separators, r) })
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
