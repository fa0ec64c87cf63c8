package forest

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"codeintel/index/embed"
	"codeintel/index/glossary"
	"codeintel/index/internal/vector"
	"codeintel/index/words"
)

// Query is a question in words.
type Query struct {
	Text string
	// Vector is that of the question (embed.Embedder.Queries); nil where only words
	// count.
	Vector []float32
	// Least is the cosine that a chunk without a word of the question must have to be
	// found by its meaning.
	Least float32
	// Names embeds names, as the embedder that Vector is of: those of the best chunks
	// are compared with the question while it waits. nil where that takes too long;
	// then the chunks' own vectors count for both.
	Names embed.Embedder
	// Glossary says what words in Japanese mean in the repository; nil where nobody knows.
	Glossary *glossary.Glossary
	// Translation is the question in words of the code (Forest.Translate); nil for one
	// that is not in Japanese.
	Translation *Translation
	// Files that chunks are in, and Types of chunks; nil means any.
	Files func(path, language string) bool
	Types []string
	// References is how many there are to a chunk's definition; nil where nobody knows.
	References func(path string, row *Row) int
	// Weights of the scores; zero for DefaultWeights, and then the best are ranked once
	// more: files for a question that asks for a change, by what was learned of them, and
	// what a file has beyond three chunks comes a little later.
	Weights Weights
	// ByFile ranks files: each has one hit, its best chunk.
	ByFile bool
	// Limit is the number of hits at most, 0 for 10, behind the first Offset. Both
	// together are MaxHits at most.
	Limit, Offset int
}

// Mean sets what a question means by an embedder: Vector, Names where the embedder is
// quick (embed.Calibrated), and Least, the cosine that has the score least by what
// cosines are worth. Errors are those of the embedder; Names and Least are set all the
// same.
func (q *Query) Mean(ctx context.Context, e embed.Embedder, worth embed.Calibration, least float32) (err error) {
	if _, quick := e.(embed.Calibrated); quick {
		q.Names = e
	}
	if !worth.Zero() {
		q.Least = worth.Cosine(least)
	}
	q.Vector, err = q.Glossary.Embedder(e, q.Text).Queries(ctx, []string{q.Text})
	if err != nil || q.Translation == nil || q.Translation.English == "" {
		return err
	}
	english, err := e.Queries(ctx, []string{q.Translation.English})
	if err != nil {
		return err
	}
	share := float32(englishShare)
	if q.Glossary.Len() > 0 {
		share = besideEnglish
	}
	q.Vector = blend(q.Vector, english, share)
	return nil
}

// blend returns the weighted sum of two vectors, normalized; share is the weight of b.
func blend(a, b []float32, share float32) []float32 {
	sum, out := 0.0, make([]float32, len(a))
	for i := range out {
		out[i] = (1-share)*a[i] + share*b[i]
		sum += float64(out[i]) * float64(out[i])
	}
	if sum == 0 {
		return out
	}
	length := float32(math.Sqrt(sum))
	for i := range out {
		out[i] /= length
	}
	return out
}

// LeastMeant is the score from which a chunk without a word of a question may be what
// it means. On the scale of a repository (embed.Background) nine in ten that have
// nothing to do with it are below. The pairs of a model's own scale (embed.Calibrated)
// are nearer, of one package each: with the same score the built-in embedder missed
// what questions in Japanese mean (testdata/rank).
func LeastMeant(e embed.Embedder) float32 {
	if _, own := e.(embed.Calibrated); own {
		return 0.2
	}
	return 0.3
}

// MaxHits is how many chunks are ranked for a question.
const MaxHits = 1000

// Weights say how much each of Scores counts in Hit.Score.
type Weights struct{ Vector, Keyword, Definition, Reference float64 }

// DefaultWeights are those that found most.
func DefaultWeights() Weights { return Weights{Vector: 0.33, Keyword: 0.67} }

