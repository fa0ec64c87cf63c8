package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/speech"

	"github.com/mark3labs/mcp-go/mcp"
)

// common are the arguments that all tools have.
type common struct {
	SessionID string `json:"session_id" help:"of start_session"`
	Root      string `json:"root" help:"other repository"`
	Budget    int    `json:"budget_tokens" min:"200" max:"20000" def:"2000" help:"most tokens"`
}

func (c *common) shared() *common { return c }

// code are the arguments of tools whose answer may be of text that is not saved.
type code struct {
	Unsaved bool `json:"unsaved" def:"false" help:"also what editors have not saved"`
}

func (c *code) unsaved() bool { return c.Unsaved }

// paged are the arguments of tools that answer with a list.
type paged struct {
	common
	Cursor string `json:"cursor" help:"next_cursor"`
}

func (p *paged) cursor() string { return p.Cursor }

// meta is what all answers say: how fresh and how sure they are.
type meta struct {
	Generation uint64 `json:"generation"`
	// Behind is how many changes on disk are known that the index does not have.
	Behind int `json:"behind,omitempty"`
	// Complete: nothing of what was asked for is missing, or of the past, or was
	// not readable. Else Why says why.
	Complete bool   `json:"complete"`
	Why      string `json:"why,omitempty"`
	// Share is how many files of how many the first index has, while it is made.
	Share string `json:"indexed_share,omitempty"`
	// Stale are the files of the answer that changed after they were indexed.
	Stale []string `json:"stale,omitempty"`
	// Unsaved are files of which an editor has another text than the disk, those of the
	// answer first; not all where there are many. The answer is of these texts only
	// where that was asked for.
	Unsaved []string `json:"unsaved,omitempty"`
	// WhyEmpty says why there is nothing, Near has names that exist.
	WhyEmpty string   `json:"why_empty,omitempty"`
	Near     []string `json:"near,omitempty"`
	// Dropped says what was left out for the budget.
	Dropped string `json:"dropped,omitempty"`
	Hint    string `json:"hint,omitempty"`
	// Call is the number of the call in its session, Phase that of the session; none
	// without a session.
	Call  int        `json:"call,omitempty"`
	Phase gate.Phase `json:"phase,omitempty"`
}

// hint adds hints to those that the answer has.
func (m *meta) hint(more ...string) {
	if m.Hint != "" {
		more = append([]string{m.Hint}, more...)
	}
	m.Hint = strings.Join(more, "; ")
}

// page is what answers with a list say.
type page struct {
	Total      int    `json:"total"`
	Truncated  bool   `json:"truncated"`
	NextCursor string `json:"next_cursor,omitempty"`
}

// elements is a list of which the elements are JSON already.
type elements interface{ element() reflect.Type }

// list is a list of T in an answer.
type list[T any] []json.RawMessage

func (list[T]) element() reflect.Type { return reflect.TypeFor[T]() }

