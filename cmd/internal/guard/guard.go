// Package guard decides what agents may write, by effect: before a call by what it
// is known to write, after it by what has changed. The decision as such is session's
// alone; here are the paths as the disk has them, the state of the repository before
// and after, and whose a change is.
//
// What is kept lies in .code-intel/gate and is the same for all processes: the shared
// one, which answers hooks, and that of a hook which can't reach it and decides for
// itself. So nothing is lost when either is killed.
package guard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/cmd/internal/seal"
	"codeintel/index/lang/all"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/shell"
	"codeintel/session/speech"
)

// Version is that of Request and Response. A process answers its own only.
const Version = 2

// The events of a client that are asked about.
const (
	Pre  = "pre"  // a call is to be made
	Post = "post" // it was made
	Stop = "stop" // the agent, or a subagent, has ended its turn
	End  = "end"  // the conversation has ended, with all of its agents
)

// Request is what a hook wants to know: one line of JSON.
type Request struct {
	Version int           `json:"version"`
	Event   string        `json:"event"`
	Agent   session.Agent `json:"agent"`
	// Root is the repository, absolute and resolved.
	Root string `json:"root"`
	// Tool and Call are what the client calls them; "" for Stop.
	Tool string `json:"tool,omitempty"`
	Call string `json:"call,omitempty"`
	// Effects are those of the call.
	Effects shell.Effects `json:"effects"`
	// Content is the hash of all that will be in the only file that is written, as
	// hexadecimal SHA-256; "" when that is not known.
	Content string `json:"content,omitempty"`
	// Keep are absolute paths outside the repository on which it depends that the gate
	// stands: the client's configuration, this program.
	Keep []string `json:"keep,omitempty"`
	// Read are files of which the call showed lines to the agent, with the number of
	// the first and the last; and its parameters.
	Read   []Lines         `json:"read,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	// Key: it names the file with the user's key, by which records are forged.
	Key bool `json:"key,omitempty"`
	// Releases: it would end a session, which is for the person to do.
	Releases bool `json:"releases,omitempty"`
	// Looks: the call is one of a tool that can't write, whatever its arguments are.
	Looks bool `json:"looks,omitempty"`
	// Transcript is the file in which the client keeps the conversation, "" for none.
	Transcript string `json:"transcript,omitempty"`
	// Started is the session that the call began, "" for none.
	Started string `json:"started,omitempty"`
	// Always: the client's settings hold up any agent, whatever the repository is set to.
	Always bool `json:"always,omitempty"`
	// Again: the agent goes on because a Stop was blocked before.
	Again bool `json:"again,omitempty"`
}

// Lines of a file, from 1, both inclusive.
type Lines struct {
	File string `json:"file"` // absolute
	From int    `json:"from"`
	To   int    `json:"to"`
}

// Response is the answer: one line of JSON. The zero value lets the call pass.
type Response struct {
	// Deny: the call must not be made, or what it did is not accepted. Reason says
	// why and how to go on.
	Deny   bool   `json:"deny,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Note is for the agent to know; nothing was denied.
	Note string `json:"note,omitempty"`
	// Error is why there is no decision.
	Error string `json:"error,omitempty"`

	after func(context.Context) error // nil for nothing
}

// Finish does what is to be done once the answer was given: nobody waits for it.
func (r Response) Finish(ctx context.Context) error {
	if r.after == nil {
		return nil
	}
	return r.after(ctx)
}

// Options of New.
type Options struct {
	// Book has the sessions of the repository.
	Book *session.Book
	// Root is the repository, absolute and resolved.
	Root string
	Env  workspace.Env
	Now  func() time.Time
	// Witness knows outside of the repository who is in a session; nil for nobody.
	Witness *seal.Witness
	// Seal seals what is kept in the repository, so that nothing else than ci can have
	// written it; nil where nothing is sealed.
	Seal func([]byte) string
	// Outside are absolute paths of files outside the repository that decide whether its
	// gate stands, or what git leaves out: settings of the client and of git.
	Outside []string
	// Lasting: it answers more than one request, and remembers what is kept in the
	// repository, should that be removed; what changes in it, it is told.
	Lasting bool
}

