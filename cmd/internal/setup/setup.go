// Package setup makes clients of a repository know ci, and takes that back: it
// merges an entry into the configuration that lies in the repository, and leaves
// every other byte as it is. It writes nowhere else.
package setup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"codeintel/index/jsonc"
	"codeintel/index/workspace"

	"github.com/tailscale/hujson"
)

const (
	// configFile is where MCP clients look for the servers of a repository.
	configFile = ".mcp.json"
	ignoreFile = workspace.StateDir + "/.gitignore"
	recordFile = workspace.StateDir + "/init.json"
)

// DefaultCommand is what clients start where nothing else is said.
const DefaultCommand = "ci"

// Server is the name of ours in a configuration.
const Server = "code-intel"

// Options say what to do.
type Options struct {
	// Root is the root folder of the repository, absolute and without symbolic
	// links.
	Root string
	// Home is the user's home folder, in which nothing is written; "" when it is
	// not known.
	Home string
	// Command is what clients start, with the argument mcp.
	Command string
	// Remove takes out what was put in.
	Remove bool
	// NoGate leaves out what Claude Code is told beside the server: hooks, commands
	// and skills.
	NoGate bool
	// Gate is the setting which agents are held up, "" where it stays as it is.
	Gate string
	// Force replaces what is not ours in our place, and takes it out.
	Force bool
}

// Action is what happens to a file.
type Action string

const (
	Create Action = "create"
	Change Action = "change"
	Delete Action = "delete"
	Keep   Action = "keep" // it stays as it is
)

// Step is what happens to one file or folder.
type Step struct {
	Path   string // relative to the root, with /; a folder ends with /
	Action Action
	Why    string // of Keep
	// Before and After are the contents of the file, nil when there is none.
	Before, After []byte
	// Own: the file is of interest to ci alone.
	Own bool
}

// Plan is what would happen, in order.
type Plan struct {
	Steps []Step
	root  string
}

// Changes says whether anything would be written.
func (p *Plan) Changes() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Action != Keep })
}

// Error says what is wrong with a file of the repository.
type Error struct {
	// Path is that of a Step, "." for the root; "" when no file is wrong.
	Path string
	Err  error
	Next string // what to do
	// Conflict: another entry is in the way; nothing is broken.
	Conflict bool
}

func (e *Error) Error() string { return e.What() + "; " + e.Next }

// What is the error without what to do.
func (e *Error) What() string {
	var t *TextError
	switch {
	case e.Path == "":
		return e.Err.Error()
	case errors.As(e.Err, &t):
		return fmt.Sprintf("%s:%v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s: %s", e.Path, reason(e.Err))
}

func (e *Error) Unwrap() error { return e.Err }

// reason is an error without the path that it names.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return err.Error()
}

// record is what is known of what was written, so that it can be taken back. It
// lies in the repository, so nothing in it is trusted.
type record struct {
	Version int `json:"version"`
	// Folder and Ignore: the state folder and its .gitignore were made.
	Folder bool `json:"folder"`
	Ignore bool `json:"ignore"`
	// Created: the configuration was made, and not there before.
	Created bool `json:"created"`
	// Added are the keys on the way to the entry that were made, the entry's last.
	Added []string `json:"added,omitempty"`
	// SHA256 is that of the configuration as it was written; Undo makes of it what
	// was before.
	SHA256 string `json:"sha256,omitempty"`
	Undo   []edit `json:"undo,omitempty"`
	// Replaced is the value that the entry took the place of, "" when none.
	Replaced string `json:"replaced,omitempty"`
	// Found: the entry was there already.
	Found bool `json:"found,omitempty"`
	// Command is that of the entry.
	Command string `json:"command"`
	// Claude is what was written for Claude Code, nil when nothing was.
	Claude *claudeRecord `json:"claude,omitempty"`
	// Gate is the setting that was written, nil when none was.
	Gate *gateRecord `json:"gate,omitempty"`
	// Sum is the checksum of the other fields, "" in a record of an earlier version.
	Sum string `json:"sum,omitempty"`
}

const recordVersion = 1

func parseRecord(data []byte) (r record, ok bool) {
	ok = len(data) <= 4*maxFile && json.Unmarshal(data, &r) == nil && r.Version == recordVersion && r.Command != ""
	if !ok || r.Sum != "" && r.Sum != r.sum() {
		return record{}, false
	}
	return r, true
}

// damagedRecord returns the error for a record that is damaged.
func damagedRecord() error {
	return &Error{Path: recordFile, Err: errors.New("is damaged, so it is not known what 'ci init' has written here"), Next: "run 'ci init --force' to write our entries again, or remove the record to keep what is there"}
}

