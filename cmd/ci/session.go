package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"codeintel/cmd/internal/statefs"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/speech"

	"github.com/spf13/cobra"
)

const (
	// sessionsDir is where sessions are kept in the state folder, a file each.
	sessionsDir    = "sessions"
	sessionSuffix  = ".json"
	watchEach      = 400 * time.Millisecond
	releaseWithin  = 3 * time.Second
	minPrefix      = 4 // characters of an id that stand for it
	maxQueryShown  = 60
	callsShown     = 40
	exploredShown  = 40
	dim            = "2"
	colorGood      = "32"
	colorAttention = "33"
	colorBad       = "31"
	colorHead      = "1"
)

func (a *app) sessionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "session",
		Short: "show what agents explored, what was refused and why, and release them",
		Long: `An agent that works in a repository has a session: the server's own record of
what it was shown, which decides whether it may write. Sessions are kept in
.code-intel/sessions, and are read from there: no other process is needed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.sessionListCommand(), a.sessionShowCommand(), a.sessionWatchCommand(), a.sessionReleaseCommand())
	return c
}

// sessions are those of a repository.
type sessions struct {
	a     *app
	files *statefs.Folder
	book  *session.Book
	json  bool
	color bool
	// letters is how many characters of an id tell it from the others.
	letters int
}

// sessionFlags are those that all of the commands have.
type sessionFlags struct {
	repo string
	json bool
}

func (f *sessionFlags) add(c *cobra.Command) *cobra.Command {
	c.Flags().StringVar(&f.repo, "repo", ".", "the sessions of the repository in `DIR`")
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON object a line")
	return c
}

func (a *app) sessions(f sessionFlags) (*sessions, error) {
	root, err := workspace.RepositoryRoot(a.path(f.repo), a.home())
	if err != nil {
		return nil, fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
	}
	folder := statefs.New(root, a.now)
	return &sessions{
		a: a, files: folder, json: f.json,
		book:  a.host().Book(root),
		color: a.colors(a.stdout),
	}, nil
}

// sessionFile is a file of a session: the session, or why it can't be read.
type sessionFile struct {
	id      string
	session *session.Session
	err     error
}

func (f sessionFile) open() bool {
	return f.session == nil || f.session.Phase() != gate.Closed || f.session.Holds()
}

// all are the sessions of the repository, those that can't be read first, then the
// newest.
func (s *sessions) all() ([]sessionFile, error) {
	names, err := s.files.List(sessionsDir)
	if err != nil {
		return nil, fail(exitUsage, nil, "%s", oneLine(err.Error()))
	}
	var out []sessionFile
	for _, n := range names {
		id, ok := strings.CutSuffix(n, sessionSuffix)
		if !ok {
			continue
		}
		f := sessionFile{id: id}
		if f.session, f.err = s.book.View(id); f.err != nil {
			f.session = nil
			var none *session.Refusal
			if errors.As(f.err, &none) {
				continue // it is gone since, or no file of a session
			}
		}
		out = append(out, f)
	}
	s.letters = letters(out)
	slices.SortStableFunc(out, func(a, b sessionFile) int {
		switch {
		case a.session == nil && b.session == nil:
			return cmp.Compare(a.id, b.id)
		case a.session == nil:
			return -1
		case b.session == nil:
			return 1
		}
		return cmp.Or(b.session.Active().Compare(a.session.Active()), cmp.Compare(a.id, b.id))
	})
	return out, nil
}

// find is the session that an id, or the beginning of one, names.
func (s *sessions) find(id string) (sessionFile, error) {
	list, err := s.all()
	if err != nil {
		return sessionFile{}, err
	}
	var found []sessionFile
	for _, f := range list {
		if f.id == id {
			return f, nil
		}
		if len(id) >= minPrefix && strings.HasPrefix(f.id, id) {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 0:
		return sessionFile{}, fail(exitSome, nil, "there is no session %s; 'ci session list --all' names them", printable(id))
	case 1:
		return found[0], nil
	}
	return sessionFile{}, fail(exitUsage, nil, "%d sessions begin with %s; give more of the id", len(found), printable(id))
}

// paint colours a text on a terminal.
func (s *sessions) paint(color, text string) string {
	return paint(s.color, color, text)
}

// plainLine is a text of an agent or a client, on one line and without what a
// terminal would act upon.
func plainLine(s string) string { return printable(strings.Join(strings.Fields(s), " ")) }

func short(s string, n int) string {
	s = plainLine(s)
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

func phaseColor(p gate.Phase) string {
	switch p {
	case gate.Ready:
		return colorGood
	case gate.Closed:
		return dim
	}
	return colorAttention
}

// agentText says who an agent is.
func agentText(l speech.Language, who session.Agent) string {
	switch {
	case !who.Known():
		return l.Say(speech.AgentUnknown)
	case who.Sub != "":
		return l.Say(speech.SubagentOf{Client: plainLine(who.Client), Sub: plainLine(who.Sub)})
	}
	return plainLine(who.Client)
}

func stampText(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func (a *app) sessionListCommand() *cobra.Command {
	var f sessionFlags
	var closed bool
	c := f.add(&cobra.Command{
		Use:   "list",
		Short: "list the open sessions of a repository",
		Long: `Lists the open sessions of the repository, the newest first: the beginning of the
