package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"codeintel/cmd/internal/daemon"
	"codeintel/cmd/internal/early"
	"codeintel/cmd/internal/guard"
	"codeintel/cmd/internal/hook"
	"codeintel/cmd/internal/place"
	"codeintel/cmd/internal/seal"
	"codeintel/index/workspace"
	"codeintel/session"

	"github.com/spf13/cobra"
)

// hookConnect is how long the shared process may take to greet; then the hook decides
// by itself, by the same rules.
const hookConnect = 15 * time.Millisecond

func (a *app) hookCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "hook",
		Short: "answer the hooks of an agent: may it make this call?",
		Long: `What the hooks of Claude Code run: they say on standard input what the agent is
about to do, or has done, and are told on standard output what comes of it.

What only reads passes at once. What writes is decided by the agent's session,
with the path as the disk has it; after a call the files that have changed are
looked at, whatever changed them. The setting write_gate says when: "session"
holds up an agent that has an open session which is not that far, "always" any
agent, "off" none. With --gate=always, which 'ci init' writes into the client's
settings where that is chosen, any agent is held up even where the setting was
removed. The shared process decides; where it can't be reached, the
hook does by itself, by the same rules.

Exit codes: 0 decided, see standard output; 2 no decision, and the call is
denied; 1 no decision, and none is needed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for event, short := range map[string]string{"pre": "before a call: may it be made?", "post": "after a call, or at the end of a turn: what has it changed?"} {
		var held string
		h := &cobra.Command{
			Use: event, Short: short, Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error {
				if held != "" && held != string(session.ModeAlways) {
					return fail(exitUsage, nil, "--gate is always, or is left out; not %q", held)
				}
				a.always = held != ""
				if code := a.hook(c.Context()); code != exitOK {
					return &failure{code: code, said: true}
				}
				return nil
			},
		}
		h.Flags().StringVar(&held, "gate", "", "`always` holds up any agent, whatever write_gate says")
		c.AddCommand(h)
	}
	return c
}

// hook answers a hook of a client, and returns the exit code. On Linux the packages
// early and early/alone have answered before this is reached.
func (a *app) hook(ctx context.Context) (code int) {
	said, asked := early.Input()
	host := a.host()
	answer, finish := host.Run(ctx, io.MultiReader(bytes.NewReader(said), a.stdin), func(ctx context.Context, r *guard.Request, limit time.Duration) (guard.Response, error) {
		if !asked {
			if answer, err := a.askShared(ctx, r, limit); err == nil {
				return answer, nil
			}
		}
		return host.Decide(ctx, r, limit)
	})
	if code = answer.Write(a.stdout, a.stderr); code == answer.Code {
		finish()
	}
	return code
}

// host returns the process as hooks see it.
func (a *app) host() *hook.Host {
	return &hook.Host{Always: a.always, Getenv: a.getenv, Now: a.now, Dir: a.dir, Program: a.program, Env: a.env, Place: a.place, Stderr: a.stderr}
}

// askShared asks the shared process.
func (a *app) askShared(ctx context.Context, r *guard.Request, limit time.Duration) (guard.Response, error) {
	at, err := daemon.FindPlace(a.place)
	if err != nil {
		return guard.Response{}, err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return guard.Response{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	line, err = daemon.Ask(ctx, at, daemon.Build{Version: version}, daemon.KindHook, r.Root, hookConnect, line)
	if err != nil {
		return guard.Response{}, err
	}
	var answer guard.Response
	if err := json.Unmarshal(line, &answer); err != nil {
		return guard.Response{}, err
	}
	if answer.Error != "" {
		return guard.Response{}, errors.New(answer.Error)
	}
	return answer, nil
}

// guards are those of the repositories that hooks have asked about, for as long as
// the process runs.
type guards struct {
	a    *app
	mu   sync.Mutex
	list map[string]*guard.Guard
}

// maxGuards is how many repositories are known at a time.
const maxGuards = 64

// witness returns the witness of a repository that a hook has asked about, nil for none.
func (g *guards) witness(root string) *seal.Witness {
	g.mu.Lock()
	defer g.mu.Unlock()
	if known := g.list[root]; known != nil {
		return known.Witness()
	}
	return nil
}

func (g *guards) of(root string) *guard.Guard {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.list[root] == nil {
		if g.list == nil || len(g.list) >= maxGuards {
			g.list = map[string]*guard.Guard{}
		}
		g.list[root] = g.a.host().Guard(root, true)
	}
	return g.list[root]
}

// serveSaid is the endpoint of hooks that hand on what the client says, with the
// environment in which they run: see early.Said.
func (g *guards) serveSaid(ctx context.Context, conn io.ReadWriteCloser, _ daemon.Client) error {
	var said early.Said
	if err := json.NewDecoder(io.LimitReader(conn, 2*early.MaxInput)).Decode(&said); err != nil {
		return err
	}
	getenv := variables(string(said.Env))
	host := &hook.Host{
		Getenv: getenv, Now: g.a.now, Dir: string(said.Dir), Program: string(said.Program), Env: workspace.Env{Getenv: getenv},
		Place: place.Env{Getenv: getenv, Runtime: g.a.place.Runtime}, Always: len(said.Always) > 0, Remembered: g.witness,
	}
	answer, finish := host.Run(ctx, bytes.NewReader(said.Input), func(ctx context.Context, r *guard.Request, _ time.Duration) (guard.Response, error) {
		return g.of(r.Root).Handle(ctx, r)
	})
	b64 := base64.StdEncoding
	if _, err := fmt.Fprintf(conn, "%d:%s:%s\n", answer.Code, b64.EncodeToString([]byte(answer.Stdout)), b64.EncodeToString([]byte(answer.Stderr))); err != nil {
		return err
	}
	finish()
	return nil
}

// variables returns what finds a variable in an environment, "" where it is not set:
// NAME=value, each with a zero byte after it. The last one counts.
func variables(env string) func(name string) string {
	all := map[string]string{}
	for v := range strings.SplitSeq(env, "\x00") {
		if name, value, ok := strings.Cut(v, "="); ok {
			all[name] = value
		}
	}
	return func(name string) string { return all[name] }
}

// serve is the endpoint of hooks: one line, and one line for an answer.
func (g *guards) serve(ctx context.Context, conn io.ReadWriteCloser, _ daemon.Client) error {
	var r guard.Request
	if err := json.NewDecoder(io.LimitReader(conn, hook.MaxInput)).Decode(&r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, hook.PostTime)
	defer cancel()
	answer, err := g.of(r.Root).Handle(ctx, &r)
	if err != nil {
		answer = guard.Response{Error: oneLine(err.Error())}
	}
	line, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	if _, err = conn.Write(append(line, '\n')); err != nil {
		return err
	}
	return answer.Finish(ctx)
}
