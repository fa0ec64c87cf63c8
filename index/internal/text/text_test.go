package text

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codeintel/index/internal/text/rex"
)

func compile(t *testing.T, q Query) *Pattern {
	t.Helper()
	p, err := Compile(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// show is what a search gives: "2:3-5 5-6" is line 2 with its matches, "3-" a
// line of context.
func show(p *Pattern, text string, around Around) string {
	var out []string
	p.NewSearcher(nil).Lines([]byte(text), around, func(l Line) bool {
		s := fmt.Sprint(l.Number, ":")
		if l.Context {
			s = fmt.Sprint(l.Number, "-")
		}
		for i, m := range l.Spans {
			if i > 0 {
				s += " "
			}
			s += fmt.Sprintf("%d-%d", m[0], m[1])
		}
		if strings.Count(text[:l.Start], "\n") != l.Number-1 || strings.Contains(text[l.Start:l.End], "\n") {
			s += "!"
		}
		out = append(out, s)
		return true
	})
	return strings.Join(out, " ")
}

func TestLines(t *testing.T) {
	const text = "one\ntwo one\n\nthree\nfour two\nfive"
	for _, c := range []struct {
		q      Query
		around Around
		want   string
	}{
		{Query{Patterns: []string{"one"}}, Around{Spans: true}, "1:0-3 2:4-7"},
		{Query{Patterns: []string{"o", "t"}}, Around{Spans: true, First: true}, "1:0-1 2:0-1 4:0-1 5:1-2"},
		{Query{Patterns: []string{"e"}}, Around{Spans: true, First: true}, "1:2-3 2:6-7 4:3-4 6:3-4"},
		{Query{Patterns: []string{"ONE"}, IgnoreCase: true}, Around{Spans: true}, "1:0-3 2:4-7"},
		{Query{Patterns: []string{"^one"}}, Around{}, "1:"},
		{Query{Patterns: []string{"^$"}}, Around{}, "3:"},
		{Query{Patterns: []string{""}}, Around{}, "1: 2: 3: 4: 5: 6:"},
		{Query{Patterns: []string{"o", "t"}}, Around{Spans: true}, "1:0-1 2:0-1 2-3 4-5 4:0-1 5:1-2 5-6 7-8"},
		{Query{Patterns: []string{"o"}, Invert: true}, Around{Spans: true}, "3: 4: 6:"},
		{Query{Patterns: []string{""}, Invert: true}, Around{}, ""},
		{Query{Patterns: []string{"three"}}, Around{Before: 1}, "3- 4:"},
		{Query{Patterns: []string{"three"}}, Around{Before: 9, After: 9}, "1- 2- 3- 4: 5- 6-"},
		{Query{Patterns: []string{"three"}}, Around{After: 1}, "4: 5-"},
		{Query{Patterns: []string{"one"}}, Around{Before: 1, After: 1}, "1: 2: 3-"},
		{Query{Patterns: []string{"one|five"}}, Around{Before: 1, After: 1}, "1: 2: 3- 5- 6:"},
		{Query{Patterns: []string{"o"}, Invert: true}, Around{After: 1}, "3: 4: 5- 6:"},
		{Query{Patterns: []string{"one"}, Line: true}, Around{}, "1:"},
		{Query{Patterns: []string{"one", "two"}, Line: true, Fixed: true}, Around{}, "1:"},
		{Query{Patterns: []string{"o."}, Fixed: true}, Around{}, ""},
		{Query{Patterns: []string{"w"}, Word: true}, Around{}, ""},
		{Query{Patterns: []string{"two"}, Word: true}, Around{Spans: true}, "2:0-3 5:5-8"},
		{Query{Patterns: []string{"x*"}}, Around{Spans: true}, "1:0-0 1-1 2-2 3-3 2:0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 3:0-0 4:0-0 1-1 2-2 3-3 4-4 5-5 5:0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 6:0-0 1-1 2-2 3-3 4-4"},
	} {
		if got := show(compile(t, c.q), text, c.around); got != c.want {
			t.Errorf("%+v %+v:\n%s, want\n%s", c.q, c.around, got, c.want)
		}
	}
	if got := show(compile(t, Query{Patterns: []string{"$"}}), "a\r\n\n", Around{}); got != "1: 2:" {
		t.Errorf("ends of lines: %s", got)
	}
	var bad *rex.Error
	if _, err := Compile(context.Background(), Query{Patterns: []string{"a("}, Line: true}); !errors.As(err, &bad) || bad.Pattern != "a(" {
		t.Errorf("an error names %v", err)
	}
	if _, err := Compile(context.Background(), Query{}); !errors.Is(err, ErrNoPattern) {
		t.Errorf("no pattern: %v", err)
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"abc", "abc"}, {"\xef\xbb\xbfabc", "abc"}, {"\xff\xfea\x00\xac\x20", "a€"}, {"\xfe\xff\x00a\x20\xac", "a€"},
		{"\xff\xfe\x3d\xd8\x00\xde", "😀"}, {"\xff\xfe\x3d\xd8a\x00", "\uFFFDa"}, {"\xff\xfea\x00\x3d\xd8", "a\uFFFD"},
		{"\xff\xfea\x00b", "a\uFFFD"}, {"\xff\xfe", ""}, {"\xff", "\xff"}, {"", ""},
	} {
		if got := string(Decode([]byte(c.in))); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestReadable(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	long := strings.Repeat(line, 2000)
	for _, c := range []struct {
		in   string
		want int // of the text is searched
	}{
		{"a\nb\n", 4},
		{"a\nb\x00\n", 2}, // the first three bytes are read alone
		{"abc\nb\x00\n", 0},
		{long + "\x00", 196500},
		{strings.Repeat("y", 100000) + "\n" + line + "\x00" + line, 0},
		{long[:70000] + "\x00" + long, 65500},
	} {
		part, nul := Readable([]byte(c.in), 0)
		if len(part) != c.want || nul != strings.IndexByte(c.in, 0) {
			t.Errorf("%d bytes with a NUL at %d: %d, want %d", len(c.in), nul, len(part), c.want)
		}
	}
}

// memory is a Spill in memory.
type memory struct {
	runs  [][]byte
	fails bool
}

type run struct {
	bytes.Buffer
	m *memory
}

func (r *run) Close() error {
	r.m.runs = append(r.m.runs, r.Bytes())
	return nil
}

func (m *memory) Create() (io.WriteCloser, error) {
	if m.fails {
		return nil, errors.New("the disk is full")
	}
	return &run{m: m}, nil
}

func (m *memory) Open(n int) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(m.runs[n])), nil
}

// words makes texts that share some of their words.
func words(r *rand.Rand, docs int) []string {
	vocabulary := make([]string, 4000)
	for i := range vocabulary {
		b := make([]byte, 3+r.IntN(8))
		for k := range b {
			b[k] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0\xc3\xa9"[r.IntN(56)]
		}
		vocabulary[i] = string(b)
	}
	out := make([]string, docs)
	for i := range out {
		var b strings.Builder
		for range r.IntN(300) {
			b.WriteString(vocabulary[r.IntN(1+r.IntN(len(vocabulary)))])
			b.WriteByte(" \n"[r.IntN(2)])
		}
		out[i] = b.String()
	}
	return out
}

func build(t testing.TB, docs []string, limit int64, spill Spill) []byte {
	t.Helper()
	b := NewBuilder(limit, spill)
	var x Extractor
	for _, d := range docs {
		if err := b.Add(x.Trigrams([]byte(d))); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := b.Finish(&out); err != nil {
		t.Fatal(err)
	}
	if err := b.Finish(io.Discard); err == nil {
		t.Error("a builder was finished twice")
	}
	return out.Bytes()
}

// TestSegment compares each list with the texts, and a build that ran out of
// memory with one that did not.
func TestSegment(t *testing.T) {
	docs := words(rand.New(rand.NewPCG(1, 2)), 700)
	data := build(t, docs, 1<<40, nil)
	spill := &memory{}
	if !bytes.Equal(data, build(t, docs, 0, spill)) {
		t.Error("the index depends on the memory")
	}
	if len(spill.runs) < 3 {
		t.Errorf("only %d runs", len(spill.runs))
	}
	s, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(); err != nil || s.Docs() != 700 {
		t.Errorf("%d documents: %v", s.Docs(), err)
	}
	want := map[Trigram][]uint32{}
	var x Extractor
	for i, d := range docs {
		for _, g := range x.Trigrams([]byte(d)) {
			want[g] = append(want[g], uint32(i))
		}
		for k := 0; k+3 <= len(d); k++ {
			g := d[k : k+3]
			if at := Trigram(lower[g[0]])<<16 | Trigram(lower[g[1]])<<8 | Trigram(lower[g[2]]); !strings.Contains(g, "\n") && !slices.Contains(want[at], uint32(i)) {
				t.Fatalf("document %d lacks %q", i, g)
			}
		}
	}
	if int(s.Trigrams()) != len(want) {
		t.Errorf("%d trigrams, want %d", s.Trigrams(), len(want))
	}
	for g := range Trigram(trigrams) {
		if g%97 != 0 && want[g] == nil {
			continue
		}
		l, err := s.find(g)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := l.bitmap()
		if err != nil || !slices.Equal(b.ToArray(), want[g]) {
			t.Fatalf("%v: %v (%v), want %v", g, b.ToArray(), err, want[g])
		}
	}
	b := NewBuilder(0, &memory{fails: true})
	for i := 0; err == nil && i < 1000; i++ {
		err = b.Add(x.Trigrams([]byte(docs[i%len(docs)])))
	}
	if err == nil {
		t.Error("the full disk was not noticed")
	}
}

func TestEmptySegment(t *testing.T) {
	s, err := Open(build(t, nil, 0, nil))
	if err != nil || s.Verify() != nil || s.Docs() != 0 {
		t.Fatal(err)
	}
	d, err := s.Candidates(compile(t, Query{Patterns: []string{"abc"}}).Plan())
	if err != nil || d.Len() != 0 {
		t.Errorf("%d documents (%v)", d.Len(), err)
	}
}

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		pattern, want string
		fold          bool
	}{
		{pattern: `Abcd`, want: `("abc" "bcd")`},
		{pattern: `ab`, want: `all`},
		{pattern: `abc|xyz`, want: `("abc"|"xyz")`},
		{pattern: `ab[cd]e`, want: `(("abc" "bce")|("abd" "bde"))`},
		{pattern: `abc.*def`, want: `("abc" "def")`},
		{pattern: `(abc)?def`, want: `("def")`},
		{pattern: `(abc)+`, want: `("abc")`},
		{pattern: `(ab){2}`, want: `("aba" "bab")`},
		{pattern: `\babc\b`, want: `("abc")`},
		{pattern: `^abc$`, want: `("abc")`},
		{pattern: `[a-z]+`, want: `all`},
		{pattern: `a[^x]b`, want: `all`},
		{pattern: `abc(d|)e`, want: `(("abc" "bcd" "cde")|("abc" "bce"))`},
		{pattern: `key`, want: `("key"|("\x84\xaae" "\xaaey" "` + "\u212A" + `"))`, fold: true},
	} {
		got := compile(t, Query{Patterns: []string{c.pattern}, IgnoreCase: c.fold}).Plan().String()
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.pattern, got, c.want)
		}
	}
	many := make([]string, 500)
	for i := range many {
		many[i] = fmt.Sprintf("word%03d", i)
	}
	if p := compile(t, Query{Patterns: many}).Plan(); p.terms() > maxTerms {
		t.Errorf("%d terms", p.terms())
	}
	if !compile(t, Query{Patterns: []string{"abc"}, Invert: true}).Plan().Everything() {
		t.Error("an inverted search needs every document")
	}
}

