package lsp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"codeintel/index/pos"
	"codeintel/index/workspace/turns"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// conn is one editor. What handles messages in order is never two goroutines at once;
// answers are made beside it.
type conn struct {
	server *Server
	client Client
	log    *slog.Logger
	wire   *wire
	// life is done when the connection is; background are goroutines that end with it.
	life       context.Context
	background sync.WaitGroup

	// Of the order of messages. broken: it has said exit, and not shutdown before.
	stage  stage
	broken bool

	// Set by initialize, before any request is answered.
	encoding pos.Encoding
	caps     protocol.ClientCapabilities

	settings    atomic.Pointer[settings]
	configuring sync.Mutex // held while settings are replaced
	docs        atomic.Pointer[documents]

	mu           sync.Mutex
	folders      []*folder
	repositories map[string]*repository // by root
	followers    map[*follower]bool
}

// stage is how far an editor is.
type stage uint8

const (
	stageNew stage = iota
	stageReady
	stageShutdown
)

func newConn(s *Server, client Client) *conn {
	c := &conn{server: s, client: client, log: s.opts.Log, repositories: map[string]*repository{}, followers: map[*follower]bool{}, encoding: pos.UTF16}
	c.settings.Store(&settings{})
	c.docs.Store(&documents{})
	return c
}

// serve is Server.Serve.
func (c *conn) serve(ctx context.Context, rw io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.life, c.wire = ctx, newWire(rw, c.log, cancel)
	// A read is not interrupted by ctx, but by closing what is read.
	stop := context.AfterFunc(ctx, func() { rw.Close() })
	err := c.wire.read(ctx, c)
	switch {
	case ctx.Err() != nil:
		err = nil
	case err == nil && c.broken:
		err = ErrExit
	}
	closed := !stop()
	cancel()
	c.mu.Lock()
	c.setFolders(nil)
	c.mu.Unlock()
	c.background.Wait()
	if !closed {
		err = errors.Join(err, rw.Close())
	}
	return err
}

// notified handles a notification.
func (c *conn) notified(ctx context.Context, method string, params []byte) (more bool) {
	if method == protocol.MethodExit {
		c.broken = c.stage != stageShutdown
		return false
	}
	if c.stage != stageReady {
		return true // of what comes before initialize, and after shutdown, only exit counts
	}
	handle := notifications[method]
	if handle == nil {
		return true // those that are not known mean nothing
	}
	if err := handle(c, ctx, params); err != nil {
		c.log.Warn("a notification is passed over", "method", method, "error", err)
	}
	return true
}

// notifications are those that are handled.
var notifications = map[string]func(c *conn, ctx context.Context, params []byte) error{
	protocol.MethodInitialized:                        notification((*conn).initialized),
	protocol.MethodWorkspaceDidChangeConfiguration:    notification((*conn).didChangeConfiguration),
	protocol.MethodWorkspaceDidChangeWatchedFiles:     notification((*conn).didChangeWatchedFiles),
	protocol.MethodTextDocumentDidSave:                notification((*conn).didSave),
	protocol.MethodTextDocumentDidOpen:                notification((*conn).didOpen),
	protocol.MethodTextDocumentDidChange:              notification((*conn).didChange),
	protocol.MethodTextDocumentDidClose:               notification((*conn).didClose),
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification((*conn).didChangeWorkspaceFolders),
}

func notification[Params any](handle func(*conn, context.Context, *Params) error) func(*conn, context.Context, []byte) error {
	return func(c *conn, ctx context.Context, params []byte) error {
		p := new(Params)
		if err := unmarshal(params, p); err != nil {
			return err
		}
		return handle(c, ctx, p)
	}
}

// asked says how a request is answered.
func (c *conn) asked(_ context.Context, method string, params []byte) (answer answerer, inline bool) {
	refuse := func(err error) (answerer, bool) {
		return func(context.Context) (any, error) { return nil, err }, true
	}
	switch {
	case method == protocol.MethodShutdown:
		if c.stage == stageNew {
			break
		}
		c.stage = stageShutdown
		return func(context.Context) (any, error) { return nil, nil }, true
	case c.stage == stageShutdown:
		return refuse(jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server was told to shut down"))
	case method == protocol.MethodInitialize && c.stage == stageReady:
		return refuse(jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the connection is initialized already"))
	case method == protocol.MethodInitialize:
		p := new(protocol.InitializeParams)
		if err := unmarshal(params, p); err != nil {
			return refuse(err)
		}
		return func(context.Context) (any, error) { return c.initialize(p), nil }, true
	}
	if c.stage == stageNew {
		return refuse(jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the first request is initialize"))
	}
	r := c.server.rows[method]
	if r == nil {
		return refuse(jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "%q is not answered", method))
	}
	run, err := r.bind(c, params)
	if err != nil {
		return refuse(err)
	}
	docs := *c.docs.Load()
	return func(ctx context.Context) (any, error) {
		return run(withDocuments(turns.With(ctx, c.server.opts.Turns, c, turns.Interactive), docs))
	}, false
}

type documentsKey struct{}

func withDocuments(ctx context.Context, d documents) context.Context {
	return context.WithValue(ctx, documentsKey{}, d)
}

// documentsOf are those that were open when a request came.
func documentsOf(ctx context.Context) documents {
	d, _ := ctx.Value(documentsKey{}).(documents)
	return d
}

// encodings are the names of encodings, those that cost least first.
var encodings = []struct {
	name protocol.PositionEncodingKind
	is   pos.Encoding
}{
	{protocol.PositionEncodingKindUTF8, pos.UTF8},
	{protocol.PositionEncodingKindUTF32, pos.UTF32},
	{protocol.PositionEncodingKindUTF16, pos.UTF16},
}

// initialize is the first request.
func (c *conn) initialize(p *protocol.InitializeParams) *protocol.InitializeResult {
	c.stage = stageReady
	c.caps = p.Capabilities
	if p.ProcessID != nil && c.client.Process != nil {
		c.client.Process(int(*p.ProcessID))
	}
	out := &protocol.InitializeResult{ServerInfo: protocol.ServerInfo{Name: "code-intel", Version: protocol.NewOptional(c.server.opts.Version)}}
	out.Capabilities.PositionEncoding = protocol.PositionEncodingKindUTF16
	if g := p.Capabilities.General; g != nil {
		for _, e := range encodings {
			if slices.Contains(g.PositionEncodings, e.name) {
				c.encoding, out.Capabilities.PositionEncoding = e.is, e.name
				break
			}
		}
	}
	yes, incremental := true, protocol.TextDocumentSyncKindIncremental
	out.Capabilities.TextDocumentSync = &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &incremental, Save: protocol.Boolean(true)}
	out.Capabilities.Workspace = &protocol.WorkspaceOptions{
		WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: &yes, ChangeNotifications: protocol.Boolean(true)},
	}
	for _, r := range c.server.rows {
		if r.offer != nil {
			r.offer(&out.Capabilities)
		}
	}
	c.configure(p.InitializationOptions)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.setFolders(c.firstFolders(p))
	return out
}

