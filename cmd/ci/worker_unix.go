//go:build unix

package main

import "syscall"

// replaceProcess replaces the process by a program; it returns only when it fails.
func replaceProcess(program string, args, env []string) error {
	return syscall.Exec(program, args, env)
}

// limitWorker bounds what the process may use: by far more than it is allowed, since it
// looks after that itself, for as long as it can.
func limitWorker() {
	const seconds, memory = 120, 2 << 30
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds})
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: memory, Max: memory})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}
