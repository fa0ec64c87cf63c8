package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// counting is a context that counts how often it is asked whether it is done, and is
// so from the question with the number at on; 0 is never.
type counting struct {
	context.Context
	cancel context.CancelFunc
	why    error

	mu        sync.Mutex
	at, asked int
}

func (c *counting) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked++; c.at > 0 && c.asked >= c.at {
		c.cancel()
		return c.why
	}
	return nil
}

// after is how many questions came after the one that was answered with an error.
func (c *counting) after() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == 0 || c.asked < c.at {
		return 0
	}
	return c.asked - c.at
}

// stops is how a tool stops, by name.
var stops = map[string]struct {
	arguments string
	// grows: the questions are the more the larger the repository is. Of others quick
	// says why they need none: what bounds their work.
	grows bool
	quick string
}{
	"query":                     {arguments: `{"query":"common words of the helper"}`},
	"find_definitions":          {arguments: `{"symbol":"Help"}`},
	"find_references":           {arguments: `{"symbol":"Common","budget_tokens":20000}`, grows: true},
	"find_implementations":      {arguments: `{"symbol":"Doer","budget_tokens":20000}`, grows: true},
	"call_hierarchy":            {arguments: `{"symbol":"Common","depth":4,"budget_tokens":20000}`, grows: true},
	"search_text":               {arguments: `{"pattern":"[a-z]+\\(\\)"}`, quick: "workspace.TextOptions and the tests of text search"},
	"get_symbols":               {arguments: `{"path":".","budget_tokens":20000}`, grows: true},
	"analyze_structure":         {arguments: `{"path":"."}`},
	"get_function_at_line":      {arguments: `{"file":"f1.go","line":7}`, quick: "one file"},
	"search_files":              {arguments: `{"pattern":"**/f*.go","budget_tokens":20000}`, grows: true},
	"semantic_search":           {arguments: `{"query":"common words of the helper"}`},
	"repo_pack":                 {arguments: `{"max_tokens":20000}`, grows: true},
	"index_status":              {quick: "what is known already"},
	"sync_index":                {quick: "the workspace stops, see its tests"},
	"start_session":             {quick: "one session"},
	"set_query_frame":           {quick: "one session"},
	"get_session_status":        {quick: "one session"},
	"submit_understanding":      {quick: "one session, arguments of limited length"},
	"validate_symbol_relevance": {quick: "one session, arguments of limited length"},
	"confirm_symbol_relevance":  {quick: "one session, arguments of limited length"},
	"submit_semantic":           {quick: "one session, arguments of limited length"},
	"submit_verification":       {quick: "one session, arguments of limited length"},
	"check_write_target":        {quick: "one path"},
	"add_explored_files":        {quick: "one session"},
	"revert_to_exploration":     {quick: "one session"},
	"record_outcome":            {quick: "one session"},
	"get_session_analysis":      {quick: "one session"},
	"get_improvement_insights":  {quick: "the sessions that are kept"},
	"list_sessions":             {quick: "the sessions that are kept"},
}

// maxAfter is how many questions may come after the answer that nobody waits: each
// loop around the innermost one asks once more.
const maxAfter = 60

// many writes a repository of n files that use one another.
func many(t testing.TB, n int) string {
	t.Helper()
	root := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module many\n")
	write("common.go", "package many\n\ntype Doer interface{ Do() }\n\n// Common words.\nfunc Common() {}\n")
	for i := range n {
		write(fmt.Sprintf("f%d.go", i), fmt.Sprintf("package many\n\ntype T%d struct{}\n\nfunc (T%d) Do() { Common() }\n\n// Help%d has common words.\nfunc Help%d() { Common(); Help%d() }\n", i, i, i, i, (i+1)%n))
	}
	return root
}

// asked calls a tool with a context for its work that is done after a number of
// questions, of which why is the error.
func asked(t *testing.T, repos *folders, root string, x *tool, arguments string, at int, why error) (*counting, *mcp.CallToolResult) {
	t.Helper()
	var work *counting
	hard, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := New(Options{Repositories: repos, Deadline: func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
		inner, stop := context.WithCancel(ctx)
		if d != answerTime {
			return inner, stop
		}
		if work == nil {
			work = &counting{at: at, why: why}
			work.cancel = func() {
				if why == context.Canceled {
					cancel()
				}
			}
		}
		work.Context = inner
		return work, stop
	}})
	r := s.call(withClient(hard, Client{Root: root}), x, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: x.name, RawArguments: json.RawMessage(arguments)}})
	return work, r
}

