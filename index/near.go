package index

import (
	"slices"
	"strings"
)

// maxNear is how many names Near gives, and maxNearName how many bytes of a name count.
const (
	maxNear     = 5
	maxNearName = 200
)

// Near are names of symbols and files that are like a name which nothing has, the
// best first: those that begin as its last part does, as far as that goes, else what
// lies in the rest of it.
func (s *Snapshot) Near(name string) []string {
	if i := strings.LastIndexByte(name, '.'); i > 0 && slices.ContainsFunc(s.docs, func(d *Doc) bool { return strings.HasSuffix(d.Path, name[i:]) }) {
		name, _, _ = strings.Cut(name[strings.LastIndexByte(name[:i], '/')+1:], ".") // a file's
	}
	in, last := "", strings.ToLower(name)
	if i := strings.LastIndexAny(name, separators); i >= 0 && i+1 < len(name) {
		in, last = name[:i+1], strings.ToLower(name[i+1:])
	}
	var out []string
	for n := min(len(last), maxNearName); len(out) == 0 && !s.stop() && (n >= 3 || n == len(last) && n > 0); n -= max(1, n/4) {
		out = s.near(last[:n], func(name string) bool {
			return strings.HasPrefix(strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]), last[:n])
		})
	}
	if len(out) == 0 && len(in) > 1 {
		dotted := strings.ReplaceAll(in, "/", ".")
		out = s.near(in, func(name string) bool { return strings.HasPrefix(name, dotted) })
	}
	return out
}

// near are names of symbols that a pattern finds, and of files.
func (s *Snapshot) near(pattern string, file func(name string) bool) []string {
	var out []string
	add := func(name string) {
		if len(out) < maxNear && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	found, _ := s.SearchSymbols(SymbolQuery{Name: pattern, Limit: maxNear})
	for _, m := range found {
		add(s.FullName(m.ID))
	}
	for doc, d := range s.docs {
		if doc%some == 0 && s.stop() {
			break
		}
		if s.module[doc] == "" || d.Lang.FileNames == nil {
			continue
		}
		if names := d.Lang.FileNames(d.Path); len(names) > 0 && file(names[0].Name) {
			add(names[0].Name)
		}
	}
	return out
}
