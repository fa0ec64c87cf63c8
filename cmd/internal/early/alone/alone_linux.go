package alone

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"codeintel/cmd/internal/early"
	"codeintel/cmd/internal/hook"
	"codeintel/cmd/internal/place"
	"codeintel/index/workspace"
)

// _ is initialised before main begins, and ends a process that was started as a hook.
var _ = func() bool {
	if len(os.Args) > 1 && early.IsHook(os.Args[1:]) {
		os.Exit(answer())
	}
	return true
}()

// answer decides about the hook, and returns the exit code.
func answer() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	signal.Ignore(syscall.SIGXFSZ) // a file that grows too large is an error of the write
	program, err := os.Executable()
	if err != nil {
		program = ""
	}
	host := &hook.Host{Getenv: os.Getenv, Now: time.Now, Program: program, Env: workspace.SystemEnv(), Place: place.SystemEnv(), Stderr: os.Stderr, Always: len(os.Args) > 3}
	said, _ := early.Input()
	answer, finish := host.Run(ctx, io.MultiReader(bytes.NewReader(said), os.Stdin), host.Decide)
	code := answer.Write(os.Stdout, os.Stderr)
	if code == answer.Code {
		finish()
	}
	return code
}
