package index

// Implementations are the symbols that implement, extend or override id's
// symbol, directly or through others; the nearest first.
func (s *Snapshot) Implementations(id ID) []ID {
	return s.closure(id, s.eachRelative)
}

// Implemented are the symbols that id's symbol implements, extends or
// overrides, directly or through others; the nearest first.
func (s *Snapshot) Implemented(id ID) []ID {
	return s.closure(id, s.eachImplemented)
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
	for len(queue) > 0 && !s.stop() {
		at := queue[0]
		queue = queue[1:]
		step(at, func(to ID) { push(to, true) })
	}
	return out
}
