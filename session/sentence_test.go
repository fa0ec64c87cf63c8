package session_test

import (
	"slices"
	"strings"
	"testing"

	"codeintel/session"
)

// TestSentence: the parts of a sentence of evidence are checked, and a false one is said.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"Login in auth/login.go:1 calls checkPassword":         "",
		"`checkPassword` (auth/login.go:5) is called by Login": "",
		"checkPassword is used at auth/login.go:2":             "",
		"auth/login.go:1 の Login は checkPassword を呼び出している":     "",
		"Loginはauth/login.go:5のcheckPasswordを使う":               "",
		"it returns \"ErrorWrongPassword\" in checkPassword":   "",
		"checkPassword has `return ErrorWrongPassword`":        "",
		"checkPassword で「return ErrorWrongPassword」を返す":        "",
		"Login says that \"the password is wrong\"":            "",
		"checkPassword is at auth/login.go:9":                  "checkPassword is not at auth/login.go:9: it is defined at auth/login.go:5-6",
		"`startSession` を auth/login.go:5 で定義":                 "startSession is not at auth/login.go:5",
		"checkPassword has `return ErrorNoPassword at all`":    "\"return ErrorNoPassword at all\" is not in the files",
		"checkPassword で「return nil;」を返す":                      "is not in the files",
		"checkPassword calls startSession":                     "nothing in the code of checkPassword refers to startSession",
		"checkPasswordはstartSessionを呼ぶ":                        "nothing in the code of checkPassword refers to startSession",
		"Login in auth/login.go:99 calls checkPassword":        "line 99",
		"Login calls endTheSession() first":                    "no symbol endTheSession",
		"Login lies in auth/signin.go":                         "auth/signin.go",
	} {
		s := judged(t, alike{"login": 0.8, "check password": 0.8, "start session": 0.8})
		u := preciseUnderstanding()
		u.Symbols = append(u.Symbols, "checkPassword")
		u.Relevance.Symbols = []string{"Login"}
		u.Relevance.Evidence = []session.Citation{{Text: text}, {Symbol: "Login"}}
		res, err := s.Submit(u, shop())
		if err != nil || res.Relevance == nil {
			t.Fatalf("%s: %v %+v", text, err, res)
		}
		got := ""
		if i := slices.IndexFunc(res.Relevance.Refused, func(m session.Mend) bool { return m.Field == "code_evidence" }); i >= 0 {
			got = res.Relevance.Refused[i].Reason
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestQualifiedEvidence: a sentence about a method of one type is none about the method
// of the same name of another.
func TestQualifiedEvidence(t *testing.T) {
	s := judged(t, alike{"login": 0.8})
	s.Observe(session.Call{Tool: "find_definitions", Params: []byte(`{"symbol":"Put"}`), Shown: shop().Meaning("store.Put")})
	u := preciseUnderstanding()
	u.Symbols = append(u.Symbols, "checkPassword")
	u.Relevance.Symbols = []string{"store.Put"}
	u.Relevance.Evidence = []session.Citation{{Text: "Cart.Put writes it"}}
	res, err := s.Submit(u, shop())
	if err != nil || len(res.Relevance.Accepted) > 0 {
		t.Errorf("%v %+v", err, res.Relevance)
	}
	// A symbol is not where its citation says.
	u.Relevance.Symbols = []string{"Login"}
	u.Relevance.Evidence = []session.Citation{{Symbol: "Login", File: "store/store.go", Line: 3, Text: "func store.Put"}}
	if res, err = s.Submit(u, shop()); err != nil || len(res.Relevance.Accepted) > 0 || !strings.Contains(res.Relevance.Refused[0].Reason, "Login is not at store/store.go:3") {
		t.Errorf("%v %+v", err, res.Relevance)
	}
}
