package guard

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/gate"
	"codeintel/session/speech"
)

// post is what happens after a call, and when an agent ends its turn.
func (g *Guard) post(ctx context.Context, r *Request, mode session.Mode) (Response, error) {
	if r.Started != "" {
		if err := g.started(ctx, r); err != nil {
			return Response{}, err
		}
	}
	if len(r.Read) > 0 {
		if err := g.credit(ctx, r); err != nil {
			return Response{}, err
		}
	}
	if r.Event == Post && r.Looks {
		return Response{}, nil
	}
	if !g.store.watched() && !g.remembers() {
		return g.removed(ctx, r)
	}
	unlock, err := g.store.lock(ctx)
	if err != nil {
		return Response{}, err
	}
	defer unlock()
	if err := g.restore(); err != nil {
		return Response{}, err
	}
	return g.check(ctx, r, mode)
}

// removed is what is said where nothing is kept of the repository. That is as it should
// be unless the witness knows that the agent is in a session: then what was kept is gone,
// and with it what the files were before.
func (g *Guard) removed(ctx context.Context, r *Request) (Response, error) {
	id, err := g.conversation(r)
	if err != nil || id == "" {
		return Response{}, err
	}
	if s, err := g.o.Book.View(id); err == nil && s.Phase() == gate.Closed {
		return Response{}, nil
	}
	unlock, err := g.store.lock(ctx)
	if err != nil {
		return Response{}, err
	}
	defer unlock()
	return g.anew(ctx, r, id)
}

// anew makes a baseline in the place of one that was removed or damaged while a session
// was open, and says so. The lock is held.
func (g *Guard) anew(ctx context.Context, r *Request, id string) (Response, error) {
	if err := g.make(ctx, readAfter); err != nil {
		return Response{}, err
	}
	if m, err := mode(g.o.Root); err == nil && m == session.ModeOff {
		st, err := g.store.state()
		if err != nil {
			return Response{}, err
		}
		st.Kept = &kept{Hash: g.config(), Mode: session.ModeSession} // the agent may have turned it off
		if err := g.note(st); err != nil {
			return Response{}, err
		}
	}
	l := g.speaks(id)
	said := speech.Message(speech.KeptGone{ID: id})
	if out, err := g.git(ctx, "status", "--porcelain", "-z", "--no-renames"); err == nil {
		var names []string
		for line := range strings.SplitSeq(string(out), "\x00") {
			if len(line) > 3 && len(names) < maxListed {
				names = append(names, line[3:])
			}
		}
		said = speech.KeptGoneDiffer{Said: said, Files: names}
	}
	text := l.Say(speech.Gate{Said: said})
	if r.Event == Stop && r.Again {
		return Response{Note: text}, nil
	}
	return Response{Deny: true, Reason: text}, nil
}

// speaks returns the language of a session, or that of the configuration where its record
// can't be read.
func (g *Guard) speaks(id string) speech.Language {
	if s, err := g.o.Book.View(id); err == nil {
		return s.Language()
	}
	return Language(g.o.Root).For("")
}

// started binds a session to the agent that began it, and makes the baseline.
func (g *Guard) started(ctx context.Context, r *Request) error {
	err := g.o.Book.Bind(ctx, r.Started, r.Agent)
	var refused *session.Refusal
	if errors.As(err, &refused) {
		return nil // it is another's, or of another repository
	}
	if err != nil || g.store.watched() {
		return err
	}
	unlock, err := g.store.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if g.store.watched() {
		return nil
	}
	return g.first(ctx, readAfter)
}

