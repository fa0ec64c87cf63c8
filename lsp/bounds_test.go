package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// counting is a context that counts how often it is asked whether it is done, and is
// so from the question with the number at on; 0 is never.
type counting struct {
	context.Context
	mu        sync.Mutex
	at, asked int
}

func (c *counting) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked++; c.at > 0 && c.asked >= c.at {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}

// maxAfter is how many questions may come after the answer that nobody waits: each
// loop around the innermost one asks once more.
const maxAfter = 60

// many is a repository of n files that use one another.
func many(n int) string {
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule many\n-- common.go --\npackage many\n\ntype Doer interface{ Do() }\n\n// Common words.\nfunc Common() {}\n\nfunc all() {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tHelp%d()\n", i)
	}
	b.WriteString("}\n")
	for i := range n {
		fmt.Fprintf(&b, "-- f%d.go --\npackage many\n\ntype T%d struct{}\n\nfunc (T%d) Do() { Common() }\n\nfunc Help%d() { Common(); Help%d() }\n", i, i, i, i, (i+1)%n)
	}
	return b.String()
}

// asks are the parameters of requests; small says of those that have none what bounds
// their work.
func asks(e *lsptest.Editor) (of map[string]any, small map[string]string) {
	common, doer := e.At("common.go", "Common()"), e.At("common.go", "Doer")
	document := map[string]any{"textDocument": map[string]any{"uri": e.URI("common.go")}}
	with := func(m map[string]any, more ...any) map[string]any {
		out := map[string]any{}
		for k, v := range m {
			out[k] = v
		}
		for i := 0; i < len(more); i += 2 {
			out[more[i].(string)] = more[i+1]
		}
		return out
	}
	item := func(method string, at map[string]any) map[string]any {
		var items []json.RawMessage
		e.Must(method, at, &items)
		return map[string]any{"item": items[0]}
	}
	of = map[string]any{
		protocol.MethodTextDocumentDefinition:           common,
		protocol.MethodTextDocumentDeclaration:          common,
		protocol.MethodTextDocumentImplementation:       doer,
		protocol.MethodTextDocumentReferences:           with(common, "context", map[string]any{"includeDeclaration": true}),
		protocol.MethodTextDocumentDocumentHighlight:    common,
		protocol.MethodTextDocumentHover:                common,
		protocol.MethodTextDocumentPrepareCallHierarchy: common,
		protocol.MethodCallHierarchyIncomingCalls:       item(protocol.MethodTextDocumentPrepareCallHierarchy, common),
		protocol.MethodCallHierarchyOutgoingCalls:       item(protocol.MethodTextDocumentPrepareCallHierarchy, e.At("common.go", "all()")),
		protocol.MethodTextDocumentPrepareTypeHierarchy: doer,
		protocol.MethodTypeHierarchySubtypes:            item(protocol.MethodTextDocumentPrepareTypeHierarchy, doer),
		protocol.MethodTypeHierarchySupertypes:          item(protocol.MethodTextDocumentPrepareTypeHierarchy, doer),
		protocol.MethodTextDocumentDocumentSymbol:       document,
		protocol.MethodWorkspaceSymbol:                  map[string]any{"query": "elp"},
		protocol.MethodTextDocumentSemanticTokensFull:   document,
		protocol.MethodTextDocumentPrepareRename:        common,
		protocol.MethodTextDocumentRename:               with(common, "newName", "Other"),
	}
	small = map[string]string{
		protocol.MethodTextDocumentTypeDefinition:      "one type",
		protocol.MethodTextDocumentCodeLens:            "one document",
		protocol.MethodCodeLensResolve:                 "one name; its uses are those of references",
		protocol.MethodWorkspaceSymbolResolve:          "one symbol",
		protocol.MethodTextDocumentFoldingRange:        "one document",
		protocol.MethodTextDocumentSelectionRange:      "one document",
		protocol.MethodTextDocumentSemanticTokensRange: "one document, as semanticTokens",
		protocol.MethodTextDocumentDocumentLink:        "one document",
		protocol.MethodTextDocumentCompletion:          "one document, and a bounded list",
		protocol.MethodCompletionItemResolve:           "one item",
		"ci/status":                                    "what is known already",
		protocol.MethodWorkspaceExecuteCommand:         "the commands have their own tests",
	}
	return of, small
}

