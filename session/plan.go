// Package session decides what a session of an agent may do and what comes next.
// It does no I/O, and judges nothing by the words of a request: what a request
// says is handed in as slots.
package session

import (
	"fmt"
	"slices"
	"strings"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// The words of the policy.
type (
	Intent = gate.Intent
	Slot   = gate.Slot
	Risk   = gate.Risk
	Frame  = gate.Frame
)

// Intents, slots and risks of the policy.
const (
	Implement   = gate.Implement
	Modify      = gate.Modify
	Investigate = gate.Investigate
	Question    = gate.Question

	TargetFeature    = gate.TargetFeature
	TriggerCondition = gate.TriggerCondition
	ObservedIssue    = gate.ObservedIssue
	DesiredAction    = gate.DesiredAction

	Low    = gate.Low
	Medium = gate.Medium
	High   = gate.High
)

// Intents are all of them.
func Intents() []Intent { return gate.Intents() }

// Slots are all of them, in the order in which a request is told.
func Slots() []Slot { return gate.Slots() }

// Plan is what an agent should do first. It says which tools, not what is right.
type Plan struct {
	// Steps are names of tools, in the order in which they help most, each once.
	Steps     []string `json:"steps"`
	Reasoning string   `json:"reasoning"`
	// NeedsBootstrap: the request does not say what it is about, so that where to
	// look has to be found out first; BootstrapReason says so, else it is "".
	NeedsBootstrap  bool   `json:"needs_bootstrap"`
	BootstrapReason string `json:"bootstrap_reason,omitempty"`
	Intent          Intent `json:"intent"`
	RiskLevel       Risk   `json:"risk_level"`
	// MissingSlots in the order of Slots; PrioritySlots are the same, those that
	// matter most for the intent first.
	MissingSlots  []Slot `json:"missing_slots"`
	PrioritySlots []Slot `json:"priority_slots"`
	// Guidance for each missing slot, in the order of PrioritySlots.
	Guidance []Guidance `json:"guidance"`
}

// Guidance says how to find what a request leaves open, in the language of the
// request.
type Guidance struct {
	Slot    Slot     `json:"slot"`
	Unknown string   `json:"unknown"`
	Do      string   `json:"do"`
	Tools   []string `json:"tools"`
}

// guidance is the table of the slots: what is unknown where one is missing, what
// to do, and with which tools.
var guidance = map[Slot]struct {
	unknown, do speech.Text
	tools       []string
}{
	TargetFeature: {
		speech.TargetUnknown, speech.TargetDo,
		[]string{"query", "find_definitions", "get_symbols", "analyze_structure"},
	},
	TriggerCondition: {
		speech.TriggerUnknown, speech.TriggerDo,
		[]string{"search_text", "find_definitions"},
	},
	ObservedIssue: {
		speech.IssueUnknown, speech.IssueDo,
		[]string{"search_text", "query"},
	},
	DesiredAction: {
		speech.ActionUnknown, speech.ActionDo,
		[]string{"find_references", "analyze_structure"},
	},
}

// known are the tools that come first where the target is known.
var known = []string{"find_definitions", "find_references", "search_text"}

// habit is how an intent changes a plan.
type habit struct {
	first []string // go before all others
	all   bool     // all tools of the table are recommended
	few   bool     // one tool for each thing that is to be found
	// priority of the slots
	priority []Slot
}

// habits is the table of the intents.
var habits = map[Intent]habit{
	Implement:   {all: true, priority: []Slot{TargetFeature, ObservedIssue, TriggerCondition, DesiredAction}},
	Modify:      {first: []string{"find_references"}, priority: []Slot{TargetFeature, ObservedIssue, TriggerCondition, DesiredAction}},
	Investigate: {first: []string{"query", "analyze_structure"}, priority: []Slot{TargetFeature, TriggerCondition, ObservedIssue, DesiredAction}},
	Question:    {few: true, priority: []Slot{TargetFeature, TriggerCondition, ObservedIssue, DesiredAction}},
}

// RiskOf is the risk of a request, and why as the end of a sentence.
func RiskOf(i Intent, f Frame) (Risk, speech.Text) { return gate.RiskOf(i, f) }

// NewPlan makes the plan of a request, in a language. It fails when there is no such
// intent, or no such slot in the frame.
func NewPlan(l speech.Language, i Intent, f Frame) (*Plan, error) {
	h, ok := habits[i]
	if !ok {
		return nil, fmt.Errorf("intent %q: there is no such intent; name one of %s", string(i), join(Intents()))
	}
	for s := range f {
		if _, ok := guidance[s]; !ok {
			return nil, fmt.Errorf("slot %q: there is no such slot; name one of %s", string(s), join(Slots()))
		}
	}
	p := &Plan{Intent: i, MissingSlots: f.Missing(), PrioritySlots: []Slot{}, Guidance: []Guidance{}}
	for _, s := range h.priority {
		if f[s] == "" {
			p.PrioritySlots = append(p.PrioritySlots, s)
			g := guidance[s]
			p.Guidance = append(p.Guidance, Guidance{s, l.Say(g.unknown), l.Say(g.do), slices.Clone(g.tools)})
		}
	}
	add := func(tools []string) {
		if h.few {
			tools = tools[:min(1, len(tools))]
		}
		for _, t := range tools {
			if !slices.Contains(p.Steps, t) {
				p.Steps = append(p.Steps, t)
			}
		}
	}
	add(h.first)
	if f[TargetFeature] != "" {
		add(known)
	} else {
		p.NeedsBootstrap = true
		p.BootstrapReason = l.Say(speech.Bootstrap)
	}
	for _, s := range p.PrioritySlots {
		add(guidance[s].tools)
	}
	if h.all {
		for _, s := range h.priority {
			add(guidance[s].tools)
		}
	}
	var why speech.Text
	p.RiskLevel, why = RiskOf(i, f)
	found := speech.Message(speech.PlanComplete)
	if len(p.MissingSlots) > 0 {
		found = speech.PlanOpen{Slots: names(p.PrioritySlots)}
	}
	p.Reasoning = l.Say(speech.PlanReasoning{Found: found, Risk: string(p.RiskLevel), Why: why, First: p.Steps[0]})
	return p, nil
}

func join[T ~string](list []T) string { return strings.Join(names(list), ", ") }

// names are the texts of a list.
func names[T ~string](list []T) []string {
	var out []string
	for _, x := range list {
		out = append(out, string(x))
	}
	return out
}