// Guard decides for one repository. Its methods may be called from any number of
// goroutines.
type Guard struct {
	o     Options
	store store
	cache cache
	watch watching

	transcripts transcripts
}

// New returns the guard of a repository. Nothing is read before it is asked.
func New(o Options) *Guard {
	g := &Guard{o: o, store: newStore(o.Root)}
	g.store.seal = o.Seal
	return g
}

// Witness returns what knows outside of the repository who is in a session.
func (g *Guard) Witness() *seal.Witness { return g.o.Witness }

// Handle answers a request. An error means that there is no decision: whoever asks
// must not let the call pass.
func (g *Guard) Handle(ctx context.Context, r *Request) (Response, error) {
	if r.Version != Version {
		return Response{}, fmt.Errorf("the hook is of another build (%d, and not %d)", r.Version, Version)
	}
	if r.Root != g.o.Root {
		return Response{}, fmt.Errorf("%s is not the repository that is guarded", r.Root)
	}
	m := session.ModeAlways
	if !r.Always {
		var err error
		if m, err = mode(g.o.Root); err != nil {
			return Response{}, err
		}
		if m, err = g.meant(m, r.Event); err != nil {
			return Response{}, err
		}
	}
	if m == session.ModeOff {
		if r.Event == Pre || r.Event == End || g.store.watched() || g.remembers() {
			return Response{}, nil
		}
		return g.removed(ctx, r) // an agent may have turned it off with what was kept
	}
	switch r.Event {
	case Pre:
		return g.pre(ctx, r, m)
	case Post, Stop:
		return g.post(ctx, r, m)
	case End:
		return Response{}, g.leave(ctx, r.Agent.Client)
	}
	return Response{}, fmt.Errorf("%q is no event", r.Event)
}

// Idle says whether a repository has nothing to guard: the gate is off, or holds up
// sessions only, and there was none yet. transcript is the file in which the client
// keeps the conversation: one that shows a session was not idle; "" for none. always: the
// client's settings hold up any agent.
func Idle(root string, w *seal.Witness, transcript string, always bool) (bool, error) {
	if always {
		return false, nil
	}
	begun := func() string { return new(transcripts).begun(transcript, root) }
	m, err := mode(root)
	if knows, werr := w.Knows(); err == nil && (knows || werr != nil) {
		return false, werr // what is kept in the repository may have been removed
	}
	switch {
	case err != nil || m == session.ModeAlways:
		return false, err
	case m == session.ModeOff:
		return !newStore(root).watched() && begun() == "", nil // it may have been an agent that turned it off
	}
	_, err = os.Lstat(filepath.Join(root, ".code-intel", "sessions"))
	if errors.Is(err, fs.ErrNotExist) {
		return !newStore(root).watched() && begun() == "", nil
	}
	return false, err
}

// mode is the setting write_gate.
func mode(root string) (session.Mode, error) {
	c, err := settings(root)
	if err != nil {
		return "", fmt.Errorf("the configuration can't be read: %w; mend it", err)
	}
	return session.Mode(c.WriteGate), nil
}

func settings(root string) (*workspace.Config, error) {
	return workspace.FindConfig(root, languages())
}

// languages returns the table of those that a configuration may name.
var languages = sync.OnceValue(func() *all.Table { return all.NewTable(all.Languages()) })

// Language returns the setting of the language that sessions of a repository speak.
func Language(root string) speech.Setting {
	c, err := settings(root)
	if err != nil {
		return speech.Auto // whoever asks what may be written is told
	}
	return speech.Setting(c.Language)
}