// credit tells the agent's own session what a call of the client's own tools showed.
func (g *Guard) credit(ctx context.Context, r *Request) error {
	standing, err := g.o.Book.Governs(r.Agent)
	if err != nil {
		return err
	}
	if standing.Session == nil || standing.Inherited {
		return nil
	}
	shown := session.Shown{Hits: len(r.Read)}
	hashes := map[string]string{}
	for _, l := range r.Read {
		t, err := target(g.o.Root, l.File, true)
		if err != nil || t.Outside || !t.Exists || t.Folder || isOurs(t.Path) {
			continue
		}
		h, ok := hashes[t.Path]
		if !ok {
			if data, err := os.ReadFile(filepath.Join(g.o.Root, filepath.FromSlash(t.Path))); err == nil {
				h = hashOf(data).String()
			}
			hashes[t.Path] = h
		}
		shown.Lines = append(shown.Lines, session.Lines{File: t.Path, From: l.From, To: l.To, Hash: h})
	}
	if len(shown.Lines) == 0 {
		return nil
	}
	err = g.o.Book.Update(ctx, standing.Session.ID(), func(s *session.Session) error {
		s.Observe(session.Call{Tool: r.Tool, Params: r.Params, Summary: s.Language().Say(speech.ByClient{N: len(hashes)}), Shown: shown, At: g.o.Now()})
		return nil
	})
	var refused *session.Refusal
	if errors.As(err, &refused) {
		return nil // it has ended meanwhile
	}
	return err
}

// made tells sessions of the files that were made in them.
func (g *Guard) made(ctx context.Context, by map[string][]string) error {
	for id, paths := range by {
		err := g.o.Book.Update(ctx, id, func(s *session.Session) error {
			for _, p := range paths {
				s.Made(p)
			}
			return nil
		})
		if err != nil && !errors.As(err, new(*session.Refusal)) {
			return err
		}
	}
	return nil
}

// fault is a change that was not allowed.
type fault struct {
	change
	decision session.Decision
	// call is the one that made it, where that is known; gap says that no call ran, and
	// sure that one had left something running.
	call      call
	gap, sure bool
	// shared is another call that may have made it too, and had the right to; unnamed
	// says that it may have been an agent whose calls are not known.
	shared  *call
	unnamed bool
}

// counts reports whether it is the agent's for all that is known. One that still
// runs, or never said that it ended, excuses nobody.
func (f *fault) counts() bool {
	return (!f.gap || f.sure) && !f.unnamed && (f.shared == nil || f.shared.End == 0)
}

