package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	line, err := json.Marshal(v)
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

// parseLog reads the lines of a log, the oldest first. Those that are torn, damaged
// or say nothing are left out.
func parseLog[T any](data []byte, ok func(*T) bool) []T {
	var out []T
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		var v T
		if n := len(line); n == 0 || n > maxLine || json.Unmarshal(line, &v) != nil || !ok(&v) {
			continue
		}
		out = append(out, v)
	}
	return out
}

func (m *Memory) readLog(name string) ([]byte, error) {
	data, _, err := m.files.Read(name)
	if errors.Is(err, files.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

func (m *Memory) decisions() ([]Decision, error) {
	data, err := m.readLog(decisionsLog)
	if err != nil {
		return nil, err
	}
	return parseLog(data, validDecision), nil
}

func validDecision(d *Decision) bool { return !d.At.IsZero() && d.Intent != "" }

func (m *Memory) outcomes() ([]session.Outcome, error) {
	data, err := m.readLog(outcomesLog)
	if err != nil {
		return nil, err
	}
	return parseLog(data, func(o *session.Outcome) bool { return o.SessionID != "" && validOutcome(o.Outcome) }), nil
}
