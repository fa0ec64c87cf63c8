package mcp

import (
	"bytes"
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
// ends the process and begins another one; "$ read FILE" is what is kept in
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

// TestReadyInFour holds how many calls and tokens the dialogues take that lead to READY
// in an honest way, eight kinds of request in two languages, as they are written down.
func TestReadyInFour(t *testing.T) {
	const kinds, languages, median, most, tokens = 8, 2, 4, 6, 2500
	paths, err := filepath.Glob("../testdata/mcp/session/ready-*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all []int
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^  \| READY after (\d+) calls; \d+ calls in all, (\d+) tokens$`).FindAllStringSubmatch(string(data), -1) {
			calls, _ := strconv.Atoi(m[1])
			size, _ := strconv.Atoi(m[2])
			if calls == 0 || calls > most || size > tokens {
				t.Errorf("%s: READY after %d calls, %d tokens in all; at most %d and %d", filepath.Base(p), calls, size, most, tokens)
			}
			all = append(all, calls)
		}
	}
	slices.Sort(all)
	if len(all) < kinds*languages || all[len(all)/2] > median {
		t.Errorf("%d dialogues, READY after %v calls: at least %d, and %d calls at the median", len(all), all, kinds*languages, median)
	}
}
