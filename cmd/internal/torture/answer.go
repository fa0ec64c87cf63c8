package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// question is something that ci is asked about a repository.
type question struct {
	args []string
	// binary: the answer is a file, which is compared as a whole. Else it is JSON, an
	// object a line.
	binary bool
}

func (q question) String() string { return "ci " + strings.Join(q.args, " ") }

// answer is what ci has said to a question.
type answer struct {
	// text is the answer without what may differ from run to run.
	text string
	// said says that the answer is not whole: by its summary, or by an error.
	said string
	rows int
}

// varying is what differs between two runs that answer alike. A cursor names the generation
// that it continues; whether there is more, "truncated" says.
var varying = regexp.MustCompile(`"(generation|seconds|peak_memory_bytes)":[0-9.e+-]+,?|"next_cursor":"[^"]*",?`)

// apart are two texts from a little before the place where they begin to differ.
func apart(a, b string) (string, string) {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	at = max(0, at-80)
	return a[at:], b[at:]
}

// ask asks the program and reads its answer. Of an answer that can't be read it says so.
func (t *trial) ask(q question) answer { return t.read(q, t.ci(q.args...)) }

// read reads the answer in an outcome.
func (t *trial) read(q question, o *outcome) answer {
	if o.late != "" || o.signal != 0 {
		return answer{said: "ended"} // judged already
	}
	// 1 is "nothing found" where the answer itself says that it is complete.
	if o.code > 1 || o.code == 1 && (q.binary || len(o.out) == 0) {
		if !o.clear() {
			t.found(Silent, "%s: status %d without a clear line: %s", q, o.code, excerpt(o.err))
		}
		return answer{said: fmt.Sprintf("status %d: %s", o.code, excerpt(o.err))}
	}
	if q.binary {
		return answer{text: fmt.Sprintf("%d bytes, %x", len(o.out), sha256.Sum256(o.out)), rows: len(o.out)}
	}
	a := answer{text: string(varying.ReplaceAll(o.out, nil)), rows: bytes.Count(o.out, []byte("\n"))}
	a.said = incomplete(o.out)
	return a
}

// incomplete returns what the summary of an answer, its last object, says of it when it
// is not whole; "" when it is.
func incomplete(out []byte) string {
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	last := lines[len(lines)-1]
	var summary struct {
		Complete *bool           `json:"complete"`
		Stale    json.RawMessage `json:"stale"`
		Behind   int             `json:"behind"`
		Failed   json.RawMessage `json:"failed"`
	}
	if err := json.Unmarshal(last, &summary); err != nil {
		return fmt.Sprintf("no JSON: %.100q", last)
	}
	stale := strings.Trim(string(summary.Stale), "[] ")
	if summary.Complete != nil && !*summary.Complete || summary.Behind > 0 || len(stale) > 0 && stale != "null" && stale != "false" {
		return fmt.Sprintf("%.300s", last)
	}
	return ""
}

// compare judges an answer by that of an undisturbed run, and reports whether they are
// the same.
func (t *trial) compare(what string, got, want answer) bool {
	if got.text == want.text && got.said == "" {
		return true
	}
	if got.said != "" {
		t.found(Said, "%s: %s", what, got.said)
		return false
	}
	if want.said != "" {
		t.found(Said, "%s: the undisturbed run says: %s", what, want.said)
		return false
	}
	t.found(Wrong, "%s: called complete, %d rows instead of %d: %s", what, got.rows, want.rows, difference(want.text, got.text))
	return false
}

// soundness is what ci says of an index without asking anything of it.
type soundness struct {
	upToDate bool // ci status
	checked  bool // ci index --check
	text     string
}

// sound asks whether the index is sound. Neither command writes anything.
func (t *trial) sound() soundness {
	var s soundness
	o := t.ci("status", "--json")
	var status struct {
		UpToDate bool              `json:"up_to_date"`
		Damaged  []json.RawMessage `json:"damaged"`
	}
	if err := json.Unmarshal(bytes.TrimSpace(o.out), &status); err == nil {
		s.upToDate = status.UpToDate && len(status.Damaged) == 0 && o.code == 0
	} else if !o.clear() {
		t.found(Silent, "ci status: status %d, neither JSON nor a clear line", o.code)
	}
	s.checked = t.ci("index", "--check").code == 0
	s.text = fmt.Sprintf("status says up to date: %v, check: %v", s.upToDate, s.checked)
	return s
}

// oracle is the answers of an undisturbed run in a fresh copy.
type oracle map[string]answer

// undisturbed copies a repository without its index to dir, asks there, and removes it.
func (s *suite) undisturbed(repo, dir string, questions []question) (oracle, error) {
	b, err := newBox(s, dir)
	if err != nil {
		return nil, err
	}
	defer removeAll(dir)
	if err := copyTree(b.repo, repo); err != nil {
		return nil, err
	}
	removeAll(b.state("index"))
	t := &trial{s: s, part: "oracle", box: b, rng: s.random("oracle", 0)}
	out := oracle{}
	func() {
		defer func() {
			if r := recover(); r != nil && r != errGiveUp {
				panic(r)
			}
		}()
		for _, q := range questions {
			out[q.String()] = t.ask(q)
		}
	}()
	if t.broken == nil && t.verdict >= Silent {
		return nil, fmt.Errorf("the undisturbed run has a fault itself: %s", strings.Join(t.why, "; "))
	}
	for name, a := range out {
		if a.rows == 0 {
			return nil, fmt.Errorf("the undisturbed run has no answer to %s: %s", name, a.said)
		}
	}
	return out, t.broken
}
