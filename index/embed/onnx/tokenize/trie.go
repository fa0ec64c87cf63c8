package tokenize

import (
	"cmp"
	"slices"
	"sort"
)

// trie finds the keys that a text begins with. Nodes are in the order of their
// depth, then of their keys: the children of node n are first[n] to first[n+1].
type trie struct {
	first []uint32
	label []byte  // of the way to a node
	value []int32 // of the key that ends in a node; -1: none does
}

// entry is a key with its value.
type entry struct {
	key   string
	value int32
}

// newTrie makes the trie of entries, whose order it changes. Of equal keys the
// last one counts. The empty key is left out.
func newTrie(entries []entry) *trie {
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	type span struct{ lo, hi, depth int }
	t := &trie{label: []byte{0}, value: []int32{-1}}
	queue := []span{{0, len(entries), 0}}
	for n := 0; n < len(queue); n++ {
		s := queue[n]
		t.first = append(t.first, uint32(len(queue)))
		for s.lo < s.hi && len(entries[s.lo].key) == s.depth {
			if s.depth > 0 {
				t.value[n] = entries[s.lo].value
			}
			s.lo++
		}
		for lo := s.lo; lo < s.hi; {
			c := entries[lo].key[s.depth]
			hi := lo + sort.Search(s.hi-lo, func(i int) bool { return entries[lo+i].key[s.depth] > c })
			queue = append(queue, span{lo, hi, s.depth + 1})
			t.label = append(t.label, c)
			t.value = append(t.value, -1)
			lo = hi
		}
	}
	t.first = append(t.first, uint32(len(queue)))
	return t
}

// root is the node of the empty key.
const root = 0

// child is the node that c leads to; ok is false when there is none.
func (t *trie) child(node uint32, c byte) (next uint32, ok bool) {
	lo, hi := t.first[node], t.first[node+1]
	for hi-lo > 8 {
		mid := (lo + hi) / 2
		if t.label[mid] <= c {
			lo = mid
		} else {
			hi = mid
		}
	}
	for ; lo < hi; lo++ {
		if t.label[lo] == c {
			return lo, true
		}
	}
	return 0, false
}

// walk is the node that text leads to from node.
func (t *trie) walk(node uint32, text string) (next uint32, ok bool) {
	for i := 0; i < len(text); i++ {
		if node, ok = t.child(node, text[i]); !ok {
			return 0, false
		}
	}
	return node, true
}

// get is the value of a key.
func (t *trie) get(key string) (int32, bool) {
	node, ok := t.walk(root, key)
	if !ok || t.value[node] < 0 {
		return 0, false
	}
	return t.value[node], true
}

// longest is the longest key, behind the way to node, that text begins with: its
// length and value. The length is 0 when there is none.
func (t *trie) longest(node uint32, text string) (length int, value int32) {
	for i := 0; i < len(text); i++ {
		var ok bool
		if node, ok = t.child(node, text[i]); !ok {
			break
		}
		if v := t.value[node]; v >= 0 {
			length, value = i+1, v
		}
	}
	return length, value
}
