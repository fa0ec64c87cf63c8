// Command ci indexes a repository and answers questions about its symbols.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	_ "codeintel/cmd/internal/early/alone" // before main
	_ "codeintel/cmd/internal/limits"      // before anything else
	"codeintel/cmd/internal/place"
	"codeintel/index/workspace"
	"codeintel/index/workspace/budget"
)

// version is set by the linker (see Makefile).
var version = "unknown"

// grace is how long an interrupted command has to end by itself.
const grace = 900 * time.Millisecond

func main() { os.Exit(start(func(*app) {})) }

// start runs the command that the process was started for, after change has changed what
// runs it, and returns its exit code.
func start(change func(*app)) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // the second interrupt ends the process at once
		// No interrupt is left without an answer for longer than this, whatever
		// a call is waiting for. Files being written are temporary ones.
		time.AfterFunc(grace, func() {
			fmt.Fprintln(os.Stderr, "ci: interrupted")
			os.Exit(exitInterrupted)
		})
	})
	ignoreFileLimit()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(budget.Tight)
	}
	program, err := os.Executable()
	if err != nil {
		program = ""
	}
	a := &app{
		stdin:     os.Stdin,
		stdout:    os.Stdout,
		stderr:    os.Stderr,
		getenv:    os.Getenv,
		now:       time.Now,
		ticks:     ticker,
		env:       workspace.SystemEnv(),
		place:     place.SystemEnv(),
		program:   program,
		machine:   budget.System().Limit,
		renewable: replaceProcess,
	}
	change(a)
	return a.run(ctx, os.Args[1:])
}
