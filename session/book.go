package session

import (
	"context"
	"log/slog"
	"time"

	"codeintel/session/files"
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
}

// Book has the sessions of a repository. Its methods may be called at the same
// time, and other processes may have books of the same files.
type Book struct{}

// OpenBook gives the book that is kept in files below sessions/.
func OpenBook(f files.Files, o BookOptions) *Book { panic("to come") }

// StartArgs say what a session is for.
type StartArgs struct {
	Intent Intent
	Query  string
	// Slots may be handed in at once; nil when they are not.
	Slots map[Slot]*SlotValue
}

// Started is the answer to a start.
type Started struct {
	FrameResult
	Intent Intent `json:"intent"`
	// Prompt asks for the slots that are missing, Schema is that of the answer; ""
	// and nil where none is.
	Prompt string         `json:"extraction_prompt,omitempty"`
	Schema map[string]any `json:"extraction_schema,omitempty"`
}

// Start begins a session. An open one that the same known agent began before ends.
// A subagent begins with what was shown to the agent that it works for.
func (b *Book) Start(ctx context.Context, a StartArgs, who Agent, c Code) (*Started, error) {
	panic("to come")
}

// Update changes a session: change gets its newest state, and what it did is kept
// before Update returns. Where change fails, or it can't be kept, nothing has
// changed; a *Refusal alone is counted.
func (b *Book) Update(ctx context.Context, id string, change func(*Session) error) error {
	panic("to come")
}

// View gives a copy of a session. The error is a *Refusal where there is none.
func (b *Book) View(id string) (*Session, error) { panic("to come") }

// List gives copies of all sessions, the newest first.
func (b *Book) List() ([]*Session, error) { panic("to come") }

// Resolve says which session a call is in: that of id, else the agent's own open
// one, else the only open one of the repository, else none (""). The error is a
// *Refusal: there is no such session, or, where need is set, several are open.
func (b *Book) Resolve(id string, who Agent, need bool) (string, error) { panic("to come") }

// Bind makes a session an agent's own. One that is another's stays so: the error
// is a *Refusal.
func (b *Book) Bind(ctx context.Context, id string, who Agent) error { panic("to come") }

// Governs says which session rules what an agent writes.
func (b *Book) Governs(who Agent) (Standing, error) { panic("to come") }

// Release ends a session: the way out of the person.
func (b *Book) Release(ctx context.Context, id string) error { panic("to come") }

// Expire ends the sessions in which nothing happened for seven days, and gives
// their ids.
func (b *Book) Expire(ctx context.Context) ([]string, error) { panic("to come") }
