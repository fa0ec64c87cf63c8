package index

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// FileLink is a text in a file that names another file.
type FileLink struct {
	Start, End uint32
	To         int32
}

// FileLinks are the texts in a file that name other files of the repository, and surely
// one only: imports, includes, views, and paths as they stand in markup and style
// sheets, which may name files that no language reads. They are in the order of the
// text.
func (s *Snapshot) FileLinks(doc int32) []FileLink {
	f := s.docs[doc].Facts()
	if f == nil {
		return nil
	}
	var out []FileLink
	for n := range f.Refs {
		r := &f.Refs[n]
		if r.Start >= r.End || r.Kind != lang.RefModule && r.Kind != lang.RefOpen {
			continue
		}
		links := s.linksOf(doc, lang.RefID(n))
		if len(links) == 0 && r.Kind == lang.RefModule {
			if to, ok := s.besides(doc, f.Names[r.Name]); ok {
				out = append(out, FileLink{r.Start, r.End, to})
			}
			continue
		}
		if len(links) != 1 {
			continue
		}
		if l := links[0]; l.Doc >= 0 && l.Doc != doc && l.Def == resolve.ModuleDef && l.Certainty == resolve.Resolved && s.alone(l.Doc) {
			out = append(out, FileLink{r.Start, r.End, l.Doc})
		}
	}
	slices.SortStableFunc(out, func(a, b FileLink) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	kept := out[:0]
	for _, l := range out { // of those that overlap the first, which is the longest
		if n := len(kept); n == 0 || kept[n-1].End <= l.Start {
			kept = append(kept, l)
		}
	}
	return kept
}

// alone says whether a file is a module by itself: where a language checks itself, a
// package has several files.
func (s *Snapshot) alone(doc int32) bool { return s.docs[doc].Lang.Check == nil }

// besides is the file that a path means where it is written relative to a file.
func (s *Snapshot) besides(doc int32, spec string) (int32, bool) {
	spec, _, _ = strings.Cut(spec, "?")
	spec, _, _ = strings.Cut(spec, "#")
	if spec == "" || strings.Contains(spec, ":") || strings.HasPrefix(spec, "/") {
		return 0, false
	}
	return s.Doc(path.Join(path.Dir(s.docs[doc].Path), spec))
}
