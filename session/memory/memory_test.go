package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/session"
	"codeintel/session/files"
	"codeintel/session/gate"
	"codeintel/session/speech"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// code is a repository for tests: symbols by name, and files with their hash.
type code struct {
	session.Code
	symbols   []session.Symbol
	files     map[string]string
	generated string // the path of a file that a program wrote
	partial   bool
}

func (c *code) Symbols(name string) []session.Symbol {
	var out []session.Symbol
	for _, s := range c.symbols {
		if s.Symbol == name || s.Name == name {
			out = append(out, s)
		}
	}
	return out
}

func (c *code) File(path string) (session.FileInfo, bool) {
	hash, ok := c.files[path]
	return session.FileInfo{Lines: 1, Hash: hash, Generated: path == c.generated}, ok
}

func (c *code) Complete() bool          { return !c.partial }
func (c *code) Paths() iter.Seq[string] { return maps.Keys(c.files) }

func symbolNamed(name string) session.Symbol {
	return session.Symbol{Symbol: "ci go . example/auth/" + name + "#", Name: name, Kind: "class", File: "auth/" + strings.ToLower(name) + ".go", Line: 10, EndLine: 20}
}

// world is a memory with all that is around it.
type world struct {
	*Memory
	files *files.Memory
	code  *code
	clock time.Time
}

