package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"codeintel/cmd/internal/daemon"
	"codeintel/cmd/internal/early"
	"codeintel/index/workspace"
	"codeintel/index/workspace/budget"
	"codeintel/index/workspace/turns"
	"codeintel/lsp"
	"codeintel/mcp"
	"codeintel/session"

	"github.com/spf13/cobra"
)

// linger is how long a process in the background stays without clients and
// repositories.
const linger = 10 * time.Minute

// serveFlags of `ci serve`.
type serveFlags struct {
	detach     bool
	http, root string
	log        string
	linger     time.Duration
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve",
		Short: "run the process that editors and agents share",
		Long: `Serves all editors and agents of this user until it is interrupted, or ended by
'ci stop'. 'ci mcp' and 'ci lsp' start this process by themselves when there is
none, so there is seldom a reason to.

There is one such process. It listens on a socket in a folder that nobody else
can open: ci/ in XDG_RUNTIME_DIR, or ci/run/ in the user's cache folder. One of
an older version hands over, and its clients notice nothing.

Repositories are opened when a client comes, indexed and watched, and let go
when nobody has asked about them for half an hour. Where Go is and what git's
configuration says is read from the environment of the client that comes first.

With --http, the same is served over HTTP to programs on this machine that have
the token, which is made at the start and written to a file that only the user
can read. Nothing else ever listens on a network.

Exit codes: 0 ended; 1 there is one already, or it can't start; 2 wrong usage.`,
		Example: "ci serve\nci serve --detach\nci serve --http 127.0.0.1:7171 --root ~/src/app",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.checkServe(&f); err != nil {
				return err
			}
			if f.detach {
				return a.detach(c.Context(), f)
			}
			return a.serve(c.Context(), f)
		},
	}
	fl := c.Flags()
	fl.BoolVarP(&f.detach, "detach", "d", false, "start it in the background, and return when it serves")
	fl.StringVar(&f.http, "http", "", "serve MCP over HTTP too, on the loopback `ADDRESS`; port 0 is any that is free")
	fl.StringVar(&f.root, "root", "", "clients over HTTP ask about the repository in `DIR`")
	fl.StringVar(&f.log, "log", "", "log to `FILE`, of at most 1 MiB and another one before it, instead of standard error")
	fl.DurationVar(&f.linger, "linger", 0, "end after `TIME` without clients and repositories, but not while HTTP is served; 0 means never, and 10m with --detach")
	return c
}

// checkServe checks the flags, and makes paths absolute.
func (a *app) checkServe(f *serveFlags) error {
	if f.linger < 0 {
		return fail(exitUsage, nil, "--linger %s: give a time like 10m, or 0 for never", f.linger)
	}
	if f.root != "" && f.http == "" {
		return fail(exitUsage, nil, "--root is for clients over HTTP; add --http 127.0.0.1:0, or leave it out")
	}
	if f.http != "" {
		if _, err := daemon.Loopback(f.http); err != nil {
			return fail(exitUsage, nil, "--http: %s", err)
		}
	}
	if f.root != "" {
		root, err := a.root(f.root)
		if err != nil {
			return fail(exitUsage, err, "--root: %s", oneLine(err.Error()))
		}
		f.root = root
	}
	return nil
}

// repositories are those of a pool, as package mcp wants them.
type repositories struct{ *daemon.Pool }

func (r repositories) Open(ctx context.Context, root string) (mcp.Repository, error) {
	h, err := r.Pool.Open(ctx, root)
	if err != nil {
		return nil, err
	}
	return h, nil
}

// endpoints are a pool and what serves it.
type endpoints struct {
	pool *daemon.Pool
	mcp  func() *mcp.Server // the same one each time; it is made when an agent comes
	lsp  *lsp.Server
}

func (a *app) endpoints(log *slog.Logger) endpoints {
	gate := turns.New(turns.Options{})
	pool := daemon.NewPool(daemon.PoolOptions{Workspace: a.guarded(workspace.Options{Env: a.env, Embedder: a.embedder(0), Memory: a.governor(), Turns: gate}), Log: log, Seal: a.host().Sealer, Witness: a.host().Witness})
	a.memory.serves(pool.Relieve)
	return endpoints{
		pool: pool,
		mcp: sync.OnceValue(func() *mcp.Server {
			return mcp.New(mcp.Options{Repositories: repositories{pool}, Version: version, Log: log, Memory: daemon.Memory, Turns: gate, Peer: daemon.PeerOf, Left: pool.Left})
		}),
		lsp: lsp.New(lsp.Options{Repositories: editorRepositories{pool, a}, Version: version, Log: log, Turns: gate}),
	}
}

// serveMCP is the endpoint of a server.
func serveMCP(s func() *mcp.Server) daemon.Endpoint {
	return func(ctx context.Context, conn io.ReadWriteCloser, c daemon.Client) error {
		return s().Serve(ctx, conn, mcp.Client{Root: c.Root, Agent: session.Agent{Client: c.Agent}, Connection: c.Connection})
	}
}