id, the state, when something happened last, how many calls were made and refused,
and the request. --json adds the intent, the risk and the agent. Sessions whose
file can't be read are listed first, since they hold agents up; 'ci session
release' ends them too.

Exit codes: 0 done, also when there is none; 2 wrong usage, or a folder that can't
be read.`,
		Example: "ci session list\nci session list --all --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			s, err := a.sessions(f)
			if err != nil {
				return err
			}
			list, err := s.all()
			if err != nil {
				return err
			}
			if !closed {
				list = slices.DeleteFunc(list, func(f sessionFile) bool { return !f.open() })
			}
			return s.printList(list)
		},
	})
	c.Flags().BoolVar(&closed, "all", false, "also those that have ended")
	return c
}

// listedJSON is a session as list prints it.
type listedJSON struct {
	ID         string         `json:"session_id"`
	Phase      gate.Phase     `json:"phase,omitempty"`
	Intent     session.Intent `json:"intent,omitempty"`
	Risk       session.Risk   `json:"risk_level,omitempty"`
	Query      string         `json:"query,omitempty"`
	Created    string         `json:"created_at,omitempty"`
	Active     string         `json:"active_at,omitempty"`
	Owner      session.Agent  `json:"owner"`
	Calls      int            `json:"calls"`
	Refusals   int            `json:"refusals"`
	Violations int            `json:"violations"`
	Enforced   string         `json:"enforcement,omitempty"`
	Closed     string         `json:"closed_because,omitempty"`
	Damaged    string         `json:"damaged,omitempty"`
}

func (s *sessions) printList(list []sessionFile) error {
	if s.json {
		for _, f := range list {
			out := listedJSON{ID: f.id}
			if f.session == nil {
				out.Damaged = oneLine(f.err.Error())
			} else {
				st := s.book.Status(f.session)
				out = listedJSON{f.id, st.Phase, st.Intent, st.Risk, st.Query, stampText(st.Created), stampText(st.Active), st.Owner, st.Made, st.Refusals, len(st.Violations), st.Enforcement, st.ClosedBecause, ""}
			}
			if err := s.a.printJSON(s.a.stdout, out); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(s.a.stdout, "no session is open")
		return err
	}
	var heading []cell
	for _, title := range []string{"session", "state", "last", "calls", "refused", "request"} {
		heading = append(heading, cell{title, colorHead})
	}
	rows := [][]cell{heading}
	for _, f := range list {
		if f.session == nil {
			rows = append(rows, []cell{{text: s.short(f.id)}, {speech.English.Say(speech.EventDamaged), colorBad}, {}, {}, {}, {text: short(f.err.Error(), 2*maxQueryShown)}})
			continue
		}
		st := f.session.Status()
		rows = append(rows, []cell{
			{text: s.short(f.id)}, {stateText(f.session.Language(), st.Phase), phaseColor(st.Phase)}, {text: s.clock(st.Active)},
			{text: fmt.Sprint(st.Made)}, {text: fmt.Sprint(st.Refusals)}, {text: short(st.Query, maxQueryShown)},
		})
	}
	text := table(s.color, rows)
	if ids := s.unenforced(list); len(ids) > 0 {
		for i, id := range ids {
			ids[i] = s.short(id)
		}
		text += fmt.Sprintf("not enforced, no hook of the client has reported: %s; 'ci gate prove' says why\n", strings.Join(ids, ", "))
	}
	_, err := fmt.Fprint(s.a.stdout, text)
	return err
}

// unenforced returns the ids of open sessions that are to lead to writing and whose
// client runs no hooks.
func (s *sessions) unenforced(list []sessionFile) []string {
	var ids []string
	for _, f := range list {
		if f.session != nil && f.session.Phase() != gate.Closed && f.session.Intent().Writes() && s.book.Enforcement(f.session) != session.Enforced {
			ids = append(ids, printable(f.id))
		}
	}
	return ids
}

// unenforcedIn returns the ids of those sessions of a folder's repository; none where
// they can't be read.
func (a *app) unenforcedIn(path string) []string {
	s, err := a.sessions(sessionFlags{repo: path})
	if err != nil {
		return nil
	}
	list, err := s.all()
	if err != nil {
		return nil
	}
	return s.unenforced(list)
}

func (a *app) sessionShowCommand() *cobra.Command {
	var f sessionFlags
	return f.add(&cobra.Command{
		Use:   "show ID",
		Short: "show what an agent explored, and what was refused",
		Long: `Shows all that is known of a session: the request and its parts with the calls
