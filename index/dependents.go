package index

import (
	"slices"

	"codeintel/index/resolve"
)

// depending are the files, ascending, whose links depend on one of files, or on
// what there is of one of names; not those that their own language resolves. All
// files are looked through: that is done once after a change, and fast enough
// without a table.
func (s *Snapshot) depending(files map[int32]bool, names map[uint32]bool) []int32 {
	if len(files) == 0 && len(names) == 0 {
		return nil
	}
	return s.having(func(d *resolve.Deps) bool {
		return touches(d.Files, files) || len(names) > 0 && asks(d, names)
	})
}

// asking is depending, of files with which both is so.
func (s *Snapshot) asking(files map[int32]bool, names map[uint32]bool) []int32 {
	if len(files) == 0 || len(names) == 0 {
		return nil
	}
	return s.having(func(d *resolve.Deps) bool { return touches(d.Files, files) && asks(d, names) })
}

func asks(d *resolve.Deps, names map[uint32]bool) bool {
	return slices.ContainsFunc(d.Asked, func(n uint32) bool { return names[n] })
}

// having are the files with such Deps that are not resolved by their own language.
func (s *Snapshot) having(such func(*resolve.Deps) bool) (out []int32) {
	for i, d := range s.docs {
		doc := int32(i)
		if d.Source == nil || d.Lang.Check != nil && s.fileChecked(doc) {
			continue
		}
		if deps := s.depsOf(doc); such(&deps) {
			out = append(out, doc)
		}
	}
	return out
}

// depsOf are the Deps of a file, without its links where that is cheaper.
func (s *Snapshot) depsOf(doc int32) resolve.Deps {
	if raw, ok := s.linked.(rawLinks); ok {
		return raw.deps(doc)
	}
	return s.linked.of(doc).deps
}

// fileChecked says whether a language's own checker has resolved a file.
func (s *Snapshot) fileChecked(doc int32) bool {
	return s.covered(doc).Checked
}
