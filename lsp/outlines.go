package lsp

import (
	"go.lsp.dev/protocol"
)

// outlines are the requests about a document as a whole, and about the whole
// repository.
func outlines() []row {
	yes := true
	return []row{
		request(protocol.MethodTextDocumentDocumentSymbol, (*conn).documentSymbol, func(s *protocol.ServerCapabilities) { s.DocumentSymbolProvider = protocol.Boolean(true) }),
		request(protocol.MethodWorkspaceSymbol, (*conn).workspaceSymbol, func(s *protocol.ServerCapabilities) {
			s.WorkspaceSymbolProvider = &protocol.WorkspaceSymbolOptions{ResolveProvider: &yes}
		}),
		request(protocol.MethodWorkspaceSymbolResolve, (*conn).resolveWorkspaceSymbol, nil),
		request(protocol.MethodTextDocumentFoldingRange, (*conn).foldingRange, func(s *protocol.ServerCapabilities) { s.FoldingRangeProvider = protocol.Boolean(true) }),
		request(protocol.MethodTextDocumentSelectionRange, (*conn).selectionRange, func(s *protocol.ServerCapabilities) { s.SelectionRangeProvider = protocol.Boolean(true) }),
		request(protocol.MethodTextDocumentSemanticTokensFull, (*conn).semanticTokens, func(s *protocol.ServerCapabilities) {
			s.SemanticTokensProvider = &protocol.SemanticTokensOptions{
				Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers}, Full: protocol.Boolean(true), Range: protocol.Boolean(true),
			}
		}),
		request(protocol.MethodTextDocumentSemanticTokensRange, (*conn).semanticTokensRange, nil),
		request(protocol.MethodTextDocumentDocumentLink, (*conn).documentLink, func(s *protocol.ServerCapabilities) { s.DocumentLinkProvider = &protocol.DocumentLinkOptions{} }),
		request(protocol.MethodTextDocumentPrepareRename, (*conn).prepareRename, func(s *protocol.ServerCapabilities) {
			s.RenameProvider = &protocol.RenameOptions{PrepareProvider: &yes}
		}),
		request(protocol.MethodTextDocumentRename, (*conn).rename, nil),
		request(protocol.MethodTextDocumentCompletion, (*conn).completion, func(s *protocol.ServerCapabilities) {
			s.CompletionProvider = &protocol.CompletionOptions{TriggerCharacters: []string{"'", "\"", ".", "-", "<", ">", "/", "$", ":"}, ResolveProvider: &yes}
		}),
		request(protocol.MethodCompletionItemResolve, (*conn).resolveCompletion, nil),
	}
}
