// Package mcp is the endpoint for agents: the Model Context Protocol. It
// translates between the protocol and the queries of index and index/workspace,
// and decides nothing. Both eras of the protocol are served, 2026-07-28 without
// sessions and the older one with initialize.
package mcp

import (
	"context"
	"log/slog"
	"reflect"
	"sync/atomic"
	"time"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/index/workspace/turns"
	"codeintel/session"
	"codeintel/session/memory"
	"codeintel/session/speech"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Repositories are those that a server may answer about.
type Repositories interface {
	// Open gives the repository with the root folder root, as a Client or Known has
	// it. It is opened when it is not open yet, and kept at least until Close.
	Open(ctx context.Context, root string) (Repository, error)
	// Known are the root folders that the argument root may name for a client of
	// the repository at root: those that are open, and the worktrees of its
	// repository. They are sorted.
	Known(root string) []string
}

// Repository is one that is open.
type Repository interface {
	Workspace() *workspace.Workspace
	// Progress says how far the indexing that runs is; its phase is "" when none does.
	Progress() workspace.Progress
	// Sessions are those of the agents that work in it, Memory is what they taught.
	Sessions() *session.Book
	Memory() *memory.Memory
	// Close lets go of it. The workspace and what is of it must not be used any
	// more.
	Close()
}

// Options of a server.
type Options struct {
	Repositories Repositories
	Version      string
	Log          *slog.Logger
	// Every calls tell from time to time until stop is called; progress is told by
	// it. nil means every half second.
	Every func(tell func()) (stop func())
	// Deadline makes a context that is done after a time, and with another one; nil
	// means context.WithTimeout.
	Deadline func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
	// Now is the clock, nil for the system's. Memory says how many bytes the process
	// has resident; nil where nobody knows.
	Now    func() time.Time
	Memory func() int64
	// Peer returns what is known of the process that a request over HTTP comes from, by the
	// context of its connection, and an ID that others can't guess; nil where nobody knows.
	Peer func(ctx context.Context) session.Connection
	// Left is called with the ID of a connection that its client has ended; may be nil.
	Left func(connection string)
	// Turns has the places in which questions are answered; nil where nobody waits for
	// another.
	Turns *turns.Gate
}

// Client is who is at the other end of a connection.
type Client struct {
	// Root is the root folder of its repository, absolute.
	Root string
	// Agent is what is known of who asks: it decides which session a call is in.
	Agent session.Agent
	// Connection is the one that the client asks over. Where it has no ID, Serve makes
	// one.
	Connection session.Connection
	// Peer returns what is known of the process at the other end of a request over HTTP;
	// nil for others, of which Connection says it.
	Peer func() session.Connection
}

// isShared reports whether nothing but its process tells a client from others: its
// protocol has no sessions, and the process may speak for several clients, as a proxy
// does. What such a client begins it has to name.
func (c Client) isShared() bool { return c.Peer != nil && c.Connection.ID == "" }

// Server serves any number of clients.
type Server struct {
	opts  Options
	mcp   *server.MCPServer
	tools []tool
	// connections counts those that there ever were.
	connections atomic.Uint64
}

// New makes a server.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Every == nil {
		o.Every = everyHalfSecond
	}
	s := &Server{opts: o, tools: tools()}
	s.mcp = server.NewMCPServer("code-intel", o.Version,
		server.WithTitle("Code intelligence"),
		server.WithInstructions(instructions),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithPromptCapabilities(false),
		server.WithRecovery(),
		server.WithResourceRecovery(),
	)
	for i := range s.tools {
		t := &s.tools[i]
		s.mcp.AddTool(t.described(), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return s.call(ctx, t, r), nil
		})
	}
	s.addResources()
	s.addSessionResources()
	s.addPrompts()
	return s
}

type clientKey struct{}

func withClient(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

func clientOf(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}

// tool is a row of the table of tools.
type tool struct {
	name, title, description string
	in, out                  reflect.Type
	// writes: it changes what is kept of the repository, never the repository.
	// again: a second call with the same arguments does something once more.
	writes, again bool
	// session: it is about sessions.
	session bool
	run     func(ctx context.Context, c *call, in any) (any, error)
}

// row makes a tool of a function of its arguments and answer.
func row[In, Out any](name, title, description string, run func(ctx context.Context, c *call, in *In, out *Out) error) tool {
	return tool{
		name: name, title: title, description: description,
		in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](),
		run: func(ctx context.Context, c *call, in any) (any, error) {
			out := new(Out)
			if s, ok := in.(subject); ok {
				c.about = s.subject(c)
			}
			if s, ok := in.(interface{ unsaved() bool }); ok {
				c.unsaved = s.unsaved()
			}
			err := run(ctx, c, in.(*In), out)
			return out, err
		},
	}
}

// subject is implemented by arguments that say what a question is about: it can be
// answered before the repository is indexed. Others wait.
type subject interface{ subject(c *call) workspace.About }