// candidates checks that a segment leaves out no document with a match.
func candidates(t *testing.T, docs []string, s *Segment, p *Pattern) (left, found int) {
	t.Helper()
	d, err := s.Candidates(p.Plan())
	if err != nil {
		t.Fatal(err)
	}
	search := p.NewSearcher(nil)
	for i, doc := range docs {
		has := search.Has([]byte(doc))
		if has && !d.Has(uint32(i)) {
			t.Fatalf("%v (%v): document %d %q was left out", p.node, p.Plan(), i, doc)
		}
		if has {
			found++
		}
	}
	n := 0
	for range d.Each() {
		n++
	}
	if n != d.Len() {
		t.Fatalf("%d documents, want %d", n, d.Len())
	}
	return n, found
}

func TestCandidates(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	docs := words(r, 300)
	docs = append(docs, "Straße", "\u212Aelvin жук", "KELVIN ЖУК", "ſtop", "STOP")
	s, err := Open(build(t, docs, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pattern string
		fold    bool
		most    int // candidates
	}{
		{"kelvin", true, 2}, {"жук", true, 300}, {"жук", false, 1}, {"stop", true, 305}, {"straße", true, 1}, {"nosuchthing", true, 0},
	} {
		left, found := candidates(t, docs, s, compile(t, Query{Patterns: []string{c.pattern}, IgnoreCase: c.fold}))
		if left > c.most || found == 0 && c.most > 0 {
			t.Errorf("%s: %d candidates, %d have it", c.pattern, left, found)
		}
	}
	for range 500 {
		candidates(t, docs, s, compile(t, Query{Patterns: []string{expression(r, docs, 3)}, IgnoreCase: r.IntN(3) == 0}))
	}
}

// expression makes a pattern that has parts of the texts in it.
func expression(r *rand.Rand, docs []string, depth int) string {
	if depth == 0 || r.IntN(3) == 0 {
		doc := docs[r.IntN(len(docs))]
		if len(doc) < 10 {
			return "abc"
		}
		at := r.IntN(len(doc) - 8)
		s := strings.ToValidUTF8(doc[at:at+1+r.IntN(7)], "")
		s, _, _ = strings.Cut(s, "\n")
		return s
	}
	a, b := expression(r, docs, depth-1), expression(r, docs, depth-1)
	switch r.IntN(8) {
	case 0:
		return "(?:" + a + "|" + b + ")"
	case 1:
		return a + ".*" + b
	case 2:
		return "(?:" + a + ")?" + b
	case 3:
		return "(?:" + a + "){2}" + b
	case 4:
		return "(?:" + a + ")+" + b
	case 5:
		return a + "[a-e]" + b
	case 6:
		return a + `\w` + b
	}
	return a + b
}

// FuzzPlan checks for any pattern and texts that no document with a match is
// left out.
func FuzzPlan(f *testing.F) {
	f.Add("abc|x[yz]{2,3}", "abc", "xyzz", "none", false)
	f.Add("(?i)kel(v|w)?in", "KELVIN", "\u212Aelin", "kelvim", true)
	f.Add("(ab|cd)*ef+", "ef", "ababef", "cdeff", false)
	f.Fuzz(func(t *testing.T, pattern, a, b, c string, fold bool) {
		if len(pattern) > 100 || len(a)+len(b)+len(c) > 2000 {
			return
		}
		p, err := Compile(context.Background(), Query{Patterns: []string{pattern}, IgnoreCase: fold})
		if err != nil {
			return
		}
		docs := []string{a, b, c}
		s, err := Open(build(t, docs, 0, nil))
		if err != nil {
			t.Fatal(err)
		}
		candidates(t, docs, s, p)
	})
}

// FuzzSegment reads anything as a segment, the checksum of the directory made
// right so that what follows is read too.
func FuzzSegment(f *testing.F) {
	data := build(f, words(rand.New(rand.NewPCG(5, 6)), 20)[17:], 0, nil)
	f.Add(data, uint32(0), byte(0))
	f.Add(data, uint32(len(data)/2), byte(0x80))
	f.Add(data[:len(data)-1], uint32(3), byte(1))
	var keys bytes.Buffer
	if err := WriteKeys(&keys, randomKeys(rand.New(rand.NewPCG(1, 1)), 400)); err != nil {
		f.Fatal(err)
	}
	f.Add(keys.Bytes(), uint32(keys.Len()/3), byte(1))
	f.Fuzz(func(t *testing.T, data []byte, at uint32, flip byte) {
		data = slices.Clone(data)
		if len(data) > 0 {
			data[int(at)%len(data)] ^= flip
		}
		mend(data)
		s, err := Open(data)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		_ = s.Verify()
		for i := range s.blocks() {
			first, _ := s.row(i)
			for g := first; g < first+60; g += 3 {
				l, err := s.find(g)
				if err == nil {
					_, _, err = l.bitmap()
				}
				if err != nil && !errors.Is(err, ErrCorrupt) {
					t.Fatal(err)
				}
			}
		}
		p, err := Compile(context.Background(), Query{Patterns: []string{"abc.*(def|ghi)"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Candidates(p.Plan()); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
		if s.Docs() > 1000 {
			return
		}
		if err := Merge(io.Discard, []Part{{s, slices.Repeat([]bool{true}, int(s.Docs()))}, {s, []bool{true}}}); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
	})
}

// mend makes the checksums of a segment right, as far as its directory says where
// they are.
func mend(data []byte) {
	n := len(data)
	if n < footerSize {
		return
	}
	directory, blocks := binary.LittleEndian.Uint64(data[n-16:]), uint64(binary.LittleEndian.Uint32(data[n-8:]))
	end := uint64(n - footerSize)
	if directory >= end {
		return
	}
	for i := range blocks {
		row := directory + i*rowSize
		if row+rowSize > end {
			break
		}
		from, length := binary.LittleEndian.Uint64(data[row+4:]), uint64(binary.LittleEndian.Uint32(data[row+12:]))
		if from <= directory && length <= directory-from {
			binary.LittleEndian.PutUint32(data[row+16:], crc32.Checksum(data[from:from+length], castagnoli))
		}
	}
	binary.LittleEndian.PutUint32(data[n-4:], crc32.Checksum(data[directory:n-4], castagnoli))
}

// What is merged is what building it anew would give.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	docs := words(r, 500)
	for range 8 {
		var parts []Part
		var kept []string
		for rest := docs; len(rest) > 0; {
			n := min(1+r.IntN(300), len(rest))
			s, err := Open(build(t, rest[:n], 1<<40, nil))
			if err != nil {
				t.Fatal(err)
			}
			keep := make([]bool, n)
			for i := range keep {
				if keep[i] = r.IntN(4) > 0; keep[i] {
					kept = append(kept, rest[i])
				}
			}
			parts, rest = append(parts, Part{s, keep}), rest[n:]
		}
		var out bytes.Buffer
		if err := Merge(&out, parts); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), build(t, kept, 1<<40, nil)) {
			t.Fatalf("%d segments with %d documents are merged to something else", len(parts), len(kept))
		}
	}
	var out bytes.Buffer
	if err := Merge(&out, nil); err != nil || !bytes.Equal(out.Bytes(), build(t, nil, 1<<40, nil)) {
		t.Errorf("nothing is merged to something (%v)", err)
	}
}

// A list that was changed is not read.
func TestDamagedList(t *testing.T) {
	data := build(t, []string{"some words of a text"}, 1<<40, nil)
	data[3] ^= 1
	s, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Candidates(compile(t, Query{Patterns: []string{"words"}}).Plan()); !errors.Is(err, ErrCorrupt) || !errors.Is(s.Verify(), ErrCorrupt) {
		t.Error("the change was not noticed", err)
	}
}

// TestFull: a builder that has no further number says so, and what it has is right.
func TestFull(t *testing.T) {
	b := NewBuilder(0, nil)
	b.most = 3
	x := Extractor{}
	for i := range 5 {
		if err := b.Add(x.Trigrams([]byte("abc"))); errors.Is(err, ErrFull) != (i >= 3) {
			t.Errorf("document %d: %v", i, err)
		}
	}
	if b.Docs() != 3 {
		t.Errorf("it has %d documents", b.Docs())
	}
	var out bytes.Buffer
	if err := b.Finish(&out); err != nil {
		t.Fatal(err)
	}
	s, err := Open(out.Bytes())
	if err != nil || s.Docs() != 3 {
		t.Errorf("stored it has %d documents, %v", s.Docs(), err)
	}
}