// Scores of a chunk for a question, each from 0 to 1.
type Scores struct {
	// Vector is how near the meaning is: the cosine of the question and the chunk, with
	// those of the question and the file's first chunk, and the chunk's names. Of a chunk
	// without a vector it is what others whose words agree as well have.
	Vector float64
	// Keyword is the share of the question's words that the chunk, and less so its
	// file, has, rare ones counting more, and more in names (BM25F). Those that the
	// repository does not have count as missing. What the glossary says that they mean
	// are words of the question too. Two words of the question that follow one another,
	// and do so in names of the repository, are one more that a file may have.
	Keyword float64
	// Definition is the share of the question's words that the name has, rare ones
	// counting more, and of the name's words that the question has.
	Definition float64
	// Reference is the number of references divided by 20, at most 1.
	Reference float64
}

// Hit is a chunk with how well it agrees with a question.
type Hit struct {
	Path string
	// Number is that of the chunk among its file's.
	Number int
	Row
	// Score is the weighted sum of Scores by the sum of the weights of those that are
	// known; less for tests, unless the question is about them, and for documentation,
	// data, generated files and copies of other people's. What is ranked once more
	// (Query.Weights) has scores in the order of its new ranks.
	Score float64
	Scores
}

// How much a word counts in each place, and how the effect of its number, and of the
// length of a text, is bounded (BM25F).
const (
	wordInName      = 12
	wordInParent    = 4
	wordInStem      = 6
	wordInFolder    = 3
	wordInSignature = 1
	saturation      = 6   // half of a word's effect is reached with so many
	lengthShare     = 0.8 // how much of the effect of the length is taken away

	// The same for the whole file, whose score is added to that of each of its chunks.
	fileShare        = 1.2
	fileName         = 1.5
	filePath         = 4
	fileSaturation   = 2
	fileLengthShare  = 0.5
	pairShare        = 0.3  // of the rarity of a pair in a file
	intentShare      = 0.33 // of the weight of a word that says what is to be done
	meantShare       = 2    // of a word of the code that one of the question surely means
	maxWords         = 64
	maxVectors       = 400 // rows that are looked for by meaning, at least
	nearest          = 20  // of these none is missed
	maxNamed         = 200 // rows that have their names compared
	chunkCosineShare = 0.85
	fileCosineShare  = 0.3
	fullReferences   = 20
)

// queryWord is a word of the question.
type queryWord struct {
	hash   uint32
	weight float64
	// group numbers the words of the code that may say one of the question, from 1; 0 for
	// a word of the question itself. share is how likely it is the one that is meant.
	group      int
	share      float64
	spread     spread
	rarity     float64
	fileRarity float64
}

// queryPair are two words of the question that follow one another; names that have them
// so say more than both do somewhere in a file (Metzler and Croft, A Markov random field
// model for term dependencies, SIGIR 2005).
type queryPair struct {
	first, second int // numbers of the words
	hash          uint32
	files         int // that have it in a name
	rarity        float64
	named         bool // the question has it in a name
	group         int  // as of words; of the pairs of a group one counts
	share         float64
}

// Search finds the chunks that matter for a question, the best first. total is how many
// have a word of it or, where there are vectors, are among the nearest, MaxHits at most.
// Errors are those of the embedder of names and the context.
func (f *Forest) Search(ctx context.Context, q Query) (hits []Hit, total int, err error) {
	s := newSearch(f, &q)
	s.ctx = ctx
	defer s.release()
	s.scan(s.prepare())
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	if err := s.finish(ctx); err != nil {
		return nil, 0, err
	}
	end := min(q.Offset+q.limit(), MaxHits)
	found := s.best[:min(end, len(s.best))]
	for _, c := range found[min(max(q.Offset, 0), len(found)):] {
		hits = append(hits, *c.hit)
	}
	return hits, s.total, nil
}

// release gives the buffers back, without what they know of files, which may be gone
// before the next question.
func (s *search) release() {
	b := s.buffers
	clear(b.hits)
	clear(b.rows.lists[:cap(b.rows.lists)])
	s.f.buffers.Put(b)
}

func (q *Query) limit() int {
	if q.Limit <= 0 {
		return 10
	}
	return q.Limit
}

