package daemon

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Protocol is the number of the greeting and of what follows it. A process
// serves clients of its own number only; of another number they can still ask
// for its status, stop it, or have it hand over: the fields ci, kind, do, build
// and error never change their meaning.
const Protocol = 1

// maxGreeting is how many bytes a line of the greeting may have.
const maxGreeting = 64 << 10

// maxConnection is how many bytes the name of a connection may have.
const maxConnection = 200

// maxReport is how many bytes an answer to a request of the greeting may have.
const maxReport = 4 << 20

// Kinds of Hello beside those of the endpoints.
const kindControl = "control"

// KindHook is that of the endpoint of an agent's hooks: one line each way. No
// repository is opened for it.
const KindHook = "hook"

// KindEditor is that of the endpoint of editors: they say which repositories they are
// about after the greeting.
const KindEditor = "lsp"

// Requests of kindControl.
const (
	doStatus   = "status"
	doStop     = "stop"
	doHandOver = "hand_over"
)

// hello is what a client says first: one line of JSON.
type hello struct {
	CI int `json:"ci"` // Protocol
	// Kind is the endpoint that the client wants, or kindControl.
	Kind string `json:"kind"`
	// Do is what a client of kindControl wants.
	Do    string `json:"do,omitempty"`
	Build Build  `json:"build"`
	// Root is the client's repository, Env those of its variables that decide how
	// it is read; nil for those of the process.
	Root string            `json:"root,omitempty"`
	Env  map[string]string `json:"env"`
	// Agent is the id that the agent's own program gives its conversation.
	Agent string `json:"agent,omitempty"`
	// Connection is what the client calls its connection: it is the same when it
	// connects again. Of at most maxConnection bytes.
	Connection string `json:"connection,omitempty"`
}

// welcome is what the process answers: one line of JSON. After that follows what
// the endpoint says; the connection of a client of kindControl is closed when
// what it asked for is done.
type welcome struct {
	CI    int   `json:"ci"`
	PID   int   `json:"pid"`
	Build Build `json:"build"`
	// Error is why the client is not served, and what to do.
	Error string `json:"error,omitempty"`
	// Again: there will be another process at once.
	Again bool `json:"again,omitempty"`
	// Status answers doStatus and doStop.
	Status *Status `json:"status,omitempty"`
	// HTTP, Token and Root answer doHandOver: what to go on with.
	HTTP  string `json:"http,omitempty"`
	Token string `json:"token,omitempty"`
	Root  string `json:"root,omitempty"`
}

// errGreeting: what came is no greeting.
var errGreeting = errors.New("not a greeting of ci")

// parseHello reads what a client says first, the line's end not included.
func parseHello(line []byte) (hello, error) {
	var h hello
	if err := json.Unmarshal(line, &h); err != nil || h.CI <= 0 || h.Kind == "" {
		return hello{}, errGreeting
	}
	return h, nil
}

// parseWelcome reads what the process answers, the line's end not included.
func parseWelcome(line []byte) (welcome, error) {
	var w welcome
	if err := json.Unmarshal(line, &w); err != nil || w.CI <= 0 {
		return welcome{}, errGreeting
	}
	return w, nil
}

// readLine reads a line of at most limit bytes, without its end; nothing after it
// is taken from r.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > limit {
			return nil, errGreeting
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimRight(line, "\r\n"), nil
		case err == io.EOF && len(line) > 0:
			return nil, io.ErrUnexpectedEOF
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}

// writeLine writes a value as a line of JSON, in one write.
func writeLine(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// Status is what a process says of itself.
type Status struct {
	PID     int       `json:"pid"`
	Build   Build     `json:"build"`
	Started time.Time `json:"started"`
	// Uptime is in seconds.
	Uptime float64 `json:"uptime_seconds"`
	// Memory is what the process has in memory, files that it maps included;
	// Heap is what Go's part of it is. In bytes.
	Memory int64 `json:"memory_bytes"`
	Heap   int64 `json:"heap_bytes"`
	// Log is the file that it logs to, Socket the one that clients connect to.
	Log    string `json:"log,omitempty"`
	Socket string `json:"socket"`
	// HTTP is the address, Token the file with the token; "" when HTTP is off.
	HTTP         string             `json:"http,omitempty"`
	Token        string             `json:"token,omitempty"`
	Clients      []ClientStatus     `json:"clients"`
	Repositories []RepositoryStatus `json:"repositories"`
}

// ClientStatus is one client of a process.
type ClientStatus struct {
	Kind    string `json:"kind"`
	PID     int    `json:"pid,omitempty"`
	Version string `json:"version"`
	Root    string `json:"root,omitempty"`
	// Since when it is there, and Idle how long nothing came from it, in seconds.
	Since time.Time `json:"since"`
	Idle  float64   `json:"idle_seconds"`
}

// RepositoryStatus is one repository of a process.
type RepositoryStatus struct {
	Root string `json:"root"`
	// State is "opening", "indexing" (there is no answer from the index yet),
	// "looking" (there is one of an earlier process, and what has changed since is
	// being looked for), "ready", or "gone": its folder is.
	State string `json:"state"`
	// Doing is what it is at: a phase, how much of it is done, how fast, and how long
	// the rest takes. A repository that is ready may still be embedded.
	Doing      string `json:"doing,omitempty"`
	Generation uint64 `json:"generation,omitempty"`
	// Indexed are files that are in the index, Files those that should be.
	Indexed int `json:"indexed"`
	Files   int `json:"files"`
	// Behind is how many changes are known that the index has not.
	Behind int `json:"behind"`
	// Watching is how changes are noticed; "" while they are not.
	Watching string `json:"watching,omitempty"`
	// Problem is what users should know, "" when there is nothing.
	Problem string `json:"problem,omitempty"`
	// Users is how many hold it, Idle how long nobody has, in seconds.
	Users int     `json:"users"`
	Idle  float64 `json:"idle_seconds"`
}

// tooOldOrNew is what a client of another Protocol is told.
func tooOldOrNew(process, client Build) string {
	if client.Compare(process) > 0 {
		return fmt.Sprintf("the shared process is of an older build (%s) and can't serve this one (%s); end it with 'ci stop'", process.Version, client.Version)
	}
	return fmt.Sprintf("the shared process is of a newer build (%s) and can't serve this one (%s); restart the editor or agent, so that it runs the newer one, or use --no-daemon", process.Version, client.Version)
}
