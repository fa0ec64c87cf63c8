//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreFileLimit makes writing a file that is larger than the system allows fail
// like any other write, where it would end the process.
func ignoreFileLimit() { signal.Ignore(syscall.SIGXFSZ) }
