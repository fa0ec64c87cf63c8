package memory

import (
	"strings"
	"testing"

	"codeintel/session"
	"codeintel/session/speech"
)

// A term that the code says in English and the request in Japanese is found by both.
func TestQuoteIsFound(t *testing.T) {
	w := newWorld()
	a := agreed("login page", "AuthService")
	a.Quote = "ログイン画面"
	w.outcome(t, "s_1", session.Success, a)
	for query, want := range map[string]bool{
		"ログイン画面の文言を変える":            true,
		"fix the login page":       true,
		"新しいログイン画面":                true,
		"二段階ログイン画面一覧":              false, // a longer word
		"ログアウト画面の文言を変える":           false,
		"where is the sorter used": false,
	} {
		h, err := w.HintFor(t.Context(), speech.Japanese, query, w.code)
		if err != nil {
			t.Fatal(err)
		}
		if h.Found != want {
			t.Errorf("%s: found is %t", query, h.Found)
		}
		if h.Found && h.Symbols[0].Term != "login page" {
			t.Errorf("%s: the term is %q", query, h.Symbols[0].Term)
		}
	}
	list, _, err := w.Agreements()
	if err != nil || len(list) != 1 || list[0].Quote != "ログイン画面" {
		t.Errorf("%v %v", list, err)
	}
}

// A quote that is too long to be read again is not written.
func TestLongQuoteIsLeftOut(t *testing.T) {
	w := newWorld()
	a := agreed("login page", "AuthService")
	a.Quote = strings.Repeat("画", maxTerm+1)
	w.outcome(t, "s_1", session.Success, a)
	list, problems, err := w.Agreements()
	if err != nil || len(problems) > 0 || len(list) != 1 || list[0].Quote != "" {
		t.Errorf("%v %v %v", list, problems, err)
	}
}