// check looks at what has changed since the last time, and whose it is. The lock is
// held.
func (g *Guard) check(ctx context.Context, r *Request, mode session.Mode) (_ Response, err error) {
	defer func() {
		if err != nil {
			g.unwatch() // what was told is not accounted for
		}
	}()
	st, err := g.store.state()
	if err != nil {
		return Response{}, err
	}
	b, err := g.baseline()
	if err != nil {
		return Response{}, err
	}
	if b == nil {
		if id, err := g.conversation(r); err != nil || id != "" {
			if err != nil {
				return Response{}, err
			}
			return g.anew(ctx, r, id)
		}
		return Response{}, g.make(ctx, readAfter)
	}
	now, err := g.store.clock()
	if err != nil {
		return Response{}, err
	}
	id := r.Call
	if r.Event == Stop {
		id = ""
	}
	st.end(r.Agent, id, now.disk)
	st.abandon(now, func(c *call) bool { return c.Agent.Client != r.Agent.Client && g.left(c.Session) })
	if st.Damaged {
		st.suspect(r, mode, now.disk)
	}
	l, err := g.look(ctx, r.Event == Stop)
	if err != nil {
		return Response{}, err
	}
	if l.told != nil && r.elsewhere() {
		l.sweep(b)
	}
	changes, fresh, err := l.compare(ctx, b)
	if err != nil {
		return Response{}, err
	}
	ended := g.lose(st, r.Agent)
	changes = append(changes, repeated(st, b, fresh)...)
	blamer := &blamer{g: g, r: r, mode: mode, st: st, now: now, agents: map[session.Agent]*ruled{}, made: map[string][]string{}, calls: slices.Clone(st.Calls), base: b}
	faults, accepted, err := blamer.run(changes)
	if err != nil {
		return Response{}, err
	}
	who, err := blamer.ruled(r.Agent)
	if err != nil {
		return Response{}, err
	}
	if err := g.made(ctx, blamer.made); err != nil {
		return Response{}, err
	}
	text := ""
	if len(faults) > 0 {
		text = g.report(ctx, l, r, who, faults)
	}
	g.remember(st, faults)
	for i := range faults {
		if f := &faults[i]; f.path == configName {
			st.Kept = &kept{Mode: f.call.Mode}
			if !f.gone() {
				st.Kept.Hash = f.now.hash.String()
			}
		}
	}
	if len(fresh)+len(accepted) > 0 {
		changed := l.accept(fresh, accepted)
		g.save(ctx, l, baselineOf(changed, accepted))
		if err := g.update(changed); err != nil {
			return Response{}, err
		}
	}
	if len(accepted) < len(changes) {
		g.unwatch() // some are not accounted for, and are to be looked at again
	}
	g.seen()
	g.tidy(b, st)
	tell := st.told(r.Agent.Client, who.standing.Speaks())
	for i := range faults {
		if f := &faults[i]; f.shared != nil {
			st.tell(f.shared.Agent.Client, f.path)
		}
	}
	st.settle(now.disk)
	gone := ""
	if st.Gone {
		if gone, err = g.conversation(r); err != nil {
			return Response{}, err
		}
		st.Gone = gone == ""
	}
	if err := g.note(st); err != nil {
		return Response{}, err
	}
	if err := g.record(ctx, r, faults); err != nil {
		return Response{}, err
	}
	answer := Response{Reason: text}
	lost := ""
	if blamer.lost {
		lost = st.Lost[r.Agent.Client]
	}
	if st.Damaged {
		st.Damaged = false
		if err := g.note(st); err != nil {
			return Response{}, err
		}
		lost = cmp.Or(lost, who.lost) // of the calls that the session ruled nothing is known
		answer.Deny, answer.Reason = true, strings.TrimSpace(who.say(speech.Gate{Said: speech.CallsForged})+"\n"+text)
	}
	for i := range faults {
		answer.Deny = answer.Deny || faults[i].counts()
	}
	if gone != "" {
		answer.Deny = true
		answer.Reason = strings.TrimSpace(who.say(speech.Gate{Said: speech.KeptGone{ID: gone}}) + "\n" + answer.Reason)
	}
	if forged, err := g.reseal(ctx, blamer, r.Agent); err != nil {
		return Response{}, err
	} else if forged != "" {
		answer.Deny = true
		answer.Reason = strings.TrimSpace(who.say(speech.Gate{Said: speech.RecordForged{ID: forged}}) + "\n" + answer.Reason)
	}
	if id := ended; id != "" {
		answer.Note = g.speaks(id).Say(speech.GateNote{Said: speech.ReleasedMeanwhile{ID: id}})
	}
	if lost != "" {
		answer.Deny = true
		answer.Reason = strings.TrimSpace(who.say(speech.Gate{Said: speech.RecordGone{ID: lost}}) + "\n" + answer.Reason)
	}
	if lost, err := g.o.Witness.Restore(); err != nil {
		return Response{}, err
	} else if lost {
		if rule, err := blamer.ruled(r.Agent); err == nil && rule.gated() {
			answer.Deny, answer.Reason = true, strings.TrimSpace(who.say(speech.Gate{Said: speech.WitnessGone})+"\n"+answer.Reason)
		} else {
			answer.Note = strings.TrimSpace(answer.Note + "\n" + who.say(speech.GateNote{Said: speech.WitnessGone}))
		}
	}
	distrusted, err := g.distrust(blamer)
	if err != nil {
		return Response{}, err
	}
	if len(distrusted) > 0 {
		answer.Deny = true
		answer.Reason = strings.TrimSpace(who.say(speech.Gate{Said: speech.TrustGiven{Tools: distrusted}}) + "\n" + answer.Reason)
	}
	if tell != "" && answer.Deny {
		answer.Reason = strings.TrimSpace(answer.Reason + "\n" + tell)
	} else {
		answer.Note = strings.TrimSpace(answer.Note + "\n" + tell)
	}
	if !answer.Deny || r.Event == Stop && r.Again {
		answer.Deny, answer.Note, answer.Reason = false, strings.TrimSpace(answer.Note+"\n"+answer.Reason), ""
	}
	return answer, nil
}

