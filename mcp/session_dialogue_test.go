package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/gate"

	"golang.org/x/tools/txtar"
)

// TestSessionDialogue plays the dialogues of testdata/mcp/session: as TestDialogue
// does, and after each call it says in brackets which phases the sessions of the
// repository are in. "@b > TOOL ARGUMENTS" is a call of another agent, b. "$ restart"
// ends the process and begins another one; "$ later 2h" lets time pass; "$ read FILE" is what is kept in
// .code-intel, where * is any name. $s1 is the id of the session that was begun
// first. "$ calls" tells how many calls it took to be READY, and how many tokens the
// dialogue has. Each line is a second later than the one before.
func TestSessionDialogue(t *testing.T) {
	sessionDialogues(t, "../testdata/mcp/session/*.txtar", workspace.Options{})
}

// TestSessionDialogueMeaning plays those of testdata/mcp/meaning, where the embedder of
// the program judges what is meant.
func TestSessionDialogueMeaning(t *testing.T) {
	sessionDialogues(t, "../testdata/mcp/meaning/*.txtar", workspace.Options{Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil }})
}

// TestSessionDialogueLoading plays those of testdata/mcp/loading: the model "late" is
// being loaded, and there is no other but the one inside the program.
func TestSessionDialogueLoading(t *testing.T) {
	sessionDialogues(t, "../testdata/mcp/loading/*.txtar", workspace.Options{Embedder: func(model string) (embed.Embedder, error) {
		switch model {
		case "late":
			return late{builtin.Open()}, nil
		case workspace.DefaultEmbeddingModel:
			return builtin.Open(), nil
		}
		return nil, fmt.Errorf("the model %s is not here; 'ci model pull %[1]s' gets it", model)
	}})
}

// late is a model that is being loaded.
type late struct{ like *builtin.Embedder }

func (late) ID() string { return "late@1" }
func (e late) Dim() int { return e.like.Dim() }

func (e late) Passages(ctx context.Context, _ []embed.Passage) ([]float32, error) {
	return nil, e.Ready(ctx)
}

func (late) Queries(context.Context, []string) ([]float32, error) {
	return nil, &embed.Initializing{Model: "late", RetryAfter: 1500 * time.Millisecond}
}

