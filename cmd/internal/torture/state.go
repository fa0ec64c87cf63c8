package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// statePart puts links, pipes, sockets, folders and files of others in the place of what
// ci keeps in the repository. Nothing is followed, waited for, moved or written there.
func statePart() part {
	places := statePlaces()
	return part{
		name: "state", does: "links, pipes, sockets and folders in the place of what ci keeps in .code-intel",
		share: 3, cases: len(places) * len(intruders),
		prepare: func(s *suite) (func(*trial), error) {
			k, err := s.keep1("of others", small(2), 1, goodQuestions)
			if err != nil {
				return nil, err
			}
			order := s.random("state", -1).Perm(len(places) * len(intruders))
			return func(t *trial) {
				n := order[t.number%len(order)]
				intrude(t, k, places[n/len(intruders)], intruders[n%len(intruders)])
			}, nil
		},
	}
}

// statePlaces are what is replaced, below the repository; * is the first file that there is.
func statePlaces() []string {
	return []string{
		".code-intel", ".code-intel/index", ".code-intel/index/packs", ".code-intel/index/packs/*.pack", ".code-intel/index/CURRENT", ".code-intel/index/*.generation",
		".code-intel/index/lock", ".code-intel/index/lock.pid", ".code-intel/index/damaged", ".code-intel/index/packs/damaged", ".code-intel/index/packs/compact.lock",
		".code-intel/index/text", ".code-intel/index/text/CURRENT", ".code-intel/index/text/base", ".code-intel/index/text/base/packs", ".code-intel/index/text/lock",
		".code-intel/.gitignore", ".code-intel/config.json", ".code-intel/sessions", ".code-intel/gate", ".code-intel/agreements", ".code-intel/learned_pairs.json", ".code-intel/logs",
		".code-intel/imports", ".code-intel/index/imports", ".code-intel/precise", ".code-intel/index/imports.json", ".code-intel/index/quarantine.json", ".code-intel/index/.inflight-1",
		".code-intel/gate/calls.json", ".code-intel/gate/baseline", ".code-intel/gate/lock", ".code-intel/gate/before", ".code-intel/sessions/.gitignore", ".code-intel/sessions/s_aaaaaaaaaaaaaaaaaaaaaaaaaa.json",
		".code-intel/decisions.jsonl", ".code-intel/outcomes.jsonl", ".code-intel/init.json", ".code-intel/agreements/a.md",
	}
}

// intruder puts something in the place of a file or folder, which is gone already.
type intruder struct {
	name string
	put  func(t *trial, path string, was []byte) error
}