// clockSlack is by how much the clock of the disk may differ from that of the process.
const clockSlack = int64(100 * time.Millisecond)

// distrust takes back the trust in tools that was given while a call of the agent ran
// which is held up and may do what is not known, and returns their names.
func (g *Guard) distrust(b *blamer) ([]string, error) {
	tools, err := g.o.Witness.Trusted()
	if err != nil || len(tools) == 0 {
		return nil, err
	}
	var out []string
	for tool, since := range tools {
		at := since.UnixNano()
		during := func(c call) bool {
			return c.Agent.Client == b.r.Agent.Client && c.may() && c.Start-clockSlack <= at && (c.End == 0 || at <= c.End+clockSlack)
		}
		i := slices.IndexFunc(b.calls, during)
		if i < 0 {
			continue
		}
		if who, err := b.ruled(b.calls[i].Agent); err != nil || !who.gated() {
			return nil, err
		}
		if _, err := g.o.Witness.Trust(tool, false); err != nil {
			return nil, err
		}
		out = append(out, tool)
	}
	slices.Sort(out)
	return out, nil
}

// leave notes that a conversation has ended: its calls of which no end was told are over,
// and no change waits for them. What they changed counts against them as before. Its
// sessions stay, since a conversation can be resumed; they refuse nobody else anything.
func (g *Guard) leave(ctx context.Context, client string) error {
	if client == "" || !g.store.watched() && !g.remembers() {
		return nil
	}
	unlock, err := g.store.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := g.restore(); err != nil {
		return err
	}
	st, err := g.store.state()
	if err != nil || !st.leave(client) {
		return err
	}
	return g.note(st)
}

// left reports whether the process is gone of the client that began a session.
func (g *Guard) left(id string) bool {
	if id == "" {
		return false
	}
	s, err := g.o.Book.View(id)
	return err == nil && g.o.Book.Ended(s)
}

// reseal returns the session that rules an agent where its record is forged, "" for
// none. It is kept as it counts from now on, so that this is told once.
func (g *Guard) reseal(ctx context.Context, b *blamer, who session.Agent) (id string, err error) {
	rule, err := b.ruled(who)
	if err != nil {
		return "", err
	}
	s := rule.standing.Session
	if s == nil || !s.Forged() {
		return "", nil
	}
	err = g.o.Book.Update(ctx, s.ID(), func(*session.Session) error { return nil })
	var refused *session.Refusal
	if errors.As(err, &refused) {
		err = nil // it has ended meanwhile
	}
	return s.ID(), err
}

// lose finds sessions that ruled a call and whose records are gone. ended is one of
// the agent that was released meanwhile.
func (g *Guard) lose(st *state, who session.Agent) (ended string) {
	for client, id := range st.Lost {
		if _, err := g.o.Book.View(id); err == nil {
			delete(st.Lost, client) // the person has released it
		}
	}
	for i := range st.Calls {
		c := &st.Calls[i]
		if c.Session == "" || st.Lost[c.Agent.Client] != "" {
			continue
		}
		s, err := g.o.Book.View(c.Session)
		switch {
		case err == nil && c.Agent == who && s.Phase() == gate.Closed && len(s.Status().Outcomes) == 0:
			ended = c.Session
		case err != nil || s.Forged() && s.Owner().Client != c.Agent.Client:
			if st.Lost == nil {
				st.Lost = map[string]string{}
			}
			st.Lost[c.Agent.Client] = c.Session
		}
	}
	return ended
}

// blamer finds out whose changes are.
type blamer struct {
	g      *Guard
	r      *Request
	mode   session.Mode
	st     *state
	now    moment
	agents map[session.Agent]*ruled
	others []*session.Session // open ones of agents of which no call is known
	listed bool
	lost   bool
	made   map[string][]string // files that sessions made, with leave
	// base is what was there before, folders those of its files; nil until asked for.
	base    baseline
	folders map[string]bool
	calls   []call // those that ran since the last look
}

