package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"codeintel/index/workspace"

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
	// known. A repository that is ready may have the phases in which what searches by
	// meaning need is made.
	Phase string `json:"phase,omitempty"`
	Done  int    `json:"done,omitempty"`
	Total int    `json:"total,omitempty"`
	// Rate is how many units are done in a second, Left how many seconds the phase
	// takes at that rate; both are 0 while they are not known.
	Rate float64 `json:"rate,omitempty"`
	Left float64 `json:"left_seconds,omitempty"`
	// Files that are indexed, and the number of the index: of all endpoints the same.
	Files      int    `json:"files"`
	Generation uint64 `json:"generation"`
	// Behind is how many changes are known that the index has not.
	Behind int `json:"behind,omitempty"`
	// Problem is what the user should know; "" for nothing.
	Problem string `json:"problem,omitempty"`
	// Quarantined are files that are passed over since they ended a process, at most
	// maxQuarantined of them.
	Quarantined []Quarantined `json:"quarantined,omitempty"`
	// Languages has the mode of each language of the files, and why.
	Languages []LanguageMode `json:"languages,omitempty"`
}

// Quarantined is a file that is passed over, and why.
type Quarantined struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// maxQuarantined is how many files a Status names.
const maxQuarantined = 20

// quarantined returns the files that a state passes over since they ended a process.
func quarantined(state *workspace.State) (out []Quarantined) {
	if state == nil {
		return nil
	}
	add := func(path, reason string) {
		if len(out) < maxQuarantined {
			out = append(out, Quarantined{path, reason})
		}
	}
	for _, s := range state.Report.Skipped {
		if s.Reason == workspace.SkipQuarantine {
			add(s.Path, s.Detail)
		}
	}
	for _, f := range state.Report.Failed {
		if reason, ok := strings.CutPrefix(f.Err, workspace.SkipQuarantine+": "); ok {
			add(f.Path, reason)
		}
	}
	return out
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
	s.Quarantined = quarantined(state)
	s.Languages = c.languageModes(state)
	if p := r.repo.Progress(); s.State != "ready" || s.Behind > 0 || p.Growing() {
		s.Phase, s.Done, s.Total, s.Rate, s.Left = p.Phase, p.Done, p.Total, p.Rate, p.Left().Seconds()
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
	c.mu.Lock()
	c.followers[f] = true
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.followers, f)
		c.mu.Unlock()
	}()
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

// retell sends the editor what has changed in the status of each repository, in the
// background.
func (c *conn) retell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for f := range c.followers {
		c.background.Go(f.tell)
	}
}

// follower is what the editor was told of a repository.
type follower struct {
	c *conn
	r *repository

	mu       sync.Mutex
	told     Status
	sessions map[string]string // stamps, by id; nil before the first look
	// What the editor shows of what runs: token is "" for nothing, title what it is;
	// ready once the editor knows the token, begun once it shows something, refused when
	// it does not want to.
	token                 protocol.String
	title                 string
	ready, begun, refused bool
}

// tell tells the editor what is new.
func (f *follower) tell() {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.c
	s := c.status(f.r)
	if f.r.life.Err() != nil {
		return // the editor has closed the folder
	}
	f.show(s)
	if !c.settings.Load().status {
		return
	}
	if !reflect.DeepEqual(s, f.told) {
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

// shownAfter is how many seconds embedding, or dividing files for it, has to take for
// the editor to show it.
const shownAfter = 2

// titleOf is what the editor shows of a status; "" for nothing.
func (f *follower) titleOf(s Status) string {
	switch {
	case s.State == "indexing" || s.State == "looking":
		return "Indexing"
	case (s.Phase == workspace.PhaseChunks || s.Phase == workspace.PhaseEmbed) && (s.Left >= shownAfter || f.title == "Embedding"):
		return "Embedding"
	}
	return ""
}

// show has the editor show how far the first index is, and how far code is embedded
// where that takes long, if it can.
func (f *follower) show(s Status) {
	window := f.c.caps.Window
	if f.refused || window == nil || window.WorkDoneProgress == nil || !*window.WorkDoneProgress {
		return
	}
	title := f.titleOf(s)
	if f.token != "" && title != f.title {
		if f.begun {
			f.report(map[string]any{"kind": "end", "message": fmt.Sprintf("%d files", s.Files)})
		}
		f.token, f.ready, f.begun = "", false, false
	}
	f.title = title
	switch {
	case title == "":
	case f.token == "":
		token := protocol.String(fmt.Sprintf("ci-%d", f.c.server.tokens.Add(1)))
		f.token = token
		f.c.background.Go(func() {
			err := f.c.wire.call(f.c.life, protocol.MethodWindowWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: token}, nil)
			f.mu.Lock()
			defer f.mu.Unlock()
			f.ready, f.refused = err == nil && f.token == token, f.refused || err != nil
		})
	case f.ready:
		p := workspace.Progress{Phase: s.Phase, Done: s.Done, Total: s.Total, Rate: s.Rate}
		report := map[string]any{"kind": "report", "message": cmp.Or(p.String(), "files are listed")}
		if !f.begun {
			f.begun = true
			report["kind"], report["title"], report["cancellable"] = "begin", title, false
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
	f.c.wire.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: f.token, Value: data})
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
