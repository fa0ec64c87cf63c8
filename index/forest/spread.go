package forest

// What a question asks of all files is how many have a word, or a pair, and in how many
// rows. Words that questions have are mostly the same, so that this is remembered, and
// brought up to date where files change.

// spreadKey is a word by its hash, or a pair of words by both and the pair's own.
type spreadKey struct {
	word, second, pair uint32
	paired             bool
}

// spread says where a word is: in so many rows of so many files. Of pairs files count
// alone.
type spread struct{ rows, files int }

// mostSpreads is how many are remembered, and mostLookups how many parts are asked at most
// so that they are still known when files have changed.
const (
	mostSpreads = 1 << 14
	mostLookups = 1 << 18
)

// of adds what a file has, times times.
func (s *spread) of(x *file, k spreadKey, times int) {
	if k.paired {
		if x.part.pairs.find(k.pair) >= 0 && x.part.words.find(k.word) >= 0 && x.part.words.find(k.second) >= 0 {
			s.files += times
		}
		return
	}
	if l, ok := x.part.find(k.word); ok {
		s.rows += times * l.rows
		s.files += times
	}
}

// spread is where a word, or a pair of words, of the question is in the files of hits:
// those that have all the words of need.
func (s *search) spread(k spreadKey, hits []fileHit, need uint64, count func(h *fileHit, sum *spread)) (sum spread) {
	f, all := s.f, s.q.Files == nil // else it can't be remembered
	if all {
		f.asked.Lock()
		sum, ok := f.spreads[k]
		f.asked.Unlock()
		if ok {
			return sum
		}
	}
	for i := range hits {
		if hits[i].mask&need == need {
			count(&hits[i], &sum)
		}
	}
	if all {
		f.asked.Lock()
		defer f.asked.Unlock()
		if f.spreads == nil || len(f.spreads) == mostSpreads {
			f.spreads = map[spreadKey]spread{}
		}
		f.spreads[k] = sum
	}
	return sum
}

// spreads are where the words and the pairs of the question are.
func (s *search) spreads(hits []fileHit) {
	for i := range s.words {
		w := &s.words[i]
		w.spread = s.spread(spreadKey{word: w.hash}, hits, 1<<i, func(h *fileHit, sum *spread) {
			if l, ok := s.list(h, i); ok {
				sum.rows += l.rows
				sum.files++
			}
		})
	}
	for i := range s.pairs {
		p := &s.pairs[i]
		k := spreadKey{s.words[p.first].hash, s.words[p.second].hash, p.hash, true}
		p.files = s.spread(k, hits, 1<<p.first|1<<p.second, func(h *fileHit, sum *spread) {
			if h.file.part.pairs.find(p.hash) >= 0 {
				sum.files++
			}
		}).files
	}
}

// inheritSpreads takes over what an earlier forest remembers, with what differs for files
// that are gone and come.
func (f *Forest) inheritSpreads(o *Forest, gone, come []*file) {
	o.asked.Lock()
	defer o.asked.Unlock()
	if len(o.spreads)*(len(gone)+len(come)) > mostLookups {
		return
	}
	f.spreads = make(map[spreadKey]spread, len(o.spreads))
	for k, s := range o.spreads {
		for _, x := range gone {
			s.of(x, k, -1)
		}
		for _, x := range come {
			s.of(x, k, 1)
		}
		f.spreads[k] = s
	}
}