// meant is the setting that holds: not one that an agent has made, until the person
// makes another; and after a call the one that held before it.
func (g *Guard) meant(m session.Mode, event string) (session.Mode, error) {
	if !g.store.watched() {
		return m, nil
	}
	st, err := g.store.state()
	if err != nil {
		return "", err
	}
	if k := st.Kept; k != nil && k.Hash == g.config() {
		return k.Mode, nil
	}
	if st.Damaged && m == session.ModeOff {
		return session.ModeSession, nil // which setting held before is not known any more
	}
	if event != Pre && m == session.ModeOff {
		for _, c := range st.Calls {
			if c.Session != "" || c.Mode == session.ModeAlways {
				return c.Mode, nil
			}
		}
	}
	return m, nil
}

// config is the hash of the configuration as it is, "" when there is none.
func (g *Guard) config() string {
	data, err := os.ReadFile(filepath.Join(g.o.Root, filepath.FromSlash(configName)))
	if err != nil {
		return ""
	}
	return hashOf(data).String()
}

// ruled is an agent with what rules its writes.
type ruled struct {
	mode     session.Mode
	who      session.Agent
	standing session.Standing
	lost     string // the session whose record is gone
}

func (g *Guard) ruled(mode session.Mode, who session.Agent, st *state, transcript string) (ruled, error) {
	standing, err := g.o.Book.Governs(who)
	if err != nil {
		return ruled{}, fmt.Errorf("the sessions can't be read: %w", err)
	}
	r := ruled{mode: mode, who: who, standing: standing}
	if standing.Session == nil {
		r.standing.Language = Language(g.o.Root).For("")
	}
	if s := standing.Session; s != nil && !standing.Inherited {
		return r, g.o.Witness.Saw(who.Client, s.ID())
	}
	id, err := g.o.Witness.Session(who.Client)
	if err != nil {
		return ruled{}, err
	}
	begun := ""
	if standing.Session == nil && id == "" && mode == session.ModeSession {
		begun = g.transcripts.begun(transcript, g.o.Root)
	}
	for _, id := range []string{id, st.Lost[who.Client], begun} {
		if standing.Session != nil || id == "" {
			continue
		}
		s, err := g.o.Book.View(id)
		switch {
		case err != nil || s.Forged():
			r.lost = id
			return r, nil
		case s.Phase() == gate.Closed: // it ended, or the person has released it
			if err := g.o.Witness.Saw(who.Client, ""); err != nil {
				return ruled{}, err
			}
		}
	}
	return r, nil
}

// say says something in the language of the agent's session.
func (r *ruled) say(m speech.Message) string { return r.standing.Speaks().Say(m) }

// gated says whether anything is held up.
func (r *ruled) gated() bool {
	return r.mode == session.ModeAlways || r.standing.Session != nil || r.lost != ""
}

// id is that of the session, "" for none.
func (r *ruled) id() string {
	if r.standing.Session == nil {
		return r.lost
	}
	return r.standing.Session.ID()
}

// decide is the decision about one path of the repository. An agent that is not held
// up may write anything but what the gate itself keeps.
func (r *ruled) decide(t session.Target) session.Decision {
	ours := t.Path == ".code-intel" || strings.HasPrefix(t.Path, ".code-intel/")
	if r.lost != "" {
		return session.Decision{Code: "session_lost", Path: t.Path, Session: r.lost,
			Reason: r.say(speech.Gate{Said: speech.RecordGone{ID: r.lost}})}
	}
	if !r.gated() && !ours {
		return session.Decision{Allow: true, Path: t.Path}
	}
	t.Guarded = r.gated() && isSwitch(t.Path)
	return session.DecideWrite(r.mode, r.standing, t)
}