that show them, the calls that were made, the files that count as explored, the
symbols, what was refused or changed without the right to, and what is missing. The
beginning of an id, ` + fmt.Sprint(minPrefix) + ` characters or more, will do.

Exit codes: 0 done; 1 there is no such session, or it can't be read; 2 wrong usage.`,
		Example: "ci session show s_4kq2\nci session show s_4kq2 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.sessions(f)
			if err != nil {
				return err
			}
			found, err := s.find(args[0])
			if err != nil {
				return err
			}
			if found.session == nil {
				return fail(exitSome, found.err, "the session %s can't be read: %s; 'ci session release %[1]s' ends it", printable(found.id), plainLine(found.err.Error()))
			}
			st := s.book.Status(found.session)
			if s.json {
				return a.printJSON(a.stdout, st)
			}
			return s.printStatus(found.session.Language(), &st)
		},
	})
}

// topicColumns returns the width of the column of topics in a session's view.
func topicColumns(l speech.Language) int {
	if l == speech.Japanese {
		return 12
	}
	return 10
}

// printStatus prints all that is known of a session, in its language.
func (s *sessions) printStatus(l speech.Language, st *session.Status) error {
	var b strings.Builder
	line := func(topic speech.Text, format string, args ...any) {
		fmt.Fprintf(&b, "%s  %s\n", s.paint(colorHead, pad(l.Say(topic), topicColumns(l))), fmt.Sprintf(format, args...))
	}
	phase := fmt.Sprintf("%s (%s)", s.paint(phaseColor(st.Phase), stateText(l, st.Phase)), st.Phase)
	if st.ClosedBecause != "" {
		phase = l.Say(speech.PhaseWhy{Phase: phase, Why: plainLine(st.ClosedBecause)})
	}
	line(speech.ViewSession, "%s", printable(st.SessionID))
	line(speech.ViewPhase, "%s", phase)
	line(speech.ViewIntent, "%s", l.Say(speech.IntentRisk{Intent: string(st.Intent), Risk: string(st.Risk)}))
	line(speech.ViewRequest, "%s", plainLine(st.Query))
	line(speech.ViewAgent, "%s", agentText(l, st.Owner))
	if st.Enforcement != "" {
		color := colorGood
		if st.Enforcement != session.Enforced {
			color = colorBad
		}
		line(speech.ViewGate, "%s", s.paint(color, st.Enforcement))
	}
	line(speech.ViewTime, "%s", l.Say(speech.BeganActive{Began: s.clock(st.Created), Active: s.clock(st.Active)}))
	for _, f := range st.Frame {
		by := ""
		for _, e := range f.Evidence {
			by += ", " + plainLine(e.Tool)
			if e.Call > 0 {
				by += fmt.Sprintf(" #%d", e.Call)
			}
		}
		line(speech.ViewSlot, "%s = %s (%s%s)", f.Slot, plainLine(f.Value), f.Source, by)
	}
	for _, m := range st.Mapped {
		text := fmt.Sprintf("%s, %s %.2f", plainLine(m.Name), m.Source, m.Confidence)
		if m.File != "" {
			text = fmt.Sprintf("%s %s:%d, %s %.2f", plainLine(m.Name), printable(m.File), m.Line, m.Source, m.Confidence)
		}
		if m.Tier != "" {
			text += ", " + l.Say(speech.TierIs{Tier: string(m.Tier)})
		}
		if m.Confirmed {
			text += ", " + s.paint(colorGood, l.Say(speech.IsConfirmed))
		}
		line(speech.ViewSymbol, "%s", text)
	}
	for _, h := range st.Hypotheses {
		line(speech.ViewHypothesis, "%s: %s (%s)", plainLine(h.Name), plainLine(h.Statement), cmp.Or(h.Verdict, l.Say(speech.NoVerdictYet)))
	}
	line(speech.ViewShown, "%s", l.Say(speech.ShownIn{Symbols: st.Shown.Symbols, Files: st.Shown.Files}))
	for _, f := range st.Explored[:min(len(st.Explored), exploredShown)] {
		line(speech.ViewExplored, "%s", printable(f))
	}
	if n := len(st.Explored) - exploredShown; n > 0 {
		line(speech.ViewExplored, "%s", l.Say(speech.MoreFiles{N: n}))
	}
	for _, x := range st.Added {
		line(speech.ViewAdded, "%s: %s", printable(x.Path), plainLine(x.Reason))
	}
	var used []string
	for _, t := range slices.Sorted(maps.Keys(st.ToolsUsed)) {
		used = append(used, fmt.Sprintf("%s %d", plainLine(t), st.ToolsUsed[t]))
	}
	tools := speech.Message(speech.NoTools)
	if len(used) > 0 {
		tools = speech.Names{List: strings.Join(used, ", ")}
	}
	line(speech.ViewCalls, "%s", l.Say(speech.CallsMade{N: st.Made, Tools: tools}))
	calls := st.Calls
	if n := len(calls) - callsShown; n > 0 {
		line(speech.ViewCall, "%s", l.Say(speech.CallsBefore{N: n}))
		calls = calls[n:]
	}
	for _, c := range calls {
		line(speech.ViewCall, "%s #%d %s", s.clock(c.At), c.Number, s.callLine(l, c))
	}
	for _, v := range st.Violations {
		line(speech.ViewChanged, "%s %s: %s, %s", s.clock(v.At), plainLine(v.Tool), someOf(v.Files), s.paint(colorBad, l.Say(speech.WithoutRight)))
	}
	if n := st.Refusals - len(st.Refused); n > 0 {
		line(speech.ViewRefused, "%s", l.Say(speech.RefusedBefore{N: n}))
	}
	for _, r := range st.Refused {
		line(speech.ViewRefused, "%s %s, %s: %s", s.clock(r.At), plainLine(r.Tool), plainLine(r.Code), plainLine(r.Why))
	}
	for _, o := range st.Outcomes {
		line(speech.ViewOutcome, "%s %s: %s", s.clock(o.At), l.Say(speech.InPhase{Outcome: string(o.Outcome), Phase: string(o.Phase)}), plainLine(o.Analysis))
	}
	for _, m := range st.Missing {
		line(speech.ViewMissing, "%s", l.Say(speech.HaveOf{Need: m.Need, Have: m.Have, Want: m.Want, Do: plainLine(m.Do)}))
	}
	line(speech.ViewNext, "%s", plainLine(st.NextStep))
	_, err := fmt.Fprint(s.a.stdout, b.String())
	return err
}

