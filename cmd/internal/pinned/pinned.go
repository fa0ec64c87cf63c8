// Package pinned keeps what compiler-grade indexers say about small source trees
// of pinned versions, and compares a snapshot with it: so a regression is seen
// without these indexers.
package pinned

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/scip"
)

// Truth is what an indexer says about a tree: no text of the tree is in it.
type Truth struct {
	Version string // of the tree
	Indexer string
	Symbols int // their number; one is its place in a list that is not kept
	Files   []File
}

// File is a file of the tree.
type File struct {
	Path string
	Sum  string // the first half of the SHA-256 of its content, in hexadecimal
	// At has two numbers for each occurrence, in the order of the text: how many
	// bytes it begins behind the one before, and twice its symbol, plus 1 where it
	// is a definition.
	At []uint32
}

// Occurrence is a place where a symbol of the tree is named.
type Occurrence struct {
	Path       string
	Start      uint32 // offset in bytes
	Symbol     string // that of a local variable is its file's own
	Definition bool
}

// FromSCIP reads the occurrences of an index of the tree in dir, without those of
// modules and packages, and without files that are not in the tree.
func FromSCIP(r io.Reader, dir string) ([]Occurrence, error) {
	var out []Occurrence
	err := scip.Read(r, func(d *index.Imported) error {
		if !filepath.IsLocal(d.Path) { // what a compiler generated
			return nil
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(d.Path)))
		if err != nil {
			return err
		}
		lines := pos.New(text)
		for _, o := range d.Occurrences {
			if strings.HasSuffix(o.Symbol, "/") || strings.HasSuffix(o.Symbol, ":") {
				continue
			}
			column := o.Start.Column
			if d.Encoded {
				column = d.Encoding.Bytes(lines.Text(text, o.Start.Line), column)
			}
			start, ok := lines.Offset(pos.Position{Line: o.Start.Line, Column: column})
			if !ok {
				continue
			}
			name := o.Symbol
			if strings.HasPrefix(name, "local ") {
				name = d.Path + " " + name
			}
			out = append(out, Occurrence{d.Path, start, name, o.Definition})
		}
		return nil
	})
	return out, err
}

// New makes the truth of the tree in dir. Symbols that it does not define are left
// out, and so are further occurrences of one symbol at a place.
func New(version, indexer, dir string, occurrences []Occurrence) (*Truth, error) {
	defined, number := map[string]bool{}, map[string]uint32{}
	for _, o := range occurrences {
		if o.Definition {
			defined[o.Symbol] = true
		}
	}
	list := slices.DeleteFunc(slices.Clone(occurrences), func(o Occurrence) bool { return !defined[o.Symbol] })
	slices.SortFunc(list, func(a, b Occurrence) int {
		definition := func(o Occurrence) int {
			if o.Definition {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start), cmp.Compare(definition(a), definition(b)), cmp.Compare(a.Symbol, b.Symbol))
	})
	list = slices.CompactFunc(list, func(a, b Occurrence) bool {
		return a.Path == b.Path && a.Start == b.Start && a.Symbol == b.Symbol
	})
	t := &Truth{Version: version, Indexer: indexer}
	var last uint32
	for _, o := range list {
		if n := len(t.Files); n == 0 || t.Files[n-1].Path != o.Path {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(o.Path)))
			if err != nil {
				return nil, err
			}
			t.Files = append(t.Files, File{Path: o.Path, Sum: sum(text)})
			last = 0
		}
		s, ok := number[o.Symbol]
		if !ok {
			s = uint32(len(number))
			number[o.Symbol] = s
		}
		s *= 2
		if o.Definition {
			s++
		}
		f := &t.Files[len(t.Files)-1]
		f.At = append(f.At, o.Start-last, s)
		last = o.Start
	}
	t.Symbols = len(number)
	return t, nil
}

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:16])
}

// Encode writes the truth as compressed JSON; the same truth gives the same bytes.
func (t *Truth) Encode() ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(t); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Decode reads what Encode wrote.
func Decode(data []byte) (*Truth, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var t Truth
	if err := json.NewDecoder(r).Decode(&t); err != nil {
		return nil, err
	}
	occurrences := 0
	for _, f := range t.Files {
		occurrences += len(f.At) / 2
	}
	if t.Symbols < 0 || t.Symbols > occurrences {
		return nil, fmt.Errorf("%d symbols for %d occurrences", t.Symbols, occurrences)
	}
	for _, f := range t.Files {
		if len(f.At)%2 != 0 {
			return nil, fmt.Errorf("%s: half an occurrence", f.Path)
		}
		for i := 1; i < len(f.At); i += 2 {
			if f.At[i]/2 >= uint32(t.Symbols) {
				return nil, fmt.Errorf("%s: symbol %d of %d", f.Path, f.At[i]/2, t.Symbols)
			}
		}
	}
	return &t, nil
}