// parent returns the folder that a file lies in, for one that is new the nearest that
// was there before: a folder that came with it is as new.
func (b *blamer) parent(c *change) string {
	p := parent(c.path)
	if !c.added() {
		return p
	}
	if b.folders == nil {
		b.folders = map[string]bool{}
		for p := range b.base {
			for p = parent(p); p != "." && !b.folders[p]; p = parent(p) {
				b.folders[p] = true
			}
		}
	}
	for p != "." && !b.folders[p] {
		p = parent(p)
	}
	return p
}

func (b *blamer) ruled(who session.Agent) (*ruled, error) {
	if r := b.agents[who]; r != nil {
		return r, nil
	}
	transcript := ""
	if who.Client == b.r.Agent.Client {
		transcript = b.r.Transcript
	}
	r, err := b.g.ruled(b.mode, who, b.st, transcript)
	if err != nil {
		return nil, err
	}
	b.agents[who] = &r
	return &r, nil
}

// run sorts changes into those that are somebody's fault, and those that are
// accounted for, faults included. What is left may be the fault of a call that still
// runs.
func (b *blamer) run(changes []change) (faults []fault, accepted []change, err error) {
	for _, c := range b.st.Calls {
		b.lost = b.lost || c.Agent.Client == b.r.Agent.Client && b.st.Lost[c.Agent.Client] != ""
	}
	for _, c := range changes {
		f, wait, err := b.blame(c)
		switch {
		case err != nil:
			return nil, nil, err
		case wait:
			continue
		case f != nil:
			faults = append(faults, *f)
		}
		accepted = append(accepted, c)
	}
	return faults, accepted, nil
}

// goesOn are tools in which others make calls: they write nothing by themselves.
var goesOn = []string{"Task", "Agent"}

// blame says whose fault a change is: nil where it is nobody's. wait: a call of
// another agent that still runs may have made it.
func (b *blamer) blame(c change) (f *fault, wait bool, err error) {
	target := session.Target{Path: c.path, Exists: !c.added(), Parent: b.parent(&c), AllowNew: true}
	// A folder on the way to it may have changed after the look began.
	c.at = min(c.at, b.now.disk)
	var suspects []call
	for _, k := range b.st.Calls {
		if slices.Contains(goesOn, k.Tool) {
			continue
		}
		if out := c.at < k.Start || k.End != 0 && c.at > k.End && !k.Background; out && !k.start().set(b.now) {
			continue
		}
		suspects = append(suspects, k)
	}
	var found *fault
	var excuse *call // one that may have made it, and had the right to
	for _, k := range suspects {
		who, err := b.ruled(k.Agent)
		if err != nil {
			return nil, false, err
		}
		d := who.decide(target)
		if d.Allow {
			// A call whose files are all known did not write another one.
			if k.names(c.path) {
				b.keep(c, d)
				return nil, false, nil
			}
			if k.may() && (excuse == nil || excuse.End == 0) {
				excuse = &k
			}
			continue
		}
		own := k.Agent.Client == b.r.Agent.Client
		if !own && k.running() {
			wait = true
		}
		if found == nil || own {
			found = &fault{change: c, decision: d, call: k}
		}
	}
	if len(suspects) == 0 {
		found, err = b.gap(c, target)
		if err != nil || found == nil {
			return nil, false, err
		}
	}
	if found == nil {
		// None of those that ran was held up, or all that may have made it had the right to.
		if excuse != nil {
			who, err := b.ruled(excuse.Agent)
			if err != nil {
				return nil, false, err
			}
			b.keep(c, who.decide(target))
		}
		return nil, false, nil
	}
	if b.undone(c) {
		return nil, false, nil
	}
	if found.call.Agent.Client != b.r.Agent.Client && wait {
		return nil, true, nil
	}
	found.shared = excuse
	found.unnamed, err = b.elsewhere(target)
	if err != nil {
		return nil, false, err
	}
	return found, false, nil
}