// sum returns the checksum of a record's other fields.
func (r record) sum() string {
	r.Sum = ""
	data, err := json.Marshal(r)
	if err != nil {
		return "" // it does not happen: a record has only strings and numbers
	}
	return sum(data)[:16]
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// before is the configuration as it was, if nobody has changed it since.
func (r record) before(now []byte) ([]byte, bool) {
	if r.SHA256 == "" || now == nil || sum(now) != r.SHA256 {
		return nil, false
	}
	if r.Created {
		return nil, true
	}
	return apply(now, r.Undo)
}

// planner reads the repository.
type planner struct {
	Options
	plan *Plan
	old  record
	has  bool // there is a record
}

// New makes the plan: it looks at everything and writes nothing.
func New(o Options) (*Plan, error) {
	p := &planner{Options: o, plan: &Plan{root: o.Root}}
	if err := p.check(); err != nil {
		return nil, err
	}
	folder, err := p.isFolder(workspace.StateDir)
	if err != nil {
		return nil, err
	}
	ignore, err := p.read(ignoreFile)
	if err != nil {
		return nil, err
	}
	recorded, err := p.read(recordFile)
	if err != nil {
		return nil, err
	}
	if p.old, p.has = parseRecord(recorded); recorded != nil && !p.has && !o.Force && !o.Remove {
		return nil, damagedRecord()
	}
	config, err := p.read(configFile)
	if err != nil {
		return nil, err
	}
	if o.Remove {
		err = p.remove(config, ignore, recorded)
	} else {
		err = p.add(config, ignore, recorded, folder)
	}
	if err != nil {
		return nil, err
	}
	return p.plan, p.plan.writable()
}

// Configured is what clients of the repository at root start, the command first;
// nothing when they know no server of our name, or one that is not started. Its
// error is about the configuration, an *Error.
func Configured(root string) ([]string, error) {
	p := &planner{Options: Options{Root: root}}
	config, err := p.read(configFile)
	if config == nil || err != nil {
		return nil, err
	}
	f, err := look(config, p.entry(""))
	if err != nil {
		return nil, p.textError(err, "")
	}
	if !f.there {
		return nil, nil
	}
	var server struct {
		Command string
		Args    []string
	}
	text, err := jsonc.Standardize(config[f.start:f.end])
	if err == nil {
		err = json.Unmarshal(text, &server)
	}
	if err != nil {
		f.at.Text += " is no server, {\"command\": …}"
		return nil, p.textError(f.at, "")
	}
	if server.Command == "" {
		return nil, nil
	}
	return append([]string{server.Command}, server.Args...), nil
}

// check refuses folders that are no repositories of anybody.
func (p *planner) check() error {
	refuse := func(format string, args ...any) error {
		return &Error{Err: fmt.Errorf(format, args...), Next: "give the folder of a repository"}
	}
	if filepath.Dir(p.Root) == p.Root {
		return refuse("%s is the root of the file system", p.Root)
	}
	if workspace.HoldsHome(p.Root, p.Home) {
		return refuse("%s is the home folder, or holds it, and its configuration is not of one repository", p.Root)
	}
	if p.Command == "" || !utf8.ValidString(p.Command) {
		return &Error{Err: fmt.Errorf("the command %q can't be started", p.Command), Next: "give --command a name or a path"}
	}
	return nil
}

func (p *planner) entry(command string) entry {
	// Claude Code hides the tools of other servers behind a search.
	return entry{path: []string{"mcpServers", Server}, command: command, args: []string{"mcp"}, more: []node{{name: "alwaysLoad", literal: "true"}}}
}

// locate is the real path of a file of the repository, which may be a symbolic
// link; it refuses what leads out.
func (p *planner) locate(name string) (string, error) { return locate(p.Root, name) }

func locate(root, name string) (string, error) {
	at := root
	for part := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", &Error{Path: name, Err: err, Next: "give yourself the right to read it"}
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			return "", &Error{Path: name, Err: errors.New("is a symbolic link that leads nowhere"), Next: "remove it"}
		}
		if rel, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(rel) {
			return "", &Error{Path: name, Err: errors.New("a symbolic link leads out of the repository"), Next: "put a file in its place"}
		}
		at = real
	}
	return at, nil
}

func (p *planner) isFolder(name string) (bool, error) {
	at, err := p.locate(name)
	if err != nil {
		return false, err
	}
	info, err := os.Stat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, &Error{Path: name, Err: err, Next: "give yourself the right to read it"}
	case !info.IsDir():
		return false, &Error{Path: name, Err: errors.New("is a file, and must be a folder"), Next: "move it away"}
	}
	return true, nil
}

