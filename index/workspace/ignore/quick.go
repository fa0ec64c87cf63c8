package ignore

import "slices"

// quick finds the patterns of a long list that may match a path without a look at
// each of them. The numbers of patterns ascend.
type quick struct {
	names   map[string][]int // without special characters, by the name
	paths   map[string][]int // with a slash, by the path
	tails   map[string][]int // "*" and more, by what follows it
	lengths []int            // of the keys of tails
	rest    []int
}

// few is how many patterns are looked at one by one.
const few = 32

// sort makes l.quick, if that is worth while.
func (l *List) sort() {
	if len(l.patterns) <= few {
		return
	}
	q := &quick{names: map[string][]int{}, paths: map[string][]int{}, tails: map[string][]int{}}
	for i := range l.patterns {
		switch p := &l.patterns[i]; {
		case p.base && p.whole:
			q.names[p.literal] = append(q.names[p.literal], i)
		case p.base && p.suffix:
			if q.tails[p.tail] == nil {
				q.lengths = append(q.lengths, len(p.tail))
			}
			q.tails[p.tail] = append(q.tails[p.tail], i)
		case p.whole:
			q.paths[p.literal] = append(q.paths[p.literal], i)
		default:
			q.rest = append(q.rest, i)
		}
	}
	slices.Sort(q.lengths)
	q.lengths = slices.Compact(q.lengths)
	l.quick = q
}

// find is match for a list with quick.
func (l *List) find(below, name string, dir bool) *pattern {
	q, best := l.quick, -1
	last := func(list []int) {
		for n := len(list) - 1; n >= 0 && list[n] > best; n-- {
			if l.patterns[list[n]].match(below, name, dir) {
				best = list[n]
			}
		}
	}
	last(q.names[name])
	last(q.paths[below])
	for _, n := range q.lengths {
		if n > len(name) {
			break
		}
		last(q.tails[name[len(name)-n:]])
	}
	last(q.rest)
	if best < 0 {
		return nil
	}
	return &l.patterns[best]
}
