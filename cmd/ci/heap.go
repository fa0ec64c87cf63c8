package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// tight is the growth of the heap, in percent of what is in use, after which the
// collector runs. Indexing keeps most of what it makes: on GOROOT/src this takes a
// quarter off the peak (1.31 to 0.96 GB) and costs no more time.
const tight = 50

// Of a heap that is small beside what will be, later in the same run, more may be used
// before the collector runs: up to so many bytes, by how much will be read, and so many
// percent. While files are read the collector then takes half of the time that it takes
// by tight alone, or less, and the peak of a large repository, which comes later, is the
// same. More percent are no good: what is set after a collection holds until the next
// one, and until this is heard of, while more comes to be in use.
const (
	roomyLeast = 80 << 20
	roomyMost  = 192 << 20
	roomyTimes = 4
	most       = 200
)

// growth is what a heap may grow by, in percent, when so many bytes are in use, and room
// is what may be.
func growth(live, room uint64) int {
	if live == 0 {
		return most
	}
	return int(min(max(100*room/live, 100+tight), 100+most)) - 100
}

// roomy lets the heap of a process that will end soon be as growth says, until end is
// called.
func roomy() *pace {
	p := &pace{percent: tight, room: roomyLeast}
	p.adjust()
	p.await()
	return p
}

// pace follows the heap.
type pace struct {
	mu      sync.Mutex
	percent int
	room    uint64 // bytes
	ended   bool
}

// expect is told how many bytes of source will be read.
func (p *pace) expect(size int64) {
	p.mu.Lock()
	p.room = uint64(min(max(roomyTimes*size, roomyLeast), roomyMost))
	p.mu.Unlock()
	p.adjust()
}

func (p *pace) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended, p.percent = true, tight
	debug.SetGCPercent(tight)
}

// await has adjust called after the next collection, and so on.
func (p *pace) await() {
	garbage := new([2]*byte)
	runtime.AddCleanup(garbage, func(p *pace) {
		if p.adjust() {
			p.await()
		}
	}, p)
}

// adjust sets the growth; false when that is not wanted any more.
func (p *pace) adjust() bool {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return false
	}
	if percent := growth(live[0].Value.Uint64(), p.room); percent != p.percent {
		p.percent = percent
		debug.SetGCPercent(percent)
	}
	return true
}
