package lsp_test

import (
	"context"
	"strings"
	"testing"
	"time"

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
	began := time.Now()
	for _, p := range waiting[:39] {
		e.Cancel(p)
	}
	for _, p := range waiting[:39] {
		if err := p.Wait(nil); code(err) != protocol.CodeRequestCancelled {
			t.Fatal(err)
		}
	}
	// All forty together, on whatever machine; each is to take 50 ms at the most.
	if took := time.Since(began); took > time.Second {
		t.Errorf("forty requests are cancelled in %v", took)
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