// firstFolders are those that an editor begins with.
func (c *conn) firstFolders(p *protocol.InitializeParams) []*folder {
	var names []uri.URI
	if list, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range list {
			names = append(names, f.URI)
		}
	}
	if u, ok := oldRoot(p); ok && len(names) == 0 {
		names = append(names, u)
	}
	if len(names) == 0 && c.client.Root != "" {
		names = append(names, uriOf(c.client.Root))
	}
	var out []*folder
	for _, u := range names {
		if f := c.folderOf(u); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// oldRoot is the folder as editors have named it that know one only.
func oldRoot(p *protocol.InitializeParams) (uri.URI, bool) {
	//lint:ignore SA1019 they have no other way to say it
	root, named := p.RootURI, p.RootPath
	if root != nil {
		return *root, true
	}
	folder, ok := named.Get()
	return uriOf(folder), ok && path.IsAbs(folder)
}

// didChangeWorkspaceFolders: there are folders more or less.
func (c *conn) didChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	c.mu.Lock()
	folders := slices.DeleteFunc(slices.Clone(c.folders), func(f *folder) bool {
		return slices.ContainsFunc(p.Event.Removed, func(r protocol.WorkspaceFolder) bool { return r.URI == f.uri })
	})
	for _, a := range p.Event.Added {
		if f := c.folderOf(a.URI); f != nil {
			folders = append(folders, f)
		}
	}
	c.setFolders(folders)
	c.mu.Unlock()
	// Documents may be of other repositories now.
	docs := documents{}
	for u, d := range *c.docs.Load() {
		docs[u] = c.settle(d)
	}
	c.docs.Store(&docs)
	return nil
}

// didOpen: what a document's text is is up to the editor from now on.
func (c *conn) didOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	t := &p.TextDocument
	d := &document{uri: t.URI, language: string(t.LanguageID)}
	d = c.settle(d.with(t.Version, []byte(t.Text)))
	c.update(t.URI, d)
	return nil
}

// didChange: a document has another text.
func (c *conn) didChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	d := (*c.docs.Load())[p.TextDocument.URI]
	if d == nil {
		return invalid("%s is not open", p.TextDocument.URI)
	}
	text, err := change(d.text, c.encoding, p.ContentChanges)
	if err != nil {
		return err
	}
	d = d.with(p.TextDocument.Version, text)
	if d.in != nil {
		d.in.set(d.path, d.text)
	}
	c.update(d.uri, d)
	return nil
}

// didClose: the disk has a document's text again.
func (c *conn) didClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	d := (*c.docs.Load())[p.TextDocument.URI]
	if d == nil {
		return invalid("%s is not open", p.TextDocument.URI)
	}
	c.update(d.uri, nil)
	if d.in == nil {
		return nil
	}
	if other := c.openAt(d.in, d.path); other != nil { // open by another name, too
		d.in.set(d.path, other.text)
	} else {
		d.in.set(d.path, nil)
	}
	return nil
}

// didSave: the disk has a document's text now.
func (c *conn) didSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	if d := (*c.docs.Load())[p.TextDocument.URI]; d != nil {
		c.hint(d.in)
	}
	return nil
}

// didChangeWatchedFiles: files have changed on disk.
func (c *conn) didChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	for _, change := range p.Changes {
		in, _ := c.locate(change.URI)
		c.hint(in)
	}
	return nil
}

// settle finds out where a document is, and tells its repository the text.
func (c *conn) settle(d *document) *document {
	n := *d
	n.in, n.path = c.locate(d.uri)
	if n.in != nil {
		n.in.set(n.path, n.text)
	}
	return &n
}

// update puts a document in the place of the one with its URI; nil for none.
func (c *conn) update(u uri.URI, d *document) {
	docs := maps.Clone(*c.docs.Load())
	if d == nil {
		delete(docs, u)
	} else {
		docs[u] = d
	}
	c.docs.Store(&docs)
}

// openAt is the open document that is a file; nil when none is.
func (c *conn) openAt(in *repository, path string) *document {
	for _, d := range *c.docs.Load() {
		if d.in == in && d.path == path {
			return d
		}
	}
	return nil
}
