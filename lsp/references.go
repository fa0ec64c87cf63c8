package lsp

import (
	"context"
	"slices"

	"codeintel/index"
	"codeintel/index/resolve"

	"go.lsp.dev/protocol"
)

// references are the places that use what is at a place: those that are certain, and
// then those that are only possible.
func (c *conn) references(ctx context.Context, p *protocol.ReferenceParams) (out []protocol.Location, err error) {
	err = c.at(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
		out = nil
		if v.mode(at.doc) == modeOff {
			return nil
		}
		out = v.references(v.meant(at), at.doc, p.Context.IncludeDeclaration)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return partial(ctx, c, p.PartialResultToken, out)
}

// meant are the symbols that the name at a place means, whoever answers about its
// file: its uses may lie elsewhere.
func (v *view) meant(at place) []index.ID {
	found, ok := v.snap.SymbolAt(at.path, at.offset)
	if !ok {
		return nil
	}
	var out []index.ID
	for _, wanted := range [...]resolve.Certainty{resolve.Resolved, resolve.Possible} {
		for _, c := range found.Symbols {
			if c.Certainty == wanted {
				out = append(out, c.ID)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// references of symbols, asked for in a file; with their definitions in front, if
// wanted. Of a language with a server of its own those only that lead across.
func (v *view) references(symbols []index.ID, doc int32, declarations bool) []protocol.Location {
	own := v.mode(doc) == modePrimary
	var out []protocol.Location
	seen := map[index.Location]bool{}
	add := func(doc int32, start, end uint32) {
		key := index.Location{Doc: doc, Start: start, End: end}
		if !seen[key] {
			seen[key] = true
			out = append(out, v.location(doc, start, end))
		}
	}
	var uses []index.Use
	for _, id := range symbols {
		if declarations {
			for _, l := range v.snap.Names(id) {
				if v.news(doc, l.Doc) {
					add(l.Doc, l.Start, l.End)
				}
			}
		}
		uses = append(uses, v.snap.Uses(id)...)
	}
	if len(symbols) > 1 {
		uses = v.snap.MergeUses(uses)
	}
	uses = slices.DeleteFunc(uses, func(u index.Use) bool { return !own && !v.news(doc, u.Doc) && !v.snap.Across(u) })
	var possible []index.Reference
	for _, r := range v.snap.ReferencesOf(uses) {
		if r.Certainty != resolve.Resolved {
			possible = append(possible, r)
			continue
		}
		if v.snap.Stop() { // a file may have to be read for its lines
			return nil
		}
		add(r.Doc, r.Start, r.End)
	}
	for _, r := range possible {
		if v.snap.Stop() {
			return nil
		}
		add(r.Doc, r.Start, r.End)
	}
	return out
}
