package lsp_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"codeintel/index/workspace"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

// slow are repositories that are opened when they are let.
type slow struct {
	*lsptest.Repositories
	open chan struct{}
}

func (s slow) Open(ctx context.Context, root string) (lsp.Repository, error) {
	select {
	case <-s.open:
		return s.Repositories.Open(ctx, root)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestCancel: who cancels is answered at once, and what is asked side by side is not
// held up; what follows the end of the input is the end, with all answers before it.
func TestCancel(t *testing.T) {
	open := make(chan struct{})
	e := lsptest.Start(t, site, func(o *lsp.Options, e *lsptest.Editor) {
		o.Repositories = slow{e.Repositories, open}
	})
	e.Initialize(nil)
	e.Open("page.html")
	waiting := []*lsptest.Pending{}
	for range 40 { // more than are worked on at a time
		waiting = append(waiting, e.Ask("textDocument/hover", e.At("page.html", `<p class="|card`)))
	}
	for _, p := range waiting[:39] {
		e.Cancel(p)
	}
	for _, p := range waiting[:39] {
		if err := p.Wait(nil); code(err) != protocol.CodeRequestCancelled {
			t.Fatal(err)
		}
	}
	var all []lsp.Status
	e.Must("ci/status", nil, &all)
	if len(all) != 1 || all[0].State != "opening" {
		t.Errorf("%+v", all)
	}
	e.Change("page.html", "<p", "<i></i><p")
	close(open)
	var hover *protocol.Hover
	if err := waiting[39].Wait(&hover); err != nil || hover == nil || hover.Range.Start.Character != 17 {
		t.Errorf("what was typed after it was asked: %v, %+v", err, hover)
	}
}

// held are repositories in which, when that is wanted, the next question comes to a halt
// while it is being answered, and heeds nothing.
type held struct {
	*lsptest.Repositories
	wanted *atomic.Bool
	// halted gets a value when it has, and it goes on when there is one of let.
	halted, let chan struct{}
}

func (h held) Open(ctx context.Context, root string) (lsp.Repository, error) {
	r, err := h.Repositories.Open(ctx, root)
	return heldRepository{r, h}, err
}

type heldRepository struct {
	lsp.Repository
	held
}

func (r heldRepository) halt() {
	if r.wanted.Swap(false) {
		r.halted <- struct{}{}
		<-r.let
	}
}

func (r heldRepository) Workspace() *workspace.Workspace {
	r.halt()
	return r.Repository.Workspace()
}

func (r heldRepository) Stamps() (map[string]string, error) {
	r.halt()
	return r.Repository.Stamps()
}

func (r heldRepository) Session(id string) (json.RawMessage, error) {
	r.halt()
	return r.Repository.Session(id)
}

// TestCancelEach: whatever is asked, who cancels is answered while the work goes on.
func TestCancelEach(t *testing.T) {
	h := held{wanted: new(atomic.Bool), halted: make(chan struct{}), let: make(chan struct{})}
	e := lsptest.Start(t, shop, func(o *lsp.Options, e *lsptest.Editor) {
		h.Repositories = e.Repositories
		o.Repositories, o.Every = h, func(func()) func() { return func() {} }
	})
	e.Initialize(map[string]any{
		"initializationOptions": allPrimary,
		"capabilities":          map[string]any{"workspace": map[string]any{"symbol": map[string]any{"resolveSupport": map[string]any{"properties": []string{"location.range"}}}}},
	})
	first := func(method string, params any) any {
		var list []any
		if e.Must(method, params, &list); len(list) == 0 {
			t.Fatalf("%s: nothing", method)
		}
		return list[0]
	}
	at := func(text string) map[string]any { return e.At("shop.go", text) }
	every := at("func (c *Circle) |Draw")
	every["context"], every["query"], every["newName"] = map[string]any{"includeDeclaration": true}, "draw", "Paint"
	every["positions"] = []any{every["position"]}
	every["range"] = map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 9, "character": 0}}
	every["question"], every["id"] = "what is drawn", "none"
	params := map[string]any{
		protocol.MethodCallHierarchyIncomingCalls: map[string]any{"item": first(protocol.MethodTextDocumentPrepareCallHierarchy, at("func |All("))},
		protocol.MethodTypeHierarchySubtypes:      map[string]any{"item": first(protocol.MethodTextDocumentPrepareTypeHierarchy, at("type |Shape"))},
		protocol.MethodCodeLensResolve:            first(protocol.MethodTextDocumentCodeLens, every),
		protocol.MethodWorkspaceSymbolResolve:     first(protocol.MethodWorkspaceSymbol, every),
		protocol.MethodWorkspaceExecuteCommand:    map[string]any{"command": "ci.reindex", "arguments": []any{}},
	}
	params[protocol.MethodCallHierarchyOutgoingCalls] = params[protocol.MethodCallHierarchyIncomingCalls]
	params[protocol.MethodTypeHierarchySupertypes] = params[protocol.MethodTypeHierarchySubtypes]
	cancelled := 0
	for _, method := range lsp.Methods() {
		p := params[method]
		if p == nil {
			p = every
		}
		for again := true; again; {
			h.wanted.Store(true)
			asked := e.Ask(method, p)
			answered := make(chan error, 1)
			go func() { answered <- asked.Wait(nil) }()
			// Who comes to the halt may also be what an earlier question has left to do:
			// then this one is answered, and is asked again.
			select {
			case err := <-answered:
				if again = !h.wanted.Swap(false); !again {
					t.Logf("%s is answered without a look at the repository (%v)", method, err)
					continue
				}
				<-h.halted
			case <-h.halted:
				e.Cancel(asked)
				err := <-answered
				if again = err == nil; !again && code(err) != protocol.CodeRequestCancelled {
					t.Errorf("%s: %v", method, err)
				}
			}
			h.let <- struct{}{}
			if !again {
				cancelled++
			}
		}
	}
	// ci/status and what is like it say what is known without a repository.
	if all := len(lsp.Methods()); cancelled < all-4 {
		t.Errorf("%d of %d kinds were cancelled at work", cancelled, all)
	}
}

