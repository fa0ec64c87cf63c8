package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// recordsPart damages every kind of file that ci keeps beside the index: records of
// sessions, agreements, imported indexes and the gate, in the repository and in the user's
// cache. Whatever reads such a file must answer as before the damage, or report the damage
// until it is repaired.
func recordsPart() part {
	return part{
		name: "records", does: "records of sessions, memory, gate, imports and settings are cut, flipped, swapped, removed and replaced",
		share: 6, cases: 1000 * len(recordKinds),
		prepare: func(s *suite) (func(*trial), error) {
			lives := make(chan *life, max(1, s.jobs))
			var mu sync.Mutex
			made := 0
			take := func() (*life, error) {
				select {
				case l := <-lives:
					return l, nil
				default:
				}
				mu.Lock()
				defer mu.Unlock()
				made++
				return s.live(fmt.Sprintf("life%d", made))
			}
			first, err := take()
			if err != nil {
				return nil, err
			}
			lives <- first
			return func(t *trial) {
				l, err := take()
				t.must(err)
				defer func() { lives <- l }()
				t.box, t.lasting = l.box, true
				spoil(t, l, recordKinds[t.number%len(recordKinds)])
			}, nil
		},
	}
}

// recordKind is a kind of file, found by a pattern below the box. A free one may be removed,
// or be copied from another repository, without a report.
type recordKind struct {
	name, pattern string
	free          bool
}

// recordKinds has all kinds of files that ci writes except those of the index of symbols
// and texts, which belong to the part damage.
var recordKinds = []recordKind{
	{name: "record of a session", pattern: "repo/.code-intel/sessions/s_*.json"},
	{name: "configuration", pattern: "repo/.code-intel/config.json", free: true},
	{name: "record of ci init", pattern: "repo/.code-intel/init.json", free: true},
	{name: "rules for git", pattern: "repo/.code-intel/.gitignore", free: true},
	{name: "rules for git of sessions", pattern: "repo/.code-intel/sessions/.gitignore", free: true},
	{name: "agreement", pattern: "repo/.code-intel/agreements/*.md", free: true},
	{name: "learned pairs", pattern: "repo/.code-intel/learned_pairs.json", free: true},
	{name: "files of learned pairs", pattern: "repo/.code-intel/learned_files.json", free: true},
	{name: "log of decisions", pattern: "repo/.code-intel/decisions.jsonl", free: true},
	{name: "log of outcomes", pattern: "repo/.code-intel/outcomes.jsonl", free: true},
	{name: "calls of agents", pattern: "repo/.code-intel/gate/calls.json"},
	{name: "baseline", pattern: "repo/.code-intel/gate/baseline"},
	{name: "changes since the baseline", pattern: "repo/.code-intel/gate/changes"},
	{name: "lock of the gate", pattern: "repo/.code-intel/gate/lock"},
	{name: "list of imported indexes", pattern: "repo/.code-intel/index/imports.json"},
	{name: "lock of the index", pattern: "repo/.code-intel/index/lock*"},
	{name: "key", pattern: "cache/ci/gate/key"},
	{name: "witness", pattern: "cache/ci/gate/*.json"},
	{name: "lock of the witness", pattern: "cache/ci/gate/*.lock"},
}

// life is a repository in which an agent has worked, with a file of each kind.
type life struct {
	box   *box
	good  string // copies of the folders that ci writes to
	other string // the same of another repository
	open  string // the session that may write
	// want maps each step to what it says without damage: at first, and later.
	want [2]map[string]string
}

// written are the folders of a box that ci writes to.
var written = []string{"repo/.code-intel", "cache", "home"}

// live makes a life, and another repository to swap files with.
func (s *suite) live(name string) (*life, error) {
	l := &life{good: filepath.Join(s.dir, name+" good"), other: filepath.Join(s.dir, name+" other")}
	for _, of := range []struct{ subject, keep string }{{"duty", l.other}, {"tax", l.good}} {
		b, err := newBox(s, filepath.Join(s.dir, name+" "+of.subject))
		if err != nil {
			return nil, err
		}
		t := &trial{s: s, part: "prepare", box: b, rng: s.random("prepare", 1), lasting: true}
		t.perform(func(t *trial) { l.open = t.work(of.subject) })
		if t.broken != nil || t.verdict >= Silent {
			return nil, errors.Join(t.broken, errors.New(strings.Join(t.why, "; ")+"\n"+strings.Join(t.log, "\n")))
		}
		l.box = b
		for _, dir := range written {
			if err := copyTree(filepath.Join(of.keep, dir), filepath.Join(b.dir, dir)); err != nil {
				return nil, err
			}
		}
	}
	var err error
	t := &trial{s: s, part: "prepare", box: l.box, rng: s.random("prepare", 2), lasting: true}
	t.perform(func(t *trial) {
		for again := range 2 {
			l.restore(t)
			for later := range l.want {
				said := t.tell(l.open)
				t.ci("index", "--quiet", "--verify")
				for step, text := range l.want[later] {
					if text != said[step] {
						a, b := apart(text, said[step])
						err = fmt.Errorf("%s varies: %.300q, then %.300q", step, a, b)
					}
				}
				if again == 0 {
					l.want[later] = said
				}
			}
		}
	})
	return l, errors.Join(err, t.broken)
}

