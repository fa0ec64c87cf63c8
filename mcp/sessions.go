package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"time"

	"codeintel/index"
	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/memory"
	"codeintel/session/speech"
)

// limited says whether the phase of a session limits a tool.
func (t *tool) limited() bool { return gate.Explores(t.name) || t.name == gate.SemanticSearch }

// join finds the session that a call of a tool is in which phases limit, and asks
// whether its phase allows it. A repository that is not the client's own has no
// session but one that is named. A call that names none is always answered, unless it
// is certain which session it is in and the phase of that forbids it: what has become
// of sessions is no reason not to.
func (c *call) join(ctx context.Context, in any) error {
	if !c.tool.limited() || c.args.SessionID == "" && c.root != c.home {
		return nil
	}
	if x, ok := in.(interface{ collection() string }); ok {
		c.collection = x.collection()
	}
	err := c.enter(ctx)
	if err == nil || c.args.SessionID != "" || ctx.Err() != nil {
		return err
	}
	if r := refusal(err); r != nil && r.Code == gate.PhaseForbidden {
		return err
	}
	c.server.opts.Log.Warn("a call is answered without the session of its agent", "error", err)
	return nil
}

// enter finds the session of a call, and asks whether its phase allows the call.
func (c *call) enter(ctx context.Context) error {
	book := c.repo.Sessions()
	id, err := c.find(ctx, false)
	if err != nil || id == "" {
		return err
	}
	s, err := book.View(id)
	if err != nil {
		return err
	}
	if s.Check(c.tool.name, c.collection) != nil { // it is counted, or allowed by now
		if err := book.Update(ctx, id, func(s *session.Session) error { return s.Check(c.tool.name, c.collection) }); err != nil {
			return err
		}
		if s, err = book.View(id); err != nil {
			return err
		}
	}
	c.session = s
	return nil
}

// find returns the session that a call is in, "" for none; need is set where it can't
// do without.
func (c *call) find(ctx context.Context, need bool) (id string, err error) {
	c.settle(ctx)
	book := c.repo.Sessions()
	if c.args.SessionID != "" {
		if err := book.Resume(ctx, c.args.SessionID, c.connection); err != nil && refusal(err) == nil {
			c.server.opts.Log.Warn("a session can't be resumed", "error", err)
		}
	}
	by := session.Caller{Agent: c.agent}
	if c.args.SessionID == "" && (need || !c.client.isShared()) {
		by.Connection = c.connection().ID
	}
	id, c.uncertain, err = book.Find(c.args.SessionID, by, need)
	return id, err
}

// connection returns the connection that the call came over, as sessions are bound to
// it. Over HTTP it has the process at the other end, and where the protocol has no
// sessions its ID is that of the process and of the program that the call names.
func (c *call) connection() session.Connection {
	if c.client.Peer == nil {
		return c.client.Connection
	}
	p := c.client.Peer()
	switch {
	case c.client.Connection.ID != "":
		p.ID = c.client.Connection.ID
	case p.ID != "" && c.program != "":
		p.ID += " " + c.program
	}
	return p
}

// language is the one to answer the call in: that of its session, else that of the
// configuration.
func (c *call) language() speech.Language {
	switch {
	case c.speaks != "":
		return c.speaks
	case c.session != nil:
		return c.session.Language()
	case c.repo != nil:
		return c.repo.Sessions().Language("")
	}
	return speech.English
}

// refusal is the refusal that an error is; nil for none.
func refusal(err error) *session.Refusal {
	var r *session.Refusal
	errors.As(err, &r)
	return r
}

// settle ends the sessions that the agent began before the one that was begun last on
// this connection: by now a hook has said whether that is a subagent's.
func (c *call) settle(ctx context.Context) {
	if c.started == nil || !c.agent.Known() {
		return
	}
	id := c.started.Swap(nil)
	if id == nil {
		return
	}
	if err := c.repo.Sessions().Settle(ctx, *id); err != nil && refusal(err) == nil {
		c.server.opts.Log.Warn("the sessions that an agent began before can't be ended", "error", err)
	}
}

// recordTime is how long a call may wait to be recorded: a process that is stopped may
// have the lock of its session.
const recordTime = 5 * time.Second