// TestStops has the work of each request be late at its first question whether anybody
// waits, in the middle, and at the last one: it ends without much more work, and with an
// error, never with a part of its answer.
func TestStops(t *testing.T) {
	var mu sync.Mutex
	var work *counting // of the request under way; nil for none
	e := lsptest.Start(t, many(100), func(o *lsp.Options, e *lsptest.Editor) {
		o.Deadline = func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
			inner, cancel := context.WithCancel(ctx)
			mu.Lock()
			defer mu.Unlock()
			if work == nil || d > time.Minute {
				return inner, cancel
			}
			work.Context = inner
			return work, cancel
		}
	})
	e.Initialize(map[string]any{"initializationOptions": map[string]any{"languages": map[string]any{"*": "primary"}}})
	e.Open("common.go")
	of, small := asks(e)
	ask := func(method string, at int) (*counting, error) {
		c := &counting{at: at}
		mu.Lock()
		work = c
		mu.Unlock()
		err := e.Request(method, of[method], nil)
		mu.Lock()
		work = nil
		mu.Unlock()
		return c, err
	}
	growing := 0
	for _, method := range lsp.Methods() {
		if _, ok := of[method]; !ok {
			if small[method] == "" {
				t.Errorf("%s: say in the table how it stops", method)
			}
			continue
		}
		whole, err := ask(method, 0)
		if err != nil {
			t.Errorf("%s: %v", method, err)
			continue
		}
		if whole.asked >= 100 {
			growing++
		}
		for _, at := range []int{1, whole.asked / 3, whole.asked / 2, whole.asked} {
			if at == 0 {
				continue
			}
			c, err := ask(method, at)
			if c.asked < at {
				continue // it is answered in another way by now
			}
			if n := c.asked - at; n > maxAfter {
				t.Errorf("%s: late at question %d of %d, it asks %d times more", method, at, whole.asked, n)
			}
			var failed *jsonrpc2.Error
			if !errors.As(err, &failed) || !strings.Contains(failed.Message, "took too long") {
				t.Errorf("%s: late at question %d of %d: %v", method, at, whole.asked, err)
			}
		}
	}
	if growing < 4 {
		t.Errorf("%d requests ask once for each file", growing)
	}
}

// TestLongQueries gives requests texts that are far too long, and positions out of
// range.
func TestLongQueries(t *testing.T) {
	e := lsptest.Start(t, many(3), nil)
	e.Initialize(nil)
	e.Open("common.go")
	long := strings.Repeat("Common", 200_000)
	at := e.At("common.go", "Common()")
	for method, params := range map[string]map[string]any{
		protocol.MethodWorkspaceSymbol:         {"query": long},
		protocol.MethodWorkspaceExecuteCommand: {"command": "ci.search", "arguments": []any{long}},
		protocol.MethodTextDocumentRename:      {"textDocument": at["textDocument"], "position": at["position"], "newName": long},
		protocol.MethodTextDocumentHover:       {"textDocument": at["textDocument"], "position": map[string]any{"line": 1 << 31, "character": 1 << 31}},
		protocol.MethodTextDocumentReferences:  {"textDocument": at["textDocument"], "position": map[string]any{"line": 1 << 31, "character": 0}, "context": map[string]any{}},
	} {
		var out json.RawMessage
		if err := e.Request(method, params, &out); err == nil && len(out) > 100 || err != nil && len(err.Error()) > 1000 {
			t.Errorf("%s: %.200s %.200v", method, out, err)
		}
	}
}
