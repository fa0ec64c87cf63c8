// Package gate is the policy of sessions as one table: which tools a phase
// allows, what has to be known before one may write, and how sure a symbol is.
// Checks, documentation and tests are read from it. It is pure, and knows neither
// sessions nor protocols.
package gate

import (
	"fmt"
	"slices"

	"codeintel/session/speech"
)

// Intent is what a request asks for.
type Intent string

// Intents. Only Implement and Modify can lead to writing.
const (
	Implement   Intent = "IMPLEMENT"
	Modify      Intent = "MODIFY"
	Investigate Intent = "INVESTIGATE"
	Question    Intent = "QUESTION"
)

// Intents are all of them.
func Intents() []Intent { return []Intent{Implement, Modify, Investigate, Question} }

// Writes reports whether sessions of the intent can be allowed to write.
func (i Intent) Writes() bool { return i == Implement || i == Modify }

// Slot is a part that a request may have.
type Slot string

// Slots.
const (
	TargetFeature    Slot = "target_feature"
	TriggerCondition Slot = "trigger_condition"
	ObservedIssue    Slot = "observed_issue"
	DesiredAction    Slot = "desired_action"
)

// Slots are all of them, in the order in which a request is told.
func Slots() []Slot { return []Slot{TargetFeature, TriggerCondition, ObservedIssue, DesiredAction} }

// Risk is how much can go wrong when a request is carried out with what is known.
type Risk string

// Risks, from the least.
const (
	Low    Risk = "LOW"
	Medium Risk = "MEDIUM"
	High   Risk = "HIGH"
)

// Risks are all of them, from the least.
func Risks() []Risk { return []Risk{Low, Medium, High} }

// Max is the greater of two risks.
func (r Risk) Max(o Risk) Risk {
	if slices.Index(Risks(), o) > slices.Index(Risks(), r) {
		return o
	}
	return r
}

// Phase is how far a session is.
type Phase string

// Phases, in the order in which a session comes to them.
const (
	Exploration  Phase = "EXPLORATION"
	Semantic     Phase = "SEMANTIC"
	Verification Phase = "VERIFICATION"
	Ready        Phase = "READY"
	// Closed sessions have ended: by their outcome, by another one of the same
	// agent, by the person, or because nothing happened for a week.
	Closed Phase = "CLOSED"
)

// Phases are all of them.
func Phases() []Phase { return []Phase{Exploration, Semantic, Verification, Ready, Closed} }

// Class is a kind of tools that phases allow or forbid together.
type Class string

// Classes.
const (
	Explore Class = "exploration tools"
	Map     Class = "semantic_search map"
	Forest  Class = "semantic_search forest"
	Write   Class = "write"
)

// Collections of semantic_search.
const (
	CollectionMap    = "map"
	CollectionForest = "forest"
	CollectionAuto   = "auto"
)

// WriteCheck is the tool that asks whether a file may be written.
const WriteCheck = "check_write_target"

// SemanticSearch is the tool that is limited by its collection.
const SemanticSearch = "semantic_search"

// row is what a phase allows.
type row struct {
	phase Phase
	// classes that are allowed. Write: IMPLEMENT and MODIFY, explored files only.
	classes []Class
	// session tools that are allowed besides those of any phase.
	session []string
	// leads are the tools that lead out of the phase, the best first; next says so.
	leads []string
	next  speech.Text
}

// phases is the table of the phases.
var phases = []row{
	{
		Exploration, []Class{Explore, Map},
		[]string{"set_query_frame", "submit_understanding", "validate_symbol_relevance", "confirm_symbol_relevance", "revert_to_exploration"},
		[]string{"submit_understanding"},
		speech.PhaseExploration,
	},
	{
		Semantic, []Class{Map, Forest},
		[]string{"set_query_frame", "submit_semantic", "revert_to_exploration"},
		[]string{"submit_semantic", "revert_to_exploration"},
		speech.PhaseSemantic,
	},
	{
		Verification, []Class{Explore, Map},
		[]string{"set_query_frame", "submit_verification", "revert_to_exploration"},
		[]string{"submit_verification", "revert_to_exploration"},
		speech.PhaseVerification,
	},
	{
		Ready, []Class{Explore, Map, Forest, Write},
		[]string{"set_query_frame", "check_write_target", "add_explored_files", "revert_to_exploration"},
		[]string{"check_write_target", "record_outcome"},
		speech.PhaseReady,
	},
	{
		Closed, []Class{Explore, Map, Forest},
		nil,
		[]string{"start_session"},
		speech.PhaseClosed,
	},
}