// observed has the session of the call record what was asked and shown, and says so
// in the answer.
func (c *call) observed(ctx context.Context, arguments []byte, out any, failed error) {
	m, ok := out.(interface{ about() *meta })
	if c.session == nil {
		if c.uncertain && ok && failed == nil {
			m.about().hint(c.language().Say(speech.PassIDOfSeveral))
		}
		return
	}
	record := session.Call{
		Tool: c.tool.name, Params: own(index.MaskSecretsInJSON(arguments)), Collection: c.collection, At: c.server.opts.Now(), Failed: failed != nil,
	}
	if failed == nil {
		record.Shown, record.Summary = c.shown, summarized(c.language(), &c.shown)
	} else {
		record.Summary = asToolError(failed).Code
	}
	number := 0
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	err := c.repo.Sessions().Update(ctx, c.session.ID(), func(s *session.Session) error {
		number, c.session = s.Observe(record), s
		return nil
	})
	if !ok || failed != nil {
		return
	}
	if err != nil {
		c.server.opts.Log.Error("a call is not recorded", "error", err)
		m.about().Hint = c.language().Say(speech.NotRecorded)
		return
	}
	m.about().Call, m.about().Phase = number, c.session.Phase()
}

func (m *meta) about() *meta { return m }

// own are the arguments that say what a call was about.
func own(arguments []byte) json.RawMessage {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(arguments, &fields) != nil { // there are none, or bad ones
		return json.RawMessage("{}")
	}
	for _, shared := range []string{"session_id", "root", "budget_tokens", "cursor"} {
		delete(fields, shared)
	}
	return mustJSON(fields)
}