// buffers are memory that one question after the other uses.
type buffers struct {
	masks  []uint64 // of each file, the words that it has
	places []uint32 // of each word, for each file that has it, where its postings are
	at     []int32  // of each file of the directory, its place among all, -1 for none
	hits   []fileHit
	rows   rowBuffer
}

// search is one question under way.
type search struct {
	ctx     context.Context
	f       *Forest
	q       *Query
	buffers *buffers
	weights Weights
	words   []queryWord
	own     int     // so many of words are the question's own
	groups  []group // of the others, from 1; nil for a question without a Translation
	pairs   []queryPair
	tests   bool // the question is about tests
	changes bool // the question asks for a change
	known   float64
	mean    float64 // weighted number of words of a chunk
	fmean   float64
	meaning bool // there are vectors, and the question has one
	// near are the rows that look near, by rowKey, which count whatever their words, and
	// nearFiles the numbers of their files. Those with words of the question are in sure.
	near      map[uint64]bool
	nearFiles map[uint32]bool
	sure      []candidate
	best      []candidate // by words
	orders    []float64   // those of the first MaxHits of best, the least first (a heap)
	least     float64     // what is below has no place among these any more
	keep      int
	total     int
}

func rowKey(x *file, row int) uint64 { return uint64(x.number)<<32 | uint64(row) }

type candidate struct {
	file *file
	at   int // the file's place among all
	row  int
	// order is what the candidates are ranked by, factor the likelihood, keyword the
	// score by words.
	order, factor, keyword float64
	far                    bool // the cosine is less than Query.Least
	hit                    *Hit // nil until few are left: they are moved about much
}

func compare(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.at, b.at), cmp.Compare(a.row, b.row))
}

// found is a word in a file.
type found struct {
	word int
	list list
}

// fileHit is a file that has words of the question: those of mask, and of path in its
// path.
type fileHit struct {
	file       *file
	at         int // its place among all
	mask, path uint64
	bound      float64 // no row of it has a greater order
	// Of one that was looked into: the words that it has, and what they and pairs add to
	// the score of each row.
	has           uint64
	whole, paired float64
}

func newSearch(f *Forest, q *Query) *search {
	s := &search{ctx: context.Background(), f: f, q: q, buffers: f.buffers.Get().(*buffers), weights: q.Weights, keep: max(maxVectors, 2*min(q.Offset+q.limit(), MaxHits))}
	if s.weights == (Weights{}) {
		s.weights = DefaultWeights()
	}
	return s
}

// prepare finds the files that have words of the question, and what these are worth.
func (s *search) prepare() []fileHit {
	q := s.q
	s.split(q.Text)
	wanted := func(x *file) bool { return q.Files == nil || q.Files(x.path, x.language) }
	s.look(wanted)
	hits := s.files(wanted)
	if s.ctx.Err() != nil {
		return nil // the files may not be all, and what follows is remembered
	}
	s.spreads(hits)
	s.rarities()
	return hits
}

// scan finds the rows that are best by their words, and adds those that count whatever
// theirs.
func (s *search) scan(hits []fileHit) {
	for _, i := range s.promising(hits) {
		if s.ctx.Err() != nil {
			return
		}
		if h := &hits[i]; h.bound >= s.least {
			s.file(h, &s.buffers.rows)
		}
	}
	s.cut()
	s.rest()
}

