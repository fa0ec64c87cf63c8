package lsp

import (
	"go.lsp.dev/protocol"
)

// navigation are the requests about a name at a place.
func navigation() []row {
	yes := protocol.Boolean(true)
	return []row{
		request(protocol.MethodTextDocumentDefinition, (*conn).definition, func(s *protocol.ServerCapabilities) { s.DefinitionProvider = yes }),
		request(protocol.MethodTextDocumentDeclaration, (*conn).declaration, func(s *protocol.ServerCapabilities) { s.DeclarationProvider = yes }),
		request(protocol.MethodTextDocumentTypeDefinition, (*conn).typeDefinition, func(s *protocol.ServerCapabilities) { s.TypeDefinitionProvider = yes }),
		request(protocol.MethodTextDocumentImplementation, (*conn).implementation, func(s *protocol.ServerCapabilities) { s.ImplementationProvider = yes }),
		request(protocol.MethodTextDocumentReferences, (*conn).references, func(s *protocol.ServerCapabilities) { s.ReferencesProvider = yes }),
		request(protocol.MethodTextDocumentDocumentHighlight, (*conn).highlight, func(s *protocol.ServerCapabilities) { s.DocumentHighlightProvider = yes }),
		request(protocol.MethodTextDocumentHover, (*conn).hover, func(s *protocol.ServerCapabilities) { s.HoverProvider = yes }),
		request(protocol.MethodTextDocumentPrepareCallHierarchy, (*conn).prepareCalls, func(s *protocol.ServerCapabilities) { s.CallHierarchyProvider = yes }),
		request(protocol.MethodCallHierarchyIncomingCalls, (*conn).incomingCalls, nil),
		request(protocol.MethodCallHierarchyOutgoingCalls, (*conn).outgoingCalls, nil),
		request(protocol.MethodTextDocumentPrepareTypeHierarchy, (*conn).prepareTypes, func(s *protocol.ServerCapabilities) { s.TypeHierarchyProvider = yes }),
		request(protocol.MethodTypeHierarchySupertypes, (*conn).supertypes, nil),
		request(protocol.MethodTypeHierarchySubtypes, (*conn).subtypes, nil),
		request(protocol.MethodTextDocumentCodeLens, (*conn).lenses, func(s *protocol.ServerCapabilities) {
			resolve := true
			s.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: &resolve}
		}),
		request(protocol.MethodCodeLensResolve, (*conn).lens, nil),
	}
}
