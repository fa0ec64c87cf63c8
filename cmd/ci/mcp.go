package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"path/filepath"

	"codeintel/cmd/internal/daemon"
	"codeintel/cmd/internal/place"
	"codeintel/index/workspace"
	"codeintel/session"

	"github.com/spf13/cobra"
)

func (a *app) mcpCommand() *cobra.Command {
	var given string
	var alone bool
	c := &cobra.Command{
		Use:   "mcp",
		Short: "answer an agent's questions over MCP, on standard input and output",
		Long: `Speaks the Model Context Protocol on standard input and output, one message on
each line: what an agent's configuration names as the command of a server.

Questions are answered by the process that all editors and agents of this user
share ('ci serve'); it is started when there is none, and replaced when it is of
an older version. When it ends, the next one goes on where it was.

The repository is the folder of --root, else of the variable CLAUDE_PROJECT_DIR,
else that of the working directory: the nearest folder from there upwards that is
git's, else the nearest that has a .code-intel, else the working directory. It is
never the home folder, unless --root names it.

A call without session_id belongs to the session that was begun in the same
conversation, which CLAUDE_CODE_SESSION_ID names where the agent sets it, and else
to the one that was begun by the same 'ci mcp'. A call that only reads is answered
without a session, too.

Exit codes: 0 the client has ended; 1 there is no process to answer; 2 wrong
usage, or no repository.`,
		Example: "ci mcp\nci mcp --root ~/src/app\nci mcp --no-daemon",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			root, err := a.root(given)
			if err != nil {
				return fail(exitUsage, err, "%s", oneLine(err.Error()))
			}
			ctx, stop := daemon.UntilOrphan(c.Context())
			defer stop()
			if dir, err := filepath.Abs(a.path(".")); err == nil && given == "" && workspace.IgnoredBy(dir, a.env) == root {
				fmt.Fprintf(a.stderr, "ci: warning: the repository %s ignores the working directory: answers have nothing of it; use --root %s to ask about it\n", root, workspace.Resolve(dir))
			}
			if client, ok := a.served(); ok {
				return a.mcpAlone(ctx, root, client)
			}
			to := &daemon.Forwarder{In: a.stdin, Out: a.stdout}
			if !alone {
				return a.forward(ctx, "mcp", root, to)
			}
			ok, err := a.forwardAlone(ctx, to)
			if !ok {
				return a.mcpAlone(ctx, root, daemon.ThisConnection())
			}
			if err != nil {
				return fail(exitSome, err, "%s", oneLine(err.Error()))
			}
			return nil
		},
	}
	c.Flags().StringVar(&given, "root", "", "answer about the repository in `DIR`")
	c.Flags().BoolVar(&alone, "no-daemon", false, "answer without the process that others share")
	return c
}

// root is the repository that an agent or editor is about; given is what a flag
// says.
func (a *app) root(given string) (string, error) {
	dir, err := filepath.Abs(a.path("."))
	if err != nil {
		return "", fmt.Errorf("there is no working directory: %s; use --root with an absolute path", reason(err))
	}
	return place.FindRoot(given, a.getenv, dir)
}

// agent is the id of the conversation of the agent that started this program, "" when
// it says none.
func (a *app) agent() string {
	if id := a.getenv("CLAUDE_CODE_SESSION_ID"); len(id) <= maxAgent {
		return id
	}
	return ""
}

// maxAgent is how long the id of a conversation may be, in bytes.
const maxAgent = 200

// mcpAlone serves the client in this process.
func (a *app) mcpAlone(ctx context.Context, root string, client session.Connection) error {
	e := a.endpoints(daemon.NewLogger(a.stderr, slog.LevelWarn))
	err := daemon.Alone(ctx, serveMCP(e.mcp), e.pool, daemon.Stdio(a.stdin, a.stdout, nil), daemon.Client{Root: root, Agent: a.agent(), Connection: client})
	if err != nil && ctx.Err() == nil {
		return fail(exitSome, err, "the connection with the client has failed: %s", reason(err))
	}
	return nil
}

// forward connects a client with an endpoint of the shared process.
func (a *app) forward(ctx context.Context, kind, root string, f *daemon.Forwarder) error {
	place, err := daemon.FindPlace(a.place)
	if err != nil {
		return fail(exitSome, nil, "%s", err)
	}
	program, err := daemon.Program()
	if err != nil {
		return fail(exitSome, err, "the program that runs is not found: %s; install it again", reason(err))
	}
	d := &daemon.Dialer{
		Place: place, Build: daemon.ThisBuild(version), Kind: kind, Root: root, Agent: a.agent(), Connection: rand.Text(), Variables: map[string]string{},
		Command: []string{program, "serve", "--log", place.Log, "--linger", linger.String()},
	}
	for _, name := range workspace.Variables() {
		if v := a.getenv(name); v != "" {
			d.Variables[name] = v
		}
	}
	f.Connect = d.Connect
	if err := f.Run(ctx); err != nil {
		return fail(exitSome, err, "%s; or use --no-daemon, which needs no other process", oneLine(err.Error()))
	}
	return nil
}
