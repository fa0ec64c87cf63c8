package session

import (
	"encoding/json"
	"time"

	"codeintel/session/gate"
)

// SlotValue is what an agent says fills a slot, and the words of the query that
// say so.
type SlotValue struct {
	Value string `json:"value"`
	Quote string `json:"quote"`
}

// Cited is the call that an agent cites as evidence.
type Cited struct {
	Tool string `json:"tool"`
	// Params are arguments of the call, all or some; Call its number. Either may be
	// left out where the rest says which call is meant.
	Params json.RawMessage `json:"params,omitempty"`
	Call   int             `json:"call,omitempty"`
	// Result says what of the answer is the evidence: it names symbols or files
	// (path or path:line) that the answer showed.
	Result string `json:"result"`
}

// Pattern is code that is to be followed.
type Pattern struct {
	Description string `json:"description"`
	File        string `json:"file"`
	Line        int    `json:"line"`
}

// Understanding is what an agent says it found.
type Understanding struct {
	Symbols     []string  `json:"symbols_identified"`
	EntryPoints []string  `json:"entry_points"`
	Files       []string  `json:"files_analyzed"`
	Patterns    []Pattern `json:"existing_patterns"`
	Notes       string    `json:"notes"`
	// New are paths of files that are to be made.
	New []string `json:"new_files"`
	// Meaning: what is missing is to be looked for by meaning, in SEMANTIC.
	Meaning bool `json:"look_by_meaning"`
	// Resolved are values of slots that exploration found, Evidence the calls that
	// show it, also for slots that the query filled.
	Resolved map[Slot]string `json:"resolved_frame"`
	Evidence map[Slot]Cited  `json:"slot_evidence"`
	// Relevance may be said at once; nil when it is not.
	Relevance *Relevance `json:"relevance,omitempty"`
}

