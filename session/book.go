package session

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/session/files"
	"codeintel/session/gate"
	"codeintel/session/speech"
)

const (
	folder = "sessions"
	// idle is after how long without a call a session ends, kept how long one that
	// has ended is kept.
	idle = 7 * 24 * time.Hour
	kept = 30 * 24 * time.Hour
)

// BookOptions of a book.
type BookOptions struct {
	// Now is the clock.
	Now func() time.Time
	// Random fills a slice with unguessable bytes.
	Random func([]byte)
	// Log gets what no caller is told, such as files that can't be read; nil for
	// none.
	Log *slog.Logger
	// Judge says how alike meanings are; nil: nothing can judge it.
	Judge Judge
	// Language returns the setting of the language that sessions speak, as it is when
	// one begins, or where a call is in none; nil: that of the request.
	Language func() speech.Setting
	// Gone reports whether the client at the other end of a connection has ended; nil
	// where nobody knows.
	Gone func(Connection) bool
	// Seal returns the seal of a record, a text without line ends, which nobody makes
	// who has not its key; nil: records are not sealed, and any is trusted.
	Seal func(data []byte) string
	// Witness remembers what records can't say of themselves; nil for nobody.
	Witness Witness
}

// Book has the sessions of a repository. Its methods may be called at the same
// time, and other processes may have books of the same files.
type Book struct {
	files files.Files
	opts  BookOptions
	mu    sync.Mutex
	// read are the sessions as they were last read or written.
	read map[string]read
}

// read is a session as it was read. It is never changed.
type read struct {
	stamp string
	head  head
	// session is nil as long as only its head was needed; sum is that of its file.
	session *Session
	sum     [sha256.Size]byte
}

// OpenBook gives the book that is kept in files below sessions/.
func OpenBook(f files.Files, o BookOptions) *Book {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Book{files: f, opts: o, read: map[string]read{}}
}

func nameOf(id string) string { return folder + "/" + id + ".json" }

// load gives a session as it is kept; it must not be changed.
func (b *Book) load(id string) (*Session, error) {
	r, err := b.look(id, true)
	return r.session, err
}

// look reads a session: whole, or what its file begins with.
func (b *Book) look(id string, whole bool) (read, error) {
	if !idRE().MatchString(id) {
		return read{}, b.notFound(id)
	}
	name := nameOf(id)
	b.mu.Lock()
	had, ok := b.read[id]
	b.mu.Unlock()
	if ok && (had.session != nil || !whole) {
		if stamp, err := b.files.Stamp(name); err == nil && stamp == had.stamp {
			return had, nil
		}
	}
	data, stamp, err := b.files.Read(name)
	if errors.Is(err, files.ErrNotExist) {
		b.forget(id)
		return read{}, b.notFound(id)
	}
	r := read{stamp: stamp}
	if whole || had.session != nil {
		r.sum = sha256.Sum256(data)
	}
	data, sealed := b.unseal(data)
	switch {
	case err != nil:
	case had.session != nil && r.sum == had.sum:
		r.head, r.session = had.head, had.session // its times alone are others
	case whole:
		if r.session, err = decode(data, b.opts.Now, b.opts.Judge); err == nil {
			r.head = r.session.head()
		}
	default:
		r.head, err = decodeHead(data)
	}
	if err == nil && r.head.ID != id {
		err = fmt.Errorf("it is the session %s", r.head.ID)
	}
	if err == nil && r.session != nil && !r.session.forged {
		var noted int64
		var newest bool
		if noted, newest, err = b.newest(r.session); err == nil {
			r.session = r.session.clone()
			if r.session.noted = noted; !sealed || !newest {
				r.session.distrust(sealed)
			}
		}
	}
	if err == nil && (!sealed || r.session != nil && r.session.forged) {
		r.head.Forged = true
	}
	if err != nil {
		b.forget(id)
		return read{}, fmt.Errorf("%s can't be read: %w", name, err)
	}
	b.keep(r)
	return r, nil
}

func (b *Book) keep(r read) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.read[r.head.ID] = r
}

