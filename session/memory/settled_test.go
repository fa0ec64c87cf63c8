package memory

import (
	"testing"
	"time"

	"codeintel/session"
)

// TestSettled: a term is settled by an agreement and by a pair, however it is written,
// for the symbol that they name; not for others, and not when the symbol or the
// agreement is gone or the pair too old.
func TestSettled(t *testing.T) {
	w := newWorld()
	settled := func(term string) (by []string) {
		t.Helper()
		for _, s := range w.Settled(term, w.code) {
			if s.Symbol != symbolNamed("AuthService").Symbol {
				t.Errorf("%s means %s", term, s.Symbol)
			}
			by = append(by, s.By)
		}
		return by
	}
	is := func(what, term string, want int) []string {
		t.Helper()
		by := settled(term)
		if len(by) != want {
			t.Errorf("%s: %q is settled by %v, want %d", what, term, by, want)
		}
		return by
	}
	is("before", "ログイン機能", 0)
	slug := w.outcome(t, "s_1", session.Success, agreed("ログイン機能", "AuthService")).Agreements[0]
	by := is("learned", "ログイン機能", 2)
	if by[0] != "agreements/"+slug+".md" || by[1] != "learned_pairs.json" {
		t.Errorf("settled by %v", by)
	}
	is("written otherwise", " ﾛｸﾞｲﾝ機能 ", 2)
	is("a part of the term", "ログイン", 0)
	is("another term", "注文", 0)
	person := "---\ndoc_type: agreement\nnl_term: sign in\nsymbol: AuthService\n---\n"
	if _, err := w.files.Write("agreements/sign-in.md", []byte(person)); err != nil {
		t.Fatal(err)
	}
	is("a person's, by name", "Sign In", 1)
	w.clock = w.clock.Add(keep + time.Hour)
	is("the pair is too old", "ログイン機能", 1)
	w.code.symbols = w.code.symbols[1:]
	is("the symbol is gone", "ログイン機能", 0)
}

// TestFailureUnlearns drops what a session taught when it is found to be wrong, and
// nothing else. A success afterwards teaches it again.
func TestFailureUnlearns(t *testing.T) {
	w := newWorld()
	settled := func(term string) (by []string) {
		for _, x := range w.Settled(term, w.code) {
			by = append(by, x.By)
		}
		return by
	}
	w.outcome(t, "s_1", session.Success, agreed("login", "AuthService"))
	w.outcome(t, "s_2", session.Success, agreed("sorting", "Sorter"))
	if n := len(settled("login")); n != 2 {
		t.Fatalf("a success settles the term by %d, want an agreement and a pair", n)
	}
	w.clock = w.clock.Add(time.Hour)
	w.outcome(t, "s_1", session.Partial)
	if n := len(settled("login")); n != 2 {
		t.Errorf("after a partial outcome %d settle the term, want 2", n)
	}
	w.clock = w.clock.Add(time.Hour)
	w.outcome(t, "s_1", session.Failure)
	if got := settled("login"); len(got) > 0 {
		t.Errorf("after a failure the term is settled by %q", got)
	}
	if list, _, err := w.Agreements(); err != nil || len(list) != 2 {
		t.Errorf("a failure left %d agreements (%v), want both files", len(list), err)
	}
	if n := len(settled("sorting")); n != 2 {
		t.Errorf("what another session taught is settled by %d, want 2", n)
	}
	w.clock = w.clock.Add(time.Hour)
	w.outcome(t, "s_1", session.Success, agreed("login", "AuthService"))
	if n := len(settled("login")); n != 2 {
		t.Errorf("after another success %d settle the term, want 2", n)
	}
	// A damaged file is no reason to refuse the outcome, and is left as it is.
	if _, err := w.files.Write(pairsFile, []byte("<<<<<<< HEAD\n")); err != nil {
		t.Fatal(err)
	}
	w.outcome(t, "s_2", session.Failure)
	if data, _, err := w.files.Read(pairsFile); err != nil || string(data) != "<<<<<<< HEAD\n" {
		t.Errorf("the damaged file is now %q (%v)", data, err)
	}
}
