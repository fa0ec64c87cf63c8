package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"codeintel/editors/claude-code"
)

// settingsFile is where Claude Code looks for the hooks of a repository.
const settingsFile = ".claude/settings.json"

// claudeRecord is what is known of what was written for Claude Code.
type claudeRecord struct {
	// Settings is the file of hooks.
	Settings settingsRecord `json:"settings"`
	// Files are those that were written whole, by path.
	Files map[string]fileRecord `json:"files,omitempty"`
	// Folders are those that were made, a folder before what lies in it.
	Folders []string `json:"folders,omitempty"`
}

type settingsRecord struct {
	Created bool `json:"created,omitempty"`
	// Found: the hooks were there already.
	Found bool `json:"found,omitempty"`
	// Added are the paths of the objects and arrays that were made.
	Added []string `json:"added,omitempty"`
	// SHA256 is that of the file as it was written; Undo makes of it what was
	// before. "" where that is not known.
	SHA256 string `json:"sha256,omitempty"`
	Undo   edit   `json:"undo"`
}

type fileRecord struct {
	SHA256 string `json:"sha256"`
	// Before is what lay there before, where Replaced.
	Replaced bool   `json:"replaced,omitempty"`
	Before   string `json:"before,omitempty"`
}

// before is the file of hooks as it was, if nobody has changed it since.
func (r settingsRecord) before(now []byte) ([]byte, bool) {
	if r.SHA256 == "" || now == nil || sum(now) != r.SHA256 {
		return nil, false
	}
	if r.Created {
		return nil, true
	}
	return apply(now, []edit{r.Undo})
}

// claudeFiles are the commands and skills by their paths in a repository, in
// order, and the folders that they need.
func claudeFiles() (files map[string][]byte, names, folders []string) {
	files = map[string][]byte{}
	err := fs.WalkDir(claudecode.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		at := path.Join(".claude", name)
		if d.IsDir() {
			folders = append(folders, at)
			return nil
		}
		files[at], err = claudecode.Files.ReadFile(name)
		names = append(names, at)
		return err
	})
	if err != nil {
		panic(err) // they are part of the program
	}
	return files, names, folders
}

// hookCommand is what hooks start for a command: a relative path is one of the
// root, while hooks are run in the folder that the agent works in.
func (p *planner) hookCommand(command string) string {
	if filepath.Base(command) == command || filepath.IsAbs(command) {
		return command
	}
	return filepath.Join(p.Root, command)
}

// oldClaude is what is known of what was written before.
func (p *planner) oldClaude() claudeRecord {
	if p.old.Claude == nil {
		return claudeRecord{}
	}
	return *p.old.Claude
}

// addClaude plans the commands, skills and hooks of Claude Code.
func (p *planner) addClaude() (*claudeRecord, error) {
	r := &claudeRecord{Files: map[string]fileRecord{}, Folders: slices.Clone(p.oldClaude().Folders)}
	files, names, folders := claudeFiles()
	for _, f := range folders {
		there, err := p.isFolder(f)
		if err != nil {
			return r, err
		}
		if there {
			continue
		}
		p.plan.Steps = append(p.plan.Steps, Step{Path: f + "/", Action: Create})
		if !slices.Contains(r.Folders, f) {
			r.Folders = append(r.Folders, f)
		}
	}
	for _, name := range names {
		now, err := p.read(name)
		if err != nil {
			return r, err
		}
		old, recorded := p.oldClaude().Files[name]
		switch ours := recorded && now != nil && sum(now) == old.SHA256; {
		case now == nil:
			old = fileRecord{}
		case ours:
		case bytes.Equal(now, files[name]):
			continue // it was there before
		case p.Force:
			old = fileRecord{Replaced: true, Before: string(now)}
		default:
			if recorded {
				r.Files[name] = old
			}
			p.keep(name, "it is not as it was written; --force replaces it")
			continue
		}
		old.SHA256 = sum(files[name])
		r.Files[name] = old
		p.step(name, now, files[name])
	}
	return r, p.addHooks(r)
}

// addHooks plans what puts the hooks in.
func (p *planner) addHooks(r *claudeRecord) error {
	now, err := p.read(settingsFile)
	if err != nil {
		return err
	}
	old := p.oldClaude().Settings
	origin, untouched := old.before(now)
	s := settingsRecord{}
	// edited: ours were put in, and the file was edited since.
	edited := !untouched && p.old.Claude != nil && now != nil
	if !untouched {
		origin = now
	}
	if edited {
		s = settingsRecord{Created: old.Created, Added: slices.Clone(old.Added), Found: old.Found}
	}
	after := origin
	if after == nil {
		after = []byte("{}\n")
		s.Created = true
	}
	if edited && !old.Found && p.old.Command != p.Command {
		if after, err = p.withoutHooks(after, p.hookCommand(p.old.Command)); err != nil {
			return err
		}
	}
	if off, err := hooksAreOff(after); off || err != nil {
		if err == nil {
			err = &TextError{Line: 1, Column: 1, Text: "disableAllHooks is true, so that no gate would hold", Conflict: true}
		}
		return p.textErrorIn(settingsFile, err, "take that out, or leave the gate out with --no-gate")
	}
	command := p.hookCommand(p.Command)
	always, err := p.always()
	if err != nil {
		return err
	}
	for _, h := range hooks {
		list, err := elements(after, h.path())
		if err != nil {
			return p.textErrorIn(settingsFile, err, "")
		}
		// What was written for another setting is written anew.
		other := func(e any) bool { return h.written(e, command, !always) }
		if at := slices.IndexFunc(list, other); at >= 0 && edited && !old.Found {
			if after, err = takeElement(after, h.path(), at); err != nil {
				return p.textErrorIn(settingsFile, err, "")
			}
			list = slices.Delete(list, at, at+1)
		}
		if slices.ContainsFunc(list, func(e any) bool { same, _ := h.in(e, command); return same }) {
			continue
		}
		next, made, err := appendElement(after, h.path(), h.value(command, always))
		if err != nil {
			return p.textErrorIn(settingsFile, err, "")
		}
		after = next
		for i := range made {
			at := key(h.path()[:len(h.path())-len(made)+i+1])
			if !slices.Contains(s.Added, at) {
				s.Added = append(s.Added, at)
			}
		}
	}
	switch {
	case edited:
	case bytes.Equal(origin, after):
		s.Found = true
	default:
		s.SHA256 = sum(after)
		if origin != nil {
			s.Undo = difference(after, origin)
		}
	}
	r.Settings = s
	if !p.step(settingsFile, now, after) {
		p.keep(settingsFile, "it has the hooks already")
	}
	return nil
}