func (b *Book) forget(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.read, id)
}

func (b *Book) notFound(id string) *Refusal {
	return refusal(b.Language(""), codeNotFound, "session_id", speech.NoSuchSession{ID: clipRunes(id, 40)}, speech.ListSessions, "start_session", "list_sessions")
}

// Language returns the language to answer a request in that is in no session, by its
// text.
func (b *Book) Language(query string) speech.Language {
	if b.opts.Language == nil {
		return speech.Auto.For(query)
	}
	return b.opts.Language().For(query)
}

// save keeps a session.
func (b *Book) save(s *Session) error {
	data, err := s.encode()
	if err != nil {
		return err
	}
	s.forged = false
	stamp, err := b.files.Write(nameOf(s.state.ID), b.seal(data))
	if err != nil {
		b.forget(s.state.ID)
		return fmt.Errorf("session %s can't be kept: %w", s.state.ID, err)
	}
	b.keep(read{stamp, s.head(), s, sha256.Sum256(b.seal(data))})
	return b.witness(s)
}

// StartArgs say what a session is for.
type StartArgs struct {
	Intent Intent
	Query  string
	// Slots may be handed in at once; nil when they are not.
	Slots map[Slot]*SlotValue
	// Connection is the one that the call came over. The agent is known no better than
	// that then: it may be a subagent, which the hook tells. So no session of the agent
	// ends before Bind or Settle.
	Connection Connection
}

// Started is the answer to a start.
type Started struct {
	FrameResult
	Intent Intent `json:"intent"`
	// Language is the one that the session speaks.
	Language speech.Language `json:"-"`
	// Enforcement says whether the client's hooks hold writes up.
	Enforcement string `json:"enforcement"`
	// Prompt asks for the slots, Schema is that of the answer; "" and nil where none is
	// missing, or some were handed in: then the query was read already.
	Prompt string `json:"extraction_prompt,omitempty"`
	// Otherwise says what is enough where no existing code is to be written, "" for
	// sessions that never write.
	Otherwise string         `json:"if_not_existing_code,omitempty"`
	Schema    map[string]any `json:"extraction_schema,omitempty"`
}

// Start begins a session. An open one that the same known agent began before ends,
// but for one that is to lead to writing and is not READY: it rules again after the
// new one, until one of the agent's comes to write. Otherwise a session that never
// writes would be the way out of one that holds its agent up.
// A subagent begins with what was shown to the agent that it works for.
func (b *Book) Start(ctx context.Context, a StartArgs, who Agent, c Code) (*Started, error) {
	const again = "start_session"
	l := b.Language(clip(a.Query, maxQuery))
	if !slices.Contains(Intents(), a.Intent) {
		return nil, refusal(l, codeInvalid, "intent", speech.NoSuchIntent{Intent: clipRunes(string(a.Intent), 40)}, speech.Intents{All: names(Intents())}, again)
	}
	if strings.TrimSpace(a.Query) == "" || len(a.Query) > maxQuery {
		return nil, refusal(l, codeInvalid, "query", speech.NoQuery{Max: maxQuery}, speech.GiveQuery, again)
	}
	for slot := range a.Slots {
		if !slices.Contains(Slots(), slot) {
			return nil, refusal(l, codeInvalid, "slots", speech.NoSuchSlot{Slot: clipRunes(string(slot), 40)}, speech.Slots{All: names(Slots())}, again)
		}
	}
	s := newSession(b.newID(), a.Intent, a.Query, who, l, b.opts.Now, b.opts.Judge)
	s.state.Owner.Connection = a.Connection
	s.sized(c)
	if who.Sub != "" {
		parent, err := b.own(who.Parent(), s.state.ID)
		if err != nil {
			return nil, err
		}
		s.inherit(parent)
	}
	out := &Started{Intent: a.Intent, Language: l, Enforcement: b.Enforcement(s)}
	frame, err := s.SetFrame(a.Slots)
	if err != nil {
		return nil, err
	}
	if a.Intent == Question {
		s.enter(gate.Ready)
		frame.Progress = s.Progress()
	}
	out.FrameResult = *frame
	if len(frame.Plan.MissingSlots) > 0 && len(a.Slots) == 0 { // else they were looked for
		out.Prompt, out.Schema = extraction(l, frame.Plan.MissingSlots)
	}
	if a.Intent.Writes() {
		out.Otherwise = l.Say(speech.Otherwise)
	}
	if err := b.save(s); err != nil {
		return nil, err
	}
	if a.Connection.ID == "" {
		err = b.supersede(ctx, s)
	}
	return out, errors.Join(err, b.bound(ctx, s))
}