// files are those that have words of the question.
func (s *search) files(wanted func(*file) bool) (hits []fileHit) {
	known, all := s.f.directory(), s.f.files
	b := s.buffers
	b.masks, b.places, b.at = zeros(b.masks, len(all)), zeros(b.places, len(s.words)*len(all)), b.at[:0]
	if known == nil {
		known = &directory{}
	}
	order, hashes := s.ascending()
	next := 0
	for at, x := range all {
		if at%64 == 0 && s.ctx.Err() != nil {
			break
		}
		for next < len(known.files) && known.files[next] != x && known.files[next].path < x.path {
			b.at, next = append(b.at, -1), next+1
		}
		if next < len(known.files) && known.files[next] == x {
			b.at, next = append(b.at, int32(at)), next+1
			continue
		}
		x.part.places(hashes, func(given int, place uint) {
			i := order[given]
			b.masks[at] |= 1 << i
			b.places[i*len(all)+at] = uint32(place)
		})
	}
	for i := range s.words {
		if s.ctx.Err() != nil {
			break
		}
		places := b.places[i*len(all):][:len(all)]
		known.find(s.words[i].hash, func(file int, place uint) {
			if file < len(b.at) && b.at[file] >= 0 {
				b.masks[b.at[file]] |= 1 << i
				places[b.at[file]] = uint32(place)
			}
		})
	}
	hits = b.hits[:0]
	for at, mask := range b.masks {
		if at%64 == 0 && s.ctx.Err() != nil {
			break
		}
		if mask != 0 && wanted(all[at]) {
			hits = append(hits, fileHit{file: all[at], at: at, mask: mask})
		}
	}
	b.hits = hits
	return hits
}

// ascending returns the indexes of the words of the question in the order of their hashes,
// and these hashes.
func (s *search) ascending() (words []int, hashes []uint32) {
	words = make([]int, len(s.words))
	for i := range words {
		words[i] = i
	}
	slices.SortFunc(words, func(a, b int) int { return cmp.Compare(s.words[a].hash, s.words[b].hash) })
	for _, i := range words {
		hashes = append(hashes, s.words[i].hash)
	}
	return words, hashes
}

// list is the postings of a word of the question in a file that has it.
func (s *search) list(h *fileHit, word int) (list, bool) {
	return h.file.part.list(uint(s.buffers.places[word*len(s.f.files)+h.at]))
}

