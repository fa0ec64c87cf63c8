package index

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxNear is how many names Near gives, and maxNearName how many bytes of a name count.
const (
	maxNear     = 5
	maxNearName = 200
)

// Near returns names of symbols and files that are like a name which nothing has, the best
// first: those that differ from its last part by few characters, else those that begin as
// that does, as far as that goes, else what lies in the rest of the name.
func (s *Snapshot) Near(name string) []string {
	if i := strings.LastIndexByte(name, '.'); i > 0 && slices.ContainsFunc(s.docs, func(d *Doc) bool { return strings.HasSuffix(d.Path, name[i:]) }) {
		name, _, _ = strings.Cut(name[strings.LastIndexByte(name[:i], '/')+1:], ".") // a file's
	}
	in, last := "", strings.ToLower(name)
	if i := strings.LastIndexAny(name, separators); i >= 0 && i+1 < len(name) {
		in, last = name[:i+1], strings.ToLower(name[i+1:])
	}
	beginning := func(n int) []string {
		return s.near(last[:n], func(name string) bool {
			return strings.HasPrefix(strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]), last[:n])
		})
	}
	out := s.misspelled(last)
	if len(out) > 0 {
		for _, name := range beginning(min(len(last), maxNearName)) {
			if len(out) < maxNear && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	for n := min(len(last), maxNearName); len(out) == 0 && !s.stop() && (n >= 3 || n == len(last) && n > 0); n -= max(1, n/4) {
		out = beginning(n)
	}
	if len(out) == 0 && len(in) > 1 {
		dotted := strings.ReplaceAll(in, "/", ".")
		out = s.near(in, func(name string) bool { return strings.HasPrefix(name, dotted) })
	}
	return out
}

// maxMistakes is how many characters may differ in a name that was misspelled.
const maxMistakes = 3

// misspelled returns the names of symbols that differ from name, which is in small letters,
// by one character in four at most, those with the fewest mistakes first.
func (s *Snapshot) misspelled(name string) []string {
	most := min(utf8.RuneCountInString(name)/4, maxMistakes)
	if most == 0 || len(name) > maxNearName {
		return nil
	}
	f := &symbolSearch{s: s}
	f.best.limit = maxNear
	s.dictionaries(func(d *namesTable, id func(uint32) (ID, bool)) {
		f.from = append(f.from, namesFrom{d, id})
	})
	letters := lettersOf([]byte(name))
	for i := range f.from {
		from := &f.from[i]
		names := from.d.spreadOut()
		for i := range names.n {
			if i%some == 0 && s.stop() {
				return nil
			}
			length := names.length(i)
			// A character that is put for another changes two letters.
			if length > len(name)+most || length < len(name)-most || bits.OnesCount32(names.lettersAt(i)^letters) > 2*most {
				continue
			}
			lower := bytes.ToLower(names.name(i)) // its length may differ
			if len(lower) > len(name)+most {
				continue
			}
			if n := mistakes(name, lower, most); n <= most {
				f.offer(MatchApart, n, from, names.name(i), names.list(i))
			}
		}
	}
	var out []string
	for _, h := range f.best.sorted() {
		if full := s.FullName(h.id); !slices.Contains(out, full) {
			out = append(out, full)
		}
	}
	return out
}

// mistakes counts the bytes to insert, delete, replace or swap with the next one to make b of
// a; where there are more than most it returns any number that is greater.
func mistakes(a string, b []byte, most int) int {
	var rows [3][maxNearName + maxMistakes + 1]int
	before, last, row := rows[0][:len(b)+1], rows[1][:len(b)+1], rows[2][:len(b)+1]
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range b {
			cost := last[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		if slices.Min(row) > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// near are names of symbols that a pattern finds, and of files.
func (s *Snapshot) near(pattern string, file func(name string) bool) []string {
	var out []string
	add := func(name string) {
		if len(out) < maxNear && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	found, _ := s.SearchSymbols(SymbolQuery{Name: pattern, Limit: maxNear})
	for _, m := range found {
		add(s.FullName(m.ID))
	}
	for doc, d := range s.docs {
		if doc%some == 0 && s.stop() {
			break
		}
		if s.module[doc] == "" || d.Lang.FileNames == nil {
			continue
		}
		if names := d.Lang.FileNames(d.Path); len(names) > 0 && file(names[0].Name) {
			add(names[0].Name)
		}
	}
	return out
}
