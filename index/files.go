package index

import (
	"cmp"
	"codeintel/index/words"
	"path"
	"slices"
	"strings"
	"unicode"
)

// FileInfo is what is known of a file without reading it.
type FileInfo struct {
	Path     string
	Language string // "" when no language reads the file
	Size     int64  // bytes; 0 where nobody looked, because no language reads it
	// Lines of the file, the last one counted where it is not empty; -1 when the
	// file was not read.
	Lines int
	// NotIndexed says why the file is not indexed ("binary", "too large" …); ""
	// when it is.
	NotIndexed string
	// Generated: the file says that a program wrote it. Test: it is, by its path,
	// code or data of tests.
	Generated, Test bool
}

// FileInfo of a file by its number, which the snapshot must have.
func (s *Snapshot) FileInfo(doc int32) FileInfo {
	d := s.docs[doc]
	i := FileInfo{Path: d.Path, Size: d.Size, Lines: -1, NotIndexed: cmp.Or(d.Failed, d.Skipped), Test: testPath(d.Path)}
	if d.Lang != nil {
		i.Language = d.Lang.Name
	}
	switch {
	case d.Source != nil:
		c := s.covered(doc)
		i.Lines, i.Generated = int(c.Lines), c.Generated
	case i.NotIndexed == "":
		i.NotIndexed = "no language reads it"
	}
	return i
}

// FileMatch is a file that SearchFiles finds.
type FileMatch struct {
	Doc int32
	// Score is the higher the better the path agrees; 0 for those that Match has
	// chosen.
	Score int
}

// FileQuery says which files SearchFiles finds.
type FileQuery struct {
	// Name has words that the paths have, each in itself not necessarily without
	// gaps: "idxsrch" finds index/search.go. White space separates words, and the
	// order of words is free. A word without capitals agrees with all cases. One
	// with a "/" is looked for in the whole path; another one in the file's name,
	// or else in the path.
	Name string
	// Match chooses files by their path instead, where it is set; Name is not
	// looked at then.
	Match func(path string) bool
}

// SearchFiles finds files by their path, whether they are indexed or not: with
// Match in the order of the paths; else the best first: those whose name agrees
// before those whose folders do, where words begin before elsewhere, without gaps
// before those with; then short paths before long ones.
func (s *Snapshot) SearchFiles(q FileQuery) []FileMatch {
	var out []FileMatch
	if q.Match != nil {
		for doc, d := range s.docs {
			if s.stop() { // a glob may cost much
				break
			}
			if q.Match(d.Path) {
				out = append(out, FileMatch{Doc: int32(doc)})
			}
		}
		return out
	}
	var words []fileWord
	for _, w := range strings.Fields(q.Name) {
		words = append(words, newFileWord(w))
	}
	if len(words) == 0 {
		return nil
	}
	var m fuzzy
	for doc, d := range s.docs {
		if doc%16 == 0 && s.stop() {
			break
		}
		score := 0
		for i := range words {
			n := m.path(&words[i], d.Path)
			if n <= 0 {
				score = 0
				break
			}
			score += n
		}
		if score > 0 {
			out = append(out, FileMatch{int32(doc), score})
		}
	}
	slices.SortStableFunc(out, func(a, b FileMatch) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(s.docs[a.Doc].Path), len(s.docs[b.Doc].Path)))
	})
	return out
}

// fileWord is a word that a path is to have.
type fileWord struct {
	runes     []rune // without capitals, unless case counts
	sensitive bool
	whole     bool // it has a "/"
}

// maxFileWord is how many characters of a word count.
const maxFileWord = 128

func newFileWord(w string) fileWord {
	x := fileWord{runes: []rune(w), whole: strings.Contains(w, "/")}
	x.runes = x.runes[:min(len(x.runes), maxFileWord)]
	x.sensitive = slices.ContainsFunc(x.runes, unicode.IsUpper)
	return x
}

