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

// Of a heap that is small beside what will be, later in the same run, more may be used
// before the collector runs: up to so many bytes, by how much will be read, and so many
// percent. On GOROOT/src the collector then takes half of the time that it takes by
// Tight alone, or less. Of the largest repositories tables come to take more later than
// that in any case: on Linux, a gigabyte. Late, when the files have been read, less is to be
// made, and what was kept of them is mapped into the memory of the process.
const (
	roomyLeast = 80 << 20
	roomyMost  = 440 << 20
	roomyLarge = 2 * roomyMost
	roomyLate  = 256 << 20
	roomyTimes = 4
	most       = 1000
)

// roomyServed is the same of a process that answers questions: what its start makes, and
// lets go of, would else be collected a dozen times before the first answer. It is less
// than what such a process comes to use.
const roomyServed = 48 << 20

// roomFor is what may be used where so many bytes of source will be read.
func roomFor(size int64) uint64 {
	return uint64(min(max(roomyTimes*size, roomyLeast), max(roomyMost, min(3*size/4, roomyLarge))))
}

// growth is what a heap may grow by, in percent, when so many bytes are in use, and room
// is what may be.
func growth(live, room uint64) int {
	if live == 0 {
		return most
	}
	return int(min(max(100*room/live, 100+Tight), 100+most)) - 100
}

// bound is what all memory of the run-time system may come to, in bytes, while the heap
// may grow like that. The percent that are set after a collection hold until the next
// one, and until this is heard of, while more comes to be in use: without a bound the
// heap would be a multiple of room then.
func bound(live, room uint64) int64 {
	heap := max(room, live*(100+Tight)/100)
	return int64(heap + heap/8 + 32<<20) // parts of pages that are not used, stacks, and what the collector notes
}

// Roomy lets the heap of a process that will end soon be as growth says, until End is
// called.
func Roomy() *Pace {
	p := &Pace{percent: Tight, room: roomyLeast, limit: debug.SetMemoryLimit(-1)}
	p.adjust()
	p.await()
	return p
}

// Pace follows the heap.
type Pace struct {
	mu      sync.Mutex
	percent int
	room    uint64 // bytes
	limit   int64  // of the memory, whatever the heap is
	open    bool   // the memory is bounded by others
	ended   bool
}

// Served lets the heap of a process that answers questions be as growth says, until End
// is called.
func Served() *Pace {
	p := &Pace{percent: Tight, room: roomyServed, open: true}
	p.adjust()
	p.await()
	return p
}

// Allow is told how much memory may be used in all.
func (p *Pace) Allow(limit int64) {
	p.mu.Lock()
	p.limit = limit
	p.mu.Unlock()
	if !p.adjust() {
		debug.SetMemoryLimit(limit)
	}
}

// Expect is told how many bytes of source will be read.
func (p *Pace) Expect(size int64) {
	p.mu.Lock()
	p.room = roomFor(size)
	p.mu.Unlock()
	p.adjust()
}

// Late is told that all files have been read.
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

func (p *Pace) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended, p.percent = true, Tight
	debug.SetGCPercent(Tight)
	if !p.open {
		debug.SetMemoryLimit(p.limit)
	}
}

// await has adjust called after the next collection, and so on.
func (p *Pace) await() {
	garbage := new([2]*byte)
	runtime.AddCleanup(garbage, func(p *Pace) {
		if p.adjust() {
			p.await()
		}
	}, p)
}

// adjust sets the growth and the bound; false when that is not wanted any more.
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