// inherit begins a session with what was shown in another; nil is none.
func (s *Session) inherit(from *Session) {
	if from != nil {
		s.Ledger = from.Ledger.clone()
		s.Since = s.Ledger.Made
	}
}

func (b *Book) newID() string {
	random := make([]byte, 16)
	b.opts.Random(random)
	return "s_" + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random))
}

// supersede ends the open sessions of a session's owner that began before it. One
// that is to lead to writing and is not READY ends only where this one is.
func (b *Book) supersede(ctx context.Context, s *Session) error {
	who := s.state.Owner.Agent
	if !who.Known() {
		return nil
	}
	all, bad := b.heads()
	if bad != nil {
		b.opts.Log.Warn("sessions that can't be read are left as they are", "error", bad)
	}
	var err error
	for _, h := range all {
		if h.ID == s.state.ID || h.Owner.Agent != who || !b.open(h) || h.Created.After(s.state.Created) {
			continue
		}
		if o, bad := b.load(h.ID); bad != nil || o.pending() && !s.mayWrite() {
			continue
		}
		_, bad := b.change(ctx, h.ID, func(o *Session) error {
			if o.state.Phase != gate.Closed && (!o.pending() || s.mayWrite()) {
				o.close(o.say(speech.EndedNewer{ID: s.state.ID}))
			}
			return nil
		})
		err = errors.Join(err, bad)
	}
	return err
}

// mayWrite reports whether a session lets its agent write.
func (s *Session) mayWrite() bool { return s.state.Phase == gate.Ready && s.state.Intent.Writes() }

// pending reports whether a session is to lead to writing, and has not yet.
func (s *Session) pending() bool {
	return s.state.Intent.Writes() && s.state.Phase != gate.Ready && s.state.Phase != gate.Closed
}

// extraction asks for the slots that are missing.
func extraction(l speech.Language, missing []Slot) (string, map[string]any) {
	var parts []speech.Ask
	fields := map[string]any{}
	for _, slot := range missing {
		parts = append(parts, speech.Ask{Slot: string(slot), What: asks[slot]})
		fields[string(slot)] = map[string]any{"anyOf": []any{
			map[string]any{"type": "null"},
			map[string]any{"type": "object", "required": []string{"value", "quote"}, "additionalProperties": false, "properties": map[string]any{
				"value": map[string]any{"type": "string"}, "quote": map[string]any{"type": "string"},
			}},
		}}
	}
	return l.Say(speech.Extract{Slots: parts}),
		map[string]any{"type": "object", "additionalProperties": false, "properties": fields}
}

// asks says what a slot asks for.
var asks = map[Slot]speech.Text{
	TargetFeature:    speech.AskTarget,
	TriggerCondition: speech.AskTrigger,
	ObservedIssue:    speech.AskIssue,
	DesiredAction:    speech.AskAction,
}

// Update changes a session: change gets its newest state, and what it did is kept
// before Update returns. Where change fails, or it can't be kept, nothing has
// changed; a *Refusal alone is counted. A session that comes to write ends those
// that its agent began before.
func (b *Book) Update(ctx context.Context, id string, change func(*Session) error) error {
	could := false
	s, err := b.change(ctx, id, func(s *Session) error {
		could = s.mayWrite()
		return change(s)
	})
	if err == nil && !could && s.mayWrite() {
		return b.supersede(ctx, s)
	}
	return err
}