// Points of an agreement between a word and a path.
const (
	pointChar     = 16 // a character that agrees
	pointBegin    = 8  // it begins a word of the path
	pointFollows  = 4  // it follows on the one before
	pointGap      = -3 // characters between two that agree
	pointGapMore  = -1 // each further one
	pointsName    = 64 // all of it is in the file's name
	pointsStart   = 24 // the name begins with it
	pointsWhole   = 48 // it is the name without its extension
	pointsPathEnd = 64 // it is the end of the path
)

// fuzzy scores paths. It keeps the room that it needs.
type fuzzy struct {
	text       []rune
	begins     []bool
	here, last []cell
}

// cell is the best that some characters of a word come to, the last of them at
// some character of a path: score when that agrees, and gap when it lies before.
type cell struct{ score, gap int32 }

// never is less than any score that can be reached.
const never = -1 << 20

// path scores how a path agrees with a word; 0 where it does not.
func (m *fuzzy) path(w *fileWord, p string) int {
	if !w.whole {
		name := path.Base(p)
		if n := m.score(w, name); n > 0 {
			n += pointsName
			stem, _, _ := strings.Cut(name, ".")
			switch {
			case m.same(w, name) || m.same(w, stem):
				n += pointsWhole + pointsStart
			case m.prefix(w, name):
				n += pointsStart
			}
			return n
		}
	}
	n := m.score(w, p)
	if n > 0 && w.whole {
		if len(p) >= len(w.runes) && m.same(w, p[len(p)-min(len(p), len(string(w.runes))):]) {
			n += pointsPathEnd
		}
	}
	return n
}

// fold is a character as it is compared.
func (w *fileWord) fold(r rune) rune {
	if w.sensitive {
		return r
	}
	return words.Fold(r)
}

func (m *fuzzy) same(w *fileWord, s string) bool {
	n := 0
	for _, r := range s {
		if n == len(w.runes) || w.fold(r) != w.runes[n] {
			return false
		}
		n++
	}
	return n == len(w.runes)
}

func (m *fuzzy) prefix(w *fileWord, s string) bool {
	n := 0
	for _, r := range s {
		if n == len(w.runes) {
			break
		}
		if w.fold(r) != w.runes[n] {
			return false
		}
		n++
	}
	return n == len(w.runes)
}

// score is the best way in which the characters of a word are found in a text in
// their order; 0 where there is none.
func (m *fuzzy) score(w *fileWord, s string) int {
	// Most texts don't have them all.
	n := 0
	for _, r := range s {
		if n < len(w.runes) && w.fold(r) == w.runes[n] {
			n++
		}
	}
	if n < len(w.runes) {
		return 0
	}
	m.text, m.begins = m.text[:0], m.begins[:0]
	before := words.Punctuation
	for _, r := range s {
		here := words.ClassOf(r)
		begins := here != words.Punctuation && before != here && !(before == words.Capital && here == words.Small)
		m.text, m.begins = append(m.text, w.fold(r)), append(m.begins, begins)
		before = here
	}
	m.last = resize(m.last, len(m.text))
	m.here = resize(m.here, len(m.text))
	for i, want := range w.runes {
		gap := int32(never)
		for j, r := range m.text {
			x := cell{never, gap}
			if r == want {
				points := int32(pointChar)
				if m.begins[j] {
					points += pointBegin
				}
				switch {
				case i == 0:
					x.score = points
				case j > 0:
					follows := never
					if p := m.last[j-1].score; p > never {
						follows = int(p) + pointFollows
					}
					x.score = max(int32(follows), m.last[j-1].gap) + points
				}
			}
			// What a later character may follow on with a gap.
			gap = max(gap+pointGapMore, x.score+pointGap)
			x.gap = gap
			m.here[j] = x
		}
		m.last, m.here = m.here, m.last
	}
	best := int32(0)
	for _, x := range m.last {
		best = max(best, x.score)
	}
	// A word that is found in any way counts.
	return int(max(best, 1))
}

func resize(c []cell, n int) []cell {
	if cap(c) < n {
		return make([]cell, n)
	}
	return c[:n]
}
