package forest

// numbers number different hashes from 0, in the order in which they come: a map that
// costs a fraction, for what is asked of it once a word.
type numbers struct {
	slots []numbered // a power of two, at least half of them free
	round uint32     // of the slots that are taken
	n     int
}

// numbered is a slot; it is free where its round is an earlier one.
type numbered struct{ hash, round, number uint32 }

func newNumbers() numbers { return numbers{slots: make([]numbered, 128), round: 1} }

// reset forgets all hashes. There is at most one reset for each of maxRows.
func (t *numbers) reset() { t.round, t.n = t.round+1, 0 }

// of is the number of a hash, which is the next one where the hash is new.
func (t *numbers) of(hash uint32) int {
	s := t.slot(hash)
	if s.round != t.round {
		if 2*t.n >= len(t.slots) {
			old := t.slots
			t.slots = make([]numbered, 2*len(old))
			for _, x := range old {
				if x.round == t.round {
					*t.slot(x.hash) = x
				}
			}
			s = t.slot(hash)
		}
		*s = numbered{hash, t.round, uint32(t.n)}
		t.n++
	}
	return int(s.number)
}

// slot is that of a hash, or the free one where it would be.
func (t *numbers) slot(hash uint32) *numbered {
	mask := uint32(len(t.slots) - 1)
	for i := (hash * 0x9e3779b1 >> 7) & mask; ; i = (i + 1) & mask { // Fibonacci hashing
		if s := &t.slots[i]; s.round != t.round || s.hash == hash {
			return s
		}
	}
}
