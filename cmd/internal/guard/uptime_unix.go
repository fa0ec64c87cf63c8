//go:build unix

package guard

import "golang.org/x/sys/unix"

// uptime returns how long the machine has run, in nanoseconds, including sleep where the
// system counts it; 0 where that is not known.
func uptime() int64 {
	var t unix.Timespec
	if unix.ClockGettime(bootClock, &t) != nil {
		return 0
	}
	return t.Nano()
}
