//go:build linux || darwin

package crash

// #include "crash.h"
import "C"

// provoke crashes in C, for the tests.
func provoke(how int) { C.ci_crash_try(C.int(how)) }
