package lang

import (
	"hash/maphash"
)

// NameTable finds the number of a name in a file: open addressing over the
// file's own names, a fraction of a map's memory. There is one for each file.
type NameTable struct {
	names []string
	slots []NameID // a power of two, more than the names; 1 + the number, 0 is free
}

// nameSeed only spreads the names over the slots: no answer depends on it.
var nameSeed = maphash.MakeSeed()

// NewNameTable makes the table of the names of a file, which must not change. Of two
// that are equal it finds the second.
func NewNameTable(names []string) NameTable {
	size := 1
	for size < len(names)+len(names)/2+1 {
		size *= 2
	}
	t := NameTable{names: names, slots: make([]NameID, size)}
	for i, n := range names {
		t.slots[t.slot(n)] = NameID(i) + 1
	}
	return t
}

// slot is where name is, or the free one where it would be.
func (t *NameTable) slot(name string) uint64 {
	mask := uint64(len(t.slots) - 1)
	for at := maphash.String(nameSeed, name) & mask; ; at = (at + 1) & mask {
		if n := t.slots[at]; n == 0 || t.names[n-1] == name {
			return at
		}
	}
}

// Get is the number of name.
func (t *NameTable) Get(name string) (NameID, bool) {
	if n := t.slots[t.slot(name)]; n > 0 {
		return n - 1, true
	}
	return 0, false
}