// MarshalJSON implements json.Marshaler: a list without elements is [].
func (l list[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return marshal([]json.RawMessage(l))
}

// charsPerToken is how many characters count as a token.
const charsPerToken = 4

// envelope is how much of an answer's budget is kept for what is not in its list,
// in characters.
const envelope = 400

// call is one call of a tool.
type call struct {
	server *Server
	tool   *tool
	args   *common
	// repo is the repository that is asked, at the root folder root; home is that
	// of the client.
	repo       Repository
	root, home string
	// agent is who asks, session what it asks in: as it was before the call; nil for
	// none. collection is the one that it is about. client is who is at the other end,
	// program what it calls itself where the protocol has it do so in each call, started
	// the session that was begun on its connection last, until the next call.
	// uncertain: several sessions might be the one that it is in, so it is in none.
	agent      session.Agent
	client     Client
	program    string
	session    *session.Session
	collection string
	started    *atomic.Pointer[string]
	uncertain  bool
	// speaks is the language of the session that a tool of sessions is about, "" until
	// that is known.
	speaks speech.Language
	// question is what a cursor must be of, cursor the one that was given.
	question uint32
	cursor   *cursor
	// progress is the token that progress is told by, nil when the client wants to
	// hear nothing.
	progress mcp.ProgressToken
	// work is done when the answer is to have what it has; nil while there is none.
	work context.Context
	// generation is that of the index that the answer is from.
	generation uint64
	// unsaved: the answer is to be of what editors have not saved, too.
	unsaved bool
	// about is what the question is about.
	about workspace.About
	// room is how many characters are left for the answer.
	room int
	// shown is what the answer shows of the repository.
	shown session.Shown
}

// from is where the list of the answer begins.
func (c *call) from() int {
	if c.cursor == nil {
		return 0
	}
	return c.cursor.Offset
}

// ask has find look for the answer in the state of the repository as it is now, or
// in what is known of it already. find may be called more than once, each time with
// an answer that is empty.
func (c *call) ask(ctx context.Context, m *meta, find func(v *view) error) error {
	var v *view
	var failed error
	defer func() { v.close() }()
	cancel := func() {}
	defer func() { cancel() }()
	stop := c.tellProgress(ctx)
	w := c.repo.Workspace()
	answer, edited := w.AnswerAbout, w.Unsaved()
	if c.unsaved {
		answer = w.AnswerUnsavedAbout
	}
	room := c.args.Budget*charsPerToken - envelope
	if len(edited) > 0 {
		room -= len(mustJSON(edited[:min(len(edited), maxUnsaved)]))
	}
	_, fresh, err := answer(ctx, c.about, func(s *workspace.State) []string {
		v.close()
		cancel()
		var work context.Context
		work, cancel = c.server.within(ctx, answerTime)
		v = newView(work, c, s)
		c.work = work
		c.shown = session.Shown{}
		c.generation, c.room = s.Generation, room
		failed = find(v)
		return v.paths()
	})
	stop()
	if err != nil {
		return c.unusable(ctx, err)
	}
	c.fresh(m, fresh)
	switch {
	case failed != nil && v.ctx.Err() != nil:
		return c.ended(v.ctx)
	case v.ctx.Err() != nil:
		m.Complete, m.Why = false, whyLate
	}
	slices.SortStableFunc(edited, func(a, b string) int { return compareUsed(v.used[b], v.used[a]) })
	m.Unsaved = edited[:min(len(edited), maxUnsaved)]
	if v.state.Glimpse() && m.WhyEmpty != "" {
		m.WhyEmpty, m.Near = "nothing was found so far: the repository is being indexed; ask again in a moment, or use search_text", nil
	}
	return failed
}

// maxUnsaved is how many files with text that is not saved an answer names.
const maxUnsaved = 5

// compareUsed orders false before true.
func compareUsed(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// fresh says how far an answer can be trusted.
func (c *call) fresh(m *meta, f workspace.Freshness) {
	m.Generation, m.Behind, m.Complete, m.Why, m.Stale = f.Generation, f.Behind, f.Complete, f.Why, f.Stale
	if f.Of > 0 {
		m.Share = fmt.Sprintf("%d of %d files", f.Indexed, f.Of)
	}
	if c.cursor != nil && c.cursor.Generation != f.Generation {
		m.hint(fmt.Sprintf("the index changed since the first page (generation %d, now %d): items may be missing or come twice", c.cursor.Generation, f.Generation))
	}
}

// fill adds the items of a list that has total of them, from the cursor on, until
// there is no room for the next, or there are limit (0: any number).
func fill[T any](c *call, m *meta, l *list[T], p *page, total, limit int, at func(i int) T) {
	*l, *p = nil, page{Total: total}
	c.shown.Hits = total
	i := min(c.from(), total)
	for ; i < total && (limit == 0 || len(*l) < limit) && (c.work == nil || c.work.Err() == nil); i++ {
		x := at(i)
		item := mustJSON(x)
		if len(item)+1 > c.room {
			if len(*l) == 0 {
				m.Dropped = fmt.Sprintf("the next item alone takes %d tokens: raise budget_tokens", (len(item)+envelope)/charsPerToken+1)
			}
			break
		}
		c.room -= len(item) + 1
		*l = append(*l, item)
		if s, ok := any(&x).(interface{ show(*session.Shown) }); ok {
			s.show(&c.shown)
		}
	}
	if i < total {
		p.Truncated = true
		p.NextCursor = cursor{Offset: i, Generation: c.generation, Question: c.question}.String()
	}
}
