package lsp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

// besideOthers has the options of an editor with other servers for some languages.
var besideOthers = map[string]any{"otherServers": map[string]any{"go": "gopls", "typescript": "typescript-language-server", "php": []string{"intelephense"}}}

const twoLanguages = `
-- go.mod --
module example.com/m
-- a.go --
package m

func Used() {}
-- b.go --
package m

func user() { Used() }
-- tools.py --
def special():
    pass


special()
`

// modesOf returns the mode of each language, one a line.
func modesOf(t *testing.T, e *lsptest.Editor) string {
	t.Helper()
	var all []lsp.Status
	e.Must("ci/status", nil, &all)
	var out []string
	for _, s := range all {
		for _, l := range s.Languages {
			out = append(out, fmt.Sprintf("%s %s %v: %s", l.Language, l.Mode, l.Servers, l.Text))
		}
	}
	return strings.Join(out, "\n")
}

// TestModeFollowsOtherServers holds that an editor that names no other server gets full
// answers in every language, and that it may name one later and take it back.
func TestModeFollowsOtherServers(t *testing.T) {
	e := open(t, twoLanguages, nil, nil)
	references := func(want string) {
		t.Helper()
		if got := found(t, e, "textDocument/references", "a.go", "func U|sed"); got != want {
			t.Errorf("references %q, want %q", got, want)
		}
	}
	modes := func(want string) {
		t.Helper()
		if got := modesOf(t, e); got != want {
			t.Errorf("modes\n%s\nwant\n%s", got, want)
		}
	}
	tell := func(settings map[string]any) {
		e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"ci": settings}})
	}
	const both = "a.go:3:6 Used, b.go:3:15 Used"
	references(both)
	modes("go primary []: full: no other server\npython primary []: full: no other server")
	tell(map[string]any{"otherServers": map[string]any{"go": "gopls"}})
	references("")
	modes("go companion [gopls]: adds to gopls\npython primary []: full: no other server")
	// A setting that is not sent keeps its value.
	tell(map[string]any{"languages": map[string]any{"python": "off"}})
	modes("go companion [gopls]: adds to gopls\npython off []: off: set by you")
	// What the user has set wins; auto is as if nothing was set.
	tell(map[string]any{"languages": map[string]any{"*": "companion", "go": "primary"}})
	references(both)
	modes("go primary [gopls]: full: set by you\npython companion []: adds to another server: set by you")
	tell(map[string]any{"languages": map[string]any{"*": "primary", "go": "auto"}})
	references("")
	modes("go companion [gopls]: adds to gopls\npython primary []: full: set by you")
	tell(map[string]any{"languages": map[string]any{}, "otherServers": map[string]any{"go": []string{"gopls", "", "golangci"}, "python": nil}})
	modes("go companion [gopls golangci]: adds to gopls and golangci\npython primary []: full: no other server")
	for _, none := range []any{"", nil, false, []string{}, []string{""}} {
		tell(map[string]any{"otherServers": map[string]any{"go": "gopls"}})
		references("")
		tell(map[string]any{"otherServers": map[string]any{"go": none}})
		references(both)
	}
}

// TestModeSettingsThatMeanNothing holds that malformed settings are ignored, and that
// those beside them count.
func TestModeSettingsThatMeanNothing(t *testing.T) {
	e := open(t, twoLanguages, nil, map[string]any{
		"languages": map[string]any{"python": "off", "go": 3, "php": "loud"}, "otherServers": map[string]any{"go": "gopls", "python": 4, "php": map[string]any{}},
		"commands": "none", "status": "yes",
	})
	e.Must("workspace/executeCommand", map[string]any{"command": "ci.reindex"}, nil)
	const want = "go companion [gopls]: adds to gopls\npython off []: off: set by you"
	if got := modesOf(t, e); got != want {
		t.Errorf("modes\n%s\nwant\n%s", got, want)
	}
	for _, settings := range []any{nil, 3, "x", []any{}, map[string]any{"ci": map[string]any{"languages": 3, "otherServers": "gopls"}}, map[string]any{"ci": 4}} {
		e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
		if got := modesOf(t, e); got != want {
			t.Errorf("after %v: modes\n%s\nwant\n%s", settings, got, want)
		}
	}
}

// TestModeSwitchRefreshes holds that an editor is told to request code lenses, semantic
// tokens and folds again when a mode changes, and is sent the status at once.
func TestModeSwitchRefreshes(t *testing.T) {
	refreshes := make(chan string, 10)
	statuses := make(chan lsp.Status, 100)
	e := lsptest.Start(t, twoLanguages, func(o *lsp.Options, e *lsptest.Editor) {
		// The status is sent without waiting for a clock.
		o.Every = func(func()) (stop func()) { return func() {} }
		e.Asked = func(method string, _ []byte) (any, error) {
			if strings.HasSuffix(method, "/refresh") {
				refreshes <- method
			}
			return nil, nil
		}
		e.Told = func(method string, params []byte) {
			var s lsp.Status
			if method == "ci/status" && protocol.Unmarshal(params, &s) == nil {
				statuses <- s
			}
		}
	})
	supported := map[string]any{"refreshSupport": true}
	e.Initialize(map[string]any{
		"capabilities":          map[string]any{"workspace": map[string]any{"codeLens": supported, "semanticTokens": supported, "foldingRange": supported, "inlayHint": supported}},
		"initializationOptions": map[string]any{"ci": map[string]any{"status": true, "otherServers": map[string]any{"go": "gopls"}}},
	})
	lenses := func() (n int) {
		var list []protocol.CodeLens
		e.Must("textDocument/codeLens", e.Document("a.go"), &list)
		return len(list)
	}
	told := func(text string) {
		for s := range statuses {
			if slices.ContainsFunc(s.Languages, func(l lsp.LanguageMode) bool { return l.Language == "go" && l.Text == text }) {
				return
			}
		}
	}
	if n := lenses(); n != 0 {
		t.Errorf("%d lenses beside gopls", n)
	}
	told("adds to gopls")
	e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"otherServers": map[string]any{}}})
	got := []string{<-refreshes, <-refreshes, <-refreshes}
	slices.Sort(got)
	if want := []string{"workspace/codeLens/refresh", "workspace/foldingRange/refresh", "workspace/semanticTokens/refresh"}; !slices.Equal(got, want) {
		t.Errorf("refreshed %q, want %q", got, want)
	}
	if n := lenses(); n == 0 {
		t.Error("no lenses without gopls")
	}
	told("full: no other server")
	// The same modes for other reasons: there is nothing to refresh.
	e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"languages": map[string]any{"go": "primary"}}})
	told("full: set by you")
	if len(refreshes) != 0 {
		t.Errorf("refreshed %s, though no mode has changed", <-refreshes)
	}
}
