package ts

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns how much processor time the calling thread has used, for as long as
// it lives; the function may be called by others. The clock's number is made as the
// kernel does (MAKE_THREAD_CPUCLOCK in include/linux/posix-timers_types.h): the
// complement of the thread's number, and the bits of a thread's scheduler time.
func threadTime() func() time.Duration {
	const thread, scheduler = 4, 2
	clock := int32(^unix.Gettid()<<3 | thread | scheduler)
	began := time.Now()
	return func() time.Duration {
		var t unix.Timespec
		if unix.ClockGettime(clock, &t) != nil {
			return time.Since(began)
		}
		return time.Duration(t.Nano())
	}
}
