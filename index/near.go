package index

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index/words"
)

// maxNear is how many names Near returns, maxNearName how many bytes of a name count,
// and maxCandidates how many names each of its searches looks at.
const (
	maxNear       = 5
	maxNearName   = 200
	maxCandidates = 40
)

// Near returns names of symbols and files that are like a name that nothing has, the best
// first: names with the same letters, with one inside the other, with few other letters,
// with the same words, or with the same beginning (see likeness). Where no name has a last
// part like that of name, it returns names from the container that name's rest names.
func (s *Snapshot) Near(name string) []string {
	if i := strings.LastIndexByte(name, '.'); i > 0 && slices.ContainsFunc(s.docs, func(d *Doc) bool { return strings.HasSuffix(d.Path, name[i:]) }) {
		name, _, _ = strings.Cut(name[strings.LastIndexByte(name[:i], '/')+1:], ".") // a file's
	}
	in, last := "", name
	if i := strings.LastIndexAny(name, separators); i >= 0 && i+1 < len(name) {
		in, last = name[:i+1], name[i+1:]
	}
	last = last[:min(len(last), maxNearName)]
	near := nearNames{like: newLikeness(last), in: nearFolded(in)}
	for _, candidate := range s.misspelled(strings.ToLower(last)) {
		near.add(candidate)
	}
	for _, pattern := range nearPatterns(last) {
		if s.stop() || 2*len(pattern) < len(last) && near.settled() {
			break
		}
		s.candidates(pattern, func(candidate string) bool {
			return strings.HasPrefix(strings.ToLower(lastName(candidate)), pattern)
		}, near.add)
	}
	if len(near.found) == 0 && len(in) > 1 {
		dotted := strings.ReplaceAll(in, "/", ".")
		near.like = nil
		s.candidates(in, func(candidate string) bool { return strings.HasPrefix(candidate, dotted) }, near.add)
	}
	return near.best()
}

// nearPatterns returns the patterns to search for to find names like name: all of it, ever
// shorter beginnings, and its longest words.
func nearPatterns(name string) []string {
	folded := strings.ToLower(name)
	var out []string
	for n := len(folded); n >= 3 || n == len(folded) && n > 0; n -= max(1, n/4) {
		out = append(out, folded[:n])
	}
	var parts []string
	for _, w := range nameParts(name) {
		if len(w) >= 3 && !slices.Contains(out, w) && !slices.Contains(parts, w) {
			parts = append(parts, w)
		}
	}
	slices.SortStableFunc(parts, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	const most = 3
	return append(out, parts[:min(most, len(parts))]...)
}

// nameParts returns the words of a name as they are written, in lower case.
func nameParts(name string) []string {
	var spaced strings.Builder
	before := rune(0)
	for _, r := range name {
		if unicode.IsUpper(r) && !unicode.IsUpper(before) {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.FieldsFunc(spaced.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// nearNames collects names that are like another one.
type nearNames struct {
	like  *likeness // nil: any name
	in    string    // the name before its last part, by nearFolded
	found []nearName
}

type nearName struct {
	name  string
	rank  int
	away  int // 0 if in is part of it, else 1
	apart int // the difference of the lengths in bytes
}

func (n *nearNames) add(name string) {
	rank, apart := 0, 0
	if n.like != nil {
		last := nameLetters(lastName(name))
		apart = max(len(last)-len(n.like.letters), len(n.like.letters)-len(last))
		if rank = n.like.rank(lastName(name)); rank == unlike {
			return
		}
	}
	if !slices.ContainsFunc(n.found, func(x nearName) bool { return x.name == name }) {
		away := 0
		if !strings.Contains(nearFolded(name), n.in) {
			away = 1
		}
		n.found = append(n.found, nearName{name, rank, away, apart})
	}
}

// settled reports whether a name was found by more than common words or beginnings.
func (n *nearNames) settled() bool {
	return slices.ContainsFunc(n.found, func(x nearName) bool { return x.rank <= 2 })
}

func (n *nearNames) best() []string {
	slices.SortStableFunc(n.found, func(a, b nearName) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.away, b.away), cmp.Compare(a.apart, b.apart))
	})
	var out []string
	for _, x := range n.found[:min(maxNear, len(n.found))] {
		out = append(out, x.name)
	}
	return out
}

// nearFolded returns a qualified name in lower case, with "." for each separator.
func nearFolded(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(separators, r) {
			return '.'
		}
		return unicode.ToLower(r)
	}, name)
}

