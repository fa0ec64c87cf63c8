//go:build unix && !linux

package guard

import "golang.org/x/sys/unix"

const bootClock = unix.CLOCK_MONOTONIC