// intruders are what is put in the place of something.
var intruders = []intruder{
	{"a link to a folder outside", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.outside, "dir"), path)
	}},
	{"a relative link to a folder outside", func(t *trial, path string, _ []byte) error {
		rel, err := filepath.Rel(filepath.Dir(path), filepath.Join(t.box.outside, "dir"))
		return errors.Join(err, os.Symlink(rel, path))
	}},
	{"a link to a file outside", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.outside, "file"), path)
	}},
	{"a link to what it was, outside", func(t *trial, path string, was []byte) error {
		if was == nil {
			return os.Symlink(filepath.Join(t.box.outside, "moved"), path)
		}
		return errors.Join(os.WriteFile(filepath.Join(t.box.outside, "moved file"), was, 0o600), os.Symlink(filepath.Join(t.box.outside, "moved file"), path))
	}},
	{"a link to nothing", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.outside, "made"), path)
	}},
	{"a link to itself", func(_ *trial, path string, _ []byte) error { return os.Symlink(filepath.Base(path), path) }},
	{"a link to the repository", func(t *trial, path string, _ []byte) error { return os.Symlink(t.box.repo, path) }},
	{"a link to a source file", func(t *trial, path string, _ []byte) error {
		return os.Symlink(filepath.Join(t.box.repo, "good", "py", "bird0.py"), path)
	}},
	{"a pipe", func(_ *trial, path string, _ []byte) error { return syscall.Mkfifo(path, 0o600) }},
	{"a link to a pipe", func(t *trial, path string, _ []byte) error {
		return errors.Join(syscall.Mkfifo(filepath.Join(t.box.dir, "tmp", "pipe"), 0o600), os.Symlink(filepath.Join(t.box.dir, "tmp", "pipe"), path))
	}},
	{"a link to /dev/zero", func(_ *trial, path string, _ []byte) error { return os.Symlink("/dev/zero", path) }},
	{"a hard link to a file outside", func(t *trial, path string, _ []byte) error {
		return os.Link(filepath.Join(t.box.outside, "file"), path)
	}},
	{"a file", func(_ *trial, path string, _ []byte) error { return os.WriteFile(path, []byte("x"), 0o600) }},
	{"an empty folder", func(_ *trial, path string, _ []byte) error { return os.Mkdir(path, 0o700) }},
	{"a folder with a folder in it", func(_ *trial, path string, _ []byte) error { return os.MkdirAll(filepath.Join(path, "a", "b"), 0o700) }},
	{"a folder that can't be read", func(_ *trial, path string, _ []byte) error { return os.Mkdir(path, 0) }},
	{"a socket", func(_ *trial, path string, _ []byte) error { return socketAt(path) }},
	{"a device", func(t *trial, path string, _ []byte) error {
		return asRoot(t, syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|5))
	}}, // zero
	{"a file of another user", func(t *trial, path string, _ []byte) error {
		return errors.Join(os.WriteFile(path, []byte("theirs"), 0o666), asRoot(t, os.Chown(path, 65534, 65534)))
	}},
	{"a folder of another user", func(t *trial, path string, _ []byte) error {
		return errors.Join(os.Mkdir(path, 0o777), asRoot(t, os.Chown(path, 65534, 65534)))
	}},
	{"a file that can't be read", func(_ *trial, path string, _ []byte) error { return os.WriteFile(path, []byte("x"), 0) }},
}

// intrude is one case.
func intrude(t *trial, k *kept, place string, x intruder) {
	removeAll(t.box.repo)
	t.must(copyTree(t.box.repo, k.dir))
	t.must(errors.Join(os.Mkdir(filepath.Join(t.box.outside, "dir"), 0o700),
		os.WriteFile(filepath.Join(t.box.outside, "dir", "theirs"), []byte("theirs"), 0o600),
		os.WriteFile(filepath.Join(t.box.outside, "file"), []byte("theirs"), 0o600)))
	path := filepath.Join(t.box.repo, filepath.FromSlash(place))
	if strings.Contains(place, "*") {
		found, err := filepath.Glob(path)
		t.must(err)
		if len(found) == 0 {
			t.must(fmt.Errorf("there is no %s", place))
		}
		path = found[0]
	}
	was, err := os.ReadFile(path)
	if err == nil {
		t.must(os.Remove(path))
	} else if info, err := os.Lstat(path); err == nil && info.IsDir() {
		t.must(os.Rename(path, filepath.Join(t.box.outside, "moved")))
	}
	t.must(os.MkdirAll(filepath.Dir(path), 0o700))
	t.must(x.put(t, path, was))
	t.did("%s: %s in its place", place, x.name)
	t.guard()
	t.box.bounds.wall = 45 * time.Second // nothing that is put there may be waited for
	steps := t.stateSteps()
	t.rng.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	for _, step := range steps {
		if step(); t.verdict >= Silent {
			return
		}
	}
	for _, q := range k.questions {
		t.compare(q.String(), t.ask(q), k.answers[q.String()])
	}
	// Who may read what others wrote.
	t.modes(t.box.state())
	// What clients are set up with is outside of the state folder, and only that.
	before, err := fingerprint(t.box.outside)
	t.must(err)
	t.briefly(t.ci("init", "--no-gate"))
	t.briefly(t.ci("init", "--remove"))
	after, err := fingerprint(t.box.outside)
	t.must(err)
	if d := difference(before, after); d != "" {
		t.found(Escape, "ci init: something outside has changed: %s", d)
	}
	t.before = "" // it has written to the repository
}

