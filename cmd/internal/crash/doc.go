// Package crash replaces a process in which C code has crashed by a new one.
//
// Parsers and models are C: a pointer that leads nowhere, a stack that is full or an abort
// in them ends the process, and Go can neither catch nor recover it. Instead of a process
// that watches another one, which would cost each command the start of a second program,
// the process itself has what a handler of signals may do: the handler calls exec, with
// arguments that Rerun has prepared. Nothing is done, and nothing costs anything, before.
//
// Signals that mean a defect of Go code, and those that other processes send, end the
// process as ever.
package crash
