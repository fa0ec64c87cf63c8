package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"codeintel/index/jsonc"
)

// Claude Code reads its configuration more strictly than this program edits it: a
// comment or a trailing comma, or one value of the wrong type, and it uses nothing
// of the file, hooks included. So what was written proves nothing; what counts is
// what the client makes of it. The rules here were tried with Claude Code 2.1.329.

// Client says where Claude Code looks for the configuration of a repository.
type Client struct {
	// Root is the root folder of the repository.
	Root string
	// Config is the user's folder of Claude Code, "" when it is not known.
	Config string
	// Managed are the folders of the machine's administrator.
	Managed []string
}

// ManagedFolders returns where an administrator of this machine puts settings that
// hold for all of its users.
func ManagedFolders() []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{"/Library/Application Support/ClaudeCode"}
	case "windows":
		return []string{`C:\Program Files\ClaudeCode`, `C:\ProgramData\ClaudeCode`}
	}
	return []string{"/etc/claude-code"}
}

// Condition is a reason why Claude Code does not run our hooks, or does not start
// our server.
type Condition struct {
	// Path is that of the file that makes it so: relative to the root with /, or
	// absolute outside of it. Line and Column are from 1, in bytes; 0 for the file as
	// a whole.
	Path         string
	Line, Column int
	Text         string
	Next         string // what to do
	// Server: the hooks run, but the server is not started.
	Server bool
}

// String returns the condition as one line: where, what, and what to do.
func (c Condition) String() string {
	at := c.Path
	if c.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", at, c.Line, c.Column)
	}
	return at + ": " + c.Text + "; " + c.Next
}

// clientSettings are what is read of one settings file.
type clientSettings struct {
	path string
	text []byte
	// hooks are the elements by event.
	hooks map[string][]any
	off   *bool    // disableAllHooks
	only  bool     // allowManagedHooksOnly
	deny  []string // disabledMcpjsonServers
}

// Conditions returns what keeps Claude Code from running the hooks that start
// command, and from starting our server, in the order of the files' precedence;
// none where it runs them. With wired false the hooks are somebody else's matter,
// a plugin's say, and only what turns all hooks off is looked for.
func (c Client) Conditions(command string, wired bool) []Condition {
	p := planner{Options: Options{Root: c.Root}}
	var out []Condition
	// The administrator's settings come first, and can't be overridden.
	for _, dir := range c.Managed {
		for _, name := range ManagedFiles(dir) {
			s, _ := readSettings(name, name)
			if s == nil {
				continue
			}
			if s.only {
				out = append(out, s.condition("allowManagedHooksOnly", "with allowManagedHooksOnly Claude Code runs the administrator's hooks only", "ask whoever administers this machine"))
			}
			if s.off != nil && *s.off {
				out = append(out, s.condition("disableAllHooks", "disableAllHooks is true, so that Claude Code runs no hook", "ask whoever administers this machine"))
			}
			out = append(out, s.denied()...)
		}
	}
	// Of the others the first that says anything counts: the user's own for this
	// repository, the repository's, the user's for all.
	decided := false
	for _, f := range []struct{ shown, name string }{
		{localSettingsFile, filepath.Join(c.Root, filepath.FromSlash(localSettingsFile))},
		{settingsFile, filepath.Join(c.Root, filepath.FromSlash(settingsFile))},
		{filepath.Join(c.Config, "settings.json"), filepath.Join(c.Config, "settings.json")},
	} {
		if c.Config == "" && f.shown != localSettingsFile && f.shown != settingsFile {
			continue
		}
		s, broken := readSettings(f.name, f.shown)
		if f.shown == settingsFile && wired {
			switch {
			case broken != nil:
				out = append(out, *broken)
				continue
			case s == nil:
				out = append(out, Condition{Path: settingsFile, Text: "there is no such file, and the hooks are in none", Next: "run 'ci init'"})
				continue
			}
			out = append(out, s.missing(command)...)
		}
		if s == nil {
			continue
		}
		if s.off != nil && !decided {
			decided = true
			if *s.off {
				out = append(out, s.condition("disableAllHooks", "disableAllHooks is true, so that Claude Code runs no hook", "take it out"))
			}
		}
		out = append(out, s.denied()...)
	}
	return append(out, p.serverConditions()...)
}