// read is the content of a file, nil when there is none.
func (p *planner) read(name string) ([]byte, error) {
	at, err := p.locate(name)
	if err != nil {
		return nil, err
	}
	return readFile(at, name)
}

func readFile(at, name string) ([]byte, error) {
	info, err := os.Stat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &Error{Path: name, Err: err, Next: "give yourself the right to read it"}
	case !info.Mode().IsRegular():
		return nil, &Error{Path: name, Err: errors.New("is no regular file"), Next: "move it away"}
	case info.Size() > 4*maxFile:
		return nil, &Error{Path: name, Err: errors.New("is too large"), Next: "move it away"}
	}
	data, err := os.ReadFile(at)
	if err != nil {
		return nil, &Error{Path: name, Err: err, Next: "give yourself the right to read it"}
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

// step adds what makes before after; it says whether that is anything.
func (p *planner) step(name string, before, after []byte) bool {
	s := Step{Path: name, Before: before, After: after, Own: name == recordFile}
	switch {
	case before == nil && after == nil, before != nil && after != nil && bytes.Equal(before, after):
		return false
	case before == nil:
		s.Action = Create
	case after == nil:
		s.Action = Delete
	default:
		s.Action = Change
	}
	p.plan.Steps = append(p.plan.Steps, s)
	return true
}

// deletes reports whether the plan deletes a file.
func (p *planner) deletes(name string) bool {
	return slices.ContainsFunc(p.plan.Steps, func(s Step) bool { return s.Path == name && s.Action == Delete })
}

func (p *planner) keep(name, why string) {
	p.plan.Steps = append(p.plan.Steps, Step{Path: name, Action: Keep, Why: why})
}

// add plans what puts the entry in.
func (p *planner) add(config, ignore, recorded []byte, folder bool) error {
	e := p.entry(p.Command)
	var now found
	if config != nil {
		var err error
		if now, err = look(config, e); err != nil {
			return p.textError(err, "")
		}
	}
	r := p.old
	after := config
	switch {
	case !now.same:
		var err error
		if after, r, err = p.put(config, e); err != nil {
			return err
		}
	case !p.has:
		r.Found = true
	}
	r.Version, r.Command = recordVersion, p.Command
	r.Folder, r.Ignore = !folder || p.old.Folder, ignore == nil || p.old.Ignore
	if !folder {
		p.plan.Steps = append(p.plan.Steps, Step{Path: workspace.StateDir + "/", Action: Create})
	}
	if ignore == nil {
		p.step(ignoreFile, nil, []byte(workspace.StateIgnore))
	}
	// The record is written before what it is about, and when that is planned.
	at := len(p.plan.Steps)
	if p.NoGate {
		err := errors.Join(p.removeClaude(), p.removeGate())
		if r.Claude, r.Gate = nil, nil; err != nil {
			return err
		}
	} else {
		var err error
		if r.Claude, err = p.addClaude(); err != nil {
			return err
		}
		if r.Gate, err = p.addGate(); err != nil {
			return err
		}
	}
	r.Sum = r.sum()
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if p.step(recordFile, recorded, append(data, '\n')) {
		last := len(p.plan.Steps) - 1
		step := p.plan.Steps[last]
		p.plan.Steps = slices.Insert(p.plan.Steps[:last], at, step)
	}
	if p.step(configFile, config, after) {
		return nil
	}
	why := "it starts " + p.Command + " mcp already"
	if !now.exactly {
		why += ", with settings of yours"
	}
	p.keep(configFile, why)
	return nil
}

// put is the configuration with the entry, which it has not, and the record of
// that.
func (p *planner) put(config []byte, e entry) (after []byte, r record, err error) {
	// What we wrote and nobody touched is taken back first, so that the record
	// leads to what was there before us.
	origin, untouched := p.old.before(config)
	if !untouched {
		origin = config
	}
	if origin == nil {
		after = fresh(e)
		return after, record{Created: true, Added: e.path, SHA256: sum(after)}, nil
	}
	again := false // it takes the place of one of ours, of which nobody knows what was before
	out, err := merge(origin, e, func(v *hujson.Value) bool {
		_, exactly := p.entry(p.old.Command).has(v)
		again = !untouched && p.has && !p.old.Found && exactly
		return p.Force || again || untouched && p.old.Replaced != ""
	})
	if err != nil {
		return nil, r, p.textError(err, "rename it, or replace it with --force")
	}
	after, _ = apply(origin, out.edits) // they were made for it
	if again {
		return after, record{Created: p.old.Created, Added: p.old.Added, Replaced: p.old.Replaced}, nil
	}
	return after, record{Added: out.added, Replaced: out.replaced, SHA256: sum(after), Undo: inverse(out.edits)}, nil
}

// fresh is a configuration with nothing but the entry.
func fresh(e entry) []byte {
	n := e.value()
	for i := len(e.path) - 2; i >= 0; i-- {
		n = node{name: e.path[i], members: []node{n}}
	}
	s := style{newline: "\n", unit: "  ", colon: ": ", comma: ", ", lines: true}
	return []byte(s.write(node{members: []node{n}}, "") + "\n")
}

func (p *planner) textError(err error, next string) error {
	return p.textErrorIn(configFile, err, next)
}

func (p *planner) textErrorIn(file string, err error, next string) error {
	var t *TextError
	var whole *Error
	switch {
	case errors.As(err, &whole):
		return err
	case !errors.As(err, &t):
		return &Error{Path: file, Err: err, Next: next}
	case !t.Conflict:
		next = "correct it"
	}
	return &Error{Path: file, Err: err, Next: next, Conflict: t.Conflict}
}

// remove plans what takes the entry out.
func (p *planner) remove(config, ignore, recorded []byte) error {
	after, why, err := p.without(config)
	if err != nil {
		return err
	}
	if !p.step(configFile, config, after) {
		p.keep(configFile, why)
	}
	if err := p.removeClaude(); err != nil {
		return err
	}
	if err := p.removeGate(); err != nil {
		return err
	}
	p.step(recordFile, recorded, nil)
	if !p.old.Folder && !p.old.Ignore {
		return nil
	}
	at, err := p.locate(workspace.StateDir)
	if err != nil {
		return err
	}
	list, err := os.ReadDir(at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &Error{Path: workspace.StateDir, Err: err, Next: "give yourself the right to read it"}
	}
	rules := p.old.Ignore && string(ignore) == workspace.StateIgnore
	var rest []string
	hidden := false // there is what git must not see
	for _, f := range list {
		name := f.Name()
		if name == path.Base(recordFile) || rules && name == path.Base(ignoreFile) || name == path.Base(gateFile) && p.deletes(gateFile) {
			continue
		}
		rest = append(rest, name)
		hidden = hidden || !strings.Contains(workspace.StateIgnore, "\n!/"+name)
	}
	if rules && !hidden {
		p.step(ignoreFile, ignore, nil)
	}
	switch {
	case len(rest) > 0:
		p.keep(workspace.StateDir+"/", "it holds "+strings.Join(rest, ", ")+"; remove the folder when nothing needs that")
	case p.old.Folder && len(list) > 0:
		p.plan.Steps = append(p.plan.Steps, Step{Path: workspace.StateDir + "/", Action: Delete})
	}
	return nil
}

// without is the configuration without the entry, nil when nothing is left; why
// it is as it was, if it is.
func (p *planner) without(config []byte) (after []byte, why string, err error) {
	if config == nil {
		return nil, "there is none", nil
	}
	if before, ok := p.old.before(config); ok {
		return before, "", nil
	}
	command := p.Command
	if p.has {
		command = p.old.Command
	}
	e := p.entry(command)
	f, err := look(config, e)
	switch {
	case err != nil:
		return nil, "", p.textError(err, "")
	case !f.there:
		return config, "it has no entry of ours", nil
	case p.Force:
	case p.old.Found:
		return config, "the entry was there before 'ci init'; --force takes it out", nil
	case !p.has && !f.same:
		return config, "its " + Server + " is a server of yours", nil
	case !f.exactly:
		f.at.Text += " is not as it was written"
		f.at.Conflict = true
		return nil, "", p.textError(f.at, "take it out by hand, or with --force")
	}
	if p.old.Replaced != "" {
		after, _ = apply(config, []edit{{Offset: f.start, Old: string(config[f.start:f.end]), New: p.old.Replaced}})
		if _, err := look(after, e); err != nil {
			return nil, "", &Error{Path: recordFile, Err: errors.New("is damaged"), Next: "remove it"}
		}
		return after, "", nil
	}
	if after, err = take(config, e.path); err != nil {
		return nil, "", p.textError(err, "")
	}
	// Objects that were made for the entry go with it.
	for n := len(e.path) - 1; n > 0 && slices.Contains(p.old.Added, e.path[n-1]) && isEmpty(after, e.path[:n]); n-- {
		if after, err = take(after, e.path[:n]); err != nil {
			return nil, "", p.textError(err, "")
		}
	}
	if p.old.Created && isEmpty(after, nil) || !p.has && bytes.Equal(config, fresh(e)) {
		return nil, "", nil
	}
	return after, "", nil
}
