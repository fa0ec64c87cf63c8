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

// spreadOf is where a word or a pair is in the files of hits that have all the words of
// need. all says that these are all files that may have it, so that it can be remembered.
func (f *Forest) spreadOf(k spreadKey, hits []fileHit, need uint64, all bool) (s spread) {
	if all {
		f.asked.Lock()
		s, ok := f.spreads[k]
		f.asked.Unlock()
		if ok {
			return s
		}
	}
	for i := range hits {
		if hits[i].mask&need == need {
			s.of(hits[i].file, k, 1)
		}
	}
	if all {
		f.asked.Lock()
		defer f.asked.Unlock()
		if f.spreads == nil || len(f.spreads) == mostSpreads {
			f.spreads = map[spreadKey]spread{}
		}
		f.spreads[k] = s
	}
	return s
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
