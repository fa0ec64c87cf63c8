package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"codeintel/cmd/internal/daemon"
	"codeintel/cmd/internal/place"
	"codeintel/index/workspace"
	"codeintel/lsp"

	"github.com/spf13/cobra"
)

// lspFlags of `ci lsp`.
type lspFlags struct {
	root, listen string
	alone        bool
}

func (a *app) lspCommand() *cobra.Command {
	var f lspFlags
	c := &cobra.Command{
		Use:   "lsp",
		Short: "answer an editor's questions over LSP, on standard input and output",
		Long: `Speaks the Language Server Protocol on standard input and output: what an editor's
configuration names as the command of a language server.

Questions are answered by the process that all editors and agents of this user
share ('ci serve'); it is started when there is none, and replaced when it is of
an older version. When it ends, the next one goes on where it was, with all that
is not saved.

It answers beside other language servers: for languages that have one in common
use it tells only what that one can't know, unless the setting ci.languages says
otherwise; docs/lsp.md has the list.

The repositories are those of the folders that the editor has open; if it names
none, that of --root, else that of the working directory.

With --listen, it serves any number of editors on a port of this machine, each
connection its own, to whoever can reach it there, until it is interrupted.

Exit codes: 0 the editor has ended; 1 there is no process to answer, or the editor
has said exit and not shutdown before; 2 wrong usage.`,
		Example: "ci lsp\nci lsp --root ~/src/app\nci lsp --listen 127.0.0.1:7172\nci lsp --no-daemon",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			root, err := a.root(f.root)
			if err != nil {
				if f.root != "" {
					return fail(exitUsage, err, "%s", oneLine(err.Error()))
				}
				root = "" // the editor names folders, or there is nothing to answer about
			}
			if _, child := a.served(); f.listen != "" && !child {
				return a.listenLSP(c.Context(), f, root)
			}
			ctx, stop := daemon.UntilOrphan(c.Context())
			defer stop()
			return a.lsp(ctx, f, root, a.stdin, a.stdout, true)
		},
	}
	fl := c.Flags()
	fl.StringVar(&f.root, "root", "", "answer about the repository in `DIR` when the editor names no folder")
	fl.StringVar(&f.listen, "listen", "", "serve on the loopback `ADDRESS`; port 0 is any that is free")
	fl.BoolVar(&f.alone, "no-daemon", false, "answer without the process that others share")
	// What editors add by themselves.
	fl.Bool("stdio", true, "")
	fl.Bool("node-ipc", false, "")
	fl.Int("clientProcessId", 0, "")
	for _, name := range []string{"stdio", "node-ipc", "clientProcessId"} {
		_ = fl.MarkHidden(name) // it is there
	}
	return c
}

// listenLSP serves editors on a port.
func (a *app) listenLSP(ctx context.Context, f lspFlags, root string) error {
	ready := func(address string) { fmt.Fprintf(a.stderr, "serving LSP on %s\n", address) }
	err := daemon.Listen(ctx, f.listen, ready, func(ctx context.Context, conn io.ReadWriteCloser) {
		if err := a.lsp(ctx, f, root, conn, conn, false); err != nil && ctx.Err() == nil {
			fmt.Fprintf(a.stderr, "ci: %s\n", oneLine(err.Error()))
		}
	})
	if err != nil {
		return fail(exitUsage, err, "--listen: %s", oneLine(err.Error()))
	}
	return nil
}

// lsp serves one editor. watch: it ends with the process that the editor says it is.
func (a *app) lsp(ctx context.Context, f lspFlags, root string, in io.Reader, out io.Writer, watch bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	process := func(pid int) {
		if watch {
			there, _ := daemon.UntilEnded(ctx, pid)
			context.AfterFunc(there, cancel)
		}
	}
	if _, ok := a.served(); ok {
		return a.lspAlone(ctx, root, daemon.Stdio(in, out, nil), process)
	}
	in = lsp.Lines(in)
	s := &lsp.Session{Process: process}
	to := &daemon.Forwarder{In: in, Out: out, Frame: lsp.Frames, Session: editorSession{s}, Limit: lsp.MaxMessage}
	if f.alone {
		switch ok, err := a.forwardAlone(ctx, to); {
		case !ok:
			return a.lspAlone(ctx, root, daemon.Stdio(in, out, lsp.Frames), process)
		case err != nil:
			return fail(exitSome, err, "%s", oneLine(err.Error()))
		}
	} else if err := a.forward(ctx, daemon.KindEditor, root, to); err != nil {
		return err
	}
	if s.Broken() {
		return fail(exitSome, nil, "the editor said exit, and not shutdown before")
	}
	return nil
}