// pre decides before a call.
func (g *Guard) pre(ctx context.Context, r *Request, mode session.Mode) (Response, error) {
	if r.Looks && !r.Key {
		return Response{}, nil
	}
	st, err := g.store.state()
	if err != nil {
		return Response{}, err
	}
	who, err := g.ruled(mode, r.Agent, st, r.Transcript)
	if err != nil {
		return Response{}, err
	}
	if r.Releases && who.gated() {
		d := who.denial("protected", r.Tool, speech.ReleaseByUser, "", "")
		return Response{Deny: true, Reason: d.Reason}, nil
	}
	if r.Key && who.gated() {
		d := who.denial("protected", r.Tool, speech.KeyByGate, "", "")
		return Response{Deny: true, Reason: d.Reason}, nil
	}
	if r.Looks {
		return Response{}, nil
	}
	if r.Agent.Client == "" && g.store.watched() && !r.Effects.ReadOnly {
		d := who.denial("protected", r.Tool, speech.WhoseCall, "", "")
		return Response{Deny: true, Reason: d.Reason}, nil
	}
	if who.gated() || touchesOurs(g.o.Root, r.Effects.Writes) {
		denied, err := g.judge(ctx, r, &who)
		if err != nil {
			return Response{}, err
		}
		if len(denied) > 0 && !g.undoes(r, st, denied) {
			return g.refusal(&who, denied), nil
		}
	}
	if !who.gated() && !g.store.watched() {
		return Response{}, nil // nobody is held up here, and no change is anybody's fault
	}
	return Response{}, g.begin(ctx, r, &who)
}

// touchesOurs says whether something in .code-intel may be written.
func touchesOurs(root string, writes []shell.Write) bool {
	return slices.ContainsFunc(writes, func(w shell.Write) bool {
		return strings.Contains(strings.ToLower(w.Path), ".code-intel") || isAbove(w.Path, root) || w.Path == root
	})
}

// begin notes a call that passes, so that what it changes is known to be its own.
func (g *Guard) begin(ctx context.Context, r *Request, who *ruled) error {
	unlock, err := g.store.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := g.restore(); err != nil {
		return err
	}
	if !g.store.watched() {
		if err := g.first(ctx, readBefore); err != nil {
			return err
		}
	}
	if g.o.Lasting {
		if _, err := g.baseline(); err != nil {
			return err
		}
	}
	st, err := g.store.state()
	if err != nil {
		return err
	}
	now, err := g.store.clock()
	if err != nil {
		return err
	}
	c := call{ID: r.Call, Tool: r.Tool, Agent: r.Agent, Session: who.id(), Mode: who.mode, Start: now.disk, Up: now.up, Late: now.late, Unknown: r.Effects.Unknown, Background: r.Effects.Background}
	for _, w := range r.Effects.Writes {
		t, err := target(g.o.Root, w.Path, w.Kind != shell.Delete && w.Kind != shell.Rename)
		switch {
		case w.Span != shell.File && w.Span != shell.Tree, w.Into != "", err != nil, len(c.Writes) == maxWrites:
			c.Unknown = true
		case !t.Outside:
			c.Writes = append(c.Writes, t.Path)
		}
	}
	st.begin(c)
	return g.note(st)
}

// denial is a write that was denied, and why.
type denial struct {
	session.Decision
	kind shell.Kind
	name string // absolute
	own  bool   // it is not session's
}

// judge decides about all that a call is known to write, and returns what is denied.
func (g *Guard) judge(ctx context.Context, r *Request, who *ruled) ([]denial, error) {
	var denied []denial
	for _, w := range r.Effects.Writes {
		some, err := g.judgeWrite(ctx, r, who, w)
		if err != nil {
			return nil, err
		}
		if denied = append(denied, some...); len(denied) > maxDenied {
			return denied[:maxDenied], nil
		}
	}
	return denied, nil
}

// maxDenied is how many denials are looked for.
const maxDenied = 32

