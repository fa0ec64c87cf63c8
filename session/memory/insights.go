package memory

import (
	"math"
	"slices"

	"codeintel/session"
	"codeintel/session/gate"
)

// Analysis is what is known of how a session went.
type Analysis struct {
	SessionID string `json:"session_id"`
	// Decision is the newest of the session, nil where there is none; Decisions is
	// how many there are.
	Decision  *Decision         `json:"decision"`
	Decisions int               `json:"decisions"`
	Outcomes  []session.Outcome `json:"outcomes"`
	Analysis  Summary           `json:"analysis"`
	// Damaged says what of the logs can't be read: it may be about the session.
	Damaged []string `json:"damaged,omitempty"`
}

// Summary of a session.
type Summary struct {
	HadDecision bool `json:"had_decision"`
	HadOutcome  bool `json:"had_outcome"`
	// Final is the outcome that was recorded last, nil where none was.
	Final *session.OutcomeKind `json:"final_outcome"`
	// Tools are those of all decisions, in the order in which they were planned.
	Tools []string `json:"tools_planned"`
	// FailurePoint is the phase in which the session was when it failed, nil where it
	// did not, or where that is not known.
	FailurePoint *string `json:"failure_point"`
}

// Of joins the decisions and outcomes of a session. It is the empty analysis for
// one that is not in the logs.
func (m *Memory) Of(id string) (Analysis, error) {
	decisions, outcomes, damaged, err := m.logs()
	if err != nil {
		return Analysis{}, err
	}
	a := analyse(id, decisions, outcomes)
	a.Damaged = damaged
	return a, nil
}

func analyse(id string, decisions []Decision, outcomes []session.Outcome) Analysis {
	a := Analysis{SessionID: id, Outcomes: []session.Outcome{}, Analysis: Summary{Tools: []string{}}}
	for _, d := range decisions {
		if d.SessionID != id {
			continue
		}
		a.Decisions++
		a.Decision = &d
		for _, t := range d.Tools {
			if !slices.Contains(a.Analysis.Tools, t) {
				a.Analysis.Tools = append(a.Analysis.Tools, t)
			}
		}
	}
	for _, o := range outcomes {
		if o.SessionID == id {
			a.Outcomes = append(a.Outcomes, o)
		}
	}
	a.Analysis.HadDecision = a.Decision != nil
	if n := len(a.Outcomes); n > 0 {
		last := a.Outcomes[n-1]
		a.Analysis.HadOutcome, a.Analysis.Final = true, &last.Outcome
		if point := string(pointOf(a.Outcomes)); last.Outcome == session.Failure && point != "" {
			a.Analysis.FailurePoint = &point
		}
	}
	return a
}

// pointOf returns the phase in which a session was at its last outcome or, where it
// had ended by then, the one in which it ended; "" where no record says that.
func pointOf(outcomes []session.Outcome) gate.Phase {
	for _, o := range slices.Backward(outcomes) {
		switch {
		case o.Phase != gate.Closed:
			return o.Phase
		case o.ClosedIn != "":
			return o.ClosedIn
		}
	}
	return ""
}

// Rate says how sessions with something ended.
type Rate struct {
	Sessions int `json:"sessions"`
	Failures int `json:"failures"`
	// FailureRate is their share, from 0 to 1.
	FailureRate float64 `json:"failure_rate"`
	// Correlation of having it and failing (phi), from -1 to 1; nil where all or none
	// of the sessions have it, or all or none failed.
	Correlation *float64 `json:"correlation"`
}

// Insights say what sessions that failed have in common. A failure is a session
// whose last outcome is one.
type Insights struct {
	// Sessions with an outcome that were looked at, the newest; of those Decided have
	// a decision, which the correlations are about.
	Sessions int `json:"total_sessions_with_outcomes"`
	Decided  int `json:"sessions_with_decisions"`
	// Outcomes is how many sessions ended in each.
	Outcomes map[session.OutcomeKind]int `json:"outcomes"`
	// Tools by the name of a planned tool, Risks by the level of the last decision,
	// Missing by the slot that it says is missing.
	Tools   map[string]Rate       `json:"tool_failure_correlation"`
	Risks   map[session.Risk]Rate `json:"risk_level_correlation"`
	Missing map[session.Slot]Rate `json:"missing_slot_correlation"`
	// Points is how many sessions failed in each phase.
	Points map[string]int `json:"common_failure_points"`
	// Damaged says what of the logs can't be read, and is not counted.
	Damaged []string `json:"damaged,omitempty"`
}

// Insights looks at the newest sessions with an outcome, at most limit of them, all
// where limit is 0 or less.
func (m *Memory) Insights(limit int) (Insights, error) {
	decisions, outcomes, damaged, err := m.logs()
	if err != nil {
		return Insights{}, err
	}
	in := insights(decisions, outcomes, limit)
	in.Damaged = damaged
	return in, nil
}

func insights(decisions []Decision, outcomes []session.Outcome, limit int) Insights {
	decided, ended := map[string][]Decision{}, map[string][]session.Outcome{}
	for _, d := range decisions {
		decided[d.SessionID] = append(decided[d.SessionID], d)
	}
	var ids []string // by their last outcome, the newest first
	for _, o := range slices.Backward(outcomes) {
		if ended[o.SessionID] == nil {
			ids = append(ids, o.SessionID)
		}
		ended[o.SessionID] = append(ended[o.SessionID], o)
	}
	if limit > 0 {
		ids = ids[:min(len(ids), limit)]
	}
	in := Insights{
		Sessions: len(ids),
		Outcomes: map[session.OutcomeKind]int{session.Success: 0, session.Failure: 0, session.Partial: 0},
		Points:   map[string]int{},
	}
	tools, risks, missing := tally[string]{}, tally[session.Risk]{}, tally[session.Slot]{}
	failures := 0
	for _, id := range ids {
		slices.Reverse(ended[id])
		a := analyse(id, decided[id], ended[id])
		failed := *a.Analysis.Final == session.Failure
		in.Outcomes[*a.Analysis.Final]++
		if a.Analysis.FailurePoint != nil {
			in.Points[*a.Analysis.FailurePoint]++
		}
		if a.Decision == nil {
			continue
		}
		in.Decided++
		if failed {
			failures++
		}
		tools.add(failed, a.Analysis.Tools...)
		risks.add(failed, a.Decision.Risk)
		missing.add(failed, a.Decision.Missing...)
	}
	in.Tools, in.Risks, in.Missing = tools.rates(in.Decided, failures), risks.rates(in.Decided, failures), missing.rates(in.Decided, failures)
	return in
}

// tally counts sessions, and failures among them, by what they have.
type tally[K ~string] map[K]*Rate

func (t tally[K]) add(failed bool, keys ...K) {
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			continue
		}
		if t[k] == nil {
			t[k] = &Rate{}
		}
		t[k].Sessions++
		if failed {
			t[k].Failures++
		}
	}
}

// rates of all sessions, of which so many failed.
func (t tally[K]) rates(sessions, failures int) map[K]Rate {
	out := map[K]Rate{}
	for k, r := range t {
		with, failed := float64(r.Sessions), float64(r.Failures)
		r.FailureRate = round(failed / with)
		n, f := float64(sessions), float64(failures)
		if spread := with * (n - with) * f * (n - f); spread > 0 {
			phi := round((n*failed - with*f) / math.Sqrt(spread))
			r.Correlation = &phi
		}
		out[k] = *r
	}
	return out
}

func round(f float64) float64 { return math.Round(f*1000) / 1000 }
