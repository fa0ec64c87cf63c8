package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/sessiontest"
)

// TestRules walks through what leads to READY without the evidence of code, in
// projects with and without code: READY is reached if and only if the server's own
// records have what the rule asks for, nothing may be written then but what the rule
// is for, and what is refused names a call that is allowed and leads on.
func TestRules(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	own := map[string]string{".mcp.json": "{}\n", ".claude/settings.json": "{}\n", ".claude/commands/code.md": "go\n"}
	projects := map[string]map[string]string{
		"code":   {"src/a.go": "func A\n  B(x)\n", "src/b.go": "func B\n", "docs/readme.md": "the shop\n", "app.css": "a {}\n", "pyproject.toml": "[project]\n"},
		"readme": {"README.md": "the shop\n"},
		"empty":  {},
	}
	read := [][]string{nil, {"docs/readme.md", "app.css", "README.md"}, {"src/a.go"}, {"src/a.go", "docs/readme.md", "README.md"}, {".mcp.json"}}
	names := [][]string{nil, {"docs/readme.md"}, {"README.md"}, {"docs/readme.md", "app.css"}, {"docs/readme.md", "src/a.go"}, {"pyproject.toml"}, {"src/b.md"}, {".mcp.json"}}
	made := [][]string{nil, {"docs/new.md"}, {"src/new.go"}, {"src/a.go"}, {".git/hooks/new"}, {"../new.go"}, {"main.go"}, {"docs/new.md", "src/new.go"}, {"lib/x/new.go"}}
	ready := map[gate.Rule]int{}
	for kind, files := range projects {
		all := map[string]string{}
		for _, from := range []map[string]string{files, own} {
			for p, text := range from {
				all[p] = text
			}
		}
		repo := sessiontest.New(all)
		for _, intent := range []session.Intent{session.Implement, session.Modify} {
			for _, shown := range read {
				for _, files := range names {
					for _, fresh := range made {
						s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", intent, vague, now, nil, repo)
						seen := map[string]bool{}
						for _, p := range shown {
							if _, ok := repo.File(p); ok {
								seen[p] = true
								s.Observe(session.Call{Tool: "search_text", Shown: repo.Read(p)})
							}
						}
						at := fmt.Sprintf("%s %s: shown %v, files %v, new %v", kind, intent, shown, files, fresh)
						r, err := s.Submit(session.Understanding{Files: files, New: fresh}, repo)
						if err != nil {
							t.Fatalf("%s: %v", at, err)
						}
						want, ok := ruled(repo, kind, seen, files, fresh)
						if (s.Phase() == gate.Ready) != ok {
							t.Fatalf("%s: %s, want READY %t: %+v", at, s.Phase(), ok, r)
						}
						next := []string{r.NextStep}
						for _, m := range r.Missing {
							next = append(next, m.Do)
						}
						for _, text := range next {
							if !gate.Allow(s.Phase(), tool(text), "").Allow {
								t.Errorf("%s: %q is not possible in %s", at, text, s.Phase())
							}
						}
						if ok {
							ready[want]++
							limits(t, s, repo, want, seen, at)
						}
						again, err := session.Decode(s.Encode(), now, nil)
						if err != nil || string(again.Encode()) != string(s.Encode()) {
							t.Errorf("%s: it is not kept as it is: %v", at, err)
						}
					}
				}
			}
		}
	}
	for _, r := range []gate.Rule{gate.RulePlain, gate.RuleNew} {
		if ready[r] == 0 {
			t.Errorf("no session came to READY by the rule %s", r)
		}
	}
}

// ruled says by what was shown whether READY must be reached, and by which rule.
func ruled(repo *sessiontest.Repo, kind string, seen map[string]bool, files, fresh []string) (gate.Rule, bool) {
	counted, code, gone := 0, false, false
	for _, f := range files {
		if _, ok := repo.File(f); !ok {
			gone = true
		}
		if seen[f] {
			counted++
		}
		code = code || strings.HasSuffix(f, ".go")
	}
	freshCode := false
	for _, f := range fresh {
		_, there := repo.File(f)
		folder := f[:max(0, strings.LastIndex(f, "/"))]
		if folder == "" || !repo.Folder(folder) {
			folder = "."
		}
		near := kind != "code"
		for p := range seen {
			near = near || p == folder+"/"+p[strings.LastIndex(p, "/")+1:] || folder == "." && !strings.Contains(p, "/")
		}
		if there || strings.HasPrefix(f, ".") || !near {
			return "", false
		}
		freshCode = freshCode || strings.HasSuffix(f, ".go")
	}
	need := 1
	if kind == "empty" {
		need = 0
	}
	switch {
	case counted < need:
		return "", false
	case kind != "code":
		return gate.RuleNew, true
	case len(fresh) > 0 && freshCode:
		return gate.RuleNew, true
	case len(fresh) > 0, !code && !gone:
		return gate.RulePlain, true
	}
	return "", false
}