// restore puts the folders that ci writes to back to what they were.
func (l *life) restore(t *trial) {
	for _, dir := range written {
		removeAll(filepath.Join(l.box.dir, dir))
		t.must(copyTree(filepath.Join(l.box.dir, dir), filepath.Join(l.good, dir)))
	}
}

// conversation names the conversation of the agent in a life.
const conversation = "CLAUDE_CODE_SESSION_ID=torture"

// work has an agent finish one request and get READY for the next, and returns the session
// of the latter.
func (t *trial) work(subject string) (session string) {
	name := subject + "_of"
	t.must(gitFolder(t.box.repo))
	t.must(tree{
		"shop/__init__.py": "",
		"shop/rate.py":     fmt.Sprintf("RATE = 19\n\n\ndef %[1]s(cents):\n    \"\"\"The %[2]s on an amount, rounded down.\"\"\"\n    return cents * RATE // 100\n", name, subject),
		"shop/price.py":    fmt.Sprintf("from shop.rate import %[1]s\n\n\ndef gross_price(net):\n    return net + %[1]s(net)\n\n\ndef net_price(g):\n    return g - %[1]s(g)\n", name),
	}.write(t.box.repo))
	scip := filepath.Join(t.box.dir, "tmp", "x.scip")
	t.ci("init", "--command", t.box.program)
	t.ci("index", "--quiet")
	t.ci("index", "--quiet", "--output", scip)
	t.ci("import", scip)
	t.ci("index", "--quiet")
	t.ci("gate", "trust", "mcp__x__"+subject)
	query := fmt.Sprintf("Change %s so that the %s on an amount is rounded half up; today it is rounded down.", name, subject)
	slot := func(value string) map[string]any { return map[string]any{"value": value, "quote": value} }
	ready := []toolCall{
		{"start_session", map[string]any{"intent": "MODIFY", "query": query, "slots": map[string]any{"target_feature": slot(name), "observed_issue": slot("today it is rounded down"), "desired_action": slot("is rounded half up")}}},
		{"find_definitions", map[string]any{"symbol": name}}, {"find_references", map[string]any{"symbol": name}}, {"get_symbols", map[string]any{"path": "shop/price.py"}},
		{"submit_understanding", map[string]any{
			"symbols_identified": []string{name, "gross_price", "net_price"}, "entry_points": []string{"gross_price"}, "files_analyzed": []string{"shop/rate.py", "shop/price.py"},
			"existing_patterns": []map[string]any{{"description": "whole cents by integer division", "file": "shop/rate.py", "line": 6}},
			"relevant_symbols":  []string{name}, "reasoning": "It computes it.",
			"code_evidence": []map[string]any{{"symbol": name, "file": "shop/rate.py", "line": 6, "text": "cents * RATE // 100"}},
			"slot_evidence": map[string]any{"observed_issue": map[string]any{"tool": "find_definitions", "result": name + " is rounded down"}},
		}},
	}
	t.dialogueOf(append(ready, toolCall{"record_outcome", map[string]any{"outcome": "success", "analysis": "It is rounded half up."}}))
	told := t.dialogueOf(ready)
	if len(told) != len(ready) || !strings.Contains(told[len(told)-1], `"phase":"READY"`) {
		t.must(fmt.Errorf("no session is READY: %q", told))
	}
	var started struct {
		ID string `json:"session_id"`
	}
	t.must(json.Unmarshal([]byte(told[0]), &started))
	// A call that the session lets write, and one that writes what it may not: the gate
	// keeps what was there before.
	t.hook("pre", "Bash", "1", map[string]any{"command": "make"})
	t.hook("post", "Bash", "1", map[string]any{"command": "make"})
	t.hook("pre", "Bash", "2", map[string]any{"command": "make"})
	t.must(tree{"shop/__init__.py": "changed = True\n"}.write(t.box.repo))
	t.hook("post", "Bash", "2", map[string]any{"command": "make"})
	t.must(tree{"shop/__init__.py": ""}.write(t.box.repo))
	t.hook("pre", "Bash", "3", map[string]any{"command": "make"})
	t.hook("post", "Bash", "3", map[string]any{"command": "make"})
	t.tell(started.ID)
	return started.ID
}

