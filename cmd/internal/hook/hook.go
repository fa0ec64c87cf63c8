// Package hook is how the gate looks to Claude Code: what its hooks say on standard
// input becomes a question for package guard, and the answer what the client
// understands.
//
// A hook that fails must not open the gate: where there is no answer to a call that
// may write, the process ends with code 2, and says why on standard error.
package hook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"codeintel/cmd/internal/guard"
	"codeintel/session"
	"codeintel/session/shell"
	"codeintel/session/speech"
)

// MaxInput is how many bytes a hook may be told.
const MaxInput = 64 << 20

// maxParams is how many bytes of a call's parameters are kept.
const maxParams = 2 << 10

// maxRead is how many ranges of lines are taken from an answer.
const maxRead = 2000

// input is what the client says.
type input struct {
	Event, SessionID, AgentID, Dir, Tool, Call string
	// Transcript is the file in which the client keeps the conversation, "" for none.
	Transcript      string
	Input, Response json.RawMessage
	Again           bool
}

// decode reads what the client says. Names of fields count as they are written:
// encoding/json would also take another spelling, TOOL_NAME, for one of them. Other
// fields are ignored.
func (in *input) decode(data []byte) error {
	var said map[string]json.RawMessage
	if err := json.Unmarshal(data, &said); err != nil {
		return err
	}
	in.Input, in.Response = said["tool_input"], said["tool_response"]
	for name, field := range map[string]any{
		"hook_event_name": &in.Event, "session_id": &in.SessionID, "agent_id": &in.AgentID, "cwd": &in.Dir, "tool_name": &in.Tool,
		"tool_use_id": &in.Call, "transcript_path": &in.Transcript, "stop_hook_active": &in.Again,
	} {
		if text, ok := said[name]; ok {
			if err := json.Unmarshal(text, field); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// Input is what a client has told its hook.
type Input struct {
	in      input
	effects shell.Effects
}

// Env is the environment of a hook.
type Env struct {
	// Lookup finds a variable.
	Lookup func(string) (string, bool)
	// Read has the contents of a script, patch or list that an agent may have made, by
	// its absolute path.
	Read func(path string) ([]byte, bool)
	// Folder says whether a folder is there.
	Folder func(path string) bool
	// Top is the top folder of the git repository that a folder is in, "" for none.
	Top func(dir string) string
	// Trusted reports whether the person said that a tool of another server only reads,
	// in the repository that a folder is in; nil for no tool.
	Trusted func(dir, tool string) bool
}

// Read reads what a client tells a hook.
func Read(r io.Reader, env Env) (*Input, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxInput+1))
	if err != nil {
		return nil, fmt.Errorf("standard input can't be read: %w", err)
	}
	return parse(data, env)
}

func parse(data []byte, env Env) (*Input, error) {
	if len(data) > MaxInput {
		return nil, fmt.Errorf("the client's hook says more than %d MiB", MaxInput>>20)
	}
	i := &Input{}
	if err := i.in.decode(data); err != nil {
		return nil, fmt.Errorf("what the client's hook says is no JSON of the kind: %w", err)
	}
	switch i.in.Event {
	case "PreToolUse", "PostToolUse", "PostToolUseFailure":
		if i.in.Tool == "" {
			return nil, errors.New("the client's hook names no tool")
		}
		if i.in.Input == nil {
			i.in.Input = json.RawMessage("{}")
		}
		e := shell.Env{Dir: i.in.Dir, Root: env.Top(i.in.Dir), Lookup: env.Lookup, Read: env.Read, Folder: env.Folder}
		if env.Trusted != nil {
			e.Trusted = func(tool string) bool { return env.Trusted(i.in.Dir, tool) }
		}
		i.effects = shell.Tool(i.in.Tool, i.in.Input, e)
	case "":
		return nil, errors.New("the client's hook names no event")
	default:
		if i.in.Tool != "" {
			return nil, fmt.Errorf("the client's hook names a tool in an event that is not known: %.40q", i.in.Event)
		}
	}
	for _, s := range []string{i.in.SessionID, i.in.AgentID, i.in.Call, i.in.Tool, i.in.Dir, i.in.Transcript} {
		if len(s) > 4096 {
			return nil, errors.New("the client's hook has a name of more than 4096 bytes")
		}
	}
	return i, nil
}

// Gated says whether the event is one that a failure of the hook must not let pass.
func (i *Input) Gated() bool { return i.in.Event == "PreToolUse" && !i.effects.ReadOnly }

// Transcript returns the file in which the client keeps the conversation, "" where what
// the call may do needs no look into it.
func (i *Input) Transcript() string {
	if i.looks() && i.in.Tool != "" {
		return ""
	}
	return i.in.Transcript
}

// Dir is the folder that the agent is in.
func (i *Input) Dir() string { return i.in.Dir }

// Asks says whether there is a question for the guard.
func (i *Input) Asks() bool {
	switch i.in.Event {
	case "PreToolUse":
		return !i.looks() || i.key()
	case "PostToolUse", "PostToolUseFailure":
		return !i.looks() || i.in.Event == "PostToolUse" && (len(i.read()) > 0 || i.started() != "")
	}
	return i.in.Event == "Stop" || i.in.Event == "SubagentStop" || i.in.Event == "SessionEnd"
}

// Begins reports whether a session is about to begin, and by which client: the hook
// reports itself then, so that the session is known to be enforced.
func (i *Input) Begins() (client string, ok bool) {
	return i.in.SessionID, i.in.Event == "PreToolUse" && i.starts()
}

// starts reports whether the tool is our start_session, whatever our server is called.
func (i *Input) starts() bool {
	name := i.in.Tool[strings.LastIndex(i.in.Tool, "__")+1:]
	return strings.HasPrefix(i.in.Tool, "mcp__") && strings.TrimPrefix(name, "_") == "start_session"
}

// looks reports whether the tool is one that can't write, whatever it is given. A
// command of which the text says that it only reads is none: it is looked at after
// it ran all the same.
func (i *Input) looks() bool {
	return i.effects.ReadOnly && shell.Looks(i.in.Tool)
}

// Request is the question for the guard, where the event Asks.
func (i *Input) Request(root string) *guard.Request {
	in := &i.in
	r := &guard.Request{
		Version: guard.Version, Root: root, Agent: session.Agent{Client: in.SessionID, Sub: in.AgentID},
		Transcript: in.Transcript, Tool: in.Tool, Call: in.Call, Effects: i.effects, Looks: i.looks() && i.in.Tool != "", Again: in.Again,
	}
	switch in.Event {
	case "PreToolUse":
		r.Event, r.Content = guard.Pre, i.content()
		r.Releases, r.Key = bytes.Contains(i.in.Input, []byte("release")) && releases().Match(i.in.Input), i.key()
	case "PostToolUse", "PostToolUseFailure":
		r.Event = guard.Post
		if in.Event == "PostToolUse" {
			r.Read = i.read()
			r.Started = i.started()
		}
		if len(r.Read) > 0 && len(in.Input) <= maxParams {
			r.Params = in.Input
		}
	case "SessionEnd":
		r.Event = guard.End
	default:
		r.Event = guard.Stop
	}
	return r
}

// releases is a command that ends a session by hand.
var releases = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bsession["'\s\\]+release\b`) })

// key reports whether the call names the file with the key of the gate.
func (i *Input) key() bool {
	return bytes.Contains(i.in.Input, []byte("gate")) && key().Match(i.in.Input)
}

// key is that file in the folder of place.Env.GateFolder.
var key = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bci[/\\]+gate[/\\]+key\b`) })

// content is the hash of all that will be in the file that the call writes.
func (i *Input) content() string {
	if i.in.Tool != "Write" {
		return ""
	}
	var args struct {
		Content *string `json:"content"`
	}
	if json.Unmarshal(i.in.Input, &args) != nil || args.Content == nil {
		return ""
	}
	sum := sha256.Sum256([]byte(*args.Content))
	return hex.EncodeToString(sum[:])
}

// read are the lines that a tool of the client has shown.
func (i *Input) read() []guard.Lines {
	switch i.in.Tool {
	case "Read":
		var out struct {
			File struct {
				Path  string `json:"filePath"`
				Start int    `json:"startLine"`
				Lines int    `json:"numLines"`
			} `json:"file"`
		}
		if json.Unmarshal(i.in.Response, &out) != nil || out.File.Path == "" || out.File.Lines <= 0 || out.File.Start < 0 || out.File.Lines > 1<<30 || out.File.Start > 1<<30 {
			return nil
		}
		from := max(out.File.Start, 1)
		return []guard.Lines{{File: i.abs(out.File.Path), From: from, To: from + out.File.Lines - 1}}
	case "Grep":
		return i.grep()
	}
	return nil
}

// found is a line of what Grep shows: path, number, and the text; "-" stands for ":"
// in lines around a match.
var found = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:(.+?)([:-]))?(\d{1,9})([:-])`) })