// summarized says in a few words what an answer has shown.
func summarized(l speech.Language, s *session.Shown) string {
	var names []string
	add := func(n string) {
		if len(names) < 5 && n != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	for _, x := range s.Symbols {
		add(x.Name)
	}
	for _, x := range s.Lines {
		add(x.File)
	}
	if len(names) == 0 {
		return l.Say(speech.Hits{N: s.Hits})
	}
	return clip(l.Say(speech.HitsOf{N: s.Hits, Names: names}), 200)
}

// inSession finds the session of a call of a tool that is about one.
func (c *call) inSession(ctx context.Context) (string, error) {
	return c.find(ctx, true)
}

// update changes the session of a call.
func (c *call) update(ctx context.Context, change func(s *session.Session) error) error {
	id, err := c.inSession(ctx)
	if err != nil {
		return err
	}
	return c.repo.Sessions().Update(ctx, id, func(s *session.Session) error {
		c.speaks = s.Language()
		return change(s)
	})
}

// judged is update with the repository as evidence.
func (c *call) judged(ctx context.Context, change func(s *session.Session, e *evidence) error) error {
	id, err := c.inSession(ctx)
	if err != nil {
		return err
	}
	e, err := c.code(ctx, true)
	if err != nil {
		return err
	}
	defer e.close()
	return c.repo.Sessions().Update(ctx, id, func(s *session.Session) error {
		c.speaks = s.Language()
		err := change(s, e)
		if ctx.Err() != nil { // the evidence may be a part
			return c.ended(ctx)
		}
		return err
	})
}

// trimmed is a part of answers that are cut to fit into the caller's budget.
type trimmed struct {
	// Dropped says what was left out for the budget.
	Dropped string `json:"dropped,omitempty"`
}

// sessionRow makes a tool that is about sessions: its answer has no place in a list,
// and fits by losing the ends of its longest lists.
func sessionRow[In, Out any](name, title, description string, run func(ctx context.Context, c *call, in *In, out *Out) error) tool {
	t := row(name, title, description, func(ctx context.Context, c *call, in *In, out *Out) error {
		if err := run(ctx, c, in, out); err != nil {
			return err
		}
		fit(c.language(), out, c.args.Budget*charsPerToken)
		return nil
	})
	t.session = true
	return t
}

// fit shortens the lists of an answer until it has room characters at the most,
// the longest first, each from its end; then it leaves out objects, and what is
// allowed. It says what.
func fit(l speech.Language, out any, room int) {
	v := reflect.ValueOf(out).Elem()
	dropped := map[string]int{}
	for stage := 0; stage < 3 && len(mustJSON(out)) > room; {
		var longest reflect.Value
		size, name := len("[]"), ""
		for _, f := range fieldsOf(v.Type()) {
			at, err := v.FieldByIndexErr(f.index)
			switch {
			case err != nil || f.typ.Kind() != reflect.Slice && (stage != 1 || f.typ.Kind() != reflect.Pointer):
			case f.name == "allowed_tools" && stage < 2:
			default:
				if n := len(mustJSON(at.Interface())); n > size && !at.IsZero() {
					longest, size, name = at, n, f.name
				}
			}
		}
		switch {
		case name == "":
			stage++
			continue
		case longest.Kind() == reflect.Pointer:
			dropped[name] = 1
			longest.SetZero()
		default:
			keep := longest.Len() / 2
			dropped[name] += longest.Len() - keep
			longest.SetLen(keep)
		}
		var parts []speech.Part
		for _, n := range slices.Sorted(maps.Keys(dropped)) {
			parts = append(parts, speech.Part{N: dropped[n], Of: n})
		}
		v.FieldByName("Dropped").SetString(l.Say(speech.Dropped{Parts: parts}))
	}
}

// slotIn is what an agent says fills a slot.
type slotIn struct {
	Value string `json:"value" req:"true"`
	Quote string `json:"quote" req:"true"`
}

func slots(in map[string]*slotIn) map[session.Slot]*session.SlotValue {
	out := map[session.Slot]*session.SlotValue{}
	for k, v := range in {
		if v != nil {
			out[session.Slot(k)] = &session.SlotValue{Value: v.Value, Quote: v.Quote}
		}
	}
	return out
}

// citedIn is a call that is cited.
type citedIn struct {
	Tool   string          `json:"tool" req:"true"`
	Params json.RawMessage `json:"params"`
	Call   int             `json:"call" min:"0"`
	Result string          `json:"result"`
}

func (c citedIn) cited() session.Cited {
	return session.Cited{Tool: c.Tool, Params: c.Params, Call: c.Call, Result: c.Result}
}

// citationIn is code that is cited.
type citationIn struct {
	Symbol  string `json:"symbol"`
	File    string `json:"file"`
	Line    int    `json:"line" min:"0"`
	EndLine int    `json:"end_line" min:"0"`
	Text    string `json:"text"`
}

// bind reads words that name what is cited.
func (c *citationIn) bind(raw json.RawMessage) bool { return json.Unmarshal(raw, &c.Text) == nil }

// resolvedIn are values of slots that were found, with the calls that show them.
type resolvedIn struct {
	Resolved     map[string]string  `json:"resolved_frame" keys:"target_feature,trigger_condition,observed_issue,desired_action" help:"slots that exploration found"`
	SlotEvidence map[string]citedIn `json:"slot_evidence" keys:"target_feature,trigger_condition,observed_issue,desired_action" doc:"for a slot {tool, call, result}: result names what the call showed" example:"{\"target_feature\":{\"tool\":\"find_definitions\",\"result\":\"Cart.Checkout\"}}"`
}

func (r *resolvedIn) values() (map[session.Slot]string, map[session.Slot]session.Cited) {
	values, evidence := map[session.Slot]string{}, map[session.Slot]session.Cited{}
	for k, v := range r.Resolved {
		values[session.Slot(k)] = v
	}
	for k, v := range r.SlotEvidence {
		evidence[session.Slot(k)] = v.cited()
	}
	return values, evidence
}

// relevanceIn says which symbols are what the request is about.
type relevanceIn struct {
	Relevant     []string     `json:"relevant_symbols" help:"those that target_feature means" example:"[\"Cart.Checkout\"]"`
	Reasoning    string       `json:"reasoning" help:"why"`
	CodeEvidence []citationIn `json:"code_evidence" doc:"code that shows it: symbols, path:line, or {file, line, end_line, text}" example:"[\"Cart.Checkout\"]"`
}

func (r *relevanceIn) relevance() session.Relevance {
	out := session.Relevance{Symbols: r.Relevant, Reasoning: r.Reasoning}
	for _, x := range r.CodeEvidence {
		out.Evidence = append(out.Evidence, session.Citation(x))
	}
	return out
}

// remember logs a plan.
func (c *call) remember(ctx context.Context, p *session.Plan, query, id string) {
	if err := c.repo.Memory().RecordDecision(ctx, memory.DecisionOf(p, query, id)); err != nil {
		c.server.opts.Log.Warn("a plan is not logged", "error", err)
	}
}
