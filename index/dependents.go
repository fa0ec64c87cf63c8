package index

import (
	"maps"
	"slices"
)

// depending are the files, ascending, whose links depend on one of files, or on
// what there is of one of names; not those that their own language resolves. All
// files are looked through: that is done once after a change, and fast enough
// without a table.
func (s *Snapshot) depending(files map[int32]bool, names map[uint32]bool) []int32 {
	if len(files) == 0 && len(names) == 0 {
		return nil
	}
	list := slices.Sorted(maps.Keys(names))
	return s.resolvedFiles(func(doc int32) bool {
		return len(files) > 0 && touches(s.filesOf(doc), files) || len(list) > 0 && common(s.askedOf(doc), list)
	})
}

// asking is depending, of files with which both is so.
func (s *Snapshot) asking(files map[int32]bool, names map[uint32]bool) []int32 {
	if len(files) == 0 || len(names) == 0 {
		return nil
	}
	list := slices.Sorted(maps.Keys(names))
	return s.resolvedFiles(func(doc int32) bool {
		return touches(s.filesOf(doc), files) && common(s.askedOf(doc), list)
	})
}

// common says whether two ascending lists have a number in common.
func common(a, b []uint32) bool {
	for _, x := range a {
		for len(b) > 0 && b[0] < x {
			b = b[1:]
		}
		if len(b) == 0 || b[0] == x {
			return len(b) > 0
		}
	}
	return false
}

// resolvedFiles are those that were not resolved by their own language and are such.
func (s *Snapshot) resolvedFiles(such func(doc int32) bool) (out []int32) {
	for i, d := range s.docs {
		doc := int32(i)
		if d.Source == nil || d.Lang.Check != nil && s.fileChecked(doc) {
			continue
		}
		if such(doc) {
			out = append(out, doc)
		}
	}
	return out
}

// filesOf are the Files of a file's Deps, without the rest where that is cheaper.
func (s *Snapshot) filesOf(doc int32) []int32 {
	if raw, ok := s.linked.(rawLinks); ok {
		return raw.files(doc)
	}
	return s.linked.of(doc).deps.Files
}

// askedOf are the Asked of a file's Deps, without the rest where that is cheaper.
func (s *Snapshot) askedOf(doc int32) []uint32 {
	if raw, ok := s.linked.(rawLinks); ok {
		return raw.asked(doc)
	}
	return s.linked.of(doc).deps.Asked
}

// fileChecked says whether a language's own checker has resolved a file.
func (s *Snapshot) fileChecked(doc int32) bool {
	return s.covered(doc).Checked
}