func (late) Ready(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func sessionDialogues(t *testing.T, glob string, opts workspace.Options) {
	eachDialogue(t, glob, func(t *testing.T, a *txtar.Archive) dialogue {
		s := &sessionPlay{t: t, root: unpack(t, a), at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		s.repos = &folders{t: t, opts: opts, now: s.now}
		s.restart()
		return dialogue{s.root, s.play, func() {}}
	})
}

// sessionPlay is a dialogue that is played.
type sessionPlay struct {
	t     testing.TB
	root  string
	repos *folders

	mu sync.Mutex
	at time.Time

	server  *Server
	clients map[string]*client

	// calls and chars are how many calls the dialogue has and how long they and their
	// answers are, ready the number of the first that led to READY, 0 for none.
	calls, chars, ready int
}

func (s *sessionPlay) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

// restart begins another process, which knows what is kept.
func (s *sessionPlay) restart() {
	s.repos.mu.Lock()
	for _, r := range s.repos.roots {
		if err := r.w.Close(); err != nil {
			s.t.Fatal(err)
		}
	}
	s.repos.roots = nil
	s.repos.mu.Unlock()
	s.server, s.clients = New(Options{Repositories: s.repos, Version: "test", Now: s.now}), map[string]*client{}
}

// client is the connection of an agent.
func (s *sessionPlay) client(agent string) *client {
	c := s.clients[agent]
	if c == nil {
		c = serve(s.t, s.server, Client{Root: s.root, Agent: session.Agent{Client: agent}})
		c.hello()
		s.clients[agent] = c
	}
	return c
}

var base32ID = base32.StdEncoding.WithPadding(base32.NoPadding)

var sessionID = regexp.MustCompile(`s_[a-z2-7]{26}`)

// id is what the session with a number is called.
func (s *sessionPlay) id(n int) string {
	b := make([]byte, 16)
	b[15] = byte(n)
	return "s_" + strings.ToLower(base32ID.EncodeToString(b))
}

func (s *sessionPlay) play(dialogue []byte) []byte {
	var out bytes.Buffer
	next := ""
	s.calls, s.chars, s.ready = 0, 0, 0
	for line := range strings.Lines(string(dialogue)) {
		agent, call, ok := strings.Cut(line, "> ")
		if ok = ok && (agent == "" || agent[0] == '@'); !ok {
			switch {
			case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "":
				out.WriteString(line)
			case strings.TrimSpace(line) == "$ restart":
				out.WriteString(line)
				s.restart()
			case strings.TrimSpace(line) == "$ calls":
				fmt.Fprintf(&out, "%s  | READY after %d calls; %d calls in all, %d tokens\n", line, s.ready, s.calls, (s.chars+charsPerToken-1)/charsPerToken)
			case strings.HasPrefix(line, "$ read "):
				out.WriteString(line)
				out.WriteString(s.kept(strings.TrimSpace(line[len("$ read "):])))
			case strings.HasPrefix(line, "$ later "):
				out.WriteString(line)
				s.later(strings.TrimSpace(line[len("$ later "):]))
			case strings.HasPrefix(line, "$ agree "):
				out.WriteString(line)
				s.agree()
			case strings.HasPrefix(line, "$ "):
				out.WriteString(line)
				edit(s.t, s.root, strings.TrimSpace(line[2:]))
			}
			continue
		}
		s.mu.Lock()
		s.at = s.at.Add(time.Second)
		s.mu.Unlock()
		out.WriteString(line)
		name, arguments, _ := strings.Cut(strings.TrimSpace(call), " ")
		arguments = strings.ReplaceAll(arguments, "$next", next)
		for n := 9; n > 0; n-- {
			arguments = strings.ReplaceAll(arguments, fmt.Sprintf("$s%d", n), s.id(n))
		}
		answer, isError := s.client(strings.Trim(agent, "@ ")).callTool(name, json.RawMessage(arguments))
		var said struct {
			Next    string     `json:"next_cursor"`
			Phase   gate.Phase `json:"phase"`
			Allowed []string   `json:"allowed_tools"`
		}
		if err := json.Unmarshal(answer, &said); err != nil {
			s.t.Fatal(err)
		}
		next = said.Next
		s.calls++
		s.chars += utf8.RuneCountInString(name) + utf8.RuneCountInString(arguments) + utf8.RuneCount(answer)
		if s.ready == 0 && said.Phase == gate.Ready {
			s.ready = s.calls
		}
		if isError {
			out.WriteString("error ")
		}
		skip := false // what is listed of allowed_tools
		for text := range strings.Lines(string(s.named(golden(s.t, answer)))) {
			if skip = skip && strings.HasPrefix(text, "  "); skip {
				continue
			}
			if skip = strings.HasPrefix(text, "allowed_tools:"); !skip {
				out.WriteString(text)
				continue
			}
			if !slices.Equal(said.Allowed, gate.Allowed(said.Phase)) {
				s.t.Errorf("%s: allowed are %v, and not those of %s", line, said.Allowed, said.Phase)
			}
			fmt.Fprintf(&out, "allowed_tools: those of %s\n", said.Phase)
		}
		out.WriteString(s.phases())
	}
	return out.Bytes()
}

// named is a text in which sessions are called $s1, $s2 …
func (s *sessionPlay) named(text []byte) []byte {
	return sessionID.ReplaceAllFunc(text, func(id []byte) []byte {
		for n := 1; n < 10; n++ {
			if s.id(n) == string(id) {
				return fmt.Appendf(nil, "$s%d", n)
			}
		}
		return id
	})
}

// phases are those of all sessions, the oldest first.
func (s *sessionPlay) phases() string {
	r, err := s.repos.Open(s.t.Context(), s.root)
	if err != nil {
		s.t.Fatal(err)
	}
	all, err := r.Sessions().List()
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, x := range slices.Backward(all) {
		out = append(out, string(x.Phase()))
	}
	return "[" + strings.Join(out, " ") + "]\n"
}

// later lets time pass.
func (s *sessionPlay) later(d string) {
	passed, err := time.ParseDuration(d)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = s.at.Add(passed)
}

// agree has an agreement that somebody wrote.
func (s *sessionPlay) agree() {
	const text = "---\ndoc_type: agreement\nnl_term: the till\nsymbol: Cart.Checkout\n---\n# the till\n\n## Code evidence\n\nshop/cart.go:32\n\n## Related files\n\n- shop/cart.go\n- web/handler.go\n"
	if _, err := s.repos.state.Write("agreements/till.md", []byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

// kept is a file of .code-intel.
func (s *sessionPlay) kept(name string) string {
	folder, base := filepath.Split(name)
	names, err := s.repos.state.List(strings.TrimSuffix(folder, "/"))
	if err != nil {
		s.t.Fatal(err)
	}
	var out strings.Builder
	for _, n := range names {
		if ok, err := filepath.Match(base, n); err != nil || !ok {
			continue
		}
		data, _, err := s.repos.state.Read(folder + n)
		if err != nil {
			s.t.Fatal(err)
		}
		for line := range strings.Lines(string(s.named(data))) {
			out.WriteString("  | " + strings.TrimRight(line, " \n") + "\n")
		}
	}
	return out.String()
}

// readyDialogue is a dialogue that leads to READY in an honest way.
type readyDialogue struct {
	kind, name, language string
	ready, calls, tokens int
}

// requestKinds are the kinds of request, by what the names of files with dialogues begin
// with.
var requestKinds = []struct{ prefix, kind string }{
	{"bug", "a bug"}, {"function", "a function that is to do something else"}, {"feature", "a feature, in new files"}, {"config", "a setting"},
	{"css", "a style sheet"}, {"docs", "documentation"}, {"translation", "a translation"}, {"empty", "a new project"}, {"readme", "a new project"},
}

var playedRE = regexp.MustCompile(`(?m)^@(\w+) > |^  \| READY after (\d+) calls; (\d+) calls in all, (\d+) tokens$`)

// readyDialogues are those that are written down, by kind.
func readyDialogues(t *testing.T) []readyDialogue {
	t.Helper()
	paths, err := filepath.Glob("../testdata/mcp/session/ready-*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var out []readyDialogue
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(p), "ready-"), ".txtar")
		d := readyDialogue{name: name}
		for _, k := range requestKinds {
			if strings.HasPrefix(name, k.prefix) {
				d.kind = k.kind
			}
		}
		if d.kind == "" {
			t.Errorf("%s: of which kind is it?", p)
		}
		for _, m := range playedRE.FindAllStringSubmatch(string(data), -1) {
			if m[1] != "" {
				d.language = m[1]
				continue
			}
			d.ready, _ = strconv.Atoi(m[2])
			d.calls, _ = strconv.Atoi(m[3])
			d.tokens, _ = strconv.Atoi(m[4])
			out = append(out, d)
		}
	}
	return out
}

// dialoguesHeading begins the part of docs/gates.md that is made of the dialogues.
const dialoguesHeading = "## What an honest request costs"

// TestReadyInFour holds how many calls and tokens the dialogues take that lead to READY
// in an honest way, five of each kind of request, in two languages, as they are written
// down; docs/gates.md has them as a table.
func TestReadyInFour(t *testing.T) {
	const kinds, each, perLanguage, median, most, tokens = 8, 5, 18, 4, 6, 2500
	const page = "../docs/gates.md"
	all := readyDialogues(t)
	perKind, languages := map[string]int{}, map[string]int{}
	var ready, size []int
	for _, d := range all {
		if d.ready == 0 || d.ready > most || d.tokens > tokens {
			t.Errorf("%s: READY after %d calls, %d tokens in all; at most %d and %d", d.name, d.ready, d.tokens, most, tokens)
		}
		ready, size = append(ready, d.ready), append(size, d.tokens)
		perKind[d.kind]++
		languages[d.language]++
	}
	for kind, n := range perKind {
		if n < each {
			t.Errorf("%d dialogues of %s, want %d", n, kind, each)
		}
	}
	if len(perKind) != kinds || languages["en"] < perLanguage || languages["ja"] < perLanguage {
		t.Errorf("%d kinds, languages %v", len(perKind), languages)
	}
	slices.Sort(ready)
	slices.Sort(size)
	if ready[len(ready)/2] > median {
		t.Errorf("READY after %v calls: at most %d at the median", ready, median)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nDialogues that lead to READY as the answers guide them, detours included (testdata/mcp/session/ready-*): calls until READY, calls and tokens in all, what the agent says included (four characters a token). No hooks run in them, which takes 60 tokens. Of %d, READY comes after %d calls at the median and %d at most; a dialogue has %d tokens at the median and %d at most.\n\n| request | repository | language | READY after | calls | tokens |\n|---|---|---|---|---|---|\n",
		dialoguesHeading, len(all), ready[len(ready)/2], ready[len(ready)-1], size[len(size)/2], size[len(size)-1])
	for _, k := range requestKinds {
		for _, d := range all {
			if strings.HasPrefix(d.name, k.prefix) {
				fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d |\n", d.kind, cmp.Or(strings.TrimPrefix(strings.TrimPrefix(d.name, k.prefix), "-"), "shop"), d.language, d.ready, d.calls, d.tokens)
			}
		}
	}
	t.Log("\n" + b.String())
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, table, _ := strings.Cut(string(data), dialoguesHeading)
	if *update {
		if err := os.WriteFile(page, []byte(strings.TrimRight(before, "\n")+"\n\n"+b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if dialoguesHeading+table != b.String() {
		t.Errorf("%s is not what the dialogues say: go test ./mcp -run ReadyInFour -update rewrites it", page)
	}
}