func (g *Guard) judgeWrite(ctx context.Context, r *Request, who *ruled, w shell.Write) ([]denial, error) {
	if w.Path == "" {
		if w.Span == shell.Repository || w.Span == shell.Unresolved {
			return []denial{who.vague(w, ".")}, nil
		}
		return nil, fmt.Errorf("a write of %s without a path", r.Tool)
	}
	// What is removed, moved or given another mode is the link, and not what it leads
	// to; but a mode.
	follow := w.Kind != shell.Delete && w.Kind != shell.Rename
	switch w.Span {
	case shell.Glob:
		names, err := expand(w.Path)
		if err != nil {
			return []denial{who.vague(w, w.Path)}, nil
		}
		if w.Kind == shell.Content { // it may make files, too
			names = append(names, w.Path)
		}
		var denied []denial
		for _, name := range names {
			some, err := g.judgePath(ctx, r, who, w.Kind, name, follow, true)
			if err != nil {
				return nil, err
			}
			if denied = append(denied, some...); len(denied) > maxDenied {
				break
			}
		}
		return denied, nil
	case shell.Unresolved, shell.Repository:
		t, err := target(g.o.Root, w.Path, true)
		if err != nil {
			return nil, err
		}
		if t.Outside && !isAbove(w.Path, g.o.Root) {
			return nil, nil
		}
		if in, err := workspace.InTree(g.o.Root, t.Path+"/x", g.o.Env); !t.Outside && err == nil && !in && !isOurs(t.Path) {
			return nil, nil
		}
		return []denial{who.vague(w, t.Path)}, nil
	}
	name := w.Path
	if w.Into != "" {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name = filepath.Join(name, w.Into)
		}
	}
	return g.judgePath(ctx, r, who, w.Kind, name, follow, w.Span == shell.Tree)
}

// vague is the denial of a write whose files are not known before.
func (r *ruled) vague(w shell.Write, p string) denial {
	reason := speech.FilesUnknown
	if w.Span == shell.Repository {
		reason = speech.AnyFile
	}
	if d, ok := r.any(p); !ok {
		return denial{d, w.Kind, w.Path, false}
	}
	return r.denial("unresolved", p, reason, w.Kind, w.Path)
}

// any reports whether files may be written at all, whichever they are; else the
// decision says what is in the way.
func (r *ruled) any(p string) (d session.Decision, ok bool) {
	if r.lost != "" {
		return r.decide(session.Target{Path: p}), false
	}
	d = session.DecideWrite(r.mode, r.standing, session.Target{Path: p, Exists: true, Parent: parent(p)})
	return d, d.Allow || slices.Contains([]string{session.WriteNotExplored, session.WriteProtected, session.WriteNeedsCode}, d.Code)
}

// holds is the denial of a write of all that is below a folder which has files that
// decide whether the gate stands, or may get them.
func (r *ruled) holds(kind shell.Kind, name string, t session.Target) denial {
	if d, ok := r.any(t.Path); !ok {
		return denial{d, kind, name, false}
	}
	d := r.denial(session.WriteProtected, t.Path, speech.Text{}, kind, name)
	d.Reason = short(r.say(speech.Gate{Said: speech.HoldsSwitches{Path: short(t.Path, 100), Switches: switches}}), maxReason)
	return d
}

// below is the denial of a write of all that is below a folder, of which n files were
// not explored and those that are denied for another reason come first. With none it is
// the zero value.
func (r *ruled) below(kind shell.Kind, name string, t session.Target, denied []denial, n int) []denial {
	if len(denied) == 0 {
		return nil
	}
	switch d := &denied[0]; {
	case d.Code == session.WriteProtected:
		d.Reason = short(r.say(speech.Gate{Said: speech.HasProtected{Path: short(t.Path, 100), File: d.Path}}), maxReason)
		d.own = true
		return denied[:1]
	case d.Code == session.WriteNotExplored && n > 1:
		add := session.Recovery{Tool: "add_explored_files", Arguments: map[string]any{"session_id": r.id(), "files": []string{t.Path}}, Why: r.say(speech.WhyAddFolder)}
		d.Reason = short(r.say(speech.Gate{Said: speech.BelowNotExplored{Path: short(t.Path, 100), N: n, File: short(d.Path, 100), Call: callOf(add)}}), maxReason)
		d.Recovery, d.own = append([]session.Recovery{add}, d.Recovery...), true
		return denied[:1]
	}
	return denied
}

