package index

import (
	"slices"
	"strings"
)

// maxNear is how many names Near gives.
const maxNear = 5

// Near are names of symbols and files that are like a name which nothing has, the
// best first: those that begin as its last part does, as far as that goes.
func (s *Snapshot) Near(name string) []string {
	if i := strings.LastIndexByte(name, '.'); i > 0 && slices.ContainsFunc(s.docs, func(d *Doc) bool { return strings.HasSuffix(d.Path, name[i:]) }) {
		name, _, _ = strings.Cut(name[strings.LastIndexByte(name[:i], '/')+1:], ".") // a file's
	}
	if i := strings.LastIndexAny(name, separators); i >= 0 && i+1 < len(name) {
		name = name[i+1:]
	}
	name = strings.ToLower(name)
	var out []string
	add := func(name string) {
		if len(out) < maxNear && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for n := len(name); len(out) == 0 && (n >= 3 || n == len(name) && n > 0); n -= max(1, n/4) {
		found, _ := s.SearchSymbols(SymbolQuery{Name: name[:n], Limit: maxNear})
		for _, m := range found {
			add(s.FullName(m.ID))
		}
		for doc, d := range s.docs {
			if s.module[doc] == "" || d.Lang.FileNames == nil || !strings.Contains(strings.ToLower(d.Path), name[:n]) {
				continue
			}
			if names := d.Lang.FileNames(d.Path); len(names) > 0 {
				own := names[0].Name
				if last := strings.ToLower(own[strings.LastIndexByte(own, '.')+1:]); strings.HasPrefix(last, name[:n]) {
					add(own)
				}
			}
		}
	}
	return out
}