// Citation is code that is cited: a symbol, text of a file at lines, or words that
// name symbols or path:line.
type Citation struct {
	Symbol  string `json:"symbol,omitempty"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	EndLine int    `json:"end_line,omitempty"`
	Text    string `json:"text,omitempty"`
}

// Relevance says which symbols are what the request is about, and why.
type Relevance struct {
	Symbols   []string   `json:"relevant_symbols"`
	Reasoning string     `json:"reasoning"`
	Evidence  []Citation `json:"code_evidence"`
}

// Hypothesis is something that may be so: that a symbol is what the request is
// about.
type Hypothesis struct {
	Symbol    string `json:"symbol"`
	Statement string `json:"hypothesis"`
}

// Findings are what a search by meaning led to.
type Findings struct {
	Hypotheses []Hypothesis `json:"hypotheses"`
	Reason     gate.Reason  `json:"semantic_reason"`
	// Search is the call of semantic_search that they come from; zero: any of this
	// session.
	Search Cited `json:"search_evidence"`
}

// Verdict of a hypothesis.
type Verdict struct {
	// Hypothesis is its symbol, by the name that it was handed in by, or its SCIP
	// symbol.
	Hypothesis string `json:"hypothesis"`
	// Verdict is confirmed or rejected.
	Verdict  string `json:"verdict"`
	Evidence Cited  `json:"evidence"`
}

// Verdicts.
const (
	Confirmed = "confirmed"
	Rejected  = "rejected"
)

// Verification is what became of the hypotheses. It may fill slots as an
// Understanding does.
type Verification struct {
	Results  []Verdict       `json:"results"`
	Resolved map[Slot]string `json:"resolved_frame,omitempty"`
	Evidence map[Slot]Cited  `json:"slot_evidence,omitempty"`
}

// Missing is a requirement that is not met.
type Missing struct {
	// Need is one of gate's Need names.
	Need string `json:"requirement"`
	Have int    `json:"have"`
	Want int    `json:"need"`
	// Do says how to meet it; it begins with the tool to call.
	Do string `json:"do"`
}

// Mend is an item of a claim that does not count, and why. Item is as it was
// given.
type Mend struct {
	Field string `json:"field"`
	Item  string `json:"item"`
	// Code is why, for programs: unknown, not_shown, not_in_query, inconsistent,
	// duplicate, no_such_call, no_such_line, unrelated, untied, empty, low_similarity,
	// ambiguous, exists.
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// Progress is what each answer of a session says.
type Progress struct {
	SessionID string     `json:"session_id"`
	Phase     gate.Phase `json:"phase"`
	Risk      Risk       `json:"risk_level"`
	// AllowedTools are those that the phase allows; told in a status, and where the phase
	// has changed.
	AllowedTools []string `json:"allowed_tools,omitempty"`
	// NextStep is one sentence; it begins with the tool to call, which is allowed.
	NextStep string    `json:"next_step"`
	Missing  []Missing `json:"missing"`
}

// Source says how sure something is.
type Source string

// Sources.
const (
	Fact       Source = "FACT"
	Hypothetic Source = "HYPOTHESIS"
)

// SlotEvidence is what shows that a slot has its value, as the server recorded it.
type SlotEvidence struct {
	// Tool is set_query_frame for a quote of the query, else the tool of the call.
	Tool    string          `json:"tool"`
	Params  json.RawMessage `json:"params,omitempty"`
	Summary string          `json:"result_summary"`
	At      time.Time       `json:"timestamp"`
	Call    int             `json:"call,omitempty"`
}

// Filled is a slot with its value.
type Filled struct {
	Slot  Slot   `json:"slot"`
	Value string `json:"value"`
	// Quote are the words of the query, "" where exploration found the value.
	Quote    string         `json:"quote,omitempty"`
	Source   Source         `json:"source"`
	Evidence []SlotEvidence `json:"evidence"`
}

// FrameResult is the answer to slots.
type FrameResult struct {
	Progress
	Frame   []Filled `json:"query_frame"`
	Refused []Mend   `json:"refused_slots"`
	// Unsure has the slots that are filled although the judge could not decide whether
	// their quotes say the values.
	Unsure []Mend `json:"unsure_slots,omitempty"`
	Plan   *Plan  `json:"plan"`
}

// MappedSymbol is a symbol that the session knows.
type MappedSymbol struct {
	Name       string  `json:"name"`
	Symbol     string  `json:"symbol"`
	File       string  `json:"file,omitempty"`
	Line       int     `json:"line,omitempty"`
	Source     Source  `json:"source"`
	Confidence float64 `json:"confidence"`
	// Tier and scores are those of its similarity to target_feature; Tier is "" and
	// the scores are 0 as long as there is none, or nothing judged it.
	Tier       gate.Tier `json:"tier,omitempty"`
	Raw        float64   `json:"raw_similarity,omitempty"`
	Calibrated float64   `json:"calibrated_similarity,omitempty"`
	// Confirmed: it is what the request is about.
	Confirmed bool   `json:"confirmed"`
	Evidence  string `json:"evidence,omitempty"`
	// Reasoning is why the agent said so.
	Reasoning string `json:"reasoning,omitempty"`
}

// Counts are what of an understanding counts.
type Counts struct {
	Symbols     int `json:"symbols_identified"`
	EntryPoints int `json:"entry_points"`
	Files       int `json:"files"`
	Patterns    int `json:"patterns"`
}

// Confidence of the server in an understanding.
const (
	ConfidenceHigh = "high"
	ConfidenceLow  = "low"
)

// UnderstandingResult is the answer to an understanding.
type UnderstandingResult struct {
	Progress
	Confidence string `json:"confidence"`
	Counted    Counts `json:"counted"`
	// Mend are the claims that do not count.
	Mend []Mend `json:"mend"`
	// Symbols are the counted ones, with confidence and tier; Embedder judged them.
	Symbols  []MappedSymbol `json:"mapped_symbols"`
	Embedder string         `json:"embedder"`
	// Relevance is the answer to the relevance that came with it.
	Relevance *Relevant `json:"relevance,omitempty"`
}

// Suggestion is a symbol that may be what a term means: a hint, no more.
type Suggestion struct {
	Name       string    `json:"name"`
	Symbol     string    `json:"symbol"`
	Raw        float64   `json:"raw_similarity"`
	Calibrated float64   `json:"calibrated_similarity"`
	Tier       gate.Tier `json:"tier"`
}

// ValidationResult asks which symbols are what the request is about.
type ValidationResult struct {
	Progress
	Prompt      string       `json:"validation_prompt"`
	Suggestions []Suggestion `json:"embedding_suggestions"`
	Embedder    string       `json:"embedder"`
	// Unknown are the symbols that were named and do not count.
	Unknown []Mend `json:"mend"`
}

// Reinvestigation is what to do when a symbol is not what a term means.
type Reinvestigation struct {
	Reason      string   `json:"reason"`
	NextActions []string `json:"next_actions"`
	Fallback    string   `json:"fallback"`
}

// Relevant is what became of symbols that were said to be relevant.
type Relevant struct {
	Accepted []MappedSymbol   `json:"accepted"`
	Refused  []Mend           `json:"refused"`
	Guidance *Reinvestigation `json:"reinvestigation_guidance,omitempty"`
	Embedder string           `json:"embedder"`
}

// RelevanceResult is the answer to a relevance.
type RelevanceResult struct {
	Progress
	Relevant
}

// Hypothetical is a hypothesis of a session.
type Hypothetical struct {
	Name      string `json:"name"`
	Symbol    string `json:"symbol"`
	Statement string `json:"hypothesis"`
	// Verdict is "" until there is one.
	Verdict string `json:"verdict,omitempty"`
}

// SemanticResult is the answer to findings.
type SemanticResult struct {
	Progress
	Hypotheses []Hypothetical `json:"hypotheses"`
	Refused    []Mend         `json:"refused"`
}

// VerificationResult is the answer to a verification.
type VerificationResult struct {
	Progress
	Hypotheses []Hypothetical   `json:"hypotheses"`
	Refused    []Mend           `json:"refused"`
	Guidance   *Reinvestigation `json:"reinvestigation_guidance,omitempty"`
}

// ExploredResult is the answer to files that were added.
type ExploredResult struct {
	Progress
	Added   []string `json:"added"`
	Refused []Mend   `json:"refused"`
}

// RevertResult is the answer to going back.
type RevertResult struct {
	Progress
	Kept bool `json:"kept_results"`
}

// OutcomeKind is how a request ended.
type OutcomeKind string

// Kinds of outcomes.
const (
	Success OutcomeKind = "success"
	Failure OutcomeKind = "failure"
	Partial OutcomeKind = "partial"
)

// Agreed is a term and the symbol that was confirmed to be what it means.
type Agreed struct {
	Term string `json:"nl_term"`
	// Quote is what the request calls it, where that is not Term: the request may be in
	// another language than the code.
	Quote  string `json:"quote,omitempty"`
	Symbol Symbol `json:"symbol"`
	// Similarity is the calibrated one, or the confidence where nothing judged it.
	Similarity float64 `json:"similarity"`
	Evidence   string  `json:"code_evidence"`
	// Reasoning is why the agent said that the term means the symbol.
	Reasoning string `json:"reasoning,omitempty"`
	// Files are the related ones: that of the symbol first, then those of which answers
	// showed lines, the most shown first.
	Files []string `json:"files"`
}

// Outcome is how a session ended.
type Outcome struct {
	SessionID    string      `json:"session_id"`
	Outcome      OutcomeKind `json:"outcome"`
	Phase        gate.Phase  `json:"phase_at_outcome"`
	Intent       Intent      `json:"intent"`
	SemanticUsed bool        `json:"semantic_used"`
	Analysis     string      `json:"analysis"`
	Trigger      string      `json:"trigger_message"`
	At           time.Time   `json:"timestamp"`
	// ClosedIn is, of a session that had ended before, the phase in which it ended.
	ClosedIn gate.Phase `json:"closed_in,omitempty"`
}

// OutcomeResult is the answer to an outcome.
type OutcomeResult struct {
	Progress
	Outcome Outcome `json:"outcome"`
	// Agreed are what a success teaches, else none.
	Agreed []Agreed `json:"-"`
}

// Violation is a change that a session was not allowed to make and that was found
// after it was made.
type Violation struct {
	At    time.Time `json:"timestamp"`
	Agent Agent     `json:"agent"`
	Tool  string    `json:"tool"`
	Files []string  `json:"files"`
}

// CallInfo is a call as the ledger keeps it.
type CallInfo struct {
	Number  int             `json:"call"`
	Tool    string          `json:"tool"`
	Phase   gate.Phase      `json:"phase"`
	Params  json.RawMessage `json:"params,omitempty"`
	Summary string          `json:"summary,omitempty"`
	At      time.Time       `json:"timestamp"`
	Hits    int             `json:"hits"`
	Failed  bool            `json:"failed,omitempty"`
}

// Status is what is known of a session.
type Status struct {
	Progress
	Intent     Intent         `json:"intent"`
	Query      string         `json:"query"`
	Created    time.Time      `json:"created_at"`
	Active     time.Time      `json:"active_at"`
	Owner      Agent          `json:"owner"`
	Frame      []Filled       `json:"query_frame"`
	Plan       *Plan          `json:"plan"`
	Mapped     []MappedSymbol `json:"mapped_symbols"`
	Hypotheses []Hypothetical `json:"hypotheses"`
	Calls      []CallInfo     `json:"calls"`
	// Made is how many calls were made in all; ToolsUsed how often each answered.
	Made      int            `json:"calls_made"`
	ToolsUsed map[string]int `json:"tools_used"`
	Shown     Counts         `json:"shown"`
	Explored  []string       `json:"explored_files"`
	// Added are the files and folders of add_explored_files, with the reasons.
	Added      []Added     `json:"added"`
	Violations []Violation `json:"violations"`
	Outcomes   []Outcome   `json:"outcomes"`
	// Enforcement says whether the client's hooks hold writes up, "" where that is of no
	// matter any more.
	Enforcement string `json:"enforcement,omitempty"`
	// ClosedBecause says why it has ended, "" while it is open.
	ClosedBecause string `json:"closed_because,omitempty"`
	// WasReady: it came to READY once.
	WasReady bool `json:"was_ready,omitempty"`
	// Refusals is how many calls and writes were refused, Refused the newest of them,
	// the newest last.
	Refusals int           `json:"refusals"`
	Refused  []RefusedCall `json:"refused"`
}

// RefusedCall is a call, or a write, that was refused.
type RefusedCall struct {
	At time.Time `json:"timestamp"`
	// Tool that was called; "write" for a write by other means.
	Tool string `json:"tool"`
	Code string `json:"code"`
	Why  string `json:"reason"`
}

// Added is a file or folder that an agent added to what it explored.
type Added struct {
	Path   string    `json:"path"`
	Reason string    `json:"reason"`
	At     time.Time `json:"timestamp"`
}