// denial is one that is not session's own.
func (r *ruled) denial(code, p string, why speech.Message, kind shell.Kind, name string) denial {
	d := session.Decision{Code: code, Path: p, Session: r.id(), Recovery: []session.Recovery{}}
	next := speech.AskUser
	if r.standing.Session != nil {
		d.Phase = r.standing.Session.Phase()
		d.Recovery = append(d.Recovery, session.Recovery{Tool: "get_session_status", Arguments: map[string]any{"session_id": d.Session}, Why: r.say(speech.WhyStatus)})
		next = speech.SeeStatus
	}
	if code == "unresolved" {
		next = speech.NameEach
	}
	d.Reason = short(r.say(speech.Gate{Said: speech.Denied{Path: short(p, 100), Why: why, Next: next}}), maxReason)
	return denial{d, kind, name, true}
}

// judgePath decides about one path; with tree about all that is below it too.
func (g *Guard) judgePath(ctx context.Context, r *Request, who *ruled, kind shell.Kind, name string, follow, tree bool) ([]denial, error) {
	t, err := target(g.o.Root, name, follow)
	if err != nil {
		return []denial{who.denial("unreadable", filepath.ToSlash(name), speech.CannotFollow{Why: err.Error()}, kind, name)}, nil
	}
	if t.Outside {
		denied, err := g.outside(r, who, kind, name, t)
		if err != nil || denied != nil || kind != shell.Content {
			return denied, err
		}
		return g.linked(ctx, who, name, t)
	}
	d := who.decide(t)
	if !d.Allow && d.Code != "protected" && g.free(t, tree) {
		return nil, nil
	}
	if kind == shell.Folder && (t.Exists || d.Code != "protected") {
		return nil, nil // a folder is no file; what is put into it is judged
	}
	switch {
	case d.Code == "protected" && t.Folder && tree && kind == shell.Content && who.gated() && isSwitch(t.Path):
		return []denial{who.holds(kind, name, t)}, nil
	case d.Code == "protected":
		return []denial{{d, kind, name, false}}, nil
	case t.Folder && (tree || kind == shell.Delete || kind == shell.Rename):
		return g.judgeBelow(ctx, who, kind, name, t)
	case !d.Allow:
		return []denial{{d, kind, name, false}}, nil
	}
	if other, err := g.linked(ctx, who, name, t); err != nil || other != nil {
		return other, err
	}
	return nil, nil
}

// free says whether a file is nobody's work: it lies in a folder that git's rules
// exclude.
func (g *Guard) free(t session.Target, tree bool) bool {
	p := t.Path
	if p == "." {
		return false
	}
	if t.Folder || tree {
		p += "/x"
	}
	in, err := workspace.InTree(g.o.Root, p, g.o.Env)
	return err == nil && !in && !isOurs(t.Path)
}

// outside decides about what is not in the repository.
func (g *Guard) outside(r *Request, who *ruled, kind shell.Kind, name string, t session.Target) ([]denial, error) {
	deny := func(reason speech.Text) ([]denial, error) {
		return []denial{who.denial("protected", t.Path, reason, kind, name)}, nil
	}
	at := filepath.FromSlash(t.Path)
	for _, keep := range r.Keep {
		real, err := real(keep, true)
		if err != nil {
			continue
		}
		if at == real || isAbove(real, at) || (kind == shell.Delete || kind == shell.Rename) && isAbove(at, real) {
			return deny(speech.DecidesGate)
		}
	}
	if (kind == shell.Delete || kind == shell.Rename) && isAbove(at, g.o.Root) {
		return deny(speech.RepositoryIn)
	}
	for _, root := range workspace.Worktrees(g.o.Root) {
		if root, err := filepath.EvalSymlinks(root); err == nil && (at == root || isAbove(root, at)) {
			return deny(speech.OtherWorktree)
		}
	}
	return nil, nil
}

