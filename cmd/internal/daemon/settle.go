package daemon

import (
	"runtime/debug"
	"runtime/metrics"
	"time"

	"codeintel/index/workspace"
)

// What the process may have of memory that nobody uses before it is given back, in
// bytes, and how long that is not done again.
const (
	spareMost   = 48 << 20
	settleEvery = 10 * time.Second
)

// Settle gives memory back that nobody uses: what the run-time system keeps for later,
// and what maps files. To be called from time to time, when nobody asks anything; it
// costs a collection when there is much to give back, and does nothing else.
func (p *Pool) Settle() {
	now := p.o.Clock.now()
	p.mu.Lock()
	if now.Sub(p.settled) < settleEvery {
		p.mu.Unlock()
		return
	}
	p.settled = now
	var list []*workspace.Workspace
	for _, r := range p.list {
		select {
		case <-r.opened:
			if r.w != nil {
				list = append(list, r.w)
			}
		default:
		}
	}
	p.mu.Unlock()
	busy := false
	for _, w := range list {
		busy = busy || w.Progress().Phase != ""
		w.Rest()
	}
	if !busy && spare() > spareMost {
		debug.FreeOSMemory()
	}
}

// spare is how much memory of the heap nobody uses, in bytes: what is free, and what is
// known to be garbage since the last collection.
func spare() uint64 {
	m := []metrics.Sample{
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(m)
	free := m[0].Value.Uint64() + m[1].Value.Uint64()
	if objects, live := m[2].Value.Uint64(), m[3].Value.Uint64(); objects > live {
		free += objects - live
	}
	return free
}