// lastName returns the last part of a qualified name.
func lastName(name string) string {
	return name[strings.LastIndexAny(strings.TrimRight(name, separators), separators)+1:]
}

// likeness ranks names by how like one name they are.
type likeness struct {
	letters string   // of the name, by nameLetters
	words   []string // of the name, by nameTerms
}

func newLikeness(name string) *likeness {
	return &likeness{nameLetters(name), nameTerms(name)}
}

// nameLetters returns the letters and digits of a name, in lower case.
func nameLetters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// nameTerms returns the terms of a name's words, each once.
func nameTerms(name string) []string {
	var out []string
	words.Terms(name, func(term []byte) {
		if t := string(term); !slices.Contains(out, t) {
			out = append(out, t)
		}
	})
	return out
}

// unlike is the rank of names that have too little in common.
const unlike = 5

// rank returns how like a name is, from 0 to unlike: 0 if the letters are the same; 1 if
// they contain those of l, or are contained in them and are at least half of them; 2 if at
// most a quarter of the letters are wrong; 3 if half of the words of either are the same; 4
// if half of the letters of either are a common beginning.
func (l *likeness) rank(name string) int {
	letters := nameLetters(name)
	a, b := len(l.letters), len(letters)
	switch {
	case a == 0 || b == 0:
		return unlike
	case letters == l.letters:
		return 0
	case a >= 3 && strings.Contains(letters, l.letters), 2*b >= a && b >= 3 && strings.Contains(l.letters, letters):
		return 1
	case l.misspelled(letters):
		return 2
	case l.sharesWords(name):
		return 3
	case 2*commonPrefix(l.letters, letters) >= max(a, b):
		return 4
	}
	return unlike
}

// misspelled reports whether at most one in four of the letters is wrong, and at most
// maxMistakes.
func (l *likeness) misspelled(letters string) bool {
	most := min(len(l.letters)/4, maxMistakes)
	apart := max(len(letters)-len(l.letters), len(l.letters)-len(letters))
	return apart <= most && len(l.letters) <= maxNearName && mistakes(l.letters, []byte(letters), most) <= most
}

func (l *likeness) sharesWords(name string) bool {
	theirs, same := nameTerms(name), 0
	for _, w := range theirs {
		if slices.Contains(l.words, w) {
			same++
		}
	}
	return same > 0 && 2*same >= max(len(theirs), len(l.words))
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// maxMistakes is the maximum number of wrong characters in a misspelled name.
const maxMistakes = 3

// misspelled returns the names of symbols that differ from name, which is in lower case,
// by at most one character in four, those with the fewest mistakes first.
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
		names.read.note(names.letters)
		for i := range names.n {
			if i%some == 0 && s.stop() {
				return nil
			}
			length := names.length(i)
			// A character in place of another changes two bits.
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

// mistakes returns how many bytes of a have to be inserted, deleted, replaced or swapped
// with the next one to get b, or any number greater than most where that is greater.
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

// candidates calls add with the names of symbols that pattern finds, and with those of files
// for which file returns true.
func (s *Snapshot) candidates(pattern string, file func(name string) bool, add func(name string)) {
	found, _ := s.SearchSymbols(SymbolQuery{Name: pattern, Limit: maxCandidates})
	for _, m := range found {
		add(s.FullName(m.ID))
	}
	left := maxCandidates
	for doc, d := range s.docs {
		if left == 0 || doc%some == 0 && s.stop() {
			break
		}
		if s.module[doc] == "" || d.Lang.FileNames == nil {
			continue
		}
		if names := d.Lang.FileNames(d.Path); len(names) > 0 && file(names[0].Name) {
			add(names[0].Name)
			left--
		}
	}
}
