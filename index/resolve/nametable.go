package resolve

import (
	"hash/maphash"

	"codeintel/index/lang"
)

// nameTable finds the number of a name in a file: open addressing over the
// file's own names, a fraction of a map's memory. There is one for each file.
type nameTable struct {
	names []string
	slots []lang.NameID // a power of two, more than the names; 1 + the number, 0 is free
}

// nameSeed only spreads the names over the slots: no answer depends on it.
var nameSeed = maphash.MakeSeed()

func newNameTable(names []string) nameTable {
	size := 1
	for size < len(names)+len(names)/2+1 {
		size *= 2
	}
	t := nameTable{names: names, slots: make([]lang.NameID, size)}
	for i, n := range names {
		t.slots[t.slot(n)] = lang.NameID(i) + 1
	}
	return t
}

// slot is where name is, or the free one where it would be.
func (t *nameTable) slot(name string) uint64 {
	mask := uint64(len(t.slots) - 1)
	for at := maphash.String(nameSeed, name) & mask; ; at = (at + 1) & mask {
		if n := t.slots[at]; n == 0 || t.names[n-1] == name {
			return at
		}
	}
}

// get is the number of name.
func (t *nameTable) get(name string) (lang.NameID, bool) {
	if n := t.slots[t.slot(name)]; n > 0 {
		return n - 1, true
	}
	return 0, false
}
