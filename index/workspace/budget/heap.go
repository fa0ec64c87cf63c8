package budget

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Tight is the growth of the heap, in percent of what is in use, after which the
// collector runs. Indexing keeps most of what it makes: on GOROOT/src this takes a
// quarter off the peak (1.31 to 0.96 GB) and costs no more time.
const Tight = 50

// A heap that is still small compared to its later size in the same run may grow by more
// than Tight: until it has as many bytes as its room, by at most maxGrowth percent at a time.
// On GOROOT/src that at least halves the time of the collector.
const (
	// The room is roomyTimes the size of the source, but at least roomyLeast. It is at most
	// roomyMost, and for the largest repositories at most roomyLarge: their tables later
	// take more than that in any case, a gigabyte for Linux.
	roomyTimes = 4
	roomyLeast = 80 << 20
	roomyMost  = 440 << 20
	roomyLarge = 2 * roomyMost
	// roomyLate is to what the room shrinks after all files have been read: from then on
	// less is allocated, and what was kept of the files is mapped into memory.
	roomyLate = 256 << 20
	maxGrowth = 1000
)

// roomyServed is the room of a process that answers questions. Without it the garbage of
// the start would be collected a dozen times before the first answer. It is less than what
// such a process uses later.
const roomyServed = 48 << 20

// roomFor returns the room, in bytes, of a process that will read size bytes of source.
func roomFor(size int64) uint64 {
	return uint64(min(max(roomyTimes*size, roomyLeast), max(roomyMost, min(3*size/4, roomyLarge))))
}

// growth returns by how many percent a heap may grow that has live bytes in use and the
// given room.
func growth(live, room uint64) int {
	if live == 0 {
		return maxGrowth
	}
	return int(min(max(100*room/live, 100+Tight), 100+maxGrowth)) - 100
}

// bound returns the limit in bytes of all memory of the run-time system while the heap may
// grow by growth(live, room). That percentage is set after a collection and holds until
// after the next one, however much is in use by then: without a limit the heap could become
// a multiple of room.
func bound(live, room uint64) int64 {
	heap := max(room, live*(100+Tight)/100)
	return int64(heap + heap/8 + 32<<20) // for unused parts of pages, stacks, and the collector's own data
}

// Roomy begins to set the growth of the heap, and the limit of the memory, for a process
// that indexes and then ends. It does so until End is called.
func Roomy() *Pace {
	p := &Pace{percent: Tight, room: roomyLeast, limit: debug.SetMemoryLimit(-1)}
	p.adjust()
	p.await()
	return p
}

// Pace sets the growth of the heap after each collection. It is safe for concurrent use.
type Pace struct {
	mu      sync.Mutex
	percent int
	room    uint64 // bytes
	limit   int64  // of the memory in any case; see Allow
	open    bool   // the limit of the memory is set by others
	ended   bool
}

// Served begins to set the growth of the heap for a process that answers questions. It does
// so until End is called, and leaves the limit of the memory alone.
func Served() *Pace {
	p := &Pace{percent: Tight, room: roomyServed, open: true}
	p.adjust()
	p.await()
	return p
}

// Allow sets the limit of the memory in bytes, which holds whatever the heap is. It is for
// a Pace of Roomy.
func (p *Pace) Allow(limit int64) {
	p.mu.Lock()
	p.limit = limit
	p.mu.Unlock()
	if !p.adjust() {
		debug.SetMemoryLimit(limit)
	}
}

// Expect sets the room for a process that will read size bytes of source.
func (p *Pace) Expect(size int64) {
	p.mu.Lock()
	p.room = roomFor(size)
	p.mu.Unlock()
	p.adjust()
}

// Late reduces the room after all files have been read.
func (p *Pace) Late() {
	p.mu.Lock()
	was := p.room
	p.room = min(p.room, max(roomyLate, 2*p.room/3))
	changed := p.room != was
	p.mu.Unlock()
	if changed {
		p.adjust()
	}
}

// End sets the growth to Tight and, for a Pace of Roomy, the limit of the memory to that of
// Allow.
func (p *Pace) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended, p.percent = true, Tight
	debug.SetGCPercent(Tight)
	if !p.open {
		debug.SetMemoryLimit(p.limit)
	}
}

// await calls adjust after each collection until the Pace has ended.
func (p *Pace) await() {
	garbage := new([2]*byte)
	runtime.AddCleanup(garbage, func(p *Pace) {
		if p.adjust() {
			p.await()
		}
	}, p)
}

// adjust sets the growth and the limit. It returns false after End, without setting any.
func (p *Pace) adjust() bool {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return false
	}
	if !p.open {
		debug.SetMemoryLimit(min(p.limit, bound(live[0].Value.Uint64(), p.room)))
	}
	if percent := growth(live[0].Value.Uint64(), p.room); percent != p.percent {
		p.percent = percent
		debug.SetGCPercent(percent)
	}
	return true
}
