package session_test

import (
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/sessiontest"
)

// truth is what has happened in a session, kept by the test itself, from nothing
// but the calls: what must be so where the session says READY.
type truth struct {
	shown, files, used  map[string]bool // symbols, files with lines, tools
	searched, verifying map[string]bool // symbols: by semantic_search; since VERIFICATION began
	calls               map[string]bool // good calls by name
	quoted, evidence    map[session.Slot]bool
	resolved            map[session.Slot]bool
	floor, understood   bool
	confirmed           bool
	hypotheses          map[string]string
	added               map[string]bool
	risk                session.Risk
}

func newTruth() *truth {
	t := &truth{}
	for _, m := range []*map[string]bool{&t.shown, &t.files, &t.used, &t.searched, &t.verifying, &t.calls, &t.added} {
		*m = map[string]bool{}
	}
	t.quoted, t.evidence, t.resolved = map[session.Slot]bool{}, map[session.Slot]bool{}, map[session.Slot]bool{}
	t.hypotheses = map[string]string{}
	return t
}

func cloned[K comparable, V any](m map[K]V) map[K]V {
	out := make(map[K]V, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

func (t *truth) clone() *truth {
	c := *t
	c.shown, c.files, c.used, c.searched = cloned(t.shown), cloned(t.files), cloned(t.used), cloned(t.searched)
	c.verifying, c.calls, c.added, c.hypotheses = cloned(t.verifying), cloned(t.calls), cloned(t.added), cloned(t.hypotheses)
	c.quoted, c.evidence, c.resolved = cloned(t.quoted), cloned(t.evidence), cloned(t.resolved)
	return &c
}

func (t *truth) key() string {
	var b strings.Builder
	for _, m := range []map[string]bool{t.shown, t.files, t.searched, t.verifying, t.calls, t.added} {
		fmt.Fprint(&b, slices.Sorted(maps.Keys(m)))
	}
	for _, slot := range session.Slots() {
		fmt.Fprint(&b, t.quoted[slot], t.evidence[slot], t.resolved[slot])
	}
	fmt.Fprint(&b, t.floor, t.understood, t.confirmed, t.hypotheses, t.risk)
	return b.String()
}

func (t *truth) has(s session.Slot) bool { return t.quoted[s] || t.resolved[s] }

// rate is the table of risks of the specification, for the two slots that the
// calls fill: the other two are missing, or filled together with them (all).
func (t *truth) rate(i session.Intent, filled bool) {
	missing := 4
	for _, s := range session.Slots() {
		if t.has(s) {
			missing--
		}
	}
	r := session.Low
	switch {
	case missing == 0 || i == session.Investigate || i == session.Question:
	case i == session.Modify && (!t.has(session.ObservedIssue) || !t.has(session.TargetFeature)), missing >= 3:
		r = session.High
	case i == session.Implement || missing == 2:
		r = session.Medium
	}
	if !filled {
		r = r.Max(t.risk)
	}
	if t.floor {
		r = session.High
	}
	t.risk = r
}

// explorer walks through the states of sessions.
type explorer struct {
	t      *testing.T
	repo   *sessiontest.Repo
	intent session.Intent
	judge  session.Judge
}

// act is a call with what it does to the truth. ready says, of the truth after
// act, whether the call must lead to READY; nil: never.
type act struct {
	name string
	do   func(s *session.Session) (session.Progress, error)
	// then brings the truth up to date; it is told whether the phase allowed the
	// call, and what the phase was.
	then  func(t *truth, was gate.Phase)
	ready func(t *truth, was gate.Phase) bool
	// only: it is made in these phases; nil: in any. once: what it leads to is the
	// same for IMPLEMENT as for MODIFY, where it is made.
	only []gate.Phase
	once bool
}

const vague = "Login shows an internal error when the password is wrong; say so instead"

func quote(value, words string) *session.SlotValue {
	return &session.SlotValue{Value: value, Quote: words}
}

func (e *explorer) observe(name, tool, params string, shown session.Shown) act {
	return act{name: name,
		do: func(s *session.Session) (session.Progress, error) {
			collection := ""
			if tool == gate.SemanticSearch {
				collection = "forest"
			}
			if err := s.Check(tool, collection); err != nil {
				return session.Progress{}, err
			}
			s.Observe(session.Call{Tool: tool, Params: []byte(params), Shown: shown})
			return s.Progress(), nil
		},
		then: func(t *truth, was gate.Phase) {
			t.used[tool], t.calls[name] = true, true
			for _, x := range shown.Symbols {
				t.shown[x.Name] = true
				if was == gate.Verification {
					t.verifying[x.Name] = true
				}
				if tool == gate.SemanticSearch {
					t.searched[x.Name] = true
				}
			}
			for _, l := range shown.Lines {
				t.files[l.File] = true
			}
		},
	}
}

// understood says by the truth how an understanding has to be judged.
func (e *explorer) understood(t *truth, u session.Understanding) bool {
	counted := map[string]bool{}
	for _, name := range u.Symbols {
		for _, x := range e.repo.Symbols(name) {
			if t.shown[x.Name] {
				counted[x.Symbol] = true
			}
		}
	}
	entry := map[string]bool{}
	for _, name := range u.EntryPoints {
		for _, x := range e.repo.Symbols(name) {
			for c := range counted {
				if c == x.Symbol || e.repo.Related(c, x.Symbol) {
					entry[x.Symbol] = true
				}
			}
		}
	}
	files, patterns := map[string]bool{}, map[string]bool{}
	for _, f := range u.Files {
		if t.files[f] {
			files[f] = true
		}
	}
	for _, p := range u.Patterns {
		if t.files[p.File] && len(u.Files) > 0 && p.Description != "" {
			if _, ok := e.repo.Text(p.File, p.Line, p.Line); ok {
				patterns[fmt.Sprint(p.File, p.Line)] = true
			}
		}
	}
	need := [4]int{3, 1, 2, 1}
	if t.risk == session.High {
		need = [4]int{5, 2, 4, 2}
	}
	switch e.intent {
	case session.Investigate:
		need = [4]int{1, 0, 1, 0}
	case session.Question:
		need = [4]int{}
	}
	if len(counted) < need[0] || len(entry) < need[1] || len(files) < need[2] || len(patterns) < need[3] {
		return false
	}
	return !e.writes() || t.used["find_definitions"] && t.used["find_references"] && e.slots(t)
}

func (e *explorer) writes() bool {
	return e.intent == session.Modify || e.intent == session.Implement
}

// slots says whether the slots have what READY needs.
func (e *explorer) slots(t *truth) bool {
	if !e.writes() {
		return true
	}
	if !t.has(session.TargetFeature) || t.quoted[session.ObservedIssue] && !t.evidence[session.ObservedIssue] {
		return false
	}
	if t.risk != session.Low && !t.evidence[session.TargetFeature] {
		return false
	}
	return t.risk != session.High || t.has(session.ObservedIssue) && t.evidence[session.ObservedIssue]
}

// evidenceCall is the call that the good evidence of slots cites.
const evidenceCall = "find_references"

func (e *explorer) submit(name string, u session.Understanding, goodEvidence, goodRelevance bool) act {
	return act{name: "submit " + name,
		do: func(s *session.Session) (session.Progress, error) {
			r, err := s.Submit(u, e.repo)
			if err != nil {
				return session.Progress{}, err
			}
			if !u.Meaning && r.Phase == gate.Semantic {
				e.t.Errorf("an understanding leads to SEMANTIC that did not ask for it: %+v", u)
			}
			if (r.Confidence == session.ConfidenceHigh) != (len(r.Missing) == 0 || r.Missing[0].Need == gate.NeedConfirmed) {
				e.t.Errorf("confidence %s, missing %v", r.Confidence, r.Missing)
			}
			return r.Progress, nil
		},
		then: func(t *truth, was gate.Phase) {
			e.fill(t, u.Resolved, u.Evidence, goodEvidence)
			t.understood = e.understood(t, u)
			if t.understood && u.Relevance != nil && goodRelevance && t.shown["Login"] && t.has(session.TargetFeature) {
				t.confirmed, t.floor, t.risk = true, true, session.High
			}
		},
		ready: func(t *truth, was gate.Phase) bool {
			return was == gate.Exploration && t.understood && (t.confirmed || !e.writes())
		},
	}
}

func (e *explorer) fill(t *truth, resolved map[session.Slot]string, evidence map[session.Slot]session.Cited, good bool) {
	filled := false
	for slot := range evidence {
		if !good || !t.calls[evidenceCall] || !t.has(slot) && resolved[slot] == "" {
			continue
		}
		if !t.has(slot) {
			t.resolved[slot], filled = true, true
		}
		t.evidence[slot] = true
	}
	t.rate(e.intent, filled)
}

func (e *explorer) acts() []act {
	r := e.repo
	good := session.Cited{Tool: "find_references", Result: "HandleLogin calls Login, web/handler.go:2"}
	issue := map[session.Slot]session.Cited{session.ObservedIssue: good}
	both := map[session.Slot]session.Cited{session.ObservedIssue: good, session.TargetFeature: good}
	relevance := &session.Relevance{Symbols: []string{"Login"}, Reasoning: "the request names it", Evidence: []session.Citation{{Symbol: "Login"}}}
	small := session.Understanding{
		Symbols: []string{"Login", "checkPassword", "startSession", "HandleLogin"}, EntryPoints: []string{"HandleLogin"},
		Files: []string{"auth/login.go", "web/handler.go"}, Patterns: []session.Pattern{{Description: "p", File: "web/handler.go", Line: 2}},
	}
	big := session.Understanding{
		Meaning:     true,
		Symbols:     []string{"Login", "checkPassword", "startSession", "HandleLogin", "store.Put", "Routes"},
		EntryPoints: []string{"HandleLogin", "Routes"}, Files: []string{"auth/login.go", "web/handler.go", "web/routes.go", "store/store.go"},
		Patterns: []session.Pattern{{Description: "p", File: "web/handler.go", Line: 2}, {Description: "q", File: "store/store.go", Line: 4}},
	}
	with := func(u session.Understanding, evidence map[session.Slot]session.Cited, rel *session.Relevance, resolved map[session.Slot]string) session.Understanding {
		u.Evidence, u.Relevance, u.Resolved = evidence, rel, resolved
		return u
	}
	found := map[session.Slot]string{session.TargetFeature: "Login", session.ObservedIssue: "shows an internal error"}
	lie := with(big, both, relevance, nil)
	lie.Symbols = []string{"Charge", "Refund", "NoSuchThing", "lock", "Logout"}
	twice := with(small, both, relevance, nil)
	twice.Symbols = []string{"Login", "Login", "Login"}
	nofiles := with(big, both, relevance, nil)
	nofiles.Files = nil
	bad := session.Cited{Tool: "search_text", Result: "Refund is called there"}
	badBoth := map[session.Slot]session.Cited{session.ObservedIssue: bad, session.TargetFeature: bad}

	frame := func(name string, slots map[session.Slot]*session.SlotValue) act {
		return act{name: "frame " + name,
			do: func(s *session.Session) (session.Progress, error) {
				r, err := s.SetFrame(slots)
				if err != nil {
					return session.Progress{}, err
				}
				return r.Progress, nil
			},
			then: func(t *truth, was gate.Phase) {
				filled := false
				for slot, v := range slots {
					if v.Quote == "not in the query" {
						continue
					}
					filled = filled || !t.has(slot)
					delete(t.evidence, slot) // it was of what had been said before
					t.quoted[slot] = true
					delete(t.resolved, slot)
					t.understood = false
				}
				t.rate(e.intent, filled)
			},
		}
	}
	confirm := func(name string, rel session.Relevance, good bool) act {
		return act{name: "confirm " + name,
			do: func(s *session.Session) (session.Progress, error) {
				r, err := s.ConfirmRelevance(rel, r)
				if err != nil {
					return session.Progress{}, err
				}
				return r.Progress, nil
			},
			then: func(t *truth, was gate.Phase) {
				if good && t.shown["Login"] {
					t.confirmed, t.floor, t.risk = true, true, session.High
				}
			},
			ready: func(t *truth, was gate.Phase) bool {
				return was == gate.Exploration && t.understood && t.confirmed
			},
		}
	}
	semantic := func(name string, f session.Findings, symbols ...string) act {
		return act{name: "semantic " + name,
			do: func(s *session.Session) (session.Progress, error) {
				r, err := s.SubmitSemantic(f, r)
				if err != nil {
					return session.Progress{}, err
				}
				return r.Progress, nil
			},
			then: func(t *truth, was gate.Phase) {
				t.hypotheses, t.verifying = map[string]string{}, map[string]bool{}
				for _, x := range symbols {
					if t.searched[x] {
						t.hypotheses[x] = "open"
					}
				}
			},
		}
	}
	verify := func(name string, v session.Verification, goodEvidence bool) act {
		return act{name: "verify " + name,
			do: func(s *session.Session) (session.Progress, error) {
				r, err := s.SubmitVerification(v, r)
				if err != nil {
					return session.Progress{}, err
				}
				return r.Progress, nil
			},
			then: func(t *truth, was gate.Phase) {
				e.fill(t, v.Resolved, v.Evidence, goodEvidence)
				for _, x := range v.Results {
					switch {
					case t.hypotheses[x.Hypothesis] != "open":
					case x.Verdict == session.Rejected:
						t.hypotheses[x.Hypothesis] = "rejected"
					case x.Evidence.Tool == "find_definitions" && t.verifying[x.Hypothesis]:
						t.hypotheses[x.Hypothesis] = "confirmed"
					}
				}
			},
			ready: func(t *truth, was gate.Phase) bool {
				sure := 0
				for _, v := range t.hypotheses {
					if v == "open" {
						return false
					}
					if v == "confirmed" {
						sure++
					}
				}
				return was == gate.Verification && sure > 0 && e.slots(t)
			},
		}
	}
	revert := func(keep bool) act {
		return act{name: fmt.Sprint("revert ", keep),
			do: func(s *session.Session) (session.Progress, error) {
				r, err := s.Revert(keep)
				if err != nil {
					return session.Progress{}, err
				}
				return r.Progress, nil
			},
			then: func(t *truth, was gate.Phase) {
				t.hypotheses, t.verifying, t.understood = map[string]string{}, map[string]bool{}, false
				if keep {
					return
				}
				n := newTruth()
				n.quoted, n.risk, n.floor = t.quoted, t.risk, t.floor
				*t = *n
				t.rate(e.intent, false)
			},
		}
	}
	write := func(p string, allowNew bool) act {
		return act{name: "write " + p, do: func(s *session.Session) (session.Progress, error) {
			target := r.Target(p)
			target.AllowNew = allowNew
			d, err := s.CheckWrite(target)
			if err != nil {
				return session.Progress{}, err
			}
			for _, x := range d.Recovery {
				if !gate.Allow(s.Phase(), x.Tool, "").Allow {
					e.t.Errorf("%s: %s offers %s, which the phase %s forbids", p, d.Code, x.Tool, s.Phase())
				}
			}
			if !d.Allow && (len(d.Recovery) == 0 || utf8.RuneCountInString(d.Reason) > 400) {
				e.t.Errorf("%s: %+v", p, d)
			}
			return s.Progress(), nil
		}, then: func(*truth, gate.Phase) {}}
	}
	add := func(p string, ok bool) act {
		return act{name: "add " + p,
			do: func(s *session.Session) (session.Progress, error) {
				r, err := s.AddExplored([]string{p}, "needed", r)
				if err != nil {
					return session.Progress{}, err
				}
				return r.Progress, nil
			},
			then: func(t *truth, was gate.Phase) {
				if ok {
					t.added[p] = true
				}
			},
		}
	}
	list := []act{
		in(e.observe("find_definitions", "find_definitions", `{"symbol":"Login"}`, r.Meaning("Login", "checkPassword", "startSession")), gate.Exploration),
		in(e.observe("find_references", "find_references", `{"symbol":"Login"}`, r.References("Login")), gate.Exploration, gate.Verification),
		in(e.observe("search_text", "search_text", `{"pattern":"store.Put"}`, shownAll(r.Search("store.Put"), r.Search("lock"), r.Definitions("store.Put"), r.Definitions("Routes"))), gate.Exploration, gate.Ready),
		in(e.observe("semantic", "semantic_search", `{"query":"payment"}`, r.Meaning("Charge")), gate.Exploration, gate.Semantic),
		in(e.observe("look it up", "find_definitions", `{"symbol":"Charge"}`, r.Meaning("Charge")), gate.Verification, gate.Semantic),
		{name: "a call that fails", do: func(s *session.Session) (session.Progress, error) {
			if err := s.Check("find_references", ""); err != nil {
				return session.Progress{}, err
			}
			s.Observe(session.Call{Tool: "find_references", Failed: true, Shown: r.Meaning("Charge")})
			return s.Progress(), nil
		}, then: func(*truth, gate.Phase) {}},
		in(frame("all", map[session.Slot]*session.SlotValue{
			session.TargetFeature: quote("Login", "Login"), session.ObservedIssue: quote("shows an internal error", "shows an internal error"),
			session.TriggerCondition: quote("the password is wrong", "the password is wrong"), session.DesiredAction: quote("say so", "say so instead"),
		}), gate.Exploration, gate.Verification),
		once(in(frame("target", map[session.Slot]*session.SlotValue{session.TargetFeature: quote("Login", "Login")}), gate.Exploration, gate.Semantic)),
		frame("lie", map[session.Slot]*session.SlotValue{session.TargetFeature: quote("payment", "not in the query"), session.ObservedIssue: quote("it is slow", "not in the query")}),
		e.submit("nothing", session.Understanding{}, false, false),
		e.submit("nothing, by meaning", session.Understanding{Meaning: true}, false, false),
		e.submit("small", with(small, both, relevance, nil), true, true),
		once(e.submit("small, issue alone", with(small, issue, relevance, nil), true, true)),
		once(e.submit("small, no evidence", with(small, nil, relevance, nil), false, true)),
		e.submit("small, bad evidence", with(small, badBoth, relevance, nil), false, true),
		e.submit("small, no relevance", with(small, both, nil, nil), true, false),
		once(e.submit("small, bad relevance", with(small, both, &session.Relevance{Symbols: []string{"Refund"}, Reasoning: "x", Evidence: []session.Citation{{Symbol: "Refund"}}}, nil), true, false)),
		e.submit("big", with(big, both, relevance, found), true, true),
		e.submit("big, found without evidence", with(big, nil, relevance, found), true, true),
		e.submit("lie", lie, true, true),
		once(e.submit("twice", twice, true, true)),
		once(e.submit("no files", nofiles, true, true)),
		confirm("good", *relevance, true),
		once(confirm("not shown", session.Relevance{Symbols: []string{"Refund"}, Reasoning: "x", Evidence: []session.Citation{{Symbol: "Refund"}}}, false)),
		confirm("without evidence", session.Relevance{Symbols: []string{"Login"}, Reasoning: "x"}, false),
		once(confirm("evidence of another", session.Relevance{Symbols: []string{"Login"}, Reasoning: "x", Evidence: []session.Citation{{File: "pay/payment.go", Line: 1, Text: "func Charge"}}}, false)),
		semantic("good", session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Charge"}}, Reason: gate.ArchitectureUnknown}, "Charge"),
		semantic("good, entry", session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Charge"}}, Reason: gate.NoDefinitionFound}, "Charge"),
		once(semantic("good, files", session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Charge"}}, Reason: gate.ContextFragmented}, "Charge")),
		once(semantic("no reason", session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Charge"}}, Reason: "i_want_to"}, "Charge")),
		once(semantic("unseen", session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Refund"}}, Reason: gate.ArchitectureUnknown})),
		verify("good", session.Verification{Results: []session.Verdict{{Hypothesis: "Charge", Verdict: "confirmed", Evidence: session.Cited{Tool: "find_definitions", Result: "Charge"}}}, Evidence: both, Resolved: found}, true),
		verify("no slots", session.Verification{Results: []session.Verdict{{Hypothesis: "Charge", Verdict: "confirmed", Evidence: session.Cited{Tool: "find_definitions", Result: "Charge"}}}}, false),
		once(verify("wrong call", session.Verification{Results: []session.Verdict{{Hypothesis: "Charge", Verdict: "confirmed", Evidence: session.Cited{Tool: "semantic_search", Result: "Charge"}}}, Evidence: both}, true)),
		verify("rejected", session.Verification{Results: []session.Verdict{{Hypothesis: "Charge", Verdict: "rejected"}}}, false),
		once(verify("nothing", session.Verification{}, false)),
		revert(true), revert(false),
		write("auth/login.go", false), write("pay/payment.go", false), write("auth/new.go", true), write("pay/new.go", true), write(".git/config", true),
		add("pay/payment.go", true), once(add("pay/none.go", false)),
		{name: "validate", do: func(s *session.Session) (session.Progress, error) {
			r, err := s.ValidateRelevance("", nil, r)
			if err != nil {
				return session.Progress{}, err
			}
			return r.Progress, nil
		}, then: func(*truth, gate.Phase) {}},
	}
	for _, kind := range []session.OutcomeKind{session.Success, session.Failure, "great"} {
		list = append(list, act{name: "outcome " + string(kind), do: func(s *session.Session) (session.Progress, error) {
			r, err := s.RecordOutcome(kind, "a", "b")
			if err != nil {
				return session.Progress{}, err
			}
			return r.Progress, nil
		}, then: func(*truth, gate.Phase) {}})
	}
	return list
}

func in(a act, only ...gate.Phase) act {
	a.only = only
	return a
}

func once(a act) act {
	a.once = true
	return a
}

func shownAll(list ...session.Shown) session.Shown {
	var out session.Shown
	for _, s := range list {
		out.Symbols, out.Lines, out.Hits = append(out.Symbols, s.Symbols...), append(out.Lines, s.Lines...), out.Hits+s.Hits
	}
	return out
}

// node is a state that can be reached.
type node struct {
	s     *session.Session
	t     *truth
	is    string // its essence
	from  int
	by    string
	leads []int
}

// TestAllStates walks through all states that calls with good and bad evidence
// lead to. In each: READY is reached if and only if what the rules ask for has
// happened; what a refusal names is allowed; nothing is written that may not be;
// READY can still be reached; and the state is kept as it is.
func TestAllStates(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	for _, intent := range session.Intents() {
		t.Run(string(intent), func(t *testing.T) {
			e := &explorer{t: t, repo: shop(), intent: intent}
			e.walk()
		})
	}
}

func (e *explorer) walk() {
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	acts := e.acts()
	first := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", e.intent, vague, now, e.judge, e.repo)
	if e.intent == session.Question {
		if _, err := first.Submit(session.Understanding{}, e.repo); err != nil { // as Start does
			e.t.Fatal(err)
		}
	}
	tr := newTruth()
	tr.rate(e.intent, true)
	nodes := []node{{s: first, t: tr, is: first.Essence(), from: -1}}
	seen := map[string]int{first.Essence() + tr.key(): 0}
	transitions, refusals := 0, map[string]int{}
	phases := map[gate.Phase]int{}
	path := func(i int) string {
		var names []string
		for ; nodes[i].from >= 0; i = nodes[i].from {
			names = append(names, nodes[i].by)
		}
		slices.Reverse(names)
		return strings.Join(names, " > ")
	}
	for i := 0; i < len(nodes) && !e.t.Failed(); i++ {
		before := nodes[i].s.Encode()
		phases[nodes[i].s.Phase()]++
		e.writable(nodes[i].s, nodes[i].t, func() string { return path(i) })
		for _, a := range acts {
			was := nodes[i].s.Phase()
			if a.once && e.intent == session.Implement || a.only != nil && !slices.Contains(a.only, was) {
				continue
			}
			transitions++
			at := func() string { return path(i) + " > " + a.name }
			s, tr := e.step(nodes[i].s, nodes[i].t, nodes[i].is, a, refusals, at)
			if s == nil {
				continue
			}
			is := s.Essence()
			key := is
			if is != "closed" {
				key += tr.key()
			}
			j, ok := seen[key]
			if !ok {
				j = len(nodes)
				seen[key] = j
				nodes = append(nodes, node{s: s, t: tr, is: is, from: i, by: a.name})
				e.kept(s, now, at())
			}
			nodes[i].leads = append(nodes[i].leads, j)
		}
		if string(nodes[i].s.Encode()) != string(before) {
			e.t.Errorf("%s: a copy that changed has changed the session", path(i))
		}
	}
	e.alive(nodes, path)
	var told []string
	for code, n := range refusals {
		told = append(told, fmt.Sprintf("%s %d", code, n))
	}
	sort.Strings(told)
	fmt.Fprintf(e.t.Output(), "%d states (%v), %d transitions, refused: %s\n", len(nodes), phases, transitions, strings.Join(told, ", "))
}

// step makes a call in a copy of a session, of which before is the essence, and
// checks what comes of it. It gives the session and the truth after it; nil where
// the call was refused, which is counted by its code.
func (e *explorer) step(from *session.Session, was *truth, before string, a act, refusals map[string]int, at func() string) (*session.Session, *truth) {
	s, in := from.Clone(), from.Phase()
	p, err := a.do(s)
	var refused *session.Refusal
	if err != nil {
		if !errors.As(err, &refused) {
			e.t.Fatalf("%s: %v", at(), err)
		}
		refusals[refused.Code]++
		e.refused(s, refused, before, at)
		return nil, nil
	}
	t := was.clone()
	a.then(t, in)
	if phase := s.Phase(); phase == gate.Ready && in != gate.Ready {
		if a.ready == nil || !a.ready(t, in) {
			e.t.Errorf("%s leads to READY, and must not: %+v", at(), *t)
		}
	} else if a.ready != nil && in != gate.Ready && a.ready(t, in) {
		e.t.Errorf("%s must lead to READY, and leads to %s: missing %v", at(), phase, p.Missing)
	}
	if s.Phase() == gate.Ready && in == gate.Verification && e.writes() {
		t.confirmed, t.floor, t.risk = true, true, session.High
	}
	if s.Phase() == gate.Exploration && in == gate.Verification {
		t.hypotheses, t.verifying, t.understood = map[string]string{}, map[string]bool{}, false
	}
	if s.Phase() != gate.Closed && s.Risk() != t.risk {
		e.t.Errorf("%s: risk %s, want %s", at(), s.Risk(), t.risk)
	}
	e.progress(s, in, p, at)
	return s, t
}

// refused checks a refusal: it changed nothing, and what it names is allowed.
func (e *explorer) refused(s *session.Session, r *session.Refusal, before string, at func() string) {
	if r.Code != gate.PhaseForbidden && s.Essence() != before {
		e.t.Errorf("%s: refused with %s, and changed the session", at(), r.Code)
	}
	if len(r.NextActions) == 0 || r.Hint == "" || utf8.RuneCountInString(r.Message) > 400 || !strings.Contains(r.Message, "automatic") && len(r.Message) > 130 {
		e.t.Errorf("%s: %+v", at(), r)
	}
	for _, next := range r.NextActions {
		if !gate.Allow(s.Phase(), tool(next), "").Allow {
			e.t.Errorf("%s: %s names %q, which the phase %s forbids", at(), r.Code, next, s.Phase())
		}
	}
	if r.Phase != s.Phase() {
		e.t.Errorf("%s: the phase is %s, not %s", at(), s.Phase(), r.Phase)
	}
}

// tool is the one that a text begins with.
func tool(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz_"))]
}

func (e *explorer) progress(s *session.Session, was gate.Phase, p session.Progress, at func() string) {
	var allowed []string
	if s.Phase() != was {
		allowed = gate.Allowed(s.Phase())
	}
	if p.Phase != s.Phase() || !slices.Equal(p.AllowedTools, allowed) || p.SessionID != s.ID() {
		e.t.Errorf("%s: %+v in %s", at(), p, s.Phase())
	}
	texts := []string{p.NextStep}
	for _, m := range p.Missing {
		texts = append(texts, m.Do)
	}
	for _, text := range texts {
		if !gate.Allow(s.Phase(), tool(text), "").Allow {
			e.t.Errorf("%s: %q is not possible in %s", at(), text, s.Phase())
		}
	}
}

// writable checks what a session lets its agent write.
func (e *explorer) writable(s *session.Session, t *truth, at func() string) {
	for _, p := range append(e.repo.Paths(), "auth/new.go", ".git/config", "web") {
		target := e.repo.Target(p)
		target.AllowNew = true
		d := session.DecideWrite(session.ModeSession, session.Standing{Session: s}, target)
		want := s.Phase() == gate.Ready && e.writes() && (t.files[p] || t.added[p] || p == "auth/new.go" && (t.files["auth/login.go"] || t.files["auth/logout.go"]))
		if d.Allow != want {
			e.t.Errorf("%s: write %s: %+v, want %t", at(), p, d, want)
		}
		if !d.Allow {
			if len(d.Recovery) == 0 || utf8.RuneCountInString(d.Reason) > 400 {
				e.t.Errorf("%s: write %s: %+v", at(), p, d)
			}
			for _, r := range d.Recovery {
				if !gate.Allow(s.Phase(), r.Tool, "").Allow {
					e.t.Errorf("%s: write %s: %s is not allowed in %s", at(), p, r.Tool, s.Phase())
				}
			}
		}
	}
}

// kept checks that a session is the same when it is read again.
func (e *explorer) kept(s *session.Session, now func() time.Time, at string) {
	data := s.Encode()
	again, err := session.Decode(data, now, e.judge)
	if err != nil {
		e.t.Fatalf("%s: %v\n%s", at, err, data)
	}
	if string(again.Encode()) != string(data) || again.Essence() != s.Essence() {
		e.t.Errorf("%s: another session is read than was kept", at)
	}
}

// alive checks that from each state of an open session READY can be reached.
func (e *explorer) alive(nodes []node, path func(int) string) {
	back := make([][]int, len(nodes))
	var todo []int
	good := make([]bool, len(nodes))
	for i, n := range nodes {
		for _, j := range n.leads {
			back[j] = append(back[j], i)
		}
		if n.s.Phase() == gate.Ready {
			good[i] = true
			todo = append(todo, i)
		}
	}
	for len(todo) > 0 {
		i := todo[0]
		todo = todo[1:]
		for _, j := range back[i] {
			if !good[j] {
				good[j] = true
				todo = append(todo, j)
			}
		}
	}
	for i, n := range nodes {
		if !good[i] && n.s.Phase() != gate.Closed {
			e.t.Errorf("%s: READY can't be reached from there", path(i))
			return
		}
	}
}