// always reports whether the gate is to hold up any agent: as Options say, else as the
// repository is set to.
func (p *planner) always() (bool, error) {
	if p.Gate != "" {
		return p.Gate == alwaysGate, nil
	}
	now, err := p.read(gateFile)
	if now == nil || err != nil {
		return false, err
	}
	_, v, err := setting(now)
	if err != nil || v == nil {
		return false, nil // the file is for others to complain about
	}
	return standard(v) == alwaysGate, nil
}

// hooksAreOff says whether a settings file switches all hooks off.
func hooksAreOff(data []byte) (bool, error) {
	d, err := parse(bytes.TrimPrefix(data, []byte(bom)))
	if err != nil {
		return false, err
	}
	got, _ := standard(&d.root).(map[string]any)
	return got["disableAllHooks"] == true, nil
}

// withoutHooks is a text without the elements of ours that start a command.
func (p *planner) withoutHooks(data []byte, command string) ([]byte, error) {
	for _, h := range hooks {
		for {
			list, err := elements(data, h.path())
			if err != nil {
				return nil, p.textErrorIn(settingsFile, err, "")
			}
			at, edited := -1, false
			for i, e := range list {
				if same, exactly := h.in(e, command); exactly || same && p.Force {
					at = i
				} else if same {
					edited = true
				}
			}
			if at < 0 && edited {
				err := &TextError{Line: 1, Column: 1, Text: fmt.Sprintf("the hook %s of %s is not as it was written", h.event, command), Conflict: true}
				return nil, p.textErrorIn(settingsFile, err, "take it out by hand, or with --force")
			}
			if at < 0 {
				break
			}
			if data, err = takeElement(data, h.path(), at); err != nil {
				return nil, p.textErrorIn(settingsFile, err, "")
			}
		}
	}
	return data, nil
}

// removeClaude plans what takes out what was written for Claude Code.
func (p *planner) removeClaude() error {
	now, err := p.read(settingsFile)
	if err != nil {
		return err
	}
	if now != nil {
		after, err := p.settingsBefore(now)
		if err != nil {
			return err
		}
		p.step(settingsFile, now, after)
	}
	_, names, _ := claudeFiles()
	for name := range p.oldClaude().Files {
		if !slices.Contains(names, name) && claudePath(name) { // of an older version
			names = append(names, name)
		}
	}
	gone := map[string]bool{}
	for _, name := range names {
		old, recorded := p.oldClaude().Files[name]
		now, err := p.read(name)
		if err != nil {
			return err
		}
		switch {
		case !recorded || now == nil:
			continue
		case sum(now) != old.SHA256 && !p.Force:
			p.keep(name, "it was edited; remove it by hand, or with --force")
			continue
		}
		var before []byte
		if old.Replaced {
			before = []byte(old.Before)
		}
		p.step(name, now, before)
		gone[name] = before == nil
	}
	for _, s := range p.plan.Steps {
		if s.Path == settingsFile && s.Action == Delete {
			gone[settingsFile] = true
		}
	}
	for _, f := range slices.Backward(p.oldClaude().Folders) {
		if !claudePath(f) {
			continue
		}
		at, err := p.locate(f)
		if err != nil {
			return err
		}
		list, err := os.ReadDir(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return &Error{Path: f, Err: err, Next: "give yourself the right to read it"}
		}
		if slices.ContainsFunc(list, func(e fs.DirEntry) bool { return !gone[path.Join(f, e.Name())] }) {
			continue
		}
		gone[f] = true
		p.plan.Steps = append(p.plan.Steps, Step{Path: f + "/", Action: Delete})
	}
	return nil
}

// claudePath says whether a path of a record, which is not trusted, is one that
// the program may have written.
func claudePath(name string) bool {
	return fs.ValidPath(name) && (name == ".claude" || strings.HasPrefix(name, ".claude/commands") || strings.HasPrefix(name, ".claude/skills"))
}

// settingsBefore is the file of hooks without ours, nil when nothing is left.
func (p *planner) settingsBefore(now []byte) ([]byte, error) {
	old := p.oldClaude().Settings
	if before, ok := old.before(now); ok {
		return before, nil
	}
	if old.Found || p.old.Claude == nil && (p.has || p.NoGate) {
		return now, nil
	}
	command := p.Command
	if p.has {
		command = p.old.Command
	}
	after, err := p.withoutHooks(now, p.hookCommand(command))
	if err != nil {
		return nil, err
	}
	for _, at := range slices.Backward(old.Added) {
		keys := strings.Split(at, "/")
		empty := isEmpty(after, keys)
		if len(keys) == 2 {
			empty = isEmptyArray(after, keys)
		}
		if !empty {
			continue
		}
		if after, err = take(after, keys); err != nil {
			return nil, p.textErrorIn(settingsFile, err, "")
		}
	}
	if old.Created && isEmpty(after, nil) {
		return nil, nil
	}
	return after, nil
}
