package resolve

import (
	"sync"
	"sync/atomic"
)

// lazy is a value that is made when it is first asked for.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(make func() T) *T {
	l.once.Do(func() { l.value = make() })
	return &l.value
}

// pages are values of which few are used: a page is made when one of its values is.
type pages[T any] []atomic.Pointer[[pageSize]T]

const pageSize = 64

func newPages[T any](n int) pages[T] { return make(pages[T], (n+pageSize-1)/pageSize) }

// at is value i. It may be called from any number of goroutines.
func (p pages[T]) at(i int32) *T {
	slot := &p[i/pageSize]
	page := slot.Load()
	if page == nil {
		slot.CompareAndSwap(nil, new([pageSize]T)) // or another was faster
		page = slot.Load()
	}
	return &page[i%pageSize]
}

// defaultMemory bounds the facts that an engine keeps when Input does not.
const defaultMemory = 256 << 20

// kept are the files whose facts the engine keeps, at most so much of them.
// Which those are depends on timing, and no answer does: what is not kept is
// asked for again.
type kept struct {
	mu    sync.Mutex
	files []keptFile
	next  int // the file to look at next
	size  int64
}

type keptFile struct {
	file   int32
	weight int64
}

// file returns the index of file i, building it when it is not kept.
func (e *engine) file(i int32) *fileIndex {
	x := e.files.at(i).Load()
	if x == nil {
		return e.load(i)
	}
	if !x.used.Load() { // so that readers don't contend for it
		x.used.Store(true)
	}
	return x
}

func (e *engine) load(i int32) *fileIndex {
	mu := &e.building[int(i)%len(e.building)]
	mu.Lock()
	defer mu.Unlock()
	if x := e.files.at(i).Load(); x != nil {
		return x
	}
	f := e.input(i)
	x := &fileIndex{File: f, number: i, Facts: f.Facts()}
	x.build()
	x.used.Store(true)
	e.files.at(i).Store(x)
	e.keep(keptFile{i, 2 * x.Facts.Size()}) // with what the index adds
	return x
}

// keep adds a file to those that are kept, and lets go of others that were not
// used since it last came by.
func (e *engine) keep(f keptFile) {
	limit := e.in.Memory
	if limit <= 0 {
		limit = defaultMemory
	}
	k := &e.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	k.files = append(k.files, f)
	k.size += f.weight
	for k.size > limit && len(k.files) > 1 {
		if k.next >= len(k.files) {
			k.next = 0
		}
		c := k.files[k.next]
		if e.files.at(c.file).Load().used.Swap(false) {
			k.next++
			continue
		}
		e.files.at(c.file).Store(nil)
		k.size -= c.weight
		last := len(k.files) - 1
		k.files[k.next] = k.files[last]
		k.files = k.files[:last]
	}
}
