package session_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/sessiontest"
)

// market has names in two languages.
func market() *sessiontest.Repo {
	return sessiontest.New(map[string]string{
		"auth/login.go":   "func Login\n  checkPassword(x)\n  startSession(x)\n\nfunc checkPassword\n  return wrong_password\n\nfunc startSession\n  store.Put(x)\n",
		"auth/logout.go":  "func Logout\n  endSession(x)\n\nfunc endSession\n  store.Delete(x)\n",
		"web/handler.go":  "func HandleLogin\n  Login(x)\n\nfunc HandleLogout\n  Logout(x)\n",
		"web/routes.go":   "func Routes\n  HandleLogin(x)\n  HandleLogout(x)\n",
		"store/store.go":  "type store\n\nfunc store.Put\n  lock(x)\n\nfunc store.Delete\n  lock(x)\n\nfunc lock\n",
		"pay/payment.go":  "func ChargeCard\n  store.Put(x)\n\nfunc Refund\n",
		"kessai/会計.go":    "func 決済する\n  返金する(x)\n\nfunc 返金する\n  store.Put(x)\n\nfunc 領収書\n",
		"docs/readme.txt": "the shop\n",
	})
}

const (
	english  = "Login shows an internal error when the password is wrong; it should say that the password is wrong"
	japanese = "パスワードが違うとログイン画面で内部エラーになる。決済する前にメッセージを表示してほしい"
)

// honest is a session in which the code of the login was looked at, and that of
// the payment was not.
func honest(r *sessiontest.Repo, i session.Intent, query string) *session.Session {
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	s := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", i, query, now, nil, r)
	see := func(tool, params string, shown session.Shown, failed bool) {
		s.Observe(session.Call{Tool: tool, Params: []byte(params), Shown: shown, Failed: failed})
	}
	see("find_definitions", `{"symbol":"Login","path":"."}`, r.Meaning("Login", "checkPassword", "startSession"), false)     // 1
	see("find_references", `{"symbol":"Login"}`, r.References("Login"), false)                                               // 2
	see("find_definitions", `{"symbol":"決済する"}`, r.Definitions("決済する"), false)                                               // 3
	see("find_references", `{"symbol":"ChargeCard"}`, r.References("ChargeCard"), true)                                      // 4
	see("search_files", `{"pattern":"pay"}`, session.Shown{Hits: 1}, false)                                                  // 5: names alone
	see("search_text", `{"pattern":"HandleLogin"}`, r.Search("HandleLogin(x)"), false)                                       // 6
	see("semantic_search", `{"query":"payment","collection":"map"}`, session.Shown{Symbols: r.Symbols("Refund")[:0]}, false) // 7: nothing
	see("Read", `{"file_path":"store/store.go"}`, r.Read("store/store.go"), false)                                           // 8
	see("get_symbols", `{"path":"web/routes.go"}`, session.Shown{Symbols: r.Symbols("Routes"), Lines: nil, Hits: 1}, false)  // 9: no lines
	see("find_references", `{"symbol":"決済する","path":"kessai"}`, r.References("決済する"), false)                                 // 10: none
	see("search_text", `{"pattern":"nothing that there is"}`, session.Shown{}, false)                                        // 11
	if _, err := s.SetFrame(map[session.Slot]*session.SlotValue{session.TargetFeature: {Value: target(query), Quote: target(query)}}); err != nil {
		panic(err)
	}
	return s
}

func target(query string) string {
	if query == japanese {
		return "ログイン"
	}
	return "Login"
}