// isAbove says whether a folder has name in it.
func isAbove(dir, name string) bool {
	return name != dir && strings.HasPrefix(name, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// maxBelow is how many files of a folder are decided about one by one.
const maxBelow = 5000

// judgeBelow decides about the files in a folder.
func (g *Guard) judgeBelow(ctx context.Context, who *ruled, kind shell.Kind, name string, t session.Target) ([]denial, error) {
	tree, err := workspace.ReadTree(ctx, filepath.Join(g.o.Root, filepath.FromSlash(t.Path)), g.o.Env)
	if err != nil {
		return nil, err
	}
	var denied []denial
	unexplored := 0
	for i, f := range tree.Files {
		p := f.Path
		if t.Path != "." {
			p = t.Path + "/" + p
		}
		d := who.denial("unresolved", t.Path, speech.TooManyBelow, kind, name).Decision
		if i < maxBelow {
			d = who.decide(session.Target{Path: p, Exists: true, Parent: parent(p), AllowNew: true})
		}
		switch {
		case d.Allow:
		case d.Code == session.WriteNotExplored:
			if unexplored++; unexplored <= maxBelowTold {
				denied = append(denied, denial{d, kind, name, false})
			}
		default: // nothing that is explored mends it
			denied = slices.Insert(denied, 0, denial{d, kind, name, d.Code == "unresolved"})
			return who.below(kind, name, t, denied, unexplored), nil
		}
	}
	return who.below(kind, name, t, denied, unexplored), nil
}

// maxBelowTold is how many files of a folder are named that were not explored.
const maxBelowTold = 3

func parent(p string) string {
	if i := strings.LastIndexByte(p, '/'); i > 0 {
		return p[:i]
	}
	return "."
}

// linked decides about the other names, in the repository, of a file that has several.
func (g *Guard) linked(ctx context.Context, who *ruled, name string, t session.Target) ([]denial, error) {
	if t.Folder || !t.Outside && !t.Exists {
		return nil, nil
	}
	at := filepath.FromSlash(t.Path)
	if !t.Outside {
		at = filepath.Join(g.o.Root, at)
	}
	info, err := os.Lstat(at)
	if err != nil || !info.Mode().IsRegular() || links(info) < 2 {
		return nil, nil
	}
	tree, err := workspace.ReadTree(ctx, g.o.Root, g.o.Env)
	if err != nil {
		return nil, err
	}
	inode := workspace.NewMark(info).Inode
	for _, list := range [][]workspace.TreeFile{tree.Files, tree.Git} {
		for _, f := range list {
			if f.Mark.Inode != inode || f.Path == t.Path {
				continue
			}
			if other, err := os.Lstat(tree.File(g.o.Root, f.Path)); err != nil || !os.SameFile(info, other) {
				continue
			}
			if d := who.decide(session.Target{Path: f.Path, Exists: true, Parent: parent(f.Path), AllowNew: true}); !d.Allow {
				d.Reason = short(who.say(speech.Gate{Said: speech.SameFile{Path: t.Path, Other: f.Path, Why: strings.TrimPrefix(d.Reason, who.say(speech.Gate{Said: speech.Text{}}))}}), maxReason)
				return []denial{{d, shell.Content, name, true}}, nil
			}
		}
	}
	return nil, nil
}

// undoes says whether a call that would be denied may put back what was there before
// a change that was not allowed. Whether it does is seen after it.
func (g *Guard) undoes(r *Request, st *state, denied []denial) bool {
	for _, d := range denied {
		u, ok := st.Undo[d.Path]
		switch {
		case !ok || u.Client != r.Agent.Client || d.Code == "session_lost":
			return false
		case r.Content != "":
			if u.Hash != r.Content {
				return false
			}
		case len(r.Effects.Writes) == 0 || r.Tool != "Bash" && d.kind != shell.Delete:
			return false
		}
	}
	return len(denied) < maxDenied
}

// hashOf is the hash of a content.
func hashOf(data []byte) hash { return sha256.Sum256(data) }

func (h hash) String() string { return hex.EncodeToString(h[:]) }