// lspAlone serves the editor in this process.
func (a *app) lspAlone(ctx context.Context, root string, conn io.ReadWriteCloser, process func(int)) error {
	e := a.endpoints(daemon.NewLogger(a.stderr, slog.LevelWarn))
	serve := func(ctx context.Context, conn io.ReadWriteCloser, _ daemon.Client) error {
		return e.lsp.Serve(ctx, conn, lsp.Client{Root: root, Process: process})
	}
	err := daemon.Alone(ctx, serve, e.pool, conn, daemon.Client{})
	switch {
	case err == nil || ctx.Err() != nil:
		return nil
	case errors.Is(err, lsp.ErrExit):
		return fail(exitSome, err, "%s", err)
	}
	return fail(exitSome, err, "the connection with the editor has failed: %s", reason(err))
}

// editorSession is that of an editor, for a Forwarder.
type editorSession struct{ *lsp.Session }

func (editorSession) Words() daemon.Words {
	return daemon.Words{Initialized: "initialized", Cancelled: "$/cancelRequest", Member: "id", Code: -32800, End: "exit"}
}

// editorRepositories are those of a pool, as package lsp wants them.
type editorRepositories struct {
	*daemon.Pool
	a *app
}

// Root is the folder itself where its repository ignores it: who opens it means it.
func (r editorRepositories) Root(folder string) (string, error) {
	if workspace.IgnoredBy(folder, r.a.env) != "" {
		return workspace.Resolve(folder), nil
	}
	root, err := workspace.RepositoryRoot(folder, r.a.home())
	if err == nil && workspace.HoldsHome(root, r.a.home()) {
		return "", fmt.Errorf("%s is %w", root, place.ErrTooWide)
	}
	return root, err
}

func (r editorRepositories) Real(path string) string { return workspace.Resolve(path) }

func (r editorRepositories) Open(ctx context.Context, root string) (lsp.Repository, error) {
	h, err := r.Pool.Open(ctx, root)
	if err != nil {
		return nil, err
	}
	return editorRepository{h, r.a}, nil
}

// editorRepository is one of them.
type editorRepository struct {
	*daemon.Handle
	a *app
}

// Search is what `ci search` finds.
func (r editorRepository) Search(ctx context.Context, s *workspace.State, question string, limit int) ([]lsp.Found, error) {
	in := &repository{a: r.a, s: s.Snapshot.Within(ctx), w: r.Workspace(), state: s, texts: map[int32][]byte{}}
	answers, _, err := in.ranked(ctx, question, false, nil, nil, limit)
	if err != nil {
		return nil, err
	}
	texts := in.w.Texts(s)
	defer texts.Close()
	out := make([]lsp.Found, 0, len(answers))
	for _, x := range answers {
		kind := x.what
		if kind == "" {
			kind = x.kind.String()
		}
		f := lsp.Found{Path: x.path, Start: x.start, End: x.end, Name: x.name, Kind: kind, Text: x.signature, Score: x.score}
		if lines, _, ok := texts.Lines(x.doc, uint32(x.line-1), uint32(x.line-1), 0); ok && f.Text == "" && len(lines) > 0 {
			f.Text = strings.ToValidUTF8(strings.TrimSpace(lines[0]), "\uFFFD")
		}
		out = append(out, f)
	}
	return out, nil
}

func (r editorRepository) Stamps() (map[string]string, error) { return r.Sessions().Stamps() }

// Session is what `ci session show --json` says.
func (r editorRepository) Session(id string) (json.RawMessage, error) {
	s, err := r.Sessions().View(id)
	if err != nil {
		return nil, err
	}
	return json.Marshal(r.Sessions().Status(s))
}

// serveLSP is the endpoint of a server.
func serveLSP(s *lsp.Server) daemon.Endpoint {
	return func(ctx context.Context, conn io.ReadWriteCloser, c daemon.Client) error {
		return s.Serve(ctx, conn, lsp.Client{Root: c.Root})
	}
}