// stateSteps returns all ways to start ci that read the state folder.
func (t *trial) stateSteps() []func() {
	var steps []func()
	for _, args := range [][]string{
		{"status", "--json"}, {"index", "--check"}, {"index", "--verify"}, {"index", "--quiet"}, {"def", "Hover1", "--json"}, {"config", "show"}, {"doctor"},
		{"session", "list"}, {"session", "show", "s_aaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"session", "release", "s_aaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"gate", "verify"}, {"gate", "prove"}, {"gate", "trust", "torture_tool"}, {"gate", "trust"},
		{"model", "list"}, {"init", "--dry-run"},
	} {
		steps = append(steps, func() { t.briefly(t.ci(args...)) })
	}
	for _, event := range []string{"pre", "post"} {
		steps = append(steps, func() {
			t.briefly(t.call(call{args: []string{"hook", event}, stdin: strings.NewReader(t.hooked(event))}))
		})
	}
	for _, server := range [][]string{{"mcp"}, {"mcp", "--no-daemon"}} {
		steps = append(steps, func() {
			t.dialogue(server, []toolCall{
				{"start_session", map[string]any{"intent": "MODIFY", "query": "birds fly"}}, {"find_definitions", map[string]any{"symbol": "Hover1"}},
				{"list_sessions", map[string]any{}}, {"get_session_status", map[string]any{"session_id": "s_aaaaaaaaaaaaaaaaaaaaaaaaaa"}}, {"sync_index", map[string]any{}}, {"index_status", map[string]any{}},
			})
		})
	}
	for _, server := range [][]string{{"lsp"}, {"lsp", "--no-daemon"}} {
		steps = append(steps, func() { t.edit(server) })
	}
	return steps
}

// hooked returns what a client tells its hook of a call that writes.
func (t *trial) hooked(event string) string {
	name := map[string]string{"pre": "PreToolUse", "post": "PostToolUse"}[event]
	return fmt.Sprintf(`{"hook_event_name":%q,"session_id":"torture","cwd":%q,"tool_name":"Bash","tool_use_id":"1","tool_input":{"command":"make"},"tool_response":{}}`, name, t.box.repo)
}

// edit plays an editor that asks about a file and ends.
func (t *trial) edit(server []string) {
	p := t.speak(call{args: server})
	defer p.end(false)
	root := "file://" + (&url.URL{Path: t.box.repo}).EscapedPath()
	document := map[string]any{"uri": root + "/good/py/bird0.py"}
	for _, x := range []struct {
		method string
		params any
	}{
		{"initialize", map[string]any{"processId": nil, "rootUri": root, "capabilities": map[string]any{}}},
		{"textDocument/documentSymbol", map[string]any{"textDocument": document}},
		{"workspace/symbol", map[string]any{"query": "Hover1"}},
		{"shutdown", nil},
	} {
		if _, err := p.request(x.method, x.params); err != nil {
			t.refused(p, x.method, err)
			return
		}
		if x.method == "initialize" {
			_ = p.send(map[string]any{"jsonrpc": "2.0", "method": "initialized", "params": map[string]any{}}) // its end is seen by the requests
		}
	}
	_ = p.send(map[string]any{"jsonrpc": "2.0", "method": "exit"})
}

// maxLines is how many lines an error may have: its own, and those that are printed once
// about the state folder.
const maxLines = 4

// briefly finds a fault where a command fails without a short, clear error.
func (t *trial) briefly(o *outcome) {
	lines := bytes.Count(bytes.TrimSpace(o.err), []byte("\n")) + 1
	if o.code > 0 && len(o.out) == 0 && (!o.clear() || lines > maxLines) {
		t.found(Silent, "%s: status %d without a clear line: %s", o.call, o.code, excerpt(o.err))
	}
}

// socketAt makes a socket without a listener.
func socketAt(path string) error {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	return syscall.Bind(fd, &syscall.SockaddrUnix{Name: path})
}

// asRoot skips the case where err says that only root may do something; it returns any
// other error.
func asRoot(t *trial, err error) error {
	if errors.Is(err, syscall.EPERM) {
		t.skip("devices and files of other users are made by root alone")
	}
	return err
}

// modes looks for files that others may read; a folder that is not ours is left alone.
func (t *trial) modes(dir string) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return
	}
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() && (strings.HasSuffix(path, ".pack") || strings.HasSuffix(path, ".generation")) && info.Mode().Perm()&0o077 != 0 && !foreign(info) {
			t.found(Leak, "others may read %s: %v", path, info.Mode())
		}
		return nil
	})
}