// subjectOf is the subject of a question about names and what paths mean.
func (c *call) subjectOf(names []string, paths ...string) workspace.About {
	about := workspace.About{Names: names}
	for _, arg := range paths {
		if p, err := c.path("", arg); err == nil { // else the tool says so
			about.Paths = append(about.Paths, p)
		}
	}
	return about
}

// described is the tool as clients see it.
func (t *tool) described() mcp.Tool {
	d := mcp.NewToolWithRawSchema(t.name, t.description, mustJSON(inputSchema(t.in)))
	d.Title = t.title
	// Clients keep the list of tools in the model's context: what an answer has it says
	// itself, and TestDialogue holds it to the whole schema.
	d.RawOutputSchema = mustJSON(object{{"type", "object"}, {"properties", object{}}})
	d.Annotations = mcp.ToolAnnotation{
		ReadOnlyHint: mcp.ToBoolPtr(!t.writes), DestructiveHint: mcp.ToBoolPtr(false),
		IdempotentHint: mcp.ToBoolPtr(!t.again), OpenWorldHint: mcp.ToBoolPtr(false),
	}
	return d
}

// call runs a tool. What goes wrong is a result for the model, never an error of
// the protocol.
func (s *Server) call(ctx context.Context, t *tool, r mcp.CallToolRequest) *mcp.CallToolResult {
	began := s.opts.Now()
	out, err := s.run(ctx, t, r)
	log := s.opts.Log.With("tool", t.name, "ms", s.opts.Now().Sub(began).Milliseconds())
	if err != nil {
		e := asToolError(err)
		if e.NextActions == nil {
			e.NextActions = []string{}
		}
		log.Info("call", "error", err)
		return result(e, true)
	}
	log.Debug("call")
	return result(out, false)
}

// result says the same as text and as structured content: some clients show the
// model only one of them.
func result(v any, isError bool) *mcp.CallToolResult {
	data := mustJSON(v)
	return &mcp.CallToolResult{
		Content:           []mcp.Content{mcp.TextContent{Type: mcp.ContentTypeText, Text: string(data)}},
		StructuredContent: data, IsError: isError,
	}
}

func (s *Server) run(ctx context.Context, t *tool, r mcp.CallToolRequest) (out any, err error) {
	arguments := []byte(r.Params.RawArguments)
	if arguments == nil && r.Params.Arguments != nil {
		arguments = mustJSON(r.Params.Arguments)
	}
	if t.session { // what a session is told it keeps
		arguments = index.MaskSecretsInJSON(arguments)
	}
	early := func() speech.Language { return s.language(ctx, string(arguments)) }
	bound, err := bind(t.in, arguments)
	if err != nil {
		return nil, spoken(err, early)
	}
	in := bound.Interface()
	client := clientOf(ctx)
	c := &call{server: s, tool: t, args: in.(interface{ shared() *common }).shared(), home: client.Root, agent: client.Agent, client: client}
	if conn, ok := ctx.Value(connectionKey{}).(*connection); ok {
		c.started = &conn.started
	}
	if r.Params.Meta != nil {
		c.progress = r.Params.Meta.ProgressToken
		if info := r.Params.Meta.ClientInfo(); info != nil {
			c.program = programOf(info)
		}
	}
	root, err := s.root(client, c.args.Root)
	if err != nil {
		return nil, spoken(err, early)
	}
	ctx, cancel := s.within(ctx, t.limit())
	defer cancel()
	if err := c.open(ctx, root); err != nil {
		return nil, err
	}
	defer c.repo.Close()
	defer func() { err = spoken(err, c.language) }()
	ctx = turns.With(ctx, s.opts.Turns, asker(ctx), t.class())
	if err := c.resume(t.name, root, bound); err != nil {
		return nil, err
	}
	if err := c.join(ctx, in); err != nil {
		return nil, err
	}
	out, err = t.run(ctx, c, in)
	if ctx.Err() != nil && err == nil && !t.writes {
		err = c.ended(ctx) // the answer may be a part
	}
	c.observed(ctx, arguments, out, err)
	return out, err
}

// resume reads the cursor, and says what question one must be of.
func (c *call) resume(tool, root string, in reflect.Value) error {
	p, ok := in.Interface().(interface{ cursor() string })
	if !ok {
		return nil
	}
	question := map[string]any{}
	for _, f := range fieldsOf(in.Elem().Type()) {
		if f.name != "cursor" && f.name != "budget_tokens" && f.name != "limit" {
			question[f.name] = in.Elem().FieldByIndex(f.index).Interface()
		}
	}
	c.question = questionOf(tool, root, mustJSON(question))
	if p.cursor() == "" {
		return nil
	}
	at, ok := parseCursor(p.cursor())
	if !ok {
		return invalid("cursor", speech.ForeignCursor, speech.PassCursor)
	}
	if at.Question != c.question {
		return invalid("cursor", speech.OtherCursor, speech.RepeatArguments)
	}
	c.cursor = &at
	return nil
}

// memoryMB is the memory of the process; 0 when it is not known.
func (s *Server) memoryMB() int {
	if s.opts.Memory == nil {
		return 0
	}
	return int(s.opts.Memory() >> 20)
}
