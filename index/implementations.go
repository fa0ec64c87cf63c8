package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Implementations are the symbols that implement, extend or override id's
// symbol, directly or through others; the nearest first.
func (s *Snapshot) Implementations(id ID) []ID {
	x := s.relatives.get(s.buildRelatives)
	return s.closure(id, func(id ID, yield func(ID)) {
		n := s.number(id)
		i, _ := slices.BinarySearchFunc(x.rows, n, func(r relativeRow, n uint32) int { return cmp.Compare(r.to, n) })
		for ; i < len(x.rows) && x.rows[i].to == n; i++ {
			yield(s.id(x.rows[i].from))
		}
	})
}

// Implemented are the symbols that id's symbol implements, extends or
// overrides, directly or through others; the nearest first.
func (s *Snapshot) Implemented(id ID) []ID {
	return s.closure(id, func(id ID, yield func(ID)) {
		if id.Doc < 0 {
			return
		}
		f := s.docs[id.Doc].Facts()
		for _, r := range s.relations[id.Doc] {
			if r.Kind == lang.Implements && r.Def >= 0 && f.Canonical(r.Def) == id.Def {
				yield(ID{r.Doc, r.Target})
			}
		}
	})
}

// closure follows step from all definitions of id's symbol, breadth first. It
// returns each symbol once, without id's.
func (s *Snapshot) closure(id ID, step func(ID, func(ID))) []ID {
	var out, queue []ID
	seen := map[ID]bool{}
	push := func(id ID, found bool) {
		same := s.sameSymbol(id)
		if len(same) == 0 || seen[same[0]] {
			return
		}
		if found {
			out = append(out, same[0])
		}
		for _, id := range same {
			seen[id] = true
		}
		queue = append(queue, same...)
	}
	push(id, false)
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		step(at, func(to ID) { push(to, true) })
	}
	return out
}

// relationIndex has the Implements relations sorted by what they point to.
type relationIndex struct{ rows []relativeRow }

type relativeRow struct{ to, from uint32 }

func (s *Snapshot) buildRelatives() relationIndex {
	var x relationIndex
	for doc, relations := range s.relations {
		for _, r := range relations {
			to, from := ID{r.Doc, r.Target}, ID{int32(doc), r.Def}
			if r.Kind == lang.Implements && s.valid(to) && s.valid(from) && to.Def != resolve.ModuleDef {
				x.rows = append(x.rows, relativeRow{s.number(s.Canonical(to)), s.number(s.Canonical(from))})
			}
		}
	}
	slices.SortFunc(x.rows, func(a, b relativeRow) int {
		return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.from, b.from))
	})
	x.rows = slices.Compact(x.rows)
	return x
}