// Score counts claims of one kind.
type Score struct {
	Truth int     // claims of the truth
	Found int     // those that the snapshot makes too
	Got   int     // claims of the snapshot at places of the truth
	Right float64 // those that are right; of several at one place a share
}

// Recall is the share of the truth's claims that is made.
func (s Score) Recall() float64 { return float64(s.Found) / float64(max(s.Truth, 1)) }

// Precision is the share of claims that are right; 1 where none is made.
func (s Score) Precision() float64 {
	if s.Got == 0 {
		return 1
	}
	return s.Right / float64(s.Got)
}

// F1 is the harmonic mean of the two.
func (s Score) F1() float64 {
	p, r := s.Precision(), s.Recall()
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// Scores of a snapshot.
type Scores struct {
	Definitions Score // at the same place
	References  Score // they lead to the line of a definition of the symbol; only those that are certain count
}

// line is where a definition is: lines are compared, since indexers do not agree
// on the column of what has no name of its own.
type line struct {
	path string
	n    uint32
}

// Compare compares a snapshot of the tree. Files that are not those of the truth
// are an error. Each miss is a line of log.
func (t *Truth) Compare(s *index.Snapshot, log io.Writer) (Scores, error) {
	docs := make([]int32, len(t.Files))
	defs := make([][]line, t.Symbols)
	for i, f := range t.Files {
		doc, ok := s.Doc(f.Path)
		if !ok || s.Docs()[doc].Source == nil {
			return Scores{}, fmt.Errorf("%s is not indexed", f.Path)
		}
		docs[i] = doc
		at := uint32(0)
		for j := 0; j < len(f.At); j += 2 {
			at += f.At[j]
			if f.At[j+1]&1 != 0 {
				defs[f.At[j+1]/2] = append(defs[f.At[j+1]/2], line{f.Path, s.Docs()[doc].Lines().Position(at).Line})
			}
		}
	}
	var scores Scores
	for i, f := range t.Files {
		at := uint32(0)
		for j := 0; j < len(f.At); {
			at += f.At[j]
			// Several symbols of one place are one claim: each of them is right.
			var want []line
			definition := false
			k := j
			for ; k < len(f.At) && (k == j || f.At[k] == 0); k += 2 {
				definition = definition || f.At[k+1]&1 != 0
				want = append(want, defs[f.At[k+1]/2]...)
			}
			j = k
			where := func() string {
				l, c := s.Docs()[docs[i]].Lines().Position(at).OneBased()
				return fmt.Sprintf("%s:%d:%d", f.Path, l, c)
			}
			found, ok := s.SymbolAt(f.Path, at)
			ok = ok && found.Start == at
			if definition {
				scores.Definitions.Truth++
				if ok && slices.ContainsFunc(found.Symbols, func(c index.Candidate) bool { return c.Definition }) {
					scores.Definitions.Found++
				} else {
					fmt.Fprintf(log, "no definition\t%s\n", where())
				}
				continue
			}
			scores.References.Truth++
			got, right := 0, 0
			for _, c := range found.Symbols {
				if !ok || c.Definition || c.Certainty != resolve.Resolved || c.ID.IsExternal() {
					continue
				}
				for _, l := range s.Definitions(c.ID) {
					got++
					d := s.Docs()[l.Doc]
					if slices.Contains(want, line{d.Path, d.Lines().Position(l.Start).Line}) {
						right++
					}
				}
			}
			if got > 0 {
				scores.References.Got++
				scores.References.Right += float64(right) / float64(got)
			}
			switch {
			case right > 0:
				scores.References.Found++
			case got > 0:
				fmt.Fprintf(log, "wrong\t%s\t%s\n", where(), s.WrittenAt(found))
			default:
				fmt.Fprintf(log, "missed\t%s\n", where())
			}
		}
	}
	scores.Definitions.Got, scores.Definitions.Right = scores.Definitions.Found, float64(scores.Definitions.Found)
	return scores, nil
}

// Verify says whether the tree in dir is that of the truth.
func (t *Truth) Verify(dir string) error {
	for _, f := range t.Files {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			return err
		}
		if sum(text) != f.Sum {
			return fmt.Errorf("%s is not the one that the truth is of (version %s)", f.Path, t.Version)
		}
	}
	return nil
}
