//go:build !linux

package ts

import "time"

// threadTime returns how much time has passed: the thread's own is not known.
func threadTime() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