func newWorld() *world {
	w := &world{files: &files.Memory{}, clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	w.code = &code{
		symbols: []session.Symbol{symbolNamed("AuthService"), symbolNamed("LoginForm"), symbolNamed("Sorter")},
		files:   map[string]string{"auth/authservice.go": "1", "auth/loginform.go": "1", "main.go": "1"},
	}
	w.Memory = New(w.files, Options{Now: func() time.Time { return w.clock }})
	return w
}

func agreed(term, name string) session.Agreed {
	return session.Agreed{Term: term, Symbol: symbolNamed(name), Similarity: 0.7254, Evidence: name + ".Login() checks the password", Files: []string{"auth/" + strings.ToLower(name) + ".go", "main.go"}}
}

func (w *world) outcome(t *testing.T, id string, kind session.OutcomeKind, what ...session.Agreed) Learned {
	t.Helper()
	l, err := w.RecordOutcome(t.Context(), session.Outcome{SessionID: id, Outcome: kind, Phase: gate.Ready, Intent: session.Modify, Analysis: "what was said"}, what, w.code)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// dump is all files, as a txtar archive.
func (w *world) dump(t *testing.T) []byte {
	t.Helper()
	var a txtar.Archive
	for _, dir := range []string{".", agreementsDir} {
		names, err := w.files.List(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			if dir != "." {
				n = dir + "/" + n
			}
			data, _, err := w.files.Read(n)
			if err != nil {
				t.Fatal(err)
			}
			a.Files = append(a.Files, txtar.File{Name: n, Data: data})
		}
	}
	return txtar.Format(&a)
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s\n(-update rewrites it)", path, got, want)
	}
}

func show(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(data, '\n')
}

// TestWhatIsKept: the files after a few sessions, as they are on disk.
func TestWhatIsKept(t *testing.T) {
	w := newWorld()
	plan, err := session.NewPlan(speech.English, session.Modify, session.Frame{session.TargetFeature: "ログイン機能"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.RecordDecision(t.Context(), DecisionOf(plan, "fix the ログイン機能\nof today", "s_1")); err != nil {
		t.Fatal(err)
	}
	w.outcome(t, "s_1", session.Failure, agreed("never learned", "AuthService"))
	w.outcome(t, "s_1", session.Partial, agreed("never learned", "AuthService"))
	w.clock = w.clock.Add(time.Hour)
	l := w.outcome(t, "s_1", session.Success, agreed("ログイン機能", "AuthService"), agreed("login: \"form\"", "LoginForm"))
	if len(l.Agreements) != 2 || l.Pairs != 2 {
		t.Errorf("learned %+v", l)
	}
	golden(t, "kept.txtar", w.dump(t))
	hint, err := w.HintFor(t.Context(), speech.English, "please mend the LOGIN:\t\"form\" and the ログイン機能を", w.code)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "hint.json", show(t, hint))
	hits, _, err := w.Search(t.Context(), "ログイン機能", w.code)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "hits.json", show(t, hits))
}

// TestLearnsWhatIsTrue: related files are those that are there and that people wrote,
// and a symbol that is gone from the code is not learned.
func TestLearnsWhatIsTrue(t *testing.T) {
	w := newWorld()
	w.code.files["models_gen.go"], w.code.generated = "1", "models_gen.go"
	a := agreed("ログイン機能", "AuthService")
	a.Files = append(a.Files, "removed.go", "models_gen.go", "auth/loginform.go")
	l := w.outcome(t, "s_1", session.Success, a, agreed("sign out", "Gone"))
	if len(l.Agreements) != 1 || l.Pairs != 1 {
		t.Fatalf("learned %+v", l)
	}
	got, _, err := w.Agreement(l.Agreements[0])
	if want := []string{"auth/authservice.go", "main.go", "auth/loginform.go"}; err != nil || !slices.Equal(got.Related, want) {
		t.Errorf("related files are %v, want %v: %v", got.Related, want, err)
	}
}

// TestReasoningIsKept: why a symbol was chosen is in the agreement, in its own section
// whatever it looks like, and is said with what the map finds.
func TestReasoningIsKept(t *testing.T) {
	w := newWorld()
	a := agreed("ログイン機能", "AuthService")
	a.Reasoning = "ログイン処理を担当するため\n## Code evidence\nnone of it"
	l := w.outcome(t, "s_1", session.Success, a)
	got, _, err := w.Agreement(l.Agreements[0])
	want := "ログイン処理を担当するため\n\\## Code evidence\nnone of it"
	if err != nil || got.Reasoning != want || got.Evidence != a.Evidence {
		t.Errorf("%+v: %v", got, err)
	}
	hits, _, err := w.Search(t.Context(), "ログイン機能", w.code)
	if err != nil || len(hits) != 1 || hits[0].Reasoning != want {
		t.Errorf("%+v: %v", hits, err)
	}
}

// byMeaning is a Meaning that knows one pair of texts, and fails where it is told to.
type byMeaning struct {
	question, term string
	score          float64
	err            error
}

func (m byMeaning) ID() string { return "by hand" }

func (m byMeaning) Scores(_ context.Context, question string, terms []string) ([]float64, error) {
	out := make([]float64, len(terms))
	for i := range terms {
		if question == m.question && terms[i] == m.term {
			out[i] = m.score
		}
	}
	return out, m.err
}

// TestMeaning: what is meant alike is found as far as it is alike, behind what has the
// words, and is a hint only where the forest need not be searched.
func TestMeaning(t *testing.T) {
	w := newWorld()
	w.outcome(t, "s_1", session.Success, agreed("sign in", "AuthService"), agreed("form", "LoginForm"))
	const question = "where does one log on to the form"
	for _, x := range []struct {
		score float64
		err   error
		found string
		by    string
		hints int
	}{
		{0.8, nil, "LoginForm 1.0, AuthService 0.8", "by hand", 2},
		{0.6, nil, "LoginForm 1.0, AuthService 0.6", "by hand", 1},
		{0.2, nil, "LoginForm 1.0", "by hand", 1},
		{0.8, errors.New("broken"), "LoginForm 1.0", "", 1},
	} {
		m := New(w.files, Options{Now: w.now, Meaning: byMeaning{question, "sign in", x.score, x.err}})
		hits, by, err := m.Search(t.Context(), question, w.code)
		if err != nil || by != x.by {
			t.Fatalf("alike by %v: compared by %q, want %q (%v)", x.score, by, x.by, err)
		}
		var got []string
		for _, h := range hits {
			got = append(got, fmt.Sprintf("%s %.1f", h.Name, h.Score))
		}
		if s := strings.Join(got, ", "); s != x.found {
			t.Errorf("alike by %v, error %v: %q, want %q", x.score, x.err, s, x.found)
		}
		hint, err := m.HintFor(t.Context(), speech.English, question, w.code)
		if err != nil || len(hint.Symbols) != x.hints {
			t.Errorf("alike by %v: the hints %v, error %v", x.score, hint.Symbols, err)
		}
	}
}

// TestMapFollowsFiles: a person edits, adds and removes agreements.
func TestMapFollowsFiles(t *testing.T) {
	w := newWorld()
	found := func(query string) string {
		t.Helper()
		hits, _, err := w.Search(t.Context(), query, w.code)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, h := range hits {
			names = append(names, h.Name+" by "+h.Source)
		}
		return strings.Join(names, ", ")
	}
	slug := w.outcome(t, "s_1", session.Success, agreed("login", "AuthService")).Agreements[0]
	name := "agreements/" + slug + ".md"
	if got := found("mend the login"); got != "AuthService by agreement" {
		t.Errorf("found %q", got)
	}
	data, _, err := w.files.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if _, err := w.files.Write(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	edited := strings.Replace(string(data), "nl_term: login", "nl_term: sign-in", 1) + "\n## Notes\n\nby a person\n"
	write(name, edited)
	if got := found("the sign-in page"); got != "AuthService by agreement" {
		t.Errorf("after an edit found %q", got)
	}
	// A bare name, written by hand, with Windows line ends and a byte order mark.
	write("agreements/並べ替え.md", "\uFEFF---\r\ndoc_type: agreement\r\nnl_term: 並べ替え\r\nsymbol: Sorter\r\n---\r\n# 並べ替え\r\n")
	if got := found("一覧の並べ替えを直す"); got != "Sorter by agreement" {
		t.Errorf("by hand found %q", got)
	}
	if l := w.outcome(t, "s_2", session.Success, agreed("並べ替え", "Sorter")); len(l.Agreements) != 0 {
		t.Errorf("written again, with its SCIP symbol: %v", l.Agreements)
	}
	// What is there is never written again, whatever a session says.
	if l := w.outcome(t, "s_2", session.Success, agreed("Sign-In", "AuthService")); len(l.Agreements) != 0 {
		t.Errorf("written again: %v", l.Agreements)
	}
	if data, _, err := w.files.Read(name); err != nil || string(data) != edited {
		t.Errorf("the agreement of a person is now %q (%v)", data, err)
	}
	// Removed: the map has it no more. The pair stays.
	if err := w.files.Remove(name); err != nil {
		t.Fatal(err)
	}
	if got := found("the sign-in page"); got != "AuthService by learned_pair" {
		t.Errorf("after its removal found %q", got)
	}
	// A file that a person made something else of is not replaced.
	write(name, "notes about login\n")
	l := w.outcome(t, "s_3", session.Success, agreed("login", "AuthService"))
	if len(l.Agreements) != 1 || l.Agreements[0] != slug+"-2" {
		t.Errorf("agreements %v, want %s-2", l.Agreements, slug)
	}
	// A symbol that is gone gives no hint.
	w.code.symbols = w.code.symbols[1:]
	if got := found("mend the login"); got != "" {
		t.Errorf("a symbol that is gone was found: %s", got)
	}
}

func TestAgreementBySlug(t *testing.T) {
	w := newWorld()
	slug := w.outcome(t, "s_1", session.Success, agreed("login", "AuthService")).Agreements[0]
	a, text, err := w.Agreement(slug)
	if err != nil || a.Slug != slug || a.Term != "login" || !strings.HasPrefix(text, "---\n") {
		t.Errorf("%+v, %q, %v", a, text, err)
	}
	if a.Evidence != "AuthService.Login() checks the password" || !slices.Equal(a.Related, []string{"auth/authservice.go", "main.go"}) || a.Title != "login → AuthService" || *a.Similarity != 0.725 {
		t.Errorf("%+v", a)
	}
	if _, err := w.files.Write("agreements/notes.md", []byte("# Notes\n")); err != nil {
		t.Fatal(err)
	}
	for _, slug := range []string{"none", "notes", "../learned_pairs", "a/b", ""} {
		if _, _, err := w.Agreement(slug); !errors.Is(err, files.ErrNotExist) {
			t.Errorf("%q: %v", slug, err)
		}
	}
}

// TestHostileAgreements: each is passed over, with the reason, and spoils nothing.
func TestHostileAgreements(t *testing.T) {
	head := "---\ndoc_type: agreement\nnl_term: login\n"
	bomb := "a0: &a0 [x, x]\n"
	for i := range 40 {
		bomb += fmt.Sprintf("a%d: &a%[1]d [*a%d, *a%[2]d]\n", i+1, i)
	}
	tests := []struct{ name, text, problem string }{
		{"no front matter", "# login", ""},
		{"other", "---\ntitle: x\n---\n", ""},
		{"a list", "---\n- doc_type\n---\n", ""},
		{"no end", head + "symbol: AuthService\n", ""},
		{"no text", "---\ndoc_type: agreement\xff\n---\n", ""},
		{"empty", "", ""},
		{"no symbol", head + "---\n", "no symbol"},
		{"no term", "---\ndoc_type: agreement\nsymbol: AuthService\n---\n", "no nl_term"},
		{"one letter", "---\ndoc_type: agreement\nsymbol: AuthService\nnl_term: a\n---\n", "no nl_term"},
		{"marks", "---\ndoc_type: agreement\nsymbol: AuthService\nnl_term: '?!...'\n---\n", "no nl_term"},
		{"a list as term", "---\ndoc_type: agreement\nsymbol: AuthService\nnl_term: [a, b]\n---\n", "no plain value"},
		{"an alias as term", "---\nx: &x login\ndoc_type: agreement\nsymbol: AuthService\nnl_term: *x\n---\n", "no plain value"},
		{"similarity", head + "symbol: AuthService\nsimilarity: 7\n---\n", "similarity"},
		{"similarity nan", head + "symbol: AuthService\nsimilarity: .nan\n---\n", "similarity"},
		{"similarity text", head + "symbol: AuthService\nsimilarity: high\n---\n", "similarity"},
		{"twice", head + "nl_term: other\nsymbol: AuthService\n---\n", "twice"},
		{"not YAML", head + "symbol: [\n---\n", "no YAML"},
		{"long term", "---\ndoc_type: agreement\nsymbol: AuthService\nnl_term: " + strings.Repeat("a", 300) + "\n---\n", "longer than"},
		{"long matter", head + "symbol: AuthService\n" + strings.Repeat("# x\n", maxMatter) + "---\n", "too long"},
		{"large", head + "symbol: AuthService\n---\n" + strings.Repeat("x", maxAgreement), "too large"},
		{"deep", head + "symbol: AuthService\nx: " + strings.Repeat("[", 12000) + "\n---\n", "no YAML"},
		{"bomb", head + bomb + "symbol: [x]\n---\n", "no plain value"},
	}
	w := newWorld()
	want := map[string]string{}
	for _, tc := range tests {
		name := "agreements/" + tc.name + ".md"
		if _, err := w.files.Write(name, []byte(tc.text)); err != nil {
			t.Fatal(err)
		}
		want[name] = tc.problem
	}
	if _, err := w.files.Write("agreements/good.md", []byte(head+"symbol: AuthService\n---\n")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time they are known
		list, problems, err := w.Agreements()
		if err != nil || len(list) != 1 || list[0].Slug != "good" {
			t.Fatalf("%+v, %v", list, err)
		}
		got := map[string]string{}
		for _, p := range problems {
			got[p.Name] = p.Error()
		}
		for name, problem := range want {
			if text, ok := got[name]; ok != (problem != "") || !strings.Contains(text, problem) {
				t.Errorf("%s: %q, want %q", name, text, problem)
			}
		}
	}
	// One that can't be read at this moment is tried again.
	broken := true
	w.files.Fail = func(op, name string) error {
		if broken && name == "agreements/good.md" && op == "read" {
			return errors.New("the disk says no")
		}
		return nil
	}
	w.Memory = New(w.files, Options{Now: w.now})
	if list, _, err := w.Agreements(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	broken = false
	if list, _, err := w.Agreements(); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestEvidenceStaysInItsSection: what an agent says can't pass for another part of
// the file.
func TestEvidenceStaysInItsSection(t *testing.T) {
	w := newWorld()
	w.code.files["auth/a.go"] = "1"
	a := agreed("login\n---\nsymbol: Other", "AuthService")
	a.Evidence = "first\n---\n## Related files\n- `../../etc/passwd`\n```\n# Title\n\u202Eback\x1b[31m"
	a.Files = []string{"auth/a.go", "back`tick", "line\nend"}
	slug := w.outcome(t, "s_1", session.Success, a).Agreements[0]
	b, _, err := w.Agreement(slug)
	if err != nil || b.Symbol != a.Symbol.Symbol || b.Term != "login --- symbol: Other" || !slices.Equal(b.Related, []string{"auth/a.go"}) {
		t.Errorf("%+v, %v", b, err)
	}
	if strings.ContainsAny(b.Evidence, "\u202E\x1b") || !strings.Contains(b.Evidence, "# Title") {
		t.Errorf("the evidence is %q", b.Evidence)
	}
}

func TestOccurs(t *testing.T) {
	for _, tc := range []struct {
		term, text string
		want       bool
	}{
		{"login", "fix the login", true},
		{"login", "Fix the LOGIN now", true},
		{"login", "fix the logout", false},
		{"log", "fix the login", false},
		{"in", "fix the login", false},
		{"login", "fix re-login", true},
		{"login", "fix user_login", false}, // an identifier is one word
		{"login form", "the login  \n form", true},
		{"login form", "the login, form", false},
		{"ﬁle", "the file", true},
		{"ｌｏｇｉｎ", "the login", true},
		{"café", "the cafe\u0301 is", true},
		{"cafe", "the cafe\u0301 is", false},
		{"ログイン", "ログインを直す", true},
		{"ログイン", "ﾛｸﾞｲﾝを直す", true},
		{"ログイン機能", "このログイン機能が壊れている", true},
		{"イン", "ログインを直す", false},
		{"ログイン", "ログインー", false},
		{"認証", "二段階認証を直す", false},
		{"認証", "この認証は", true},
		{"並べ替え", "並べ替えを直す", true},
		{"かな", "このかなは", false},
		{"かな", "漢字 かな 交じり", true},
		{"AuthService", "AuthServiceを直す", true},
		{"straße", "die STRASSE", false},
		{"c++", "the c++ code", true},
		{".env", "read .env files", true},
		{"aa", "aaa aa", true},
	} {
		if got := occurs(fold(tc.term), fold(tc.text)); got != tc.want {
			t.Errorf("%q in %q: %v, want %v", tc.term, tc.text, got, tc.want)
		}
	}
}

// TestPairsEnd: they end with age, with their symbol, and when most of the code is
// another.
func TestPairsEnd(t *testing.T) {
	day := 24 * time.Hour
	symbol := symbolNamed("AuthService").Symbol
	for _, tc := range []struct {
		name   string
		change func(w *world)
		want   int
	}{
		{"nothing", func(*world) {}, 1},
		{"29 days", func(w *world) { w.clock = w.clock.Add(29 * day) }, 1},
		{"31 days", func(w *world) { w.clock = w.clock.Add(31 * day) }, 0},
		{"the clock was wrong", func(w *world) { w.clock = w.clock.Add(-2 * day) }, 0},
		{"symbol gone", func(w *world) { w.code.symbols = w.code.symbols[1:] }, 0},
		{"symbol not indexed yet", func(w *world) { w.code.symbols, w.code.partial = nil, true }, 0},
		{"one of three files", func(w *world) { w.code.files["main.go"] = "2" }, 1},
		{"two of three files", func(w *world) { w.code.files["main.go"] = "2"; delete(w.code.files, "auth/loginform.go") }, 0},
		{"files not indexed yet", func(w *world) { clear(w.code.files); w.code.partial = true }, 1},
		{"new files", func(w *world) {
			for i := range 9 {
				w.code.files[fmt.Sprint(i)] = "1"
			}
		}, 1},
		{"the base is gone", func(w *world) {
			_ = w.files.Remove(baseFile)
			w.code.files["main.go"], w.code.files["auth/loginform.go"] = "2", "2"
		}, 1},
		{"the base is damaged", func(w *world) { _, _ = w.files.Write(baseFile, []byte("{")) }, 1},
		{"the pairs are damaged", func(w *world) { _, _ = w.files.Write(pairsFile, []byte("<<<<<<< HEAD")) }, 0},
	} {
		w := newWorld()
		w.outcome(t, "s_1", session.Success, agreed("Login  page", "AuthService"))
		tc.change(w)
		if got := w.CachedMatches("login PAGE", []string{symbol, "other"}, w.code); len(got) != tc.want {
			t.Errorf("%s: %d pairs, want %d", tc.name, len(got), tc.want)
		}
	}
	w := newWorld()
	w.outcome(t, "s_1", session.Success, agreed("login", "AuthService"), agreed("login", "LoginForm"))
	for _, tc := range []struct {
		term    string
		symbols []string
		want    int
	}{{"login", nil, 2}, {"login", []string{symbol}, 1}, {"login", []string{"other"}, 0}, {"log", nil, 0}} {
		if got := w.CachedMatches(tc.term, tc.symbols, w.code); len(got) != tc.want {
			t.Errorf("%q %v: %d pairs, want %d", tc.term, tc.symbols, len(got), tc.want)
		}
	}
}

// TestPairsAreDropped: what holds no more leaves the file when something is
// learned, and nothing leaves it because the repository is not indexed yet.
func TestPairsAreDropped(t *testing.T) {
	count := func(w *world) int {
		pairs, err := w.readPairs()
		if err != nil {
			t.Fatal(err)
		}
		return len(pairs)
	}
	w := newWorld()
	w.outcome(t, "s_1", session.Success, agreed("login", "AuthService"))
	w.outcome(t, "s_2", session.Success, agreed("LOGIN", "AuthService"), agreed("form", "LoginForm"))
	if n := count(w); n != 2 {
		t.Errorf("%d pairs, want 2: one is newer now", n)
	}
	w.code.symbols, w.code.partial = nil, true
	w.outcome(t, "s_3", session.Success, agreed("sorting", "Sorter"))
	if n := count(w); n != 3 {
		t.Errorf("%d pairs while the repository is being indexed, want 3", n)
	}
	w.code.partial = false
	w.code.symbols = []session.Symbol{symbolNamed("Sorter")}
	w.outcome(t, "s_4", session.Success, agreed("order", "Sorter"))
	if n := count(w); n != 2 {
		t.Errorf("%d pairs, want those of the symbol that is there", n)
	}
	w.code.files["main.go"], w.code.files["auth/loginform.go"] = "2", "2"
	w.outcome(t, "s_5", session.Success, agreed("rank", "Sorter"))
	if n := count(w); n != 1 {
		t.Errorf("%d pairs after most files changed, want the new one", n)
	}
	if got := w.Pairs(w.code); len(got) != 1 {
		t.Errorf("the cache that was begun anew has %d pairs, want 1", len(got))
	}
	// Damaged: kept aside. Of a newer program: left alone.
	if _, err := w.files.Write(pairsFile, []byte("<<<<<<< HEAD\n")); err != nil {
		t.Fatal(err)
	}
	w.outcome(t, "s_6", session.Success, agreed("rank", "Sorter"))
	if data, _, err := w.files.Read(asideFile); err != nil || string(data) != "<<<<<<< HEAD\n" {
		t.Errorf("aside is %q (%v)", data, err)
	}
	newer := `{"version": 2, "pairs": "all"}`
	if _, err := w.files.Write(pairsFile, []byte(newer)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.RecordOutcome(t.Context(), session.Outcome{SessionID: "s_7", Outcome: session.Success}, []session.Agreed{agreed("rank", "Sorter")}, w.code); !errors.Is(err, errVersion) {
		t.Errorf("a file of a newer program: %v", err)
	}
	if data, _, err := w.files.Read(pairsFile); err != nil || string(data) != newer {
		t.Errorf("the file of a newer program is now %q (%v)", data, err)
	}
	var many []Pair
	for i := range maxPairs + 50 {
		many = append(many, Pair{Term: fmt.Sprintf("term %d", i), Symbol: "Sorter", Learned: w.clock.Add(time.Duration(i))})
	}
	if got := newest(many); len(got) != maxPairs || got[0].Term != fmt.Sprintf("term %d", maxPairs+49) {
		t.Errorf("%d pairs are kept, the first is %+v", len(got), got[0])
	}
}

func TestBaseIsASample(t *testing.T) {
	w := newWorld()
	for i := range 5 * sample {
		w.code.files[fmt.Sprintf("file%d.go", i)] = "1"
	}
	w.outcome(t, "s_1", session.Success, agreed("login", "AuthService"))
	b, ok := w.readBase()
	if !ok || len(b.Files) != sample {
		t.Fatalf("%d files stand for all, want %d", len(b.Files), sample)
	}
	change := func(share int) {
		for i := range 5 * sample {
			hash := "1"
			if i%100 < share {
				hash = "2"
			}
			w.code.files[fmt.Sprintf("file%d.go", i)] = hash
		}
	}
	change(40)
	if b.overHalf(w.code) {
		t.Error("40 % of the files are over half")
	}
	change(60)
	if !b.overHalf(w.code) {
		t.Error("60 % of the files are not over half")
	}
}

// TestLogs: torn and damaged lines are passed over, and logs don't grow for ever.
func TestLogs(t *testing.T) {
	w := newWorld()
	w.outcome(t, "s_1", session.Failure)
	for _, line := range []string{"\n", "{\"session_id\": \"s_x\", \"outc", "\n", "null\n", "[]\n", "{\"session_id\":\"s_x\",\"outcome\":\"great\"}\n", "{\"outcome\":\"failure\"}\n", strings.Repeat("x", maxLine+1) + "\n", "\xff\n"} {
		if err := w.files.Append(outcomesLog, []byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	w.outcome(t, "s_1", session.Success)
	a, err := w.Of("s_1")
	if err != nil || len(a.Outcomes) != 2 || *a.Analysis.Final != session.Success {
		t.Errorf("%+v, %v", a, err)
	}
	if in, err := w.Insights(0); err != nil || in.Sessions != 1 {
		t.Errorf("%+v, %v", in, err)
	}
	d := Decision{Intent: session.Modify, At: w.clock, Query: strings.Repeat("語", 2*maxText), SessionID: "s_old"}
	var line, long []byte
	for len(long) <= maxLog {
		d.At = d.At.Add(1)
		var err error
		if line, err = json.Marshal(d); err != nil {
			t.Fatal(err)
		}
		line = append(line, '\n')
		long = append(long, line...)
	}
	for range 2 { // before the first line, and after some lines of its own
		if _, err := w.files.Write(decisionsLog, long); err != nil {
			t.Fatal(err)
		}
		for n := 0; n <= lookAfter+len(line); n += maxText {
			d.SessionID, d.At = "s_new", d.At.Add(1)
			if err := w.RecordDecision(t.Context(), d); err != nil {
				t.Fatal(err)
			}
		}
		data, _, err := w.files.Read(decisionsLog)
		if err != nil || len(data) > maxLog || len(data) < maxLog/2 {
			t.Errorf("the log has %d bytes (%v)", len(data), err)
		}
		list, err := w.decisions()
		if err != nil || len(list) != bytes.Count(data, []byte("\n")) || list[0].SessionID != "s_old" || list[len(list)-1].SessionID != "s_new" {
			t.Errorf("%d decisions (%v)", len(list), err)
		}
		if q := list[len(list)-1].Query; len([]rune(q)) != maxText {
			t.Errorf("a query of %d characters was kept", len([]rune(q)))
		}
	}
}

func TestOutcomeIsRefused(t *testing.T) {
	w := newWorld()
	for _, o := range []session.Outcome{{SessionID: "s_1", Outcome: "great"}, {SessionID: "s_1"}, {Outcome: session.Success}} {
		if _, err := w.RecordOutcome(t.Context(), o, nil, w.code); err == nil {
			t.Errorf("%+v was recorded", o)
		}
	}
	if got := w.dump(t); len(got) != 0 {
		t.Errorf("kept %s", got)
	}
}

func TestAnalysisAndInsights(t *testing.T) {
	w := newWorld()
	decide := func(id string, i session.Intent, f session.Frame) {
		t.Helper()
		p, err := session.NewPlan(speech.English, i, f)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.RecordDecision(t.Context(), DecisionOf(p, "a query", id)); err != nil {
			t.Fatal(err)
		}
	}
	end := func(id string, kind session.OutcomeKind, at gate.Phase) {
		t.Helper()
		w.clock = w.clock.Add(time.Minute)
		if _, err := w.RecordOutcome(t.Context(), session.Outcome{SessionID: id, Outcome: kind, Phase: at, Intent: session.Modify, Analysis: "so it was"}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	vague, clear := session.Frame{}, session.Frame{session.TargetFeature: "a", session.ObservedIssue: "does not work at all", session.TriggerCondition: "c", session.DesiredAction: "d"}
	decide("vague", session.Modify, vague)
	decide("vague", session.Modify, clear)
	end("vague", session.Success, gate.Ready)
	end("vague", session.Failure, gate.Closed) // found to have failed later
	decide("lost", session.Modify, vague)
	end("lost", session.Failure, gate.Exploration)
	decide("good", session.Modify, clear)
	end("good", session.Success, gate.Ready)
	decide("asked", session.Question, clear)
	end("asked", session.Partial, gate.Semantic)
	decide("open", session.Modify, vague)
	end("no decision", session.Failure, gate.Ready)
	w.clock = w.clock.Add(time.Minute)
	if _, err := w.RecordOutcome(t.Context(), session.Outcome{SessionID: "idle", Outcome: session.Failure, Phase: gate.Closed, ClosedIn: gate.Verification, Intent: session.Modify}, nil, nil); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, id := range []string{"vague", "lost", "good", "open", "asked", "no decision", "idle", "unknown"} {
		a, err := w.Of(id)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "analysis of %s\n%s", id, show(t, a))
	}
	for _, limit := range []int{0, 3} {
		in, err := w.Insights(limit)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "insights, limit %d\n%s", limit, show(t, in))
	}
	golden(t, "insights.txt", out.Bytes())
}

// TestTogether: two memories of the same files learn at once.
func TestTogether(t *testing.T) {
	w := newWorld()
	other := New(w.files, Options{Now: w.now})
	var wg sync.WaitGroup
	for i, m := range []*Memory{w.Memory, other, w.Memory, other} {
		wg.Go(func() {
			for n := range 20 {
				_, err := m.RecordOutcome(t.Context(), session.Outcome{SessionID: fmt.Sprint(i), Outcome: session.Success}, []session.Agreed{agreed(fmt.Sprintf("term %d of %d", n, i), "Sorter"), agreed("shared", "Sorter")}, w.code)
				if err != nil {
					t.Error(err)
				}
				if _, _, err := m.Search(t.Context(), "term 1 of 1", w.code); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	list, _, err := w.Agreements()
	if err != nil || len(list) != 81 || len(w.Pairs(w.code)) != 81 {
		t.Errorf("%d agreements (%v) and %d pairs, want 81", len(list), err, len(w.Pairs(w.code)))
	}
}

// TestFailingDisk: what can't be kept is said.
func TestFailingDisk(t *testing.T) {
	full := errors.New("the disk is full")
	for _, name := range []string{outcomesLog, pairsFile, baseFile, agreementsDir + "/"} {
		w := newWorld()
		w.files.Fail = func(op, file string) error {
			if (op == "write" || op == "append") && strings.HasPrefix(file, name) {
				return full
			}
			return nil
		}
		if _, err := w.RecordOutcome(t.Context(), session.Outcome{SessionID: "s_1", Outcome: session.Success}, []session.Agreed{agreed("login", "AuthService")}, w.code); !errors.Is(err, full) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzAgreement(f *testing.F) {
	good, err := formatAgreement(agreed("login", "AuthService"), "s_1")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("---\ndoc_type: agreement\nnl_term: &a login\nsymbol: *a\n---\n## Code evidence\n```\n## x\n```\n## related files\n- `a`\n- ../b\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := parseAgreement(data)
		if err != nil {
			return
		}
		if !findable(a.Term) || a.Symbol == "" || strings.ContainsAny(a.Term+a.Symbol+a.SessionID+a.Title, "\n\x1b") || len(a.Related) > maxRelated {
			t.Fatalf("%+v", a)
		}
		for _, p := range a.Related {
			if strings.HasPrefix(p, "/") || strings.HasPrefix(p, "..") {
				t.Fatalf("the path %q leads out", p)
			}
		}
		// What was read can be written and read again.
		b, ok := boundAgreed(session.Agreed{Term: a.Term, Symbol: session.Symbol{Symbol: a.Symbol, Name: a.Term}, Evidence: a.Evidence, Files: a.Related})
		if !ok {
			t.Fatalf("%+v can't be written", a)
		}
		text, err := formatAgreement(b, a.SessionID)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseAgreement(text)
		if err != nil || again.Term != b.Term || again.Symbol != b.Symbol.Symbol || again.SessionID != a.SessionID || !slices.Equal(again.Related, b.Files) {
			t.Fatalf("%v\n%+v\n%+v\n%s", err, b, again, text)
		}
	})
}

func FuzzPairs(f *testing.F) {
	f.Add([]byte(`{"version":1,"pairs":[{"nl_term":"login","symbol":"AuthService","similarity":0.72,"code_evidence":"x","session_id":"s","learned_at":"2025-01-12T10:00:00Z"}]}`), []byte(`{"version":1,"taken_at":"2025-01-12T10:00:00Z","files":{"a":"b"}}`))
	f.Fuzz(func(t *testing.T, pairs, base []byte) {
		list, err := decodePairs(pairs)
		if err == nil {
			data, err := json.Marshal(pairFile{fileVersion, keptPairs(list)})
			if err != nil {
				t.Fatal(err)
			}
			again, err := decodePairs(data)
			if err != nil || !slices.Equal(list, again) {
				t.Fatalf("%v\n%+v\n%+v", err, list, again)
			}
		}
		if b, err := decodeBase(base); err == nil {
			b.overHalf(&code{})
		}
	})
}

func FuzzLogs(f *testing.F) {
	f.Add([]byte("{\"session_id\":\"a\",\"outcome\":\"failure\"}\n{\"sess"), []byte(`{"timestamp":"2025-01-12T10:00:00Z","intent":"MODIFY","session_id":"a","tools_planned":["query"]}`))
	f.Fuzz(func(t *testing.T, outcomes, decisions []byte) {
		w := newWorld()
		_, _ = w.files.Write(outcomesLog, outcomes)
		_, _ = w.files.Write(decisionsLog, decisions)
		in, err := w.Insights(10)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(in); err != nil {
			t.Fatal(err)
		}
		for _, r := range in.Tools {
			if r.Failures > r.Sessions || r.Correlation != nil && !(*r.Correlation >= -1 && *r.Correlation <= 1) {
				t.Fatalf("%+v", r)
			}
		}
		// Whatever is there, a new line is read again.
		w.outcome(t, "s_new", session.Success)
	})
}

func FuzzOccurs(f *testing.F) {
	f.Add("login", "fix the LOGIN")
	f.Add("ログイン", "ﾛｸﾞｲﾝを")
	f.Fuzz(func(t *testing.T, term, text string) {
		folded := fold(term)
		if fold(folded) != folded {
			t.Fatalf("%q folds to %q, and that to %q", term, folded, fold(folded))
		}
		if folded != "" && !occurs(folded, fold("a "+term+" b")) {
			t.Fatalf("%q is not in a text that has it alone", term)
		}
		occurs(folded, fold(text))
	})
}

func BenchmarkSearch(b *testing.B) {
	w := newWorld()
	for i := range 1000 {
		data, err := formatAgreement(agreed(fmt.Sprintf("term %d", i), "Sorter"), "s_1")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := w.files.Write(fmt.Sprintf("agreements/a%d.md", i), data); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, _, err := w.Search(b.Context(), "what is term 7", w.code); err != nil {
			b.Fatal(err)
		}
	}
}

// TestDocument: the example that people are shown is an agreement.
func TestDocument(t *testing.T) {
	page, err := os.ReadFile("../../docs/agreements.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```markdown\n")
	example, _, ok := strings.Cut(example, "```")
	a, err := parseAgreement([]byte(example))
	if err != nil || !ok || a.Term != "login page" || a.Symbol != "AuthService" || a.Title == "" || a.Evidence == "" || !slices.Equal(a.Related, []string{"auth/service.go"}) {
		t.Errorf("the example in docs/agreements.md: %+v, %v", a, err)
	}
}

// TestDamage damages each file of the memory in the ways of disks and half copies. What is
// read afterwards is what was written, or Damaged or Agreements says what is lost.
func TestDamage(t *testing.T) {
	w := newWorld()
	for n := range 3 {
		if err := w.RecordDecision(t.Context(), Decision{Intent: session.Modify, At: w.clock.Add(time.Duration(n)), Query: fmt.Sprint("login ", n), SessionID: fmt.Sprint("s_", n)}); err != nil {
			t.Fatal(err)
		}
		w.outcome(t, fmt.Sprint("s_", n), session.Success, agreed("login", "AuthService"), agreed("login form", "LoginForm"))
		w.clock = w.clock.Add(time.Hour)
	}
	said := func() (string, []error) {
		var out []string
		decisions, _ := w.decisions()
		outcomes, _ := w.outcomes()
		pairs, _ := w.readPairs()
		list, problems, err := w.Agreements()
		b, _ := w.readBase()
		out = append(out, fmt.Sprintf("%+v %+v %+v %+v %v", decisions, outcomes, pairs, b.Files, b.Taken))
		for _, a := range list {
			out = append(out, a.Slug)
		}
		bad := w.Damaged()
		for _, p := range problems {
			bad = append(bad, p)
		}
		if err != nil {
			bad = append(bad, err)
		}
		return strings.Join(out, "\n"), bad
	}
	want, bad := said()
	if bad != nil {
		t.Fatalf("nothing is damaged, and it says %q", bad)
	}
	names := []string{decisionsLog, outcomesLog, pairsFile, baseFile}
	agreements, err := w.files.List(agreementsDir)
	if err != nil || len(agreements) != 2 {
		t.Fatalf("%q, %v", agreements, err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range append(names, agreementsDir+"/"+agreements[0]) {
		good, _, err := w.files.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		byPerson := strings.HasPrefix(name, agreementsDir) // who may write anything
		for n := range 60 {
			data := slices.Clone(good)
			at := r.IntN(len(data))
			switch n % 8 {
			case 0:
				if data = data[:at]; strings.HasSuffix(string(data), "\n") {
					data = data[:at-1] // whole lines are a log that says less
				}
			case 1:
				data = nil
			case 2:
				clear(data)
			case 3, 4:
				data[at] ^= 1 << r.IntN(8)
			case 5:
				clear(data[at:min(len(data), at+16)])
			case 6:
				data = append(data, data...)
			case 7:
				data = slices.Delete(data, at, at+1)
			}
			if _, err := w.files.Write(name, data); err != nil {
				t.Fatal(err)
			}
			got, bad := said()
			if got != want && bad == nil && (!byPerson || n%8 < 3) {
				t.Errorf("%s, damage %d at %d: nothing is said of it:\n%s", name, n, at, data)
			}
			if again, still := said(); again != got || len(still) != len(bad) {
				t.Errorf("%s, damage %d at %d: it is said once", name, n, at)
			}
		}
		if _, err := w.files.Write(name, good); err != nil {
			t.Fatal(err)
		}
	}
}
