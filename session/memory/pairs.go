package memory

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"codeintel/session"
	"codeintel/session/files"
)

const (
	pairsFile = "learned_pairs.json"
	// asideFile is where a file of pairs that can't be read goes before it is
	// replaced.
	asideFile = "learned_pairs.damaged.json"
	// baseFile has the files as they were when the cache was begun.
	baseFile = "learned_files.json"

	fileVersion = 1
	maxPairs    = 1000
	maxPairFile = 8 << 20
	// keep is how long a pair is known.
	keep = 30 * 24 * time.Hour
	// ahead is how far another machine's clock may be ahead of this one's.
	ahead = 24 * time.Hour
	// sample is how many files stand for all: the share of those that changed is
	// then known to three percent, and of fewer files it is known exactly.
	sample = 512
)

// Pair is a term and a symbol that it meant, of a session that succeeded.
type Pair struct {
	Term       string    `json:"nl_term"`
	Symbol     string    `json:"symbol"`
	Similarity float64   `json:"similarity"`
	Evidence   string    `json:"code_evidence"`
	SessionID  string    `json:"session_id"`
	Learned    time.Time `json:"learned_at"`
}

type pairFile struct {
	Version int        `json:"version"`
	Pairs   []keptPair `json:"pairs"`
}

// keptPair is a pair with its checksum, which those do not have that earlier versions
// wrote. Each has its own, because the file may be merged under version control.
type keptPair struct {
	Pair
	Sum string `json:"sum,omitempty"`
}

func (p Pair) sum() string {
	return sumOf([]byte(strings.Join([]string{p.Term, p.Symbol, strconv.FormatFloat(p.Similarity, 'g', -1, 64), p.Evidence, p.SessionID, p.Learned.UTC().Format(time.RFC3339Nano)}, "\x00")))
}

// keptPairs returns pairs as they are kept.
func keptPairs(pairs []Pair) []keptPair {
	out := make([]keptPair, len(pairs))
	for i, p := range pairs {
		out[i] = keptPair{p, p.sum()}
	}
	return out
}

// errVersion: a newer program wrote it.
var errVersion = errors.New("was written by a newer ci; update this one")