// TestStops has the work of each tool cancelled, and its time be over, at its first
// question whether anybody waits, in the middle, and at the last one: it ends without
// much more work, and says so.
func TestStops(t *testing.T) {
	small, large := many(t, 20), many(t, 200)
	repos := &folders{t: t, now: time.Now}
	for _, x := range tools() {
		row, ok := stops[x.name]
		if !ok {
			t.Errorf("%s: say in the table how it stops", x.name)
			continue
		}
		if row.quick != "" {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			whole, r := asked(t, repos, large, &x, row.arguments, 0, nil)
			if r.IsError {
				t.Fatalf("%+v", r.Content)
			}
			few, _ := asked(t, repos, small, &x, row.arguments, 0, nil)
			if row.grows && whole.asked < few.asked+20 || whole.asked < 2 {
				t.Errorf("it asks %d times in 20 files and %d in 200", few.asked, whole.asked)
			}
			for _, at := range []int{1, whole.asked / 3, whole.asked / 2, whole.asked} {
				c, r := asked(t, repos, large, &x, row.arguments, at, context.Canceled)
				if n := c.after(); n > maxAfter {
					t.Errorf("cancelled at question %d of %d, it asks %d times more", at, whole.asked, n)
				}
				if c.asked >= at && !r.IsError {
					t.Errorf("cancelled at question %d of %d, it answers", at, whole.asked)
				}
				c, r = asked(t, repos, large, &x, row.arguments, at, context.DeadlineExceeded)
				if n := c.after(); n > maxAfter {
					t.Errorf("late at question %d of %d, it asks %d times more", at, whole.asked, n)
				}
				text := r.Content[0].(mcp.TextContent).Text
				if c.asked >= at && !strings.Contains(text, "was stopped after") && !strings.Contains(text, "took too long") {
					t.Errorf("late at question %d of %d, it does not say so: %.300s", at, whole.asked, text)
				}
			}
		})
	}
}

// TestLateText: a search that takes too long has the lines that it has found.
func TestLateText(t *testing.T) {
	repos := &folders{t: t, now: time.Now}
	root := many(t, 3)
	x := searchText()
	s := New(Options{Repositories: repos, Deadline: func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
		if d == answerTime {
			return context.WithTimeout(ctx, 0)
		}
		return context.WithCancel(ctx)
	}})
	r := s.call(withClient(t.Context(), Client{Root: root}), &x, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: x.name, RawArguments: json.RawMessage(`{"pattern":"Common"}`)}})
	var out textOut
	if err := json.Unmarshal(r.StructuredContent.(json.RawMessage), &out); err != nil || r.IsError || out.Complete || out.Why != whyLate || out.WhyEmpty == "" {
		t.Errorf("%v: %+v", err, r.Content)
	}
}

// TestLongArguments gives each argument of each tool far too much.
func TestLongArguments(t *testing.T) {
	c := newClient(t, many(t, 3))
	long, deep := strings.Repeat("x", 150_000), strings.Repeat(`{"a":`, 5000)+"1"+strings.Repeat("}", 5000)
	for _, x := range tools() {
		for _, f := range fieldsOf(x.in) {
			for _, value := range []string{`"` + long + `"`, "[" + strings.Repeat(`"x",`, 20_000) + `"x"]`, deep, `1e300`, "-1", strings.Repeat("[", 5000) + strings.Repeat("]", 5000)} {
				arguments := map[string]json.RawMessage{}
				for _, other := range fieldsOf(x.in) {
					if v := other.tag.Get("example"); v != "" && other.tag.Get("req") == "true" {
						arguments[other.name] = literal(other.typ, v)
					}
				}
				arguments[f.name] = json.RawMessage(value)
				if answer, isError := c.callTool(x.name, mustRaw(arguments)); !isError && len(answer) > 100_000 || isError && len(answer) > 5000 {
					t.Errorf("%s: %s: %.100s: an answer of %d bytes", x.name, f.name, value, len(answer))
				}
			}
		}
	}
}

// mustRaw is the JSON of an object, of which the members need not be JSON.
func mustRaw(of map[string]json.RawMessage) []byte {
	var parts []string
	for k, v := range of {
		parts = append(parts, fmt.Sprintf("%q:%s", k, v))
	}
	return []byte("{" + strings.Join(parts, ",") + "}")
}
