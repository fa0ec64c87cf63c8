package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Found is an answer of a search.
type Found struct {
	// Path is that of the file, Start and End are where in it, in bytes.
	Path       string
	Start, End uint32
	// Name and Kind of what stands there; Text is its signature, or its first line.
	Name, Kind, Text string
	Score            float64
}

// commands are those of workspace/executeCommand.
var commands = map[string]func(c *conn, ctx context.Context, arguments []protocol.LSPAny) (any, error){
	"ci.search":      (*conn).search,
	"ci.showSession": (*conn).showSession,
	"ci.reindex":     (*conn).reindex,
}

// administration are the requests about the endpoint itself.
func administration() []row {
	return []row{
		request(protocol.MethodWorkspaceExecuteCommand, (*conn).execute, func(s *protocol.ServerCapabilities) {
			for name := range commands {
				s.ExecuteCommandProvider.Commands = append(s.ExecuteCommandProvider.Commands, name)
			}
			slices.Sort(s.ExecuteCommandProvider.Commands)
		}),
		{method: methodStatus, bind: func(c *conn, _ []byte) (answerer, error) {
			return func(context.Context) (any, error) { return c.statuses(), nil }, nil
		}},
	}
}

// execute runs a command.
func (c *conn) execute(ctx context.Context, p *protocol.ExecuteCommandParams) (any, error) {
	run := commands[p.Command]
	if run == nil {
		return nil, invalid("%q is no command; there are ci.search, ci.showSession and ci.reindex", p.Command)
	}
	out, err := run(c, ctx, p.Arguments)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(out)
	return protocol.LSPAny(data), err
}

// Numbers of answers of ci.search.
const (
	defaultFound = 20
	maxFound     = 1000
)

// hit is an answer of ci.search.
type hit struct {
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"`
	Name  string         `json:"name,omitempty"`
	Kind  string         `json:"kind,omitempty"`
	Text  string         `json:"text,omitempty"`
	Score float64        `json:"score"`
}

// search answers ci.search: what matters for a question in words, or a name, the best
// first. Its argument is the question, or an object {"query", "limit"}. It is of what
// is on disk.
func (c *conn) search(ctx context.Context, arguments []protocol.LSPAny) (any, error) {
	var q struct {
		Query string `json:"query"`
		Limit int    `json:"limit"`
	}
	if len(arguments) != 1 || json.Unmarshal(arguments[0], &q.Query) != nil && json.Unmarshal(arguments[0], &q) != nil {
		return nil, invalid(`ci.search has one argument: the question, or {"query": …, "limit": …}`)
	}
	if strings.TrimSpace(q.Query) == "" || q.Limit < 0 || q.Limit > maxFound {
		return nil, invalid("ci.search wants a question, and a limit of at most %d", maxFound)
	}
	if len(q.Query) > maxQuery {
		return nil, invalid("the question has %d bytes, and %d are the most", len(q.Query), maxQuery)
	}
	limit := cmp.Or(q.Limit, defaultFound)
	out := []hit{}
	for _, r := range c.list() {
		hits, err := c.searchIn(ctx, r, q.Query, limit)
		if err != nil {
			return nil, err
		}
		out = append(out, hits...)
	}
	slices.SortStableFunc(out, func(a, b hit) int { return cmp.Compare(b.Score, a.Score) })
	return out[:min(len(out), limit)], nil
}

func (c *conn) searchIn(ctx context.Context, r *repository, question string, limit int) (out []hit, err error) {
	done, err := r.use(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	var v *view
	var failed error
	defer func() { v.close() }()
	_, _, err = r.repo.Workspace().Answer(ctx, func(s *workspace.State) []string {
		v.close()
		v, out = c.view(ctx, r, s), nil
		var found []Found
		if found, failed = r.repo.Search(ctx, s, question, limit); failed != nil {
			return nil
		}
		for _, f := range found {
			doc, ok := v.snap.Doc(f.Path)
			if !ok {
				continue
			}
			l := v.location(doc, f.Start, f.End)
			if open := c.openAt(r, f.Path); open != nil {
				l.Range = v.moved(doc, open, f.Start, f.End)
			}
			out = append(out, hit{l.URI, l.Range, f.Name, f.Kind, f.Text, f.Score})
		}
		return v.paths()
	})
	if v != nil && v.snap.Stopped() {
		return nil, ended(ctx)
	}
	return out, cmp.Or(err, failed)
}

// moved is where a part of a file is in the document that the editor has of it; its
// beginning, when it is not there.
func (v *view) moved(doc int32, open *document, start, end uint32) (out protocol.Range) {
	text, ok := v.text(doc)
	if !ok {
		return out
	}
	from, ok := carry(text, open.text, start)
	to, there := carry(text, open.text, end)
	if !ok || !there {
		return out
	}
	return protocol.Range{
		Start: position(open.ruler, open.lines, open.text, v.c.encoding, from),
		End:   position(open.ruler, open.lines, open.text, v.c.encoding, to),
	}
}

// showSession answers ci.showSession: the sessions of agents, of each repository; with
// an argument, the one with that id. What can't be read has its id, and "damaged" says
// why.
func (c *conn) showSession(ctx context.Context, arguments []protocol.LSPAny) (any, error) {
	id := ""
	if len(arguments) > 1 || len(arguments) == 1 && json.Unmarshal(arguments[0], &id) != nil {
		return nil, invalid("ci.showSession has one argument at most, the id of a session")
	}
	out := []sessionsOf{}
	for _, r := range c.list() {
		s, err := c.sessionsIn(ctx, r, id)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (c *conn) sessionsIn(ctx context.Context, r *repository, id string) (sessionsOf, error) {
	out := sessionsOf{r.root, []json.RawMessage{}}
	done, err := r.use(ctx)
	if err != nil {
		return out, err
	}
	defer done()
	stamps, err := r.repo.Stamps()
	if err != nil {
		return out, failed("%s", err)
	}
	for _, known := range slices.Sorted(maps.Keys(stamps)) {
		if id != "" && known != id {
			continue
		}
		s, err := r.repo.Session(known)
		if err != nil {
			s, err = json.Marshal(map[string]string{"session_id": known, "damaged": err.Error()})
		}
		if err == nil {
			out.Sessions = append(out.Sessions, s)
		}
	}
	return out, nil
}

// reindex answers ci.reindex: what has changed is looked for, all files included that
// are not watched; the answer says how the repositories are then.
func (c *conn) reindex(ctx context.Context, arguments []protocol.LSPAny) (any, error) {
	if len(arguments) > 0 {
		return nil, invalid("ci.reindex has no arguments")
	}
	for _, r := range c.list() {
		done, err := r.use(ctx)
		if err != nil {
			return nil, err
		}
		_, err = r.repo.Workspace().Sync(ctx)
		done()
		if err != nil {
			return nil, err
		}
	}
	return c.statuses(), nil
}