// change is Update of one session alone. It gives the session as it is kept, not to
// be changed.
func (b *Book) change(ctx context.Context, id string, change func(*Session) error) (*Session, error) {
	if !idRE().MatchString(id) {
		return nil, b.notFound(id)
	}
	unlock, err := b.files.Lock(ctx, folder+"/"+id)
	if err != nil {
		return nil, fmt.Errorf("session %s: %w", id, err)
	}
	defer unlock()
	had, err := b.load(id)
	if err != nil {
		return nil, err
	}
	s := had.clone()
	if s.state.Phase != gate.Closed && b.expired(s.head()) {
		s.close(closedIdle)
	}
	changed := change(s)
	if changed != nil {
		var refused *Refusal
		if !errors.As(changed, &refused) {
			return nil, changed
		}
		counted := s
		s = had.clone()
		s.Refused, s.Refusals, s.Denied = counted.Refused, counted.Refusals, counted.Denied
	}
	if s.state.Phase != had.state.Phase || s.Closed != had.Closed || len(s.Violations) != len(had.Violations) {
		s.next(had.noted)
	}
	return s, cmp.Or(b.save(s), changed)
}

// closedIdle is why a session has ended in which nothing happened, as its record says.
const closedIdle = "nothing happened for seven days"

// Holds reports whether the session, which has ended, goes on to rule what its agent
// writes: nobody ended it.
func (s *Session) Holds() bool { return s.Closed == closedIdle || s.Closed == closedForged }

func (b *Book) expired(h head) bool { return b.opts.Now().Sub(h.Active) > idle }

// open reports whether a session has not ended.
func (b *Book) open(h head) bool { return h.Phase != gate.Closed && !b.expired(h) }

// Stamps are the sessions, by id, each with a mark that differs once it has changed,
// whoever has changed it.
func (b *Book) Stamps() (map[string]string, error) {
	names, err := b.files.List(folder)
	if err != nil {
		return nil, fmt.Errorf("the sessions can't be listed: %w", err)
	}
	out := map[string]string{}
	for _, name := range names {
		if id, ok := strings.CutSuffix(name, ".json"); ok && idRE().MatchString(id) {
			if stamp, err := b.files.Stamp(nameOf(id)); err == nil { // else it is removed meanwhile
				out[id] = stamp
			}
		}
	}
	return out, nil
}

// View gives a copy of a session. The error is a *Refusal where there is none.
func (b *Book) View(id string) (*Session, error) {
	s, err := b.load(id)
	if err != nil {
		return nil, err
	}
	return s.clone(), nil
}

// heads are those of the sessions that can be read, the newest first. The error
// says which can't.
func (b *Book) heads() ([]head, error) {
	stamps, err := b.stamps()
	if err != nil {
		return nil, fmt.Errorf("the sessions can't be listed: %w", err)
	}
	var out []head
	var bad error
	for _, name := range slices.Sorted(maps.Keys(stamps)) {
		id, ok := strings.CutSuffix(name, ".json")
		if !ok || !idRE().MatchString(id) {
			continue
		}
		b.mu.Lock()
		had, ok := b.read[id]
		b.mu.Unlock()
		if ok && (had.ended() || had.stamp == stamps[name] && had.stamp != "") {
			out = append(out, had.head)
			continue
		}
		r, err := b.look(id, false)
		var gone *Refusal
		switch {
		case errors.As(err, &gone): // removed meanwhile
		case err != nil:
			bad = errors.Join(bad, err)
		default:
			out = append(out, r.head)
		}
	}
	slices.SortFunc(out, func(x, y head) int {
		return cmp.Or(y.Created.Compare(x.Created), strings.Compare(x.ID, y.ID))
	})
	return out, bad
}

// ended reports whether a session has ended: it stays so, whatever is noted in it
// afterwards.
func (r *read) ended() bool { return r.head.Phase == gate.Closed }