func (a *app) serve(ctx context.Context, f serveFlags) (err error) {
	if a.getenv("GOGC") == "" {
		defer budget.Served().End()
	}
	place, err := daemon.FindPlace(a.place)
	if err != nil {
		return fail(exitSome, nil, "%s", err)
	}
	o := daemon.Options{Place: place, Build: daemon.ThisBuild(version), HTTP: f.http, HTTPRoot: f.root, Linger: f.linger}
	var out io.Writer = a.stderr
	level := slog.LevelWarn
	if a.verbose || f.log != "" {
		level = slog.LevelInfo
	}
	if f.log != "" {
		log, err := daemon.OpenLog(a.path(f.log), daemon.AsStandardError)
		if err != nil {
			return fail(exitUsage, err, "--log: %s: %s", f.log, reason(err))
		}
		defer log.Close()
		out, o.Tick = log, log.Bound
		o.Place.Log = a.path(f.log)
	} else {
		o.Place.Log = ""
	}
	o.Log = daemon.NewLogger(out, level)
	e := a.endpoints(o.Log)
	hooks := &guards{a: a}
	o.Pool, o.Endpoints = e.pool, map[string]daemon.Endpoint{"mcp": serveMCP(e.mcp), daemon.KindEditor: serveLSP(e.lsp), daemon.KindHook: hooks.serve, early.Kind: hooks.serveSaid}
	o.Handler = later(e.mcp, (*mcp.Server).Handler)
	o.Ready = func(url string) {
		if f.log != "" {
			return
		}
		fmt.Fprintf(a.stderr, "serving on %s\n", place.Dir)
		if url != "" {
			fmt.Fprintf(a.stderr, "MCP over HTTP on %s; the token is in %s\n", url, place.Token())
		}
	}
	if err := daemon.Serve(ctx, o); err != nil {
		return fail(exitSome, err, "%s", oneLine(err.Error()))
	}
	return nil
}

// later is of, a method of what make makes; it is made when the method is called.
func later[T, H any](make func() T, of func(t T, root string) H) func(root string) H {
	return func(root string) H { return of(make(), root) }
}

// detach starts the process in the background.
func (a *app) detach(ctx context.Context, f serveFlags) error {
	place, err := daemon.FindPlace(a.place)
	if err != nil {
		return fail(exitSome, nil, "%s", err)
	}
	build := daemon.ThisBuild(version)
	if f.http != "" { // what runs does not serve this
		if s, err := daemon.AskStatus(ctx, place, build); err == nil && s.Build.Compare(build) >= 0 {
			return fail(exitSome, nil, "%s", &daemon.RunningError{PID: s.PID, Build: s.Build})
		}
	}
	if f.log == "" {
		f.log = place.Log
	}
	if f.linger == 0 {
		f.linger = linger
	}
	place.Log = a.path(f.log)
	program, err := daemon.Program()
	if err != nil {
		return fail(exitSome, err, "the program that runs is not found: %s; install it again", reason(err))
	}
	command := []string{program, "serve", "--log", place.Log, "--linger", f.linger.String()}
	if f.http != "" {
		command = append(command, "--http", f.http)
	}
	if f.root != "" {
		command = append(command, "--root", f.root)
	}
	pid, err := daemon.Start(ctx, daemon.StartOptions{Place: place, Build: build, Command: command})
	if err != nil {
		return fail(exitSome, err, "%s", oneLine(err.Error()))
	}
	text := fmt.Sprintf("process %d serves", pid)
	// It may be another one than this has started, with a log elsewhere or none.
	if s, err := daemon.AskStatus(ctx, place, build); err == nil && s.PID == pid && s.Log != "" {
		text += "; its log is " + s.Log
	}
	_, err = fmt.Fprintln(a.stdout, text)
	return err
}

func (a *app) stopCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "stop",
		Short: "end the process that editors and agents share",
		Long: `Ends the shared process of this user, and says which one it was. What clients
have asked is answered before. An editor or agent that is still there starts it
again when it asks the next time.

Exit codes: 0 it has ended, or there was none; 1 it can't be ended.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			place, err := daemon.FindPlace(a.place)
			var s *daemon.Status
			if err == nil {
				s, err = daemon.Stop(c.Context(), place, daemon.ThisBuild(version))
			}
			switch {
			case errors.Is(err, daemon.ErrNotRunning), errors.Is(err, daemon.ErrNoPlace):
				_, err = fmt.Fprintln(a.stdout, daemon.ErrNotRunning)
				return err
			case err != nil && c.Context().Err() != nil:
				return err
			case err != nil:
				return fail(exitSome, err, "%s", oneLine(err.Error()))
			}
			text := fmt.Sprintf("process %d has ended", s.PID)
			if s.Build.Version != "" {
				text += fmt.Sprintf(" (version %s, %s, %s)", s.Build.Version, plural(len(s.Clients), "client"), repositoriesText(len(s.Repositories)))
			}
			_, err = fmt.Fprintln(a.stdout, text)
			return err
		},
	}
}

func repositoriesText(n int) string {
	if n == 1 {
		return "1 repository"
	}
	return fmt.Sprintf("%d repositories", n)
}
