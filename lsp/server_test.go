package lsp_test

import (
	"errors"
	"testing"

	"codeintel/index/pos"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

const site = `
-- style.css --
.card { color: red; }
-- page.html --
<link rel="stylesheet" href="style.css">
<p class="card">é𐐀<b class="card">x</b></p>
`

// code is that of an error of a server; 0 for none.
func code(err error) jsonrpc2.Code {
	var e *jsonrpc2.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

func TestLifecycle(t *testing.T) {
	e := lsptest.Start(t, site, nil)
	ask := func(method string) jsonrpc2.Code { return code(e.Request(method, map[string]any{}, nil)) }
	if got := ask("workspace/symbol"); got != jsonrpc2.ServerNotInitialized {
		t.Errorf("before initialize: %d", got)
	}
	if got := ask("shutdown"); got != jsonrpc2.ServerNotInitialized {
		t.Errorf("shutdown before initialize: %d", got)
	}
	out := e.Initialize(nil)
	if out.ServerInfo.Name != "code-intel" {
		t.Errorf("server %q", out.ServerInfo.Name)
	}
	if got := ask("initialize"); got != jsonrpc2.InvalidRequest {
		t.Errorf("initialize twice: %d", got)
	}
	if got := ask("textDocument/none"); got != jsonrpc2.MethodNotFound {
		t.Errorf("an unknown request: %d", got)
	}
	for range 2 { // Neovim 0.12 says it twice
		if err := e.Request("shutdown", nil, nil); err != nil {
			t.Error(err)
		}
	}
	if got := ask("textDocument/hover"); got != jsonrpc2.InvalidRequest {
		t.Errorf("after shutdown: %d", got)
	}
	e.Notify("exit", nil)
	<-e.Ended()
}

func TestEncodings(t *testing.T) {
	for e, name := range map[pos.Encoding]protocol.PositionEncodingKind{pos.UTF8: "utf-8", pos.UTF16: "utf-16", pos.UTF32: "utf-32"} {
		editor := lsptest.Start(t, site, func(_ *lsp.Options, ed *lsptest.Editor) { ed.Encoding = e })
		if got := editor.Initialize(nil).Capabilities.PositionEncoding; got != name {
			t.Errorf("encoding %q, want %q", got, name)
		}
		var hover *protocol.Hover
		editor.Must("textDocument/hover", editor.At("page.html", `<b class="|card`), &hover)
		if hover == nil || hover.Range == nil {
			t.Errorf("%s: no hover", name)
			continue
		}
		if got, want := editor.Show(protocol.Location{URI: editor.URI("page.html"), Range: *hover.Range}), "page.html:2:33 card"; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
