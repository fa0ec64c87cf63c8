package lsp

import (
	"context"

	"codeintel/index"
	"codeintel/index/pos"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// definition says where what is at a place is defined; of a definition itself, there. Of
// a module of several files one is said.
func (c *conn) definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	t := c.caps.TextDocument
	whole := t != nil && t.Definition != nil && isSet(t.Definition.LinkSupport)
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, c.near, itself, func(s *index.Snapshot, to index.ID, definition bool) []index.Location {
		switch {
		case to.IsModule() && !definition:
			return []index.Location{s.Location(s.Entrance(to))}
		case whole:
			return s.Definitions(to)
		}
		return s.Names(to)
	})
	if err == nil && len(links) == 0 {
		links, err = c.predeclared(ctx, &p.TextDocumentPositionParams)
	}
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
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, c.at, itself, func(s *index.Snapshot, of index.ID, _ bool) []index.Location { return s.Declarations(of) })
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
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, c.at, (*index.Snapshot).TypeOf, definitions)
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
	links, err := c.targets(ctx, &p.TextDocumentPositionParams, c.at, (*index.Snapshot).Implementations, definitions)
	if err != nil || len(links) == 0 {
		return nil, err
	}
	if t := c.caps.TextDocument; t != nil && t.Implementation != nil && isSet(t.Implementation.LinkSupport) {
		return definitionLinks(links), nil
	}
	return locations(links), nil
}

func isSet(b *bool) bool { return b != nil && *b }

// itself is a symbol as what is looked for.
func itself(_ *index.Snapshot, id index.ID) []index.ID { return []index.ID{id} }

func definitions(s *index.Snapshot, id index.ID, _ bool) []index.Location { return s.Definitions(id) }

// looking has find look at what is at a position of a document.
type looking func(ctx context.Context, u uri.URI, p protocol.Position, find func(v *view, at place) error) error

// targets are the places at which are the symbols that of says for what is at a place,
// each once: those of certain symbols first. What is defined outside of the repository is
// looked for on this machine. definition: it is asked for where it is defined. look is at
// or near.
func (c *conn) targets(ctx context.Context, p *protocol.TextDocumentPositionParams, look looking, of func(*index.Snapshot, index.ID) []index.ID, at func(s *index.Snapshot, id index.ID, definition bool) []index.Location) (out []protocol.LocationLink, err error) {
	err = look(ctx, p.TextDocument.URI, p.Position, func(v *view, here place) error {
		out = nil
		n, ok := v.named(here)
		if !ok {
			return nil
		}
		origin := v.rangeOf(here.doc, n.Start, n.End)
		seen := map[index.Location]bool{}
		for _, s := range n.symbols {
			for _, id := range of(v.snap, s.ID) {
				if id.IsExternal() {
					links, err := v.outside(ctx, origin, id, here.path)
					if err != nil {
						return err
					}
					out = append(out, links...)
					continue
				}
				for _, l := range at(v.snap, id, s.Definition) {
					key := index.Location{Doc: l.Doc, Start: l.Start, End: l.End}
					if !seen[key] {
						seen[key] = true
						out = append(out, v.link(origin, l))
					}
				}
			}
		}
		return nil
	})
	return out, err
}

// predeclared leads from a name that its language declares to the file of this machine
// that says for people what it is.
func (c *conn) predeclared(ctx context.Context, p *protocol.TextDocumentPositionParams) (out []protocol.LocationLink, err error) {
	err = c.at(ctx, p.TextDocument.URI, p.Position, func(v *view, here place) error {
		at, found, err := v.predeclared(ctx, here)
		out = v.leads(v.rangeOf(here.doc, at.Start, at.End), found)
		return err
	})
	return out, err
}

// predeclared is the name at a place, and what is said of it beside the repository, where
// its language itself declares it and answers about it are ours.
func (v *view) predeclared(ctx context.Context, here place) (index.At, []workspace.Outside, error) {
	if v.mode(here.doc) != modePrimary {
		return index.At{}, nil, nil
	}
	at, _ := v.snap.SymbolAt(here.path, here.offset)
	name, ok := v.snap.Predeclared(at)
	if !ok {
		return at, nil, nil
	}
	found, err := v.in.repo.Workspace().Predeclared(ctx, v.state, v.doc(here.doc).Lang, name, here.path)
	return at, found, err
}

// outside leads from a name in the file at a path to where an external symbol is defined
// on this machine.
func (v *view) outside(ctx context.Context, origin protocol.Range, id index.ID, path string) ([]protocol.LocationLink, error) {
	found, err := v.in.repo.Workspace().Outside(ctx, v.state, id, path)
	return v.leads(origin, found), err
}

// leads lead from a name to places beside the repository.
func (v *view) leads(origin protocol.Range, found []workspace.Outside) (out []protocol.LocationLink) {
	for i := range found {
		f, ruler := &found[i], new(pos.Ruler)
		at := func(start, end uint32) protocol.Range {
			return protocol.Range{Start: position(ruler, f.Lines, f.Text, v.c.encoding, start), End: position(ruler, f.Lines, f.Text, v.c.encoding, end)}
		}
		u := uriOf(f.File)
		if f.Path != "" {
			u = uriOf(v.c.spell(v.in, f.Path))
		}
		start, end := whole(index.Location{Start: f.Start, End: f.End, EncStart: f.EncStart, EncEnd: f.EncEnd})
		out = append(out, protocol.LocationLink{OriginSelectionRange: &origin, TargetURI: u, TargetRange: at(start, end), TargetSelectionRange: at(f.Start, f.End)})
	}
	return out
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
