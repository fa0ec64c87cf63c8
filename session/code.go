package session

import (
	"encoding/json"
	"time"
)

// Agent is who makes calls: an agent of a client, or a subagent of it. The zero
// value is an agent of which nothing is known.
type Agent struct {
	// Client is the client's own id of the conversation, Sub that of the subagent,
	// "" for the agent itself.
	Client string `json:"client,omitempty"`
	Sub    string `json:"sub,omitempty"`
}

// Known reports whether anything is known of the agent.
func (a Agent) Known() bool { return a.Client != "" }

// Parent is the agent that a subagent works for; that of others is themselves.
func (a Agent) Parent() Agent { return Agent{Client: a.Client} }

// Connection identifies the connection over which a session was begun.
type Connection struct {
	// ID is unguessable, and stays the same when a client connects again; "" where
	// the session was not begun over a connection.
	ID string `json:"connection,omitempty"`
	// PID is the process at the other end, and Started when it began, in the unit of
	// the system; 0 where they are not known.
	PID     int   `json:"pid,omitempty"`
	Started int64 `json:"started,omitempty"`
}

// Caller is who calls a tool, as far as it is known.
type Caller struct {
	Agent
	// Connection is the ID of the connection that the call came over, "" for none.
	Connection string
}

// owner is whose a session is.
type owner struct {
	Agent
	Connection
	// Hooked reports whether a hook named the agent. Hooks tell subagents apart, and
	// connections do not.
	Hooked bool `json:"hooked,omitempty"`
}

// Symbol is a symbol of the graph.
type Symbol struct {
	// Symbol is the SCIP symbol, Name what people call it.
	Symbol string `json:"symbol"`
	Name   string `json:"name"`
	Kind   string `json:"kind,omitempty"`
	// File and lines (1-based, both inclusive) of its definition; "" and 0 where it
	// is defined elsewhere.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	EndLine int    `json:"end_line,omitempty"`
}

// Lines are lines of a file, 1-based, both inclusive. Hash is that of the file's
// content, "" where it is not known.
type Lines struct {
	File string `json:"file"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Hash string `json:"hash,omitempty"`
}

// Shown is what an answer showed. A mere name of a file, or the number of a line,
// is not shown: Lines are those of which the text is in the answer.
type Shown struct {
	Symbols []Symbol
	Lines   []Lines
	// Hits is how many items the answer has.
	Hits int
}

// Call is a call of a tool that an agent made, and what it answered.
type Call struct {
	Tool   string
	Params json.RawMessage
	// Collection is that of semantic_search: map, forest or auto.
	Collection string
	// Summary says in a few words what the answer is.
	Summary string
	Shown   Shown
	At      time.Time
	// Failed: it answered with an error. It shows nothing and is no use of the tool.
	Failed bool
}

// FileInfo is what is known of a file.
type FileInfo struct {
	// Lines is how many there are.
	Lines int
	Hash  string
	// Generated: the file says that a program wrote it.
	Generated bool
}

// Code is a repository as the server's own index has it. Paths are relative to its
// root, with /, cleaned; lines are 1-based.
type Code interface {
	// Symbols are those that a name means: bare, qualified, or a SCIP symbol.
	Symbols(name string) []Symbol
	// Places are the definitions of a SCIP symbol, one Symbol each: those that people
	// wrote as code of the repository itself before those in tests, generated files and
	// copies of others' code.
	Places(symbol string) []Symbol
	// Related reports whether, of two SCIP symbols, one calls, references, contains
	// or implements the other.
	Related(a, b string) bool
	// File finds a text file of the repository, whether or not it has symbols.
	File(path string) (FileInfo, bool)
	// Folder reports whether a folder is in the repository; "." is.
	Folder(path string) bool
	// Text gives lines of a file.
	Text(path string, from, to int) (string, bool)
	// Size is how much there is in the repository.
	Size() Size
	// Near are names of the repository that are like one which nothing has, the
	// nearest first; at most a few.
	Near(name string) []string
	// Beside are files of code that go with some others, the nearest first: those which
	// they use, then those in the same folders. At most a few, and none of the others.
	Beside(files []string) []string
}

// Size is how much a repository has. Files of this program's own do not count.
type Size struct {
	// Symbols that are defined, and text files that have at least one line; both may
	// be counted no further than matters.
	Symbols, Files int
	// Code: at least one of the files is code, by gate.Plain.
	Code bool
}

// Judge says how alike the meanings of a term and a symbol's name are.
type Judge interface {
	// ID names the model; "" while there is none.
	ID() string
	// Similar gives the raw similarity and the one that is calibrated, by which
	// tiers are decided. ok is false where it can't judge.
	Similar(term, name string) (raw, calibrated float64, ok bool)
	// Agrees says whether a value says what a quote of the query says; why is the code of
	// what speaks against it (number, opposite, negation, action, else the subject),
	// "unsure" where the words of the two do not tell, "" where it does.
	Agrees(value, quote string) (why string)
	// Says reports whether a text of code says what a term says.
	Says(term, text string) bool
	// Settled are the symbols that a term was found to mean before.
	Settled(term string, c Code) []Settled
}

// Settled is a symbol that a term means, whatever they are called. By is what says so:
// an agreement of people, or a session that succeeded.
type Settled struct{ Symbol, By string }