// zeros is a slice of n zeros, of the memory of another one where that has room.
func zeros[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// promising sets the bounds of files, and returns their numbers, about in the order of
// these, so that the best rows are found soon and most files need not be looked into.
func (s *search) promising(hits []fileHit) []int {
	const steps = 256
	var count [steps + 1]int
	step := make([]uint8, len(hits))
	for i := range hits {
		h := &hits[i]
		sum := best{}
		for j := range s.words {
			w := &s.words[j]
			if h.file.inPath&pathBit(w.hash) != 0 && (slices.Contains(h.file.stem, w.hash) || slices.Contains(h.file.folders, w.hash)) {
				h.path |= 1 << j
			}
			if h.mask>>j&1 != 0 {
				sum.add(w, w.rarity+w.fileRarity)
			} else if h.path>>j&1 != 0 {
				sum.add(w, w.rarity)
			}
		}
		for j := range s.pairs {
			if p := &s.pairs[j]; (h.mask>>p.first)&(h.mask>>p.second)&1 != 0 {
				sum.sum += p.rarity
			}
		}
		h.bound = sum.sum / s.known * s.kindLikelihood(h.file)
		if s.nearFiles[h.file.number] {
			h.bound = math.Inf(1)
		}
		step[i] = uint8(max(0, min((1-h.bound)*steps, steps-1)))
		count[int(step[i])+1]++
	}
	for i := range steps {
		count[i+1] += count[i]
	}
	order := make([]int, len(hits))
	for i := range hits {
		order[count[step[i]]] = i
		count[step[i]]++
	}
	return order
}

// split divides the question into its words, and adds those that they mean.
func (s *search) split(text string) {
	test := hash("test")
	add := func(h uint32, weight float64) (at int, ok bool) {
		if at := slices.IndexFunc(s.words, func(w queryWord) bool { return w.hash == h }); at >= 0 {
			return at, true
		}
		if len(s.words) == maxWords {
			return 0, false
		}
		w := queryWord{hash: h, weight: weight}
		if intent[h] {
			w.weight *= intentShare
		}
		s.tests = s.tests || h == test
		s.words = append(s.words, w)
		return len(s.words) - 1, true
	}
	own := func(empty bool) {
		last, before := uint64(0), 0
		words.TermsJoined(text, func(term []byte, joined bool) {
			if words.Empty(term) != empty {
				return
			}
			full := fnv(term)
			s.changes = s.changes || changes[fold(full)]
			at, ok := add(fold(full), 1)
			switch {
			case !ok:
				return
			case term[0] >= utf8.RuneSelf:
				full = 0 // pairs are of names of ASCII
			case last != 0:
				s.pair(before, at, pair(last, full), joined)
			}
			last, before = full, at
		})
	}
	own(false)
	if len(s.words) == 0 {
		own(true)
	}
	s.own = len(s.words)
	for _, w := range s.q.Glossary.Words(text) {
		add(hash(w.Term), meantShare*w.Share)
	}
	if s.q.Translation != nil {
		s.translate(s.q.Translation)
	}
}

// pair adds a pair of two words.
func (s *search) pair(a, b int, h uint32, named bool) {
	if a == b {
		return
	}
	if i := slices.IndexFunc(s.pairs, func(p queryPair) bool { return p.hash == h }); i >= 0 {
		s.pairs[i].named = s.pairs[i].named || named
	} else if len(s.pairs) < maxWords {
		s.pairs = append(s.pairs, queryPair{first: a, second: b, hash: h, named: named})
	}
}

// look finds the rows that look near by their meaning.
func (s *search) look(wanted func(*file) bool) {
	if s.f.vectors == nil || len(s.q.Vector) != s.f.dim {
		return
	}
	s.meaning, s.near, s.nearFiles = true, map[uint64]bool{}, map[uint32]bool{}
	keep := func(number, row uint32) bool {
		x := s.f.numbers[number]
		return x != nil && int(row) < x.part.n && wanted(x) && s.typed(x, int(row))
	}
	for _, h := range s.f.vectors.Search(s.q.Vector, nearest, s.keep, keep) {
		s.near[uint64(h.File)<<32|uint64(h.Row)], s.nearFiles[h.File] = true, true
	}
}

// typed says whether a row is of a type that is asked for.
func (s *search) typed(x *file, row int) bool {
	if len(s.q.Types) == 0 {
		return true
	}
	typ, _ := x.part.kind(row)
	return slices.Contains(s.q.Types, typ)
}

// rarities says how much each word tells chunks and files apart.
func (s *search) rarities() {
	rows, files := float64(s.f.rows), float64(len(s.f.files))
	for i := range s.words {
		w := &s.words[i]
		if w.group > 0 || s.groups != nil && w.spread.rows == 0 {
			continue // what the code has no word for in Japanese is said in English
		}
		w.rarity = w.weight * rarity(float64(w.spread.rows), rows)
		w.fileRarity = fileShare * w.weight * rarity(float64(w.spread.files), files)
		s.known += w.rarity + w.fileRarity
	}
	for i := range s.pairs {
		if p := &s.pairs[i]; p.files > 0 && p.group == 0 {
			p.rarity = pairShare * rarity(float64(p.files), files)
			s.known += p.rarity
		}
	}
	if s.groups != nil {
		s.groupRarities(rows, files)
	}
	z := s.f.size
	s.mean = max((z.text+wordInName*z.name+wordInParent*z.parent+wordInFolder*z.path)/max(rows, 1), 1)
	s.fmean = max((z.text+fileName*z.name)/max(files, 1)+filePath*z.path/max(rows, 1), 1)
}

// rarity returns the inverse document frequency of a word that n of all have.
func rarity(n, all float64) float64 { return math.Log(1 + (all-n+0.5)/(n+0.5)) }

// rowBuffer is what is known of the rows of a file.
type rowBuffer struct {
	score, norm []float64
	mask        []uint64
	// group is the one of which part of the score is; see raise.
	group   []int
	part    []float64
	touched []int
	lists   []found
}

func (b *rowBuffer) reset(n int) {
	if len(b.mask) < n {
		b.score, b.norm, b.mask = make([]float64, n), make([]float64, n), make([]uint64, n)
		b.group, b.part = make([]int, n), make([]float64, n)
	}
	for _, row := range b.touched {
		b.mask[row] = 0
	}
	b.touched = b.touched[:0]
}

// file ranks the rows of a file.
func (s *search) file(hit *fileHit, b *rowBuffer) {
	x := hit.file
	lists, has := b.lists[:0], uint64(0)
	for i := range s.words {
		if hit.mask>>i&1 != 0 {
			if l, ok := s.list(hit, i); ok {
				lists, has = append(lists, found{i, l}), has|1<<i
			}
		}
	}
	if b.lists = lists; len(lists) == 0 {
		return
	}
	b.reset(x.part.n)
	var inPath [maxWords]float64
	for i := range s.words {
		if hit.path>>i&1 == 0 {
			continue
		}
		for _, h := range x.stem {
			if h == s.words[i].hash {
				inPath[i] += wordInStem
			}
		}
		for _, h := range x.folders {
			if h == s.words[i].hash {
				inPath[i] += wordInFolder
			}
		}
	}
	path := wordInStem*float64(len(x.stem)) + wordInFolder*float64(len(x.folders))
	whole := best{}
	norm := fileSaturation * (1 - fileLengthShare + fileLengthShare*(x.size.text+fileName*x.size.name+filePath*float64(len(x.stem)+len(x.folders)))/s.fmean)
	for i := range lists {
		w, l := &s.words[lists[i].word], lists[i].list
		times := 0.0
		if inPath[lists[i].word] > 0 {
			times = filePath
		}
		for l.left > 0 {
			at, text, where := l.take()
			row := int(at)
			if row >= x.part.n {
				break // not of what Make writes
			}
			if b.mask[row] == 0 {
				text, name, parent := x.part.size(row)
				size := float64(text) + wordInName*float64(name) + wordInParent*float64(parent) + path
				b.norm[row] = saturation * (1 - lengthShare + lengthShare*size/s.mean)
				b.score[row], b.group[row] = 0, 0
				b.touched = append(b.touched, row)
			}
			b.mask[row] |= 1 << lists[i].word
			n := float64(text) + inPath[lists[i].word]
			times += float64(text)
			if where != 0 {
				if where&inName != 0 {
					n += wordInName
					times += fileName
				}
				if where&inParent != 0 {
					n += wordInParent
				}
				if where&inSignature != 0 {
					n += wordInSignature
				}
			}
			more := w.rarity * n / (n + b.norm[row])
			if w.group > 0 {
				more = b.raise(row, w.group, more)
			}
			b.score[row] += more
		}
		whole.add(w, w.fileRarity*times/(times+norm))
	}
	for i := range s.pairs {
		if p := &s.pairs[i]; (has>>p.first)&(has>>p.second)&1 != 0 && x.part.pairs.find(p.hash) >= 0 {
			hit.paired += p.rarity
		}
	}
	hit.has, hit.whole = has, whole.sum
	for _, row := range b.touched {
		if !s.typed(x, row) {
			continue
		}
		score := b.score[row] + whole.sum + hit.paired
		for i, more := 0, hit.path&^b.mask[row]; more != 0; i, more = i+1, more>>1 {
			if more&1 != 0 && (s.words[i].group == 0 || s.groups[s.words[i].group].mask&b.mask[row] == 0) {
				score += s.words[i].rarity * inPath[i] / (inPath[i] + b.norm[row])
			}
		}
		s.add(hit, row, score/s.known)
	}
}

// add adds a row with its score by words.
func (s *search) add(h *fileHit, row int, keyword float64) {
	s.total++
	c := candidate{file: h.file, at: h.at, row: row, factor: s.likelihood(h.file, row), keyword: keyword}
	c.order = keyword * c.factor
	if key := rowKey(h.file, row); math.IsInf(h.bound, 1) && s.near[key] {
		delete(s.near, key)
		s.sure = append(s.sure, c)
	} else if c.order >= s.least {
		s.best = append(s.best, c)
		s.raise(c.order)
	}
}

// raise takes in the order of a row of best: least is that of the last one that has a place
// among MaxHits.
func (s *search) raise(order float64) {
	t := s.orders
	at := len(t)
	if at < MaxHits {
		t = append(t, order)
		for ; at > 0 && t[(at-1)/2] > order; at = (at - 1) / 2 {
			t[at] = t[(at-1)/2]
		}
	} else {
		for at = 0; ; {
			next := 2*at + 1
			if next+1 < len(t) && t[next+1] < t[next] {
				next++
			}
			if next >= len(t) || t[next] >= order {
				break
			}
			t[at] = t[next]
			at = next
		}
	}
	t[at] = order
	if s.orders = t; len(t) == MaxHits {
		s.least = t[0]
	}
}

// cut leaves the best by words.
func (s *search) cut() {
	s.best = slices.DeleteFunc(s.best, func(c candidate) bool { return c.order < s.least })
	if len(s.best) > MaxHits { // some are equally good
		slices.SortFunc(s.best, compare)
		s.best = s.best[:MaxHits]
	}
}

// rest adds what counts whatever its words.
func (s *search) rest() {
	s.best = append(s.best, s.sure...)
	for key := range s.near {
		x, row := s.f.numbers[key>>32], int(uint32(key))
		at, _ := slices.BinarySearchFunc(s.f.files, x.path, func(x *file, path string) int { return strings.Compare(x.path, path) })
		s.best = append(s.best, candidate{file: x, at: at, row: row, factor: s.likelihood(x, row)})
	}
}

// likelihood is how likely a row is what a question is about, whatever its words.
func (s *search) likelihood(x *file, row int) float64 {
	return s.kindLikelihood(x) * x.likely[x.part.typ(row)]
}

func (s *search) kindLikelihood(x *file) float64 {
	if x.kind == isTest && s.tests {
		return 1
	}
	return float64(likelihoods[x.kind])
}

// finish ranks what was found by all scores.
func (s *search) finish(ctx context.Context) error {
	hits := make([]Hit, len(s.best))
	for i := range s.best {
		hits[i].Keyword = s.best[i].keyword
		s.best[i].hit = &hits[i]
	}
	if s.meaning {
		// Of each its own row, and that of its file.
		rows := make([]vector.Hit, len(s.best), 2*len(s.best))
		files := map[*file]int{}
		for i := range s.best {
			c := &s.best[i]
			rows[i] = vector.Hit{File: c.file.number, Row: uint32(c.row)}
			if _, ok := files[c.file]; !ok {
				files[c.file] = len(rows)
				rows = append(rows, vector.Hit{File: c.file.number})
			}
		}
		s.f.vectors.Scores(s.q.Vector, rows)
		for i := range s.best {
			c := &s.best[i]
			own, whole := rows[i].Score, rows[files[c.file]].Score
			c.hit.Vector = (1-fileCosineShare)*max(float64(own), 0) + fileCosineShare*max(float64(whole), 0)
			c.far = own < s.q.Least
		}
		s.guess()
		// What has no word of the question must mean it.
		s.best = slices.DeleteFunc(s.best, func(c candidate) bool { return c.keyword == 0 && c.far })
	}
	s.total = min(max(s.total, len(s.best)), MaxHits)
	all := s.weights
	s.weights.Keyword += all.Definition + all.Reference // which are not known yet
	s.order()
	s.weights = all
	s.best = s.best[:min(len(s.best), s.keep)]
	s.describe()
	if err := s.names(ctx); err != nil {
		return err
	}
	s.order()
	if s.q.Weights == (Weights{}) {
		if s.changes {
			s.again()
		}
		s.spreadOut()
	}
	if s.q.ByFile {
		s.byFile()
	}
	return nil
}

// guess says how near the candidates without a vector are, so that it counts neither for
// nor against them that they have none: as near as others whose words agree as well are
// on average, by the straight line that is closest to these (least squares). Where no
// other has a vector, all are ranked by words.
func (s *search) guess() {
	if !slices.ContainsFunc(s.best, func(c candidate) bool { return !c.file.embedded }) {
		return
	}
	slices.SortFunc(s.best, compare) // so that the sums are always the same, to the bit
	var n, sumX, sumY, sumXX, sumXY float64
	for i := range s.best {
		// One that is among the nearest and has few words tells nothing of others with few.
		if c := &s.best[i]; c.file.embedded && c.keyword > 0 && c.keyword*c.factor > s.least {
			x, y := c.keyword, c.hit.Vector
			n, sumX, sumY, sumXX, sumXY = n+1, sumX+x, sumY+y, sumXX+x*x, sumXY+x*y
		}
	}
	if n == 0 {
		return
	}
	slope := 0.0
	if across := n*sumXX - sumX*sumX; across > 0 {
		slope = max((n*sumXY-sumX*sumY)/across, 0)
	}
	for i := range s.best {
		if c := &s.best[i]; !c.file.embedded {
			c.hit.Vector = max(0, min(sumY/n+slope*(c.keyword-sumX/n), 1))
		}
	}
}

// order ranks the candidates by the scores that they have.
func (s *search) order() {
	w := s.weights
	if !s.meaning {
		w.Vector = 0
	}
	if s.q.References == nil {
		w.Reference = 0
	}
	sum := w.Vector + w.Keyword + w.Definition + w.Reference
	if sum == 0 {
		sum = 1
	}
	for i := range s.best {
		c := &s.best[i]
		h := c.hit
		h.Score = (w.Vector*h.Vector + w.Keyword*h.Keyword + w.Definition*h.Definition + w.Reference*h.Reference) / sum * c.factor
		c.order = h.Score
	}
	slices.SortFunc(s.best, compare)
}

// describe reads the rows of the candidates.
func (s *search) describe() {
	rows := map[*file][]int{}
	for i := range s.best {
		rows[s.best[i].file] = append(rows[s.best[i].file], i)
	}
	for x, list := range rows {
		slices.SortFunc(list, func(a, b int) int { return cmp.Compare(s.best[a].row, s.best[b].row) })
		x.part.each(func(n int, row *Row) bool {
			if s.best[list[0]].row == n {
				h := s.best[list[0]].hit
				h.Path, h.Number, h.Row = x.path, n, *row
				h.Definition = s.definition(row)
				if s.q.References != nil {
					h.Reference = min(float64(s.q.References(x.path, row))/fullReferences, 1)
				}
				list = list[1:]
			}
			return len(list) > 0
		})
	}
}

// definition says how well a name agrees.
func (s *search) definition(row *Row) float64 {
	all, same, named := 0, 0, 0.0
	sum := best{}
	for i := range s.words {
		sum.add(&s.words[i], s.words[i].rarity)
	}
	words.Terms(row.Name, func(term []byte) {
		all++
		h := hash(term)
		for i := range s.words {
			if s.words[i].hash == h {
				same++
				named += s.words[i].rarity
				return
			}
		}
	})
	if same == 0 || sum.sum == 0 {
		return 0
	}
	return min(named/sum.sum, 1) * float64(same) / float64(all)
}

// names compares the names of the best with the question.
func (s *search) names(ctx context.Context) error {
	if !s.meaning || s.q.Names == nil || s.q.Names.Dim() != len(s.q.Vector) {
		return nil
	}
	best := s.best[:min(len(s.best), max(maxNamed, s.q.Offset+s.q.limit()))]
	passages := make([]embed.Passage, len(best))
	for i := range best {
		passages[i] = Passage(best[i].hit.Path, &best[i].hit.Row)
	}
	vectors, err := s.q.Names.Passages(ctx, passages)
	if err != nil {
		return err
	}
	dim := len(s.q.Vector)
	for i := range best {
		h := best[i].hit
		h.Vector = chunkCosineShare*h.Vector + (1-chunkCosineShare)*max(float64(embed.Dot(s.q.Vector, vectors[i*dim:][:dim])), 0)
	}
	return nil
}

// Passage is what is embedded of a row's names; with the text of its chunk it is what is
// embedded of the chunk.
func Passage(file string, row *Row) embed.Passage {
	stem, _, _ := strings.Cut(path.Base(file), ".")
	return embed.Passage{Name: row.Name, Scope: stem + " " + row.Parent}
}

// byFile leaves each file its best hit.
func (s *search) byFile() {
	seen := map[*file]bool{}
	s.best = slices.DeleteFunc(s.best, func(c candidate) bool {
		if seen[c.file] {
			return true
		}
		seen[c.file] = true
		return false
	})
}
