package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"codeintel/index/workspace/budget"
)

// memoryEach is how often it is looked at how much memory the process has.
const memoryEach = 40 * time.Millisecond

// governed is the governor of the process, and the goroutine that it works in.
type governed struct {
	once     sync.Once
	governor *budget.Governor
	end      context.CancelFunc
	group    sync.WaitGroup

	mu      sync.Mutex
	relieve func() // of a process that serves
}

// governor keeps the process to the memory that there is. It is there from the first call
// on, and until the command ends.
func (a *app) governor() *budget.Governor {
	m := &a.memory
	m.once.Do(func() {
		var machine budget.Limit
		if a.machine != nil {
			machine = a.machine()
		}
		o := budget.Options{Relieve: m.free, Full: a.full}
		if a.getenv("GOMEMLIMIT") == "" {
			o.Apply = a.applyMemory
		}
		m.governor = budget.New(machine, o)
		m.governor.Check()
		if a.machine == nil || a.ticks == nil {
			return
		}
		ctx, end := context.WithCancel(context.Background())
		ticks, stop := a.ticks(memoryEach)
		m.end = func() { end(); stop() }
		m.group.Go(func() { m.governor.Run(ctx, ticks) })
	})
	return m.governor
}

// applyMemory sets the limit of the run-time system.
func (a *app) applyMemory(limit int64) {
	if heap := a.heap.Load(); heap != nil {
		heap.Allow(limit)
		return
	}
	debug.SetMemoryLimit(limit)
}

// full ends a process that the system is about to end.
func (a *app) full(err error) {
	if a.memory.serving() {
		return // what was guarded ends, and clients are told
	}
	fmt.Fprintf(a.stderr, "ci: %s\n", oneLine(err.Error()))
	os.Exit(exitSome)
}

// serves sets what gives memory back that a process which serves can do without.
func (m *governed) serves(relieve func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.relieve = relieve
}

func (m *governed) serving() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.relieve != nil
}

// free gives back what can be had again.
func (m *governed) free() {
	m.mu.Lock()
	relieve := m.relieve
	m.mu.Unlock()
	if relieve == nil {
		relieve = debug.FreeOSMemory
	}
	relieve()
}

// stop ends the goroutine of the governor, if there is one.
func (m *governed) stop() {
	if m.end != nil {
		m.end()
		m.group.Wait()
	}
}