// limits checks what a session may write that came to READY by a rule, though all was
// added to what it explored.
func limits(t *testing.T, s *session.Session, repo *sessiontest.Repo, rule gate.Rule, seen map[string]bool, at string) {
	t.Helper()
	for _, added := range []bool{false, true} {
		if added {
			if _, err := s.AddExplored([]string{"."}, "", repo); err != nil {
				t.Fatalf("%s: %v", at, err)
			}
		}
		for _, p := range append(repo.Paths(), "docs/other.md", "src/other.go", "src", "docs", ".git/config") {
			target := repo.Target(p)
			target.AllowNew = true
			d := session.DecideWrite(session.ModeSession, session.Standing{Session: s}, target)
			code := strings.HasSuffix(p, ".go")
			may := rule == gate.RuleNew && !target.Exists || !code && !target.Folder
			if may = may && p != ".git/config"; !added && target.Exists {
				may = may && seen[p]
			}
			if d.Allow && !may || added && d.Allow != may {
				t.Errorf("%s: added %t: write %s: %+v, want %t", at, added, p, d, may)
			}
			if d.Allow {
				continue
			}
			if len(d.Recovery) == 0 || utf8.RuneCountInString(d.Reason) > 400 {
				t.Errorf("%s: write %s: %+v", at, p, d)
			}
			for _, r := range d.Recovery {
				if !gate.Allow(s.Phase(), r.Tool, "").Allow {
					t.Errorf("%s: write %s: %s is not allowed in %s", at, p, r.Tool, s.Phase())
				}
			}
			if code && target.Exists && (d.Code != session.WriteNeedsCode || d.Recovery[0].Tool != "revert_to_exploration") {
				t.Errorf("%s: write %s: %+v", at, p, d)
			}
		}
	}
}

// TestRuleOfCodeLater has a session that is READY for documents come to write code: by
// going back and handing in what it found of the code.
func TestRuleOfCodeLater(t *testing.T) {
	r := shop()
	s := honest(r, session.Modify, english)
	if _, err := s.Submit(session.Understanding{Files: []string{"docs/readme.txt"}}, r); err != nil {
		t.Fatal(err)
	}
	if s.Phase() != gate.Exploration {
		t.Fatalf("%s, and nothing of the file was shown", s.Phase())
	}
	s.Observe(session.Call{Tool: "search_text", Shown: r.Read("docs/readme.txt")})
	if _, err := s.Submit(session.Understanding{Files: []string{"docs/readme.txt"}}, r); err != nil || s.Phase() != gate.Ready {
		t.Fatalf("%v %s", err, s.Phase())
	}
	if s.Covered("auth/login.go", true) || !s.Covered("docs/readme.txt", true) {
		t.Error("what was ever allowed is not what the rule is for")
	}
	if d, err := s.CheckWrite(r.Target("auth/login.go")); err != nil || d.Code != session.WriteNeedsCode {
		t.Fatalf("%v %+v", err, d)
	}
	if _, err := s.Revert(true); err != nil {
		t.Fatal(err)
	}
	if d, err := s.CheckWrite(r.Target("docs/readme.txt")); err == nil {
		t.Fatalf("%+v", d)
	}
}

// TestAmbiguous: a bare name that means several symbols that were shown is asked
// about, and what the answer names is understood.
func TestAmbiguous(t *testing.T) {
	r := sessiontest.New(map[string]string{"a.go": "func a.Run\n  B(x)\n", "b.go": "func b.Run\n", "c.go": "func C\n"})
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", session.Modify, vague, now, nil, r)
	s.Observe(session.Call{Tool: "find_definitions", Shown: r.Definitions("Run")})
	res, err := s.Submit(session.Understanding{Symbols: []string{"Run"}}, r)
	if err != nil || res.Counted.Symbols != 0 || len(res.Mend) != 1 || res.Mend[0].Code != "ambiguous" || len(res.Symbols) != 0 {
		t.Fatalf("%v %+v", err, res)
	}
	for _, at := range []string{"a.go:a.Run", "b.go:b.Run"} {
		if !strings.Contains(res.Mend[0].Reason, at) {
			t.Errorf("%s is not named: %+v", at, res.Mend)
		}
	}
	res, err = s.Submit(session.Understanding{Symbols: []string{"b.go:b.Run", "a.go:Run"}}, r)
	if err != nil || res.Counted.Symbols != 2 || res.Symbols[0].File == res.Symbols[1].File {
		t.Fatalf("%v %+v", err, res)
	}
}

// TestShortOfSymbols: what an understanding is short of is named where answers showed
// it, or the repository has names that are like it.
func TestShortOfSymbols(t *testing.T) {
	r := shop()
	s := honest(r, session.Modify, english)
	res, err := s.Submit(session.Understanding{Symbols: []string{"heckPassword"}}, r)
	if err != nil || res.Phase != gate.Exploration || !strings.Contains(res.Mend[0].Reason, "checkPassword") {
		t.Fatalf("%v %+v", err, res)
	}
	i := slices.IndexFunc(res.Missing, func(m session.Missing) bool { return m.Need == gate.NeedSymbols })
	if i < 0 || !strings.HasPrefix(res.Missing[i].Do, "submit_understanding") || !strings.Contains(res.Missing[i].Do, "Login") {
		t.Fatalf("%+v", res.Missing)
	}
}