// keep notes that a session made a file that it may write.
func (b *blamer) keep(c change, d session.Decision) {
	if c.added() && d.Session != "" {
		b.made[d.Session] = append(b.made[d.Session], c.path)
	}
}

// repeated are files that were written once more with a content that was not
// allowed before: somebody had put them back, and now they are as they were when
// that was last looked at.
func repeated(st *state, b, fresh baseline) []change {
	var out []change
	for p, u := range st.Undo {
		now, ok := fresh[p]
		was, kept := b[p]
		if !ok || !kept || now.hash == (hash{}) || u.Hash == now.hash.String() || now.mark.ChangeTime == was.mark.ChangeTime && now.mark.ModTime == was.mark.ModTime {
			continue
		}
		c := change{path: p, now: now, at: cmp.Or(now.mark.ChangeTime, now.mark.ModTime)}
		if before, err := hex.DecodeString(u.Hash); err == nil && len(before) == len(hash{}) {
			c.was = known{mark: was.mark, hash: hash(before)}
		}
		delete(fresh, p) // it is accounted for as a change
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b change) int { return cmp.Compare(a.path, b.path) })
	return out
}

// gap judges a change that was made while no call ran: a person's, or that of what
// an agent left running.
func (b *blamer) gap(c change, t session.Target) (*fault, error) {
	jobs := slices.Clone(b.st.Jobs)
	slices.SortStableFunc(jobs, func(x, y job) int {
		if x.Sure == y.Sure {
			return 0
		} else if x.Sure {
			return -1
		}
		return 1
	})
	for _, j := range jobs {
		if j.Agent.Client != b.r.Agent.Client || c.at < j.Since && !j.start().set(b.now) {
			continue
		}
		who, err := b.ruled(j.Agent)
		if err != nil {
			return nil, err
		}
		if d := who.decide(t); !d.Allow {
			return &fault{change: c, decision: d, call: call{Tool: j.Tool, Agent: j.Agent}, gap: true, sure: j.Sure}, nil
		}
	}
	return nil, nil
}

// undone says whether a change puts back what was there before one that was not
// allowed.
func (b *blamer) undone(c change) bool {
	u, ok := b.st.Undo[c.path]
	if !ok {
		return false
	}
	if c.gone() && u.Hash == "" || !c.gone() && u.Hash == c.now.hash.String() {
		delete(b.st.Undo, c.path)
		return true
	}
	return false
}

// elsewhere says whether an open session of an agent of whose calls nothing is known
// may make a change: a client without hooks, that has not ended.
func (b *blamer) elsewhere(t session.Target) (bool, error) {
	if !b.listed {
		b.listed = true
		all, err := b.g.o.Book.List()
		if err != nil {
			return false, err
		}
		for _, s := range all {
			if !s.Owner().Known() && s.Phase() != gate.Closed && !b.g.o.Book.Ended(s) {
				b.others = append(b.others, s)
			}
		}
	}
	for _, s := range b.others {
		if session.DecideWrite(b.mode, session.Standing{Session: s}, t).Allow {
			return true, nil
		}
	}
	return false, nil
}

// record tells the sessions of what was not allowed in them.
func (g *Guard) record(ctx context.Context, r *Request, faults []fault) error {
	by := map[string]*session.Violation{}
	for i := range faults {
		f := &faults[i]
		id := f.decision.Session
		if id == "" || !f.counts() {
			continue
		}
		v := by[id]
		if v == nil {
			v = &session.Violation{At: g.o.Now(), Agent: f.call.Agent, Tool: f.call.Tool}
			by[id] = v
		}
		if len(v.Files) < 100 {
			v.Files = append(v.Files, f.path)
		}
	}
	for id, v := range by {
		err := g.o.Book.Update(ctx, id, func(s *session.Session) error {
			s.Violate(*v)
			return nil
		})
		var refused *session.Refusal
		if err != nil && !errors.As(err, &refused) && !errors.Is(err, files.ErrNotExist) {
			return err
		}
	}
	return nil
}
