package session_test

import (
	"math"
	"strings"
	"testing"

	"codeintel/session"
	"codeintel/session/gate"
)

// alike is a judge that knows a few words.
type alike map[string]float64

func (alike) ID() string { return "test-embedder" }

func (a alike) Similar(_, name string) (raw, calibrated float64, ok bool) {
	c, ok := a[name]
	return c/2 + 0.5, c, ok
}

func (alike) Agrees(value, quote string) string {
	if session.Consistent(value, quote) {
		return ""
	}
	return "subject"
}

func (alike) Says(string, string) bool { return false }

func (alike) Settled(string, session.Code) []session.Settled { return nil }

func judged(t *testing.T, j session.Judge) *session.Session {
	t.Helper()
	r := shop()
	s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", session.Modify, preciseQuery, noon, j, r)
	if res, err := s.SetFrame(preciseSlots()); err != nil || len(res.Refused) > 0 || s.Risk() != session.Low {
		t.Fatalf("%v %+v", err, res)
	}
	for _, tool := range []string{"find_definitions", "search_text"} {
		s.Observe(session.Call{Tool: tool, Params: []byte(`{"symbol":"Login"}`), Shown: r.Meaning("Login", "checkPassword", "startSession")})
	}
	s.Observe(session.Call{Tool: "find_references", Params: []byte(`{"symbol":"Login"}`), Shown: r.References("Login")})
	return s
}

// torn is a judge that can't tell whether a value in other words says what its quote says.
type torn struct{ alike }

func (torn) Agrees(value, quote string) string {
	if strings.Contains(quote, value) {
		return ""
	}
	return "unsure"
}

// TestUnsureValue checks that a value that may not say what its quote says fills its slot,
// asks for the evidence of HIGH, and makes way for one in the words of the quote.
func TestUnsureValue(t *testing.T) {
	s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", session.Modify, preciseQuery, noon, torn{}, shop())
	slots := preciseSlots()
	quote := slots[session.TargetFeature].Quote
	slots[session.TargetFeature] = &session.SlotValue{Value: "the way in", Quote: quote}
	for slot, v := range slots {
		if slot != session.TargetFeature {
			v.Value = v.Quote
		}
	}
	res, err := s.SetFrame(slots)
	if err != nil || len(res.Refused) > 0 || len(res.Unsure) != 1 || res.Unsure[0].Code != "unsure" || res.Unsure[0].Field != string(session.TargetFeature) {
		t.Fatalf("%v, refused %+v, unsure %+v", err, res.Refused, res.Unsure)
	}
	if s.Risk() != session.High || s.Value(session.TargetFeature) != "the way in" {
		t.Errorf("risk %s, value %q", s.Risk(), s.Value(session.TargetFeature))
	}
	for _, f := range res.Frame {
		if want := map[bool]session.Source{true: session.Hypothetic, false: session.Fact}[f.Slot == session.TargetFeature]; f.Source != want {
			t.Errorf("%s is %s, want %s", f.Slot, f.Source, want)
		}
	}
	res, err = s.SetFrame(map[session.Slot]*session.SlotValue{session.TargetFeature: {Value: quote, Quote: quote}})
	if err != nil || len(res.Refused)+len(res.Unsure) > 0 || s.Risk() != session.Low {
		t.Errorf("%v %+v, risk %s", err, res, s.Risk())
	}
}

