package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"codeintel/cmd/internal/crash"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
)

const (
	// workerCommand is the hidden command that a worker runs.
	workerCommand = "worker"
	// renewedEnv counts how often the process has replaced itself.
	renewedEnv = "CI_RENEWED"
	// maxRenewals bounds that: each time something is put under quarantine, unless the
	// disk or the system prevents it.
	maxRenewals = 8
	// workerPatience is how long a worker may take by the clock.
	workerPatience = 2 * time.Minute
)

// workerCommand is what 'ci' starts to try what ended a process. People have no use for
// it.
func (a *app) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    workerCommand,
		Short:  "try what ended an earlier process",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(c *cobra.Command, _ []string) error {
			limitWorker()
			_ = crash.Plain() // who asks sees how it ended
			request, rest := io.Reader(a.stdin), a.stdin
			if line, err := readLine(rest); err == nil {
				request = bytes.NewReader(line)
			}
			go func() {
				_, _ = io.Copy(io.Discard, rest) // which ends with the process that asks
				os.Exit(exitInterrupted)
			}()
			return workspace.Work(c.Context(), request, a.stdout, workspace.Options{Env: a.env, Known: a.known}, func() { os.Exit(exitSome) })
		},
	}
}

// readLine reads a line byte by byte, so that nothing behind it is read.
func readLine(r io.Reader) ([]byte, error) {
	var line []byte
	b := make([]byte, 1)
	for {
		if _, err := io.ReadFull(r, b); err != nil {
			return line, err
		}
		if b[0] == '\n' {
			return line, nil
		}
		line = append(line, b[0])
	}
}

// guarded makes options those of a process that survives what its files do to it.
func (a *app) guarded(o workspace.Options) workspace.Options {
	if a.program == "" || a.renewable == nil {
		return o
	}
	o.Worker, o.Known = a.runWorker, a.known
	o.Renew = a.renew
	a.survive()
	return o
}

// survive sees to it that a crash of C code renews the process, too. What is wrong with
// that costs no command anything.
func (a *app) survive() {
	if a.surviving {
		return
	}
	a.surviving = true
	if _, ok := a.served(); ok {
		_ = crash.End("ci: a parser or a model has crashed; another process goes on without the file", exitRenewed)
		return
	}
	env, ok := a.renewal()
	if !ok {
		_ = crash.End("ci: a parser or a model crashes again and again; 'ci doctor' says which files were put under quarantine", exitSome)
		return
	}
	_ = crash.Rerun(a.program, os.Args, env)
}

// renewal returns the environment of the process that follows this one; ok is false where
// too many have been followed already.
func (a *app) renewal() (env []string, ok bool) {
	n, err := strconv.Atoi(a.getenv(renewedEnv))
	if err != nil {
		n = 0
	}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, renewedEnv+"=") {
			env = append(env, v)
		}
	}
	return append(env, fmt.Sprintf("%s=%d", renewedEnv, n+1)), n < maxRenewals
}

// runWorker is a workspace.Worker.
func (a *app) runWorker(ctx context.Context, request []byte) (reply []byte, died string, err error) {
	ctx, cancel := context.WithTimeout(ctx, workerPatience)
	defer cancel()
	c := exec.CommandContext(ctx, a.program, workerCommand)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, "", err
	}
	var out bytes.Buffer
	c.Stdout = &out
	c.Env = append(os.Environ(), "GOTRACEBACK=none")
	if err := c.Start(); err != nil {
		return nil, "", errors.Join(err, in.Close())
	}
	_, err = in.Write(append(request, '\n'))
	wait := c.Wait() // which closes in
	switch {
	case wait == nil:
		return out.Bytes(), "", nil
	case c.ProcessState == nil:
		return nil, "", errors.Join(err, wait)
	case ctx.Err() != nil:
		return out.Bytes(), "it takes too long", nil
	}
	return out.Bytes(), "it ended the process: " + c.ProcessState.String(), nil
}

// renew replaces the process by one that does the same from the beginning.
func (a *app) renew(why string) {
	if _, ok := a.served(); ok {
		os.Exit(exitRenewed)
	}
	env, ok := a.renewal()
	if !ok {
		fmt.Fprintf(a.stderr, "ci: %s, again and again; 'ci doctor' says which files were put under quarantine\n", why)
		os.Exit(exitSome)
	}
	if err := a.renewable(a.program, os.Args, env); err != nil {
		fmt.Fprintf(a.stderr, "ci: %s, and the process can't be renewed: %s; call it again\n", why, err)
		os.Exit(exitSome)
	}
}
