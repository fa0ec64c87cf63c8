package workspace

import (
	"slices"
	"sync"
	"weak"

	"codeintel/index/lang"
)

// memoList knows the memos of all states that are still used, those that clients asked
// long ago among them, so that what the memos hold can be let go of. It keeps none of
// them. It is safe for concurrent use; a nil memoList knows nothing.
type memoList struct {
	mu   sync.Mutex
	list []weak.Pointer[lang.Memo]
	most int // how long the list may be before those that are gone are taken out
}

// add notes a memo.
func (l *memoList) add(m *lang.Memo) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list = append(l.list, weak.Make(m)); len(l.list) > l.most {
		l.list = slices.DeleteFunc(l.list, func(p weak.Pointer[lang.Memo]) bool { return p.Value() == nil })
		l.most = 2*len(l.list) + 16
	}
}

// empty has all memos hold nothing.
func (l *memoList) empty() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.list {
		if m := p.Value(); m != nil {
			m.Hold(nil)
		}
	}
}
