// Command ci indexes a repository and answers questions about its symbols.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"codeintel/index/workspace"
)

// version is set by the linker (see Makefile).
var version = "unknown"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The second interrupt ends the process at once.
	context.AfterFunc(ctx, stop)
	a := &app{
		stdout: os.Stdout,
		stderr: os.Stderr,
		getenv: os.Getenv,
		now:    time.Now,
		env:    workspace.SystemEnv(),
	}
	os.Exit(a.run(ctx, os.Args[1:]))
}
