package rex

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Range is the characters from Lo to Hi, both included.
type Range struct{ Lo, Hi rune }

// Set is a set of characters: ranges in ascending order that neither overlap
// nor touch. Surrogates are in no set.
type Set []Range

// Has tells whether r is in the set.
func (s Set) Has(r rune) bool {
	i, found := slices.BinarySearchFunc(s, r, func(x Range, r rune) int { return cmp.Compare(x.Lo, r) })
	return found || i > 0 && r <= s[i-1].Hi
}

// Len is the number of characters in the set.
func (s Set) Len() int {
	n := 0
	for _, x := range s {
		n += int(x.Hi-x.Lo) + 1
	}
	return n
}

func single(r rune) Set { return Set{{r, r}} }

// normal makes a set of ranges in any order.
func normal(ranges []Range) Set {
	slices.SortFunc(ranges, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	out := ranges[:0]
	for _, x := range ranges {
		if n := len(out); n > 0 && x.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, x.Hi)
			continue
		}
		out = append(out, x)
	}
	return Set(out).without(surrogates())
}

func surrogates() Set { return Set{{0xD800, 0xDFFF}} }

func (s Set) union(t Set) Set {
	return normal(append(slices.Clone(s), t...))
}

// without is the characters of s that are not in t.
func (s Set) without(t Set) Set {
	out := make(Set, 0, len(s))
	i := 0
	for _, x := range s {
		lo := x.Lo
		for i < len(t) && t[i].Hi < lo {
			i++
		}
		for j := i; j < len(t) && t[j].Lo <= x.Hi; j++ {
			if t[j].Lo > lo {
				out = append(out, Range{lo, t[j].Lo - 1})
			}
			lo = t[j].Hi + 1
		}
		if lo <= x.Hi {
			out = append(out, Range{lo, x.Hi})
		}
	}
	return out
}

func everything() Set { return Set{{0, 0xD7FF}, {0xE000, unicode.MaxRune}} }

func (s Set) negated() Set { return everything().without(s) }

func (s Set) intersect(t Set) Set { return s.without(t.negated()) }

// folding lists the characters that differ from another one only in case, in
// ascending order. Each orbit has one of them in unicode.CaseRanges.
var folding = sync.OnceValue(func() []rune {
	var out []rune
	for _, c := range unicode.CaseRanges {
		for r := rune(c.Lo); r <= rune(c.Hi); r++ {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				out = append(out, r, f)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
})

// folded adds to s each character that differs from one of s only in case, by
// Unicode's simple case folding.
func (s Set) folded() Set {
	all := folding()
	out := slices.Clone([]Range(s))
	for _, x := range s {
		i, _ := slices.BinarySearch(all, x.Lo)
		for ; i < len(all) && all[i] <= x.Hi; i++ {
			for f := unicode.SimpleFold(all[i]); f != all[i]; f = unicode.SimpleFold(f) {
				out = append(out, Range{f, f})
			}
		}
	}
	return normal(out)
}

func ofTables(tables ...*unicode.RangeTable) Set {
	var out []Range
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			out = append(out, Range{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			out = append(out, Range{r, r})
		}
	}
	for _, t := range tables {
		for _, x := range t.R16 {
			add(rune(x.Lo), rune(x.Hi), rune(x.Stride))
		}
		for _, x := range t.R32 {
			add(rune(x.Lo), rune(x.Hi), rune(x.Stride))
		}
	}
	return normal(out)
}

// word is \w: what UTS #18 calls a word character.
var word = sync.OnceValue(func() Set {
	return ofTables(unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Other_Lowercase, unicode.Other_Uppercase,
		unicode.M, unicode.Nd, unicode.Pc, unicode.Join_Control)
})

var digit = sync.OnceValue(func() Set { return ofTables(unicode.Nd) })

var space = sync.OnceValue(func() Set { return ofTables(unicode.White_Space) })

// asciiClass is a class like [:alpha:].
func asciiClass(name string) (Set, bool) {
	switch name {
	case "alnum":
		return Set{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}, true
	case "alpha":
		return Set{{'A', 'Z'}, {'a', 'z'}}, true
	case "ascii":
		return Set{{0, 0x7F}}, true
	case "blank":
		return Set{{'\t', '\t'}, {' ', ' '}}, true
	case "cntrl":
		return Set{{0, 0x1F}, {0x7F, 0x7F}}, true
	case "digit":
		return Set{{'0', '9'}}, true
	case "graph":
		return Set{{'!', '~'}}, true
	case "lower":
		return Set{{'a', 'z'}}, true
	case "print":
		return Set{{' ', '~'}}, true
	case "punct":
		return Set{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}, true
	case "space":
		return Set{{'\t', '\r'}, {' ', ' '}}, true
	case "upper":
		return Set{{'A', 'Z'}}, true
	case "word":
		return Set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}, true
	case "xdigit":
		return Set{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}, true
	}
	return nil, false
}

// loose is a property name without what UAX #44 tells to overlook.
func loose(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '_' || r == '-' || unicode.IsSpace(r):
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	if t := strings.TrimPrefix(s, "is"); t != "" && t != "c" {
		return t
	}
	return s
}

func looseTable(tables map[string]*unicode.RangeTable, name string) (*unicode.RangeTable, bool) {
	for k, t := range tables {
		if loose(k) == name {
			return t, true
		}
	}
	return nil, false
}

// property is the set of \p{value}, or of \p{name=value} when name isn't "".
func property(name, value string) (Set, bool) {
	name, value = loose(name), loose(value)
	category := name == "" || name == "gc" || name == "generalcategory"
	script := name == "" || name == "sc" || name == "script"
	if category {
		switch value {
		case "any":
			return everything(), true
		case "ascii":
			return Set{{0, 0x7F}}, true
		case "assigned":
			return ofTables(unicode.Cn).negated(), true
		}
		if t, ok := looseTable(unicode.Categories, value); ok {
			return ofTables(t), true
		}
		for long, short := range unicode.CategoryAliases {
			if loose(long) == value {
				return ofTables(unicode.Categories[short]), true
			}
		}
	}
	if script {
		if t, ok := looseTable(unicode.Scripts, value); ok {
			return ofTables(t), true
		}
	}
	if name != "" {
		return nil, false
	}
	switch value {
	case "alphabetic", "alpha":
		return ofTables(unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Other_Lowercase, unicode.Other_Uppercase), true
	case "lowercase", "lower":
		return ofTables(unicode.Ll, unicode.Other_Lowercase), true
	case "uppercase", "upper":
		return ofTables(unicode.Lu, unicode.Other_Uppercase), true
	case "space", "wspace":
		return space(), true
	}
	if t, ok := looseTable(unicode.Properties, value); ok {
		return ofTables(t), true
	}
	return nil, false
}