func (i *Input) grep() []guard.Lines {
	var args struct {
		Path string `json:"path"`
	}
	var out struct {
		Mode    string `json:"mode"`
		Content string `json:"content"`
	}
	if json.Unmarshal(i.in.Input, &args) != nil || json.Unmarshal(i.in.Response, &out) != nil || out.Mode != "content" {
		return nil
	}
	var list []guard.Lines
	for line := range strings.Lines(out.Content) {
		m := found().FindStringSubmatch(line)
		if m == nil || m[1] != "" && m[2] != m[4] {
			continue
		}
		name := m[1]
		if name == "" {
			name = args.Path
		}
		n, err := strconv.Atoi(m[3])
		if name == "" || err != nil || n == 0 {
			continue
		}
		name = i.abs(name)
		if last := len(list) - 1; last >= 0 && list[last].File == name && list[last].To == n-1 {
			list[last].To = n
			continue
		}
		if list = append(list, guard.Lines{File: name, From: n, To: n}); len(list) == maxRead {
			break
		}
	}
	return list
}

// started returns the session that the call has begun, "" for none.
func (i *Input) started() string {
	if !i.starts() {
		return ""
	}
	return guard.SessionIn(i.in.Response)
}

// Answer is how a hook ends.
type Answer struct {
	Code           int
	Stdout, Stderr string
}