// localSettingsFile is where a user has settings for one repository.
const localSettingsFile = ".claude/settings.local.json"

// ManagedFiles returns the settings files of an administrator's folder.
func ManagedFiles(dir string) []string {
	out := []string{filepath.Join(dir, "managed-settings.json")}
	more, _ := filepath.Glob(filepath.Join(dir, "managed-settings.d", "*.json")) // the pattern is valid
	return append(out, more...)
}

// readSettings reads a settings file as the client does. It returns nil where there
// is none, or where the client uses nothing of it; broken then says why. shown is
// the name by which it is told.
func readSettings(name, shown string) (s *clientSettings, broken *Condition) {
	data, err := readFile(name, shown)
	if err != nil {
		var e *Error
		if errors.As(err, &e) && !errors.Is(err, fs.ErrPermission) {
			return nil, &Condition{Path: shown, Text: reason(e.Err), Next: e.Next}
		}
		return nil, &Condition{Path: shown, Text: "it can't be read", Next: "give yourself the right to read it"}
	}
	if data == nil {
		return nil, nil
	}
	text := bytes.TrimPrefix(data, []byte(bom))
	fail := func(at int, why string) (*clientSettings, *Condition) {
		e := jsonc.ErrorAt(text, at, "%s", why)
		return nil, &Condition{Path: shown, Line: e.Line, Column: e.Column, Text: why + ", so that Claude Code uses nothing of the file and runs no hook of it", Next: "take it out"}
	}
	if at, why := strictly(text); why != "" {
		return fail(at, why)
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(text, &top) != nil {
		return fail(0, "it is no object, {…}")
	}
	s = &clientSettings{path: shown, text: text, hooks: map[string][]any{}}
	typed := func(key string, v any, want string) bool {
		raw, ok := top[key]
		return !ok || !bytes.Equal(bytes.TrimSpace(raw), []byte("null")) && json.Unmarshal(raw, v) == nil
	}
	var off bool
	var permissions, env, hooks map[string]any
	for _, k := range []struct {
		key  string
		v    any
		want string
	}{{"disableAllHooks", &off, "true or false"}, {"permissions", &permissions, "an object"}, {"env", &env, "an object"}, {"hooks", &hooks, "an object"}, {"disabledMcpjsonServers", &s.deny, "a list of names"}} {
		if !typed(k.key, k.v, k.want) {
			return fail(max(bytes.Index(text, []byte(quote(k.key))), 0), k.key+" is not "+k.want)
		}
	}
	if _, ok := top["disableAllHooks"]; ok {
		s.off = &off
	}
	_ = typed("allowManagedHooksOnly", &s.only, "true or false")
	for event, v := range hooks {
		list, ok := v.([]any)
		if !ok || !slices.ContainsFunc(list, wellFormed) && len(list) > 0 || slices.ContainsFunc(list, func(e any) bool { return !wellFormed(e) }) {
			return fail(max(bytes.Index(text, []byte(quote(event))), 0), "a hook of "+event+" is not of the form that Claude Code knows")
		}
		s.hooks[event] = list
	}
	return s, nil
}

// wellFormed reports whether an element of an event is one that the client takes: a
// list of hooks, each with a type, and numbers where numbers belong.
func wellFormed(e any) bool {
	group, ok := e.(map[string]any)
	if !ok {
		return false
	}
	if m, ok := group["matcher"]; ok {
		if _, ok := m.(string); !ok {
			return false
		}
	}
	list, ok := group["hooks"].([]any)
	if !ok {
		return false
	}
	for _, h := range list {
		run, ok := h.(map[string]any)
		if !ok {
			return false
		}
		if kind, _ := run["type"].(string); kind == "" || kind == "command" && run["command"] == nil {
			return false
		}
		for key, v := range run {
			_, text := v.(string)
			_, number := v.(float64)
			_, list := v.([]any)
			switch key {
			case "command", "type":
				ok = text
			case "timeout":
				ok = number
			case "args":
				ok = list
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

// strictly returns where a text is no JSON as clients read it, without comments and
// trailing commas, and why; "" when it is.
func strictly(text []byte) (at int, why string) {
	var v any
	err := json.Unmarshal(text, &v)
	var e *json.SyntaxError
	switch {
	case err == nil:
		return 0, ""
	case !errors.As(err, &e):
		return 0, "it is no JSON"
	}
	at = min(max(int(e.Offset)-1, 0), max(len(text)-1, 0))
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return 0, "the file is empty"
	case strings.HasPrefix(e.Error(), "unexpected end"):
		return at, "the text ends too early"
	case text[at] == '/' || text[at] == '#':
		return at, "there is a comment"
	case (text[at] == '}' || text[at] == ']') && bytes.HasSuffix(bytes.TrimSpace(text[:at]), []byte(",")):
		return bytes.LastIndexByte(text[:at], ','), "there is a comma before the end of a list"
	}
	return at, "it is not valid JSON"
}

// condition is one about a key.
func (s *clientSettings) condition(key, text, next string) Condition {
	c := Condition{Path: s.path, Text: text, Next: next}
	if at := bytes.Index(s.text, []byte(quote(key))); at >= 0 {
		e := jsonc.ErrorAt(s.text, at, "")
		c.Line, c.Column = e.Line, e.Column
	}
	return c
}

// missing are our hooks that the settings do not start as they were written.
func (s *clientSettings) missing(command string) []Condition {
	var lacks []string
	for _, h := range hooks {
		same := func(e any) bool { _, exactly := h.in(e, command); return exactly }
		if !slices.ContainsFunc(s.hooks[h.event], same) {
			lacks = append(lacks, h.event)
		}
	}
	if len(lacks) == 0 {
		return nil
	}
	return []Condition{s.condition("hooks", "the hook of "+strings.Join(lacks, ", ")+" is missing, or not as 'ci init' writes it", "run 'ci init', or 'ci init --force' where it was edited")}
}

// denied is the condition that the settings switch our server off.
func (s *clientSettings) denied() []Condition {
	if !slices.Contains(s.deny, Server) {
		return nil
	}
	c := s.condition("disabledMcpjsonServers", "disabledMcpjsonServers has "+Server+", so that Claude Code does not start it", "take it out")
	c.Server = true
	return []Condition{c}
}

// serverConditions are those of the list of servers.
func (p *planner) serverConditions() []Condition {
	data, err := p.read(configFile)
	var e *Error
	switch {
	case errors.As(err, &e):
		return []Condition{{Path: configFile, Text: reason(e.Err), Next: e.Next, Server: true}}
	case data == nil:
		return nil
	}
	text := bytes.TrimPrefix(data, []byte(bom))
	if at, why := strictly(text); why != "" {
		w := jsonc.ErrorAt(text, at, "")
		return []Condition{{Path: configFile, Line: w.Line, Column: w.Column, Text: why + ", so that Claude Code knows no server of the file", Next: "take it out", Server: true}}
	}
	return nil
}

// CheckRecord returns an *Error where the record of what 'ci init' has written in the
// repository is damaged or can't be read. Without a record it returns nil.
func CheckRecord(root string) error {
	p := planner{Options: Options{Root: root}}
	recorded, err := p.read(recordFile)
	if _, ok := parseRecord(recorded); err == nil && recorded != nil && !ok {
		err = damagedRecord()
	}
	return err
}

// Wired reports whether the repository's own settings are to have the hooks: 'ci
// init' has put them there. command is what they start.
func Wired(root string) (command string, wired bool) {
	p := planner{Options: Options{Root: root}}
	recorded, err := p.read(recordFile)
	if err != nil {
		return "", false
	}
	r, ok := parseRecord(recorded)
	if !ok || r.Claude == nil {
		return "", false
	}
	return p.hookCommand(r.Command), true
}

// Always reports whether the hooks of a repository that start a command hold up any
// agent, whatever the repository is set to.
func Always(root, command string) bool {
	p := planner{Options: Options{Root: root}}
	now, err := p.read(settingsFile)
	if now == nil || err != nil {
		return false
	}
	list, err := elements(now, hooks[0].path())
	return err == nil && slices.ContainsFunc(list, func(e any) bool { return hooks[0].written(e, command, true) })
}

// ConfigFolder returns the user's folder of Claude Code, "" when it is not known.
func ConfigFolder(getenv func(string) string) string {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return dir
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".claude")
	}
	if home, err := os.UserHomeDir(); err == nil && runtime.GOOS == "windows" {
		return filepath.Join(home, ".claude")
	}
	return ""
}
