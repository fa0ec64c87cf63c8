package lsp

import (
	"context"

	"codeintel/index"

	"go.lsp.dev/protocol"
)

// definition says where what is at a place is defined; of a definition itself, there. Of
// a module of several files one is said.
func (c *conn) definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	t := c.caps.TextDocument
	whole := t != nil && t.Definition != nil && isSet(t.Definition.LinkSupport)
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, func(s *index.Snapshot, to index.Candidate) []index.Location {
		switch {
		case to.ID.IsModule() && !to.Definition:
			return []index.Location{s.Location(s.Entrance(to.ID))}
		case whole:
			return s.Definitions(to.ID)
		}
		return s.Names(to.ID)
	})
	if err != nil || len(links) == 0 {
		return nil, err
	}
	if whole {
		return definitionLinks(links), nil
	}
	return locations(links), nil
}

// declaration says where it is declared, which is where it is defined where nothing
// else declares it.
func (c *conn) declaration(ctx context.Context, p *protocol.DeclarationParams) (protocol.DeclarationResult, error) {
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, func(s *index.Snapshot, of index.Candidate) []index.Location { return s.Declarations(of.ID) })
	if err != nil || len(links) == 0 {
		return nil, err
	}
	if t := c.caps.TextDocument; t != nil && t.Declaration != nil && isSet(t.Declaration.LinkSupport) {
		out := make(protocol.DeclarationLinkSlice, len(links))
		for i := range links {
			out[i] = protocol.DeclarationLink(links[i])
		}
		return out, nil
	}
	return locations(links), nil
}

// typeDefinition says where its type is defined, as far as that is known.
func (c *conn) typeDefinition(ctx context.Context, p *protocol.TypeDefinitionParams) (protocol.TypeDefinitionResult, error) {
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, func(s *index.Snapshot, of index.Candidate) []index.Location {
		return definitionsOf(s, s.TypeOf(of.ID))
	})
	if err != nil || len(links) == 0 {
		return nil, err
	}
	if t := c.caps.TextDocument; t != nil && t.TypeDefinition != nil && isSet(t.TypeDefinition.LinkSupport) {
		return definitionLinks(links), nil
	}
	return locations(links), nil
}

// implementation says what implements, extends or overrides it.
func (c *conn) implementation(ctx context.Context, p *protocol.ImplementationParams) (protocol.ImplementationResult, error) {
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, func(s *index.Snapshot, of index.Candidate) []index.Location {
		return definitionsOf(s, s.Implementations(of.ID))
	})
	if err != nil || len(links) == 0 {
		return nil, err
	}
	if t := c.caps.TextDocument; t != nil && t.Implementation != nil && isSet(t.Implementation.LinkSupport) {
		return definitionLinks(links), nil
	}
	return locations(links), nil
}

func isSet(b *bool) bool { return b != nil && *b }

func definitionsOf(s *index.Snapshot, ids []index.ID) []index.Location {
	var out []index.Location
	for _, id := range ids {
		out = append(out, s.Definitions(id)...)
	}
	return out
}

// targets are the places that of says for what is at a place, each once: those of
// certain symbols first.
func (c *conn) targets(ctx context.Context, p *protocol.TextDocumentPositionParams, of func(*index.Snapshot, index.Candidate) []index.Location) (out []protocol.LocationLink, err error) {
	err = c.at(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
		out = nil
		n, ok := v.named(at)
		if !ok {
			return nil
		}
		origin := v.rangeOf(at.doc, n.Start, n.End)
		seen := map[index.Location]bool{}
		for _, s := range n.symbols {
			for _, l := range of(v.snap, s) {
				key := index.Location{Doc: l.Doc, Start: l.Start, End: l.End}
				if !seen[key] {
					seen[key] = true
					out = append(out, v.link(origin, l))
				}
			}
		}
		return nil
	})
	return out, err
}

// link leads from a name to a definition.
func (v *view) link(origin protocol.Range, l index.Location) protocol.LocationLink {
	start, end := whole(l)
	return protocol.LocationLink{
		OriginSelectionRange: &origin, TargetURI: v.uri(l.Doc),
		TargetRange: v.rangeOf(l.Doc, start, end), TargetSelectionRange: v.rangeOf(l.Doc, l.Start, l.End),
	}
}

// whole is the range of a declaration; its name lies in it.
func whole(l index.Location) (start, end uint32) {
	if l.EncEnd <= l.EncStart {
		return l.Start, l.End
	}
	return min(l.EncStart, l.Start), max(l.EncEnd, l.End)
}

func definitionLinks(links []protocol.LocationLink) protocol.DefinitionLinkSlice {
	out := make(protocol.DefinitionLinkSlice, len(links))
	for i := range links {
		out[i] = protocol.DefinitionLink(links[i])
	}
	return out
}

// locations are those of links, for editors that don't know links.
func locations(links []protocol.LocationLink) protocol.LocationSlice {
	out := make(protocol.LocationSlice, len(links))
	for i := range links {
		out[i] = protocol.Location{URI: links[i].TargetURI, Range: links[i].TargetSelectionRange}
	}
	return out
}
