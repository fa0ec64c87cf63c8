//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/session"
	"codeintel/session/sessiontest"
)

// TestHookJapanese holds that hooks speak the language of the agent's session, and without
// a session that of the configuration.
func TestHookJapanese(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	says := func(what, said string, words ...string) {
		t.Helper()
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("%s: %q, want %q", what, said, w)
			}
		}
		if strings.Contains(said, "can't be written") || strings.Contains(said, "Go on") || strings.Contains(said, "(automatic)") {
			t.Errorf("%s, in English: %q", what, said)
		}
	}
	g.project("change.py", "open('pay/payment.go', 'a').write('// x\\n')\n")
	if _, err := g.a.host().Book(g.root).Start(t.Context(), session.StartArgs{Intent: session.Modify, Query: "ログインのエラーを直して"}, g.who, g.repo); err != nil {
		t.Fatal(err)
	}
	says("in EXPLORATION", g.edits(g.who, "auth/login.go"), `"deny"`, "auth/login.go にはまだ書き込めません", "EXPLORATION フェーズ")
	says("the gate's own", g.bash(g.who, "ci session release"), `"deny"`, "ci gate（自動）", "ユーザーだけです")
	says("after a call", g.bash(g.who, "python3 change.py"), `"block"`, "書き込みが許可されていない 1 ファイルが変更されました（EXPLORATION）", "元に戻す")

	g.person(".code-intel/config.json", `{"write_gate": "always", "language": "ja"}`)
	says("without a session", g.edits(other, "auth/login.go"), `"deny"`, "auth/login.go には書き込めません", "start_session")
}

// TestSessionShowJapanese holds that a session is shown in its language.
func TestSessionShowJapanese(t *testing.T) {
	s := newScript(t)
	root := filepath.Join(s.dir, "repo")
	if err := os.Mkdir(root, 0o777); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	a := s.app(&out, &out)
	list, err := a.sessions(sessionFlags{repo: "repo"})
	if err != nil {
		t.Fatal(err)
	}
	repo := sessiontest.New(map[string]string{"a.toy": "func A\n"})
	st, err := list.book.Start(t.Context(), session.StartArgs{Intent: session.Modify, Query: "ログインを直して"}, session.Agent{Client: "c"}, repo)
	if err != nil {
		t.Fatal(err)
	}
	if err := list.book.Release(t.Context(), st.SessionID); err != nil {
		t.Fatal(err)
	}
	found, err := list.find(st.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	status := found.session.Status()
	if err := list.printStatus(found.session.Language(), &status); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"フェーズ      終了 (CLOSED): ユーザーが解放しました\n", "目的          MODIFY、リスク HIGH\n", "依頼          ログインを直して\n", "次の手順      start_session: このセッションは終了しました。\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