// explore are the exploration tools. semantic_search is one by its collection.
var explore = []string{
	"query", "find_definitions", "find_references", "find_implementations", "call_hierarchy", "search_text", "search_files",
	"get_symbols", "analyze_structure", "get_function_at_line", "repo_pack",
}

// always are the tools that every phase allows.
var always = []string{
	"start_session", "get_session_status", "record_outcome", "list_sessions",
	"get_session_analysis", "get_improvement_insights", "index_status", "sync_index",
}

// same are tools of agents that do what one of ours does: reports of them count as
// its use.
var same = map[string]string{"Grep": "search_text", "Glob": "search_files"}

// As is the name by which a call counts: that of our tool which does the same.
func As(tool string) string {
	if t, ok := same[tool]; ok {
		return t
	}
	return tool
}

// Explores reports whether a tool is one to explore with. semantic_search is none.
func Explores(tool string) bool { return slices.Contains(explore, tool) }

func rowOf(p Phase) *row {
	for i := range phases {
		if phases[i].phase == p {
			return &phases[i]
		}
	}
	return nil
}

// Has reports whether a phase allows a class.
func (p Phase) Has(c Class) bool {
	r := rowOf(p)
	return r != nil && slices.Contains(r.classes, c)
}

// Next says what to do in a phase, as an imperative without a full stop.
func (p Phase) Next() speech.Text {
	if r := rowOf(p); r != nil {
		return r.next
	}
	return speech.Text{}
}

// Allowed are the tools that a phase allows, in a fixed order.
func Allowed(p Phase) []string {
	r := rowOf(p)
	if r == nil {
		return slices.Clone(always)
	}
	out := slices.Clone(r.session)
	if p.Has(Explore) {
		out = append(out, explore...)
	}
	if p.Has(Map) || p.Has(Forest) {
		out = append(out, SemanticSearch)
	}
	return append(out, always...)
}

// Verdict says whether a tool may be called.
type Verdict struct {
	Allow bool
	// Code is why not, "" where it is allowed.
	Code string
	// Allowed are the tools that the phase allows; LeadsOn those that lead out of
	// it, the best first.
	Allowed, LeadsOn []string
}

// PhaseForbidden is the code of a call that the phase forbids.
const PhaseForbidden = "phase_forbidden"

// Allow says whether a session in a phase may call one of our tools. collection is
// that of semantic_search, "" means auto, which every phase allows that allows the
// map. Tools that are not in the table are never allowed.
func Allow(p Phase, tool, collection string) Verdict {
	v := Verdict{Allowed: Allowed(p)}
	if r := rowOf(p); r != nil {
		v.LeadsOn = slices.Clone(r.leads)
	}
	v.Allow = slices.Contains(v.Allowed, tool)
	if tool == SemanticSearch && collection == CollectionForest {
		v.Allow = p.Has(Forest)
	}
	if !v.Allow {
		v.Code = PhaseForbidden
	}
	return v
}

// Needs are what can be missing, in the order in which they are told.
const (
	NeedTarget      = "target_feature"
	NeedIssue       = "observed_issue"
	NeedTool        = "tool"
	NeedSymbols     = "symbols_identified"
	NeedEntryPoints = "entry_points"
	NeedFiles       = "files"
	NeedPatterns    = "patterns"
	NeedConfirmed   = "target_symbols"
)

// Requirement is what an understanding needs.
type Requirement struct {
	Symbols, EntryPoints, Files, Patterns int
	// Confirmed is how many symbols have to be confirmed to be what the request is
	// about.
	Confirmed int
	// Tools that must have been used.
	Tools []string
	// Filled are the slots that must have a value.
	Filled []Slot
	// Evidence are the slots that need the evidence of a call; EvidenceIfNamed those
	// that need it where the query itself names them.
	Evidence, EvidenceIfNamed []Slot
}

var writeTools = []string{"find_definitions", "find_references"}