// failing are repositories that end a request with a panic.
type failing struct{ *lsptest.Repositories }

func (f failing) Real(path string) string {
	if strings.Contains(path, "panic") {
		panic("a defect")
	}
	return f.Repositories.Real(path)
}

// TestPanic: a defect costs the request, or notification, and no more.
func TestPanic(t *testing.T) {
	e := lsptest.Start(t, site, func(o *lsp.Options, e *lsptest.Editor) { o.Repositories = failing{e.Repositories} })
	e.Initialize(nil)
	e.Open("page.html")
	document := map[string]any{"uri": e.URI("panic.html"), "languageId": "html", "version": 1, "text": ""}
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": document})
	if err := e.Request("textDocument/hover", map[string]any{"textDocument": document, "position": protocol.Position{}}, nil); code(err) != -32603 {
		t.Error(err)
	}
	if got := hovered(e, "page.html", `<p class="|card`); got != "page.html:2:11 card" {
		t.Error(got)
	}
}

// TestFolders: folders come and go, and with them what is answered.
func TestFolders(t *testing.T) {
	e := lsptest.Start(t, site, nil)
	other := lsptest.Write(t, strings.ReplaceAll(site, "card", "tile"))
	e.Initialize(map[string]any{"workspaceFolders": nil, "rootPath": e.Root})
	at := map[string]any{"textDocument": map[string]any{"uri": "file://" + other + "/page.html"}, "position": protocol.Position{Line: 1, Character: 10}}
	folder := func(root string) map[string]any { return map[string]any{"uri": "file://" + root, "name": ""} }
	hover := func() bool {
		var h *protocol.Hover
		e.Must("textDocument/hover", at, &h)
		return h != nil
	}
	change := func(added, removed []any) {
		e.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": added, "removed": removed}})
	}
	text := e.Text("page.html")
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "file://" + other + "/page.html", "languageId": "html", "version": 1, "text": strings.ReplaceAll(text, "card", "tile")}})
	for range 2 {
		if hover() {
			t.Error("a document outside all folders has an answer")
		}
		change([]any{folder(other)}, nil)
		if !hover() {
			t.Error("a folder that was added has no answers")
		}
		if got := hovered(e, "page.html", `<p class="|card`); got != "page.html:2:11 card" {
			t.Error(got)
		}
		change(nil, []any{folder(other)})
	}
}