// TestTiers is the decision of each tier, and what it does to the risk.
func TestTiers(t *testing.T) {
	for _, c := range []struct {
		name       string
		judge      session.Judge
		accepted   bool
		ready      bool
		tier       gate.Tier
		risk       session.Risk
		confidence float64
	}{
		{"high", alike{"login": 0.8}, true, true, gate.TierHigh, session.Low, 0.8},
		{"middle", alike{"login": 0.6}, true, false, gate.TierMid, session.High, 0.6},
		{"low", alike{"login": 0.29}, false, false, gate.TierLow, session.Low, 0.5},
		{"unknown word", alike{}, true, false, gate.TierUnknown, session.High, 0.5},
		{"no judge", nil, true, true, gate.TierUnknown, session.High, 0.5},
		{"out of bounds", alike{"login": 7}, true, true, gate.TierHigh, session.Low, 1},
		{"not a number", alike{"login": math.NaN()}, true, false, gate.TierUnknown, session.High, 0.5},
	} {
		s := judged(t, c.judge)
		u := preciseUnderstanding()
		u.Symbols = append(u.Symbols, "checkPassword")
		res, err := s.Submit(u, shop())
		if err != nil {
			t.Fatal(err)
		}
		if (res.Phase == gate.Ready) != c.ready || res.Risk != c.risk || (res.Confidence == session.ConfidenceHigh) != (c.ready || !c.accepted) {
			t.Errorf("%s: %s at %s, missing %+v", c.name, res.Phase, res.Risk, res.Missing)
		}
		m := res.Symbols[0]
		if m.Name != "Login" || m.Tier != c.tier || m.Confirmed != c.accepted || m.Confidence != c.confidence {
			t.Errorf("%s: %+v", c.name, m)
		}
		if c.judge != nil && res.Embedder != "test-embedder" || c.judge == nil && !strings.HasPrefix(res.Embedder, "none") {
			t.Errorf("%s: judged by %q", c.name, res.Embedder)
		}
		if _, err := session.Decode(s.Encode(), noon, c.judge); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.ready {
			continue
		}
		if c.accepted {
			highEvidence(t, c.name, s)
			continue
		}
		// Symbols that are unlike: guidance, and at last the search by meaning.
		g := res.Relevance.Guidance
		if g == nil || len(g.NextActions) != 3 || !strings.HasPrefix(g.Fallback, "submit_understanding") || !gate.Allow(res.Phase, tool(g.Fallback), "").Allow || res.Relevance.Refused[0].Code != "low_similarity" {
			t.Errorf("%s: %+v", c.name, res.Relevance)
		}
		for _, next := range g.NextActions {
			if !gate.Allow(res.Phase, tool(next), "").Allow {
				t.Errorf("%s: %q is not allowed in %s", c.name, next, res.Phase)
			}
		}
		u.Meaning = true
		if res, err = s.Submit(u, shop()); err != nil || res.Phase != gate.Semantic || res.Missing[0].Need != gate.NeedConfirmed {
			t.Fatalf("%s: %v %+v", c.name, err, res)
		}
		s.Observe(session.Call{Tool: "semantic_search", Shown: shop().Meaning("HandleLogin", "Login")})
		sem, err := s.SubmitSemantic(session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Login"}}, Reason: gate.NoDefinitionFound}, shop())
		if err != nil || sem.Phase != gate.Verification {
			t.Fatalf("%s: %v %+v", c.name, err, sem)
		}
		s.Observe(session.Call{Tool: "find_definitions", Shown: shop().Definitions("Login")})
		v, err := s.SubmitVerification(session.Verification{Results: []session.Verdict{{Hypothesis: "Login", Verdict: session.Confirmed, Evidence: session.Cited{Tool: "find_definitions", Result: "Login"}}}}, shop())
		if err != nil || v.Phase != gate.Exploration || v.Guidance == nil || v.Hypotheses[0].Verdict != session.Confirmed {
			t.Errorf("%s: what is unlike is not what the request is about, verified or not: %v %+v", c.name, err, v)
		}
	}
}

// highEvidence hands in what HIGH asks for, in one round, after a symbol was accepted
// that is not sure.
func highEvidence(t *testing.T, name string, s *session.Session) {
	t.Helper()
	r := shop()
	u := preciseUnderstanding()
	u.Symbols = append(u.Symbols, "checkPassword", "startSession", "store.Put", "Routes")
	u.EntryPoints = append(u.EntryPoints, "Routes")
	u.Files = append(u.Files, "web/routes.go", "store/store.go")
	u.Patterns = append(u.Patterns, session.Pattern{Description: "keeps a value", File: "store/store.go", Line: 4})
	for _, symbol := range []string{"store.Put", "Routes", "HandleLogin"} {
		s.Observe(session.Call{Tool: "find_definitions", Shown: r.Definitions(symbol)})
	}
	s.Observe(session.Call{Tool: "search_text", Shown: r.Search("store.Put")})
	s.Observe(session.Call{Tool: "search_text", Shown: r.Search("lock")})
	u.Relevance = nil
	call := session.Cited{Tool: "find_references", Result: "HandleLogin calls Login, web/handler.go:2"}
	u.Evidence = map[session.Slot]session.Cited{session.TargetFeature: call, session.ObservedIssue: call}
	if res, err := s.Submit(u, r); err != nil || res.Phase != gate.Ready {
		t.Errorf("%s: HIGH's evidence does not lead to READY: %v, missing %+v, mend %+v", name, err, res.Missing, res.Mend)
	}
}

// knows is a judge that finds names unlike, and knows what was agreed on and what code
// says.
type knows struct {
	alike
	agreed, said string
}

func (k knows) Settled(_ string, c session.Code) []session.Settled {
	var out []session.Settled
	for _, x := range c.Symbols(k.agreed) {
		out = append(out, session.Settled{Symbol: x.Symbol, By: "agreements/login.md"})
	}
	return out
}

func (k knows) Says(_, text string) bool { return k.said != "" && strings.Contains(text, k.said) }

// TestAgreed: what people agreed on counts, however unlike the names are.
func TestAgreed(t *testing.T) {
	s := judged(t, knows{alike: alike{"login": 0.01, "logout": 0.5}, agreed: "Login"})
	u := preciseUnderstanding()
	u.Symbols = append(u.Symbols, "checkPassword")
	res, err := s.Submit(u, shop())
	if err != nil || res.Phase != gate.Ready || res.Risk != session.Low {
		t.Fatalf("%v %+v", err, res)
	}
	if m := res.Symbols[0]; m.Tier != gate.TierHigh || !m.Confirmed || !strings.Contains(m.Evidence, "agreements/login.md") {
		t.Errorf("%+v", m)
	}
}

// byMeaning leads a session to the verdict on a hypothesis whose name is unlike.
func byMeaning(t *testing.T, s *session.Session) (*session.VerificationResult, error) {
	t.Helper()
	u := preciseUnderstanding()
	u.Symbols, u.Meaning = append(u.Symbols, "checkPassword"), true
	for range 2 { // the first time it is refused for its name
		if s.Phase() == gate.Semantic {
			break
		}
		if res, err := s.Submit(u, shop()); err != nil {
			t.Fatalf("%v %+v", err, res)
		}
	}
	if s.Phase() != gate.Semantic {
		t.Fatalf("it is in %s", s.Phase())
	}
	s.Observe(session.Call{Tool: "semantic_search", Shown: shop().Meaning("HandleLogin", "Login")})
	if _, err := s.SubmitSemantic(session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Login"}}, Reason: gate.NoDefinitionFound}, shop()); err != nil {
		return nil, err
	}
	s.Observe(session.Call{Tool: "find_definitions", Shown: shop().Definitions("Login")})
	return s.SubmitVerification(session.Verification{Results: []session.Verdict{{Hypothesis: "Login", Verdict: session.Confirmed, Evidence: session.Cited{Tool: "find_definitions", Result: "Login"}}}}, shop())
}

// TestVerified: a hypothesis whose code says what the request is about counts, at HIGH.
func TestVerified(t *testing.T) {
	s := judged(t, knows{alike: alike{"login": 0.01}, said: "func Login"})
	v, err := byMeaning(t, s)
	if err != nil || v.Phase != gate.Verification || v.Risk != session.High || len(v.Missing) == 0 {
		t.Fatalf("%v %+v", err, v)
	}
	call := session.Cited{Tool: "find_definitions", Result: "Login"}
	v, err = s.SubmitVerification(session.Verification{Evidence: map[session.Slot]session.Cited{session.TargetFeature: call, session.ObservedIssue: call}}, shop())
	if err != nil || v.Phase != gate.Ready {
		t.Fatalf("HIGH's evidence is there: %v %+v", err, v)
	}
}

// TestUntied: where neither the name nor the code says it, the person is to decide, and
// the same hypothesis does not go round again.
func TestUntied(t *testing.T) {
	s := judged(t, knows{alike: alike{"login": 0.01}})
	v, err := byMeaning(t, s)
	if err != nil || v.Phase != gate.Exploration || v.Guidance == nil || !strings.Contains(v.Guidance.Fallback, "agreement") {
		t.Fatalf("%v %+v", err, v)
	}
	for _, next := range v.Guidance.NextActions {
		if !gate.Allow(v.Phase, tool(next), "").Allow {
			t.Errorf("%q is not allowed in %s", next, v.Phase)
		}
	}
	if _, err := byMeaning(t, s); err == nil || !strings.Contains(err.Error(), "looked at already") {
		t.Errorf("it goes round: %v", err)
	}
	again, err := session.Decode(s.Encode(), noon, nil)
	if err != nil || string(again.Encode()) != string(s.Encode()) {
		t.Errorf("it is not kept: %v", err)
	}
}

// TestValidate asks which symbols are relevant, and gives the three best as a hint.
func TestValidate(t *testing.T) {
	s := judged(t, alike{"login": 0.8, "check password": 0.5, "start session": 0.2, "handle login": 0.7})
	res, err := s.ValidateRelevance("Login", []string{"Login", "checkPassword", "startSession", "HandleLogin", "Refund", "Nothing"}, shop())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, x := range res.Suggestions {
		names = append(names, x.Name)
	}
	if strings.Join(names, " ") != "Login HandleLogin checkPassword" || res.Suggestions[2].Tier != gate.TierMid || res.Suggestions[0].Raw != 0.9 {
		t.Errorf("%+v", res.Suggestions)
	}
	if len(res.Unknown) != 2 || res.Unknown[0].Code != "not_shown" || res.Unknown[1].Code != "unknown" || !strings.Contains(res.Prompt, "startSession") || !strings.Contains(res.Prompt, "code_evidence") {
		t.Errorf("%+v", res)
	}
	if _, err := s.ValidateRelevance("Logout", nil, shop()); code(err) != "invalid_argument" {
		t.Error(err)
	}
	none := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", session.Modify, "x", noon, nil, shop())
	if _, err := none.ValidateRelevance("x", nil, shop()); code(err) != "target_unknown" {
		t.Error(err)
	}
}

// TestRiskAfter: what an unsure symbol raised holds for the next understanding, and
// filling slots does not take it back.
func TestRiskAfter(t *testing.T) {
	s := judged(t, nil)
	u := preciseUnderstanding()
	u.Symbols = append(u.Symbols, "checkPassword")
	if res, err := s.Submit(u, shop()); err != nil || res.Phase != gate.Ready || res.Risk != session.High {
		t.Fatalf("%v %+v", err, res)
	}
	if _, err := s.Revert(true); err != nil {
		t.Fatal(err)
	}
	res, err := s.Submit(u, shop())
	if err != nil || res.Phase == gate.Ready || res.Counted.Symbols != 3 {
		t.Fatalf("%v %+v", err, res)
	}
	want := map[string]int{gate.NeedSymbols: 5, gate.NeedEntryPoints: 2, gate.NeedFiles: 4, gate.NeedPatterns: 2}
	for _, m := range res.Missing {
		if n, ok := want[m.Need]; ok && m.Want != n {
			t.Errorf("%+v, want %d", m, n)
		}
		delete(want, m.Need)
	}
	if len(want) > 0 {
		t.Errorf("missing %+v", res.Missing)
	}
	if _, err := s.Revert(false); err != nil {
		t.Fatal(err)
	}
	if f, err := s.SetFrame(preciseSlots()); err != nil || f.Risk != session.High || len(f.Frame) != 4 || f.Plan.RiskLevel != session.High || len(s.Status().Mapped) != 0 || len(s.ExploredFiles()) != 0 {
		t.Errorf("%v %+v", err, f)
	}
}