// requirements is the table of what an understanding needs. Rows without a risk
// hold for any.
var requirements = []struct {
	intents []Intent
	risk    Risk
	Requirement
}{
	{[]Intent{Implement, Modify}, Low, Requirement{3, 1, 2, 1, 1, writeTools, []Slot{TargetFeature}, nil, []Slot{ObservedIssue}}},
	{[]Intent{Implement, Modify}, Medium, Requirement{3, 1, 2, 1, 1, writeTools, []Slot{TargetFeature}, []Slot{TargetFeature}, []Slot{ObservedIssue}}},
	{[]Intent{Implement, Modify}, High, Requirement{5, 2, 4, 2, 1, writeTools, []Slot{TargetFeature, ObservedIssue}, []Slot{TargetFeature, ObservedIssue}, nil}},
	{[]Intent{Investigate}, "", Requirement{Symbols: 1, Files: 1}},
	{[]Intent{Question}, "", Requirement{}},
}

// Required is what an understanding needs for an intent at a risk.
func Required(i Intent, risk Risk) Requirement {
	for _, r := range requirements {
		if slices.Contains(r.intents, i) && (r.risk == "" || r.risk == risk) {
			return r.Requirement
		}
	}
	panic(fmt.Sprintf("gate: no requirements for %s at %s", i, risk))
}

// In is what a requirement asks of a repository that has so many symbols and
// files: no more than there is.
func (r Requirement) In(symbols, files int) Requirement {
	r.Symbols = min(r.Symbols, symbols)
	r.EntryPoints = min(r.EntryPoints, symbols)
	r.Confirmed = min(r.Confirmed, symbols)
	r.Files = min(r.Files, files)
	r.Patterns = min(r.Patterns, files)
	if symbols == 0 {
		r.Tools = nil // they find nothing where there are no symbols
	}
	if symbols == 0 && files == 0 {
		r.Evidence, r.EvidenceIfNamed = nil, nil
	}
	return r
}

// SemanticTools must have been used before a session may look by meaning in the
// forest: it is for what they don't find.
func SemanticTools(symbols int) []string {
	if symbols == 0 {
		return []string{"search_text"}
	}
	return []string{"find_definitions", "find_references", "search_text"}
}

// Reason is why a session looks by meaning.
type Reason string

// Reasons.
const (
	NoDefinitionFound       Reason = "no_definition_found"
	NoReferenceFound        Reason = "no_reference_found"
	NoSimilarImplementation Reason = "no_similar_implementation"
	ArchitectureUnknown     Reason = "architecture_unknown"
	ContextFragmented       Reason = "context_fragmented"
)

// reasons is the table of what fits what was missing.
var reasons = []struct {
	need    string
	reasons []Reason
}{
	{NeedSymbols, []Reason{NoDefinitionFound, ArchitectureUnknown}},
	{NeedEntryPoints, []Reason{NoDefinitionFound, NoReferenceFound}},
	{NeedPatterns, []Reason{NoSimilarImplementation, ArchitectureUnknown}},
	{NeedFiles, []Reason{ContextFragmented, ArchitectureUnknown}},
	{NeedConfirmed, []Reason{NoDefinitionFound, ArchitectureUnknown}},
}

// Reasons that fit what is missing, in the order of the table, each once. Where
// there are none, a search by meaning would not help: what is missing is a slot or
// its evidence, or a tool that was not used.
func Reasons(missing []string) []Reason {
	var out []Reason
	for _, r := range reasons {
		if !slices.Contains(missing, r.need) {
			continue
		}
		for _, x := range r.reasons {
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// Tier is how sure it is that a symbol is what a term means.
type Tier string

// Tiers.
const (
	TierHigh Tier = "high"
	TierMid  Tier = "middle"
	TierLow  Tier = "low"
	// TierUnknown: nothing can judge it.
	TierUnknown Tier = "cannot judge"
)

// Decision of a tier.
type Decision struct {
	Tier Tier
	// Accept: a symbol with verified code evidence is what the term means.
	Accept bool
	// Raise is the risk that a session has at least after it was accepted.
	Raise Risk
}

const above, from = 0.6, 0.3

// tiers is the table of tiers.
var tiers = []Decision{
	{TierHigh, true, Low},
	{TierMid, true, High},
	{TierLow, false, Low},
	{TierUnknown, true, High},
}

// Confirmed is the decision of what people agreed on, and of what a session before found
// out: whatever the similarity.
func Confirmed() Decision { return tiers[0] }

// Verified is the decision of what the code itself was found to say, where names do not.
func Verified() Decision { return tiers[1] }

// Tiered decides by a calibrated similarity; judged is whether there is one.
func Tiered(similarity float64, judged bool) Decision {
	switch {
	case !judged:
		return tiers[3]
	case similarity > above:
		return tiers[0]
	case similarity >= from:
		return tiers[1]
	default:
		return tiers[2]
	}
}