// callText says what a call was, for scripts.
func (s *sessions) callText(l speech.Language, c session.CallInfo) string {
	text := fmt.Sprintf("#%d %s %s", c.Number, plainLine(c.Tool), short(string(c.Params), 2*maxQueryShown))
	switch {
	case c.Failed:
		text += ": " + s.paint(colorBad, l.Say(speech.CallHasFailed))
	case c.Summary != "":
		text += ": " + short(c.Summary, 2*maxQueryShown)
	}
	return text
}

func (a *app) sessionWatchCommand() *cobra.Command {
	var f sessionFlags
	return f.add(&cobra.Command{
		Use:   "watch [ID]",
		Short: "follow sessions: calls, phases, refusals",
		Long: `Follows the session ID, or all of the repository, until it ends or Ctrl-C: each
call, each phase, each refusal, and each change that was made without the right to,
as it happens. It begins with the sessions that are open.

Exit codes: 0 the session has ended, or it was interrupted; 1 there is no such
session; 2 wrong usage.`,
		Example: "ci session watch\nci session watch s_4kq2 --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := a.sessions(f)
			if err != nil {
				return err
			}
			only := ""
			if len(args) == 1 {
				found, err := s.find(args[0])
				if err != nil {
					return err
				}
				only = found.id
			}
			ticks, stop := a.ticks(watchEach)
			defer stop()
			return s.watch(c.Context(), only, ticks)
		},
	})
}

// ticker makes a channel that says each d that it is time to look.
func ticker(d time.Duration) (ticks <-chan time.Time, stop func()) {
	t := time.NewTicker(d)
	return t.C, t.Stop
}