// TestLiars hands in claims of what was never seen. Each is refused for the reason
// that it is wrong, and none leads on. Claims that are true stand beside them.
func TestLiars(t *testing.T) {
	r := market()
	type mends = []session.Mend
	// frame, symbols and so on hand in one claim and give what was refused of it.
	frame := func(query string, slot session.Slot, value, words string) func() (mends, error) {
		return func() (mends, error) {
			now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
			res, err := session.NewSession("s_aaaaaaaaaaaaaaaaaaaaaaaaaa", session.Modify, query, now, nil, r).SetFrame(map[session.Slot]*session.SlotValue{slot: {Value: value, Quote: words}})
			if err != nil {
				return nil, err
			}
			return res.Refused, nil
		}
	}
	submit := func(u session.Understanding) func() (mends, error) {
		return func() (mends, error) {
			s := honest(r, session.Modify, english)
			res, err := s.Submit(u, r)
			if err != nil {
				return nil, err
			}
			if s.Phase() == gate.Ready {
				return nil, errors.New("it leads to READY")
			}
			return res.Mend, nil
		}
	}
	symbols := func(names ...string) func() (mends, error) { return submit(session.Understanding{Symbols: names}) }
	sources := func(names ...string) func() (mends, error) { return submit(session.Understanding{Files: names}) }
	entry := func(names ...string) func() (mends, error) {
		return submit(session.Understanding{Symbols: []string{"Login"}, EntryPoints: names})
	}
	pattern := func(list []session.Pattern, names ...string) func() (mends, error) {
		return submit(session.Understanding{Files: names, Patterns: list})
	}
	evidence := func(e session.Cited) func() (mends, error) {
		return submit(session.Understanding{Evidence: map[session.Slot]session.Cited{session.TargetFeature: e}})
	}
	resolved := func(slot session.Slot, value string, e *session.Cited) func() (mends, error) {
		u := session.Understanding{Resolved: map[session.Slot]string{slot: value}}
		if e != nil {
			u.Evidence = map[session.Slot]session.Cited{slot: *e}
		}
		return submit(u)
	}
	enough := func() *session.Session {
		s := honest(r, session.Modify, english)
		res, err := s.Submit(session.Understanding{
			Symbols: []string{"Login", "checkPassword", "startSession", "HandleLogin", "Routes"}, EntryPoints: []string{"HandleLogin", "Routes"},
			Files:    []string{"auth/login.go", "web/handler.go", "store/store.go", "kessai/会計.go"},
			Patterns: []session.Pattern{{Description: "p", File: "web/handler.go", Line: 2}, {Description: "q", File: "store/store.go", Line: 4}},
			Resolved: map[session.Slot]string{session.ObservedIssue: "shows an internal error"},
			Evidence: map[session.Slot]session.Cited{
				session.TargetFeature: {Tool: "find_definitions", Result: "Login"}, session.ObservedIssue: {Tool: "find_references", Result: "HandleLogin"},
			},
		}, r)
		if err != nil || res.Confidence != session.ConfidenceHigh {
			t.Fatalf("%v %+v", err, res)
		}
		return s
	}
	relevance := func(name string, e ...session.Citation) func() (mends, error) {
		return func() (mends, error) {
			s := enough()
			res, err := s.ConfirmRelevance(session.Relevance{Symbols: []string{name}, Reasoning: "because", Evidence: e}, r)
			if err != nil {
				return nil, err
			}
			if (s.Phase() == gate.Ready) != (len(res.Accepted) > 0) || len(res.Accepted) == 0 && (res.Guidance == nil || len(res.Guidance.NextActions) != 3 || res.Guidance.Fallback == "") {
				return nil, fmt.Errorf("%s: %+v", s.Phase(), res)
			}
			return res.Refused, nil
		}
	}
	semantic := func() *session.Session {
		s := honest(r, session.Modify, english)
		if _, err := s.Submit(session.Understanding{Meaning: true}, r); err != nil || s.Phase() != gate.Semantic {
			t.Fatalf("%v %s", err, s.Phase())
		}
		s.Observe(session.Call{Tool: "semantic_search", Params: []byte(`{"query":"money back"}`), Collection: "forest", Shown: r.Meaning("Refund", "ChargeCard")}) // 12
		return s
	}
	hypotheses := func(f session.Findings) func() (mends, error) {
		return func() (mends, error) {
			res, err := semantic().SubmitSemantic(f, r)
			if err != nil {
				return nil, err
			}
			return res.Refused, nil
		}
	}
	refund := []session.Hypothesis{{Symbol: "Refund", Statement: "it gives the money back"}}
	verify := func(v ...session.Verdict) func() (mends, error) {
		return func() (mends, error) {
			s := semantic()
			if _, err := s.SubmitSemantic(session.Findings{Hypotheses: append(refund, session.Hypothesis{Symbol: "ChargeCard"}), Reason: gate.ArchitectureUnknown}, r); err != nil {
				return nil, err
			}
			s.Observe(session.Call{Tool: "find_definitions", Params: []byte(`{"symbol":"Refund"}`), Shown: r.Definitions("Refund")})          // 13
			s.Observe(session.Call{Tool: "find_references", Params: []byte(`{"symbol":"ChargeCard"}`), Shown: r.References("ChargeCard")})    // 14: none
			s.Observe(session.Call{Tool: "get_symbols", Params: []byte(`{"path":"pay"}`), Failed: true, Shown: r.Meaning("ChargeCard")})      // 15
			s.Observe(session.Call{Tool: "search_text", Params: []byte(`{"pattern":"x"}`), Shown: session.Shown{Lines: r.Search("x").Lines}}) // 16: lines alone
			res, err := s.SubmitVerification(session.Verification{Results: v}, r)
			if err != nil {
				return nil, err
			}
			if s.Phase() == gate.Ready {
				return nil, errors.New("it leads to READY")
			}
			return res.Refused, nil
		}
	}
	confirmed := func(name string, e session.Cited) session.Verdict {
		return session.Verdict{Hypothesis: name, Verdict: "confirmed", Evidence: e}
	}
	for _, c := range []struct {
		name string
		do   func() (mends, error)
		want string // code of what is refused, or of the refusal; "" where the claim is true
	}{
		// Quotes.
		{"words of the query", frame(english, session.TargetFeature, "Login", "Login"), ""},
		{"value within the quote", frame(english, session.ObservedIssue, "internal error", "shows an internal error"), ""},
		{"quote within the value", frame(english, session.TargetFeature, "the Login function", "Login"), ""},
		{"white space and width", frame("Fix　the\n ＬＯＧＩＮ  page", session.TargetFeature, "login page", "the LOGIN page"), ""},
		{"a word in common", frame(english, session.TriggerCondition, "wrong password entered", "the password is wrong"), ""},
		{"a name in common", frame("fix the AuthService in the login", session.TargetFeature, "auth_service", "AuthService"), ""},
		{"日本語の引用", frame(japanese, session.TargetFeature, "ログイン画面", "ログイン画面"), ""},
		{"日本語の一部", frame(japanese, session.ObservedIssue, "内部エラー", "内部エラーになる"), ""},
		{"日本語の値が長い", frame(japanese, session.TargetFeature, "ログイン機能", "ログイン"), ""},
		{"半角カナ", frame(japanese, session.TargetFeature, "ﾛｸﾞｲﾝ", "ﾛｸﾞｲﾝ"), ""},
		{"quote that is not there", frame(english, session.TargetFeature, "payment", "the payment page"), "not_in_query"},
		{"quote in other words", frame(english, session.ObservedIssue, "an internal error", "displays an internal error"), "not_in_query"},
		{"quote put together", frame(english, session.ObservedIssue, "Login error", "Login internal error"), "not_in_query"},
		{"quote in other case", frame(english, session.TargetFeature, "login", "LOGIN"), "not_in_query"},
		{"quote translated", frame(japanese, session.TargetFeature, "login", "login screen"), "not_in_query"},
		{"引用が無い", frame(japanese, session.TargetFeature, "返金", "返金処理"), "not_in_query"},
		{"言い換えた引用", frame(japanese, session.ObservedIssue, "内部エラー", "内部エラーが出る"), "not_in_query"},
		{"英語の依頼に日本語の引用", frame(english, session.TargetFeature, "ログイン", "ログイン"), "not_in_query"},
		{"logout for login", frame("fix the login", session.TargetFeature, "logout", "login"), "inconsistent"},
		{"the logout feature for the login feature", frame("fix the login feature", session.TargetFeature, "the logout feature", "the login feature"), "inconsistent"},
		{"another thing", frame(english, session.TargetFeature, "payment", "Login"), "inconsistent"},
		{"short words in common", frame(english, session.DesiredAction, "it is the end", "it should say that the password is wrong"), "inconsistent"},
		{"a letter of the query", frame(english, session.TargetFeature, "logout", "o"), "inconsistent"},
		{"part of a word", frame("fix the logout", session.TargetFeature, "login", "log"), "inconsistent"},
		{"ログアウトとログイン", frame(japanese, session.TargetFeature, "ログアウト", "ログイン"), "inconsistent"},
		{"ログアウト機能とログイン機能", frame("ログイン機能を直す", session.TargetFeature, "ログアウト機能", "ログイン機能"), "inconsistent"},
		{"別の話", frame(japanese, session.ObservedIssue, "遅い", "内部エラーになる"), "inconsistent"},
		{"ひらがなだけが同じ", frame(japanese, session.DesiredAction, "してほしい返金", "メッセージを表示してほしい"), "inconsistent"},
		{"no value", frame(english, session.TargetFeature, " ", "Login"), "empty"},
		{"no quote", frame(english, session.TargetFeature, "Login", "\t"), "empty"},
		// Symbols.
		{"symbols that were shown", symbols("Login", "checkPassword", "HandleLogin", "決済する"), ""},
		{"symbol of another file", symbols("ChargeCard"), "not_shown"},
		{"symbol of a call that failed", symbols("Refund"), "not_shown"},
		{"symbol that there is not", symbols("LoginService"), "unknown"},
		{"見ていないシンボル", symbols("返金する"), "not_shown"},
		{"無いシンボル", symbols("ログイン処理"), "unknown"},
		{"symbol twice", symbols("Login", "Login"), "duplicate"},
		{"symbol by two names", symbols("Login", "toy . . . `auth/login.go`/Login()."), "duplicate"},
		{"no symbol", symbols(" "), "empty"},
		// Files.
		{"files that were shown", sources("auth/login.go", "web/handler.go", "store/store.go"), ""},
		{"absolute paths, as agents' own tools have them", sources("/home/me/shop/auth/login.go", "/home/me/shop/web/handler.go"), ""},
		{"an absolute path of something else", sources("/etc/passwd"), "unknown"},
		{"an absolute path of what was not shown", sources("/home/me/shop/pay/payment.go"), "not_shown"},
		{"file that was listed", sources("pay/payment.go"), "not_shown"},
		{"file of which a symbol was named", sources("auth/logout.go"), "not_shown"},
		{"file that there is not", sources("auth/session.go"), "unknown"},
		{"file outside", sources("../etc/passwd"), "unknown"},
		{"folder", sources("auth"), "inconsistent"},
		{"file by another way", sources("auth/../pay/payment.go"), "unknown"},
		{"file twice", sources("auth/login.go", "./auth/login.go"), "duplicate"},
		{"無いファイル", sources("認証/ログイン.go"), "unknown"},
		// Entry points.
		{"entry points that lead there", entry("Login", "HandleLogin"), ""},
		{"entry point of something else", entry("ChargeCard"), "untied"},
		{"entry point that there is not", entry("main"), "unknown"},
		{"別の入口", entry("返金する"), "untied"},
		{"entry point twice", entry("HandleLogin", "HandleLogin"), "duplicate"},
		// Patterns.
		{"pattern in a file that was read", pattern([]session.Pattern{{Description: "locks first", File: "store/store.go", Line: 4}}, "store/store.go"), ""},
		{"pattern in a file that was not", pattern([]session.Pattern{{Description: "x", File: "pay/payment.go", Line: 1}}, "auth/login.go"), "not_shown"},
		{"pattern behind the end", pattern([]session.Pattern{{Description: "x", File: "auth/login.go", Line: 900}}, "auth/login.go"), "no_such_line"},
		{"pattern at line 0", pattern([]session.Pattern{{Description: "x", File: "auth/login.go"}}, "auth/login.go"), "no_such_line"},
		{"pattern without files", pattern([]session.Pattern{{Description: "x", File: "auth/login.go", Line: 1}}), "inconsistent"},
		{"pattern without words", pattern([]session.Pattern{{File: "auth/login.go", Line: 1}}, "auth/login.go"), "empty"},
		{"pattern in no file", pattern([]session.Pattern{{Description: "検証", File: "検証.go", Line: 1}}, "auth/login.go"), "unknown"},
		// Evidence of slots.
		{"a call and what it showed", evidence(session.Cited{Tool: "find_definitions", Params: []byte(`{"symbol":"Login"}`), Result: "func Login in auth/login.go:1"}), ""},
		{"a call by its number", evidence(session.Cited{Tool: "find_references", Call: 2, Result: "HandleLogin calls it"}), ""},
		{"a file with a line", evidence(session.Cited{Tool: "search_text", Result: "it is registered in web/routes.go:2"}), ""},
		{"an absolute path in words", evidence(session.Cited{Tool: "find_references", Result: "/home/me/shop/web/handler.go:2 calls it"}), ""},
		{"an absolute path of nothing", evidence(session.Cited{Tool: "find_references", Result: "HandleLogin, see /etc/shop/settings.conf"}), "unknown"},
		{"日本語の証拠", evidence(session.Cited{Tool: "find_references", Result: "HandleLogin関数がweb/handler.go:2でLoginを呼び出している"}), ""},
		{"日本語のシンボル", evidence(session.Cited{Tool: "find_definitions", Call: 3, Result: "決済するが定義されている"}), ""},
		{"the agent's own reading", evidence(session.Cited{Tool: "Read", Result: "store.Put locks, store/store.go:4"}), ""},
		{"prose with names of products", evidence(session.Cited{Tool: "find_definitions", Result: "Login, e.g. from an iPhone or via OAuth 2.0 (see section 3.1), i.e. everywhere"}), ""},
		{"a tool that was not called", evidence(session.Cited{Tool: "call_hierarchy", Result: "Login"}), "no_such_call"},
		{"other params", evidence(session.Cited{Tool: "find_definitions", Params: []byte(`{"symbol":"Logout"}`), Result: "Login"}), "no_such_call"},
		{"params that were not given", evidence(session.Cited{Tool: "find_definitions", Params: []byte(`{"symbol":"Login","kind":"class"}`), Result: "Login"}), "no_such_call"},
		{"number of another call", evidence(session.Cited{Tool: "find_definitions", Call: 2, Result: "Login"}), "no_such_call"},
		{"number of a call to come", evidence(session.Cited{Tool: "find_definitions", Call: 99, Result: "Login"}), "no_such_call"},
		{"negative number", evidence(session.Cited{Tool: "find_definitions", Call: -1, Result: "Login"}), "no_such_call"},
		{"a call that failed", evidence(session.Cited{Tool: "find_references", Params: []byte(`{"symbol":"ChargeCard"}`), Result: "ChargeCard"}), "no_such_call"},
		{"呼んでいないツール", evidence(session.Cited{Tool: "repo_pack", Result: "Loginが含まれている"}), "no_such_call"},
		{"nothing that was shown", evidence(session.Cited{Tool: "find_definitions", Call: 1, Result: "it is all there"}), "not_shown"},
		{"an empty answer", evidence(session.Cited{Tool: "search_text", Call: 11, Result: "Login"}), "not_shown"},
		{"a list of names of files", evidence(session.Cited{Tool: "search_files", Result: "pay/payment.go"}), "not_shown"},
		{"what another call showed", evidence(session.Cited{Tool: "find_definitions", Call: 1, Result: "HandleLogin"}), "not_shown"},
		{"a symbol that no call showed", evidence(session.Cited{Tool: "find_definitions", Result: "Login calls ChargeCard in auth/login.go"}), "not_shown"},
		{"a symbol that there is not", evidence(session.Cited{Tool: "find_definitions", Result: "Login calls validateToken() in auth/login.go"}), "unknown"},
		{"a name that there is not", evidence(session.Cited{Tool: "find_definitions", Result: "Login and max_login_attempts"}), "unknown"},
		{"a file that no call showed", evidence(session.Cited{Tool: "find_definitions", Result: "Login, see also pay/payment.go"}), "not_shown"},
		{"a file that there is not", evidence(session.Cited{Tool: "find_definitions", Result: "Login in auth/oauth.go:12"}), "unknown"},
		{"a line that was not shown", evidence(session.Cited{Tool: "find_definitions", Result: "Login in auth/login.go:8, web/handler.go:5"}), "not_shown"},
		{"a line behind the end", evidence(session.Cited{Tool: "find_definitions", Result: "Login in auth/logout.go:999"}), "no_such_line"},
		{"見ていない関数", evidence(session.Cited{Tool: "find_definitions", Result: "LoginがChargeCardを呼ぶ"}), "not_shown"},
		{"無い関数", evidence(session.Cited{Tool: "find_definitions", Result: "Loginはverify_tokenを呼ぶ"}), "unknown"},
		{"見ていないファイル", evidence(session.Cited{Tool: "find_definitions", Result: "Loginはpay/payment.goにもある"}), "not_shown"},
		{"結果に無い日本語", evidence(session.Cited{Tool: "find_definitions", Call: 1, Result: "返金するが定義されている"}), "not_shown"},
		{"no tool", evidence(session.Cited{Result: "Login"}), "empty"},
		{"no result", evidence(session.Cited{Tool: "find_definitions"}), "empty"},
		{"slot without evidence", resolved(session.ObservedIssue, "it is slow", nil), "empty"},
		{"slot with evidence of nothing", resolved(session.ObservedIssue, "it is slow", &session.Cited{Tool: "search_text", Result: "slow"}), "not_shown"},
		{"another value for what the query says", resolved(session.TargetFeature, "payment", &session.Cited{Tool: "find_definitions", Result: "Login"}), "inconsistent"},
		{"slot that there is not", resolved("feature", "x", nil), "unknown"},
		// Relevance.
		{"code that is there", relevance("Login", session.Citation{File: "auth/login.go", Line: 1, Text: "func Login"}), ""},
		{"the symbol itself", relevance("Login", session.Citation{Symbol: "Login"}), ""},
		{"who calls it", relevance("Login", session.Citation{Symbol: "HandleLogin"}), ""},
		{"words that name it", relevance("Login", session.Citation{Text: "HandleLogin calls Login in web/handler.go:2"}), ""},
		{"言葉で", relevance("Login", session.Citation{Text: "checkPasswordを呼ぶLoginが対象"}), ""},
		{"code that is not there", relevance("Login", session.Citation{File: "auth/login.go", Line: 1, Text: "func Login(ctx context.Context) error"}), "not_shown"},
		{"code of another line", relevance("Login", session.Citation{File: "auth/login.go", Line: 5, Text: "func Login"}), "not_shown"},
		{"code of something else", relevance("Login", session.Citation{File: "store/store.go", Line: 9, Text: "func lock"}), "untied"},
		{"a line that was not seen", relevance("Login", session.Citation{File: "auth/logout.go", Line: 1}), "not_shown"},
		{"a file that is not there", relevance("Login", session.Citation{File: "auth/oauth.go", Line: 1, Text: "x"}), "unknown"},
		{"lines that are not there", relevance("Login", session.Citation{File: "auth/login.go", Line: 1, EndLine: 99, Text: "func Login"}), "no_such_line"},
		{"no line", relevance("Login", session.Citation{File: "auth/login.go", Text: "func Login"}), "empty"},
		{"evidence not shown", relevance("Login", session.Citation{Symbol: "ChargeCard"}), "not_shown"},
		{"evidence that is no symbol", relevance("Login", session.Citation{Symbol: "LoginService"}), "unknown"},
		{"words that name nothing", relevance("Login", session.Citation{Text: "I am sure of it"}), "not_shown"},
		{"言葉だけ", relevance("Login", session.Citation{Text: "間違いなく対象です"}), "not_shown"},
		{"words with a lie in them", relevance("Login", session.Citation{Text: "Login calls ChargeCard"}), "not_shown"},
		{"empty evidence", relevance("Login", session.Citation{}), "empty"},
		{"no evidence", relevance("Login"), "evidence_missing"},
		{"relevant and not shown", relevance("Refund", session.Citation{Symbol: "Login"}), "not_shown"},
		{"relevant and not there", relevance("LoginService", session.Citation{Symbol: "Login"}), "unknown"},
		{"関連しないコード", relevance("Login", session.Citation{Symbol: "決済する"}), "untied"},
		// Hypotheses.
		{"what a search showed", hypotheses(session.Findings{Hypotheses: refund, Reason: gate.NoDefinitionFound, Search: session.Cited{Tool: "semantic_search", Params: []byte(`{"query":"money back"}`)}}), ""},
		{"a reason that does not fit", hypotheses(session.Findings{Hypotheses: refund, Reason: "i_want_to"}), "reason_unfit"},
		{"no reason", hypotheses(session.Findings{Hypotheses: refund}), "reason_unfit"},
		{"理由が無い", hypotheses(session.Findings{Hypotheses: refund, Reason: "必要だから"}), "reason_unfit"},
		{"what another tool showed", hypotheses(session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "Login"}}, Reason: gate.NoDefinitionFound}), "hypothesis_unseen"},
		{"what there is not", hypotheses(session.Findings{Hypotheses: []session.Hypothesis{{Symbol: "RefundService"}}, Reason: gate.NoDefinitionFound}), "hypothesis_unseen"},
		{"one that was seen, one that was not", hypotheses(session.Findings{Hypotheses: append(refund, session.Hypothesis{Symbol: "返金する"}), Reason: gate.NoDefinitionFound}), "not_shown"},
		{"a search that was not made", hypotheses(session.Findings{Hypotheses: refund, Reason: gate.NoDefinitionFound, Search: session.Cited{Tool: "semantic_search", Params: []byte(`{"query":"refunds"}`)}}), "evidence_missing"},
		{"another search", hypotheses(session.Findings{Hypotheses: refund, Reason: gate.NoDefinitionFound, Search: session.Cited{Call: 7}}), "hypothesis_unseen"},
		{"no search", hypotheses(session.Findings{Hypotheses: refund, Reason: gate.NoDefinitionFound, Search: session.Cited{Tool: "find_definitions"}}), "evidence_missing"},
		{"no hypothesis", hypotheses(session.Findings{Reason: gate.NoDefinitionFound}), "invalid_argument"},
		// Verification.
		{"looked up", verify(confirmed("Refund", session.Cited{Tool: "find_definitions", Result: "Refund"})), ""},
		{"a search is no verification", verify(confirmed("Refund", session.Cited{Tool: "semantic_search", Result: "Refund"})), "no_such_call"},
		{"a call of before", verify(confirmed("Refund", session.Cited{Tool: "find_definitions", Call: 1, Result: "Refund"})), "no_such_call"},
		{"a call that did not show it", verify(confirmed("ChargeCard", session.Cited{Tool: "find_definitions", Result: "ChargeCard"})), "not_shown"},
		{"a call with an empty answer", verify(confirmed("ChargeCard", session.Cited{Tool: "find_references", Result: "ChargeCard"})), "not_shown"},
		{"a verification by a call that failed", verify(confirmed("ChargeCard", session.Cited{Tool: "get_symbols", Result: "ChargeCard"})), "no_such_call"},
		{"lines alone", verify(confirmed("ChargeCard", session.Cited{Tool: "search_text", Result: "ChargeCard"})), "not_shown"},
		{"a verification that was not made", verify(confirmed("Refund", session.Cited{Tool: "call_hierarchy", Result: "Refund"})), "no_such_call"},
		{"not cited", verify(confirmed("Refund", session.Cited{})), "empty"},
		{"another hypothesis", verify(confirmed("Login", session.Cited{Tool: "find_definitions", Result: "Login"})), "unknown"},
		{"another word", verify(session.Verdict{Hypothesis: "Refund", Verdict: "true", Evidence: session.Cited{Tool: "find_definitions", Result: "Refund"}}), "inconsistent"},
		{"確認したと言うだけ", verify(confirmed("ChargeCard", session.Cited{Tool: "find_definitions", Result: "確認済みです"})), "not_shown"},
		{"lie about what it showed", verify(confirmed("Refund", session.Cited{Tool: "find_definitions", Result: "Refund, and endSession in auth/logout.go"})), "not_shown"},
		{"two verdicts", verify(session.Verdict{Hypothesis: "Refund", Verdict: "rejected"}, confirmed("Refund", session.Cited{Tool: "find_definitions", Result: "Refund"})), "duplicate"},
	} {
		refused, err := c.do()
		var r *session.Refusal
		switch {
		case errors.As(err, &r):
			if r.Code != c.want {
				t.Errorf("%s: %v, want %q", c.name, r, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "" && len(refused) > 0:
			t.Errorf("%s: %+v, and it is true", c.name, refused)
		case c.want != "" && !slices.ContainsFunc(refused, func(m session.Mend) bool { return m.Code == c.want && m.Reason != "" }):
			t.Errorf("%s: %+v, want %q", c.name, refused, c.want)
		}
	}
}
