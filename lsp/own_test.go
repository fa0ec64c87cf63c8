package lsp_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"codeintel/index/workspace"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

// What a document defines and how it is built is answered from the text in the editor
// while the repository is refreshed, however long that takes.
func TestOwnDocument(t *testing.T) {
	var hold atomic.Pointer[chan struct{}] // a refresh waits for it, where there is one
	late := make(chan time.Time, 1)
	held := make(chan struct{}, 64)
	e := lsptest.Start(t, outlined, func(o *lsp.Options, e *lsptest.Editor) {
		o.After = func(time.Duration) <-chan time.Time { return late }
		e.Repositories.Options.Progress = func(p workspace.Progress) {
			if h := hold.Load(); h != nil && p.Phase == workspace.PhaseScan {
				held <- struct{}{}
				<-*h
			}
		}
	})
	e.Initialize(map[string]any{
		"capabilities": map[string]any{}, "workspaceFolders": []any{map[string]any{"uri": e.URI(""), "name": "shop"}},
		"initializationOptions": map[string]any{"languages": map[string]string{"php": "primary", "typescript": "primary"}},
	})
	e.Open("util.ts")
	hover := func() map[string]any {
		p := e.Document("util.ts")
		p["position"] = map[string]any{"line": 2, "character": 9}
		return p
	}
	var before protocol.Hover
	e.Must("textDocument/hover", hover(), &before)

	end := make(chan struct{})
	hold.Store(&end)
	waits := e.Ask("textDocument/hover", hover()) // it needs the repository, and waits
	<-held
	e.Change("util.ts", "helper(a: number)", "typed(a: number)")
	var symbols []protocol.SymbolInformation
	late <- time.Time{} // what the file defines may depend on others, which are waited for until then
	e.Must("textDocument/documentSymbol", e.Document("util.ts"), &symbols)
	if len(symbols) == 0 || symbols[0].Name != "typed" {
		t.Errorf("the document defines %+v", symbols)
	}
	var folds []protocol.FoldingRange
	e.Must("textDocument/foldingRange", e.Document("util.ts"), &folds)
	if len(folds) == 0 || folds[0].StartLine != 1 {
		t.Errorf("folds are %+v", folds)
	}
	selection := e.Document("util.ts")
	selection["positions"] = []any{map[string]any{"line": 2, "character": 9}}
	var selected []protocol.SelectionRange
	e.Must("textDocument/selectionRange", selection, &selected)
	if len(selected) != 1 || selected[0].Range.Start.Line != 2 || selected[0].Parent == nil {
		t.Errorf("selections are %+v", selected)
	}
	hold.Store(nil)
	close(end)
	var after protocol.Hover
	if err := waits.Wait(&after); err != nil && !strings.Contains(err.Error(), "changed") {
		t.Error(err)
	}
}
