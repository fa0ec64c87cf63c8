package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
)

// Notifications to editors that ask for them, by ci.status in what they initialize
// with.
const (
	methodStatus  = "ci/status"
	methodSession = "ci/session"
)

// Status is how a repository is, for an editor to show.
type Status struct {
	// Root is its root folder, URI what the editor calls that.
	Root string `json:"root"`
	URI  string `json:"uri"`
	// State is "opening", "indexing" (for the first time), "looking" (there is an index
	// of an earlier process, and what has changed since is being looked for), "ready" or
	// "failed".
	State string `json:"state"`
	// Phase is what is being done, Done of Total units of it; Total is 0 while it is not
	// known.
	Phase string `json:"phase,omitempty"`
	Done  int    `json:"done,omitempty"`
	Total int    `json:"total,omitempty"`
	// Files that are indexed, and the number of the index: of all endpoints the same.
	Files      int    `json:"files"`
	Generation uint64 `json:"generation"`
	// Behind is how many changes are known that the index has not.
	Behind int `json:"behind,omitempty"`
	// Problem is what the user should know; "" for nothing.
	Problem string `json:"problem,omitempty"`
}

// sessionsOf are sessions of agents in one repository, as `ci session show --json` has
// each.
type sessionsOf struct {
	Root     string            `json:"root"`
	Sessions []json.RawMessage `json:"sessions"`
}

// status of a repository.
func (c *conn) status(r *repository) Status {
	s := Status{Root: r.root, URI: string(uriOf(c.spell(r, "."))), State: "opening"}
	select {
	case <-r.opened:
	default:
		return s
	}
	if r.err != nil {
		s.State, s.Problem = "failed", r.err.Error()
		return s
	}
	done, err := r.use(context.Background()) // it is open
	if err != nil {
		s.State, s.Problem = "failed", "the folder is closed"
		return s
	}
	defer done()
	w := r.repo.Workspace()
	state := w.Current()
	s.State = state.Stage()
	if state != nil {
		s.Generation, s.Behind = state.Generation, state.Behind()
		s.Files, _ = state.Share()
	}
	if s.State != "ready" || s.Behind > 0 {
		s.Phase, s.Done, s.Total = r.repo.Progress()
	}
	if watching := w.Watching(); watching.Err != nil {
		s.Problem = watching.Err.Error()
	} else if watching.On {
		s.Problem = watching.Reason
	}
	return s
}

// statuses answers ci/status: how the repositories of the editor's folders are.
func (c *conn) statuses() []Status {
	out := []Status{}
	for _, r := range c.list() {
		out = append(out, c.status(r))
	}
	return out
}

// list are the repositories of the editor's folders, in their order.
func (c *conn) list() (out []*repository) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.folders {
		if !slices.Contains(out, f.in) {
			out = append(out, f.in)
		}
	}
	return out
}

// follow tells the editor how a repository is, as that changes, until ctx is done.
func (c *conn) follow(ctx context.Context, r *repository) {
	f := &follower{c: c, r: r}
	if r.err != nil {
		f.tell()
		return
	}
	done, err := r.use(ctx)
	if err != nil {
		return
	}
	states, cancel := r.repo.Workspace().Subscribe()
	done()
	defer cancel()
	defer c.server.opts.Every(f.tell)()
	f.tell()
	for {
		select {
		case <-states:
			f.tell()
		case <-ctx.Done():
			return
		}
	}
}

// follower is what the editor was told of a repository.
type follower struct {
	c *conn
	r *repository

	mu       sync.Mutex
	told     Status
	sessions map[string]string // stamps, by id; nil before the first look
	// progress is the token of what is shown of the first index: asked once the editor
	// is asked to show it, ready once it does, begun and over.
	progress                  protocol.String
	asked, ready, begun, over bool
}

// tell tells the editor what is new.
func (f *follower) tell() {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.c
	s := c.status(f.r)
	f.show(s)
	if !c.settings.Load().status {
		return
	}
	if s != f.told {
		f.told = s
		c.wire.notify(methodStatus, s)
	}
	if changed := f.changed(); len(changed) > 0 {
		c.wire.notify(methodSession, sessionsOf{f.r.root, changed})
	}
}

// changed are the sessions that are not what they were when this was asked last; none
// the first time.
func (f *follower) changed() (out []json.RawMessage) {
	done, err := f.r.use(context.Background()) // it is open
	if err != nil {
		return nil
	}
	defer done()
	stamps, err := f.r.repo.Stamps()
	if err != nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(stamps)) {
		if f.sessions != nil && f.sessions[id] != stamps[id] {
			if s, err := f.r.repo.Session(id); err == nil {
				out = append(out, s)
			}
		}
	}
	f.sessions = stamps
	return out
}

// show has the editor show how far the first index is, where it can.
func (f *follower) show(s Status) {
	window := f.c.caps.Window
	if f.over || window == nil || window.WorkDoneProgress == nil || !*window.WorkDoneProgress {
		return
	}
	indexing := s.State == "indexing" || s.State == "looking"
	switch {
	case !indexing && s.State != "opening":
		f.over = true
		if f.begun {
			f.report(map[string]any{"kind": "end", "message": fmt.Sprintf("%d files", s.Files)})
		}
	case !f.asked && indexing:
		f.asked = true
		f.progress = protocol.String(fmt.Sprintf("ci-%d", f.c.server.tokens.Add(1)))
		f.c.background.Go(func() {
			err := f.c.wire.call(f.c.life, protocol.MethodWindowWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: f.progress}, nil)
			f.mu.Lock()
			defer f.mu.Unlock()
			f.ready, f.over = err == nil, f.over || err != nil
		})
	case f.ready && indexing:
		report := map[string]any{"kind": "report", "message": progressText(s)}
		if !f.begun {
			f.begun = true
			report["kind"], report["title"], report["cancellable"] = "begin", "Indexing", false
		}
		if s.Total > 0 {
			report["percentage"] = min(100*s.Done/s.Total, 100)
		}
		f.report(report)
	}
}

func (f *follower) report(value map[string]any) {
	data, err := json.Marshal(value)
	if err != nil {
		f.c.log.Error("progress can't be told", "error", err)
		return
	}
	f.c.wire.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: f.progress, Value: data})
}

func progressText(s Status) string {
	switch {
	case s.Phase == "":
		return "files are listed"
	case s.Total == 0:
		return fmt.Sprintf("%s: %d", s.Phase, s.Done)
	}
	return fmt.Sprintf("%s: %d of %d", s.Phase, s.Done, s.Total)
}

// hint: files of a repository may have changed. What has is looked for, unless that is
// being done.
func (c *conn) hint(r *repository) {
	if r == nil || !r.hinted.CompareAndSwap(false, true) {
		return
	}
	c.background.Go(func() {
		defer r.hinted.Store(false)
		done, err := r.use(r.life)
		if err != nil {
			return
		}
		defer done()
		if _, err := r.repo.Workspace().Sync(r.life); err != nil && r.life.Err() == nil {
			c.log.Warn("a repository can't be looked at", "root", r.root, "error", err)
		}
	})
}
