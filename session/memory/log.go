package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/gate"
)

const (
	decisionsLog = "decisions.jsonl"
	outcomesLog  = "outcomes.jsonl"
	// A log that is longer than maxLog bytes loses its oldest lines until it is half
	// as long. A process looks at the length before its first line, and after each
	// lookAfter bytes of its own.
	maxLog    = 4 << 20
	lookAfter = 64 << 10
	// maxLine is the longest line in bytes that is read.
	maxLine = 128 << 10
)

// Decision is the plan of a query, as it is logged.
type Decision struct {
	Query     string         `json:"query"`
	At        time.Time      `json:"timestamp"`
	Intent    session.Intent `json:"intent"`
	Phases    []gate.Phase   `json:"required_phases"`
	Missing   []session.Slot `json:"missing_slots"`
	Risk      session.Risk   `json:"risk_level"`
	Tools     []string       `json:"tools_planned"`
	Bootstrap bool           `json:"needs_bootstrap"`
	// Reason of the bootstrap, "" where there is none.
	Reason    string `json:"bootstrap_reason,omitempty"`
	SessionID string `json:"session_id,omitempty"`
}

// DecisionOf is what is logged of a plan. Required are the phases on the shortest
// way to the end.
func DecisionOf(p *session.Plan, query, id string) Decision {
	d := Decision{
		Query: query, Intent: p.Intent, Missing: p.MissingSlots, Risk: p.RiskLevel, Tools: p.Steps,
		Bootstrap: p.NeedsBootstrap, Reason: p.BootstrapReason, SessionID: id,
		Phases: []gate.Phase{gate.Exploration, gate.Ready},
	}
	if p.Intent == session.Question {
		d.Phases = d.Phases[1:]
	}
	return d
}

// RecordDecision appends to the log of decisions.
func (m *Memory) RecordDecision(ctx context.Context, d Decision) error {
	if d.At.IsZero() {
		d.At = m.now()
	}
	d.At = d.At.UTC()
	d.Query, d.SessionID, d.Reason = clean(d.Query, maxText), oneLine(d.SessionID, maxTerm), clean(d.Reason, maxText)
	return m.appendLog(ctx, decisionsLog, d)
}

func validOutcome(k session.OutcomeKind) bool {
	return k == session.Success || k == session.Failure || k == session.Partial
}

func boundOutcome(o session.Outcome) session.Outcome {
	o.At = o.At.UTC()
	o.SessionID, o.Analysis, o.Trigger = oneLine(o.SessionID, maxTerm), clean(o.Analysis, maxText), clean(o.Trigger, maxText)
	return o
}

// appendLog appends a value as one line, by one write.
func (m *Memory) appendLog(ctx context.Context, name string, v any) error {
	line, err := encodeLine(v)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	unlock, err := m.files.Lock(ctx, name)
	if err != nil {
		return err
	}
	defer unlock()
	m.mu.Lock()
	written, looked := m.sizes[name]
	m.mu.Unlock()
	if !looked || written > lookAfter {
		if err := m.shorten(name); err != nil {
			return err
		}
		written = 0
	}
	if err := m.files.Append(name, line); err != nil {
		return err
	}
	m.mu.Lock()
	m.sizes[name] = written + len(line)
	m.mu.Unlock()
	return nil
}

// shorten drops the oldest lines of a log that is too long. The lock of the log is
// held.
func (m *Memory) shorten(name string) error {
	data, _, err := m.files.Read(name)
	if errors.Is(err, files.ErrNotExist) {
		return nil
	}
	if err != nil || len(data) <= maxLog {
		return err
	}
	rest := data[len(data)-maxLog/2:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[i+1:]
	}
	_, err = m.files.Write(name, rest)
	return err
}

// parseLog reads the lines of a log, the oldest first. Those that are torn, damaged or say
// nothing are left out and counted. A line that is there twice is one record.
func parseLog[T any](data []byte, ok func(*T) bool) (out []T, damaged int) {
	seen := map[string]bool{}
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		var v T
		switch n := len(line); {
		case n == 0 || seen[string(line)]:
		case n > maxLine || !decodeLine(line, &v) || !ok(&v):
			damaged++
		default:
			seen[string(line)] = true
			out = append(out, v)
		}
	}
	if damaged == 0 && len(data) > 0 && data[len(data)-1] != '\n' {
		damaged = 1 // it was cut: a line ends when it is written
	}
	return out, damaged
}

// readLog reads a log. The error of one with damaged lines is a Problem; the others are
// read nevertheless.
func readLog[T any](m *Memory, name string, ok func(*T) bool) ([]T, error) {
	data, _, err := m.files.Read(name)
	switch {
	case errors.Is(err, files.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case len(data) == 0:
		return nil, Problem{name, errors.New("is empty: its records are lost; remove the file")}
	}
	out, damaged := parseLog(data, ok)
	if damaged > 0 {
		return out, Problem{name, fmt.Errorf("%d of its lines are damaged, and what they recorded is lost; remove these lines, or the file", damaged)}
	}
	return out, nil
}

func (m *Memory) decisions() ([]Decision, error) {
	return readLog(m, decisionsLog, func(d *Decision) bool { return !d.At.IsZero() && d.Intent != "" })
}

func (m *Memory) outcomes() ([]session.Outcome, error) {
	return readLog(m, outcomesLog, func(o *session.Outcome) bool { return o.SessionID != "" && validOutcome(o.Outcome) })
}

// logs reads both logs. It returns what is damaged of them as texts, and fails where one
// can't be read.
func (m *Memory) logs() (decisions []Decision, outcomes []session.Outcome, damaged []string, err error) {
	decisions, bad := m.decisions()
	outcomes, worse := m.outcomes()
	for _, e := range []error{bad, worse} {
		var p Problem
		switch {
		case errors.As(e, &p):
			damaged = append(damaged, p.Error())
		case e != nil:
			return nil, nil, nil, e
		}
	}
	return decisions, outcomes, damaged, nil
}

// Damaged returns what is wrong with the files of the memory, but for agreements.
func (m *Memory) Damaged() []error {
	var out []error
	note := func(err error) {
		if err != nil {
			out = append(out, err)
		}
	}
	_, err := m.decisions()
	note(err)
	_, err = m.outcomes()
	note(err)
	_, err = m.readPairs()
	note(err)
	if data, _, err := m.files.Read(baseFile); err == nil {
		if _, err := decodeBase(data); err != nil {
			note(Problem{baseFile, fmt.Errorf("%w; it is made anew when a session succeeds", err)})
		}
	} else if !errors.Is(err, files.ErrNotExist) {
		note(err)
	}
	return out
}
