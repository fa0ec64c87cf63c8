package index_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
)

// vocabulary has names of two words each; wordy uses the first ones most.
var vocabulary = func() (names []string) {
	parts := []string{"order", "user", "file", "node", "token", "cache", "price", "field", "query", "event", "route", "label", "score", "point", "queue", "batch"}
	for i := range 600 {
		names = append(names, parts[i%len(parts)]+fmt.Sprintf("W%c%c", 'a'+i%26, 'a'+i/26))
	}
	return names
}()

// wordy returns a repository of files with random names from vocabulary; some files have
// none, and one has the name singular.
func wordy(r *rand.Rand, files int) *index.Snapshot {
	var out [][2]string
	for n := range files {
		var b strings.Builder
		for range r.IntN(12) {
			fmt.Fprintf(&b, "%s%d\n", vocabulary[r.IntN(1+r.IntN(len(vocabulary)))], b.Len())
		}
		if n == files/2 {
			b.WriteString("singular\n")
		}
		out = append(out, [2]string{fmt.Sprintf("d%d/f%04d.toy", 7*n/files, n), b.String()})
	}
	return named(out...)
}

// questions returns n random questions of one to five names, some of which no file has, and
// a few fixed ones.
func questions(r *rand.Rand, n int) (out []string) {
	for range n {
		q := []string{"nobodyHasThis"}[:r.IntN(2)]
		for range 1 + r.IntN(4) {
			q = append(q, vocabulary[r.IntN(len(vocabulary))])
		}
		out = append(out, strings.Join(q, " "))
	}
	return append(out, "", "order", "wab", "nobodyHasThis", "singular")
}

// answersInWords returns what s finds for a question in words, in all files and in some.
func answersInWords(s *index.Snapshot, question string) string {
	var b strings.Builder
	for _, want := range []func(*index.Doc) bool{nil, func(d *index.Doc) bool { return strings.HasPrefix(d.Path, "d3/") }} {
		passages, total := s.SearchPassages(index.PassageQuery{Text: question, Files: want})
		fmt.Fprintln(&b, passages, total)
		ranked, total := s.Rank(index.RankQuery{Text: question, Files: want})
		fmt.Fprintln(&b, ranked, total)
	}
	return b.String()
}

// TestWordIndex holds that a stored snapshot, which has a word index, finds what one without
// it finds, also in repositories whose lists of files are long enough for bitmaps.
func TestWordIndex(t *testing.T) {
	for _, files := range []int{0, 1, 40, 1200} {
		r := rand.New(rand.NewPCG(uint64(files), 7))
		s := wordy(r, files)
		again, err := indextest.Reopen(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions(r, 40) {
			if got, want := answersInWords(again, q), answersInWords(s, q); got != want {
				t.Fatalf("%d files, %q: got\n%s\nwant\n%s", files, q, got, want)
			}
		}
	}
}

// TestWordIndexReadsFew holds that a question about a rare word reads few files' words.
func TestWordIndexReadsFew(t *testing.T) {
	s := wordy(rand.New(rand.NewPCG(1, 1)), 1200)
	var data bytes.Buffer
	if err := s.Encode(&data); err != nil {
		t.Fatal(err)
	}
	in := indextest.StoredLike(s, data.Bytes(), nil)
	noted := &notes{in.Data, make([]bool, len(in.Data))}
	in.Reads = noted
	again, err := index.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	clear(noted.read)
	_, total := again.SearchPassages(index.PassageQuery{Text: "singular"})
	read := 0
	for _, r := range noted.read {
		if r {
			read++
		}
	}
	if total != 1 || read > len(in.Data)/4 {
		t.Errorf("%d of %d bytes are read for %d passages", read, len(in.Data), total)
	}
}

// TestWordIndexDamaged holds that questions find the same where the word index is damaged.
func TestWordIndexDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	s := wordy(r, 600)
	var data bytes.Buffer
	if err := s.Encode(&data); err != nil {
		t.Fatal(err)
	}
	// The index is the first section.
	const head, sections = 8, 13
	tail := data.Bytes()[data.Len()-8*(1+sections):]
	if n := binary.LittleEndian.Uint64(tail); n != sections {
		t.Fatalf("there are %d sections", n)
	}
	size := int(binary.LittleEndian.Uint64(tail[8:]))
	asked := questions(r, 3)
	want := map[string]string{}
	for _, q := range asked {
		want[q] = answersInWords(s, q)
	}
	for range 60 {
		damaged := bytes.Clone(data.Bytes())
		damaged[head+r.IntN(size)] ^= 1 << r.IntN(8)
		again, err := index.Open(indextest.StoredLike(s, damaged, nil))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range asked {
			if got := answersInWords(again, q); got != want[q] {
				t.Fatalf("%q: got\n%s\nwant\n%s", q, got, want[q])
			}
		}
	}
}
