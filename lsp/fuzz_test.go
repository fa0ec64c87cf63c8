package lsp_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/uri"
)

// FuzzServe: whatever a client says, the server survives it, and ends when it is gone.
func FuzzServe(f *testing.F) {
	const begin = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":"ROOT","capabilities":{"workspace":{"configuration":true}},"initializationOptions":{"ci":{"status":true,"languages":{"go":"primary"}}}}}` + "\n"
	for _, seed := range []string{
		"", "{}", "[]", "null", `{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`, `{"id":1}`, "\x00\xff",
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":1}}`,
		begin + `{"jsonrpc":"2.0","method":"initialized","params":{}}` + "\n" +
			`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"ROOT/page.html","languageId":"html","version":1,"text":"<p class=\"card\">"}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"ROOT/page.html","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":99},"end":{"line":7,"character":4294967295}},"text":"é\r"},{"text":"x"}]}}` + "\n" +
			`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"ROOT/page.html"},"position":{"line":0,"character":12}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}` + "\n" +
			`{"jsonrpc":"2.0","id":1,"result":[{"languages":{"html":"off"}}]}` + "\n" +
			`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"ci":{"otherServers":{"go":["gopls",""],"html":false,"css":{}},"languages":{"*":"auto"}}}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"ROOT/page.html"}}}` + "\n" +
			`{"jsonrpc":"2.0","id":"x","method":"workspace/executeCommand","params":{"command":"ci.reindex"}}` + "\n" +
			`{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"untitled:x","name":""}],"removed":[{"uri":"ROOT","name":""}]}}}`,
		begin + `{"jsonrpc":"2.0","id":2,"method":"textDocument/definition","params":{"textDocument":{"uri":"git:/x?y#z"},"position":{"line":4294967295,"character":0}}}` + "\n" + `{"jsonrpc":"2.0","method":"exit"}` + "\n{}",
	} {
		f.Add(seed)
	}
	root := lsptest.Write(f, site)
	repos := &lsptest.Repositories{}
	f.Cleanup(func() {
		if err := repos.Close(); err != nil {
			f.Error(err)
		}
	})
	server := lsp.New(lsp.Options{Repositories: repos})
	f.Fuzz(func(t *testing.T, said string) {
		near, far := lsptest.Pipe()
		heard := make(chan struct{})
		go func() {
			defer close(heard)
			_, _ = io.Copy(io.Discard, near)
		}()
		go func() {
			_, _ = io.WriteString(near, strings.ReplaceAll(said, "ROOT", string(uri.File(root)))+"\n")
			near.(interface{ CloseWrite() error }).CloseWrite()
		}()
		if err := server.Serve(context.Background(), far, lsp.Client{}); err != nil && !errors.Is(err, lsp.ErrExit) {
			t.Error(err)
		}
		near.Close()
		<-heard
	})
}