// Failed is the answer where there is no decision, in a language: the gate stays shut.
func (i *Input) Failed(err error, l speech.Language) Answer {
	if i != nil && i.in.Event == "PreToolUse" && i.effects.ReadOnly && !i.looks() {
		return Answer{} // it was to be noted, and reads only as far as its text says
	}
	text := l.Say(speech.Gate{Said: speech.NoDecision{Why: strings.TrimRight(oneLine(err.Error()), ".")}}) + "\n"
	if i != nil && !i.Gated() {
		text = l.Say(speech.GateNote{Said: speech.Said{Text: oneLine(err.Error())}}) + "\n"
		if i.in.Event == "PreToolUse" || i.in.Event == "SessionEnd" || i.effects.ReadOnly && i.in.Event != "Stop" && i.in.Event != "SubagentStop" || i.in.Again {
			return Answer{Code: 1, Stderr: text} // of no matter for the gate
		}
	}
	return Answer{Code: 2, Stderr: text}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Answer is what the client is told.
func (i *Input) Answer(r guard.Response) Answer {
	type specific struct {
		Event    string `json:"hookEventName"`
		Decision string `json:"permissionDecision,omitempty"`
		Reason   string `json:"permissionDecisionReason,omitempty"`
		Context  string `json:"additionalContext,omitempty"`
	}
	var out struct {
		Decision string    `json:"decision,omitempty"`
		Reason   string    `json:"reason,omitempty"`
		Message  string    `json:"systemMessage,omitempty"`
		Specific *specific `json:"hookSpecificOutput,omitempty"`
	}
	event := i.in.Event
	switch {
	case r.Error != "":
		return i.Failed(errors.New(r.Error), speech.English)
	case r.Deny && event == "PreToolUse":
		out.Specific = &specific{Event: event, Decision: "deny", Reason: r.Reason}
	case r.Deny && event == "PostToolUseFailure":
		return Answer{Code: 2, Stderr: r.Reason + "\n"} // the client takes no decision after a failure
	case r.Deny:
		out.Decision, out.Reason = "block", r.Reason
	case r.Note == "":
		return Answer{}
	case strings.HasPrefix(event, "PostToolUse"):
		out.Specific = &specific{Event: event, Context: r.Note}
	default:
		out.Message = r.Note
	}
	text, err := json.Marshal(out)
	if err != nil {
		return i.Failed(err, speech.English)
	}
	return Answer{Stdout: string(text) + "\n"}
}

// abs is a path of the client.
func (i *Input) abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(i.in.Dir, name)
}