// stamps returns the files that sessions lie in, each with its stamp; "" where that is
// not known without reading the file, or need not be.
func (b *Book) stamps() (map[string]string, error) {
	if f, ok := b.files.(interface {
		Stamps(folder string, known func(name string) bool) (map[string]string, error)
	}); ok {
		return f.Stamps(folder, func(name string) bool {
			b.mu.Lock()
			defer b.mu.Unlock()
			had, ok := b.read[strings.TrimSuffix(name, ".json")]
			return ok && had.ended()
		})
	}
	names, err := b.files.List(folder)
	stamps := make(map[string]string, len(names))
	for _, name := range names {
		stamps[name] = ""
	}
	return stamps, err
}

// List gives copies of the sessions that can be read, the newest first; the error
// says which can't.
func (b *Book) List() ([]*Session, error) {
	all, bad := b.heads()
	var out []*Session
	for _, h := range all {
		s, err := b.View(h.ID)
		var gone *Refusal
		switch {
		case errors.As(err, &gone):
		case err != nil:
			bad = errors.Join(bad, err)
		default:
			out = append(out, s)
		}
	}
	return out, bad
}

// own is the newest open session of an agent but for one, nil for none.
func (b *Book) own(who Agent, but string) (*Session, error) {
	all, err := b.heads()
	for _, h := range all {
		if h.Owner.Agent == who && h.ID != but && b.open(h) {
			return b.load(h.ID)
		}
	}
	return nil, err
}

// Governs returns which session rules what an agent writes: its own newest open one,
// for a subagent without one that of the agent it works for, else none. Where the
// newest has ended because nothing happened for long, or its record is forged, it
// goes on to rule, and forbids: an agent is not let off by waiting. Governs fails where
// a session can't be read and another does not decide.
func (b *Book) Governs(who Agent) (Standing, error) {
	none := Standing{Language: b.Language("")}
	if !who.Known() {
		return none, nil
	}
	all, err := b.heads()
	for _, agent := range []Agent{who, who.Parent()} {
		newest := true
		for _, h := range all {
			if h.Owner.Agent != agent {
				continue
			}
			if first := newest; !b.open(h) && !first {
				continue
			}
			newest = false
			s, err := b.View(h.ID)
			if err != nil {
				return none, err
			}
			if b.expired(h) && h.Phase != gate.Closed {
				s = s.clone()
				s.close(closedIdle)
			}
			if s.Phase() != gate.Closed || s.Holds() {
				return Standing{Session: s, Inherited: agent != who}, nil
			}
		}
	}
	return none, err
}

// Release ends a session: the way out of the person. It waits for the session's lock
// until ctx ends, and then does without. One that can't be read, or whose file is
// gone, gets a record that says no more than that it has ended.
func (b *Book) Release(ctx context.Context, id string) error {
	if !idRE().MatchString(id) {
		return b.notFound(id)
	}
	end := func(s *Session) error {
		if s.state.Phase != gate.Closed || s.Holds() {
			s.close(s.say(speech.EndedReleased))
		}
		return nil
	}
	err := b.Update(ctx, id, end)
	if err == nil {
		return nil
	}
	b.opts.Log.Warn("a session is released without its lock or its record", "session", id, "why", err)
	s, err := b.View(id)
	if err != nil {
		l := b.Language("")
		s = newSession(id, Question, l.Say(speech.RecordLost), Agent{}, l, b.opts.Now, b.opts.Judge)
	}
	s.next(s.noted)
	return cmp.Or(end(s), b.save(s))
}

// Expire ends the sessions in which nothing happened for seven days, and gives
// their ids; it removes those that ended a month ago.
func (b *Book) Expire(ctx context.Context) ([]string, error) {
	all, err := b.heads()
	var ended []string
	for _, h := range all {
		switch {
		case h.Phase != gate.Closed && b.expired(h):
			err = errors.Join(err, b.Update(ctx, h.ID, func(s *Session) error { return nil }))
			ended = append(ended, h.ID)
		case h.Phase == gate.Closed && b.opts.Now().Sub(h.Active) > kept:
			err = errors.Join(err, b.drop(h.ID))
		}
	}
	return ended, err
}