// eventJSON is something that happened in a session.
type eventJSON struct {
	ID    string     `json:"session_id"`
	Event string     `json:"event"` // open, call, phase, refused, violation, closed, damaged, gone
	At    string     `json:"at"`
	Phase gate.Phase `json:"phase,omitempty"`
	Text  string     `json:"text"`
}

// watcher knows what was printed of each session.
type watcher struct {
	*sessions
	only string
	seen map[string]session.Status
	bad  map[string]bool
}

// watch prints what happens, at each tick, until ctx ends or the only session that
// is asked for has ended.
func (s *sessions) watch(ctx context.Context, only string, ticks <-chan time.Time) error {
	w := &watcher{s, only, map[string]session.Status{}, map[string]bool{}}
	for first := true; ; first = false {
		ended, err := w.look(first)
		if err != nil || ended {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticks:
		}
	}
}

// look prints what happened since the last look; ended says that nothing more will.
func (w *watcher) look(first bool) (ended bool, err error) {
	list, err := w.all()
	if err != nil {
		return false, err
	}
	there := map[string]bool{}
	for _, f := range slices.Backward(list) { // what happened last is printed last
		if w.only != "" && f.id != w.only {
			continue
		}
		there[f.id] = true
		switch {
		case f.session == nil:
			if !w.bad[f.id] {
				w.bad[f.id] = true
				err = errors.Join(err, w.print(happening{at: w.a.now(), word: speech.EventDamaged, color: colorBad}, eventJSON{ID: f.id, Event: "damaged", Text: plainLine(f.err.Error())}))
			}
			continue
		case first && !f.open() && w.only == "":
			w.seen[f.id] = f.session.Status()
			continue
		}
		delete(w.bad, f.id)
		err = errors.Join(err, w.changes(f.session.Language(), f.session.Status()))
		ended = ended || w.only != "" && !f.open()
	}
	for _, id := range slices.Sorted(maps.Keys(w.seen)) {
		if !there[id] {
			delete(w.seen, id)
			err = errors.Join(err, w.print(happening{at: w.a.now(), word: speech.EventGone, color: dim}, eventJSON{ID: id, Event: "gone", Text: "its file was removed"}))
			ended = ended || w.only == id
		}
	}
	return ended, err
}

// happening is an event as people are shown it.
type happening struct {
	at    time.Time
	l     speech.Language
	word  speech.Text
	color string
	text  string // "" for that of scripts
}

// changes prints how a session differs from what was printed of it.
func (w *watcher) changes(l speech.Language, st session.Status) error {
	id := st.SessionID
	old, known := w.seen[id]
	w.seen[id] = st
	var err error
	say := func(event, text string, h happening) {
		h.l = l
		err = errors.Join(err, w.print(h, eventJSON{ID: id, Event: event, Phase: st.Phase, Text: text}))
	}
	if !known {
		risk, query := l.Say(speech.IntentRisk{Intent: string(st.Intent), Risk: string(st.Risk)}), short(st.Query, 2*maxQueryShown)
		say("open", fmt.Sprintf("%s, %s: %s", risk, st.Phase, query), happening{at: st.Created, word: speech.EventBegan, color: colorHead, text: fmt.Sprintf("%s (%s)", query, risk)})
		old.Phase = st.Phase
		if st.Made > len(st.Calls) {
			old.Made = st.Made - len(st.Calls)
		}
	}
	for _, c := range st.Calls {
		if c.Number > old.Made {
			color := ""
			if c.Failed {
				color = colorBad
			}
			say("call", w.callText(l, c), happening{at: c.At, word: speech.EventCall, color: color, text: w.callLine(l, c)})
		}
	}
	for _, r := range st.Refused[len(st.Refused)-min(len(st.Refused), max(0, st.Refusals-old.Refusals)):] {
		tool, why := plainLine(r.Tool), plainLine(r.Why)
		text := why
		if !strings.HasPrefix(why, tool) {
			text = tool + ": " + why
		}
		say("refused", fmt.Sprintf("%s, %s: %s", tool, plainLine(r.Code), why), happening{at: r.At, word: speech.EventRefused, color: colorAttention, text: text})
	}
	for _, v := range st.Violations[min(len(old.Violations), len(st.Violations)):] {
		say("violation", fmt.Sprintf("%s: %s, %s", plainLine(v.Tool), someOf(v.Files), l.Say(speech.WithoutRight)), happening{at: v.At, word: speech.EventChanged, color: colorBad})
	}
	switch {
	case st.Phase == gate.Closed && (old.Phase != gate.Closed || !known):
		say("closed", plainLine(st.ClosedBecause), happening{at: st.Active, word: speech.EventEnded, color: dim})
	case st.Phase != old.Phase:
		say("phase", fmt.Sprintf("%s -> %s", old.Phase, st.Phase), happening{at: st.Active, word: speech.EventState, color: phaseColor(st.Phase), text: stateText(l, st.Phase)})
	}
	return err
}

