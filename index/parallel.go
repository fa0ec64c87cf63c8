package index

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// parallel calls work with the numbers below n, in any order, on all processors. Where a
// call panics it does so itself, so that it is seen to where all panics of a question are.
// A fault of memory that is mapped is such a panic, and stays the one that it is.
func parallel(n int, work func(i int)) {
	var next atomic.Int64
	var failed atomic.Pointer[any]
	some := func() {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if _, fault := p.(interface{ Addr() uintptr }); !fault {
				p = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			failed.CompareAndSwap(nil, &p)
		}()
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			work(i)
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		others.Go(some)
	}
	some()
	others.Wait()
	if p := failed.Load(); p != nil {
		panic(*p)
	}
}