// decodeFile decodes a file of one JSON value with a version.
func decodeFile(data []byte, v any) error {
	if len(data) > maxPairFile {
		return errors.New("is too large")
	}
	var head struct {
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("is damaged: %w", err)
	}
	switch {
	case head.Version == nil || *head.Version < 1:
		return errors.New("is damaged: it has no version")
	case *head.Version > fileVersion:
		return errVersion
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("is damaged: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("is damaged: something follows its end")
	}
	return nil
}

// decodePairs reads learned pairs. Pairs that say nothing are left out; those that do not
// agree with their checksum are, too, and the error says how many.
func decodePairs(data []byte) ([]Pair, error) {
	var f pairFile
	if err := decodeFile(data, &f); err != nil {
		return nil, err
	}
	var out []Pair
	damaged := 0
	for _, kept := range f.Pairs {
		p := kept.Pair
		if kept.Sum != "" && kept.Sum != p.sum() {
			damaged++
			continue
		}
		p.Term, p.Symbol, p.SessionID = oneLine(p.Term, maxTerm), oneLine(p.Symbol, maxSymbol), oneLine(p.SessionID, maxTerm)
		p.Evidence = clean(p.Evidence, maxEvidence)
		if findable(p.Term) && p.Symbol != "" && !p.Learned.IsZero() && p.Similarity >= -1 && p.Similarity <= 1 {
			p.Learned = p.Learned.UTC()
			out = append(out, p)
		}
	}
	if damaged > 0 {
		return newest(out), fmt.Errorf("%d of its pairs are damaged and not used; remove them, or the file", damaged)
	}
	return newest(out), nil
}

// newest are the pairs that are kept, the newest first, each of a term and symbol
// once.
func newest(pairs []Pair) []Pair {
	slices.SortStableFunc(pairs, func(a, b Pair) int {
		return cmp.Or(b.Learned.Compare(a.Learned), cmp.Compare(a.Term, b.Term), cmp.Compare(a.Symbol, b.Symbol))
	})
	type key struct{ term, symbol string }
	seen := map[key]bool{}
	pairs = slices.DeleteFunc(pairs, func(p Pair) bool {
		k := key{fold(p.Term), p.Symbol}
		was := seen[k]
		seen[k] = true
		return was
	})
	return pairs[:min(len(pairs), maxPairs)]
}

// base is the files of the repository, or some of them, as they were.
type base struct {
	Version int               `json:"version"`
	Taken   time.Time         `json:"taken_at"`
	Files   map[string]string `json:"files"` // path -> hash
	// Sum is the checksum of the others, "" in what earlier versions wrote.
	Sum string `json:"sum,omitempty"`
}

func (b base) sum() string {
	b.Sum = ""
	data, err := json.Marshal(b)
	if err != nil {
		return "" // a list of texts has a form
	}
	return sumOf(data)
}

func decodeBase(data []byte) (base, error) {
	var b base
	if err := decodeFile(data, &b); err != nil {
		return base{}, err
	}
	if b.Taken.IsZero() || len(b.Files) > 2*sample {
		return base{}, errors.New("is damaged: it is no list of files")
	}
	if b.Sum != "" && b.Sum != b.sum() {
		return base{}, errors.New("is damaged: it does not agree with its checksum")
	}
	return b, nil
}

// takeBase is the repository as it is now. Which files stand for all depends on
// their paths alone.
func takeBase(c Code, now time.Time) base {
	type file struct {
		rank uint64
		path string
	}
	var list []file
	for p := range c.Paths() {
		h := fnv.New64a()
		_, _ = io.WriteString(h, p)
		list = append(list, file{h.Sum64(), p})
	}
	slices.SortFunc(list, func(a, b file) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.path, b.path)) })
	b := base{Version: fileVersion, Taken: now.UTC(), Files: map[string]string{}}
	for _, f := range list[:min(len(list), sample)] {
		if info, ok := c.File(f.path); ok {
			b.Files[f.path] = info.Hash
		}
	}
	b.Sum = b.sum()
	return b
}

// overHalf says whether more than half of the files have changed, or are gone.
func (b base) overHalf(c Code) bool {
	changed := 0
	for path, hash := range b.Files {
		if info, ok := c.File(path); !ok || info.Hash != hash {
			changed++
		}
	}
	return 2*changed > len(b.Files)
}

