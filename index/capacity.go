package index

import (
	"errors"
	"fmt"
	"math"
)

// Capacity is what the tables of a snapshot have room for: they number things, and find
// their bytes, with 32 bits. What is beyond is left out, and LeftOut says so; no number
// wraps.
type Capacity struct {
	// Numbers are those of definitions and files together.
	Numbers int64
	// Links are uses of definitions; a reference that may mean several has several.
	Links int64
	// Bytes of each table.
	Bytes int64
	// Entries are the definitions of one file that questions in words find; 0 for as many
	// as there can be.
	Entries int
}

// Most is the capacity of the stored form. Of numbers some are kept for external symbols.
func Most() Capacity {
	return Capacity{Numbers: 1<<31 - 1<<24, Links: math.MaxInt32, Bytes: math.MaxUint32, Entries: maxEntries}
}

// Overfull returns the numbers of the files that there is no room for when those before
// them are in, ascending. A reference counts as two links.
func (c Capacity) Overfull(docs []*Doc) (left []int32) {
	var numbers, links int64
	for i, d := range docs {
		numbers++
		if d.Source == nil {
			continue
		}
		shape := d.Source.Shape()
		if numbers+int64(shape.Defs) > c.Numbers || links+2*int64(shape.Refs) > c.Links {
			left = append(left, int32(i))
			continue
		}
		numbers += int64(shape.Defs)
		links += 2 * int64(shape.Refs)
	}
	return left
}

// capacity is that of the snapshot.
func (s *Snapshot) capacity() Capacity {
	if s.most == (Capacity{}) {
		return Most()
	}
	return s.most
}

// errFull is that a snapshot has more than can be stored.
var errFull = errors.New("the index is too large")

// fits returns an error where the snapshot has more links than can be stored.
func (s *Snapshot) fits() error {
	if n, most := s.links(), s.capacity().Links; n > most {
		return fmt.Errorf("%w: it has %d links, and room for %d", errFull, n, most)
	}
	return nil
}

// links is how many there are.
func (s *Snapshot) links() (n int64) {
	for doc := range s.docs {
		n += int64(s.linked.count(int32(doc)))
	}
	return n
}

// leastList is how many bytes of a linkTable a link takes at most, and one symbol more.
const leastList = 16

// LeftOut says, a line each, what is not in the tables of the snapshot because these are
// full: empty where all is.
func (s *Snapshot) LeftOut() (lines []string) {
	if s.layer != nil {
		return nil // what the tables of its base left out was said
	}
	names := s.names.get(s.buildNames)
	most, links := s.capacity(), s.links()
	if n := names.left; n > 0 {
		lines = append(lines, fmt.Sprintf("%d definitions are not found by their names: there are more names than an index has room for; name folders in exclude_patterns", n))
	}
	if n := names.words.left; n > 0 {
		lines = append(lines, fmt.Sprintf("the words of %d files are not found by questions in words: there are more than an index has room for; name folders in exclude_patterns", n))
	}
	if n := names.words.cut; n > 0 {
		lines = append(lines, fmt.Sprintf("%d files have more definitions than questions in words find in one file; name them in exclude_patterns", n))
	}
	if links > most.Links {
		lines = append(lines, fmt.Sprintf("%d links from files are not found from what they lead to: an index has room for %d; name folders in exclude_patterns", links-most.Links, most.Links))
	}
	if leastList*(links+1) > most.Bytes { // else there is room in any case, and the table need not be made
		if n := s.references.get(s.buildReferences).left; n > 0 {
			lines = append(lines, fmt.Sprintf("the uses of %d definitions are not listed: there are more than an index has room for; name folders in exclude_patterns", n))
		}
	}
	return lines
}
