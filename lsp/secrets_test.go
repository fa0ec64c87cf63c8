package lsp_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"testing"

	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

// planted is a value that looks like a key, of which tests look for the beginning.
const planted = "q7Rk2Vx9LmZ4tYb8WcN3pHs6JdF1gKeTvA5uXyM"

const withSecrets = `
-- secret_settings.py --
TOKEN = 'plantedGamma'
def dsn(x='plantedDefault'):
    """plantedDoc"""
    return 'plantedDelta'
class Vault:
    password = 'plantedField'
    def open(self, key='plantedKey'): pass
-- credentials.local.py --
SECRET_KEY = "plantedAlpha"
-- settings.py --
API = "sk_live_` + planted + `"
def use(token="ghp_` + planted + `"):
    """Uses sk_live_` + planted + `."""
    return API
-- main.py --
import os
from secret_settings import TOKEN, dsn, Vault
from settings import API, use
print(os.environ["DB_PASSWORD"], TOKEN, dsn(), use(), API, Vault().open())
-- .env --
DB_PASSWORD=plantedEps
-- secrets/prod.yaml --
password: plantedZeta
`

// TestNoRequestShowsSecrets asks all that an editor can ask, at each word of each file, of
// files with secrets and of those that use them: no answer has a value; some have what
// stands in its place.
func TestNoRequestShowsSecrets(t *testing.T) {
	e := lsptest.Start(t, withSecrets, nil)
	e.Initialize(map[string]any{"initializationOptions": map[string]any{"languages": map[string]any{"*": "primary"}}})
	e.Open("main.py")
	answers, masked := 0, 0
	check := func(method, where string, answer []byte) {
		t.Helper()
		answers++
		if bytes.Contains(answer, []byte("planted")) || bytes.Contains(answer, []byte(planted[:12])) {
			t.Errorf("%s, %s: %s", method, where, answer)
		}
		if bytes.Contains(answer, []byte("****")) {
			masked++
		}
	}
	ask := func(method, where string, params any) json.RawMessage {
		t.Helper()
		var answer json.RawMessage
		if err := e.Request(method, params, &answer); err != nil {
			check(method, where, []byte(err.Error()))
			return nil
		}
		check(method, where, answer)
		return answer
	}
	// follow asks on about each item of an answer.
	follow := func(answer json.RawMessage, where string, key string, methods ...string) {
		t.Helper()
		var list []json.RawMessage
		if json.Unmarshal(answer, &list) != nil {
			var of struct{ Items []json.RawMessage }
			_ = json.Unmarshal(answer, &of)
			list = of.Items
		}
		for _, item := range list {
			for _, method := range methods {
				if key == "" {
					ask(method, where, item)
				} else {
					ask(method, where, map[string]any{key: item})
				}
			}
		}
	}
	word := regexp.MustCompile(`\w+`)
	for _, name := range []string{"main.py", "settings.py", "secret_settings.py", "credentials.local.py", ".env"} {
		of := e.Document(name)
		for _, method := range []string{
			protocol.MethodTextDocumentDocumentSymbol, protocol.MethodTextDocumentSemanticTokensFull, protocol.MethodTextDocumentFoldingRange,
			protocol.MethodTextDocumentDocumentLink, protocol.MethodTextDocumentInlayHint, protocol.MethodTextDocumentCodeAction,
		} {
			ask(method, name, of)
		}
		follow(ask(protocol.MethodTextDocumentCodeLens, name, of), name, "", protocol.MethodCodeLensResolve)
		text := e.Text(name)
		for _, at := range word.FindAllStringIndex(text, -1) {
			where := name + ": " + text[:at[1]]
			place := e.At(name, text[at[0]:])
			for _, method := range []string{
				protocol.MethodTextDocumentHover, protocol.MethodTextDocumentDefinition, protocol.MethodTextDocumentDeclaration, protocol.MethodTextDocumentTypeDefinition,
				protocol.MethodTextDocumentImplementation, protocol.MethodTextDocumentDocumentHighlight, protocol.MethodTextDocumentSignatureHelp, protocol.MethodTextDocumentPrepareRename,
			} {
				ask(method, where, place)
			}
			with := map[string]any{"context": map[string]any{"includeDeclaration": true}, "newName": "other"}
			for k, v := range place {
				with[k] = v
			}
			ask(protocol.MethodTextDocumentReferences, where, with)
			ask(protocol.MethodTextDocumentRename, where, with)
			follow(ask(protocol.MethodTextDocumentCompletion, where, place), where, "", protocol.MethodCompletionItemResolve)
			follow(ask(protocol.MethodTextDocumentPrepareCallHierarchy, where, place), where, "item", protocol.MethodCallHierarchyIncomingCalls, protocol.MethodCallHierarchyOutgoingCalls)
			follow(ask(protocol.MethodTextDocumentPrepareTypeHierarchy, where, place), where, "item", protocol.MethodTypeHierarchySubtypes, protocol.MethodTypeHierarchySupertypes)
		}
	}
	for _, query := range []string{"", "TOKEN", "SECRET", "dsn", "use", "password", "plantedGamma", "DB_PASSWORD"} {
		answer := ask(protocol.MethodWorkspaceSymbol, query, map[string]any{"query": query})
		follow(answer, query, "", protocol.MethodWorkspaceSymbolResolve)
	}
	if answers < 500 || masked < 20 {
		t.Errorf("%d answers, of which %d have something masked: this test proves little", answers, masked)
	}
}