// readPairs gives the pairs that can be read; the error says why others can't.
func (m *Memory) readPairs() ([]Pair, error) {
	data, _, err := m.files.Read(pairsFile)
	if errors.Is(err, files.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	pairs, err := decodePairs(data)
	if err != nil {
		return pairs, Problem{pairsFile, err}
	}
	return pairs, nil
}

func (m *Memory) readBase() (b base, ok bool) {
	data, _, err := m.files.Read(baseFile)
	if err == nil {
		b, err = decodeBase(data)
	}
	if err != nil && !errors.Is(err, files.ErrNotExist) {
		m.log.Warn("what files were when pairs were learned is not known", "error", err)
	}
	return b, err == nil
}

// valid are the pairs that still hold: not too old, their symbol is in the code,
// and no more than half of the files changed since the cache was begun. Of a
// repository that is not all indexed it is not known what has gone.
func valid(pairs []Pair, b base, known bool, c Code, now time.Time) []Pair {
	if c.Complete() && known && b.overHalf(c) {
		return nil
	}
	return slices.DeleteFunc(pairs, func(p Pair) bool {
		return now.Sub(p.Learned) > keep || p.Learned.Sub(now) > ahead || c.Complete() && len(symbolsOf(p.Symbol, c)) == 0
	})
}

// Pairs are the learned pairs that hold now, the newest first.
func (m *Memory) Pairs(c Code) []Pair {
	pairs, err := m.readPairs()
	if err != nil {
		m.log.Warn("learned pairs can't be read", "error", err)
	}
	if len(pairs) == 0 {
		return nil
	}
	b, known := m.readBase()
	return valid(pairs, b, known, c, m.now())
}

// CachedMatches are the learned pairs of a term, of those SCIP symbols that are
// named, or of any where none is.
func (m *Memory) CachedMatches(term string, symbols []string, c Code) []Pair {
	term = fold(term)
	out := []Pair{}
	for _, p := range m.Pairs(c) {
		if fold(p.Term) == term && len(symbolsOf(p.Symbol, c)) > 0 && (len(symbols) == 0 || slices.Contains(symbols, p.Symbol)) {
			out = append(out, p)
		}
	}
	return out
}

// learn adds pairs, and drops those that hold no more.
func (m *Memory) learn(ctx context.Context, pairs []Pair, c Code) error {
	unlock, err := m.files.Lock(ctx, pairsFile)
	if err != nil {
		return err
	}
	defer unlock()
	old, err := m.readPairs()
	if errors.Is(err, errVersion) {
		return err
	}
	if err != nil {
		// It may be what a merge left, which a person can mend.
		m.log.Warn("what can't be read of learned pairs is set aside", "error", err, "file", asideFile)
		if data, _, err := m.files.Read(pairsFile); err == nil {
			if _, err := m.files.Write(asideFile, data); err != nil {
				return err
			}
		}
	}
	now := m.now()
	b, known := m.readBase()
	old = valid(old, b, known, c, now)
	if c.Complete() && (!known || len(old) == 0 || now.Sub(b.Taken) > keep || b.Taken.Sub(now) > ahead) {
		data, err := json.Marshal(takeBase(c, now))
		if err != nil {
			return err
		}
		if _, err := m.files.Write(baseFile, append(data, '\n')); err != nil {
			return err
		}
	}
	return m.writePairs(newest(append(pairs, old...)))
}

// writePairs writes the file of pairs, which the caller has locked.
func (m *Memory) writePairs(list []Pair) error {
	data, err := json.MarshalIndent(pairFile{fileVersion, keptPairs(list)}, "", "  ")
	if err != nil {
		return err
	}
	_, err = m.files.Write(pairsFile, append(data, '\n'))
	return err
}

// unlearn drops the pairs that a session taught: its work was found to be wrong. A file
// that can't be read as a whole is left to a person, or to the next success.
func (m *Memory) unlearn(ctx context.Context, id string) error {
	unlock, err := m.files.Lock(ctx, pairsFile)
	if err != nil {
		return err
	}
	defer unlock()
	pairs, err := m.readPairs()
	if err != nil {
		m.log.Warn("learned pairs can't be read; those of a session that failed are not dropped", "session", id, "error", err)
		return nil
	}
	id = oneLine(id, maxTerm)
	left := slices.DeleteFunc(slices.Clone(pairs), func(p Pair) bool { return p.SessionID == id })
	if len(left) == len(pairs) {
		return nil
	}
	return m.writePairs(left)
}

// symbolsOf are the symbols of the code that an agreement or a pair means: one for
// a SCIP symbol, several for a name that is not unique.
func symbolsOf(symbol string, c Code) []session.Symbol {
	list := c.Symbols(symbol)
	if i := slices.IndexFunc(list, func(s session.Symbol) bool { return s.Symbol == symbol }); i >= 0 {
		return list[i : i+1]
	}
	if strings.Contains(symbol, " ") {
		return nil // a SCIP symbol that is not there, whatever is called alike
	}
	return list[:min(len(list), maxMeant)]
}

// maxMeant is how many symbols a name in an agreement stands for at most.
const maxMeant = 5
