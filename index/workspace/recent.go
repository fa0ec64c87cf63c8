package workspace

import (
	"crypto/sha256"
	"sync"
)

// Bounds of what is kept of texts that changed.
const (
	maxRecentText  = 1 << 20  // bytes of one text
	maxRecentTexts = 16 << 20 // bytes of all
)

// recentTexts keeps the texts of files that changed lately, by their hash. A refresh
// reads a file several times: to find that it changed, for its facts, and to check types
// of packages that use it. All of them must get the same text, also when the file
// changes meanwhile, or the state would mix two versions of a file; and a file that
// changed a moment ago is the likeliest to change now. Safe for concurrent use; a nil
// recentTexts keeps nothing.
type recentTexts struct {
	mu    sync.Mutex
	texts map[[sha256.Size]byte]*recentText
	size  int
	turn  uint64 // counts uses
}

type recentText struct {
	text []byte
	used uint64 // the turn of its last use
}

// emptySum is the hash of a file without text.
var emptySum = sha256.Sum256(nil)

// get returns the text with a hash, nil when it is not kept. It must not be changed.
func (r *recentTexts) get(sum [sha256.Size]byte) []byte {
	switch {
	case r == nil:
		return nil
	case sum == emptySum: // never kept: a truncated file may have its new text by now
		return []byte{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.texts[sum]
	if t == nil {
		return nil
	}
	r.turn++
	t.used = r.turn
	return t.text
}

// put keeps a text, which must not be changed any more. Those that were not used for
// longest make room.
func (r *recentTexts) put(sum [sha256.Size]byte, text []byte) {
	if r == nil || len(text) == 0 || len(text) > maxRecentText {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.texts[sum] != nil {
		return
	}
	if r.texts == nil {
		r.texts = map[[sha256.Size]byte]*recentText{}
	}
	r.turn++
	r.texts[sum] = &recentText{text, r.turn}
	r.size += len(text)
	for r.size > maxRecentTexts {
		var oldest [sha256.Size]byte
		least := r.turn + 1
		for sum, t := range r.texts {
			if t.used < least {
				oldest, least = sum, t.used
			}
		}
		r.size -= len(r.texts[oldest].text)
		delete(r.texts, oldest)
	}
}

// drop forgets all texts.
func (r *recentTexts) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.texts, r.size = nil, 0
}