// watchColumns is how wide the words for events are.
const watchColumns = 8

// print prints an event on a line: h for people, e for scripts.
func (w *watcher) print(h happening, e eventJSON) error {
	e.At = stampText(h.at)
	if w.json {
		return w.a.printJSON(w.a.stdout, e)
	}
	_, err := fmt.Fprintf(w.a.stdout, "%s  %s  %s  %s\n", w.paint(dim, w.clock(h.at)), w.short(e.ID), pad(h.l.Say(h.word), watchColumns), w.paint(h.color, cmp.Or(h.text, e.Text)))
	return err
}

func (a *app) sessionReleaseCommand() *cobra.Command {
	var f sessionFlags
	var every bool
	c := f.add(&cobra.Command{
		Use:   "release [ID]…",
		Short: "end sessions, so that they hold nobody up",
		Long: `Ends the sessions ID, or the only one that is open, so that it holds no agent up
any more: your way out when a gate is in the way. It needs no other process. A
session whose file is damaged, locked or gone ends too. After that the setting
write_gate says what an agent without a session may write.

Exit codes: 0 done, also when there is nothing to release; 1 there is no such
session, or its file can't be removed; 2 wrong usage, such as no ID with several
sessions open.`,
		Example: "ci session release\nci session release s_4kq2\nci session release --all",
		RunE: func(c *cobra.Command, args []string) error {
			if a.getenv("CLAUDECODE") != "" {
				return fail(exitSome, nil, "only the user releases a session, in a terminal of their own; an agent goes on with get_session_status")
			}
			s, err := a.sessions(f)
			if err != nil {
				return err
			}
			chosen, err := s.choose(args, every)
			if err != nil {
				return err
			}
			if len(chosen) == 0 && !s.json {
				_, err := fmt.Fprintln(a.stdout, "no session is open")
				return err
			}
			var failed error
			for _, f := range chosen {
				failed = cmp.Or(failed, s.release(c.Context(), f, releaseWithin))
			}
			return failed
		},
	})
	c.Flags().BoolVar(&every, "all", false, "all that are open")
	return c
}

// choose are the sessions that are to be released.
func (s *sessions) choose(ids []string, every bool) ([]sessionFile, error) {
	if len(ids) > 0 && every {
		return nil, fail(exitUsage, nil, "give the ids, or --all")
	}
	var chosen []sessionFile
	for _, id := range ids {
		f, err := s.find(id)
		var none *failure
		switch {
		case errors.As(err, &none) && none.code == exitSome:
			f = sessionFile{id: id, err: err} // a gate may know it, although its file is gone
		case err != nil:
			return nil, err
		}
		chosen = append(chosen, f)
	}
	if len(ids) > 0 {
		return chosen, nil
	}
	list, err := s.all()
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(f sessionFile) bool { return !f.open() })
	if len(list) > 1 && !every {
		var names []string
		for _, f := range list {
			names = append(names, printable(f.id))
		}
		return nil, fail(exitUsage, nil, "%d sessions are open; name one, or give --all: %s", len(list), strings.Join(names, ", "))
	}
	return list, nil
}

// release ends a session. Where the book can't keep that, the file goes.
func (s *sessions) release(ctx context.Context, f sessionFile, within time.Duration) error {
	said := "released"
	if f.session == nil || f.open() {
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		err := s.book.Release(ctx, f.id)
		var none *session.Refusal
		if errors.As(err, &none) {
			return f.err // it is no id
		}
		if err != nil {
			said = "removed"
			if remove := s.files.Remove(sessionsDir + "/" + f.id + sessionSuffix); remove != nil {
				return fail(exitSome, err, "%s; remove the file yourself", oneLine(remove.Error()))
			}
		}
	} else {
		said = "had ended"
	}
	if s.json {
		return s.a.printJSON(s.a.stdout, struct {
			ID     string `json:"session_id"`
			Action string `json:"action"`
		}{f.id, said})
	}
	_, err := fmt.Fprintf(s.a.stdout, "%s %s\n", said, printable(f.id))
	return err
}