// dialogueOf plays a dialogue as the agent of a life.
func (t *trial) dialogueOf(calls []toolCall) []string {
	t.box.env = append(t.box.env, conversation)
	defer func() { t.box.env = t.box.env[:len(t.box.env)-1] }()
	return t.dialogue([]string{"mcp", "--no-daemon"}, calls)
}

// hook runs a hook for a call, as the agent's client does.
func (t *trial) hook(event, tool, id string, input map[string]any) *outcome {
	text, err := json.Marshal(map[string]any{
		"hook_event_name": map[string]string{"pre": "PreToolUse", "post": "PostToolUse"}[event], "session_id": "torture", "cwd": t.box.repo,
		"tool_name": tool, "tool_use_id": id, "tool_input": input, "tool_response": map[string]any{},
	})
	t.must(err)
	return t.call(call{args: []string{"hook", event}, stdin: bytes.NewReader(text)})
}

// changing matches what differs from one run to the next.
var changing = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[0-9.]*(Z|[+-]\d\d:\d\d)?|"(generation|\w*bytes|seconds|peak_memory_bytes|pid|age|refusals|age_seconds|memory_mb)":[^,}]*|\d+(\.\d+)? (seconds|minutes?|[kKM]i?B)( ago)?|since \d+`)

// tell runs everything that reads one of the files, and returns what each step says, errors
// included.
func (t *trial) tell(session string) map[string]string {
	said := map[string]string{}
	add := func(name, text string) {
		text = strings.ReplaceAll(text, t.box.dir, "BOX")
		said[name] += changing.ReplaceAllString(text, "VARIES")
	}
	write := func(file string) string {
		o := t.hook("pre", "Write", "w", map[string]any{"file_path": filepath.Join(t.box.repo, file), "content": "x = 1\n"})
		return fmt.Sprintf("%d %s %s", o.code, o.out, o.err)
	}
	add("hook rate.py", write("shop/rate.py"))
	add("hook other.py", write("other.py"))
	for _, args := range [][]string{
		{"status", "--json"}, {"index", "--check"}, {"doctor", "--json"}, {"config", "show"}, {"session", "list", "--all", "--json"}, {"session", "show", session, "--json"},
		{"gate", "verify"}, {"def", "gross_price", "--json"}, {"search", "what is rounded down", "--json"}, {"init", "--dry-run"},
	} {
		o := t.ci(args...)
		out := o.out
		if args[0] == "init" {
			out = nil // it prints the files
		}
		add("ci "+strings.Join(args, " "), fmt.Sprintf("%d %s %s", o.code, out, o.err))
		t.briefly(o)
	}
	calls := []toolCall{
		{"get_session_status", map[string]any{"session_id": session}}, {"get_session_analysis", map[string]any{"session_id": session}}, {"get_improvement_insights", map[string]any{}}, {"index_status", map[string]any{}},
		{"check_write_target", map[string]any{"session_id": session, "file_path": "shop/rate.py"}},
		{"query", map[string]any{"query": "where is the rate of an amount"}},
	}
	for i, text := range t.dialogueOf(calls) {
		if calls[i].name != "index_status" { // which says how far it is
			add(calls[i].name, text)
		}
	}
	return said
}

// spoil runs one case: it damages a file of a kind and judges the answers.
func spoil(t *trial, l *life, kind recordKind) {
	l.restore(t)
	names, err := filepath.Glob(filepath.Join(l.box.dir, filepath.FromSlash(kind.pattern)))
	t.must(err)
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasSuffix(name, ".lock") != strings.HasSuffix(kind.pattern, ".lock") && kind.name == "witness"
	})
	if len(names) == 0 {
		t.skip("there is no %s", kind.name)
	}
	name := pick(t.rng, names)
	rel, err := filepath.Rel(l.box.dir, name)
	t.must(err)
	if !t.replace(l, kind, name) {
		return // it is what it was
	}
	t.log[len(t.log)-1] = kind.name + ", " + rel + ": " + t.log[len(t.log)-1]
	t.box.bounds.wall = 45 * time.Second // nothing that is put there may be waited for
	t.judge(l, "at first", l.want[0])
	if t.verdict >= Silent {
		return
	}
	t.ci("index", "--quiet", "--verify")
	t.judge(l, "later", l.want[1])
}

// replace damages a file of a life, and reports whether that must be noticed.
func (t *trial) replace(l *life, kind recordKind, name string) bool {
	data, err := os.ReadFile(name)
	t.must(err)
	info, err := os.Stat(name)
	t.must(err)
	switch n := t.rng.IntN(len(mutations) + 8); {
	case n < len(mutations):
		changed, what := mutations[n](t.rng, slices.Clone(data))
		t.did("%s", what)
		if changed == nil {
			t.must(os.Remove(name))
			return !kind.free && !strings.HasPrefix(kind.name, "record of a session") // the person's way out
		}
		if strings.HasSuffix(name, ".jsonl") && bytes.HasPrefix(data, changed) && bytes.HasSuffix(changed, []byte("\n")) {
			return false // a log that says less
		}
		if kind.free && bytes.Equal(bytes.TrimSpace(bytes.ReplaceAll(changed, []byte("\r\n"), []byte("\n"))), bytes.TrimSpace(data)) {
			return false // the same to who reads it
		}
		t.must(os.WriteFile(name, changed, 0o600))
		t.must(os.Chtimes(name, info.ModTime(), info.ModTime()))
		return !bytes.Equal(data, changed)
	case n < len(mutations)+2:
		if kind.free {
			return false
		}
		others, err := filepath.Glob(filepath.Join(l.other, filepath.FromSlash(kind.pattern)))
		t.must(err)
		if len(others) == 0 {
			return false
		}
		text, err := os.ReadFile(pick(t.rng, others))
		t.must(err)
		t.did("that of another repository")
		t.must(os.WriteFile(name, text, 0o600))
		return !bytes.Equal(data, text)
	case n == len(mutations)+2:
		t.did("zeros")
		t.must(os.WriteFile(name, make([]byte, len(data)), 0o600))
		return len(data) > 0
	}
	t.must(os.Remove(name))
	x := pick(t.rng, replacements())
	t.did("%s", x.name)
	t.must(x.put(t, name, data))
	return true
}

// replacements returns the intruders that can replace a file of a life: those that do not
// stand in the way of the next one in the same box.
func replacements() []intruder {
	names := []string{"an empty folder", "a pipe", "a link to nothing", "a link to what it was, outside", "a file that can't be read"}
	return slices.DeleteFunc(slices.Clone(intruders), func(x intruder) bool { return !slices.Contains(names, x.name) })
}

// says matches words that report that something is wrong.
var says = regexp.MustCompile(`damaged|is written by hand|can't be locked|no mapping|expected|can't be read|can't be had|can't be|not valid|no valid|remove it|removed|move it|is missing|is lost|was lost|is gone|changed by something else|not sealed|forged|symbolic link|named pipe|is no regular file|not a file|is a folder|is a directory|is empty|none any more|unknown key|no such setting|not known|invalid|nothing vouches|older than|permission denied|unexpected|must be|does not agree`)

// denied reports whether a hook denies a call.
func denied(text string) bool {
	return strings.HasPrefix(text, "2 ") || strings.Contains(text, `"deny"`)
}

// judge compares what each step says with what it says without damage.
func (t *trial) judge(l *life, when string, all map[string]string) {
	t.weigh(when, t.tell(l.open), all)
}

// weigh compares what each step says (got) with what it should say (all).
func (t *trial) weigh(when string, got, all map[string]string) {
	var differ []string
	told := false
	for step, want := range all {
		text := got[step]
		if text == want {
			continue
		}
		differ = append(differ, step)
		was := says.FindAllString(want, -1)
		told = told || len(says.FindAllString(text, -1)) > len(was)
		if strings.HasPrefix(step, "hook ") && denied(want) && !denied(text) {
			t.found(Wrong, "%s, %s lets through what was denied: %s", when, step, excerpt([]byte(text)))
		}
	}
	slices.Sort(differ)
	switch {
	case differ == nil:
	case told:
		t.found(Said, "%s: %s", when, strings.Join(differ, ", "))
	default:
		a, b := apart(all[differ[0]], got[differ[0]])
		t.found(Silent, "%s: %s differ, and nothing says why: %.300q, then %.300q", when, strings.Join(differ, ", "), a, b)
	}
}
