// Package limits lets the program start under limits of the system that are too low for
// the run-time system, or end with a line that says which limit to raise.
//
// The run-time systems of Go and C end with a trace where they get no address space, no
// stack, no descriptor or no thread, some of that before any Go code runs. On Linux the
// package therefore has C code that runs before them: importing the package is all that
// is needed. It also makes threads small where address space is scarce. Elsewhere it does
// nothing.
package limits
